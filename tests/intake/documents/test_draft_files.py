"""The draft file: read back by the claims reader, drafts refused, formulas harmless, contradictions first."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from openpyxl import load_workbook

from auditgen.intake.claims import read_claims, read_claims_bytes
from auditgen.intake.documents.draft import draft_file, table_sheets
from auditgen.intake.documents.draft_file import read_draft_file, to_xlsx, to_yaml
from auditgen.intake.errors import InputError
from tests.intake.documents.reading import CARD, extraction_of

TWICE = CARD + "\n## Again\n\n| Benchmark | DeepSeek-V3 |\n|---|---|\n| MMLU (5-shot) | 87.9 |\n"


@pytest.mark.parametrize("form", ["yaml", "xlsx"])
def test_drafts_are_refused_until_confirmed_and_then_read(form: str, tmp_path: Path) -> None:
    result = extraction_of(TWICE)
    file = draft_file(result)
    path = tmp_path / f"drafts.{form}"

    def write() -> None:
        path.write_bytes(to_yaml(file) if form == "yaml" else to_xlsx(file, table_sheets(result)))

    write()
    with pytest.raises(InputError, match="4 of 4 still draft"):
        read_claims(path)
    claims = read_claims(path, accept_drafts=True).claims
    assert [(c.model, c.benchmark, c.score.text if c.score else None, c.shots) for c in claims][:2] == [
        ("DeepSeek-V3", "MMLU", "88.5", "5"),
        ("DeepSeek-V3", "MMLU", "87.9", "5"),
    ]
    file.rows[0]["status"] = "confirmed"
    for row in file.rows[1:]:
        row["status"] = "rejected"
    write()
    confirmed = read_claims(path)
    assert [c.id for c in confirmed.claims] == [file.rows[0]["id"]]
    assert confirmed.claims[0].quote == "88.5"
    assert confirmed.sources[0].sha256 == result.sources[0].sha256


def test_contradictions_stand_first_in_rows_and_remarks() -> None:
    file = draft_file(extraction_of(TWICE))
    assert [row["score"] for row in file.rows[:2]] == ["88.5", "87.9"]
    assert file.rows[0]["flags"].startswith("contradiction with ")
    assert "1 contradictions" in file.remarks[2]
    assert '"88.5"' in file.remarks[3]
    assert '"87.9"' in file.remarks[3]
    text = to_yaml(file).decode()
    assert text.index("CONTRADICTION") < text.index("schema:")


def test_a_sheet_per_table_shows_the_cell_beside_its_reading() -> None:
    result = extraction_of(TWICE)
    book = load_workbook(io.BytesIO(to_xlsx(draft_file(result), table_sheets(result))))
    assert book.sheetnames == ["claims", "sources", "remarks", "card t1", "card t2"]
    rows = [[cell.value for cell in row] for row in book["card t1"].iter_rows()]
    assert rows[1][:5] == ["88.5", "MMLU (5-shot)", "DeepSeek-V3", "DeepSeek-V3", "MMLU"]


def test_nothing_in_a_workbook_is_a_formula() -> None:
    source = CARD.replace("GPT-4o 0513", "=cmd()|GPT-4o 0513").replace("GPQA-Diamond", "@SUM(A1) GPQA-Diamond")
    result = extraction_of(source.replace("=cmd()|", "=cmd() "))
    book = load_workbook(io.BytesIO(to_xlsx(draft_file(result), table_sheets(result))))
    kinds = {cell.data_type for sheet in book for row in sheet.iter_rows() for cell in row if cell.value is not None}
    assert kinds == {"s"}
    assert any(str(c.value).startswith("=cmd") for row in book["claims"].iter_rows() for c in row)


def test_every_row_has_place_quotation_flags_and_an_own_id() -> None:
    rows = draft_file(extraction_of(TWICE)).rows
    assert len({row["id"] for row in rows}) == len(rows)
    for row in rows:
        assert row["status"] == "draft"
        assert row["place"]
        assert row["quote"]
        assert row["confidence"] in ("high", "medium", "low")


def test_what_the_reader_would_refuse_is_mended_and_said() -> None:
    source = """# DeepSeek-V3
| Benchmark | DeepSeek-V3 | GPT-4o 0513 |
|---|---|---|
| MMLU (accuracy %) | 188.5 | 0.5% |
| GPQA-Diamond | 0.0 | 0.7 |
| HumanEval | 1 | 45.1 |
"""
    result = extraction_of(source)
    claims = read_claims_bytes(to_yaml(draft_file(result)), "d.yaml", accept_drafts=True).claims
    assert len(claims) == 6
    wrong = next(d for d in result.drafts if d.fields["score"] == "188.5")
    assert "figure does not fit its unit" in wrong.flags
    assert wrong.confidence == "low"


def test_a_draft_file_reads_back_as_it_was_written(tmp_path: Path) -> None:
    file = draft_file(extraction_of(TWICE))
    for form, data in (("yaml", to_yaml(file)), ("xlsx", to_xlsx(file))):
        path = tmp_path / f"d.{form}"
        path.write_bytes(data)
        again = read_draft_file(path)
        assert [r["id"] for r in again.rows] == [r["id"] for r in file.rows]
        assert [r["x_reading"] for r in again.rows] == [r["x_reading"] for r in file.rows]
        assert [r["score"] for r in again.rows] == [r["score"] for r in file.rows]
