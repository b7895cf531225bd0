"""Straight line through points by least squares, on the plain and on the probit scale."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from auditgen.stats.intervals import t_quantile
from auditgen.stats.preconditions import finite, finite_array, open_share
from auditgen.stats.standard_normal import cumulative, quantile

if TYPE_CHECKING:
    import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Prediction:
    """`mean` of the line at a point, `se_fit` of that mean, `se_new` of a single new observation there."""

    mean: float
    se_fit: float
    se_new: float


@dataclass(frozen=True, slots=True)
class LineFit:
    """y = intercept + slope * x by least squares; `slope_ci` covers `level` with the t quantile on n - 2 df."""

    intercept: float
    slope: float
    slope_se: float
    slope_ci: tuple[float, float]
    r_squared: float
    residual_sd: float
    n: int
    x_mean: float
    sxx: float
    level: float = 0.95

    @property
    def df(self) -> int:
        """Residual degrees of freedom."""
        return self.n - 2

    def predict(self, x: float) -> Prediction:
        """Height of the line at `x` with its standard errors."""
        x = finite(x, "x")
        variance = self.residual_sd**2
        fit = variance * (1.0 / self.n + (x - self.x_mean) ** 2 / self.sxx)
        return Prediction(self.intercept + self.slope * x, math.sqrt(fit), math.sqrt(fit + variance))

    def prediction_interval(self, x: float) -> tuple[float, float]:
        """Where one new observation at `x` should fall, with probability `level`."""
        at = self.predict(x)
        half = t_quantile(0.5 + self.level / 2.0, self.df) * at.se_new
        return at.mean - half, at.mean + half


@dataclass(frozen=True, slots=True)
class ProbitFit:
    """Line between the normal quantiles of two fractions: for scores near 0 or 1, where a plain line bends."""

    line: LineFit

    def predict(self, x: float) -> float:
        """Fitted fraction at the fraction `x`."""
        return cumulative(self.line.predict(quantile(open_share(x, "x"))).mean)


def fit_line(x: npt.ArrayLike, y: npt.ArrayLike, level: float = 0.95) -> LineFit:
    """Least-squares line of `y` on `x`, both of shape (n,).

    Raises ValueError for fewer than three points, unequal lengths, or an x that does not vary.
    """
    xs, ys = finite_array(x, "x", minimum=3), finite_array(y, "y", minimum=3)
    if xs.size != ys.size:
        raise ValueError(f"x and y must have one length, found {xs.size} and {ys.size}")
    n = int(xs.size)
    x_mean, y_mean = float(xs.mean()), float(ys.mean())
    dx, dy = xs - x_mean, ys - y_mean
    sxx, syy = float(dx @ dx), float(dy @ dy)
    if sxx <= 1e-24 * max(1.0, x_mean * x_mean) * n:
        raise ValueError("x does not vary: no line can be fitted")
    slope = float(dx @ dy) / sxx
    residuals = dy - slope * dx
    rss = float(residuals @ residuals)
    residual_sd = math.sqrt(rss / (n - 2))
    slope_se = residual_sd / math.sqrt(sxx)
    half = t_quantile(0.5 + open_share(level, "level") / 2.0, n - 2) * slope_se
    return LineFit(
        intercept=y_mean - slope * x_mean,
        slope=slope,
        slope_se=slope_se,
        slope_ci=(slope - half, slope + half),
        r_squared=1.0 - rss / syy if syy > 0.0 else 1.0,
        residual_sd=residual_sd,
        n=n,
        x_mean=x_mean,
        sxx=sxx,
        level=level,
    )


def fit_probit_line(x: npt.ArrayLike, y: npt.ArrayLike, level: float = 0.95) -> ProbitFit:
    """As `fit_line` on the normal quantiles of two arrays of fractions strictly between 0 and 1."""
    return ProbitFit(fit_line(_probit(x, "x"), _probit(y, "y"), level))


def _probit(values: npt.ArrayLike, name: str) -> npt.NDArray[np.float64]:
    shares = finite_array(values, name)
    return np.array([quantile(open_share(value, name)) for value in shares.tolist()])
