"""A workbook made into rows of nodes: numbers as their cells show them, no formula, no link, no bomb."""

from __future__ import annotations

import datetime
import io
import re
import warnings
from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import Any

from auditgen.intake import office
from auditgen.intake.claims.ledger import Ledger
from auditgen.intake.claims.names import known_header
from auditgen.intake.claims.nodes import Fields, Items, Node, Scalar
from auditgen.intake.claims.table import MAX_COLUMNS, MAX_ROWS, Row, rows_to_claims
from auditgen.intake.errors import InputError, show

# A sheet may hold blank rows between claims, but not a million of them.
MAX_SHEET_ROWS = 2 * MAX_ROWS
# Past this, even empty cells with a format are refused: every row would be filled up to there.
MAX_WIDTH = 1_000
_SAVE = "Open it in a spreadsheet program and save it again as XLSX, or save the sheet as CSV UTF-8."
_SHOWN_FORMAT = re.compile(r"^(?:#,##)?0(\.0+)?(%?)$")


def read_xlsx(data: bytes, ledger: Ledger) -> tuple[Items, Items | None, str]:
    """The claims, the sources if a sheet of that name is there, and the name of the claims sheet.

    Raises InputError where the workbook as a whole cannot be read.
    """
    _check_archive(data, ledger)
    import openpyxl

    try:
        with warnings.catch_warnings():
            # Missing styles and unknown extensions do not change what a cell says.
            warnings.simplefilter("ignore")
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=False, keep_links=False)
        sheets = {s.title: s for s in book.worksheets}
    except Exception as error:  # openpyxl raises whatever its parts raise on broken files: KeyError, ValueError ...
        raise _unreadable(error, ledger) from None
    by_name = {title.strip().lower(): title for title in sheets}
    if not sheets:
        raise ledger.refuse(None, expected="a worksheet", found="none", mend="Give the table in a worksheet.")
    title = by_name.get("claims", next(iter(sheets)))
    others = [t for t in sheets if t not in (title, by_name.get("sources"))]
    if others:
        ledger.note(f"sheets not read: {', '.join(show(t, 40) for t in others[:10])}")
    rows = _read(sheets[title], ledger)
    claims = rows_to_claims(rows, ledger)
    sources = None
    if "sources" in by_name and by_name["sources"] != title:
        sources = _sources(_read(sheets[by_name["sources"]], ledger))
    ledger.sheet = title
    return claims, sources, title


def _check_archive(data: bytes, ledger: Ledger) -> None:
    def refuse(expected: str, found: str, mend: str) -> InputError:
        return ledger.refuse(None, expected=expected, found=found, mend=mend)

    office.check_archive(data, refuse, smaller="Save only the claims sheet.", alone=True)


def _unreadable(error: Exception, ledger: Ledger) -> InputError:
    found = f"a broken workbook ({type(error).__name__})"
    return ledger.refuse(None, expected="an XLSX workbook", found=found, mend=_SAVE)


def _read(sheet: Any, ledger: Ledger) -> list[Row]:
    ledger.sheet = sheet.title
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return list(_rows(sheet, ledger))
    except InputError:
        raise
    except Exception as error:  # as above: a broken sheet shows only while its rows are read
        raise _unreadable(error, ledger) from None


def _rows(sheet: Any, ledger: Ledger) -> Iterator[Row]:
    # The declared size of a sheet may be a lie in both directions.
    sheet.reset_dimensions()
    names: list[str | None] = []
    kept = 0
    for line, cells in enumerate(sheet.iter_rows(max_row=MAX_SHEET_ROWS + 1), start=1):
        _check_width(cells, line, ledger)
        row = [_scalar(cell, line, i, names, ledger) for i, cell in enumerate(cells[:MAX_COLUMNS], start=1)]
        while row and not row[-1].text.strip():
            row.pop()
        if not row:
            continue
        if line > MAX_SHEET_ROWS or kept > MAX_ROWS:
            found = f"more than {MAX_SHEET_ROWS if line > MAX_SHEET_ROWS else MAX_ROWS:,}"
            raise ledger.refuse(None, expected=f"at most {MAX_ROWS - 1:,} rows", found=found, mend="Split the file.")
        if not names:
            names = [known_header(cell.text) for cell in row]
        kept += 1
        row += [Scalar("", line, i) for i in range(len(row) + 1, len(names) + 1)]
        for cell in row[len(names) :]:
            if cell.text.strip():
                ledger.problem(
                    cell,
                    expected="a column name in the header",
                    found=f"none above {show(cell.text)}",
                    mend="Name the column or empty the cell.",
                )
        yield Row(line, tuple(row[: len(names)]))


def _check_width(cells: Sequence[Any], line: int, ledger: Ledger) -> None:
    filled = next(
        (i for i, c in enumerate(cells[MAX_COLUMNS:], MAX_COLUMNS + 1) if i > MAX_WIDTH or c.value is not None), 0
    )
    if filled:
        at = Scalar("", line, len(cells) if filled > MAX_WIDTH else filled)
        raise ledger.refuse(
            at, expected=f"at most {MAX_COLUMNS} columns", found="a cell beyond them", mend="Delete it."
        )


def _scalar(cell: Any, line: int, column: int, names: list[str | None], ledger: Ledger) -> Scalar:
    value = cell.value
    if value is None:
        return Scalar("", line, column)
    if cell.data_type == "f":
        return Scalar(str(value) if str(value).startswith("=") else f"={value}", line, column, kind="formula")
    if cell.data_type == "e":
        return Scalar(str(value), line, column, kind="error")
    if isinstance(value, bool):
        return Scalar("true" if value else "false", line, column)
    if isinstance(value, datetime.datetime | datetime.date):
        return Scalar(value.isoformat()[:10], line, column, kind="date")
    if isinstance(value, datetime.time | datetime.timedelta):
        return Scalar(str(value), line, column, kind="date")
    if isinstance(value, int | float):
        text, known = shown_number(value, str(cell.number_format or ""))
        name = names[column - 1] if column <= len(names) else None
        if not known and name not in (None, "id", "n_items", "shots", "rank"):
            ledger.note(
                "numbers without a number format: trailing zeros of the source are not known; format as text", line
            )
        return Scalar(text, line, column)
    return Scalar(str(value), line, column)


def shown_number(value: int | float, number_format: str) -> tuple[str, bool]:
    """A number as the cell shows it, and whether its format fixes the digits shown.

    `0.904` with the format `0.0%` gives ("90.4%", True); with General the shortest form, as the spreadsheet shows it.
    """
    try:
        # A spreadsheet keeps 15 digits; what is behind them is the noise of binary fractions.
        exact = Decimal(format(value, ".15g")) if isinstance(value, float) else Decimal(value)
        section = number_format.split(";")[0].strip()
        match = _SHOWN_FORMAT.match(section)
        if match is None:
            return _plain(exact), False
        decimals = len(match[1] or ".") - 1
        if match[2]:
            exact = exact * 100
        shown = exact.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)
        return f"{shown:f}{match[2]}", True
    except InvalidOperation:
        return str(value), False


def _plain(exact: Decimal) -> str:
    text = f"{exact:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _sources(rows: list[Row]) -> Items | None:
    if len(rows) < 2:
        return None
    header = rows[0].cells
    listed: list[Node] = []
    for row in rows[1:]:
        entries = tuple((name, cell) for name, cell in zip(header, row.cells) if cell.text.strip())
        listed.append(Fields(entries, row.line, 1, table=True))
    return Items(tuple(listed), rows[0].line, 1)
