"""Probability and survival of first place."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm

from auditgen.stats.first_place import p_first_from_draws, p_first_normal, survival_of_first

THETA = (0.53, 0.489, 0.46, 0.42, 0.30)


def test_worked_probabilities() -> None:
    p = p_first_normal(THETA, [0.022] * 5)
    assert p[:3] == pytest.approx((0.8999405460, 0.0919210032, 0.0080760152), rel=1e-6)
    assert p[3] == pytest.approx(6.243561e-05, rel=1e-6)
    assert p[4] == pytest.approx(6.8e-17, abs=0.05e-17)
    assert sum(p) == pytest.approx(1, abs=1e-9)


def test_two_models_have_a_closed_form() -> None:
    p = p_first_normal((0.7, 0.6), (0.03, 0.04))
    assert p[0] == pytest.approx(norm.cdf(0.1 / 0.05), rel=1e-9)
    far = p_first_normal((0.0, 3.0), (0.1, 0.1))  # 21 standard errors behind
    assert far[0] == pytest.approx(norm.sf(3 / np.hypot(0.1, 0.1)), rel=1e-6)
    assert p_first_normal((0.0, 30.0), (0.1, 0.1)) == (0.0, 1.0)


def test_very_unequal_errors_agree_with_simulation() -> None:
    theta, s = np.array([0.5, 0.5, 0.1]), np.array([0.1, 1e-6, 0.5])
    p = p_first_normal(theta, s)
    drawn = theta + s * np.random.default_rng(1).standard_normal((400_000, 3))
    assert p == pytest.approx(np.bincount(drawn.argmax(axis=1)) / 400_000, abs=0.004)
    assert sum(p) == pytest.approx(1, abs=1e-8)


def test_normal_probability_agrees_with_draws() -> None:
    drawn = np.array(THETA) + 0.022 * np.random.default_rng(5).standard_normal((200_000, 5))
    assert p_first_from_draws(drawn) == pytest.approx(p_first_normal(THETA, [0.022] * 5), abs=0.003)


def test_ties_are_split() -> None:
    assert p_first_from_draws([[0.3, 0.1 + 0.2, 0.1], [0.1, 0.2, 0.9]]) == (0.25, 0.25, 0.5)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0.005, 0.3)), min_size=2, max_size=6))
def test_probabilities_sum_to_one_and_follow_relabelling(models: list[tuple[float, float]]) -> None:
    theta, s = zip(*models)
    p = p_first_normal(theta, s)
    assert sum(p) == pytest.approx(1, abs=1e-7)
    assert p_first_normal(theta[::-1], s[::-1])[::-1] == pytest.approx(p, rel=1e-7, abs=1e-12)


def test_survival_of_a_lead_that_nothing_can_shake() -> None:
    scores = np.column_stack([np.ones(50), np.zeros(50), np.zeros(50)])
    survival = survival_of_first(scores, seed=1, subsets=200)
    assert (survival.alone, survival.shared, survival.lost) == (1.0, 0.0, 0.0)
    assert survival.firsts == (1.0, 0.0, 0.0)
    assert (survival.items_per_subset, survival.n_items, survival.tied_on_all_items) == (25, 50, False)


def test_survival_of_a_lead_of_one_item() -> None:
    # 10 items only A solves, 9 only B: a half loses the lead about as often as a hypergeometric draw says
    scores = np.zeros((40, 2))
    scores[:10, 0] = scores[10:19, 1] = 1
    from scipy.stats import hypergeom

    p = sum(
        hypergeom.pmf(a, 40, 10, 20) * hypergeom.pmf(b, 30, 9, 20 - a)
        for a in range(11)
        for b in range(10)
        if a < b and b <= 20 - a
    )
    survival = survival_of_first(scores, seed=3, subsets=4000)
    assert survival.lost == pytest.approx(p, abs=0.03)
    assert survival.alone + survival.shared + survival.lost == pytest.approx(1)
    assert survival_of_first(scores, seed=3, subsets=4000) == survival


@pytest.mark.parametrize("share", [0, 1, 0.001, -0.5])
def test_a_subset_must_leave_items_in_and_out(share: float) -> None:
    with pytest.raises(ValueError, match="share"):
        survival_of_first(np.eye(20), seed=1, share=share)


@pytest.mark.parametrize(
    ("theta", "s", "message"),
    [
        ([0.5], [0.1], "two models"),
        ([0.5, 0.4], [0.1], "same length"),
        ([0.5, 0.4], [0.1, 0], "above zero"),
        ([0.5, np.nan], [0.1, 0.1], "finite"),
    ],
)
def test_bad_input_is_named(theta: list, s: list, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        p_first_normal(theta, s)
