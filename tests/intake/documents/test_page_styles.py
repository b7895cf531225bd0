"""One table set in many ways gives one reading, wherever figures and heads stand in their cells."""

from __future__ import annotations

import ctypes
from itertools import product

import pytest

from auditgen.intake.documents.page_frame import Frame
from auditgen.intake.documents.pdf_words import _words_of
from tests.intake.documents.reading import cells, extraction_of, from_tables
from tests.intake.documents.test_pages import TEXT, pdf_of

FIGURES = ("left", "center", "right")
HEADS = ("left", "center", "right")
RULES = {
    "none": "",
    "booktabs": "table{border-top:1pt solid;border-bottom:1pt solid} thead{border-bottom:.6pt solid}",
    "rows": "tr{border-bottom:.4pt solid #999}",
    "zebra": "tbody tr:nth-child(even){background:#eee}",
}
# Models over the figures, with names of two lines; tests in the rows, with a name of two lines and titles of groups.
TESTS_DOWN = """<table><thead><tr><th>Benchmark</th><th>Llama 3.1<br>70B Instruct</th><th>Qwen2.5-72B<br>Instruct</th>
<th>GPT-4o</th><th>Claude 3.5<br>Sonnet</th></tr></thead><tbody>
<tr><td colspan=5>Knowledge</td></tr>
<tr><td>MMLU</td><td>83.6</td><td>86.1</td><td>87.2</td><td>88.3</td></tr>
<tr><td>MMLU-Pro</td><td>66.4</td><td>71.1</td><td>72.6</td><td>78.0</td></tr>
<tr><td colspan=5>Coding Tasks</td></tr>
<tr><td>LiveCodeBench<br>(Aug 24 - May 25)</td><td>30.1</td><td>31.1</td><td>33.4</td><td>36.3</td></tr>
<tr><td>HumanEval</td><td>80.5</td><td>86.6</td><td>90.2</td><td>92.0</td></tr></tbody></table>"""
# Two measures under each of two tests; models down the rows.
TESTS_ACROSS = """<table><thead><tr><th rowspan=2>Model</th><th colspan=2>AIME 2024</th><th colspan=2>MATH-500</th></tr>
<tr><th>pass@1</th><th>cons@64</th><th>pass@1</th><th>cons@64</th></tr></thead><tbody>
<tr><td>OpenAI-o1-mini</td><td>63.6</td><td>80.0</td><td>90.0</td><td>92.1</td></tr>
<tr><td>QwQ-32B-Preview</td><td>50.0</td><td>60.0</td><td>90.6</td><td>91.4</td></tr>
<tr><td>DeepSeek-R1-Zero</td><td>71.0</td><td>86.7</td><td>95.9</td><td>97.0</td></tr></tbody></table>"""


def read(table: str, style: str) -> list[tuple[str, str, str]]:
    return cells(from_tables(extraction_of(pdf_of(TEXT + table + TEXT, style), "styled.pdf")))


def styled(figures: str, heads: str, rules: str, padding: int) -> str:
    """A style sheet."""
    return f"""<style>td{{text-align:{figures};padding:1.5pt {padding}pt}} td:first-child{{text-align:left}}
    th{{text-align:{heads};padding:1.5pt {padding}pt;vertical-align:middle}} th[colspan]{{text-align:center}}
    td[colspan]{{text-align:left;font-style:italic}} {RULES[rules]}</style>"""


WAYS = [
    (figures, heads, rules, (3, 5, 8)[n % 3])
    for n, (figures, heads, rules) in enumerate(product(FIGURES, HEADS, RULES))
]


@pytest.mark.parametrize(("figures", "heads", "rules", "padding"), WAYS)
def test_models_over_figures(figures: str, heads: str, rules: str, padding: int) -> None:
    found = read(TESTS_DOWN, styled(figures, heads, rules, padding))
    models = ("Llama 3.1 70B Instruct", "Qwen2.5-72B Instruct", "GPT-4o", "Claude 3.5 Sonnet")
    tests = ("MMLU", "MMLU-Pro", "LiveCodeBench (Aug 24 - May 25)", "HumanEval")
    assert [(m, t) for m, t, _ in found] == [(m, t) for t in tests for m in models]
    assert " ".join(score for _, _, score in found) == (
        "83.6 86.1 87.2 88.3 66.4 71.1 72.6 78.0 30.1 31.1 33.4 36.3 80.5 86.6 90.2 92.0"
    )


@pytest.mark.parametrize(("figures", "heads", "rules", "padding"), WAYS)
def test_measures_under_tests(figures: str, heads: str, rules: str, padding: int) -> None:
    found = read(TESTS_ACROSS, styled(figures, heads, rules, padding))
    assert found[:4] == [
        ("OpenAI-o1-mini", "AIME 2024", "63.6"),
        ("OpenAI-o1-mini", "AIME 2024", "80.0"),
        ("OpenAI-o1-mini", "MATH-500", "90.0"),
        ("OpenAI-o1-mini", "MATH-500", "92.1"),
    ]
    assert [t for _, t, _ in found] == ["AIME 2024", "AIME 2024", "MATH-500", "MATH-500"] * 3


