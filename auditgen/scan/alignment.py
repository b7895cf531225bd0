"""From seeds to matches: which items a document holds, how much of each, where. One code for both engines.

Words are compared by number, never by hash: the compiled engine numbers the words of a document by comparing their
spelling with the vocabulary (`spelling.py`), the plain engine looks them up in a dictionary.
"""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np

from auditgen.scan.compiled import compiled
from auditgen.scan.parameters import SHORTEST_QUESTION

MILLION = 1_000_000  # coverages are whole millionths: integers, so that every engine computes the same
NEAR = 100  # words before and after a question in which its short answer is looked for
EXACT_QUESTION, FUZZY_QUESTION, SCAFFOLD, EXACT_ANSWER, FUZZY_ANSWER, FIFTY_CHARACTERS = 1, 2, 4, 8, 16, 32
ROW = (
    *("item", "document", "flags", "coverage_question", "longest_run", "covered", "run_characters"),
    *("span_from", "span_to", "coverage_answer", "longest_run_answer"),
)
_DIAGONAL_BITS = 34
_DIAGONAL_ZERO = 1 << 33
_DIAGONAL_MASK = (1 << _DIAGONAL_BITS) - 1
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
            keys[count] = (sequences.run_sequence[p] << _DIAGONAL_BITS) + at - sequences.run_offset[p] + _DIAGONAL_ZERO
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
        if own[first + i] == words[i + diagonal]:
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
        sequence = keys[at] >> _DIAGONAL_BITS
        first = sequences.start[sequence]
        length = sequences.start[sequence + 1] - first
        wanted = threshold(length, sequences)
        pad = band_width(length)
        hopeful = False
        shared = False
        end = at
        while end < len(keys) and keys[end] >> _DIAGONAL_BITS == sequence:
            diagonal = (keys[end] & _DIAGONAL_MASK) - _DIAGONAL_ZERO
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
                    stamps[np.int64(words[j]) & 1023] = stamp
                marked_from, marked_to = low, high
            bound, own_bound = 0, 0
            for i in range(first, first + length):
                if stamps[np.int64(own[i]) & 1023] == stamp:
                    bound += sequences.weight[i]
                    if sequences.template[i] == 0:
                        own_bound += sequences.weight[i]
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
        sequence = (key & ~HOPEFUL) >> _DIAGONAL_BITS
        if sequence != marked:
            marked = sequence
            for i in range(sequences.start[sequence], sequences.start[(sequence | 1) + 1]):
                stamps[np.int64(own[i]) & 1023] = stamp
        diagonal = (key & _DIAGONAL_MASK) - _DIAGONAL_ZERO
        length = sequences.start[sequence + 1] - sequences.start[sequence]
        margin = band_width(length) + NEAR + 1
        low = min(low, diagonal - margin)
        high = max(high, diagonal + length + margin)
    return max(low, 0), min(high, n_words)


@compiled
def band_coverage(first, length, words, n_words, diagonal, sequences, covered):  # type: ignore[no-untyped-def]
    """Weight of the words that lie in common runs of `shared_run` words near the diagonal.

    covered: int64 scratch; covered[i] becomes the place in the document of word i, -1 where it is in no such run.
    The diagonal itself goes first, then the others from left to right: the first that covers a word keeps it.
    """
    covered[:length] = -1
    pad = band_width(length)
    weight = 0
    for step in range(2 * pad + 2):
        shift = 0 if step == 0 else step - 1 - pad
        if step > 0 and shift == 0:
            continue
        place = diagonal + shift
        run = 0
        low, high = max(0, -place), min(length, n_words - place)
        for i in range(low, high + 1):
            if i < high and sequences.tokens[first + i] == words[i + place]:
                run += 1
                continue
            if run >= sequences.shared_run:
                for k in range(i - run, i):
                    if covered[k] < 0:
                        covered[k] = k + place
                        weight += sequences.weight[first + k]
            run = 0
    return weight


