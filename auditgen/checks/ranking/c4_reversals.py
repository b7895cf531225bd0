"""C4. Is the pair clearly one way round on one test and clearly the other way round on another?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from auditgen.checks.facts import Facts
from auditgen.checks.ranking import c3_other_tests
from auditgen.checks.registry import absent, ran
from auditgen.checks.replication.elsewhere import elsewhere, without_stake
from auditgen.checks.sampling.b2_difference import gap_test
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds

VERSION = "1"


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """All tests on which one tester measured both: those of the claim's document, and those of parties without a stake.

    Clear means beyond luck after Holm, inside the document and over the other campaigns apart. The claimed test itself
    is one of the document's.
    """
    inside = c3_other_tests.run(claim, facts, t).values.get("tests", ())
    wider = elsewhere(claim, facts, t) if facts.names.get("comparator_id") else None
    outside = [e for e in wider["tests"] if e["unit"] == "share" and without_stake(e)] if wider else []
    if not inside and not outside:
        return absent("C4", "no other test holds figures of both models by one tester")
    tests = [_told(e, str(e["where"]), None) for e in inside]
    tests += [_told(e, str(e["campaign"]), str(e["party"])) for e in outside]
    own = gap_test(claim, facts)
    if own is not None and own.p_value < 0.05 and own.estimate > 0:
        name = str((facts.benchmark or {}).get("name") or claim.benchmark)
        tests.append({"name": name, "gap": own.estimate, "clear": True, "where": "the claim", "party": None,
                      "same_field": True, "same_test": True})  # fmt: skip
    ahead = [e for e in tests if e["clear"] and e["gap"] > 0]
    behind = [e for e in tests if e["clear"] and e["gap"] < 0]
    worst = min((e for e in tests if e["gap"] < -1e-9 and e["same_field"] and not e["same_test"]),
                key=lambda e: (e["gap"], e["name"]), default=None)  # fmt: skip
    both = bool(ahead and behind)
    values: dict[str, Any] = {
        "n_tests": len(tests),
        "clear_ahead": sorted(ahead, key=lambda e: -e["gap"]),
        "clear_behind": sorted(behind, key=lambda e: e["gap"]),
        "clear_both_ways": both,
        "worst_reversal_same_field": None,
    }
    if worst is not None:
        told = {"name": worst["name"], "gap": -worst["gap"], "where": worst["where"], "party": worst["party"]}
        values["worst_reversal_same_field"] = told
    if both:
        values.update(
            model=claim.model,
            comparator=claim.comparator or claim.baseline_model,
            test_ahead=values["clear_ahead"][0]["name"],
            test_behind=values["clear_behind"][0]["name"],
        )
    return ran(
        "C4",
        facts,
        ("document", "elsewhere", "results"),
        estimate=float(len(behind)),
        unit="tests that clearly turn the order round",
        n=len(tests),
        family="tests of both models by one tester",
        caveat_ids=("C4-a",) if both else (),
        values=values,
    )


def _told(entry: Mapping[str, Any], where: str, party: str | None) -> dict[str, Any]:
    kept = {k: entry[k] for k in ("name", "gap", "clear", "same_field")}
    return {**kept, "where": where, "party": party, "same_test": bool(entry.get("same_test"))}
