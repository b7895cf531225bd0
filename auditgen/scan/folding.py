"""Unicode text to comparable words: one context-free map from code points to folded characters."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

SEPARATOR, WORD, SINGLE, DROPPED, EXPANDED = range(5)

# Scripts written without spaces: every character is a token of its own.
_UNSPACED = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Burmese
    (0x1780, 0x17FF),  # Khmer
    (0x19E0, 0x19FF),  # Khmer symbols
    (0x2E80, 0x2FDF),  # Han radicals
    (0x3005, 0x3007),  # Han iteration and closing marks, zero
    (0x3021, 0x3029),  # Hangzhou numerals
    (0x3040, 0x30FF),  # kana
    (0x31F0, 0x31FF),  # small kana
    (0x3400, 0x4DBF),  # Han
    (0x4E00, 0x9FFF),
    (0xA9E0, 0xA9FF),  # Burmese, extended
    (0xAA60, 0xAA7F),
    (0xF900, 0xFAFF),
    (0x1AFF0, 0x1B16F),  # kana, supplements
    (0x1D372, 0x1D376),  # Han tally marks
    (0x20000, 0x3FFFD),
)
# Canonical combining classes of marks that carry letters of Indic scripts (nukta, virama); all others are accents.
_KEPT_CLASSES = (0, 7, 9)


_UNSPACED_EDGES = [edge for low, high in sorted(_UNSPACED) for edge in (low, high + 1)]


@lru_cache(maxsize=4096)
def _kind(char: str) -> int:
    category = unicodedata.category(char)
    if category == "Cf":
        return DROPPED
    if category[0] == "M" and unicodedata.combining(char) not in _KEPT_CLASSES:
        return DROPPED
    if category[0] not in "LNM":
        return SEPARATOR
    inside = bisect_right(_UNSPACED_EDGES, ord(char)) % 2  # an odd number of edges passed: within a range
    return SINGLE if inside else WORD


def fold(code: int) -> list[tuple[int, int]]:
    """What one code point becomes: [(kind, code point), ...], kinds SEPARATOR, WORD or SINGLE; [] where dropped.

    NFKC, case folding, NFKD; accents (marks of a combining class other than 0, 7, 9) and format characters go.
    A map per code point needs no composition or reordering, so NFC, NFD, NFKC and NFKD texts give the same words.
    The price: résumé equals resume, and Japanese voicing marks do not count.
    """
    if 0xD800 <= code <= 0xDFFF:
        return [(SEPARATOR, code)]
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", chr(code)).casefold())
    kinds = [(_kind(char), ord(char)) for char in folded]
    return [(kind, cp) for kind, cp in kinds if kind != DROPPED]


class Translation(dict[int, str]):
    """Table for `str.translate`: separators become spaces, single-character tokens are set between spaces."""

    def __missing__(self, code: int) -> str:
        parts = {SEPARATOR: " ", SINGLE: " {} ", WORD: "{}"}
        self[code] = "".join(parts[kind].format(chr(cp)) for kind, cp in fold(code))
        return self[code]


_TRANSLATION = Translation()


def words(text: str) -> list[str]:
    """Folded tokens of a text, in order."""
    return text.translate(_TRANSLATION).split()


@dataclass(frozen=True)
class FoldingTable:
    """The map as arrays for compiled code.

    info: uint32[0x110000], kind in the low 3 bits; for EXPANDED, start << 8 | length << 3 into `parts`.
    parts: uint32, code point << 3 | kind.
    """

    info: np.ndarray
    parts: np.ndarray


def _identity_blocks(info: np.ndarray) -> None:
    """Han without compatibility forms maps to itself; filled at once because it is 9 of 10 assigned code points."""
    for low, high in ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0x20000, 0x2A6DF), (0x2A700, 0x2EBE0), (0x30000, 0x323AF)):
        block = [SINGLE if unicodedata.category(chr(code))[0] == "L" else SEPARATOR for code in range(low, high + 1)]
        info[low : high + 1] = block


def _special_codes() -> list[int]:
    ranges = [(0, 0x3400), (0x4DC0, 0x4E00), (0xA000, 0xD800), (0xF900, 0x1FC00)]
    ranges += [(0x2EBE1, 0x30000), (0x323B0, 0x34000), (0xE0000, 0xE0200)]
    return [code for low, high in ranges for code in range(low, high) if unicodedata.category(chr(code)) != "Cn"]


@cache
def folding_table() -> FoldingTable:
    """The table of this Python's Unicode version (see `unicode_version`)."""
    info = np.zeros(0x110000, dtype=np.uint32)
    parts: list[int] = []
    _identity_blocks(info)
    for code in _special_codes():
        folded = fold(code)
        if not folded:
            info[code] = DROPPED
        elif len(folded) == 1 and folded[0][1] == code:
            info[code] = folded[0][0]
        elif all(kind == SEPARATOR for kind, _ in folded):
            info[code] = SEPARATOR
        else:
            info[code] = len(parts) << 8 | len(folded) << 3 | EXPANDED
            parts += [cp << 3 | kind for kind, cp in folded]
    return FoldingTable(info, np.array(parts, dtype=np.uint32))


def unicode_version() -> str:
    """Version of the character data that the folding comes from."""
    return unicodedata.unidata_version
