"""DOCX, XLSX and CSV: merged cells, shown numbers, places, archives that bite."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest

from auditgen.intake.documents.opening import read_document
from auditgen.intake.errors import InputError
from tests.intake.documents.reading import cells, extraction_of, from_tables


def docx_of(fill: Any) -> bytes:
    import docx

    file = docx.Document()
    fill(file)
    out = io.BytesIO()
    file.save(out)
    return out.getvalue()


def xlsx_of(fill: Any) -> bytes:
    import openpyxl

    book = openpyxl.Workbook()
    fill(book)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def family_table(file: Any) -> None:
    file.add_heading("Results", 1)
    file.add_paragraph("All models are evaluated with a maximum output length of 8K tokens.")
    table = file.add_table(rows=4, cols=3)
    table.cell(0, 0).merge(table.cell(1, 0))
    table.cell(0, 1).merge(table.cell(0, 2))
    texts = {(0, 0): "Benchmark", (0, 1): "Llama 3.1", (1, 1): "8B", (1, 2): "70B"}
    texts |= {(2, 0): "MMLU (5-shot)", (2, 1): "66.7", (2, 2): "79.3", (3, 0): "GSM8K", (3, 1): "84.5", (3, 2): "-"}
    for (r, c), text in texts.items():
        table.cell(r, c).text = text
    table.cell(2, 2).paragraphs[0].runs[0].bold = True


def test_docx_with_merged_cells() -> None:
    result = extraction_of(docx_of(family_table), "a.docx")
    drafts = from_tables(result)
    assert cells(drafts) == [
        ("Llama 3.1 8B", "MMLU", "66.7"),
        ("Llama 3.1 70B", "MMLU", "79.3"),
        ("Llama 3.1 8B", "GSM8K", "84.5"),
    ]
    assert "bold" in drafts[1].flags
    assert "model joined from two labels" in drafts[1].flags
    assert drafts[1].fields["place"].startswith("table 1, row 3, column 3")
    assert drafts[1].setting["max_tokens"] == "8K"
    assert [g.text for g in result.gaps] == ["-"]


def scores_sheet(book: Any) -> None:
    sheet = book.active
    sheet.title = "Scores"
    sheet.append(["Scores of June"])
    sheet.append([])
    sheet.append(["Model", "MMLU", "HumanEval"])
    sheet.append(["GPT-4o-2024-08-06", 0.887, 0.90])
    sheet.append(["Claude 3 Opus", 0.868, 0.849])
    for row in sheet["B4:C5"]:
        for cell in row:
            cell.number_format = "0.0%"


def test_xlsx_numbers_are_read_as_their_cells_show_them() -> None:
    drafts = from_tables(extraction_of(xlsx_of(scores_sheet), "a.xlsx"))
    assert [(d.fields["score"], d.fields["unit"], d.fields["quote"]) for d in drafts] == [
        ("88.7", "percent", "88.7%"),
        ("90.0", "percent", "90.0%"),
        ("86.8", "percent", "86.8%"),
        ("84.9", "percent", "84.9%"),
    ]
    assert drafts[1].fields["place"].startswith("sheet Scores, cell C4")


def test_csv_with_semicolons_and_decimal_commas_is_read_with_little_confidence() -> None:
    drafts = from_tables(
        extraction_of("Benchmark;Qwen2.5-72B;Llama 3.1 70B\nMMLU;86,1;79,3\nGSM8K;91,5;83,0\n", "a.csv")
    )
    assert cells(drafts)[0] == ("Qwen2.5-72B", "MMLU", "86.1")
    assert {d.confidence for d in drafts} == {"low"}
    assert drafts[0].fields["quote"] == "86,1"


def archive_with(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()


def test_archives_that_grow_or_define_entities_are_refused() -> None:
    bomb = archive_with({"word/document.xml": b"<a>" + b" " * 210_000_000 + b"</a>"})
    with pytest.raises(InputError, match="MB unpacked"):
        read_document(bomb, "bomb.docx")
    laughs = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "xxxxxxxxxx">]><a>&b;</a>'
    for part, name in (("word/document.xml", "a.docx"), ("xl/workbook.xml", "a.xlsx")):
        with pytest.raises(InputError, match="document type definition"):
            read_document(archive_with({part: laughs}), name)
    with pytest.raises(InputError, match="neither DOCX nor XLSX"):
        read_document(archive_with({"a.txt": b"x"}), "a.zip")


def test_other_kinds_are_refused_by_name() -> None:
    for data, said in (
        (b"\xd0\xcf\x11\xe0" + b"x" * 600, "old Word or Excel"),
        (b"\x89PNG\r\n", "picture"),
        (b"", "empty file"),
        (b"\x00\x01\x02" * 50, "binary"),
    ):
        with pytest.raises(InputError, match=said):
            read_document(data, "a.bin")
