"""Every form of corpus gives the same matches; every kind of damage is counted, named and survived."""

from __future__ import annotations

import gzip
import json
import zlib

import pytest
import zstandard

from auditgen.scan import inflate, worker
from auditgen.scan.engine import Threads
from auditgen.scan.streams import CorpusError
from tests.scan.corpora import HAN, PARTLY, TRAIN, item, json_lines, run, write_items

TEXTS = [PARTLY, f'so it says: {TRAIN.upper()}\n"quoted"\tAnswer: 180 miles', f"见 {HAN} 可以"]


@pytest.fixture
def folder(tmp_path):
    write_items(tmp_path)
    (tmp_path / "corpus").mkdir()
    return tmp_path


def _parquet(path, texts, **columns):
    import pyarrow
    import pyarrow.parquet

    table = pyarrow.table({"text": texts, **columns})
    pyarrow.parquet.write_table(table, path, row_group_size=2)


def _found(record):
    return {
        entry["item_id"]: (entry["match"], entry["n_documents"], entry["coverage_question"], entry["longest_run"])
        for entry in record["items"]
    }


def test_all_forms_agree(folder):
    lines = json_lines(TEXTS)
    files = {
        "a.jsonl": lines,
        "b.jsonl.gz": gzip.compress(lines),
        "c.jsonl.zst": zstandard.compress(lines),
        "d.json": "".join(
            json.dumps({"id": i, "text": t}, ensure_ascii=False) + "\r\n" for i, t in enumerate(TEXTS)
        ).encode(),
        "e.ndjson": b"\xef\xbb\xbf" + lines.rstrip(b"\n"),
        "f.jsonl": lines.decode().encode("utf-16"),
        "g.zstd": b"",
    }
    expected = {
        "train": ("exact", 2, 1.0, 19),
        "han": ("exact", 1, 1.0, 20),
        "tiny": ("none", 0, 0.0, 0),
        "none": ("none", 0, 0.0, 0),
    }
    for name, content in files.items():
        if content:
            (folder / name).write_bytes(content)
            assert _found(run(folder, str(folder / name))) == expected, name
    _parquet(folder / "h.parquet", [*TEXTS, None], id=["x", "y", "z", "n"])
    record = run(folder, str(folder / "h.parquet"))
    assert _found(record) == expected
    assert [document["doc_id"] for document in item(record, "train")["documents"]] == ["y", "x"]
    assert record["corpus"]["lines_without_text"] == 1
    (folder / "i").mkdir()
    for number, text in enumerate(TEXTS):
        (folder / "i" / f"{number}.txt").write_text(text, encoding="utf-8")
    assert _found(run(folder, str(folder / "i"))) == expected


def test_span_and_snippet_name_the_place(folder):
    path = folder / "corpus" / "a.jsonl"
    path.write_bytes(json_lines(TEXTS, meta={"text": ["not this"]}))
    found = item(run(folder, str(path)), "train")["documents"][0]
    raw = path.read_bytes()[found["byte_start"] : found["byte_end"]]
    assert raw.decode() == TRAIN.upper()
    assert found["snippet"] == TRAIN.upper()
    assert (found["file"], found["doc_id"], found["coverage_answer"]) == ("a.jsonl", "d1", 1.0)
    han = item(run(folder, str(path)), "han")["documents"][0]
    assert han["snippet"] == HAN
    assert json.loads(b'"' + path.read_bytes()[han["byte_start"] : han["byte_end"]] + b'"') == HAN


def test_snippets_are_cut_at_200_characters(folder):
    long = " ".join(f"word{n}" for n in range(90))
    write_items(folder, [{"item_id": 1, "question": long}])
    (folder / "a.jsonl").write_bytes(json_lines([long]))
    assert item(run(folder, str(folder / "a.jsonl")), "1")["documents"][0]["snippet"] == long[:200]


