"""Item bootstrap: exact, repeatable whatever the chunks, paired."""

import hashlib
import math
from importlib.util import find_spec

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import rankdata

from auditgen.stats.bootstrap import (
    bootstrap_means,
    competition_ranks,
    item_covariance,
    rank_intervals,
    score_matrix,
    seed_from,
)
from auditgen.stats.item_draws import NumpyStream

needs_numba = pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed")


@pytest.fixture(scope="module")
def items() -> np.ndarray:
    return (np.random.default_rng(4).random((90, 5)) < (0.7, 0.68, 0.6, 0.5, 0.2)).astype(float)


def test_seed_is_the_first_eight_bytes_of_sha256() -> None:
    assert seed_from("claim-1C2") == int(hashlib.sha256(b"claim-1C2").hexdigest()[:16], 16)
    assert seed_from("") == 0xE3B0C44298FC1C14
    assert seed_from("claim-1C1") != seed_from("claim-1C2")


@pytest.mark.parametrize("scores", ["binary", "thirds", "real", "ratings"])
@pytest.mark.parametrize("clustered", [False, True])
@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=needs_numba)])
def test_same_bytes_for_any_memory_and_workers(items: np.ndarray, scores: str, clustered: bool, compiled: bool) -> None:
    noise = np.random.default_rng(1).random(items.shape)
    table = {
        "binary": items,
        "thirds": np.round(items + noise) / 3,
        "real": items * 0.5 + noise / 3,
        "ratings": 1000 + 800 * noise,
    }[scores]
    clusters = [i % 31 for i in range(len(items))] if clustered else None
    one = bootstrap_means(table, seed=9, replicates=700, clusters=clusters, compiled=False).means
    for megabytes, workers in ((1e-9, 1), (0.005, 2), (0.05, 3), (1.0, 2), (32.0, 1)):
        again = bootstrap_means(
            table, seed=9, replicates=700, clusters=clusters, megabytes=megabytes, workers=workers, compiled=compiled
        ).means
        assert again.tobytes() == one.tobytes()


@pytest.mark.parametrize("largest", [1.0, 100.0, 1e6])
def test_real_scores_keep_their_digits(largest: float) -> None:
    """Scores that are no decimals of three places are rounded before summing: the means must not show it."""
    scores = np.random.default_rng(3).random((400, 3)) * largest
    weights = np.empty((50, 400))
    NumpyStream(6, 0).fill(weights)
    exact = [[math.fsum(row * column) / 400 for column in scores.T] for row in weights]
    means = bootstrap_means(scores, seed=6, replicates=50).means
    assert np.abs(means - exact).max() < 1e-12 * max(largest, 1)


def test_a_shorter_run_is_a_prefix_and_another_seed_differs(items: np.ndarray) -> None:
    long = bootstrap_means(items, seed=2, replicates=600).means
    assert np.array_equal(bootstrap_means(items, seed=2, replicates=130).means, long[:130])
    assert not np.array_equal(bootstrap_means(items, seed=3, replicates=600).means, long)


def test_replicates_are_means_of_resampled_items(items: np.ndarray) -> None:
    draws = bootstrap_means(items, seed=5, replicates=50)
    counts = draws.means * 90
    assert np.allclose(counts, np.round(counts), atol=1e-9)
    assert (draws.n_items, draws.n_clusters, draws.items_left_out) == (90, 90, 0)
    assert np.array_equal(draws.observed, items.mean(axis=0))


def test_spread_agrees_with_theory(items: np.ndarray) -> None:
    draws = bootstrap_means(items, seed=5, replicates=20_000)
    theory = item_covariance(items)
    p = items.mean(axis=0)
    assert np.diag(theory) == pytest.approx(p * (1 - p) / 90, rel=1e-12)
    assert draws.means.mean(axis=0) == pytest.approx(p, abs=4 * np.sqrt(theory.max() / 20_000))
    assert draws.covariance() == pytest.approx(theory, abs=0.06 * theory.max())


def test_models_stay_paired() -> None:
    column = np.random.default_rng(0).random(40)
    draws = bootstrap_means(np.column_stack([column, column, 1 - column]), seed=1, replicates=300)
    assert np.array_equal(draws.means[:, 0], draws.means[:, 1])
    assert draws.means[:, 2] == pytest.approx(1 - draws.means[:, 0], abs=1e-11)


def test_clusters_are_drawn_whole_and_widen_the_spread() -> None:
    random = np.random.default_rng(8)
    base = (random.random(30) < 0.5).astype(float)
    scores = np.repeat(base, 10)[:, None]  # ten copies of every question
    labels = np.repeat(np.arange(30), 10).tolist()
    alone = bootstrap_means(scores, seed=1, replicates=4000).means.std()
    together = bootstrap_means(scores, seed=1, replicates=4000, clusters=labels)
    assert together.n_clusters == 30
    assert together.means.std() / alone == pytest.approx(np.sqrt(10), rel=0.06)


def test_clusters_of_unequal_size_weigh_by_their_items() -> None:
    scores = np.array([[1.0], [1.0], [1.0], [0.0]])
    means = bootstrap_means(scores, seed=1, replicates=500, clusters=["a", "a", "a", "b"]).means[:, 0]
    assert set(np.round(means, 6)) == {0.0, 0.75, 1.0}


def test_a_missing_cell_is_refused_or_drops_the_item(items: np.ndarray) -> None:
    holes = items.copy()
    holes[3, 1] = holes[7, 0] = np.nan
    with pytest.raises(ValueError, match="found 2 empty of 450"):
        bootstrap_means(holes, seed=1)
    kept = bootstrap_means(holes, seed=1, replicates=200, missing="common_items")
    assert (kept.n_items, kept.items_left_out) == (88, 2)
    without = bootstrap_means(np.delete(items, [3, 7], axis=0), seed=1, replicates=200)
    assert np.array_equal(kept.means, without.means)
    with pytest.raises(ValueError, match="no item has a result from every model"):
        bootstrap_means([[np.nan, 1.0], [0.0, np.nan]], seed=1, missing="common_items")


