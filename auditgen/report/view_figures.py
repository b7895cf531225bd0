"""Figures of a claim page and the tables that hold their numbers."""

from __future__ import annotations

import re
from typing import Any

from auditgen.records.audit_record import AuditedClaim
from auditgen.records.check_result import CheckResult
from auditgen.report.charts.exposure_timeline import Event, exposure_timeline
from auditgen.report.charts.score_strip import Dot, Lane, drawn, score_strip
from auditgen.report.numerals import finite, year_fraction
from auditgen.report.view_parts import Desk, Exhibit, Figure, Row, in_parts, part_tables

MAX_MEASUREMENTS = 40
ADDRESS = re.compile(r"\s*https?://\S+")


def result(claim: AuditedClaim, check_id: str) -> CheckResult | None:
    """The result of one check of a claim, if it was planned and ran."""
    return next((c for c in claim.checks if c.check_id == check_id and c.status == "ran"), None)


def values(claim: AuditedClaim, check_id: str) -> dict[str, Any]:
    """The structured findings of one check; empty where it did not run."""
    found = result(claim, check_id)
    return found.values if found else {}


def letter(i: int) -> str:
    """a, b … z, aa, ab …"""
    text = ""
    i += 1
    while i:
        i, r = divmod(i - 1, 26)
        text = chr(97 + r) + text
    return text


def claim_share(claim: AuditedClaim) -> float | None:
    """The claimed score as a share of right answers, where it is one."""
    score = claim.claim.score
    return score.fraction if score is not None and score.is_share else None


