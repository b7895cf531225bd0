"""CSV text (comma, semicolon or tab) made into rows of nodes; ragged rows and open quotes are refused."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

from auditgen.intake.claims.hygiene import LONGEST_TEXT
from auditgen.intake.claims.ledger import Ledger
from auditgen.intake.claims.names import known_header
from auditgen.intake.claims.nodes import Items, Scalar
from auditgen.intake.claims.table import MAX_ROWS, Row, rows_to_claims
from auditgen.intake.errors import show

DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab"}
# Long enough for every known name several times over.
_HEADER = 20_000
_FIRST = re.compile(r"^[^\S\r\n]*[^\s#][^\r\n]*|(?<=\r)[^\S\r\n]*[^\s#][^\r\n]*", re.MULTILINE)
# Blank lines and lines inside quotes included.
_MAX_LINES = 500_000
# Cells of one row after which it is not a table of claims; the reader would hold millions of them in memory.
_MAX_CELLS = 20_000


def first_line(text: str) -> str:
    """The first line that is neither blank nor a `#` remark; a header of absurd length is cut."""
    match = _FIRST.search(text.lstrip())
    return match[0][:LONGEST_TEXT].rstrip("\r\n") if match else ""


def header_fields(line: str) -> tuple[str, int]:
    """The delimiter that makes most of a header line known field names, and how many that are."""
    line = line[:_HEADER]
    return max(((d, _known(line, d)) for d in DELIMITERS), key=lambda pair: pair[1])


def _known(line: str, delimiter: str) -> int:
    try:
        cells = next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return 0
    return len({name for name in map(known_header, cells) if name})


def read_csv(text: str, ledger: Ledger) -> Items:
    """The rows as a list of mappings. Raises InputError where the table as a whole cannot be read."""
    first = first_line(text)
    delimiter, _ = header_fields(first)
    # A header without a known name is read with the sign it holds most, so that the message shows its cells.
    if not _known(first, delimiter):
        delimiter = max(DELIMITERS, key=first.count)
    return rows_to_claims(_rows(text, delimiter, ledger), ledger, DELIMITERS[delimiter])


class _Lines:
    """The lines of a table for csv.reader, which knows no limit to the cells of one row."""

    def __init__(self, text: str, delimiter: str) -> None:
        self.lines = io.StringIO(text, newline="")
        self.delimiter = delimiter
        self.cells = 0

    def __iter__(self) -> Iterator[str]:
        for number, line in enumerate(self.lines):
            if number > _MAX_LINES:
                raise csv.Error(f"more than {_MAX_LINES:,} lines")
            self.cells += line.count(self.delimiter)
            if self.cells > _MAX_CELLS:
                raise csv.Error(f"more than {_MAX_CELLS:,} cells in one row")
            yield line


def _rows(text: str, delimiter: str, ledger: Ledger) -> list[Row]:
    rows: list[Row] = []
    width = 0
    previous = csv.field_size_limit(LONGEST_TEXT)
    lines = _Lines(text, delimiter)
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    line = 1
    try:
        for cells in reader:
            at, line = line, reader.line_num + 1
            lines.cells = 0
            if not any(cell.strip() for cell in cells) or (not rows and cells[0].lstrip().startswith("#")):
                continue
            row = Row(at, tuple(Scalar(cell, at, i) for i, cell in enumerate(cells, start=1)))
            if not rows:
                width = len(cells)
            elif len(cells) < width or any(cell.strip() for cell in cells[width:]):
                ledger.problem(
                    Scalar("", at, 0),
                    expected=f"{width} cells as in the header",
                    found=f"{len(cells)}",
                    mend=f"Put quotes around a cell that holds a {DELIMITERS[delimiter]}, and leave no cell out.",
                )
                row = Row(at, (), ragged=True)
            rows.append(row)
            if len(rows) > MAX_ROWS:
                break
    except csv.Error as error:
        at_error = Scalar("", max(line, 1), 0)
        raise ledger.refuse(
            at_error,
            expected="complete CSV",
            found=show(str(error)),
            mend="Close the quotes, and write a quotation mark inside quotes twice.",
        ) from None
    finally:
        csv.field_size_limit(previous)
    return rows
