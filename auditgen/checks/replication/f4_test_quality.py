"""F4. Is the test well made and looked after, and who made it?"""

from __future__ import annotations

from typing import Any

from auditgen.checks.dates import earliest
from auditgen.checks.facts import Facts, usable
from auditgen.checks.registry import absent, ran
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds

VERSION = "1"


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Withdrawal by the makers, and whether the claimant made the test. Recalled ones are listed, not charged."""
    test = facts.benchmark
    if test is None:
        return absent("F4", "the test is not in the catalogue")
    day = earliest(facts.as_of)
    rows = [dict(r) for r in test.get("withdrawn") or ()]
    for row in rows:
        start = earliest(row.get("date"))
        row["in_force"] = bool(usable(row.get("confidence")) and (start is None or day is None or start <= day))
    retired = next((r for r in rows if r.get("kind") == "retired" and r["in_force"]), None)
    faulty = retired.get("share_faulty_pct") if retired else None
    ceiling = test.get("practical_ceiling_pct")
    scores = [s.fraction for s in (claim.score, claim.comparator_score) if s is not None and s.fraction is not None]
    above = ceiling is not None and any(100 * s > ceiling for s in scores)
    maker = facts.names.get("maker")
    values: dict[str, Any] = {
        "withdrawn": rows,
        "retired": retired is not None,
        "retired_by": retired.get("who") if retired else None,
        "retired_on": retired.get("date") if retired else None,
        "share_faulty": faulty / 100 if isinstance(faulty, int | float) else None,
        "compared_model_named": bool(retired and _named(retired, facts)),
        "score_above_ceiling": bool(above and test.get("practical_ceiling_kind") != "highest_seen"),
        "no_public_definition": False,
        "maker": maker,
        "claimant_made_test": bool(maker and facts.names.get("claimant_is_maker")),
    }
    return ran("F4", facts, ("benchmark",), caveat_ids=("F4-a",) if retired else (), outcome=None, values=values)


def _named(retired: dict[str, Any], facts: Facts) -> bool:
    """Whether the withdrawal names one of the compared models."""
    named = {str(m).lower() for m in retired.get("models_named") or ()}
    return any(str(facts.names.get(k) or "").lower() in named for k in ("model_id", "comparator_id"))
