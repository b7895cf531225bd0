"""From seeds to candidates: which sequences a document may hold, and where, before any word is compared."""

from __future__ import annotations

from collections import namedtuple

import numpy as np

from auditgen.scan.compiled import compiled, fetch

MILLION = 1_000_000  # coverages are whole millionths: integers, so that every engine computes the same
NEAR = 100  # words before and after a question in which its short answer is looked for
DIAGONAL_BITS = 34
DIAGONAL_ZERO = 1 << 33
DIAGONAL_MASK = (1 << DIAGONAL_BITS) - 1
HOPEFUL = 1 << 61  # bit of a candidate whose sequence can become a match

# The parts of an ItemIndex that comparisons need, with the rules as plain numbers (coverage in millionths).
Sequences = namedtuple(
    "Sequences",
    "start tokens weight template total own_total characters run_start run_sequence run_offset common "
    "width fuzzy exact_run coverage coverage_short shared_run slack published_run published_characters",
)


@compiled
def candidates(seed_at, seed_run, n_seeds, sequences):  # type: ignore[no-untyped-def]
    """Sorted distinct sequence << 34 | diagonal + 2**33 of all seeds; diagonal = place in document - in sequence.

    A run that stands in too many sequences counts only as every fourth of a chain of such runs: a shared run of 8
    words holds four of 5, so none is ever lost.
    """
    needed = max(1, sequences.published_run - sequences.width + 1)
    keys = np.empty(64, dtype=np.int64)
    count = 0
    chain = 0
    previous = -2
    for s in range(n_seeds):
        at = int(seed_at[s])
        run = seed_run[s]
        if sequences.common[run] != 0:
            chain = chain + 1 if at == previous + 1 else 1
            previous = at
            if chain % needed != 0:
                continue
        first, last = sequences.run_start[run], sequences.run_start[run + 1]
        if count + last - first > len(keys):
            longer = np.empty(2 * (count + last - first), dtype=np.int64)
            longer[:count] = keys[:count]
            keys = longer
        for p in range(first, last):
            keys[count] = (sequences.run_sequence[p] << DIAGONAL_BITS) + at - sequences.run_offset[p] + DIAGONAL_ZERO
            count += 1
    keys = np.sort(keys[:count])
    distinct = 0
    for i in range(count):
        if i == 0 or keys[i] != keys[i - 1]:
            keys[distinct] = keys[i]
            distinct += 1
    return keys[:distinct]


@compiled
def main_run(own, first, length, words, n_words, diagonal):  # type: ignore[no-untyped-def]
    """(longest run, its start in the sequence) of equal words on one diagonal; the first of several."""
    best = 0
    best_at = 0
    run = 0
    for i in range(max(0, -diagonal), min(length, n_words - diagonal)):
        if fetch(own, first + i) == fetch(words, i + diagonal):
            run += 1
            if run > best:
                best = run
                best_at = i - run + 1
        else:
            run = 0
    return best, best_at


@compiled
def band_width(length):  # type: ignore[no-untyped-def]
    """How far an edited copy may shift: words on either side of the diagonal."""
    return min(32, 4 + length // 4)


@compiled
def threshold(length, sequences):  # type: ignore[no-untyped-def]
    """Coverage in millionths that makes a fuzzy match of a question of `length` words; unreachable if none may."""
    if sequences.fuzzy == 0 or length < sequences.published_run:
        return MILLION + 1
    return sequences.coverage if length >= sequences.exact_run else sequences.coverage_short


@compiled
def promising(keys, own, words, n_words, sequences, stamps, stamp):  # type: ignore[no-untyped-def]
    """Move the candidates of those sequences that can matter to the front: (how many, last stamp used).

    A sequence matters if it can become a match (its keys get the bit HOPEFUL), or shares a run of 8 words. Whether it
    can is an upper bound, the weight of those of its words that occur at all near the diagonal (by their low ten
    bits), in all and outside the scaffold. stamps: int64[1024], marks of earlier calls are at most `stamp`.
    """
    kept = 0
    at = 0
    marked_from = marked_to = np.int64(-1)
    while at < len(keys):
        sequence = keys[at] >> DIAGONAL_BITS
        first = sequences.start[sequence]
        length = sequences.start[sequence + 1] - first
        wanted = threshold(length, sequences)
        pad = band_width(length)
        hopeful = False
        shared = False
        end = at
        while end < len(keys) and keys[end] >> DIAGONAL_BITS == sequence:
            diagonal = (keys[end] & DIAGONAL_MASK) - DIAGONAL_ZERO
            end += 1
            if hopeful:
                continue
            run, _ = main_run(own, first, length, words, n_words, diagonal)
            shared = shared or run >= sequences.published_run
            hopeful = run >= sequences.exact_run or run == length
            if hopeful or wanted > MILLION:
                continue
            low, high = max(0, diagonal - pad), min(n_words, diagonal + length + pad)
            if low != marked_from or high != marked_to:
                stamp += 1
                for j in range(low, high):
                    stamps[np.int64(fetch(words, j)) & 1023] = stamp
                marked_from, marked_to = low, high
            bound, own_bound = 0, 0
            for i in range(first, first + length):
                if fetch(stamps, np.int64(fetch(own, i)) & 1023) == stamp:
                    weight = int(fetch(sequences.weight, i))
                    bound += weight
                    if fetch(sequences.template, i) == 0:
                        own_bound += weight
            hopeful = bound * MILLION >= wanted * sequences.total[sequence]
            hopeful = hopeful and 2 * own_bound * MILLION >= wanted * sequences.own_total[sequence]
        if hopeful or shared:
            for k in range(at, end):
                keys[kept] = keys[k] | HOPEFUL if hopeful else keys[k]
                kept += 1
        at = end
    return kept, stamp


@compiled
def words_needed(keys, own, n_words, sequences, stamps, stamp):  # type: ignore[no-untyped-def]
    """(first, last + 1) of the document's words that comparisons along these candidates can look at.

    The words of their sequences and of the answers beside them are marked with `stamp` (by their low ten bits): what
    is not marked equals none of them.
    """
    low = np.int64(n_words)
    high = np.int64(0)
    marked = np.int64(-1)
    for key in keys:
        sequence = (key & ~HOPEFUL) >> DIAGONAL_BITS
        if sequence != marked:
            marked = sequence
            for i in range(sequences.start[sequence], sequences.start[(sequence | 1) + 1]):
                stamps[np.int64(own[i]) & 1023] = stamp
        diagonal = (key & DIAGONAL_MASK) - DIAGONAL_ZERO
        length = sequences.start[sequence + 1] - sequences.start[sequence]
        margin = band_width(length) + NEAR + 1
        low = min(low, diagonal - margin)
        high = max(high, diagonal + length + margin)
    return max(low, 0), min(high, n_words)
