"""The tables of one document as checks see them: who scored what on which test, and how the cell was printed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from auditgen.checks.facts import Facts
from auditgen.checks.setup import Setup


@dataclass(frozen=True)
class TableRow:
    """One cell of a table: a model's figure on a test. `model_key` and `test_key` are equal where the same is meant."""

    claim_id: str
    model: str
    model_key: str
    developer: str | None
    test: str
    test_key: str
    benchmark_id: str | None
    domain: str | None
    subset: str | None
    metric: str | None
    table: str
    weights: str
    text: str
    unit: str
    share: float | None
    n_items: int | None
    place: str | None
    higher_is_better: bool
    copied: bool
    own: bool
    subject: bool
    setup: Setup

    @property
    def shown(self) -> str:
        """The figure as printed, with its sign."""
        return f"{self.text}%" if self.unit == "percent" else self.text


@dataclass
class Document:
    """All cells of one document, indexed by model and by test."""

    id: str
    one_evaluation: bool
    rows: tuple[TableRow, ...]
    by_id: dict[str, TableRow] = field(default_factory=dict)
    by_model: dict[str, list[TableRow]] = field(default_factory=dict)
    by_test: dict[str, list[TableRow]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for row in self.rows:
            self.by_id[row.claim_id] = row
            self.by_model.setdefault(row.model_key, []).append(row)
            self.by_test.setdefault(row.test_key, []).append(row)

    def row(self, claim_id: str) -> TableRow | None:
        """The cell that a claim stands for."""
        return self.by_id.get(claim_id)

    def same_cell(self, own: TableRow) -> list[TableRow]:
        """Other cells for the same model, test, part and metric, in the order of the document."""
        return [
            r
            for r in self.by_model.get(own.model_key, ())
            if r.claim_id != own.claim_id and r.test_key == own.test_key and _metric(r) == _metric(own)
        ]

    def tests_of(self, model_key: str) -> dict[str, list[TableRow]]:
        """Cells of one model that are shares, by test."""
        found: dict[str, list[TableRow]] = {}
        for row in self.by_model.get(model_key, ()):
            if row.share is not None:
                found.setdefault(row.test_key, []).append(row)
        return found


def _metric(row: TableRow) -> str:
    """The metric without what the set-up already says."""
    return row.setup.combining or "single"


_PARSED: dict[str, Document] = {}


def document_of(facts: Facts) -> Document | None:
    """The claim's document; parsed once per content."""
    found = facts.evidence("document")
    if not found:
        return None
    key = found[0].sha256
    if key not in _PARSED:
        if len(_PARSED) > 64:
            _PARSED.clear()
        _PARSED[key] = parse_document(found[0].content)
    return _PARSED[key]


def parse_document(content: Mapping[str, Any]) -> Document:
    """A Document from the content of its evidence."""
    rows = tuple(TableRow(**{**row, "setup": Setup(**row["setup"])}) for row in content["rows"])
    return Document(content["id"], bool(content.get("one_evaluation")), rows)
