"""`auditgen extract`: documents to draft claims, each with its quotation and place, for a person to confirm."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from auditgen.cli.writing import InputProblem, check_targets, write_whole

if TYPE_CHECKING:
    from auditgen.intake.documents.draft_file import DraftFile
    from auditgen.intake.documents.extract import About

SUFFIXES = (".yaml", ".yml", ".xlsx")
RELATIONS = ("developer", "competitor", "independent_evaluator", "public_body", "leaderboard", "other")
KINDS = ("model_card", "paper", "blog", "government_report", "leaderboard", "metadata", "other")


@click.command()
@click.argument("documents", metavar="DOCUMENT...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("-o", "output", metavar="FILE", type=click.Path(path_type=Path), help="Draft file, .yaml or .xlsx.")
@click.option("--review", is_flag=True, help="Walk over the drafts on the terminal: accept, edit, reject.")
@click.option("--claimant", metavar="NAME", help="Who publishes the documents.")
@click.option(
    "--relation", type=click.Choice(RELATIONS), help="What the claimant is to the models, if one word fits all."
)
@click.option("--title", metavar="TEXT", help="Title of the document.")
@click.option("--url", metavar="ADDRESS", help="Where it was found.")
@click.option("--accessed", metavar="DATE", help="When it was found, YYYY-MM-DD.")
@click.option("--kind", type=click.Choice(KINDS), help="What it is.")
def extract(
    documents: tuple[Path, ...],
    output: Path | None,
    review: bool,
    claimant: str | None,
    relation: str | None,
    title: str | None,
    url: str | None,
    accessed: str | None,
    kind: str | None,
) -> None:
    """Draft claims from documents: Markdown, HTML, PDF with a text layer, DOCX, XLSX, CSV, text, model cards.

    Every row has status draft, its place, a quotation, flags and a confidence. Tables are read first, then sentences,
    which give candidates of low confidence only. Documents that disagree with themselves are shown first. `audit`
    refuses drafts until they are confirmed.

    If FILE is there already, rows that were confirmed or rejected stay, and only differences are shown. With --review
    and a draft file in place of the documents, the walk goes on where it stopped.

    Example: auditgen extract README.md paper.pdf -o claims.yaml --claimant "DeepSeek"
    """
    from auditgen.intake.documents.extract import About
    from auditgen.intake.errors import InputError

    _check_about(accessed, url)
    about = About(claimant, relation, title, url, accessed, kind)
    try:
        if review and output is None:
            _review(documents[0], documents[1:])
            return
        if output is not None:
            check_targets((output,), SUFFIXES)
            if output.resolve() in {d.resolve() for d in documents}:
                raise InputProblem(f"{output.name}: is one of the documents. Give the draft file another name.")
        file = _run(documents, output, about)
        if review and output is not None:
            _review(output, documents)
        elif output is None:
            from auditgen.intake.documents.draft_file import to_yaml

            click.echo(to_yaml(file).decode("utf-8"), nl=False)
    except InputError as error:
        raise InputProblem(str(error)) from None


def _check_about(accessed: str | None, url: str | None) -> None:
    import datetime

    if accessed is not None:
        try:
            datetime.date.fromisoformat(accessed)
        except ValueError:
            raise InputProblem(f"--accessed {accessed}: expected a date such as 2026-11-30.") from None
    if url is not None and not url.lower().startswith(("http://", "https://")):
        raise InputProblem(f"--url {url}: expected an address that starts with https://.")


def _run(documents: Sequence[Path], output: Path | None, about: About) -> DraftFile:
    """Extract, merge with an existing file, write, and say what was found."""
    from auditgen.intake.documents.draft import draft_file, table_sheets
    from auditgen.intake.documents.draft_file import read_draft_file, to_xlsx, to_yaml
    from auditgen.intake.documents.extract import extract as extract_documents
    from auditgen.intake.documents.extract import fresh_source
    from auditgen.intake.documents.merge import merge, overlap

    old = read_draft_file(output) if output is not None and output.exists() else None
    bar = _Bar()
    try:
        found = extract_documents(documents, about, bar.show, old.sources if old else ())
    finally:
        bar.close()
    file = draft_file(found, about)
    lines = file.remarks[2:]
    if old is not None:
        for source in found.sources:
            if source.name_only and overlap(old, file, source.id) < 0.5:
                fresh_source(found, source, {str(s.get("id")) for s in old.sources})
                file = draft_file(found, about)
        merged = merge(old, file)
        file = merged.file
        lines = [*(one.sentence for one in found.contradictions), *merged.sentences]
    if output is not None:
        # Written before a word is said: a reader of the words may stop listening.
        data = to_xlsx(file, table_sheets(found)) if output.suffix.lower() == ".xlsx" else to_yaml(file)
        write_whole({output: data})
    for line in lines:
        click.echo(line, err=output is None)
    if output is not None:
        drafts = sum(row.get("status") == "draft" for row in file.rows)
        click.echo(f"{len(file.rows):,} rows in {output.name}, {drafts:,} of them draft", err=True)
    return file


class _Bar:
    """A progress bar on a terminal; nothing elsewhere."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._task: Any = None
        self._name = ""

    def show(self, name: str, done: int, total: int) -> None:
        if not sys.stderr.isatty():
            return
        if self._bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

            columns = (TextColumn("reading {task.description}"), BarColumn(), MofNCompleteColumn())
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self._bar.start()
        if name != self._name or self._task is None:
            from rich.markup import escape

            self._task, self._name = self._bar.add_task(escape(name[:40]), total=total), name
        self._bar.update(self._task, completed=done, total=total)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.stop()


