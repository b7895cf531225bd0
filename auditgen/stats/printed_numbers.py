"""Comparison of two figures as printed: equal up to their coarser precision, or how many points apart."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Context, Decimal

_NUMBER = re.compile(r"([+\-\u2212]?)(\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})\s*(%?)", re.ASCII)
_UNITS = ("percent", "fraction", "plain")
_EXACT = Context(prec=60)


@dataclass(frozen=True, slots=True)
class PrintedNumber:
    """A figure as printed. Percentages and fractions are both held in percent; `decimals` counts on that scale.

    A fraction printed with one digit ("0.9") has decimals = -1: it is only told to ten points.
    """

    text: str
    value: Decimal
    decimals: int
    unit: str

    @property
    def half_unit(self) -> Decimal:
        """Half of the last printed place."""
        return Decimal((0, (5,), -self.decimals - 1))


@dataclass(frozen=True, slots=True)
class PrintedComparison:
    """Whether two printed figures agree at the coarser precision; `difference` in points (or plain units), exact.

    `fraction_assumed` is True when a figure without a unit was read as a fraction because the other is a percentage.
    """

    agree: bool
    difference: Decimal
    decimals: int
    fraction_assumed: bool


def printed_number(text: str, unit: str | None = None) -> PrintedNumber:
    """Reads a figure as printed ("88.50", "88.5%", "0.885"); trailing zeros count as told digits.

    `unit` is percent, fraction or plain; without it a "%" sign means percent and anything else plain.
    Raises ValueError for text that is not one plain number and for a sign that contradicts the unit.
    """
    match = _NUMBER.fullmatch(text.strip()) if isinstance(text, str) else None
    if match is None:
        raise ValueError(f"expected one number as printed, such as '88.5' or '88.5%', found {text!r}")
    if unit is not None and unit not in _UNITS:
        raise ValueError(f"expected a unit of {', '.join(_UNITS)}, found {unit!r}")
    if match[3] and unit not in (None, "percent"):
        raise ValueError(f"{text!r} carries a percent sign but is declared as {unit}")
    unit = unit or ("percent" if match[3] else "plain")
    value = Decimal(("-" if match[1] in ("-", "\u2212") else "") + match[2])
    decimals = len(match[2].partition(".")[2])
    if unit == "fraction":
        value, decimals = value.scaleb(2, _EXACT), decimals - 2
    return PrintedNumber(text, value, decimals, unit)


def compare_printed(a: str, b: str, unit_a: str | None = None, unit_b: str | None = None) -> PrintedComparison:
    """Compares two figures as printed.

    They agree if the distance is at most half of the coarser last place, both ends included, so that any rounding
    rule passes. Two figures without a unit are taken to share one scale. One of at most 1 without a unit, beside a
    percentage, is read as a fraction, and the result says so.
    """
    first, second = printed_number(a, unit_a), printed_number(b, unit_b)
    assumed = False
    if unit_a is None and _bare_fraction_beside(first, second):
        first, assumed = printed_number(a, "fraction"), True
    elif unit_b is None and _bare_fraction_beside(second, first):
        second, assumed = printed_number(b, "fraction"), True
    difference = _EXACT.abs(_EXACT.subtract(first.value, second.value))
    coarser = first if first.decimals <= second.decimals else second
    return PrintedComparison(difference <= coarser.half_unit, difference, coarser.decimals, assumed)


def _bare_fraction_beside(bare: PrintedNumber, other: PrintedNumber) -> bool:
    return bare.unit == "plain" and other.unit == "percent" and abs(bare.value) <= 1 and bare.decimals > 0
