"""Tables on PDF pages as papers set them: rules, heads of several lines, labels of several rows, captions."""

from __future__ import annotations

from auditgen.intake.documents.drafting import Draft
from tests.intake.documents.reading import cells, extraction_of, from_tables
from tests.intake.documents.test_pages import pdf_of

# Rules over the table, under its head and at its end, as LaTeX's booktabs draws them.
BOOKTABS = """<style>@page{size:A4;margin:2cm} body{font:10pt serif} table{border-collapse:collapse;font:9pt serif;
border-top:1pt solid black;border-bottom:1pt solid black;margin:0 0 14pt 0}
td,th{padding:2pt 9pt;text-align:center;font-weight:normal} td:first-child,th:first-child{text-align:left}
tr.end td,tr.end th{border-bottom:.6pt solid black} th.over{border-bottom:.4pt solid black}
p.caption{margin:0 0 4pt 0} sup{font-size:6pt}</style>"""
FRAMED = """<style>@page{size:A4;margin:2cm} table{border-collapse:collapse;font:9pt serif}
td,th{border:.6pt solid black;padding:2pt 5pt;text-align:center}</style>"""


def drafts_of(body: str, style: str = BOOKTABS) -> list[Draft]:
    return from_tables(extraction_of(pdf_of(body, style), "a.pdf"))


def read(body: str, style: str = BOOKTABS) -> list[tuple[str, str, str]]:
    return sorted(cells(drafts_of(body, style)))


def test_a_table_of_one_row_between_three_rules_is_a_table() -> None:
    table = (
        "<table><tr class=end><th>Model</th><th>MMLU</th><th>GSM8K</th></tr>"
        "<tr><td>GPT-4o</td><td>88.7</td><td>90.5</td></tr></table>"
    )
    assert read(f"<p class=caption>Table 1: The results.</p>{table}") == [
        ("GPT-4o", "GSM8K", "90.5"),
        ("GPT-4o", "MMLU", "88.7"),
    ]


def test_captions_over_tables_stay_with_the_table_under_them() -> None:
    def table(name: str, first: str, second: str) -> str:
        return (
            f"<p class=caption>Table {name}</p><table><tr class=end><th>Model</th><th>easy</th><th>hard</th></tr>"
            f"<tr><td>GPT-4o</td><td>{first}</td><td>41.0</td></tr><tr><td>Claude 3 Opus</td><td>{second}</td>"
            "<td>42.0</td></tr></table>"
        )

    body = (
        "<p>We ran both.</p>"
        + table("1: Results on MMLU", "61.5", "62.5")
        + table("2: Results on GPQA", "71.5", "72.5")
    )
    assert {(b, s) for _, b, s in read(body) if s.endswith(".5")} == {
        ("MMLU", "61.5"),
        ("MMLU", "62.5"),
        ("GPQA", "71.5"),
        ("GPQA", "72.5"),
    }


def test_rules_under_heads_say_which_columns_they_head() -> None:
    body = """<p class=caption>Table 1. Zero-shot retrieval.</p><table>
<tr><th></th><th colspan=4 class=over>Flickr30K</th><th colspan=4 class=over>COCO</th></tr>
<tr><th></th><th colspan=2 class=over>image-to-text</th><th colspan=2 class=over>text-to-image</th>
<th colspan=2 class=over>image-to-text</th><th colspan=2 class=over>text-to-image</th></tr>
<tr class=end><th>model</th><th>R@1</th><th>R@5</th><th>R@1</th><th>R@5</th><th>R@1</th><th>R@5</th><th>R@1</th>
<th>R@5</th></tr>
<tr><td>OpenCLIP-G</td><td>92.9</td><td>99.3</td><td>79.5</td><td>95.0</td><td>67.3</td><td>86.9</td><td>51.4</td>
<td>74.9</td></tr>
<tr><td>EVA-CLIP-8B</td><td>95.6</td><td>99.6</td><td>80.8</td><td>95.5</td><td>70.3</td><td>89.3</td><td>53.0</td>
<td>76.0</td></tr>
</table>"""
    found = {d.fields["score"]: d for d in drafts_of(body)}
    assert len(found) == 16
    assert (found["92.9"].fields["benchmark"], found["92.9"].fields["metric"]) == ("Flickr30K", "R@1")
    assert (found["76.0"].fields["benchmark"], found["76.0"].fields["metric"]) == ("COCO", "R@5")
    assert {found["76.0"].fields["subset"], found["51.4"].fields["subset"]} == {"text-to-image"}


