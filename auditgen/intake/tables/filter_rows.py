"""Rows of a grid that `--where COLUMN=VALUE` keeps."""

from __future__ import annotations

from collections.abc import Mapping

from auditgen.intake.errors import show
from auditgen.intake.tables.cells import distinct, names_of
from auditgen.intake.tables.choices import of
from auditgen.intake.tables.grid import Grid


def kept_rows(grid: Grid, where: Mapping[str, str]) -> list[int]:
    """Indices of the rows to keep. Raises InputError where a column or a value does not exist."""
    keep = list(range(grid.n_rows))
    for name, value in where.items():
        column = of(name, grid.names)
        if column is None:
            raise grid.refuse(
                expected="a column to choose rows by", found=f"no column {show(name)}",
                mend=f"The columns are {', '.join(show(n, 30) for n in grid.names[:12])}.",
            )  # fmt: skip
        cells = names_of(grid, column)
        matching = [row for row in keep if cells[row] == value]
        if not matching:
            values = ", ".join(show(v, 40) for v in distinct([cells[row] for row in keep])[:12])
            raise grid.refuse(
                expected=f"rows with {grid.names[column]} = {show(value)}", found="none", mend=f"There are {values}."
            )
        keep = matching
    return keep
