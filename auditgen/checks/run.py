"""Runs the planned checks of one claim, in the order in which they need one another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from auditgen.checks.facts import Facts
from auditgen.checks.registry import BY_ID, SPECS, absent, runner
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds

# What others build on: whether the score is a share at all, exposure, and the figures of other parties.
FIRST = ("A2", "D1", "F2")
_NEEDS = {
    "I2": "a table of results for both models on several tests",
    "I3": "question-by-question results of the models",
    "I4": "what the models wrote when shown half a question",
    "I5": "how expected each word was to the model (log-probabilities)",
    "I6": "the training text, or an index of it",
    "I7": "a new run after equal practice",
}


def run_checks(claim: Claim, facts: Facts, planned: Sequence[str], t: Thresholds) -> tuple[CheckResult, ...]:
    """One result for every planned check, whether it ran or not, in the order of the method."""
    done: dict[str, CheckResult] = {}
    for check_id in (*(c for c in FIRST if c in planned), *(c for c in planned if c not in FIRST)):
        done[check_id] = _one(check_id, claim, facts, t)
        facts = _learn(check_id, done[check_id], facts)
    return tuple(done[spec.id] for spec in SPECS if spec.id in done)


def _one(check_id: str, claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    run = runner(check_id)
    if run is None:
        need = _NEEDS.get(BY_ID[check_id].tier, "more evidence")
        return absent(check_id, f"needs {need}; none was given")
    return run(claim, facts, t)


def _learn(check_id: str, result: CheckResult, facts: Facts) -> Facts:
    """What later checks need to know of an earlier one."""
    if result.status != "ran":
        return facts
    news: dict[str, object] = {}
    if check_id == "A2":
        news["below_chance"] = bool(result.values.get("below_chance"))
    elif check_id == "D1":
        news["not_exposed"] = result.values.get("class") in ("sealed", "after")
    elif check_id == "F2" and facts.reading == "L":
        lowest = min((p["score"] for p in result.values.get("parties", ())), default=None)
        news["sceptical"] = lowest
    return replace(facts, names={**facts.names, **news}) if news else facts
