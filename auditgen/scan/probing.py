"""The hot loop, compiled: raw bytes of a document to word hashes, and to the item runs that occur in it."""

from __future__ import annotations

import numpy as np

from auditgen.scan.compiled import compiled, load_byte, load_word, trailing_zeros
from auditgen.scan.hashing import PROBE_FACTOR, RUN_FACTOR, SEED, WORD_FACTOR

_SEED, _WORD, _RUN, _PROBE = np.uint64(SEED), np.uint64(WORD_FACTOR), np.uint64(RUN_FACTOR), np.uint64(PROBE_FACTOR)
_LOW7 = np.uint64(0x7F7F7F7F7F7F7F7F)
_HIGH = np.uint64(0x8080808080808080)
_CASE = np.uint64(0x2020202020202020)
_FROM_A, _PAST_Z = np.uint64(0x1F1F1F1F1F1F1F1F), np.uint64(0x0505050505050505)
_FROM_0, _PAST_9 = np.uint64(0x5050505050505050), np.uint64(0x4646464646464646)
_S29, _S64 = np.uint64(29), np.uint64(64)
_U0, _U1, _U6, _U12, _U63 = np.uint64(0), np.uint64(1), np.uint64(6), np.uint64(12), np.uint64(63)
_FIRST_BYTES = np.array([(1 << (8 * k)) - 1 for k in range(9)], dtype=np.uint64)
_SHIFTS = np.array([8 * k for k in range(9)], dtype=np.uint64)

_QUOTE, _BACKSLASH, _ILL_FORMED = 0x22, 0x5C, 0xFFFD
# Bytes that only separate: all of ASCII but letters and digits; in JSON strings the backslash is not one of them.
PLAIN_SEPARATORS = np.array([c < 128 and not chr(c).isalnum() for c in range(256)], dtype=np.uint8)
JSON_SEPARATORS = PLAIN_SEPARATORS.copy()
JSON_SEPARATORS[_BACKSLASH] = 0


@compiled
def _hexadecimal(buffer, at):  # type: ignore[no-untyped-def]
    """Value of four hexadecimal digits, -1 where there are none."""
    value = 0
    for i in range(at, at + 4):
        c = load_byte(buffer, i)
        if 0x30 <= c <= 0x39:
            value = value * 16 + c - 0x30
        elif 0x61 <= (c | 0x20) <= 0x66:
            value = value * 16 + (c | 0x20) - 0x57
        else:
            return -1
    return value


@compiled
def decode(buffer, at, end, escapes):  # type: ignore[no-untyped-def]
    """(code point, bytes taken) of the character at `at`; ill-formed bytes give U+FFFD, one byte each.

    escapes: 1 in a raw JSON string. A lone surrogate gives U+FFFD.
    """
    c = load_byte(buffer, at)
    if c < 0x80:
        if c != _BACKSLASH or escapes == 0:
            return c, 1
        if at + 1 >= end:
            return _ILL_FORMED, 1
        kind = load_byte(buffer, at + 1)
        if kind != 0x75 or at + 6 > end:
            return 0x20, 2  # \n, \t, \", \\, \/ and the rest separate
        high = _hexadecimal(buffer, at + 2)
        if high < 0:
            return 0x20, 2
        paired = 0xD800 <= high < 0xDC00 and at + 12 <= end
        if paired and load_byte(buffer, at + 6) == _BACKSLASH and load_byte(buffer, at + 7) == 0x75:
            low = _hexadecimal(buffer, at + 8)
            if 0xDC00 <= low < 0xE000:
                return 0x10000 + ((high - 0xD800) << 10) + low - 0xDC00, 12
        if 0xD800 <= high < 0xE000:
            return _ILL_FORMED, 6
        return high, 6
    if c < 0xC2 or c > 0xF4:
        return _ILL_FORMED, 1
    need = 1 if c < 0xE0 else 2 if c < 0xF0 else 3
    if at + need >= end:
        return _ILL_FORMED, 1
    code = c & (0x3F >> need)
    for i in range(1, need + 1):
        d = load_byte(buffer, at + i)
        if d & 0xC0 != 0x80:
            return _ILL_FORMED, 1
        code = code << 6 | (d & 0x3F)
    if need == 2 and (code < 0x800 or 0xD800 <= code < 0xE000):
        return _ILL_FORMED, 1
    if need == 3 and (code < 0x10000 or code > 0x10FFFF):
        return _ILL_FORMED, 1
    return code, need + 1


