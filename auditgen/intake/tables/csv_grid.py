"""CSV bytes made into a grid: comma, semicolon or tab; ragged rows and open quotes are refused with their line."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterator

from auditgen.intake.claims.hygiene import clean
from auditgen.intake.errors import InputError, Problem, show
from auditgen.intake.tables.grid import Grid
from auditgen.intake.tables.limits import LONGEST_CELL, LONGEST_NAME, MAX_CELLS, MAX_COLUMNS, MAX_ROWS

SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab"}
_HEADER = 2_000_000
_SAVE_AS = "Save it as UTF-8 (in a spreadsheet: Save as, CSV UTF-8)."


def read_csv(data: bytes, file: str) -> Grid:
    """The grid of a CSV; the separator is the one that the header holds most. Raises InputError."""
    text = _decode(data, file)
    start = text[:_HEADER].lstrip("\r\n")
    header = start.splitlines()[0] if start else ""
    separator = max(SEPARATORS, key=header.count)
    rows, lines = _rows(text, separator, file)
    names = tuple(clean(cell).text[:LONGEST_NAME] for cell in rows[0])
    columns = tuple(list(column) for column in zip(*rows[1:])) if len(rows) > 1 else tuple([] for _ in names)
    return Grid(file, hashlib.sha256(data).hexdigest(), "csv", names, columns, lines[1:], separator)


def _decode(data: bytes, file: str) -> str:
    def refused(found: str, line: int | None = None) -> InputError:
        return InputError(Problem(file, line, expected="text in UTF-8", found=found, mend=_SAVE_AS))

    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise refused("UTF-16")
    if b"\x00" in data:
        at = data.index(b"\x00")
        raise refused(f"binary content (a zero byte at byte {at + 1:,})", data.count(b"\n", 0, at) + 1)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        at = error.start + (3 if data.startswith(b"\xef\xbb\xbf") else 0)
        found = f"byte 0x{data[at]:02X} at byte {at + 1:,}, which is not UTF-8"
        raise refused(found, data.count(b"\n", 0, at) + 1) from None


def _guarded(text: str, separator: str) -> Iterator[str]:
    """Lines for csv.reader, which knows no limit to the cells of one row."""
    for line in io.StringIO(text, newline=""):
        if line.count(separator) > MAX_COLUMNS:
            raise csv.Error(f"more than {MAX_COLUMNS:,} cells in one row")
        yield line


def _rows(text: str, separator: str, file: str) -> tuple[list[list[str]], list[int]]:
    rows: list[list[str]] = []
    lines: list[int] = []
    problems: list[Problem] = []
    width, line = 0, 1
    previous = csv.field_size_limit(LONGEST_CELL)
    reader = csv.reader(_guarded(text, separator), delimiter=separator, strict=True)
    try:
        for cells in reader:
            at, line = line, reader.line_num + 1
            if not any(cells) or (not rows and cells[0].lstrip().startswith("#")):
                continue
            if not rows:
                while cells and not cells[-1].strip():
                    cells.pop()
                width = len(cells)
            elif len(cells) != width:
                if len(cells) < width or any(cell.strip() for cell in cells[width:]):
                    problems.append(
                        Problem(
                            file, at, expected=f"{width} cells as in the header", found=f"{len(cells)}",
                            mend=f"Put quotes around a cell that holds a {SEPARATORS[separator]}.",
                        )
                    )  # fmt: skip
                    if len(problems) > 100:
                        raise InputError(problems)
                cells = (cells + [""] * width)[:width]
            rows.append(cells)
            lines.append(at)
            if len(rows) > MAX_ROWS or len(rows) * width > MAX_CELLS:
                found = f"more than {len(rows) - 1:,} rows of {width:,} cells"
                raise InputError(
                    Problem(file, expected=f"at most {MAX_CELLS:,} cells", found=found, mend="Save it as Parquet.")
                )
    except csv.Error as error:
        raise InputError(
            Problem(
                file, max(line, 1), expected="complete CSV", found=show(str(error)),
                mend="Close the quotes, and write a quotation mark inside quotes twice.",
            )
        ) from None  # fmt: skip
    finally:
        csv.field_size_limit(previous)
    if problems:
        raise InputError(problems)
    if not rows:
        raise InputError(Problem(file, expected="a header row", found="blank lines and remarks only"))
    return rows, lines
