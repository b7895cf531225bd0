"""Straight lines."""

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from auditgen.stats.line_fit import fit_line, fit_probit_line

RNG = np.random.default_rng(6)
X = RNG.random(25)
Y = 0.1 + 0.8 * X + RNG.normal(0, 0.05, 25)


def test_equal_to_statsmodels():
    line, fit = fit_line(X, Y), sm.OLS(Y, sm.add_constant(X)).fit()
    assert (line.intercept, line.slope) == pytest.approx(tuple(fit.params), rel=1e-9)
    assert line.slope_se == pytest.approx(fit.bse[1], rel=1e-9)
    assert line.slope_ci == pytest.approx(tuple(fit.conf_int()[1]), rel=1e-9)
    assert line.r_squared == pytest.approx(fit.rsquared, rel=1e-9)
    assert line.residual_sd == pytest.approx(np.sqrt(fit.mse_resid), rel=1e-9)
    for x in (-1.0, 0.37, 2.0):
        frame = fit.get_prediction([[1.0, x]]).summary_frame(alpha=0.05).iloc[0]
        at = line.predict(x)
        assert at.mean == pytest.approx(frame["mean"], rel=1e-9)
        assert at.se_fit == pytest.approx(frame["mean_se"], rel=1e-9)
        assert line.prediction_interval(x) == pytest.approx((frame["obs_ci_lower"], frame["obs_ci_upper"]), rel=1e-9)


def test_probit_line_equals_a_line_on_quantiles():
    y = np.clip(Y, 0.01, 0.99)
    probit, fit = fit_probit_line(X, y), sm.OLS(norm.ppf(y), sm.add_constant(norm.ppf(X))).fit()
    assert (probit.line.intercept, probit.line.slope) == pytest.approx(tuple(fit.params), rel=1e-9)
    assert probit.predict(0.9) == pytest.approx(norm.cdf(fit.params[0] + fit.params[1] * norm.ppf(0.9)), rel=1e-9)


@given(
    st.lists(st.floats(0, 1), min_size=3, max_size=20).filter(lambda v: np.ptp(v) > 1e-3),
    st.floats(-2, 2),
    st.floats(-2, 2),
)
def test_points_on_a_line_give_that_line(x, intercept, slope):
    line = fit_line(x, [intercept + slope * v for v in x])
    assert line.slope == pytest.approx(slope, abs=1e-8)
    assert line.intercept == pytest.approx(intercept, abs=1e-8)
    assert line.residual_sd == pytest.approx(0.0, abs=1e-8)


def test_the_fit_is_surest_in_the_middle():
    line = fit_line(X, Y)
    middle, end = line.predict(line.x_mean), line.predict(line.x_mean + 1)
    assert middle.se_fit == pytest.approx(line.residual_sd / 5, rel=1e-12)
    assert middle.se_fit < end.se_fit < end.se_new


def test_a_constant_height_is_fitted_in_full():
    line = fit_line([1, 2, 3], [5, 5, 5])
    assert (line.slope, line.r_squared) == (0.0, 1.0)


@pytest.mark.parametrize(
    "call",
    [
        lambda: fit_line([1, 2], [1, 2]),
        lambda: fit_line([1, 2, 3], [1, 2]),
        lambda: fit_line([1, 1, 1], [1, 2, 3]),
        lambda: fit_line([1e9, 1e9, 1e9], [1, 2, 3]),
        lambda: fit_line([1, 2, np.nan], [1, 2, 3]),
        lambda: fit_line([[1, 2, 3]], [1, 2, 3]),
        lambda: fit_line([1, 2, 3], [1, 2, 3], level=0),
        lambda: fit_line(["a", "b", "c"], [1, 2, 3]),
        lambda: fit_probit_line([0.1, 0.2, 1.0], [0.1, 0.2, 0.3]),
        lambda: fit_line(X, Y).predict(float("nan")),
    ],
)
def test_impossible_input_is_refused(call):
    with pytest.raises(ValueError, match=r"must|needs|vary"):
        call()
