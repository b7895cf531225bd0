"""Item matrices of real leaderboards, read and ranked as a user would, against numbers found independently."""

import pytest

from auditgen.intake.tables import Choices, ItemMatrix, ResultsTable, read_table
from auditgen.ranking import RankOptions, rank
from auditgen.records.rank_record import RankRecord
from tests.ranking.making import notes, of
from tests.shared_data import shared

SEED = 20261130
INCOMPLETE = "20250720_mini-v0.0.0-claude-3-7-sonnet-20250219"
OPUS, GEMINI = "20251124_mini-v1.16.0_claude-opus-4-5-20251101", "20251118_mini-v1.15.0_gemini-3-pro-preview-20251118"
SONNET = "20250929_mini-v1.13.3_sonnet-4-5-20250929"
FISHER = ("fv_4k", "fv_16k", "fv_64k")


def matrix(path: str, **choices: object) -> ItemMatrix:
    found = read_table(shared(f"results/{path}"), Choices(**choices))  # type: ignore[arg-type]
    assert isinstance(found, ItemMatrix)
    return found


class TestSameScaffold:
    """SWE-bench Verified: one scaffold, 24 systems, 500 items, held against the leaderboard that it belongs to."""

    @pytest.fixture(scope="class")
    @classmethod
    def record(cls) -> RankRecord:
        where = {"leaderboard": "bash-only"}
        board = read_table(shared("results/swebench/leaderboards.csv"), Choices(where=where))
        assert isinstance(board, ResultsTable)
        items = matrix("swebench/verified_bash_only_items.csv")
        assert (len(items.models), len(items.items)) == (25, 500)
        return rank(items, RankOptions(seed=SEED), leaderboard=board)

    def test_the_incomplete_system_is_found_said_and_left_out(self, record: RankRecord) -> None:
        assert [e.model for e in record.excluded] == [INCOMPLETE]
        assert "its items give 10.2%, the leaderboard prints 52.8%" in record.excluded[0].reason
        assert len(record.models) == 24
        said = {n.id: n.text for n in record.notes}
        assert INCOMPLETE in said["contradicts_leaderboard"]
        assert "64.80% by items, 64.93% printed" in said["differs_from_leaderboard"]

    def test_the_first_two_cannot_be_told_apart(self, record: RankRecord) -> None:
        assert [m.model for m in record.models[:3]] == [OPUS, GEMINI, SONNET]
        percent = (74.4, 74.2, 70.6, 67.6, 66.0, 66.0, 65.0, 64.8, 61.0, 60.0)
        assert [100 * m.score for m in record.models[:10]] == pytest.approx(percent)
        assert [m.p_first for m in record.models[:3]] == pytest.approx((0.549, 0.450, 0.002), abs=0.015)
        assert [(m.rank_low, m.rank_high) for m in record.models[:2]] == [(1, 2), (1, 2)]
        assert record.first.indistinguishable == (GEMINI,)
        assert (record.first.drop_k, record.first.drop_share) == (2, 0.004)

    def test_rank_intervals(self, record: RankRecord) -> None:
        expected = [(1, 2), (1, 2), (3, 4), (3, 7), (4, 8), (4, 8), (4, 8), (5, 9), (8, 12), (9, 13)]
        for m, (low, high) in zip(record.models, expected):
            assert m.rank_low is not None
            assert m.rank_high is not None
            assert abs(m.rank_low - low) <= 1
            assert abs(m.rank_high - high) <= 1
        assert (record.models[0].set_low, record.models[0].set_high) == (1, 3)

    def test_intervals_are_wilson(self, record: RankRecord) -> None:
        """The independent computation printed bootstrap percentiles, 70.6 to 78.2; the method asks for Wilson."""
        first = record.models[0]
        assert (first.ci_method, first.n_items) == ("wilson", 500)
        assert (first.ci_low, first.ci_high) == pytest.approx((0.7040, 0.7803), abs=5e-5)
        assert (first.ci_low, first.ci_high) == pytest.approx((0.706, 0.782), abs=0.0025)

    def test_rank_three_is_on_the_edge(self, record: RankRecord) -> None:
        by_name = {a.model: a for a in record.first.against}
        assert by_name[SONNET].p_adjusted == pytest.approx(0.0496, abs=5e-5)
        assert by_name[SONNET].word == "on the edge"
        assert record.first.on_the_edge == (SONNET,)
        counts = [(a.only_first, a.only_other) for a in record.first.against[:9]]
        assert counts == [(29, 28), (42, 23), (54, 20), (58, 16), (61, 19), (63, 16), (64, 16), (85, 18), (88, 16)]
        adjusted = [a.p_adjusted for a in record.first.against[2:9]]
        assert adjusted == pytest.approx((2.9e-4, 4.8e-6, 1.1e-5, 5.7e-7, 4.1e-7, 1.1e-10, 2.9e-12), rel=0.02)

    def test_ties_are_shown_as_ties(self, record: RankRecord) -> None:
        assert [m.rank for m in record.models[3:8]] == [4, 5, 5, 7, 8]
        assert [m.tie_group for m in record.models[:4]] == [1, 1, 2, 2]
        assert (record.pairs.distinguishable, record.pairs.n) == (199, 276)

    def test_two_repositories_decide_the_first_place(self, record: RankRecord) -> None:
        lost = {row.dropped: row.n for row in record.leave_one_out if row.first_lost}
        assert lost == {"django__django": 231, "sphinx-doc__sphinx": 44}
        lowest = min(record.leave_one_out, key=lambda row: row.kendall_tau_b or 1)
        assert (lowest.dropped, lowest.kendall_tau_b) == ("django__django", pytest.approx(0.936, abs=5e-4))

    def test_split_halves(self, record: RankRecord) -> None:
        assert record.split_half is not None
        assert record.split_half.mean == pytest.approx(0.866, abs=0.006)
        # two entries one task apart: neither half of the tasks decides the first place
        alone, shared = record.split_half.first_alone or 0, record.split_half.first_shared or 0
        assert 0.4 < alone + shared / 2 < 0.65

    def test_without_the_leaderboard_the_incomplete_system_stays(self) -> None:
        """Nothing in the items alone shows it; only the leaderboard does."""
        record = rank(matrix("swebench/verified_bash_only_items.csv"), RankOptions(seed=SEED, resamples=200))
        assert of(record, INCOMPLETE).score == pytest.approx(0.102)


