"""An item file held against the leaderboard that it should give: incomplete or mismatched item data are found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditgen.intake.errors import InputError, Problem
from auditgen.intake.tables.model import ItemMatrix, ResultsTable, TableNote

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

SAID_FROM = 0.0005
"""Differences of .05 points and more are said; smaller ones are rounding."""


@dataclass(frozen=True)
class Contradiction:
    """An entry whose items do not give its printed score; both as fractions. n_items: the entry's own."""

    model: str
    from_items: float
    printed: float
    n_items: int


def contradictions(matrix: ItemMatrix, board: ResultsTable) -> tuple[list[Contradiction], list[TableNote]]:
    """Entries of the matrix that the board contradicts, and notes on smaller differences and on entries not found.

    Entries are matched by the column of the board that holds most of their names. Both scores rest on the same items,
    so that they should agree to rounding; a difference larger than the 95% sampling interval of the score cannot be a
    repair of single items and is a contradiction. Raises InputError where no column holds any of the names.
    """
    import numpy as np

    from auditgen.stats.standard_normal import half_width

    columns = {**board.names, "": board.models}
    column = max(columns, key=lambda name: len(set(columns[name]) & set(matrix.models)))
    of_name: dict[str, list[int]] = {}
    for row, name in enumerate(columns[column]):
        of_name.setdefault(name, []).append(row)
    if not set(of_name) & set(matrix.models):
        raise InputError(
            Problem(
                board.file, expected=f"names of the models of {matrix.file} in some column", found="none of them",
                mend="Give the leaderboard that these items belong to; names must be written alike.",
            )
        )  # fmt: skip
    found, small, absent = [], [], []
    for i, model in enumerate(matrix.models):
        printed = _printed(board, of_name.get(model, []))
        if not printed.size:
            absent.append(model)
            continue
        own = matrix.scores[:, i][~np.isnan(matrix.scores[:, i])]
        mean = float(own.mean())
        nearest = float(printed[np.abs(printed - mean).argmin()])
        gap = abs(nearest - mean)
        p = min(max(nearest, 1 / (2 * len(own))), 1 - 1 / (2 * len(own)))
        if gap > half_width(0.95) * float(np.sqrt(p * (1 - p) / len(own))):
            found.append(Contradiction(model, mean, nearest, len(own)))
        elif gap >= SAID_FROM:
            small.append(f"{model} {100 * mean:.2f}% by items, {100 * nearest:.2f}% printed")
    notes = []
    if small:
        text = f"Scores by items and on the leaderboard differ a little: {'; '.join(small[:5])}."
        notes.append(TableNote("differs_from_leaderboard", text))
    if absent:
        notes.append(
            TableNote(
                "not_on_leaderboard", f"{len(absent)} entries are not on the leaderboard: {', '.join(absent[:5])}."
            )
        )
    return found, notes


def _printed(board: ResultsTable, rows: list[int]) -> npt.NDArray[np.float64]:
    """All scores that the board prints for these rows."""
    import numpy as np

    values = board.scores[rows].ravel()
    return np.asarray(values[~np.isnan(values)])
