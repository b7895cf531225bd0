"""Tail areas and quantiles of the standard normal, without importing scipy."""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

Z_975 = 1.959963984540054
"""The 97.5% quantile: half the width of a two-sided 95% interval, in standard errors."""

_STANDARD = NormalDist()


def upper_tail(z: float) -> float:
    """P(Z >= z)."""
    return 0.5 * math.erfc(z / math.sqrt(2.0))


def two_sided(z: float) -> float:
    """P(|Z| >= |z|)."""
    return math.erfc(abs(z) / math.sqrt(2.0))


def quantile(probability: float) -> float:
    """z with P(Z <= z) = `probability`; ValueError outside the open interval (0, 1)."""
    if not 0.0 < probability < 1.0:
        raise ValueError(f"probability must lie strictly between 0 and 1, found {probability!r}")
    return _STANDARD.inv_cdf(probability)


@lru_cache(maxsize=64)
def half_width(level: float) -> float:
    """Standard errors on each side of a two-sided interval that covers `level` (0.95 gives 1.959964)."""
    if not 0.0 < level < 1.0:
        raise ValueError(f"level must lie strictly between 0 and 1, found {level!r}")
    return Z_975 if level == 0.95 else _STANDARD.inv_cdf(0.5 + level / 2.0)


def cumulative(z: float) -> float:
    """P(Z <= z)."""
    return 0.5 * math.erfc(-z / math.sqrt(2.0))
