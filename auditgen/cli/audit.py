"""`auditgen audit`: claims in, report out."""

from __future__ import annotations

from pathlib import Path

import click

from auditgen.cli.running import claims_options, failed, run_audit, show_table
from auditgen.cli.writing import check_targets, write_whole

SUFFIXES = (".pdf", ".html", ".json", ".md")


@click.command()
@claims_options
@click.option(
    "-o", "--output", metavar="FILE", multiple=True, type=click.Path(path_type=Path),
    help="Report to write; the suffix chooses pdf, html, json or md. May be given several times.",
)  # fmt: skip
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option("--title", help="Title on the cover.")
@click.option("--prepared-by", help="Who prepared the report.")
@click.option("--reference", help="Reference number on the cover.")
@click.option("--templates", metavar="DIR", type=click.Path(path_type=Path, exists=True, file_okay=False),
              help="Folder whose files replace the shipped templates by name.")  # fmt: skip
def audit(
    claims: tuple[Path, ...],
    evidence: tuple[Path, ...],
    as_of: str | None,
    lang: str,
    accept_drafts: bool,
    seed: int | None,
    no_implied: bool,
    fail_on: str | None,
    output: tuple[Path, ...],
    paper: str,
    title: str | None,
    prepared_by: str | None,
    reference: str | None,
    templates: Path | None,
) -> None:
    """Audit benchmark claims and write the report.

    CLAIMS is a YAML, CSV, XLSX or JSON file; a CSV with only model,benchmark,score works.

    Example: auditgen audit samples/claims.yaml -o report.pdf -o record.json
    """
    from auditgen.audit import Options

    check_targets(output, SUFFIXES)
    options = Options(
        as_of=as_of, lang=lang, title=title, prepared_by=prepared_by, reference=reference, seed=seed,
        implied=not no_implied,
    )  # fmt: skip
    record = run_audit(claims, evidence, options, accept_drafts)
    if output:
        write_whole({path: _render(record, path, paper, templates) for path in output})
    show_table(record)
    for path in output:
        click.echo(f"written: {path.name}", err=True)
    if failed(record, fail_on):
        raise click.exceptions.Exit(1)


def _render(record: object, path: Path, paper: str, templates: Path | None) -> bytes:
    """The report in the form that the file's suffix asks for."""
    from auditgen.records.audit_record import AuditRecord

    assert isinstance(record, AuditRecord)
    form = path.suffix.lower()
    if form == ".json":
        return record.to_bytes()
    from auditgen.cli.writing import InputProblem
    from auditgen.report import render
    from auditgen.report.errors import ReportError

    try:
        if form == ".pdf":
            return render.render_pdf(record, paper=paper, templates=templates)  # type: ignore[arg-type]
        if form == ".html":
            return render.render_html(record, templates=templates).encode("utf-8")
        return render.render_markdown(record, templates=templates).encode("utf-8")
    except ReportError as error:
        raise InputProblem(str(error)) from None
