"""`auditgen rank`: results to stdout, messages to stderr, files whole, wrong input as one line and status 2."""

import csv
import io
import json

import pytest
from click.testing import CliRunner

from auditgen.cli.rank import rank as command
from auditgen.records.rank_record import RankRecord
from tests.intake.tables.tables import as_csv

RESULTS = [
    ["model", "benchmark", "score", "unit", "n_items"],
    ["[bold]Ada[/bold]", "mmlu", 88.7, "percent", 14042],
    ["Bert", "mmlu", 88.6, "percent", 14042],
    ["=Cleo", "mmlu", 60.0, "percent", 14042],
    ["[bold]Ada[/bold]", "gsm8k", 70, "percent", 1319],
    ["Bert", "gsm8k", 80, "percent", 1319],
    ["=Cleo", "gsm8k", 10, "percent", 1319],
]


@pytest.fixture
def results(tmp_path):
    path = tmp_path / "results.csv"
    path.write_bytes(as_csv(RESULTS))
    return path


def run(*arguments):
    return CliRunner().invoke(command, list(map(str, arguments)))


def test_the_table_shows_ties_ranges_and_what_would_change_the_order(results):
    done = run(results, "--test", "mmlu", "--against", "gsm8k", "--seed", 1, "--resamples", 500)
    assert done.exit_code == 0, done.stderr
    out = done.stdout
    assert "mmlu: 3 entries, 14,042 items" in out
    assert "[bold]Ada[/bold]" in out  # a name is text, never markup
    line = next(row for row in out.splitlines() if "Bert" in row)
    assert "cannot be told apart" in line
    assert "1 to 2" in line
    assert "Bert cannot be told apart from the first." in out
    assert "Other tests of the same entries" in out
    assert "Only totals are known" in done.stderr
    assert "Only totals are known" not in out


def test_exact_ties_are_marked(tmp_path):
    path = tmp_path / "t.csv"
    path.write_bytes(as_csv([["model", "benchmark", "score"], ["a", "x", 0.5], ["b", "x", 0.5], ["c", "x", 0.25]]))
    done = run(path)
    rows = [row.split()[:2] for row in done.stdout.splitlines() if row.strip()[:1].isdigit()]
    assert rows == [["1=", "a"], ["1=", "b"], ["3", "c"]]
    assert "not known" in done.stdout


def test_json_on_the_terminal_is_the_record(results):
    done = run(results, "--test", "mmlu", "--format", "json", "--seed", 3, "--resamples", 500)
    record = RankRecord.from_bytes(done.stdout.encode())
    assert (record.seed, record.resamples) == (3, 500)
    assert record.input.name == "results.csv"
    assert str(results.parent) not in done.stdout
    assert done.stdout == run(results, "--test", "mmlu", "--format", "json", "--seed", 3, "--resamples", 500).stdout


def test_csv_on_the_terminal_is_safe_for_spreadsheets(results):
    done = run(results, "--test", "mmlu", "--format", "csv", "--resamples", 500)
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [row["model"] for row in rows] == ["[bold]Ada[/bold]", "Bert", "'=Cleo"]
    assert [row["against_first"] for row in rows] == ["first", "cannot be told apart", "behind"]
    assert float(rows[0]["score"]) == pytest.approx(0.887)


def test_files_are_written(results, tmp_path):
    done = run(results, "-o", tmp_path / "out.json", "-o", tmp_path / "out.csv", "--resamples", 500)
    assert done.exit_code == 0
    record = json.loads((tmp_path / "out.json").read_bytes())
    assert record["schema"] == "auditgen-rank/1"
    assert len((tmp_path / "out.csv").read_text().splitlines()) == 4
    assert "written: out.json" in done.stderr


def test_a_leaderboard_that_contradicts_the_items(tmp_path):
    items = [["item", "a", "b", "c"]] + [
        [f"q{i}", int(i % 10 < 8), int(i % 10 < 7), int(i % 10 < 1)] for i in range(200)
    ]
    (tmp_path / "items.csv").write_bytes(as_csv(items))
    board = [["board", "model", "score"], ["x", "a", 80], ["x", "b", 70], ["x", "c", 60], ["y", "a", 10]]
    (tmp_path / "board.csv").write_bytes(as_csv(board))
    done = run(tmp_path / "items.csv", "--leaderboard", tmp_path / "board.csv", "--resamples", 500)
    assert done.exit_code == 2
    assert "expected one board at a time, found 2" in done.stderr
    done = run(tmp_path / "items.csv", "--leaderboard", tmp_path / "board.csv", "--leaderboard-where", "board=x",
               "--resamples", 500)  # fmt: skip
    assert done.exit_code == 0
    assert "Not ranked: c (its items give 10.0%, the leaderboard prints 60.0%" in done.stdout
    assert "c is left out" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("none.csv",), "none.csv: expected a table, found no such file"),
        (("results.csv", "--where", "x"), "--where x: expected COLUMN=VALUE"),
        (("results.csv", "--where", "judge=one"), "found no column 'judge'"),
        (("results.csv", "--n-items", "mmlu=many"), "--n-items mmlu=many: expected a whole number"),
        (("results.csv", "--test", "mmmu"), "expected the name of a test, found 'mmmu'"),
        (("results.csv", "--leave-out", "Zoe"), "entries to leave out"),
        (("results.csv", "-o", "out.docx"), "out.docx: expected a name that ends in"),
        (("results.csv", "-o", "nowhere/out.json"), "the folder to write into does not exist"),
        (("broken.csv",), "broken.csv, line 2, column 3 (score): expected a score, found 'good'"),
    ],
)
def test_wrong_input_is_one_line_and_status_two(results, tmp_path, monkeypatch, arguments, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.csv").write_bytes(b"model,benchmark,score\na,x,good\nb,x,1\n")
    done = run(*arguments)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_lower_is_better_can_be_said(results):
    done = run(results, "--lower-is-better", "gsm8k", "--format", "json", "--resamples", 500)
    record = RankRecord.from_bytes(done.stdout.encode())
    assert record.input.ranked == "mmlu"
    assert any("turned" in row.b for row in record.agreement)


def test_help_names_every_option_with_an_example():
    done = run("--help")
    assert done.exit_code == 0
    assert "auditgen rank items.csv" in done.stdout
    for option in ("--seed", "--resamples", "--format", "-o", "--where", "--leaderboard"):
        assert option in done.stdout