def test_broken_lines_are_counted_and_named(folder):
    good = json_lines(TEXTS)
    bad = [
        b'{"text": "cut',
        b"not json",
        b"[1, 2]",
        b'{"id": 7}',
        b"",
        b'{"text": 5}',
        b'{"text": "bytes \xff\xfe here"}',
    ]
    (folder / "a.jsonl").write_bytes(good + b"\n".join(bad) + b"\n" + good)
    record = run(folder, str(folder / "a.jsonl"))
    corpus = record["corpus"]
    assert (corpus["documents"], corpus["unreadable_lines"], corpus["lines_without_text"]) == (7, 3, 2)
    assert corpus["documents_not_utf8"] == 1
    places = record["manifest"]["files"][0]["first_problems"]
    assert places[0] == {"at": len(good), "kind": "broken"}
    assert [place["kind"] for place in places] == ["broken", "broken", "broken", "no_text", "no_text", "not_utf8"]
    assert item(record, "train")["n_documents"] == 4


def test_text_of_a_wrong_encoding_still_matches_in_ascii(folder):
    (folder / "a.txt").write_bytes(f"café {TRAIN} café".encode("latin-1"))
    record = run(folder, str(folder / "a.txt"))
    assert item(record, "train")["match"] == "exact"
    assert record["corpus"]["documents_not_utf8"] == 1


