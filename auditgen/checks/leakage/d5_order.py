"""D5. Does the model find the published order of the questions more natural than shuffled orders?"""

from __future__ import annotations

from typing import Any

from auditgen.checks.facts import Facts
from auditgen.checks.leakage.search import ALARMS, SIGNS, SOME, STRONG, STRONGLY, about_model, alarm
from auditgen.checks.registry import absent, ran
from auditgen.records.check_result import CheckResult, Outcome
from auditgen.records.claim import Claim
from auditgen.records.evidence import Evidence
from auditgen.records.thresholds import Thresholds

VERSION = "1"
SHARDS, SHUFFLES = 10, 30


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Shards compared with their own shuffles (Oren et al. 2023); a low p has a false-alarm guarantee."""
    items = _mine(claim, facts, facts.names.get("model_id"), facts.names.get("model_weights"))
    if not items:
        return absent(
            "D5", "needs log-probabilities of the questions in published and in shuffled order; none were given"
        )
    tests = [_test(e) for e in items]
    worst = min(tests, key=lambda r: (r["p"] if r["p"] is not None else 1.0, r["evidence"]))
    outcome = _outcome(worst)
    values: dict[str, Any] = {"tests": tests, **worst}
    if facts.reading != "L" and outcome != "unclear":
        theirs = _mine(claim, facts, facts.names.get("comparator_id"), facts.names.get("comparator_weights"))
        if any(_outcome(_test(e)) == outcome for e in theirs):
            outcome, values["listed_only"] = "unclear", "touches both models"
    values["status"] = {"strong_concern": STRONGLY, "some_concern": SIGNS}.get(outcome, "not searched")
    if outcome != "unclear":
        alpha = STRONG if outcome == "strong_concern" else SOME
        control = f"{worst['n_shuffles']} shuffled orders of the same questions"
        values["alarm"] = alarm(
            control,
            f"chance gives as much less than once in {round(1 / alpha)}",
            alpha,
            sum(r["p"] is not None for r in tests),
        )
    return ran(
        "D5", facts, ("order_test",), estimate=worst["mean"], unit="log-probability gained by the published order",
        n=worst["n_shards"], p_value=worst["p"], outcome=outcome, values=values,
        mde=worst.get("smallest") if outcome == "unclear" else None,
        caveat_ids=("D5-a", ALARMS["D5"]) if outcome in ("strong_concern", "some_concern") else ("D5-b",),
        assumptions=("the questions could stand in any order: they are not sorted by topic or difficulty",),
    )  # fmt: skip


def _mine(claim: Claim, facts: Facts, model_id: object, weights: object) -> list[Evidence]:
    return about_model(facts.evidence("order_test"), claim, model_id, weights)


def _test(item: Evidence) -> dict[str, Any]:
    """One test: t over shards, with the exact sign-flip p beside it; one block alone has the exact count."""
    from auditgen.stats.exchangeability import order_test

    c = item.content
    row: dict[str, Any] = {
        "evidence": item.id, "n_shards": len(c["shards"]), "n_shuffles": c["n_shuffles"], "p": None, "mean": None,
        "exchangeable": c.get("exchangeable"), "why": None,
    }  # fmt: skip
    exact = c.get("exact")
    if exact:
        row |= {"n_shards": 1, "n_shuffles": exact["m"], "p": (1 + exact["ge"]) / (exact["m"] + 1), "kind": "exact"}
        if exact["m"] < SHUFFLES:
            row |= {"p": None, "why": f"fewer than {SHUFFLES} shuffled orders"}
        return row
    row["kind"] = "shards"
    if row["n_shards"] < SHARDS or c["n_shuffles"] < SHUFFLES:
        return row | {"why": f"fewer than {SHARDS} shards, or fewer than {SHUFFLES} shuffled orders"}
    try:
        found = order_test(c["shards"])
    except ValueError:
        return row | {"why": "all shards are equal"}
    return row | {
        "p": found.p_value,
        "mean": found.mean,
        "sd": found.sd,
        "t": found.t,
        "sign_flip_p": found.sign_flip_p,
        "smallest": found.smallest_mean(SOME),
    }


def _outcome(row: dict[str, Any]) -> Outcome:
    """Items that may be sorted make any order look natural: then some concern at most."""
    p = row["p"]
    if p is None or p >= SOME or row["exchangeable"] is False:
        return "unclear"
    return "strong_concern" if p < STRONG and row["exchangeable"] else "some_concern"
