"""What every cluster shares: the work of one message, and how tasks are gathered into messages."""

from __future__ import annotations

import math
import threading
from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from auditgen.scan.index import ItemIndex
from auditgen.scan.parameters import ScanParameters
from auditgen.scan.sources import Task
from auditgen.scan.worker import TaskScan, make_scanner

RETRIES = 20  # of one message; Dask itself gives up after three lost workers
ASK_AGAIN = 5.0  # seconds after which a cluster may have grown or shrunk
INDEX_NOT_THERE = "a worker cannot read the index ({reason}): give --shared-folder a folder that all workers see"
NOT_INSTALLED = "a worker cannot import auditgen: install this version of it on every machine of the cluster"
_TASKS = 4  # in a message: one task in each would cost a tenth of the time
_AHEAD = 3  # messages per thread of the cluster that are under way
_loaded: dict[str, Any] = {}
_loading = threading.Lock()
_local = threading.local()


def _scanner(index_path: str, parameters: ScanParameters) -> Any:
    """Scanner of this thread; the index is read once per process, from a file, never sent with the tasks."""
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


def scan_batch(tasks: list[dict[str, Any]], index_path: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
    """Results of a few tasks, on whatever worker they land. OSError: the index cannot be read there."""
    rules = ScanParameters(**parameters)
    scanner = _scanner(index_path, rules)
    return [TaskScan(Task.from_dict(task), scanner, rules).run() for task in tasks]


def batches(tasks: Iterator[Task], threads: Callable[[], int]) -> Iterator[list[dict[str, Any]]]:
    """Tasks in messages of a few; of fewer towards the end, so that all threads finish at about the same time.

    Whole files go alone. threads: of the cluster as it is now.
    """
    waiting: deque[Task] = deque()
    while True:
        share = 2 * max(1, threads())
        waiting.extend(islice(tasks, max(0, share * _TASKS - len(waiting))))
        if not waiting:
            return
        size = math.ceil(len(waiting) / share)  # at most _TASKS
        batch = [waiting.popleft()]
        while len(batch) < size and batch[0].splits and waiting[0].splits:
            batch.append(waiting.popleft())
        yield [task.as_dict() for task in batch]


def under_way(threads: int) -> int:
    """Messages that a cluster of so many threads is given at a time."""
    return max(4, _AHEAD * threads)
