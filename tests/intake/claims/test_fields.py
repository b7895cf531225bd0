"""The other fields: settings, lists, statuses, dates, judgements, what was looked for, and hostile text."""

import time
import unicodedata

import pytest

from auditgen.intake.claims.hygiene import clean
from auditgen.intake.errors import InputError
from tests.intake.claims.reading import fields, one, read

ROW = {"model": "A", "benchmark": "MMLU", "score": "88.7"}


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("cot=yes; tools=none", {"cot": "yes", "tools": "none"}),
        ("CoT = yes;Reasoning effort = high", {"cot": "yes", "reasoning_effort": "high"}),
        ("base model; CoT", {"note": "base model; CoT"}),
        ("precision=BF16; val split", {"precision": "BF16", "note": "val split"}),
        ("64 samples per query, T=0.6", {"note": "64 samples per query, T=0.6"}),
        ("output_limit=8K; attempts=1", {"max_tokens": "8K", "n_samples": "1"}),
        ("n_runs=4; all_runs_reported=yes", {"n_runs": 4, "all_runs_reported": True}),
    ],
)
def test_setting_in_one_cell(setting, expected):
    claim = one(f'model,benchmark,score,setting\nA,MMLU,88.7,"{setting}"\n', "a.csv")
    assert claim.setting.model_dump(exclude_none=True) == expected


def test_setting_in_columns_and_mappings():
    text = "model,benchmark,score,setting.scaffold,Setting.tools,comparator_setting.cot\nA,MMLU,88.7,agent,web,no\n"
    claim = one(text, "a.csv")
    assert (claim.setting.scaffold, claim.setting.tools, claim.comparator_setting.cot) == ("agent", "web", "no")
    claim = one(fields(**ROW, setting="{tools: [python, web], my key: 5, model_dump: x}"))
    assert claim.setting.tools == "python, web"
    assert claim.setting.model_extra == {"my_key": "5", "model_dump": "x"}
    assert claim.comparator_setting is None


def test_a_likely_typing_mistake_in_a_setting_is_remarked():
    file = read(fields(**ROW, setting="{temprature: 0.6}"), "a.yaml")
    assert file.claims[0].setting.model_extra == {"temprature": "0.6"}
    assert file.notes[0] == "setting: the key 'temprature' was kept as written; the known key is temperature (line 5)"


def test_unknown_means_looked_for():
    claim = one(
        fields(
            **ROW,
            n_items="unknown",
            metric="Unknown",
            weights="unknown",
            claimant="",
            shots="unknown",
            setting="{cot: unknown, tools: none}",
            higher_is_better="unknown",
        )
    )
    assert (claim.n_items, claim.metric, claim.shots, claim.setting.cot, claim.claimant) == (None,) * 5
    assert claim.weights == "unknown"
    assert set(claim.looked_for) == {"n_items", "metric", "shots", "weights", "setting.cot", "higher_is_better"}
    assert one(fields(**ROW)).looked_for == ()


@pytest.mark.parametrize(("text", "shots"), [("5", "5"), ("0", "0"), ("3-5", "3-5"), ("3 – 5", "3-5"), ("5-shot", "5")])
def test_shots(text, shots):
    assert one(fields(**ROW, shots=text)).shots == shots


@pytest.mark.parametrize("text", ["2024", "2024-05", "2024-05-13", "2024-02-29"])
def test_dates(text):
    assert one(fields(**ROW, as_of=text)).as_of == text


@pytest.mark.parametrize("text", ["2023-02-29", "2024-13-01", "2024-5-1", "May 2024", "2028-01-01", "20240513", "24"])
def test_dates_refused(text):
    with pytest.raises(InputError, match=r"\(as_of\): expected a date"):
        one(fields(**ROW, as_of=text))


