"""Plain text made into blocks: paragraphs, and tables that are laid out with spaces, such as text taken from a PDF."""

from __future__ import annotations

import re

from auditgen.intake.documents.blocks import Block, Document, Passage, Spot
from auditgen.intake.documents.limits import MAX_PASSAGE_CHARACTERS, MAX_TABLES
from auditgen.intake.documents.page_captions import CAPTION
from auditgen.intake.documents.word_tables import tables_in
from auditgen.intake.documents.words import Line, Spacing, Word

# One character is 6 units wide, one line 12 units high: two words are one phrase if a single space parts them.
_WIDTH, _HEIGHT = 6.0, 12.0
_SIZE = 2.5 * _WIDTH
SPACING = Spacing(1.1 * _WIDTH, 1.6 * _WIDTH, _HEIGHT, 0.4)
_HEADING = re.compile(r"^\s*(\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+([A-Z\u4e00-\u9fff][^.]{2,90})$")
_LEFT_OUT = re.compile(r"^\s*\[\s*(?:\.\.\.|…)\s*\]\s*$")


def read_plain_text(text: str, document: Document) -> None:
    """Fill the document with the blocks of a text file."""
    lines = text.expandtabs(4).split("\n")
    used: set[int] = set()
    found: list[tuple[int, Block]] = []
    chunk: list[Line] = []
    for number, line in enumerate([*lines, ""], start=1):
        words = [] if _LEFT_OUT.match(line) else _words(line, number)
        if words:
            chunk.append(Line(number * _HEIGHT, words, number))
        # A gap of three lines or a cut ends what may be one table.
        if chunk and (number == len(lines) + 1 or _LEFT_OUT.match(line) or number - chunk[-1].number >= 4):
            for table, indices in tables_in(chunk, SPACING, lambda at: Spot(line=at.number)):
                if len(found) < MAX_TABLES:
                    found.append((min(i // 10_000 for i in indices), table))
                    used |= {i // 10_000 for i in indices}
            chunk = []
    found += _passages(lines, used)
    document.blocks = [block for _, block in sorted(found, key=lambda pair: pair[0])]


def _words(line: str, number: int) -> list[Word]:
    return [
        Word(
            m[0], m.start() * _WIDTH, m.end() * _WIDTH, number * _HEIGHT, _SIZE, number * 10_000 + min(m.start(), 9_999)
        )
        for m in re.finditer(r"\S+", line[:2_000])
    ]


def _passages(lines: list[str], used: set[int]) -> list[tuple[int, Block]]:
    out: list[tuple[int, Block]] = []
    current: list[str] = []
    start = 1
    for number, line in enumerate([*lines, ""], start=1):
        text = line.strip()
        heading = _HEADING.match(line) if len(text) < 100 else None
        bullet = bool(re.match(r"^\s*[•▪◦*-]\s", line))
        if current and (not text or number in used or heading or bullet or CAPTION.match(text)):
            out.append((start, _passage(current, start)))
            current = []
        if not text or number in used or _LEFT_OUT.match(line):
            continue
        if heading:
            out.append((number, Passage(text, Spot(line=number), 2 + heading[1].count("."))))
        else:
            if not current:
                start = number
            current.append(text)
    return out


def _passage(lines: list[str], start: int) -> Passage:
    text = ""
    for line in lines:
        text += line if not text or text.endswith("-") else f" {line}"
    short = len(lines) == 1 and len(text) < 80 and not text.endswith((".", ":", ";", ","))
    return Passage(text[:MAX_PASSAGE_CHARACTERS], Spot(line=start), 1 if short and start < 5 else 0)
