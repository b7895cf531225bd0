"""`auditgen catalogue` on the terminal."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from auditgen.catalogue import build
from auditgen.cli.catalogue import TABLES, catalogue


def run(*words: str) -> Result:
    return CliRunner().invoke(catalogue, list(words))


@pytest.mark.parametrize(
    ("table", "rows", "one"),
    [
        ("benchmarks", 186, "gsm8k"),
        ("models", 347, "o1"),
        ("findings", 412, "CF0354"),
        ("replications", 126, "RP002"),
        ("pairs", 31, "gsm1k"),
        ("campaigns", 72, "zeroeval"),
        ("regulation", 57, "REG-010"),
    ],
)
def test_list(table: str, rows: int, one: str) -> None:
    result = run("list", table)
    assert result.exit_code == 0
    assert len(result.output.splitlines()) == rows + 1
    assert one in result.output
    assert "recalled" not in result.output
    as_json = json.loads(run("list", table, "--json").output)
    assert len(as_json) == rows
    assert set(TABLES) >= {table}


def test_recalled_facts_are_called_unconfirmed() -> None:
    shown = run("show", "PC006").output
    assert "(unconfirmed)" in shown.splitlines()[0]
    assert "recalled" not in shown
    model = run("show", "gpt-4-0613").output
    assert "training_cutoff: 2021-09 (unconfirmed)" in model
    assert "release_date: 2023-06-13\n" in model
    listed = next(line for line in run("list", "models").output.splitlines() if line.startswith("gpt-4-0613 "))
    assert "2021-09 (unconfirmed)" in listed
    for id in ("benchmark:mmlu", "finding:CF0297", "replication:RP007", "regulation:REG-005", "finding:CF0011"):
        assert "recalled" not in run("show", id).output
        assert "recalled" not in run("show", id, "--json").output


def test_show_by_id_name_and_bare_number() -> None:
    assert run("show", "finding:CF0054").output == run("show", "CF0054").output
    assert "gain_points: 1.42" in run("show", "CF0054").output
    assert run("show", "MMLU").output.startswith("benchmark:mmlu  ")
    assert run("show", "OpenAI o1").output.startswith("model:o1  ")
    content = json.loads(run("show", "RP002", "--json").output)
    assert content["content"]["measured_score"] == "29.1"
    assert "arXiv:2502.08235" in content["citation"]


def test_show_asks_instead_of_guessing() -> None:
    result = run("show", "GPQA")
    assert result.exit_code == 2
    assert "'GPQA' can mean GPQA (448 questions) or GPQA Diamond (198 questions)" in result.output
    assert "benchmark:gpqa-diamond" in result.output


@pytest.mark.parametrize("entry", ["no such thing", "finding:CF9999", "model:none", "RS99999"])
def test_show_of_nothing_is_wrong_usage(entry: str) -> None:
    result = run("show", entry)
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    assert "no " in result.output


def test_search() -> None:
    result = run("search", "gsm8k", "llama")
    assert result.exit_code == 0
    assert "finding:CF0354" in result.output
    assert json.loads(run("search", "o1", "--json").output)[0]["id"] == "model:o1"
    assert "nothing found" in run("search", "zzzzqq").output


def test_stats_name_version_and_hash() -> None:
    counts = json.loads(run("stats", "--json").output)
    assert counts["sha256"] == build.data_sha256()
    assert (counts["benchmark"], counts["finding"], counts["result"]) == (186, 412, 8441)
    assert "version: 2026.11.30" in run("stats").output


def test_check_passes_and_fails(monkeypatch: pytest.MonkeyPatch, copied_data: Path) -> None:
    result = run("check")
    assert (result.exit_code, result.stdout) == (0, "")
    table = copied_data / "percentiles.csv"
    table.write_text(table.read_text(encoding="utf-8").replace(",90,about,", ",190,about,"), encoding="utf-8")
    from auditgen.catalogue import check as module

    real = module.check
    monkeypatch.setattr(module, "check", lambda: real(copied_data, None))
    bad = run("check")
    assert bad.exit_code == 1
    assert bad.stdout == "percentiles.csv, PC001, percentile: expected a number from 0 to 100, found '190'\n"


def test_every_command_has_help_with_an_example() -> None:
    assert "unconfirmed" in run("--help").output
    for name in catalogue.commands:
        assert "Example: auditgen catalogue" in run(name, "--help").output
