"""A path made into bytes, and bytes into a grid: CSV with any usual separator, XLSX or Parquet, told by content."""

from __future__ import annotations

import stat
from pathlib import Path

from auditgen.intake.claims.hygiene import clean
from auditgen.intake.errors import InputError, Problem, show
from auditgen.intake.tables.csv_grid import read_csv
from auditgen.intake.tables.grid import Grid
from auditgen.intake.tables.limits import LONGEST_NAME, MAX_BYTES, MAX_COLUMNS

_OTHERS = {
    b"%PDF-": ("a PDF document", "Draft claims from it first: auditgen extract DOCUMENT."),
    b"\xd0\xcf\x11\xe0": ("an old XLS or password-protected workbook", "Save it as XLSX without a password."),
    b"\x1f\x8b": ("a gzip archive", "Unpack it first."),
    b"\x28\xb5\x2f\xfd": ("a zstandard archive", "Unpack it first."),
    b"\x89PNG": ("a picture", "Type the figures into a table."),
    b"\xff\xd8\xff": ("a picture", "Type the figures into a table."),
}
_GIVE = "Give a CSV, XLSX or Parquet table; `auditgen convert` makes one from evaluation logs."


def read_bytes(path: str | Path, what: str = "a table") -> tuple[bytes, str]:
    """The bytes of a regular file and its base name. Raises InputError; at most 200 MB are read.

    `what` says in messages which kind of file was expected.
    """
    shown = clean(Path(path).name or str(path)).text[-LONGEST_NAME:] or "table"

    def refused(expected: str, found: str, mend: str) -> InputError:
        return InputError(Problem(shown, expected=expected, found=found, mend=mend))

    try:
        status = Path(path).stat()
        if stat.S_ISDIR(status.st_mode):
            raise refused(what, "a folder", f"Name {what.replace('a ', 'the ', 1)} itself.")
        if not stat.S_ISREG(status.st_mode):
            raise refused("a regular file", "a pipe, socket or device", "Save the input to a file first.")
        if status.st_size > MAX_BYTES:
            found = f"{status.st_size / 10**6:,.0f} MB"
            raise refused(f"at most {MAX_BYTES // 10**6} MB", found, "Save it as Parquet, or split it.")
        with Path(path).open("rb") as file:
            return file.read(MAX_BYTES), shown
    except FileNotFoundError:
        raise refused(what, "no such file", "Check the name and the folder.") from None
    except PermissionError:
        raise refused("a file that may be read", "no permission", "Ask for the right to read it.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "an impossible file name"
        raise refused("a file that can be read", str(reason), "Check the name and the disk.") from None


def read_grid(data: bytes, file: str) -> Grid:
    """Read a table from bytes. `file` is a base name, for messages. Raises InputError with what was tried."""

    def refused(found: str, mend: str) -> InputError:
        return InputError(Problem(file, expected="a table in CSV, XLSX or Parquet", found=found, mend=mend))

    if not data.strip(b" \t\r\n\xef\xbb\xbf\x00"):
        raise refused("an empty file", _GIVE)
    for start, (what, mend) in _OTHERS.items():
        if data.startswith(start):
            raise refused(what, mend)
    if data.startswith(b"PAR1"):
        from auditgen.intake.tables.parquet_grid import read_parquet

        grid = read_parquet(data, file)
    elif data.startswith(b"PK\x03\x04"):
        if b"xl/workbook.xml" not in data:
            raise refused("a zip archive that is no workbook", "Unpack it first.")
        from auditgen.intake.tables.xlsx_grid import read_xlsx

        grid = read_xlsx(data, file)
    elif data.lstrip()[:1] in (b"{", b"["):
        raise refused("JSON", "For evaluation logs run `auditgen convert` first; it writes tables.")
    elif data.lstrip()[:1] == b"<":
        raise refused("HTML or XML", _GIVE)
    else:
        grid = read_csv(data, file)
    _check_header(grid)
    return grid


def _check_header(grid: Grid) -> None:
    if len(grid.names) > MAX_COLUMNS:
        raise grid.refuse(expected=f"at most {MAX_COLUMNS:,} columns", found=f"{len(grid.names):,}")
    if grid.n_rows == 0:
        raise grid.refuse(expected="a header and at least one row", found="no row", mend=_GIVE)
    seen: dict[str, int] = {}
    for i, name in enumerate(grid.names):
        if name and name in seen:
            raise grid.refuse(
                expected="a different name for each column",
                found=f"{show(name)} in columns {seen[name] + 1} and {i + 1}",
                mend="Name each model or test once; several evaluations need names such as 'name [2]'.",
            )
        seen[name] = i
