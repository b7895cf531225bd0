"""One figure read as printed: its unit found or asked for, and what is not one plain number refused with a way out."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal

from auditgen.intake.claims.units import Range, within
from auditgen.intake.errors import show
from auditgen.records.numbers import NumberTextError, PrintedNumber, Unit, parse_ratio, printed, split_printed

MEDALS = {"gold", "silver", "bronze"}
PLAIN = "one plain number such as 88.7 or 88.7%"
_PLUS_MINUS = re.compile(r"\s*(?:±|\+/[-\u2212]|\+[-\u2212])\s*")
_OPERATORS = (
    ("at_least", re.compile(r"^(?:≥|>=|at least)\s*", re.IGNORECASE)),
    ("at_most", re.compile(r"^(?:≤|<=|at most|up to)\s*", re.IGNORECASE)),
    ("over", re.compile(r"^(?:>|over|above|more than)\s*", re.IGNORECASE)),
    ("under", re.compile(r"^(?:<|under|below|less than)\s*", re.IGNORECASE)),
)
_HEDGE = re.compile(
    r"^(about|around|approx\w*\.?|approximately|circa|ca\.?|c\.|nearly|almost|roughly|some|~|≈)\s*", re.I
)


class FigureError(ValueError):
    """The text is not a figure that can be used: what was expected, and how to mend it."""

    def __init__(self, expected: str, mend: str = "") -> None:
        super().__init__(expected)
        self.expected = expected
        self.mend = mend


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure and what was said beside it in the same cell."""

    number: PrintedNumber
    unit_note: str | None = None
    plus_minus: str | None = None
    out_of: int | None = None


def ascii_digits(text: str) -> str:
    """Full-width and other decimal digits as 0 to 9: the same number, printed in another script."""
    if text.isascii():
        return text
    swapped = "".join(str(unicodedata.decimal(c)) if unicodedata.decimal(c, None) is not None else c for c in text)
    return swapped.replace("\u2212", "-").replace("\uff05", "%").replace("\uff0e", ".").replace("\u00a0", " ")


def split_operator(text: str) -> tuple[str | None, str]:
    """ ">90" as ("over", "90"); (None, text) where no comparison stands in front."""
    for side, pattern in _OPERATORS:
        match = pattern.match(text)
        if match:
            return side, text[match.end() :]
    return None, text


def read_figure(
    text: str, unit: Unit | None, *, metric: str | None = None, signed: bool = False, whole_range: bool = False
) -> Figure:
    """Read one figure.

    `unit` is what the row states; None means not stated, then it is inferred where that is safe and said in
    `unit_note`, else asked for. `signed` allows minus (differences), `whole_range` skips the question about percent
    below one (uncertainties, differences). Raises FigureError.
    """
    text = ascii_digits(text.strip())
    parts = _PLUS_MINUS.split(text)
    if len(parts) > 2 or (len(parts) == 2 and not all(parts)):
        raise FigureError(PLAIN, "Write 25.4 ± 2.1, or use the field uncertainty.")
    plus_minus = parts[1] if len(parts) == 2 else None
    ratio = parse_ratio(parts[0])
    if ratio is not None and plus_minus is None:
        return _count(ratio, unit)
    try:
        raw, sign = split_printed(parts[0])
        if plus_minus is not None:
            plus_minus, sign_behind = split_printed(plus_minus)
            sign = sign or sign_behind
    except NumberTextError as error:
        expected = PLAIN if "plain number" in str(error) else str(error).removeprefix("expected ")
        raise FigureError(expected, _mend(text)) from None
    value = Decimal(raw.replace(",", ""))
    unit, note = _settle_unit(raw, value, unit, sign, metric)
    if unit == "percent" and not sign and 0 < value < 1 and not whole_range:
        raise FigureError(
            "a percentage of at least one, or a percent sign",
            f"{raw} percent is less than one percent; did you mean {percent_of(value)} percent or unit: fraction? "
            f"If it really is that small, write {raw}%.",
        )
    _check_range(raw, value, unit, Range.signed if signed else Range.of_level)
    return Figure(printed(raw, unit), note, plus_minus)


