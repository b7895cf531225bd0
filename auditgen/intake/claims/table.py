"""A header and rows of cells, from CSV or XLSX, made into a list of claims as mappings."""

from __future__ import annotations

from dataclasses import dataclass

from auditgen.intake.claims.ledger import Ledger
from auditgen.intake.claims.limits import MAX_CLAIMS
from auditgen.intake.claims.names import known_header
from auditgen.intake.claims.nodes import Fields, Items, Node, Scalar
from auditgen.intake.errors import show

MAX_COLUMNS = 200
# The header and one row more than allowed, so that "too many" can be told.
MAX_ROWS = MAX_CLAIMS + 1
REQUIRED = ("model", "benchmark", "score")


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of one line; `ragged` marks a row whose cells cannot be told apart, already complained about."""

    line: int
    cells: tuple[Scalar, ...]
    ragged: bool = False


def rows_to_claims(rows: list[Row], ledger: Ledger, parted_by: str | None = None) -> Items:
    """The rows under the header. Raises InputError where header, size or columns make the whole table unreadable."""
    if not rows:
        raise ledger.refuse(
            None, expected="a table", found="no filled cell", mend="Write model,benchmark,score on top."
        )
    header, body = rows[0], rows[1:]
    top = Scalar("", header.line, 0)
    if len(header.cells) > MAX_COLUMNS:
        found = f"{len(header.cells):,}"
        raise ledger.refuse(top, expected=f"at most {MAX_COLUMNS} columns", found=found, mend="Delete unused columns.")
    if len(body) > MAX_CLAIMS:
        found = f"more than {MAX_CLAIMS:,} rows"
        raise ledger.refuse(None, expected=f"at most {MAX_CLAIMS:,} claims", found=found, mend="Split the file.")
    _check_header(header, top, ledger, parted_by)
    if not body:
        raise ledger.refuse(top, expected="rows under the header", found="none", mend="Write one claim a row.")
    return Items(tuple(_fields(header, row, ledger) for row in body if not row.ragged), header.line, 1)


def _check_header(header: Row, top: Scalar, ledger: Ledger, parted_by: str | None) -> None:
    names = [known_header(cell.text) for cell in header.cells]
    shown = ", ".join(show(cell.text, 30) for cell in header.cells[:8]) + (", ..." if len(header.cells) > 8 else "")
    found = f"{len(header.cells)} column" + ("s" if len(header.cells) != 1 else "") + f": {shown}"
    if not any(names):
        mend = "Write the line model,benchmark,score above the rows"
        mend += ", and part the cells by comma, semicolon or tab." if parted_by and len(names) == 1 else "."
        raise ledger.refuse(top, expected="a header row with model, benchmark, score", found=found, mend=mend)
    # Other types of claim need no score; each row is asked for what its type needs.
    needed = ("model",) if "type" in names else REQUIRED
    missing = [name for name in needed if name not in names]
    if missing:
        expected = "the column" + ("s " if len(missing) > 1 else " ") + ", ".join(missing)
        raise ledger.refuse(top, expected=expected, found=found, mend="Add it to the header row.")
    seen: dict[str, Scalar] = {}
    for cell, name in zip(header.cells, names):
        if name and seen.setdefault(name, cell) is not cell:
            raise ledger.refuse(
                cell,
                expected=f"one column {name}",
                found=f"{show(cell.text)} beside {show(seen[name].text)}",
                mend="Delete or rename one of the two columns.",
            )


def _fields(header: Row, row: Row, ledger: Ledger) -> Fields:
    entries: list[tuple[Scalar, Node]] = []
    for name, cell in zip(header.cells, row.cells):
        if not cell.text.strip():
            continue
        if not name.text.strip():
            ledger.problem(
                cell,
                expected="a column name in the header",
                found=f"none above {show(cell.text)}",
                mend="Name the column or empty the cell.",
            )
            continue
        entries.append((name, cell))
    return Fields(tuple(entries), row.line, 0, table=True)
