"""The annexes: method, cut-offs and sensitivity, evidence, regulation map, glossary, how to verify."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from auditgen.records.audit_record import AuditedClaim
from auditgen.report.charts.marks import SLUGS
from auditgen.report.numerals import finite
from auditgen.report.view_checks import check_name, idle_lines
from auditgen.report.view_claim import headline
from auditgen.report.view_parts import Column, Desk, FindingCell, Row, Table, in_parts
from auditgen.report.view_summary import own_claims
from auditgen.report.view_verdict import claimed, threshold_name

SHORT_HASH = 8  # digits of a SHA-256 that tell the entries of one report apart
GLOSSARY_COLUMNS = 3


@dataclass(frozen=True)
class AnnexView:
    """Tables of the annexes in printing order; an empty tuple leaves the annex out."""

    method: tuple[Table, ...]
    never_ran: tuple[tuple[str, str], ...]
    thresholds: tuple[Table, ...]
    sensitivity: tuple[Table, ...]
    evidence: tuple[Table, ...]
    regulation: tuple[Table, ...]
    glossary: tuple[tuple[tuple[str, str], ...], ...]
    inputs: Table
    attached: Table
    notes: tuple[str, ...]


@dataclass(frozen=True)
class AttachedFile:
    """A file inside the PDF, as the annex lists it."""

    name: str
    role: str
    size: int
    sha256: str


def _split(
    desk: Desk,
    letter: str,
    caption: str,
    columns: tuple[Column, ...],
    rows: list[Row],
    style: str,
    room: int = 46,
    first: int | None = None,
    start: int = 1,
    small: float = 1.0,
) -> tuple[Table, ...]:
    """One table, or several with "part 2 of 3" in the caption, numbered A1, A2 … by the annex letter.

    `room` and `first` are text lines of a page and of the first page; `small` tells how many more characters a smaller
    type sets on a line.
    """
    widths = [c.width * small for c in columns]
    parts = in_parts(rows, widths, room, first if first is not None else room - 4)
    tables = []
    for i, part in enumerate(parts, start=1):
        text = caption if len(parts) == 1 else desk.words.fill("labels.part", caption=caption, part=i, of=len(parts))
        label = desk.words.fill("labels.table", n=f"{letter}{start + i - 1}")
        tables.append(Table(label, text, columns, tuple(part), style))
    return tuple(tables)


def _method(desk: Desk) -> tuple[Table, ...]:
    ran = {c.check_id for claim in desk.record.claims for c in claim.checks if c.status == "ran"}
    known = desk.words["checks"]
    rows = [
        Row((check_name(desk, cid), str(known[cid]["can"]), str(known[cid]["cannot"]), str(known[cid]["uncertainty"])))
        for cid in known
        if cid in ran
    ]
    w = desk.words["annex"]
    columns = desk.columns("annex.method_columns", (23, 25, 25, 27))
    return _split(desk, "A", str(w["method_caption"]), columns, rows, "tight method", 44)


def _never_ran(desk: Desk) -> tuple[tuple[str, str], ...]:
    """The checks that ran for no claim, with the one reason for each."""
    order = {cid: i for i, cid in enumerate(desk.words["checks"])}
    found = sorted(desk.idle_everywhere.items(), key=lambda x: order.get(x[0], 999))
    return tuple(idle_lines(desk, [(status, reason, check_name(desk, cid)) for cid, (status, reason) in found]))


def _threshold_value(desk: Desk, entry: Any) -> str:
    n, w = desk.numerals, desk.words["annex"]
    value = entry.get("value") if isinstance(entry, dict) else entry
    number = finite(value)
    if number is None:
        return str(value)
    kind = entry.get("kind") if isinstance(entry, dict) else None
    if kind == "points":
        return n.points(number)
    if kind == "count":
        return n.whole(number)
    if kind == "share" and isinstance(entry, dict) and entry.get("unit") in (None, "", "share", "items", "percent"):
        return w.fill("share_value", value=n.plain(number, 2), percent=n.percent(number, 0))
    return n.significant(number)


def _thresholds(desk: Desk) -> tuple[Table, ...]:
    rows = []
    for name, entry in desk.record.threshold_values.items():
        why = ""
        if isinstance(entry, dict):
            why = str(entry.get("why") or entry.get("reason") or "")
        if not why and name in desk.words["thresholds"]:
            why = str(desk.words[f"thresholds.{name}.why"])
        rows.append(Row((threshold_name(desk, name), _threshold_value(desk, entry), why)))
    columns = desk.columns("annex.threshold_columns", (32, 15, 53))
    return _split(desk, "B", str(desk.words["annex.threshold_caption"]), columns, rows, "tight cutoffs", 50, 46)


def _finding(desk: Desk, finding: str | None) -> FindingCell | str:
    if finding is None:
        return desk.numerals.none
    slug = SLUGS[finding]
    return FindingCell(str(desk.words[f"findings.{slug}.word"]), slug)


def _sensitivity(desk: Desk, start: int) -> tuple[Table, ...]:
    rows = []
    own = own_claims(desk)
    numbers = {id(c): i for i, c in enumerate(own, start=1)}
    for claim in desk.record.claims:
        for v in claimed(claim):
            for s in v.sensitive_to:
                rows.append(
                    Row(
                        (
                            _statement(desk, claim, numbers.get(id(claim)), str(desk.words[f"readings.{v.reading}"])),
                            threshold_name(desk, s.threshold),
                            _finding(desk, v.finding),
                            _finding(desk, s.halved or v.finding),
                            _finding(desk, s.doubled or v.finding),
                        )
                    )
                )
    columns = desk.columns("annex.sensitivity_columns", (25, 21, 18, 18, 18))
    caption = str(desk.words["annex.sensitivity_caption"])
    return _split(desk, "B", caption, columns, rows[:300], "tight sens", 44, 30, start)


def _statement(desk: Desk, claim: AuditedClaim, number: int | None, reading: str) -> str:
    name = headline(desk, claim, 60)
    text = desk.words.fill("labels.numbered", n=number, text=name) if number else name
    return f"{text}, {reading.lower()}"


def short_id(evidence_id: str) -> str:
    """An evidence id without the model that it was asked for, and without its kind where the rest speaks for itself."""
    kind, _, rest = evidence_id.partition(":")
    return (
        rest.partition("@")[0]
        if kind in ("finding", "replication", "result", "benchmark", "model", "pairs", "campaign", "board")
        else evidence_id
    )


def _evidence(desk: Desk) -> tuple[Table, ...]:
    """One row a citation: who made it and how it was read, and the entries that rest on it, each with its hash."""
    n = desk.numerals
    groups: dict[tuple[str, str], dict[str, dict[str, None]]] = {}
    for e in desk.record.evidence:
        citation = e.citation + (f", {n.day(e.date)}" if e.date else "") + desk.dagger(e.id)
        made_by = desk.words.either("producers", e.produced_by, e.produced_by)
        read = desk.words.either("confidence", e.confidence, e.confidence)
        origin = read if e.produced_by == "catalogue" else f"{made_by}; {read}"
        entries = groups.setdefault((citation, origin), {})
        entries.setdefault(short_id(e.id), {})[e.sha256[:SHORT_HASH]] = None
    rows = [
        Row((citation, origin, ", ".join(f"{name} {' '.join(hashes)}" for name, hashes in entries.items())))
        for (citation, origin), entries in groups.items()
    ]
    columns = desk.columns("annex.evidence_columns", (54, 12, 34))
    return _split(desk, "C", str(desk.words["annex.evidence_caption"]), columns, rows, "tight ev", 82, 74, small=1.26)


def _regulation(desk: Desk) -> tuple[Table, ...]:
    """The provisions of the chosen profile with the checks of this report that serve them."""
    if not desk.record.profile:
        return ()
    from auditgen.catalogue import open_catalogue  # the catalogue is opened only where a profile asks for it

    ran = {c.check_id for claim in desk.record.claims for c in claim.checks if c.status == "ran"}
    w, rows = desk.words["annex"], []
    for r in open_catalogue().regulation(desk.record.profile):
        done = [str(w["grading"]) if c == "G" else c for c in r.checks if c in ran or c == "G"]
        place = f"{r.instrument}, {r.section}" if r.section else r.instrument
        confidence = desk.words.either("confidence", r.confidence, r.confidence)
        rows.append(Row((place, r.asks_in_plain_words, ", ".join(done) or str(w["none_ran"]), confidence)))
    columns = desk.columns("annex.regulation_columns", (27, 42, 20, 11))
    return _split(desk, "D", str(w["regulation_caption"]), columns, rows, "tight reg", 42, 36)


def _inputs(desk: Desk) -> Table:
    rows = tuple(
        Row((f.name, desk.words.either("kinds", f.kind, f.kind), f.recognised_by, f.sha256)) for f in desk.record.inputs
    )
    columns = desk.columns("annex.input_columns", (20, 12, 18, 50), (), {3: "mono"})
    label = desk.words.fill("labels.table", n="F2")
    return Table(label, str(desk.words["annex.input_caption"]), columns, rows, "tight hashes")


def attached_table(desk: Desk, attached: list[AttachedFile]) -> Table:
    """The files inside the PDF with their hashes; also printed where the file is an HTML page."""
    rows = tuple(Row((a.name, a.role, desk.numerals.whole(a.size), a.sha256)) for a in attached)
    columns = desk.columns("annex.attached_columns", (18, 22, 10, 50), (2,), {3: "mono"})
    label = desk.words.fill("labels.table", n="F1")
    return Table(label, str(desk.words["annex.attached_caption"]), columns, rows, "tight hashes")


def _glossary(desk: Desk) -> tuple[tuple[tuple[str, str], ...], ...]:
    """The terms in columns of about the same height; columns that are given are laid out faster than balanced ones."""
    terms = [(str(g["term"]), str(g["means"])) for g in desk.words["glossary"]]
    heights = [1 + math.ceil(len(means) / 46) for _, means in terms]
    columns: list[list[tuple[str, str]]] = [[] for _ in range(GLOSSARY_COLUMNS)]
    share, done = sum(heights) / GLOSSARY_COLUMNS, 0.0
    for term, height in zip(terms, heights):
        columns[min(int((done + height / 2) / share), GLOSSARY_COLUMNS - 1)].append(term)
        done += height
    return tuple(tuple(c) for c in columns)


def annex_view(desk: Desk, attached: list[AttachedFile]) -> AnnexView:
    """Every annex of the report."""
    thresholds = _thresholds(desk)
    return AnnexView(
        method=_method(desk),
        never_ran=_never_ran(desk),
        thresholds=thresholds,
        sensitivity=_sensitivity(desk, len(thresholds) + 1),
        evidence=_evidence(desk),
        regulation=_regulation(desk),
        glossary=_glossary(desk),
        inputs=_inputs(desk),
        attached=attached_table(desk, attached),
        notes=tuple(t.text for t in desk.record.notes),
    )
