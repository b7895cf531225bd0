"""`auditgen doctor`: is everything here that a report needs, and if not, how to get it?"""

from __future__ import annotations

import json

import click


@click.command("doctor")
@click.option("--format", "format_", type=click.Choice(["table", "json"]), default="table", show_default=True)
@click.pass_context
def doctor(context: click.Context, format_: str) -> None:
    """Look at Python, packages, text libraries, fonts and templates, and draw one line of text.

    Ends with status 1 if a PDF cannot be rendered on this machine.

    \b
    Example:
      auditgen doctor
      auditgen doctor --format json
    """
    from dataclasses import asdict

    from auditgen.report.doctor import examine

    found = examine()
    if format_ == "json":
        click.echo(json.dumps([asdict(f) for f in found], indent=2))
    else:
        width = max(len(f.name) for f in found)
        for f in found:
            click.echo(f"{'ok' if f.ok else 'missing':<8}{f.name:<{width}}  {f.state}")
            if f.advice:
                click.echo(f"{'':<8}{'':<{width}}  to mend: {f.advice}")
    if not all(f.ok for f in found):
        context.exit(1)