def test_words_of_choices_in_any_dress():
    claim = one(fields(**ROW, claimant_relation="Independent evaluator", weights="BASE", item_results_open="yes"))
    assert (claim.claimant_relation, claim.weights, claim.item_results_open) == ("independent_evaluator", "base", True)


def test_several_tests_in_one_row():
    text = """\
claims:
  - id: c2
    type: comparative
    model: DeepSeek-R1
    comparator: DeepSeek-V3
    benchmark: [MMLU, MMLU-Pro, GPQA Diamond]
    score: [90.8, 84.0, 71.5]
    comparator_score: [88.5, 75.9, 59.1]
    n_items: [14042, 12032, 198]
    unit: percent
    metric: EM
"""
    claims = read(text, "a.yaml").claims
    got = [(c.id, c.group, c.benchmark, c.score.text, c.comparator_score.text, c.n_items, c.metric) for c in claims]
    assert got == [
        ("c2-1", "c2", "MMLU", "90.8", "88.5", 14042, "EM"),
        ("c2-2", "c2", "MMLU-Pro", "84.0", "75.9", 12032, "EM"),
        ("c2-3", "c2", "GPQA Diamond", "71.5", "59.1", 198, "EM"),
    ]


def test_lists_in_cells_and_several_comparators():
    text = "type,model,benchmark,score,comparator,comparator_score\n"
    text += "comparative,A,MMLU; GPQA,90.8; 71.5,B,88.5; 59.1\n"
    text += "comparative,A,MMLU,90.8,B; C,88.5; 87.0\n"
    text += "comparative,A,MMLU; GPQA,,B; C,\n"
    claims = read(text).claims
    assert [(c.id, c.benchmark, c.comparator, c.comparator_score and c.comparator_score.text) for c in claims] == [
        ("c1-1", "MMLU", "B", "88.5"),
        ("c1-2", "GPQA", "B", "59.1"),
        ("c2-1", "MMLU", "B", "88.5"),
        ("c2-2", "MMLU", "C", "87.0"),
        ("c3-1", "MMLU", "B", None),
        ("c3-2", "MMLU", "C", None),
        ("c3-3", "GPQA", "B", None),
        ("c3-4", "GPQA", "C", None),
    ]


def test_a_threshold_over_several_tests_holds_for_each():
    claims = read(fields(type="threshold", model="A", benchmark="[MMLU, GPQA]", threshold=90), "a.yaml").claims
    assert [(c.benchmark, c.threshold.text) for c in claims] == [("MMLU", "90"), ("GPQA", "90")]


def test_ids():
    assert [c.id for c in read("id,model,benchmark,score\n,A,M,5.5\nc1,B,M,5.5\nx,C,M,5.5\n").claims] == [
        "row-1",
        "c1",
        "x",
    ]
    with pytest.raises(InputError, match="'a-1' on line 2 and line 5"):
        read(
            "claims:\n- {id: a, model: A, benchmark: [M, N], score: [5.5, 6.5]}\n\n\n"
            "- {id: a-1, model: A, benchmark: M, score: 5.5}\n",
            "a.yaml",
        )


def test_drafts_and_rejected_rows():
    text = "model,benchmark,score,status\nA,M,5.5,draft\nB,M,nonsense,rejected\nC,M,6.5,\n"
    file = read(text, accept_drafts=True)
    assert [(c.model, c.status) for c in file.claims] == [("A", "draft"), ("C", "confirmed")]
    assert "1 rejected claim was left out" in file.notes
    with pytest.raises(InputError, match="1 of 3 still draft"):
        read(text)


def test_unnamed_models_are_allowed():
    claim = one(fields(type="threshold", model='"unnamed: leading models"', benchmark="MMLU", threshold=90))
    assert claim.model == "unnamed: leading models"


