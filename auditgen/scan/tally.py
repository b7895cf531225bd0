"""Sum of task results: associative and commutative, of a size that the items fix and the corpus does not."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from auditgen.scan.evidence import BEST, BINS, COUNTS, sort_key
from auditgen.scan.index import ItemIndex
from auditgen.scan.parameters import ScanParameters
from auditgen.scan.worker import PROBLEMS_KEPT


class Tally:
    """Everything known after the tasks added so far, in any order."""

    def __init__(self, index: ItemIndex, parameters: ScanParameters) -> None:
        n_items, n_tokens = len(index.sequence_start) // 2, len(index.tokens)
        self._limit = parameters.documents_listed
        self.counts = np.zeros((n_items, len(COUNTS)), dtype=np.int64)
        self.best = np.full((n_items, len(BEST)), -1, dtype=np.int64)
        self.bins = np.zeros((n_items, BINS), dtype=np.int32)
        self.seen = np.zeros(n_tokens, dtype=bool)
        self.found = np.zeros(n_tokens, dtype=np.int64)
        self.documents: dict[int, list[dict[str, Any]]] = {}
        self.totals: Counter[str] = Counter()
        self.problems: dict[str, list[tuple[int, str]]] = {}
        self.failed: dict[str, str] = {}
        self.documents_of: Counter[str] = Counter()  # by file

    def add(self, result: dict[str, Any]) -> None:
        """Add the result of one task (see `worker.TaskScan.run`)."""
        self.totals.update(result["counts"])
        self.documents_of[result["file"]] += result["counts"].get("documents", 0)
        if result["problems"]:
            kept = self.problems.get(result["file"], []) + [(offset, kind) for offset, kind in result["problems"]]
            self.problems[result["file"]] = sorted(kept)[:PROBLEMS_KEPT]
        if result["failed"]:
            earlier = self.failed.get(result["file"])
            self.failed[result["file"]] = min(result["failed"], earlier) if earlier else result["failed"]
        items = result["items"]  # each once
        if items:
            self.counts[items] += np.array(result["counts_by_item"]).reshape(-1, len(COUNTS))
            self.best[items] = np.maximum(self.best[items], np.array(result["best"]).reshape(-1, len(BEST)))
            self.bins.reshape(-1)[result["cells"]] += np.array(result["cell_counts"], dtype=np.int32)
        for item, documents in result["documents"]:
            listed = self.documents.get(item, []) + documents
            listed.sort(key=sort_key)
            self.documents[item] = listed[: self._limit]
        self.seen[result["seen"]] = True
        if result["found"]:
            self.found[result["found"]] += np.array(result["found_counts"])
