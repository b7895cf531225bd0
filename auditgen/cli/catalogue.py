"""`auditgen catalogue`: look at the embedded facts, search them, check them."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from typing import Any

import click

TABLES = ("benchmarks", "models", "findings", "replications", "pairs", "campaigns", "regulation")
UNCONFIRMED = "unconfirmed"


def _mark(confidence: str) -> str:
    """The word that is printed for a confidence: a recalled fact is always called unconfirmed."""
    return UNCONFIRMED if confidence == "recalled" else confidence


def _marked(value: Any) -> Any:
    """A copy of nested values in which `recalled` reads as it is printed, also inside notes and next to values."""
    if isinstance(value, dict):
        copy = {key: _marked(item) for key, item in value.items()}
        for field, confidence in (value.get("field_confidence") or {}).items():
            if confidence == "recalled" and value.get(field) is not None:
                copy[field] = f"{value[field]} ({UNCONFIRMED})"
        return copy
    if isinstance(value, list):
        return [_marked(item) for item in value]
    return re.sub(r"\brecalled\b", UNCONFIRMED, value) if isinstance(value, str) else value


def _print_json(value: Any) -> None:
    click.echo(json.dumps(_marked(value), ensure_ascii=False, indent=2))


def _print_table(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Columns aligned by width, two spaces apart; the last column is not cut."""
    cells = [[" ".join(str(_marked(cell) if cell is not None else "").split()) for cell in row] for row in rows]
    widths = [min(44, max(len(row[i]) for row in [list(columns), *cells])) for i in range(len(columns))]
    for row in [list(columns), *cells]:
        line = [cell[:w].ljust(w) for cell, w in zip(row[:-1], widths, strict=False)] + [row[-1]]
        click.echo("  ".join(line).rstrip())


def _rows(table: str) -> tuple[list[str], list[list[Any]]]:
    from auditgen.catalogue import open_catalogue

    facts = open_catalogue()
    if table == "benchmarks":
        return ["id", "name", "domain", "questions", "public since", "status"], [
            [b.id, b.name, b.domain, _fact(b.items), _fact(b.first_public_release), b.status]
            for b in facts.benchmarks()
        ]
    if table == "models":
        return ["id", "name", "developer", "released", "training ended", "confidence"], [
            [m.id, m.name, m.developer, _dated(m, "release_date"), _dated(m, "training_cutoff"), _mark(m.confidence)]
            for m in facts.models()
        ]
    if table == "findings":
        return ["id", "about", "test", "split", "result", "strength", "scope", "confidence"], [
            [f.finding_id, f.subject, f.benchmark, f.split, f.result, f.strength, f.scope, _mark(f.confidence)]
            for f in facts.findings()
        ]
    if table == "replications":
        return ["id", "model", "test", "claimed", "measured", "measured by", "confidence"], [
            [
                r.replication_id,
                r.model,
                r.benchmark,
                r.claimed_score,
                r.measured_score,
                r.measured_by,
                _mark(r.confidence),
            ]
            for r in facts.replications()
        ]
    if table == "pairs":
        return ["original", "variant", "type", "models", "confidence", "tester"], [
            [t.original, t.variant, t.pair_type, len(t.rows), _mark(t.confidence), t.tester]
            for t in facts.pair_tables()
        ]
    if table == "campaigns":
        return ["campaign", "results", "measured by", "terms"], [
            [name, n, record["document_parties"], record["terms"]] for name, n, record in facts.campaigns()
        ]
    return ["id", "profile", "section", "checks", "confidence", "asks"], [
        [
            r.id,
            r.jurisdiction.lower(),
            f"{r.instrument}, {r.section}",
            " ".join(r.checks),
            _mark(r.confidence),
            r.asks_in_plain_words,
        ]
        for r in facts.regulation()
    ]


def _fact(record: Any) -> str:
    value = record.get("value")
    if value is None:
        return "not known"
    return str(value) if record.get("confidence") == "seen" else f"{value} ({UNCONFIRMED})"


def _dated(model: Any, field: str) -> str:
    value = getattr(model, field)
    if value is None:
        return "not known"
    return str(value) if model.field_confidence.get(field) == "seen" else f"{value} ({UNCONFIRMED})"


@click.group(name="catalogue")
def catalogue() -> None:
    """Embedded facts: tests, models, findings, replications, re-made tests, regulation.

    A fact that was not read in its source is always shown as "unconfirmed".
    """


