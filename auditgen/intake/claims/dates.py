"""Dates as claims write them: a year, a month or a day, and only those that exist."""

from __future__ import annotations

import re
from datetime import date, timedelta

EARLIEST_YEAR = 1950
_DATE = re.compile(r"^([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?$")
_WITH_TIME = re.compile(r"^([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]00:00:00")


class DateTextError(ValueError):
    """The text is not a date; the message says what was expected."""


def check_date(text: str, today: date, *, whole: bool = False) -> str:
    """The date as ISO text: "2024", "2024-02" or "2024-02-29"; with `whole`, the day must be there.

    Raises DateTextError for other forms, days that do not exist, and dates more than a year ahead of `today`.
    """
    with_time = _WITH_TIME.match(text)
    text = with_time[1] if with_time else text
    match = _DATE.match(text)
    expected = "a date such as 2024-05-13" if whole else "a date such as 2024, 2024-05 or 2024-05-13"
    if not match or (whole and not match[3]):
        raise DateTextError(expected)
    year = int(match[1])
    try:
        day = date(year, int(match[2] or 1), int(match[3] or 1))
    except ValueError:
        raise DateTextError("a date that exists") from None
    if year < EARLIEST_YEAR:
        raise DateTextError(f"a date after {EARLIEST_YEAR}")
    if day > today + timedelta(days=366):
        raise DateTextError("a date that is not far in the future")
    return text
