"""Cells of text made into numbers: empty is empty, a percent sign is kept in mind, anything else is a problem."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditgen.intake.errors import Problem, show

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from auditgen.intake.tables.grid import Grid

MISSING = frozenset({"", "-", "--", "–", "—", "na", "n/a", "#n/a", "nan", "null", "none", "missing", "not evaluated"})
RIGHT = frozenset({"true", "yes", "correct", "right", "pass", "passed", "resolved", "solved"})
WRONG = frozenset({"false", "no", "incorrect", "wrong", "fail", "failed", "unresolved", "unsolved"})
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?")
_COMMA = re.compile(r"[+-]?\d+,\d+")


@dataclass(frozen=True, eq=False)
class Numbers:
    """A column as numbers (NaN = empty). percent: a percent sign stood in some cell. unread: rows that hold text."""

    values: npt.NDArray[np.float64]
    percent: bool
    unread: tuple[int, ...]
    commas: bool

    @property
    def n_present(self) -> int:
        """Cells with a number."""
        return int((self.values == self.values).sum())


def numbers(grid: Grid, column: int) -> Numbers:
    """Read a column of the grid. Decimal commas count where the file is not parted by commas."""
    import numpy as np

    cells = grid.columns[column]
    if not isinstance(cells, list):
        return Numbers(cells, False, (), False)
    comma = grid.separator != ","
    known: dict[str, float | None] = {}
    values = np.empty(len(cells))
    percent = commas = False
    unread: list[int] = []
    for row, cell in enumerate(cells):
        if cell in known:
            value = known[cell]
        else:
            value, is_percent, is_comma = _number(cell, comma)
            percent, commas = percent or is_percent, commas or is_comma
            if len(known) < 100_000:
                known[cell] = value
        if value is None:
            unread.append(row)
            value = float("nan")
        values[row] = value
    return Numbers(values, percent, tuple(unread), commas)


def _number(cell: str, comma: bool) -> tuple[float | None, bool, bool]:
    text = cell.strip()
    lower = text.lower()
    if lower in MISSING:
        return float("nan"), False, False
    if lower in RIGHT or lower in WRONG:
        return float(lower in RIGHT), False, False
    percent = text.endswith("%")
    if percent:
        text = text[:-1].rstrip()
    text = text.replace("\u2212", "-")
    if comma and _COMMA.fullmatch(text):
        return float(text.replace(",", ".")), percent, True
    if len(text) > 40 or not _NUMBER.fullmatch(text) or not text.isascii():
        return None, False, False
    value = float(text)
    return (value if abs(value) < 1e15 else None), percent, False


def unread_problems(grid: Grid, column: int, read: Numbers, expected: str, limit: int = 20) -> list[Problem]:
    """One problem for each cell that holds no number."""
    texts = grid.text(column)
    return [
        grid.problem(
            row, column, expected=expected, found=show(texts[row]),
            mend="Write a number with a decimal point, or leave the cell empty.",
        )
        for row in read.unread[:limit]
    ]  # fmt: skip


def names_of(grid: Grid, column: int) -> list[str]:
    """A column of names, fit to print, cut to 200 characters."""
    from auditgen.intake.claims.hygiene import clean
    from auditgen.intake.tables.limits import LONGEST_NAME

    known: dict[str, str] = {}
    for cell in grid.text(column):
        if cell not in known:
            known[cell] = clean(cell[: 4 * LONGEST_NAME]).text[:LONGEST_NAME]
    return [known[cell] for cell in grid.text(column)]


def distinct(values: Sequence[str]) -> list[str]:
    """The values in the order in which they first appear."""
    return list(dict.fromkeys(values))
