"""Domain G2: do we know how the score was made (L), and were the models treated alike (R, P)?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from auditgen.grading.case import EPS, Case, Charge
from auditgen.records.thresholds import Thresholds

LEVEL_FIELDS = ("shots", "tries", "tools", "version", "grader", "snapshot", "metric")


def open_fields(case: Case) -> list[str]:
    """The one list of open fields (i) to (vii): A3's own, and those that A1, A2 and A5 open. Each counts once."""
    # Where nobody has looked, nothing counts as told.
    names = set(case.values("A3").get("open_fields", () if case.ran("A3") else ("shots", "snapshot")))
    a1 = case.values("A1")
    if a1 and not a1["feasible"]:
        names.add("tries")
    if case.values("A2").get("below_chance"):
        names.add("metric")
    a5 = case.values("A5")
    if a5.get("partial_run") or (a5.get("denominator") and not a5.get("subset_named")):
        names.add("version")
    return [name for name in LEVEL_FIELDS if name in names]


@dataclass(frozen=True)
class Agreement:
    """What the other parties' figures say. Distances in fractions; `median` is the further of the middle two.

    `away` are the figures more than 10 points away in a stated set-up, which decide the charge by size alone, so that
    a smaller test does not escape it; `far` those of them that are clearly so, which decide the finding.
    """

    n_parties: int
    n_agree: int
    agree: bool
    median: float | None
    largest: float | None
    away: tuple[Mapping[str, Any], ...]
    far: tuple[Mapping[str, Any], ...]
    low: float | None
    high: float | None


def agreement(case: Case, t: Thresholds) -> Agreement:
    """Set the measured figures (F2) against the claim: by party, and those far away in a stated set-up.

    Asked for by several domains of one ladder, so it is kept beside the cut-offs for the case last asked about.
    """
    kept = t.memo.get("agreement")
    if kept is None or kept[0] is not case:
        kept = t.memo["agreement"] = (case, _agreement(case, t))
    found: Agreement = kept[1]
    return found


def _agreement(case: Case, t: Thresholds) -> Agreement:
    figures = [f for f in case.values("F2").get("figures", ()) if f["counted"]]
    # A second figure of the claimant's own counts only in a set-up that it states.
    figures = [f for f in figures if f["setup_stated"] or not f.get("claimants_own")]
    away = tuple(f for f in figures if f["setup_stated"] and f["distance"] > t.delta_setting + EPS)
    parties = list(case.values("F2").get("parties", ()))
    distances = sorted(p["distance"] for p in parties)
    n_agree = sum(d <= t.delta_small + EPS for d in distances)
    agree = bool(parties) and n_agree >= t.agree_share * len(parties) - EPS
    return Agreement(
        n_parties=len(parties),
        n_agree=n_agree,
        agree=agree,
        median=distances[len(distances) // 2] if distances else None,
        largest=max((f["distance"] for f in figures), default=None),
        away=away,
        far=tuple(f for f in away if f["clear"]),
        low=min((f["score"] for f in figures), default=None),
        high=max((f["score"] for f in figures), default=None),
    )


def known(case: Case, t: Thresholds) -> list[Charge]:
    """Known charges: other figures that differ (L), set-ups that differ or practice that matters (R, P)."""
    return _known_level(case, t) if case.is_level else _known_pair(case, t)


def _known_level(case: Case, t: Thresholds) -> list[Charge]:
    charges = []
    a3 = case.values("A3")
    if a3.get("omitted_combining"):
        charges.append(Charge("G2", "known", -4, "A3", "g2_omitted", {"rule": a3["omitted_combining"]}))
    if a3.get("unusual"):
        charges.append(Charge("G2", "known", -1, "A3", "g2_unusual", {"what": a3["unusual"]}))
    seen = agreement(case, t)
    spread = {"low": seen.low, "high": seen.high, "n": seen.n_parties}
    if seen.away:
        worst = max(seen.away, key=lambda f: (f["distance"], f["id"]))
        params = {"points": worst["distance"], "setup": worst["setup"], "party": worst["party"], **spread}
        charges.append(Charge("G2", "known", -8, "F2", "g2_far", params))
    elif seen.largest is not None:
        size = seen.median if seen.n_parties >= 3 else seen.largest
        reason = "g2_median" if seen.n_parties >= 3 else "g2_differs"
        assert size is not None
        if size > t.delta_large + EPS:
            charges.append(Charge("G2", "known", -4, "F2", reason, {"points": size, **spread}))
        elif size > t.delta_small + EPS:
            charges.append(Charge("G2", "known", -1, "F2", reason, {"points": size, **spread}))
    return charges


def _known_pair(case: Case, t: Thresholds) -> list[Charge]:
    charges = []
    a3 = case.values("A3")
    if a3.get("sameness") in ("different", "copied"):
        reason = "g2_copied" if a3["sameness"] == "copied" else "g2_different"
        fields = [d["field"] for d in a3.get("differing", ()) if d.get("major")]
        charges.append(Charge("G2", "known", -8, "A3", reason, {"fields": fields, "basis": a3.get("copied_basis")}))
    practice = case.values("E1")
    if practice and practice["order_after"] == "unclear":
        charges.append(Charge("G2", "known", -4, "E1", "g2_practice_unclear", {}))
    task = case.values("E2")
    if task.get("two_sides") and not practice:
        points = -1 if task.get("forms_disagree") or task.get("step_larger") else -4
        charges.append(Charge("G2", "known", points, "E2", "g2_task_practice", {"theta": task.get("theta")}))
    return charges


def open_(case: Case, t: Thresholds) -> list[Charge]:
    """Open charges: what the claim does not tell about its set-up."""
    if case.is_level:
        fields = open_fields(case)
        if not fields:
            return []
        points = -1 if len(fields) == 1 else -2
        return [Charge("G2", "open", points, "A3", "g2_open_fields", {"fields": fields})]
    sameness = case.values("A3").get("sameness", "not_told")
    if sameness in ("different", "copied") or case.ran("E1"):
        return []
    if sameness == "told":
        return [Charge("G2", "open", -1, "E1", "g2_open_practice", {})]
    return [Charge("G2", "open", -2, "A3", "g2_open_sameness", {})]
