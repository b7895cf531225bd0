"""Domain G6: was the figure picked, or told with things left out?"""

from __future__ import annotations

from auditgen.grading.case import EPS, Case, Charge
from auditgen.grading.g2_setup import agreement
from auditgen.records.thresholds import Thresholds

INDEPENDENT = ("independent", "public_body", "leaderboard")


def known(case: Case, t: Thresholds) -> list[Charge]:
    """Known charges: contradictions, a figure that fits no number of runs, best-of-k, a test of the claimant's own."""
    charges = []
    a4 = case.values("A4")
    if a4.get("contradictions"):
        size = a4["largest"]
        points = -4 if size > t.delta_small + EPS else -2
        charges.append(Charge("G6", "known", points, "A4", "g6_contradiction", {"points": size}))
    if case.is_level and case.values("A5").get("outside_own_interval"):
        charges.append(Charge("G6", "known", -2, "A5", "g6_outside_own", {}))
    if case.is_level and case.outcome("A1") == "strong_concern":
        charges.append(Charge("G6", "known", -4, "A1", "g6_unreachable", {}))
    b5 = case.values("B5")
    told = b5.get("variants")
    if told is not None and told > 1 and not b5.get("all_reported"):
        over = b5.get("overstatement")
        if b5.get("told") and over is not None and over < 0.01 - EPS:
            charges.append(Charge("G6", "known", -1, "B5", "g6_told_variants", {"k": told, "points": over}))
        else:
            charges.append(Charge("G6", "known", -8, "B5", "g6_best_of_k", {"k": told, "points": over}))
    for fact in b5.get("selection", ()):
        charges.append(Charge("G6", "known", -4, "B5", "g6_selection", {"what": fact}))
    if case.values("C8").get("claimed_is_maximum"):
        charges.append(Charge("G6", "known", -2, "C8", "g6_best_wording", {}))
    if case.values("F4").get("claimant_made_test") and (case.is_level or case.own_model_leads):
        charges.append(Charge("G6", "known", -2, "F4", "g6_own_test", {"maker": case.values("F4").get("maker")}))
    return charges


def open_(case: Case, t: Thresholds) -> list[Charge]:
    """Open unless tries and variants are told, a party without a stake ran the test, or others agree."""
    start, b5 = case.values("A0"), case.values("B5")
    if start.get("source_class") == "S1" or start.get("against_interest"):
        return []
    if b5.get("variants") is not None or b5.get("all_reported"):
        return []
    if case.is_level and agreement(case, t).agree:
        return []
    if not case.is_level and case.values("F2").get("pair_agrees"):
        return []
    if start.get("tester_relation") in INDEPENDENT:
        return [Charge("G6", "open", -1, "A0", "g6_open_independent", {})]
    if (b5.get("mean_of_runs") or 0) >= 4:
        return [Charge("G6", "open", -1, "B5", "g6_open_mean", {"n": b5["mean_of_runs"]})]
    return [Charge("G6", "open", -2, "B5", "g6_open_tries", {})]