def test_a_title_between_rules_heads_rows_not_columns() -> None:
    body = """<table><tr class=end><th>Model</th><th>HumanEval</th><th>MMLU</th></tr>
<tr class=end><td colspan=3 style="text-align:center"><b>Closed models</b></td></tr>
<tr><td>GPT-4o</td><td>91.0</td><td>88.7</td></tr><tr class=end><td>Claude 3 Opus</td><td>84.2</td><td>86.8</td></tr>
<tr class=end><td colspan=3 style="text-align:center"><b>Open models</b></td></tr>
<tr><td>DeepSeek-V3</td><td>82.6</td><td>88.5</td></tr><tr><td>Qwen2.5-72B</td><td>59.1</td><td>85.0</td></tr>
</table>"""
    assert {b for _, b, _ in read(body)} == {"HumanEval", "MMLU"}
    assert len(read(body)) == 8


def test_a_label_of_two_lines_is_whole_in_the_last_row_too() -> None:
    body = """<table><tr class=end><th>Model</th><th>MMLU</th><th>GSM8K</th></tr>
<tr><td>DeepSeek LLM<br>7B Base</td><td style="vertical-align:top">48.2</td><td style="vertical-align:top">17.4</td>
</tr>
<tr><td>DeepSeek LLM<br>67B Base</td><td style="vertical-align:top">71.3</td>
<td style="vertical-align:top">63.4</td></tr></table>"""
    assert {m for m, _, _ in read(body)} == {"DeepSeek LLM 7B Base", "DeepSeek LLM 67B Base"}


def test_a_split_set_high_behind_a_name_is_no_part_of_it() -> None:
    body = """<table><tr class=end><th>Model</th><th>MMMU<sup>dev</sup></th><th>GSM8K</th></tr>
<tr><td>GPT-4o</td><td>69.1</td><td>90.5</td></tr><tr><td>Claude 3 Opus</td><td>59.4</td><td>95.0</td></tr></table>"""
    found = drafts_of(body)
    assert {d.fields["benchmark"] for d in found} == {"MMMU", "GSM8K"}


def test_a_test_that_only_the_caption_names_and_its_parts_as_columns() -> None:
    body = """<p class=caption>Table 3: GullCode (Pass@1)</p><table><tr class=end><th>Model</th><th>Numpy</th>
<th>Pandas</th>
<th>Overall</th></tr><tr><td># Samples</td><td>220</td><td>291</td><td>511</td></tr>
<tr><td>StarCoder-15B</td><td>29.7</td><td>11.4</td><td>26.0</td></tr>
<tr><td>CodeGeeX2-6B</td><td>25.5</td><td>14.5</td><td>23.1</td></tr></table>"""
    found = drafts_of(body)
    assert {d.fields["benchmark"] for d in found} == {"GullCode"}
    assert {d.fields["subset"] for d in found} == {"Numpy", "Pandas", "average"}
    assert len(found) == 6
    assert all("unknown test" in d.flags for d in found if d.fields["subset"] != "average")
    assert {d.fields["unit"] for d in found} == {"percent"}


def test_tests_that_nobody_knows_over_their_splits() -> None:
    body = """<table><tr><th></th><th colspan=2 class=over>GullRef</th><th colspan=2 class=over>TernRef+</th></tr>
<tr class=end><th>Model</th><th>val</th><th>test-A</th><th>val</th><th>test-A</th></tr>
<tr><td>Qwen-VL-7B</td><td>89.4</td><td>92.3</td><td>83.1</td><td>88.3</td></tr>
<tr><td>Shikra-13B</td><td>87.8</td><td>91.1</td><td>82.9</td><td>87.8</td></tr></table>"""
    found = drafts_of(body)
    assert {(d.fields["benchmark"], d.setting.get("split") or d.fields.get("split")) for d in found} == {
        ("GullRef", "val"),
        ("GullRef", "test-A"),
        ("TernRef+", "val"),
        ("TernRef+", "test-A"),
    }