class TestImageNet:
    """ImageNet validation against its re-made test sets, 64 models."""

    @pytest.fixture(scope="class")
    @classmethod
    def record(cls) -> RankRecord:
        fresh = ("matched_frequency", "threshold07", "top_images")
        options = RankOptions(seed=SEED, resamples=1000, leave_out=FISHER)
        original = matrix("imagenetv2/items_val.parquet")
        assert (len(original.models), len(original.items)) == (67, 50_000)
        return rank(original, options, compare=[_without(f"imagenetv2/items_v2_{name}.parquet") for name in fresh])

    @pytest.mark.parametrize(
        ("row", "drop", "least", "most", "tau", "slope", "r2", "turned", "clear_turned", "shift"),
        [
            (0, 11.97, 10.30, 13.62, 0.961, 1.110, 0.991, 38, 6, 5),
            (1, 3.13, 2.22, 5.21, 0.944, 1.095, 0.995, 57, 10, 5),
            (2, -2.21, -3.50, -1.03, 0.932, 0.958, 0.992, 68, 17, 7),
        ],
    )
    def test_scores_drop_and_ranks_hold(
        self, record: RankRecord, row: int, drop: float, least: float, most: float, tau: float, slope: float,
        r2: float, turned: int, clear_turned: int, shift: int,
    ) -> None:  # fmt: skip
        found = record.agreement[row]
        assert found.n_models == 64
        change = [-100 * (x or 0) for x in (found.mean_change, found.highest_change, found.lowest_change)]
        assert change == pytest.approx([drop, least, most], abs=0.006)
        assert found.kendall_tau_b == pytest.approx(tau, abs=0.001)
        assert (found.slope, found.r_squared) == (pytest.approx(slope, abs=6e-4), pytest.approx(r2, abs=6e-4))
        assert (found.n_pairs, found.reversed_pairs, found.clear_a) == (2016, turned, 1867)
        assert (found.reversed_of_clear, found.reversed_clear) == (clear_turned, 0)
        assert found.max_rank_shift == shift

    def test_the_top_is_less_stable(self, record: RankRecord) -> None:
        assert record.agreement[0].top20_kendall_tau_b == pytest.approx(0.860, abs=6e-4)
        assert record.agreement[0].first_b == ("nasnetalarge",)

    def test_first_place(self, record: RankRecord) -> None:
        assert record.first.model == "pnasnet_large_tf"
        assert record.first.p_first == pytest.approx(0.83, abs=0.03)
        assert set(record.first.indistinguishable) == {"pnasnet5large", "nasnet_large_tf"}
        assert (record.first.drop_k, round(100 * (record.first.drop_share or 0), 2)) == (62, 0.12)
        scores = {m.model: round(100 * m.score, 2) for m in record.models}
        assert (scores["alexnet"], scores["resnet50"], scores["pnasnet_large_tf"]) == (56.52, 76.13, 82.86)

    def test_first_place_on_the_fresh_set(self) -> None:
        record = rank(_without("imagenetv2/items_v2_matched_frequency.parquet"), RankOptions(seed=SEED, resamples=4000))
        assert (record.first.model, round(100 * record.models[0].score, 2)) == ("nasnetalarge", 72.21)
        assert record.first.p_first == pytest.approx(0.33, abs=0.025)
        assert (record.first.drop_k, len(record.first.indistinguishable)) == (3, 3)

    def test_the_mismatched_file_is_named(self) -> None:
        """With the three inconsistent models left in, one of them falls by 26 points: said, not averaged away."""
        record = rank(
            matrix("imagenetv2/items_val.parquet"), RankOptions(seed=SEED, resamples=100),
            compare=[matrix("imagenetv2/items_v2_matched_frequency.parquet")],
        )  # fmt: skip
        (row,) = record.agreement
        assert row.outliers == ("fv_16k",)
        assert 100 * (row.lowest_change or 0) == pytest.approx(-25.86, abs=0.006)
        assert 100 * (row.mean_change or 0) == pytest.approx(-12.08, abs=0.006)
        assert row.reversed_clear == 1
        assert any("fv_16k changes unlike all others" in text for text in record.changes)