@pytest.mark.parametrize("kind", ["zst", "gz"])
def test_truncated_archive_is_named_and_read_as_far_as_it_goes(folder, kind):
    filler = json_lines([f"{n} some other text that fills the file {n * n}" for n in range(40_000)])
    whole = json_lines(TEXTS) + filler
    packed = zstandard.ZstdCompressor().compress(whole) if kind == "zst" else gzip.compress(whole)
    (folder / "corpus" / f"a.jsonl.{kind}").write_bytes(packed[: len(packed) * 2 // 3])
    (folder / "corpus" / "b.jsonl").write_bytes(json_lines(TEXTS[:1]))
    record = run(folder, str(folder / "corpus"))
    assert item(record, "train")["n_documents"] == 3
    assert record["corpus"]["files_with_problems"] == 1
    assert record["manifest"]["files"][0]["problem"]
    assert any(f"a.jsonl.{kind}" in note["text"] for note in record["notes"])


def test_damaged_archive_is_named(folder):
    packed = bytearray(zstandard.compress(json_lines(TEXTS * 500)))
    packed[len(packed) // 2] ^= 0xFF
    (folder / "corpus" / "a.jsonl.zst").write_bytes(packed)
    (folder / "corpus" / "b.jsonl").write_bytes(json_lines(TEXTS))
    record = run(folder, str(folder / "corpus"))
    assert record["manifest"]["files"][0]["problem"]
    assert item(record, "train")["match"] == "exact"


@pytest.mark.parametrize("block", [64, 1000, 1 << 20])
def test_line_over_the_limit_is_counted_and_skipped(folder, block, monkeypatch):
    monkeypatch.setattr(worker, "_READ", 700)
    huge = json.dumps({"text": TRAIN + " x" * 5000}).encode() + b"\n"
    good = json_lines(TEXTS)
    for name, content in (("a", good + huge + good), ("b", huge + good + huge), ("c", good + huge.rstrip(b"\n"))):
        (folder / f"{name}.jsonl").write_bytes(content)
        (folder / f"{name}.jsonl.zst").write_bytes(zstandard.compress(content))
        for suffix in ("jsonl", "jsonl.zst"):
            record = run(folder, str(folder / f"{name}.{suffix}"), longest_document=2000, block=block)
            assert record["corpus"]["lines_too_long"] == content.count(huge.rstrip(b"\n")), (name, suffix)
            assert record["corpus"]["documents"] == 3 * content.count(good), (name, suffix)
            first = record["manifest"]["files"][0]["first_problems"][0]
            assert first == {"at": content.index(huge.rstrip(b"\n")), "kind": "too_long"}


def test_field_of_another_name(folder):
    (folder / "a.jsonl").write_bytes(json_lines(TEXTS).replace(b'"text"', b'"page"'))
    with pytest.raises(CorpusError, match=r"a.jsonl: no text field: expected text or .*found id, page; .*--text-field"):
        run(folder, str(folder / "a.jsonl"))
    assert item(run(folder, str(folder / "a.jsonl"), text_field="page"), "train")["match"] == "exact"
    (folder / "b.jsonl").write_bytes(json_lines(TEXTS).replace(b'"text"', b'"content"'))
    assert item(run(folder, str(folder / "b.jsonl")), "train")["match"] == "exact"
    _parquet(folder / "c.parquet", TEXTS)
    with pytest.raises(CorpusError, match=r"c.parquet: no text field: expected page, found text"):
        run(folder, str(folder / "c.parquet"), text_field="page")


def test_empty_shards_and_unknown_files(folder):
    (folder / "corpus" / "empty.jsonl").write_bytes(b"")
    (folder / "corpus" / "blank.jsonl").write_bytes(b"\n\n  \n")
    (folder / "corpus" / "picture.png").write_bytes(b"\x89PNG")
    (folder / "corpus" / "fake.parquet").write_bytes(b"PAR1 not really")
    (folder / "corpus" / "good.jsonl").write_bytes(json_lines(TEXTS))
    record = run(folder, str(folder / "corpus"))
    corpus = record["corpus"]
    assert (corpus["files"], corpus["files_empty"], corpus["files_passed_over"]) == (4, 1, 1)
    assert corpus["files_with_problems"] == 1
    assert item(record, "train")["n_documents"] == 2


def test_nothing_there(folder):
    with pytest.raises(CorpusError, match="no such file or folder"):
        run(folder, str(folder / "absent*"))
    with pytest.raises(CorpusError, match="no corpus file found"):
        run(folder, str(folder / "corpus"))


def test_empty_corpus_is_said_to_be_empty(folder):
    (folder / "corpus" / "empty.jsonl").write_bytes(b"")
    record = run(folder, str(folder / "corpus"))
    assert "empty" in {note["id"] for note in record["notes"]}


def test_file_that_vanishes_is_named(folder):
    (folder / "corpus" / "a.jsonl").write_bytes(json_lines(TEXTS))
    (folder / "corpus" / "b.jsonl").write_bytes(json_lines(TEXTS))

    class Vanishing(Threads):
        def broadcast(self, index, parameters):
            (folder / "corpus" / "b.jsonl").unlink()
            super().broadcast(index, parameters)

    record = run(folder, str(folder / "corpus"), Vanishing(1))
    assert record["manifest"]["files"][1]["problem"] == "No such file or directory"
    assert item(record, "train")["n_documents"] == 2
    assert str(folder) not in json.dumps(record)


def test_names_of_files_tell_no_local_path_and_stay_apart(folder):
    for part in ("one", "two"):
        (folder / part).mkdir()
        (folder / part / "a.jsonl").write_bytes(json_lines(TEXTS))
    record = run(
        folder, [str(folder / "one" / "a.jsonl"), str(folder / "two" / "a.jsonl"), str(folder / "o*" / "*.jsonl")]
    )
    assert [file["file"] for file in record["manifest"]["files"]] == ["a.jsonl", "a.jsonl#2"]
    assert [file["file"] for file in run(folder, str(folder / "one"))["manifest"]["files"]] == ["one/a.jsonl"]


def test_long_text_is_read_in_pieces_at_line_ends(folder):
    lines = [f"line {n} of a long text file" for n in range(200)]
    lines[100] = TRAIN
    (folder / "a.txt").write_text("\n".join(lines), encoding="utf-8")
    record = run(folder, str(folder / "a.txt"), text_piece=700)
    assert record["corpus"]["documents"] > 5
    found = item(record, "train")["documents"][0]
    assert (folder / "a.txt").read_bytes()[found["byte_start"] : found["byte_end"]].decode() == TRAIN


def test_remote_addresses(folder):
    fsspec = pytest.importorskip("fsspec")
    memory = fsspec.filesystem("memory")
    memory.pipe("/shelf/a.jsonl", json_lines(TEXTS))
    memory.pipe("/shelf/b.jsonl.zst", zstandard.compress(json_lines(TEXTS)))
    record = run(folder, "memory://shelf/*", block=100)
    assert item(record, "train")["n_documents"] == 4
    assert [file["file"] for file in record["manifest"]["files"]] == [
        "memory://shelf/a.jsonl",
        "memory://shelf/b.jsonl.zst",
    ]
    with pytest.raises(CorpusError, match="nothing found there"):
        run(folder, "memory://elsewhere/*")


def test_lone_surrogates_do_not_stop_the_record(folder):
    import orjson

    (folder / "a.jsonl").write_text(f'{{"id": "\\ud800x", "text": "\\udc00 {TRAIN} \\ud83d"}}\n', encoding="utf-8")
    record = run(folder, str(folder / "a.jsonl"))
    assert item(record, "train")["match"] == "exact"
    assert b"?x" in orjson.dumps(record)


def test_file_that_grows_shorter_is_named(folder):
    """Blocks that are no longer there would else be lost without a word."""
    whole = json_lines(TEXTS * 50)
    (folder / "corpus" / "a.jsonl").write_bytes(json_lines(TEXTS))
    (folder / "corpus" / "b.jsonl").write_bytes(whole)

    class Shrinking(Threads):
        def broadcast(self, index, parameters):
            (folder / "corpus" / "b.jsonl").write_bytes(whole[: len(json_lines(TEXTS)) * 2])
            super().broadcast(index, parameters)

    record = run(folder, str(folder / "corpus"), Shrinking(1), block=1000)
    assert record["manifest"]["files"][1]["problem"] == "shorter than it was when the scan began"
    assert item(record, "train")["n_documents"] == 6
    assert any("b.jsonl" in note["text"] for note in record["notes"])


def test_link_that_leads_nowhere_is_named(folder):
    (folder / "corpus" / "a.jsonl").write_bytes(json_lines(TEXTS))
    (folder / "corpus" / "b.jsonl").symlink_to(folder / "gone.jsonl")
    for address in (folder / "corpus", folder / "corpus" / "*.jsonl"):
        record = run(folder, str(address))
        assert record["corpus"]["files_with_problems"] == 1
        assert record["manifest"]["files"][1]["problem"] == "cannot be read: No such file or directory"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-32"])
def test_file_of_which_no_line_can_be_used_is_named(folder, encoding):
    (folder / "corpus" / "a.jsonl").write_bytes(json_lines(TEXTS))
    (folder / "corpus" / "b.jsonl").write_bytes(json_lines(TEXTS).decode().encode(encoding))
    record = run(folder, str(folder / "corpus"))
    assert record["manifest"]["files"][0]["problem"] == ""
    assert record["manifest"]["files"][1]["problem"] == "not one line of it could be used"
    assert record["corpus"]["files_with_problems"] == 1


@pytest.mark.parametrize("library", ["isal", "zlib"])
def test_gzip_is_the_same_from_either_library(folder, library, monkeypatch):
    """Members one after another, zeros and rubbish behind them, damage, a cut: the same texts and problems."""
    if library == "isal":
        pytest.importorskip("isal", reason="isal is not installed (auditgen[fast])")
    else:
        monkeypatch.setattr(inflate, "fastest", zlib)
    lines = json_lines(TEXTS)
    filler = json_lines([f"{n} some other text that fills the file {n * n}" for n in range(20_000)])
    long = gzip.compress(lines + filler)
    damaged = bytearray(long)
    damaged[len(long) // 2] ^= 0xFF
    cases = {
        "members": (gzip.compress(lines) + gzip.compress(lines) + b"\0" * 100, 4, ""),
        "rubbish": (gzip.compress(lines) + b"rubbish", 2, "the gzip stream is damaged"),
        "cut": (long[: len(long) // 2], 2, "the gzip stream breaks off"),
        "damaged": (bytes(damaged), 2, "the gzip stream is damaged"),
    }
    for name, (content, n_documents, problem) in cases.items():
        path = folder / f"{name}.jsonl.gz"
        path.write_bytes(content)
        record = run(folder, str(path))
        assert item(record, "train")["n_documents"] == n_documents, name
        assert record["manifest"]["files"][0]["problem"] == problem, name
