"""B5. Was the reported run the luckiest of several?"""

from __future__ import annotations

import math
from typing import Any

from auditgen.checks.facts import Facts, usable
from auditgen.checks.registry import absent, ran
from auditgen.checks.sampling.b1_interval import items
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds
from auditgen.stats.best_of_k import overstatement, overstatement_curve, sidak_lower

VERSION = "1"


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """What picking the best of k equally good variants adds by itself, for the told or documented k."""
    k, told, source = _variants(claim, facts)
    values: dict[str, Any] = {
        "variants": k,
        "told": told,
        "all_reported": bool(claim.setting.all_runs_reported),
        "mean_of_runs": claim.setting.n_runs,
        "overstatement": None,
        "curve": [],
        "documented_by": source,
    }
    p = claim.score.fraction if claim.score else None
    n, _ = items(claim, facts)
    if p is not None and 0 < p < 1 and n:
        se = math.sqrt(p * (1 - p) / n)
        values["curve"] = [{"k": o.k, "overstatement": o.estimate} for o in overstatement_curve(se)]
        if k and k > 1:
            values["overstatement"] = overstatement(se, k)
            values["honest_lower"] = sidak_lower(p, se, k)
    elif k is None and not values["all_reported"] and not values["mean_of_runs"]:
        return absent("B5", "neither the number of tries nor the number of questions is known")
    concern = bool(k and k > 1 and not values["all_reported"])
    return ran(
        "B5",
        facts,
        ("findings", "benchmark"),
        estimate=values["overstatement"],
        unit="share",
        n=n,
        outcome="strong_concern" if concern and not told else "some_concern" if concern else None,
        caveat_ids=("B5-a",) if concern and values["overstatement"] is not None else ("B5-b",) if k is None else (),
        values=values,
    )


def _variants(claim: Claim, facts: Facts) -> tuple[int | None, bool, str | None]:
    """Number of variants: told by the source, or documented in the catalogue for this model or its maker's models."""
    if claim.setting.variants_tried is not None:
        return claim.setting.variants_tried, True, None
    for found in facts.contents("findings"):
        if "variants" in str(found.get("unit", "")) and usable(found.get("confidence")):
            try:
                return int(float(str(found["value"]))), False, str(found.get("source"))
            except ValueError:
                continue
    return None, False, None