def test_several_figures_of_a_cell_go_with_the_parts_of_its_label() -> None:
    body = """<table><tr><th>Dataset</th><th>Model</th><th>Metric</th><th>Results</th></tr>
<tr><td>Gullspeech a | b | c</td><td>Whisper-large-v3</td><td>WER</td><td>2.1 | 5.5 | -</td></tr>
<tr><td>Gullspeech a | b | c</td><td>Qwen2-Audio</td><td>WER</td><td>1.3 | 3.4 | 3.6</td></tr></table>"""
    found = drafts_of(body, FRAMED)
    assert sorted((d.fields["model"], d.fields["benchmark"], d.fields["score"]) for d in found) == [
        ("Qwen2-Audio", "Gullspeech", "1.3"),
        ("Qwen2-Audio", "Gullspeech", "3.4"),
        ("Qwen2-Audio", "Gullspeech", "3.6"),
        ("Whisper-large-v3", "Gullspeech", "2.1"),
        ("Whisper-large-v3", "Gullspeech", "5.5"),
    ]
    assert all("several numbers in one cell" in d.flags for d in found)


def test_two_blocks_side_by_side_with_heads_of_their_own() -> None:
    body = """<h3>Results on MMLU</h3><table><tr><th>LLaMA Models</th><th>Test</th><th>Alpaca Models</th>
<th>Test</th></tr>
<tr><td>Tern-LLaMA-7B</td><td>38.9</td><td>Tern-Alpaca-7B</td><td>43.2</td></tr>
<tr><td>Tern-LLaMA-13B</td><td>41.9</td><td>Tern-Alpaca-13B</td><td>47.2</td></tr></table>"""
    assert read(body, FRAMED) == [
        ("Tern-Alpaca-13B", "MMLU", "47.2"),
        ("Tern-Alpaca-7B", "MMLU", "43.2"),
        ("Tern-LLaMA-13B", "MMLU", "41.9"),
        ("Tern-LLaMA-7B", "MMLU", "38.9"),
    ]


def test_costs_places_and_averages_beside_scores() -> None:
    body = """<table><tr><th>Category</th><th>Benchmark</th><th>GPT-4o</th><th>Claude 3 Opus</th></tr>
<tr><td>General</td><td>MMLU</td><td>88.7</td><td>86.8</td></tr><tr><td>Math</td><td>GSM8K</td><td>90.5</td>
<td>95.0</td></tr>
<tr><td>Average</td><td></td><td>89.6</td><td>90.9</td></tr></table>
<table><tr><th>Model</th><th>MMLU</th><th>GSM8K</th><th>Rank</th><th>Min RAM (GB)</th></tr>
<tr><td>DeepSeek-V3</td><td>88.5</td><td>89.3</td><td>1.09</td><td>5.02</td></tr>
<tr><td>Qwen2.5-72B</td><td>85.0</td><td>88.3</td><td>1.28</td><td>6.72</td></tr></table>"""
    found = read(body, FRAMED)
    assert ("GPT-4o", "Average", "89.6") in found
    assert {b for m, b, _ in found if m.startswith(("Deep", "Qwen"))} == {"MMLU", "GSM8K"}


def test_measures_of_models_on_the_test_that_the_caption_names() -> None:
    body = """<p class=caption>Table 2. Gull Coding Agent, summary (50 samples)</p><table><tr class=end><th>Model</th>
<th>Accuracy</th><th>Refusal Rate</th><th>Std Error</th><th>Time</th></tr>
<tr><td>openai/gpt-4o</td><td>0.714</td><td>0.059</td><td>0.064</td><td>31s</td></tr>
<tr><td>anthropic/claude-3-opus</td><td>0.584</td><td>0.111</td><td>0.072</td><td>32s</td></tr></table>"""
    found = drafts_of(body)
    assert {d.fields["benchmark"] for d in found} == {"Gull Coding Agent"}
    assert {d.fields["score"] for d in found} == {"0.714", "0.059", "0.584", "0.111"}
    assert all("unknown test" in d.flags and "test from title" in d.flags for d in found)


