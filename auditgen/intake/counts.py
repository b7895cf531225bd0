"""Counts as people write them in files: how many items, votes, positions."""

from __future__ import annotations

MOST = 10**12
"""No test has more items, and no record of JSON holds every whole number past 2^53."""


def count_in(text: str) -> int | None:
    """The count that a text is: plain digits, no more than `MOST`. None for anything else, "²" and "1e30" included."""
    told = text.strip()
    if not (told.isascii() and told.isdigit()) or len(told) > 18:
        return None
    return value if (value := int(told)) <= MOST else None
