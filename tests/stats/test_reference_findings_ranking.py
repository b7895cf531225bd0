"""Rankings of real leaderboards: the numbers that an independent computation found on the same public tables."""

import numpy as np
import pandas as pd
import pytest

from auditgen.stats.agreement import agreement, split_half_agreement
from auditgen.stats.bootstrap import (
    BootstrapDraws,
    bootstrap_means,
    competition_ranks,
    item_covariance,
    rank_intervals,
)
from auditgen.stats.drop_k import drop_items
from auditgen.stats.first_place import p_first_from_draws
from auditgen.stats.leave_one_out import leave_one_out
from auditgen.stats.multiplicity import holm
from auditgen.stats.rank_sets import rank_sets
from auditgen.stats.reversals import PairTests, pairs_from_items, reversals
from tests.shared_data import shared

SEED = 20261130
INCOMPLETE = "20250720_mini-v0.0.0-claude-3-7-sonnet-20250219"


def best_first(matrix: np.ndarray, names: list[str]) -> tuple[np.ndarray, list[str]]:
    order = np.argsort(-matrix.mean(axis=0), kind="stable")
    return matrix[:, order], [names[i] for i in order]


def not_told_apart_from_first(tests: PairTests, first: int = 0) -> int:
    return int((holm(np.delete(tests.p_value[first], first)) >= 0.05).sum())


@pytest.fixture(scope="module")
def board() -> tuple[np.ndarray, list[str], list[str]]:
    table = pd.read_csv(shared("results/swebench/verified_bash_only_items.csv"), index_col=0).drop(INCOMPLETE)
    matrix, names = best_first(table.to_numpy(float).T, list(table.index))
    return matrix, names, [item.rsplit("-", 1)[0] for item in table.columns]


@pytest.fixture(scope="module")
def draws(board: tuple) -> BootstrapDraws:
    return bootstrap_means(board[0], seed=SEED)


class TestSameScaffold:
    """SWE-bench Verified, 24 systems with one scaffold, 500 items."""

    def test_scores(self, board: tuple) -> None:
        matrix, names, _ = board
        assert matrix.shape == (500, 24)
        assert "opus-4-5" in names[0]
        assert "gemini-3-pro" in names[1]
        percent = (74.4, 74.2, 70.6, 67.6, 66.0, 66.0, 65.0, 64.8, 61.0, 60.0)
        assert 100 * matrix.mean(axis=0)[:10] == pytest.approx(percent)
        assert (int((matrix.sum(axis=1) == 0).sum()), int((matrix.sum(axis=1) == 24).sum())) == (64, 11)

    def test_first_place(self, draws: BootstrapDraws) -> None:
        p = p_first_from_draws(draws.means)
        assert p[:3] == pytest.approx((0.549, 0.450, 0.002), abs=0.015)
        assert max(p[3:]) < 0.001
        low, high = np.quantile(draws.means[:, 0], [0.025, 0.975])
        assert (low, high) == pytest.approx((0.706, 0.782), abs=0.004)

    def test_rank_intervals(self, draws: BootstrapDraws) -> None:
        expected = [(1, 2), (1, 2), (3, 4), (3, 7), (4, 8), (4, 8), (4, 8), (5, 9), (8, 12), (9, 13)]
        found = rank_intervals(draws)[:10]
        assert [(r.rank_low, r.rank_high) for r in found[:2]] == [(1, 2), (1, 2)]
        for interval, (low, high) in zip(found, expected):
            assert abs(interval.rank_low - low) <= 1
            assert abs(interval.rank_high - high) <= 1

    def test_rank_sets_are_wider_than_the_intervals(self, board: tuple, draws: BootstrapDraws) -> None:
        matrix = board[0]
        sets = rank_sets(matrix.mean(axis=0), covariance=item_covariance(matrix), seed=SEED)
        for low, high, interval in zip(sets.low, sets.high, rank_intervals(draws)):
            assert low <= interval.rank_low + 1
            assert high >= interval.rank_high - 1
        assert (sets.low[0], sets.high[0]) == (1, 3)

    def test_paired_tests_against_the_first(self, board: tuple) -> None:
        tests = pairs_from_items(board[0], exact=True)
        adjusted = holm(tests.p_value[0, 1:])
        assert adjusted[0] == pytest.approx(1)
        assert adjusted[1] == pytest.approx(0.0496, abs=5e-5)
        assert adjusted[2:9] == pytest.approx((2.9e-4, 4.8e-6, 1.1e-5, 5.7e-7, 4.1e-7, 1.1e-10, 2.9e-12), rel=0.02)
        assert not_told_apart_from_first(tests) == 1
        assert (tests.n_clear(), tests.n_pairs) == (199, 276)

    def test_two_items_carry_the_lead(self, board: tuple) -> None:
        found = drop_items(board[0][:, 0], board[0][:, 1])
        assert (found.k, found.share, found.only_first, found.only_second) == (2, 0.004, 29, 28)

    def test_leave_one_repository_out(self, board: tuple) -> None:
        matrix, _, repositories = board
        found = leave_one_out(matrix, parts=repositories)
        assert [w.part for w in found.without if w.first_lost] == ["django__django", "sphinx-doc__sphinx"]
        lowest = min(found.without, key=lambda w: w.kendall_tau_b)
        assert (lowest.part, lowest.kendall_tau_b) == ("django__django", pytest.approx(0.936, abs=5e-4))
        django = np.array(repositories) == "django__django"
        tau = agreement(matrix[django].mean(axis=0), matrix[~django].mean(axis=0)).kendall_tau_b
        assert tau == pytest.approx(0.849, abs=5e-4)

    def test_split_halves(self, board: tuple) -> None:
        found = split_half_agreement(board[0], seed=SEED)
        assert found.mean == pytest.approx(0.866, abs=0.003)
        assert (found.low, found.high) == pytest.approx((0.810, 0.918), abs=0.01)


