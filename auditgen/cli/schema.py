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
    from auditgen.records.schema import SCHEMAS
    from auditgen.records.schema import schema as build

    if list_:
        width = max(len(known) for known in SCHEMAS)
        for known, (what, _) in SCHEMAS.items():
            click.echo(f"{known:<{width}}  {what}")
        return
    if name is None:
        raise click.UsageError(f"Which schema? One of {', '.join(SCHEMAS)}.")
    if name not in SCHEMAS:
        import difflib

        near = difflib.get_close_matches(name, list(SCHEMAS), n=1)
        raise click.UsageError(
            f"There is no schema {name!r}. " + (f"Did you mean {near[0]}?" if near else f"One of {', '.join(SCHEMAS)}.")
        )
    click.echo(json.dumps(build(name), indent=2, ensure_ascii=False))
