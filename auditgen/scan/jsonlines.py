"""Where the text stands in JSON lines: one lenient grammar, once compiled and once as regular expressions.

A line is an object of pairs; strings end at an unescaped quote, nested values are skipped by counting brackets,
anything else up to the next comma or bracket is a plain value. This accepts every JSON object on one line. The first
pair at the top level with the wanted name counts. No line is decoded: the text stays where it is in the buffer.
"""

from __future__ import annotations

import re

import numpy as np

from auditgen.scan.compiled import HAS_NUMBA, compiled

FOUND, NO_TEXT, BROKEN, BLANK = range(4)

_NEWLINES = np.uint64(0x0A0A0A0A0A0A0A0A)
_ONES = np.uint64(0x0101010101010101)
_HIGH = np.uint64(0x8080808080808080)
_U0, _U3 = np.uint64(0), np.uint64(3)

if HAS_NUMBA:
    from auditgen.scan.compiled import load_byte, load_word, string_stops, trailing_zeros

    @compiled
    def _string_end(buffer, at):  # type: ignore[no-untyped-def]
        """Index of the quote that closes the string whose first character is at `at`; of the newline if none does."""
        while True:
            stops = string_stops(buffer, at)
            step = np.int64(64)
            while stops != _U0:
                place = trailing_zeros(stops)
                if load_byte(buffer, at + place) != 0x5C:
                    return at + place
                if load_byte(buffer, at + place + 1) == 0x0A:
                    return at + place + 1
                stops &= ~(_U3 << np.uint64(place))
                if place == 63:
                    step = np.int64(65)
            at += step

    @compiled
    def _line_end(buffer, at):  # type: ignore[no-untyped-def]
        """Index of the next newline."""
        while True:
            newline = load_word(buffer, at) ^ _NEWLINES
            hits = (newline - _ONES) & ~newline & _HIGH
            if hits != _U0:
                return at + (trailing_zeros(hits) >> 3)
            at += 8

    @compiled
    def _blank_end(buffer, at):  # type: ignore[no-untyped-def]
        """Index of the next byte that is no space, tab or carriage return."""
        while True:
            c = load_byte(buffer, at)
            if c != 0x20 and c != 0x09 and c != 0x0D:
                return at
            at += 1

    @compiled
    def _value_end(buffer, at):  # type: ignore[no-untyped-def]
        """Index after the value that starts at `at`, -1 where it is not complete before the newline."""
        c = load_byte(buffer, at)
        if c == 0x22:
            at = _string_end(buffer, at + 1)
            return at + 1 if load_byte(buffer, at) == 0x22 else -1
        if c == 0x7B or c == 0x5B:
            depth = 0
            while True:
                c = load_byte(buffer, at)
                if c == 0x0A:
                    return -1
                if c == 0x22:
                    at = _string_end(buffer, at + 1)
                    if load_byte(buffer, at) != 0x22:
                        return -1
                elif c == 0x7B or c == 0x5B:
                    depth += 1
                elif c == 0x7D or c == 0x5D:
                    depth -= 1
                    if depth == 0:
                        return at + 1
                at += 1
        first = at
        while True:
            c = load_byte(buffer, at)
            if c == 0x2C or c == 0x7D or c == 0x5D or c == 0x20 or c == 0x09 or c == 0x0D or c == 0x0A or c == 0x22:
                return at if at > first else -1
            at += 1

    @compiled
    def _find_in_line(buffer, at, key):  # type: ignore[no-untyped-def]
        """(status, text start, text end) of the line that starts at `at`."""
        at = _blank_end(buffer, at)
        if load_byte(buffer, at) == 0x0A:
            return BLANK, -1, -1
        if load_byte(buffer, at) != 0x7B:
            return BROKEN, -1, -1
        at = _blank_end(buffer, at + 1)
        text_from = text_to = np.int64(-1)
        seen = False
        if load_byte(buffer, at) != 0x7D:
            while True:
                at = _blank_end(buffer, at)
                if load_byte(buffer, at) != 0x22:
                    return BROKEN, -1, -1
                key_from = at + 1
                at = _string_end(buffer, key_from)
                if load_byte(buffer, at) != 0x22:
                    return BROKEN, -1, -1
                same = not seen and at - key_from == len(key)
                if same:
                    for i in range(len(key)):
                        if load_byte(buffer, key_from + i) != key[i]:
                            same = False
                            break
                at = _blank_end(buffer, at + 1)
                if load_byte(buffer, at) != 0x3A:
                    return BROKEN, -1, -1
                at = _blank_end(buffer, at + 1)
                value = at
                at = _value_end(buffer, at)
                if at < 0:
                    return BROKEN, -1, -1
                if same:
                    seen = True
                    if load_byte(buffer, value) == 0x22:
                        text_from, text_to = value + 1, at - 1
                at = _blank_end(buffer, at)
                c = load_byte(buffer, at)
                if c == 0x7D:
                    break
                if c != 0x2C:
                    return BROKEN, -1, -1
                at += 1
        if load_byte(buffer, _blank_end(buffer, at + 1)) != 0x0A:
            return BROKEN, -1, -1
        return (FOUND if text_from >= 0 else NO_TEXT), text_from, text_to

    @compiled
    def find_texts(buffer, at, end, key, lines, statuses, text_from, text_to):  # type: ignore[no-untyped-def]
        """Fill the arrays line by line from `at`, until `end` or until they are full: (lines seen, next position).

        buffer: uint8, newline at `end`, 64 more bytes can be read. key: uint8, name of the text field.
        lines, text_from, text_to: int64 positions in the buffer. statuses: uint8, FOUND, NO_TEXT, BROKEN or BLANK.
        """
        count = 0
        while at < end and count < len(lines):
            status, start, stop = _find_in_line(buffer, at, key)
            lines[count], statuses[count], text_from[count], text_to[count] = at, status, start, stop
            count += 1
            at = _line_end(buffer, max(at, stop)) + 1
        return count, at