def test_judgements_and_questions():
    claim = one(
        fields(
            **ROW,
            source_class="{value: S2, reader: A. Reader, date: 2026-01-05, reason: copied, second_reader: B}",
            asked="[{domain: G1, on: 2026-01-05, given: yes}]",
        )
    )
    assert (claim.source_class.value, claim.source_class.second_reader) == ("S2", "B")
    assert (claim.asked[0].domain, claim.asked[0].given) == ("G1", True)
    text = "model,benchmark,score,asked,construct_link.value,construct_link.reader,construct_link.date,"
    text += "construct_link.reason\nA,M,5.5,G1=2026-01-05; G3=2026-02-01,test,R,2026-01-05,same task\n"
    claim = one(text, "a.csv")
    assert [q.domain for q in claim.asked] == ["G1", "G3"]
    assert claim.construct_link.value == "test"


def test_columns_of_the_extraction_tables():
    text = "model,benchmark,score,is_subject_model,location,verbatim,claim_type\nA,M,5.5,own,L9,5.5,absolute\n"
    claim = one(text, "a.csv")
    assert (claim.place, claim.quote, claim.type, claim.subject) == ("L9", "5.5", "absolute", "own")


def test_a_field_of_another_type_is_remarked():
    file = read("model,benchmark,score,comparator\nA,M,5.5,B\n")
    assert any("for a claim about it write type: comparative (line 2)" in note for note in file.notes)


def test_formulas_in_text_stay_text():
    file = read('model,benchmark,score\n"=HYPERLINK(""http://x"")",MMLU,88.7\n@SUM(A1),MMLU,88.7\n')
    assert file.claims[0].model == '=HYPERLINK("http://x")'
    assert "model: a formula was kept as plain text (2 places: lines 2, 3)" in file.notes


@pytest.mark.parametrize(
    ("text", "cleaned", "changed"),
    [
        ("plain", "plain", ()),
        ("  a  b\tc\n", "a b c", ()),
        ("e\u0301", "\u00e9", ()),
        ("a\x00\x1b[31m\x7f\x9bb", "a[31mb", ("control",)),
        ("99.1\u202e1.99\u2066", "99.11.99", ("bidi",)),
        ("G\u200bP\ufeffT\U000e0041", "GPT", ("invisible",)),
        ("a\ud800b", "a\ufffdb", ("surrogate",)),
        ("a" + "\u0335" * 50, "a" + "\u0335" * 3, ("marks",)),
        ("\u0646\u0645\u06cc\u200c\u0634\u0648\u062f", "\u0646\u0645\u06cc\u200c\u0634\u0648\u062f", ()),
        ("a\u2028b\u00a0c", "a b c", ()),
    ],
)
def test_clean(text, cleaned, changed):
    got = clean(text)
    assert (got.text, got.changed) == (cleaned, changed)
    assert clean(got.text) == clean(got.text.strip())


def test_cleaning_is_noted_and_lines_are_kept_in_notes():
    file = read('model,benchmark,score,notes\nA\u202eB,M,5.5,"one\n  two"\n')
    assert file.claims[0].model == "AB"
    assert "model: characters that change the direction of the text were dropped (line 2)" in file.notes
    assert file.claims[0].notes == "one\ntwo"


def test_fifty_thousand_marks_cost_nothing():
    marks = "\u0301\u0327" * 25_000
    began = time.process_time()
    claim = one(fields(model="a" + marks, benchmark="M", score=5.5))
    assert time.process_time() - began < 1
    assert len(claim.model) <= 4
    assert unicodedata.is_normalized("NFC", claim.model)


@pytest.mark.parametrize(
    ("field", "limit"),
    [("model", 500), ("benchmark", 500), ("quote", 2000), ("notes", 2000), ("period", 80), ("id", 100)],
)
def test_longest_fields(field, limit):
    row = {**ROW, field: "x" * limit}
    assert getattr(one(fields(**row)), field) == "x" * limit
    with pytest.raises(InputError, match=rf"\({field}\): expected at most {limit:,} characters, found {limit + 1:,}"):
        one(fields(**{**row, field: "x" * (limit + 1)}))
