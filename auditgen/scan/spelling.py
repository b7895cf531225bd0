"""Numbers of a document's words, by comparing spellings with the vocabulary; only for documents with candidates."""

from __future__ import annotations

from typing import Any

import numpy as np

from auditgen.scan.compiled import compiled
from auditgen.scan.decoding import decode


@compiled
def _number(spelled, size, key, vocabulary_slot, word_start, word_bytes):  # type: ignore[no-untyped-def]
    """Number of the vocabulary word with this spelling, -1 if there is none. key: its hash."""
    last = len(vocabulary_slot) - 1
    slot = np.int64(key & np.uint64(last))
    while vocabulary_slot[slot] >= 0:
        word = vocabulary_slot[slot]
        start = word_start[word]
        if word_start[word + 1] - start == size:
            same = True
            for i in range(size):
                if word_bytes[start + i] != spelled[i]:
                    same = False
                    break
            if same:
                return word
        slot = (slot + 1) & last
    return -1


@compiled
def number_words(  # type: ignore[no-untyped-def]
    buffer, start, end, escapes, info, parts, token_hash, vocabulary_slot, word_start, word_bytes, spelled, numbers
):  # fmt: skip
    """Fill numbers[i] with the vocabulary number of word i of buffer[start:end], -1 where no item has it.

    token_hash: of the same words, from `probe_document`: only says where in the table to look. vocabulary_slot:
    int32, open addressed by the low bits of the hash. spelled: uint8 scratch, longer than the longest word.
    Returns the number of words.
    """
    at = start
    count = 0
    size = 0
    limit = len(spelled) - 4
    pending: Any = np.int64(0)
    pending_end: Any = np.int64(0)
    kind: Any = np.int64(0)
    code: Any = np.int64(0)
    while True:
        if pending < pending_end:
            entry = np.int64(parts[pending])
            kind, code = entry & 7, entry >> 3
            pending += 1
        elif at < end:
            code, taken = decode(buffer, at, end, escapes)
            at += taken
            entry = np.int64(info[code])
            kind = entry & 7
            if kind == 4:
                pending = entry >> 8
                pending_end = pending + ((entry >> 3) & 31)
                continue
        else:
            kind, code = np.int64(0), np.int64(0)
        if kind == 3:
            continue
        if kind != 1 and size > 0:
            numbers[count] = -1 if size > limit else _number(
                spelled, size, token_hash[count], vocabulary_slot, word_start, word_bytes
            )  # fmt: skip
            count += 1
            size = 0
        if kind == 0:
            if at >= end and pending >= pending_end:
                return count
            continue
        if size <= limit:
            if code < 0x80:
                spelled[size] = code
                size += 1
            elif code < 0x800:
                spelled[size], spelled[size + 1] = 0xC0 | code >> 6, 0x80 | (code & 0x3F)
                size += 2
            elif code < 0x10000:
                spelled[size], spelled[size + 1] = 0xE0 | code >> 12, 0x80 | (code >> 6 & 0x3F)
                spelled[size + 2] = 0x80 | (code & 0x3F)
                size += 3
            else:
                spelled[size], spelled[size + 1] = 0xF0 | code >> 18, 0x80 | (code >> 12 & 0x3F)
                spelled[size + 2], spelled[size + 3] = 0x80 | (code >> 6 & 0x3F), 0x80 | (code & 0x3F)
                size += 4
        if kind == 2:
            numbers[count] = _number(spelled, size, token_hash[count], vocabulary_slot, word_start, word_bytes)
            count += 1
            size = 0


@compiled
def _same_spelling(buffer, at, end, escapes, info, parts, word_bytes, first, size):  # type: ignore[no-untyped-def]
    """Whether buffer[at:end], folded, is the word word_bytes[first:first + size]: 1, 0, or -1 if it is not one word."""
    held = 0
    while at < end:
        code, taken = decode(buffer, at, end, escapes)
        at += taken
        entry = np.int64(info[code])
        kind = entry & 7
        part = np.int64(0)
        count = np.int64(1)
        if kind == 3:
            continue
        if kind == 4:
            part = entry >> 8
            count = (entry >> 3) & 31
        elif kind == 0:
            return -1
        for step in range(count):
            if kind == 4:
                entry = np.int64(parts[part + step])
                if entry & 7 == 0 or (entry & 7 == 2 and count > 1):
                    return -1
                code = entry >> 3
            length = 1 if code < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4
            if held + length > size:
                return 0
            for k in range(length):
                rest = code >> (6 * (length - 1 - k))
                if length == 1:
                    byte = rest
                elif k == 0:
                    byte = (0xF00 >> length & 0xFF) | rest
                else:
                    byte = 0x80 | (rest & 0x3F)
                if byte != word_bytes[first + held + k]:
                    return 0
            held += length
    return 1 if held == size else 0


@compiled
def number_plain_words(  # type: ignore[no-untyped-def]
    buffer, start, escapes, info, parts, token_hash, token_from, token_to, low, high, vocabulary_slot, word_start,
    word_bytes, word_hash, numbers, stamps, stamp,
):  # fmt: skip
    """`number_words` of words low to high - 1, each by its own bytes; False where a character holds several words.

    The common case and the fast one: a word that has the hash of a vocabulary word must also have its spelling. Words
    that `words_needed` did not mark get -1 unseen.
    """
    last = len(vocabulary_slot) - 1
    for i in range(low, high):
        key = token_hash[i]
        numbers[i] = -1
        if stamps[np.int64(key) & 1023] != stamp:
            continue
        slot = np.int64(key & np.uint64(last))
        while vocabulary_slot[slot] >= 0:
            word = vocabulary_slot[slot]
            slot = (slot + 1) & last
            if word_hash[word] != key:
                continue
            at, end = start + token_from[i], start + token_to[i]
            first = word_start[word]
            size = word_start[word + 1] - first
            same = 1 if end - at == size else 0
            if same == 1:
                for k in range(size):
                    c = buffer[at + k]
                    if 0x41 <= c <= 0x5A:
                        c += 32
                    if c != word_bytes[first + k]:
                        same = 0
                        break
            if same == 0:  # accents, escapes, soft hyphens, or a collision of hashes
                same = _same_spelling(buffer, at, end, escapes, info, parts, word_bytes, first, size)
            if same < 0:
                return False
            if same == 1:
                numbers[i] = word
                break
    return True
