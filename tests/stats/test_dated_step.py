"""Step at a date, standardised by difficulty; and the odds of a run of zeros."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditgen.stats.dated_step import log_chance_of_zeros, standardised_step


def test_without_strata_it_is_the_difference_of_two_means_with_welch_error():
    from scipy.stats import ttest_ind

    random = np.random.default_rng(3)
    x, before = random.normal(0, 1, 300), random.random(300) < 0.4
    found = standardised_step(x, before)
    welch = ttest_ind(x[before], x[~before], equal_var=False)
    assert found.z == pytest.approx(welch.statistic, rel=1e-9)
    assert found.estimate == pytest.approx(x[before].mean() - x[~before].mean(), rel=1e-9)
    assert (found.n_before, found.n_after, found.n_left_out) == (int(before.sum()), int((~before).sum()), 0)


def test_with_strata_it_is_a_weighted_regression_on_cells():
    x = [1, 0, 1, 1, 0, 0, 1, 0, 1, 0]
    before = [True] * 5 + [False] * 5
    kind = ["a", "a", "a", "b", "b", "a", "a", "b", "b", "b"]
    found = standardised_step(x, before, kind)
    # a: 2/3 before, 1/2 after, weight 5/10; b: 1/2 before, 1/3 after, weight 5/10
    assert found.estimate == pytest.approx(0.5 * (2 / 3 - 1 / 2) + 0.5 * (1 / 2 - 1 / 3))
    variance = 0.25 * (1 / 3 / 3 + 1 / 2 / 2) + 0.25 * (1 / 2 / 2 + 1 / 3 / 3)
    assert found.se == pytest.approx(math.sqrt(variance))


def test_strata_on_one_side_are_left_out_and_counted():
    found = standardised_step([1, 0, 1, 0, 1], [True, True, False, False, False], ["a", "a", "a", "a", "b"])
    assert found.n_left_out == 1


@pytest.mark.parametrize(
    "bad", [([1.0], [True]), ([1, math.nan], [True, False]), ([1, 0], [True]), ([1, 0, 1, 0], [True] * 4)]
)
def test_bad_input(bad):
    with pytest.raises(ValueError, match="expected"):
        standardised_step(*bad)
    with pytest.raises(ValueError, match="strata"):
        standardised_step([1, 0, 1, 0], [True, True, False, False], ["a"])


@given(st.lists(st.integers(0, 1), min_size=8, max_size=40), st.floats(-3, 3))
def test_a_level_added_to_every_item_makes_no_step(values, level):
    before = [i % 2 == 0 for i in range(len(values))]
    a = standardised_step(values, before)
    b = standardised_step([v + level for v in values], before)
    assert b.estimate == pytest.approx(a.estimate, abs=1e-9)


def test_no_spread_is_no_error():
    step = standardised_step([1, 1, 0, 0], [True, True, False, False])
    assert (step.estimate, step.se, step.p_one_sided) == (1.0, 0.0, 0.0)
    assert standardised_step([1, 1, 1, 1], [True, True, False, False]).p_one_sided == pytest.approx(0.5)


def test_odds_of_zeros():
    assert log_chance_of_zeros([0.5, 0.5], 1.0) == pytest.approx(math.log(0.25))
    assert log_chance_of_zeros([0.5], 0.0) == 0
    assert log_chance_of_zeros([1.0], 5.0) == pytest.approx(math.log(0.01))
