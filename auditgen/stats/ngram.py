"""Long word runs that an item shares with other text: 13-gram match, 8-gram share and coverage, longest run."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class TextOverlap:
    """Overlap of one item with a set of documents.

    n_tokens: tokens of the item. hits_13 of total_13, hits_8 of total_8: the item's n-grams found in some document.
    any_13: at least one 13-gram found. share_8: hits_8 / total_8. coverage_8: share of the item's tokens that lie
    inside a matching 8-gram. longest_run: tokens of the longest run found in one document. short_13, short_8: the
    item has fewer tokens than that; it is then one n-gram of its own length, so only a copy of the whole item counts.
    """

    n_tokens: int
    hits_13: int
    total_13: int
    any_13: bool
    hits_8: int
    total_8: int
    share_8: float
    coverage_8: float
    longest_run: int
    short_13: bool
    short_8: bool


def normalise(text: str) -> tuple[str, ...]:
    """Tokens of a text: compatibility form (NFKC), lower case, punctuation stripped, split at white space.

    Apostrophes and format characters vanish ("it's" is one token), other punctuation and symbols separate. Scripts
    written without spaces (Han, kana, Thai, Lao, Burmese, Khmer) give one token a character.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    pieces = []
    for char in folded:
        category = unicodedata.category(char)
        if char in "'’ʼ" or category == "Cf":
            continue
        if category[0] in "PSZC":
            pieces.append(" ")
        elif _unspaced(char):
            pieces.append(f" {char} ")
        else:
            pieces.append(char)
    return tuple("".join(pieces).split())


def text_overlap(item: Sequence[str], documents: Iterable[Sequence[str]]) -> TextOverlap:
    """Overlap of an item's tokens with documents' tokens (both from `normalise` or one tokeniser).

    Raises ValueError when the item has no token.
    """
    tokens = tuple(item)
    if not tokens:
        raise ValueError("item: expected at least one token; found none after normalising")
    texts = [tuple(document) for document in documents]
    hits_13, _ = _matches(tokens, texts, 13)
    hits_8, covered = _matches(tokens, texts, 8)
    return TextOverlap(
        n_tokens=len(tokens),
        hits_13=sum(hits_13),
        total_13=len(hits_13),
        any_13=any(hits_13),
        hits_8=sum(hits_8),
        total_8=len(hits_8),
        share_8=sum(hits_8) / len(hits_8),
        coverage_8=covered / len(tokens),
        longest_run=longest_run(tokens, texts),
        short_13=len(tokens) < 13,
        short_8=len(tokens) < 8,
    )


def ngrams(tokens: Sequence[str], n: int) -> list[tuple[str, ...]]:
    """All runs of n tokens in order; empty where there are fewer than n. Raises ValueError for n below 1."""
    if n < 1:
        raise ValueError(f"n: expected at least 1; found {n}")
    return [tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1)]


def longest_run(item: Sequence[str], documents: Iterable[Sequence[str]]) -> int:
    """Length in tokens of the longest run of the item that stands in one of the documents."""
    texts = [tuple(document) for document in documents]
    # a run of length n holds runs of every shorter length, so the length can be bisected
    found, beyond = 0, len(item) + 1
    while beyond - found > 1:
        n = (found + beyond) // 2
        wanted = set(ngrams(item, n))
        if any(gram in wanted for text in texts for gram in ngrams(text, n)):
            found = n
        else:
            beyond = n
    return found


def _matches(tokens: tuple[str, ...], texts: list[tuple[str, ...]], n: int) -> tuple[list[bool], int]:
    """For every n-gram of the item whether some document holds it, and the number of tokens inside a match."""
    size = min(n, len(tokens))
    grams = ngrams(tokens, size)
    wanted = set(grams)
    found = {gram for text in texts for gram in ngrams(text, size) if gram in wanted}
    hits = [gram in found for gram in grams]
    covered = {i + k for i, hit in enumerate(hits) if hit for k in range(size)}
    return hits, len(covered)


def _unspaced(char: str) -> bool:
    code = ord(char)
    return (
        0x0E00 <= code <= 0x0EFF  # Thai, Lao
        or 0x1000 <= code <= 0x109F  # Burmese
        or 0x1780 <= code <= 0x17FF  # Khmer
        or 0x3040 <= code <= 0x30FF  # kana
        or 0x3400 <= code <= 0x4DBF  # Han, extension A
        or 0x4E00 <= code <= 0x9FFF  # Han
        or 0xF900 <= code <= 0xFAFF  # Han, compatibility
        or 0x20000 <= code <= 0x3FFFF  # Han, further extensions
    )
