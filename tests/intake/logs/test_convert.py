"""The command `convert`: what it shows, what it writes, and how it refuses."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from auditgen.cli.convert import convert
from tests.intake.logs import seeds


def _convert(*arguments: object) -> Result:
    return CliRunner(env={"SOURCE_DATE_EPOCH": "1790000000"}).invoke(convert, [str(a) for a in arguments])


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    folder = tmp_path / "alice" / "logs"
    folder.mkdir(parents=True)
    for name, (data, _) in seeds.ALL.items():
        (folder / name).write_bytes(data)
    return folder


def test_shows_what_was_read_and_writes_nothing_without_o(logs: Path) -> None:
    before = sorted(logs.rglob("*"))
    result = _convert(logs / "lm_eval.json")
    assert result.exit_code == 0
    for word in ("lm_eval.json", "org/model-7b", "gsm8k", "exact_match, strict-match", "0.75 (SE 0.01) fraction"):
        assert word in result.stdout
    assert sorted(logs.rglob("*")) == before


def test_csv_of_a_folder(logs: Path, tmp_path: Path) -> None:
    result = _convert(logs, "-o", tmp_path / "out")
    assert result.exit_code == 0, result.output
    names = {p.name for p in (tmp_path / "out").iterdir()}
    assert {"results.csv", "claims.csv", "items-arc_easy-choice.csv", "items-test-match-accuracy.csv"} <= names
    assert not [n for n in names if n.startswith(".auditgen-")]
    for path in (tmp_path / "out").iterdir():
        text = path.read_text(encoding="utf-8")
        for word in (seeds.SECRET, "alice", str(tmp_path)):
            assert word not in text


def test_parquet_and_eee(logs: Path, tmp_path: Path) -> None:
    import pandas as pd

    assert _convert(logs / "inspect.eval", "-o", tmp_path / "p", "--format", "parquet").exit_code == 0
    frame = pd.read_parquet(tmp_path / "p" / "items-arc_easy-choice.parquet")
    assert frame["correct"].tolist() == [1.0, 0.0, 0.5]
    assert _convert(logs / "inspect.eval", "-o", tmp_path / "e", "--format", "eee").exit_code == 0
    (record,) = (tmp_path / "e" / "data").rglob("*.json")
    assert json.loads(record.read_text())["retrieved_timestamp"] == "1790000000"


def test_same_input_same_bytes(logs: Path, tmp_path: Path) -> None:
    for form in ("csv", "parquet", "eee"):
        outputs = []
        for turn in ("1", "2"):
            folder = tmp_path / form / turn
            assert _convert(logs, "-o", folder, "--format", form).exit_code == 0
            outputs.append({p.relative_to(folder): p.read_bytes() for p in folder.rglob("*") if p.is_file()})
        assert outputs[0] == outputs[1]
        assert outputs[0]


@pytest.mark.parametrize("bad", [b"{", b"hello", b"", b"PK\x03\x04broken"])
def test_bad_input_is_one_line_status_2_and_nothing_written(logs: Path, tmp_path: Path, bad: bytes) -> None:
    (logs.parent / "bad.json").write_bytes(bad)
    result = _convert(logs / "lm_eval.json", logs.parent / "bad.json", "-o", tmp_path / "out")
    assert result.exit_code == 2
    assert "bad.json" in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert "Traceback" not in result.output
    assert "alice" not in result.output
    assert not (tmp_path / "out").exists()


def test_missing_file_and_missing_argument(tmp_path: Path) -> None:
    result = _convert(tmp_path / "absent.eval")
    assert result.exit_code == 2
    assert "absent.eval" in result.stderr
    assert _convert().exit_code == 2


def test_a_folder_in_the_way_leaves_everything_as_it_was(logs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (out / "results.csv").mkdir(parents=True)
    result = _convert(logs / "lm_eval.json", "-o", out)
    assert result.exit_code == 2
    assert [p.name for p in out.iterdir()] == ["results.csv"]


def test_output_is_a_file(logs: Path, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("x")
    assert _convert(logs / "lm_eval.json", "-o", tmp_path / "out").exit_code == 2


def test_items_alone_have_no_eee_record(logs: Path, tmp_path: Path) -> None:
    result = _convert(logs / "eee_samples.jsonl", "-o", tmp_path / "out", "--format", "eee")
    assert result.exit_code == 2
    assert "no score" in result.stderr


def test_markup_in_names_is_shown_not_obeyed(tmp_path: Path) -> None:
    text = seeds.ARENA.replace("Model-B", "[bold red]Model[/]")
    (tmp_path / "a.csv").write_text(text)
    assert "[bold red]Model[/]" in _convert(tmp_path / "a.csv").stdout


def test_importing_the_command_loads_nothing_heavy() -> None:
    code = (
        "import sys, auditgen.cli.convert; "
        "print([m for m in ('pandas', 'numpy', 'yaml', 'rich', 'zstandard', 'pyarrow') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