def percent_of(value: Decimal) -> str:
    """0.904 as "90.4"."""
    return f"{value.scaleb(2):f}"


def _count(ratio: tuple[int, int], unit: Unit | None) -> Figure:
    right, total = ratio
    if unit not in (None, "count", "ratio", "other"):
        raise FigureError(PLAIN, f"{right}/{total} is a count: write unit: count, or the number in unit: {unit}.")
    note = None if unit == "count" else f"{right}/{total} read as a count of {total}"
    return Figure(printed(str(right), "count"), note, out_of=total)


def _settle_unit(
    raw: str, value: Decimal, unit: Unit | None, sign: bool, metric: str | None
) -> tuple[Unit, str | None]:
    if sign:
        if unit not in (None, "percent", "percentage_points", "percentile"):
            raise FigureError(f"a number in unit: {unit}", "Delete the percent sign or write unit: percent.")
        return unit or "percent", None
    if unit is not None:
        note = f"{raw} percent read as stated, not as 100 percent" if unit == "percent" and value == 1 else None
        return unit, note
    named = _unit_of_metric(metric)
    if named is not None:
        return named, f"read as {named.replace('_', ' ')}: no unit given, metric {show(metric or '', 40)}"
    if value in (0, 1):
        raise FigureError("a unit", f"{raw} may be a fraction or a percentage: write unit: fraction or unit: percent.")
    if 0 < value < 1:
        return "fraction", f"{raw} read as a fraction ({percent_of(value)} percent): no unit given"
    if 1 < value <= 100:
        return "percent", f"{raw} read as percent: no unit given"
    raise FigureError("a unit", f"{raw} is not between 0 and 100: write unit: rating, points, count or another.")


def _unit_of_metric(metric: str | None) -> Unit | None:
    words = set(re.findall(r"[a-z]+", (metric or "").lower()))
    if words & {"elo", "rating"}:
        return "rating"
    if "percentile" in words:
        return "percentile"
    return "bits_per_byte" if "bpb" in words else None


def _check_range(raw: str, value: Decimal, unit: Unit, kind: Range) -> None:
    expected = within(value, unit, kind)
    if expected is None:
        return
    mend = "Check the figure and its unit."
    if unit == "fraction" and 1 < value <= 100:
        mend = "Did you mean unit: percent?"
    raise FigureError(expected, mend)


def _mend(text: str) -> str:
    """The way out for the texts that people write instead of a number."""
    low = text.lower()
    if text.startswith(("=", "@")):
        return "Paste the value, not the formula."
    if low in (
        "-",
        "--",
        "\u2013",
        "\u2014",
        "n/a",
        "na",
        "none",
        "null",
        "nan",
        "inf",
        "-inf",
        "infinity",
        "?",
        "tbd",
    ):
        return "If the source gives no figure, leave the row out, or empty the cell where it may be empty."
    if low in MEDALS:
        return "A medal has unit: medal, with type: human_parity or rank."
    hedge = _HEDGE.match(text)
    if hedge:
        return f"Write the number alone and '{hedge[1]}' in the field hedge."
    side, rest = split_operator(text)
    if side is not None and rest[:1].isdigit():
        return f"Write type: threshold, threshold: {rest.rstrip('% ')}, threshold_side: {side}."
    if re.fullmatch(r"[+-]?[0-9.]+e[+-]?[0-9]+", low):
        return "Write the number out without an exponent."
    if re.fullmatch(r"[0-9]+,[0-9]+\s*%?", text):
        return f"Write a decimal point: {text.replace(',', '.')}."
    if re.fullmatch(r"[0-9.]+\s*%?\s*(?:-|\u2013|to)\s*[0-9.]+\s*%?", text):
        return "Write one number; a range can stand in quote."
    if re.fullmatch(r"[0-9]+/[0-9]+", text):
        return "A count cannot be more than its total."
    if re.fullmatch(r"[0-9]{1,3}(?:\s[0-9]{3})+", text):
        return "Write the number without spaces."
    if re.fullmatch(r"[0-9.]+\s*%?\s*[*\u2020\u2021a-z\u00b9\u00b2\u00b3]", low):
        return "Leave footnote marks out, and say in notes what they mean."
    return "Write the number alone; words go into notes."