@compiled
def near_answer(first, length, words, low, high, sequences, covered):  # type: ignore[no-untyped-def]
    """Mark the words of a short answer that stand in words[low:high] in runs of `shared_run` (or all of it)."""
    needed = min(length, sequences.shared_run)
    longest = 0
    for place in range(low - length + 1, high):
        run = 0
        last = min(length, high - place)
        for i in range(max(0, low - place), last + 1):
            if i < last and sequences.tokens[first + i] == words[i + place]:
                run += 1
                continue
            if run >= needed:
                longest = max(longest, run)
                for k in range(i - run, i):
                    covered[k] = k + place
            run = 0
    return longest


@compiled
def judge(coverage, own_coverage, longest, outside, length, sequences):  # type: ignore[no-untyped-def]
    """Flags of a sequence as if it were a question: EXACT_QUESTION, FUZZY_QUESTION, SCAFFOLD or 0.

    own_coverage: of the words outside the scaffold; a copy holds at least half the asked share of them too.
    outside: words of the longest run that are no scaffold; a run of 8 with fewer than `slack` of them is scaffold.
    """
    if length < sequences.exact_run and longest == length:
        return EXACT_QUESTION
    wanted = threshold(length, sequences)
    substantial = coverage >= wanted and 2 * own_coverage >= wanted
    if longest >= sequences.exact_run:
        substantial = coverage >= sequences.coverage and 2 * own_coverage >= sequences.coverage
        if substantial or outside >= sequences.slack:
            return EXACT_QUESTION
    elif substantial:
        return FUZZY_QUESTION
    return SCAFFOLD if longest >= sequences.published_run and outside < sequences.slack else 0


