"""A grid of named columns: a table as it stands in its file, with the line of every row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from auditgen.intake.errors import InputError, Problem

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Form = Literal["csv", "xlsx", "parquet"]


@dataclass(frozen=True, eq=False)
class Grid:
    """A table as it stands in the file.

    columns: one a name, each a list of text cells ("" = empty) or a float array (NaN = empty) where the file itself
    is typed. lines: line (or sheet row) of each row, for messages. separator: of a CSV.
    """

    file: str
    sha256: str
    form: Form
    names: tuple[str, ...]
    columns: tuple[list[str] | npt.NDArray[np.float64], ...]
    lines: Sequence[int]
    separator: str = ","
    sheet: str | None = None
    notes: tuple[str, ...] = ()

    @property
    def n_rows(self) -> int:
        """Rows below the header."""
        return len(self.lines)

    def text(self, column: int) -> list[str]:
        """A column as text, whole numbers without a point."""
        cells = self.columns[column]
        if isinstance(cells, list):
            return cells
        return ["" if x != x else f"{x:.15g}" for x in cells.tolist()]

    def problem(
        self, row: int | None = None, column: int | None = None, *, expected: str, found: str, mend: str = ""
    ) -> Problem:
        """A problem at a row (from 0) and column (from 0) of the grid."""
        return Problem(
            self.file,
            line=None if row is None else self.lines[row],
            column=None if column is None else column + 1,
            field=None if column is None else self.names[column],
            expected=expected,
            found=found,
            mend=mend,
            sheet=self.sheet,
        )

    def refuse(self, *, expected: str, found: str, mend: str = "") -> InputError:
        """An error about the table as a whole."""
        return InputError(self.problem(expected=expected, found=found, mend=mend))
