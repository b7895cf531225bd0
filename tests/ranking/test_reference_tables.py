"""Results tables of real leaderboards, read and ranked as a user would, against numbers found independently."""

from statistics import mean

import numpy as np
import pytest

from auditgen.intake.errors import InputError
from auditgen.intake.tables import Choices, ResultsTable, read_table
from auditgen.ranking import RankOptions, rank
from auditgen.records.rank_record import RankRecord
from tests.ranking.making import notes
from tests.shared_data import shared

TASKS = {
    "GLUE": ("CoLA", "SST-2", "MRPC [1]", "MRPC [2]", "STS-B [1]", "STS-B [2]", "QQP [1]", "QQP [2]", "MNLI-m",
             "MNLI-mm", "QNLI", "RTE"),
}  # fmt: skip


def table(path: str, **choices: object) -> ResultsTable:
    found = read_table(shared(f"results/{path}"), Choices(**choices))  # type: ignore[arg-type]
    assert isinstance(found, ResultsTable)
    return found


class TestEqualPreparation:
    """lm-harmony: 61 models, 24 benchmarks and three perplexities, before and after equal fine-tuning."""

    @pytest.fixture(scope="class")
    @classmethod
    def record(cls) -> RankRecord:
        return rank(table("lm_harmony/scores_long.csv"), RankOptions(seed=1, resamples=500))

    def test_perplexities_among_accuracies_are_found(self, record: RankRecord) -> None:
        said = {n.id: n.text for n in record.notes}
        assert "arxiv_2025 · direct_eval (tau -0." in said["wrong_way"]
        assert record.input.ranked == "mean of 24 tests · direct_eval"
        assert len(record.models) == 61

    def test_benchmarks_agree_better_afterwards(self, record: RankRecord) -> None:
        found = record.preparation
        assert found is not None
        assert (found.n_models, found.n_tests, found.n_test_pairs) == (61, 24, 276)
        assert (found.mean_tau_before, found.mean_tau_after) == pytest.approx((0.517, 0.755), abs=5e-4)
        assert found.pairs_agreeing_better == 274
        assert found.kendall_tau_b == pytest.approx(0.768, abs=5e-4)
        assert (found.max_rank_shift, found.most_moved) == (26, "google/gemma-7b")

    def test_single_pairs(self, record: RankRecord) -> None:
        taus = {frozenset((r.a, r.b)): r.kendall_tau_b for r in record.agreement if r.kind == "test"}
        pair = frozenset(("nq_open · direct_eval", "arc_challenge · direct_eval"))
        assert taus[pair] == pytest.approx(0.434, abs=5e-4)
        benchmarks = [t for pair, t in taus.items() if not any("turned" in name or "mean of" in name for name in pair)]
        assert len(benchmarks) == 276
        assert np.median(benchmarks) == pytest.approx(0.533, abs=5e-4)
        assert min(t for t in benchmarks if t is not None) == pytest.approx(-0.114, abs=5e-4)

    def test_perplexities_are_turned_before_they_are_compared(self, record: RankRecord) -> None:
        turned = [r for r in record.agreement if "turned" in r.b]
        assert {r.b.split(" ")[0] for r in turned} == {"arxiv_2025", "wiki_2025", "stackexchange_2025"}
        assert all(r.n_models == 53 for r in turned)
        assert all((r.kendall_tau_b or 0) > 0.5 for r in turned)


