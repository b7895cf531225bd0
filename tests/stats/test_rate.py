"""Growth rates and doubling times."""

import itertools
import math

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st

from auditgen.stats.rate import exponential_trend, four_windows, record_holders


def test_a_clean_doubling_every_seven_months_is_recovered():
    years = np.linspace(2019, 2025, 13)
    growth = exponential_trend(years, 2 ** ((years - 2019) * 12 / 7))
    assert growth.doubling_years == pytest.approx(7 / 12, rel=1e-9)
    assert growth.doubling_low <= growth.doubling_years <= growth.doubling_high


def test_interval_equals_statsmodels():
    rng = np.random.default_rng(4)
    years = 2020 + 5 * rng.random(20)
    scores = np.exp(0.9 * (years - 2020) + rng.normal(0, 0.4, 20))
    growth = exponential_trend(years, scores)
    low, high = sm.OLS(np.log(scores), sm.add_constant(years - 2020)).fit().conf_int()[1]
    assert (growth.slope_low, growth.slope_high) == pytest.approx((low, high), rel=1e-7)
    assert growth.doubling_low == pytest.approx(math.log(2) / high, rel=1e-7)
    assert growth.doubling_high == pytest.approx(math.log(2) / low, rel=1e-7)
    assert growth.holds(growth.doubling_years)
    assert not growth.holds(growth.doubling_high * 1.01)
    assert not growth.holds(growth.doubling_low * 0.99)


def test_a_trend_that_may_be_flat_has_no_longest_doubling_time():
    growth = exponential_trend([2020, 2021, 2022, 2023], [1.0, 1.3, 0.9, 1.2])
    assert growth.slope_low < 0 < growth.slope_high
    assert growth.doubling_high is None
    assert growth.doubling_low is not None
    assert growth.holds(100.0)
    falling = exponential_trend([2020, 2021, 2022], [4.0, 2.0, 1.0])
    assert falling.doubling_years is None


def test_four_windows_start_where_they_should():
    years = np.arange(2018.0, 2024.01, 0.25)
    whole, half, whole_later, half_later = four_windows(years, np.exp(years - 2018))
    assert [w.start for w in (whole, half, whole_later, half_later)] == [2018, 2021, 2019, 2022]
    assert [w.n for w in (whole, half, whole_later, half_later)] == [25, 13, 21, 9]
    assert all(w.growth.slope == pytest.approx(1.0) for w in (whole, half, whole_later, half_later))


def test_a_bend_shows_in_the_later_windows_only():
    years = np.arange(2018.0, 2024.01, 0.25)
    scores = np.exp(np.where(years < 2021, 0.2 * (years - 2018), 0.6 + 1.5 * (years - 2021)))
    whole, half, _, _ = four_windows(years, scores)
    claimed = math.log(2) / 1.5
    assert half.growth.holds(claimed)
    assert not whole.growth.holds(claimed)


def test_a_window_with_too_few_points_has_no_trend():
    windows = four_windows([2020.0, 2020.5, 2021.0, 2021.5], [1, 2, 3, 4])
    assert windows[0].growth is not None
    assert (windows[3].n, windows[3].growth) == (0, None)
    assert four_windows([2020.0] * 4, [1, 2, 3, 4])[0].growth is None


def test_record_holders():
    assert record_holders([2020, 2021, 2021, 2022, 2019], [3, 4, 6, 6, 2]) == (4, 0, 2)


@given(st.lists(st.tuples(st.floats(2000, 2030), st.floats(0.01, 1e6)), min_size=1, max_size=30))
def test_records_rise_in_time_and_score(points):
    years, scores = zip(*points, strict=True)
    held = record_holders(years, scores)
    assert all(years[a] < years[b] and scores[a] < scores[b] for a, b in itertools.pairwise(held))
    assert max(scores) == scores[held[-1]]


@pytest.mark.parametrize(
    "call",
    [
        lambda: exponential_trend([1, 2], [1, 2]),
        lambda: exponential_trend([1, 2, 3], [1, 0, 2]),
        lambda: exponential_trend([1, 2, 3], [1, float("nan"), 2]),
        lambda: exponential_trend([1, 1, 1], [1, 2, 3]),
        lambda: four_windows([1, 2, 3], [1, 2]),
        lambda: record_holders([1, 2], [1]),
        lambda: exponential_trend([1, 2, 3], [1, 2, 4]).holds(0.0),
    ],
)
def test_impossible_input_is_refused(call):
    with pytest.raises(ValueError, match=r"must|needs|vary"):
        call()
