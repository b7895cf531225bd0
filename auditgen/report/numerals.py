"""How the report prints numbers: percent with one decimal, intervals rounded outwards, gaps in points, dates."""

from __future__ import annotations

import math
from datetime import date
from typing import Any

from auditgen.records.numbers import PrintedNumber
from auditgen.report.language import Words

MINUS = "\u2212"
TINY = 1e-9


def finite(value: Any) -> float | None:
    """The value as a float; None for anything that is not a finite number (bool included)."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if math.isfinite(value) else None


class Numerals:
    """Prints numbers with the signs of one language. Fractions go in, percent and points come out."""

    def __init__(self, words: Words) -> None:
        signs = words["numerals"]
        self.decimal, self.group = str(signs["decimal"]), str(signs["group"])
        self.to, self.percent_sign = str(signs["to"]), str(signs["percent"])
        self.none, self.point_words = str(signs["none"]), signs["points"]
        self.percentile_form, self.endings = str(signs["percentile"]), dict(signs["ordinal_endings"])
        self.months, self.date_forms = list(signs["months"]), signs["dates"]

    def _signs(self, text: str) -> str:
        whole, _, part = text.partition(".")
        whole = whole.replace(",", self.group)
        return (whole + (self.decimal + part if part else "")).replace("-", MINUS)

    def plain(self, value: float, decimals: int = 1) -> str:
        """A number with fixed decimals; no negative zero."""
        text = f"{value:,.{decimals}f}"
        return self._signs(text.lstrip("-") if not text.strip("-0.,") else text)

    def whole(self, value: Any) -> str:
        """A count with grouped thousands; the empty sign where it is unknown."""
        number = finite(value)
        return self.none if number is None else self.plain(number, 0)

    def significant(self, value: float, digits: int = 3) -> str:
        """A number of no known unit, to `digits` significant digits, never in exponent form."""
        if value == 0:
            return "0"
        decimals = max(0, min(6, digits - 1 - math.floor(math.log10(abs(value)))))
        text = self.plain(value, decimals)
        if self.decimal in text:
            text = text.rstrip("0").removesuffix(self.decimal)
        return text

    def percent(self, share: Any, decimals: int = 1) -> str:
        """A share as percent: .489 gives 48.9%."""
        number = finite(share)
        return self.none if number is None else self.plain(100 * number, decimals) + self.percent_sign

    def printed(self, number: PrintedNumber | None) -> str:
        """A claimed figure with every digit of its source: shares as percent, percentiles as ordinals."""
        if number is None:
            return self.none
        as_percent = number.percent_text
        if as_percent is not None:
            return self._signs(as_percent) + self.percent_sign
        if number.unit == "percentile":
            return self.percentile_form.format(ordinal=self._ordinal(number.text))
        return self._signs(number.text)

    def _ordinal(self, text: str) -> str:
        """A number as an ordinal, by its last digits: 90th, 1st, 12th."""
        last = text[-2:] if text[-2:] in self.endings else text[-1:]
        return self._signs(text) + str(self.endings.get(last, self.endings["other"]))

    def _outwards(self, low: float, high: float, decimals: int) -> tuple[float, float]:
        scale = 10**decimals
        return math.floor(low * scale + TINY) / scale, math.ceil(high * scale - TINY) / scale

    def interval(self, low: Any, high: Any, decimals: int = 1) -> str:
        """An interval of shares in percent without sign, rounded outwards: (.44401, .53399) gives 44.4 to 53.4."""
        a, b = finite(low), finite(high)
        if a is None or b is None:
            return self.none
        a, b = self._outwards(100 * a, 100 * b, decimals)
        return self.plain(a, decimals) + self.to + self.plain(b, decimals)

    def spread(self, low: Any, high: Any, decimals: int) -> str:
        """An interval of plain numbers, rounded outwards."""
        a, b = finite(low), finite(high)
        if a is None or b is None:
            return self.none
        a, b = self._outwards(a, b, decimals)
        return self.plain(a, decimals) + self.to + self.plain(b, decimals)

    def gap(self, fraction: Any, signed: bool = False) -> str:
        """A gap between shares as a bare number of points; `signed` writes the plus sign too."""
        number = finite(fraction)
        if number is None:
            return self.none
        text = self.plain(100 * number)
        return "+" + text if signed and number > 0 and text.strip("0.,") != "" else text

    def points(self, fraction: Any) -> str:
        """A gap with its unit: .042 gives 4.2 points."""
        text = self.gap(fraction)
        return text if text == self.none else f"{text} {self.point_words['other' if text != '1.0' else 'one']}"

    def p_value(self, p: Any) -> str:
        """A p-value: four decimals, and `<0.0001` below that."""
        number = finite(p)
        if number is None:
            return self.none
        return f"<0{self.decimal}0001" if number < 0.0001 else self.plain(number, 4 if number < 0.1 else 2)

    def day(self, iso: Any, precision: str | None = None) -> str:
        """A date as it is known: 2024-12-05, 2024-12 and 2024 each keep their precision; other text is given back."""
        if isinstance(iso, date):
            iso = iso.isoformat()
        if not iso:
            return self.none
        parts = str(iso).split("-")
        if not all(p.isdigit() for p in parts) or not 1 <= len(parts) <= 3 or len(parts[0]) != 4:
            return str(iso)
        keep = {"year": 1, "month": 2, "day": 3}.get(precision or "day", 3)
        parts = parts[: min(keep, len(parts))]
        if len(parts) > 1 and not 1 <= int(parts[1]) <= 12:
            return str(iso)
        form = ("year", "month", "day")[len(parts) - 1]
        values = {"year": parts[0]}
        if len(parts) > 1:
            values["month"] = self.months[int(parts[1]) - 1]
        if len(parts) > 2:
            values["day"] = str(int(parts[2]))
        return str(self.date_forms[form]).format(**values)


def year_fraction(iso: str) -> float | None:
    """A date as a year with a fraction, for drawing: `2024-07` lies at the middle of July, `2024` at mid-year."""
    parts = str(iso).split("-")
    if not all(p.isdigit() for p in parts) or len(parts) > 3 or len(parts[0]) != 4:
        return None
    year = int(parts[0])
    if len(parts) == 1:
        return year + 0.5
    month = int(parts[1])
    if not 1 <= month <= 12:
        return None
    if len(parts) == 2:
        return year + (month - 0.5) / 12
    return year + (month - 1 + (min(max(int(parts[2]), 1), 31) - 0.5) / 31) / 12