def _without(path: str) -> ItemMatrix:
    """The matrix without the models whose files are inconsistent; their names differ between the files."""
    found = matrix(path)
    return found.only([i for i, name in enumerate(found.models) if not name.startswith("fv_")])


def test_cifar_fresh_sets() -> None:
    options = RankOptions(seed=SEED)
    record = rank(
        matrix("cifar10_1/items_cifar10_1_v4.parquet"), options,
        compare=[matrix("cifar10_1/items_cifar10_1_v6.parquet")],
    )  # fmt: skip
    first = record.first
    assert first.model == "shake_shake_26_2x64d_SSI_cutout16"
    assert round(100 * record.models[0].score, 2) == 92.97
    assert first.p_first == pytest.approx(0.869, abs=0.015)
    assert (record.models[0].rank_low, record.models[0].rank_high) == (1, 2)
    assert (len(first.indistinguishable), len(first.indistinguishable_unadjusted)) == (3, 2)
    assert (first.drop_k, round(100 * (first.drop_share or 0), 2)) == (15, 0.74)
    assert record.agreement[0].kendall_tau_b == pytest.approx(0.961, abs=5e-4)


@pytest.mark.parametrize(
    ("name", "shape", "tau", "share", "p_first", "apart", "lead"),
    [
        ("openllm_musr", (448, 756), 0.587, 0.061, 0.77, 8, 18),
        ("glue_rte", (87, 277), 0.453, 0.145, 0.70, 1, 4),
        ("helm_lite_commonsense", (83, 500), 0.857, 0.604, 0.36, 9, 1),
        ("helm_lite_gsm", (83, 1000), 0.935, 0.836, 0.77, 3, 7),
    ],
)
def test_item_matrices(
    name: str, shape: tuple[int, int], tau: float, share: float, p_first: float, apart: int, lead: int
) -> None:
    """The independent computation used chi-square McNemar; the exact test here tells slightly fewer pairs apart."""
    found = matrix(f"item_matrices/{name}.parquet")
    assert (len(found.models), len(found.items)) == shape
    record = rank(found, RankOptions(seed=SEED, resamples=2000))
    assert record.split_half is not None
    assert record.split_half.mean == pytest.approx(tau, abs=0.01)
    assert record.pairs.distinguishable is not None
    assert share - 0.02 <= record.pairs.distinguishable / record.pairs.n <= share + 0.001
    assert record.first.p_first == pytest.approx(p_first, abs=0.035)
    assert record.first.lead == pytest.approx(lead / shape[1])
    assert record.first.drop_k == lead + 1
    assert abs(len(record.first.indistinguishable_unadjusted) - apart) <= 1
    expected = {"items_without_names"} | ({"models_without_names"} if not name.startswith("openllm") else set())
    assert expected <= notes(record)


