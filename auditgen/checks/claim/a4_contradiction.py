"""A4. Does the document contradict itself?"""

from __future__ import annotations

from typing import Any

from auditgen.checks.document import Document, TableRow, document_of
from auditgen.checks.facts import Facts
from auditgen.checks.registry import absent, ran
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds
from auditgen.stats.printed_numbers import compare_printed

VERSION = "1"


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Figures for one model, test, part and metric, compared as printed (after statcheck, Nuijten 2016)."""
    document = document_of(facts)
    if document is None or claim.score is None:
        return absent("A4", "there is no second figure to compare with")
    own = document.row(str(facts.names.get("claim_id", claim.id)))
    if own is None:
        return absent("A4", "there is no second figure to compare with")
    contradictions: list[dict[str, Any]] = []
    possible: list[dict[str, Any]] = []
    for other in document.same_cell(own):
        found = _compare(own, other, document)
        if found is None:
            continue
        (contradictions if found.pop("certain") else possible).append(found)
    values = {
        "contradictions": contradictions,
        "possible": possible,
        "largest": max((c["points"] for c in contradictions), default=None),
        "compared": len(document.same_cell(own)),
    }
    return ran(
        "A4",
        facts,
        ("document",),
        estimate=values["largest"],
        unit="points between two printed figures",
        outcome="some_concern" if contradictions else None,
        caveat_ids=("A4-a",) if contradictions else (),
        values=values,
    )


def _compare(own: TableRow, other: TableRow, document: Document) -> dict[str, Any] | None:
    """Difference of two cells; None if they agree as printed or their stated settings differ."""
    if own.unit not in ("percent", "fraction") or other.unit not in ("percent", "fraction"):
        return None
    result = compare_printed(own.text, other.text, own.unit, other.unit)
    if result.agree:
        return None
    mine, theirs = own.setup.stated(), other.setup.stated()
    if any(mine[k] != theirs[k] for k in mine.keys() & theirs.keys()):
        return None
    # A setting that only one of the two states could be the reason, unless there is only one evaluation to speak of.
    certain = (mine == theirs and bool(mine)) or document.one_evaluation
    return {
        "a": own.shown,
        "b": other.shown,
        "points": float(abs(result.difference)) / 100,
        "place_a": own.place,
        "place_b": other.place,
        "model": own.model,
        "benchmark": own.test,
        "other_claim": other.claim_id,
        "certain": certain,
    }
