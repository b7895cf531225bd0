"""D7. Does the model do worse than expected on new questions of the same kind?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from auditgen.checks.dates import earliest
from auditgen.checks.facts import Facts, usable
from auditgen.checks.leakage.d1_exposure import last_training_date
from auditgen.checks.registry import absent, ran
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds

VERSION = "1"


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Excess of the old score over a straight line fitted on reference models (after ConStat, Dekoninck 2024)."""
    if not facts.contents("references"):
        return absent("D7", "no re-made test with a list of reference models is held for this test")
    reasons = []
    for table in facts.contents("references"):
        found = _one(table, facts, t)
        if isinstance(found, str):
            reasons.append(found)
        else:
            return found
    return absent("D7", "; ".join(dict.fromkeys(reasons)))


def own_row(
    rows: list[Mapping[str, Any]], model_id: object, weights: object, name: object = None
) -> Mapping[str, Any] | None:
    """The model's own row: same id and same weights; a row of other weights is another version.

    A model without an entry is found by its full name as printed, where the table has exactly one such row.
    """
    if model_id is None and name:
        named = [r for r in rows if not r.get("model_id") and r["model"].casefold() == str(name).casefold()]
        return named[0] if len(named) == 1 else None
    mine = [r for r in rows if model_id and r.get("model_id") == model_id]
    exact = [r for r in mine if r.get("weights") == weights and weights != "unknown"]
    if len(exact) == 1:
        return exact[0]
    return mine[0] if len(mine) == 1 and "unknown" in (weights, mine[0].get("weights")) else None


def version(facts: Facts) -> tuple[object, object, object]:
    """Id, weights and name as written of the claimed model. An ambiguous name stays a question: it finds no row."""
    names = facts.names
    name = None if names.get("model_status") == "ambiguous" else names.get("model_as_written")
    return names.get("model_id"), names.get("model_weights"), name


def _fresh_enough(table: Mapping[str, Any], facts: Facts) -> bool:
    """Whether the new questions are later than the model's release, or sealed."""
    variant = next((v for v in facts.contents("variants") if v.get("id") == table["variant"].split(":")[0]), None)
    if variant is None:
        return False
    answers = variant.get("test_answers_public") or {}
    if answers.get("value") == "no" and usable(answers.get("confidence")):
        return True
    published = variant.get("first_public_release") or {}
    item, end = earliest(published.get("value")), last_training_date(facts.model)
    return bool(usable(published.get("confidence")) and item and end and item > end)


def _one(table: Mapping[str, Any], facts: Facts, t: Thresholds) -> CheckResult | str:
    row = own_row(table["rows"], *version(facts))
    if row is None:
        return "this model was not measured on the re-made test"
    if not _fresh_enough(table, facts):
        return "the new questions are not later than the model's release, and not sealed"
    family = facts.names.get("family")
    references = [
        r for r in table["references"] if r["model"] != row["model"] and (not family or r.get("family") != family)
    ]
    if len(references) < t.ref_min:
        return f"only {len(references)} reference models are left"
    n_old, n_new = table.get("n_original"), table.get("n_variant")
    if not n_old or not n_new:
        return "the number of questions of the re-made test is not known"
    from auditgen.stats.refreshed_gap import leave_family_out, refreshed_gap

    fresh = [r["variant_score"] / 100 for r in references]
    old = [r["original_score"] / 100 for r in references]
    families = [r.get("family") or r["model"] for r in references]
    model = (row["variant_score"] / 100, row["original_score"] / 100, n_new, n_old)
    whole = refreshed_gap(fresh, old, *model, fewest=int(t.ref_min))
    drops = [
        {
            "family": str(d.family),
            "excess": d.excess.excess,
            "low": d.excess.lower_95_one_sided,
            "high": d.excess.upper_95_one_sided,
        }
        for d in leave_family_out(families, fresh, old, *model, fewest=int(t.ref_min))
        if d.excess is not None
    ]
    values = {
        "pair": {"original": table["original"], "variant": table["variant"], "tester": table["tester"]},
        "n_references": whole.n_references,
        "model_new": row["variant_score"] / 100,
        "model_old": row["original_score"] / 100,
        "expected": whole.expected,
        "excess": whole.excess,
        "low": whole.lower_95_one_sided,
        "high": whole.upper_95_one_sided,
        "se": whole.se,
        "intercept": whole.line.intercept,
        "slope": whole.line.slope,
        "residual_sd": whole.line.residual_sd,
        "drops": drops,
        "references": [
            {"model": r["model"], "old": r["original_score"] / 100, "new": r["variant_score"] / 100} for r in references
        ],
        "excluded": [dict(e) for e in table.get("excluded", ())],
        "as_of": table.get("as_of"),
    }
    caveats = ["D7-a"] if whole.lower_95_one_sided > 0 else ["D7-b"]
    return ran(
        "D7",
        facts,
        ("references", "variants"),
        estimate=whole.excess,
        unit="share",
        ci_low=whole.lower_95_one_sided,
        ci_high=whole.upper_95_one_sided,
        ci_method="two one-sided 95% limits, Student t",
        n=whole.n_references,
        p_value=whole.p_one_sided,
        outcome=_outcome(whole.lower_95_one_sided, whole.upper_95_one_sided, drops, t),
        mde=max(whole.upper_95_one_sided, 0.0),
        assumptions=("the reference models were not inflated themselves",),
        caveat_ids=(*caveats, "D7-c"),
        values=values,
    )


def _outcome(low: float, high: float, drops: list[dict[str, Any]], t: Thresholds) -> Any:
    lows = [low, *(d["low"] for d in drops)]
    highs = [high, *(d["high"] for d in drops)]
    if min(lows) > t.delta_large:
        return "strong_concern"
    if min(lows) > 0:
        return "some_concern"
    return "none_found" if max(highs) < t.delta_small else "unclear"
