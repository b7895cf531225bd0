"""Dates of any precision, read as the widest span they allow."""

from __future__ import annotations

import calendar
import datetime as dt
import re

_DATE = re.compile(r"^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$")


def span(text: object) -> tuple[dt.date, dt.date] | None:
    """First and last day that "2024", "2024-08" or "2024-08-13" can mean; None for anything else."""
    match = _DATE.match(str(text).strip()) if text is not None else None
    if not match:
        return None
    year = int(match[1])
    try:
        if match[3]:
            day = dt.date(year, int(match[2]), int(match[3]))
            return day, day
        if match[2]:
            month = int(match[2])
            return dt.date(year, month, 1), dt.date(year, month, calendar.monthrange(year, month)[1])
        return dt.date(year, 1, 1), dt.date(year, 12, 31)
    except ValueError:
        return None


def earliest(text: object) -> dt.date | None:
    """First day of the span."""
    found = span(text)
    return found[0] if found else None


def latest(text: object) -> dt.date | None:
    """Last day of the span."""
    found = span(text)
    return found[1] if found else None


def precision(text: object) -> str:
    """day, month or year."""
    return {1: "year", 2: "month", 3: "day"}[len(str(text).split("-"))]


def months_between(first: dt.date, last: dt.date) -> int:
    """Whole months from first to last, at least 0."""
    return max(0, (last.year - first.year) * 12 + last.month - first.month - (1 if last.day < first.day else 0))
