"""Domain G1: could leaked test questions have lifted the score?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from auditgen.grading.case import EPS, Case, Charge
from auditgen.records.thresholds import Thresholds

NOT_EXPOSED = ("sealed", "after")
PARTLY_EXPOSED = ("mixed", "source_exposed")
STRONG_CHECKS = ("A2", "D3", "D4", "D5", "D7", "D8")
SOME_CHECKS = ("D3", "D4", "D6", "D7", "D8", "D10")


def d7_class(values: Mapping[str, Any], t: Thresholds) -> str:
    """Class of a fresh-test gap: a concern stands only if every dropped family confirms it, else the mildest class
    met; a reassurance stands only if every drop confirms it, else the worst class met, at most `unclear` (D7)."""
    if not values:
        return "not_run"
    if values.get("listed_only"):
        return "unclear"

    def one(low: float, high: float) -> str:
        if values.get("direction") == "reversed":
            low, high = -high, -low
        if low > t.delta_large:
            return "strong"
        if low > 0:
            return "some"
        if high < t.delta_small:
            # Reassurance of the claimant's own, or of nobody named, moves the open charge by one point at most.
            return "weak_search" if values.get("self_said") else "bounded"
        if high < t.delta_setting:
            return "weak_search"
        return "unclear"

    order = ("bounded", "weak_search", "unclear", "some", "strong")
    whole = one(values["low"], values["high"])
    met = [order.index(one(d["low"], d["high"])) for d in values.get("drops", ())] + [order.index(whole)]
    if whole in ("strong", "some"):
        return order[min(met)]
    return order[min(max(met), order.index("unclear"))]


def known(case: Case, t: Thresholds) -> list[Charge]:
    """Known charges: what was found about this model on this test."""
    if case.is_level:
        return _known_level(case, t)
    return _known_pair(case, t)


def _strength(case: Case, t: Thresholds) -> tuple[list[str], list[str], list[Mapping[str, Any]], list[str]]:
    """Check ids with strong and with some concern, the weak findings, and the moderate findings' authors."""
    strong = [c for c in STRONG_CHECKS if c != "D7" and case.outcome(c) == "strong_concern"]
    some = [c for c in SOME_CHECKS if c != "D7" and case.outcome(c) == "some_concern"]
    d7 = d7_class(case.values("D7"), t)
    if d7 == "strong":
        strong.append("D7")
    elif d7 == "some":
        some.append("D7")
    weak: list[Mapping[str, Any]] = []
    moderate: set[str] = set()
    for finding in case.values("D2").get("findings", ()):
        if finding.get("listed_only") or finding.get("direction") != "concern":
            continue
        strength = finding["counted_strength"]
        if strength == "strong":
            strong.append("D2")
        elif strength == "moderate" and not _small_gain(finding, case, t):
            moderate.add(finding["who"])
        else:
            weak.append(finding)
    return strong, some, weak, sorted(moderate)


def _small_gain(finding: Mapping[str, Any], case: Case, t: Thresholds) -> bool:
    """A flagged share whose estimated gain is under 1 point, not clear of 0, or bounded below 1 by w(1 - t)."""
    gain, half = finding.get("gain"), finding.get("gain_half_width")
    if gain is not None:
        return bool(gain < 0.01 - EPS or (half is not None and gain - half <= 0))
    bound = finding.get("gain_bound")
    return bound is not None and bound < 0.01 - EPS


def _known_level(case: Case, t: Thresholds) -> list[Charge]:
    strong, some, weak, authors = _strength(case, t)
    if strong:
        return [Charge("G1", "known", -8, strong[0], "g1_strong", {"checks": strong, **_found(case)})]
    independent = len(some) + len(authors)
    first = some[0] if some else "D2"
    if independent >= 2:
        return [Charge("G1", "known", -4, first, "g1_two_some", {"n": independent, **_found(case)})]
    if independent == 1:
        return [Charge("G1", "known", -2, first, "g1_some", _found(case))]
    if weak or case.values("D3").get("minor"):
        return [Charge("G1", "known", -1, "D2" if weak else "D3", "g1_weak", _found(case))]
    return []


def _found(case: Case) -> dict[str, Any]:
    """What the worst counted finding says, for the printed reason."""
    rank = {"strong": 0, "moderate": 1, "weak": 2}
    counted = [
        f
        for f in case.values("D2").get("findings", ())
        if not f.get("listed_only") and f.get("direction") == "concern" and f["counted_strength"] in rank
    ]
    counted.sort(key=lambda f: (rank[f["counted_strength"]], f["id"]))
    return {"what": counted[0]["what"], "who": counted[0]["who"], "year": counted[0].get("year")} if counted else {}


