"""Typed access to parsed logs: a value of the wrong kind counts as absent, it never raises."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from auditgen.intake.counts import MOST
from auditgen.intake.logs.privacy import plain

_ISO = re.compile(r"^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$")
_DECIMAL = re.compile(r"^[+-]?\d{1,15}(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?$")
LARGEST = 1e15


def at(value: Any, *keys: str) -> Any:
    """The value behind a chain of object keys; None where any link is missing."""
    for key in keys:
        if not isinstance(value, dict):
            return None
        value = value.get(key)
    return value


def mapping(value: Any) -> dict[str, Any]:
    """The value if it is an object with text keys, else an empty one."""
    return value if isinstance(value, dict) else {}


def objects(value: Any) -> Iterator[tuple[int, dict[str, Any]]]:
    """Position and value of each object in a list; other members are skipped."""
    if isinstance(value, list):
        for i, member in enumerate(value):
            if isinstance(member, dict):
                yield i, member


def number(value: Any) -> float | None:
    """A finite number of sane size; numbers written as text count, booleans do not."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, str):
        if not _DECIMAL.match(value.strip()):
            return None
        value = value.strip()
    elif not isinstance(value, int | float):
        return None
    try:
        found = float(value)
    except (OverflowError, ValueError):
        return None
    return found if math.isfinite(found) and abs(found) <= LARGEST else None


def whole(value: Any, low: int = 0, high: int = MOST) -> int | None:
    """A whole number within the bounds, else None; 5.0 counts as 5."""
    found = number(value)
    if found is None or found != int(found) or not low <= found <= high:
        return None
    return int(found)


def shots_in(value: Any) -> int | None:
    """Number of worked examples in the prompt, 0 to 1000."""
    return whole(value, 0, 1000)


def score_text(value: Any) -> str:
    """The number as the log prints it, for text and whole numbers digit by digit."""
    if number(value) is None:
        return ""
    return value.strip() if isinstance(value, str) else repr(value)


def iso_date(value: Any) -> str:
    """A date as the log prints it, if it is one; "" otherwise."""
    text = value.strip() if isinstance(value, str) else ""
    if not _ISO.match(text):
        return ""
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return ""
    return text


def unix_date(value: Any) -> str:
    """Unix seconds (number or text) as ISO 8601 in UTC, whole seconds; "" outside 1990 to 2100."""
    seconds = number(value)
    if seconds is None or not 631_152_000 <= seconds <= 4_102_444_800:
        return ""
    return datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def unix_seconds(date: str) -> int | None:
    """Unix seconds of an ISO date, None for other text; a date without zone is taken as UTC."""
    try:
        moment = datetime.fromisoformat(date.replace("Z", "+00:00"))
    except ValueError:
        return None
    if moment.year < 1970:
        return None
    return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp())


def item_date(metadata: Any) -> str:
    """The item's own date of publication, where its record carries one."""
    for key in ("contest_date", "release_date", "date"):
        if date := iso_date(at(metadata, key)):
            return date
    return ""


def settings(**values: Any) -> dict[str, str]:
    """The settings that are stated, as short plain text; absent ones are left out."""
    kept: dict[str, str] = {}
    for name, value in values.items():
        if isinstance(value, bool):
            kept[name] = "yes" if value else "no"
        elif isinstance(value, int | float):
            if number(value) is not None:
                kept[name] = repr(value)
        elif isinstance(value, str) and plain(value, 120):
            kept[name] = plain(value, 120)
    return kept
