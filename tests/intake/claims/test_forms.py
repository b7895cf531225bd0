"""YAML, CSV, XLSX and JSON: recognised by content, the same claims from each, text as printed."""

import json

import pytest

from auditgen.intake.claims import yaml_form
from auditgen.intake.errors import InputError
from tests.intake.claims.reading import one, read

CSV = "model,benchmark,score\nGPT-4o,MMLU,88.70\nGPT-4,MMLU,86.5\n"
YAML = """\
schema: auditgen-claims/1
title: Two scores
prepared_by: The analyst
date: 2026-11
sources:
  - {id: s1, title: A card, url: "https://example.org/card", kind: model_card, file: /home/me/card.pdf}
claims:
  - {model: GPT-4o, benchmark: MMLU, score: 88.70, source: s1}
  - {model: GPT-4, benchmark: MMLU, score: 86.5}
"""
BARE = "- {model: GPT-4o, benchmark: MMLU, score: 88.70}\n- {model: GPT-4, benchmark: MMLU, score: 86.5}\n"
JSON = (
    '[{"model": "GPT-4o", "benchmark": "MMLU", "score": 88.70},'
    ' {"model": "GPT-4", "benchmark": "MMLU", "score": "86.5"}]'
)


@pytest.mark.parametrize(
    ("text", "name", "recognised"),
    [
        (CSV, "a.csv", "CSV: header row with 3 known columns, parted by comma"),
        (CSV, "a", "CSV:"),
        (CSV, "a.yaml", "CSV:"),
        ("\ufeff" + CSV, "a.csv", "CSV:"),
        (CSV.replace(",", ";"), "a.csv", "parted by semicolon"),
        (CSV.replace(",", "\t"), "a.tsv", "parted by tab"),
        (CSV.replace("\n", "\r\n"), "a.csv", "CSV:"),
        (CSV.replace("\n", "\r"), "a.csv", "CSV:"),
        ("\n# a remark\n" + CSV.replace("\nGPT-4,", "\n\n,,\nGPT-4,"), "a.csv", "CSV:"),
        ("Model, Benchmark ,SCORE\nGPT-4o,MMLU,88.70\nGPT-4,MMLU,86.5,,\n", "a.csv", "CSV:"),
        (YAML, "a.yaml", "YAML: a line that starts with claims: or schema:"),
        (YAML, "a.csv", "YAML:"),
        ("---\n" + BARE, "a.yml", "YAML: a list of mappings"),
        (BARE, "notes.txt", "YAML: a list of mappings"),
        ("# about model, benchmark, score\n" + YAML, "a", "YAML:"),
        ("title: model, benchmark, score\nclaims:\n" + BARE, "a", "YAML:"),
        (JSON, "a.json", "JSON: starts with ["),
        (JSON, "a.yaml", "YAML: starts with a bracket, and the suffix"),
        ('{"schema": "auditgen-claims/1", "claims": ' + JSON + "}", "a", "JSON: starts with {"),
    ],
)
def test_every_form_gives_the_same_scores(text, name, recognised):
    file = read(text, name)
    assert recognised in file.recognised_by
    assert [(c.id, c.model, c.benchmark, c.score.text, c.score.unit) for c in file.claims] == [
        ("c1", "GPT-4o", "MMLU", "88.70", "percent"),
        ("c2", "GPT-4", "MMLU", "86.5", "percent"),
    ]
    assert file.claims[0].score.decimals == 2
    assert file.name == name


def test_heading_sources_and_hash():
    file = read(YAML, "a.yaml")
    assert (file.title, file.prepared_by, file.date) == ("Two scores", "The analyst", "2026-11")
    assert file.sources[0].id == "s1"
    # A report names files, never folders of the person who prepared it.
    assert file.sources[0].file == "card.pdf"
    assert file.claims[0].source == "s1"
    assert [c.line for c in file.claims] == [8, 9]
    assert len(file.sha256) == 64
    assert file.sha256 != read(CSV).sha256


def test_wrong_suffix_is_said():
    assert any("named .yaml but holds CSV" in note for note in read(CSV, "a.yaml").notes)
    assert not any("named" in note for note in read(CSV, "a.csv").notes)


def test_yaml_words_and_zeros_stay_as_written():
    claim = one(
        "claims:\n- {model: no, benchmark: 1e3, score: 48.90, unit: percent, as_of: 2024-05-13,"
        " shots: 010, setting: {cot: yes, tools: off, on: ~, temperature: 0.0, prompt: 12:30}}\n"
    )
    assert (claim.model, claim.benchmark, claim.score.text, claim.as_of) == ("no", "1e3", "48.90", "2024-05-13")
    setting = claim.setting
    assert (setting.cot, setting.tools, setting.temperature, setting.prompt) == ("yes", "off", "0.0", "12:30")


def test_yaml_anchors_and_merge_keys():
    text = """\
claims:
  - &first {model: GPT-4o, benchmark: MMLU, score: 88.7, setting: &s {cot: yes, tools: none}}
  - {<<: *first, benchmark: GPQA, score: 53.6}
  - {model: GPT-4, benchmark: MMLU, score: 86.5, setting: *s}
"""
    claims = read(text, "a.yaml").claims
    assert [(c.model, c.benchmark, c.score.text) for c in claims] == [
        ("GPT-4o", "MMLU", "88.7"),
        ("GPT-4o", "GPQA", "53.6"),
        ("GPT-4", "MMLU", "86.5"),
    ]
    assert all(c.setting.cot == "yes" for c in claims)


def test_yaml_without_the_c_library(monkeypatch):
    import yaml

    fast = read(YAML, "a.yaml")
    monkeypatch.setattr(yaml_form, "_LOADER", yaml.SafeLoader)
    assert read(YAML, "a.yaml") == fast
    with pytest.raises(InputError, match="line 2, column 1"):
        read("claims:\n]", "a.yaml")


def test_json_keeps_digits_and_mends_surrogates():
    claim = one('[{"model": "a\\ud800b\\u0000", "benchmark": "MMLU", "score": 88.70, "unit": "percent"}]', "a.json")
    assert claim.model == "a\ufffdb"
    assert claim.score.text == "88.70"
    pair = one('[{"model": "\\ud83d\\ude00", "benchmark": "MMLU", "score": 88.70}]', "a.json")
    assert pair.model == "\U0001f600"


def test_json_null_is_empty_and_place_is_told():
    claim = one(json.dumps([{"model": "A", "benchmark": "MMLU", "score": 5.5, "metric": None}]), "a.json")
    assert claim.metric is None
    assert claim.looked_for == ()
    with pytest.raises(InputError, match=r"line 3, column 5: expected a colon, found"):
        read('[\n{"a"\n    "b"}]', "a.json")


def test_cells_with_commas_quotes_and_line_breaks():
    text = 'model,benchmark,score,quote\n"A, B","M ""M"" LU",88.7,"two\nlines"\nC,MMLU,5.5,\n'
    claims = read(text).claims
    assert (claims[0].model, claims[0].benchmark, claims[0].quote) == ("A, B", 'M "M" LU', "two\nlines")
    assert [c.line for c in claims] == [2, 4]


def test_markup_stays_text():
    assert one("model,benchmark,score\n<script>alert(1)</script>,MMLU,88.7\n", "a.csv").model == (
        "<script>alert(1)</script>"
    )


def test_own_columns_are_left_alone():
    file = read("model,benchmark,score,x_team,confidence\nA,MMLU,88.7,blue,0.9\n")
    assert any("'x_team' was not read" in note for note in file.notes)
    assert file.claims[0].notes is None
