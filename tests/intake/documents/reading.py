"""Short ways for the tests to read a document and look at its drafts."""

from __future__ import annotations

from auditgen.intake.documents.blocks import Document
from auditgen.intake.documents.drafting import Draft
from auditgen.intake.documents.extract import About, Extraction, extract_documents
from auditgen.intake.documents.opening import read_document

CARD = """# DeepSeek-V3

| Benchmark | DeepSeek-V3 | GPT-4o 0513 |
|---|---|---|
| MMLU (5-shot) | **88.5** | 87.2 |
| GPQA-Diamond | 59.1 | - |
"""


def document_of(source: str | bytes, name: str = "card.md") -> Document:
    return read_document(source.encode() if isinstance(source, str) else source, name)


def extraction_of(source: str | bytes, name: str = "card.md", **about: str) -> Extraction:
    return extract_documents([document_of(source, name)], About(**about))  # type: ignore[arg-type]


def from_tables(result: Extraction) -> list[Draft]:
    return [d for d in result.drafts if d.table]


def cells(drafts: list[Draft]) -> list[tuple[str, str, str]]:
    return [(d.fields["model"], d.fields["benchmark"], d.fields["score"]) for d in drafts]
