"""The audit record: one JSON document with everything the report says, and why."""

from __future__ import annotations

import hashlib
from typing import Any, Literal

import orjson
from pydantic import ConfigDict, Field

from auditgen.records.base import Record
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim, Source
from auditgen.records.evidence import Evidence
from auditgen.records.verdict import Verdict

SCHEMA: Literal["auditgen-record/1"] = "auditgen-record/1"
READABLE = 400


class Tool(Record):
    name: Literal["auditgen"] = "auditgen"
    version: str


class Versioned(Record):
    version: str
    sha256: str


class Plan(Record):
    """The checks that the claim types and the input tier call for, hashed before any of them ran."""

    sha256: str
    checks: dict[str, tuple[str, ...]]


class InputFile(Record):
    """A file that was read: its name without folder, its hash, and how it was recognised."""

    name: str
    sha256: str
    kind: str
    recognised_by: str


class Named(Record):
    """A name as written and the catalogue entry it was matched to, if any."""

    as_written: str | None = None
    id: str | None = None
    matched_by: str | None = None
    status: Literal["matched", "ambiguous", "unknown", "absent"]
    name: str | None = None
    candidates: tuple[str, ...] = ()
    question: str | None = None
    weights: str | None = None
    version: str | None = None
    subset: str | None = None
    n_items: int | None = None


class Text(Record):
    id: str
    text: str


class Question(Record):
    """What to ask the developer for, and which check or domain it would unlock."""

    id: str
    text: str
    serves: tuple[str, ...]


class Pair(Record):
    """The two models of an implied ranking or step, and the rows it was derived from."""

    ahead: str
    behind: str
    benchmark: str
    rows: tuple[str, ...]


class Verdicts(Record):
    level: Verdict
    ranking: Verdict
    progress: Verdict


class AuditedClaim(Record):
    """One claim with its checks and its three verdicts."""

    id: str
    type: str
    statement: str
    implied: bool = False
    pair: Pair | None = None
    claim: Claim
    facts: dict[str, Any] = Field(description="names of the evidence this claim's checks read, by role")
    model: Named
    benchmark: Named
    comparator: Named | None = None
    score: dict[str, Any] | None = None
    source: dict[str, Any] | None = None
    tier: str
    checks: tuple[CheckResult, ...]
    verdicts: Verdicts
    caveats: tuple[Text, ...] = ()
    says: tuple[Text, ...] = ()
    does_not_say: tuple[Text, ...] = ()
    quotable: str
    questions: tuple[Question, ...] = ()


class AuditRecord(Record):
    """Everything the report says, and why. The same bytes sit inside the PDF as `audit-record.json`."""

    schema_: Literal["auditgen-record/1"] = Field(default=SCHEMA, alias="schema")
    tool: Tool
    as_of: str
    lang: str
    profile: str | None = None
    title: str
    prepared_by: str | None = None
    reference: str | None = None
    seed: int | None = None
    summary: tuple[str, ...] = ()
    catalogue: Versioned
    thresholds: Versioned
    threshold_values: dict[str, Any]
    plan: Plan
    inputs: tuple[InputFile, ...]
    sources: tuple[Source, ...] = ()
    claims: tuple[AuditedClaim, ...]
    evidence: tuple[Evidence, ...] = ()
    notes: tuple[Text, ...] = ()

    model_config = ConfigDict(populate_by_name=True)

    def to_bytes(self) -> bytes:
        """The record as UTF-8 JSON in field order, with a final newline: same record, same bytes.

        Fields without a value are left out. Indented for reading, unless the record is too long to be read.
        """
        data = self.model_dump(mode="json", by_alias=True, exclude_none=True)
        option = orjson.OPT_INDENT_2 if len(self.claims) <= READABLE else 0
        return orjson.dumps(data, option=option) + b"\n"

    @classmethod
    def from_bytes(cls, data: bytes) -> AuditRecord:
        """Parse a record. Raises pydantic.ValidationError or orjson.JSONDecodeError."""
        return cls.model_validate(orjson.loads(data))


def sha256_hex(data: bytes) -> str:
    """SHA-256 of bytes, as 64 hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()
