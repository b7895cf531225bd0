"""Markdown and HTML: places, spans, notes, what is left out."""

from auditgen.intake.documents.blocks import Passage
from tests.intake.documents.reading import CARD, cells, document_of, extraction_of, from_tables


def test_every_draft_quotes_the_line_it_stands_on() -> None:
    lines = CARD.split("\n")
    drafts = from_tables(extraction_of(CARD))
    assert len(drafts) == 3
    for draft in drafts:
        assert draft.spot.line is not None
        assert draft.fields["quote"] in lines[draft.spot.line - 1]
        assert f"line {draft.spot.line}" in draft.fields["place"]


def test_lines_are_right_beyond_what_libxml_counts() -> None:
    page = (
        "<html><body>"
        + "\n" * 70_000
        + "<table><tr><th>Benchmark</th><th>GPT-4o</th></tr>\n<tr><td>MMLU</td>\n<td>87.2</td></tr></table>"
    )
    drafts = from_tables(extraction_of(page, "page.html"))
    assert cells(drafts) == [("GPT-4o", "MMLU", "87.2")]
    assert drafts[0].spot.line == 70_003


def test_a_page_of_one_line_gives_characters() -> None:
    filler = "<p>" + "word " * 1_000 + "</p>"
    page = (
        f"<html><body>{filler}<table><tr><th>Benchmark</th><th>GPT-4o</th></tr><tr><td>MMLU</td><td>87.2</td><"
        f"/tr></table></body></html>"
    )
    draft = from_tables(extraction_of(page, "page.html"))[0]
    assert draft.spot.line == 1
    assert draft.spot.character is not None
    assert page[draft.spot.character - 1 :].startswith("<td>87.2")


def test_a_rowspan_longer_than_the_table_ends_with_it() -> None:
    page = (
        "<table><tr><td>Category</td><td>Benchmark</td><td>Llama 3.1 8B</td></tr>"
        "<tr><td rowspan=9>General</td><td>MMLU</td><td>66.7</td></tr><tr><td>BBH</td><td>61.1</td></tr></table>"
    )
    table = document_of(page).tables[0]
    assert [[c.text for c in row] for row in table.rows] == [
        ["Category", "Benchmark", "Llama 3.1 8B"],
        ["General", "MMLU", "66.7"],
        ["General", "BBH", "61.1"],
    ]


def test_an_html_table_with_blank_lines_and_comments_stays_one_table() -> None:
    page = """# Kimi K2

<table>
<tr><th>Benchmark</th><th>GPT-4.1</th></tr>

<tr>
<!--<td>old</td>-->
<td rowspan="2">MMLU</td>
<td>90.4</td>
</tr>

<tr><td>90.5</td></tr>
</table>
"""
    document = document_of(page)
    assert len(document.tables) == 1
    assert [c.text for c in document.tables[0].rows[1]] == ["MMLU", "90.4"]
    assert [c.text for c in document.tables[0].rows[2]] == ["MMLU", "90.5"]


def test_tables_in_code_are_code() -> None:
    assert (
        document_of("```\n| MMLU | GPT-4o |\n|---|---|\n| MMLU | 1 |\n<table><tr><td>1</td></tr></table>\n```\n").tables
        == []
    )


def test_footnotes_reach_the_cells_that_refer_to_them_and_only_those() -> None:
    source = """| Model | MMLU | MATH [^1] |
|---|---|---|
| o3-mini [^2] | 85.9 | 97.3 |
| GPT-4.1 | 90.2 | 82.1 |

[^1]: For newer models we evaluate on MATH-500, a newer version of MATH.
[^2]: These results are with no tools enabled.
"""
    by_cell = {(d.fields["model"], d.fields["benchmark"]): d for d in extraction_of(source).drafts}
    assert "note 1" in by_cell[("GPT-4.1", "MATH")].flags
    assert "MATH-500" in by_cell[("GPT-4.1", "MATH")].told["note 1"]
    # The note speaks of newer models only, so nothing is decided from it.
    assert "test_version" not in by_cell[("GPT-4.1", "MATH")].setting
    assert by_cell[("o3-mini", "MMLU")].setting["tools"] == "no tools"
    assert "tools" not in by_cell[("GPT-4.1", "MMLU")].setting


