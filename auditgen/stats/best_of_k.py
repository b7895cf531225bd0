"""How much the best of k equally good tries overstates what the model can do."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from auditgen.stats.preconditions import count, finite, not_negative, share
from auditgen.stats.standard_normal import quantile, upper_tail

CURVE = (2, 5, 10, 27)
"""Numbers of tries shown when the true number is not known."""
MOST_TRIES = 10**9

_STEP = 1.0 / 128.0
_LOWEST, _HIGHEST = -12.0, 14.0


@dataclass(frozen=True, slots=True)
class Overstatement:
    """Expected excess of the best of `k` tries over one honest try, as a fraction."""

    k: int
    estimate: float


@lru_cache(maxsize=256)
def expected_max_of_normals(k: int) -> float:
    """Expected largest of `k` independent standard normals: the integral of x k phi(x) Phi(x)^(k-1) dx.

    The integrand is smooth and dies off at both ends, so equal steps are exact to rounding. 1 <= k <= 10^9.
    """
    k = count(k, "k")
    if k > MOST_TRIES:
        raise ValueError(f"k must be at most {MOST_TRIES}, found {k}")
    if k == 1:
        return 0.0
    terms = []
    for i in range(int((_HIGHEST - _LOWEST) / _STEP) + 1):
        x = _LOWEST + i * _STEP
        above = upper_tail(x)
        if above >= 1.0:
            continue
        terms.append(x * math.exp(math.log(k) - x * x / 2.0 + (k - 1) * math.log1p(-above)))
    return math.fsum(terms) * _STEP / math.sqrt(2.0 * math.pi)


def overstatement(se: float, k: int, correlation: float = 0.0) -> float:
    """SE * sqrt(1 - correlation) * e_k, as a fraction; `correlation` between the tries' scores, in [0, 1]."""
    return not_negative(se, "se") * math.sqrt(1.0 - share(correlation, "correlation")) * expected_max_of_normals(k)


def overstatement_curve(
    se: float, correlation: float = 0.0, tries: tuple[int, ...] = CURVE
) -> tuple[Overstatement, ...]:
    """Overstatement for several possible numbers of tries."""
    return tuple(Overstatement(k, overstatement(se, k, correlation)) for k in tries)


def sidak_z(k: int, level: float = 0.95) -> float:
    """One-sided normal quantile that holds for the best of `k` independent tries: Phi^-1(level^(1/k))."""
    return quantile(share(level, "level") ** (1.0 / count(k, "k")))


def sidak_lower(score: float, se: float, k: int, level: float = 0.95) -> float:
    """Honest one-sided lower limit of a score that is the best of `k` tries (correlation 0, cautious); a fraction."""
    return finite(score, "score") - not_negative(se, "se") * sidak_z(k, level)
