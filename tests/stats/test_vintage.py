"""Standing on older against newer tests."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import permutation_test

from auditgen.stats.vintage import ahead_of, standing_gap


def column(*values: float) -> np.ndarray:
    return np.array(values)[:, None]


def test_worked_gaps() -> None:
    found = standing_gap(column(0.90, 0.80, 0.95, 0.85, 0.60, 0.50, 0.70), [True] * 4 + [False] * 3, seed=1)
    assert found.estimate == pytest.approx(0.275, rel=1e-9)
    assert found.p_value == pytest.approx(1 / 35, rel=1e-9)
    assert (found.exact, found.n_assignments, found.n_older, found.n_newer) == (True, 35, 4, 3)
    none = standing_gap(column(0.6, 0.7, 0.5, 0.6, 0.5, 0.7), [True] * 3 + [False] * 3, seed=1)
    assert none.estimate == pytest.approx(0, abs=1e-12)
    assert none.p_value == pytest.approx(0.7, rel=1e-9)


def test_standing_counts_ties_half_and_leaves_gaps_out() -> None:
    table = ahead_of([3, 2, np.nan], [(1, 3, 4), (2, np.nan, 1), (1, 1, 1)])
    assert np.array_equal(table[0], [1, 0.5, 0])
    assert np.array_equal(table[1], [0.5, np.nan, 1], equal_nan=True)
    assert np.isnan(table[2]).all()


def test_only_contemporaries_on_both_sides_count() -> None:
    # the third one was measured on older tests only, and would pull the standing down
    table = np.array([(1, 1, 0), (1, 1, 0), (0, 1, np.nan), (0, 0, np.nan)])
    found = standing_gap(table, [True, True, False, False], seed=1)
    assert found.n_contemporaries == 2
    assert (found.older, found.newer, found.estimate) == (1, 0.25, 0.75)


def test_exact_p_equals_scipy_when_all_are_measured_everywhere() -> None:
    random = np.random.default_rng(3)
    table = (random.random((9, 6)) < 0.6).astype(float)
    older = [True] * 4 + [False] * 5
    share = table.mean(axis=1)
    scipy = permutation_test(
        (share[:4], share[4:]), lambda a, b: a.mean() - b.mean(), alternative="greater", n_resamples=np.inf
    )
    assert standing_gap(table, older, seed=1).p_value == pytest.approx(scipy.pvalue, rel=1e-9)


def test_drawn_p_agrees_with_the_exact_one_and_repeats() -> None:
    random = np.random.default_rng(3)
    table = np.where(random.random((12, 8)) < 0.2, np.nan, (random.random((12, 8)) < 0.6).astype(float))
    older = [True, False] * 6
    exact = standing_gap(table, older, seed=1)
    drawn = standing_gap(table, older, seed=1, exact_up_to=10)
    assert (exact.exact, exact.n_assignments, drawn.exact, drawn.n_assignments) == (True, 924, False, 20_000)
    assert drawn.p_value == pytest.approx(exact.p_value, abs=0.015)
    assert drawn == standing_gap(table, older, seed=1, exact_up_to=10)
    assert drawn.p_value != standing_gap(table, older, seed=2, exact_up_to=10).p_value


def test_assignments_without_a_common_contemporary_count_against_surprise() -> None:
    # one contemporary on one older and one newer test: half of the six label sets leave nobody on both sides
    table = np.full((4, 1), np.nan)
    table[0, 0], table[3, 0] = 1, 0
    found = standing_gap(table, [True, True, False, False], seed=1)
    assert found.estimate == 1
    assert found.p_value == pytest.approx((2 + 2) / 6)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.permutations(range(6)))
def test_order_of_tests_does_not_matter(seed: int, order: list[int]) -> None:
    random = np.random.default_rng(seed)
    table = (random.random((6, 3)) < 0.5).astype(float)
    older = np.array([True, True, True, False, False, False])
    plain, moved = (
        standing_gap(table, older.tolist(), seed=1),
        standing_gap(table[order], older[order].tolist(), seed=1),
    )
    assert (moved.estimate, moved.p_value) == pytest.approx((plain.estimate, plain.p_value))
    assert 0 < plain.p_value <= 1
    mirrored = standing_gap(table, (~older).tolist(), seed=1)
    assert mirrored.estimate == pytest.approx(-plain.estimate)


@pytest.mark.parametrize(
    ("ahead", "older", "message"),
    [
        ([[1.0], [0.0]], [True, True], "both sides"),
        ([[1.0], [0.0]], [True], "one flag a test"),
        ([[1.0], [2.0]], [True, False], "between 0 and 1"),
        ([[1.0], [np.nan]], [True, False], "no contemporary"),
    ],
)
def test_bad_input_is_named(ahead: list, older: list, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        standing_gap(ahead, older, seed=1)


def test_tables_of_other_tests_are_refused() -> None:
    with pytest.raises(ValueError, match="own"):
        ahead_of([1, 2], [(1, 2)])


def test_the_critical_gap_is_the_smallest_that_fewer_than_one_in_twenty_reach():
    from itertools import combinations

    share = [0.9, 0.7, 0.4, 0.8, 0.3, 0.5, 0.6, 0.2]
    table = [[float(j < 20 * s) for j in range(20)] for s in share]
    found = standing_gap(table, [True] * 4 + [False] * 4, seed=1)
    mean = np.array([sum(row) / 20 for row in table])
    gaps = np.array([mean[list(s)].mean() - np.delete(mean, s).mean() for s in combinations(range(8), 4)])
    assert (gaps >= found.critical - 1e-12).mean() < 0.05
    lower = max(g for g in gaps if g < found.critical - 1e-12)
    assert (gaps >= lower - 1e-12).mean() >= 0.05


def test_too_few_tests_have_no_critical_gap():
    table = [[1.0, 0.0], [1.0, 1.0], [0.0, 0.0], [0.0, 1.0]]
    assert standing_gap(table, [True, True, False, False], seed=1).critical is None
