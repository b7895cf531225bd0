"""Small tables as bytes of every form that is read."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

import openpyxl
import pandas as pd

from auditgen.intake.tables import Choices, ItemMatrix, ResultsTable, read_table_bytes

Rows = Sequence[Sequence[Any]]


def as_csv(rows: Rows, separator: str = ",") -> bytes:
    stream = io.StringIO()
    csv.writer(stream, delimiter=separator, lineterminator="\n").writerows(rows)
    return stream.getvalue().encode()


def as_xlsx(rows: Rows) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(list(row))
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def as_parquet(rows: Rows) -> bytes:
    stream = io.BytesIO()
    pd.DataFrame([list(r) for r in rows[1:]], columns=list(rows[0])).to_parquet(stream, index=False)
    return stream.getvalue()


FORMS = {"csv": as_csv, "xlsx": as_xlsx, "parquet": as_parquet}


def results(rows: Rows, form: str = "csv", **choices: Any) -> ResultsTable:
    table = read_table_bytes(FORMS[form](rows), f"table.{form}", Choices(**choices))
    assert isinstance(table, ResultsTable), table.recognised_by
    return table


def items(rows: Rows, form: str = "csv", **choices: Any) -> ItemMatrix:
    matrix = read_table_bytes(FORMS[form](rows), f"items.{form}", Choices(**choices))
    assert isinstance(matrix, ItemMatrix), matrix.recognised_by
    return matrix


def note(table: ItemMatrix | ResultsTable, id: str) -> str:
    """The text of the one note of that id."""
    found = [n.text for n in table.notes if n.id == id]
    assert len(found) == 1, [n.id for n in table.notes]
    return found[0]
