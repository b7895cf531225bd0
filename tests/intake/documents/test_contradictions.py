"""A4 over extraction: the worked pairs, what excuses a difference, one claimant over two documents, dashes."""

from decimal import Decimal

import pytest

from auditgen.intake.documents.extract import About, extract, extract_documents
from auditgen.intake.documents.opening import read_document
from tests.intake.documents.reading import extraction_of
from tests.shared_data import shared


def two_tables(a: str, b: str, label_a: str = "MMLU (5-shot)", label_b: str = "MMLU (5-shot)") -> str:
    return (
        f"# DeepSeek-V3\n## One\n| Benchmark | DeepSeek-V3 |\n|---|---|\n| {label_a} | {a} |\n| GSM8K | 89.3 |\n"
        f"## Two\n| Benchmark | DeepSeek-V3 |\n|---|---|\n| {label_b} | {b} |\n| GSM8K | 89.3 |\n"
    )


@pytest.mark.parametrize(
    ("a", "b", "points"),
    [("88.5", "88.50", None), ("33.8", "38.9", "5.1"), ("88.5", "88.46", None), ("88.5", "88.44", "0.06")],
)
def test_the_worked_pairs(a: str, b: str, points: str | None) -> None:
    found = extraction_of(two_tables(a, b)).contradictions
    if points is None:
        assert found == []
    else:
        assert [(c.kind, c.points, c.a, c.b) for c in found] == [("contradiction", Decimal(points), a, b)]
        assert "table 1" in found[0].place_a
        assert "table 2" in found[0].place_b


def test_settings_that_differ_excuse_a_difference_and_one_left_out_makes_it_possible() -> None:
    assert extraction_of(two_tables("88.5", "75.9", label_b="MMLU (0-shot)")).contradictions == []
    found = extraction_of(two_tables("88.5", "75.9", label_b="MMLU")).contradictions
    assert [(c.kind, c.why) for c in found] == [("possible", "only one place states shots")]


def test_other_scales_and_parts_are_other_things() -> None:
    source = """# DeepSeek-V3
| Benchmark (Metric) | DeepSeek-V3 |
|---|---|
| Codeforces (Rating) | 1134 |
| Codeforces (Percentile) | 58.7 |
| AIME 2024 (pass@1) | 39.2 |
| AIME 2024 (cons@64) | 50.0 |
| Tau2 retail | 69.1 |
| Tau2 airline | 39.0 |
| LiveCodeBench (Pass@1-COT) | 40.5 |
| LiveCodeBench (Pass@1) | 37.6 |
"""
    assert extraction_of(source).contradictions == []


def test_a_dash_beside_a_figure_of_the_same_claimant_is_shown() -> None:
    one = "# DeepSeek-R1\n| Benchmark | DeepSeek V3 | DeepSeek-R1 |\n|---|---|---|\n| LiveCodeBench | - | 65.9 |\n"
    two = one.replace("| - |", "| 36.2 |")
    documents = [read_document(one.encode(), "README.md"), read_document(two.encode(), "paper.md")]
    found = extract_documents(documents, About()).contradictions
    assert [(c.kind, c.a, c.b) for c in found] == [("gap", "-", "36.2")]
    # Two claimants may differ.
    other = read_document(two.replace("# DeepSeek-R1", "# Kimi K2").encode(), "paper.md")
    assert extract_documents([documents[0], other], About()).contradictions == []


def test_a_readme_and_the_paper_of_the_same_commit() -> None:
    readme, paper = (
        shared("claim-documents/deepseek-r1-readme/README.md"),
        shared("claim-documents/deepseek-r1-paper-pdf/DeepSeek_R1.pdf"),
    )
    found = extract([readme, paper]).contradictions
    certain = {(c.model, c.benchmark, c.a, c.b) for c in found if c.kind == "contradiction"}
    assert certain == {
        ("QwQ-32B-Preview", "AIME 2024", "44.0", "50.0"),
        ("Claude-3.5-Sonnet-1022", "LiveCodeBench", "33.8", "38.9"),
        ("GPT-4o 0513", "LiveCodeBench", "34.2", "32.9"),
    }
    assert ("DeepSeek V3", "LiveCodeBench", "-", "36.2") in {
        (c.model, c.benchmark, c.a, c.b) for c in found if c.kind == "gap"
    }
    for one in found:
        assert "README.md, line" in one.place_a
        assert one.a in one.sentence
        assert one.b in one.sentence


def test_a_government_report_against_itself() -> None:
    report = shared("claim-documents/caisi-deepseek-2025/caisi-deepseek-2025-excerpt.txt")
    pairs = {(c.model, c.benchmark, c.a, c.b) for c in extract([report]).contradictions}
    assert ("DeepSeek R1", "MMMLU", "82.7", "81.6") in pairs
    assert ("DeepSeek R1-0528", "MMLU-Pro", "89.0", "89.7") in pairs