def measurements(desk: Desk, claim: AuditedClaim) -> Exhibit | None:
    """Score strip and the table behind it: the claim first, then every measured figure of F2 by set-up."""
    share = claim_share(claim)
    figures = [f for f in values(claim, "F2").get("figures") or [] if finite(f.get("score")) is not None]
    if share is None or not -0.5 <= share <= 1.5:
        return None
    sampling, levels = values(claim, "B1"), values(claim, "A2")
    low, high = finite(sampling.get("low")), finite(sampling.get("high"))
    w, c = desk.words["measurements"], claim.claim
    claimant = c.measured_by or c.claimant or str(w["claimant"])
    lanes: dict[str, list[Dot]] = {str(w["as_claimed"]): [Dot("a", share, low, high, "claim")]}
    n = desk.numerals
    rows = [
        Row(
            (
                "a",
                w.fill("claim_row", setup=_setup_of_claim(desk, claim)),
                claimant,
                n.whole(sampling.get("n") or claim.benchmark.n_items),
                n.printed(claim.claim.score),
                n.interval(low, high),
                n.none,
                "",
            ),
            strong=True,
        )
    ]
    order = _lane_order(figures)
    grouped = sorted(figures, key=lambda f: order[str(f.get("setup") or "")])
    for k, f in enumerate(grouped):
        mark = letter(k + 1)
        score = float(f["score"])
        if -0.5 <= score <= 1.5:
            label = str(f.get("setup") or w["setup_unknown"])
            kind = "counted" if f.get("counted") else "listed"
            lanes.setdefault(label, []).append(Dot(mark, score, finite(f.get("low")), finite(f.get("high")), kind))
        why = "" if f.get("counted") else str(f.get("why_not") or w["listed"])
        setup = str(f.get("setup") or w["setup_unknown"]) + (f" · {n.day(f['date'])}" if f.get("date") else "")
        rows.append(
            Row(
                (
                    mark,
                    setup,
                    str(f.get("party") or w["party_unknown"]) + desk.dagger(f.get("evidence") or f.get("id")),
                    n.whole(f.get("n")),
                    n.percent(score),
                    n.interval(f.get("low"), f.get("high")),
                    n.gap(score - share, signed=True),
                    why,
                )
            )
        )
    if c.comparator and c.comparator_score is not None and (other := c.comparator_score.fraction) is not None:
        mark, pair = letter(len(rows)), values(claim, "B2")
        name_b = w.fill("compared", other=c.comparator)
        lanes.setdefault(name_b, []).append(Dot(mark, other, None, None, "listed"))
        count_b = n.whole(pair.get("n_b") or c.comparator_n_items)
        measured_by = c.comparator_measured_by or str(w["party_unknown"])
        printed_b, gap_b = n.printed(c.comparator_score), n.gap(other - share, signed=True)
        rows.append(Row((mark, name_b, measured_by, count_b, printed_b, n.none, gap_b, str(w["other_model"]))))
    clean = desk.clean
    drawn_lanes = tuple(
        Lane(clean(name), tuple(sorted(dots, key=lambda d: (d.kind != "claim", -d.value, d.letter))))
        for name, dots in lanes.items()
    )
    upper = (levels.get("ceiling_band") or (None, levels.get("ceiling")))[1]  # the level that caveat A2-a names
    chance, ceiling = finite(levels.get("chance")), finite(upper)
    band = (low, high) if low is not None and high is not None else None
    words = (
        w.fill("guessing", value=n.percent(chance, _places(chance))) if chance is not None else "",
        w.fill("ceiling", value=n.percent(ceiling, _places(ceiling))) if ceiling is not None else "",
    )
    alone = len(lanes) == 1 and band is None and chance is None and ceiling is None
    label, name = ("", "") if alone else desk.next_figure()
    table = desk.next_table()
    others = [float(f["score"]) for f in grouped if f.get("counted")] or [float(f["score"]) for f in grouped]
    facts = {
        "model": claim.model.as_written or claim.model.name or w["model"],
        "score": n.printed(claim.claim.score),
        "n": len(others),
        "low": n.percent(min(others)) if others else "",
        "high": n.percent(max(others)) if others else "",
        "table": table,
    }
    figure = (
        None
        if alone
        else Figure(
            name,
            score_strip(drawn_lanes, chance, ceiling, band, words),
            label,
            w.count("caption", len(others), **{k: v for k, v in facts.items() if k != "n"}),
            w.count("alt", len(others), **{k: v for k, v in facts.items() if k != "n"}),
            _strip_note(desk, claim, drawn_lanes, chance, ceiling),
        )
    )
    shown = rows[: MAX_MEASUREMENTS + 1]
    note = w.fill("more", n=len(rows) - len(shown)) if len(rows) > len(shown) else ""
    columns = desk.columns("measurements.columns", (5, 31, 15, 8, 7, 11, 7, 16), (3, 4, 5, 6))
    if not any(r.cells[7] for r in shown):
        columns = desk.columns("measurements.columns", (5, 42, 19, 8, 8, 11, 7, 0), (3, 4, 5, 6))[:7]
        shown = [Row(r.cells[:7], r.strong) for r in shown]
    caption = w.count("table_caption", len(others))
    parts = in_parts(shown, [c.width for c in columns], 44)
    return Exhibit(figure, part_tables(desk, table, caption, columns, parts, "tight dense", note))


def _places(share: float | None) -> int:
    return 0 if share is None or abs(100 * share - round(100 * share)) < 1e-9 else 1


def _lane_order(figures: list[dict[str, Any]]) -> dict[str, int]:
    """Set-ups in the order in which they are first met, so that one set-up stays together."""
    order: dict[str, int] = {}
    for f in figures:
        order.setdefault(str(f.get("setup") or ""), len(order))
    return order


def _setup_of_claim(desk: Desk, claim: AuditedClaim) -> str:
    c, w = claim.claim, desk.words["measurements"]
    parts = []
    if c.shots:
        parts.append(w.fill("shots", shots=c.shots) if c.shots.isdigit() else c.shots)
    for key in ("scaffold", "harness", "cot", "combining", "reasoning_effort"):
        value = getattr(c.setting, key)
        if value and value not in ("unknown", "no", "yes"):
            parts.append(value)
    return ", ".join(parts) or str(w["setup_unknown"])


