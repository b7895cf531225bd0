"""The plan: which checks a reading calls for, fixed and hashed before any of them runs (0.7)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import orjson

from auditgen.checks.registry import SPECS
from auditgen.records.audit_record import Plan
from auditgen.records.check_result import Reading
from auditgen.records.claim import Claim

METHOD = "2.1"


def reading_of(claim: Claim, same_developer: bool) -> Reading:
    """The reading that a claim makes: level, ranking or progress (0.1)."""
    if claim.type in ("absolute", "threshold", "human_parity"):
        return "L"
    if claim.type == "trend":
        return "P"
    if claim.type == "comparative" and (claim.baseline_model or same_developer):
        return "P"
    return "R"


def planned(reading: Reading) -> tuple[str, ...]:
    """Ids of all checks of the method that speak to a reading, in their order."""
    return tuple(spec.id for spec in SPECS if reading in spec.readings)


def make_plan(readings: Sequence[tuple[str, Reading]]) -> Plan:
    """The plan of an audit over (claim id, reading), with its hash."""
    used = sorted({reading for _, reading in readings})
    checks: dict[str, tuple[str, ...]] = {reading: planned(reading) for reading in used}
    content = {"method": METHOD, "checks": checks, "claims": [list(r) for r in readings]}
    digest = hashlib.sha256(orjson.dumps(content, option=orjson.OPT_SORT_KEYS)).hexdigest()
    return Plan(sha256=digest, checks=checks)
