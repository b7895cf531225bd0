"""PDFs and laid-out text: tables by the places of words, refused scans, places and quotations."""

from __future__ import annotations

import base64
import io
from functools import cache
from pathlib import Path

import pytest

from auditgen.intake.documents.extract import extract
from auditgen.intake.documents.opening import read_document
from auditgen.intake.errors import InputError
from auditgen.report.fonts import FACES, face_bytes
from tests.intake.documents.reading import cells, extraction_of, from_tables

STYLE = """<style>@page{size:A4;margin:2.2cm} body{font:10pt serif;text-align:justify} table{border-collapse:collapse;
margin:1em auto;font-size:9pt} .b td,.b th{padding:1px 5px} .b{border-top:1pt solid;border-bottom:1pt solid}
.r td,.r th{border:.5pt solid #888;padding:2px 4px} td,th{text-align:center} td:first-child{text-align:left}</style>"""
TEXT = (
    "<p>"
    + "We evaluate the models under the same conditions and report what we found in the table that follows this text. "
    * 4
    + "</p>"
)
SPANS = """<table class=b><tr><th rowspan=2>Model</th><th colspan=2>AIME 2024</th><th>MATH-500</th>
<th colspan=2>LiveCodeBench</th></tr>
<tr><th>pass@1</th><th>cons@64</th><th>pass@1</th><th>pass@1</th><th>cons@64</th></tr>
<tr><td>OpenAI-o1-mini</td><td>63.6</td><td>80.0</td><td>90.0</td><td>53.8</td><td>60.1</td></tr>
<tr><td>QwQ-32B-Preview</td><td>50.0</td><td>60.0</td><td>90.6</td><td>41.9</td><td>50.2</td></tr>
<tr><td>DeepSeek-R1</td><td>79.8</td><td>86.7</td><td>97.3</td><td>65.9</td><td>70.3</td></tr></table>"""
RULED = """<table class=r><tr><th>Benchmark</th><th>Shots</th><th>Llama 3.1 70B</th><th>Qwen2.5-72B</th>
<th>DeepSeek-V3</th></tr>
<tr><td>MMLU</td><td>5</td><td>79.3</td><td>85.0</td><td>87.1</td></tr>
<tr><td>MMLU-Pro</td><td>5</td><td>53.8</td><td>–</td><td>64.4</td></tr>
<tr><td>GSM8K</td><td>8</td><td>83.5</td><td>88.3</td><td>89.3</td></tr></table>"""
SMALL = """<table class=b><tr><th>Model</th><th>MMLU</th><th>GSM8K</th><th>HumanEval</th></tr>
<tr><td>Qwen2.5-7B-Instruct</td><td>74.2</td><td>91.6</td><td>84.8</td></tr>
<tr><td>Mistral 7B</td><td>60.3</td><td>54.4</td><td>36.0</td></tr>
<tr><td>Gemma 2 9B IT</td><td>72.3</td><td>76.7</td><td>68.9</td></tr></table>"""


@cache
def faces() -> str:
    """The report's own text face, so that pages are the same whatever fonts a machine or an earlier test set up."""
    face = next(f for f in FACES if f.style == "normal")
    data = base64.b64encode(face_bytes(face)).decode()
    return f"<style>@font-face{{font-family:Page;src:url(data:font/ttf;base64,{data})}}</style>"


def pdf_of(body: str, style: str = "") -> bytes:
    from weasyprint import HTML

    styles = (STYLE + style).replace("serif", "Page")
    made: bytes = HTML(string=faces() + styles + body).write_pdf()
    return made


def test_headers_that_span_columns_and_booktabs_rules() -> None:
    drafts = from_tables(extraction_of(pdf_of(f"<h1>A study</h1>{TEXT}{SPANS}{TEXT}"), "a.pdf"))
    read = {(d.fields["model"], d.fields["benchmark"], d.fields["metric"]): d.fields["score"] for d in drafts}
    assert len(drafts) == 15
    assert read[("OpenAI-o1-mini", "AIME 2024", "cons@64")] == "80.0"
    assert read[("QwQ-32B-Preview", "MATH-500", "pass@1")] == "90.6"
    assert read[("DeepSeek-R1", "LiveCodeBench", "cons@64")] == "70.3"
    assert {d.confidence for d in drafts} <= {"medium", "low"}


