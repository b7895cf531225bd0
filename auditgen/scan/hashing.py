"""Hashes of words and word runs: the constants of the format, and their Python and numpy forms."""

from __future__ import annotations

import numpy as np

# Fixed in the source: Python's own hash changes from run to run.
SEED = 0x9E3779B97F4A7C15
WORD_FACTOR = 0xFF51AFD7ED558CCD
RUN_FACTOR = 0xD6E8FEB86659FD93
PROBE_FACTOR = 0x9FB21C651E98DF25
FULL = (1 << 64) - 1


def word_hash(word: str, mask: int = FULL) -> int:
    """64-bit hash of a folded word: its UTF-8 bytes in chunks of eight, little endian, padded with zeros.

    mask: bits that are kept; anything but FULL is for tests that provoke collisions.
    """
    spelled = word.encode("utf-8", "surrogatepass")
    value = SEED
    for start in range(0, len(spelled), 8):
        value = ((value ^ int.from_bytes(spelled[start : start + 8], "little")) * WORD_FACTOR) & FULL
        value ^= value >> 29
    return value & mask


def power(exponent: int) -> int:
    """RUN_FACTOR to the exponent, mod 2**64."""
    return pow(RUN_FACTOR, exponent, 1 << 64)


def run_hashes(hashes: np.ndarray, length: int) -> np.ndarray:
    """Polynomial hash of every run of `length` words: uint64[len(hashes) - length + 1]; the last word has factor 1."""
    count = len(hashes) - length + 1
    total = np.zeros(max(count, 0), dtype=np.uint64)
    for step in range(length):
        if count > 0:
            total = total * np.uint64(RUN_FACTOR) + hashes[step : step + count]
    return total
