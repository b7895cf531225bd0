"""One verdict as the report shows it: finding, bar, grade, domain marks, ladder."""

from __future__ import annotations

from dataclasses import dataclass

from auditgen.records.audit_record import AuditedClaim
from auditgen.records.verdict import Step, Verdict
from auditgen.report.charts.marks import SLUGS
from auditgen.report.numerals import MINUS
from auditgen.report.view_parts import Desk, DomainCell, FindingCell

DOMAINS = ("G1", "G2", "G3", "G4", "G5", "G6")
READINGS = ("L", "R", "P")


@dataclass(frozen=True)
class LadderRow:
    """One step: its name, its charge in words, the running total before and after, and the reason."""

    step: str
    charge: str
    kind: str
    before: int
    after: int
    total: str
    reason: str


@dataclass(frozen=True)
class VerdictView:
    """One claimed reading of one claim."""

    reading: str
    name: str
    cell: FindingCell
    sentence: str
    use: str
    grade: tuple[str, ...]
    domains: tuple[DomainCell, ...]
    ladder_label: str
    ladder_caption: str
    ladder: tuple[LadderRow, ...]
    ladder_note: str


def signed(points: int) -> str:
    """A charge or credit with its sign; zero without one."""
    return f"+{points}" if points > 0 else f"{MINUS}{-points}" if points < 0 else "0"


def bare(points: int) -> str:
    """A total, with a proper minus sign."""
    return f"{MINUS}{-points}" if points < 0 else str(points)


def verdicts_of(claim: AuditedClaim) -> dict[str, Verdict]:
    """The three verdicts by reading."""
    return {"L": claim.verdicts.level, "R": claim.verdicts.ranking, "P": claim.verdicts.progress}


def claimed(claim: AuditedClaim) -> list[Verdict]:
    """The verdicts on the readings that the claim makes."""
    return [v for v in verdicts_of(claim).values() if v.finding != "Not claimed"]


def finding_cell(desk: Desk, verdict: Verdict) -> FindingCell:
    """Mark, word and bar of a verdict."""
    slug = SLUGS[verdict.finding]
    word = str(desk.words[f"findings.{slug}.word"])
    if verdict.points is None or verdict.points_if_answered is None:
        return FindingCell(word, slug)
    same = verdict.points == verdict.points_if_answered
    span = str(verdict.points) if same else f"{verdict.points}{desk.numerals.to}{verdict.points_if_answered}"
    return FindingCell(word, slug, verdict.points, verdict.points_if_answered, span)


def domain_cells(desk: Desk, verdict: Verdict) -> tuple[DomainCell, ...]:
    """The six domains in fixed order; a domain that the verdict does not mention has no charge."""
    marks = {m.domain: m for m in verdict.domains}
    cells = []
    for d in DOMAINS:
        mark = marks.get(d)
        known, opened = (abs(mark.known), abs(mark.open)) if mark else (0, 0)
        w = desk.words["marks"]
        if known and opened > known:
            text = w.fill("both_open", known=signed(-known), open=signed(-opened))
        elif known and opened:
            text = w.fill("both", known=signed(-known))
        elif known:
            text = w.fill("known", known=signed(-known))
        elif opened:
            text = w.fill("open", open=signed(-opened))
        elif mark and not mark.answered:
            text = str(w["hidden"])
        else:
            text = str(w["none"])
        cells.append(DomainCell(known, opened, text))
    return tuple(cells)


def _with_id(reason: str, check_id: str | None) -> str:
    """A reason with the check or cap it comes from, the full stop left out."""
    return f"{reason.removesuffix('.')} ({check_id})" if check_id else reason


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _joined(desk: Desk, verdict: Verdict) -> list[tuple[Step, str]]:
    """The steps with their reasons; a step that moves nothing joins the row of its own domain, if there is one."""
    steps: list[tuple[Step, str]] = []
    place: dict[str, int] = {}
    for step in verdict.ladder:
        reason = _with_id(step.reason, step.check_id)
        if step.points == 0 and step.kind in ("known", "open") and step.domain in place:
            at = place[step.domain]
            key = "ladder.also_open" if step.kind == "open" else "ladder.also_known"
            steps[at] = (steps[at][0], f"{steps[at][1]}. {desk.words.fill(key, reason=reason)}")
            continue
        if step.kind in ("known", "open"):
            place[step.domain] = len(steps)
        steps.append((step, reason))
    return steps


