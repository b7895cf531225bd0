"""The compiled engine: documents of a buffer to rows, with the scratch memory that one thread needs."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np

from auditgen.scan import hashing
from auditgen.scan.alignment import ROW, settle
from auditgen.scan.candidates import Sequences, candidates, promising, words_needed
from auditgen.scan.compiled import compiled
from auditgen.scan.folding import folding_table
from auditgen.scan.index import ItemIndex
from auditgen.scan.jsonlines import find_texts
from auditgen.scan.matches import Findings, sequences_of
from auditgen.scan.parameters import SHORTEST_QUESTION, ScanParameters
from auditgen.scan.probing import find_seeds
from auditgen.scan.spelling import number_plain_words, number_words
from auditgen.scan.tokens import split_document

Probe = namedtuple(
    "Probe",
    "info parts mask width leaving short_width short_leaving filter key run short_filter short_key short_run "
    "vocabulary_slot word_start word_bytes word_hash",
)
Scratch = namedtuple("Scratch", "token_hash edges seed_at seed_run numbers covered best_covered stamps spelled")
_MORE_SCRATCH, _MORE_ROWS, _DONE = 1, 2, 0
_LINES = 1 << 12  # at a time: arrays of this size come from memory that is at hand


@compiled
def scan_documents(  # type: ignore[no-untyped-def]
    buffer, document_from, document_to, first, escapes, probe, sequences, scratch, own, seen, found,
    ill_formed, rows, n_rows,
):  # fmt: skip
    """Scan documents `first`, first + 1, ... of the buffer: (next document, rows, words, why it stopped).

    document_from, document_to: int64 positions. own: uint64 hashes of the tokens of all sequences.
    ill_formed: int64 per document, bytes that are not UTF-8. seen, found, rows: see `settle`.
    """
    words = np.int64(0)
    stamp = np.int64(0)
    scratch.stamps[:] = 0
    document = first
    while document < len(document_from):
        start, end = document_from[document], document_to[document]
        n_words, bad = split_document(
            buffer, start, end, escapes, probe.info, probe.parts, probe.mask, scratch.edges, scratch.token_hash
        )  # fmt: skip
        if n_words < 0:
            return document, n_rows, words, _MORE_SCRATCH
        n_seeds = find_seeds(
            scratch.token_hash, n_words, probe.width, probe.leaving, probe.filter, probe.key, probe.run,
            scratch.seed_at, scratch.seed_run, 0,
        )  # fmt: skip
        if probe.short_width > 0 and n_seeds >= 0:
            n_seeds = find_seeds(
                scratch.token_hash, n_words, probe.short_width, probe.short_leaving, probe.short_filter,
                probe.short_key, probe.short_run, scratch.seed_at, scratch.seed_run, n_seeds,
            )  # fmt: skip
        if n_seeds < 0:
            return document, n_rows, words, _MORE_SCRATCH
        if n_seeds > 0:
            keys = candidates(scratch.seed_at, scratch.seed_run, n_seeds, sequences)
            if n_rows + len(keys) > len(rows):
                return document, n_rows, words, _MORE_ROWS
            kept, stamp = promising(keys, own, scratch.token_hash, n_words, sequences, scratch.stamps, stamp)
            if kept > 0:
                token_from, token_to = scratch.edges[0::2], scratch.edges[1::2]
                stamp += 1
                low, high = words_needed(keys[:kept], own, n_words, sequences, scratch.stamps, stamp)
                quick = number_plain_words(
                    buffer, start, escapes, probe.info, probe.parts, scratch.token_hash, token_from, token_to,
                    low, high, probe.vocabulary_slot, probe.word_start, probe.word_bytes,
                    probe.word_hash, scratch.numbers, scratch.stamps, stamp,
                )  # fmt: skip
                if not quick:
                    number_words(
                        buffer, start, end, escapes, probe.info, probe.parts, scratch.token_hash,
                        probe.vocabulary_slot, probe.word_start, probe.word_bytes, scratch.spelled, scratch.numbers,
                    )  # fmt: skip
                n_rows = settle(
                    keys[:kept], scratch.numbers, n_words, token_from, token_to, document, sequences,
                    scratch.covered, scratch.best_covered, seen, found, rows, n_rows,
                )  # fmt: skip
        ill_formed[document] = bad
        words += n_words
        document += 1
    return document, n_rows, words, _DONE


def _vocabulary_slots(hashes: np.ndarray) -> np.ndarray:
    """Open-addressed int32 table of word numbers, by the low bits of their hashes; equal hashes follow one another."""
    size = 1 << max(4, (4 * len(hashes)).bit_length())
    slots = np.full(size, -1, dtype=np.int32)
    taken = slots.tolist()
    for number, value in enumerate(hashes.tolist()):
        at = value & (size - 1)
        while taken[at] >= 0:
            at = (at + 1) & (size - 1)
        taken[at] = number
    return np.array(taken, dtype=np.int32)


class SharedIndex:
    """What all threads of a process share: the index in the shape that the kernel takes."""

    def __init__(self, index: ItemIndex, parameters: ScanParameters) -> None:
        table = folding_table()
        width = parameters.run_seed
        has_short = width > SHORTEST_QUESTION and bool((index.short_run >= 0).any())
        self.sequences: Sequences = sequences_of(index, parameters)
        self.own = index.word_hashes[index.tokens]
        self.longest = int(np.diff(index.sequence_start).max(initial=1))
        self.longest_word = int(np.diff(index.word_start).max(initial=1))
        self.probe = Probe(
            table.info,
            table.parts,
            np.uint64(index.hash_mask),
            width,
            np.uint64(hashing.power(width)),
            SHORTEST_QUESTION if has_short else 0,
            np.uint64(hashing.power(SHORTEST_QUESTION)),
            index.filter,
            index.table_key,
            index.table_run,
            index.short_filter,
            index.short_key,
            index.short_run,
            _vocabulary_slots(index.word_hashes),
            index.word_start,
            index.word_bytes,
            index.word_hashes,
        )


class CompiledScanner:
    """Scans buffers for one thread; `findings` collects what was found since the last `take`."""

    def __init__(self, shared: SharedIndex) -> None:
        self.shared = shared
        self.bars: dict[int, list[tuple[Any, ...]]] = {}
        self.room: bytearray | None = None
        self._scratch = self._sized(1 << 16, 1 << 12)
        n_tokens = len(shared.own)
        self._seen = np.zeros(n_tokens, dtype=np.uint8)
        self._found = np.zeros(n_tokens, dtype=np.int32)
        self._rows = np.zeros((4096, len(ROW)), dtype=np.int64)

    def _sized(self, tokens: int, seeds: int) -> Scratch:
        return Scratch(
            token_hash=np.zeros(tokens, dtype=np.uint64),
            edges=np.zeros(2 * tokens, dtype=np.int32),
            seed_at=np.zeros(seeds, dtype=np.int32),
            seed_run=np.zeros(seeds, dtype=np.int32),
            numbers=np.zeros(tokens, dtype=np.int32),
            covered=np.zeros(self.shared.longest + 1, dtype=np.int64),
            best_covered=np.zeros(self.shared.longest + 1, dtype=np.int64),
            stamps=np.zeros(1024, dtype=np.int64),
            spelled=np.zeros(self.shared.longest_word + 16, dtype=np.uint8),
        )

    def find_texts(
        self, buffer: np.ndarray, end: int, key: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """(line starts, statuses, text starts, text ends) of the JSON lines in buffer[:end], see `jsonlines`."""
        parts = []
        at = 0
        while at < end:
            lines, text_from, text_to = (np.empty(_LINES, dtype=np.int64) for _ in range(3))
            statuses = np.empty(_LINES, dtype=np.uint8)
            count, at = find_texts(buffer, at, end, key, lines, statuses, text_from, text_to)
            parts.append((lines[:count], statuses[:count], text_from[:count], text_to[:count]))
        joined = [np.concatenate(column) for column in zip(*parts, strict=True)]
        return joined[0], joined[1], joined[2], joined[3]

    def scan(self, buffer: np.ndarray, starts: np.ndarray, ends: np.ndarray, json_strings: bool) -> Findings:
        """Matches in the documents buffer[starts[i]:ends[i]] (uint8, PADDING bytes readable after the last).

        json_strings: the documents are raw JSON strings, escapes and all.
        """
        ill_formed = np.zeros(len(starts), dtype=np.int64)
        document = rows = words = 0
        while document < len(starts):
            document, rows, more, why = scan_documents(
                buffer, starts, ends, document, int(json_strings), self.shared.probe,
                self.shared.sequences, self._scratch, self.shared.own, self._seen, self._found, ill_formed,
                self._rows, rows,
            )  # fmt: skip
            words += more
            if why == _MORE_ROWS:
                longer = np.zeros((4 * len(self._rows), len(ROW)), dtype=np.int64)
                longer[:rows] = self._rows[:rows]
                self._rows = longer
            elif why == _MORE_SCRATCH:
                self._scratch = self._sized(4 * len(self._scratch.token_hash), 4 * len(self._scratch.seed_at))
        seen, found = np.flatnonzero(self._seen.view(bool)), np.flatnonzero(self._found != 0)
        findings = Findings(
            words, self._rows[:rows].copy(), ill_formed, seen, found, self._found[found].astype(np.int64)
        )
        self._seen[seen] = 0
        self._found[found] = 0
        if len(self._scratch.token_hash) > 1 << 22:  # a huge document came by: do not keep its memory
            self._scratch = self._sized(1 << 16, 1 << 12)
        return findings