def test_parts_of_one_test_are_no_tests_of_their_own() -> None:
    head = "".join(f"<th>{t}</th>" for t in ("Model", "LiveBench", "Math", "Reasoning", "Language", "Coding"))
    body = f"""<p class=caption>Table 1: LiveBench</p><table><tr class=end>{head}</tr>
<tr><td>GPT-4o</td><td>33.2</td><td>13.9</td><td>20.1</td><td>25.4</td><td>29.6</td></tr>
<tr><td>Claude 3 Opus</td><td>34.5</td><td>16.4</td><td>24.2</td><td>30.3</td><td>22.7</td></tr></table>"""
    found = drafts_of(body)
    assert {d.fields["benchmark"] for d in found} == {"LiveBench"}
    assert {d.fields.get("subset") for d in found} == {None, "Math", "Reasoning", "Language", "Coding"}


def test_rows_under_dimension_are_parts_of_the_test_in_the_heading() -> None:
    body = """<h2>GULLMA Evaluation Results</h2><table><tr><th>Dimension</th><th>GPT-4o</th><th>Claude 3 Opus</th></tr>
<tr><td>Honest Doubt</td><td>0.639</td><td>0.644</td></tr><tr><td>Plain Words</td><td>0.391</td><td>0.479</td></tr>
</table>"""
    found = drafts_of(body, FRAMED)
    assert {d.fields["benchmark"] for d in found} == {"GULLMA"}
    assert {d.fields["subset"] for d in found} == {"Honest Doubt", "Plain Words"}


def test_the_place_on_a_board_stands_before_the_name() -> None:
    body = """<p class=caption>Table 2: Leaderboard</p><table>
    <tr class=end><th>Rank</th><th>Model</th><th>Organization</th><th>GSM8K</th><th>MATH</th></tr>
    <tr><td>1</td><td>GPT-4</td><td>OpenAI</td><td>92.0</td><td>42.5</td></tr>
    <tr><td>2</td><td>Llama-2-70B</td><td>Meta</td><td>56.8</td><td>13.5</td></tr></table>"""
    assert read(body) == [
        ("GPT-4", "GSM8K", "92.0"),
        ("GPT-4", "MATH", "42.5"),
        ("Llama-2-70B", "GSM8K", "56.8"),
        ("Llama-2-70B", "MATH", "13.5"),
    ]


def test_gains_in_brackets_and_bounds_with_a_space_are_one_cell() -> None:
    body = """<p class=caption>Table 1: Results</p><table>
    <tr class=end><th>Model</th><th>GSM8K</th><th>MATH</th></tr>
    <tr><td>Abel-7B</td><td>59.7 (+ 4.84)</td><td>13.0 (+ 2.30)</td></tr>
    <tr><td>Llama-2-7B</td><td>&lt; 5%</td><td>&lt; 5%</td></tr></table>"""
    assert read(body) == [
        ("Abel-7B", "GSM8K", "59.7"),
        ("Abel-7B", "MATH", "13.0"),
        ("Llama-2-7B", "GSM8K", "5"),
        ("Llama-2-7B", "MATH", "5"),
    ]


def test_rows_of_a_head_that_say_what_they_hold() -> None:
    body = """<p class=caption>Table 3: Vision tasks</p><table>
    <tr><th>Task</th><th>Classification</th><th>Answering</th></tr>
    <tr><th>Dataset</th><th>ImageNet-1K</th><th>VQAv2</th></tr>
    <tr><th>Split</th><th>val</th><th>test-dev</th></tr>
    <tr class=end><th>Metric</th><th>Acc.</th><th>Acc.</th></tr>
    <tr><td>GPT-4o</td><td>89.8</td><td>82.6</td></tr>
    <tr><td>Claude 3 Opus</td><td>88.1</td><td>80.2</td></tr></table>"""
    for style in (BOOKTABS, FRAMED):
        found = drafts_of(body, style)
        assert sorted((b, s) for _, b, s in cells(found)) == [
            ("ImageNet-1K", "88.1"),
            ("ImageNet-1K", "89.8"),
            ("VQAv2", "80.2"),
            ("VQAv2", "82.6"),
        ]
        assert {d.fields.get("split") for d in found} == {"val", "test-dev"}


