"""Broken, truncated, oversized and malicious files end in one clear line, fast."""

from __future__ import annotations

import json
import os
import time
import tracemalloc
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from auditgen.intake.logs import limits
from auditgen.intake.logs.model import LogError
from auditgen.intake.logs.read import read_log, read_logs
from tests.intake.logs import seeds
from tests.intake.logs.attempt import attempt


def _refused(data: bytes, name: str = "x.json") -> LogError:
    with pytest.raises(LogError) as caught:
        read_log(data, name)
    text = str(caught.value)
    assert "\n" not in text
    assert "expected" in text
    assert "found" in text
    return caught.value


@pytest.fixture
def quick() -> Iterator[None]:
    start = time.monotonic()
    yield
    assert time.monotonic() - start < 10


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"", "empty file"),
        (b"   \n", "another kind"),
        (b"{}", "no usual keys"),
        (b"[]", "a list of 0 entries"),
        (b"{", "expecting property name"),
        (b'{"a": 1,}', "property name"),
        (b'{"results": {}, "config": {}}', "the keys results, config"),
        (b"\xff\xfe\x00x", "binary"),
        (b'{"a": "\xff"}', "not UTF-8"),
        (b"model,benchmark,score\na,b,1\n", "another kind"),
        (b'{"adapter_spec": {}}', "give the whole folder"),
        (b'{"x": 1}\n{"x": 2}\n', "JSON lines with the keys x"),
        (b"%PDF-1.7", "another kind"),
    ],
)
def test_not_a_log(data: bytes, found: str) -> None:
    assert found in str(_refused(data))


def test_refusal_lists_what_was_tried() -> None:
    text = str(_refused(b'{"hello": 1}'))
    for word in ("Inspect AI", "Every Eval Ever", "lighteval", "lm-evaluation-harness", "HELM", "OpenAI evals"):
        assert word in text


def test_broken_json_is_placed_by_line_and_column() -> None:
    assert "line 2 column 3" in str(_refused(b'{"results":\n  oops}'))


@pytest.mark.parametrize("text", ["[" * 200_000, '{"a":' * 200_000, "[" * 5000 + "]" * 5000])
def test_deep_json(text: str, quick: None) -> None:
    assert "nested too deep" in str(_refused(text.encode()))


def test_numbers_of_absurd_size(quick: None) -> None:
    log = json.dumps(seeds.INSPECT)
    assert "too many digits" in str(_refused(log.replace('"value": 0.5', '"value": ' + "9" * 5000).encode()))
    run = read_log(log.replace('"value": 0.5', '"value": 1e999').encode(), "x").runs[0]
    assert run.score is None
    run = read_log(log.replace('"value": 0.5', '"value": ' + "9" * 4000).encode(), "x").runs[0]
    assert run.score is None
    run = read_log(log.replace('"completed_samples": 3', '"completed_samples": -3').encode(), "x").runs[0]
    assert run.n_items is None or run.n_items >= 0


def test_json_of_too_many_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_CONTAINERS", 1000)
    assert "objects and lists" in str(_refused(b"[" + b"[]," * 2000 + b"[]]"))
    monkeypatch.setattr(limits, "MAX_VALUES", 1000)
    assert "values" in str(_refused(b"[" + b"1," * 2000 + b"1]"))


@pytest.mark.parametrize("name", seeds.ALL)
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_truncated(name: str, share: float, quick: None) -> None:
    data = seeds.ALL[name][0]
    contents = attempt(lambda: read_log(data[: int(len(data) * share)], name))
    if contents is not None:  # line formats and tables can be cut between lines
        assert name.endswith((".jsonl", ".md", ".csv", ".yaml"))
        assert len(contents.runs) + len(contents.items) <= 50


def test_cut_off_last_line_is_noted_and_a_broken_middle_is_an_error() -> None:
    lines = seeds.json_lines(seeds.OPENAI)
    contents = read_log(lines[:-30], "x.jsonl")
    assert any("cut off" in note for note in contents.notes)
    assert len(contents.items) == 1
    broken = lines.replace(b'{"final_report"', b'{"final_report')
    assert "line 2" in str(_refused(broken))


# Archives


def test_zip_of_another_kind() -> None:
    assert "without header.json" in str(_refused(seeds.zip_bytes({"word/document.xml": b"<x/>"})))


@pytest.mark.parametrize(("mebibytes", "found"), [(30, "times its size"), (200, "a member of at most 64 MiB")])
def test_deflate_bomb(mebibytes: int, found: str, quick: None) -> None:
    engine = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = engine.compress(b" " * (mebibytes * limits.MIB)) + engine.flush()
    tracemalloc.start()
    error = _refused(seeds.raw_zip("header.json", packed, 8, 0, 10), "bomb.eval")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found in str(error)
    assert peak < 160 * limits.MIB


def test_zstd_bomb(quick: None) -> None:
    import zstandard

    packed = zstandard.ZstdCompressor(level=19).compress(b"\0" * (100 * limits.MIB))
    assert "times its size" in str(_refused(seeds.raw_zip("header.json", packed, 93, 0, 10), "bomb.eval"))


def test_zstd_window_of_two_gigabytes(quick: None) -> None:
    # Frame header: magic, descriptor without content size, window descriptor for 2 GiB, then one raw block of one byte.
    frame = b"\x28\xb5\x2f\xfd" + bytes([0x00, (31 - 10) << 3]) + b"\x09\x00\x00{"
    assert "damaged" in str(_refused(seeds.raw_zip("header.json", frame, 93, zlib.crc32(b"{"), 1)))