@compiled
def compare_sequence(keys, words, n_words, sequences, covered, best_covered, seen):  # type: ignore[no-untyped-def]
    """Best match of one sequence over its candidate diagonals.

    Returns (flags of `judge`, coverage in millionths, longest run, letters in the run with most of them).
    best_covered: as `covered` of band_coverage, for the best diagonal (highest coverage, then longest run, then
    leftmost); of scaffold only the longest run is covered. seen: uint8 per token, starts of 8-word runs that occur
    are set to 1.
    """
    hopeful = keys[0] & HOPEFUL != 0
    sequence = (keys[0] & ~HOPEFUL) >> _DIAGONAL_BITS
    first = sequences.start[sequence]
    length = sequences.start[sequence + 1] - first
    seed = sequences.width if length >= sequences.exact_run else SHORTEST_QUESTION  # both 5 in the fuzzy tier
    best_weight: Any = 0
    best_run, longest, characters, outside = -1, 0, 0, 0
    longest_at: Any = np.int64(0)
    longest_place: Any = np.int64(0)
    for key in keys:
        diagonal = (key & _DIAGONAL_MASK) - _DIAGONAL_ZERO
        run, run_at = main_run(sequences.tokens, first, length, words, n_words, diagonal)
        if run < seed:
            continue  # its seed was a collision of hashes
        if run > longest:
            longest = run
            longest_at, longest_place = run_at, run_at + diagonal
            outside = 0
            for i in range(first + run_at, first + run_at + run):
                outside += 1 - sequences.template[i]
        run_length, run_characters = 0, 0
        for i in range(max(0, -diagonal), min(length, n_words - diagonal)):
            if sequences.tokens[first + i] != words[i + diagonal]:
                run_length, run_characters = 0, 0
                continue
            run_length += 1
            run_characters += sequences.characters[first + i]
            characters = max(characters, run_characters)
            if run_length >= sequences.published_run:
                seen[first + i - sequences.published_run + 1] = 1
        if not hopeful:
            continue
        weight = band_coverage(first, length, words, n_words, diagonal, sequences, covered)
        if best_run < 0 or weight > best_weight or (weight == best_weight and run > best_run):
            best_weight, best_run = weight, run
            best_covered[:length] = covered[:length]
    if longest == 0:
        return 0, 0, 0, 0
    total = max(sequences.total[sequence], 1)
    own_coverage: Any = np.int64(0)
    if best_run >= 0:
        own_weight = 0
        for i in range(length):
            if best_covered[i] >= 0 and sequences.template[first + i] == 0:
                own_weight += sequences.weight[first + i]
        own_total = sequences.own_total[sequence]
        own_coverage = own_weight * MILLION // own_total if own_total > 0 else MILLION
    flags = judge(best_weight * MILLION // total, own_coverage, longest, outside, length, sequences)
    if flags == SCAFFOLD:
        best_covered[:length] = -1
        best_weight = 0
        for i in range(longest_at, longest_at + longest):
            best_covered[i] = longest_place + i - longest_at
            best_weight = best_weight + sequences.weight[first + i]
    return flags, best_weight * MILLION // total, longest, characters


@compiled
def settle(  # type: ignore[no-untyped-def]
    keys, words, n_words, token_from, token_to, document, sequences, covered, best_covered, seen, found, rows, n_rows
):  # fmt: skip
    """Write one row (see ROW) per item that the document holds; returns the new number of rows.

    keys: candidates, sorted, so that the question (even number) of an item comes just before its answer.
    words: numbers of the document's words, -1 for words of no item. found: int32 per token, documents that hold it.
    """
    open_item = np.int64(-1)
    at = 0
    while at < len(keys):
        sequence = (keys[at] & ~HOPEFUL) >> _DIAGONAL_BITS
        end = at
        while end < len(keys) and (keys[end] & ~HOPEFUL) >> _DIAGONAL_BITS == sequence:
            end += 1
        first = sequences.start[sequence]
        length = sequences.start[sequence + 1] - first
        flags, coverage, longest, characters = compare_sequence(
            keys[at:end], words, n_words, sequences, covered, best_covered, seen
        )
        at = end
        if flags == 0:
            continue
        item = sequence >> 1
        low, high, count = np.int64(n_words), np.int64(-1), 0
        for i in range(length):
            if best_covered[i] >= 0:
                low, high = min(low, best_covered[i]), max(high, best_covered[i])
                count += 1
        if sequence & 1 == 1:
            flags = EXACT_ANSWER if flags == EXACT_QUESTION else FUZZY_ANSWER if flags == FUZZY_QUESTION else 0
            if flags == 0:
                continue
            if open_item != item:
                rows[n_rows, :] = 0
                rows[n_rows, 0], rows[n_rows, 1] = item, document
                rows[n_rows, 7], rows[n_rows, 8] = token_from[low], token_to[high]
                n_rows += 1
            rows[n_rows - 1, 2] |= flags
            rows[n_rows - 1, 9], rows[n_rows - 1, 10] = coverage, longest
            continue
        open_item = item
        scaffold = flags == SCAFFOLD
        if not scaffold:
            for i in range(length):
                if best_covered[i] >= 0:
                    found[first + i] += 1
        if characters >= sequences.published_characters:
            flags |= FIFTY_CHARACTERS
        row = rows[n_rows]
        row[0], row[1], row[2], row[3], row[4] = item, document, flags, coverage, longest
        row[5], row[6], row[7], row[8] = count, characters, token_from[low], token_to[high]
        row[9], row[10] = -1, 0
        answer_first = sequences.start[sequence + 1]
        answer_length = sequences.start[sequence + 2] - answer_first
        if answer_length > 0:
            row[9] = 0
        if 0 < answer_length < sequences.exact_run and not scaffold:
            covered[:answer_length] = -1
            before = near_answer(answer_first, answer_length, words, max(0, low - NEAR), low, sequences, covered)
            after = near_answer(
                answer_first, answer_length, words, high + 1, min(n_words, high + 1 + NEAR), sequences, covered
            )
            held = 0
            for i in range(answer_length):
                if covered[i] >= 0:
                    held += sequences.weight[answer_first + i]
            row[9], row[10] = held * MILLION // max(sequences.total[sequence + 1], 1), max(before, after)
        n_rows += 1
    return n_rows
