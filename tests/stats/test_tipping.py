"""How much leakage would explain a score."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditgen.stats.tipping import inflation_ceiling, leaked_share_needed, tipping_point


@pytest.mark.parametrize(
    ("score", "sceptical", "share"), [(0.489, 0.30, 0.27), (0.51, 0.48, 0.05769230769), (0.864, 0.700, 0.5466666667)]
)
def test_worked_numbers(score, sceptical, share):
    assert leaked_share_needed(score, sceptical) == pytest.approx(share, rel=1e-9)


def test_ceiling_of_a_known_leak():
    assert inflation_ceiling(0.09, 0.40) == pytest.approx(0.054, rel=1e-12)


@given(st.floats(0, 1), st.floats(0, 1))
def test_leaking_that_share_gives_back_the_score(score, sceptical):
    f = leaked_share_needed(score, sceptical)
    assert 0.0 <= f <= 1.0
    if score > sceptical:
        assert sceptical + inflation_ceiling(f, sceptical) == pytest.approx(score, abs=1e-9)
    else:
        assert f == 0.0


def test_limits_carry_the_interval_of_the_sceptical_level():
    point = tipping_point(0.489, 0.30, 0.26, 0.34)
    assert point.ci_low == pytest.approx((0.489 - 0.34) / 0.66)
    assert point.ci_high == pytest.approx((0.489 - 0.26) / 0.74)
    assert point.ci_low < point.estimate < point.ci_high


def test_a_perfect_score_against_a_perfect_sceptic_needs_nothing():
    assert leaked_share_needed(1.0, 1.0) == 0.0


@pytest.mark.parametrize(
    "call",
    [
        lambda: leaked_share_needed(1.1, 0.5),
        lambda: leaked_share_needed(0.5, float("nan")),
        lambda: inflation_ceiling(-0.1, 0.5),
        lambda: tipping_point(0.5, 0.3, 0.31, 0.4),
    ],
)
def test_impossible_input_is_refused(call):
    with pytest.raises(ValueError, match=r"must|outside"):
        call()
