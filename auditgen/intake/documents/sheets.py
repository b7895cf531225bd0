"""Workbooks and CSV files made into blocks: each run of filled rows is a table, a line alone is text."""

from __future__ import annotations

import csv
import io
import warnings
from collections.abc import Sequence
from typing import Any

from auditgen.intake.claims.xlsx_form import shown_number
from auditgen.intake.documents.archive import broken, check_archive
from auditgen.intake.documents.blocks import Cell, Document, Passage, Spot, Table
from auditgen.intake.documents.grid import Spanned, expand
from auditgen.intake.documents.inline import finish
from auditgen.intake.documents.limits import MAX_CELL_CHARACTERS, MAX_COLUMNS, MAX_ROWS, MAX_TABLES
from auditgen.intake.errors import InputError, Problem

# A workbook is held as objects in memory, about fifty times its XML.
_MOST_CELLS = 400_000
_MOST_LINES = 100_000


def read_workbook(data: bytes, document: Document) -> None:
    """Fill the document from an XLSX workbook: values as their cells show them, formulas by their last result."""
    check_archive(data, document.name)
    import openpyxl

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            area = _filled_area(data, document.name)
            book = openpyxl.load_workbook(io.BytesIO(data), data_only=True, keep_links=False)
            for sheet in book.worksheets:
                if sheet.sheet_state == "visible":
                    _sheet(sheet, document, *area.get(sheet.title, (0, 0)))
                else:
                    document.notes.append(f"the hidden sheet {sheet.title[:40]} was not read")
    except InputError:
        raise
    except Exception as error:  # openpyxl raises whatever its parts raise on broken files
        raise broken(document.name, error) from None


