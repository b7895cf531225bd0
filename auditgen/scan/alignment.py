"""From candidates to matches: which items a document holds, how much of each, where. One code for both engines.

Words are compared by number, never by hash: the compiled engine numbers the words of a document by comparing their
spelling with the vocabulary (`spelling.py`), the plain engine looks them up in a dictionary.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from auditgen.scan.candidates import (
    DIAGONAL_BITS,
    DIAGONAL_MASK,
    DIAGONAL_ZERO,
    HOPEFUL,
    MILLION,
    NEAR,
    band_width,
    main_run,
    threshold,
)  # fmt: skip
from auditgen.scan.compiled import compiled, fetch
from auditgen.scan.parameters import SHORTEST_QUESTION

EXACT_QUESTION, FUZZY_QUESTION, SCAFFOLD, EXACT_ANSWER, FUZZY_ANSWER, FIFTY_CHARACTERS = 1, 2, 4, 8, 16, 32
ROW = (
    *("item", "document", "flags", "coverage_question", "longest_run", "covered", "run_characters"),
    *("span_from", "span_to", "coverage_answer", "longest_run_answer"),
)


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
            if i < high and fetch(sequences.tokens, first + i) == fetch(words, i + place):
                run += 1
                continue
            if run >= sequences.shared_run:
                for k in range(i - run, i):
                    if covered[k] < 0:
                        covered[k] = k + place
                        weight += int(sequences.weight[first + k])
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
    sequence = (keys[0] & ~HOPEFUL) >> DIAGONAL_BITS
    first = sequences.start[sequence]
    length = sequences.start[sequence + 1] - first
    seed = sequences.width if length >= sequences.exact_run else SHORTEST_QUESTION  # both 5 in the fuzzy tier
    best_weight: Any = 0
    best_run, longest, characters, outside = -1, 0, 0, 0
    longest_at: Any = np.int64(0)
    longest_place: Any = np.int64(0)
    for key in keys:
        diagonal = (key & DIAGONAL_MASK) - DIAGONAL_ZERO
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
            if fetch(sequences.tokens, first + i) != fetch(words, i + diagonal):
                run_length, run_characters = 0, 0
                continue
            run_length += 1
            run_characters += int(fetch(sequences.characters, first + i))
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
                own_weight += int(sequences.weight[first + i])
        own_total = sequences.own_total[sequence]
        own_coverage = own_weight * MILLION // own_total if own_total > 0 else MILLION
    flags = judge(best_weight * MILLION // total, own_coverage, longest, outside, length, sequences)
    if flags == SCAFFOLD:
        best_covered[:length] = -1
        best_weight = 0
        for i in range(longest_at, longest_at + longest):
            best_covered[i] = longest_place + i - longest_at
            best_weight = best_weight + int(sequences.weight[first + i])
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
        sequence = (keys[at] & ~HOPEFUL) >> DIAGONAL_BITS
        end = at
        while end < len(keys) and (keys[end] & ~HOPEFUL) >> DIAGONAL_BITS == sequence:
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
                    held += int(sequences.weight[answer_first + i])
            row[9], row[10] = held * MILLION // max(sequences.total[sequence + 1], 1), max(before, after)
        n_rows += 1
    return n_rows
