"""HTML made into blocks: tables with their spans, headings, paragraphs, each with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from auditgen.intake.documents.blocks import Block, Cell, Passage, Spot, Table
from auditgen.intake.documents.grid import Spanned, expand
from auditgen.intake.documents.inline import finish, note_marks
from auditgen.intake.documents.limits import (
    MAX_CELL_CHARACTERS,
    MAX_COLUMNS,
    MAX_PASSAGE_CHARACTERS,
    MAX_ROWS,
    MAX_TABLES,
)

# libxml2 counts lines only up to 65,535, and web pages may be one line: every opening tag gets its place first.
_OPENING = re.compile(
    r"<(table|tr|td|th|caption|p|li|h[1-6]|dt|dd|div|figcaption|blockquote|br)(?=[\s/>])", re.IGNORECASE
)
_PLACE = "data-place-in-source"
_LONG_LINE = 2_000
_SKIPPED = {"script", "style", "noscript", "template", "svg", "math", "head", "nav", "iframe", "object", "select"}
_BREAKING = {
    "p",
    "div",
    "li",
    "ul",
    "ol",
    "dl",
    "dt",
    "dd",
    "section",
    "article",
    "figcaption",
    "blockquote",
    "pre",
    "main",
    "header",
    "footer",
    "aside",
    "details",
    "summary",
    "figure",
    "center",
    "body",
    "html",
    "form",
}
_HEADING = re.compile(r"h([1-6])\Z")
_BOLD_STYLE = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.IGNORECASE)
_MAX_DEPTH = 400


def read_html(source: str, first_line: int = 1) -> list[Block]:
    """The blocks of a page or fragment. Broken HTML is read as browsers read it; what is not text is left out."""
    if not source.strip():
        return []
    from lxml import etree
    from lxml import html as lxml_html

    parser = lxml_html.HTMLParser(remove_comments=True, remove_pis=True, no_network=True, recover=True, huge_tree=False)
    marked = _with_places(source.replace("\x00", ""), first_line)
    try:
        root = lxml_html.document_fromstring(marked, parser=parser, ensure_head_body=False)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError, AssertionError):
        return []
    return _Walk(first_line).blocks(root)


def _with_places(source: str, first_line: int) -> str:
    """Write "line:character" into every opening tag that makes a block."""
    pieces: list[str] = []
    line, line_start, done = first_line, 0, 0
    for found in _OPENING.finditer(source):
        at = found.start()
        newlines = source.count("\n", done, at)
        if newlines:
            line += newlines
            line_start = source.rfind("\n", done, at) + 1
        pieces += [source[done : found.end()], f' {_PLACE}="{line}:{at - line_start + 1}"']
        done = found.end()
    pieces.append(source[done:])
    return "".join(pieces)


class _Walk:
    """One pass over the tree in reading order."""

    def __init__(self, first_line: int) -> None:
        self.out: list[Block] = []
        self.text: list[str] = []
        self.size = 0
        self.spot = Spot(line=first_line)
        self.tables = 0

    def blocks(self, root: Any) -> list[Block]:
        self._element(root, 0)
        self._flush(0)
        return self.out

    def _element(self, element: Any, depth: int) -> None:
        tag = element.tag
        if not isinstance(tag, str) or tag in _SKIPPED or depth > _MAX_DEPTH:
            return
        if tag == "table" and self.tables < MAX_TABLES:
            self._flush(0)
            if _is_layout(element):
                for child in element:
                    self._element(child, depth + 1)
                    self._add(child.tail)
            else:
                self._table(element)
            self._flush(0)
            return
        heading = _HEADING.match(tag)
        breaking = tag in _BREAKING or heading is not None or tag in ("tr", "td", "th", "hr")
        if breaking:
            self._flush(0)
            self.spot = _spot(element, self.spot)
        if tag == "br":
            self._add("\n")
        self._add(element.text)
        for child in element:
            self._element(child, depth + 1)
            self._add(child.tail)
        if breaking:
            self._flush(int(heading[1]) if heading else 0)

    def _add(self, text: str | None) -> None:
        if text and self.size < MAX_PASSAGE_CHARACTERS:
            self.text.append(text)
            self.size += len(text)

    def _flush(self, level: int) -> None:
        text = " ".join("".join(self.text).split())[:MAX_PASSAGE_CHARACTERS]
        self.text, self.size = [], 0
        if text:
            self.out.append(Passage(text, self.spot, level))

    def _table(self, element: Any) -> None:
        self.tables += 1
        spot = _spot(element, self.spot)
        rows, header_rows, caption = table_rows(element, spot)
        grid, remarks = expand(rows)
        self.out.append(Table(grid, spot, header_rows, caption, remarks=remarks))
        self.spot = spot


def _is_layout(table: Any) -> bool:
    """Whether a table only arranges other tables on the page."""
    return next(table.iterdescendants("table"), None) is not None


def table_rows(table: Any, spot: Spot) -> tuple[list[list[Spanned]], int | None, Passage | None]:
    """Rows of cells with spans, the number of header rows where the page tells, and the caption."""
    rows: list[list[Spanned]] = []
    header_rows = 0
    in_head = True
    caption: Passage | None = None
    for element in table.iterdescendants("tr", "caption"):
        if element.tag == "caption":
            text = " ".join(" ".join(element.itertext()).split())[:MAX_PASSAGE_CHARACTERS]
            caption = Passage(text, _spot(element, spot)) if text else None
            continue
        cells = [_cell(c, spot) for c in element.iterchildren("td", "th")][:MAX_COLUMNS]
        if not cells:
            continue
        parent = element.getparent()
        # A cell reaches no further down than the head, body or foot of the table that it stands in.
        left = 1 + sum(1 for _ in element.itersiblings("tr"))
        if parent is not None and parent.tag in ("thead", "tbody", "tfoot"):
            cells = [c if c.rows <= left else replace(c, rows=left) for c in cells]
        rows.append(cells)
        heads = sum(c.cell.head for c in cells)
        # A row of one spanning header cell under the head is a group title, not part of the head.
        whole = (parent is not None and parent.tag == "thead") or (
            heads == len(cells) and (heads > 1 or header_rows == 0)
        )
        in_head = in_head and whole
        header_rows += in_head
        if len(rows) > MAX_ROWS:
            break
    return rows, header_rows or None, caption


def _cell(element: Any, fallback: Spot) -> Spanned:
    marks: set[str] = set()
    notes: list[str] = []
    pieces: list[str] = []
    for text in _cell_text(element, marks, notes, 0):
        pieces.append(text)
        if sum(map(len, pieces)) > MAX_CELL_CHARACTERS:
            break
    if _BOLD_STYLE.search(element.get("style", "")):
        marks.add("bold")
    spot = _spot(element, fallback)
    read = finish("".join(pieces)[:MAX_CELL_CHARACTERS], marks, notes)
    cell = Cell(read.text, spot, read.marks, read.notes, head=element.tag == "th", small=read.small)
    return Spanned(cell, _span(element, "rowspan"), _span(element, "colspan"))


def _cell_text(element: Any, marks: set[str], notes: list[str], depth: int) -> Iterator[str]:
    tag = element.tag
    if not isinstance(tag, str) or tag in _SKIPPED or depth > 50:
        return
    if tag == "br" or (tag in ("p", "div", "li") and depth):
        yield "\n"
    elif tag in ("b", "strong"):
        marks.add("bold")
    elif tag in ("u", "ins"):
        marks.add("underline")
    elif tag in ("s", "del", "strike"):
        marks.add("struck")
    elif tag == "sup":
        raised = note_marks("".join(element.itertext()))
        if raised is not None:
            notes += raised
            return
    # Line breaks of the source are spaces on the page.
    yield re.sub(r"\s+", " ", element.text or "")
    for child in element:
        yield from _cell_text(child, marks, notes, depth + 1)
        yield re.sub(r"\s+", " ", child.tail or "")


def _span(element: Any, name: str) -> int:
    found = re.match(r"\s*(\d{1,6})", element.get(name, ""))
    return max(1, min(int(found[1]), MAX_ROWS)) if found else 1


def _spot(element: Any, fallback: Spot) -> Spot:
    place = element.get(_PLACE, "")
    found = re.fullmatch(r"(\d{1,9}):(\d{1,9})", place)
    if not found:
        return fallback
    character = int(found[2])
    return Spot(line=int(found[1]), character=character if character > _LONG_LINE else None)
