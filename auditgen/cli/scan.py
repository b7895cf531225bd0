"""`auditgen scan`: which test questions stand in a text corpus, where, and how much of each."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from auditgen.scan.engine import Engine, Progress


class InputError(click.ClickException):
    """Wrong input: one line on stderr, exit status 2."""

    exit_code = 2


def _warm_up(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    if not value or context.resilient_parsing:
        return
    from auditgen.scan.warm_up import warm_up

    click.echo(warm_up())
    context.exit()


@click.command()
@click.argument("items", metavar="ITEMS", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "--corpus", metavar="PATH", multiple=True, required=True, help="File, folder, glob or fsspec address; repeatable."
)
@click.option(
    "-o", "outputs", metavar="FILE", multiple=True, type=click.Path(path_type=Path, dir_okay=False),
    help=".json: the whole record. .parquet: one row per item and document listed. Repeatable.",
)  # fmt: skip
@click.option("--benchmark", default="", help="Name for items that state none (default: name of the ITEMS file).")
@click.option("--tier", type=click.Choice(["fuzzy", "exact"]), default="fuzzy", show_default=True,
              help="fuzzy: exact runs and edited copies in one pass. exact: runs only, faster.")  # fmt: skip
@click.option("--run", "exact_run", default=13, show_default=True, help="Words in a row that make an exact match.")
@click.option("--coverage", default=0.5, show_default=True, help="Share of a question, weighted by the rarity of its "
              "words, that makes a fuzzy match.")  # fmt: skip
@click.option("--text-field", default="", help="Field of JSONL and Parquet files that holds the text.")
@click.option("--threads", default=0, help="Threads on this machine (default: one per core).")
@click.option("--workers", default=0, help="Start a local cluster of this many processes.")
@click.option("--scheduler", metavar="ADDRESS", default="", help="Join a cluster that runs, for example "
              "tcp://host:8786 (Dask) or ray://host:10001 (Ray).")  # fmt: skip
@click.option("--engine", "cluster_kind", type=click.Choice(["dask", "ray"]), default=None,
              help="Kind of cluster (default: that of the address, else dask).")  # fmt: skip
@click.option("--shared-folder", metavar="DIR", type=click.Path(path_type=Path, exists=True, file_okay=False),
              help="Folder that all workers of the cluster see (default: that of the output).")  # fmt: skip
@click.option("--hash-corpus", is_flag=True, help="Also write the SHA-256 of every corpus file (reads each once more).")
@click.option("--plain", is_flag=True, help="Use the plain engine even where numba is installed.")
@click.option("--restart", is_flag=True, help="Do not go on from a stopped scan: begin anew.")
@click.option("--warm-up", is_flag=True, is_eager=True, expose_value=False, callback=_warm_up,
              help="Compile the scan for this machine, once, and leave.")  # fmt: skip
def scan(
    items: Path, corpus: tuple[str, ...], outputs: tuple[Path, ...], benchmark: str, tier: str, exact_run: int,
    coverage: float, text_field: str, threads: int, workers: int, scheduler: str,
    cluster_kind: str | None, shared_folder: Path | None, hash_corpus: bool, plain: bool, restart: bool,
) -> None:  # fmt: skip
    """Look for the questions and answers of ITEMS in a corpus.

    ITEMS: CSV, JSON, JSONL or Parquet with item_id, question, answer, choices [, benchmark], or a log's samples.
    The corpus: JSONL, Parquet, plain text, also as .gz or .zst. A scan that was stopped goes on when the same command
    is given again (it keeps FILE.journal until it is complete).

    \b
    auditgen scan mmlu.csv --corpus shards/ -o overlap.json
    auditgen scan mmlu.csv --corpus 's3://bucket/crawl/*.jsonl.zst' --scheduler tcp://head:8786 -o overlap.json
    """
    from auditgen.scan.compiled import HAS_NUMBA, NO_NUMBA
    from auditgen.scan.engine import scan as run_scan
    from auditgen.scan.items import ItemsError, read_items
    from auditgen.scan.journal import JournalError
    from auditgen.scan.parameters import ScanParameters
    from auditgen.scan.streams import CorpusError

    for output in outputs:
        if output.suffix not in (".json", ".parquet"):
            raise click.UsageError(f"-o {output.name}: expected a name that ends in .json or .parquet")
    if cluster_kind and not workers and not scheduler:
        raise click.UsageError("--engine names the kind of a cluster: give --workers or --scheduler as well")
    if workers and scheduler:
        raise click.UsageError("--workers starts a cluster here, --scheduler joins another: give one of them")
    journal = outputs[0].with_name(outputs[0].name + ".journal") if outputs else None
    if restart and journal:
        journal.unlink(missing_ok=True)
    if not HAS_NUMBA:
        click.echo(NO_NUMBA, err=True)
    try:
        parameters = ScanParameters(tier=tier, exact_run=exact_run, coverage=coverage)
        item_set = read_items(items, benchmark)
        folder = shared_folder or (outputs[0].parent if outputs and scheduler else None)
        kind = cluster_kind or ("ray" if scheduler.startswith("ray://") else "dask")
        with _engine(threads, workers, scheduler, kind, folder, plain) as engine:
            record = run_scan(
                item_set, list(corpus), parameters, engine, text_field=text_field, journal_path=journal,
                hash_corpus=hash_corpus, progress=_progress(),
            )  # fmt: skip
        for output in outputs:
            _write(output, record)
        if journal:
            journal.unlink(missing_ok=True)  # only now: should writing fail, nothing has to be scanned again
    except (ItemsError, CorpusError, JournalError, ValueError) as error:
        raise InputError(_one_line(str(error))) from error
    except OSError as error:
        raise InputError(
            _one_line(f"{error.strerror or error}; finished blocks are kept, give the command again")
        ) from error
    _summary(record)


@contextlib.contextmanager
def _engine(
    threads: int, workers: int, scheduler: str, kind: str, folder: Path | None, plain: bool
) -> Iterator[Engine]:
    if (workers or scheduler) and kind == "ray":
        from auditgen.scan.ray_cluster import RayCluster

        with RayCluster(scheduler, workers, folder) as ray_cluster:
            yield ray_cluster
        return
    if workers or scheduler:
        from auditgen.scan.cluster import DaskCluster

        with DaskCluster(scheduler, workers, folder) as cluster:
            yield cluster
        return
    from auditgen.scan.engine import Threads

    yield Threads(threads, plain)


def _one_line(text: str) -> str:
    from auditgen.intake.errors import visible

    return visible(" ".join(text.split()))


def _progress() -> Callable[[Progress], None]:
    """A line on stderr, rewritten in place; nothing where stderr is no terminal."""
    if not sys.stderr.isatty():
        return lambda state: None

    def show(state: Progress) -> None:
        share = state.done / state.total if state.total else 1.0
        pace = state.bytes_scanned / max(state.seconds, 1e-9) / 1e6
        left = state.seconds_left
        text = f"{share:6.1%}  {pace:,.0f} MB/s  {left:,.0f} s left" if left != float("inf") else f"{share:6.1%}"
        click.echo(f"\r{text:<60}", err=True, nl=state.done >= state.total)

    return show


def _write(output: Path, record: dict[str, Any]) -> None:
    """Whole or not at all."""
    partial = output.with_name(f".{output.name}.{os.getpid()}.part")
    try:
        if output.suffix == ".json":
            import orjson

            partial.write_bytes(orjson.dumps(record, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
        else:
            from auditgen.scan.details import write_details

            write_details(record, partial)
        partial.replace(output)
    finally:
        partial.unlink(missing_ok=True)


def _summary(record: dict[str, Any]) -> None:
    from auditgen.intake.errors import visible

    corpus = record["corpus"]
    click.echo(f"{corpus['documents']:,} documents, {corpus['bytes'] / 1e6:,.1f} MB in {corpus['files']:,} files")
    for entry in record["benchmarks"]:
        click.echo(
            f"{visible(entry['benchmark'])}: {entry['n_flagged']} of {entry['n_items']} items found, "
            f"{entry['rate']:.1%} [{entry['ci_low']:.1%}, {entry['ci_high']:.1%}]; exact {entry['n_exact']}, "
            f"fuzzy {entry['n_fuzzy']}, with answer {entry['n_answer_found']}; answer only {entry['n_answer_only']}; "
            f"common phrase only {entry['n_common_phrase']}; short {entry['n_short']}"
        )
    for note in record["notes"]:
        click.echo(visible(note["text"]))
