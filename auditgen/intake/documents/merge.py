"""A second extraction laid over a draft file: what a person decided stays, only differences are new."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from auditgen.intake.documents.draft_file import DraftFile, Row

_DECIDED = ("confirmed", "rejected")
GONE = "no longer found in the document"


@dataclass(slots=True)
class Merged:
    """The file to write, and what differs from the old one."""

    file: DraftFile
    added: list[Row] = field(default_factory=list)
    changed: list[tuple[Row, Row]] = field(default_factory=list)
    gone: list[Row] = field(default_factory=list)
    kept: int = 0

    @property
    def sentences(self) -> list[str]:
        """The differences, one a line."""
        lines = [f"unchanged: {self.kept:,} rows"]
        lines += [
            f"changed: {_name(new)}: {_figure(old)} became {_figure(new)}"
            + (
                f"; the {old.get('status')} row {old.get('id')} stays, the new reading is {new.get('id')}"
                if _decided(old)
                else ""
            )
            for old, new in self.changed
        ]
        lines += [f"new: {_name(row)}: {_figure(row)} ({row.get('place', '')})" for row in self.added]
        lines += [
            f"gone: {_name(row)}: {_figure(row)}" + ("; the row stays" if _decided(row) else "") for row in self.gone
        ]
        return lines


def merge(old: DraftFile, new: DraftFile) -> Merged:
    """Lay a new extraction over an old file.

    Rows are the same if their `x_reading` is; such rows keep everything but their place, which may have moved. Rows of
    documents that were not read again, and rows without `x_reading`, stay as they are.
    """
    read_again = {str(s.get("id")) for s in new.sources}
    found = {_reading(row): row for row in new.rows}
    old_readings = {_reading(row) for row in old.rows if _reading(row)}
    taken = {str(row.get("id")) for row in old.rows}
    fresh_rows = [row for row in new.rows if _reading(row) not in old_readings]
    by_subject: dict[tuple[str, ...], list[Row]] = {}
    for row in fresh_rows:
        by_subject.setdefault(_subject(row), []).append(row)
    out = Merged(
        DraftFile(sources=_sources(old, new), title=old.title or new.title, prepared_by=old.prepared_by, date=old.date)
    )
    out.file.remarks = new.remarks
    rows: dict[str, Row] = {}
    paired: set[str] = set()
    for row in old.rows:
        key, id_ = _reading(row), str(row.get("id"))
        if not key or str(row.get("source")) not in read_again:
            rows[id_] = row
        elif key in found:
            out.kept += 1
            place = found[key].get("place")
            rows[id_] = {**row, "place": place} if place else row
        elif by_subject.get(_subject(row)):
            fresh = by_subject[_subject(row)].pop(0)
            paired.add(_reading(fresh))
            if _decided(row):
                rows[id_] = {**row, "flags": _with_flag(row, GONE)}
                fresh = {**fresh, "id": _free(id_, taken)}
            else:
                fresh = {**fresh, "id": id_}
            taken.add(str(fresh["id"]))
            rows[str(fresh["id"])] = fresh
            out.changed.append((row, fresh))
        else:
            out.gone.append(row)
            if _decided(row):
                rows[id_] = {**row, "flags": _with_flag(row, GONE)}
    for row in fresh_rows:
        id_ = str(row.get("id"))
        if _reading(row) not in paired:
            fresh = {**row, "id": _free(id_, taken) if id_ in taken else id_}
            taken.add(str(fresh["id"]))
            out.added.append(fresh)
            rows[str(fresh["id"])] = fresh
    out.file.rows = list(rows.values())
    return out


def overlap(old: DraftFile, new: DraftFile, source: str) -> float:
    """Which share of the old rows of a source the new extraction found again."""
    mine = {_reading(r) for r in old.rows if r.get("source") == source and _reading(r)}
    return len(mine & {_reading(r) for r in new.rows}) / len(mine) if mine else 1.0


def _sources(old: DraftFile, new: DraftFile) -> list[Row]:
    fresh = {str(s.get("id")): s for s in new.sources}
    out = []
    for source in old.sources:
        again = fresh.pop(str(source.get("id")), None)
        # What the analyst wrote about a source stays; the hash is that of the file read last.
        out.append({**again, **source, "sha256": again.get("sha256", "")} if again else source)
    return [*out, *fresh.values()]


def _reading(row: Row) -> str:
    return str(row.get("x_reading") or "")


def _subject(row: Row) -> tuple[str, ...]:
    """What a row is about, whatever its figure: a change of the figure is a change of this row."""
    names = ("source", "type", "model", "benchmark", "subset", "language", "metric", "shots")
    return tuple(str(row.get(name, "")) for name in names)


def _decided(row: Row) -> bool:
    return str(row.get("status", "")).strip().lower() in _DECIDED


def _free(id_: str, taken: set[str]) -> str:
    n = 2
    while f"{id_}-v{n}" in taken:
        n += 1
    return f"{id_}-v{n}"


def _with_flag(row: Row, flag: str) -> str:
    flags = [f for f in str(row.get("flags") or "").split("; ") if f and f != flag]
    return "; ".join([flag, *flags])


def _name(row: Row) -> str:
    return f"{row.get('model', '?')} on {row.get('benchmark', 'no test named')}"


def _figure(row: Row) -> str:
    return str(row.get("score") or row.get("threshold") or row.get("rank") or row.get("quote", "")[:60])


def same_source(sources: Sequence[Mapping[str, object]], name: str, sha256: str) -> Mapping[str, object] | None:
    """The listed source of a document: the one with its hash, else the one with its name."""
    by_hash = next((s for s in sources if s.get("sha256") == sha256), None)
    return by_hash or next((s for s in sources if s.get("file") == name), None)
