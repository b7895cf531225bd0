"""What a scan of the training text found: rates, passages side by side, and what such a search can and cannot find."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from auditgen.records.audit_record import AuditedClaim
from auditgen.report.view_figures import values
from auditgen.report.view_parts import Desk, Exhibit, Row, Table, part_tables

PASSAGES = 3
Entry = Mapping[str, Any]


def overlap(desk: Desk, claim: AuditedClaim) -> Exhibit | None:
    """The tables of D3: shares by test, at most three passages beside their questions, detection limits by kind."""
    found = values(claim, "D3")
    scans = found.get("by_benchmark") or []
    if not scans:
        return None
    tables = [*_rates(desk, scans), *_passages(desk, found.get("passages") or [])]
    text = []
    for limits in found.get("detection_limits") or []:
        tables += _limits(desk, limits)
        text += _blind(desk, limits)
    if why := found.get("listed_only"):
        text.insert(0, (str(desk.words["overlap.listed_label"]), desk.words.fill("overlap.listed", why=why)))
    return Exhibit(None, tuple(tables), text=tuple(dict.fromkeys(text)))


def _rates(desk: Desk, scans: Sequence[Entry]) -> tuple[Table, ...]:
    n, w = desk.numerals, desk.words["overlap"]
    rows = [
        Row(
            (
                str(s.get("benchmark") or n.none),
                n.whole(s["n_searched"]),
                n.whole(s["n_flagged"]),
                n.none
                if s.get("rate") is None
                else f"{n.percent(s['rate'])} ({n.interval(s['ci_low'], s['ci_high'])})",
                n.whole(s.get("n_short")),
                n.whole(s.get("n_common_phrase")),
            )
        )
        for s in scans
    ]
    columns = desk.columns("overlap.columns", (30, 12, 11, 21, 12, 14), (1, 2, 4, 5))
    return part_tables(desk, desk.next_table(), str(w["caption"]), columns, [rows], "tight", str(w["note"]))


def _passages(desk: Desk, passages: Sequence[Entry]) -> tuple[Table, ...]:
    if not passages:
        return ()
    n, w = desk.numerals, desk.words["overlap"]
    rows = []
    for p in passages[:PASSAGES]:
        facts = {
            "coverage": n.percent(p.get("coverage_question"), 0),
            "run": n.whole(p.get("longest_run")),
            "n": n.whole(p.get("n_documents")),
        }
        match = desk.words.either("overlap.matches", str(p.get("match")), str(p.get("match")))
        rows.append(
            Row((str(p["item_id"]), f"… {p['question']} …", f"… {p['passage']} …", w.fill("how", match=match, **facts)))
        )
    columns = desk.columns("overlap.passage_columns", (12, 35, 35, 18))
    return part_tables(desk, desk.next_table(), str(w["passages"]), columns, [rows], "tight dense")


def _limits(desk: Desk, limits: Entry) -> tuple[Table, ...]:
    """Planted copies found, of questions long enough for an exact run, and of short ones."""
    n, w = desk.numerals, desk.words["overlap"]
    kinds: dict[str, dict[bool, Entry]] = {}
    for kind in limits.get("kinds") or []:
        kinds.setdefault(str(kind["description"] or kind["kind"]), {})[bool(kind["short"])] = kind

    def cells(kind: Entry | None) -> tuple[str, str]:
        if kind is None:
            return n.none, n.none
        share = f"{n.percent(kind['rate'], 0)} ({n.interval(kind['ci_low'], kind['ci_high'], 0)})"
        return f"{n.whole(kind['found'])} / {n.whole(kind['planted'])}", share

    rows = [Row((name, *cells(of.get(False)), *cells(of.get(True)))) for name, of in kinds.items()]
    if not rows:
        return ()
    columns = desk.columns("overlap.limit_columns", (36, 13, 19, 13, 19), (1, 2, 3, 4))
    note = w.fill("limits_note", where=limits.get("measured_on") or n.none)
    if not limits.get("applies"):
        note = f"{w['limits_other']} {note}"
    return part_tables(desk, desk.next_table(), str(w["limits"]), columns, [rows], "tight dense", note)


def _blind(desk: Desk, limits: Entry) -> list[tuple[str, str]]:
    blind = [str(x) for x in limits.get("blind_to") or []]
    return [(str(desk.words["overlap.blind_label"]), "; ".join(blind) + ".")] if blind else []
