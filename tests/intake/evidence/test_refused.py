"""Files that cannot be used: one clear line each, with file, place, what was expected, what was found."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from auditgen.catalogue import open_catalogue
from auditgen.intake.errors import InputError
from auditgen.intake.evidence import read_evidence
from auditgen.intake.evidence.read import RECOGNISERS

ABOUT = {"model": "GPT-4", "benchmark": "MMLU"}
DONE = {**ABOUT, "item_id": "1", "prefix": "a", "reference": "b c", "output": "b c"}


def read(tmp_path, name, content):
    path = tmp_path / name
    if isinstance(content, list):
        content = "".join(json.dumps(r) + "\n" for r in content)
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return read_evidence([path], open_catalogue())


CASES = [
    ("a.jsonl", [DONE, {**DONE, "reference": None}], "a.jsonl, line 2 (reference): expected text, found nothing"),
    ("a.jsonl", [{**DONE, "reference": "?!"}], "line 1 (reference): expected at least one word"),
    ("a.jsonl", [{**DONE, "control": "other"}], "line 1 (control): expected twin or fresh or sealed, found 'other'"),
    ("a.jsonl", [{**DONE, "item_id": ""}], "line 1 (item_id): expected the name of the item"),
    ("a.jsonl", [{**DONE, "model": ["x"]}], "line 1 (model): expected text, found list"),
    ("a.jsonl", json.dumps(DONE) + "\n{broken\n", "line 2: expected one JSON object a line, found broken JSON"),
    ("a.jsonl", json.dumps(DONE) + "\n[1]\n", "line 2: expected one JSON object a line, found list"),
    ("a.jsonl", [{**DONE, "answer": "b", "answer_is_wrong": "maybe"}], "(answer_is_wrong): expected true or false"),
    ("o.jsonl", [{**ABOUT, "canonical": "x", "shuffled": [1]}], "line 1 (canonical): expected finite numbers only"),
    (
        "o.jsonl",
        [{**ABOUT, "canonical": -1, "shuffled": []}],
        "(shuffled): expected a list of numbers, found an empty list",
    ),
    ("o.jsonl", [{**ABOUT, "canonical": -1, "shuffled": [1, None]}], "(shuffled): expected finite numbers only"),
    ("f.jsonl", [{**ABOUT, "group": "x", "min_k": 1}], "line 1 (group): expected test or control, found 'x'"),
    (
        "f.jsonl",
        [{**ABOUT, "group": "test", "log_probs": [-1, -2], "means": [-1], "sds": [1]}],
        "(means): expected one value a token in log_probs, means and sds, found 2, 1, 1",
    ),
    (
        "f.jsonl",
        [{**ABOUT, "group": "test", "log_probs": [-1], "means": [-1], "sds": [0]}],
        "(sds): expected numbers above zero",
    ),
    (
        "f.jsonl",
        [
            {**ABOUT, "group": "test", "log_probs": [-1]},
            {**ABOUT, "group": "control", "log_probs": [-1], "means": [-1], "sds": [1]},
        ],
        "expected one kind of score in all lines",
    ),
    ("r.jsonl", [{**ABOUT, "prompt": "p", "output": "x"}], "expected the items of 'MMLU' beside the outputs"),
    ("s.json", '{"schema": "auditgen-overlap/1", "items": []}', "s.json (items): expected a list of items"),
    (
        "s.json",
        '{"schema": "auditgen-overlap/1", "items": [{"item_id": "1", "match": "maybe"}]}',
        "(items[0].match): expected exact or fuzzy or none, found 'maybe'",
    ),
    (
        "s.json",
        '{"schema": "auditgen-overlap/1", "items": [{"item_id": "1", "match": "none", "coverage_question": 2}]}',
        "(items[0].coverage_question): expected a share between 0 and 1, found '2'",
    ),
    (
        "n.csv",
        "model,benchmark,item,n_positions,n_exact\nGPT-4,MMLU,1,5,6\n",
        "line 2 (n_exact): expected at most n_positions, found 6 of 5",
    ),
    (
        "n.csv",
        "model,benchmark,item,n_positions,n_exact\nGPT-4,MMLU,1,5,x\n",
        "line 2 (n_exact): expected a whole number, found 'x'",
    ),
    (
        "n.csv",
        "model,benchmark,item,n_positions,n_exact\nGPT-4,MMLU,1,137999999999999999999995,5\n",
        "line 2 (n_positions): expected a whole number",
    ),
    (
        "find.csv",
        "model,benchmark,method_family,result,year,source\nGPT-4,MMLU,magic,contaminated,2026,a paper\n",
        "find.csv, line 2 (method_family): expected overlap or completion",
    ),
    (
        "find.csv",
        "model,benchmark,method_family,result,year\nGPT-4,MMLU,overlap,contaminated,2026\n",
        "line 2 (source): expected where this can be looked up, found nothing",
    ),
    (
        "find.csv",
        "model,benchmark,method_family,result,year,source\nGPT-4,MMLU,overlap,contaminated,soon,a paper\n",
        "(year): expected a year such as 2026, found 'soon'",
    ),
    (
        "rep.csv",
        "model,benchmark,measured_score,measured_by,year,source\nGPT-4,MMLU,high,somebody,2026,a paper\n",
        "(measured_score): expected a score in percent as printed, such as 71.3, found 'high'",
    ),
    (
        "p.csv",
        "original_benchmark,variant_benchmark,model,original_score,variant_score,source\nMMLU,new,GPT-4,0.9,130,x\n",
        "(variant_score): expected a score between 0 and 100 (percent), found 130",
    ),
    ("e.txt", "", "e.txt: expected evidence, found an empty file"),
    ("e.pdf", b"%PDF-1.7 ...", "found something else (a PDF document)"),
    ("e.json", '{"a": 1}', "expected evidence of a known kind, found something else"),
]


@pytest.mark.parametrize(("name", "content", "words"), CASES, ids=range(len(CASES)))
def test_what_is_wrong_is_said_in_one_line(tmp_path, name, content, words):
    with pytest.raises(InputError) as raised:
        read(tmp_path, name, content)
    text = str(raised.value)
    assert words in text
    assert str(tmp_path) not in text
    assert all(line.startswith(name) for line in text.splitlines())


def test_a_file_that_is_nothing_known_lists_what_was_tried(tmp_path):
    with pytest.raises(InputError) as raised:
        read(tmp_path, "x.json", '{"a": 1}')
    for recogniser in RECOGNISERS:
        assert recogniser.what in str(raised.value)


def test_every_bad_file_of_a_folder_is_named_at_once(tmp_path):
    (tmp_path / "a.jsonl").write_text(json.dumps({**DONE, "control": "x"}) + "\n", encoding="utf-8")
    (tmp_path / "b.json").write_text('{"a": 1}', encoding="utf-8")
    with pytest.raises(InputError) as raised:
        read_evidence([tmp_path], open_catalogue())
    assert {p.file for p in raised.value.problems} == {"a.jsonl", "b.json"}


LISTS = [
    (
        "files:\n- {file: a.jsonl, produced_by: me, citation: c}",
        "(files[0].produced_by): expected claimant or independent or adversarial, found 'me'",
    ),
    ("files:\n- {file: a.jsonl, produced_by: independent}", "(files[0].citation): expected who published or handed"),
    ("files:\n- {file: a.jsonl, colour: red}", "(files[0].colour): expected one of file, kind"),
    ("files:\n- {file: gone.jsonl}", "expected a file of the folder, found no file 'gone.jsonl'"),
    ("files:\n- {file: a.jsonl, kind: overlap}", "expected 'overlap', as evidence.yaml says, found completions"),
    ("files:\n- {file: a.jsonl, date: yesterday}", "(files[0].date): expected a date"),
    ("files:\n- {file: a.jsonl}\n- {file: a.jsonl}", "expected every file once, found 'a.jsonl' again"),
    ("files: {a: b}", "(files): expected a list, found dict"),
    ("file:\n- x", "(file): expected one of files, models"),
    ("- x", "expected a mapping with files"),
    ("models:\n- {model: GPT-4, training_cutoff: soon, citation: c}", "(training_cutoff): expected a date"),
    ("models:\n- {model: GPT-4, training_cutoff: 2023-04}", "(models[0].citation): expected where this fact can be"),
    ("models:\n- {training_cutoff: 2023-04, citation: c}", "(model): expected a name, found nothing"),
    ("benchmarks:\n- {benchmark: B, n_items: many, citation: c}", "(n_items): expected a whole number, found 'many'"),
    (
        "findings:\n- {model: GPT-4, benchmark: MMLU, method_family: overlap, result: clean, year: 2026, citation: c}",
        "(result): expected contaminated",
    ),
    ("files: [unclosed", "expected plain YAML"),
    ("a: &x 1\nb: *x", "an alias"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "words"), LISTS, ids=range(len(LISTS)))
def test_mistakes_in_evidence_yaml(tmp_path, text, words):
    (tmp_path / "a.jsonl").write_text(json.dumps(DONE) + "\n", encoding="utf-8")
    (tmp_path / "evidence.yaml").write_text(text + "\n", encoding="utf-8")
    with pytest.raises(InputError) as raised:
        read_evidence([tmp_path], open_catalogue())
    assert words in str(raised.value)
    assert str(tmp_path) not in str(raised.value)


def refusals(path):
    """Lines of the refusal, none if the file was read."""
    try:
        read_evidence([path], open_catalogue())
    except InputError as error:
        return str(error).splitlines()
    return []


@settings(max_examples=150, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(data=st.one_of(st.binary(max_size=300), st.text(max_size=300).map(lambda t: t.encode("utf-8", "replace"))))
def test_any_bytes_give_evidence_or_a_line_and_never_a_traceback(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("any") / "x"
    path.write_bytes(data)
    assert all(line.startswith("x") for line in refusals(path))


ROW = st.fixed_dictionaries(
    {k: st.one_of(st.none(), st.text(max_size=8), st.integers(), st.lists(st.floats(), max_size=3)) for k in DONE},
    optional={
        "control": st.sampled_from(["twin", "fresh", "x"]), "twin_of": st.text(max_size=3),
        "answer": st.text(max_size=3),
        "canonical": st.floats(), "group": st.sampled_from(["test", "control"]),
        "log_probs": st.lists(st.floats(), max_size=3),
    },
)  # fmt: skip


@settings(max_examples=150, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(rows=st.lists(ROW, min_size=1, max_size=4))
def test_any_rows_give_evidence_or_a_line(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("rows") / "x.jsonl"
    path.write_text("".join(json.dumps(r) + "\n" for r in rows), encoding="utf-8")
    assert all(line.startswith("x.jsonl") for line in refusals(path))