def images(name: str) -> tuple[np.ndarray, list[str]]:
    """Right or wrong, images x models, without the three models whose files are inconsistent."""
    table = pd.read_parquet(shared(f"results/imagenetv2/{name}.parquet")).drop(columns="class_id")
    table = table[[model for model in table.columns if not model.startswith("fv_")]]
    return table.to_numpy(float), list(table.columns)


@pytest.fixture(scope="module")
def original() -> tuple[np.ndarray, list[str]]:
    return images("items_val")


@pytest.fixture(scope="module")
def original_tests(original: tuple) -> PairTests:
    return pairs_from_items(original[0], exact=True)


class TestImageNet:
    """ImageNet validation against three re-made test sets, 64 models."""

    @pytest.mark.parametrize(
        ("name", "drop", "least", "most", "tau", "slope", "r2", "reversed_pairs", "clear_reversed", "shift"),
        [
            ("matched_frequency", 11.97, 10.30, 13.62, 0.961, 1.110, 0.991, 38, 6, 5),
            ("threshold07", 3.13, 2.22, 5.21, 0.944, 1.095, 0.995, 57, 10, 5),
            ("top_images", -2.21, -3.50, -1.03, 0.932, 0.958, 0.992, 68, 17, 7),
        ],
    )
    def test_scores_drop_and_ranks_hold(
        self, original: tuple, original_tests: PairTests, name: str, drop: float, least: float, most: float,
        tau: float, slope: float, r2: float, reversed_pairs: int, clear_reversed: int, shift: int,
    ) -> None:  # fmt: skip
        fresh, names = images(f"items_v2_{name}")
        assert names == original[1]
        a, b = original[0].mean(axis=0), fresh.mean(axis=0)
        points = 100 * (a - b)
        assert (points.mean(), points.min(), points.max()) == pytest.approx((drop, least, most), abs=0.006)
        found = agreement(a, b)
        assert found.kendall_tau_b == pytest.approx(tau, abs=0.001)
        assert np.polyfit(a, b, 1)[0] == pytest.approx(slope, abs=6e-4)
        assert np.corrcoef(a, b)[0, 1] ** 2 == pytest.approx(r2, abs=6e-4)
        assert np.abs(competition_ranks(a) - competition_ranks(b)).max() == shift
        counts = reversals(original_tests, pairs_from_items(fresh, exact=True))
        assert (counts.n_pairs, counts.n_reversed_all) == (2016, reversed_pairs)
        assert (counts.n_clear_first, counts.n_reversed, counts.n_clearly_reversed) == (1867, clear_reversed, 0)

    def test_the_top_is_less_stable(self, original: tuple) -> None:
        fresh, _ = images("items_v2_matched_frequency")
        a, b = original[0].mean(axis=0), fresh.mean(axis=0)
        top = np.argsort(-a)[:20]
        assert agreement(a[top], b[top]).kendall_tau_b == pytest.approx(0.860, abs=6e-4)

    def test_first_on_the_original(self, original: tuple) -> None:
        matrix, names = best_first(*original)
        assert (names[0], round(100 * matrix[:, 0].mean(), 2)) == ("pnasnet_large_tf", 82.86)
        assert drop_items(matrix[:, 0], matrix[:, 1]).k == 62
        assert not_told_apart_from_first(pairs_from_items(matrix, exact=True)) == 2
        near = bootstrap_means(matrix[:, :8], seed=SEED, replicates=1000)
        assert p_first_from_draws(near.means)[0] == pytest.approx(0.83, abs=0.03)

    def test_first_on_the_fresh_set(self) -> None:
        matrix, names = best_first(*images("items_v2_matched_frequency"))
        assert (names[0], round(100 * matrix[:, 0].mean(), 2)) == ("nasnetalarge", 72.21)
        assert drop_items(matrix[:, 0], matrix[:, 1]).k == 3
        assert not_told_apart_from_first(pairs_from_items(matrix, exact=True)) == 3
        draws = bootstrap_means(matrix[:, :20], seed=SEED, replicates=4000)
        assert p_first_from_draws(draws.means)[0] == pytest.approx(0.33, abs=0.025)


