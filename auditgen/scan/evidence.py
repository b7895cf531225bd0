"""Rows of matches to sums per item and to the few documents that a result lists, with their snippets."""

from __future__ import annotations

import bisect
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import orjson

from auditgen.scan.alignment import (
    EXACT_ANSWER,
    EXACT_QUESTION,
    FIFTY_CHARACTERS,
    FUZZY_ANSWER,
    FUZZY_QUESTION,
    SCAFFOLD,
)
from auditgen.scan.candidates import MILLION
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
        row = _parsed(line)
        for name in DOCUMENT_IDS:
            value = row.get(name) if isinstance(row, dict) else None
            if isinstance(value, str | int) and str(value):
                return str(value)[:200].encode("utf-8", "replace").decode()  # lone surrogates cannot be written
    return f"@{offset}"


def _parsed(line: bytes) -> Any:
    """The row as Python's json reads it, {} where it cannot."""
    try:
        row = orjson.loads(line)  # five times as fast, but stricter, and no integers of more than 64 bits
        if not any(isinstance(row.get(name), float) for name in DOCUMENT_IDS):
            return row
    except (ValueError, AttributeError):
        pass
    try:
        return json.loads(line)
    except ValueError:
        return {}


def snippet(raw: bytes, json_string: bool, characters: int) -> str:
    """Readable start of a matched span, white space closed up."""
    raw = raw[: 16 * characters]
    if json_string and not _is_plain(raw):
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


def _is_plain(raw: bytes) -> bool:
    """Whether the inside of a JSON string is its text."""
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return b"\\" not in raw


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


def nothing_found() -> dict[str, Any]:
    """What a task adds in which nothing was scanned."""
    return Summary(ScanParameters(), {}).as_dict()


class Summary:
    """Sums of one task, sparse: only items and tokens that were met.

    bars: keys of the best documents of all tasks of this scanner so far, per item.
    """

    def __init__(self, parameters: ScanParameters, bars: dict[int, list[tuple[Any, ...]]]) -> None:
        self._limit, self._snippet = parameters.documents_listed, parameters.snippet_characters
        self._bars = bars
        self._rows: list[np.ndarray] = []
        self._n_rows = 0
        self._sums = _Sums.empty()
        self._seen: list[np.ndarray] = []
        self._found: list[tuple[np.ndarray, np.ndarray]] = []
        self._documents: dict[int, list[dict[str, Any]]] = {}

    def add(self, findings: Findings, block: Block) -> None:
        """Add the findings of one buffer."""
        self._seen.append(findings.seen)
        self._found.append((findings.found, findings.found_count))
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
        A task may come twice, where its result was lost, so a key that is there already counts once and does not bar.
        """
        bar = self._bars.setdefault(item, [])
        for row in rows:
            start = int(block.starts[row[1]])
            number = 0 if block.rows is None else int(block.rows[row[1]])
            shift = block.offset if block.rows is None else -start
            key = (-row[3], -row[4], -max(row[9], 0), block.file, number, start + row[7] + shift)
            if len(bar) == self._limit and key > bar[-1]:
                return  # rows come in this order
            place = bisect.bisect_left(bar, key)
            if place == len(bar) or bar[place] != key:
                bar.insert(place, key)
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
        if self._rows:
            self._sums = _Sums.of([self._sums, _Sums.of_rows(np.concatenate(self._rows))])
            self._rows, self._n_rows = [], 0

    def as_dict(self) -> dict[str, Any]:
        """Columns of plain JSON values, in order of items and tokens (see `tally.Tally.add`)."""
        self._sum_up()
        tokens, group = np.unique(_joined([tokens for tokens, _ in self._found]), return_inverse=True)
        counts = _joined([counts for _, counts in self._found])
        documents = [
            [item, sorted(listed, key=sort_key)[: self._limit]] for item, listed in sorted(self._documents.items())
        ]
        return {
            "items": self._sums.items.tolist(),
            "counts_by_item": self._sums.counts.ravel().tolist(),
            "best": self._sums.best.ravel().tolist(),
            "cells": self._sums.cells.tolist(),
            "cell_counts": self._sums.cell_counts.tolist(),
            "documents": documents,
            "seen": np.unique(_joined(self._seen)).tolist(),
            "found": tokens.tolist(),
            "found_counts": _sums_by(group, counts, len(tokens)).tolist(),
        }


@dataclass(frozen=True)
class _Sums:
    """Columns over the items met: items int64[n], counts int64[n, 5] (COUNTS), best int64[n, 4] (BEST); and sparse
    histograms of coverage: cells int64[m], item * BINS + level, sorted, with cell_counts int64[m].
    """

    items: np.ndarray
    counts: np.ndarray
    best: np.ndarray
    cells: np.ndarray
    cell_counts: np.ndarray

    @classmethod
    def empty(cls) -> _Sums:
        """Nothing met."""
        none = np.zeros(0, dtype=np.int64)
        return cls(none, none.reshape(0, len(COUNTS)), none.reshape(0, len(BEST)), none, none)

    @classmethod
    def of_rows(cls, rows: np.ndarray) -> _Sums:
        """Sums of rows (alignment.ROW), at least one."""
        flags = rows[:, 2]
        asked = flags & (EXACT_QUESTION | FUZZY_QUESTION) != 0
        marks = [
            flags & EXACT_QUESTION != 0,
            flags & FUZZY_QUESTION != 0,
            flags & SCAFFOLD != 0,
            ~asked & (flags & SCAFFOLD == 0) & (flags & (EXACT_ANSWER | FUZZY_ANSWER) != 0),
            flags & FIFTY_CHARACTERS != 0,
        ]
        levels = np.minimum(rows[:, 3] * BINS // MILLION, BINS - 1)
        cells, cell_counts = np.unique((rows[:, 0] * BINS + levels)[asked], return_counts=True)
        counts = np.stack(marks, axis=1).astype(np.int64)
        return cls.of([cls(rows[:, 0], counts, rows[:, [3, 4, 9, 10]], cells, cell_counts)])

    @classmethod
    def of(cls, parts: list[_Sums]) -> _Sums:
        """One entry per item and cell, in order."""
        items, counts, best, cells, cell_counts = (
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("items", "counts", "best", "cells", "cell_counts")
        )
        order = np.argsort(items, kind="stable")
        met, first = np.unique(items[order], return_index=True)
        distinct, group = np.unique(cells, return_inverse=True)
        if not len(met):
            return cls.empty()
        return cls(
            met,
            np.add.reduceat(counts[order], first),
            np.maximum.reduceat(best[order], first),
            distinct,
            _sums_by(group, cell_counts, len(distinct)),
        )


def _joined(parts: list[np.ndarray]) -> np.ndarray:
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64)


def _sums_by(group: np.ndarray, values: np.ndarray, n_groups: int) -> np.ndarray:
    """Sum of the values of each group, int64."""
    summed = np.zeros(n_groups, dtype=np.int64)
    np.add.at(summed, group, values)
    return summed
