"""Grades one claim from its check results; the same function serves the audit and its later verification."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from auditgen.checks.dates import span
from auditgen.checks.facts import Facts
from auditgen.grading.ask import ask_first
from auditgen.grading.case import Case
from auditgen.grading.caveats import caveats, does_not_say, questions, says
from auditgen.grading.claim_words import claim_words
from auditgen.grading.findings import decide
from auditgen.grading.verdict import grade
from auditgen.grading.wording import Wording, capital
from auditgen.records.audit_record import Verdicts
from auditgen.records.check_result import CheckResult, Reading
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds
from auditgen.records.verdict import Verdict

_NAMES = {"L": "level", "R": "ranking", "P": "progress"}


def case_of(claim: Claim, facts: Facts, results: Sequence[CheckResult], told: dict[str, Any]) -> Case:
    """The reading that the claim makes, as grading sees it."""
    names = facts.names
    day = span(facts.as_of)
    kind = {"threshold": "threshold", "human_parity": "parity", "rank": "rank"}.get(claim.type, "level")
    if facts.reading != "L" and kind != "rank":
        kind = "equality" if claim.relation in ("equal", "within", "comparable") else "lead"
        if claim.difference_unit == "months_per_doubling":
            kind = "rate"
    checks = {r.check_id: r for r in results}
    f3 = checks.get("F3")
    # Only a sentence with a figure of its own can be put right by the figure on a re-made test.
    a_level = kind in ("level", "threshold") and claim.score is not None and claim.score.is_share
    beyond = a_level and bool(f3 and f3.values.get("link") not in (None, "test"))
    return Case(
        reading=facts.reading,
        claimed=True,
        relation_kind=kind,
        checks=checks,
        has_model=bool(names.get("model_named")),
        has_benchmark=bool(names.get("benchmark_named")),
        has_group=_has_group(claim, names),
        own_model_leads=bool(names.get("own_model", True)),
        speaks_beyond_test=beyond,
        rank_one=claim.type == "rank" and claim.rank == 1,
        asked=claim.asked,
        as_of=day[1] if day else dt.date.min,
        words=told,
    )


def _has_group(claim: Claim, names: Any) -> bool:
    if claim.type == "human_parity":
        return bool(claim.human_group)
    if claim.type == "rank":
        return bool(claim.peer_group or claim.ranking_source or names.get("group_held"))
    if claim.score is not None and claim.score.unit == "percentile":
        return bool(claim.peer_group or claim.human_group or names.get("group_held"))
    return True


def not_claimed(reading: Reading, t: Thresholds, words: Wording) -> Verdict:
    """The verdict on a reading that the sentence does not make."""
    return grade(Case(reading=reading, claimed=False, relation_kind="level", checks={}), t, words)


def judge(claim: Claim, facts: Facts, results: Sequence[CheckResult], t: Thresholds, words: Wording) -> dict[str, Any]:
    """Verdicts, caveats, plain statements and questions of one claim, as fields of an AuditedClaim."""
    by_id = {r.check_id: r for r in results}
    told = claim_words(claim, facts, by_id, words)
    case = case_of(claim, facts, results, told)
    decision = decide(case, t.fresh())
    verdict = grade(case, t, words)
    verdicts = {
        _NAMES[r]: verdict if r == facts.reading else not_claimed(r, t, words)  # type: ignore[arg-type]
        for r in ("L", "R", "P")
    }
    ids = ask_first(case, decision)
    return {
        "statement": claim.statement or capital(str(told["claim"])) + ".",
        "checks": tuple(results),
        "verdicts": Verdicts(**verdicts),
        "caveats": caveats(by_id, facts, words),
        "says": says(claim, by_id, facts, words, told),
        "does_not_say": does_not_say(by_id, facts, words),
        "quotable": _quotable(verdict, case, words),
        "questions": questions(verdict, ids),
    }


def _quotable(verdict: Verdict, case: Case, words: Wording) -> str:
    """One sentence that may be pasted into a policy text."""
    missing = "model" if not case.has_model else "test" if not case.has_benchmark else "group"
    fact = verdict.contrary.sentence if verdict.contrary else ""
    params = {
        **case.words,
        "Claim": capital(str(case.words.get("claim", ""))),
        "missing": missing,
        "fact": fact,
    }
    return words.fill(words.data["quotable"][verdict.finding], params)
