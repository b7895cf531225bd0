"""One cell read as a figure: number, uncertainty, unit sign, brackets; or as missing, two numbers, a range, words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from auditgen.intake.claims.figures import ascii_digits

_N = r"(?:[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?|\.[0-9]+)"
_PM = r"(?:±|\+/[-\u2212]|\\pm)"
_PLAIN = re.compile(rf"([<>≥≤~≈]|>=|<=)?\s*([+-]?{_N})\s*(%|pp|pts?\.?|elo)?", re.IGNORECASE)
_SPREAD = re.compile(rf"([+-]?{_N})\s*(%?)\s*[(\[]?\s*{_PM}\s*({_N})\s*(%?)\s*[)\]]?")
_INTERVAL = re.compile(rf"([+-]?{_N})\s*(%?)\s*[(\[]\s*({_N})\s*%?\s*[,;–-]\s*({_N})\s*%?\s*[)\]]")
_PAIR = re.compile(rf"({_N})\s*%?\s*([/|])\s*({_N})\s*%?")
_HALF = re.compile(rf"(?:({_N})\s*%?\s*/\s*[-–—]|[-–—]\s*/\s*({_N})\s*%?)")
_RANGE = re.compile(rf"({_N})\s*%?\s*(?:-|–|—|to|~)\s*({_N})\s*%?")
_BRACKETED = re.compile(rf"([+-]?{_N})\s*(%?)\s*[(\[（]([^()\[\]（）]{{1,60}})[)\]）]")
_GAINED = re.compile(rf"({_N})\s*(%?)\s*([+↑↓]\s?{_N}\s*%?)")
_COMMA = re.compile(r"[0-9]{1,3},[0-9]{1,2}\s*%?")
_ALONE = re.compile(rf"[(（]\s*({_N})\s*%?\s*[)）]")
_RANK = re.compile(r"#?\s*([0-9]{1,4})\s*(?:st|nd|rd|th)\b|#\s*([0-9]{1,4})", re.IGNORECASE)
_MISSING = {
    "-",
    "--",
    "---",
    "–",
    "—",
    "−",
    "/",
    "-/-",
    "–/–",
    "—/—",
    "\\",
    "n/a",
    "na",
    "n.a.",
    "n.a",
    "none",
    "null",
    "nan",
    "tbd",
    "tba",
    "?",
    "x",
    "·",
    "...",
    "…",
    "not reported",
    "not available",
    "unknown",
    "不适用",
    "无",
    "暂无",
    "n/r",
    "nr",
    "✗",
    "✘",
    "❌",
    "*",
}


@dataclass(frozen=True, slots=True)
class Figure:
    """What a cell says. kind: number, missing, empty, pair, range, rank, text.

    `text` is the number as printed, without sign of unit; `hedge` stands before it (">", "~").
    """

    kind: str
    text: str = ""
    percent: bool = False
    spread: str | None = None
    interval: tuple[str, str] | None = None
    pair: tuple[str, ...] | None = None
    """The figures of a cell that holds several, "" for a dash between them."""
    bracket: str | None = None
    hedge: str | None = None
    unit_word: str | None = None
    odd: tuple[str, ...] = ()

    @property
    def value(self) -> float:
        """The number in the unit as printed."""
        return float(self.text.replace(",", ""))

    @property
    def filled(self) -> bool:
        """Whether the cell holds one or more figures."""
        return self.kind in ("number", "pair", "range")


# "63,23 % [61,1; 65,3]", "0,646": commas that can only part decimals.
_DECIMAL_COMMA = re.compile(r"(?<![\d.,])(?:0,(?=\d{3}(?!\d))|\d{1,3},(?=\d{1,2}(?![\d,])))")


def read_cell(text: str) -> Figure:
    """Read the text of one cell, marks already taken off. Decimal commas are read where they can be nothing else."""
    found = _read(text)
    worded = found.kind == "text" and "," in text and "." not in text
    if worded or re.fullmatch(r"\s*0,\d{3}\s*%?\s*", text):
        again = _read(_DECIMAL_COMMA.sub(lambda m: m[0].replace(",", "."), text))
        if again.filled:
            return replace(again, odd=(*again.odd, "decimal_comma"))
    return found


def _read(text: str) -> Figure:
    raw = ascii_digits(text.strip()).replace("％", "%").replace("−", "-")
    if not raw:
        return Figure("empty")
    if raw.lower() in _MISSING or not raw.strip("-–—"):
        return Figure("missing", raw)
    if len(raw) > 80:
        return Figure("text", raw)
    if _COMMA.fullmatch(raw):
        number = raw.rstrip("% ").replace(",", ".")
        return Figure("number", number, "%" in raw, odd=("decimal_comma",))
    if found := _PLAIN.fullmatch(raw):
        word = (found[3] or "").lower()
        return Figure("number", _number(found[2]), word == "%", hedge=found[1], unit_word=word or None)
    if found := _SPREAD.fullmatch(raw):
        return Figure("number", _number(found[1]), "%" in (found[2], found[4]), spread=found[3])
    if found := _INTERVAL.fullmatch(raw):
        low, value, high = (float(g.replace(",", "")) for g in (found[3], found[1], found[4]))
        if low <= value <= high:
            return Figure("number", _number(found[1]), bool(found[2]), interval=(found[3], found[4]))
    if found := _PAIR.fullmatch(raw):
        return Figure("pair", raw, "%" in raw, pair=(found[1], found[3]))
    if found := _HALF.fullmatch(raw):
        return Figure("pair", raw, "%" in raw, pair=(found[1] or "", found[2] or ""))
    if parts := _several(raw):
        return Figure("pair", raw, "%" in raw, pair=parts)
    if found := _RANGE.fullmatch(raw):
        return Figure("range", raw, "%" in raw, pair=(found[1], found[2]))
    if found := _BRACKETED.fullmatch(raw):
        inner = found[3].strip()
        odd = ("number_in_bracket",) if re.fullmatch(rf"[+-]?{_N}\s*%?", inner) else ()
        return Figure("number", _number(found[1]), bool(found[2]), bracket=inner, odd=odd)
    if found := _GAINED.fullmatch(raw):
        # "31.6 +3.1": a score and what was gained.
        return Figure("number", _number(found[1]), bool(found[2]), bracket=found[3].strip())
    if found := _ALONE.fullmatch(raw):
        return Figure("number", _number(found[1]), "%" in raw, odd=("in_brackets",))
    if found := _RANK.fullmatch(raw):
        return Figure("rank", found[1] or found[2])
    return Figure("text", raw)


_ONE_OF_SEVERAL = re.compile(rf"({_N})\s*%?(?:\s*{_PM}\s*{_N}\s*%?)?|[-–—]")


def _several(raw: str) -> tuple[str, ...] | None:
    """ "2.1 | 5.5 | - | 5.8", "91.9 ± 0.7 / 91.7 ± 0.6": the figures of a cell that holds several."""
    parts = [_ONE_OF_SEVERAL.fullmatch(p.strip()) for p in re.split(r"\s*\|\s*|\s+/\s+", raw)]
    if not 2 <= len(parts) <= 10 or not all(parts) or not any(p and p[1] for p in parts):
        return None
    return tuple((p[1] or "") if p else "" for p in parts)


def _number(text: str) -> str:
    return text.removeprefix("+")


def solved_of(figure: Figure, row: Sequence[Figure], column: Sequence[Figure]) -> tuple[str, str] | None:
    """ "4/30": so many of so many solved. Known by whole numbers and one total in the whole row or column.

    Figures of two directions or metrics ("42.2/36.6") have no total in common.
    """
    if figure.kind != "pair" or figure.pair is None or "/" not in figure.text:
        return None
    for line in (row, column):
        pairs = [f.pair for f in line if f.kind == "pair" and f.pair and len(f.pair) == 2 and "±" not in f.text]
        totals = {b for _, b in pairs}
        whole = all(a.isdigit() and b.isdigit() and int(a) <= int(b) for a, b in pairs)
        if whole and len(totals) == 1 and len(pairs) >= 2 and int(totals.copy().pop()) > 1 and figure.pair in pairs:
            return figure.pair[0], figure.pair[1]
    return None


def with_decimal_commas(column: Sequence[Figure]) -> list[Figure]:
    """The figures of one column, "1,238" read as a decimal where most of the others can be nothing else."""
    numbers = [f for f in column if f.kind == "number"]
    sure = sum("decimal_comma" in f.odd for f in numbers)
    if not sure or 2 * sure < len(numbers) or any("." in f.text and "decimal_comma" not in f.odd for f in numbers):
        return list(column)
    return [
        replace(f, text=f.text.replace(",", "."), odd=(*f.odd, "decimal_comma"))
        if f.kind == "number" and re.fullmatch(r"\d{1,3},\d{3}", f.text)
        else f
        for f in column
    ]
