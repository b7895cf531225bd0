"""What `audit` and `check` share: reading claims, running the audit with progress, the verdict table."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from auditgen.cli.writing import InputProblem

if TYPE_CHECKING:
    from auditgen.audit import Options
    from auditgen.catalogue import Catalogue
    from auditgen.intake.evidence import Brought
    from auditgen.records.audit_record import AuditedClaim, AuditRecord
    from auditgen.records.verdict import Verdict

F = TypeVar("F", bound=Callable[..., object])
MARKS = {
    "Shown": ("●", "green"),
    "Suggested": ("◐", "green"),
    "Open": ("?", "blue"),
    "Too close to call": ("≈", "white"),
    "Not comparable": ("∥", "white"),
    "Depends on settings": ("⑂", "yellow"),
    "Cannot be checked as worded": ("∅", "white"),
    "Not shown": ("□", "magenta"),
    "Contradicted": ("✕", "red"),
    "Not claimed": ("–", "white"),
}
FINDINGS = tuple(f for f in MARKS if f != "Not claimed")


def claims_options(command: F) -> F:
    """The arguments that both commands take."""
    for option in reversed(
        (
            click.argument("claims", metavar="CLAIMS...", nargs=-1, required=True, type=click.Path(path_type=Path)),
            click.option(
                "-e", "--evidence", metavar="EVIDENCE", multiple=True, type=click.Path(path_type=Path),
                help="Evidence file or folder; recognised by content.",
            ),
            click.option("--as-of", metavar="DATE", help="Date of the audit, YYYY-MM-DD. [default: today]"),
            click.option("--lang", default="en", show_default=True, help="Language of the sentences."),
            click.option("--accept-drafts", is_flag=True, help="Audit rows that no person has confirmed, and say so."),
            click.option("--seed", type=click.IntRange(0), help="Seed for checks that draw at random."),
            click.option("--no-implied", is_flag=True, help="Leave out rankings and steps that tables imply."),
            click.option(
                "--fail-on", metavar="FINDING", type=click.Choice(FINDINGS, case_sensitive=False),
                help="Exit with 1 if a claim has this finding or one of less use (Shown > Suggested > all others).",
            ),
        )
    ):  # fmt: skip
        command = option(command)
    return command


def run_audit(paths: Sequence[Path], evidence: Sequence[Path], options: Options, accept_drafts: bool) -> AuditRecord:
    """Read the claims and audit them, with a progress bar on a terminal."""
    from auditgen.audit import audit
    from auditgen.intake.claims import read_claims
    from auditgen.intake.errors import InputError
    from auditgen.resources import languages

    if options.lang not in languages():
        raise InputProblem(f"--lang {options.lang}: expected one of {', '.join(languages())}.")
    if options.as_of is not None:
        from auditgen.checks.dates import span

        day = span(options.as_of)
        if day is None or day[0] != day[1]:
            raise InputProblem(f"--as-of {options.as_of}: expected a date such as 2026-11-30.")
    try:
        files = [read_claims(path, accept_drafts=accept_drafts) for path in paths]
    except InputError as error:
        raise InputProblem(str(error)) from None
    _distinct_ids(files)
    from auditgen.catalogue import open_catalogue

    catalogue = open_catalogue()
    brought = _evidence(evidence, catalogue)
    for file in files:
        for note in file.notes:
            click.echo(f"{file.name}: {note}", err=True)
    for note in brought.notes:
        click.echo(note, err=True)
    # Records hold no circles and all of them are kept to the end: looking for garbage among them costs a quarter of
    # the time and frees nothing. The process ends soon after.
    gc.disable()
    return audit(
        files, options, catalogue, _bar(), brought=brought.evidence, inputs=brought.inputs, notes=brought.notes
    )


def _evidence(paths: Sequence[Path], catalogue: Catalogue) -> Brought:
    """Evidence files and folders, recognised by content."""
    from auditgen.intake.errors import InputError
    from auditgen.intake.evidence import Brought, read_evidence

    if not paths:
        return Brought()
    try:
        return read_evidence(paths, catalogue)
    except InputError as error:
        raise InputProblem(str(error)) from None


def _distinct_ids(files: Sequence[object]) -> None:
    seen: dict[str, str] = {}
    for file in files:
        for claim in file.claims:  # type: ignore[attr-defined]
            if claim.id in seen:
                raise InputProblem(
                    f"{file.name}: the claim id '{claim.id}' is used in {seen[claim.id]} as well. "  # type: ignore[attr-defined]
                    "Give every claim of one audit an id of its own."
                )
            seen[claim.id] = file.name  # type: ignore[attr-defined]


def _bar() -> Callable[[int, int, str], None] | None:
    """A progress bar over claims, on a terminal only."""
    if not sys.stderr.isatty():
        return None
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    bar = Progress(
        TextColumn("auditing"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"),
        console=Console(stderr=True), transient=True,
    )  # fmt: skip
    task = bar.add_task("", total=None)
    bar.start()

    def show(done: int, total: int, name: str) -> None:
        bar.update(task, completed=done, total=total, description=name[:40])
        if done >= total:
            bar.stop()

    return show


def made(claim: AuditedClaim) -> Verdict:
    """The verdict on the reading that the claim makes."""
    verdicts = claim.verdicts
    name = {"L": "level", "R": "ranking", "P": "progress"}[claim.facts["reading"]]
    verdict: Verdict = getattr(verdicts, name)
    return verdict


def _points(verdict: Verdict) -> str:
    """The points now and with every open question answered well; one figure where they agree."""
    low, high = verdict.points, verdict.points_if_answered
    return f"{low}" if low == high else f"{low} to {high}"


def show_table(record: AuditRecord, with_implied: bool = True) -> None:
    """One line a claim on stdout: mark, finding, both point numbers, the claim."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(width=None if sys.stdout.isatty() else 150, highlight=False)
    table = Table(box=None, pad_edge=False)
    for name in ("claim", "reading", "finding", "points", "statement"):
        table.add_column(name, overflow="fold", no_wrap=name in ("reading", "points"))
    names = {"L": "level", "R": "ranking", "P": "progress"}
    for claim in record.claims:
        if claim.implied:
            continue
        verdict = made(claim)
        mark, colour = MARKS[verdict.finding]
        table.add_row(
            Text(claim.id),
            names[verdict.reading],
            Text(f"{mark} {verdict.finding}", style=colour),
            _points(verdict),
            Text(claim.statement),
        )
    console.print(table)
    implied = [c for c in record.claims if c.implied]
    if implied and with_implied:
        counts: dict[str, int] = {}
        for claim in implied:
            counts[made(claim).finding] = counts.get(made(claim).finding, 0) + 1
        parts = ", ".join(f"{counts[f]} {f}" for f in FINDINGS if f in counts)
        console.print(f"{len(implied)} rankings and steps implied by tables: {parts}")


def failed(record: AuditRecord, fail_on: str | None) -> bool:
    """Whether a stated claim has the given finding or one of less use."""
    if fail_on is None:
        return False
    limit = _use(fail_on)
    return any(_use(made(c).finding) >= limit for c in record.claims if not c.implied)


def _use(finding: str) -> int:
    return {"Shown": 0, "Suggested": 1}.get(finding, 2)
