"""Rising smooth curves."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.interpolate import PchipInterpolator, make_smoothing_spline

from auditgen.stats.smooth_curve import PENALTIES, monotone_smooth, smoothing_spline

RNG = np.random.default_rng(8)
X = np.sort(RNG.random((6, 15)), axis=1)
Y = np.sort(np.clip(X + RNG.normal(0, 0.05, X.shape), 0, 1), axis=1)
ONES = np.ones_like(X)


@pytest.mark.parametrize("penalty", [1e-5, 1e-3, 0.1, 100.0])
def test_spline_equals_scipy_at_one_penalty(penalty):
    ours = smoothing_spline(X, Y, ONES, np.array([penalty]))
    for row in range(6):
        theirs = make_smoothing_spline(X[row], Y[row], lam=penalty)(X[row])
        assert ours[row] == pytest.approx(theirs, rel=1e-6, abs=1e-8)


def test_weighted_spline_equals_scipy():
    weights = RNG.integers(1, 5, X.shape).astype(float)
    ours = smoothing_spline(X, Y, weights, np.array([1e-3]))
    for row in range(6):
        theirs = make_smoothing_spline(X[row], Y[row], w=weights[row], lam=1e-3)(X[row])
        assert ours[row] == pytest.approx(theirs, rel=1e-6, abs=1e-8)


def test_the_penalty_chosen_has_the_smallest_gcv_score():
    noisy = np.sin(6 * X) / 4 + 0.5 + RNG.normal(0, 0.05, X.shape)
    chosen = smoothing_spline(X, noisy, ONES)
    for row in range(2):
        x, y = X[row], noisy[row]
        scores = []
        for penalty in PENALTIES:
            # The smoother matrix, column by column, from scipy's own spline.
            hat = np.column_stack([make_smoothing_spline(x, unit, lam=penalty)(x) for unit in np.eye(15)])
            scores.append(15 * ((y - hat @ y) ** 2).sum() / (15 - np.trace(hat)) ** 2)
        best = make_smoothing_spline(x, y, lam=PENALTIES[int(np.argmin(scores))])(x)
        assert chosen[row] == pytest.approx(best, rel=1e-5, abs=1e-7)


def test_a_straight_line_stays_one_also_outside_the_points():
    line = 0.1 + 0.5 * X
    at = np.array([-0.5, 0.0, 0.3, 0.6, 1.0, 1.5])
    assert monotone_smooth(X, line, at) == pytest.approx(0.1 + 0.5 * at, abs=1e-8)


def test_reading_between_points_equals_the_monotone_cubic_of_scipy():
    at = np.array([(row[4] + 2 * row[5]) / 3 for row in X])
    fitted = np.sort(smoothing_spline(X, Y, ONES), axis=1)
    expected = [float(PchipInterpolator(X[r], fitted[r])(at[r])) for r in range(6)]
    assert monotone_smooth(X, Y, at) == pytest.approx(expected, rel=1e-9)


@given(st.integers(0, 2**32 - 1))
def test_the_curve_never_falls(seed):
    rng = np.random.default_rng(seed)
    x, y = np.sort(rng.choice(np.linspace(0, 1, 30), 12)), np.sort(rng.random(12))
    at = np.linspace(-0.3, 1.3, 60)
    heights = monotone_smooth(np.tile(x, (60, 1)), np.tile(y, (60, 1)), at)
    assert (np.diff(heights) >= -1e-9).all()


def test_equal_points_count_by_their_number():
    x, y = np.array([[0.0, 0.2, 0.2, 0.2, 0.5, 0.8, 1.0]]), np.array([[0.0, 0.1, 0.3, 0.35, 0.5, 0.7, 1.0]])
    merged_x, merged_y = np.array([[0.0, 0.2, 0.5, 0.8, 1.0]]), np.array([[0.0, 0.25, 0.5, 0.7, 1.0]])
    weighted = smoothing_spline(merged_x, merged_y, np.array([[1.0, 3.0, 1.0, 1.0, 1.0]]))
    assert monotone_smooth(x, y, np.array([0.2]))[0] == pytest.approx(weighted[0, 1], rel=1e-9)


def test_one_and_two_different_points():
    assert monotone_smooth([[0.5, 0.5]], [[0.2, 0.4]], [0.9])[0] == pytest.approx(0.3)
    assert monotone_smooth([[0.0, 1.0]], [[0.0, 0.5]], [0.5])[0] == pytest.approx(0.25)


@pytest.mark.parametrize(
    "call",
    [
        lambda: monotone_smooth([[0.5, 0.1]], [[0.1, 0.2]], [0.3]),
        lambda: monotone_smooth([[0.1, 0.5]], [[0.1]], [0.3]),
        lambda: monotone_smooth([[0.1, 0.5]], [[0.1, 0.2]], [0.3, 0.4]),
        lambda: monotone_smooth([[0.1, np.nan]], [[0.1, 0.2]], [0.3]),
        lambda: monotone_smooth([0.1, 0.5], [0.1, 0.2], [0.3]),
    ],
)
def test_impossible_input_is_refused(call):
    with pytest.raises(ValueError, match=r"must|fit"):
        call()