def test_label_errors_move_levels_not_the_order() -> None:
    everything = matrix("mmlu_redux/items_by_model.csv")
    sound = matrix("mmlu_redux/items_by_model.csv", where={"error_type": "ok"})
    assert 1 - len(sound.items) / len(everything.items) == pytest.approx(0.0649, abs=5e-5)
    record = rank(everything, RankOptions(seed=SEED, resamples=1000), compare=[sound])
    assert record.first.model == "anthropic_claude-3-5-sonnet-20240620"
    assert record.first.p_first == 1
    assert record.first.drop_k == 118
    assert record.agreement[0].kendall_tau_b == pytest.approx(0.978, abs=5e-4)
    assert record.agreement[0].max_rank_shift == 1
    assert not any(row.first_changed for row in record.leave_one_out)
    virology = [
        matrix("mmlu_redux/items_by_model.csv", where={"subject": "virology", **w}) for w in ({}, {"error_type": "ok"})
    ]
    assert [len(m.items) for m in virology] == [100, 43]
    (row,) = rank(virology[0], RankOptions(seed=SEED, resamples=100), compare=[virology[1]]).agreement
    assert row.kendall_tau_b == pytest.approx(0.16, abs=5e-3)
    assert [virology[k].scores.mean() for k in (0, 1)] == pytest.approx([0.551, 0.894], abs=6e-4)


def test_the_judge_is_gamed_and_sampling_does_not_show_it() -> None:
    """AlpacaEval 2, item preferences from 1 to 2: the constant answer is first in every repeat."""
    record = rank(
        matrix("alpaca_eval/items_preference_weighted_gpt4_turbo.csv"), RankOptions(seed=SEED, resamples=2000)
    )
    assert (len(record.models), record.input.n_items) == (58, 797)
    assert record.unit == "as_printed"
    assert record.first.model == "NullModel"
    assert record.models[0].score - 1 == pytest.approx(0.767, abs=5e-4)
    assert (record.first.p_first, record.models[0].rank_low, record.models[0].rank_high) == (1, 1, 1)


def test_a_block_of_missing_runs_is_noticed() -> None:
    """LiveCodeBench: one model has 0 on all late problems of one platform, easy ones too."""
    found = matrix("livecodebench/scores.csv")
    said = [n.text for n in found.notes if n.id == "zero_block"]
    assert len(said) == 1
    assert said[0].startswith("DeepSeek-V3 has no right answer on 71 items in a row")
    record = rank(found, RankOptions(seed=SEED))
    assert (record.first.model, round(100 * record.models[0].score, 1)) == ("O4-Mini (High)", 83.2)
    assert [m.p_first for m in record.models[:2]] == pytest.approx([0.63, 0.35], abs=0.015)
