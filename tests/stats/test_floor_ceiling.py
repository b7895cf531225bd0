"""Distance from guessing and from the ceiling of a faulty key."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from auditgen.stats.floor_ceiling import (
    above_ceiling,
    above_chance,
    below_chance,
    ceiling_band,
    ceiling_band_limits,
    chance_corrected,
    error_rate_interval,
    usable_share,
)


def test_worked_numbers():
    assert chance_corrected(0.887, 0.25) == pytest.approx(0.8493333333, rel=1e-9)
    low, high = ceiling_band(0.0649, 4)
    assert low == pytest.approx(0.9351, rel=1e-12)
    assert high == pytest.approx(0.951325, rel=1e-12)
    assert usable_share(0.9004, 0.25, 0.0649) == pytest.approx(0.9493504598, rel=1e-9)
    assert above_ceiling(13481, 14042, 0.951325).p_value == pytest.approx(4.230470952e-07, rel=1e-6)
    assert above_chance(30, 100, 0.25).p_value == pytest.approx(0.1495410466, rel=1e-9)


def test_chance_and_perfection_are_the_ends_of_the_scale():
    assert chance_corrected(0.25, 0.25) == 0.0
    assert chance_corrected(1.0, 0.25) == 1.0
    assert chance_corrected(0.1, 0.25) < 0.0
    assert usable_share(0.9351, 0.25, 0.0649) == pytest.approx(1.0)


def test_open_answers_leave_no_luck():
    assert ceiling_band(0.1) == (0.9, 0.9)
    assert ceiling_band(0.0, 4) == (1.0, 1.0)


def test_error_rate_is_carried_through_its_interval():
    rate = error_rate_interval(65, 1000)
    band = ceiling_band_limits(65, 1000, 4)
    assert rate.ci_low < 0.065 < rate.ci_high
    assert band.low == pytest.approx(1 - rate.ci_high)
    assert band.high == pytest.approx(1 - rate.ci_low * 0.75)
    inner = ceiling_band(0.065, 4)
    assert band.low < inner.low < inner.high < band.high


@given(st.integers(1, 400), st.floats(0.01, 0.99), st.data())
def test_exact_tests_equal_scipy(n, reference, data):
    k = data.draw(st.integers(0, n))
    expected = binomtest(k, n, reference, alternative="greater").pvalue
    assert above_chance(k, n, reference).p_value == pytest.approx(expected, rel=1e-8, abs=1e-300)


@given(st.integers(2, 500), st.data())
def test_more_right_answers_are_stronger_evidence(n, data):
    k = data.draw(st.integers(0, n - 1))
    assert above_chance(k + 1, n, 0.25).p_value <= above_chance(k, n, 0.25).p_value


def test_below_chance_needs_more_than_two_standard_errors():
    # SE of guessing at .25 on 100 items is .0433: the border lies at .1634.
    assert below_chance(0.16, 100, 0.25).below
    just_inside = below_chance(0.17, 100, 0.25)
    assert (just_inside.below, just_inside.within) == (False, True)
    assert just_inside.z == pytest.approx(-0.08 / 0.04330127019, rel=1e-9)
    above = below_chance(0.40, 100, 0.25)
    assert (above.below, above.within) == (False, False)
    assert not below_chance(0.16, 25, 0.25).below  # the same score on fewer items is no surprise


@pytest.mark.parametrize(
    "call",
    [
        lambda: chance_corrected(1.2, 0.25),
        lambda: chance_corrected(float("nan"), 0.25),
        lambda: chance_corrected(0.5, 1.0),
        lambda: ceiling_band(-0.1, 4),
        lambda: ceiling_band(0.1, 1),
        lambda: usable_share(0.5, 0.5, 0.5),
        lambda: above_chance(11, 10, 0.25),
        lambda: above_chance(-1, 10, 0.25),
        lambda: above_chance(1, 0, 0.25),
        lambda: below_chance(0.5, 10, 0.0),
        lambda: below_chance("high", 10, 0.25),
    ],
)
def test_impossible_input_is_refused(call):
    with pytest.raises(ValueError, match=r"must|leave no range"):
        call()
