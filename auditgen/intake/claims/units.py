"""Units: their other spellings, and the range that a figure in each may have."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import get_args

from auditgen.records.numbers import Unit

UNITS: tuple[Unit, ...] = get_args(Unit)
_SPELLINGS: dict[str, Unit] = {
    "%": "percent",
    "pct": "percent",
    "per_cent": "percent",
    "percentage": "percent",
    "percent_success": "percent",
    "proportion": "fraction",
    "share": "fraction",
    "probability": "fraction",
    "pp": "percentage_points",
    "percentage_point": "percentage_points",
    "point": "points",
    "elo": "rating",
    "percentile_rank": "percentile",
    "counts": "count",
    "problems_solved": "count",
    "tasks_solved": "count",
    "ranking": "rank",
    "medals": "medal",
    "bpb": "bits_per_byte",
    "month": "months",
    "months_per_doubling": "months",
    "minute": "minutes",
}
_BRACKET = re.compile(r"^(.*?)\s*\(([^()]*)\)$")


class Range(Enum):
    """What a figure counts: a level (a score) or a signed difference."""

    of_level = "level"
    signed = "signed"


@dataclass(frozen=True, slots=True)
class UnitReading:
    """A unit as understood. `note` keeps the words that the short name loses."""

    unit: Unit | None
    note: str | None = None
    higher_is_better: bool | None = None
    did_you_mean: str | None = None


def read_unit(text: str) -> UnitReading:
    """Understand a unit as written: "percent (ANLS)", "bits_per_byte (lower is better)", "%".

    Words that name no known unit become `other` and are kept in the note; a near miss is a typing mistake and gives
    `did_you_mean` instead.
    """
    bracket = _BRACKET.match(text.strip())
    base, extra = (bracket[1], bracket[2].strip()) if bracket else (text.strip(), "")
    key = re.sub(r"[\s\-]+", "_", base.lower())
    better = {"lower is better": False, "higher is better": True}.get(extra.lower())
    known: Unit | None = _SPELLINGS.get(key) or next((u for u in UNITS if u == key), None)
    if known is not None:
        told = not extra or better is not None
        note = None if told and key in (*UNITS, "%") else f"unit as written: {text.strip()}"
        return UnitReading(known, note, better)
    near = difflib.get_close_matches(key[:60], [*UNITS, *_SPELLINGS], n=1, cutoff=0.8)
    if near:
        return UnitReading(None, did_you_mean=near[0])
    return UnitReading("other", f"unit as written: {text.strip()}", better)


def within(value: Decimal, unit: Unit, kind: Range) -> str | None:
    """None if the figure can exist in its unit, else what was expected."""
    size = abs(value) if kind is Range.signed else value
    if unit == "fraction" and not 0 <= size <= 1:
        return "a fraction from 0 to 1"
    # A relative change may exceed 100 percent.
    if unit in ("percent", "percentile") and not 0 <= size <= 100 and not (kind is Range.signed and unit == "percent"):
        return "a percentage from 0 to 100" if unit == "percent" else "a percentile from 0 to 100"
    if unit == "percentage_points" and abs(value) > 100:
        return "at most 100 percentage points"
    if unit == "rank" and (value < 1 or value != value.to_integral_value()):
        return "a rank: a whole number from 1"
    if unit in ("count", "ratio", "bits_per_byte", "months", "minutes") and kind is Range.of_level and value < 0:
        return f"a number in {unit} that is not negative"
    return None
