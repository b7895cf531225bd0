"""Rankings and steps that a table implies, and contradictions between figures of one source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from auditgen.records.audit_record import AuditedClaim
from auditgen.report.numerals import finite
from auditgen.report.view_claim import source_of, test_name
from auditgen.report.view_figures import values
from auditgen.report.view_parts import Desk, Row, Table, in_parts, part_tables
from auditgen.report.view_verdict import finding_cell

MAX_ROWS = 400
WIDTHS = (40, 18, 21, 21)


@dataclass(frozen=True)
class ImpliedView:
    """Compact tables, one or more a document and test, and how many rows the file inside holds beyond them."""

    tables: tuple[Table, ...]
    left_out: str


def implied_view(desk: Desk) -> ImpliedView | None:
    """Tables of the implied rankings and steps, grouped by document and test in the order of the record."""
    claims = [c for c in desk.record.claims if c.implied]
    if not claims:
        return None
    groups: dict[tuple[str, str], list[AuditedClaim]] = {}
    for c in claims:
        source = source_of(desk, c)
        document = (source.title or source.id) if source else c.claim.source or str(desk.words["implied.no_document"])
        groups.setdefault((document, test_name(desk, c)), []).append(c)
    w, room = desk.words["implied"], MAX_ROWS
    tables: list[Table] = []
    for (document, test), members in groups.items():
        rows = [_row(desk, c) for c in members[: max(room, 0)]]
        room -= len(rows)
        if not rows:
            continue
        caption, columns = (
            w.fill("caption", document=document, test=test),
            desk.columns("implied.columns", WIDTHS, (1,)),
        )
        tables += part_tables(desk, desk.next_table(), caption, columns, in_parts(rows, WIDTHS, 46), "verdicts")
    left = len(claims) - (MAX_ROWS - max(room, 0)) if room <= 0 else 0
    return ImpliedView(tuple(tables), w.count("left_out", left) if left > 0 else "")


def _row(desk: Desk, claim: AuditedClaim) -> Row:
    n = desk.numerals
    ahead, behind = (claim.pair.ahead, claim.pair.behind) if claim.pair else (claim.statement, "")
    step = claim.verdicts.progress.finding != "Not claimed"
    text = desk.words.fill("implied.step" if step else "implied.rank", ahead=ahead, behind=behind)
    b2 = (values(claim, "B2") or {}).get("pair") or values(claim, "B2")
    gap = finite(b2.get("gap"))
    low, high = finite(b2.get("low")), finite(b2.get("high"))
    spread = n.none if low is None or high is None else n.spread(100 * low, 100 * high, 1)
    distance = n.none if gap is None else n.gap(gap) + ("" if spread == n.none else f" ({spread})")
    cells = (finding_cell(desk, claim.verdicts.ranking), finding_cell(desk, claim.verdicts.progress))
    return Row((text, distance, *cells))


def contradictions(desk: Desk) -> tuple[Table, ...]:
    """Two figures of one source for one model and test, side by side; each pair once."""
    w, seen, rows = desk.words["contradictions"], set(), []
    for claim in desk.record.claims:
        found = values(claim, "A4")
        for kind in ("contradictions", "possible"):
            for c in found.get(kind) or []:
                key = (str(c.get("model")), str(c.get("benchmark")), *sorted([_place(c, "a"), _place(c, "b")]))
                if key in seen:
                    continue
                seen.add(key)
                rows.append(
                    Row(
                        (
                            f"{c.get('model')}, {c.get('benchmark')}",
                            _figure(desk, c, "a"),
                            _figure(desk, c, "b"),
                            desk.numerals.gap(abs(c["points"]) if finite(c.get("points")) is not None else None),
                            str(w[kind]),
                        )
                    )
                )
    widths = (24, 26, 26, 9, 15)
    if not rows:
        return ()
    columns = desk.columns("contradictions.columns", widths, (3,))
    return part_tables(desk, desk.next_table(), str(w["caption"]), columns, in_parts(rows, widths, 44), "tight")


def _place(c: dict[str, Any], side: str) -> str:
    return f"{c.get('place_' + side) or ''}|{c.get(side)}"


def _figure(desk: Desk, c: dict[str, Any], side: str) -> str:
    value = c.get(side)
    number = finite(value)
    text = desk.numerals.percent(number) if number is not None else str(value or desk.numerals.none)
    place = c.get(f"place_{side}")
    return f"{text} ({place})" if place else text