def test_member_over_the_limit_and_archive_over_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    from auditgen.intake.logs import zip_members

    monkeypatch.setattr(zip_members, "MAX_MEMBER_BYTES", 1000)
    assert "a member of at most" in str(_refused(seeds.zip_bytes(seeds.eval_members()), "x.eval"))
    monkeypatch.setattr(zip_members, "MAX_MEMBER_BYTES", limits.MAX_MEMBER_BYTES)
    monkeypatch.setattr(zip_members, "MAX_ARCHIVE_BYTES", 1500)
    assert "an archive of at most" in str(_refused(seeds.zip_bytes(seeds.eval_members()), "x.eval"))
    monkeypatch.setattr(zip_members, "MAX_ARCHIVE_DIRECTORY_BYTES", 100)
    assert "table of members" in str(_refused(seeds.zip_bytes(seeds.eval_members()), "x.eval"))


@pytest.mark.parametrize(
    ("archive", "found"),
    [
        (seeds.raw_zip("header.json", b"abc", 0, 1, 3), "checksum"),
        (seeds.raw_zip("header.json", b"abc", 99, 1, 3), "packing method 99"),
        (seeds.raw_zip("header.json", b"abc", 0, 1, 3, flags=1), "encrypted"),
        (seeds.raw_zip("header.json", b"abc", 8, 1, 3), "damaged"),
        (seeds.raw_zip("header.json", b"abc", 93, 1, 3), "damaged"),
        (b"PK\x03\x04" + b"\0" * 100, "cut off or damaged"),
        (b"PK", "cut off or damaged"),
    ],
)
def test_bad_archives(archive: bytes, found: str) -> None:
    assert found in str(_refused(archive, "x.eval"))


# YAML and text


@pytest.mark.parametrize(
    ("block", "found"),
    [
        ("model-index: &a [*a]", "alias"),
        ("model-index: " + "[" * 500 + "]" * 500, "too deep"),
        ("model-index: [}", "line 2"),
        ("model-index:\n" + "".join(" " * i + "- \n" for i in range(1, 300)), "line"),
    ],
)
def test_hostile_front_matter(block: str, found: str, quick: None) -> None:
    assert found in str(_refused(f"---\n{block}\n---\n".encode(), "README.md"))


def test_yaml_tags_make_no_objects() -> None:
    text = "---\nmodel-index: !!python/object/apply:os.system ['true']\n---\n"
    contents = attempt(lambda: read_log(text.encode(), "README.md"))
    assert contents is None or contents.runs == ()


def test_csv_cell_of_a_megabyte(quick: None) -> None:
    data = seeds.ARENA + '3,3,"' + "x" * 2_000_000 + '",1,+1/-1,1,a,b,,\n'
    assert "CSV" in str(_refused(data.encode(), "x.csv"))


def test_long_lines_of_pipes(quick: None) -> None:
    text = "|Task|Version|Metric|Value|Stderr|\n" + ("|" * 100_000 + "\n") * 20 + "| Task |" + "Metric Value " * 50_000
    read_log(text.encode(), "t.md")


# Files and folders


def test_missing_file_folder_and_device(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="no such file"):
        read_log(tmp_path / "absent.json")
    with pytest.raises(LogError, match="another folder"):
        read_log(tmp_path)
    with pytest.raises(LogError, match="at least one evaluation log"):
        read_logs([tmp_path])
    if os.path.exists("/dev/zero"):
        with pytest.raises(LogError, match="device"):
            read_log("/dev/zero")


def test_messages_name_no_folder(tmp_path: Path) -> None:
    private = tmp_path / "alice-private"
    private.mkdir()
    (private / "x.json").write_text("{")
    with pytest.raises(LogError) as caught:
        read_log(private / "x.json")
    assert "alice-private" not in str(caught.value)


def test_file_over_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from auditgen.intake.logs import source

    monkeypatch.setattr(source, "MAX_FILE_BYTES", 10)
    (tmp_path / "x.json").write_bytes(seeds.json_bytes(seeds.LM_EVAL))
    with pytest.raises(LogError, match="at most"):
        read_log(tmp_path / "x.json")


def test_rows_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    from auditgen.intake.logs import collect

    monkeypatch.setattr(collect, "MAX_RUNS", 1)
    assert "scores" in str(_refused(seeds.ARENA.encode(), "x.csv"))
    monkeypatch.setattr(collect, "MAX_ITEMS", 1)
    assert "item scores" in str(_refused(seeds.json_lines(seeds.LM_EVAL_SAMPLES), "x.jsonl"))


def test_links_in_a_folder_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "a.json").write_bytes(seeds.json_bytes(seeds.LM_EVAL))
    (tmp_path / "logs" / "loop").symlink_to(tmp_path / "logs")
    (tmp_path / "logs" / "notes.txt").write_text("nothing")
    contents = read_logs([tmp_path / "logs"])
    assert len(contents) == 1
    assert any("1 file(s) of the folder were not read: notes.txt" in note for note in contents[0].notes)


def test_helm_folder_with_broken_spec(tmp_path: Path) -> None:
    (tmp_path / "run_spec.json").write_text("[]")
    (tmp_path / "stats.json").write_bytes(seeds.json_bytes(seeds.HELM_STATS))
    with pytest.raises(LogError, match="adapter_spec"):
        read_log(tmp_path)


def test_the_error_tells_its_parts() -> None:
    error = LogError("a.json", expected="x", found="y\nz", mend="do w", where="line 1")
    assert str(error) == "a.json, line 1: expected x; found y z; do w"
    assert isinstance(error, ValueError)