@compiled
def probe_document(  # type: ignore[no-untyped-def]
    buffer, start, end, escapes, separators, info, parts, mask, width, leaving, short_width, short_leaving,
    bloom, table_key, table_run, short_bloom, short_key, short_run,
    token_hash, token_from, token_to, seed_at, seed_run,
):  # fmt: skip
    """Tokens and seeds of the document in buffer[start:end] (padded by 16 bytes): (words, seeds, ill-formed bytes).

    A word count of -1 says that the token or seed arrays are too short; the caller gives longer ones.
    token_hash: uint64, token_from, token_to: int32 byte offsets from `start`. seed_at: int32 first word of the run,
    seed_run: int32 number of the run. leaving: RUN_FACTOR ** width (the factor of the word that leaves the window).
    """
    capacity = len(token_hash) - 1
    seed_capacity = len(seed_at) - 2
    bloom_shift = np.uint64(64 - trailing_zeros(np.uint64(len(bloom))))
    table_shift = np.uint64(64 - trailing_zeros(np.uint64(len(table_key))))
    table_last = len(table_key) - 1
    short_shift = np.uint64(64 - trailing_zeros(np.uint64(len(short_key))))
    short_bloom_shift = np.uint64(64 - trailing_zeros(np.uint64(len(short_bloom))))
    short_last = len(short_key) - 1
    at = np.int64(start)
    tokens = np.int64(0)
    seeds = np.int64(0)
    ill_formed = np.int64(0)
    run = _U0
    short = _U0
    pending = np.int64(0)  # rest of a character that folds to several
    pending_end = np.int64(0)
    char_from = np.int64(0)
    char_to = np.int64(0)
    while at < end or pending < pending_end:
        word = _SEED
        chunk = _U0
        filled = np.int64(0)
        word_from = at
        word_to = at
        slow = bool(pending < pending_end)
        found = False
        if not slow:
            x = load_word(buffer, at)
            low = x & _LOW7
            lower = low | _CASE
            kept = ((lower + _FROM_A) & ~(lower + _PAST_Z)) | ((low + _FROM_0) & ~(low + _PAST_9))
            gaps = ~(kept & ~x) & _HIGH
            k = trailing_zeros(gaps) >> 3
            if k == 0:
                c = load_byte(buffer, at)
                if separators[c] != 0:
                    at += 1
                    continue
                slow = True
            else:
                while True:
                    if k > end - at:
                        k = end - at
                    at += k
                    chunk = (x | _CASE) & _FIRST_BYTES[k]
                    filled = k
                    if k < 8 or at >= end:
                        break
                    word = (word ^ chunk) * _WORD
                    word ^= word >> _S29
                    chunk = _U0
                    filled = np.int64(0)
                    x = load_word(buffer, at)
                    low = x & _LOW7
                    lower = low | _CASE
                    kept = ((lower + _FROM_A) & ~(lower + _PAST_Z)) | ((low + _FROM_0) & ~(low + _PAST_9))
                    gaps = ~(kept & ~x) & _HIGH
                    k = trailing_zeros(gaps) >> 3
                    if k == 0:
                        break
                found = True
                word_to = at
                if at < end:
                    c = load_byte(buffer, at)
                    if separators[c] != 0:
                        at += 1
                    elif c == _BACKSLASH and load_byte(buffer, at + 1) != 0x75:
                        at += 2
                    else:
                        slow = True
        if slow:
            while True:
                if pending < pending_end:
                    entry = np.int64(parts[pending])
                    kind = entry & 7
                    code = entry >> 3
                    if kind == 2 and found:
                        break  # the word goes first, the single character waits
                    pending += 1
                else:
                    if at >= end:
                        break
                    code, taken = decode(buffer, at, end, escapes)
                    entry = np.int64(info[code])
                    kind = entry & 7
                    if kind == 2 and found:
                        break
                    char_from = at
                    at += taken
                    char_to = at
                    if code == _ILL_FORMED and taken == 1:
                        ill_formed += 1
                    if kind == 4:
                        pending = entry >> 8
                        pending_end = pending + ((entry >> 3) & 31)
                        continue
                if kind == 3:
                    continue
                if kind == 0:
                    if found:
                        break
                    if pending >= pending_end and at < end and load_byte(buffer, at) < 0x80:
                        break  # back to the fast path
                    continue
                if not found:
                    word_from = char_from
                    found = True
                word_to = char_to
                # UTF-8 of the folded character, byte by byte into the chunk
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
                if filled + size >= 8:
                    word = (word ^ chunk) * _WORD
                    word ^= word >> _S29
                    taken_bits = 8 - filled
                    chunk = _U0
                    if size > taken_bits:
                        chunk = spelled >> _SHIFTS[taken_bits]
                    filled = filled + size - 8
                else:
                    filled += size
                if kind == 2:
                    break
            if not found:
                continue
        if filled > 0:
            word = (word ^ chunk) * _WORD
            word ^= word >> _S29
        word &= mask
        if tokens >= capacity or seeds >= seed_capacity:
            return np.int64(-1), seeds, ill_formed
        token_hash[tokens] = word
        token_from[tokens] = word_from - start
        token_to[tokens] = word_to - start
        run = run * _RUN + word
        if tokens >= width:
            run -= token_hash[tokens - width] * leaving
        if short_width > 0:
            short = short * _RUN + word
            if tokens >= short_width:
                short -= token_hash[tokens - short_width] * short_leaving
        tokens += 1
        if tokens >= width:
            spread = run * _PROBE
            pattern = (_U1 << (spread & _U63)) | (_U1 << ((spread >> _U6) & _U63)) | (_U1 << ((spread >> _U12) & _U63))
            if bloom[spread >> bloom_shift] & pattern == pattern:
                slot = np.int64(spread >> table_shift)
                while table_run[slot] >= 0:
                    if table_key[slot] == run:
                        seed_at[seeds] = tokens - width
                        seed_run[seeds] = table_run[slot]
                        seeds += 1
                        break
                    slot = (slot + 1) & table_last
        if short_width > 0 and tokens >= short_width:
            spread = short * _PROBE
            pattern = (_U1 << (spread & _U63)) | (_U1 << ((spread >> _U6) & _U63)) | (_U1 << ((spread >> _U12) & _U63))
            if short_bloom[spread >> short_bloom_shift] & pattern == pattern:
                slot = np.int64(spread >> short_shift)
                while short_run[slot] >= 0:
                    if short_key[slot] == short:
                        seed_at[seeds] = tokens - short_width
                        seed_run[seeds] = short_run[slot]
                        seeds += 1
                        break
                    slot = (slot + 1) & short_last
    return tokens, seeds, ill_formed
