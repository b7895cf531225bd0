"""Flesch-Kincaid grade of plain English without a word list from the network."""

from __future__ import annotations

import re
from functools import lru_cache

_VOWELS = re.compile(r"[aeiouy]+")
_SILENT = re.compile(r"(?:[^laeiouy]|[aeiouy]l)(?:e|es|ed)$")
_SOUNDED = re.compile(r"(?:[td]ed|(?:[sxz]|ch|sh|[cg])es|[aeiou]les)$")
_SPLIT = re.compile(r"ia(?!l$|n$|lly$)|i[ou](?!s|n)|eo|ua(?!g)|uou|ying$|ism$|[^cstx]ier$|[^cstg]ion$")


@lru_cache(maxsize=4096)
def syllables(word: str) -> int:
    """Number of spoken syllables of one lower-case word; figures are read as one."""
    word = re.sub(r"[^a-z]", "", word)
    if not word:
        return 1
    n = len(_VOWELS.findall(word))
    if _SILENT.search(word) and not _SOUNDED.search(word):
        n -= 1
    return max(1, n + len(_SPLIT.findall(word)))


def grade(text: str) -> float:
    """0.39 words per sentence + 11.8 syllables per word - 15.59 (Kincaid 1975)."""
    sentences = [s for s in re.split(r"(?<=[.!?])\s+", text.strip()) if re.search(r"\w", s)]
    words = re.findall(r"[\w'’.,%-]*\w[\w'’%-]*", text)
    spoken = sum(sum(syllables(part.lower()) for part in re.split(r"-", w) if part) for w in words)
    return 0.39 * len(words) / max(1, len(sentences)) + 11.8 * spoken / max(1, len(words)) - 15.59
