"""A draft claim as extraction makes it, before it is written to a file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from auditgen.intake.documents.blocks import Spot

Confidence = Literal["high", "medium", "low"]
_ORDER: tuple[Confidence, ...] = ("high", "medium", "low")


@dataclass(slots=True)
class Draft:
    """One claim as read. `fields` and `setting` use the names of the claims file; figures are text as printed.

    `told` gives, for a field or setting that stands elsewhere in the document, the words that state it and their
    place. `flags` are words for what a reader must know ("bold", "copied", "unknown test", "model from title").
    """

    fields: dict[str, str]
    spot: Spot
    setting: dict[str, str] = field(default_factory=dict)
    told: dict[str, str] = field(default_factory=dict)
    flags: list[str] = field(default_factory=list)
    confidence: Confidence = "high"
    table: int | None = None
    row: int = 0
    column: int = 0
    printed: str = ""
    key_words: tuple[str, ...] = ()
    own: frozenset[str] = frozenset()
    """Fields and settings that stand in the row, column or name itself, not in the text around."""
    document: str = ""
    id: str = ""

    def doubt(self, confidence: Confidence, flag: str | None = None) -> None:
        """Lower the confidence, never raise it, and say why."""
        if _ORDER.index(confidence) > _ORDER.index(self.confidence):
            self.confidence = confidence
        if flag and flag not in self.flags:
            self.flags.append(flag)

    def state(self, key: str, value: str, told: str | None = None) -> None:
        """Set a field or a setting that is not set yet."""
        target = self.fields if key in FIELD_KEYS else self.setting
        if value and key not in target:
            target[key] = value
            if told:
                self.told[key] = told


FIELD_KEYS = frozenset(
    ("shots", "metric", "copied_from", "language", "split", "subset", "n_items", "measured_by", "weights")
)


@dataclass(frozen=True, slots=True)
class Gap:
    """A cell that stands where a figure is expected and holds none: a dash, or words."""

    document: str
    model: str
    test: str
    text: str
    place: str
    missing: bool
    table: int
    metric: str | None = None


@dataclass(frozen=True, slots=True)
class Skipped:
    """A table that gave no claim, and why."""

    document: str
    table: int
    place: str
    reason: str
    figures: int
    header: str


@dataclass(slots=True)
class Harvest:
    """All that was read from one document."""

    drafts: list[Draft] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
