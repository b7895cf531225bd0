"""Fresh-test scatter and re-made tests of a claim page, with the tables that hold their numbers."""

from __future__ import annotations

import math
from typing import Any

from auditgen.records.audit_record import AuditedClaim
from auditgen.report.charts.comparisons import fresh_scatter, slope_picture
from auditgen.report.numerals import finite
from auditgen.report.view_figures import result, values
from auditgen.report.view_parts import Desk, Exhibit, Figure, Row, Table, in_parts, part_tables

BESIDE = 20  # rows of a table that stand beside a scatter


def _test(claim: AuditedClaim, name: Any) -> str:
    """The printed name of a test: the claim's own where the id is its own."""
    text = str(name or "")
    return claim.benchmark.name or text if text and text == claim.benchmark.id else text


def fresh_test(desk: Desk, claim: AuditedClaim) -> Exhibit | None:
    """Fresh-test scatter of D7 and the values behind it."""
    found = values(claim, "D7")
    new, old = finite(found.get("model_new")), finite(found.get("model_old"))
    references = [
        (str(r.get("model")), float(r["new"]), float(r["old"]))
        for r in found.get("references") or []
        if finite(r.get("new")) is not None and finite(r.get("old")) is not None
    ]
    intercept, slope = finite(found.get("intercept")), finite(found.get("slope"))
    if new is None or old is None or len(references) < 2 or intercept is None or slope is None:
        return None
    w, n = desk.words["fresh"], desk.numerals
    low, high = finite(found.get("low")), finite(found.get("high"))
    expected = (100 * (old - high), 100 * (old - low)) if low is not None and high is not None else None
    model = claim.model.as_written or claim.model.name or str(desk.words["measurements.model"])
    pair = found.get("pair") or {}
    label, name = desk.next_figure()
    table = desk.next_table()
    svg = fresh_scatter(
        [(100 * x, 100 * y) for _, x, y in references],
        (100 * new, 100 * old),
        (100 * intercept, slope),
        expected,
        (str(w["axis_new"]), str(w["axis_old"]), desk.clean(model)),
    )
    ran = result(claim, "D7")
    outcome = (ran.outcome if ran else None) or "unclear"
    facts = {
        "model": model,
        "excess": n.gap(found.get("excess")),
        "low": n.gap(low),
        "high": n.gap(high),
        "n": len(references),
        "variant": _test(claim, pair.get("variant")) or w["variant"],
        "original": _test(claim, pair.get("original")) or w["original"],
        "table": table,
    }
    figure = Figure(
        name,
        svg,
        label,
        desk.words.either("fresh.captions", outcome, str(w["captions.unclear"])).format(**facts),
        w.fill("alt", **facts),
        w.fill("note", **facts),
    )
    rows = [Row((model, n.percent(new), n.percent(old)), strong=True)]
    ordered = sorted(references, key=lambda r: (-r[1], r[0]))
    rows += [Row((m, n.percent(x), n.percent(y))) for m, x, y in ordered]
    columns = desk.columns("fresh.columns", (60, 20, 20), (1, 2))
    caption = w.fill("table_caption", **facts)
    if len(rows) <= BESIDE:
        return Exhibit(figure, (Table(table, caption, columns, tuple(rows), "mini"),), "beside")
    half = min(math.ceil(len(rows) / 2), 60)
    parts = [rows[i : i + half] for i in range(0, len(rows), half)]
    return Exhibit(figure, part_tables(desk, table, caption, columns, parts, "mini"), "columns")


def remade_test(desk: Desk, claim: AuditedClaim) -> Exhibit | None:
    """Slope picture of F1 (this model, and the mean fall of others) and the table of re-made tests."""
    found = values(claim, "F1")
    own, others, n = found.get("own") or {}, found.get("others") or {}, desk.numerals
    tables = found.get("tables") or []
    old, new = finite(own.get("old")), finite(own.get("new"))
    if not tables and old is None:
        return None
    w = desk.words["remade"]
    figure = None
    model = claim.model.as_written or claim.model.name or str(desk.words["measurements.model"])
    drop = finite(others.get("mean_drop"))
    rows = []
    table = ""
    if old is not None and new is not None:
        label, name = desk.next_figure()
        table = desk.next_table()
        items = [(desk.clean(model), 100 * old, 100 * new, "model")]
        if drop is not None:
            items.append((str(w["others"]), 100 * old, 100 * (old - drop), "mean"))
        facts = {
            "model": model,
            "drop": n.points(abs(old - new)),
            "others": n.points(drop) if drop is not None else "",
            "table": table,
        }
        key = "fell" if new < old else "rose"
        svg = slope_picture(items, (str(w["original"]), str(w["remade"])))
        note = w.fill("note", **facts) if drop is not None else str(w["note_alone"])
        figure = Figure(name, svg, label, w.fill(f"caption_{key}", **facts), w.fill("alt", **facts), note)
        rows.append(
            Row(
                (
                    w.fill("own_row", variant=own.get("variant") or w["remade"]),
                    str(own.get("tester") or n.none) + desk.dagger(own.get("evidence")),
                    "1",
                    n.gap(old - new),
                    n.none,
                    f"{n.percent(old)} → {n.percent(new)}",
                ),
                strong=True,
            )
        )
    table = table or desk.next_table()
    for t in tables:
        tau, b = finite(t.get("tau_b")), finite(t.get("slope"))
        rows.append(
            Row(
                (
                    f"{_test(claim, t.get('original'))} → {t.get('variant')}",
                    str(t.get("tester") or n.none) + desk.dagger(t.get("evidence")),
                    n.whole(t.get("n_models")),
                    n.gap(t.get("mean_drop")),
                    n.none if tau is None else n.plain(tau, 2),
                    n.none
                    if b is None
                    else f"{n.plain(b, 2)} ({n.spread(t.get('slope_low'), t.get('slope_high'), 2)})",
                )
            )
        )
    columns = desk.columns("remade.columns", (28, 25, 9, 8, 8, 22), (2, 3, 4, 5))
    parts = in_parts(rows, [c.width for c in columns], 40)
    tables = part_tables(desk, table, str(w["table_caption"]), columns, parts, "tight dense", str(w["table_note"]))
    return Exhibit(figure, tables)
