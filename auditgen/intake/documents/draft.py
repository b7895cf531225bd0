"""An extraction made into a draft file: rows, sources, remarks with contradictions first, and the sheets of tables."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from auditgen.intake.documents.blocks import Table
from auditgen.intake.documents.draft_file import DraftFile, Row
from auditgen.intake.documents.drafting import Draft
from auditgen.intake.documents.extract import About, Extraction

_SHOWN = 200


def draft_file(extraction: Extraction, about: About | None = None) -> DraftFile:
    """Rows with status draft. Rows of a contradiction stand first, then the order of the documents."""
    about = about or About()
    weight = _weights(extraction)
    ordered = sorted(extraction.drafts, key=lambda d: weight.get(d.id, len(weight)))
    seen: dict[str, int] = {}
    rows = [row_of(draft, _other(draft, extraction), seen) for draft in ordered]
    sources: list[Row] = []
    for source in extraction.sources:
        row: Row = {"id": source.id, "title": source.title or "", "publisher": source.claimant.name or ""}
        row |= {"url": about.url or "", "accessed": about.accessed or "", "file": source.file, "sha256": source.sha256}
        row["kind"] = about.kind or ("government_report" if source.claimant.public else "other")
        sources.append({k: v for k, v in row.items() if v})
    return DraftFile(rows, sources, title=about.title, remarks=remarks(extraction))


def _weights(extraction: Extraction) -> dict[str, int]:
    order: dict[str, int] = {}
    for found in extraction.contradictions:
        for id_ in (found.id_a, found.id_b):
            if id_ and found.kind != "gap":
                order.setdefault(id_, len(order))
    return order


def _other(draft: Draft, extraction: Extraction) -> str | None:
    for found in extraction.contradictions:
        if draft.id in (found.id_a, found.id_b) and found.kind != "gap":
            other = found.id_b if draft.id == found.id_a else found.id_a
            return f"{found.kind.replace('possible', 'possible contradiction')} with {other}"
    return None


def row_of(draft: Draft, contradicts: str | None, seen: dict[str, int]) -> Row:
    """One row of the claims file. `x_reading` identifies the reading, so that a later extraction finds it again."""
    row: Row = {"id": draft.id, "status": "draft", "confidence": draft.confidence}
    flags = [*([contradicts] if contradicts else []), *draft.flags]
    if flags:
        row["flags"] = "; ".join(dict.fromkeys(f.replace(";", ",") for f in flags))
    row |= {k: v for k, v in draft.fields.items() if v}
    if draft.setting:
        row["setting"] = dict(draft.setting)
    if draft.told:
        row["x_told"] = dict(draft.told)
    key = reading_key(draft)
    seen[key] = seen.get(key, 0) + 1
    row["x_reading"] = key if seen[key] == 1 else f"{key}-{seen[key]}"
    return row


def reading_key(draft: Draft) -> str:
    """A fingerprint of what was read and under which labels, without line numbers and without the figure's place."""
    f = draft.fields
    parts = [
        f.get("source", ""),
        f["type"],
        f["model"],
        f.get("benchmark", ""),
        f.get("score", ""),
        f.get("threshold", ""),
        f.get("metric", ""),
        f.get("subset", ""),
        f.get("language", ""),
        f["quote"],
        *draft.key_words,
    ]
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "replace")).hexdigest()[:12]


def remarks(extraction: Extraction) -> list[str]:
    """What a person must see first: contradictions, then how much was read, skipped tables, cells without a figure."""
    lines = [
        "DRAFT made by auditgen extract. Check each row against its source, then write status: confirmed or rejected.",
        "",
    ]
    counts = {k: sum(c.kind == k for c in extraction.contradictions) for k in ("contradiction", "possible", "gap")}
    if extraction.contradictions:
        lines.append(
            f"The documents disagree with themselves: {counts['contradiction']} contradictions, "
            f"{counts['possible']} possible ones, {counts['gap']} figures where another place has a dash."
        )
        lines += [f"  {c.sentence}" for c in extraction.contradictions[:_SHOWN]]
        if len(extraction.contradictions) > _SHOWN:
            lines.append(f"  ... and {len(extraction.contradictions) - _SHOWN:,} more")
        lines.append("")
    for source in extraction.sources:
        n = sum(d.fields["source"] == source.id for d in extraction.drafts)
        lines.append(f"{source.file}: {n:,} draft claims from {source.n_tables:,} tables and the text.")
    lines += [f"  {note}" for note in extraction.notes]
    if extraction.skipped:
        lines += ["", f"Skipped, {len(extraction.skipped):,} tables:"]
        lines += [
            f"  {s.document}, {s.place}: {s.reason}; {s.figures} figures; first row: {s.header}"
            for s in extraction.skipped[:_SHOWN]
        ]
    words = [g for g in extraction.gaps if not g.missing]
    if words:
        lines += ["", f"Cells with words, a range or two numbers that no label explains, {len(words):,}:"]
        lines += [f'  {g.document}, {g.place}: "{g.text}"' for g in words[:_SHOWN]]
    missing = len(extraction.gaps) - len(words)
    if missing:
        lines += ["", f"Cells marked as missing: {missing:,}."]
    return lines


def table_sheets(extraction: Extraction) -> list[tuple[str, Sequence[Sequence[str]]]]:
    """For each table that gave claims, rows that show the source cell beside its reading."""
    out: list[tuple[str, Sequence[Sequence[str]]]] = []
    by_table: dict[tuple[str, int], list[Draft]] = {}
    for draft in extraction.drafts:
        if draft.table:
            by_table.setdefault((draft.document, draft.table), []).append(draft)
    names = {s.file: s.id for s in extraction.sources}
    for document in extraction.documents:
        for table in document.tables:
            drafts = by_table.get((document.name, table.number))
            if drafts:
                out.append((f"{Path(names.get(document.name, '')).name[:22]} t{table.number}", _sheet(table, drafts)))
    return out


def _sheet(table: Table, drafts: Sequence[Draft]) -> list[list[str]]:
    head = [
        "source cell",
        "row label",
        "column label",
        "read as model",
        "test",
        "metric",
        "shots",
        "score",
        "unit",
        "confidence",
        "flags",
        "place",
        "id",
    ]
    rows = [head]
    for d in drafts:
        f = d.fields
        labels = [*d.key_words, "", ""][:2]
        rows.append(
            [
                d.printed,
                *labels,
                f["model"],
                f["benchmark"],
                f.get("metric", ""),
                f.get("shots", ""),
                f["score"],
                f.get("unit", ""),
                d.confidence,
                "; ".join(d.flags),
                f["place"],
                d.id,
            ]
        )
    rows += [[], ["the table as it stands in the document"], *([c.text for c in row] for row in table.rows)]
    return rows
