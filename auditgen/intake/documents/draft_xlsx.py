"""One row of a draft workbook written back into it, all other sheets and cells left as they are."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

from auditgen.intake.documents.draft_file import Row, flat_row


def save_rows(data: bytes, rows: Mapping[str, Row]) -> bytes:
    """The workbook with the given rows, found by their id on the sheet `claims`, replaced."""
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(data))
    sheet = next((s for s in book.worksheets if s.title.strip().lower() == "claims"), book.worksheets[0])
    heads = {str(cell.value).strip(): cell.column for cell in sheet[1] if cell.value is not None}
    for cells in sheet.iter_rows(min_row=2):
        id_ = str(cells[heads["id"] - 1].value or "") if "id" in heads else ""
        row = rows.get(id_)
        if row is None:
            continue
        flat = {name: str(value) for name, value in flat_row(row).items()}
        for name in flat:
            if name not in heads:
                heads[name] = len(heads) + 1
                _write(sheet.cell(1, heads[name]), name)
        for name, column in heads.items():
            _write(sheet.cell(cells[0].row, column), flat.get(name, ""))
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _write(cell: Any, text: str) -> None:
    cell.value = text or None
    if text:
        cell.data_type = "s"
        cell.number_format = "@"
        if text.startswith(("=", "+", "-", "@")):
            cell.quotePrefix = True
