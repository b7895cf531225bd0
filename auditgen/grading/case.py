"""One reading of one claim as grading sees it: who claims what, and the results of its checks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Literal

from auditgen.records.check_result import CheckResult, Reading
from auditgen.records.claim import Asked

DOMAINS = ("G1", "G2", "G3", "G4", "G5", "G6")
EPS = 1e-9


@dataclass(frozen=True)
class Charge:
    """One condition that lowers points. `points` is 0 or negative; `kind` keeps the known and the open apart."""

    domain: str
    kind: Literal["known", "open"]
    points: int
    check_id: str
    reason_id: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Case:
    """A reading to be graded. All that grading may look at; nothing else reaches a verdict.

    `relation_kind`: lead (a model ahead), equality, rank, rate, level, threshold or parity. `has_group` tells whether
    a rank, percentile or parity names its comparison group. `own_model_leads` matters for R only.
    """

    reading: Reading
    claimed: bool
    relation_kind: str
    checks: Mapping[str, CheckResult]
    has_model: bool = True
    has_benchmark: bool = True
    has_group: bool = True
    own_model_leads: bool = True
    speaks_beyond_test: bool = False
    rank_one: bool = False
    asked: tuple[Asked, ...] = ()
    as_of: date | None = None
    words: Mapping[str, Any] = field(default_factory=dict)
    _ran: Mapping[str, Mapping[str, Any]] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        ran = {name: result.values for name, result in self.checks.items() if result.status == "ran"}
        object.__setattr__(self, "_ran", ran)

    def values(self, check_id: str) -> Mapping[str, Any]:
        """`values` of a check that ran, else an empty mapping: what did not run says nothing either way."""
        return self._ran.get(check_id, {})

    def ran(self, check_id: str) -> bool:
        """Whether a check ran."""
        return check_id in self._ran

    def outcome(self, check_id: str) -> str | None:
        """Outcome of a check that ran."""
        result = self.checks.get(check_id)
        return result.outcome if result is not None else None

    @property
    def is_level(self) -> bool:
        return self.reading == "L"

    def without(self, *check_ids: str) -> Case:
        """The same case as if these checks had not run."""
        return replace(self, checks={k: v for k, v in self.checks.items() if k not in check_ids})


def share_word(value: float | None) -> float | None:
    """A tipping share that can be used, else None."""
    return None if value is None or value <= 0 else value
