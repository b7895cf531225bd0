"""Caps and flags (G.5): limits that no credit can lift."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from auditgen.grading.case import EPS, Case
from auditgen.grading.g2_setup import agreement
from auditgen.records.thresholds import Thresholds


@dataclass(frozen=True)
class Limit:
    """One cap. `limit` None is a flag without a number (C6, C7); `both` limits the second number too."""

    id: str
    limit: int | None
    both: bool
    reason_id: str
    params: Mapping[str, Any] = field(default_factory=dict)


def caps(case: Case, t: Thresholds) -> list[Limit]:
    """Every cap whose condition holds, C1 to C8."""
    found = []
    if case.is_level and case.outcome("A1") == "strong_concern":
        found.append(Limit("C1", 4, True, "c1", {}))
    if case.values("D4").get("strong_with_answers") or case.values("D2").get("admitted_training_on_test"):
        found.append(Limit("C2", 8 if case.reading == "R" else 4, True, "c2", {}))
    if _only_claimant(case):
        found.append(Limit("C3", 10, True, "c3", {}))
    if case.is_level and (case.values("F3").get("link") == "very_serious" or case.values("F5").get("general")):
        found.append(Limit("C4", 4, True, "c4", {}))
    withdrawn = _withdrawn(case, t)
    if withdrawn:
        found.append(withdrawn)
    if case.rank_one:
        found.append(Limit("C6", None, True, "c6", {"m": case.values("C1").get("n_models")}))
    if _nothing_beyond(case, t):
        found.append(Limit("C7", None, True, "c7", {}))
    if not case.is_level and not case.ran("E1"):
        found.append(Limit("C8", 12, True, "c8", {}))
    return found


def _independent_start(case: Case) -> bool:
    return case.values("A0").get("source_class") in ("S1", "S2")


def _only_claimant(case: Case) -> bool:
    """All evidence comes from the claimant: no measured figure of another party (of both models for R, P)."""
    start = case.values("A0")
    if _independent_start(case) or start.get("against_interest") or start.get("copied_from_named"):
        return False
    if start.get("tester_relation") in ("independent", "public_body", "leaderboard"):
        return False
    f2 = case.values("F2")
    if case.is_level:
        return not f2.get("parties")
    return not f2.get("pairs")


def _nothing_beyond(case: Case, t: Thresholds) -> bool:
    """L: no evidence beyond the claimant. R, P: no agreement, and not both models on at least three tests."""
    if case.is_level:
        return not _independent_start(case) and not agreement(case, t).agree
    return not case.values("F2").get("pair_agrees") and case.values("C3").get("n_tests", 0) < 3


def _withdrawn(case: Case, t: Thresholds) -> Limit | None:
    f4 = case.values("F4")
    if not f4.get("retired"):
        return None
    share = f4.get("share_faulty")
    both = share is not None and share > t.faulty_bad + EPS
    params = {"who": f4.get("retired_by"), "date": f4.get("retired_on"), "share": share}
    if case.is_level:
        return Limit("C5", 6, both, "c5", params)
    if f4.get("compared_model_named") or f4.get("score_above_ceiling"):
        return Limit("C5", 8, both, "c5", params)
    return None
