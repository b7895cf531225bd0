"""Whether a printed +- or interval fits the score and the number of questions."""

from __future__ import annotations

import math
from dataclasses import dataclass

from auditgen.stats.preconditions import count, positive, share
from auditgen.stats.printed_numbers import printed_number
from auditgen.stats.standard_normal import half_width

KIND_WIDTHS = {"se": 1.0, "ci95": half_width(0.95), "ci90": half_width(0.90)}
"""Standard errors that a printed +- of each kind stands for (half-width for the intervals)."""
KINDS = (*KIND_WIDTHS, "sd", "unstated")
KIND_TOLERANCE = 0.10
"""How far, relative to it, a printed +- may be from a kind's expected size and still be taken for that kind."""
PARTIAL_RUN = 0.5
"""An implied number of items below this share of the stated one means a partial run."""
TOO_SMALL = 0.5
"""A standard error below this share of the smallest honest one is not sampling error of these items."""


@dataclass(frozen=True, slots=True)
class PrintedUncertainty:
    """A printed +- against the smallest honest standard error; every size is a fraction.

    `low`, `high` are the ends of the interval of values that round to the text. `se` is the printed value turned into
    a standard error by its kind (as it stands for sd and unstated), `ratio` = se / se_floor, `n_implied` the items
    that this standard error would need; each with the range over the rounding interval. `fitting_kinds` are the kinds
    whose size fits `n` items within a tenth. `partial_run` and `too_small` are set only if no value that rounds to the
    text fits (unstated: under no kind), and never for sd, which may be run-to-run spread.
    """

    kind: str
    stated: float
    low: float
    high: float
    se: float
    se_floor: float
    ratio: float
    ratio_low: float
    ratio_high: float
    n_implied: float
    n_implied_low: float
    n_implied_high: float
    fitting_kinds: tuple[str, ...]
    partial_run: bool
    too_small: bool
    n: int


@dataclass(frozen=True, slots=True)
class DenominatorDifference:
    """Number of questions in the claim against the one on record; `share` = difference / larger."""

    stated: int
    recorded: int
    difference: int
    share: float
    differs: bool


def smallest_honest_se(p: float, n: int) -> float:
    """sqrt(p(1-p)/n): the standard error that the draw of `n` questions alone gives; fractions."""
    p = share(p, "p")
    return math.sqrt(p * (1.0 - p) / count(n, "n"))


def implied_items(p: float, se: float) -> float:
    """Number of items that a standard error `se` (fraction) of a score `p` implies: p(1-p)/se^2."""
    p = share(p, "p")
    return p * (1.0 - p) / positive(se, "se") ** 2


def printed_uncertainty(p: float, text: str, kind: str, n: int, unit: str = "percent") -> PrintedUncertainty:
    """Checks the printed "+- text" of a score `p` (fraction) on `n` questions.

    `kind` is se, ci95, ci90 (half-widths), sd or unstated; `unit` is percent (points) or fraction. Raises ValueError
    for a negative or zero uncertainty, and for a score of exactly 0 or 1, whose plain standard error is 0.
    """
    if kind not in KINDS:
        raise ValueError(f"expected a kind of {', '.join(KINDS)}, found {kind!r}")
    if unit not in ("percent", "fraction"):
        raise ValueError(f"expected a unit of percent or fraction, found {unit!r}")
    n = count(n, "n")
    floor = smallest_honest_se(p, n)
    if floor == 0.0:
        raise ValueError(f"a score of {p} has a plain standard error of 0: nothing to compare the printed one with")
    number = printed_number(text, unit)
    if number.value <= 0:
        raise ValueError(f"a printed uncertainty must be above 0, found {text!r}")
    stated = float(number.value) / 100.0
    low = float(number.value - number.half_unit) / 100.0
    high = float(number.value + number.half_unit) / 100.0
    width = KIND_WIDTHS.get(kind, 1.0)
    se, se_low, se_high = stated / width, low / width, high / width
    n_most = implied_items(p, se_low)
    fitting = tuple(
        name
        for name, size in KIND_WIDTHS.items()
        if low <= (1.0 + KIND_TOLERANCE) * size * floor and high >= (1.0 - KIND_TOLERANCE) * size * floor
    )
    spread = kind == "sd"
    # A +- of no stated kind may be the half-width of a 95% interval, which stands for the most items.
    n_charitable = implied_items(p, low / KIND_WIDTHS["ci95"]) if kind == "unstated" else n_most
    return PrintedUncertainty(
        kind=kind,
        stated=stated,
        low=low,
        high=high,
        se=se,
        se_floor=floor,
        ratio=se / floor,
        ratio_low=se_low / floor,
        ratio_high=se_high / floor,
        n_implied=implied_items(p, se),
        n_implied_low=implied_items(p, se_high),
        n_implied_high=n_most,
        fitting_kinds=fitting,
        partial_run=not spread and n_charitable < PARTIAL_RUN * n,
        too_small=not spread and se_high / floor < TOO_SMALL,
        n=n,
    )


def score_inside(score: str, low: str, high: str, unit: str | None = None) -> bool:
    """Whether a printed score lies inside its own printed interval, allowing each figure its rounding.

    False if no values that round to the three texts put the score inside, or only a shared end point does.
    Raises ValueError if low > high.
    """
    centre, bottom, top = (printed_number(text, unit) for text in (score, low, high))
    if bottom.value > top.value:
        raise ValueError(f"the lower limit {low!r} lies above the upper limit {high!r}")
    return (
        centre.value + centre.half_unit > bottom.value - bottom.half_unit
        and centre.value - centre.half_unit < top.value + top.half_unit
    )


def denominator_difference(stated: int, recorded: int) -> DenominatorDifference:
    """The number of questions a claim states against the one on record."""
    first, second = count(stated, "stated"), count(recorded, "recorded")
    gap = abs(first - second)
    return DenominatorDifference(first, second, gap, gap / max(first, second), gap > 0)