class TestOpenLeaderboard:
    """Open LLM Leaderboard v1: 7,169 evaluations, six tasks."""

    @pytest.fixture(scope="class")
    @classmethod
    def record(cls) -> RankRecord:
        sizes = {"arc": 1172, "hellaswag": 10042, "mmlu": 14042, "truthfulqa": 817, "winogrande": 1267, "gsm8k": 1319}
        return rank(table("open_llm_v1/scores_2024-07-07.csv", n_items=sizes), RankOptions(seed=1, resamples=1000))

    def test_several_evaluations_and_the_inverted_flag(self, record: RankRecord) -> None:
        said = {n.id: n.text for n in record.notes}
        assert said["several_evaluations"].startswith("349 model names")
        # the largest spread on one task; on the printed average it is 19.4
        assert "true for 7,060 of 7,169 rows" in said["flag_inverted"]
        assert len(record.models) == 7169

    def test_leave_one_task_out(self, record: RankRecord) -> None:
        assert record.first.model == "paloalma/Le_Triomphant-ECE-TW3"
        assert 100 * record.models[0].score == pytest.approx(81.31, abs=0.005)
        rows = {row.dropped: row for row in record.leave_one_out}
        assert {name for name, row in rows.items() if row.first_lost} == {"arc", "truthfulqa", "gsm8k"}
        assert any("ontaminated_proof" in name for name in rows["gsm8k"].first)
        taus = {name: row.kendall_tau_b or 0 for name, row in rows.items()}
        assert min(taus, key=taus.__getitem__) == "gsm8k"
        assert (min(taus.values()), max(taus.values())) == pytest.approx((0.88, 0.98), abs=0.005)

    def test_eighteen_rows_lie_within_sampling_error_of_the_first(self, record: RankRecord) -> None:
        assert len(record.first.indistinguishable_unadjusted) == 18
        first = record.models[0]
        assert ((first.ci_high or 0) - (first.ci_low or 0)) / (2 * 1.96) == pytest.approx(0.0041, abs=5e-5)

    def test_tasks_agree(self, record: RankRecord) -> None:
        taus = [r.kendall_tau_b for r in record.agreement if r.kind == "test"]
        assert len(taus) == 15
        assert mean(t for t in taus if t is not None) == pytest.approx(0.644, abs=5e-4)

    def test_the_printed_average_is_the_mean(self, record: RankRecord) -> None:
        published = next(r for r in record.agreement if r.kind == "published")
        assert abs(published.highest_change or 1) < 1e-4


class TestBoards:
    """Boards of many tasks."""

    def test_one_board_at_a_time(self) -> None:
        with pytest.raises(InputError, match="expected one leaderboard at a time, found 15"):
            table("benchbench/scores_long.csv")

    def test_glue(self) -> None:
        """One name, RefBERT, stands for four evaluations; the independent computation averaged them (84 rows)."""
        glue = table("benchbench/scores_long.csv", where={"leaderboard": "GLUE"})
        assert [m for m in glue.models if m.startswith("RefBERT")] == ["RefBERT"] + [
            f"RefBERT [{k}]" for k in (2, 3, 4)
        ]
        record = rank(glue, RankOptions(tests=TASKS["GLUE"], leave_out=tuple(f"RefBERT [{k}]" for k in (2, 3, 4))))
        assert len(record.models) == 84
        assert record.first.model == "Turing NLR v5"
        lost = {row.dropped: row.first for row in record.leave_one_out if row.first_lost}
        assert lost == {"QNLI": ("Vega v1",), "RTE": ("Vega v1",)}
        lowest = min(record.leave_one_out, key=lambda row: row.kendall_tau_b or 1)
        assert (lowest.dropped, lowest.kendall_tau_b) == ("RTE", pytest.approx(0.930, abs=0.001))

    def test_irrelevant_models_move_win_rates(self) -> None:
        helm = table("benchbench/scores_long.csv", where={"leaderboard": "HELM classic: accuracy"})
        assert "29 of 67 models have a score on every test" in next(
            n.text for n in helm.notes if n.id == "missing_cells"
        )
        record = rank(helm, RankOptions(rule="mean_win_rate"))
        assert (len(record.models), record.input.ranked) == (67, "mean of 16 tests")
        published = next(r for r in record.agreement if r.kind == "published")
        assert published.kendall_tau_b == pytest.approx(0.994, abs=5e-4)
        largest = max(abs(published.lowest_change or 0), published.highest_change or 0)
        assert largest == pytest.approx(0.019, abs=5e-4)
        found = record.alternatives
        assert found is not None
        assert (found.n_removals, found.n_flipping, found.max_flipped_pairs) == (67, 66, 8)
        assert found.mean_flipped_pairs == pytest.approx(3.8, abs=0.05)
        assert record.first.model == "Llama 2 (70B)"
        assert not any(row.first_changed for row in found.removals)

    def test_helm_scores_on_which_less_is_better(self) -> None:
        toxicity = table("benchbench/scores_long.csv", where={"leaderboard": "HELM classic: toxicity"})
        assert all(t.lower_is_better for t in toxicity.tests if not t.aggregate)

    @pytest.mark.parametrize(
        ("release", "models", "tau", "shift"), [("2024-06-24", 73, 0.957, 7), ("2024-11-25", 64, 0.954, 8)]
    )
    def test_livebench_first_place_holds(self, release: str, models: int, tau: float, shift: int) -> None:
        record = rank(table("livebench/scores_long.csv", where={"release": release}))
        assert (len(record.models), record.rule) == (models, "mean_of_categories")
        assert not any(row.first_changed for row in record.leave_one_out)
        tasks = [row for row in record.leave_one_out if row.kind == "task"]
        assert min(row.kendall_tau_b or 1 for row in tasks) == pytest.approx(tau, abs=5e-4)
        assert max(row.max_rank_shift for row in tasks) == shift

    @pytest.mark.parametrize(
        ("name", "base", "drop", "tau", "overlap", "changes"),
        [
            ("imagenetv2-matched-frequency-format-val", "val", 9.02, 0.980, 8, False),
            ("objectnet-1.0-beta", "val-on-objectnet-classes", 32.75, 0.914, 7, False),
            ("imagenet-vid-robust_pm0", "val-on-vid-robust-classes", 30.88, 0.907, 4, True),
            ("imagenet-sketch", "val", 35.92, 0.854, 4, True),
            ("ytbb-robust_pm0", "val-on-ytbb-robust-classes", 39.98, 0.844, 3, True),
            ("imagenet-r", "val-on-imagenet-r-classes", 40.77, 0.839, 6, True),
            ("stylized_imagenet", "val", 38.21, 0.836, 3, True),
            ("imagenet-a", "val-on-imagenet-a-classes", 60.11, 0.805, 8, False),
        ],
    )
    def test_imagenet_testbed(self, name: str, base: str, drop: float, tau: float, overlap: int, changes: bool) -> None:
        record = rank(
            table("imagenet_testbed/top1_by_model_and_test_set.csv"), RankOptions(tests=(base,), against=(name,))
        )
        (row,) = record.agreement
        assert row.n_models == {"ytbb-robust_pm0": 334, "imagenet-r": 329}.get(name, 335)
        assert -100 * (row.mean_change or 0) == pytest.approx(drop, abs=0.006)
        assert row.kendall_tau_b == pytest.approx(tau, abs=0.001)
        assert row.top10_overlap == overlap
        assert (row.first_a != row.first_b) is changes


