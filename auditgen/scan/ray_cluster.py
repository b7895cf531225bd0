"""Tasks on Ray: a cluster that runs already (by address) or one of processes on this machine."""

from __future__ import annotations

import errno
import os
import socket
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

PATIENCE = 30  # seconds that a cluster has to answer


class RayCluster:
    """Engine on Ray; use as a context manager.

    scheduler: address of a running cluster (ray://host:10001), whose machines then need the corpus and `shared_folder`
    under the same paths. workers: processes to start here otherwise. Raises CorpusError without ray or where nobody
    answers.
    """

    def __init__(self, scheduler: str = "", workers: int = 0, shared_folder: Path | None = None) -> None:
        try:
            import ray
        except ImportError as error:
            raise CorpusError("this engine needs Ray: install auditgen[ray]") from error
        self._ray: Any = ray
        _refuse_silence(scheduler)
        self._folder = tempfile.TemporaryDirectory(prefix="auditgen-scan-", dir=shared_folder)
        self._n_threads, self._asked = 0, -ASK_AGAIN
        where: dict[str, Any] = {"address": scheduler} if scheduler else {"address": "local", "num_cpus": workers}
        try:
            ray.init(
                **where, include_dashboard=None if scheduler else False, log_to_driver=False, logging_level="ERROR"
            )
        except (OSError, ValueError, RuntimeError) as error:
            self._folder.cleanup()
            raise CorpusError(f"{scheduler}: no Ray cluster answers there ({str(error).splitlines()[0]})") from error
        self._scan = ray.remote(num_cpus=1, max_retries=RETRIES)(scan_batch)

    def __enter__(self) -> RayCluster:
        return self

    def __exit__(self, *exception: object) -> None:
        self._ray.shutdown()
        self._folder.cleanup()

    def broadcast(self, index: ItemIndex, parameters: ScanParameters) -> None:
        """Write the index where every worker can read it."""
        self._index_path = Path(self._folder.name, "items.npz")
        index.save(self._index_path)
        self._parameters = parameters.as_dict()

    def map(self, tasks: Iterator[Task]) -> Iterator[dict[str, Any]]:
        """Results as they come."""
        running: list[Any] = []
        for batch in batches(tasks, self._threads):
            running.append(self._scan.remote(batch, str(self._index_path), self._parameters))
            if len(running) >= under_way(self._threads()):
                running = yield from self._finished(running)
        while running:
            running = yield from self._finished(running)

    def _threads(self) -> int:
        """Cores of the cluster, asked again every few seconds: it may grow and shrink."""
        if time.monotonic() - self._asked > ASK_AGAIN:
            self._n_threads, self._asked = int(self._ray.cluster_resources().get("CPU", 1)), time.monotonic()
        return self._n_threads

    def _finished(self, running: list[Any]) -> Any:
        """Yield the results of the first message to be done; returns those still running."""
        done, rest = self._ray.wait(running, num_returns=1)
        try:
            yield from self._ray.get(done[0])
        except FileNotFoundError as error:
            raise CorpusError(INDEX_NOT_THERE.format(reason=os.strerror(errno.ENOENT))) from error
        except RuntimeError as error:  # what Ray makes of an ImportError on a worker
            if "import" not in str(error):
                raise
            raise CorpusError(NOT_INSTALLED) from error
        return rest


def _refuse_silence(scheduler: str) -> None:
    """CorpusError where nobody listens at host:port; Ray itself would go on asking."""
    host, colon, port = scheduler.rpartition("://")[2].rpartition(":")
    if not colon or not port.isdigit():
        return  # "auto" and the like
    try:
        socket.create_connection((host, int(port)), timeout=PATIENCE).close()
    except OSError as error:
        raise CorpusError(f"{scheduler}: no Ray cluster answers there ({error.strerror or error})") from error