def test_ruled_table_with_shots_and_a_dash() -> None:
    result = extraction_of(pdf_of(f"{TEXT}<p>Table 2: Base models.</p>{RULED}{TEXT}"), "a.pdf")
    drafts = from_tables(result)
    assert ("DeepSeek-V3", "GSM8K", "89.3") in cells(drafts)
    assert len(drafts) == 8
    assert {d.fields["shots"] for d in drafts if d.fields["benchmark"] == "MMLU"} == {"5"}
    assert {d.fields.get("weights") for d in drafts} == {"base"}
    assert [g.test for g in result.gaps] == ["MMLU-Pro"]
    assert all(d.spot.page == 1 and "page 1" in d.fields["place"] for d in drafts)


def test_tables_in_two_columns_of_text() -> None:
    style = "<style>body{column-count:2;column-gap:8mm;font-size:9pt} table{font-size:6pt}</style>"
    body = f"{TEXT * 3}{SMALL}{TEXT * 3}{SPANS}{TEXT * 6}"
    drafts = from_tables(extraction_of(pdf_of(body, style), "a.pdf"))
    read = cells(drafts)
    assert len(read) == 9 + 15
    assert ("Qwen2.5-7B-Instruct", "GSM8K", "91.6") in read
    assert ("DeepSeek-R1", "AIME 2024", "86.7") in read


def test_sentences_of_a_page_are_candidates_and_tables_are_not_read_twice() -> None:
    body = f"<p>On GSM8K, DeepSeek-V3 achieves 89.3% accuracy, which is what the table shows.</p>{RULED}"
    result = extraction_of(pdf_of(body), "a.pdf")
    prose = [d for d in result.drafts if not d.table]
    assert [(d.fields["model"], d.fields["benchmark"], d.fields["score"]) for d in prose] == [
        ("DeepSeek-V3", "GSM8K", "89.3")
    ]
    assert prose[0].confidence == "low"
    assert "repeats a cell of a table" in prose[0].flags


def test_a_scan_is_refused_in_plain_words() -> None:
    pixel = (
        "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='400' height='400'><rect"
        " width='400' height='400'/></svg>"
    )
    with pytest.raises(InputError, match=r"text layer.*scan: 2 of 2 pages are pictures without text"):
        extraction_of(pdf_of(f'<img src="{pixel}"><p style="break-before:page"></p><img src="{pixel}">'), "scan.pdf")


def test_a_locked_and_a_broken_pdf_are_refused() -> None:
    import pikepdf

    locked = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf_of(TEXT))) as pdf:
        pdf.save(locked, encryption=pikepdf.Encryption(owner="o", user="u"))
    with pytest.raises(InputError, match="password"):
        read_document(locked.getvalue(), "locked.pdf")
    with pytest.raises(InputError, match="broken PDF"):
        read_document(b"%PDF-1.7\nnothing", "broken.pdf")


def test_progress_is_told_page_by_page(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf_of(TEXT + "<p style='break-before:page'>" + TEXT))
    told: list[tuple[str, int, int]] = []
    extract([path], progress=lambda *step: told.append(step))
    assert told[:2] == [("a.pdf", 1, 2), ("a.pdf", 2, 2)]


LAID_OUT = """3.1 Overview

                                      Model
    Domain         Evaluation    OpenAI    Anthropic    DeepSeek
                                 GPT-5      Opus 4        V3.1
                   CVE-Bench      65.6       66.7         36.7
    Cyber            Cybench      73.5       46.9          40
                   SWE-bench
   Software                          63.0 ± 2.3   66.7 ± 2.2   54.8 ± 2.4
                     Verified
                    SMT 2025         91.8        82.2        86.2
Mathematical OTIS-AIME
                                     91.9        66.7        77.6
  Reasoning           2025
Table 3.1: Summary of performance. Results show accuracy (percentage of tasks solved) on each benchmark
± standard error of the mean.
"""


def test_text_laid_out_with_spaces_keeps_labels_broken_around_their_figures() -> None:
    drafts = from_tables(extraction_of(LAID_OUT, "report.txt"))
    read = cells(drafts)
    assert len(read) == 15
    assert ("Anthropic Opus 4", "SWE-bench Verified", "66.7") in read
    assert ("DeepSeek V3.1", "OTIS-AIME 2025", "77.6") in read
    assert ("OpenAI GPT-5", "SMT 2025", "91.8") in read
    spread = next(d for d in drafts if d.fields["score"] == "54.8")
    assert (spread.fields["uncertainty"], spread.fields["uncertainty_kind"]) == ("2.4", "se")
    assert spread.fields["metric"] == "accuracy (percentage of tasks solved)"
    assert spread.spot.line == 9
