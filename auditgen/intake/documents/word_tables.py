"""Words on a page made into tables: rows by baseline, columns by places of figures, labels left of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from auditgen.intake.documents.blocks import Cell, Spot, Table
from auditgen.intake.documents.column_heads import heads_of
from auditgen.intake.documents.header_lines import HeadSearch, unbroken
from auditgen.intake.documents.header_places import Slot
from auditgen.intake.documents.label_blocks import with_loose_columns
from auditgen.intake.documents.page_captions import caption_near
from auditgen.intake.documents.page_rows import QUANTITY, body_rows, cells_of, plain
from auditgen.intake.documents.row_cells import find_cells, take_lone_figure
from auditgen.intake.documents.table_blocks import blocks_of
from auditgen.intake.documents.word_columns import (
    figure_columns,
    label_columns,
    nearest_slot,
    text_column,
    with_text_between,
)
from auditgen.intake.documents.word_header import GENERIC, read_header
from auditgen.intake.documents.words import Line, Spacing


def tables_in(lines: list[Line], spacing: Spacing, spot: Callable[[Line], Spot]) -> list[tuple[Table, set[int]]]:
    """Tables of a page or column, each with the indices of the words it used. `spot` gives the place of a line."""
    for line in lines:
        line.cells, line.labels = [], []
        find_cells(line, spacing)
    for above, line, below in zip([None, *lines], lines, [*lines[1:], None]):
        take_lone_figure(line, [n for n in (above, below) if n is not None and n.cells], spacing)
    out = []
    taken = 0
    for block in blocks_of(lines, spacing):
        found = _table(block, lines, spacing, spot, taken)
        if found is not None:
            table, used, taken = found
            out.append((table, used))
    return out


def _table(
    block: list[int], lines: list[Line], spacing: Spacing, spot: Callable[[Line], Spot], taken: int
) -> tuple[Table, set[int], int] | None:
    block = _without_page_number(_without_head(block, lines, spacing), lines)
    rows = [lines[i] for i in block if lines[i].cells]
    columns = figure_columns(rows)
    if not columns:
        return None
    for line in rows:
        # A number left of all columns is the end of a label ("OTIS-AIME" over "2025").
        if all(c.x1 < columns[0].x0 for c in line.cells):
            line.cells, line.labels = [], []
    rows = [r for r in rows if r.cells]
    columns = with_text_between(rows, _dashes_to_labels(rows, columns))
    labels = label_columns(rows, spacing, columns[0].x0)
    loose = [lines[i] for i in block if not lines[i].cells]
    labels = with_loose_columns(labels, loose, columns[0].x0, spacing)
    behind = text_column(rows, columns, spacing)
    slots = [*labels, *columns, *behind]
    block = _upwards(block, lines, slots, len(labels), spacing, taken)
    first_row = lines[block[0]]
    block = _label_above(block, lines, columns[0].x0, spacing, taken)
    head, titles = HeadSearch(
        lines, block[0], spacing, taken, [first_row, *(r for r in rows if r.y > first_row.y)]
    ).search()
    if not any(w.x1 < columns[0].x0 for w in first_row.words) and head and lines[head[-1]].x1 < columns[0].x0:
        # The label of the first row is broken around its figures, and its first part stands above them.
        block = [head.pop(), *block]
    block = [*titles, *block]
    body = body_rows([lines[i] for i in block], labels, columns, spacing)
    header = read_header(unbroken([lines[i] for i in head]), slots, len(labels), spacing, rows)
    top = spot(lines[head[-1]] if head else rows[0])
    grid = [_span_row(texts, top) for texts in header.spans]
    grid.append([_head(text, top) for text in header.own])
    named = any(header.own[len(labels) :]) or bool(header.spans)
    used = {w.index for i in [*head, *block] for w in lines[i].words}
    for row in body:
        grid.append(cells_of(row, slots, len(labels), len(behind), spot))
    at = tuple(s.center for s in columns)
    table = Table(grid, spot(rows[0]), len(header.spans) + 1 if named else None, at=at, sure=False)
    last = block[-1]
    caption = caption_near(lines, head[0] if head else block[0], last, spacing, spot)
    if caption is not None:
        table.caption, words = caption
        used |= words
    return table, used, last + 1


_PAGE_NUMBER = re.compile(r"\d{1,4}(?:\s*(?:/|of)\s*\d{1,4})?")


def _without_page_number(block: list[int], lines: list[Line]) -> list[int]:
    """The block without the number of the page at its end."""
    last = lines[block[-1]]
    if len(block) > 2 and not last.labels and _PAGE_NUMBER.fullmatch(last.text.strip()):
        last.cells = []
        return block[:-1]
    return block


def _without_head(block: list[int], lines: list[Line], spacing: Spacing) -> list[int]:
    """The block without a first line of names over a full rule ("72B", "o1-" over "1217"): the end of the head."""
    rows = [i for i in block if lines[i].cells]
    if len(rows) < 3:
        return block
    first, second = lines[rows[0]], lines[rows[1]]
    figures, below = (sum(w.figure for w in line.cells) for line in (first, second))
    between = spacing.rules.between(first.y, second.y, first.x0, first.x1)
    words = sum(not (w.figure or w.missing) for w in first.cells)
    nameless = bool(second.labels) and first.x0 > second.labels[-1].x1
    names = figures < words or (nameless and words)
    above = lines[rows[0] - 1] if rows[0] else None
    close = above is not None and first.y - above.y < min(0.87 * (second.y - first.y), 1.45 * first.words[0].size)
    if nameless and close and 2 * figures < below + 2 and above is not None and not above.cells:
        # "4.6" and "4.5" close under "Claude Opus" and "Claude Sonnet": the last line of the head, without a rule.
        first.cells, first.labels = [], []
        return [i for i in block if i > rows[0]]
    if names and 2 * figures < below and any(r.covers(second.x0, second.x1) for r in between):
        first.cells, first.labels = [], []
        return [i for i in block if i > rows[0]]
    return block


def _label_above(block: list[int], lines: Sequence[Line], edge: float, spacing: Spacing, taken: int) -> list[int]:
    """The block with the line over its first row, if that row has no label and the line is the first part of one."""
    first, i = lines[block[0]], block[0] - 1
    if i < taken:
        return block
    line = lines[i]
    if any(w.x1 < edge for w in first.words) and not _around(lines, block[0], edge):
        return block
    close = first.y - line.y <= 1.3 * spacing.pitch and line.x1 < edge
    ruled = spacing.rules.along(line.y, first.y, first.x0, first.x1)
    return [i, *block] if close and not ruled and line.words[0].text not in ("Model", "Models", "Benchmark") else block


def _around(lines: Sequence[Line], row: int, edge: float) -> bool:
    """Whether a label stands half over and half under the figures of a row: one line as close above as one below."""
    if row + 1 >= len(lines) or lines[row + 1].cells:
        return False
    above, at, below = lines[row - 1], lines[row], lines[row + 1]
    over, under = at.y - above.y, below.y - at.y
    near = max(w.size for w in at.words)
    held = [w for w in at.words if w.x1 < edge]
    same = above.x0 < below.x1 and below.x0 < above.x1
    free = not any(w.x0 < above.x1 and w.x1 > above.x0 for w in held)
    return same and free and abs(over - under) < 0.15 * near and over < 0.9 * near and max(above.x1, below.x1) < edge


def _dashes_to_labels(rows: list[Line], columns: list[Slot]) -> list[Slot]:
    """The columns without those on the left that hold dashes and no figure: there dashes stand among words.

    "-" below "English" and "Chinese", or between sizes ("22B", "-", "70B"), is an empty label.
    """
    kept = list(columns)
    while len(kept) > 1:
        first = kept[0]
        held = [w for r in rows for w in r.cells if nearest_slot(w, columns) is first and w.x1 <= kept[1].x0]
        if not held or any(not w.missing for w in held):
            break
        for row in rows:
            moved = [w for w in row.cells if w in held]
            row.cells = [w for w in row.cells if w not in held]
            row.labels = sorted([*row.labels, *moved], key=lambda w: w.x0)
        kept.pop(0)
    return kept


def _span_row(texts: Sequence[str], place: Spot) -> list[Cell]:
    """A header line whose texts cover several columns: the first cell of each, then copies."""
    row: list[Cell] = []
    for i, text in enumerate(texts):
        row.append(_head(text, place, merged=bool(text) and i > 0 and texts[i - 1] == text))
    return row


def _head(text: str, place: Spot, merged: bool = False) -> Cell:
    """The cell of a head; a mark at the end of its text is a note."""
    bare, marks = plain(text)
    return Cell(bare, place, notes=tuple(marks), head=True, merged=merged)


def _upwards(
    block: list[int], lines: Sequence[Line], slots: Sequence[Slot], n_labels: int, spacing: Spacing, taken: int
) -> list[int]:
    """The block with rows above it that hold dashes and sizes ("- MoE 37B") in the columns of figures."""
    while block[0] > taken:
        over = _over_title(lines, block[0], slots, n_labels, taken)
        line = lines[over]
        cells = [w for w in line.words if w.x0 >= slots[n_labels].x0 - 0.5 * (slots[n_labels].x1 - slots[n_labels].x0)]
        dashes = sum(w.missing for w in cells)
        sizes = sum(bool(QUANTITY.fullmatch(w.text)) for w in cells)
        x0, x1 = lines[block[0]].x0, lines[block[0]].x1
        beneath = lines[over + 1]
        ruled = len(spacing.rules.along(line.y, beneath.y, x0, x1)) > 1
        beside = [w for w in line.words if w not in cells]
        label = " ".join(w.text for w in beside)
        heads = bool(GENERIC.fullmatch(label.split()[0]) if beside else False) or heads_of(label) is not None
        # "PT 1B" over the first column of figures is the end of its head.
        heads = heads or any(w.x0 > slots[n_labels - 1].x1 for w in beside if n_labels)
        if (
            ruled
            or heads
            or len(cells) == len(line.words)
            or beneath.y - line.y > 2.3 * spacing.pitch
            or dashes + sizes < 2
            or dashes + sizes < 0.5 * len(cells)
        ):
            break
        line.cells, line.labels = cells, [w for w in line.words if w not in cells]
        block = [*range(over, block[0]), *block]
    return block


def _over_title(lines: Sequence[Line], first: int, slots: Sequence[Slot], n_labels: int, taken: int) -> int:
    """The line over a row: the next but one, where a title of the row's group is between."""
    line = lines[first - 1]
    if first - 2 < taken or not n_labels:
        return first - 1
    beside = line.x0 <= slots[n_labels - 1].x1 and line.x1 < slots[n_labels].x0
    middle = abs((line.x0 + line.x1) / 2 - (slots[0].x0 + slots[-1].x1) / 2) <= 2.5
    return first - 2 if beside or (middle and line.words[-1].x1 - line.x0 < 0.6 * slots[-1].x1) else first - 1