def test_a_caption_names_the_test_over_its_splits() -> None:
    body = """<p class=caption>Table 4: Speech recognition: evaluation on the GullSpeech</p><table>
    <tr class=end><th>Model</th><th>dev-clean</th><th>test-other</th></tr>
    <tr><td>Whisper-large</td><td>6.1</td><td>13.3</td></tr>
    <tr><td>GPT-4o</td><td>5.5</td><td>12.1</td></tr></table>"""
    assert {b for _, b, _ in read(body)} == {"GullSpeech"}


def test_names_broken_at_hyphens_stay_in_their_columns() -> None:
    body = """<style>td,th{max-width:52pt;overflow-wrap:anywhere}</style><p class=caption>Table 5: Results</p><table>
    <tr class=end><th>Benchmark</th><th>GPT-<br>4o-mini</th><th>Qwen2.5-<br>VL-7B</th></tr>
    <tr><td>MMMU</td><td>60.0</td><td>58.6</td></tr><tr><td>MathVista</td><td>52.5</td><td>68.2</td></tr></table>"""
    assert {m for m, _, _ in read(body)} == {"GPT-4o-mini", "Qwen2.5-VL-7B"}


def test_what_models_are_stands_between_their_names_and_the_figures() -> None:
    body = """<p class=caption>Table 6: Comparison of base models</p><table>
    <tr><th></th><th>Llama-3-8B</th><th>Qwen2.5-7B</th><th>Qwen3-8B</th></tr>
    <tr class=end><th></th><th>Base</th><th>Base</th><th>Base</th></tr>
    <tr><td>Architecture</td><td>Dense</td><td>Dense</td><td>Dense</td></tr>
    <tr class=end><td># Total Params</td><td>8B</td><td>7B</td><td>8B</td></tr>
    <tr><td>MMLU</td><td>66.6</td><td>74.1</td><td>76.8</td></tr>
    <tr><td>GSM8K</td><td>55.3</td><td>85.3</td><td>89.8</td></tr></table>"""
    assert {m for m, _, _ in read(body)} == {"Llama-3-8B Base", "Qwen2.5-7B Base", "Qwen3-8B Base"}
    assert {b for _, b, _ in read(body)} == {"MMLU", "GSM8K"}


def test_heads_set_flush_left_begin_where_their_figures_do() -> None:
    style = BOOKTABS + "<style>td,th{text-align:left}</style>"
    body = """<p class=caption>Table 7: Results</p><table>
    <tr class=end><th>Benchmark</th><th>Gemma 2 PT 2B model</th><th>Gemma 2 PT 9B model</th></tr>
    <tr><td>MMLU</td><td>51.3</td><td>71.3</td></tr><tr><td>GSM8K</td><td>23.9</td><td>68.6</td></tr></table>"""
    assert read(body, style) == [
        ("Gemma 2 PT 2B model", "GSM8K", "23.9"),
        ("Gemma 2 PT 2B model", "MMLU", "51.3"),
        ("Gemma 2 PT 9B model", "GSM8K", "68.6"),
        ("Gemma 2 PT 9B model", "MMLU", "71.3"),
    ]


def test_a_second_head_inside_the_body_names_the_columns_anew() -> None:
    body = """<p class=caption>Table 8: Results</p><table>
    <tr><th></th><th>GPT-4o</th><th>Gemini-2.5-Pro</th></tr>
    <tr><td>MMMU</td><td>69.3</td><td>84.2</td></tr><tr><td>MathVista</td><td>74.6</td><td>83.5</td></tr>
    <tr><td></td><td>Qwen3-235B-A22B</td><td>DeepSeek-R1</td></tr>
    <tr><td>GPQA</td><td>70.7</td><td>81.0</td></tr><tr><td>AIME 2025</td><td>82.6</td><td>87.5</td></tr></table>"""
    assert ("Qwen3-235B-A22B", "GPQA", "70.7") in read(body, FRAMED)
    assert ("GPT-4o", "MMMU", "69.3") in read(body, FRAMED)
    assert not any(m == "GPT-4o" and b == "GPQA" for m, b, _ in read(body, FRAMED))


