"""One claim as the pages of the report show it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from auditgen.records.audit_record import AuditedClaim
from auditgen.records.claim import Source
from auditgen.report.view_board import board
from auditgen.report.view_checks import ChecksView, checks_view
from auditgen.report.view_figures import measurements, timeline
from auditgen.report.view_leakage import before_after, completions, search_table
from auditgen.report.view_overlap import overlap
from auditgen.report.view_pair import agreement_across_tests, pairs_elsewhere, same_document
from auditgen.report.view_parts import Desk, Exhibit, Row, Table, evidence_ids
from auditgen.report.view_retests import fresh_test, remade_test
from auditgen.report.view_verdict import VerdictView, claimed, verdict_view

UNNAMED = re.compile(r"unnamed\s*:?\s*(.*)", re.IGNORECASE | re.DOTALL)
# The side of a limit where only the relation tells it.
SIDES = {"beats": "over", "exceeds": "over", "at_least": "at_least", "reaches": "at_least", "loses": "under"}


@dataclass(frozen=True)
class ClaimView:
    """Everything that the pages of one claim print, in reading order."""

    number: int
    anchor: str
    run: str
    title: str
    statement: str
    quoted: bool
    source: str
    verdicts: tuple[VerdictView, ...]
    not_claimed: str
    says: tuple[str, ...]
    does_not_say: tuple[str, ...]
    scores: Exhibit | None
    exposure: Exhibit | None
    later: tuple[Exhibit, ...]
    domains: Table | None
    checks: ChecksView
    caveats: tuple[str, ...]
    questions: tuple[str, ...]
    quotable: str
    draft: str
    dagger: str


def model_name(desk: Desk, claim: AuditedClaim) -> str:
    """The model as written in the claim, else as the catalogue names it."""
    name = claim.model.as_written or claim.model.name or claim.model.id
    return described(name) or str(desk.words["labels.no_model"])


def test_name(desk: Desk, claim: AuditedClaim) -> str:
    """The test as written in the claim, else as the catalogue names it."""
    name = claim.benchmark.as_written or claim.benchmark.name or claim.benchmark.id
    return described(name, capital=False) or str(desk.words["labels.no_test"])


def described(name: str | None, capital: bool = True) -> str:
    """A name; of `unnamed: leading models`, the description alone, as a sentence would begin with it."""
    found = UNNAMED.match(name or "")
    if not found:
        return name or ""
    text = found[1].strip()
    return text[:1].upper() + text[1:] if capital else text


def headline(desk: Desk, claim: AuditedClaim, longest: int = 110) -> str:
    """A claim in a few words: model, result, test. Long names are cut in the middle; its page has them whole."""
    c, w, n = claim.claim, desk.words["headline"], desk.numerals
    room = longest // 3
    other = c.comparator or (claim.comparator.name if claim.comparator else None)
    if claim.pair:
        other = claim.pair.behind
    facts = {
        "model": cut(claim.pair.ahead if claim.pair else model_name(desk, claim), room),
        "test": cut(test_name(desk, claim), room),
        "score": n.printed(c.score),
        "other": cut(other or "", room),
        "other_score": n.printed(c.comparator_score),
        "rank": str(c.rank or n.none),
        "threshold": n.printed(c.threshold),
        "side": w["sides"][c.threshold_side or SIDES.get(c.relation or "", "over")],
        "group": cut(c.human_group or str(w["people"]), room),
        "parity": desk.words.either("headline.parity", c.relation or "", ""),
        "baseline": cut(c.baseline_model or "", room),
    }
    key = claim.type
    if key == "comparative" and not other:
        key = "absolute"
    if key == "comparative":
        scores = c.score is not None and c.comparator_score is not None
        facts["relation"] = w["relations"][c.relation if c.relation in w["relations"] else "beats"]
        key = "comparative_scores" if scores else "comparative_plain"
    elif key == "human_parity" and not facts["parity"]:
        key = "human_parity_plain"
    elif key == "trend" and not c.baseline_model:
        key = "trend_plain"
    if c.score is None and f"{key}_unscored" in w:
        key = f"{key}_unscored"
    return w.fill(key, **facts)


def cut(text: str, longest: int) -> str:
    """Text shortened in the middle; both ends of a model's name tell versions apart."""
    if len(text) <= longest:
        return text
    head = max((longest - 1) * 3 // 5, 1)
    return text[:head].rstrip() + "…" + text[len(text) - (longest - 1 - head) :].lstrip()


def source_of(desk: Desk, claim: AuditedClaim) -> Source | None:
    """The document a claim stands in: by id from the record's sources."""
    wanted = claim.claim.source or (claim.source or {}).get("id")
    return next((s for s in desk.record.sources if s.id == wanted), None)


def _is_worded(quote: str | None) -> bool:
    """Whether a quotation is a sentence; a cell of a table is a bare figure and says nothing alone."""
    return re.search(r"[^\W\d_]{2}", quote or "") is not None


def _source_text(desk: Desk, claim: AuditedClaim) -> str:
    """Where a claim stands and how far its evidence reaches, as sentences of one paragraph."""
    c, w, n = claim.claim, desk.words["source"], desk.numerals
    source = source_of(desk, claim)
    lines = []
    who = c.claimant or str(w["claimant_unknown"])
    relation = desk.words.either("relations", str(c.claimant_relation), "")
    lines.append(w.fill("claimed_by", who=f"{who} ({relation})" if relation else who))
    if c.measured_by and c.measured_by != c.claimant:
        lines.append(w.fill("measured_by", who=c.measured_by))
    if source:
        found = (source.title or source.id, source.publisher, n.day(source.date) if source.date else None, c.place)
        parts = [p for p in found if p]
        if source.url:
            seen = w.fill("read_on", day=n.day(source.accessed)) if source.accessed else ""
            parts.append(w.fill("address", url=source.url) + seen)
        lines.append(w.fill("stands_in", source=", ".join(parts)))
    elif c.source or c.place:
        lines.append(w.fill("stands_in", source=", ".join(p for p in (c.source, c.place) if p)))
    else:
        lines.append(str(w["unknown"]))
    if c.quote and not _is_worded(c.quote):
        lines.append(w.fill("printed_as", quote=c.quote))
    if c.cited_in:
        lines.append(w.fill("cited_in", where=c.cited_in.rstrip(".")))
    lines.append(w.fill("tier", tier=claim.tier, meaning=desk.words.either("tiers", claim.tier, "")))
    other_names = [x.name for x in (claim.model, claim.benchmark) if x.name and x.as_written and x.name != x.as_written]
    if other_names:
        lines.append(w.fill("named_in_catalogue", names="; ".join(other_names)))
    for named, kind in ((claim.model, "model"), (claim.benchmark, "test")):
        if named.status in ("ambiguous", "unknown"):
            lines.append(w.fill(f"{kind}_{named.status}", name=named.as_written or ""))
    return " ".join(lines)


def _domain_table(desk: Desk, label: str, verdicts: tuple[VerdictView, ...]) -> Table:
    w = desk.words["domains_table"]
    columns = (
        *desk.columns("domains_table.first", (14,)),
        *desk.columns("domains_table.columns", (15, 15, 14, 14, 14, 14)),
    )
    rows = tuple(Row((v.name, *v.domains)) for v in verdicts)
    return Table(label, str(w["caption"]), columns, rows, "domains")


def claim_view(desk: Desk, claim: AuditedClaim, number: int, alone: bool = False) -> ClaimView:
    """Build the pages of one claim; takes its figure and table numbers in reading order.

    `alone`: no table of all claims shows the domains, so that this page has to.
    """
    c = claim.claim
    worded = _is_worded(c.quote)
    scores = measurements(desk, claim)
    exposure = timeline(desk, claim)
    leakage = (search_table, overlap, completions, before_after)
    later = tuple(x for show in leakage if (x := show(desk, claim)))
    later += tuple(x for x in (fresh_test(desk, claim), remade_test(desk, claim), board(desk, claim)) if x)
    later += pairs_elsewhere(desk, claim)
    later += tuple(x for x in (same_document(desk, claim), agreement_across_tests(desk, claim)) if x)
    first = claimed(claim)
    # Beside one ladder the marks say nothing new; two or three readings are easier to compare by domain.
    compared = len(first) > 1 or (bool(first) and alone)
    domains_label = desk.next_table() if compared else ""
    verdicts = tuple(verdict_view(desk, v) for v in first)
    silent = [str(desk.words[f"readings.{r}"]) for r in "LRP" if r not in {v.reading for v in first}]
    return ClaimView(
        number=number,
        anchor=f"claim-{number}",
        run=desk.words.fill("labels.claim", n=number),
        title=desk.words.fill("labels.claim_title", n=number, headline=headline(desk, claim)),
        statement=c.quote if worded and c.quote else claim.statement,
        quoted=worded,
        source=_source_text(desk, claim),
        verdicts=verdicts,
        not_claimed=desk.words.count("panel.not_claimed", len(silent), list=", ".join(silent)) if silent else "",
        says=tuple(t.text for t in claim.says),
        does_not_say=tuple(t.text for t in claim.does_not_say),
        scores=scores,
        exposure=exposure,
        later=later,
        domains=_domain_table(desk, domains_label, verdicts) if compared else None,
        checks=checks_view(desk, claim),
        caveats=tuple(t.text for t in claim.caveats),
        questions=tuple(_question(desk, q.text, q.serves) for q in claim.questions),
        quotable=claim.quotable,
        draft=str(desk.words["claim.draft"]) if claim.claim.status == "draft" else "",
        dagger=str(desk.words["claim.dagger"]) if rests_on_memory(desk, claim) else "",
    )


def rests_on_memory(desk: Desk, claim: AuditedClaim) -> bool:
    """Whether any check of the claim read evidence that was written down from memory."""
    return any(desk.recalled(e) for c in claim.checks for e in evidence_ids(c.values))


def _question(desk: Desk, text: str, serves: tuple[str, ...]) -> str:
    text = text[:1].upper() + text[1:]
    names = [f"{desk.words['domains'][s]}" if s in desk.words["domains"] else s for s in serves]
    return f"{text} ({desk.words.fill('ask.serves', list=', '.join(names))})" if serves else text
