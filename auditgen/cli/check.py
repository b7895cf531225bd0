"""`auditgen check`: the same audit on the terminal, without a report."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from auditgen.cli.running import claims_options, failed, made, run_audit, show_table

if TYPE_CHECKING:
    from auditgen.records.audit_record import AuditRecord

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
COLUMNS = ("id", "implied", "model", "benchmark", "score", "reading", "finding", "certainty", "points",
           "points_if_answered", "answered", "caps", "ask_first", "sentence")  # fmt: skip


@click.command()
@claims_options
@click.option("--format", "form", type=click.Choice(["table", "json", "csv"]), default="table", show_default=True)
def check(
    claims: tuple[Path, ...],
    evidence: tuple[Path, ...],
    as_of: str | None,
    lang: str,
    accept_drafts: bool,
    seed: int | None,
    no_implied: bool,
    fail_on: str | None,
    form: str,
) -> None:
    """Audit claims and print the findings; nothing is written.

    Example: auditgen check claims.csv --fail-on Suggested
    """
    from auditgen.audit import Options

    options = Options(as_of=as_of, lang=lang, seed=seed, implied=not no_implied)
    record = run_audit(claims, evidence, options, accept_drafts)
    if form == "table":
        show_table(record)
        for claim in record.claims:
            if not claim.implied:
                click.echo(f"\n{claim.id}: {made(claim).sentence}")
    elif form == "json":
        click.echo(json.dumps(rows(record), ensure_ascii=False, indent=2))
    else:
        click.echo(as_csv(record), nl=False)
    if failed(record, fail_on):
        raise click.exceptions.Exit(1)


def rows(record: AuditRecord) -> list[dict[str, object]]:
    """One row a claim, implied ones included."""
    found = []
    for claim in record.claims:
        verdict = made(claim)
        found.append(
            {
                "id": claim.id,
                "implied": claim.implied,
                "model": claim.claim.model,
                "benchmark": claim.claim.benchmark,
                "score": claim.claim.score.text if claim.claim.score else None,
                "reading": verdict.reading,
                "finding": verdict.finding,
                "certainty": verdict.certainty,
                "points": verdict.points,
                "points_if_answered": verdict.points_if_answered,
                "answered": verdict.answered,
                "caps": " ".join(c.id for c in verdict.caps),
                "ask_first": "; ".join(verdict.ask_first),
                "sentence": verdict.sentence,
            }
        )
    return found


def as_csv(record: AuditRecord) -> str:
    """The rows as CSV; cells that a spreadsheet would run as a formula are quoted with an apostrophe."""
    stream = io.StringIO()
    writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in rows(record):
        writer.writerow({k: f"'{v}" if isinstance(v, str) and v.startswith(_FORMULA) else v for k, v in row.items()})
    return stream.getvalue()
