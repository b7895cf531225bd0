"""Fewest items or votes that turn a lead: exhaustive search as the oracle."""

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditgen.stats.drop_k import (
    RATING_PER_BETA,
    bradley_terry,
    count_votes,
    drop_items,
    drop_items_from_counts,
    drop_votes,
)

THREE = [[0, 60, 55], [40, 0, 52], [45, 48, 0]]


def test_worked_items() -> None:
    found = drop_items_from_counts(25, 10, 500)
    assert (found.ties_after, found.k, found.share) == (15, 16, 0.032)
    first, second = np.zeros(500), np.zeros(500)
    first[:25] = second[25:35] = 1
    assert drop_items(first, second) == found


def test_a_lead_that_cannot_be_turned() -> None:
    found = drop_items([1, 1, 0], [0, 0, 0])
    assert (found.k, found.share, found.ties_after) == (None, None, 2)
    assert drop_items_from_counts(2, 0, 3) == found


def test_level_models_flip_after_one_item() -> None:
    assert drop_items_from_counts(5, 5, 50).k == 1


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=8))
def test_items_equal_exhaustive_search(items: list[tuple[int, int]]) -> None:
    a, b = np.array(items, float).T
    if a.sum() < b.sum():
        a, b = b, a
    everything = range(len(a))
    shortest = next(
        (
            k
            for k in range(len(a) + 1)
            if any(sum((a - b)[list(set(everything) - set(gone))]) < 0 for gone in combinations(everything, k))
        ),
        None,
    )
    assert drop_items(a / 4, b / 4).k == shortest


def test_worked_two_models() -> None:
    gap, se = bradley_terry([[0, 104], [96, 0]]).gap(0, 1)
    assert gap * RATING_PER_BETA == pytest.approx(13.9048425, rel=1e-6)
    assert se * RATING_PER_BETA == pytest.approx(24.5870834, rel=1e-6)
    assert pytest.approx(173.7177928, rel=1e-9) == RATING_PER_BETA
    found = drop_votes([[0, 104], [96, 0]], ahead=0, behind=1)
    assert (found.k, found.share, found.removed, found.n_votes) == (9, 0.045, ((0, 1, 9),), 200)
    assert found.gap_after == pytest.approx(np.log(95 / 96), rel=1e-9)


def test_worked_three_models() -> None:
    fit = bradley_terry(THREE)
    assert fit.strengths == pytest.approx((0, -0.3090013771, -0.2955671347), rel=1e-6)
    assert fit.standard_error(1) == pytest.approx(0.1648981537, rel=1e-6)
    assert fit.standard_error(2) == pytest.approx(0.1648160443, rel=1e-6)
    assert fit.ratings() == pytest.approx((0, -53.67903719, -51.34527024), rel=1e-6)
    assert fit.n_votes == 300


def test_fit_equals_a_binomial_regression_without_constant() -> None:
    import statsmodels.api as sm

    wins = np.random.default_rng(1).integers(3, 40, (6, 6)).astype(float)
    np.fill_diagonal(wins, 0)
    rows, outcome = [], []
    for i, j in combinations(range(6), 2):
        x = np.zeros(6)
        x[i], x[j] = 1, -1
        rows.append(x[1:])
        outcome.append((wins[i, j], wins[j, i]))
    result = sm.GLM(np.array(outcome), np.array(rows), family=sm.families.Binomial()).fit(tol=1e-12)
    fit = bradley_terry(wins)
    assert fit.strengths[1:] == pytest.approx(result.params, rel=1e-6)
    assert [fit.standard_error(k) for k in range(1, 6)] == pytest.approx(result.bse, rel=1e-6)
    gap, se = fit.gap(2, 4)
    contrast = result.t_test([0, 1, 0, -1, 0])
    assert (gap, se) == pytest.approx((contrast.effect.item(), contrast.sd.item()), rel=1e-6)


def test_reference_does_not_matter() -> None:
    a, b = bradley_terry(THREE), bradley_terry(THREE, reference=2)
    assert a.gap(0, 1) == pytest.approx(b.gap(0, 1), rel=1e-9)
    assert b.strengths[2] == 0


