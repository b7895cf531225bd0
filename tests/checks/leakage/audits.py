"""Audits of one claim with brought evidence, on the shipped catalogue."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from auditgen.audit import Options, audit
from auditgen.catalogue import Catalogue, open_catalogue
from auditgen.intake.evidence import Brought, read_evidence
from auditgen.records.audit_record import AuditedClaim
from auditgen.records.claim import ClaimsFile
from auditgen.records.evidence import Evidence
from auditgen.records.verdict import Verdict
from tests.checks.cases import claim_of


@lru_cache(maxsize=1)
def catalogue() -> Catalogue:
    return open_catalogue()


def brought(folder: Path) -> Brought:
    return read_evidence([folder], catalogue())


def audited(claim: dict[str, Any], evidence: Sequence[Evidence] = ()) -> AuditedClaim:
    file = ClaimsFile(claims=(claim_of(claim),), sources=(), name="c.yaml", sha256="0" * 64, recognised_by="test")
    record = audit([file], Options(as_of="2026-11-30", implied=False), catalogue(), brought=tuple(evidence))
    return record.claims[0]


def check(claim: AuditedClaim, check_id: str) -> Any:
    return next(c for c in claim.checks if c.check_id == check_id)


def level(claim: AuditedClaim) -> Verdict:
    return claim.verdicts.level


def g1(claim: AuditedClaim) -> int:
    """Points of domain G1, known and open together."""
    mark = next(d for d in level(claim).domains if d.domain == "G1")
    return min(mark.known, mark.open)