@catalogue.command(name="list")
@click.argument("table", type=click.Choice(TABLES), default="benchmarks")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def list_entries(table: str, as_json: bool) -> None:
    """List one kind of entry.

    Example: auditgen catalogue list pairs
    """
    columns, rows = _rows(table)
    if as_json:
        _print_json([dict(zip(columns, row, strict=True)) for row in rows])
    else:
        _print_table(columns, rows)


@catalogue.command()
@click.argument("entry")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def show(entry: str, as_json: bool) -> None:
    """Show one entry by its id or name.

    Example: auditgen catalogue show finding:CF0054
    """
    from auditgen.catalogue import open_catalogue

    facts = open_catalogue()
    id = _resolve(entry)
    try:
        kind, content, citation, confidence = facts.evidence(id)
    except KeyError as error:
        raise click.UsageError(str(error.args[0])) from error
    if as_json:
        _print_json({"id": id, "kind": kind, "content": content, "citation": citation, "confidence": confidence})
        return
    click.echo(f"{id}  ({_mark(confidence)})")
    for line in _lines(_marked(content)):
        click.echo(line)
    click.echo(f"source: {citation}")


def _resolve(entry: str) -> str:
    """The full id of what was asked for: an id with its kind, a bare id, or a name. Ambiguous names are refused."""
    from auditgen.catalogue import open_catalogue

    if ":" in entry:
        return entry
    for prefix, kind in (
        ("CF", "finding"),
        ("RP", "replication"),
        ("RS", "result"),
        ("REG-", "regulation"),
        ("PC", "percentile"),
    ):
        if entry.startswith(prefix) and entry[len(prefix) :].isdigit():
            return f"{kind}:{entry}"
    facts = open_catalogue()
    questions = []
    for kind, match in (("benchmark", facts.find_benchmark(entry)), ("model", facts.find_model(entry))):
        if match.status == "matched" and match.subset is None:
            return f"{kind}:{match.id}"
        if match.status == "ambiguous":
            questions.append(f"{match.question} Ids: {', '.join(f'{kind}:{i}' for i in match.candidates)}")
    hint = " ".join(questions) or f"no entry of that name: {entry!r}; try `auditgen catalogue search`"
    raise click.UsageError(hint)


def _lines(value: Any, indent: str = "  ") -> list[str]:
    """Nested content as indented lines, empty values left out."""
    lines: list[str] = []
    items = value.items() if isinstance(value, dict) else [("-", v) for v in value]
    for key, item in items:
        if item in (None, "", [], {}):
            continue
        if isinstance(item, dict | list) and not (isinstance(item, list) and all(isinstance(i, str) for i in item)):
            lines.append(f"{indent}{key}:" if key != "-" else f"{indent}-")
            lines += _lines(item, indent + "  ")
        else:
            text = "; ".join(item) if isinstance(item, list) else item
            lines.append(f"{indent}{key} {text}" if key == "-" else f"{indent}{key}: {text}")
    return lines


@catalogue.command()
@click.argument("text", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def search(text: tuple[str, ...], as_json: bool) -> None:
    """Find entries that hold every word of TEXT; names come first.

    Example: auditgen catalogue search gsm8k llama
    """
    from auditgen.catalogue import open_catalogue

    hits = open_catalogue().search(" ".join(text))
    if as_json:
        _print_json([hit._asdict() for hit in hits])
    elif hits:
        _print_table(["id", "title"], [[hit.id, hit.title] for hit in hits])
    else:
        click.echo("nothing found", err=True)


@catalogue.command()
def check() -> None:
    """Check every entry: dates, ranges, links, names, citations, derived columns. Exit status 1 if anything is wrong.

    Example: auditgen catalogue check
    """
    from auditgen.catalogue import open_catalogue
    from auditgen.catalogue.check import check as find_problems

    open_catalogue()  # builds the SQLite file in a source checkout, so that only a real difference is reported
    problems = find_problems()
    for problem in problems:
        click.echo(str(problem))
    if problems:
        click.echo(f"{len(problems)} problems", err=True)
        sys.exit(1)
    click.echo("no problem found in the readable files", err=True)


@catalogue.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def stats(as_json: bool) -> None:
    """Count entries, and say which version of the facts this is.

    Example: auditgen catalogue stats
    """
    from auditgen.catalogue import open_catalogue

    facts = open_catalogue()
    counts: dict[str, Any] = {"version": facts.version, "sha256": facts.sha256, **facts.stats()}
    if as_json:
        _print_json(counts)
    else:
        for name, value in counts.items():
            click.echo(f"{name}: {value}")
