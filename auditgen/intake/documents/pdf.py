"""A PDF with a text layer made into blocks: tables from the places of words, passages from the text of each page."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

from auditgen.intake.documents.blocks import Block, Cell, Document, Passage, Spot, Table
from auditgen.intake.documents.cells import read_cell
from auditgen.intake.documents.limits import MAX_PAGES, MAX_PASSAGE_CHARACTERS, MAX_TABLES
from auditgen.intake.documents.page_captions import CAPTION, caption_near
from auditgen.intake.documents.page_columns import split_columns
from auditgen.intake.documents.page_rules import Rules, read_rules
from auditgen.intake.documents.pdf_words import frames_of, is_bold, page_words, read_text
from auditgen.intake.documents.ruled_tables import ruled_tables
from auditgen.intake.documents.word_tables import tables_in
from auditgen.intake.documents.words import Line, Spacing, Word, lines_of, spacing_of
from auditgen.intake.errors import InputError, Problem

_FIGURE = re.compile(r"[<>~+\-−]?\d{1,5}(?:[.,]\d+)?%?(?:[±/]\d+(?:[.,]\d+)?%?)?[*†‡]{0,2}|[-–—±/]")
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
            _append(document.blocks, page_blocks(page, textpage, text[:_MOST_CHARACTERS], number, document))
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


def _append(blocks: list[Block], page: list[Block]) -> None:
    """Add the blocks of a page; a table at its top without a head goes on the one at the end of the page before."""
    above = next((i for i in range(len(blocks) - 1, -1, -1) if isinstance(blocks[i], Table)), None)
    below = next((i for i, b in enumerate(page) if isinstance(b, Table)), None)
    if above is not None and below is not None:
        last, first = blocks[above], page[below]
        # A page number or running title may stand between the two.
        between = [*blocks[above + 1 :], *page[:below]]
        short = len(between) <= 3 and all(isinstance(b, Passage) and len(b.text) <= 80 for b in between)
        if short and isinstance(last, Table) and isinstance(first, Table):
            _spread_over(last, first)
            if _goes_on(last, first):
                # The head may be printed again on every page.
                head = [c.text for c in last.rows[0]]
                rows = [row for row in first.rows if [c.text for c in row] != head]
                last.rows += [row for row in rows if first.framed or any(read_cell(c.text).filled for c in row)]
                page = [b for b in page if b is not first]
    blocks += page


def _spread_over(last: Table, first: Table) -> None:
    """Set the cells of a framed table over the finer columns of the one before, where its lines go on from those.

    A label that stood in two columns on the page before may stand in one wide cell on the next.
    """
    if not (last.framed and first.framed) or len(first.at) >= len(last.at) or len(first.at) < 3:
        return
    homes = [next((j for j, x in enumerate(last.at) if abs(x - at) <= 2), None) for at in first.at]
    if None in homes or homes[0] != 0 or homes[-1] != len(last.at) - 1:
        return
    rows = []
    for row in first.rows:
        cells: list[Cell] = []
        for k, (a, b) in enumerate(pairwise(h for h in homes if h is not None)):
            cells += [row[k], *[replace(row[k], merged=True)] * (b - a - 1)]
        rows.append(cells)
    first.rows, first.at = rows, last.at


def _goes_on(last: Table, first: Table) -> bool:
    """Whether a table has no head, and its columns stand where those of another do."""
    if first.header_rows is not None or first.caption is not None or len(last.rows[0]) != len(first.rows[0]):
        return False
    near = 2 if first.framed else 6
    return len(last.at) == len(first.at) and all(abs(a - b) <= near for a, b in zip(last.at, first.at))


def page_blocks(page: Any, textpage: Any, text: str, number: int, document: Document) -> list[Block]:
    """The tables and passages of one page, in reading order."""
    used: set[int] = set()
    found: list[tuple[int, Block]] = []
    large: dict[int, int] = {}
    if may_hold_table(text) and len(document.tables) < MAX_TABLES:
        for frame in frames_of(page, textpage, text):
            words = page_words(textpage, text, frame)
            lines = lines_of(words)
            tables, spacing = _tables(words, lines, read_rules(page, frame), textpage, number, used)
            found += tables
            large |= _heading_lines(lines, used, spacing, textpage)
    found += _passages(text, used, number, large)
    return [block for _, block in sorted(found, key=lambda pair: pair[0])]


def _tables(
    words: list[Word], lines: list[Line], rules: Rules, textpage: Any, number: int, used: set[int]
) -> tuple[list[tuple[int, Block]], Spacing]:
    """The tables among words that run one way, each with its place in the text; `used` gets the words of theirs."""
    found: list[tuple[int, Block]] = []
    framed = [_maybe_bold(w, textpage) for w in words] if rules.down else []
    for table, indices in ruled_tables(framed, rules, lambda _: Spot(page=number)):
        found.append((min(indices), table))
        used |= indices | _captioned(table, indices, words, rules, number)
    if used:
        lines = lines_of(w for w in words if w.index not in used)
    spacing = spacing_of(lines, rules)
    parts = split_columns(lines, spacing)
    for part in parts:
        part = [_with_bold(line, textpage) for line in part]
        # The lines of two columns interleave; each column has a pitch of its own.
        own = spacing if len(parts) == 1 else spacing_of(part, rules)
        for table, indices in tables_in(part, own, lambda _: Spot(page=number)):
            found.append((min(indices), table))
            used |= indices
    return found, spacing


def _captioned(table: Table, indices: set[int], words: list[Word], rules: Rules, number: int) -> set[int]:
    """Give a framed table its caption. Returns the words of the caption."""
    lines = lines_of(words)
    own = [i for i, line in enumerate(lines) if any(w.index in indices for w in line.words)]
    found = caption_near(lines, own[0], own[-1], spacing_of(lines), lambda _: Spot(page=number)) if own else None
    if found is None:
        return set()
    table.caption, used = found
    return used


_JOINS = frozenset({"|", "/", "±"})
_TABLE = re.compile(r"^\s*Table\s*[A-Z]?[\dIVX]", re.MULTILINE)


def may_hold_table(text: str) -> bool:
    """Whether a page has two lines with two figures, or three with one at the end: cheap, before any box is read.

    A table set sideways may come as one long line, and one with a caption may have one row.
    """
    two = one = lone = 0
    for line in text.split("\n"):
        tokens = [t for t in line.split() if t not in _JOINS]
        figures = sum(bool(_FIGURE.fullmatch(t)) for t in tokens)
        # A cell of several lines comes as lines of one figure each.
        lone += figures == len(tokens) == 1
        two += figures >= 2 and figures >= 0.25 * len(tokens)
        two += 2 * (figures >= 12)
        one += figures == 1 and bool(re.search(r"\S\s+\d{1,3}(?:\.\d+)?%?\s*$", line)) and len(line) < 80
    return two >= 2 or one >= 3 or lone >= 6 or (two == 1 and bool(_TABLE.search(text)))


def _maybe_bold(word: Word, textpage: Any) -> Word:
    return replace(word, bold=True) if word.figure and is_bold(textpage, word.index) else word


def _with_bold(line: Line, textpage: Any) -> Line:
    """The line with the face of its figures looked up, where it has several."""
    figures = [w for w in line.words if w.figure]
    if len(figures) < 2:
        return line
    line.words = [_maybe_bold(w, textpage) for w in line.words]
    return line


def _heading_lines(lines: list[Line], used: set[int], spacing: Spacing, textpage: Any) -> dict[int, int]:
    """Headings told by their type: where a short line, larger or bold, begins in the text, and its level."""
    # Tables are often set small, and say nothing about the type of the text.
    text = [line for line in lines if not any(w.index in used for w in line.words)]
    sizes = sorted(w.size for line in text for w in line.words)
    usual = sizes[len(sizes) // 2] if sizes else 10.0
    found = {}
    above = 0.0
    for line in text:
        apart, above = line.y - above > 1.3 * spacing.pitch, line.y
        if (
            len(line.words) > 12
            or CAPTION.match(line.text)
            or line.text.endswith((".", ",", ":"))
            or not re.match(r"[\WA-Z\d\u4e00-\u9fff]", line.text)
        ):
            continue
        least = min(w.size for w in line.words)
        if least >= 1.12 * usual:
            found[line.words[0].index] = 1 if least >= 1.6 * usual else 2 if least >= 1.35 * usual else 3
        elif apart and re.search(r"[^\W\d_]{3}", line.text) and all(is_bold(textpage, w.index) for w in line.words):
            found[line.words[0].index] = 4
    return found if len(found) <= 0.3 * len(lines) else {}


def _passages(text: str, used: set[int], number: int, large: dict[int, int]) -> list[tuple[int, Block]]:
    """Paragraphs of a page without the words of its tables. `large` holds the places of lines in larger type."""
    out: list[tuple[int, Block]] = []
    current: list[str] = []
    start = at = 0
    for raw in text.split("\n"):
        line = " ".join(raw.split())
        words = [at + m.start() for m in re.finditer(r"\S+", raw)]
        in_table = bool(words) and sum(i in used for i in words) > 0.5 * len(words)
        heading = _HEADING.match(line)
        level = 2 + heading[1].count(".") if heading else large.get(words[0] if words else -1, 0)
        ends = not line or in_table or level > 0
        if (ends or _begins(line, current)) and current:
            out.append((start, _passage(current, number)))
            current = []
        if level and not in_table:
            out.append((at, Passage(line, Spot(page=number), level)))
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