def _filled_area(data: bytes, name: str) -> dict[str, tuple[int, int]]:
    """Last filled row and column of each sheet, counted in reading mode before the workbook is held in memory.

    The size that a sheet declares may be a lie, and one cell far out would make millions of empty ones.
    """
    import openpyxl

    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    cells = 0
    area: dict[str, tuple[int, int]] = {}
    for sheet in book.worksheets:
        sheet.reset_dimensions()
        last_row = last_column = 0
        for number, row in enumerate(sheet.iter_rows(values_only=True), start=1):
            filled = [i for i, value in enumerate(row, start=1) if value is not None]
            cells += len(filled)
            if filled:
                last_row, last_column = number, max(last_column, filled[-1])
            if cells > _MOST_CELLS:
                expected = f"at most {_MOST_CELLS:,} cells"
                mend = "Save only the sheets with results."
                raise InputError(Problem(name, expected=expected, found="more", mend=mend))
        columns = max(1, min(last_column, MAX_COLUMNS))
        area[sheet.title] = (min(last_row, MAX_ROWS * 4, _MOST_CELLS // columns), columns)
    book.close()
    return area


def _sheet(sheet: Any, document: Document, last_row: int, last_column: int) -> None:
    document.blocks.append(Passage(str(sheet.title)[:200], Spot(sheet=sheet.title), 1))
    spans: dict[tuple[int, int], tuple[int, int]] = {}
    covered: set[tuple[int, int]] = set()
    for merged in list(sheet.merged_cells.ranges)[:20_000]:
        rows, columns = merged.max_row - merged.min_row + 1, merged.max_col - merged.min_col + 1
        if rows * columns > 10_000:
            continue
        spans[(merged.min_row, merged.min_col)] = (rows, columns)
        covered |= {
            (r, c)
            for r in range(merged.min_row, merged.max_row + 1)
            for c in range(merged.min_col, merged.max_col + 1)
            if (r, c) != (merged.min_row, merged.min_col)
        }
    block: list[list[Spanned]] = []
    first = 1
    if not last_row:
        return
    for number, cells in enumerate(sheet.iter_rows(max_row=last_row, max_col=last_column), start=1):
        row = [_spanned(c, number, sheet.title, spans) for c in cells if (number, c.column) not in covered]
        if any(s.cell.text for s in row) or any((number, c.column) in covered for c in cells):
            if not block:
                first = number
            block.append(row)
        else:
            _close(block, Spot(sheet=sheet.title, cell=f"A{first}"), document)
            block = []
    _close(block, Spot(sheet=sheet.title, cell=f"A{first}"), document)


def _spanned(cell: Any, row: int, sheet: str, spans: dict[tuple[int, int], tuple[int, int]]) -> Spanned:
    value = cell.value
    text = ""
    if isinstance(value, bool):
        text = "yes" if value else "no"
    elif isinstance(value, int | float):
        text, _ = shown_number(value, str(cell.number_format or ""))
    elif value is not None:
        text = str(value)
    marks = {"bold"} if value is not None and getattr(cell, "font", None) is not None and cell.font.bold else set()
    read = finish(text[:MAX_CELL_CHARACTERS], marks, [])
    rows, columns = spans.get((row, cell.column), (1, 1))
    spot = Spot(sheet=sheet, cell=cell.coordinate)
    return Spanned(Cell(read.text, spot, read.marks, read.notes, small=read.small), rows, columns)


def _close(rows: list[list[Spanned]], spot: Spot, document: Document) -> None:
    """A run of filled rows as text, if each holds one cell, or as a table below its title lines."""
    while rows and sum(bool(s.cell.text) for s in rows[0]) == 1 and rows[0] and rows[0][0].rows == 1:
        only = next(s.cell for s in rows[0] if s.cell.text)
        document.blocks.append(Passage(only.text, only.spot))
        rows = rows[1:]
    if len(rows) >= 2 and len(document.tables) < MAX_TABLES:
        grid, remarks = expand(rows)
        grid = _without_empty_columns(grid)
        document.blocks.append(Table(grid, rows[0][0].cell.spot if rows[0] else spot, remarks=remarks))
    elif rows:
        text = " ".join(s.cell.text for row in rows for s in row if s.cell.text)
        document.blocks.append(Passage(text, spot))


def _without_empty_columns(grid: list[list[Cell]]) -> list[list[Cell]]:
    keep = [i for i in range(len(grid[0])) if any(row[i].text for row in grid)] if grid else []
    return [[row[i] for i in keep] for row in grid]


def read_csv(text: str, document: Document, delimiter: str | None) -> None:
    """Fill the document from delimited text, one table for each run of lines between empty ones."""
    delimiter = _delimiter(text, delimiter or ",")
    limit = csv.field_size_limit(1_000_000)
    try:
        block: list[list[Spanned]] = []
        reader = csv.reader(io.StringIO(text), delimiter=delimiter)
        line = 1
        for values in reader:
            row = [_csv_cell(v, line) for v in values[:MAX_COLUMNS]]
            line = reader.line_num + 1
            if any(s.cell.text for s in row):
                block.append(row)
            else:
                _close(block, Spot(line=line), document)
                block = []
            if line > _MOST_LINES:
                document.notes.append(f"read only the first {_MOST_LINES:,} lines")
                break
        _close(block, Spot(line=line), document)
    except csv.Error as error:
        raise InputError(
            Problem(document.name, expected="delimited text", found=str(error), mend="Save it again as CSV.")
        ) from None
    finally:
        csv.field_size_limit(limit)


def _csv_cell(value: str, line: int) -> Spanned:
    read = finish(value[:MAX_CELL_CHARACTERS], set(), [])
    return Spanned(Cell(read.text, Spot(line=line), read.marks, read.notes, small=read.small))


def _delimiter(text: str, usual: str) -> str:
    """The mark that parts the first lines most evenly."""
    lines: Sequence[str] = [line for line in text[:20_000].split("\n") if line.strip()][:10]
    counts = {d: [line.count(d) for line in lines] for d in (usual, ",", ";", "\t", "|")}
    even = [d for d, n in counts.items() if n and min(n) > 0]
    return max(even, key=lambda d: (min(counts[d]), d == usual)) if even else usual
