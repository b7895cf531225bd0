"""Orders and leads before and after equal practice."""

import pytest

from auditgen.stats.equal_practice import equal_practice, lead_change

BEFORE, AFTER, OUTSIDE = (61, 58.5, 55, 49, 47.5), (66, 68.5, 64, 57, 60.5), (52, 55, 49, 44, 46)


def test_worked_orders() -> None:
    found = equal_practice(BEFORE, AFTER, OUTSIDE)
    assert found.tau_before_after == pytest.approx(0.6)
    assert found.tau_before_outside == pytest.approx(0.6)
    assert found.tau_after_outside == pytest.approx(1)
    assert found.gains == (5, 10, 9, 8, 13)
    assert (found.order_before, found.order_after) == ((0, 1, 2, 3, 4), (1, 0, 2, 4, 3))


def test_worked_lead() -> None:
    found = lead_change((0.61, 0.585), (0.66, 0.685), 1000)
    assert found.before.z == pytest.approx(1.140287179, rel=1e-6)
    assert found.after.z == pytest.approx(-1.191591296, rel=1e-6)
    assert found.reversed
    assert found.after.ci_low < 0 < found.after.ci_high  # reversed, but not clearly


def test_a_lead_that_stays_or_vanishes_is_not_reversed() -> None:
    assert not lead_change((0.61, 0.585), (0.70, 0.66), 1000).reversed
    assert not lead_change((0.61, 0.585), (0.66, 0.66), 1000).reversed


def test_without_an_outside_test() -> None:
    found = equal_practice(BEFORE, AFTER)
    assert found.tau_before_outside is None
    assert found.tau_after_outside is None


def test_bad_input_is_named() -> None:
    with pytest.raises(ValueError, match="same models"):
        equal_practice((1, 2, 3), (1, 2))
    with pytest.raises(ValueError, match="after"):
        equal_practice((1, 2), (1, float("nan")))
    with pytest.raises(ValueError, match="before"):
        equal_practice((1,), (1,))
    with pytest.raises(ValueError, match="fraction"):
        lead_change((61, 58.5), (0.66, 0.685), 1000)
    with pytest.raises(ValueError, match="n_a"):
        lead_change((0.61, 0.585), (0.66, 0.685), 0)
