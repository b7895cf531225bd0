"""Inputs changed at random, for benchmarks/fuzz.py: some of the bytes, or a member of an archive."""

from __future__ import annotations

import io
import random
import zipfile

LARGEST = 60_000

PIECES = [
    *(c.encode() for c in ("|", "\n", "\n\n", "**", "-", "---\n", "{", "}", "[", "]", '"', "'", "%", ",", "\t", "\\")),
    *(b"<td>", b"</table>", b"<table>", b"rowspan=99", b"<sup>", b"[^1]", b"&a *a", b"PK\x03\x04", b"../../x", b"=1+1"),
    *(b"\x00", b"\xff\xfe", b"\xe2\x80\xae", b"\xe4\xb8\xad", b"NaN", b"1e999", b"99999999999999999999", b"0.0", b"-1"),
    *(b"MMLU", b"GPT-4o", b"Table 1:"),
]


def mutated(chance: random.Random, inputs: list[bytes]) -> bytes:
    """One input with some of its bytes changed; an archive with one of its members changed, so that it still opens."""
    data = chance.choice(inputs)
    if data[:4] == b"PK\x03\x04" and chance.random() < 0.8:
        try:
            return _changed_member(chance, data)
        except zipfile.BadZipFile:
            return _changed(chance, data, inputs)
    return _changed(chance, data, inputs)[:LARGEST]


def _changed_member(chance: random.Random, data: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        names = old.namelist()
        target = chance.choice(names)
        for member in names:
            content = old.read(member)
            new.writestr(member, _changed(chance, content, [content]) if member == target else content)
    return out.getvalue()


def _changed(chance: random.Random, data: bytes, inputs: list[bytes]) -> bytes:
    out = bytearray(data)
    for _ in range(chance.randint(1, 8)):
        at, length = chance.randint(0, len(out)), chance.choice((0, 1, 2, 4, 16, 64))
        what = chance.random()
        if what < 0.35:
            out[at : at + length] = chance.choice(PIECES) * chance.choice((1, 1, 1, 2, 50))
        elif what < 0.55 and out:
            out[min(at, len(out) - 1)] = chance.randrange(256)
        elif what < 0.75:
            other = chance.choice(inputs)
            start = chance.randint(0, len(other))
            out[at : at + length] = other[start : start + chance.choice((1, 8, 40, 300))]
        elif what < 0.9:
            out[at:at] = out[at : at + length] * chance.choice((1, 3, 200))
        else:
            del out[at : at + length]
    return bytes(out)
