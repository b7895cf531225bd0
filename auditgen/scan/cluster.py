"""Tasks on a Dask cluster: one that runs already (by address) or one of processes on this machine."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from auditgen.scan.batches import ASK_AGAIN, INDEX_NOT_THERE, NOT_INSTALLED, RETRIES, batches, scan_batch, under_way
from auditgen.scan.index import ItemIndex
from auditgen.scan.parameters import ScanParameters
from auditgen.scan.sources import Task
from auditgen.scan.streams import CorpusError

PATIENCE = 30  # seconds that a scheduler has to answer


class DaskCluster:
    """Engine on Dask; use as a context manager.

    scheduler: address of a running one, which then needs the corpus and `shared_folder` under the same paths on every
    worker. workers: processes to start here otherwise. Raises CorpusError without dask or where nobody answers.
    """

    def __init__(self, scheduler: str = "", workers: int = 0, shared_folder: Path | None = None) -> None:
        try:
            import dask
            import distributed
        except ImportError as error:
            raise CorpusError("a cluster needs Dask: install auditgen[cluster]") from error
        self._folder = tempfile.TemporaryDirectory(prefix="auditgen-scan-", dir=shared_folder)
        self._cluster: Any = None
        self._n_threads, self._asked = 0, -ASK_AGAIN
        dask.config.set({"distributed.scheduler.allowed-failures": RETRIES})
        if not scheduler:
            self._cluster = distributed.LocalCluster(
                n_workers=workers, threads_per_worker=1, processes=True, memory_limit=0, dashboard_address=None,
                local_directory=self._folder.name,
            )  # fmt: skip
        try:
            self._client = distributed.Client(self._cluster or scheduler, timeout=PATIENCE)
        except (OSError, ValueError) as error:
            self._folder.cleanup()
            raise CorpusError(f"{scheduler}: no Dask scheduler answers there ({str(error).splitlines()[0]})") from error

    def __enter__(self) -> DaskCluster:
        return self

    def __exit__(self, *exception: object) -> None:
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()
        self._folder.cleanup()

    def broadcast(self, index: ItemIndex, parameters: ScanParameters) -> None:
        """Write the index where every worker can read it."""
        self._index_path = Path(self._folder.name, "items.npz")
        index.save(self._index_path)
        self._parameters = parameters.as_dict()

    def map(self, tasks: Iterator[Task]) -> Iterator[dict[str, Any]]:
        """Results as they come."""
        import distributed

        running = distributed.as_completed()
        for batch in batches(tasks, self._threads):
            running.add(self._submit(batch))
            if running.count() >= under_way(self._threads()):
                yield from self._results(next(running))
        for future in running:
            yield from self._results(future)

    def _threads(self) -> int:
        """Threads of the cluster, asked again every few seconds: it may grow and shrink."""
        if time.monotonic() - self._asked > ASK_AGAIN:
            self._n_threads, self._asked = sum(self._client.nthreads().values()), time.monotonic()
        return self._n_threads

    def _submit(self, batch: list[dict[str, Any]]) -> Any:
        return self._client.submit(
            scan_batch, batch, str(self._index_path), self._parameters, pure=False, retries=RETRIES
        )

    def _results(self, future: Any) -> list[dict[str, Any]]:
        try:
            results: list[dict[str, Any]] = future.result()
        except FileNotFoundError as error:
            raise CorpusError(INDEX_NOT_THERE.format(reason=error.strerror)) from error
        except ImportError as error:
            raise CorpusError(NOT_INSTALLED) from error
        future.release()
        return results
