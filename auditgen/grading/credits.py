"""Going up: credits U1 to U5 (G.4). Conditions that raise points always ask for clear gaps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from auditgen.grading.case import EPS, Case, Charge
from auditgen.grading.g2_setup import agreement
from auditgen.grading.g3_precision import gap_clear
from auditgen.records.thresholds import Thresholds

MOST = 6
BLOCKING = ("G1", "G2", "G6")


@dataclass(frozen=True)
class Credit:
    """One credit with its points."""

    id: str
    points: int
    check_id: str
    reason_id: str
    params: Mapping[str, Any] = field(default_factory=dict)


def credits(case: Case, charges: list[Charge], t: Thresholds) -> list[Credit]:
    """Credits that apply, in order U1 to U5; none where a known -8 stands in G1, G2 or G6."""
    if any(c.kind == "known" and c.points == -8 and c.domain in BLOCKING for c in charges):
        return []
    return _level(case, t) if case.is_level else _pair(case, t)


def _level(case: Case, t: Thresholds) -> list[Credit]:
    seen = agreement(case, t)
    if seen.agree and seen.n_agree >= 2:
        return [Credit("U1", 2, "F2", "u1", {"n": seen.n_agree, "m": seen.n_parties})]
    return []


def large_lead(case: Case, t: Thresholds) -> bool:
    """Whether leakage alone does not plausibly explain a lead that is clear."""
    f = case.values("D9").get("f")
    return f is not None and f > t.tipping_robust and gap_clear(case) is True


def remade_keeps(case: Case, t: Thresholds) -> bool:
    """Whether a re-made test with enough models keeps the order of the named pair."""
    pair = case.values("F1").get("pair")
    if not pair or pair["n_models"] < t.others_min:
        return False
    return bool(pair["tau_b"] >= t.tau_good - EPS and pair["same_order"])


def _pair(case: Case, t: Thresholds) -> list[Credit]:
    found = []
    f2 = case.values("F2")
    if f2.get("pair_agrees") and f2.get("n_pair_parties", 0) >= 2:
        found.append(Credit("U1", 2, "F2", "u1_pair", {"n": f2["n_pair_parties"]}))
    if remade_keeps(case, t):
        pair = case.values("F1")["pair"]
        found.append(Credit("U2", 2, "F1", "u2", {"tau": pair["tau_b"], "n": pair["n_models"]}))
    if case.values("E1").get("order_after") == "kept":
        found.append(Credit("U3", 4, "E1", "u3", {}))
    if large_lead(case, t) and case.values("A3").get("sameness") not in ("different", "copied"):
        found.append(Credit("U4", 2, "D9", "u4", {"f": case.values("D9")["f"]}))
    repeated = _repeated(case, t)
    if repeated:
        found.append(repeated)
    total = 0
    kept = []
    for credit in found:
        if total + credit.points > MOST:
            credit = Credit(credit.id, MOST - total, credit.check_id, credit.reason_id, credit.params)
        if credit.points > 0:
            kept.append(credit)
            total += credit.points
    return kept


def _repeated(case: Case, t: Thresholds) -> Credit | None:
    c3 = case.values("C3")
    if not c3 or c3.get("n_clear_same", 0) < 5 or c3.get("n_clear_large", 0) < 3:
        return None
    worst = c3.get("worst_reversal")
    if worst is not None and worst["gap"] > t.delta_small + EPS:
        return None
    if (c3.get("order_kept") or 0) < t.tau_good - EPS:
        return None
    start = case.values("A0")
    full = start.get("tester_relation") in ("independent", "public_body", "leaderboard") or start.get(
        "against_interest"
    )
    return Credit("U5", 2 if full else 1, "C3", "u5", {"n": c3["n_clear_same"]})
