"""Blocks of zeros in which other models vary: runs that were never made, not questions that were failed."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from auditgen.checks.leakage.item_table import ItemTable

if TYPE_CHECKING:
    import datetime as dt

FEWEST = 5  # questions of one month and source; fewer zeros are no block
ODDS = 1e-6  # all blocks of one source together, by chance


@dataclass(frozen=True)
class Block:
    """One month of one source on which a model has nothing but zeros."""

    model: str
    month: str
    source: str
    places: tuple[int, ...]
    others: float

    def told(self) -> dict[str, Any]:
        """As the record keeps it; `others`: mean of the other models there."""
        return {"month": self.month, "source": self.source, "n": len(self.places), "others": self.others}


def blocks_of(table: ItemTable, row: int) -> list[Block]:
    """Blocks of one model, by source: together they must be too improbable for chance, given its level elsewhere."""
    import numpy as np

    from auditgen.stats.dated_step import log_chance_of_zeros

    if len(table.models) < 4:
        return []
    own = table.scores[row]
    others_rows = [i for i in range(len(table.models)) if i != row]
    counted = ~np.isnan(table.scores[others_rows]).all(axis=0)
    mean = np.full(len(own), np.nan)
    mean[counted] = np.nanmean(table.scores[others_rows][:, counted], axis=0)
    cells: dict[tuple[str, str], list[int]] = {}
    for i, day in enumerate(table.days):
        if day is not None and not math.isnan(own[i]) and not math.isnan(mean[i]):
            source = (table.platforms[i] if table.platforms else None) or "all"
            cells.setdefault((source, f"{day:%Y-%m}"), []).append(i)
    found = []
    for source in sorted({s for s, _ in cells}):
        empty = {m: p for (s, m), p in cells.items() if s == source and len(p) >= FEWEST and not own[p].any()}
        if not empty:
            continue
        inside = [i for places in empty.values() for i in places]
        outside = np.ones(len(own), dtype=bool)
        outside[inside] = False
        outside &= ~np.isnan(own) & ~np.isnan(mean)
        if not outside.any() or mean[outside].mean() == 0:
            continue
        level = float(own[outside].mean() / mean[outside].mean())
        # Any set of months could have been the empty one; the odds leave room for that many.
        tried = len({m for s, m in cells if s == source})
        if log_chance_of_zeros(mean[inside], level) + tried * math.log(2) < math.log(ODDS):
            found += [
                Block(table.models[row], m, source, tuple(p), float(mean[p].mean())) for m, p in sorted(empty.items())
            ]
    return found


def usable_items(table: ItemTable, row: int, fewest_after: dt.date, fewest: int) -> tuple[list[int], list[Block], str]:
    """Dated items that a model really answered, its blocks, and which rule left items out.

    From the first month with a block on nothing is used: where some runs are missing, others may be incomplete in ways
    that do not show. Where too few items after the cut-off would be left, only the blocks themselves go.
    """
    import numpy as np

    known = [i for i, d in enumerate(table.days) if d is not None and not np.isnan(table.scores[row, i])]
    blocks = blocks_of(table, row)
    if not blocks:
        return known, [], "none"
    first = min(b.month for b in blocks)
    before = [i for i in known if f"{table.days[i]:%Y-%m}" < first]
    if sum(table.days[i] > fewest_after for i in before) >= fewest:  # type: ignore[operator]
        return before, blocks, "from the first month with missing runs on"
    gone = {i for b in blocks for i in b.places}
    return [i for i in known if i not in gone], blocks, "the blocks of missing runs"
