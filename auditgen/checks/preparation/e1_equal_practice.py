"""E1. Would the order hold if both models were given the same practice first?"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from auditgen.checks.facts import Facts
from auditgen.checks.registry import BY_ID, ran, version_of
from auditgen.checks.replication.campaign_cells import fitting, weights_of_pair
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds
from auditgen.stats.intervals import share_variance
from auditgen.stats.standard_normal import half_width

VERSION = "1"
SHOWN = 12  # names of tests in one sentence
_RANK = {"reversed": 0, "unclear": 1, "kept": 2}
_NOTHING = "no study that gave both models the same practice is held; closed models usually cannot be given any"
Row = Mapping[str, Any]


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """The gap after practice on the claimed test, with the interval of B2 (Zhang and others 2025, arXiv 2507.05195).

    A study on other tests is told with its tests, and decides nothing here. What only the claimant shows in its own
    favour is listed, not counted. Several studies (recipes): the order is kept only if each keeps it.
    """
    studies = [s for s in (_study(rows, facts) for rows in _pooled(facts)) if s is not None]
    mine = [s for s in studies if s["own"] is not None]
    counted = [s for s in mine if not (s["claimants_own"] and s["own"]["order_after"] == "kept")]
    if not counted:
        return _not_run(facts, studies, bool(mine))
    verdicts = sorted((s["own"]["order_after"] for s in counted), key=_RANK.__getitem__)
    order = verdicts[0] if len(set(verdicts)) == 1 or verdicts[-1] != "kept" else "unclear"
    worst = min(counted, key=lambda s: (_RANK[s["own"]["order_after"]], s["own"]["gap_after"]))
    own = worst["own"]
    values: dict[str, Any] = {
        "order_after": order,
        **own,
        "tester": worst["tester"],
        "n_studies": len(counted),
        "other_tests": worst["others"],
        "n_other_tests": len(worst["others"]),
        "n_others_kept": sum(e["gap_after"] > 1e-9 for e in worst["others"]),
        "listed": [s["tester"] for s in mine if s not in counted],
    }
    return ran(
        "E1",
        facts,
        ("equal_practice",),
        estimate=own["gap_after"],
        unit="share",
        ci_low=own["low"],
        ci_high=own["high"],
        ci_method="unpaired",
        n=own["n"],
        outcome={"kept": "supports", "unclear": "unclear", "reversed": "contradicts"}[order],
        assumptions=("practice with one recipe for both models",),
        caveat_ids=("E1-b",),
        values=values,
    )


def _not_run(facts: Facts, studies: Sequence[Row], claimant_only: bool) -> CheckResult:
    """Why the check decides nothing, with the tests on which the two were compared after equal practice, if any."""
    others = [e for s in studies for e in s["others"]]
    values: dict[str, Any] = {"other_tests": others} if others else {}
    reason = _NOTHING
    if claimant_only:
        reason = "after equal practice only the claimant's own figures are held, and they speak for the claim"
    elif others:
        kept = sum(e["gap_after"] > 1e-9 for e in others)
        names = sorted({e["name"] for e in others})
        more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
        reason = (
            "after equal practice the two were compared on other tests only: the claimed order on "
            f"{kept} of {len(others)} of them ({', '.join(names[:SHOWN])}{more})"
        )
    return CheckResult(
        check_id="E1",
        check_version=version_of("E1"),
        status="not_run",
        reason=reason,
        readings=BY_ID["E1"].readings,
        inputs=facts.hashes("equal_practice"),
        sources=facts.citations("equal_practice"),
        caveat_ids=("E1-a",),
        values=values,
    )


def _pooled(facts: Facts) -> list[dict[str, Any]]:
    """Rows of each study; the catalogue keeps one piece of evidence a model."""
    found: dict[str, dict[str, Any]] = {}
    for item in facts.evidence("equal_practice"):
        key = str(item.content.get("study") or item.id)
        study = found.setdefault(
            key,
            {
                "tester": item.content.get("tester") or item.citation,
                "claimants_own": item.produced_by == "claimant",
                "rows": [],
            },
        )
        study["rows"] += item.content["rows"]
    return list(found.values())


def _study(study: Mapping[str, Any], facts: Facts) -> dict[str, Any] | None:
    names = facts.names
    pieces = [{"model_id": r.get("model_id"), "rows": [r]} for r in study["rows"]]
    told = weights_of_pair(facts, pieces)
    sides = []
    for who, weights in (("model_id", "model_weights"), ("comparator_id", "comparator_weights")):
        by_test: dict[str, list[Row]] = {}
        for r in study["rows"]:
            if names.get(who) and r.get("model_id") == names[who] and fitting(r, names.get(weights), told):
                by_test.setdefault(str(r.get("benchmark_id")), []).append(r)
        sides.append({test: rows[0] for test, rows in by_test.items() if len(rows) == 1})
    entries = [
        made
        for test in sorted(sides[0].keys() & sides[1].keys())
        if (made := _entry(test, sides[0][test], sides[1][test], facts)) is not None
    ]
    if not entries:
        return None
    return {
        "tester": study["tester"],
        "claimants_own": study["claimants_own"],
        "own": next((e for e in entries if e["benchmark"] == names.get("benchmark_id")), None),
        "others": [e for e in entries if e["benchmark"] != names.get("benchmark_id")],
    }


def _entry(test: str, a: Row, b: Row, facts: Facts) -> dict[str, Any] | None:
    own = test == facts.names.get("benchmark_id")
    size = facts.catalogue_n() if own else None
    errors = [_error(r, "after", size) for r in (a, b)]
    if own and None in errors:
        return None
    gap = a["after"] - b["after"]
    known = [e for e in errors if e is not None]
    half = half_width(0.95) * math.hypot(*known) if len(known) == 2 else None
    low, high = (gap - half, gap + half) if half is not None else (None, None)
    order = "unclear"
    if low is not None and high is not None:
        order = "kept" if low > 0 else "reversed" if high < 0 else "unclear"
    sizes = [n for r in (a, b) if (n := r.get("n_items") or size)]
    return {
        "benchmark": test,
        "name": a.get("name") or ((facts.benchmark or {}).get("name") if own else None) or test,
        "gap_before": a["before"] - b["before"],
        "gap_after": gap,
        "low": low,
        "high": high,
        "z": gap / math.hypot(*known) if len(known) == 2 and math.hypot(*known) > 0 else None,
        "order_after": order,
        "gain_a": a["after"] - a["before"],
        "gain_b": b["after"] - b["before"],
        "n": min(sizes) if sizes else None,
    }


def _error(row: Row, when: str, size: int | None) -> float | None:
    """Printed standard error, else the binomial one."""
    told = row.get(f"se_{when}")
    if told:
        return float(told)
    n = row.get("n_items") or size
    return math.sqrt(share_variance(row[when], int(n))) if n and 0 <= row[when] <= 1 else None
