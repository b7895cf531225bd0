"""Domain G4: does the level (L) or the order (R, P) carry over to re-made tests, other wordings and other tests?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from auditgen.grading.case import EPS, Case, Charge
from auditgen.records.thresholds import Thresholds


def known(case: Case, t: Thresholds) -> list[Charge]:
    """Known charges by size of the drop (L), or by how far other tests keep the order (R, P)."""
    return _known_level(case, t) if case.is_level else _known_pair(case, t)


def _by_size(drop: float, t: Thresholds) -> int:
    if drop > t.delta_setting + EPS:
        return -4
    if drop > t.delta_large + EPS:
        return -2
    if drop > t.delta_small + EPS:
        return -1
    return 0


def _known_level(case: Case, t: Thresholds) -> list[Charge]:
    charges = []
    f1, c8 = case.values("F1"), case.values("C8")
    own = f1.get("own")
    # What the claimant's own file, or one that nobody has put a name to, says of itself replaces nobody else's drop.
    if own and _self_said(own) and others_speak(case, t) and _smaller(own, f1, t):
        own = None
    if own and not own["only_new"]:
        points = _by_size(own["drop"], t)
        if points:
            params = {"drop": own["drop"], "old": own["old"], "new": own["new"], "variant": own["variant"]}
            charges.append(Charge("G4", "known", points, "F1", "g4_own_drop", params))
    elif others_speak(case, t):
        others = f1["others"]
        points = max(_by_size(others["mean_drop"], t), -2)
        if points:
            params = {"drop": others["mean_drop"], "n": others["n"], "variant": others["variant"]}
            charges.append(Charge("G4", "known", points, "F1", "g4_others_drop", params))
    if c8:
        points = _by_size(c8["range"], t)
        if points:
            charges.append(Charge("G4", "known", points, "C8", "g4_wording", {"range": c8["range"]}))
    return charges


def _self_said(own: Mapping[str, Any]) -> bool:
    return bool(own.get("self_said"))


def _smaller(own: Mapping[str, Any], f1: Mapping[str, Any], t: Thresholds) -> bool:
    return _by_size(own["drop"], t) > max(_by_size(f1["others"]["mean_drop"], t), -2)


def others_speak(case: Case, t: Thresholds) -> bool:
    """Whether enough other models of one table were measured on a re-made test."""
    others = case.values("F1").get("others")
    return others is not None and others["n"] >= t.others_min


def _known_pair(case: Case, t: Thresholds) -> list[Charge]:
    charges = []
    c3 = case.values("C3")
    kept, n = c3.get("order_kept"), c3.get("n_tests", 0)
    if kept is not None and n >= 3:
        params = {"kept": kept, "n": n}
        if kept < t.tau_fair - EPS:
            charges.append(Charge("G4", "known", -4, "C3", "g4_order", params))
        elif kept < t.tau_good - EPS:
            charges.append(Charge("G4", "known", -2, "C3", "g4_order", params))
    tau = c3.get("kendall_tau_b")
    if kept is None and tau is not None and tau < t.tau_good - EPS:
        points = -4 if tau < t.tau_fair - EPS else -2
        params = {"tau": tau, "n": c3["n_other_tests"]}
        charges.append(Charge("G4", "known", points, "C3", "g4_agreement", params))
    found = [c3.get("worst_reversal_same_field"), case.values("C4").get("worst_reversal_same_field")]
    worst = max((w for w in found if w), key=lambda w: w["gap"], default=None)
    if worst is not None and worst["gap"] > t.delta_small + EPS:
        charges.append(Charge("G4", "known", -2, "C4", "g4_reversed", {"gap": worst["gap"], "test": worst["name"]}))
    setup = case.values("F2").get("worst_reversal_same_test")
    if setup is not None and setup["gap"] > t.delta_large + EPS:
        charges.append(Charge("G4", "known", -4, "F2", "g4_reversed_setup", {"gap": setup["gap"]}))
    c5, c7 = case.values("C5"), case.values("C7")
    if c5.get("first_changed_share", 0) >= 0.25 or c5.get("lead_interval_includes_0"):
        charges.append(Charge("G4", "known", -4, "C5", "g4_tasks_decide", {}))
    elif c5.get("first_changed"):
        charges.append(Charge("G4", "known", -2, "C5", "g4_task_decides", {}))
    share = c7.get("drop_share")
    if share is not None and share < t.drop_fragile - EPS:
        charges.append(Charge("G4", "known", -4, "C7", "g4_drop_k", {"share": share}))
    elif share is not None and share <= 5 * t.drop_fragile + EPS:
        charges.append(Charge("G4", "known", -2, "C7", "g4_drop_k", {"share": share}))
    if case.values("C6").get("flips"):
        charges.append(Charge("G4", "known", -4, "C6", "g4_bystander", {}))
    if case.values("C8").get("pair_flips"):
        charges.append(Charge("G4", "known", -4, "C8", "g4_wording_flips", {}))
    return charges


def open_(case: Case, t: Thresholds) -> list[Charge]:
    """Open where nobody has measured this model on a re-made test or with other wordings (L), or where fewer than
    three other tests show a clear gap (R, P)."""
    if not case.is_level:
        if case.values("C3").get("n_clear", 0) < 3:
            return [Charge("G4", "open", -2, "C3", "g4_open_tests", {"n": case.values("C3").get("n_clear", 0)})]
        return []
    if case.values("C8"):
        return []
    own = case.values("F1").get("own")
    if own:
        if own["only_new"]:
            return [Charge("G4", "open", -2, "F1", "g4_open_only_new", {"variant": own["variant"]})]
        small = own["drop"] <= t.delta_small + EPS
        if small and (own.get("drop_high") is None or own["drop_high"] >= t.delta_large):
            return [Charge("G4", "open", -2, "F1", "g4_open_unsure", {"variant": own["variant"]})]
        if small and _self_said(own):
            return [Charge("G4", "open", -2, "F1", "g4_open_self_said", {"variant": own["variant"]})]
        return []
    if others_speak(case, t) and case.values("F1")["others"]["mean_drop"] > t.delta_large + EPS:
        return []
    return [Charge("G4", "open", -2, "F1", "g4_open_remade", {})]
