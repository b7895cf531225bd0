"""C8. Does the score, or the order, depend on how the questions are put?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from auditgen.checks.facts import Facts
from auditgen.checks.registry import absent, ran
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.numbers import PrintedNumber
from auditgen.records.thresholds import Thresholds
from auditgen.stats.wording import pair_under_prompts, prompt_spread

VERSION = "1"
FEWEST = 5  # fewer wordings are no sample of the fair ways to ask


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Range and spread over wordings of the same questions; for a pair, whether any wording turns it round.

    (Sclar and others 2023, arXiv 2310.11324; Mizrahi and others 2024, arXiv 2401.00595.)
    """
    by_model = _wordings(facts)
    mine = by_model.get(str(facts.names.get("model_id")), {})
    theirs = by_model.get(str(facts.names.get("comparator_id")), {})
    if facts.reading == "L":
        return _level(claim, facts, mine)
    shared = [p for p in mine if p in theirs]
    if len(shared) < FEWEST:
        return absent("C8", _too_few(len(shared), "for both models"))
    a, b = [mine[p]["score"] for p in shared], [theirs[p]["score"] for p in shared]
    found = pair_under_prompts(a, b, delta=t.delta_small)
    values: dict[str, Any] = {
        "n_prompts": len(shared),
        "pair_flips": bool(found.flips),
        "flips": [shared[i] for i in found.flips],
        "mean_gap": found.mean_gap,
        "lowest_gap": found.lowest_gap,
        "highest_gap": found.highest_gap,
        "claimed_is_maximum": _is_maximum(claim.score, a),
        "low": min(a),
        "high": max(a),
    }
    return ran(
        "C8",
        facts,
        ("prompts",),
        estimate=found.mean_gap,
        unit="share",
        ci_low=found.lowest_gap,
        ci_high=found.highest_gap,
        ci_method="lowest and highest gap over the wordings",
        n=len(shared),
        caveat_ids=("C8-a", *(("C8-b",) if values["claimed_is_maximum"] else ())),
        values=values,
    )


def _level(claim: Claim, facts: Facts, mine: Mapping[str, Mapping[str, Any]]) -> CheckResult:
    if len(mine) < FEWEST:
        return absent("C8", _too_few(len(mine), "for this model"))
    scores = [row["score"] for row in mine.values()]
    sizes = [row["n_items"] for row in mine.values() if row.get("n_items")]
    n = min(sizes, default=None) or facts.catalogue_n()
    found = prompt_spread(scores, n or 1)
    values: dict[str, Any] = {
        "n_prompts": found.n_prompts,
        "range": found.range,
        "low": found.low,
        "high": found.high,
        "mean": found.mean,
        "sd": found.sd,
        "item_se": found.item_se if n else None,
        "one_prompt_se": found.one_prompt_se if n else None,
        "claimed_is_maximum": _is_maximum(claim.score, scores),
    }
    return ran(
        "C8",
        facts,
        ("prompts",),
        estimate=found.range,
        unit="share",
        ci_low=found.ci_low,
        ci_high=found.ci_high,
        ci_method="t interval of the mean over wordings",
        n=found.n_prompts,
        caveat_ids=("C8-a", *(("C8-b",) if values["claimed_is_maximum"] else ())),
        values=values,
    )


def _wordings(facts: Facts) -> dict[str, dict[str, Mapping[str, Any]]]:
    """Scores by model and wording; the first where a file gives one twice."""
    found: dict[str, dict[str, Mapping[str, Any]]] = {}
    for content in facts.contents("prompts"):
        for row in content["rows"]:
            score = row.get("score")
            if row.get("model_id") and isinstance(score, (int, float)) and 0 <= score <= 1:
                found.setdefault(str(row["model_id"]), {}).setdefault(str(row["prompt"]), row)
    return found


def _is_maximum(printed: PrintedNumber | None, scores: list[float]) -> bool:
    """Whether no wording scores higher than the figure claimed, up to its rounding."""
    if printed is None or printed.fraction is None:
        return False
    unit = 10.0**-printed.decimals / (100 if printed.unit == "percent" else 1)
    return printed.fraction >= max(scores) - unit / 2 - 1e-9 and max(scores) - min(scores) > 1e-9


def _too_few(n: int, whom: str) -> str:
    if n == 0:
        return f"needs scores {whom} under at least {FEWEST} wordings of the questions; none were given"
    return f"{n} wordings {whom} are too few for a verdict; {FEWEST} are needed"
