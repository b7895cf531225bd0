"""Where a ladder starts: the class of the party that ran the test (G.1)."""

from __future__ import annotations

from dataclasses import dataclass

from auditgen.grading.case import Case

START = {"S1": 16, "S2": 13, "S3": 10, "S4": 7}
ANSWERED = {**START, "S4": 10}


@dataclass(frozen=True)
class Start:
    """Start points today and if the source is found; equal except for class S4."""

    source_class: str
    points: int
    points_if_answered: int


def start(case: Case) -> Start:
    """Start of the ladder. Without a told tester the claim counts as the claimant's own (S3)."""
    name = str(case.values("A0").get("source_class", "S3"))
    return Start(name, START[name], ANSWERED[name])
