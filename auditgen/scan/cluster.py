"""Tasks on a Dask cluster: one that runs already (by address) or one of processes on this machine."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from auditgen.scan.index import ItemIndex
from auditgen.scan.parameters import ScanParameters
from auditgen.scan.sources import Task
from auditgen.scan.streams import CorpusError
from auditgen.scan.worker import TaskScan, make_scanner

_RETRIES = 20  # of one task; Dask itself gives a task up after three lost workers
_loaded: dict[str, Any] = {}
_loading = threading.Lock()
_local = threading.local()


def _scanner(index_path: str, parameters: ScanParameters) -> Any:
    """Scanner of this thread; the index is read once per process, from a file, never through the task graph."""
    scanners: dict[str, Any] = _local.__dict__.setdefault("scanners", {})
    if index_path not in scanners:
        with _loading:
            if index_path not in _loaded:
                index = ItemIndex.load(Path(index_path))
                first = make_scanner(index, parameters)
                _loaded[index_path] = (index, getattr(first, "shared", None))
        index, shared = _loaded[index_path]
        scanners[index_path] = make_scanner(index, parameters, shared=shared)
    return scanners[index_path]


def scan_on_worker(task: dict[str, Any], index_path: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """One task, on whatever worker it lands."""
    rules = ScanParameters(**parameters)
    return TaskScan(Task.from_dict(task), _scanner(index_path, rules), rules).run()


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
        dask.config.set({"distributed.scheduler.allowed-failures": _RETRIES})
        if not scheduler:
            self._cluster = distributed.LocalCluster(
                n_workers=workers, threads_per_worker=1, processes=True, memory_limit=0, dashboard_address=None,
                local_directory=self._folder.name,
            )  # fmt: skip
        try:
            self._client = distributed.Client(self._cluster or scheduler, timeout=30)
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
        """Results as they come, four tasks per thread of the cluster under way."""
        import distributed

        under_way = max(4, 4 * sum(self._client.nthreads().values()))
        running = distributed.as_completed()
        for task in tasks:
            running.add(self._submit(task))
            if running.count() >= under_way:
                yield self._result(next(running))
        for future in running:
            yield self._result(future)

    def _submit(self, task: Task) -> Any:
        return self._client.submit(
            scan_on_worker, task.as_dict(), str(self._index_path), self._parameters, pure=False, retries=_RETRIES
        )

    def _result(self, future: Any) -> dict[str, Any]:
        try:
            result: dict[str, Any] = future.result()
        except FileNotFoundError as error:
            raise CorpusError(
                f"a worker cannot read the index ({error.strerror}): give --shared-folder a folder that all workers see"
            ) from error
        future.release()
        return result
