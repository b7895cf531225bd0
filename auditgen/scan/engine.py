"""The whole scan: index, sources, tasks on threads or a cluster, sum, record."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from auditgen.scan.compiled import HAS_NUMBA
from auditgen.scan.evidence import nothing_found
from auditgen.scan.index import ItemIndex, build_index
from auditgen.scan.items import ItemSet
from auditgen.scan.journal import Journal, scan_fingerprint
from auditgen.scan.overlap import overlap_record
from auditgen.scan.parameters import ScanParameters
from auditgen.scan.sources import Source, Task, find_sources, reason, tasks_of
from auditgen.scan.streams import CorpusError
from auditgen.scan.tally import Tally
from auditgen.scan.worker import TaskScan, make_scanner

SMALLEST_BLOCK, LARGEST_BLOCK = 16 << 20, 256 << 20  # bytes of a task
_BLOCKS = 4096  # of a large corpus, about: the journal has a line for each


@dataclass(frozen=True)
class Progress:
    """State of a running scan. done, total: stored bytes; seconds: since the start of this run."""

    done: int
    total: int
    seconds: float
    bytes_scanned: int

    @property
    def seconds_left(self) -> float:
        """At the pace so far; infinite before anything is done."""
        return self.seconds * (self.total - self.done) / self.done if self.done else float("inf")


class Engine(Protocol):
    """Where tasks run: hand the index to the workers, then map tasks to results in any order."""

    def broadcast(self, index: ItemIndex, parameters: ScanParameters) -> None: ...

    def map(self, tasks: Iterator[Task]) -> Iterator[dict[str, Any]]: ...


class Threads:
    """This machine: threads that share one index (the kernel holds no GIL)."""

    def __init__(self, count: int = 0, plain: bool = False) -> None:
        self._count = count or os.cpu_count() or 1
        self._plain = plain or not HAS_NUMBA
        self._local = threading.local()

    def broadcast(self, index: ItemIndex, parameters: ScanParameters) -> None:
        """Prepare what all threads share."""
        self._index, self._parameters = index, parameters
        self._shared: Any = None
        if not self._plain:
            from auditgen.scan.kernel import SharedIndex

            self._shared = SharedIndex(index, parameters)

    def _run(self, task: Task) -> dict[str, Any]:
        if not hasattr(self._local, "scanner"):
            self._local.scanner = make_scanner(self._index, self._parameters, self._plain, self._shared)
        return TaskScan(task, self._local.scanner, self._parameters).run()

    def map(self, tasks: Iterator[Task]) -> Iterator[dict[str, Any]]:
        """Results as they come; only twice as many tasks as threads wait at a time."""
        with ThreadPoolExecutor(self._count) as pool:
            running = set()
            try:
                for task in tasks:
                    running.add(pool.submit(self._run, task))
                    if len(running) >= 2 * self._count:
                        finished, running = wait(running, return_when=FIRST_COMPLETED)
                        for future in finished:
                            yield future.result()
                for future in list(running):
                    yield future.result()
            finally:
                pool.shutdown(wait=True, cancel_futures=True)


def scan(
    item_set: ItemSet,
    corpus: list[str],
    parameters: ScanParameters,
    engine: Engine,
    *,
    text_field: str = "",
    block: int = 0,
    journal_path: Path | None = None,
    hash_corpus: bool = False,
    progress: Callable[[Progress], None] = lambda state: None,
) -> dict[str, Any]:
    """Record `auditgen-overlap/1` of the items in the corpus.

    corpus: files, folders, globs, fsspec addresses. block: bytes of a task (0: by the size of the corpus); it changes
    no result.
    journal_path: finished tasks are written there and read back by a later run of the same scan. It stays: remove it
    once the record is stored.
    Raises CorpusError (address gives nothing, or not one file can be scanned), JournalError.
    """
    sources, passed_over = find_sources(corpus, text_field)
    _refuse_if_none_usable(sources)
    index = build_index(item_set.items, parameters)
    tally = Tally(index, parameters)
    block = block or _block_for(sources)
    files = [(source.name, source.size, source.text_field) for source in sources]
    journal = None
    done: set[str] = set()
    if journal_path is not None:
        journal = Journal(journal_path, scan_fingerprint(index.fingerprint(), parameters.as_dict(), files, block))
        for result in journal.finished():
            done.add(result["key"])
            tally.add(result)
    try:
        _run(engine, index, parameters, sources, block, done, tally, journal, progress)
    finally:
        if journal is not None:
            journal.close()
    return overlap_record(item_set, index, parameters, tally, sources, passed_over, hash_corpus)


def _refuse_if_none_usable(sources: list[Source]) -> None:
    broken = [source for source in sources if source.problem]
    if len(broken) == len(sources):
        more = f" (and {len(broken) - 1} more files)" if len(broken) > 1 else ""
        raise CorpusError(f"{broken[0].name}: {broken[0].problem}{more}")


def _block_for(sources: list[Source]) -> int:
    return min(max(SMALLEST_BLOCK, sum(source.size for source in sources) // _BLOCKS), LARGEST_BLOCK)


def _run(
    engine: Engine,
    index: ItemIndex,
    parameters: ScanParameters,
    sources: list[Source],
    block: int,
    done: set[str],
    tally: Tally,
    journal: Journal | None,
    progress: Callable[[Progress], None],
) -> None:
    sizes: dict[str, int] = {}
    unreadable: list[dict[str, Any]] = []

    def pending() -> Iterator[Task]:
        for source in sources:
            try:
                tasks = list(tasks_of([source], block))
            except (OSError, ValueError) as error:
                unreadable.append(_failure(source, error))
                continue
            for task in tasks:
                sizes[task.key] = max(1, source.size // len(tasks))
                if task.key not in done:
                    yield task

    total = sum(source.size for source in sources)
    began = time.monotonic()
    finished = scanned = 0
    engine.broadcast(index, parameters)
    for result in engine.map(pending()):
        if journal is not None and not result["failed"]:
            journal.add(result)
        tally.add(result)
        finished += sizes.get(result["key"], 0)
        scanned += result["counts"].get("bytes", 0)
        progress(Progress(finished, total, time.monotonic() - began, scanned))
    for result in unreadable:
        tally.add(result)


def _failure(source: Source, error: Exception) -> dict[str, Any]:
    return {
        "key": source.name, "file": source.name, "failed": reason(error), "counts": {}, "problems": [],
        **nothing_found(),
    }  # fmt: skip
