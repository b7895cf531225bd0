"""Domain G3: how much could chance move the score (L) or the gap (R, P)?"""

from __future__ import annotations

from auditgen.grading.case import EPS, Case, Charge
from auditgen.records.thresholds import Thresholds


def known(case: Case, t: Thresholds) -> list[Charge]:
    """Known charges by width of the interval (L) or by whether the gap is beyond luck (R, P)."""
    return _known_level(case, t) if case.is_level else _known_pair(case)


def _known_level(case: Case, t: Thresholds) -> list[Charge]:
    charges = []
    b2 = case.values("B2")
    if b2.get("inside_interval"):
        charges.append(Charge("G3", "known", -4, "B2", "g3_threshold_inside", {"threshold": b2.get("threshold")}))
    half = case.values("B1").get("half_width")
    if half is not None:
        params = {"half": half, "n": case.values("B1").get("n")}
        if half > t.halfwidth_none + EPS:
            charges.append(Charge("G3", "known", -4, "B1", "g3_width", params))
        elif half > t.halfwidth_bad + EPS:
            charges.append(Charge("G3", "known", -2, "B1", "g3_width", params))
        elif half > t.halfwidth_ok + EPS:
            charges.append(Charge("G3", "known", -1, "B1", "g3_width", params))
    return charges


def gap_clear(case: Case) -> bool | None:
    """Whether the gap is beyond luck after B4 and B5; None where it could not be computed."""
    b2 = case.values("B2")
    if not b2 or b2.get("gap") is None:
        return None
    if b2.get("equal_printed") or b2["gap"] <= 0:
        return False
    b4 = case.values("B4")
    if b4:
        return bool(b4["clear"]) and not b4.get("within_best_of_k", False)
    clear = b2.get("clear_raw")
    return None if clear is None else bool(clear)


def _known_pair(case: Case) -> list[Charge]:
    b2, c1 = case.values("B2"), case.values("C1")
    if case.relation_kind == "rate":
        windows = b2.get("windows", ())
        holds = [w["holds"] for w in windows]
        if holds and not any(holds):
            return [Charge("G3", "known", -4, "B2", "g3_rate_outside", {})]
        if holds and not all(holds):
            return [Charge("G3", "known", -2, "B2", "g3_rate_some", {"n": sum(holds), "m": len(holds)})]
        return []
    if case.relation_kind == "equality":
        if b2 and b2.get("shown") is False:
            return [Charge("G3", "known", -4, "B2", "g3_equality", {})]
        return []
    if c1.get("wider"):
        return [Charge("G3", "known", -4, "C1", "g3_rank_wider", {"low": c1["rank_low"], "high": c1["rank_high"]})]
    clear = gap_clear(case)
    if clear is None or clear:
        return []
    params = {"gap": b2.get("gap"), "low": b2.get("low"), "high": b2.get("high"), "m": case.values("B4").get("m")}
    if b2.get("clear_raw") and b2["gap"] > 0:
        return [Charge("G3", "known", -2, "B4", "g3_gap_only_before", params)]
    behind = b2.get("high") is not None and b2["high"] < 0
    return [Charge("G3", "known", -4, "B2", "g3_gap_behind" if behind else "g3_gap_unclear", params)]


def open_(case: Case, t: Thresholds) -> list[Charge]:
    """Open where the number of questions, or the interval of a rating, is not known."""
    if case.is_level:
        if case.values("B1").get("half_width") is None and not case.values("B1").get("not_a_share"):
            return [Charge("G3", "open", -2, "B1", "g3_open_n", {})]
        return []
    if case.ran("C1") or case.relation_kind in ("rate", "equality"):
        return [] if case.ran("C1") or case.ran("B2") else [Charge("G3", "open", -2, "B2", "g3_open_n", {})]
    if gap_clear(case) is None:
        return [Charge("G3", "open", -2, "B2", "g3_open_n", {})]
    return []
