"""Leakage in plain words: what was looked at, what was found, and what the search could have found."""

from __future__ import annotations

from typing import Any

from auditgen.records.audit_record import AuditedClaim
from auditgen.records.check_result import CheckResult
from auditgen.report.charts.before_after import Month, Rate, monthly_picture, rate_picture
from auditgen.report.numerals import finite
from auditgen.report.view_checks import check_name, estimate, quantity
from auditgen.report.view_figures import result, values
from auditgen.report.view_parts import Desk, Exhibit, Figure, Row, in_equal_parts, part_tables

# The four things that are called contamination, each with the checks that look for it (the method, section D).
KINDS: dict[str, tuple[str, ...]] = {
    "presence": ("D3", "D5"),
    "memory": ("D4", "D6"),
    "inflation": ("D7", "D8", "D10"),
}
CONCERNS = ("strong_concern", "some_concern")
WIDTHS = (25, 21, 29, 25)
ROOM = 30


def search_table(desk: Desk, claim: AuditedClaim) -> Exhibit | None:
    """One row a search, under the question it answers; None where nothing but dates is known."""
    done = [c for kind in KINDS.values() for c in kind if result(claim, c) is not None]
    exposure, reported = result(claim, "D1"), result(claim, "D2")
    if not done:
        return None
    w = desk.words["leakage"]
    rows = []
    if exposure is not None:
        class_ = desk.words.either("exposure", str(exposure.values.get("class")), "")
        rows.append(Row((str(w["exposure"]), check_name(desk, "D1"), class_, str(w["by_dates"]))))
    for kind, checks in KINDS.items():
        found = [r for c in checks if (r := result(claim, c)) is not None]
        rows += [Row((str(w[kind]), check_name(desk, r.check_id), _found(desk, r), _could(desk, r))) for r in found]
        if not found:
            rows.append(Row((str(w[kind]), desk.numerals.none, str(w["not_searched"]), str(w[f"would.{kind}"]))))
    if exposure is not None and (environment := _environment(desk, exposure)):
        rows.append(Row((str(w["environment"]), check_name(desk, "D1"), environment, str(w["not_training"]))))
    if reported is not None and (counted := reported.values.get("counted")):
        rows.append(Row((str(w["reported"]), check_name(desk, "D2"), w.count("findings", len(counted)), "")))
    table = desk.next_table()
    columns = desk.columns("leakage.columns", WIDTHS)
    parts = in_equal_parts(rows, WIDTHS, ROOM)
    tables = part_tables(desk, table, str(w["caption"]), columns, parts, "tight dense", str(w["note"]))
    return Exhibit(None, tables)


def _found(desk: Desk, r: CheckResult) -> str:
    outcome = desk.words.either("outcomes", r.outcome or "none", desk.numerals.none)
    if why := r.values.get("listed_only"):
        return desk.words.fill("leakage.listed", why=why)
    return "; ".join(x for x in (outcome, estimate(desk, r)) if x)


def _could(desk: Desk, r: CheckResult) -> str:
    """The false alarms to expect of a sign, or the smallest thing that a search without one could have found."""
    w, alarm = desk.words["leakage"], r.values.get("alarm")
    if r.outcome in CONCERNS and alarm:
        return w.fill("alarm", control=alarm["control"], expected=desk.numerals.plain(float(alarm["expected"]), 2))
    if r.mde is not None:
        unit = "fraction" if (r.unit or "").startswith("share of ") else r.unit or "points"
        return w.fill("mde", mde=quantity(desk, r.mde, unit))
    return str(w["weak"])


def _environment(desk: Desk, exposure: CheckResult) -> str:
    w = desk.words["leakage"]
    told = [str(w["web"])] if exposure.values.get("web") else []
    repository = exposure.values.get("repository")
    if repository:
        told.append(str(w["repository_removed" if repository == "removed" else "repository_open"]))
    return " ".join(told)


