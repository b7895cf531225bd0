"""Domain G5: does the sentence say more than the test can show? There is nothing open here: the words are known."""

from __future__ import annotations

from auditgen.grading.case import Case, Charge
from auditgen.records.thresholds import Thresholds

_LINK = {"one_step": -2, "two_steps": -4, "very_serious": -8}


def known(case: Case, t: Thresholds) -> list[Charge]:
    """Known charges by length of the inference, guessing level, and a test that does not define its skill."""
    charges = []
    f3 = case.values("F3")
    points = _LINK.get(str(f3.get("link", "test")), 0)
    if points:
        reason = "g5_parity" if points == -8 else "g5_link"
        charges.append(Charge("G5", "known", points, "F3", reason, {"words": f3.get("words", ())}))
    if case.values("F5").get("general"):
        charges.append(Charge("G5", "known", -8, "F5", "g5_general", {"words": case.values("F5").get("words", ())}))
    if case.is_level and case.values("A2").get("at_chance"):
        charges.append(Charge("G5", "known", -4, "A2", "g5_chance", {"chance": case.values("A2").get("chance")}))
    if case.values("F4").get("no_public_definition"):
        charges.append(Charge("G5", "known", -2, "F4", "g5_undefined", {}))
    return charges


def open_(case: Case, t: Thresholds) -> list[Charge]:
    """Never open."""
    return []
