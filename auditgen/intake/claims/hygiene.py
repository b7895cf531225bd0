"""Hostile text made harmless: NFC, no control or invisible characters, no turned direction, no stacks of marks."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

MARKS_IN_A_ROW = 3
# Longer than any field may be: refused before any work is done on it.
LONGEST_TEXT = 100_000

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]")
# These can turn the printed order of the digits of a score.
_BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
# Zero-width joiners (200C, 200D) stay: Persian and Indic spelling needs them. Tag characters can hide whole sentences.
_INVISIBLE = re.compile(
    "[\u00ad\u200b\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb\ufdd0-\ufdef\ufffe\uffff\U000e0000-\U000e0fff]"
)
_SURROGATE = re.compile("[\ud800-\udfff]")
_SPACE = re.compile(r"[ \t\r\n\x85\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
_LINE_BREAK = re.compile("\r\n?|\x85|\u2028|\u2029")

REMARKS = {
    "control": "control characters were dropped",
    "bidi": "characters that change the direction of the text were dropped",
    "invisible": "invisible characters were dropped",
    "surrogate": "broken characters were replaced by \ufffd",
    "marks": f"more than {MARKS_IN_A_ROW} combining marks in a row were cut",
}


@dataclass(frozen=True, slots=True)
class CleanText:
    """The text that may be printed, and the keys of REMARKS for what was changed."""

    text: str
    changed: tuple[str, ...] = ()


def clean(text: str, *, lines: bool = False) -> CleanText:
    """Make text fit to print. Spaces and line breaks fold into one space; with `lines`, line breaks stay."""
    if text.isascii() and text.isprintable() and "  " not in text:
        return CleanText(text.strip())
    changed = []
    for key, pattern, put in (
        ("control", _CONTROL, ""),
        ("bidi", _BIDI, ""),
        ("invisible", _INVISIBLE, ""),
        ("surrogate", _SURROGATE, "\ufffd"),
    ):
        text, n = pattern.subn(put, text)
        if n:
            changed.append(key)
    if not text.isascii():
        # Before NFC: ordering a run of 50,000 marks costs seconds, ordering three costs nothing.
        shorter = _limit_marks(text)
        if shorter != text:
            changed.append("marks")
        text = unicodedata.normalize("NFC", shorter)
    if lines:
        kept = _LINE_BREAK.sub("\n", text).split("\n")
        text = "\n".join(_SPACE.sub(" ", line).strip() for line in kept)
    else:
        text = _SPACE.sub(" ", text)
    return CleanText(text.strip(), tuple(changed))


def _limit_marks(text: str) -> str:
    out, run = [], 0
    for ch in text:
        run = run + 1 if unicodedata.category(ch) in ("Mn", "Me") else 0
        if run <= MARKS_IN_A_ROW:
            out.append(ch)
    return "".join(out)
