"""Boards without one part: changes at the top, agreement, uncertainty of the lead."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import ttest_rel

from auditgen.stats.leave_one_out import leave_one_out

# tasks in rows, models in columns
BOARD = np.array([(82, 60, 71, 90), (80, 66, 70, 84), (75, 69, 72, 80), (70, 50, 60, 88)], float).T


def test_worked_board() -> None:
    found = leave_one_out(BOARD)
    assert found.scores == (75.75, 75, 74, 67)
    first, second, third, fourth = found.without
    assert first.scores[0] == first.scores[2] == pytest.approx(73.6667, abs=1e-4)
    assert (first.first, first.first_changed, first.first_lost) == ((0, 2), True, False)
    assert first.kendall_tau_b == pytest.approx(0.5477225575, rel=1e-6)
    assert (fourth.first, fourth.first_changed, fourth.first_lost) == ((1, 2), True, True)
    assert fourth.scores[1] == 72
    assert fourth.kendall_tau_b == pytest.approx(0.1825741858, rel=1e-6)
    for kept in (second, third):
        assert (kept.first_changed, kept.kendall_tau_b, kept.max_rank_shift) == (False, 1, 0)
    assert (found.n_first_changed, found.share_first_changed) == (2, 0.5)
    assert found.min_kendall_tau_b == fourth.kendall_tau_b


def test_worked_lead_equals_a_paired_t_test() -> None:
    lead = leave_one_out(BOARD).lead
    assert (lead.model, lead.runner_up, lead.estimate, lead.df) == (0, 1, 0.75, 3)
    assert lead.se == pytest.approx(2.495829855, rel=1e-6)
    assert lead.t == pytest.approx(0.3005012534, rel=1e-6)
    assert lead.p_value == pytest.approx(0.7834160037, rel=1e-6)
    scipy = ttest_rel(BOARD[:, 0], BOARD[:, 1])
    assert lead.p_value == pytest.approx(scipy.pvalue, rel=1e-9)
    interval = scipy.confidence_interval()
    assert (lead.ci_low, lead.ci_high) == pytest.approx((interval.low, interval.high), rel=1e-9)


def test_parts_are_left_out_together() -> None:
    found = leave_one_out(BOARD, parts=["a", "a", "b", "b"])
    assert [w.part for w in found.without] == ["a", "b"]
    assert [w.n_rows for w in found.without] == [2, 2]
    assert found.without[0].scores == pytest.approx(tuple(BOARD[2:].mean(axis=0)))


def test_categories_weigh_the_same() -> None:
    found = leave_one_out(BOARD, categories=["x", "y", "y", "y"])
    assert found.scores[0] == pytest.approx((82 + (60 + 71 + 90) / 3) / 2)
    # the only task of a category: without it the category is gone
    assert found.without[0].scores[0] == pytest.approx((60 + 71 + 90) / 3)


def test_mean_win_rate_board() -> None:
    found = leave_one_out([(3, 2, 1), (3, 2, 1), (1, 2, 3)], rule="mean_win_rate")
    assert found.scores == pytest.approx((2 / 3, 0.5, 1 / 3))
    assert found.without[2].scores == pytest.approx((1, 0.5, 0))


def test_a_lead_without_variation_has_no_t() -> None:
    lead = leave_one_out([(2, 1), (3, 2), (4, 3)]).lead
    assert (lead.estimate, lead.se) == (1, 0)
    assert np.isnan([lead.t, lead.p_value, lead.ci_low]).all()


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.lists(st.integers(0, 20), min_size=3, max_size=3), min_size=2, max_size=6), st.permutations(range(3))
)
def test_relabelling_models_changes_nothing(rows: list[list[int]], order: list[int]) -> None:
    board = np.array(rows, float)
    plain, moved = leave_one_out(board), leave_one_out(board[:, order])
    for a, b in zip(plain.without, moved.without):
        assert {order[i] for i in b.first} == set(a.first)
        assert b.kendall_tau_b == pytest.approx(a.kendall_tau_b, nan_ok=True)
        assert b.max_rank_shift == a.max_rank_shift
    assert moved.lead.estimate == pytest.approx(plain.lead.estimate)


@pytest.mark.parametrize(
    ("scores", "options", "message"),
    [
        ([(1, 2)], {}, "at least two"),
        ([(1, 2), (3, 4)], {"parts": ["a", "a"]}, "at least two"),
        ([(1, 2), (3, 4)], {"parts": ["a"]}, "one label a row"),
        ([(1,), (2,)], {}, "at least 2 models"),
        ([(1, np.nan), (3, 4)], {}, "empty"),
    ],
)
def test_bad_input_is_named(scores: list, options: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        leave_one_out(scores, **options)
