"""Normal tails without scipy."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from auditgen.stats.standard_normal import Z_975, cumulative, half_width, quantile, two_sided, upper_tail


@given(st.floats(-30, 30))
def test_tails_equal_scipy(z):
    assert upper_tail(z) == pytest.approx(norm.sf(z), rel=1e-12)
    assert cumulative(z) == pytest.approx(norm.cdf(z), rel=1e-12)
    assert two_sided(z) == pytest.approx(2 * norm.sf(abs(z)), rel=1e-12)


@given(st.floats(1e-12, 1 - 1e-12))
def test_quantile_equals_scipy(p):
    assert quantile(p) == pytest.approx(norm.ppf(p), rel=1e-9, abs=1e-12)


def test_half_widths():
    assert half_width(0.95) == Z_975 == pytest.approx(norm.ppf(0.975), rel=1e-15)
    assert half_width(0.90) == pytest.approx(norm.ppf(0.95), rel=1e-12)


@pytest.mark.parametrize("bad", [0.0, 1.0, -1.0, 2.0, float("nan")])
def test_impossible_input_is_refused(bad):
    for call in (quantile, half_width):
        with pytest.raises(ValueError, match="strictly between 0 and 1"):
            call(bad)
