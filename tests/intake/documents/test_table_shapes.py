"""Tables of many shapes, read as the case file says: model, test, score, unit, metric, shots, settings."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from auditgen.intake.documents.drafting import Draft
from auditgen.intake.documents.extract import About, extract_documents
from auditgen.intake.documents.opening import read_document

CASES = yaml.safe_load((Path(__file__).parent / "cases_tables.yaml").read_text(encoding="utf-8"))


def drafts_of(source: str, name: str = "card.md") -> list[Draft]:
    return extract_documents([read_document(source.encode(), name)], About()).drafts


def row_text(draft: Draft, wanted: str) -> str:
    """The draft in the words of the case file, with the settings that the case asks about."""
    f = draft.fields
    parts = [f["model"], f["benchmark"], f["score"], f.get("unit", "-"), f.get("metric", "-"), f.get("shots", "-")]
    for asked in wanted.split(" | ")[6:]:
        key = asked.partition("=")[0].strip()
        if key == "copied":
            parts.append("copied" if "copied_from" in f else "not copied")
        else:
            parts.append(f"{key}={f.get(key) or draft.setting.get(key, '')}")
    return " | ".join(parts)


@pytest.mark.parametrize("case", CASES, ids=[c["name"] for c in CASES])
def test_table_is_read_as_the_case_says(case: dict[str, Any]) -> None:
    result = extract_documents([read_document(case["source"].encode(), "card.md")], About())
    found = [d for d in result.drafts if d.table]
    wanted = sorted(case["rows"])
    read = sorted(
        row_text(d, next((w for w in wanted if w.split(" | ")[:3] == row_text(d, "").split(" | ")[:3]), ""))
        for d in found
    )
    assert read == wanted
    if "skipped" in case:
        assert len(result.skipped) == case["skipped"]
        assert all(s.reason and s.place for s in result.skipped)
