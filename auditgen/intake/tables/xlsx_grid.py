"""A workbook made into a grid: the first sheet with a table; no formula, no link, no bomb."""

from __future__ import annotations

import datetime
import hashlib
import io
import warnings
from typing import Any

from auditgen.intake import office
from auditgen.intake.claims.hygiene import clean
from auditgen.intake.errors import InputError, Problem, show
from auditgen.intake.tables.grid import Grid
from auditgen.intake.tables.limits import LONGEST_CELL, LONGEST_NAME, MAX_CELLS, MAX_COLUMNS

_SHEETS = ("results", "scores", "items", "table", "data")
_SAVE = "Open it in a spreadsheet program and save it again as XLSX, or save the sheet as CSV UTF-8."


def read_xlsx(data: bytes, file: str) -> Grid:
    """The grid of the sheet named results, scores, items, table or data, else of the first. Raises InputError."""
    office.check_archive(data, lambda *words: _refuse(file, *words), smaller="Save the sheet as CSV or Parquet.")
    import openpyxl

    try:
        with warnings.catch_warnings():
            # Missing styles and unknown extensions do not change what a cell says.
            warnings.simplefilter("ignore")
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=False, keep_links=False)
            sheets = {sheet.title: sheet for sheet in book.worksheets}
            if not sheets:
                raise _refuse(file, "a worksheet", "none", "Give the table in a worksheet.")
            by_name = {title.strip().lower(): title for title in sheets}
            title = next((by_name[name] for name in _SHEETS if name in by_name), next(iter(sheets)))
            rows, lines = _rows(sheets[title], file, title)
    except InputError:
        raise
    except Exception as error:  # openpyxl raises whatever its parts raise on broken files
        raise _refuse(file, "an XLSX workbook", f"a broken workbook ({type(error).__name__})", _SAVE) from None
    if not rows:
        raise InputError(Problem(file, expected="a header row", found="an empty sheet", sheet=title))
    width = len(rows[0])
    names = tuple(clean(cell).text[:LONGEST_NAME] for cell in rows[0])
    columns = tuple([row[i] for row in rows[1:]] for i in range(width))
    others = [show(t, 40) for t in sheets if t != title]
    notes = (f"sheets not read: {', '.join(others[:10])}",) if others else ()
    return Grid(file, hashlib.sha256(data).hexdigest(), "xlsx", names, columns, lines[1:], ";", title, notes)


def _refuse(file: str, expected: str, found: str, mend: str) -> InputError:
    return InputError(Problem(file, expected=expected, found=found, mend=mend))


def _rows(sheet: Any, file: str, title: str) -> tuple[list[list[str]], list[int]]:
    sheet.reset_dimensions()  # the declared size of a sheet may be a lie in both directions
    rows: list[list[str]] = []
    lines: list[int] = []
    width, seen = 0, 0
    for line, cells in enumerate(sheet.iter_rows(max_col=MAX_COLUMNS), start=1):
        seen += len(cells)
        if seen > MAX_CELLS:
            raise _refuse(file, f"at most {MAX_CELLS:,} cells", "more", "Save the sheet as Parquet or CSV.")
        texts = [_text(cell, file, title, line, i) for i, cell in enumerate(cells, start=1)]
        while texts and not texts[-1].strip():
            texts.pop()
        if not texts:
            continue
        if not rows:
            width = len(texts)
        if len(texts) > width:
            at = next(i for i in range(width, len(texts)) if texts[i].strip())
            raise InputError(
                Problem(
                    file, line, at + 1, expected="a column name in the header", found=f"none above {show(texts[at])}",
                    mend="Name the column or empty the cell.", sheet=title,
                )
            )  # fmt: skip
        rows.append(texts + [""] * (width - len(texts)))
        lines.append(line)
    return rows, lines


def _text(cell: Any, file: str, title: str, line: int, column: int) -> str:
    value = cell.value
    if value is None:
        return ""
    if cell.data_type in ("f", "e"):
        what = "a formula" if cell.data_type == "f" else f"the error {str(value)[:20]}"
        raise InputError(
            Problem(
                file, line, column, expected="a value", found=what,
                mend="Paste the values in place of the formulas, and save it again.", sheet=title,
            )
        )  # fmt: skip
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, datetime.datetime | datetime.date):
        return value.isoformat()[:10]
    if isinstance(value, int | float):
        # all digits, not those that the cell shows: rounding on display would make ties
        percent = "%" in str(cell.number_format or "")
        return f"{value * 100:.15g}%" if percent else f"{value:.15g}"
    return str(value)[:LONGEST_CELL]
