"""Rising smooth curves through many small sets of points at once: natural cubic smoothing splines by GCV."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from auditgen.stats.preconditions import finite_array

if TYPE_CHECKING:
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

PENALTIES = np.logspace(-5.0, 4.0, 91)
"""Roughness penalties tried, for points on a scale of 0 to 1. Sorted points look smoother than they are, so that
cross-validation alone would run through every one of them: the lowest penalty keeps some smoothing."""
SAME = 1e-12
"""Points closer than this in x are one point."""


def monotone_smooth(x: npt.ArrayLike, y: npt.ArrayLike, at: npt.ArrayLike) -> Floats:
    """Height at `at` (shape (b,)) of a rising smooth curve through each row of points `x`, `y` (shape (b, n)).

    Rows of x ascend. Points of equal x are merged with their number as weight. Each row gets its own penalty by
    generalised cross-validation (Wahba 1990); the fitted heights are put in rising order (Chernozhukov et al. 2009)
    and joined by the monotone cubic of Fritsch and Carlson 1980; outside the points the curve goes on as a straight
    line with its end slope. A row with fewer than three different x falls back to straight lines.
    """
    xs, ys = finite_array(x, "x", ndim=2), finite_array(y, "y", ndim=2)
    points = finite_array(at, "at")
    if xs.shape != ys.shape or points.size != xs.shape[0]:
        raise ValueError(f"x, y and at do not fit: {xs.shape}, {ys.shape} and {points.shape}")
    if (np.diff(xs, axis=1) < 0.0).any():
        raise ValueError("each row of x must ascend")
    knots, heights, weights, sizes = _merged(xs, ys)
    result = np.empty(points.size)
    for size in np.unique(sizes):  # rows with equally many different points are solved together
        rows = sizes == size
        x_row, y_row, w_row = knots[rows, :size], heights[rows, :size], weights[rows, :size]
        fitted = smoothing_spline(x_row, y_row, w_row) if size >= 3 else y_row
        result[rows] = _rising_cubic(x_row, np.sort(fitted, axis=1), points[rows])
    return result


def smoothing_spline(x: Floats, y: Floats, weights: Floats, penalties: Floats = PENALTIES) -> Floats:
    """Fitted values at the points of weighted natural cubic smoothing splines, shape (b, n); rows of x rise strictly.

    Each row minimises sum w (y - f)^2 + penalty * integral f''^2 with the penalty of the smallest GCV score.
    """
    roots = np.sqrt(weights)
    # In the basis that diagonalises the penalty, every penalty tried costs only a division (Demmler and Reinsch).
    scaled = _roughness(x) / (roots[:, :, None] * roots[:, None, :])
    eigenvalues, basis = np.linalg.eigh(scaled)
    eigenvalues = np.maximum(eigenvalues, 0.0)
    eigenvalues[:, :2] = 0.0  # straight lines are not rough; what stands here is rounding
    coordinates = np.einsum("bij,bi->bj", basis, roots * y)
    n = x.shape[1]
    shrink = 1.0 / (1.0 + eigenvalues[:, None, :] * penalties[None, :, None])
    residual = (((1.0 - shrink) * coordinates[:, None, :]) ** 2).sum(axis=2)
    freedom = n - shrink.sum(axis=2)
    with np.errstate(divide="ignore", invalid="ignore"):
        gcv = np.where(freedom > 1e-9 * n, n * residual / freedom**2, np.inf)
    best = shrink[np.arange(x.shape[0]), gcv.argmin(axis=1)]
    fitted: Floats = np.einsum("bij,bj->bi", basis, best * coordinates) / roots
    return fitted


def _roughness(x: Floats) -> Floats:
    """Matrices K such that f'Kf is the integral of f''^2 of the natural cubic spline through heights f.

    Source: Green and Silverman 1994, section 2.1.
    """
    b, n = x.shape
    h = np.diff(x, axis=1)
    q = np.zeros((b, n, n - 2))
    r = np.zeros((b, n - 2, n - 2))
    j = np.arange(n - 2)
    q[:, j, j] = 1.0 / h[:, :-1]
    q[:, j + 1, j] = -1.0 / h[:, :-1] - 1.0 / h[:, 1:]
    q[:, j + 2, j] = 1.0 / h[:, 1:]
    r[:, j, j] = (h[:, :-1] + h[:, 1:]) / 3.0
    r[:, j[:-1], j[1:]] = r[:, j[1:], j[:-1]] = h[:, 1:-1] / 6.0
    rough: Floats = q @ np.linalg.solve(r, q.transpose(0, 2, 1))
    return (rough + rough.transpose(0, 2, 1)) / 2.0


def _merged(x: Floats, y: Floats) -> tuple[Floats, Floats, Floats, npt.NDArray[np.intp]]:
    """Different x of each row, mean y and number of points there, filled from the left; and how many there are."""
    b, n = x.shape
    fresh = np.column_stack([np.ones(b, dtype=bool), np.diff(x, axis=1) > SAME])
    slot = np.cumsum(fresh, axis=1) - 1
    cell = (slot + np.arange(b)[:, None] * n).ravel()
    weights = np.bincount(cell, minlength=b * n).astype(np.float64).reshape(b, n)
    filled = np.maximum(weights, 1.0)
    knots = np.bincount(cell, x.ravel(), minlength=b * n).reshape(b, n) / filled
    heights = np.bincount(cell, y.ravel(), minlength=b * n).reshape(b, n) / filled
    return knots, heights, weights, slot[:, -1] + 1


def _rising_cubic(x: Floats, y: Floats, at: Floats) -> Floats:
    """Monotone cubic through rising points, rows side by side; straight beyond the ends."""
    rows, n = np.arange(x.shape[0]), x.shape[1]
    if n == 1:
        return y[:, 0].copy()
    h, rise = np.diff(x, axis=1), np.diff(y, axis=1)
    secant = rise / h
    slope = np.empty_like(x)
    slope[:, 0], slope[:, -1] = secant[:, 0], secant[:, -1]
    if n > 2:
        left, right = secant[:, :-1], secant[:, 1:]
        w_left, w_right = 2.0 * h[:, 1:] + h[:, :-1], h[:, 1:] + 2.0 * h[:, :-1]
        flat = (left <= 0.0) | (right <= 0.0)
        safe_left, safe_right = np.where(flat, 1.0, left), np.where(flat, 1.0, right)
        slope[:, 1:-1] = np.where(flat, 0.0, (w_left + w_right) / (w_left / safe_left + w_right / safe_right))
    i = np.clip((x <= at[:, None]).sum(axis=1) - 1, 0, n - 2)
    width, t = h[rows, i], (at - x[rows, i]) / h[rows, i]
    y0, y1, m0, m1 = y[rows, i], y[rows, i + 1], slope[rows, i] * width, slope[rows, i + 1] * width
    inside = (
        (2 * t**3 - 3 * t**2 + 1) * y0 + (t**3 - 2 * t**2 + t) * m0 + (3 * t**2 - 2 * t**3) * y1 + (t**3 - t**2) * m1
    )
    below = y[:, 0] + slope[:, 0] * (at - x[:, 0])
    above = y[:, -1] + slope[:, -1] * (at - x[:, -1])
    return np.where(at < x[:, 0], below, np.where(at > x[:, -1], above, inside))
