"""Files on the disk and hostile bytes: refused in one line, soon, and with nothing but InputError."""

import os
import stat
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from auditgen.intake.claims import opening, read_claims, read_claims_bytes
from auditgen.intake.errors import InputError
from auditgen.records.claim import ClaimsFile
from tests.intake.claims.reading import read

CSV = b"model,benchmark,score\nA,M,88.7\n"
NAMES = st.sampled_from(["a.csv", "a.yaml", "a.json", "a.xlsx", "a.tsv", "a", "a.pdf"])


def refusal(data: bytes, name: str = "claims.csv") -> str:
    with pytest.raises(InputError) as caught:
        read_claims_bytes(data, name)
    return str(caught.value)


def test_a_file_is_read(tmp_path):
    path = tmp_path / "claims.csv"
    path.write_bytes(CSV)
    assert read_claims(str(path)) == read_claims(path) == read_claims_bytes(CSV, "claims.csv")


def test_missing_folder_pipe_and_impossible_names(tmp_path):
    with pytest.raises(InputError, match=r"^nothing\.csv: expected a claims file, found no such file\."):
        read_claims(tmp_path / "nothing.csv")
    with pytest.raises(InputError, match="found a folder"):
        read_claims(tmp_path)
    os.mkfifo(tmp_path / "pipe.csv")
    with pytest.raises(InputError, match="found a pipe, socket or device"):
        read_claims(tmp_path / "pipe.csv")
    for name in ("a\x00b", "x" * 5000):
        with pytest.raises(InputError, match="expected a file that can be read"):
            read_claims(name)
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(InputError, match="loop: expected a file that can be read"):
        read_claims(tmp_path / "loop")


def test_no_permission(tmp_path, monkeypatch):
    path = tmp_path / "claims.csv"
    path.write_bytes(CSV)

    def denied(*args, **kwargs):
        raise PermissionError(13, "Permission denied")

    # Removing the right itself would not stop a test that runs as root.
    monkeypatch.setattr(Path, "open", denied)
    with pytest.raises(InputError, match=r"^claims\.csv: expected a file that may be read, found no permission\."):
        read_claims(path)
    assert stat.S_ISREG(path.stat().st_mode)


def test_too_large_is_refused_unread(tmp_path, monkeypatch):
    path = tmp_path / "claims.csv"
    with path.open("wb") as file:
        file.truncate(200_000_000)
    monkeypatch.setattr(Path, "open", None)
    with pytest.raises(InputError, match="expected at most 20 MB, found 200 MB"):
        read_claims(path)
    assert opening.MAX_BYTES == 20_000_000


@pytest.mark.parametrize(
    ("data", "fragments"),
    [
        (b"", ["an empty file"]),
        (b"\xef\xbb\xbf\n", ["an empty file"]),
        (b"%PDF-1.7\n%\xe2\xe3", ["a PDF document", "auditgen extract"]),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 100, ["XLS or password-protected"]),
        (b"\x89PNG\r\n\x1a\n", ["a picture"]),
        (b"\x1f\x8b\x08\0", ["a gzip archive"]),
        (b"PAR1\x15\x04", ["a Parquet table", "-e"]),
        (b"PK\x03\x04word/document.xml", ["a DOCX document"]),
        (b"PK\x03\x04other", ["a zip archive"]),
        (b"PK\x03\x04xl/workbook.xml", ["a broken file (BadZipFile)"]),
        (b"model,bench\x00mark", ["line 1", "a zero byte at byte 12"]),
        (CSV + b"Mod\xe9le,M,5.5\n", ["line 3", "byte 0xE9 at byte 35, which is not UTF-8", "CSV UTF-8"]),
        (b"\xef\xbb\xbf" + CSV + b"Mod\xe9le,M,5.5\n", ["line 3", "byte 0xE9 at byte 38"]),
        (CSV.decode().encode("utf-16"), ["found UTF-16"]),
        (CSV.decode().encode("utf-16-be"), ["a zero byte at byte 1"]),
        (b"\xff\xfe\x00\x01", ["UTF-16"]),
    ],
)
def test_what_is_no_claims_file(data, fragments):
    message = refusal(data)
    assert "\n" not in message
    for fragment in ("claims.csv", *fragments):
        assert fragment in message