def test_the_version_of_one_test_is_not_said_of_the_others_beside_it() -> None:
    source = """# Results

All models were run by us on MMLU, AIME 2024, GPQA Diamond and others.

| Model | MMLU | GPQA | AIME 2024 |
|---|---|---|---|
| o3-mini | 85.9 | 77.2 | 87.3 |
| GPT-4.1 | 90.2 | 66.3 | 48.1 |
"""
    drafts = from_tables(extraction_of(source))
    assert {d.fields["benchmark"] for d in drafts if "test_version" in d.setting} == {"GPQA"}
    assert {d.setting["test_version"] for d in drafts if "test_version" in d.setting} == {"GPQA Diamond"}


def test_a_note_without_text_is_said_to_be_missing() -> None:
    drafts = from_tables(extraction_of(CARD.replace("87.2", "87.2<sup>†</sup>")))
    marked = next(d for d in drafts if d.fields["score"] == "87.2")
    assert "note † not found" in marked.flags
    assert marked.confidence == "medium"


def test_settings_come_with_their_own_quotation() -> None:
    source = CARD.replace(
        "\n| Benchmark", "\nAll models are evaluated with a maximum output length of 8K tokens.\n\n| Benchmark"
    )
    draft = from_tables(extraction_of(source))[0]
    assert draft.setting["max_tokens"] == "8K"
    assert draft.told["max_tokens"].endswith("(line 3)")
    assert "maximum output length of 8K tokens" in draft.told["max_tokens"]


def test_exceptions_in_a_legend_are_kept() -> None:
    source = """# Kimi K2
| Benchmark | Kimi K2 Instruct |
|---|---|
| MMLU | 89.5 |
| SWE-bench Verified (Agentless) | 51.8 |

All metrics, except for SWE-bench Verified (Agentless), are evaluated with an 8k output token length. SWE-bench Verified
(Agentless) is limited to a 16k output token length.
"""
    limits = {d.fields["benchmark"]: d.setting.get("max_tokens") for d in from_tables(extraction_of(source))}
    assert limits == {"MMLU": "8K", "SWE-bench Verified (Agentless)": "16K"}


def test_the_claimant_is_kept_apart_from_the_developer() -> None:
    by_model = {d.fields["model"]: d.fields for d in from_tables(extraction_of(CARD))}
    assert by_model["DeepSeek-V3"]["claimant"] == "DeepSeek"
    assert by_model["DeepSeek-V3"]["claimant_relation"] == "developer"
    assert by_model["GPT-4o 0513"]["model_developer"] == "OpenAI"
    assert by_model["GPT-4o 0513"]["claimant_relation"] == "competitor"
    told = from_tables(extraction_of(CARD, claimant="NIST"))[0].fields
    assert told["claimant"] == "NIST"
    assert told["claimant_relation"] == "public_body"


def test_missing_cells_are_counted_and_skipped_tables_listed() -> None:
    source = CARD + "\n| Model | GPU hours |\n|---|---|\n| DeepSeek-V3 | 2788000 |\n"
    result = extraction_of(source)
    assert [(g.model, g.test, g.text) for g in result.gaps] == [("GPT-4o 0513", "GPQA-Diamond", "-")]
    assert len(result.skipped) == 1
    assert "table 2" in result.skipped[0].place


def test_markup_in_a_name_stays_text() -> None:
    page = (
        "<table><tr><th>Benchmark</th><th>GPT-4o &lt;script&gt;alert(1)&lt;/script&gt;</th></tr><tr><td>MMLU<"
        "/td><td>87.2</td></tr></table>"
    )
    assert from_tables(extraction_of(page))[0].fields["model"] == "GPT-4o <script>alert(1)</script>"


def test_scripts_and_comments_of_a_page_are_no_text() -> None:
    page = "<html><body><script>var a='MMLU 99%';</script><!-- GPT-4o scores 99% on MMLU --><p>Hello.</p></body></html>"
    assert [p.text for p in document_of(page, "page.html").blocks if isinstance(p, Passage)] == ["Hello."]
