"""Markdown made into blocks: pipe tables, HTML tables inside it, headings, paragraphs, footnotes, front matter."""

from __future__ import annotations

import re
from typing import Any

from auditgen.intake.documents.blocks import Block, Cell, Document, Passage, Spot, Table
from auditgen.intake.documents.grid import Spanned, expand
from auditgen.intake.documents.html import read_html
from auditgen.intake.documents.inline import opens_note, plain
from auditgen.intake.documents.limits import (
    MAX_CELL_CHARACTERS,
    MAX_COLUMNS,
    MAX_PASSAGE_CHARACTERS,
    MAX_ROWS,
    MAX_TABLES,
)

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_TABLE_TAG = re.compile(r"<(/?)table(?=[\s>])", re.IGNORECASE)
_FOOTNOTE = re.compile(r"^\[\^([^\]\s]{1,20})\]:\s*(.+)$")
_HEADING = re.compile(r"^ {0,3}#{1,6}\s")
_ALERT = re.compile(r"^\[!\w+\]\s*")


def read_markdown(text: str, document: Document) -> None:
    """Fill the document with the blocks of a Markdown text, tables and passages in the order of their lines."""
    lines = text.split("\n")
    lines, regions = _take_tables(lines)
    if _cut_long_tables(lines):
        document.notes.append(f"tables of more than {MAX_ROWS:,} rows were read only so far")
    found: list[tuple[int, Block]] = []
    for first, source in regions:
        found += [(block.spot.line or first, block) for block in read_html(source, first)]
    found += _pipe_and_text(lines, document)
    document.blocks = [block for _, block in sorted(found, key=lambda pair: pair[0])]


def _take_tables(lines: list[str]) -> tuple[list[str], list[tuple[int, str]]]:
    """HTML tables cut out of the text (blank lines end an HTML block, but not a table), as (line, source)."""
    left = list(lines)
    regions: list[tuple[int, str]] = []
    fence = ""
    depth, start = 0, 0
    for number, line in enumerate(lines):
        mark = _FENCE.match(line) if not depth else None
        if mark and not fence:
            fence = mark[1][0]
            continue
        if fence:
            if mark and mark[1][0] == fence and not line.strip(" `~"):
                fence = ""
            continue
        was = depth
        for tag in _TABLE_TAG.finditer(line):
            depth = max(0, depth - 1) if tag[1] else depth + 1
        if not was and depth:
            start = number
        # A table that is never closed ends where the next heading starts.
        unclosed = was and depth and (_HEADING.match(line) or number == len(lines) - 1)
        closed_here = not was and not depth and _TABLE_TAG.search(line)
        if (was and not depth) or unclosed or closed_here:
            begin = number if closed_here else start
            end = number if unclosed and number < len(lines) - 1 else number + 1
            if len(regions) < MAX_TABLES:
                regions.append((begin + 1, "\n".join(lines[begin:end])))
            left[begin:end] = [""] * (end - begin)
            depth = 0
    return left, regions


def _cut_long_tables(lines: list[str]) -> bool:
    """Blank out what runs on after the most rows that a table may have. Returns whether it did."""
    run = 0
    cut = False
    for i, line in enumerate(lines):
        run = run + 1 if "|" in line else 0
        if run > MAX_ROWS + 2:
            lines[i], cut = "", True
    return cut


def _pipe_and_text(lines: list[str], document: Document) -> list[tuple[int, Block]]:
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": True, "maxNesting": 20}).enable("table")
    # Inline text is read here, by rules that need one pass; the parser only finds the blocks.
    reader.core.ruler.enableOnly(["normalize", "block"])
    tokens = reader.parse("\n".join(lines))
    found: list[tuple[int, Block]] = []
    i = tables = 0
    while i < len(tokens):
        token = tokens[i]
        if token.type == "table_open":
            end = i
            while end < len(tokens) and tokens[end].type != "table_close":
                end += 1
            if tables < MAX_TABLES:
                table = _table(tokens[i:end], lines)
                found.append((table.spot.line or 1, table))
            tables += 1
            i = end
        elif token.type == "inline" and token.map:
            level = int(tokens[i - 1].tag[1]) if tokens[i - 1].type == "heading_open" else 0
            found += _passages(token, level, document)
        elif token.type == "html_block" and token.map:
            line = token.map[0] + 1
            found += [(b.spot.line or line, b) for b in read_html(token.content, line)]
        i += 1
    return found


def _passages(token: Any, level: int, document: Document) -> list[tuple[int, Block]]:
    """A paragraph, or the footnotes it defines, one a line."""
    line = token.map[0] + 1
    out: list[tuple[int, Block]] = []
    rest: list[str] = []
    for offset, part in enumerate(token.content.split("\n")):
        note = _FOOTNOTE.match(part)
        if note:
            passage = Passage(plain(note[2], MAX_PASSAGE_CHARACTERS).text, Spot(line=line + offset))
            document.footnotes.setdefault(note[1], passage)
            out.append((line + offset, passage))
        else:
            rest.append(part)
    text = plain(opens_note(_ALERT.sub("", "\n".join(rest).strip())), MAX_PASSAGE_CHARACTERS).text
    if text:
        out.append((line, Passage(text, Spot(line=line), level)))
    return out


def _table(tokens: list[Any], lines: list[str]) -> Table:
    first = tokens[0].map[0]
    rows: list[list[Spanned]] = []
    remarks: list[str] = []
    header_rows, width = 0, 0
    row: list[Spanned] = []
    line = first
    for k, token in enumerate(tokens):
        if token.type == "tr_open":
            row, line = [], token.map[0] if token.map else line
        elif token.type in ("th_open", "td_open") and k + 1 < len(tokens):
            content = tokens[k + 1].content if tokens[k + 1].type == "inline" else ""
            row.append(Spanned(_cell(content, Spot(line=line + 1), token.type == "th_open")))
        elif token.type == "tr_close":
            if len(rows) < MAX_ROWS:
                rows.append(row[:MAX_COLUMNS])
            width = width or len(row)
            if _has_more(lines[line] if line < len(lines) else "", width):
                remarks.append("ragged")
        elif token.type == "thead_close":
            header_rows = len(rows)
    grid, cut = expand(rows)
    return Table(grid, Spot(line=first + 1), header_rows or 1, remarks=tuple(dict.fromkeys([*remarks, *cut])))


def _has_more(line: str, width: int) -> bool:
    """Whether a row has filled cells beyond the last column of the header, which Markdown drops."""
    cells = re.split(r"(?<!\\)\|", line.strip().removeprefix("|"))
    return any(cell.strip() for cell in cells[width:])


def _cell(source: str, spot: Spot, head: bool) -> Cell:
    read = plain(source.replace(r"\|", "|"), MAX_CELL_CHARACTERS)
    return Cell(read.text, spot, read.marks, read.notes, head=head, small=read.small)
