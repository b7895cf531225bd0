"""Raw bytes of a document to words: where each stands and its hash. ASCII by 64 bytes at a time, the rest folded."""

from __future__ import annotations

import numpy as np

from auditgen.scan.compiled import byte_classes, compiled, fetch, load_byte, load_word, put, trailing_zeros
from auditgen.scan.decoding import ILL_FORMED, decode
from auditgen.scan.folding import DROPPED, EXPANDED, SEPARATOR, SINGLE
from auditgen.scan.hashing import SEED, WORD_FACTOR

_SEED, _WORD = np.uint64(SEED), np.uint64(WORD_FACTOR)
_CASE = np.uint64(0x2020202020202020)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_SHIFTS = np.array([8 * k for k in range(9)], dtype=np.uint64)
_U0, _U1, _U3, _U29, _U63 = (np.uint64(value) for value in (0, 1, 3, 29, 63))
_BACKSLASH = 0x5C
_MORE = 70  # edges and words that one block of 64 bytes may add, and some to spare


@compiled
def fold_words(  # type: ignore[no-untyped-def]
    buffer, start, at, end, escapes, info, parts, mask, edges, token_hash, tokens
):  # fmt: skip
    """Words from `at` on, character by character, until plain ASCII goes on: (next position, words, ill-formed bytes).

    The same results as `split_document`, of which this is the part for anything but ASCII. Takes a character at least.
    A word count of -1 says that the arrays are too short.
    """
    ill_formed = np.int64(0)
    pending = np.int64(0)  # rest of a character that folds to several
    pending_end = np.int64(0)
    char_from = at
    word_from = at
    word_to = at
    found = False
    word = _SEED
    chunk = _U0
    filled = np.int64(0)
    while True:
        code = np.int64(0)
        kind = np.int64(SEPARATOR)
        if pending < pending_end:
            entry = np.int64(parts[pending])
            kind, code = entry & 7, entry >> 3
            pending += 1
        elif at < end:
            char_from = at
            code, taken = decode(buffer, at, end, escapes)
            at += taken
            if code == ILL_FORMED and taken == 1:
                ill_formed += 1
            entry = np.int64(info[code])
            kind = entry & 7
            if kind == EXPANDED:
                pending = entry >> 8
                pending_end = pending + ((entry >> 3) & 31)
                continue
        if kind == DROPPED:
            continue
        single = kind == SINGLE
        if found and (single or kind == SEPARATOR):
            if filled > 0:
                word = (word ^ chunk) * _WORD
                word ^= word >> _U29
            token_hash[tokens] = word & mask
            edges[2 * tokens], edges[2 * tokens + 1] = word_from - start, word_to - start
            tokens += 1
            found = False
        if kind != SEPARATOR:
            if not found:
                if tokens + _MORE > len(token_hash):
                    return at, np.int64(-1), ill_formed
                found = True
                word_from = char_from
                word = _SEED
                chunk = _U0
                filled = np.int64(0)
            word_to = at
            # UTF-8 of the folded character, into the chunk of eight bytes
            if code < 0x80:
                spelled = np.uint64(code)
                size = 1
            elif code < 0x800:
                spelled = np.uint64((0xC0 | code >> 6) | (0x80 | (code & 0x3F)) << 8)
                size = 2
            elif code < 0x10000:
                spelled = np.uint64(
                    (0xE0 | code >> 12) | (0x80 | (code >> 6 & 0x3F)) << 8 | (0x80 | (code & 0x3F)) << 16
                )
                size = 3
            else:
                spelled = np.uint64(
                    (0xF0 | code >> 18) | (0x80 | (code >> 12 & 0x3F)) << 8
                    | (0x80 | (code >> 6 & 0x3F)) << 16 | (0x80 | (code & 0x3F)) << 24
                )  # fmt: skip
                size = 4
            chunk |= spelled << _SHIFTS[filled]
            filled += size
            if filled >= 8:
                word = (word ^ chunk) * _WORD
                word ^= word >> _U29
                filled -= 8
                chunk = _U0
                if filled > 0:
                    chunk = spelled >> _SHIFTS[size - filled]
            if not single:
                continue
            if filled > 0:
                word = (word ^ chunk) * _WORD
                word ^= word >> _U29
            token_hash[tokens] = word & mask
            edges[2 * tokens], edges[2 * tokens + 1] = word_from - start, word_to - start
            tokens += 1
            found = False
        if pending < pending_end:
            continue
        if at >= end:
            return at, tokens, ill_formed
        c = load_byte(buffer, at)
        if c < 0x80 and (escapes == 0 or c != _BACKSLASH or load_byte(buffer, at + 1) != 0x75):
            return at, tokens, ill_formed


