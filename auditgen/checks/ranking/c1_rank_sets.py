"""C1. Given sampling error, between which places could the model really be?"""

from __future__ import annotations

from typing import Any

from auditgen.checks.facts import Facts
from auditgen.checks.registry import absent, ran
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds

VERSION = "1"


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Confidence sets for ranks (Mogstad and others 2023) on the board that the catalogue holds for this test."""
    board = facts.one("board")
    if claim.type != "rank" or claim.rank is None:
        return absent("C1", "the claim names no place", applicable=False)
    if board is None or facts.names.get("model_id") is None:
        return absent("C1", "no board with intervals is held for this test and model")
    rows = [r for r in board["rows"] if r.get("se")]
    at = next((i for i, r in enumerate(rows) if r["model_id"] == facts.names["model_id"]), None)
    if at is None or len(rows) < 2:
        return absent("C1", "the board held in the catalogue does not list this model with an interval")
    import numpy as np

    from auditgen.stats.rank_sets import rank_sets

    theta = np.array([r["score"] for r in rows])
    found = rank_sets(theta, standard_errors=np.array([r["se"] for r in rows]), family="simultaneous")
    low, high = int(found.low[at]), int(found.high[at])
    values: dict[str, Any] = {
        "rank_low": low,
        "rank_high": high,
        "claimed": claim.rank,
        "wider": not (low == high == claim.rank),
        "contradicted": not low <= claim.rank <= high,
        "n_models": len(rows),
        "campaign": board["campaign"],
        "ties_first": int(sum(1 for i in range(len(rows)) if found.low[i] == 1)),
    }
    return ran(
        "C1",
        facts,
        ("board",),
        estimate=float(claim.rank),
        unit="place",
        ci_low=float(low),
        ci_high=float(high),
        ci_method="simultaneous confidence set for ranks, normal approximation",
        n=len(rows),
        caveat_ids=("C1-a",) + (("C1-b",) if values["ties_first"] > 1 and low == 1 else ()),
        values=values,
    )
