"""The command: files in and out, refusals with status 2, and the plain engine where numba is missing."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from auditgen.cli.scan import scan
from auditgen.scan.compiled import HAS_NUMBA
from tests.scan.corpora import PARTLY, TRAIN, json_lines, write_items


@pytest.fixture
def folder(tmp_path):
    write_items(tmp_path)
    (tmp_path / "a.jsonl").write_bytes(json_lines([PARTLY, TRAIN + "\n180 miles"]))
    return tmp_path


def _run(*arguments):
    return CliRunner().invoke(scan, [str(argument) for argument in arguments])


def test_record_and_details_are_written(folder):
    import pyarrow.parquet

    outputs = ("-o", folder / "o.json", "-o", folder / "o.parquet")
    result = _run(folder / "items.jsonl", "--corpus", folder / "a.jsonl", *outputs)
    assert result.exit_code == 0, result.output
    assert "sums: 1 of 3 items found" in result.stdout
    record = json.loads((folder / "o.json").read_text(encoding="utf-8"))
    assert record["schema"] == "auditgen-overlap/1"
    rows = pyarrow.parquet.read_table(folder / "o.parquet").to_pylist()
    assert [row["item_id"] for row in rows] == ["train", "train", "han", "tiny", "none"]
    assert rows[0]["doc_id"] == "d1"
    assert sorted(path.name for path in folder.iterdir()) == ["a.jsonl", "items.jsonl", "o.json", "o.parquet"]


def test_same_command_gives_the_same_bytes(folder):
    for name in ("one.json", "two.json"):
        _run(folder / "items.jsonl", "--corpus", folder / "a.jsonl", "-o", folder / name, "--threads", "2")
    assert (folder / "one.json").read_bytes() == (folder / "two.json").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{}/items.jsonl", "--corpus", "{}/absent.jsonl"], "no such file or folder"),
        (["{}/a.jsonl", "--corpus", "{}/a.jsonl"], "no question"),
        (["{}/items.jsonl", "--corpus", "{}/a.jsonl", "-o", "x.txt"], "ends in .json or .parquet"),
        (["{}/items.jsonl", "--corpus", "{}/a.jsonl", "--run", "3"], "exact run: expected 8 to 64"),
        (["{}/items.jsonl", "--corpus", "{}/a.jsonl", "--text-field", "page"], "no text field: expected page"),
        (["{}/items.jsonl", "--corpus", "{}/a.jsonl", "--workers", "1", "--scheduler", "x"], "give one of them"),
        (["{}/items.jsonl", "--corpus", "{}/a.jsonl", "--engine", "ray"], "give --workers or --scheduler as well"),
        (["{}/items.jsonl"], "--corpus"),
        (["{}/items.jsonl", "--corpus", "{}/a.jsonl", "-o", "{}/none/o.json"], "No such file or directory"),
    ],
)
def test_wrong_input_is_one_line_and_status_2(folder, arguments, message):
    result = _run(*(argument.replace("{}", str(folder)) for argument in arguments))
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.output


def test_output_that_cannot_be_written_costs_no_scan(folder, monkeypatch):
    """Disk full at the very end: one line, the journal stays, no half-written file."""
    import errno

    import auditgen.cli.scan as command

    def full(output, record):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(command, "_write", full)
    arguments = (folder / "items.jsonl", "--corpus", folder / "a.jsonl", "-o", folder / "o.json")
    result = _run(*arguments)
    assert result.exit_code == 2
    assert "No space left on device; finished blocks are kept" in result.stderr
    assert (folder / "o.json.journal").exists()
    monkeypatch.undo()
    assert _run(*arguments).exit_code == 0
    assert not (folder / "o.json.journal").exists()


def test_journal_of_another_scan_needs_restart(folder):
    (folder / "o.json.journal").write_text('{"fingerprint": "another"}\n', encoding="utf-8")
    command = (folder / "items.jsonl", "--corpus", folder / "a.jsonl", "-o", folder / "o.json")
    result = _run(*command)
    assert result.exit_code == 2
    assert "belongs to another scan" in result.stderr
    assert _run(*command, "--restart").exit_code == 0


def test_without_numba_the_same_bytes_and_a_clear_line(folder):
    _run(folder / "items.jsonl", "--corpus", folder / "a.jsonl", "-o", folder / "one.json")
    program = (
        "import sys; sys.modules['numba'] = None; sys.modules['llvmlite'] = None\n"
        "from auditgen.cli.scan import scan; scan()"
    )
    command = [sys.executable, "-c", program, "items.jsonl", "--corpus", "a.jsonl", "-o", "two.json"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "numba is not installed" in done.stderr
    assert (folder / "one.json").read_bytes() == (folder / "two.json").read_bytes()


@pytest.mark.parametrize(("package", "option"), [("distributed", "dask"), ("ray", "ray")])
def test_cluster_without_its_package_says_what_to_install(folder, package, option, monkeypatch):
    monkeypatch.setitem(sys.modules, package, None)
    arguments = ("--corpus", folder / "a.jsonl", "--workers", "1", "--engine", option)
    result = _run(folder / "items.jsonl", *arguments)
    assert result.exit_code == 2
    extra = {"dask": "cluster", "ray": "ray"}[option]
    assert f"install auditgen[{extra}]" in result.stderr


@pytest.mark.skipif(not HAS_NUMBA, reason="numba is not installed")
def test_warm_up_leaves_without_items():
    result = _run("--warm-up")
    assert result.exit_code == 0
    assert "compiled" in result.output


def test_help_does_not_load_the_scan():
    program = "import sys; import auditgen.cli.scan; print('numpy' in sys.modules or 'numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
