"""Third models: win rates, concordance, removals, spread of a task."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import friedmanchisquare

from auditgen.stats.alternatives import (
    board_scores,
    exhaustive_removals,
    greedy_removals,
    kendall_w,
    removal_effect,
    single_removals,
    spread_sensitivity,
)

BOARD = np.array([(82, 60, 71, 90), (80, 66, 70, 84), (75, 69, 72, 80), (70, 50, 60, 88)], float).T
THREE = np.array([(3, 3, 1, 1, 2), (2, 2, 3, 3, 1), (1, 1, 2, 2, 3)], float).T


def test_worked_concordance() -> None:
    assert kendall_w(BOARD) == pytest.approx(0.325, rel=1e-9)
    assert 1 - kendall_w(BOARD) == pytest.approx(0.675, rel=1e-9)


def test_worked_win_rates() -> None:
    assert board_scores(THREE, "mean_win_rate") == pytest.approx((0.5, 0.6, 0.4))
    without_c = board_scores(THREE[:, [0, 1]], "mean_win_rate")
    assert without_c == pytest.approx((0.6, 0.4))
    assert board_scores(THREE[:, [1, 2]], "mean_win_rate") == pytest.approx((0.8, 0.2))
    assert board_scores(THREE[:, [0, 2]], "mean_win_rate") == pytest.approx((0.4, 0.6))


def test_worked_removal_flips_the_winner() -> None:
    (found,) = single_removals(THREE, "mean_win_rate")
    assert (found.removed, found.first, found.first_changed, found.headline_flipped) == ((2,), (0,), True, True)
    assert (found.n_flipped_pairs, found.kendall_tau_b, found.max_rank_change) == (1, pytest.approx(-1), 1)
    assert greedy_removals(THREE, "mean_win_rate") == found
    assert exhaustive_removals(THREE, "mean_win_rate", 1) == (found,)


def test_first_place_of_a_removed_model_is_not_a_change() -> None:
    found = removal_effect(BOARD, "mean_score", (0,))
    assert (found.first, found.first_changed, found.n_flipped_pairs) == ((1,), False, 0)


def test_models_on_mean_score_boards_do_not_interact() -> None:
    for found in single_removals(BOARD, "mean_score"):
        assert (found.headline_flipped, found.first_changed, found.n_flipped_pairs) == (False, False, 0)
    assert greedy_removals(BOARD, "mean_score") is None


def test_greedy_needs_two_removals() -> None:
    # two twins of C stand between A and B on the tasks B wins: only without both is A ahead
    five = np.array(
        [(4, 4, 4, 1, 1), (1, 1, 1, 4, 4), (3, 3, 3, 3, 3), (2, 2, 2, 2, 2)],
        float,
    ).T
    board = five.copy()
    board[:3, 2:] = (0.5, 0.2)  # on tasks 1-3 the others lie below both
    assert board_scores(board, "mean_win_rate")[:2] == pytest.approx((3 / 5, (3 * 2 / 3 + 2) / 5))
    assert not any(r.headline_flipped for r in single_removals(board, "mean_win_rate", headline=(1, 0)))
    found = greedy_removals(board, "mean_win_rate", headline=(0, 1))
    assert found is not None
    assert (set(found.removed), found.first, found.headline_flipped) == ({2, 3}, (0,), True)
    (pair,) = exhaustive_removals(board, "mean_win_rate", 2)
    assert pair.headline_flipped
    assert greedy_removals(board, "mean_win_rate", most=1) is None


def test_spread_of_one_task() -> None:
    changes = spread_sensitivity(BOARD)
    assert [(c.task, c.factor) for c in changes[:3]] == [(0, 0.5), (0, 2.0), (1, 0.5)]
    flips = [(c.task, c.factor) for c in changes if c.effect.headline_flipped]
    assert flips == [(1, 2.0)]
    # by hand: task 2 is (60, 66, 69, 50), mean 61.25; doubled spread gives model 2 70.75 and model 1 58.75
    assert (82 + 58.75 + 71 + 90) / 4 < (80 + 70.75 + 70 + 84) / 4


def test_missing_cells_are_left_out_of_win_rates() -> None:
    board = [(3, 2, 1), (3, np.nan, 1), (1, 2, 3)]
    assert board_scores(board, "mean_win_rate") == pytest.approx((2 / 3, 0.5, 1 / 3))
    assert board_scores(board, "mean_rank") == pytest.approx((-(1 + 1 + 3) / 3, -2, -(3 + 2 + 1) / 3))
    with pytest.raises(ValueError, match="empty"):
        board_scores(board, "mean_score")
    with pytest.raises(ValueError, match="found a model without"):
        board_scores([(1, np.nan, 2)], "mean_win_rate")


def test_a_tie_is_not_a_win() -> None:
    assert board_scores([(1, 1, 0)], "mean_win_rate") == pytest.approx((0.5, 0.5, 0))
    assert board_scores([(1, 1, 0)], "mean_rank") == pytest.approx((-1.5, -1.5, -3))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.integers(0, 4), min_size=4, max_size=4), min_size=3, max_size=6))
def test_concordance_equals_friedman(rows: list[list[int]]) -> None:
    board = np.array(rows, float)
    tasks, m = board.shape
    w = kendall_w(board)
    if all(len(set(row)) == 1 for row in rows):
        assert np.isnan(w)
        return
    chi2 = friedmanchisquare(*board.T).statistic
    assert w == pytest.approx(chi2 / (tasks * (m - 1)), abs=1e-9)
    assert -1e-12 <= w <= 1 + 1e-12


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.lists(st.integers(0, 9), min_size=4, max_size=4), min_size=2, max_size=5),
    st.permutations(range(4)),
    st.sampled_from(["mean_score", "mean_win_rate", "mean_rank"]),
)
def test_relabelling_models(rows: list[list[int]], order: list[int], rule: str) -> None:
    board = np.array(rows, float)
    assert board_scores(board[:, order], rule) == pytest.approx(board_scores(board, rule)[order])  # type: ignore[arg-type]
    plain = {r.removed[0]: r for r in single_removals(board, rule, headline=(0, 1))}  # type: ignore[arg-type]
    moved = single_removals(board[:, order], rule, headline=(order.index(0), order.index(1)))  # type: ignore[arg-type]
    for found in moved:
        twin = plain[order[found.removed[0]]]
        assert (found.headline_flipped, found.n_flipped_pairs) == (twin.headline_flipped, twin.n_flipped_pairs)


def test_bad_input_is_named() -> None:
    with pytest.raises(ValueError, match="rule"):
        board_scores(BOARD, "median")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="headline"):
        single_removals(BOARD, "mean_score", headline=(0, 9))
    with pytest.raises(ValueError, match="headline"):
        single_removals(BOARD, "mean_score", headline=(1, 1))
    with pytest.raises(ValueError, match="at least 3 models"):
        single_removals(BOARD[:, :2], "mean_score")
    with pytest.raises(ValueError, match="two models to remain"):
        removal_effect(BOARD, "mean_score", (0, 1, 2))
    with pytest.raises(ValueError, match="factors"):
        spread_sensitivity(BOARD, factors=(0,))
    with pytest.raises(ValueError, match="size"):
        exhaustive_removals(BOARD, "mean_score", 3)
