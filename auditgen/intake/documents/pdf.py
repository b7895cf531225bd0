"""A PDF with a text layer made into blocks: tables from the places of words, passages from the text of each page."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from auditgen.intake.documents.blocks import Block, Document, Passage, Spot
from auditgen.intake.documents.limits import MAX_PAGES, MAX_PASSAGE_CHARACTERS, MAX_TABLES
from auditgen.intake.documents.page_columns import split_columns
from auditgen.intake.documents.pdf_words import is_bold, page_words, read_text
from auditgen.intake.documents.word_tables import tables_in
from auditgen.intake.documents.words import Line, Word, lines_of, spacing_of
from auditgen.intake.errors import InputError, Problem

_FIGURE = re.compile(r"[<>~+\-−]?\d{1,5}(?:[.,]\d+)?%?[*†‡]{0,2}|[-–—±]")
_HEADING = re.compile(r"^(\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+([A-Z\u4e00-\u9fff][^.]{2,90})$")
_LEAST_TEXT = 25
_MOST_CHARACTERS = 200_000


def read_pdf(data: bytes, document: Document, progress: Callable[[str, int, int], None] | None = None) -> None:
    """Fill the document page by page. Raises InputError for a broken or locked file and for a scan."""
    import pypdfium2 as pdfium

    try:
        pdf = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        locked = "password" in str(error).lower()
        found = "a PDF that needs a password" if locked else "a broken PDF"
        mend = "Save it without a password." if locked else "Open it and print it to a new PDF."
        raise InputError(Problem(document.name, expected="a readable PDF", found=found, mend=mend)) from None
    try:
        _pages(pdf, document, progress)
    finally:
        pdf.close()


def _pages(pdf: Any, document: Document, progress: Callable[[str, int, int], None] | None) -> None:
    total = len(pdf)
    empty: list[int] = []
    characters = 0
    if total > MAX_PAGES:
        document.notes.append(f"read only pages 1 to {MAX_PAGES:,} of {total:,}")
    for number in range(1, min(total, MAX_PAGES) + 1):
        try:
            page = pdf[number - 1]
            textpage = page.get_textpage()
            text, _ = read_text(textpage)
        except Exception:  # pdfium answers a broken page with whatever its bindings raise
            document.notes.append(f"page {number} is broken and was not read")
            continue
        visible = len("".join(text.split()))
        characters += visible
        if visible < _LEAST_TEXT:
            empty.append(number)
        else:
            document.blocks += page_blocks(textpage, text[:_MOST_CHARACTERS], page.get_height(), number, document)
        textpage.close()
        page.close()
        if progress is not None:
            progress(document.name, number, min(total, MAX_PAGES))
    if not total or (characters < _LEAST_TEXT * max(1, min(total, MAX_PAGES)) and len(empty) > 0.5 * total):
        found = f"a scan: {len(empty):,} of {total:,} pages are pictures without text"
        mend = (
            "Run it through text recognition (OCR), check the figures, and give the result; or type them into a claims"
            " file."
        )
        raise InputError(Problem(document.name, expected="a PDF with a text layer", found=found, mend=mend))
    if empty:
        shown = ", ".join(map(str, empty[:10])) + (f" and {len(empty) - 10:,} more" if len(empty) > 10 else "")
        document.notes.append(f"pages without text, perhaps pictures: {shown}")


def page_blocks(textpage: Any, text: str, height: float, number: int, document: Document) -> list[Block]:
    """The tables and passages of one page, in reading order."""
    used: set[int] = set()
    found: list[tuple[int, Block]] = []
    if may_hold_table(text) and len(document.tables) < MAX_TABLES:
        words = page_words(textpage, text, height)
        lines = lines_of(words)
        spacing = spacing_of(lines)
        for part in split_columns(lines, spacing):
            part = [_with_bold(line, textpage) for line in part]
            # The lines of two columns interleave; each column has a pitch of its own.
            for table, indices in tables_in(part, spacing_of(part), lambda _: Spot(page=number)):
                found.append((min(indices), table))
                used |= indices
    found += _passages(text, used, number)
    return [block for _, block in sorted(found, key=lambda pair: pair[0])]


def may_hold_table(text: str) -> bool:
    """Whether a page has two lines with two figures, or three with one at the end: cheap, before any box is read."""
    two = one = 0
    for line in text.split("\n"):
        tokens = line.split()
        figures = sum(bool(_FIGURE.fullmatch(t)) for t in tokens)
        two += figures >= 2 and figures >= 0.25 * len(tokens)
        one += figures == 1 and bool(re.search(r"\S\s+\d{1,3}(?:\.\d+)?%?\s*$", line)) and len(line) < 80
    return two >= 2 or one >= 3


def _with_bold(line: Line, textpage: Any) -> Line:
    """The line with the face of its figures looked up, where it has several."""
    figures = [w for w in line.words if w.figure]
    if len(figures) < 2:
        return line
    line.words = [replace(w, bold=True) if w.figure and is_bold(textpage, w.index) else w for w in line.words]
    return line


def _passages(text: str, used: set[int], number: int) -> list[tuple[int, Block]]:
    """Paragraphs of a page without the words of its tables."""
    out: list[tuple[int, Block]] = []
    current: list[str] = []
    start = at = 0
    for raw in text.split("\n"):
        line = " ".join(raw.split())
        words = [at + m.start() for m in re.finditer(r"\S+", raw)]
        in_table = bool(words) and sum(i in used for i in words) > 0.5 * len(words)
        heading = _HEADING.match(line)
        ends = not line or in_table or heading is not None
        if (ends or _begins(line, current)) and current:
            out.append((start, _passage(current, number)))
            current = []
        if heading and not in_table:
            out.append((at, Passage(line, Spot(page=number), 1 + heading[1].count(".") + 1)))
        elif line and not in_table:
            if not current:
                start = at
            current.append(line)
        at += len(raw) + 1
    if current:
        out.append((start, _passage(current, number)))
    return out


def _begins(line: str, current: list[str]) -> bool:
    """A bullet, a numbered point, or a short last line before it: a new paragraph."""
    if not current:
        return False
    if re.match(r"^(?:[•▪◦–]|\(?\d{1,2}[.)]\s|\[\d+\]\s)", line):
        return True
    return (
        len(current) > 1
        and current[-1].endswith((".", ":", "!", "?"))
        and len(current[-1]) < 0.7 * max(map(len, current))
    )


def _passage(lines: list[str], number: int) -> Passage:
    """Lines of a paragraph joined. A hyphen at the end of a line stays: it may belong to a name."""
    text = ""
    for line in lines:
        if text.endswith("-") and line[:1].islower() and re.search(r"[a-z]{2,}-$", text):
            text = text[:-1] + line
        elif text.endswith("-"):
            text += line
        else:
            text += f" {line}" if text else line
    return Passage(text[:MAX_PASSAGE_CHARACTERS], Spot(page=number))


__all__ = ["Word", "page_blocks", "read_pdf"]
