"""One claim found in a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Found:
    """One claim in a sentence: its type, the model as written or "unnamed: words", other fields, and its extent."""

    type: str
    model: str
    start: int
    end: int
    fields: dict[str, str] = field(default_factory=dict)
    flags: list[str] = field(default_factory=list)
    settled: bool = False
    """Whether the model was chosen with the sentences before in mind, so that they are not asked again."""


def is_taken(taken: Iterable[tuple[int, int]], start: int, end: int | None = None) -> bool:
    """Whether a place, or an extent from `start` to `end`, meets one of those that claims were read from already."""
    end = start + 1 if end is None else end
    return any(a < end and start < b for a, b in taken)
