"""Items from every form of file, and the refusals."""

from __future__ import annotations

import json

import pytest

from auditgen.scan.items import ItemsError, answer_text, read_items
from tests.shared_data import shared

ROWS = [
    {"item_id": "1", "question": "What is it?", "answer": "B", "choices": ["this", "that"]},
    {"item_id": "2", "question": "Why, then?", "answer": "because", "choices": []},
]


def _read(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_items(path)


def test_all_forms_give_the_same_items(tmp_path):
    import pyarrow
    import pyarrow.parquet

    lines = "\n".join(json.dumps(row) for row in ROWS)
    csv = 'item_id,question,answer,choices\n1,What is it?,B,"[""this"", ""that""]"\n2,"Why, then?",because,\n'
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(ROWS), tmp_path / "set.parquet")
    sets = [
        _read(tmp_path, "set.jsonl", lines),
        _read(tmp_path, "set.json", json.dumps(ROWS)),
        _read(tmp_path, "set.csv", csv),
        _read(tmp_path, "set.txt", "\ufeff" + csv.replace("\n", "\r\n")),
        _read(tmp_path, "set.wrapped", json.dumps({"samples": ROWS}, indent=1)),
        read_items(tmp_path / "set.parquet"),
    ]
    for item_set in sets:
        assert [(i.item_id, i.question, i.answer, i.benchmark) for i in item_set.items] == [
            ("1", "What is it?", "that", "set"),
            ("2", "Why, then?", "because", "set"),
        ]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("A", "red"),
        ("b", "blue"),
        (1, "blue"),
        ("1", "blue"),
        ("blue", "blue"),
        ("Z", "Z"),
        (None, ""),
        (7, "7"),
        (1.0, "blue"),
    ],
)
def test_answer_is_looked_up_among_the_choices(answer, expected):
    assert answer_text(answer, ["red", "blue"]) == expected


def test_answer_that_is_itself_a_choice_is_not_looked_up():
    assert answer_text("1", ["0", "1", "2"]) == "1"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "the file is empty"),
        (b"\xff\xfe\x00", "not UTF-8"),
        ('{"item_id": 1, "question": "a"}\n{"item_id": 1, "question": "b"}', "item_id '1' of x stands twice"),
        ('{"item_id": 1, "text": "a"}', "no question; expected a field question or"),
        ('{"question": "a"}', "no identifier"),
        ('{"item_id": 1, "question": "a"}\n{broken', "line 2: not valid JSON"),
        ("[1, 2]", "entry 1: expected an object"),
        ("item_id,question\n1,a,b\n", "more fields than the header"),
        ("[]", "no items found"),
        ("PAR1 and then nothing", "not a readable Parquet file"),
    ],
)
def test_refusals_are_one_clear_line(tmp_path, content, message):
    with pytest.raises(ItemsError, match=message.replace("(", r"\(")) as caught:
        _read(tmp_path, "x.any", content)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("x.any")
    assert str(tmp_path) not in str(caught.value)


def test_same_identifier_in_two_benchmarks_is_fine(tmp_path):
    rows = [{"item_id": 1, "question": "a", "benchmark": name} for name in ("one", "two")]
    assert len(_read(tmp_path, "x.jsonl", "\n".join(map(json.dumps, rows))).items) == 2


def test_missing_file_is_refused(tmp_path):
    with pytest.raises(ItemsError, match=r"none.csv: cannot be read"):
        read_items(tmp_path / "none.csv")


def test_harness_samples_are_read():
    item_set = read_items(shared("formats/lm_eval/samples_math_perturbed_full_2026-01-21T03-44-18.458309.jsonl"))
    assert item_set.items
    assert all(item.question for item in item_set.items)


def test_inspect_log_is_read():
    item_set = read_items(shared("formats/inspect_ai/2025-05-12_popularity.json"))
    assert item_set.items
    assert all(item.question for item in item_set.items)
