"""The command `auditgen schema`: JSON Schema of the files that go in and come out."""

from __future__ import annotations

import json

import click


@click.command("schema")
@click.argument("name", required=False)
@click.option("--list", "list_", is_flag=True, help="List the names, with what each describes.")
def schema(name: str | None, list_: bool) -> None:
    """Print the JSON Schema (draft 2020-12) called NAME.

    \b
    Example:
      auditgen schema claims > claims.schema.json
      auditgen schema --list
    """
    from auditgen.intake.evidence.schemas import SCHEMAS as EVIDENCE
    from auditgen.records.schema import SCHEMAS as RECORDS

    schemas = {**RECORDS, **EVIDENCE}
    if list_:
        width = max(len(known) for known in schemas)
        for known, (what, _) in schemas.items():
            click.echo(f"{known:<{width}}  {what}")
        return
    if name is None:
        raise click.UsageError(f"Which schema? One of {', '.join(schemas)}.")
    if name not in schemas:
        import difflib

        near = difflib.get_close_matches(name, list(schemas), n=1)
        raise click.UsageError(
            f"There is no schema {name!r}. " + (f"Did you mean {near[0]}?" if near else f"One of {', '.join(schemas)}.")
        )
    click.echo(json.dumps(schemas[name][1](), indent=2, ensure_ascii=False))
