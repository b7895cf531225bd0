"""Numbers as printed: the text is kept beside the value, because trailing zeros carry meaning."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Literal

from auditgen.records.base import Record

Unit = Literal[
    "percent",
    "fraction",
    "points",
    "percentage_points",
    "rating",
    "percentile",
    "rank",
    "count",
    "ratio",
    "medal",
    "bits_per_byte",
    "months",
    "minutes",
    "other",
]

_NUMBER = re.compile(r"^[+-]?[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?$|^[+-]?[0-9]+(?:\.[0-9]+)?$|^[+-]?\.[0-9]+$")
_RATIO = re.compile(r"^([0-9]{1,6})\s*/\s*([0-9]{1,6})$")
MAX_DIGITS = 18


class NumberTextError(ValueError):
    """The text is not one plain number. The message says what was expected."""


class PrintedNumber(Record):
    """One number as it stands in the source.

    `text` is the printed form without unit sign; `value` is the plain number in the printed unit (88.7 for 88.7%);
    `decimals` counts the printed decimals, which decide the arithmetic check.
    """

    text: str
    value: float
    decimals: int
    unit: Unit

    @property
    def exact(self) -> Decimal:
        """The printed value as an exact decimal, in the printed unit."""
        return Decimal(self.text.replace(",", ""))

    @property
    def is_share(self) -> bool:
        """Whether the number is a share of right answers (percent or fraction)."""
        return self.unit in ("percent", "fraction")

    @property
    def fraction(self) -> float | None:
        """The value as a fraction in [0, 1]; None where the unit is not a share."""
        if self.unit == "percent":
            return float(self.exact / 100)
        if self.unit == "fraction":
            return float(self.exact)
        return None

    @property
    def percent_text(self) -> str | None:
        """The value as percent, with every printed digit kept: fraction "0.904" gives "90.4"."""
        if self.unit == "percent":
            return self.text.replace(",", "")
        if self.unit == "fraction":
            return format(self.exact.scaleb(2), "f")
        return None


def split_printed(text: str) -> tuple[str, bool]:
    """Digits of a printed number and whether a percent sign stood behind it.

    Raises NumberTextError for anything that is not exactly one plain number ("about 90", "nan", "88 to 90").
    """
    raw = text.strip().replace("\u2212", "-").replace("\uff05", "%").replace("\u00a0", " ")
    had_percent = raw.endswith("%")
    if had_percent:
        raw = raw[:-1].rstrip()
    if not _NUMBER.match(raw):
        raise NumberTextError("expected one plain number such as 88.7 or 88.7%")
    if sum(c.isdigit() for c in raw) > MAX_DIGITS:
        raise NumberTextError(f"expected a number of at most {MAX_DIGITS} digits")
    return raw, had_percent


def parse_ratio(text: str) -> tuple[int, int] | None:
    """ "5/6" as (5, 6); None where the text is not a count out of a total."""
    m = _RATIO.match(text.strip())
    if not m or int(m[2]) == 0 or int(m[1]) > int(m[2]):
        return None
    return int(m[1]), int(m[2])


def printed(text: str, unit: Unit) -> PrintedNumber:
    """Build a PrintedNumber from text that `split_printed` accepts."""
    raw, _ = split_printed(text)
    plain = raw.replace(",", "")
    decimals = len(plain.partition(".")[2])
    return PrintedNumber(text=raw, value=float(plain), decimals=decimals, unit=unit)
