"""Reuse of one test."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditgen.stats.reuse import ladder_replay, ladder_step, reuse_bound


@pytest.mark.parametrize(
    ("n", "k", "bound"), [(500, 1000, 0.1029399569), (14042, 1000, 0.01942470804), (1319, 100, 0.05607198355)]
)
def test_worked_bounds(n, k, bound):
    assert reuse_bound(n, k) == pytest.approx(bound, rel=1e-9)


def test_ladder_worked_numbers():
    kept = ladder_step(12, 9, 500)
    assert (kept.gain, kept.threshold, kept.accepted) == (0.006, pytest.approx(0.009161222626, rel=1e-9), False)
    taken = ladder_step(25, 10, 500)
    assert (taken.gain, taken.threshold, taken.accepted) == (0.03, pytest.approx(0.01175584961, rel=1e-9), True)


@given(st.integers(1, 10**6), st.integers(1, 10**6))
def test_more_items_protect_and_more_systems_harm(n, k):
    assert reuse_bound(2 * n, k) < reuse_bound(n, k) < reuse_bound(n, 2 * k)


def test_bound_holds_in_simulation():
    rng = np.random.default_rng(5)
    n, k = 200, 50
    worst = np.abs(rng.binomial(n, 0.6, (2000, k)) / n - 0.6).max(axis=1)
    assert (worst > reuse_bound(n, k)).mean() <= 0.05


def test_replay_compares_with_the_record_of_its_time():
    first = np.array([1.0] * 230 + [0.0] * 270)
    lucky = first.copy()
    lucky[:9], lucky[230:242] = 0.0, 1.0  # 12 gained, 9 lost
    better = first.copy()
    better[:10], better[230:255] = 0.0, 1.0  # 25 gained, 10 lost against the first, which is still the record
    steps = ladder_replay([first, lucky, better])
    assert [step.accepted for step in steps] == [False, True]
    assert steps[0].threshold == pytest.approx(ladder_step(12, 9, 500).threshold, rel=1e-12)
    assert steps[1].threshold == pytest.approx(ladder_step(25, 10, 500).threshold, rel=1e-12)
    assert not ladder_replay([better, better])[0].accepted


@pytest.mark.parametrize(
    "call",
    [
        lambda: reuse_bound(0, 10),
        lambda: reuse_bound(10, 0),
        lambda: reuse_bound(10, 10, 0.0),
        lambda: ladder_step(6, 5, 10),
        lambda: ladder_step(-1, 5, 10),
        lambda: ladder_replay([0.5, 0.5]),
        lambda: ladder_replay([[0.5, float("nan")]]),
    ],
)
def test_impossible_input_is_refused(call):
    with pytest.raises(ValueError, match=r"must|more items"):
        call()
