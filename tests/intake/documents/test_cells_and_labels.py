"""One cell, one label: what is a figure, what is missing, what a label says beside its name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditgen.intake.documents.cells import read_cell
from auditgen.intake.documents.inline import plain
from auditgen.intake.documents.labels import read_label


@pytest.mark.parametrize(
    ("text", "kind", "number"),
    [
        ("88.7", "number", "88.7"),
        ("07.6", "number", "07.6"),
        ("88.50%", "number", "88.50"),
        ("８８.７％", "number", "88.7"),
        ("1,234", "number", "1,234"),
        ("88,7", "number", "88.7"),
        ("+13.2", "number", "13.2"),
        ("−1.5", "number", "-1.5"),
        (">90", "number", "90"),
        ("63.0 ± 2.3", "number", "63.0"),
        ("63.0% (±2.3)", "number", "63.0"),
        ("0.71 [0.68, 0.74]", "number", "0.71"),
        ("88.7 (5-shot)", "number", "88.7"),
        ("-", "missing", "-"),
        ("—", "missing", "—"),
        ("n/a", "missing", "n/a"),
        ("", "empty", ""),
        ("42.2/36.6", "pair", "42.2/36.6"),
        ("20-80%", "range", "20-80%"),
        ("37B", "text", "37B"),
        ("16.3GB", "text", "16.3GB"),
        ("86.50.5", "text", "86.50.5"),
        ("No multimodal support", "text", "No multimodal support"),
    ],
)
def test_cell_is_read_as_what_it_is(text: str, kind: str, number: str) -> None:
    figure = read_cell(text)
    assert (figure.kind, figure.text) == (kind, number)


def test_parts_of_a_cell_are_kept_apart() -> None:
    assert read_cell("63.0 ± 2.3").spread == "2.3"
    assert read_cell("0.71 [0.68, 0.74]").interval == ("0.68", "0.74")
    assert read_cell("88.7 (5-shot)").bracket == "5-shot"
    assert read_cell("> 90%").hedge == ">"
    assert read_cell("88,7").odd == ("decimal_comma",)
    # A bracket that does not hold the figure is not its interval.
    assert read_cell("0.71 [0.80, 0.90]").interval is None


@given(st.text(max_size=120))
def test_no_text_breaks_the_cell_reader_and_numbers_keep_their_digits(text: str) -> None:
    figure = read_cell(text)
    if figure.kind == "number":
        digits = [c for c in figure.text if c.isdigit()]
        assert digits
        assert figure.value == float(figure.text.replace(",", ""))


@given(st.integers(0, 10**4), st.integers(0, 3))
def test_every_printed_number_comes_back_with_its_zeros(value: int, decimals: int) -> None:
    text = f"{value / 10**decimals:.{decimals}f}"
    assert read_cell(text).text == text


@pytest.mark.parametrize(
    ("label", "name", "metric", "shots", "setting"),
    [
        ("DROP (F1, 3-shot)", "DROP", "F1", "3", {}),
        ("LiveCodeBench (Pass@1-COT)", "LiveCodeBench", "Pass@1", None, {"cot": "yes"}),
        ("MMLU (5-shot, macro_avg/acc)", "MMLU", "macro_avg/acc", "5", {}),
        ("AIME 2024 cons@64", "AIME 2024", "cons@64", None, {}),
        ("GSM8K 8-shot CoT", "GSM8K", None, "8", {"cot": "yes"}),
        ("ArenaHard (GPT-4-1106)", "ArenaHard", None, None, {"grader": "GPT-4-1106"}),
        ("Humanity's Last Exam (Text Only)", "Humanity's Last Exam", None, None, {"modality": "text only"}),
        ("MTOB (half book) eng->kgv/kgv->eng", "MTOB (half book) eng->kgv/kgv->eng", None, None, {}),
        ("SWE-bench Verified (Agentic Coding)", "SWE-bench Verified (Agentic Coding)", None, None, {}),
        ("overall_ast_summary/macro_avg/valid", "", "overall_ast_summary/macro_avg/valid", None, {}),
        ("3-5-shot", "", None, "3-5", {}),
        ("XSTest ↓", "XSTest", None, None, {}),
    ],
)
def test_label_is_taken_apart(
    label: str, name: str, metric: str | None, shots: str | None, setting: dict[str, str]
) -> None:
    read = read_label(label)
    assert (read.name, read.metric, read.shots, read.setting) == (name, metric, shots, setting)


def test_arrows_say_which_way_is_better() -> None:
    assert read_label("XSTest ↓").higher_is_better is False
    assert read_label("Acc. ↑").higher_is_better is True
    assert read_label("MMLU").higher_is_better is None


@pytest.mark.parametrize(
    ("source", "text", "marks", "notes"),
    [
        ("**88.7**", "88.7", {"bold"}, ()),
        ("72.5<sup>*</sup>", "72.5", set(), ("*",)),
        ("GPQA [^8]", "GPQA", set(), ("8",)),
        ("MMMU Pro^", "MMMU Pro", set(), ("^",)),
        (r"macro\_avg/acc", "macro_avg/acc", set(), ()),
        (r"\# Shots", "# Shots", set(), ()),
        ("[Claude 3 Opus](https://a.org/x_(y)) [📄](https://b.org)", "Claude 3 Opus", set(), ()),
        ("<ins><strong>85.7</strong></ins>", "85.7", {"bold", "underline"}, ()),
        ("Pass^4", "Pass^4", set(), ()),
        ("DROP<br>(F1)", "DROP (F1)", set(), ()),
        ("&lt;b&gt;x", "<b>x", set(), ()),
        ("`a*b*c`", "a*b*c", set(), ()),
        ("$\\mathbf{81.2}$", "81.2", set(), ()),
    ],
)
def test_markup_of_a_cell_becomes_flags(source: str, text: str, marks: set[str], notes: tuple[str, ...]) -> None:
    read = plain(source)
    assert (read.text, read.marks, read.notes) == (text, frozenset(marks), notes)


@given(st.text(max_size=300))
def test_no_text_breaks_the_inline_reader(source: str) -> None:
    assert "\x00" not in plain(source).text