NAMES_BETWEEN_ROWS = """<table><thead><tr><th rowspan=2>Model</th><th rowspan=2>Shot</th><th>COCO</th><th>OKVQA</th>
<th>TextVQA</th></tr><tr><th>(val)</th><th>(val)</th><th>(val)</th></tr></thead><tbody>
<tr><td rowspan=2>Flamingo-3B</td><td>4</td><td>85.0</td><td>43.3</td><td>32.7</td></tr>
<tr class=last><td>8</td><td>90.6</td><td>44.6</td><td>32.4</td></tr>
<tr><td rowspan=3>MM1-3B</td><td>0</td><td>73.5</td><td>26.1</td><td>29.4</td></tr>
<tr><td>4</td><td>99.3</td><td>48.6</td><td>45.3</td></tr>
<tr class=last><td>8</td><td>99.6</td><td>48.4</td><td>44.6</td></tr></tbody></table>"""


def test_names_in_the_middle_of_their_rows_between_rules() -> None:
    style = (
        "<style>td,th{padding:1pt 6pt;text-align:center;vertical-align:middle} td[rowspan]{text-align:left}"
        "thead{border-bottom:.6pt solid} tr.last td,td[rowspan]{border-bottom:.4pt solid}</style>"
    )
    found = read(NAMES_BETWEEN_ROWS, style)
    assert [(m, s) for m, t, s in found if t == "OKVQA"] == [
        ("Flamingo-3B", "43.3"), ("Flamingo-3B", "44.6"), ("MM1-3B", "26.1"), ("MM1-3B", "48.6"), ("MM1-3B", "48.4"),
    ]  # fmt: skip
    drafts = from_tables(extraction_of(pdf_of(TEXT + NAMES_BETWEEN_ROWS + TEXT, style), "styled.pdf"))
    assert [d.fields["shots"] for d in drafts if d.fields["benchmark"] == "OKVQA"] == ["4", "8", "0", "4", "8"]


class Lines:
    """The places of characters: one line after another, as the reader of pages gives them."""

    def __init__(self, *lines: str) -> None:
        self.places = [(7.0 * k, 700.0 - 10 * n) for n, line in enumerate(lines) for k in range(len(line))]

    def FPDFText_GetCharOrigin(self, handle: object, at: int, x: ctypes.c_double, y: ctypes.c_double) -> bool:
        x.value, y.value = self.places[at]
        return True


@pytest.mark.parametrize("dashes", ["-", "--"])
def test_a_dash_in_the_last_cell_is_not_the_hyphen_of_the_next_row(dashes: str) -> None:
    # Where a dash ends a line, the reader of pages may take it for a hyphen and join it with the next row's name.
    raw = Lines(dashes, "LongBench-v2")
    words = _words_of(f"{dashes}LongBench-v2", None, raw, Frame(600, 800, 0))
    n = len(dashes)
    assert list(words) == [(0, n - 1, dashes, 0), (n, n + 11, "LongBench-v2", 0)]


def test_a_hyphen_breaks_a_word() -> None:
    words = _words_of("Long-Bench", None, Lines("Long-", "Bench"), Frame(600, 800, 0))
    assert list(words) == [(0, 3, "Long-Bench", 5)]


def test_names_of_three_lines_beside_names_of_two() -> None:
    table = """<table><tr><th>Benchmark</th><th>DeepSeek<br>V3.1-<br>NonThinking</th><th>DeepSeek<br>V3 0324</th>
    <th>DeepSeek<br>V3.1-<br>Thinking</th><th>DeepSeek<br>R1 0528</th></tr>
    <tr><td>MMLU-Pro (EM)</td><td>83.7</td><td>81.2</td><td>84.8</td><td>85.0</td></tr>
    <tr><td>Terminal-bench (Terminus &nbsp;1 framework)</td><td>31.3</td><td>13.3</td><td>-</td><td>5.7</td></tr>
    <tr><td>AIME 2024</td><td>66.3</td><td>59.4</td><td>93.1</td><td>91.4</td></tr></table>"""
    style = styled("center", "center", "none", 4) + "<style>th{vertical-align:bottom}</style>"
    found = read(table, style)
    assert [m for m, t, s in found if t == "AIME 2024"] == [
        "DeepSeek V3.1-NonThinking", "DeepSeek V3 0324", "DeepSeek V3.1-Thinking", "DeepSeek R1 0528",
    ]  # fmt: skip
    assert [t for m, t, s in found if s == "13.3"] == ["Terminal-bench (Terminus 1 framework)"]
