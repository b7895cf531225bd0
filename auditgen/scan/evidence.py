"""Rows of matches to sums per item and to the few documents that a result lists, with their snippets."""

from __future__ import annotations

import bisect
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from auditgen.scan.alignment import (
    EXACT_ANSWER,
    EXACT_QUESTION,
    FIFTY_CHARACTERS,
    FUZZY_ANSWER,
    FUZZY_QUESTION,
    MILLION,
    SCAFFOLD,
)
from auditgen.scan.matches import Findings
from auditgen.scan.parameters import ScanParameters
from auditgen.scan.sources import DOCUMENT_IDS

BINS = 100  # of coverage, one percent each
COUNTS = ("exact", "fuzzy", "scaffold", "answer_only", "fifty_characters")
BEST = ("coverage_question", "longest_run", "coverage_answer", "longest_run_answer")
_LONGEST_PARSED = 1 << 20
_ROWS_KEPT = 1 << 16
_LISTED = EXACT_QUESTION | FUZZY_QUESTION | EXACT_ANSWER | FUZZY_ANSWER


@dataclass(frozen=True)
class Block:
    """Where the documents of a buffer come from. offset: of the buffer in the file. identify: name of document i.

    rows: row numbers of the documents (Parquet); byte ranges then count from the start of the document's text.
    """

    file: str
    buffer: np.ndarray
    offset: int
    starts: np.ndarray
    ends: np.ndarray
    json_strings: bool
    identify: Callable[[int], str]
    rows: np.ndarray | None = None


def json_identifier(line: bytes, offset: int) -> str:
    """Identifier that a JSON line states, else "@" and the place of the line in the file."""
    if len(line) <= _LONGEST_PARSED:
        try:
            row = json.loads(line)
        except ValueError:
            row = {}
        for name in DOCUMENT_IDS:
            value = row.get(name) if isinstance(row, dict) else None
            if isinstance(value, str | int) and str(value):
                return str(value)[:200].encode("utf-8", "replace").decode()  # lone surrogates cannot be written
    return f"@{offset}"


def snippet(raw: bytes, json_string: bool, characters: int) -> str:
    """Readable start of a matched span, white space closed up."""
    raw = raw[: 16 * characters]
    if json_string:
        for end in range(len(raw), max(0, len(raw) - 12), -1):  # the cut may have split an escape
            try:
                text = json.loads(b'"' + raw[:end] + b'"', strict=False)
                break
            except ValueError:
                continue
        else:
            text = raw.decode("utf-8", "replace")
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    else:
        text = raw.decode("utf-8", "replace")
    return " ".join(text.split())[:characters]


def sort_key(document: dict[str, Any]) -> tuple[Any, ...]:
    """Order of evidence: most of the question first, then longest run, then place."""
    return (
        -document["coverage_question"],
        -document["longest_run"],
        -(document["coverage_answer"] or 0),
        document["file"],
        document["row"],
        document["byte_start"],
    )


def kind_of(flags: int) -> str:
    """Word for the flags of a row."""
    if flags & EXACT_QUESTION:
        return "exact"
    if flags & FUZZY_QUESTION:
        return "fuzzy"
    return "scaffold" if flags & SCAFFOLD else "answer_only"


