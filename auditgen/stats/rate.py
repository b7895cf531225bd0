"""Exponential growth of a score over time: doubling time with its interval, over four windows of the span."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditgen.stats.line_fit import LineFit, fit_line
from auditgen.stats.preconditions import count, finite, finite_array, positive

if TYPE_CHECKING:
    import numpy.typing as npt

LATER_START_YEARS = 1.0
"""How much later the third and fourth window start: 12 months."""


@dataclass(frozen=True, slots=True)
class Growth:
    """Exponential trend: log(score) grows by `slope` a year; doubling times in years.

    `doubling_years` and the limits are `None` where the growth rate is not above 0: the score then need never double.
    """

    slope: float
    slope_low: float
    slope_high: float
    doubling_years: float | None
    doubling_low: float | None
    doubling_high: float | None
    n: int
    line: LineFit

    def holds(self, doubling_years: float) -> bool:
        """Whether a claimed doubling time (years, above 0) lies inside the interval."""
        return self.slope_low <= math.log(2.0) / positive(doubling_years, "doubling_years") <= self.slope_high


@dataclass(frozen=True, slots=True)
class GrowthWindow:
    """One window: its name, first date (decimal years), number of points, and the trend if at least three fall in."""

    name: str
    start: float
    n: int
    growth: Growth | None


def exponential_trend(years: npt.ArrayLike, scores: npt.ArrayLike, level: float = 0.95) -> Growth:
    """Trend of log(score) on date; `years` in decimal years, `scores` above 0, both of shape (n,), n >= 3."""
    import numpy as np

    values = finite_array(scores, "scores", minimum=3)
    if values.min() <= 0.0:
        raise ValueError(f"scores must be above 0 to grow exponentially, found {values.min()}")
    line = fit_line(finite_array(years, "years", minimum=3), np.log(values), level)
    low, high = line.slope_ci
    return Growth(line.slope, low, high, _doubling(line.slope), _doubling(high), _doubling(low), line.n, line)


def four_windows(
    years: npt.ArrayLike, scores: npt.ArrayLike, level: float = 0.95, minimum: int = 3
) -> tuple[GrowthWindow, ...]:
    """Trend over the whole span, over its later half, and over each of the two started 12 months later.

    A window with fewer than `minimum` points, or with all its points on one date, has no trend.
    """
    dates, values = finite_array(years, "years"), finite_array(scores, "scores")
    if dates.size != values.size:
        raise ValueError(f"years and scores must have one length, found {dates.size} and {values.size}")
    minimum = count(minimum, "minimum", 3)
    first, last = float(dates.min()), float(dates.max())
    middle = first + (last - first) / 2.0
    starts = (
        ("whole_span", first),
        ("later_half", middle),
        ("whole_span_12_months_later", first + LATER_START_YEARS),
        ("later_half_12_months_later", middle + LATER_START_YEARS),
    )
    windows = []
    for name, start in starts:
        inside = dates >= start - 1e-9
        n = int(inside.sum())
        varied = n >= minimum and float(dates[inside].max() - dates[inside].min()) > 0.0
        growth = exponential_trend(dates[inside], values[inside], level) if varied else None
        windows.append(GrowthWindow(name, start, n, growth))
    return tuple(windows)


def record_holders(years: npt.ArrayLike, scores: npt.ArrayLike) -> tuple[int, ...]:
    """Positions, in order of date, of the entries that beat every earlier one; of one date only the best counts."""
    dates, values = finite_array(years, "years"), finite_array(scores, "scores")
    if dates.size != values.size:
        raise ValueError(f"years and scores must have one length, found {dates.size} and {values.size}")
    best, records = -math.inf, []
    for i in sorted(range(dates.size), key=lambda j: (dates[j], -values[j], j)):
        if values[i] > best:
            best = finite(values[i], "score")
            records.append(i)
    return tuple(records)


def _doubling(slope: float) -> float | None:
    return math.log(2.0) / slope if slope > 0.0 else None
