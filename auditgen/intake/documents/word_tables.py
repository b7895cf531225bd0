"""Words on a page made into tables: rows by baseline, columns by places of figures, labels left of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from auditgen.intake.documents.blocks import EMPTY, Cell, Passage, Spot, Table
from auditgen.intake.documents.inline import without_marks
from auditgen.intake.documents.limits import MAX_ROWS
from auditgen.intake.documents.word_columns import figure_columns, figures_of, label_columns, nearest_slot, stands_in
from auditgen.intake.documents.word_header import Slot, header_lines, read_header
from auditgen.intake.documents.words import Line, Spacing, Word, find_cells, is_prose

CAPTION = re.compile(
    r"^\s*(?:(?:Extended Data |Supplementary )?(?:Table|Tab\.|表)\s*[A-Z]?\d+(?:[.\-]\d+)*)\s*[|:.–—]?", re.IGNORECASE
)


_QUANTITY = re.compile(r"\d+(?:\.\d+)?[BMKTbmkt]|MoE|Dense|[-–—]")


_LABEL_ONLY_LINES = 4


_LONGEST_CAPTION = 6


@dataclass(slots=True)
class _Row:
    """One row: the line its figures stand on, its label words, and a title instead of figures."""

    line: Line
    words: list[Word] = field(default_factory=list)
    title: bool = False


def tables_in(lines: list[Line], spacing: Spacing, spot: Callable[[Line], Spot]) -> list[tuple[Table, set[int]]]:
    """Tables of a page or column, each with the indices of the words it used. `spot` gives the place of a line."""
    for line in lines:
        line.cells, line.labels = [], []
        find_cells(line, spacing)
    out = []
    taken = 0
    for block in _blocks(lines, spacing):
        found = _table(block, lines, spacing, spot, taken)
        if found is not None:
            table, used, taken = found
            out.append((table, used))
    return out


def _blocks(lines: list[Line], spacing: Spacing) -> list[list[int]]:
    """Runs of lines that belong to one table, as indices: rows with figures and the label lines between them."""
    blocks: list[list[int]] = []
    current: list[int] = []
    waiting: list[int] = []
    for i, line in enumerate(lines):
        if current and line.y - lines[([*current, *waiting])[-1]].y > 3.6 * spacing.pitch:
            blocks, current, waiting = [*blocks, current], [], []
        if line.cells and not CAPTION.match(line.text):
            current += [*waiting, i] if current else [i]
            waiting = []
        elif current:
            if is_prose(line, spacing) or CAPTION.match(line.text) or len(waiting) >= _LABEL_ONLY_LINES:
                blocks, current, waiting = [*blocks, current], [], []
            else:
                waiting.append(i)
    if current:
        blocks.append(current)
    return [b[:MAX_ROWS] for b in blocks if _enough(b[:MAX_ROWS], lines)]


def _enough(block: list[int], lines: list[Line]) -> bool:
    """Two rows of two figures or more, or three rows of one."""
    counts = [sum(w.figure for w in lines[i].cells) for i in block if lines[i].cells]
    return sum(n >= 2 for n in counts) >= 2 or len(counts) >= 3


def _table(
    block: list[int], lines: list[Line], spacing: Spacing, spot: Callable[[Line], Spot], taken: int
) -> tuple[Table, set[int], int] | None:
    rows = [lines[i] for i in block if lines[i].cells]
    columns = figure_columns(rows)
    if not columns:
        return None
    for line in rows:
        # A number left of all columns is the end of a label ("OTIS-AIME" over "2025").
        if all(c.x1 < columns[0].x0 for c in line.cells):
            line.cells, line.labels = [], []
    rows = [r for r in rows if r.cells]
    labels = label_columns(rows, spacing, columns[0].x0)
    slots = [*labels, *columns]
    block = _upwards(block, lines, slots, len(labels), spacing, taken)
    first_row = lines[block[0]]
    head = header_lines(lines, block[0], spacing, taken)
    if not any(w.x1 < columns[0].x0 for w in first_row.words) and head and lines[head[-1]].x1 < columns[0].x0:
        # The label of the first row is broken around its figures, and its first part stands above them.
        block = [head.pop(), *block]
    body = _body([lines[i] for i in block], labels, columns, spacing)
    header = read_header([lines[i] for i in head], slots, len(labels), spacing)
    top = spot(lines[head[-1]] if head else rows[0])
    grid = [_span_row(texts, top) for texts in header.spans]
    grid.append([Cell(text, top, head=True) for text in header.own])
    named = any(header.own[len(labels) :]) or bool(header.spans)
    used = {w.index for i in [*head, *block] for w in lines[i].words}
    for row in body:
        grid.append(_cells(row, slots, len(labels), spot))
    table = Table(grid, spot(rows[0]), len(header.spans) + 1 if named else None, sure=False)
    last = block[-1]
    caption = _caption(lines, head[0] if head else block[0], last, spacing, spot)
    if caption is not None:
        table.caption, words = caption
        used |= words
    return table, used, last + 1


def _span_row(texts: Sequence[str], place: Spot) -> list[Cell]:
    """A header line whose texts cover several columns: the first cell of each, then copies."""
    row: list[Cell] = []
    for i, text in enumerate(texts):
        row.append(Cell(text, place, head=True, merged=bool(text) and i > 0 and texts[i - 1] == text))
    return row


def _upwards(
    block: list[int], lines: Sequence[Line], slots: Sequence[Slot], n_labels: int, spacing: Spacing, taken: int
) -> list[int]:
    """The block with rows above it that hold dashes and sizes ("- MoE 37B") in the columns of figures."""
    while block[0] > taken:
        line = lines[block[0] - 1]
        cells = [w for w in line.words if w.x0 >= slots[n_labels].x0 - 0.5 * (slots[n_labels].x1 - slots[n_labels].x0)]
        dashes = sum(w.missing for w in cells)
        sizes = sum(bool(_QUANTITY.fullmatch(w.text)) for w in cells)
        if lines[block[0]].y - line.y > 2.3 * spacing.pitch or dashes + sizes < 2 or dashes + sizes < 0.5 * len(cells):
            break
        line.cells, line.labels = cells, [w for w in line.words if w not in cells]
        block = [block[0] - 1, *block]
    return block


def _body(lines: Sequence[Line], labels: list[Slot], columns: list[Slot], spacing: Spacing) -> list[_Row]:
    """Rows in order. A line without figures completes the label of the row it belongs to, or heads a group."""
    name = labels[-1]
    rows: list[_Row] = []
    loose: list[Line] = []
    for line in lines:
        if line.cells:
            rows.append(_Row(line, list(line.labels)))
        else:
            loose.append(line)
    figures = list(rows)
    pitch = _row_pitch(figures, spacing)
    nameless = {id(r) for r in figures if not any(stands_in(w, name, labels) for w in r.words)}
    for line in loose:
        above = max((r for r in figures if r.line.y < line.y), key=lambda r: r.line.y, default=None)
        below = min((r for r in figures if r.line.y > line.y), key=lambda r: r.line.y, default=None)
        near = [
            r for r in (above, below) if r is not None and abs(r.line.y - line.y) <= 1.3 * max(pitch, spacing.pitch)
        ]
        in_name = any(stands_in(w, name, labels) for w in line.words)
        broken = [r for r in near if id(r) in nameless]
        close = [r for r in near if abs(r.line.y - line.y) <= 0.8 * pitch and pitch > 1.3 * spacing.pitch]
        target = min(broken or close, key=lambda r: abs(r.line.y - line.y), default=None)
        if in_name and target is not None and line.words[-1].x1 < columns[0].x0 + 0.5:
            target.words += line.words
        elif in_name and len(labels) > 1 and not any(stands_in(w, name, labels) for w in line.words[:1]) and not broken:
            continue
        elif in_name or len(labels) == 1:
            rows.append(_Row(line, list(line.words), title=True))
    return sorted(rows, key=lambda r: r.line.y)


def _row_pitch(rows: Sequence[_Row], spacing: Spacing) -> float:
    gaps = sorted(b.line.y - a.line.y for a, b in pairwise(rows))
    return gaps[len(gaps) // 2] if gaps else spacing.pitch


def _cells(row: _Row, slots: Sequence[Slot], n_labels: int, spot: Callable[[Line], Spot]) -> list[Cell]:
    place = spot(row.line)
    if row.title:
        text = " ".join(w.text for w in sorted(row.words, key=lambda w: w.x0))
        return [Cell(text, place), *([EMPTY] * (len(slots) - 1))]
    texts: list[list[Word]] = [[] for _ in slots]
    labels = slots[:n_labels]
    for word in sorted(row.words, key=lambda w: (w.y, w.x0)):
        texts[list(labels).index(nearest_slot(word, labels))].append(word)
    figures = list(slots[n_labels:])
    row_figures = figures_of(row.line)
    counted = len(row_figures) == len(figures)
    for word in row.line.cells:
        if word in row_figures and counted:
            texts[n_labels + row_figures.index(word)].append(word)
        elif word.x1 >= figures[0].x0 - 0.5:
            texts[n_labels + figures.index(nearest_slot(word, figures))].append(word)
    cells = []
    for words in texts:
        text, marks = without_marks(joined([w.text for w in words]))
        notes = tuple(dict.fromkeys([*(n for w in words for n in w.notes), *marks]))
        bold = frozenset({"bold"}) if words and all(w.bold for w in words) else frozenset()
        cells.append(Cell(text, place, bold, notes) if words else EMPTY)
    return cells


def joined(parts: Sequence[str]) -> str:
    """Words of a label that is broken over lines: a hyphen at the end of one joins it to the next."""
    out = ""
    for part in parts:
        out += part if not out or (out.endswith("-") and len(out) > 1 and out[-2] != " ") else f" {part}"
    return out


def _caption(
    lines: Sequence[Line], first: int, last: int, spacing: Spacing, spot: Callable[[Line], Spot]
) -> tuple[Passage, set[int]] | None:
    """The caption just under or just above a table. Under it wins: a caption above may close another table."""
    for i in range(last + 1, min(last + 5, len(lines))):
        if lines[i].y - lines[last].y > 5 * spacing.pitch:
            break
        if CAPTION.match(lines[i].text):
            return _whole(lines, i, len(lines), spacing, spot)
    for i in range(first - 1, max(first - 8, -1), -1):
        if lines[first].y - lines[i].y > 7 * spacing.pitch:
            break
        if CAPTION.match(lines[i].text):
            return _whole(lines, i, first, spacing, spot)
    return None


def _whole(
    lines: Sequence[Line], at: int, end: int, spacing: Spacing, spot: Callable[[Line], Spot]
) -> tuple[Passage, set[int]]:
    words = list(lines[at].words)
    for i in range(at + 1, min(at + _LONGEST_CAPTION, end)):
        if lines[i].y - lines[i - 1].y > 1.35 * spacing.pitch or lines[i].cells:
            break
        words += lines[i].words
    return Passage(joined([w.text for w in words])[:2_000], spot(lines[at])), {w.index for w in words}
