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

    def add(self, result: dict[str, Any]) -> None:
        """Add the result of one task (see `worker.TaskScan.run`)."""
        self.totals.update(result["counts"])
        if result["problems"]:
            kept = self.problems.get(result["file"], []) + [(offset, kind) for offset, kind in result["problems"]]
            self.problems[result["file"]] = sorted(kept)[:PROBLEMS_KEPT]
        if result["failed"]:
            earlier = self.failed.get(result["file"])
            self.failed[result["file"]] = min(result["failed"], earlier) if earlier else result["failed"]
        if result["items"]:
            met, counts, best, _, _ = zip(*result["items"], strict=True)
            items = list(met)  # each once
            self.counts[items] += np.array(counts)
            self.best[items] = np.maximum(self.best[items], np.array(best))
        for item, _, _, bins, documents in result["items"]:
            for value, count in bins:
                self.bins[item, value] += count
            if not documents:
                continue
            kept_documents = self.documents.get(item, []) + documents
            kept_documents.sort(key=sort_key)
            self.documents[item] = kept_documents[: self._limit]
        self.seen[result["seen"]] = True
        if result["found"]:
            tokens, counts = zip(*result["found"], strict=True)
            self.found[list(tokens)] += counts
