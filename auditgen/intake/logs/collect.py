"""A reader's growing result, with the limits on rows enforced where they are added."""

from __future__ import annotations

from dataclasses import dataclass, field

from auditgen.intake.logs.limits import MAX_ITEMS, MAX_RUNS, too_big
from auditgen.intake.logs.model import EvalRun, ItemScore


@dataclass
class Collected:
    """Runs, items and notes of one log while it is being read."""

    file_name: str
    runs: list[EvalRun] = field(default_factory=list)
    items: list[ItemScore] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    items_hash: str = ""

    def add_run(self, run: EvalRun) -> None:
        """Keep one run; LogError beyond the limit."""
        if len(self.runs) >= MAX_RUNS:
            raise too_big(self.file_name, "a log", MAX_RUNS, "scores")
        self.runs.append(run)

    def add_item(self, item: ItemScore) -> None:
        """Keep one item; LogError beyond the limit."""
        if len(self.items) >= MAX_ITEMS:
            raise too_big(self.file_name, "a log", MAX_ITEMS, "item scores")
        self.items.append(item)

    def note(self, text: str) -> None:
        """Keep one remark, once."""
        if text not in self.notes:
            self.notes.append(text)
