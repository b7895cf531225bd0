"""The lenient JSON-lines grammar: compiled and plain alike, and every JSON object on a line is accepted."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditgen.scan.compiled import HAS_NUMBA
from auditgen.scan.jsonlines import BLANK, BROKEN, FOUND, NO_TEXT, find_text

_PIECES = [
    b"x" * 61, b"long " * 13,
    b"{", b"}", b"[", b"]", b'"', b"\\", b'\\"', b",", b":", b" ", b'"text"', b'"a"', b"1", b"null", b"\r", b"\n",
    b'{"text":"hello \\"x\\" b"}', b'{"a":[1,{"text":2}],"text":"y"}', b'"\\u4e2d', "é".encode(),
]  # fmt: skip
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


def _plain(data: bytes, key: bytes) -> list[tuple[int, int, int, int]]:
    found, at = [], 0
    for line in data.removesuffix(b"\n").split(b"\n"):
        status, low, high = find_text(line, key)
        found.append((at, status, low + at if low >= 0 else -1, high + at if high >= 0 else -1))
        at += len(line) + 1
    return found


@pytest.mark.skipif(not HAS_NUMBA, reason="numba is not installed")
@settings(max_examples=3000, deadline=None)
@given(st.lists(st.sampled_from(_PIECES), min_size=1, max_size=14).map(b"".join))
def test_compiled_and_plain_agree(data):
    from auditgen.scan.jsonlines import find_texts

    buffer = np.frombuffer(data + b"\n" * 80, dtype=np.uint8).copy()
    size = data.count(b"\n") + 2
    lines, low, high = (np.zeros(size, dtype=np.int64) for _ in range(3))
    status = np.zeros(size, dtype=np.uint8)
    count, at = find_texts(buffer, 0, len(data), np.frombuffer(b"text", dtype=np.uint8), lines, status, low, high)
    assert at >= len(data)
    assert list(zip(lines[:count], status[:count], low[:count], high[:count])) == _plain(data, b"text")


@settings(max_examples=1000, deadline=None)
@given(st.dictionaries(st.text(max_size=4) | st.just("text"), _VALUES, max_size=4), st.booleans())
def test_every_object_is_read(row, ascii_only):
    line = json.dumps(row, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")
    status, low, high = find_text(line, b"text")
    if isinstance(row.get("text"), str):
        assert status == FOUND
        assert json.loads(b'"' + line[low:high] + b'"') == row["text"]
    else:
        assert status == NO_TEXT


@pytest.mark.parametrize(
    ("line", "status"),
    [
        (b"", BLANK),
        (b" \t\r", BLANK),
        (b"[1]", BROKEN),
        (b"plain", BROKEN),
        (b'{"text": "cut off', BROKEN),
        (b'{"text": "a"', BROKEN),
        (b'{"text": "a"} trailing', BROKEN),
        (b'{"text": "a" "b": 1}', BROKEN),
        (b'{"a": {"text": "inner"}}', NO_TEXT),
        (b'{"text": null}', NO_TEXT),
        (b"{}", NO_TEXT),
        (b' { "a" : [ "]" , { } ] , "text" : "x" } \r', FOUND),
    ],
)
def test_statuses(line, status):
    assert find_text(line, b"text")[0] == status


def test_first_of_two_texts_counts():
    line = b'{"text": "one", "text": "two"}'
    status, low, high = find_text(line, b"text")
    assert (status, line[low:high]) == (FOUND, b"one")