def test_cifar_fresh_sets() -> None:
    fourth = pd.read_parquet(shared("results/cifar10_1/items_cifar10_1_v4.parquet")).drop(columns="label")
    sixth = pd.read_parquet(shared("results/cifar10_1/items_cifar10_1_v6.parquet"))[fourth.columns]
    tau = agreement(fourth.mean().to_numpy(), sixth.mean().to_numpy()).kendall_tau_b
    assert tau == pytest.approx(0.961, abs=5e-4)
    matrix, names = best_first(fourth.to_numpy(float), list(fourth.columns))
    assert (names[0], round(100 * matrix[:, 0].mean(), 2)) == ("shake_shake_26_2x64d_SSI_cutout16", 92.97)
    draws = bootstrap_means(matrix, seed=SEED)
    assert p_first_from_draws(draws.means)[0] == pytest.approx(0.869, abs=0.015)
    first = rank_intervals(draws)[0]
    assert (first.rank_low, first.rank_high) == (1, 2)
    lead = drop_items(matrix[:, 0], matrix[:, 1])
    assert (lead.k, round(100 * (lead.share or 0), 2)) == (15, 0.74)
    tests = pairs_from_items(matrix, exact=True)
    assert not_told_apart_from_first(tests) == 3
    assert int((tests.p_value[0, 1:] >= 0.05).sum()) == 2


@pytest.mark.parametrize(
    ("name", "shape", "tau", "p_first", "lead"),
    [
        ("glue_rte", (277, 87), 0.453, 0.70, 4),
        ("openllm_musr", (756, 448), 0.587, 0.77, 18),
        ("helm_lite_gsm", (1000, 83), 0.935, 0.77, 7),
    ],
)
def test_item_matrices(name: str, shape: tuple[int, int], tau: float, p_first: float, lead: int) -> None:
    table = pd.read_parquet(shared(f"results/item_matrices/{name}.parquet"))
    assert table.shape == shape
    matrix, _ = best_first(table.to_numpy(float), list(table.columns))
    assert split_half_agreement(matrix, seed=SEED, splits=60).mean == pytest.approx(tau, abs=0.015)
    draws = bootstrap_means(matrix[:, :30], seed=SEED, replicates=2000)
    assert p_first_from_draws(draws.means)[0] == pytest.approx(p_first, abs=0.03)
    assert matrix[:, 0].sum() - matrix[:, 1].sum() == lead


def test_label_errors_move_levels_not_the_order() -> None:
    table = pd.read_csv(shared("results/mmlu_redux/items_by_model.csv"))
    matrix, _ = best_first(table.iloc[:, 4:].to_numpy(float), list(table.columns[4:]))
    sound = (table.error_type == "ok").to_numpy()
    assert 1 - sound.mean() == pytest.approx(0.0649, abs=5e-5)
    everything, clean, faulty = matrix.mean(axis=0), matrix[sound].mean(axis=0), matrix[~sound].mean(axis=0)
    assert (everything[0], clean[0]) == pytest.approx((0.865, 0.887), abs=6e-4)
    assert agreement(everything, clean).kendall_tau_b == pytest.approx(0.978, abs=5e-4)
    assert agreement(faulty, clean).kendall_tau_b == pytest.approx(0.339, abs=5e-4)
    assert drop_items(matrix[:, 0], matrix[:, 1]).k == 118
    assert p_first_from_draws(bootstrap_means(matrix, seed=SEED, replicates=1000).means)[0] == 1
    virology = (table.subject == "virology").to_numpy()
    tau = agreement(matrix[virology].mean(axis=0), matrix[virology & sound].mean(axis=0)).kendall_tau_b
    assert tau == pytest.approx(0.16, abs=5e-3)
