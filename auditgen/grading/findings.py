"""From a ladder to a finding: the first line that applies, 0 to 9 (G.6)."""

from __future__ import annotations

from dataclasses import dataclass

from auditgen.grading.case import Case
from auditgen.grading.contrary import Contrary, contrary
from auditgen.grading.g2_setup import agreement
from auditgen.grading.g3_precision import gap_clear
from auditgen.grading.ladder import Ladder, climb
from auditgen.records.thresholds import Thresholds
from auditgen.records.verdict import Certainty, Finding

HIGH, MODERATE, LOW = 14, 9, 5


def certainty(points: int) -> Certainty:
    """Grade of a point number."""
    if points >= HIGH:
        return "High"
    if points >= MODERATE:
        return "Moderate"
    return "Low" if points >= LOW else "Very low"


@dataclass(frozen=True)
class Decision:
    """The finding of one reading with the line it came from, its ladder and the contrary statement, if any."""

    line: int
    finding: Finding
    ladder: Ladder | None
    contrary: Contrary | None
    missing: str | None = None


def decide(case: Case, t: Thresholds) -> Decision:
    """Grade one reading."""
    if not case.claimed:
        return Decision(1, "Not claimed", None, None)
    ladder = climb(case, t)
    against = contrary(case, t)
    missing = _missing(case)
    if missing:
        return Decision(0, "Cannot be checked as worded", ladder, against, missing)
    if against is not None and against.counts:
        return Decision(2, "Contradicted", ladder, against)
    if _depends(case, t):
        return Decision(3, "Depends on settings", ladder, against)
    if not case.is_level and case.values("A3").get("sameness") in ("different", "copied"):
        return Decision(4, "Not comparable", ladder, against)
    if _behind(case):
        return Decision(9, "Not shown", ladder, against)
    if not case.is_level and _too_close(case):
        return Decision(5, "Too close to call", ladder, against)
    c7 = any(c.id == "C7" for c in ladder.caps)
    if ladder.points >= MODERATE and not c7:
        return Decision(6, "Shown", ladder, against)
    if ladder.points >= LOW:
        return Decision(7, "Suggested", ladder, against)
    if ladder.points_if_answered >= MODERATE and not ladder.refused:
        return Decision(8, "Open", ladder, against)
    return Decision(9, "Not shown", ladder, against)


def _missing(case: Case) -> str | None:
    """What the sentence does not name, although the reading needs it. A rate needs a test and a span, not a model."""
    if not case.has_model and case.relation_kind != "rate":
        return "model"
    if not case.has_benchmark:
        return "test"
    if not case.has_group:
        return "group"
    return None


def _depends(case: Case, t: Thresholds) -> bool:
    """L: a measured figure in a stated set-up lies more than 10 points away, clearly. R, P: holds clearly under one
    reasonable set-up and fails clearly under another."""
    if case.is_level:
        return bool(agreement(case, t).far)
    f2 = case.values("F2")
    return bool(f2.get("shown_ahead_clearly") and f2.get("reversed_clear"))


def _behind(case: Case) -> bool:
    """Whether the printed figures put a claimed lead clearly behind: no matter of chance, and here not line 2."""
    high = case.values("B2").get("high")
    return not case.is_level and case.relation_kind == "lead" and high is not None and high < 0


def _too_close(case: Case) -> bool:
    b2 = case.values("B2")
    if case.relation_kind == "rate":
        return False
    if case.relation_kind == "equality":
        return b2.get("shown") is False
    if case.values("C1").get("wider"):
        return True
    return gap_clear(case) is False