@compiled
def split_document(  # type: ignore[no-untyped-def]
    buffer, start, end, escapes, info, parts, mask, edges, token_hash
):  # fmt: skip
    """Words of the document in buffer[start:end] (64 more bytes can be read): (words, ill-formed bytes).

    edges: int32, begin and end of each word in bytes from `start`, by turns. token_hash: uint64, see `hashing`.
    escapes: 1 in a raw JSON string. A word count of -1 says that the arrays are too short; the caller gives longer
    ones. ASCII letters and digits are found as bits of 64 bytes at a time; the edges of their runs are those of the
    words. Where another character or a \\u escape comes, `fold_words` takes over from the begin of its word.
    """
    at = np.int64(start)
    tokens = np.int64(0)
    ill_formed = np.int64(0)
    room = len(edges) - 2 * _MORE
    while at < end:
        edge = 2 * tokens
        inside = _U0  # 1 where a word goes on from the block before
        special = False
        while at < end:
            if edge > room:
                return np.int64(-1), ill_formed
            letters, high, slashes = byte_classes(buffer, at)
            step = np.int64(64)
            if end - at < 64:
                within = (_U1 << np.uint64(end - at)) - _U1
                letters &= within
                high &= within
                slashes &= within
            if escapes != 0 and slashes != _U0:
                while slashes != _U0:
                    place = trailing_zeros(slashes)
                    both = _U3 << np.uint64(place)
                    if at + place + 1 >= end or load_byte(buffer, at + place + 1) == 0x75:
                        high |= _U1 << np.uint64(place)
                        break
                    slashes &= ~both  # \\n, \\" and the like separate
                    letters &= ~both
                    high &= ~both
                    if place == 63:
                        step = np.int64(65)
            if high != _U0:
                step = trailing_zeros(high)
                special = True
                letters &= (_U1 << np.uint64(step)) - _U1
            changes = letters ^ (letters << _U1 | inside)
            if special:
                changes &= (_U1 << np.uint64(step)) - _U1
            inside = letters >> _U63
            origin = at - start
            while changes != _U0:
                put(edges, edge, origin + trailing_zeros(changes))
                edge += 1
                changes &= changes - _U1
            at += step
            if special:
                break
        if edge & 1 != 0:
            if special:  # the word may go on in the next character
                edge -= 1
                at = start + edges[edge]
            else:
                edges[edge] = end - start
                edge += 1
        last = edge >> 1
        for token in range(tokens, last):
            word_from = start + fetch(edges, 2 * token)
            size = fetch(edges, 2 * token + 1) - fetch(edges, 2 * token)
            first = (load_word(buffer, word_from) | _CASE) & (_ALL >> np.uint64(64 - 8 * min(size, 8)))
            word = (_SEED ^ first) * _WORD
            word ^= word >> _U29
            size -= 8
            second = (load_word(buffer, word_from + 8) | _CASE) & (_ALL >> np.uint64(64 - 8 * min(max(size, 1), 8)))
            longer = (word ^ second) * _WORD
            longer ^= longer >> _U29
            word = longer if size > 0 else word
            while size > 8:
                size -= 8
                word_from += 8
                second = (load_word(buffer, word_from + 8) | _CASE) & (_ALL >> np.uint64(64 - 8 * min(size, 8)))
                word = (word ^ second) * _WORD
                word ^= word >> _U29
            put(token_hash, token, word & mask)
        tokens = last
        if special:
            at, tokens, more = fold_words(
                buffer, start, at, end, escapes, info, parts, mask, edges, token_hash, tokens
            )  # fmt: skip
            ill_formed += more
            if tokens < 0:
                return tokens, ill_formed
    return tokens, ill_formed
