"""D9. How much leakage would it take to explain the claim away?"""

from __future__ import annotations

from typing import Any

from auditgen.checks.facts import Facts
from auditgen.checks.registry import absent, ran
from auditgen.checks.sampling.b2_difference import pair_scores
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds
from auditgen.stats.tipping import leaked_share_needed

VERSION = "1"


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Leaked share f = (s - t) / (1 - t), if leaked questions are always solved, against the other model's score."""
    if facts.reading == "L":
        return _level(claim, facts)
    scores = pair_scores(claim, facts)
    if scores is None:
        return absent("D9", "a leaked share cannot be computed on this scale")
    values: dict[str, Any] = {"s": scores.a, "t": scores.b, "f": None, "f_turned": None}
    if scores.b < 1 and scores.a > scores.b:
        values["f"] = leaked_share_needed(scores.a, scores.b)
    elif scores.a < 1 and scores.b > scores.a:
        values["f_turned"] = leaked_share_needed(scores.b, scores.a)
    return ran(
        "D9",
        facts,
        ("document",),
        estimate=values["f"],
        unit="share of questions",
        caveat_ids=("D9-a",) if values["f"] is not None else (),
        values=values,
    )


def _level(claim: Claim, facts: Facts) -> CheckResult:
    """For a level: the share that would have to leak to lift the lowest measured figure of others to the claim."""
    score = claim.score.fraction if claim.score else None
    if score is None or not 0 <= score <= 1 or claim.higher_is_better is False:
        return absent("D9", "a leaked share cannot be computed on this scale", applicable=False)
    sceptical = facts.names.get("sceptical")
    if sceptical is None or sceptical >= 1 or sceptical >= score:
        return absent("D9", "no lower figure of another party is held to compare with")
    f = leaked_share_needed(score, float(sceptical))
    return ran(
        "D9",
        facts,
        ("figures",),
        estimate=f,
        unit="share of questions",
        caveat_ids=("D9-b",),
        values={"s": score, "t": float(sceptical), "f": f},
    )