def _review(path: Path, documents: Sequence[Path]) -> None:
    """Walk over the rows that are still draft; the file is saved after each decision."""
    from auditgen.intake.documents.draft_file import read_draft_file
    from auditgen.intake.documents.quotation import Shelf
    from auditgen.intake.documents.review import holding, open_rows

    check_targets((path,), SUFFIXES)
    file = read_draft_file(path)
    beside = [path.parent / str(s["file"]) for s in file.sources if s.get("file")]
    shelf = Shelf([*documents, *(p for p in beside if p.is_file())])
    sources = {str(s.get("id")): s for s in file.sources}
    todo = list(open_rows(file))
    click.echo(f"{len(todo):,} of {len(file.rows):,} rows are draft.")
    at = 0
    shown: set[int] = set()
    while at < len(todo):
        row = file.rows[todo[at]]
        shown.add(at)
        _show_row(row, shelf.show(row, sources.get(str(row.get("source")))), at + 1, len(todo))
        answer = _ask("[a]ccept [e]dit [r]eject [n]ext [b]ack [f]ind [x] reject all that are left [q]uit", "n")
        if answer == "q":
            break
        if answer == "x":
            if _reject_rest(file, path):
                break
            continue
        if answer == "f":
            found = holding(file, todo, _ask("words of the row", ""), at)
            click.echo("no row holds these words" if found is None else "", nl=found is None)
            at = at if found is None else found
            continue
        if answer == "b":
            at = max(0, at - 1)
            continue
        if answer in ("a", "r", "e") and not _decide(file, todo[at], answer, path):
            continue
        at += answer != "e"
        if at == len(todo):
            # Rows that were jumped over by a search come after the last one.
            at = next((i for i in range(len(todo)) if i not in shown), at)
    left = sum(1 for _ in open_rows(file))
    click.echo(f"{left:,} rows are still draft." if left else "No row is draft any more.")


def _reject_rest(file: DraftFile, path: Path) -> bool:
    """Reject every row that is still draft, if the person says so twice: what is not cited need not be read."""
    from auditgen.intake.documents.review import decide, open_rows

    left = list(open_rows(file))
    if _ask(f"reject all {len(left):,} rows that are still draft? Write yes", "") != "yes":
        click.echo("nothing was rejected")
        return False
    for index in left:
        file.rows[index] = decide(file.rows[index], "rejected")
    _save(file, path, left)
    return True


def _save(file: DraftFile, path: Path, changed: Sequence[int]) -> None:
    from auditgen.intake.documents.draft_file import to_yaml

    if path.suffix.lower() == ".xlsx":
        from auditgen.intake.documents.draft_xlsx import save_rows

        rows = {str(file.rows[i]["id"]): file.rows[i] for i in changed}
        write_whole({path: save_rows(path.read_bytes(), rows)})
    else:
        write_whole({path: to_yaml(file)})


def _decide(file: DraftFile, index: int, answer: str, path: Path) -> bool:
    from auditgen.intake.documents.review import EDITABLE, decide, edit
    from auditgen.intake.errors import InputError

    row = file.rows[index]
    try:
        if answer == "e":
            name = _ask("field (or setting.NAME)", "")
            value = _ask(f"new value of {name} (empty deletes it)", "") if name else ""
            row = edit(row, name, value) if name else row
        else:
            row = decide(row, "confirmed" if answer == "a" else "rejected")
    except KeyError as error:
        click.echo(f"no field {error}. Fields: {', '.join(EDITABLE)}")
        return False
    except InputError as error:
        for problem in error.problems:
            click.echo(
                f"not done: {problem.field or 'row'}: "
                f"expected {problem.expected}, found {problem.found}. {problem.mend}"
            )
        return False
    file.rows[index] = row
    _save(file, path, [index])
    return True


def _ask(text: str, default: str) -> str:
    """One answer; the end of the input is `quit`."""
    try:
        answer: str = click.prompt(text, default=default, show_default=False)
    except click.Abort:
        click.echo()
        return "q"
    return answer.strip()


def _show_row(row: dict[str, Any], around: Any, number: int, total: int) -> None:
    from auditgen.intake.documents.review import problems, unquoted
    from auditgen.intake.errors import visible

    click.echo("-" * 80)
    click.echo(
        f"{number:,} of {total:,}  {visible(str(row.get('id', '')))}  confidence {row.get('confidence', 'unknown')}"
    )
    hidden = ("id", "status", "confidence", "quote", "place", "source", "x_told", "x_reading", "setting")
    for name, value in row.items():
        if name not in hidden:
            click.echo(f"  {name}: {visible(str(value))}")
    told = row.get("x_told") if isinstance(row.get("x_told"), dict) else {}
    for name, value in (row.get("setting") or {}).items() if isinstance(row.get("setting"), dict) else ():
        click.echo(f"  setting.{name}: {visible(str(value))}")
    for name, value in (told or {}).items():
        click.echo(f"    {name} from: {visible(str(value))}")
    click.echo(f'  "{visible(str(row.get("quote", "")))}" at {visible(str(row.get("place", "")))}')
    for i, line in enumerate(around.lines):
        click.echo(f"  {'>' if i == around.at else ' '} {visible(line)}")
    if around.remark:
        click.echo(f"  ({around.remark})")
    for remark in unquoted(row):
        click.echo(f"  look again: {remark}")
    for problem in problems(row):
        click.echo(f"  cannot be confirmed yet: {problem}")
