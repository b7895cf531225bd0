"""Rows of cells with spans made into a rectangle: merged cells copied, spans cut at the table's end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from auditgen.intake.documents.blocks import EMPTY, Cell
from auditgen.intake.documents.limits import MAX_CELLS, MAX_COLUMNS, MAX_ROWS


@dataclass(frozen=True, slots=True)
class Spanned:
    """A cell and how many rows and columns it says it covers."""

    cell: Cell
    rows: int = 1
    columns: int = 1


def expand(rows: Iterable[list[Spanned]]) -> tuple[list[list[Cell]], tuple[str, ...]]:
    """The rectangle, and remarks: "cut" where limits were passed.

    A rowspan longer than the table ends with the table. Copies of a spanned cell are marked `merged`.
    """
    grid: list[list[Cell]] = []
    # Column -> (rows still to fill, cell).
    hanging: dict[int, tuple[int, Cell]] = {}
    remarks: list[str] = []
    total = 0
    for source in rows:
        if len(grid) >= MAX_ROWS or total >= MAX_CELLS:
            remarks.append("cut")
            break
        row: dict[int, Cell] = {}
        at = 0
        for spanned in source:
            while at in hanging:
                at += 1
            width = max(1, min(spanned.columns, MAX_COLUMNS - at))
            if at >= MAX_COLUMNS:
                remarks.append("cut")
                break
            copy = replace(spanned.cell, merged=True)
            for i in range(at, at + width):
                row[i] = spanned.cell if i == at else copy
                if spanned.rows > 1:
                    # A new cell under a hanging one wins: browsers overlap them, a reader sees the newer.
                    hanging[i] = (spanned.rows, copy)
            at += width
        for i, (left, cell) in list(hanging.items()):
            if i not in row:
                row[i] = cell
            if left <= 1:
                del hanging[i]
            else:
                hanging[i] = (left - 1, cell)
        grid.append([row.get(i, EMPTY) for i in range(max(row, default=-1) + 1)])
        total += len(grid[-1])
    width = max((len(row) for row in grid), default=0)
    for row_cells in grid:
        row_cells.extend([EMPTY] * (width - len(row_cells)))
    return grid, tuple(dict.fromkeys(remarks))


def unfolded(rows: list[list[Cell]]) -> list[list[Cell]]:
    """A table set as two blocks side by side under the same heads, as one block above the other; else as it is."""
    width = len(rows[0]) if rows else 0
    half = width // 2
    if width < 4 or width % 2 or any(len(row) != width for row in rows):
        return rows
    heads = 0
    while heads < len(rows) and [c.text for c in rows[heads][:half]] == [c.text for c in rows[heads][half:]]:
        heads += 1
    named = [c.text for c in rows[0][:half]]
    again = [c.text for c in rows[0][half:]]
    if not heads and named[0] and named[1:] == again[1:] and named[0].split()[-1:] == again[0].split()[-1:]:
        # "LLaMA models" beside "Alpaca models", with the same heads behind both.
        heads = 1
    if not 0 < heads < len(rows) or len(set(named)) < half or not all(named):
        return rows
    right = [row[half:] for row in rows[heads:] if any(c.text for c in row[half:])]
    return [row[:half] for row in rows] + right
