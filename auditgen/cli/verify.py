"""`auditgen verify`: is the record inside a report intact, and does it recompute to the same verdicts?"""

from __future__ import annotations

from pathlib import Path

import click

from auditgen.cli.writing import InputProblem


@click.command()
@click.argument("report", metavar="REPORT.pdf", type=click.Path(path_type=Path))
def verify(report: Path) -> None:
    """Check a report made by auditgen.

    Compares the attachments with the hashes of the manifest, then computes every check and every verdict again from
    the record's own inputs and names each difference. Exit status 0: intact; 1: something differs; 2: not a report.

    Example: auditgen verify samples/out/audit-report.pdf
    """
    from auditgen.report.verify import NotAReportError, verify_pdf

    if report.is_dir():
        raise InputProblem(f"{report.name}: expected a PDF report, found a folder.")
    try:
        data = report.read_bytes()
    except OSError as error:
        raise InputProblem(f"{report.name}: the file cannot be read ({error.strerror}).") from None
    try:
        found = verify_pdf(data)
    except NotAReportError as error:
        raise InputProblem(f"{report.name}: {error}.") from None
    for line in found.checked:
        click.echo(f"checked: {line}")
    for line in found.notes:
        click.echo(f"note: {line}", err=True)
    if found.intact:
        click.echo("intact: the record is whole and computes to the same checks and verdicts")
        return
    for line in found.problems:
        click.echo(f"DIFFERENT: {line}")
    raise click.exceptions.Exit(1)