LAUGHS = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{name}: &{name} [{','.join([f'*{before}'] * 9)}]\n" for before, name in zip("abcdefghi", "bcdefghij")
)


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (LAUGHS + "claims: *j\n", "a.yaml"),
        ("claims:\n- &a {x: y}\n" + f"- {{<<: [{','.join(['*a'] * 500)}]}}\n" * 1500, "a.yaml"),
        ("claims: " + "[" * 1_000_000, "a.yaml"),
        ("claims:\n" + "- " * 1_000_000, "a.yaml"),
        ("claims:\n" + "? " * 1_000_000, "a.yaml"),
        ("claims: " + "{a: " * 1_000_000, "a.yaml"),
        ("claims: " + "!" * 1_000_000, "a.yaml"),
        ("claims:\n- model: " + "x" * 10_000_000, "a.yaml"),
        ("claims:\n- model: a" + "\u0301\u0327" * 2_000_000, "a.yaml"),
        ("[" * 1_000_000, "a.json"),
        ('{"a":' * 1_000_000, "a.json"),
        ('["' + "\\u0000" * 1_000_000, "a.json"),
        ("model,benchmark,score" + "," * 5_000_000 + "\n", "a.csv"),
        ('model,benchmark,score\n"' + "a,b\n" * 2_000_000, "a.csv"),
        ('model,benchmark,score\n"' + "x" * 5_000_000 + '",M,5.5\n', "a.csv"),
        ("model,benchmark,score\n" + "A,M,5.5\n" * 1_000_000, "a.csv"),
        ("model,benchmark,score\nA," + "M;" * 5_000 + "," + "5;" * 5_000 + "\n", "a.csv"),
        ("model,benchmark,score\n" + ("A," + "M;" * 900 + "," + "5;" * 900 + "\n") * 20, "a.csv"),
        ("\n" * 10_000_000 + "x", "a.csv"),
        ("claims: ''\nx: " + "'" * 1_000_001, "a.yaml"),
    ],
)
def test_bombs_end_soon(data, name):
    raw = data.encode()
    began = time.process_time()
    message = refusal(raw, name)
    assert time.process_time() - began < 2
    assert len(message) < 20_000


def test_laughs_stay_small():
    import tracemalloc

    tracemalloc.start()
    refusal((LAUGHS + "claims: *j\n").encode(), "a.yaml")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 5_000_000


def test_a_thousand_claims_in_a_second():
    rows = "".join(
        f'c-{i},Model {i % 40},MMLU,{50 + i % 49}.{i % 10},percent,5,"cot=yes; tools=none",L{i},{i}\n'
        for i in range(1000)
    )
    text = "id,model,benchmark,score,unit,shots,setting,place,quote\n" + rows
    began = time.process_time()
    file = read(text)
    assert time.process_time() - began < 1
    assert len(file.claims) == 1000


def test_limits_of_rows_and_claims():
    assert len(read("model,benchmark,score\n" + "A,M,5.5\n" * 10_000).claims) == 10_000
    assert "expected at most 10,000 claims, found more than 10,000 rows" in refusal(
        b"model,benchmark,score\n" + b"A,M,5.5\n" * 10_001
    )
    bare = b"- {model: A, benchmark: M, score: 5.5}\n" * 10_001
    assert "expected at most 10,000 claims, found 10,001" in refusal(bare, "a.yaml")


def only_input_errors(data: bytes, name: str) -> None:
    refused: InputError | None = None
    try:
        file = read_claims_bytes(data, name)
    except InputError as error:
        refused = error
    if refused is not None:
        assert refused.problems
        assert all(line.isprintable() for line in str(refused).split("\n"))
    else:
        assert ClaimsFile.model_validate_json(file.model_dump_json()) == file


FUZZ = settings(max_examples=150, deadline=2000, suppress_health_check=[HealthCheck.too_slow])


@FUZZ
@given(st.binary(max_size=300), NAMES)
def test_random_bytes(data, name):
    only_input_errors(data, name)


@FUZZ
@given(st.text(max_size=200), NAMES)
def test_random_text(text, name):
    only_input_errors(text.encode("utf-8", "surrogatepass"), name)


WORDS = st.sampled_from(
    [
        *("model", "benchmark", "score", "unit", "type", "rank", "setting", "claims", "sources", "id", "asked", "88.7"),
        *("5/6", "percent", "unknown", ":", "- ", "\n", "\n  ", "\n    ", ",", ";", "{", "}", "[", "]", '"', "'", "&a"),
        *(
            "*a",
            "<<",
            "!",
            "|",
            ">",
            "#",
            "=",
            "±",
            "%",
            " ",
            "\t",
            "\u202e",
            "2024-02-30",
            "null",
            "~",
            "---",
            "\ufeff",
        ),
    ]
)


@FUZZ
@given(st.lists(WORDS, max_size=60).map("".join), NAMES)
def test_random_words(text, name):
    only_input_errors(text.encode(), name)


CELL = st.one_of(st.text(max_size=12), WORDS, st.floats().map(str), st.integers().map(str))
KEYS = st.sampled_from(
    [
        *(
            "type",
            "unit",
            "uncertainty",
            "uncertainty_low",
            "comparator",
            "comparator_score",
            "difference",
            "threshold",
        ),
        *("rank", "n_items", "shots", "setting", "asked", "source_class", "as_of", "notes", "status", "id", "relation"),
        *("metric", "x_a"),
    ]
)


@FUZZ
@given(st.dictionaries(KEYS, CELL, max_size=6), CELL, CELL, CELL)
def test_random_cells(extra, model, benchmark, score):
    import csv
    import io

    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["model", "benchmark", "score", *extra])
    writer.writerow([model, benchmark, score, *extra.values()])
    only_input_errors(out.getvalue().encode("utf-8", "surrogatepass"), "a.csv")


JSON_VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), WORDS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(WORDS, inner, max_size=3)),
    max_leaves=8,
)


@FUZZ
@given(
    st.lists(
        st.dictionaries(st.one_of(KEYS, st.sampled_from(["model", "benchmark", "score"])), JSON_VALUES), max_size=3
    )
)
def test_random_json_of_known_fields(rows):
    import json

    only_input_errors(json.dumps(rows).encode(), "a.json")
