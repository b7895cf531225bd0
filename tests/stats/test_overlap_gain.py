"""Gain on flagged items, raw, adjusted and cross-fitted."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportions_ztest

from auditgen.stats.overlap_gain import (
    GroupCounts,
    adjusted_gain,
    adjusted_gain_items,
    cross_fitted_gain,
    estimated_gain,
)

MODEL = GroupCounts(344, 400, 480, 600)
REFERENCE = GroupCounts(288, 400, 420, 600)


def test_worked_estimated_gain() -> None:
    found = estimated_gain(MODEL)
    assert found.overall == pytest.approx(0.824, rel=1e-9)
    assert found.estimate == pytest.approx(0.024, rel=1e-9)
    assert found.se == pytest.approx(0.009530302549, rel=1e-6)
    assert (found.ci_low, found.ci_high) == pytest.approx((0.005320950239, 0.04267904976), rel=1e-6)
    assert found.z == pytest.approx(2.440826622, rel=1e-6)
    assert found.p_value == pytest.approx(0.01465368805, rel=1e-6)
    z, p = proportions_ztest([344, 480], [400, 600])
    assert (found.z, found.p_value) == pytest.approx((z, p), rel=1e-9)


def test_worked_adjusted_gain() -> None:
    found = adjusted_gain(MODEL, [REFERENCE])
    assert found.difference == pytest.approx(0.04, rel=1e-9)
    assert found.difference_se == pytest.approx(0.03770499525, rel=1e-6)
    assert found.z == pytest.approx(1.060867393, rel=1e-6)
    assert found.p_value == pytest.approx(0.1443750849, rel=1e-6)
    assert found.estimate == pytest.approx(0.016, rel=1e-9)
    assert found.se == pytest.approx(0.0150819981, rel=1e-6)
    assert found.ci_low < 0 < estimated_gain(MODEL).ci_low  # raw says clear, adjusted says not separated


def test_more_references_on_the_same_items_do_not_shrink_the_error() -> None:
    two = adjusted_gain(MODEL, [REFERENCE, REFERENCE])
    assert two.se == pytest.approx(adjusted_gain(MODEL, [REFERENCE]).se)
    assert two.n_references == 2
    assert two.estimate == pytest.approx(0.016)


def test_item_results_give_the_same_estimate_and_a_sharper_error() -> None:
    random = np.random.default_rng(5)
    flagged = np.arange(1000) < 400
    hard = random.random(1000)
    own = (hard < np.where(flagged, 0.86, 0.80)).astype(float)
    reference = (hard + random.normal(0, 0.05, 1000) < np.where(flagged, 0.72, 0.70)).astype(float)
    found = adjusted_gain_items(own, reference[:, None], flagged.tolist())

    def counts(x: np.ndarray) -> GroupCounts:
        return GroupCounts(x[flagged].sum(), 400, x[~flagged].sum(), 600)

    plain = adjusted_gain(counts(own), [counts(reference)])
    assert found.estimate == pytest.approx(plain.estimate, rel=1e-9)
    assert found.se < plain.se


@given(st.integers(0, 50), st.integers(0, 50))
def test_a_reference_with_the_same_answers_leaves_no_gain(flagged: int, clean: int) -> None:
    counts = GroupCounts(flagged, 50, clean, 50)
    found = adjusted_gain(counts, [counts])
    assert found.estimate == 0
    assert found.p_value == 0.5
    raw = estimated_gain(counts)
    assert raw.overall == pytest.approx((flagged + clean) / 100)
    assert raw.ci_low <= raw.estimate <= raw.ci_high


def synthetic(gain: float, n: int = 3000) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    random = np.random.default_rng(12)
    coverage = random.random(n)
    own = (random.random(n) < 0.5 + gain * (coverage >= 0.7)).astype(float)
    references = (random.random((n, 3)) < 0.5).astype(float)
    return coverage, own, references


def test_cross_fitting_finds_a_planted_gain() -> None:
    coverage, own, references = synthetic(0.3)
    found = cross_fitted_gain(coverage.tolist(), own, seed=1, references=references)
    assert found.ci_low < 0.3 * 0.3 < found.ci_high
    assert found.p_value < 1e-6
    # below the planted threshold the clean group stays clean, so any of these measures the whole gain
    assert all(t <= 0.7 for t in found.thresholds)
    assert found == cross_fitted_gain(coverage.tolist(), own, seed=1, references=references)


def test_cross_fitting_does_not_flatter_when_there_is_nothing() -> None:
    # choosing the best of ten thresholds on the same items would give a gain above 0 nearly always
    below = 0
    for seed in range(60):
        random = np.random.default_rng(seed)
        found = cross_fitted_gain(random.random(200).tolist(), (random.random(200) < 0.5).astype(float), seed=seed)
        below += found.estimate <= 0
    assert 15 <= below <= 45


@pytest.mark.parametrize(
    ("counts", "message"), [((5, 4, 1, 2), "flagged"), ((1, 4, 3, 2), "clean"), ((0, 0, 1, 2), "flagged")]
)
def test_bad_counts_are_named(counts: tuple, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GroupCounts(*counts)


def test_other_bad_input_is_named() -> None:
    with pytest.raises(ValueError, match="at least one reference"):
        adjusted_gain(MODEL, [])
    with pytest.raises(ValueError, match="same flagged and clean"):
        adjusted_gain(MODEL, [GroupCounts(1, 2, 1, 2)])
    with pytest.raises(ValueError, match="two flagged"):
        adjusted_gain_items([1, 0, 1], [[1], [0], [1]], [True, False, False])
    with pytest.raises(ValueError, match="same items"):
        adjusted_gain_items([1, 0], [[1]], [True, False])
    with pytest.raises(ValueError, match="none leaves"):
        cross_fitted_gain([0.0] * 100, np.ones(100), seed=1)
    with pytest.raises(ValueError, match="coverage"):
        cross_fitted_gain([2.0], np.ones(1), seed=1)
