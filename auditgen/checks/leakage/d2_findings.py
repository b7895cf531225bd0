"""D2. Has anyone reported leakage for this test, this model or this family?"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from auditgen.checks.facts import Facts, usable
from auditgen.checks.leakage.search import ability_is_the_risk
from auditgen.checks.registry import absent, ran
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds
from auditgen.stats.standard_normal import Z_975

VERSION = "2"
# Kinds of leaks that happen while the test is taken; the model need not have learned anything.
_THROUGH_TEST = {"in_task": "task", "search_time": "search"}
_LESS = {"strong": "moderate", "moderate": "weak", "weak": "weak"}


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Published findings by the strength rubric; one counts only for the same test and model (or whole family)."""
    if facts.benchmark is None or facts.model is None:
        return absent("D2", "the model or the test is not in the catalogue, so no finding can be matched")
    # Where ability is the risk and the lower score is claimed as the better one, the other model's knowledge of the
    # questions is what would make the claimed model look safe.
    turned = facts.reading != "L" and ability_is_the_risk(facts) and claim.higher_is_better is False
    about, beside = ("comparator_findings", "findings") if turned else ("findings", "comparator_findings")
    weights = str(facts.names.get("comparator_weights" if turned else "model_weights") or "unknown")
    mine = [_read(row, facts, weights) for row in facts.contents(about)]
    if facts.reading != "L":
        # What touches both models alike does not favour the one ahead.
        shared = {row["finding_id"] for row in facts.contents(beside)}
        for entry in mine:
            if entry["id"] in shared and entry["listed_only"] is None:
                entry["listed_only"] = "touches both models"
    counted = [f for f in mine if f["listed_only"] is None]
    concerns = [f for f in counted if f["direction"] == "concern"]
    strong = [f for f in concerns if f["counted_strength"] == "strong"]
    moderate = {f["who"] for f in concerns if f["counted_strength"] == "moderate"}
    weak = [f for f in concerns if f["counted_strength"] == "weak"]
    about_test = [
        {"what": str(e.get("finding")), "source": str(e.get("source"))}
        for e in facts.benchmark.get("contamination_evidence") or ()
        if usable(e.get("confidence"))
    ]
    outcome = "strong_concern" if strong else "some_concern" if moderate or weak else None
    values = {
        "findings": mine,
        "strong": len(strong),
        "moderate_independent": len(moderate),
        "weak": len(weak),
        "self_search": any(f["searched"] for f in counted),
        "set_level": any(f["scope"] in ("set", "group") for f in mine) or bool(about_test),
        "about_test": about_test,
        "admitted_training_on_test": any(f["admission"] for f in strong),
        "direction": "reversed" if turned else "usual",
    }
    return ran(
        "D2",
        facts,
        ("findings", "comparator_findings", "benchmark"),
        n=len(mine),
        outcome=outcome,
        caveat_ids=(*_caveats(mine, concerns), *(("D2-r",) if turned else ())),
        values=values,
    )


def _caveats(mine: list[dict[str, Any]], concerns: list[dict[str, Any]]) -> tuple[str, ...]:
    """The worst finding by name; what leaked while the test was taken is told apart from training."""
    searched = any(f["through"] == "search" for f in concerns)
    in_task = any(f["through"] == "task" for f in mine)
    told = {"D2-a": bool(concerns), "D2-b": searched, "D2-c": in_task}
    return tuple(id for id, holds in told.items() if holds)


def _read(row: Mapping[str, Any], facts: Facts, claimed: str) -> dict[str, Any]:
    """One finding with its strength for this claim, and why it is listed only, if it is."""
    strength = str(row.get("strength") or "none")
    direction = str(row.get("direction") or "none")
    counted = strength
    listed = None
    weights = str(row.get("weights") or "unknown")
    if row.get("kind") == "in_task":
        listed = "the answer stood in the task itself, which is no leak through training"
    elif strength in ("inadmissible", "none") and direction == "concern":
        listed = "states what nobody outside can know" if strength == "inadmissible" else "not evidence of leakage"
    elif not usable(row.get("confidence")):
        listed = "from memory, not confirmed"
    elif row.get("scope") in ("set", "group", "corpus"):
        listed = "about a whole set of tests or models, not about this one"
    elif row.get("split") == "train":
        listed = "about the training part, not the test"
    elif direction == "none":
        listed = "no conclusion drawn by its authors"
    elif "unknown" not in (weights, claimed) and weights != claimed:
        counted = _LESS.get(strength, strength)
    search = row.get("reported_by") == "lab" and bool(row.get("counts"))
    gain, half = _gain(row, facts)
    return {
        "id": row["finding_id"],
        "who": str(row.get("source") or ""),
        "year": row.get("year"),
        "what": _what(row),
        "strength": strength,
        "counted_strength": counted,
        "direction": direction,
        "scope": row.get("scope"),
        "through": _THROUGH_TEST.get(str(row.get("kind")), "training"),
        "reported_by": row.get("reported_by"),
        "share": None if row.get("share_pct") is None else row["share_pct"] / 100,
        "gain": gain,
        "gain_half_width": half,
        "gain_bound": _bound(row, facts) if gain is None else None,
        "searched": search and listed is None,
        "admission": row.get("method_family") == "self-disclosure" and row.get("result") == "contaminated",
        "listed_only": listed,
    }


def _what(row: Mapping[str, Any]) -> str:
    """The finding as it can be printed: value with its own unit, result, test."""
    value, unit = str(row.get("value") or ""), str(row.get("unit") or "")
    size = f"{value}{'' if unit.startswith('%') else ' '}{unit}" if value else str(row.get("result"))
    method = row.get("method_family")
    return ", ".join(str(x) for x in (size, row.get("benchmark"), None if method == "other" else method) if x)


def _gain(row: Mapping[str, Any], facts: Facts) -> tuple[float | None, float | None]:
    """Estimated gain (overall minus clean) with its 95% half-width where both groups can be counted."""
    points = row.get("gain_points")
    if points is None:
        return None, None
    share, overall, clean = row.get("share_pct"), row.get("overall_score"), row.get("clean_score")
    n = facts.catalogue_n()
    if None in (share, overall, clean) or not n or not 0 < float(share or 0) < 100:
        return points / 100, None
    w, p, c = float(share) / 100, float(overall) / 100, float(clean) / 100  # type: ignore[arg-type]
    flagged = min(1.0, max(0.0, (p - (1 - w) * c) / w))
    se = w * math.sqrt(flagged * (1 - flagged) / (w * n) + c * (1 - c) / ((1 - w) * n))
    return points / 100, Z_975 * se


def _bound(row: Mapping[str, Any], facts: Facts) -> float | None:
    """Most that a known flagged share can be worth: w (1 - chance)."""
    share = row.get("share_pct")
    if share is None or row.get("method_family") != "overlap":
        return None
    chance = (facts.benchmark or {}).get("chance_level_pct") or 0.0
    return float(share / 100 * (1 - chance / 100))