_STRING = rb'"[^"\\\n]*(?:\\[^\n][^"\\\n]*)*"'
_KEY = re.compile(rb"[ \t\r]*(" + _STRING + rb")[ \t\r]*:[ \t\r]*")
_STRING_VALUE = re.compile(_STRING)
_PLAIN_VALUE = re.compile(rb'[^,}\] \t\r\n"{\[][^,}\] \t\r\n"]*')
_NESTED_STEP = re.compile(rb'[^"{}\[\]\n]*(?:(' + _STRING + rb")|([{\[])|([}\]]))")
_OPEN = re.compile(rb"[ \t\r]*\{[ \t\r]*")
_NEXT = re.compile(rb"[ \t\r]*([,}])")
_BLANK = re.compile(rb"[ \t\r]*\Z")


def _plain_value_end(line: bytes, at: int) -> int:
    if line[at : at + 1] in (b"{", b"["):
        depth = 0
        while step := _NESTED_STEP.match(line, at):
            at = step.end()
            depth += 1 if step[2] else -1 if step[3] else 0
            if depth == 0:
                return at
        return -1
    found = _STRING_VALUE.match(line, at) or _PLAIN_VALUE.match(line, at)
    return found.end() if found else -1


def find_text(line: bytes, key: bytes) -> tuple[int, int, int]:
    """(status, text start, text end) of one line without its newline: the same grammar as `find_texts`."""
    broken = (BROKEN, -1, -1)
    if _BLANK.match(line):
        return BLANK, -1, -1
    opening = _OPEN.match(line)
    if not opening:
        return broken
    at = opening.end()
    text, seen = (-1, -1), False
    if line[at : at + 1] == b"}":
        at += 1
    else:
        while True:
            name = _KEY.match(line, at)
            if not name:
                return broken
            value = name.end()
            at = _plain_value_end(line, value)
            if at < 0:
                return broken
            if not seen and name[1][1:-1] == key:
                seen = True
                if line[value : value + 1] == b'"':
                    text = (value + 1, at - 1)
            after = _NEXT.match(line, at)
            if not after:
                return broken
            at = after.end()
            if after[1] == b"}":
                break
    if not _BLANK.match(line, at):
        return broken
    return (FOUND if text[0] >= 0 else NO_TEXT), *text