def test_ties_are_half_a_win_each() -> None:
    ties = np.array([[0, 10, 0], [10, 0, 4], [0, 4, 0]])
    fit = bradley_terry(THREE, ties)
    halves = np.array(THREE) + ties / 2
    assert fit.strengths == pytest.approx(bradley_terry(halves).strengths, rel=1e-12)
    assert fit.n_votes == 314


def test_votes_become_counts() -> None:
    wins, ties = count_votes([0, 0, 1, 2], [1, 1, 0, 1], [False, False, False, True], n_models=3)
    assert wins.tolist() == [[0, 2, 0], [1, 0, 0], [0, 0, 0]]
    assert ties.tolist() == [[0, 0, 0], [0, 0, 1], [0, 1, 0]]


def test_dropping_votes_is_confirmed_and_minimal_along_the_order() -> None:
    found = drop_votes(THREE, ahead=0, behind=2)
    assert found.k is not None
    left = np.array(THREE)
    for i, j, n in found.removed:
        left[i, j] -= n
    assert bradley_terry(left).gap(0, 2)[0] == pytest.approx(found.gap_after, rel=1e-9)
    assert found.gap_after < 0
    i, j, _ = found.removed[-1]
    left[i, j] += 1
    assert bradley_terry(left).gap(0, 2)[0] >= 0


def test_dropping_votes_equals_exhaustive_search_on_a_small_board() -> None:
    wins = np.array([[0, 6, 5], [4, 0, 5], [4, 5, 0]])
    found = drop_votes(wins, ahead=0, behind=1)
    cells = [(0, 1), (0, 2), (1, 2), (2, 1), (2, 0), (1, 0)]

    def flips(k: int) -> bool:
        for cut in combinations(range(k + 5), 5):  # all ways to take k votes from six cells
            edges = (-1, *cut, k + 5)
            taken = [b - a - 1 for a, b in pairwise(edges)]
            left = wins.copy()
            for (i, j), n in zip(cells, taken):
                left[i, j] -= n
            if (left >= 0).all():
                try:
                    if bradley_terry(left).gap(0, 1)[0] < -1e-9:
                        return True
                except ValueError:
                    continue
        return False

    assert found.k is not None
    assert flips(found.k)
    assert not flips(found.k - 1)


def test_tied_votes_can_be_dropped() -> None:
    wins = [[0, 2, 30], [2, 0, 10], [10, 30, 0]]
    ties = [[0, 0, 0], [0, 0, 8], [0, 8, 0]]
    found = drop_votes(wins, ties, ahead=0, behind=1)
    assert found.k is not None
    assert found.n_votes == 92
    assert found.gap_after < 0


def test_a_flip_that_leaves_no_finite_rating_is_still_seen() -> None:
    found = drop_votes([[0, 3], [1, 0]], ahead=0, behind=1)
    assert (found.k, found.removed) == (3, ((0, 1, 3),))
    assert found.gap_after < 0


@pytest.mark.parametrize(
    ("wins", "message"),
    [
        ([[0, 5], [0, 0]], "no finite ratings"),
        ([[0, 5, 0], [5, 0, 0], [0, 0, 0]], "no finite ratings"),
        ([[0, -1], [1, 0]], "at least 0"),
        ([[1, 2], [2, 0]], "diagonal"),
        ([[0, 1, 2]], "square"),
    ],
)
def test_bad_votes_are_named(wins: list, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        bradley_terry(wins)


def test_other_bad_input_is_named() -> None:
    with pytest.raises(ValueError, match="strictly ahead"):
        drop_votes([[0, 96], [104, 0]], ahead=0, behind=1)
    with pytest.raises(ValueError, match="whole numbers"):
        drop_votes([[0, 1.5], [1, 0]], ahead=0, behind=1)
    with pytest.raises(ValueError, match="symmetric"):
        bradley_terry([[0, 1], [1, 0]], [[0, 1], [0, 0]])
    with pytest.raises(ValueError, match="ahead"):
        drop_items([0, 0], [1, 0])
    with pytest.raises(ValueError, match="same items"):
        drop_items([0, 0], [1])
    with pytest.raises(ValueError, match="only_second"):
        drop_items_from_counts(3, 5, 100)
    with pytest.raises(ValueError, match="different models"):
        count_votes([0], [0], n_models=2)
