"""`auditgen rank`: how firm is the order of a results table or an item matrix?"""

from __future__ import annotations

import datetime as dt
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from auditgen.cli.writing import InputProblem, check_targets, write_whole

if TYPE_CHECKING:
    from auditgen.records.rank_record import RankRecord

SUFFIXES = (".pdf", ".html", ".json", ".csv")
RULES = ("mean_score", "mean_of_categories", "mean_win_rate", "mean_rank")


@click.command()
@click.argument("results", metavar="RESULTS...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-o",
    "output",
    metavar="FILE",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Write the ranking; the suffix .pdf, .html, .json or .csv chooses the form. Repeatable.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json", "csv"]),
    default="table",
    show_default=True,
    help="Form on the terminal.",
)
@click.option("--seed", type=click.IntRange(0, 2**53 - 1), help="Seed of the resampling. [default: from the figures]")
@click.option(
    "--resamples",
    type=click.IntRange(100, 1_000_000),
    default=10_000,
    show_default=True,
    help="How many times the items are drawn again.",
)
@click.option("--where", metavar="COLUMN=VALUE", multiple=True, help="Keep only these rows. Repeatable.")
@click.option("--test", "tests", metavar="NAME", multiple=True, help="Rank by this test (the mean of several).")
@click.option("--against", metavar="NAME", multiple=True, help="Only compare the ranking with this test.")
@click.option("--rule", type=click.Choice(RULES), help="How several tests make one score. [default: mean_score]")
@click.option("--model", metavar="COLUMN", help="The column that names the models.")
@click.option("--score", metavar="COLUMN", multiple=True, help="The column of scores; several give one test each.")
@click.option("--form", "layout", type=click.Choice(["items", "results"]), help="Instead of the form recognised.")
@click.option("--n-items", metavar="[TEST=]N", multiple=True, help="Number of items, where the file does not tell.")
@click.option("--lower-is-better", metavar="NAME", multiple=True, help="A test on which less is better.")
@click.option("--higher-is-better", metavar="NAME", multiple=True, help="A test on which more is better after all.")
@click.option("--leave-out", metavar="MODEL", multiple=True, help="An entry not to rank. Repeatable.")
@click.option(
    "--leaderboard",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Printed scores of the item matrix; entries that they contradict are left out and said.",
)
@click.option("--leaderboard-where", metavar="COLUMN=VALUE", multiple=True, help="Rows of the leaderboard to use.")
@click.option("--as-of", metavar="DATE", help="Date of the PDF or HTML page, YYYY-MM-DD. [default: today]")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option("--rows", type=click.IntRange(1), default=20, show_default=True, help="Entries shown in the table.")
def rank(
    results: tuple[Path, ...],
    output: tuple[Path, ...],
    form: str,
    seed: int | None,
    resamples: int,
    where: tuple[str, ...],
    tests: tuple[str, ...],
    against: tuple[str, ...],
    rule: str | None,
    model: str | None,
    score: tuple[str, ...],
    layout: str | None,
    n_items: tuple[str, ...],
    lower_is_better: tuple[str, ...],
    higher_is_better: tuple[str, ...],
    leave_out: tuple[str, ...],
    leaderboard: Path | None,
    leaderboard_where: tuple[str, ...],
    as_of: str | None,
    paper: str,
    rows: int,
) -> None:
    """Say how firm a ranking is: ties, rank intervals, probability of first place, and what would change the order.

    RESULTS is a results table or an item matrix (CSV, XLSX or Parquet; long or wide), recognised by its content. The
    first file is ranked; further files of the same models are compared with it.

    \b
    Examples:
      auditgen rank items.csv
      auditgen rank results.csv --test mmlu --against mmlu_redux -o ranking.json
      auditgen rank items.parquet --leaderboard board.csv
    """
    from auditgen.intake.errors import InputError
    from auditgen.intake.tables import Choices, ResultsTable, read_table
    from auditgen.ranking import RankOptions
    from auditgen.ranking import rank as make

    check_targets(output, SUFFIXES)
    day = _day(as_of)
    choices = Choices(
        form={"items": "item_matrix", "results": "results_table", None: None}[layout],  # type: ignore[arg-type]
        model=model,
        score=score,
        where=_pairs(where, "--where"),
        lower_is_better=frozenset(lower_is_better),
        higher_is_better=frozenset(higher_is_better),
        n_items=_counts(n_items),
    )
    options = RankOptions(
        seed=seed,
        resamples=resamples,
        tests=tests,
        against=against,
        leave_out=leave_out,
        rule=rule,  # type: ignore[arg-type]
        workers=min(4, os.cpu_count() or 1),
    )
    try:
        tables = [read_table(path, choices) for path in results]
        board = None
        if leaderboard is not None:
            read = read_table(leaderboard, Choices(where=_pairs(leaderboard_where, "--leaderboard-where")))
            if not isinstance(read, ResultsTable):
                raise InputProblem(
                    f"{leaderboard.name}: expected a leaderboard (a results table), found an item matrix."
                )
            board = read
        record = make(tables[0], options, compare=tables[1:], leaderboard=board)
    except InputError as error:
        raise InputProblem(str(error)) from None
    for note in record.notes:
        click.echo(f"{record.input.name}: {note.text}", err=True)
    if output:
        write_whole({path: _file(record, path, day, paper) for path in output})
    _print(record, form, rows)
    for path in output:
        click.echo(f"written: {path.name}", err=True)


def _pairs(given: tuple[str, ...], option: str) -> dict[str, str]:
    found = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign or not name.strip():
            raise InputProblem(f"{option} {text}: expected COLUMN=VALUE, such as setting=before.")
        found[name.strip()] = value.strip()
    return found


def _counts(given: tuple[str, ...]) -> dict[str, int]:
    found = {}
    for text in given:
        name, _, number = text.rpartition("=")
        if not number.strip().isdecimal() or not 1 <= int(number) <= 10**9:
            raise InputProblem(f"--n-items {text}: expected a whole number, or TEST=NUMBER, such as mmlu=14042.")
        found[name.strip()] = int(number)
    return found


def _day(text: str | None) -> dt.date:
    if text is None:
        return dt.date.today()
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        raise InputProblem(f"--as-of {text}: expected a date such as 2026-11-30.") from None


def _file(record: RankRecord, path: Path, as_of: dt.date, paper: str) -> bytes:
    """The ranking in the form that the file's suffix asks for."""
    form = path.suffix.lower()
    if form == ".json":
        return record.to_bytes()
    if form == ".csv":
        from auditgen.cli.rank_table import as_csv

        return as_csv(record).encode("utf-8")
    from auditgen.report.errors import ReportError
    from auditgen.report.rank_page import rank_html, rank_pdf

    try:
        if form == ".html":
            return rank_html(record, as_of).encode("utf-8")
        return rank_pdf(record, as_of, paper=paper)  # type: ignore[arg-type]
    except ReportError as error:
        raise InputProblem(str(error)) from None


def _print(record: RankRecord, form: str, rows: int) -> None:
    from auditgen.cli.rank_table import as_csv, show

    if form == "json":
        click.echo(record.to_bytes().decode("utf-8"), nl=False)
    elif form == "csv":
        click.echo(as_csv(record), nl=False)
    else:
        show(record, rows)