def test_decimal_commas_are_figures() -> None:
    body = """<p class=caption>Tabelle 1: Ergebnisse</p><table>
    <tr class=end><th>Modell</th><th>MMLU</th><th>GSM8K</th></tr>
    <tr><td>GPT-4o</td><td>88,7</td><td>90,5</td></tr>
    <tr><td>Claude 3 Opus</td><td>86,8</td><td>95,0</td></tr></table>"""
    assert {s for _, _, s in read(body)} == {"88.7", "90.5", "86.8", "95.0"}


def test_a_framed_table_goes_on_over_the_page_though_a_label_takes_two_columns_there() -> None:
    row = "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>"
    wide = "<tr><td colspan=2>{}</td><td>{}</td><td>{}</td></tr>"
    head = "<tr><td colspan=2>Evaluation</td><td>GPT-4o</td><td>Claude 3 Opus</td></tr>"
    first = head + wide.format("MMLU", "88.7", "86.8") + row.format("CharXiv", "No tools", "52.1", "49.3")
    second = wide.format("GPQA", "53.6", "50.4") + wide.format("OSWorld", "12.2", "14.9")
    fixed = "<style>table{width:400pt;table-layout:fixed}</style>"
    body = f"{fixed}<table>{first}</table><p style='break-after:page'></p><table>{second}</table>"
    assert ("GPT-4o", "GPQA", "53.6") in read(body, FRAMED)
    assert ("Claude 3 Opus", "OSWorld", "14.9") in read(body, FRAMED)


def test_measures_on_a_test_without_a_name_are_not_tests_themselves() -> None:
    body = """<p class=caption>Table 1: Comparison of models measured on our internal safety test set</p><table>
    <tr class=end><th>Model</th><th>F1 ↑</th><th>AUPRC ↑</th><th>False Positive Rate ↓</th></tr>
    <tr><td>GPT-4o</td><td>0.805</td><td>0.871</td><td>0.152</td></tr>
    <tr><td>Claude 3 Opus</td><td>0.877</td><td>0.927</td><td>0.081</td></tr></table>"""
    found = drafts_of(body)
    assert {d.fields["benchmark"] for d in found} == {"internal safety test set"}
    assert {d.fields["metric"] for d in found} == {"F1", "AUPRC", "False Positive Rate"}


def test_a_raised_two_between_tau_and_bench_is_part_of_the_name() -> None:
    body = """<p class=caption>Table 9: Results</p><table>
    <tr class=end><th>Benchmark</th><th>GPT-4o</th><th>Claude 3 Opus</th></tr>
    <tr><td>MMLU</td><td>88.7</td><td>86.8</td></tr>
    <tr><td>τ<sup>2</sup>-Bench (Retail)</td><td>77.9</td><td>78.3</td></tr></table>"""
    assert {b for _, b, s in read(body) if s in ("77.9", "78.3")} == {"τ²-Bench (Retail)"}


def test_a_name_of_two_lines_belongs_to_the_row_that_it_stands_around() -> None:
    # The column of sizes is fuller than that of names: it is not the names' for that.
    style = BOOKTABS.replace("padding:2pt 9pt", "padding:4pt 9pt;vertical-align:middle").replace(
        "td:first-child", "td:first-child{width:46pt} td:first-child"
    )
    row = "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>"
    body = (
        "<h2>Benchmarks</h2><table><tr class=end><th>Model</th><th>Size</th><th>MMLU</th><th>GSM8K</th></tr>"
        + "".join(
            row.format(*cells)
            for cells in (
                ("GPT-4", "1.8T", "86.4", "92.0"),
                ("ChatGPT", "175B", "70.0", "57.1"),
                ("Llama-2-70B-Chat", "70B", "63.9", "56.8"),
                ("Vicuna 1.3", "13B", "55.8", "27.6"),
                ("Llama-2-13B-Chat", "13B", "54.6", "28.7"),
            )
        )
    )
    found = read(body + "</table>", style)
    assert {(b, s) for m, b, s in found if m.startswith("ChatGPT")} == {("MMLU", "70.0"), ("GSM8K", "57.1")}
    assert {m for m, _, s in found if s in ("63.9", "56.8")} == {"Llama-2-70B-Chat"}
    assert {m for m, _, s in found if s in ("54.6", "28.7")} == {"Llama-2-13B-Chat"}
