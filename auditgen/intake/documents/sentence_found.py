"""One claim found in a sentence."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Found:
    """One claim in a sentence: its type, the model as written or "unnamed: words", other fields, and its extent."""

    type: str
    model: str
    start: int
    end: int
    fields: dict[str, str] = field(default_factory=dict)