def _ladder(desk: Desk, verdict: Verdict) -> tuple[LadderRow, ...]:
    w = desk.words["ladder"]
    rows, total = [], 0
    for step, reason in _joined(desk, verdict):
        before, total = total, total + step.points
        if step.kind == "start":
            name, charge = str(w["start"]), str(step.points)
            reason = _capital(reason.removeprefix(f"{name}: "))
        else:
            name = desk.words.either("domains", step.domain, step.domain)
            if step.kind == "credit":
                name = str(w["credit_name"])
            charge = "0" if step.points == 0 and step.kind != "open" else w.fill(step.kind, points=signed(step.points))
        rows.append(LadderRow(name, charge, step.kind, before, total, bare(total), reason))
    for cap in verdict.caps:
        if cap.limit is not None and cap.limit < total:
            before, total = total, min(total, cap.limit)
            charge = w.fill("cap_limit", limit=cap.limit)
            rows.append(
                LadderRow(str(w["cap"]), charge, "known", before, total, bare(total), _with_id(cap.reason, cap.id))
            )
    if verdict.points is not None and verdict.points_if_answered is not None:
        same = verdict.points == verdict.points_if_answered
        charge = w.fill("floor", total=bare(total), points=verdict.points) if total < verdict.points else ""
        reason = w.fill("end_same" if same else "end_open", answered=verdict.points_if_answered)
        name = str(w["end"])
        rows.append(LadderRow(name, charge, "end", total, verdict.points, str(verdict.points), reason))
    return tuple(rows)


def _grade(desk: Desk, verdict: Verdict) -> tuple[str, ...]:
    w = desk.words["panel"]
    lines = []
    if verdict.certainty is not None:
        now = desk.words["certainty"][verdict.certainty]
        then = verdict.certainty_if_answered
        if then is None or then == verdict.certainty:
            lines.append(w.fill("certainty_stays", now=now))
        else:
            lines.append(w.fill("certainty_moves", now=now, then=desk.words["certainty"][then]))
    if verdict.answered is not None:
        lines.append(w.count("answered", verdict.answered))
    others = [_with_id(c.reason, c.id) for c in verdict.caps]
    if others:
        lines.append(w.fill("limits", list="; ".join(others)))
    for s in verdict.sensitive_to:
        lines.append(w.fill("sensitive", threshold=threshold_name(desk, s.threshold)))
    return tuple(lines)


def threshold_name(desk: Desk, name: str) -> str:
    """The plain name of a cut-off, with its code name."""
    known = desk.words["thresholds"]
    return f"{known[name]['name']} ({name})" if name in known else name


def verdict_view(desk: Desk, verdict: Verdict) -> VerdictView:
    """One verdict with its ladder; takes the next table number for it."""
    reading = str(desk.words[f"readings.{verdict.reading}"])
    ladder = _ladder(desk, verdict)
    caption = ""
    if verdict.points is not None and verdict.points_if_answered is not None:
        caption = desk.words.fill(
            "ladder.caption_same" if verdict.points == verdict.points_if_answered else "ladder.caption_open",
            reading=reading.lower(),
            points=desk.words.count("ladder.points", verdict.points),
            answered=verdict.points_if_answered,
        )
    return VerdictView(
        reading=verdict.reading,
        name=reading,
        cell=finding_cell(desk, verdict),
        sentence=verdict.sentence,
        use=verdict.use,
        grade=_grade(desk, verdict),
        domains=domain_cells(desk, verdict),
        ladder_label=desk.next_table() if ladder else "",
        ladder_caption=caption,
        ladder=ladder,
        ladder_note=_untouched(desk, verdict) if ladder else "",
    )


def _untouched(desk: Desk, verdict: Verdict) -> str:
    """The domains that took nothing away, so that all six are accounted for below the ladder."""
    touched = {s.domain for s in verdict.ladder if s.kind in ("known", "open")}
    free = [str(desk.words["domains"][d]) for d in DOMAINS if d not in touched]
    return desk.words.count("ladder.untouched", len(free), list=", ".join(free)) if free else ""
