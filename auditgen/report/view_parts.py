"""The plain pieces that pages are made of: tables, figures, cells, and the desk they are written at."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from auditgen.records.audit_record import AuditedClaim, AuditRecord
from auditgen.records.evidence import Evidence
from auditgen.report.language import Words
from auditgen.report.numerals import Numerals


@dataclass(frozen=True)
class FindingCell:
    """A finding with its two point numbers: mark, word and bar."""

    word: str
    slug: str
    points: int | None = None
    answered: int | None = None
    span: str = ""
    kind: str = "finding"


@dataclass(frozen=True)
class DomainCell:
    """The worst known and the worst open charge of one domain, as sizes, with the words that stand below the mark."""

    known: int
    open: int
    text: str
    kind: str = "domain"


@dataclass(frozen=True)
class RankCell:
    """The places the data allow, the claimed place, and the number of places on the scale."""

    low: int
    high: int
    claimed: int | None
    places: int
    text: str
    kind: str = "rank"


Cell = str | FindingCell | DomainCell | RankCell


@dataclass(frozen=True)
class Column:
    """A column head with its share of the table's width in percent; numbers are set flush right.

    Widths are given, not found: a table whose columns are known is laid out several times faster.
    """

    name: str
    width: int
    numeric: bool = False
    style: str = ""


@dataclass(frozen=True)
class Row:
    """One row; the first cell is its head. `link` is an anchor of this report, never a user's text."""

    cells: tuple[Cell, ...]
    strong: bool = False
    link: str = ""


@dataclass(frozen=True)
class Table:
    """A data table with its number and a caption that says what it shows."""

    label: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    style: str = ""
    note: str = ""


@dataclass(frozen=True)
class Figure:
    """A figure: asset name, SVG text, number, caption with the result, alternative text, note on how to read it."""

    name: str
    svg: str
    label: str
    caption: str
    alt: str
    note: str = ""


@dataclass(frozen=True)
class Exhibit:
    """A figure, if there is one, and the tables or the text with its numbers.

    `layout`: tables below, beside, or in columns (two tables). `text`: what the figure shows, where a table would
    be larger than the figure.
    """

    figure: Figure | None
    tables: tuple[Table, ...]
    layout: str = "below"
    text: tuple[tuple[str, str], ...] = ()


@dataclass
class Desk:
    """What every page builder needs: the record, the words, the number signs, counters, and the glyph filter."""

    record: AuditRecord
    words: Words
    numerals: Numerals
    clean: Callable[[str], str]
    tables: int = 0
    figures: int = 0
    evidence: dict[str, Evidence] = field(default_factory=dict)
    idle_everywhere: dict[str, tuple[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.evidence = {e.id: e for e in self.record.evidence}
        self.idle_everywhere = _idle_everywhere([c for c in self.record.claims if not c.implied])

    def next_table(self) -> str:
        """The label of the next numbered table."""
        self.tables += 1
        return self.words.fill("labels.table", n=self.tables)

    def next_figure(self) -> tuple[str, str]:
        """The label and the asset name of the next numbered figure."""
        self.figures += 1
        return self.words.fill("labels.figure", n=self.figures), f"figure-{self.figures}"

    def columns(
        self, key: str, widths: Sequence[int], numeric: Iterable[int] = (), styles: dict[int, str] | None = None
    ) -> tuple[Column, ...]:
        """Column heads from a list in the vocabulary; `numeric` gives the positions set flush right."""
        wanted, styles = set(numeric), styles or {}
        names = list(self.words[key])
        if len(names) != len(widths):
            raise ValueError(f"{key}: the vocabulary has {len(names)} columns, the table {len(widths)}")
        return tuple(
            Column(str(name), width, i in wanted, styles.get(i, ""))
            for i, (name, width) in enumerate(zip(names, widths))
        )

    def recalled(self, evidence_id: Any) -> bool:
        """Whether a piece of evidence was written down from memory and still waits to be confirmed."""
        found = self.evidence.get(str(evidence_id))
        return found is not None and found.confidence == "recalled"

    def dagger(self, evidence_id: Any) -> str:
        """The mark behind a figure that rests on recalled evidence."""
        return f" {self.words['labels.dagger']}" if self.recalled(evidence_id) else ""


def _idle_everywhere(claims: list[AuditedClaim]) -> dict[str, tuple[str, str]]:
    """The checks that ran for no claim, always for one reason: id to (status, reason). Empty for a single claim."""
    common: dict[str, tuple[str, str]] | None = None
    for claim in claims:
        idle: dict[str, tuple[str, str]] = {
            c.check_id: (c.status, str(c.reason)) for c in claim.checks if c.status != "ran" and c.reason
        }
        common = idle if common is None else {k: v for k, v in common.items() if idle.get(k) == v}
    return common or {} if len(claims) > 1 else {}


def evidence_ids(value: Any) -> Iterator[str]:
    """Every piece of evidence that the values of a check name: under `evidence`, or the id of a counted figure."""
    if isinstance(value, dict):
        if value.get("counted") and isinstance(value.get("id"), str):
            yield value["id"]
        for k, v in value.items():
            if k == "evidence":
                yield from (str(x) for x in (v if isinstance(v, list) else [v]) if x is not None)
            else:
                yield from evidence_ids(v)
    elif isinstance(value, list | tuple):
        for v in value:
            yield from evidence_ids(v)


CHARACTERS = 1.12  # that fit one percent of the text width, at the size of tables
ROW_GAP = 0.4  # of a line: the rule and the padding of a row


def weigh(row: Row, widths: Sequence[float]) -> int:
    """Number of text lines that a row needs, from the width of its columns in percent."""
    need = 1
    for cell, width in zip(row.cells, widths):
        if isinstance(cell, FindingCell):
            need = max(need, 1 + bool(cell.span) + (len(cell.word) > 21))
        elif isinstance(cell, DomainCell):
            need = max(need, 2)
        elif isinstance(cell, str):
            need = max(need, math.ceil(len(cell) / (width * CHARACTERS)))
    return need


def part_tables(
    desk: Desk,
    label: str,
    caption: str,
    columns: tuple[Column, ...],
    parts: list[list[Row]],
    style: str,
    note: str = "",
) -> tuple[Table, ...]:
    """One table a part, "part 2 of 3" in the captions; the first keeps `label`, the others take the next numbers."""
    tables = []
    for i, part in enumerate(parts, start=1):
        text = caption if len(parts) == 1 else desk.words.fill("labels.part", caption=caption, part=i, of=len(parts))
        last = note if i == len(parts) else ""
        tables.append(Table(label if i == 1 else desk.next_table(), text, columns, tuple(part), style, last))
    return tuple(tables)


def in_equal_parts(rows: list[Row], widths: Sequence[float], room: float) -> list[list[Row]]:
    """As `in_parts`, with parts of about the same height, so that the last one is not a row or two."""
    parts = in_parts(rows, widths, room)
    smaller = sum(weigh(r, widths) + ROW_GAP for r in rows) / max(len(parts), 1)
    while smaller < room:
        even = in_parts(rows, widths, smaller)
        if len(even) == len(parts):
            return even
        smaller += 0.5
    return parts


def in_parts(rows: list[Row], widths: Sequence[float], room: float, first: float | None = None) -> list[list[Row]]:
    """Cut rows into tables of at most `room` text lines (the first one `first`), so that no table crosses a page."""
    parts: list[list[Row]] = [[]]
    left = first if first is not None else room
    for row in rows:
        need = weigh(row, widths) + ROW_GAP
        if parts[-1] and need > left:
            parts.append([])
            left = room
        parts[-1].append(row)
        left -= need
    return [p for p in parts if p]
