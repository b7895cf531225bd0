"""How far a score is from guessing and from the best score that a faulty answer key allows."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from auditgen.stats.intervals import Interval, wilson
from auditgen.stats.preconditions import count, share

CHANCE_WIDTH = 2.0
"""Standard errors around the chance level within which a score says nothing."""


class CeilingBand(NamedTuple):
    """Practical ceiling as two fractions: every faulty item lost, and the marked key met by luck."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class OneSidedTest:
    """Exact binomial test that the true share lies above `reference`."""

    estimate: float
    reference: float
    p_value: float
    k: int
    n: int


@dataclass(frozen=True, slots=True)
class ChanceComparison:
    """A score against the chance level; `se` is the standard error of guessing, z = (score - chance) / se."""

    estimate: float
    chance: float
    se: float
    z: float
    below: bool
    within: bool
    n: int


def chance_corrected(score: float, chance: float) -> float:
    """(score - chance) / (1 - chance): 0 is guessing, 1 is perfect, below 0 is worse than guessing. Fractions."""
    return (share(score, "score") - _below_one(chance)) / (1.0 - chance)


def ceiling_band(error_rate: float, n_options: int | None = None) -> CeilingBand:
    """Band of the best possible score when a fraction `error_rate` of the answer key is wrong.

    Lower end: a perfect solver loses every faulty item. Upper end: with `n_options` options it meets the marked key
    by luck once in `n_options`. Without options (open answers) luck is nil and both ends agree.
    """
    rate = share(error_rate, "error_rate")
    lucky = 0.0 if n_options is None else 1.0 / count(n_options, "n_options", 2)
    return CeilingBand(1.0 - rate, 1.0 - rate * (1.0 - lucky))


def ceiling_band_limits(n_faulty: int, n_checked: int, n_options: int | None = None) -> CeilingBand:
    """Outermost ceiling band when the error rate is itself an estimate: `n_faulty` of `n_checked` items (Wilson)."""
    rate = error_rate_interval(n_faulty, n_checked)
    return CeilingBand(ceiling_band(rate.ci_high, n_options).low, ceiling_band(rate.ci_low, n_options).high)


def error_rate_interval(n_faulty: int, n_checked: int) -> Interval:
    """Wilson interval of the share of faulty items among those that were checked."""
    return wilson(count(n_faulty, "n_faulty", 0), n_checked)


def usable_share(score: float, chance: float, error_rate: float) -> float:
    """(score - chance) / (1 - error_rate - chance): the part of the meaningful range that the score has used."""
    width = 1.0 - share(error_rate, "error_rate") - share(chance, "chance")
    if width <= 0.0:
        raise ValueError(f"error rate {error_rate} and chance {chance} leave no range between floor and ceiling")
    return (share(score, "score") - chance) / width


def above_chance(k: int, n: int, chance: float) -> OneSidedTest:
    """One-sided exact test that `k` right answers of `n` beat guessing at `chance`."""
    return _above(k, n, chance, "chance")


def above_ceiling(k: int, n: int, ceiling: float) -> OneSidedTest:
    """One-sided exact test that `k` right answers of `n` lie above `ceiling` (use the upper end of the band)."""
    return _above(k, n, ceiling, "ceiling")


def below_chance(score: float, n: int, chance: float) -> ChanceComparison:
    """Whether a score lies more than two standard errors below guessing, or within two of it.

    The standard error is that of guessing itself, sqrt(c(1-c)/n): the question is what a guesser could produce. Of
    several possible n the smallest is the cautious one. Raises ValueError for a chance level of 0 or 1.
    """
    value, n = share(score, "score"), count(n, "n")
    level = _below_one(chance)
    if level == 0.0:
        raise ValueError("chance must lie strictly between 0 and 1: without luck nothing lies below it")
    se = math.sqrt(level * (1.0 - level) / n)
    z = (value - level) / se
    return ChanceComparison(value, level, se, z, z < -CHANCE_WIDTH, abs(z) <= CHANCE_WIDTH, n)


def _above(k: int, n: int, reference: float, name: str) -> OneSidedTest:
    from scipy.special import betainc

    n = count(n, "n")
    right = count(k, "k", 0)
    if right > n:
        raise ValueError(f"k must lie between 0 and n = {n}, found {k!r}")
    level = share(reference, name)
    # P(X >= k) is a regularised incomplete beta function; exact for whole k.
    p_value = 1.0 if right == 0 else float(betainc(right, n - right + 1.0, level))
    return OneSidedTest(right / n, level, p_value, right, n)


def _below_one(chance: float) -> float:
    if share(chance, "chance") == 1.0:
        raise ValueError("chance must be below 1: a test that guessing solves has no range")
    return float(chance)