class Summary:
    """Sums of one task, sparse: only items and tokens that were met.

    bars: keys of the best documents of all tasks of this scanner so far, per item.
    """

    def __init__(self, parameters: ScanParameters, bars: dict[int, list[tuple[Any, ...]]]) -> None:
        self._limit, self._snippet = parameters.documents_listed, parameters.snippet_characters
        self._bars = bars
        self._rows: list[np.ndarray] = []
        self._n_rows = 0
        self._sums: dict[int, tuple[list[int], list[int], dict[int, int]]] = {}
        self._seen: set[int] = set()
        self._found: Counter[int] = Counter()
        self._documents: dict[int, list[dict[str, Any]]] = {}

    def add(self, findings: Findings, block: Block) -> None:
        """Add the findings of one buffer."""
        self._seen.update(findings.seen.tolist())
        self._found.update(dict(zip(findings.found.tolist(), findings.found_count.tolist(), strict=True)))
        rows = findings.rows
        if not len(rows):
            return
        self._rows.append(rows)
        self._n_rows += len(rows)
        if self._n_rows > _ROWS_KEPT:
            self._sum_up()
        rows = rows[rows[:, 2] & _LISTED != 0]  # documents that hold only scaffold are counted, not listed
        if not len(rows):
            return
        order = np.lexsort((rows[:, 1], -rows[:, 9], -rows[:, 4], -rows[:, 3], rows[:, 0]))
        items, first = np.unique(rows[order, 0], return_index=True)
        for item, low, high in zip(items.tolist(), first.tolist(), [*first[1:].tolist(), len(rows)], strict=True):
            self._list_documents(item, rows[order[low : min(high, low + self._limit)]].tolist(), block)

    def _list_documents(self, item: int, rows: list[list[int]], block: Block) -> None:
        """Keep the first documents in the order of evidence; of those that cannot be among them nothing is made.

        The bars outlive the task: what twenty better documents of an earlier task beat, they beat in the sum as well.
        """
        bar = self._bars.setdefault(item, [])
        for row in rows:
            start = int(block.starts[row[1]])
            number = 0 if block.rows is None else int(block.rows[row[1]])
            shift = block.offset if block.rows is None else -start
            key = (-row[3], -row[4], -max(row[9], 0), block.file, number, start + row[7] + shift)
            if len(bar) == self._limit and key >= bar[-1]:
                return  # rows come in this order
            bisect.insort(bar, key)
            del bar[self._limit :]
            self._documents.setdefault(item, []).append(self._document(row, number, start, shift, block))

    def _document(self, row: list[int], number: int, start: int, shift: int, block: Block) -> dict[str, Any]:
        low, high = start + row[7], start + row[8]
        return {
            "file": block.file,
            "row": number,
            "doc_id": block.identify(row[1]),
            "byte_start": low + shift,
            "byte_end": high + shift,
            "match": kind_of(row[2]),
            "coverage_question": row[3],
            "longest_run": row[4],
            "coverage_answer": None if row[9] < 0 else row[9],
            "snippet": snippet(block.buffer[low:high].tobytes(), block.json_strings, self._snippet),
        }

    def _sum_up(self) -> None:
        """Turn the rows kept so far into sums per item."""
        if not self._rows:
            return
        rows = np.concatenate(self._rows)
        self._rows, self._n_rows = [], 0
        flags = rows[:, 2]
        asked = flags & (EXACT_QUESTION | FUZZY_QUESTION) != 0
        marks = np.stack(
            [
                flags & EXACT_QUESTION != 0,
                flags & FUZZY_QUESTION != 0,
                flags & SCAFFOLD != 0,
                ~asked & (flags & SCAFFOLD == 0) & (flags & (EXACT_ANSWER | FUZZY_ANSWER) != 0),
                flags & FIFTY_CHARACTERS != 0,
            ],
            axis=1,
        ).astype(np.int64)
        items, group = np.unique(rows[:, 0], return_inverse=True)
        sums = np.zeros((len(items), len(COUNTS)), dtype=np.int64)
        np.add.at(sums, group, marks)
        highest = np.full((len(items), len(BEST)), -1, dtype=np.int64)
        np.maximum.at(highest, group, rows[:, [3, 4, 9, 10]])
        levels = np.minimum(rows[:, 3] * BINS // MILLION, BINS - 1)
        cells, counts = np.unique((group * BINS + levels)[asked], return_counts=True)
        bins: dict[int, dict[int, int]] = {}
        for cell, count in zip(cells.tolist(), counts.tolist(), strict=True):
            bins.setdefault(cell // BINS, {})[cell % BINS] = count
        for number, (item, own, top) in enumerate(zip(items.tolist(), sums.tolist(), highest.tolist(), strict=True)):
            levels_met = bins.get(number, {})
            earlier = self._sums.get(item)
            if earlier is not None:
                own = [a + b for a, b in zip(own, earlier[0], strict=True)]
                top = [max(a, b) for a, b in zip(top, earlier[1], strict=True)]
                levels_met = dict(Counter(levels_met) + Counter(earlier[2]))
            self._sums[item] = (own, top, levels_met)

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON values, in order of items and tokens."""
        self._sum_up()
        items = []
        for item, (sums, highest, bins) in sorted(self._sums.items()):
            documents = sorted(self._documents.get(item, []), key=sort_key)[: self._limit]
            items.append([item, sums, highest, sorted(bins.items()), documents])
        return {"items": items, "seen": sorted(self._seen), "found": sorted(self._found.items())}
