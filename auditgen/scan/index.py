"""The items as arrays that a scan looks things up in: sequences, run table, filter, postings, weights."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from auditgen.scan.folding import unicode_version, words
from auditgen.scan.hashing import FULL, PROBE_FACTOR, run_hashes, word_hash
from auditgen.scan.items import Item
from auditgen.scan.parameters import SHORTEST_QUESTION, ScanParameters

QUESTION, ANSWER = 0, 1
_ARRAYS = (
    *("sequence_start", "tokens", "weight", "template", "indexed"),
    *("word_start", "word_bytes", "word_hashes", "word_characters"),
    *("run_start", "run_sequence", "run_offset", "common", "filter", "table_key", "table_run"),
    *("short_filter", "short_key", "short_run"),
)


@dataclass(frozen=True)
class ItemIndex:
    """Sequence 2i is the question of item i, 2i + 1 its answer.

    sequence_start: int64[2N + 1] into the token arrays. tokens: int32, word numbers. weight: int64, rarity.
    template: uint8, word is scaffold. indexed: uint8[2N], sequence is searched for by itself.
    word_start, word_bytes, word_hashes, word_characters: the vocabulary, spelled (UTF-8), hashed, counted.
    run_start, run_sequence, run_offset: postings of each distinct run of `run_seed` words, then, in the exact tier, of
        the first 5 words of each short question. common: uint8, run stands in too many sequences.
    filter: uint64, blocked Bloom filter. table_key, table_run: open-addressed table of run hashes, run -1 is empty.
    short_filter, short_key, short_run: the same for short questions.
    """

    sequence_start: np.ndarray
    tokens: np.ndarray
    weight: np.ndarray
    template: np.ndarray
    indexed: np.ndarray
    word_start: np.ndarray
    word_bytes: np.ndarray
    word_hashes: np.ndarray
    word_characters: np.ndarray
    run_start: np.ndarray
    run_sequence: np.ndarray
    run_offset: np.ndarray
    common: np.ndarray
    filter: np.ndarray
    table_key: np.ndarray
    table_run: np.ndarray
    short_filter: np.ndarray
    short_key: np.ndarray
    short_run: np.ndarray
    hash_mask: int = FULL

    def length(self, sequence: int) -> int:
        """Words of a sequence."""
        return int(self.sequence_start[sequence + 1] - self.sequence_start[sequence])

    def save(self, path: Path) -> None:
        """One uncompressed file that workers load once each."""
        with path.open("wb") as out:
            np.savez(out, hash_mask=np.uint64(self.hash_mask), **{name: getattr(self, name) for name in _ARRAYS})

    @classmethod
    def load(cls, path: Path) -> ItemIndex:
        """Read what `save` wrote."""
        with np.load(path, allow_pickle=False) as stored:
            return cls(**{name: stored[name] for name in _ARRAYS}, hash_mask=int(stored["hash_mask"]))

    def fingerprint(self) -> str:
        """SHA-256 over all arrays and the Unicode version: equal indexes find equal things."""
        digest = hashlib.sha256(unicode_version().encode())
        for name in _ARRAYS:
            digest.update(np.ascontiguousarray(getattr(self, name)).tobytes())
        return digest.hexdigest()


def _grouped(keys: np.ndarray, sequence: np.ndarray, offset: np.ndarray) -> tuple[np.ndarray, ...]:
    """Distinct keys with their postings: keys, start (one more), sequence, offset."""
    order = np.lexsort((offset, sequence, keys))
    keys, sequence, offset = keys[order], sequence[order], offset[order]
    distinct, first = np.unique(keys, return_index=True)
    return distinct, np.append(first, len(keys)).astype(np.int64), sequence, offset


def _probe_table(keys: np.ndarray, first_run: int) -> tuple[np.ndarray, np.ndarray]:
    """Open addressing at most half full, linear probing, start at the top bits of key * PROBE_FACTOR."""
    bits = max(4, (2 * len(keys)).bit_length())
    table_key = np.zeros(1 << bits, dtype=np.uint64)
    table_run = np.full(1 << bits, -1, dtype=np.int32)
    pending = np.arange(len(keys))
    slots = ((keys * np.uint64(PROBE_FACTOR)) >> np.uint64(64 - bits)).astype(np.int64)
    while len(pending):  # a round places every key whose slot is free and that comes first there
        free = table_run[slots] < 0
        winners, first = np.unique(slots[free], return_index=True)
        placed = pending[free][first]
        table_key[winners], table_run[winners] = keys[placed], placed + first_run
        waiting = ~np.isin(pending, placed)
        pending, slots = pending[waiting], (slots[waiting] + 1) & ((1 << bits) - 1)
    return table_key, table_run


def _bloom(keys: np.ndarray) -> np.ndarray:
    """Three bits of one 64-bit word per key, 16 to 32 bits of filter per key."""
    bits = max(3, (len(keys) * 16 // 64).bit_length())
    filled = np.zeros(1 << bits, dtype=np.uint64)
    spread = keys * np.uint64(PROBE_FACTOR)
    pattern = np.zeros(len(keys), dtype=np.uint64)
    for shift in (0, 6, 12):
        pattern |= np.uint64(1) << ((spread >> np.uint64(shift)) & np.uint64(63))
    np.bitwise_or.at(filled, (spread >> np.uint64(64 - bits)).astype(np.int64), pattern)
    return filled


def _rarity(sequences: list[list[int]], distinct: set[tuple[int, ...]], n_words: int) -> np.ndarray:
    """Integer weight of each word, 16 * log2(1 + N / sequences that hold it): sums stay exact in any order."""
    held = Counter(word for sequence in distinct for word in set(sequence))
    return np.array(
        [round(16 * math.log2(1 + len(distinct) / max(held[word], 1))) for word in range(n_words)], np.int64
    )


def _scaffold(sequences: list[list[int]], template_items: int) -> list[np.ndarray]:
    """Per sequence, which words stand in a 5-word run that many different questions share."""
    width = SHORTEST_QUESTION
    holders: Counter[tuple[int, ...]] = Counter()
    for question in {tuple(sequence) for sequence in sequences[::2]}:
        holders.update({question[i : i + width] for i in range(len(question) - width + 1)})
    shared = {run for run, count in holders.items() if count >= template_items}
    marks = []
    for sequence in sequences:
        mark = np.zeros(len(sequence), dtype=np.uint8)
        for i in range(len(sequence) - width + 1):
            if tuple(sequence[i : i + width]) in shared:
                mark[i : i + width] = 1
        marks.append(mark)
    return marks


def build_index(items: list[Item], parameters: ScanParameters, hash_mask: int = FULL) -> ItemIndex:
    """Index of the questions and answers of `items` (see ItemIndex).

    hash_mask: bits of word hashes that are kept; below FULL it provokes collisions, for tests.
    """
    numbers: dict[str, int] = {}
    sequences = [
        [numbers.setdefault(word, len(numbers)) for word in words(text)]
        for item in items
        for text in (item.question, item.answer)
    ]
    vocabulary = list(numbers)
    spelled = [word.encode("utf-8", "surrogatepass") for word in vocabulary]
    hashes = np.array([word_hash(word, hash_mask) for word in vocabulary], dtype=np.uint64)
    lengths = np.array([len(sequence) for sequence in sequences], dtype=np.int64)
    start = np.concatenate(([0], np.cumsum(lengths)))
    tokens = np.fromiter((word for sequence in sequences for word in sequence), dtype=np.int32, count=int(start[-1]))
    rarity = _rarity(sequences, {tuple(sequence) for sequence in sequences[::2] if sequence}, len(vocabulary))

    is_question = np.arange(len(sequences)) % 2 == 0
    long = lengths >= parameters.exact_run
    short = is_question & (lengths >= SHORTEST_QUESTION) & ~long
    width = parameters.run_seed
    wide = long | short if width <= SHORTEST_QUESTION else long
    keys, where, offset = _posted_runs(hashes[tokens], start, np.flatnonzero(wide), width)
    runs, run_start, run_sequence, run_offset = _grouped(keys, where, offset)
    common = np.zeros(len(runs), dtype=np.uint8)
    if parameters.tier == "fuzzy":  # an exact tier compares wherever a seed stands
        common = (np.diff(run_start) > parameters.common_items).astype(np.uint8)
    short_runs = np.zeros(0, dtype=np.uint64)
    if width > SHORTEST_QUESTION:  # short questions get one seed each, their first five words
        first = np.flatnonzero(short)
        pieces = [run_hashes(hashes[tokens[start[s] : start[s] + SHORTEST_QUESTION]], SHORTEST_QUESTION) for s in first]
        short_keys = np.concatenate(pieces) if pieces else short_runs
        short_runs, short_start, short_sequence, short_offset = _grouped(
            short_keys, first, np.zeros(len(first), np.int64)
        )
        run_start = np.append(run_start[:-1], short_start + run_start[-1])
        run_sequence = np.append(run_sequence, short_sequence)
        run_offset = np.append(run_offset, short_offset)
        common = np.append(common, np.zeros(len(short_runs), dtype=np.uint8))
    table_key, table_run = _probe_table(runs, 0)
    short_key, short_run = _probe_table(short_runs, len(runs))
    marks = _scaffold(sequences, parameters.template_items)
    return ItemIndex(
        sequence_start=start,
        tokens=tokens,
        weight=rarity[tokens],
        template=np.concatenate(marks) if marks else np.zeros(0, np.uint8),
        indexed=(long | short).astype(np.uint8),
        word_start=np.concatenate(([0], np.cumsum([len(word) for word in spelled]))).astype(np.int64),
        word_bytes=np.frombuffer(b"".join(spelled), dtype=np.uint8).copy(),
        word_hashes=hashes,
        word_characters=np.array([len(word) for word in vocabulary], dtype=np.int64),
        run_start=run_start,
        run_sequence=run_sequence.astype(np.int64),
        run_offset=run_offset.astype(np.int64),
        common=common,
        filter=_bloom(runs),
        table_key=table_key,
        table_run=table_run,
        short_filter=_bloom(short_runs),
        short_key=short_key,
        short_run=short_run,
        hash_mask=hash_mask,
    )


def _posted_runs(
    hashes: np.ndarray, start: np.ndarray, wanted: np.ndarray, width: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Hash, sequence and offset of every run of `width` words that lies inside one of the wanted sequences."""
    everywhere = run_hashes(hashes, width)
    counts = start[wanted + 1] - start[wanted] - width + 1
    sequence = np.repeat(wanted, counts)
    offset = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    return everywhere[start[sequence] + offset], sequence, offset
