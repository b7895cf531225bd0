"""C4. Is the pair clearly one way round on one test and clearly the other way round on another?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from auditgen.checks.facts import Facts
from auditgen.checks.ranking import c3_other_tests
from auditgen.checks.ranking.boards import next_models
from auditgen.checks.registry import absent, ran
from auditgen.checks.replication.elsewhere import elsewhere, without_stake
from auditgen.checks.sampling.b2_difference import gap_test
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds

VERSION = "2"


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """All tests on which one tester measured both: those of the claim's document, and those of parties without a stake.

    Clear means beyond luck after Holm, inside the document and over the other campaigns apart. The claimed test itself
    is one of the document's.
    """
    own = str(claim.model or "")
    if claim.type == "rank":
        pairs = [_counted((), *pair, t) for pair in _neighbours(claim, facts, t)]
    else:
        inside = c3_other_tests.run(claim, facts, t).values.get("tests", ())
        other = str(claim.comparator or claim.baseline_model or "")
        wider = elsewhere(claim, facts, t) if facts.names.get("comparator_id") else None
        pairs = [_counted(_claimed(claim, facts) if inside or wider else (), own, other, wider, t, inside)]
    found = [p for p in pairs if p is not None]
    if not found:
        return absent("C4", "no other test holds figures of both models by one tester")
    # Of two neighbours the pair that is turned round furthest decides: the weaker one.
    values = max(found, key=lambda v: (v["worst_reversal_same_field"] or {"gap": 0.0})["gap"])
    behind, both = values["clear_behind"], values["clear_both_ways"]
    return ran(
        "C4",
        facts,
        ("document", "elsewhere", "results"),
        estimate=float(len(behind)),
        unit="tests that clearly turn the order round",
        n=values["n_tests"],
        family="tests of both models by one tester",
        caveat_ids=("C4-a",) if both else (),
        values=values,
    )


def _neighbours(claim: Claim, facts: Facts, t: Thresholds) -> list[tuple[str, str, dict[str, Any]]]:
    """Each pair with a model next to the claimed one, first the one that the board has ahead, with its tests."""
    own, found = str(claim.model or ""), []
    for near in next_models(facts):
        wider = elsewhere(claim, facts, t, near.id, other_ahead=near.above)
        if wider is not None:
            found.append((near.name, own, wider) if near.above else (own, near.name, wider))
    return found


def _claimed(claim: Claim, facts: Facts) -> tuple[dict[str, Any], ...]:
    """The claimed test itself, where the claim's own figures are clearly apart."""
    own = gap_test(claim, facts)
    if own is None or own.p_value >= 0.05 or own.estimate <= 0:
        return ()
    name = str((facts.benchmark or {}).get("name") or claim.benchmark)
    made = {"name": name, "gap": own.estimate, "clear": True, "where": "the claim", "party": None}
    return ({**made, "same_field": True, "same_test": True},)


def _counted(
    claimed: Sequence[dict[str, Any]],
    first: str,
    second: str,
    wider: Mapping[str, Any] | None,
    t: Thresholds,
    inside: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any] | None:
    """Clear results of one pair in either direction, and the furthest reversal on another test of the same field."""
    # Where the versions are assumed the tests are shown beside the claim, but are no ground for a charge.
    outside = wider["tests"] if wider is not None and not wider["weights_assumed"] else ()
    outside = [e for e in outside if e["unit"] == "share" and without_stake(e)]
    if not inside and not outside:
        return None
    tests = [_told(e, str(e["where"]), None) for e in inside]
    tests += [_told(e, str(e["campaign"]), str(e["party"])) for e in outside]
    tests += claimed
    ahead = sorted((e for e in tests if e["clear"] and e["gap"] > 0), key=lambda e: -e["gap"])
    behind = sorted((e for e in tests if e["clear"] and e["gap"] < 0), key=lambda e: e["gap"])
    elsewhere_behind = [e for e in tests if e["gap"] < -1e-9 and e["same_field"] and not e["same_test"]]
    worst = min(elsewhere_behind, key=lambda e: (e["gap"], e["name"]), default=None)
    values: dict[str, Any] = {
        "n_tests": len(tests),
        "first": first,
        "second": second,
        "clear_ahead": ahead,
        "clear_behind": behind,
        "clear_both_ways": bool(ahead and behind),
        "worst_reversal_same_field": None,
    }
    if worst is not None:
        told = {"name": worst["name"], "gap": -worst["gap"], "where": worst["where"], "party": worst["party"]}
        values["worst_reversal_same_field"] = told
    if ahead and behind:
        on, off = ahead[0]["name"], behind[0]["name"]
        values |= {"model": first, "comparator": second, "test_ahead": on, "test_behind": off}
    return values


def _told(entry: Mapping[str, Any], where: str, party: str | None) -> dict[str, Any]:
    kept = {k: entry[k] for k in ("name", "gap", "clear", "same_field")}
    return {**kept, "where": where, "party": party, "same_test": bool(entry.get("same_test"))}
