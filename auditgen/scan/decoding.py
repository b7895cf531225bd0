"""Code points of raw text, UTF-8 or the inside of a JSON string, one at a time."""

from __future__ import annotations

from auditgen.scan.compiled import compiled, load_byte

_BACKSLASH, ILL_FORMED = 0x5C, 0xFFFD


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
            return ILL_FORMED, 1
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
            return ILL_FORMED, 6
        return high, 6
    if c < 0xC2 or c > 0xF4:
        return ILL_FORMED, 1
    need = 1 if c < 0xE0 else 2 if c < 0xF0 else 3
    if at + need >= end:
        return ILL_FORMED, 1
    code = c & (0x3F >> need)
    for i in range(1, need + 1):
        d = load_byte(buffer, at + i)
        if d & 0xC0 != 0x80:
            return ILL_FORMED, 1
        code = code << 6 | (d & 0x3F)
    if need == 2 and (code < 0x800 or 0xD800 <= code < 0xE000):
        return ILL_FORMED, 1
    if need == 3 and (code < 0x10000 or code > 0x10FFFF):
        return ILL_FORMED, 1
    return code, need + 1
