"""Computes every check and verdict of a record again, from the record's own inputs, and names each difference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from auditgen import __version__
from auditgen.checks.facts import Facts
from auditgen.checks.run import run_checks
from auditgen.grading.plan import make_plan, planned
from auditgen.grading.summary import summary
from auditgen.grading.thresholds import load_thresholds
from auditgen.grading.wording import wording
from auditgen.judge import judge
from auditgen.records.audit_record import AuditedClaim, AuditRecord
from auditgen.records.check_result import CheckResult
from auditgen.records.evidence import Evidence, content_hash
from auditgen.resources import languages

_JUDGED = ("statement", "caveats", "says", "does_not_say", "quotable", "questions")


def differences(record: AuditRecord) -> Iterator[str]:
    """Every difference between a record and what its own inputs give now; nothing if they agree.

    Evidence is checked against its hash, the plan and the cut-offs against the method, each check against a new run,
    each verdict against a new grading, and catalogue evidence against the catalogue installed here if it is the same.
    """
    t = load_thresholds()
    if record.tool.version != __version__:
        yield (
            f"the record was made by auditgen {record.tool.version}, this is {__version__}: "
            "install that version to compute it again"
        )
        return
    if record.lang not in languages():
        yield f"the sentences of language '{record.lang}' are not installed"
        return
    if record.thresholds.sha256 != t.sha256:
        yield "thresholds: the cut-offs named in the record are not those of this version"
    if record.threshold_values != t.as_dict():
        yield "threshold_values: the cut-offs printed in the record are not those of the method"
    evidence = {}
    for item in record.evidence:
        if content_hash(item.content) != item.sha256:
            yield f"evidence {item.id}: its content does not have the hash that the record gives"
        evidence[item.id] = item
    plan = make_plan([(c.id, c.facts["reading"]) for c in record.claims])
    if plan != record.plan:
        yield "plan: it is not the plan that these claims call for"
    words = wording(record.lang)
    for claim in record.claims:
        yield from _claim(claim, evidence, record.as_of, t, words)
    expected = summary([c for c in record.claims if not c.implied], words)
    if expected != record.summary:
        yield "summary: its sentences are not those that the verdicts give"


def facts_of(claim: AuditedClaim, evidence: Mapping[str, Evidence], as_of: str) -> Facts:
    """What the checks of one claim read, from the record alone. Raises KeyError where evidence is missing."""
    roles = {role: tuple(evidence[i] for i in ids) for role, ids in claim.facts["roles"].items()}
    return Facts(as_of, claim.facts["reading"], dict(claim.facts["names"]), roles)


def _claim(claim: AuditedClaim, evidence: Mapping[str, Evidence], as_of: str, t: Any, words: Any) -> Iterator[str]:
    try:
        facts = facts_of(claim, evidence, as_of)
    except KeyError as error:
        yield f"claim {claim.id}: evidence {error.args[0]} is not in the record"
        return
    results = run_checks(claim.claim, facts, planned(facts.reading), t)
    yield from _checks(claim, results)
    judged = judge(claim.claim, facts, results, t, words)
    for name in ("level", "ranking", "progress"):
        old, new = getattr(claim.verdicts, name), getattr(judged["verdicts"], name)
        if _plain(old) != _plain(new):
            yield f"claim {claim.id}, {name}: {_verdict_change(old, new)}"
    for field in _JUDGED:
        if getattr(claim, field) != judged[field]:
            yield f"claim {claim.id}: {field.replace('_', ' ')} is not what the checks give"


def _checks(claim: AuditedClaim, results: tuple[CheckResult, ...]) -> Iterator[str]:
    old = {c.check_id: c for c in claim.checks}
    new = {c.check_id: c for c in results}
    for check_id in sorted(old.keys() | new.keys()):
        if check_id not in old or check_id not in new:
            how = "missing from" if check_id in new else "not planned, but in"
            yield f"claim {claim.id}, check {check_id}: {how} the record"
            continue
        fields = _changed(_plain(old[check_id]), _plain(new[check_id]))
        if fields:
            yield f"claim {claim.id}, check {check_id}: {', '.join(fields)} differ from a new run"


def _plain(record: Any) -> dict[str, Any]:
    data: dict[str, Any] = record.model_dump(mode="json")
    return data


def _changed(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    return [k for k in new if old.get(k) != new[k]]


def _verdict_change(old: Any, new: Any) -> str:
    """What changed between the recorded verdict and the recomputed one, the finding first."""
    if old.finding != new.finding:
        return f"the record says '{old.finding}', its own inputs give '{new.finding}'"
    if (old.points, old.points_if_answered) != (new.points, new.points_if_answered):
        return (
            f"the record says {old.points} to {old.points_if_answered} points, "
            f"its own inputs give {new.points} to {new.points_if_answered}"
        )
    return f"{', '.join(_changed(_plain(old), _plain(new)))} differ from a new grading"


def against_catalogue(record: AuditRecord) -> Iterator[str]:
    """Catalogue evidence that is not what the installed catalogue of the same hash holds, by a second audit."""
    from auditgen.audit import Options, audit
    from auditgen.catalogue import open_catalogue
    from auditgen.records.claim import ClaimsFile

    catalogue = open_catalogue()
    if catalogue.sha256 != record.catalogue.sha256:
        yield (
            f"catalogue: the record used the facts of {record.catalogue.version}, others are installed here; "
            "the evidence in it was taken as it stands"
        )
        return
    stated = tuple(c.claim for c in record.claims if not c.implied)
    file = ClaimsFile(
        claims=stated, sources=record.sources, name="record", sha256="0" * 64, recognised_by="audit record"
    )
    implied = any(c.implied for c in record.claims)
    brought = [e for e in record.evidence if e.id.startswith("brought:")]
    options = Options(as_of=record.as_of, lang=record.lang, implied=implied)
    again = audit([file], options, catalogue, brought=brought)
    mine = {e.id: e.sha256 for e in again.evidence}
    for item in record.evidence:
        if item.id not in mine:
            yield f"evidence {item.id}: the installed catalogue holds nothing under this name for these claims"
        elif mine[item.id] != item.sha256:
            yield f"evidence {item.id}: its content is not what the installed catalogue holds"
    if {c.id for c in again.claims} != {c.id for c in record.claims}:
        yield "claims: the implied rankings and steps are not those that the tables give"
