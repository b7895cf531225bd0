"""One piece of evidence: a citable fact or table that a check rested on, with the hash of its content."""

from __future__ import annotations

import hashlib
from typing import Any, Literal

import orjson

from auditgen.records.base import Record, settle

Confidence = Literal["seen", "recalled", "brought"]
ProducedBy = Literal["claimant", "independent", "adversarial", "catalogue", "unattributed"]


class Evidence(Record):
    """`content` is all that a check read of it, so that the record alone lets anyone compute again.

    `confidence`: `seen` was read in its source while compiling; `recalled` must be confirmed before it is printed as
    established; `brought` came in a file of the user's.
    """

    id: str
    kind: str
    citation: str
    sha256: str
    confidence: Confidence
    produced_by: ProducedBy
    licence: str | None = None
    date: str | None = None
    content: dict[str, Any]


def content_hash(content: Any) -> str:
    """SHA-256 over canonical JSON (sorted keys, settled floats)."""
    return hashlib.sha256(orjson.dumps(settle(content), option=orjson.OPT_SORT_KEYS)).hexdigest()


def evidence(
    id: str, kind: str, citation: str, confidence: Confidence, produced_by: ProducedBy, content: dict[str, Any]
) -> Evidence:
    """Build an Evidence with settled content and its hash."""
    settled = settle(content)
    return Evidence(
        id=id,
        kind=kind,
        citation=citation,
        sha256=content_hash(settled),
        confidence=confidence,
        produced_by=produced_by,
        content=settled,
    )
