"""`auditgen convert`: evaluation logs to results tables, item matrices or Every Eval Ever records."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from auditgen.intake.logs.model import LogContents

SHOWN = 40


class InputError(click.ClickException):
    """Wrong input: one line on stderr, exit status 2."""

    exit_code = 2


@click.command()
@click.argument("logs", metavar="LOG...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("-o", "output", metavar="DIR", type=click.Path(path_type=Path), help="Write the tables into this folder.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["csv", "parquet", "eee"]),
    default="csv",
    show_default=True,
    help="csv, parquet: results and item matrices; eee: Every Eval Ever 0.3 records.",
)
def convert(logs: tuple[Path, ...], output: Path | None, form: str) -> None:
    """Read evaluation logs, recognised by content, and write them as tables.

    LOG is a file of Inspect AI, lm-evaluation-harness, lighteval, HELM (the run folder), OpenAI evals, SWE-bench or
    Every Eval Ever, a model card, an arena table, or a folder of such files. Prompts, answers, machine descriptions
    and local paths never reach the output. Without -o only the list of what was read is shown.

    Example: auditgen convert results.json run.eval -o tables/
    """
    from auditgen.intake.logs.model import LogError
    from auditgen.intake.logs.read import read_logs
    from auditgen.intake.logs.write_tables import converted_files, write_whole

    try:
        contents = read_logs(logs)
        files = converted_files(contents, form, retrieved=_now()) if output else {}
    except LogError as error:
        raise InputError(str(error)) from None
    _show(contents)
    for log in contents:
        for note in log.notes:
            click.echo(f"{log.file_name}: {note}", err=True)
    if output is None:
        return
    if not files:
        raise InputError(f"nothing to write as {form}: the logs hold no score; try --format csv for items")
    try:
        write_whole(files, output)
    except OSError as error:
        raise InputError(f"{output.name}: cannot write there: {(error.strerror or 'an error').lower()}") from None
    click.echo(f"{len(files)} file(s) written to {output}", err=True)


def _now() -> int:
    """Unix seconds; SOURCE_DATE_EPOCH, where set, makes the output reproducible."""
    fixed = os.environ.get("SOURCE_DATE_EPOCH", "")
    return int(fixed) if fixed.isdecimal() and len(fixed) <= 10 else int(time.time())


def _show(contents: list[LogContents]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(show_lines=False)
    for column in ("file", "format", "model", "benchmark", "metric", "score", "n", "status"):
        table.add_column(column, justify="right" if column in ("score", "n") else "left", overflow="fold")
    rows = [row for log in contents for row in _rows(log)]
    for row in rows[:SHOWN]:
        table.add_row(*(Text(cell) for cell in row))  # Text: markup in a model's name is shown, not obeyed
    console = Console()
    if not console.is_terminal:
        console = Console(width=200)  # a pipe has no width of its own; wrapped cells would be hard to read
    console.print(table)
    if len(rows) > SHOWN:
        click.echo(f"and {len(rows) - SHOWN} more")


def _rows(log: LogContents) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for run in log.runs:
        metric = ", ".join(part for part in (run.scorer, run.metric, run.filter, run.split) if part)
        score = "no value" if run.score is None else f"{run.score:.6g}"
        if run.score is not None and run.stderr is not None:
            score += f" (SE {run.stderr:.2g})"
        if run.score is not None and run.unit:
            score += f" {run.unit}"
        n = "" if run.n_items is None else str(run.n_items)
        found.append(
            (log.file_name, log.source_format, run.model or "(not named)", run.benchmark, metric, score, n, run.status)
        )
    if log.items:
        model = next((i.model for i in log.items if i.model), "(not named)")
        count = str(len({(i.item_id, i.epoch) for i in log.items}))
        found.append((log.file_name, log.source_format, model, log.items[0].benchmark, "items", "", count, ""))
    return found or [(log.file_name, log.source_format, "", "", "", "", "", "no score")]