@pytest.mark.parametrize(
    ("scores", "options", "message"),
    [
        ([1.0, 0.0], {}, "items x models"),
        ([], {}, "items x models"),
        ([[1.0, 0.0]], {}, "at least 2 items"),
        ([[1.0], [np.inf]], {}, "infinite"),
        ([["a"], ["b"]], {}, "table of numbers"),
        ([[1.0, 2.0], [1.0]], {}, "table of numbers"),
        ([[1.0], [0.0]], {"clusters": ["a"]}, "one label an item"),
        ([[1.0], [0.0]], {"clusters": ["a", "a"]}, "at least 2 items"),
        ([[1.0], [0.0]], {"missing": "zero"}, "missing"),
        ([[1.0], [0.0]], {"replicates": 0}, "at least 1"),
        ([[1.0], [0.0]], {"seed": -1}, "non-negative"),
        ([[1.0], [0.0]], {"megabytes": 0}, "above 0"),
        ([[1.0], [0.0]], {"megabytes": float("nan")}, "above 0"),
        ([[1.0], [0.0]], {"megabytes": float("inf")}, "above 0"),
    ],
)
def test_bad_input_is_named(scores: list, options: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        bootstrap_means(scores, **{"seed": 1, **options})


def test_score_matrix_counts_models() -> None:
    with pytest.raises(ValueError, match="at least 3 models"):
        score_matrix([[1, 2]], min_models=3)


BOTH_LOOPS = pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=needs_numba)])


@BOTH_LOOPS
@given(st.lists(st.lists(st.integers(-3, 3), min_size=6, max_size=6), min_size=1, max_size=5))
def test_competition_ranks_equal_scipy(compiled: bool, rows: list[list[int]]) -> None:
    means = np.array(rows) / 3
    assert np.array_equal(competition_ranks(means, compiled=compiled), rankdata(-means, method="min", axis=1))


@BOTH_LOOPS
@pytest.mark.parametrize(
    ("models", "scale"), [(1, 1), (2, 1), (130, 1), (300, 1500), (130, 5e6), (130, 1e15), (4096, 1), (4097, 1)]
)
def test_many_and_large_scores_are_ranked_as_by_scipy(compiled: bool, models: int, scale: float) -> None:
    # more scores than are ranked at once; large ones and many models leave the way of whole numbers
    means = np.random.default_rng(5).integers(0, 200, (600, models)) / 200 * scale
    ranks = competition_ranks(means, compiled=compiled)
    assert ranks.dtype == np.int64
    assert np.array_equal(ranks, rankdata(-means, method="min", axis=1))
    assert np.array_equal(competition_ranks(means[::3, ::-1], compiled=compiled), ranks[::3, ::-1])


@BOTH_LOOPS
def test_ranks_tie_within_a_billionth(compiled: bool) -> None:
    assert competition_ranks([0.3, 0.1 + 0.2, 0.4], compiled=compiled).tolist() == [[2, 2, 1]]
    assert competition_ranks([0.5, 0.5 + 4e-10, 0.5 + 2e-9], compiled=compiled).tolist() == [[2, 2, 1]]


@pytest.mark.parametrize("shape", [(0, 3), (1, 0), (2, 0)])
def test_nothing_to_rank(shape: tuple[int, int]) -> None:
    assert competition_ranks(np.empty(shape)).shape == shape


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**64 - 1), st.permutations(range(5)))
def test_relabelling_models_permutes_the_answer(seed: int, order: list[int]) -> None:
    table = (np.random.default_rng(4).random((60, 5)) < (0.7, 0.68, 0.6, 0.5, 0.2)).astype(float)
    plain = rank_intervals(bootstrap_means(table, seed=seed, replicates=128))
    moved = rank_intervals(bootstrap_means(table[:, order], seed=seed, replicates=128))
    assert [plain[i] for i in order] == list(moved)


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95])
def test_rank_intervals_are_quantiles_of_the_ranks(items: np.ndarray, level: float) -> None:
    draws = bootstrap_means(items, seed=8, replicates=333)
    ranks = competition_ranks(draws.means)
    low, high = np.quantile(ranks, [(1 - level) / 2, (1 + level) / 2], axis=0)
    found = rank_intervals(draws, level=level)
    assert [r.rank_low for r in found] == np.floor(low + 1e-9).tolist()
    assert [r.rank_high for r in found] == np.ceil(high - 1e-9).tolist()


def test_rank_interval_rounds_outwards_and_holds_the_rank(items: np.ndarray) -> None:
    intervals = rank_intervals(bootstrap_means(items, seed=1, replicates=2000))
    assert all(r.rank_low <= r.rank <= r.rank_high for r in intervals)
    assert intervals[4] == type(intervals[4])(5, 5, 5)
    assert intervals[0].rank_high >= 2


@pytest.mark.parametrize("n", [1024, 1025])  # the two ways of counting draws meet here
def test_every_resample_has_as_many_items_as_the_test(n: int) -> None:
    one_item = np.zeros((n, 2))
    one_item[0, 0] = 1
    one_item[:, 1] = 1
    means = bootstrap_means(one_item, seed=3, replicates=4000).means
    assert (means[:, 1] == 1).all()
    drawn = means[:, 0] * n  # how often the first item was drawn: binomial(n, 1/n)
    assert np.allclose(drawn, np.round(drawn), atol=1e-9)
    assert (drawn.mean(), drawn.var()) == (pytest.approx(1, abs=0.06), pytest.approx(1, abs=0.12))
