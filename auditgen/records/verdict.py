"""The verdict on one reading of a claim: a path of steps, two point numbers, a finding and what to do with it."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from auditgen.records.base import Record
from auditgen.records.check_result import Reading

Finding = Literal[
    "Shown",
    "Suggested",
    "Open",
    "Too close to call",
    "Not comparable",
    "Depends on settings",
    "Cannot be checked as worded",
    "Not shown",
    "Contradicted",
    "Not claimed",
]
Certainty = Literal["High", "Moderate", "Low", "Very low"]
StepKind = Literal["start", "known", "open", "credit"]

FINDINGS: tuple[str, ...] = Finding.__args__  # type: ignore[attr-defined]


class Step(Record):
    """One step of the ladder. `points` is signed; an `open` step shows only what it adds to a known charge."""

    domain: str
    kind: StepKind
    check_id: str | None = None
    points: int
    reason: str
    reason_id: str
    params: dict[str, Any] = Field(default_factory=dict)


class DomainMark(Record):
    """Worst known and worst open charge of one domain, both as printed (0, -1, -2, -4 or -8)."""

    domain: str
    known: int
    open: int
    answered: bool


class Cap(Record):
    """A limit on points. `bites` tells whether it lowered a number; `both` whether it limits the second number too."""

    id: str
    limit: int | None = None
    bites: bool
    both: bool
    reason: str
    reason_id: str
    params: dict[str, Any] = Field(default_factory=dict)


class Sensitivity(Record):
    """A cut-off on which the finding hangs, and what the finding becomes when it is halved or doubled."""

    threshold: str
    halved: Finding | None = None
    doubled: Finding | None = None


class Verdict(Record):
    """What can be relied on today (`points`), what could be if every open question were answered well, and why."""

    reading: Reading
    finding: Finding
    line: int
    certainty: Certainty | None = None
    certainty_if_answered: Certainty | None = None
    points: int | None = None
    points_if_answered: int | None = None
    raw: int | None = None
    raw_if_answered: int | None = None
    answered: int | None = None
    start_class: str | None = None
    use: str
    ask_first: tuple[str, ...] = ()
    ladder: tuple[Step, ...] = ()
    domains: tuple[DomainMark, ...] = ()
    caps: tuple[Cap, ...] = ()
    sensitive_to: tuple[Sensitivity, ...] = ()
    sentence: str
    contrary: Verdict | None = None
