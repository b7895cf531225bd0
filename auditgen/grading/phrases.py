"""Fills sentence templates: numbers are formatted here, so that a sentence file holds words and nothing else."""

from __future__ import annotations

import math
import string
from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Any

MINUS = "\u2212"


def percent(value: float, decimals: int = 1) -> str:
    """0.489 as "48.9%"; trailing ".0" is kept, so that columns line up."""
    return f"{_round(value * 100, decimals)}%"


def percent_short(value: float) -> str:
    """0.5 as "50%", 0.489 as "48.9%"."""
    text = _round(value * 100, 1)
    return (text[:-2] if text.endswith(".0") else text) + "%"


def points(value: float) -> str:
    """A gap of 0.082 as "8.2 points"; the sign is a true minus."""
    text = _round(abs(value) * 100, 1)
    text = text[:-2] if text.endswith(".0") else text
    word = "point" if text == "1" else "points"
    return f"{MINUS if value < 0 and text != '0' else ''}{text} {word}"


def outward(low: float, high: float, decimals: int = 1) -> tuple[str, str]:
    """Interval bounds as percent text, rounded outwards and kept inside 0 to 100."""
    scale = 10**decimals
    lo = math.floor(round(low * 100 * scale, 6)) / scale
    hi = math.ceil(round(high * 100 * scale, 6)) / scale
    return _round(max(0.0, lo), decimals), _round(min(100.0, hi), decimals)


def _round(value: float, decimals: int) -> str:
    quantum = Decimal(1).scaleb(-decimals)
    rounded = Decimal(repr(float(f"{value:.12g}"))).quantize(quantum, rounding=ROUND_HALF_EVEN)
    text = str(rounded)
    return text.replace("-", MINUS) if rounded != 0 else text.lstrip("-")


class Phrases(string.Formatter):
    """str.format with the formats pct, pct0, points, n, list and month, and a lexicon for coded words."""

    def __init__(self, lexicon: Mapping[str, str], joiner: str = ", ", last: str = " and ") -> None:
        self.lexicon = lexicon
        self.joiner = joiner
        self.last = last

    def fill(self, template: str, params: Mapping[str, Any]) -> str:
        """Template with parameters; a missing parameter is an error, never a blank in a report."""
        return self.vformat(template, (), params)

    def join(self, items: Sequence[str]) -> str:
        """ "a, b and c"."""
        words = [str(i) for i in items]
        if len(words) < 2:
            return "".join(words)
        return self.joiner.join(words[:-1]) + self.last + words[-1]

    def format_field(self, value: Any, format_spec: str) -> str:
        if value is None and format_spec:
            return self.lexicon["not_known"]
        if format_spec == "pct":
            return percent(value)
        if format_spec == "pct0":
            return percent_short(value)
        if format_spec == "points":
            return points(value)
        if format_spec == "n":
            return f"{value:,}"
        if format_spec == "p2":
            return f"{value:.2f}".replace("-", MINUS)
        if format_spec == "list":
            return self.join([self.lexicon.get(str(v), str(v)) for v in value])
        if format_spec == "word":
            return self.lexicon.get(str(value), str(value))
        return super().format_field(value, format_spec)
