"""What reading evidence gives: pieces of evidence, the files they came from, and notes on what was found in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from auditgen.records.audit_record import InputFile
from auditgen.records.evidence import Evidence, ProducedBy

UNATTRIBUTED: ProducedBy = "unattributed"


@dataclass(frozen=True)
class Brought:
    """Evidence that a person brought, in the order of the files. Names only: no path and no text of an item."""

    evidence: tuple[Evidence, ...] = ()
    inputs: tuple[InputFile, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Origin:
    """What `evidence.yaml` says of one file; all of it may be missing.

    `benchmark` names the test that a file is about where the file does not. `models`, for an overlap file: the models
    whose training text was scanned. `matched` and `exchangeable` are statements about the design of a test of
    log-probabilities that no file can show by itself. `where` chooses the rows of a table that holds several.
    """

    citation: str | None = None
    licence: str | None = None
    date: str | None = None
    produced_by: ProducedBy = UNATTRIBUTED
    kind: str | None = None
    benchmark: str | None = None
    models: tuple[str, ...] = ()
    matched: bool | None = None
    exchangeable: bool | None = None
    where: Mapping[str, str] = field(default_factory=dict)
    place: str = ""


@dataclass(frozen=True)
class Piece:
    """One piece before it is given its id: its kind, all that checks may read of it, and what was odd."""

    kind: str
    content: dict[str, Any]
    notes: tuple[str, ...] = ()
    citation: str | None = None


@dataclass(frozen=True)
class ModelFact:
    """One statement about a model that the catalogue lacks or words otherwise; dates are ISO text."""

    model: str
    model_id: str | None
    citation: str
    facts: Mapping[str, Any] = field(default_factory=dict)