class TestHarnessPromptJudge:
    def test_stricter_tests(self) -> None:
        """EvalPlus: ties at the top, HumanEval against HumanEval+ and MBPP against MBPP+."""
        found = table("evalplus/scores_long.csv")
        record = rank(found, RankOptions(tests=("humaneval",), against=("humaneval+",), resamples=500))
        (row,) = record.agreement
        assert (row.n_models, row.reversed_pairs, row.n_pairs) == (125, 114, 7750)
        assert row.kendall_tau_b == pytest.approx(0.965, abs=5e-4)
        assert -100 * (row.mean_change or 0) == pytest.approx(4.97, abs=0.006)
        assert record.first.tied == ("O1 Mini (Sept 2024)",)
        assert [m.rank for m in record.models[:3]] == [1, 1, 3]
        assert set(row.first_a) == set(row.first_b) == {"O1 Preview (Sept 2024)", "O1 Mini (Sept 2024)"}
        (row,) = rank(found, RankOptions(tests=("mbpp",), against=("mbpp+",), resamples=500)).agreement
        assert (row.n_models, row.reversed_pairs, row.n_pairs) == (89, 125, 3916)
        assert row.kendall_tau_b == pytest.approx(0.932, abs=5e-4)

    def test_paraphrases_change_the_winner(self) -> None:
        rows = []
        for suite, models in (("BBH", 11), ("LMentry", 16)):
            record = rank(table("multi_prompt/scores_long.csv", where={"suite": suite}), RankOptions(resamples=500))
            assert len(record.models) == models
            rows += record.prompts
        assert len(rows) == 25
        w = [row.kendall_w or 0 for row in rows]
        assert (mean(w), sum(x > 0.85 for x in w)) == (pytest.approx(0.667, abs=5e-4), 1)
        assert mean(row.mean_range for row in rows) == pytest.approx(0.50, abs=5e-3)
        # the independent computation gave a tied first place to the model listed first: 8.0 firsts on average
        assert mean(row.n_firsts_alone for row in rows) < 8.0 < mean(row.n_firsts for row in rows)
        assert mean(row.first_share for row in rows) == pytest.approx(0.628, abs=0.01)
        assert sum(row.n_firsts == 1 for row in rows) == 1

    def test_length_control(self) -> None:
        """AlpacaEval 2, 223 models: win rate with and without control of length."""
        found = table(
            "alpaca_eval/leaderboards_long.csv", score=("win_rate", "length_controlled_winrate"),
            where={"suite": "data_AlpacaEval_2", "annotator": "weighted_alpaca_eval_gpt4_turbo"},
        )  # fmt: skip
        record = rank(found, RankOptions(tests=("win_rate",), against=("length_controlled_winrate",), resamples=500))
        (row,) = record.agreement
        assert (row.n_models, row.max_rank_shift) == (223, 50)
        assert row.kendall_tau_b == pytest.approx(0.843, abs=5e-4)
        assert row.first_b == ("NullModel",)
        assert next(m.rank for m in record.models if m.model == "NullModel") == 3
        assert {"unequal_n", "unit_inferred"} <= notes(record)

    def test_two_judges_of_the_same_answers(self) -> None:
        """Arena-Hard v2, 28 models: each judge is kinder to its own family."""
        where = {"version": "v2.0-preview", "setting": "hard prompt, style control"}
        found = table("arena_hard/scores_long.csv", where=where)
        assert found.setup == ("judge",)
        record = rank(found, RankOptions(resamples=500))
        assert record.input.ranked == "gemini-2.5"
        (row,) = [r for r in record.agreement if r.kind == "setup"]
        assert (row.b, row.n_models) == ("gpt-4.1", 28)
        assert row.kendall_tau_b == pytest.approx(0.786, abs=5e-4)
        other = rank(
            table("arena_hard/scores_long.csv", where={**where, "judge": "gpt-4.1"}), RankOptions(resamples=500)
        )
        ranks = [{m.model: m.rank for m in r.models} for r in (record, other)]
        assert [r["gemini-2.5"] for r in ranks] == [3, 9]
        assert [r["gemini-2.5-flash"] for r in ranks] == [5, 14]
        # three share places 12 to 14 at 50.0; the independent computation printed their average place, 13
        assert [r["gpt-4.1"] for r in ranks] == [12, 6]

    def test_other_judges_of_alpaca(self) -> None:
        where = {"suite": "data_AlpacaEval"}
        boards = [
            table("alpaca_eval/leaderboards_long.csv", where={**where, "annotator": judge}, score=("win_rate",))
            for judge in ("alpaca_eval_gpt4", "claude")
        ]
        (row,) = rank(boards[0], RankOptions(resamples=500), compare=boards[1:]).agreement
        assert (row.n_models, row.kendall_tau_b) == (29, pytest.approx(0.815, abs=5e-4))

    def test_the_arena(self) -> None:
        """Fifteen snapshots: how many printed intervals reach that of the first."""
        snapshots = sorted({t.name for t in table("lmarena_text/snapshots_long.csv").tests})
        assert len(snapshots) == 15
        reaching = {}
        for day in snapshots:
            record = rank(table("lmarena_text/snapshots_long.csv", where={"snapshot": day}), RankOptions(resamples=100))
            assert record.unit == "rating"
            reaching[day] = record.first.intervals_reaching
        assert {day for day, n in reaching.items() if n == 1} == {
            "2024-07-31", "2024-09-30", "2024-10-31", "2024-11-30", "2025-01-31",
        }  # fmt: skip
        assert {day for day, n in reaching.items() if n not in (0, 1)} == {"2024-12-31"}
        assert reaching["2024-12-31"] == 4

    def test_the_scale_of_the_arena_moved_and_ranks_did_not(self) -> None:
        days = [table("lmarena_text/snapshots_long.csv", where={"snapshot": d}) for d in ("2025-05-23", "2025-06-25")]
        (row,) = rank(days[0], RankOptions(resamples=100), compare=days[1:]).agreement
        assert row.kendall_tau_b == pytest.approx(0.997, abs=5e-4)
        assert row.mean_change == pytest.approx(20.9, abs=0.1)

    def test_edit_board(self) -> None:
        """Aider: the first two tie at 84.2; runs have 132 or 133 cases and more."""
        record = rank(table("aider/runs.csv", where={"table": "edit_leaderboard"}, score=("pass_rate_2",)))
        assert record.first.tied == ("o1",)
        assert [m.rank for m in record.models[:3]] == [1, 1, 3]
        assert "unequal_n" in notes(record)
        assert len(record.first.indistinguishable_unadjusted) == 5
        polyglot = rank(table("aider/runs.csv", where={"table": "polyglot_leaderboard"}, score=("pass_rate_2",)))
        assert polyglot.first.model == "gpt-5 (high)"
        assert 100 * polyglot.models[0].score == pytest.approx(88.0)
        assert len(polyglot.first.indistinguishable_unadjusted) == 3
