"""D6. Do the test's texts look unusually familiar to the model?"""

from __future__ import annotations

from typing import Any

from auditgen.checks.facts import Facts
from auditgen.checks.leakage.search import ALARMS, SIGNS, STRONG, about_model, alarm
from auditgen.checks.registry import absent, ran
from auditgen.records.check_result import CheckResult, Outcome
from auditgen.records.claim import Claim
from auditgen.records.evidence import Evidence
from auditgen.records.thresholds import Thresholds

VERSION = "1"
# Topic and date fool such tests easily, so the sign must be clear before it counts at all.
ALPHA = STRONG


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Min-K%++ of test texts against controls (Zhang et al. 2024); never above some concern, never a reassurance."""
    items = _mine(claim, facts, facts.names.get("model_id"), facts.names.get("model_weights"))
    if not items:
        return absent("D6", "needs the log-probability of each word of questions and of controls; none were given")
    tests = [_test(e) for e in items]
    worst = min(tests, key=lambda r: (not r["matched"], r["p"], r["evidence"]))
    outcome = _outcome(worst)
    values: dict[str, Any] = {"tests": tests, **worst}
    if facts.reading != "L" and outcome == "some_concern":
        theirs = _mine(claim, facts, facts.names.get("comparator_id"), facts.names.get("comparator_weights"))
        if any(_outcome(_test(e)) == "some_concern" for e in theirs):
            outcome, values["listed_only"] = "unclear", "touches both models"
    values["status"] = SIGNS if outcome == "some_concern" else "not searched"
    if outcome == "some_concern":
        control = f"{worst['n_control']:,} texts of the same source and time"
        values["alarm"] = alarm(
            control, "chance gives as much less than once in 100", ALPHA, sum(bool(r["matched"]) for r in tests)
        )
    return ran(
        "D6", facts, ("familiarity",), estimate=worst["auc"], unit="share of pairs with the test text more familiar",
        n=worst["n_test"], p_value=worst["p"], outcome=outcome, values=values,
        mde=worst["smallest"] if outcome == "unclear" and worst["matched"] else None,
        caveat_ids=("D6-a", ALARMS["D6"]) if outcome == "some_concern" else (),
        assumptions=("the controls come from the same source and time as the test",),
    )  # fmt: skip


def _mine(claim: Claim, facts: Facts, model_id: object, weights: object) -> list[Evidence]:
    found = about_model(facts.evidence("familiarity"), claim, model_id, weights)
    return [e for e in found if e.content["test"] and e.content["control"]]


def _test(item: Evidence) -> dict[str, Any]:
    from auditgen.stats.min_k import familiarity_test

    c = item.content
    found = familiarity_test(c["test"], c["control"])
    return {
        "evidence": item.id, "method": c.get("method"), "k_percent": c["k_percent"], "u": found.u, "auc": found.auc,
        "p": found.p_value, "exact": found.exact, "n_test": found.n_test, "n_control": found.n_control,
        "smallest": found.smallest_auc(ALPHA),
        "matched": c.get("matched") is True, "auc_by_k": c.get("auc_by_k") or {},
        "why": None if c.get("matched") is True else "the controls are not said to be of the same source and time",
    }  # fmt: skip


def _outcome(row: dict[str, Any]) -> Outcome:
    return "some_concern" if row["matched"] and row["p"] < ALPHA and row["auc"] > 0.5 else "unclear"
