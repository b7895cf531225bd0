"""The contrary statement: evidence that points the other way must stand on a ladder of its own (G.6 line 2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from auditgen.grading import g1_leakage
from auditgen.grading.case import DOMAINS, EPS, Case, Charge
from auditgen.grading.g1_leakage import d7_class
from auditgen.grading.ladder import DomainState, Ladder, assemble
from auditgen.grading.start import ANSWERED, START, Start
from auditgen.records.thresholds import Thresholds

ENOUGH = 5


@dataclass(frozen=True)
class Contrary:
    """What speaks against the claim, and the ladder of that statement."""

    fact_id: str
    ladder: Ladder
    params: Mapping[str, Any] = field(default_factory=dict)

    @property
    def counts(self) -> bool:
        return self.ladder.points >= ENOUGH


def contrary(case: Case, t: Thresholds) -> Contrary | None:
    """The strongest contrary statement whose condition holds, or None."""
    found = [c for c in (_level(case, t) if case.is_level else _pair(case, t)) if c is not None]
    return max(found, key=lambda c: c.ladder.points, default=None)


def _study(opened: Mapping[str, int], known: Mapping[str, int] | None = None, source_class: str = "S2") -> Ladder:
    """Ladder of a finding by a party without a stake: class S2, and its own open questions."""
    known = known or {}
    domains = tuple(
        DomainState(
            d,
            Charge(d, "known", known[d], "G", "contrary_known") if known.get(d) else None,
            Charge(d, "open", opened[d], "G", "contrary_open") if opened.get(d) else None,
        )
        for d in DOMAINS
    )
    return assemble(Start(source_class, START[source_class], ANSWERED[source_class]), domains, (), ())


def _level(case: Case, t: Thresholds) -> list[Contrary | None]:
    exposure = {c.domain: c.points for c in g1_leakage.open_(case.without("D2", "D7"), t)}
    return [
        _excess(case, t),
        _remade(case, t),
        _same_settings(case, exposure, t),
        _percentile(case, exposure),
        _threshold(case, t),
    ]


def _excess(case: Case, t: Thresholds) -> Contrary | None:
    """D7 or D8: the lower bound of the inflation lies above five points."""
    d7 = case.values("D7")
    if "reversed" in (d7.get("direction"), case.values("D8").get("direction")):
        return None  # where ability is the risk, the question was turned round: no sign of a level that is too high
    if d7 and d7_class(d7, t) == "strong" and d7["low"] > t.delta_large:
        return Contrary("contrary_excess", _study({"G6": -1}), {"excess": d7["excess"], "low": d7["low"]})
    d8 = case.values("D8")
    if d8 and case.outcome("D8") == "strong_concern" and d8.get("low", 0) > t.delta_large:
        return Contrary("contrary_step", _study({"G6": -1}), {"excess": d8["did"], "low": d8["low"]})
    return None


def _remade(case: Case, t: Thresholds) -> Contrary | None:
    """F1: the sentence speaks beyond the test, and a re-made test puts the level more than five points away."""
    own = case.values("F1").get("own")
    if not case.speaks_beyond_test or not own or own["only_new"] or abs(own["drop"]) <= t.delta_large + EPS:
        return None
    return Contrary(
        "contrary_remade", _study({"G6": -1}), {"new": own["new"], "drop": own["drop"], "variant": own["variant"]}
    )


def _same_settings(case: Case, exposure: Mapping[str, int], t: Thresholds) -> Contrary | None:
    """F2: a repeat in the same settings lies outside the prediction interval."""
    outside = case.values("F2").get("same_settings_outside")
    if not outside:
        return None
    half = outside.get("half_width")
    known = {}
    if half is not None:
        known["G3"] = (
            -4 if half > t.halfwidth_none else -2 if half > t.halfwidth_bad else -1 if half > t.halfwidth_ok else 0
        )
    opened = {**exposure, "G4": -2, "G6": -1, "G3": 0 if half is not None else -2}
    return Contrary("contrary_repeat", _study(opened, known), dict(outside))


def _percentile(case: Case, exposure: Mapping[str, int]) -> Contrary | None:
    """F3: the stated reference group does not give the stated percentile."""
    group = case.values("F3").get("percentile_contradicted")
    if not group:
        return None
    opened = {**exposure, "G2": -1, "G3": -2, "G6": -1}
    return Contrary("contrary_percentile", _study(opened), dict(group))


def _threshold(case: Case, t: Thresholds) -> Contrary | None:
    """A threshold claim whose own figure lies wholly on the other side."""
    other = case.values("B2").get("threshold_other_side")
    if not other:
        return None
    return Contrary("contrary_threshold", _study({"G6": -1}), dict(other))


def _pair(case: Case, t: Thresholds) -> list[Contrary | None]:
    f2, b2 = case.values("F2"), case.values("B2")
    if case.relation_kind == "equality":
        if b2.get("interval_outside"):
            return [Contrary("contrary_equality", _turned(case, t, {}), {"gap": b2.get("gap")})]
        return []
    found: list[Contrary | None] = []
    practice = case.values("E1")
    if practice.get("order_after") == "reversed":
        found.append(Contrary("contrary_practice", _study({"G4": -2, "G6": -1}), {}))
    fresh = case.values("F1").get("pair")
    if fresh and fresh.get("reversed_clear") and not f2.get("shown_ahead_clearly"):
        found.append(Contrary("contrary_fresh", _study({"G2": -1, "G6": -1}), {}))
    reversed_ = f2.get("reversed_clear")
    if reversed_ and not f2.get("shown_ahead_clearly"):
        told = {"other": case.words.get("b"), **reversed_}
        found.append(Contrary("contrary_pair", _turned(case, t, reversed_), told))
    if case.reading == "P" and b2.get("gap") is not None and b2.get("high") is not None and b2["high"] < 0:
        same = case.values("A3").get("sameness") == "told"
        if same:
            found.append(Contrary("contrary_step_down", _turned(case, t, {}), {"gap": b2["gap"]}))
    if (
        case.reading == "R"
        and b2.get("high") is not None
        and b2["high"] < 0
        and case.values("A3").get("sameness") == "told"
        and not f2.get("shown_ahead_clearly")
    ):
        found.append(Contrary("contrary_own_table", _turned(case, t, {}), {"gap": b2["gap"]}))
    return found


def _turned(case: Case, t: Thresholds, other: Mapping[str, Any]) -> Ladder:
    """The ladder of the statement turned round: the other model is ahead, measured by the other party in one set-up."""
    f = other.get("f", case.values("D9").get("f_turned"))
    opened = {"G4": -2, "G6": 0, "G2": -1}
    if f is None or f <= 0 or f < t.tipping_near:
        opened["G1"] = -2
    elif f <= t.tipping_robust:
        opened["G1"] = -1
    if not other and case.values("A0").get("tester_relation") in ("claimant", "competitor"):
        opened["G6"] = 0 if case.own_model_leads else -2
        return _study(opened, {}, "S2" if case.own_model_leads else "S3")
    opened["G6"] = -1
    known = {"G6": -2} if other.get("tester_stake") else {}
    if known:
        opened["G6"] = 0
    return _study(opened, known)
