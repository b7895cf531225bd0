"""The extents of columns on a page, and the rules under a line of their head."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from auditgen.intake.documents.page_rules import Rule
from auditgen.intake.documents.words import Spacing


@dataclass(slots=True)
class Slot:
    """The extent of a column in points, and the mean middle of what stands in it."""

    x0: float
    x1: float
    mid: float | None = None

    @property
    def center(self) -> float:
        """Middle of the column."""
        return self.mid if self.mid is not None else (self.x0 + self.x1) / 2


def short_rules(above: float, below: float, columns: Sequence[Slot], spacing: Spacing) -> list[Rule]:
    """The rules under a line of the head that run under some of the columns only."""
    if not columns:
        return []
    x0, x1 = columns[0].x0, columns[-1].x1
    return [
        r
        for r in spacing.rules.between(above, below, x0, x1)
        if r.start > x0 - 0.5 * (x1 - x0) and not r.covers(x0, x1)
    ]
