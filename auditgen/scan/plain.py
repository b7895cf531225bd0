"""The plain engine: the same matches without numba, by Python strings and dictionaries, some fifty times slower."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from auditgen.scan.alignment import ROW, settle
from auditgen.scan.candidates import candidates, promising
from auditgen.scan.folding import SEPARATOR, SINGLE, fold, words
from auditgen.scan.index import ItemIndex
from auditgen.scan.jsonlines import find_text
from auditgen.scan.matches import Findings, sequences_of
from auditgen.scan.parameters import SHORTEST_QUESTION, ScanParameters

_ESCAPE = re.compile(rb"\\u([0-9a-fA-F]{4})(?:\\u([dD][c-fC-F][0-9a-fA-F]{2}))?|\\.", re.DOTALL)


def _characters(raw: bytes) -> Iterator[tuple[str, int, int]]:
    """(character, first byte, byte after) of well-formed and ill-formed UTF-8, U+FFFD for each ill-formed byte."""
    at = 0
    while at < len(raw):
        lead = raw[at]
        size = 1 if lead < 0x80 else 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4
        try:
            char = raw[at : at + size].decode("utf-8")
        except UnicodeDecodeError:
            char, size = "\ufffd", 1
        yield char, at, at + size
        at += size


def _spans(raw: bytes, json_string: bool) -> Iterator[tuple[str, int, int]]:
    """Characters with their byte ranges; in JSON strings escapes count as what they stand for (a space for most)."""
    if not json_string:
        yield from _characters(raw)
        return
    at = 0
    for escape in _ESCAPE.finditer(raw):
        for char, low, high in _characters(raw[at : escape.start()]):
            yield char, low + at, high + at
        at, end = escape.start(), escape.end()
        char = " "
        if escape[1]:
            code = int(escape[1], 16)
            if escape[2] and 0xD800 <= code < 0xDC00:
                code = 0x10000 + ((code - 0xD800) << 10) + int(escape[2], 16) - 0xDC00
            else:
                end = at + 6
            char = "\ufffd" if 0xD800 <= code < 0xE000 else chr(code)
        yield char, at, end
        at = end
        if escape.end() != end:  # the second escape was no low surrogate of the first
            for char, low, high in _spans(raw[end : escape.end()], True):
                yield char, low + end, high + end
            at = escape.end()
    for char, low, high in _characters(raw[at:]):
        yield char, low + at, high + at


def word_spans(raw: bytes, json_string: bool) -> tuple[list[int], list[int]]:
    """First byte and byte after of every word of a document, in the order of `folding.words`."""
    starts: list[int] = []
    ends: list[int] = []
    inside = False
    for char, low, high in _spans(raw, json_string):
        for kind, _ in fold(ord(char)):
            if kind == SEPARATOR:
                inside = False
            elif kind == SINGLE or not inside:
                starts.append(low)
                ends.append(high)
                inside = kind != SINGLE
            else:
                ends[-1] = high
    return starts, ends


def _ill_formed(raw: bytes) -> int:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return sum(1 for char, low, high in _characters(raw) if char == "\ufffd" and high - low == 1)
    return 0


class PlainScanner:
    """Same methods and same results as `kernel.CompiledScanner`."""

    def __init__(self, index: ItemIndex, parameters: ScanParameters) -> None:
        self.bars: dict[int, list[tuple[Any, ...]]] = {}
        self.room: bytearray | None = None
        self._sequences = sequences_of(index, parameters)
        spelled = index.word_bytes.tobytes()
        bounds = index.word_start.tolist()
        vocabulary = [spelled[low:high].decode("utf-8", "surrogatepass") for low, high in itertools.pairwise(bounds)]
        self._number = {word: number for number, word in enumerate(vocabulary)}
        self._own = index.tokens
        self._width = parameters.run_seed
        self._runs: dict[tuple[int, ...], int] = {}
        self._short_runs: dict[tuple[int, ...], int] = {}
        n_runs = int((index.table_run >= 0).sum())
        for run in range(len(index.run_start) - 1):
            posting = int(index.run_start[run])
            first = int(index.sequence_start[index.run_sequence[posting]] + index.run_offset[posting])
            width = self._width if run < n_runs else SHORTEST_QUESTION
            kept = self._runs if run < n_runs else self._short_runs
            kept[tuple(index.tokens[first : first + width].tolist())] = run
        longest = int(np.diff(index.sequence_start).max(initial=1)) + 1
        self._covered, self._best_covered = np.zeros(longest, dtype=np.int64), np.zeros(longest, dtype=np.int64)
        self._seen, self._found = np.zeros(len(self._own), dtype=np.uint8), np.zeros(len(self._own), dtype=np.int32)

    def find_texts(
        self, buffer: np.ndarray, end: int, key: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """(line starts, statuses, text starts, text ends) of the JSON lines in buffer[:end]."""
        found = []
        at = 0
        name = key.tobytes()
        for line in buffer[:end].tobytes().removesuffix(b"\n").split(b"\n"):
            status, low, high = find_text(line, name)
            found.append((at, status, low + at if low >= 0 else -1, high + at if high >= 0 else -1))
            at += len(line) + 1
        columns = np.array(found, dtype=np.int64).reshape(-1, 4).T.copy()
        return columns[0], columns[1].astype(np.uint8), columns[2], columns[3]

    def _seeds(self, numbers: list[int]) -> tuple[list[int], list[int]]:
        at: list[int] = []
        runs: list[int] = []
        for width, known in ((self._width, self._runs), (SHORTEST_QUESTION, self._short_runs)):
            if not known:
                continue
            for place, key in enumerate(zip(*(numbers[step:] for step in range(width)))):
                run = known.get(key)
                if run is not None:
                    at.append(place)
                    runs.append(run)
        return at, runs

    def scan(self, buffer: np.ndarray, starts: np.ndarray, ends: np.ndarray, json_strings: bool) -> Findings:
        """Matches in the documents buffer[starts[i]:ends[i]], as `kernel.CompiledScanner.scan`."""
        ill_formed = np.zeros(len(starts), dtype=np.int64)
        rows: list[np.ndarray] = []
        n_words = 0
        for document, (low, high) in enumerate(zip(starts.tolist(), ends.tolist())):
            raw = buffer[low:high].tobytes()
            ill_formed[document] = _ill_formed(raw)
            escaped = json_strings and b"\\" in raw
            if ill_formed[document] or escaped:
                text = "".join(char for char, _, _ in _spans(raw, json_strings))
            else:
                text = raw.decode("utf-8")
            own = words(text)
            n_words += len(own)
            numbers = [self._number.get(word, -1) for word in own]
            at, runs = self._seeds(numbers)
            if at:
                rows += self._settled(raw, json_strings, document, np.array(numbers, dtype=np.int32), at, runs)
        seen, found = np.flatnonzero(self._seen), np.flatnonzero(self._found)
        counts = self._found[found].astype(np.int64)
        self._seen[seen], self._found[found] = 0, 0
        table = np.array(rows, dtype=np.int64).reshape(-1, len(ROW))
        return Findings(n_words, table, ill_formed, seen, found, counts)

    def _settled(
        self, raw: bytes, json_string: bool, document: int, numbers: np.ndarray, at: list[int], runs: list[int]
    ) -> list[np.ndarray]:
        keys = candidates(np.array(at), np.array(runs), len(at), self._sequences)
        stamps = np.full(1024, -1, dtype=np.int64)
        kept, _ = promising(keys, self._own, numbers, len(numbers), self._sequences, stamps, 0)
        if not kept:
            return []
        keys = keys[:kept]
        token_from, token_to = word_spans(raw, json_string)
        rows = np.zeros((len(keys), len(ROW)), dtype=np.int64)
        n_rows = settle(
            keys, numbers, len(numbers), np.array(token_from), np.array(token_to), document, self._sequences,
            self._covered, self._best_covered, self._seen, self._found, rows, 0,
        )  # fmt: skip
        return list(rows[:n_rows])