def _strip_note(
    desk: Desk, claim: AuditedClaim, lanes: tuple[Lane, ...], chance: float | None, ceiling: float | None
) -> str:
    w = desk.words["measurements"]
    parts = [str(w["note"])]
    if any(d.low is not None for lane in lanes for d in lane.dots):
        parts.append(str(w["note_intervals"]))
    levels = values(claim, "A2")
    error_rate = finite(levels.get("error_rate"))
    by_errors = bool(levels.get("ceiling_band")) or levels.get("ceiling_kind") != "catalogue"
    if ceiling is not None and error_rate is not None and by_errors:
        parts.append(w.fill("note_ceiling", rate=desk.numerals.percent(error_rate)))
    elif ceiling is not None:
        parts.append(str(w["note_ceiling_plain"]))
    if chance is None:
        parts.append(str(w["note_no_chance"]))
    left_out = sum(len(x.dots) for x in lanes) - sum(len(x.dots) for x in drawn(lanes))
    if left_out:
        parts.append(w.count("note_left_out", left_out))
    return " ".join(parts)


def _event_text(desk: Desk, event: dict[str, Any]) -> str:
    """One date in words: what, when, what the source says of it, and how far the date is confirmed."""
    w, n = desk.words["timeline"], desk.numerals
    what = desk.words.either("timeline.events", str(event.get("what")), str(event.get("what")))
    day = n.day(event["date"], event.get("precision")) + desk.dagger(event.get("evidence"))
    detail = _short(str(event.get("text") or ""), 70)
    confidence = str(event.get("confidence") or "")
    doubt = "" if confidence in ("", "seen") else desk.words.either("confidence", confidence, confidence)
    said = "; ".join(x for x in (detail, doubt) if x)
    return w.fill("date_said", what=what, day=day, said=said) if said else w.fill("date", what=what, day=day)


def _short(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def _event_sources(desk: Desk, events: list[dict[str, Any]]) -> str:
    """The citations that give the dates, each once and without addresses; the evidence annex has them whole."""
    found = [desk.evidence.get(str(e.get("evidence"))) for e in events]
    plain = (ADDRESS.sub("", f.citation).strip(" ,;.") for f in found if f)
    return "; ".join(dict.fromkeys(_short(text, 90) for text in plain if text))


def timeline(desk: Desk, claim: AuditedClaim) -> Exhibit | None:
    """Exposure timeline and its dates in words, from the events of D1. No picture with fewer than two dates."""
    found = values(claim, "D1")
    events = [e for e in found.get("events") or [] if e.get("date")]
    if not events:
        return None
    w, n = desk.words["timeline"], desk.numerals
    events = sorted(events, key=lambda e: (str(e["date"]), str(e.get("what"))))
    figure = None
    dated = [(e, year_fraction(str(e["date"]))) for e in events]
    points = [(e, t) for e, t in dated if t is not None]
    if len({t for _, t in points}) >= 2:
        label, name = desk.next_figure()
        marks = tuple(
            Event(
                t,
                desk.clean(desk.words.either("timeline.events", str(e.get("what")), str(e.get("text") or ""))),
                desk.clean(n.day(e["date"], e.get("precision"))),
                str(e.get("what")),
            )
            for e, t in points
        )
        first, last = points[0][0], points[-1][0]
        alt = w.fill(
            "alt",
            n=len(points),
            first=desk.words.either("timeline.events", str(first.get("what")), str(first.get("text") or "")),
            first_day=n.day(first["date"], first.get("precision")),
            last=desk.words.either("timeline.events", str(last.get("what")), str(last.get("text") or "")),
            last_day=n.day(last["date"], last.get("precision")),
        )
        caption = desk.words.either("timeline.captions", str(found.get("class")), str(w["caption"]))
        note = str(w["note"]) + ("" if found.get("cutoff_stated") else " " + str(w["note_no_cutoff"]))
        figure = Figure(name, exposure_timeline(marks), label, caption, alt, note)
    class_ = desk.words.either("exposure", str(found.get("class")), str(found.get("class") or ""))
    text = [(w.fill("dates", class_=class_), "; ".join(_event_text(desk, e) for e in events) + ".")]
    if sources := _event_sources(desk, events):
        text.append((str(w["sources"]), sources.rstrip(".") + "."))
    return Exhibit(figure, (), text=tuple(text))
