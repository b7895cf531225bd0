"""Tables on PDF pages: frames of lines, rules between tables set close together, and tables that go on on a page."""

from __future__ import annotations

import pytest

from auditgen.intake.documents.opening import read_document
from tests.intake.documents.reading import cells, extraction_of, from_tables
from tests.intake.documents.test_pages import pdf_of

FRAMED = """<style>@page{size:A4;margin:2cm} table{border-collapse:collapse;font:9pt serif}
td,th{border:.6pt solid black;padding:2pt 4pt;text-align:center}</style>"""
BARE = "<style>table{font:8pt serif} td,th{padding:1pt 7pt} h3{font-size:12pt}</style>"
METRICS = """<table><tr><th>Category</th><th>Test</th><th># Shots</th><th>Metric</th><th>Llama 3.1 8B</th>
<th>Llama 3.1 70B</th></tr>
<tr><td>General</td><td>MMLU</td><td>5</td><td>macro_avg/acc</td><td>66.7</td><td>79.3</td></tr>
<tr><td></td><td>ARC-Challenge</td><td>25</td><td>acc</td><td>79.7</td><td>92.9</td></tr>
<tr><td>Reading</td><td>SQuAD</td><td>1</td><td>em</td><td>77</td><td>81.8</td></tr></table>"""
SPANNED = """<table><tr><th rowspan=2>Test</th><th colspan=2>Llama 3.1</th></tr><tr><th>8B</th><th>70B</th></tr>
<tr><td>MMLU</td><td>66.7</td><td>79.3</td></tr><tr><td>GSM8K</td><td>84.5</td><td>95.1</td></tr></table>"""
MODELS = ("GPT-4o", "Claude 3 Opus", "DeepSeek-V3", "Qwen2.5-72B", "Llama 3.1 8B", "Mistral 7B")


def rows(first: int, last: int) -> str:
    return "".join(
        f"<tr><td>{MODELS[i % 6]}</td><td>{40 + i}.1</td><td>{50 + i}.2</td></tr>" for i in range(first, last)
    )


def test_a_frame_round_every_cell_keeps_words_between_figures_in_their_column() -> None:
    drafts = from_tables(extraction_of(pdf_of(METRICS, FRAMED), "a.pdf"))
    read = {
        (d.fields["model"], d.fields["benchmark"]): (d.fields["score"], d.fields["shots"], d.fields["metric"])
        for d in drafts
    }
    assert len(read) == 6
    assert read[("Llama 3.1 8B", "MMLU")] == ("66.7", "5", "macro_avg/acc")
    assert read[("Llama 3.1 70B", "ARC-Challenge")] == ("92.9", "25", "acc")
    assert read[("Llama 3.1 8B", "SQuAD")] == ("77", "1", "em")
    assert {d.confidence for d in drafts} <= {"medium", "low"}


def test_merged_cells_of_a_frame_are_told_by_the_lines_that_are_missing() -> None:
    read = cells(from_tables(extraction_of(pdf_of(SPANNED, FRAMED), "a.pdf")))
    assert sorted(read) == [
        ("Llama 3.1 70B", "GSM8K", "95.1"),
        ("Llama 3.1 70B", "MMLU", "79.3"),
        ("Llama 3.1 8B", "GSM8K", "84.5"),
        ("Llama 3.1 8B", "MMLU", "66.7"),
    ]


@pytest.mark.parametrize(("style", "above"), [(FRAMED, 224), (BARE, 230)])
def test_a_table_that_goes_on_on_the_next_page_keeps_its_head(style: str, above: int) -> None:
    table = f"<table><tr><th>Model</th><th>MMLU</th><th>GSM8K</th></tr>{rows(0, 6)}</table>"
    page = pdf_of(f"<div style='height:{above}mm'></div>{table}", style)
    drafts = from_tables(extraction_of(page, "a.pdf"))
    assert {d.fields["place"].split(",")[0] for d in drafts} == {"page 1", "page 2"}
    assert [r for r in cells(drafts) if r[1] == "GSM8K"] == [(MODELS[i], "GSM8K", f"{50 + i}.2") for i in range(6)]


def test_two_tables_under_headings_of_their_own_are_two_tables() -> None:
    first = f"<h3>Ruler</h3><table><tr><th>Model</th><th>4k</th><th>8k</th></tr>{rows(0, 3)}</table>"
    second = f"<h3>LongBench v2</h3><table><tr><th>Model</th><th>easy</th><th>hard</th></tr>{rows(3, 6)}</table>"
    drafts = from_tables(extraction_of(pdf_of(first + second, BARE), "a.pdf"))
    assert {(d.fields["model"], d.fields["benchmark"]) for d in drafts} == {
        *((m, "Ruler") for m in MODELS[:3]),
        *((m, "LongBench v2") for m in MODELS[3:]),
    }
    assert {d.fields["subset"] for d in drafts} == {"4k", "8k", "easy", "hard"}


def test_larger_and_bold_lines_of_a_page_are_headings() -> None:
    body = f"<h2>Base models</h2><p>{'What we ran stands in the table below. ' * 6}</p>{METRICS}"
    document = read_document(pdf_of(body, FRAMED), "a.pdf")
    assert [p.text for p in document.passages if p.level] == ["Base models"]
    drafts = from_tables(extraction_of(pdf_of(body, FRAMED), "a.pdf"))
    assert {d.fields.get("weights") for d in drafts} == {"base"}
