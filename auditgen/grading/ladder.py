"""The arithmetic of the ladder (G.0): start, worst charge per domain, credits, caps, two point numbers."""

from __future__ import annotations

from dataclasses import dataclass

from auditgen.grading import g1_leakage, g2_setup, g3_precision, g4_carry_over, g5_inference, g6_reporting
from auditgen.grading.caps import Limit, caps
from auditgen.grading.case import DOMAINS, Case, Charge
from auditgen.grading.credits import Credit, credits
from auditgen.grading.start import Start, start
from auditgen.records.thresholds import Thresholds

TOP = 16
WITHHELD = -4
_ROOMS = (g1_leakage, g2_setup, g3_precision, g4_carry_over, g5_inference, g6_reporting)


@dataclass(frozen=True)
class DomainState:
    """Worst known and worst open charge of one domain, if any."""

    domain: str
    known: Charge | None
    open: Charge | None

    @property
    def known_points(self) -> int:
        return self.known.points if self.known else 0

    @property
    def open_points(self) -> int:
        return self.open.points if self.open else 0

    @property
    def answered(self) -> bool:
        return self.open is None


@dataclass(frozen=True)
class Ladder:
    """One ladder, whole. `points` is what can be relied on today, `points_if_answered` what could be at best."""

    start: Start
    domains: tuple[DomainState, ...]
    credits: tuple[Credit, ...]
    caps: tuple[Limit, ...]
    raw: int
    raw_if_answered: int
    points: int
    points_if_answered: int
    refused: tuple[str, ...]

    @property
    def answered(self) -> int:
        return sum(d.answered for d in self.domains)

    def domain(self, name: str) -> DomainState:
        return self.domains[DOMAINS.index(name)]


def worst(charges: list[Charge]) -> Charge | None:
    """The most negative charge; the first of equals, so that the printed reason does not depend on chance."""
    return min(charges, key=lambda c: c.points, default=None)


def climb(case: Case, t: Thresholds) -> Ladder:
    """Compute the ladder of one reading."""
    known = [c for room in _ROOMS for c in room.known(case, t)]
    opened, refused = _open(case, t)
    domains = tuple(
        DomainState(d, worst([c for c in known if c.domain == d]), worst([c for c in opened if c.domain == d]))
        for d in DOMAINS
    )
    raised = credits(case, known, t)
    return assemble(start(case), domains, tuple(raised), tuple(caps(case, t)), refused)


def _open(case: Case, t: Thresholds) -> tuple[list[Charge], tuple[str, ...]]:
    """Open charges with the third price of silence: asked in writing and not given costs a serious problem."""
    refused = {a.domain for a in case.asked if not a.given and silence_counts(a.on, a.in_submission, case.as_of)}
    opened = []
    held = []
    for room in _ROOMS:
        for charge in room.open_(case, t):
            if charge.domain in refused:
                held.append(charge.domain)
                charge = Charge(
                    charge.domain, "open", WITHHELD, charge.check_id, "open_refused", {"was": charge.reason_id}
                )
            opened.append(charge)
    return opened, tuple(sorted(set(held)))


def silence_counts(asked_on: object, in_submission: bool, as_of: object) -> bool:
    """Whether a question was put in a regulatory submission, or at least 20 working days before the audit."""
    import datetime as dt

    if in_submission:
        return True
    if not isinstance(asked_on, dt.date) or not isinstance(as_of, dt.date):
        return False
    days = sum(1 for i in range((as_of - asked_on).days) if (asked_on + dt.timedelta(days=i + 1)).weekday() < 5)
    return days >= 20


def assemble(
    begin: Start,
    domains: tuple[DomainState, ...],
    raised: tuple[Credit, ...],
    limits: tuple[Limit, ...],
    refused: tuple[str, ...] = (),
) -> Ladder:
    """Add up. Within a domain charges do not add up: the worst counts. Caps first, floor last."""
    up = sum(c.points for c in raised)
    raw = begin.points + sum(min(d.known_points, d.open_points) for d in domains) + up
    answered = begin.points_if_answered + sum(d.known_points for d in domains) + up
    points = min([TOP, raw] + [c.limit for c in limits if c.limit is not None])
    best = min([TOP, answered] + [c.limit for c in limits if c.limit is not None and c.both])
    return Ladder(begin, domains, raised, limits, raw, answered, max(0, points), max(0, best), refused)