def before_after(desk: Desk, claim: AuditedClaim) -> Exhibit | None:
    """Monthly curve of D8, the step at every stated end of training, and what looks like missing runs."""
    found = values(claim, "D8")
    curve = [m for m in found.get("curve") or [] if finite(m.get("model")) is not None]
    if len(curve) < 2:
        return None
    w, n = desk.words["before_after"], desk.numerals
    model = str(claim.model.as_written or claim.model.name or desk.words["measurements.model"])
    missing = set(found.get("block_months") or [])
    months = [
        Month(
            _month(m["month"]), str(m["month"]), int(m["n"]), 100 * float(m["model"]),
            None if finite(m.get("references")) is None else 100 * float(m["references"]), m["month"] in missing,
        )
        for m in curve
    ]  # fmt: skip
    dates = found.get("cutoffs") or []
    rules = [(_month(d["date"]) - 0.5 + _day(d["date"]), desk.clean(n.day(d["date"]))) for d in dates]
    label, name = desk.next_figure()
    table = desk.next_table()
    facts = {
        "model": model,
        "before": n.percent(found.get("before")),
        "after": n.percent(found.get("after")),
        "reference_before": n.percent(found.get("reference_before")),
        "reference_after": n.percent(found.get("reference_after")),
        "n": len(found.get("references") or []),
        "cutoff": n.day(found.get("cutoff")),
        "table": table,
    }
    words = desk.clean(model), w.fill("others", n=facts["n"])
    note = str(w["note"]) + (" " + str(w["note_missing"]) if missing else "")
    svg = monthly_picture(months, rules, words)
    figure = Figure(name, svg, label, w.fill("caption", **facts), w.fill("alt", **facts), note)
    columns = desk.columns("before_after.columns", (30, 24, 26, 20))
    rows = tuple(_date_row(desk, d) for d in dates)
    text = []
    if missing:
        left_out = n.whole(found.get("n_missing"))
        text.append((str(w["missing_label"]), w.fill("missing", n=left_out, months=desk.words.series(sorted(missing)))))
    if found.get("hangs_on_date"):
        text.append((str(w["hangs_label"]), str(w["hangs"])))
    controls = found.get("controls") or []
    if controls:
        fired = int(found.get("controls_fired") or 0)
        text.append((str(w["controls_label"]), w.fill("controls", fired=fired, n=len(controls))))
    tables = part_tables(desk, table, str(w["table_caption"]), columns, [list(rows)], "tight", str(w["table_note"]))
    return Exhibit(figure, tables, text=tuple(text))


def _month(iso: str) -> int:
    return int(iso[:4]) * 12 + int(iso[5:7])


def _day(iso: str) -> float:
    return (int(iso[8:10]) if len(iso) >= 10 else 28) / 31


def _date_row(desk: Desk, d: dict[str, Any]) -> Row:
    n, raw = desk.numerals, d.get("raw") or {}
    gap = n.none if finite(raw.get("gap")) is None else _points(desk, raw["gap"], raw.get("low"), raw.get("high"))
    beyond = n.none if finite(d.get("did")) is None else _points(desk, d["did"], d.get("low"), d.get("high"))
    outcome = desk.words.either("outcomes", str(d.get("outcome")), str(d.get("why") or d.get("outcome")))
    return Row((f"{n.day(d['date'])} ({d['source']})", gap, beyond, outcome))


def _points(desk: Desk, gap: Any, low: Any, high: Any) -> str:
    n = desk.numerals
    a, b = finite(low), finite(high)
    return n.gap(gap) + ("" if a is None or b is None else f" ({n.spread(100 * a, 100 * b, 1)})")


def completions(desk: Desk, claim: AuditedClaim) -> Exhibit | None:
    """How often questions came out word for word, beside questions that the model cannot have seen (D4)."""
    tests = values(claim, "D4").get("tests") or []
    if not tests:
        return None
    w, n = desk.words["recite"], desk.numerals
    model = str(claim.model.as_written or claim.model.name or desk.words["measurements.model"])
    rates, rows = [], []
    for t in tests:
        what = str(w[f"kinds.{t['kind']}"])
        rates.append(Rate(f"{what}: {w['of_test']}", 100 * t["rate"], 100 * t["low"], 100 * t["high"], own=True))
        if finite(t.get("control_rate")) is not None:
            other = w.fill("of_control", control=t["control"])
            rates.append(Rate(f"{what}: {desk.clean(other)}", 100 * t["control_rate"], None, None, own=False))
        beside = n.none if t.get("control_rate") is None else w.fill(
            "counts", hits=n.whole(t["control_hits"]), n=n.whole(t["n_control"]), control=t["control"]
        )  # fmt: skip
        p = finite(t.get("p"))
        word = str(w[f"classes.{t['class']}"])
        rows.append(
            Row(
                (
                    what,
                    f"{n.whole(t['hits'])} / {n.whole(t['n'])}",
                    f"{n.percent(t['rate'])} ({n.interval(t['low'], t['high'])})",
                    beside,
                    w.fill("with_p", word=word, p=n.p_value(p)) if p is not None else str(t.get("why") or word),
                    n.whole(t["with_key"]),
                    n.percent(t["refused_share"]),
                )
            )
        )
    worst = values(claim, "D4")
    label, name = desk.next_figure()
    table = desk.next_table()
    facts = {"model": model, "hits": n.whole(worst.get("hits")), "n": n.whole(worst.get("n")), "table": table}
    key = "caption_control" if worst.get("control_rate") is not None else "caption"
    facts |= {"rate": n.percent(worst.get("rate")), "control_rate": n.percent(worst.get("control_rate"))}
    svg = rate_picture(rates)
    figure = Figure(name, svg, label, w.fill(key, **facts), w.fill("alt", **facts), str(w["note"]))
    columns = desk.columns("recite.columns", (20, 11, 17, 20, 15, 8, 9), (1, 5, 6))
    tables = part_tables(desk, table, str(w["table_caption"]), columns, [rows], "tight dense", str(w["table_note"]))
    return Exhibit(figure, tables)
