"""A hand-built audit record for the report tests: all ten findings, long and Chinese names, missing data.

The numbers are invented or rounded from public figures; they test the printing, not the method.
"""

# ruff: noqa: E501 - rows of test data are easier to compare on one line

from __future__ import annotations

from typing import Any

from auditgen.records.audit_record import (
    AuditedClaim,
    AuditRecord,
    InputFile,
    Plan,
    Text,
    Tool,
    Versioned,
    sha256_hex,
)
from auditgen.records.claim import Source
from tests.report.sample_claims import implied_claims, ten_claims
from tests.report.sample_parts import EVIDENCE

THRESHOLDS = {
    "delta_small": {"value": 0.03, "kind": "points", "unit": "", "why": "About what prompt wording commonly moves."},
    "tau_good": {"value": 0.8, "kind": "share", "unit": "", "why": "Asks for better than typical."},
    "ref_min": {"value": 5, "kind": "count", "unit": "models", "why": "Smallest set accepted by the published code."},
    "own_rule": 0.25,
}


def sample_record(claims: list[AuditedClaim] | None = None, **changes: Any) -> AuditRecord:
    """A whole record; `changes` replace fields."""
    claims = ten_claims() + implied_claims() if claims is None else claims
    fields: dict[str, Any] = {
        "tool": Tool(version="0.1.0"), "as_of": "2026-11-30", "lang": "en", "profile": "eu",
        "title": "Ten benchmark claims, audited", "prepared_by": "Evidence unit", "reference": "AG-2026-011",
        "summary": ("Ten published claims make twelve statements. Three can be relied on for the test they name, two may be quoted with their source, and seven cannot be used as they stand.", "The largest doubt is leakage: nobody outside has searched the training data.", "Ask the developers the three questions below before using any other figure."),
        "catalogue": Versioned(version="2026.11", sha256=sha256_hex(b"catalogue")), "thresholds": Versioned(version="2.1", sha256=sha256_hex(b"thresholds")),
        "threshold_values": THRESHOLDS, "plan": Plan(sha256=sha256_hex(b"plan"), checks={c.id: tuple(k.check_id for k in c.checks) for c in claims}),
        "inputs": (InputFile(name="claims.yaml", sha256=sha256_hex(b"claims"), kind="claims", recognised_by="keys claims, sources"),),
        "sources": (
            Source(id="o3-launch", title="Launch page of o3", publisher="OpenAI", url="https://openai.com/index/introducing-o3/", date="2025-04-16", kind="web page"),
            Source(id="r1-readme", title="README of DeepSeek-R1", publisher="DeepSeek", date="2025-01-20", file="README.md"),
            Source(id="blog", title="<i>Blog</i>", url="javascript:alert(3)"),
        ),
        "claims": tuple(claims), "evidence": EVIDENCE, "notes": (Text(id="n1", text="score 0.61 of claim c10 was read as a fraction"),),
    }  # fmt: skip
    return AuditRecord(**(fields | changes))
