"""Results tables and item matrices: CSV, XLSX or Parquet in, an ItemMatrix or a ResultsTable out."""

from __future__ import annotations

from pathlib import Path

from auditgen.intake.tables.choices import Choices
from auditgen.intake.tables.model import ItemMatrix, ResultsTable, ScoreColumn, TableNote
from auditgen.intake.tables.opening import read_bytes, read_grid


def read_table(path: str | Path, choices: Choices | None = None) -> ItemMatrix | ResultsTable:
    """Read a table of results, recognised by its content (long or wide, items or totals).

    Everything odd that was found stands in `notes`. Raises InputError with a line for each thing to mend.
    """
    data, name = read_bytes(path)
    return read_table_bytes(data, name, choices)


def read_table_bytes(data: bytes, name: str, choices: Choices | None = None) -> ItemMatrix | ResultsTable:
    """The same from bytes; `name` is shown in messages."""
    from auditgen.intake.tables.faults import with_item_faults, with_result_faults
    from auditgen.intake.tables.items import read_items
    from auditgen.intake.tables.recognise import recognise
    from auditgen.intake.tables.results import read_results

    choices = choices or Choices()
    grid = read_grid(data, name)
    layout = recognise(grid, choices)
    if layout.kind in ("items_long", "items_by_model", "items_by_item"):
        return with_item_faults(read_items(grid, layout, choices))
    return with_result_faults(read_results(grid, layout, choices), grid)


__all__ = ["Choices", "ItemMatrix", "ResultsTable", "ScoreColumn", "TableNote", "read_table", "read_table_bytes"]
