"""What to ask first: at most three questions, by what they would unlock (G.6)."""

from __future__ import annotations

from auditgen.grading.case import Case
from auditgen.grading.findings import Decision

_TIES = ("G1", "G2", "G6", "G4", "G3", "G5")
MOST = 3


def ask_first(case: Case, decision: Decision) -> list[str]:
    """Ids of the questions in their order: what is missing, the source, one set-up, then open domains by size."""
    if decision.ladder is None:
        return []
    found: list[str] = []
    if decision.line == 0 and decision.missing:
        found.append(f"missing_{decision.missing}")
    if decision.ladder.start.source_class == "S4":
        found.append("source")
    if not case.is_level and decision.line in (3, 4):
        found.append("one_setup")
    opened = [d for d in decision.ladder.domains if d.open is not None]
    opened.sort(key=lambda d: (d.open_points, _TIES.index(d.domain)))
    for state in opened:
        name = question_id(case, state.domain)
        if name not in found:
            found.append(name)
    return found[:MOST]


def question_id(case: Case, domain: str) -> str:
    """Question that an open domain raises."""
    if domain == "G2":
        return "fields" if case.is_level else "one_setup"
    if domain == "G4":
        return "remade" if case.is_level else "other_tests"
    return {"G1": "search", "G6": "tries", "G3": "n_items", "G5": "link"}[domain]
