"""One evidence file held in memory: its name, its bytes, and what its content can be parsed as, each parsed once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from auditgen.intake.errors import InputError, Problem, show
from auditgen.intake.evidence.model import Origin

if TYPE_CHECKING:
    from auditgen.intake.tables.grid import Grid

MAX_LINES = 2_000_000
MAX_LINE_BYTES = 16_000_000
MAX_DEPTH_BRACKETS = 4_000_000
Row = dict[str, Any]


@dataclass(frozen=True)
class Line:
    """One object of a JSONL file with its line number."""

    number: int
    row: Row


@dataclass
class EvidenceFile:
    """`name` is the name without folders. `origin`: what evidence.yaml says of it."""

    name: str
    data: bytes
    origin: Origin = field(default_factory=Origin)
    log: Any = None  # the contents of an evaluation log, once they were read

    @cached_property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()

    def problem(
        self, *, expected: str, found: str, mend: str = "", line: int | None = None, field: str | None = None
    ) -> InputError:
        """An InputError about this file, to be raised."""
        return InputError(Problem(self.name, line=line, field=field, expected=expected, found=found, mend=mend))

    @cached_property
    def is_json(self) -> bool:
        """Whether the first character is that of a JSON document or of JSON lines."""
        return self.data.lstrip(b" \t\r\n\xef\xbb\xbf")[:1] in (b"{", b"[")

    @cached_property
    def document(self) -> Any:
        """The whole file as one JSON document; None where it is not one."""
        import orjson

        if not self.is_json or self.data.count(b"{") + self.data.count(b"[") > MAX_DEPTH_BRACKETS:
            return None
        try:
            return orjson.loads(self.data.removeprefix(b"\xef\xbb\xbf"))
        except orjson.JSONDecodeError:
            return None

    @cached_property
    def first_row(self) -> Row | None:
        """The first object of a JSONL file or of a JSON list; None where there is none."""
        import orjson

        if not self.is_json:
            return None
        if self.data.lstrip(b" \t\r\n\xef\xbb\xbf")[:1] == b"[":
            whole = self.document
            return whole[0] if isinstance(whole, list) and whole and isinstance(whole[0], dict) else None
        for raw in self.data.removeprefix(b"\xef\xbb\xbf").splitlines():
            if raw.strip():
                try:
                    row = orjson.loads(raw[:MAX_LINE_BYTES])
                except orjson.JSONDecodeError:
                    return None
                return row if isinstance(row, dict) else None
        return None

    def keys(self) -> frozenset[str]:
        """Names of the fields of the first row, or of the one JSON document."""
        if self.first_row is not None:
            return frozenset(map(str, self.first_row))
        return frozenset(map(str, self.document)) if isinstance(self.document, dict) else frozenset()

    def lines(self) -> Iterator[Line]:
        """Every object with its line. Raises InputError at the first line that is not a JSON object."""
        import orjson

        if isinstance(self.document, list):
            for number, row in enumerate(self.document, 1):
                if not isinstance(row, dict):
                    raise self.problem(expected="a list of objects", found=f"entry {number} of another kind")
                yield Line(number, row)
            return
        for number, raw in enumerate(self.data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
            if not raw.strip():
                continue
            if number > MAX_LINES or len(raw) > MAX_LINE_BYTES:
                raise self.problem(
                    line=number, expected=f"at most {MAX_LINES:,} lines of {MAX_LINE_BYTES // 10**6} MB each",
                    found="more", mend="Split the file.",
                )  # fmt: skip
            try:
                row = orjson.loads(raw)
            except orjson.JSONDecodeError as error:
                raise self.problem(
                    line=number, expected="one JSON object a line", found=f"broken JSON ({visible_reason(error)})",
                    mend="Write the line again; nothing was repaired silently.",
                ) from None  # fmt: skip
            if not isinstance(row, dict):
                raise self.problem(line=number, expected="one JSON object a line", found=type(row).__name__)
            yield Line(number, row)

    @cached_property
    def grid(self) -> Grid | None:
        """The file as a table (CSV, XLSX, Parquet); None where it is none. The reason stands in `grid_error`."""
        from auditgen.intake.tables.opening import read_grid

        self.grid_error: InputError | None = None
        if self.is_json:
            return None
        try:
            return read_grid(self.data, self.name)
        except InputError as error:
            self.grid_error = error
            return None

    def columns(self) -> frozenset[str]:
        """Names of the columns of the table, lower case with underscores; empty where it is none."""
        return frozenset(n.strip().lower().replace(" ", "_") for n in self.grid.names) if self.grid else frozenset()

    def table_rows(self) -> Iterator[Line]:
        """Rows of the table as text by column name (lower case with underscores); empty cells are left out."""
        grid = self.grid
        assert grid is not None
        names = [n.strip().lower().replace(" ", "_") for n in grid.names]
        cells = [grid.text(i) for i in range(len(names))]
        for i in range(grid.n_rows):
            yield Line(grid.lines[i], {n: c[i].strip() for n, c in zip(names, cells) if c[i].strip()})


def visible_reason(error: Exception) -> str:
    """The first line of a parser's message, short."""
    return show(str(error).splitlines()[0] if str(error) else "no reason given", 80).strip("'")


def text_of(file: EvidenceFile, line: Line, name: str, *, needed: bool = True, limit: int = 1_000_000) -> str:
    """A text field of a row; numbers become text. Raises InputError where it is needed and missing, or no text."""
    value = line.row.get(name)
    if isinstance(value, bool) or not isinstance(value, str | int | float | None):
        raise file.problem(line=line.number, field=name, expected="text", found=type(value).__name__)
    text = "" if value is None else str(value)
    if needed and not text.strip():
        raise file.problem(
            line=line.number, field=name, expected="text", found="nothing" if value is None else "empty text",
            mend=f"Give {name} in every line.",
        )  # fmt: skip
    return text[:limit]


def number_list(file: EvidenceFile, line: Line, name: str) -> list[float]:
    """A list of finite numbers of a row. Raises InputError for anything else."""
    import math

    value = line.row.get(name)
    if not isinstance(value, list) or not value:
        found = "nothing" if value is None else "an empty list" if value == [] else type(value).__name__
        raise file.problem(line=line.number, field=name, expected="a list of numbers", found=found)
    for x in value:
        if isinstance(x, bool) or not isinstance(x, int | float) or not math.isfinite(x):
            raise file.problem(
                line=line.number, field=name, expected="finite numbers only", found=show(str(x), 30),
                mend="Leave the item out, or compute the value again.",
            )  # fmt: skip
    return [float(x) for x in value]


def number_of(file: EvidenceFile, line: Line, name: str) -> float:
    """One finite number of a row. Raises InputError for anything else."""
    return number_list(file, Line(line.number, {name: [line.row.get(name)] if name in line.row else None}), name)[0]


def truth_of(file: EvidenceFile, line: Line, name: str) -> bool | None:
    """A yes-or-no field of a row; None where it is not given."""
    value = line.row.get(name)
    if value is None or value == "":
        return None
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in ("true", "yes", "1"):
        return True
    if isinstance(value, str) and value.strip().lower() in ("false", "no", "0"):
        return False
    if isinstance(value, int) and value in (0, 1):
        return bool(value)
    raise file.problem(line=line.number, field=name, expected="true or false", found=show(str(value), 30))
