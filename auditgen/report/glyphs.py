"""Text that the bundled fonts can write: what they cannot is replaced by its code before anything is laid out.

A missing glyph would become an empty box and break both PDF standards; a system font would break repeatability.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from auditgen.report.fonts import writable

# Bidirectional controls can reverse a printed number, so they are shown, never obeyed.
_BIDI = re.compile("[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]")
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ufeff\u200b-\u200d\u00ad\u2028\u2029\ufffe\uffff]")
_MARKS_IN_A_ROW = 3


def tidy(text: str) -> str:
    """NFC text without control characters, with direction controls shown and runs of combining marks cut to three."""
    if text.isascii() and text.isprintable():
        return text
    text = unicodedata.normalize("NFC", text.encode("utf-8", "replace").decode("utf-8"))
    text = _CONTROLS.sub("", text.replace("\r\n", "\n"))
    text = _BIDI.sub(lambda m: f"[U+{ord(m[0]):04X}]", text)
    kept, run = [], 0
    for c in text:
        run = run + 1 if unicodedata.combining(c) else 0
        if run <= _MARKS_IN_A_ROW:
            kept.append(c)
    return "".join(kept)


class Glyphs:
    """Replaces what the fonts cannot write by `[U+XXXX]` and remembers what it replaced."""

    def __init__(self, points: frozenset[int] | None = None) -> None:
        self._points = writable() if points is None else points
        self.replaced: set[str] = set()

    def text(self, text: str) -> str:
        """The text with every unwritable character as its code, in brackets; runs share one pair of brackets."""
        text = tidy(text)
        if text.isascii():
            return text
        out: list[str] = []
        run: list[str] = []
        for c in text:
            if ord(c) in self._points or c in "\n\t":
                if run:
                    out.append("[" + " ".join(run) + "]")
                    run = []
                out.append(c)
            else:
                run.append(f"U+{ord(c):04X}")
                self.replaced.add(c)
        if run:
            out.append("[" + " ".join(run) + "]")
        return "".join(out)

    def everywhere(self, value: Any) -> Any:
        """The same for every text inside a JSON-like value; keys stay."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {k: self.everywhere(v) for k, v in value.items()}
        if isinstance(value, list | tuple):
            return type(value)(self.everywhere(v) for v in value)
        return value