def _known_pair(case: Case, t: Thresholds) -> list[Charge]:
    charges = []
    strong, some, weak, authors = _strength(case, t)
    f = case.values("D9").get("f")
    f = f if f is not None and f > 0 else None
    moderate = len(some) + len(authors)
    check = (strong + some + ["D2"])[0]
    params = {"f": f, **_found(case)}
    if strong:
        charges.append(Charge("G1", "known", -8, check, "g1_pair_strong", params))
    elif moderate >= 2:
        points = -2 if f is not None and f > t.tipping_robust else -4
        charges.append(Charge("G1", "known", points, check, "g1_pair_two", params))
    elif moderate == 1 or weak or case.values("D3").get("minor"):
        if f is None or f < t.tipping_near:
            charges.append(Charge("G1", "known", -2, check, "g1_pair_one_near", params))
        elif f <= t.tipping_robust:
            charges.append(Charge("G1", "known", -1, check, "g1_pair_one", params))
    reuse = case.values("E3")
    if case.reading == "P" and reuse.get("step_within") and not reuse.get("fresh_test"):
        charges.append(Charge("G1", "known", -1, "E3", "g1_reuse", {"bound": reuse.get("bound"), "k": reuse.get("k")}))
    return charges


def open_(case: Case, t: Thresholds) -> list[Charge]:
    """Open charges: exposure that nobody has searched, or searched only weakly."""
    if not case.claimed:
        return []
    return _open_level(case, t) if case.is_level else _open_pair(case, t)


def _exposure(case: Case) -> str:
    return str(case.values("D1").get("class", "unknown"))


def _open_level(case: Case, t: Thresholds) -> list[Charge]:
    exposure = _exposure(case)
    if exposure in NOT_EXPOSED:
        return []
    d2 = case.values("D2")
    fresh = d7_class(case.values("D7"), t)
    # A search that found something has answered the question too: the charge is then known, not open.
    found = fresh in ("some", "strong") or any(
        case.outcome(c) in ("some_concern", "strong_concern") for c in ("D3", "D4", "D8")
    )
    searched = found or fresh == "bounded" or any(_able(case, c, t) for c in ("D3", "D8"))
    if searched:
        return []
    weak = fresh == "weak_search" or any(_weak(case, c, t) for c in ("D3", "D4", "D8"))
    if weak:
        return [Charge("G1", "open", -1, "D7" if fresh == "weak_search" else "D3", "g1_open_weak_search", {})]
    if d2.get("self_search"):
        return [Charge("G1", "open", -1, "D2", "g1_open_self_search", {})]
    if exposure in PARTLY_EXPOSED and not d2.get("set_level"):
        return [Charge("G1", "open", -1, "D1", "g1_open_partly", {"exposure": exposure})]
    params = {"exposure": exposure, "months": case.values("D1").get("exposed_months")}
    return [Charge("G1", "open", -2, "D1", f"g1_open_{'unknown' if exposure == 'unknown' else 'exposed'}", params)]


def _able(case: Case, check: str, t: Thresholds) -> bool:
    result = case.checks.get(check)
    if result is None or result.status != "ran" or result.outcome != "none_found":
        return False
    return result.mde is not None and result.mde <= t.delta_small


def _weak(case: Case, check: str, t: Thresholds) -> bool:
    result = case.checks.get(check)
    return bool(
        result
        and result.status == "ran"
        and result.outcome in ("none_found", "unclear")
        and result.mde is not None
        and result.mde <= t.delta_setting
    )


def _open_pair(case: Case, t: Thresholds) -> list[Charge]:
    d1 = case.values("D1")
    if _exposure(case) in NOT_EXPOSED and d1.get("class_other", "unknown") in NOT_EXPOSED:
        return []
    if case.values("D9").get("bounded_leader") or d7_class(case.values("D7"), t) == "bounded":
        return []
    f = case.values("D9").get("f")
    if f is not None and f > t.tipping_robust:
        return []
    if case.reading == "P" and d1.get("published_between"):
        return [Charge("G1", "open", -2, "D1", "g1_open_between", {})]
    if f is None or f <= 0 or f < t.tipping_near:
        reason = "g1_open_no_f" if f is None or f <= 0 else "g1_open_near"
        return [Charge("G1", "open", -2, "D9", reason, {"f": f})]
    return [Charge("G1", "open", -1, "D9", "g1_open_f", {"f": f})]
