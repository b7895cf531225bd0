"""Several measurements of one score."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.meta_analysis import combine_effects

from auditgen.stats.meta import dersimonian_laird, pooled_shares, repeat_interval, spread

SCORES = np.array([0.489, 0.30, 0.36, 0.41])


def test_worked_numbers():
    found = pooled_shares(SCORES, 500)
    assert found.q == pytest.approx(41.49190453, rel=1e-8)
    assert found.tau_squared == pytest.approx(0.00596341912, rel=1e-8)
    assert found.i_squared == pytest.approx(0.9276967391, rel=1e-8)
    assert found.estimate == pytest.approx(0.3894387180, rel=1e-8)
    assert found.se == pytest.approx(0.04009167099, rel=1e-8)
    assert (found.pi_low, found.pi_high) == pytest.approx((0.01506438, 0.76381305), abs=1e-8)
    assert found.k == 4


@pytest.mark.filterwarnings("ignore:invalid value encountered:RuntimeWarning")
@given(
    st.lists(st.tuples(st.floats(0.05, 0.95), st.floats(0.005, 0.1)), min_size=2, max_size=12).filter(
        lambda rows: np.ptp([row[0] for row in rows]) > 1e-3
    )
)
def test_equal_to_statsmodels(rows):
    estimates, ses = (np.array(column) for column in zip(*rows, strict=True))
    found, theirs = dersimonian_laird(estimates, ses), combine_effects(estimates, ses**2, method_re="dl")
    assert found.fixed_estimate == pytest.approx(theirs.mean_effect_fe, rel=1e-9)
    assert found.tau_squared == pytest.approx(max(0.0, theirs.tau2), rel=1e-7, abs=1e-12)
    assert found.q == pytest.approx(theirs.q, rel=1e-9)
    assert found.i_squared == pytest.approx(max(0.0, theirs.i2), rel=1e-7, abs=1e-12)
    if theirs.tau2 > 0:
        assert found.estimate == pytest.approx(theirs.mean_effect_re, rel=1e-7)
        assert found.se == pytest.approx(theirs.sd_eff_w_re, rel=1e-7)
    else:  # statsmodels goes on with a negative variance; the method cuts it at 0, which is the fixed-effect mean
        assert found.estimate == pytest.approx(theirs.mean_effect_fe, rel=1e-9)
        assert found.se == pytest.approx(theirs.sd_eff_w_fe, rel=1e-9)
    assert estimates.min() - 1e-12 <= found.estimate <= estimates.max() + 1e-12
    if found.k > 2:
        assert found.pi_low <= found.ci_low <= found.estimate <= found.ci_high <= found.pi_high


def test_two_measurements_have_no_prediction_interval():
    found = pooled_shares([0.5, 0.6], [500, 300])
    assert (found.pi_low, found.pi_high) == (None, None)
    assert found.ci_low < found.estimate < found.ci_high


def test_agreeing_measurements_show_no_spread_between_testers():
    found = pooled_shares([0.50, 0.51, 0.49, 0.50], 500)
    assert (found.tau_squared, found.i_squared) == (0.0, 0.0)
    assert found.estimate == pytest.approx(found.fixed_estimate)
    assert found.q_p_value > 0.5


def test_a_perfect_score_does_not_take_all_the_weight():
    found = pooled_shares([1.0, 0.9, 0.92], 100)
    assert 0.9 < found.estimate < 0.99


def test_a_repeat_outside_its_interval_contradicts():
    se = np.sqrt(0.489 * 0.511 / 500)
    interval = repeat_interval(0.489, se, np.sqrt(0.3 * 0.7 / 500))
    assert interval.se == pytest.approx(0.03032751226, rel=1e-9)
    assert interval.pi_low == pytest.approx(0.489 - 1.959963984540054 * 0.03032751226, rel=1e-9)
    assert not interval.holds(0.30)
    assert interval.holds(0.45)


def test_repeats_fall_inside_as_often_as_promised():
    rng = np.random.default_rng(10)
    first, second = rng.binomial(500, 0.4, (2, 4000)) / 500
    inside = [
        repeat_interval(a, np.sqrt(a * (1 - a) / 500), np.sqrt(b * (1 - b) / 500)).holds(b)
        for a, b in zip(first, second, strict=True)
    ]
    assert np.mean(inside) == pytest.approx(0.95, abs=0.015)


def test_spread_over_scaffolds():
    found = spread(SCORES)
    assert (found.low, found.high, found.n) == (0.30, 0.489, 4)
    assert found.range == pytest.approx(0.189)
    assert found.sd == pytest.approx(np.std(SCORES, ddof=1), rel=1e-12)


@pytest.mark.parametrize(
    "call",
    [
        lambda: dersimonian_laird([0.5], [0.1]),
        lambda: dersimonian_laird([0.5, 0.6], [0.1]),
        lambda: dersimonian_laird([0.5, 0.6], [0.1, 0.0]),
        lambda: dersimonian_laird([0.5, float("nan")], [0.1, 0.1]),
        lambda: pooled_shares([50, 60], 500),
        lambda: pooled_shares([0.5, 0.6], 0),
        lambda: pooled_shares([0.5, 0.6], [500, 500, 500]),
        lambda: repeat_interval(0.5, -0.1, 0.1),
        lambda: repeat_interval(float("nan"), 0.1, 0.1),
        lambda: repeat_interval(0.5, 0.1, 0.1).holds(float("nan")),
        lambda: spread([0.5]),
    ],
)
def test_impossible_input_is_refused(call):
    with pytest.raises(ValueError, match=r"must|needs|broadcast|shape"):
        call()
