"""Words on a page made into tables: rows by baseline, columns by places of figures, labels left of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from auditgen.intake.documents.blocks import EMPTY, Cell, Passage, Spot, Table
from auditgen.intake.documents.inline import without_marks
from auditgen.intake.documents.label_blocks import spread_labels, with_loose_columns
from auditgen.intake.documents.label_kinds import is_topic
from auditgen.intake.documents.limits import MAX_ROWS
from auditgen.intake.documents.word_columns import (
    figure_columns,
    figures_of,
    label_columns,
    nearest_slot,
    stands_in,
    text_column,
    with_text_between,
)
from auditgen.intake.documents.word_header import GENERIC, Slot, header_lines, read_header
from auditgen.intake.documents.words import Line, Spacing, Word, find_cells, is_prose, lines_of, phrases_of

CAPTION = re.compile(
    r"^\s*(?:(?:Extended Data |Supplementary )?(?:Table|Tab\.|表)\s*(?:[A-Z]?\d+(?:[.\-]\d+)*"
    r"|[IVX]{1,5}\b))\s*[|:.–—]?",
    re.IGNORECASE,
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
    shared: dict[int, list[Word]] = field(default_factory=dict)
    """Words of labels that stand for several rows, by number of the label column."""


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
            if current and _parted(lines, current[-1], i, spacing):
                blocks, current, waiting = [*blocks, current], [], []
            current += [*waiting, i] if current else [i]
            waiting = []
        elif current:
            if line.x0 > max(w.x1 for w in lines[current[-1]].cells if w.figure or w.missing) + spacing.join:
                # More of a text that stands right of the figures.
                continue
            if is_prose(line, spacing) or CAPTION.match(line.text) or len(waiting) >= _LABEL_ONLY_LINES:
                blocks, current, waiting = [*blocks, current], [], []
            else:
                waiting.append(i)
    if current:
        blocks.append(current)
    return [b[:MAX_ROWS] for b in blocks if _enough(b[:MAX_ROWS], lines)]


def _parted(lines: list[Line], above: int, below: int, spacing: Spacing) -> bool:
    """Whether two rows of figures belong to two tables: a heading in larger type, or the end of a frame, is between.

    The end of one table, the top of the next and the rule under its head make three lines; a title inside a table
    has two at most.
    """
    a, b = lines[above], lines[below]
    size = max(w.size for w in b.cells)
    if any(min(w.size for w in lines[k].words) > 1.12 * size for k in range(above + 1, below)):
        return True
    between = spacing.rules.between(a.y, b.y, min(a.x0, b.x0), max(a.x1, b.x1))
    rules = [r for r in between if r.covers(a.x0, a.x1) or r.covers(b.x0, b.x1)]
    return len(rules) >= 3 or (len(rules) == 2 and abs(rules[0].end - rules[1].end) > 4)


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
    columns = with_text_between(rows, _dashes_to_labels(rows, columns))
    labels = label_columns(rows, spacing, columns[0].x0)
    loose = [lines[i] for i in block if not lines[i].cells]
    labels = with_loose_columns(labels, loose, columns[0].x0, spacing)
    behind = text_column(rows, columns, spacing)
    slots = [*labels, *columns, *behind]
    block = _upwards(block, lines, slots, len(labels), spacing, taken)
    first_row = lines[block[0]]
    head, titles = header_lines(lines, block[0], spacing, taken)
    if not any(w.x1 < columns[0].x0 for w in first_row.words) and head and lines[head[-1]].x1 < columns[0].x0:
        # The label of the first row is broken around its figures, and its first part stands above them.
        block = [head.pop(), *block]
    block = [*titles, *block]
    body = _body([lines[i] for i in block], labels, columns, spacing)
    header = read_header([lines[i] for i in head], slots, len(labels), spacing)
    top = spot(lines[head[-1]] if head else rows[0])
    grid = [_span_row(texts, top) for texts in header.spans]
    grid.append([_head(text, top) for text in header.own])
    named = any(header.own[len(labels) :]) or bool(header.spans)
    used = {w.index for i in [*head, *block] for w in lines[i].words}
    for row in body:
        grid.append(_cells(row, slots, len(labels), len(behind), spot))
    at = tuple(s.center for s in columns)
    table = Table(grid, spot(rows[0]), len(header.spans) + 1 if named else None, at=at, sure=False)
    last = block[-1]
    caption = caption_near(lines, head[0] if head else block[0], last, spacing, spot)
    if caption is not None:
        table.caption, words = caption
        used |= words
    return table, used, last + 1


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
    bare, marks = _plain(text)
    return Cell(bare, place, notes=tuple(marks), head=True, merged=merged)


def _upwards(
    block: list[int], lines: Sequence[Line], slots: Sequence[Slot], n_labels: int, spacing: Spacing, taken: int
) -> list[int]:
    """The block with rows above it that hold dashes and sizes ("- MoE 37B") in the columns of figures."""
    while block[0] > taken:
        line = lines[block[0] - 1]
        cells = [w for w in line.words if w.x0 >= slots[n_labels].x0 - 0.5 * (slots[n_labels].x1 - slots[n_labels].x0)]
        dashes = sum(w.missing for w in cells)
        sizes = sum(bool(_QUANTITY.fullmatch(w.text)) for w in cells)
        x0, x1 = lines[block[0]].x0, lines[block[0]].x1
        ruled = sum(r.covers(x0, x1) for r in spacing.rules.between(line.y, lines[block[0]].y, x0, x1)) > 1
        heads = any(GENERIC.fullmatch(w.text) for w in line.words[:1])
        if (
            ruled
            or heads
            or lines[block[0]].y - line.y > 2.3 * spacing.pitch
            or dashes + sizes < 2
            or dashes + sizes < 0.5 * len(cells)
        ):
            break
        line.cells, line.labels = cells, [w for w in line.words if w not in cells]
        block = [block[0] - 1, *block]
    return block


def _body(lines: Sequence[Line], labels: list[Slot], columns: list[Slot], spacing: Spacing) -> list[_Row]:
    """Rows in order. A line without figures completes the label of the row it belongs to, or heads a group."""
    rows: list[_Row] = []
    loose: list[Line] = []
    aside: list[Line] = []
    for line in lines:
        if line.cells:
            rows.append(_Row(line, list(line.labels)))
        else:
            loose.append(line)
    figures = list(rows)
    name = _name_column(figures, labels)
    pitch = _row_pitch(figures, spacing)
    nameless = {id(r) for r in figures if not any(stands_in(w, name, labels) for w in r.words)}
    for line in loose:
        above = max((r for r in figures if r.line.y < line.y), key=lambda r: r.line.y, default=None)
        below = min((r for r in figures if r.line.y > line.y), key=lambda r: r.line.y, default=None)
        near = [
            r for r in (above, below) if r is not None and abs(r.line.y - line.y) <= 1.3 * max(pitch, spacing.pitch)
        ]
        in_name = any(stands_in(w, name, labels) for w in line.words)
        topic = is_topic(line.text)
        broken = [r for r in near if id(r) in nameless]
        close = [r for r in near if abs(r.line.y - line.y) <= 0.8 * pitch and pitch > 1.3 * spacing.pitch and not topic]
        target = min(broken or close, key=lambda r: abs(r.line.y - line.y), default=None)
        if in_name and target is not None and line.words[-1].x1 < columns[0].x0 + 0.5:
            target.words += line.words
        elif in_name and len(labels) > 1 and not any(stands_in(w, name, labels) for w in line.words[:1]) and not broken:
            aside.append(line)
        elif in_name or len(labels) == 1:
            rows.append(_Row(line, list(line.words), title=True))
        elif all(_within(p, labels) for p in phrases_of(line.words, spacing.part)):
            aside.append(line)
    _share(figures, aside, labels, name, spacing)
    return sorted(rows, key=lambda r: r.line.y)


def _name_column(rows: Sequence[_Row], labels: Sequence[Slot]) -> Slot:
    """The column of the names of rows: of those that nearly every row fills, the one with the longest texts."""
    lengths: list[list[int]] = [[] for _ in labels]
    for row in rows:
        held = [[len(w.text) for w in row.words if stands_in(w, slot, labels)] for slot in labels]
        for k, texts in enumerate(held):
            if texts:
                lengths[k].append(sum(texts))
    full = [k for k in range(len(labels)) if len(lengths[k]) >= 0.9 * len(rows)]
    if not full:
        return labels[-1]
    return labels[max(full, key=lambda k: (sum(lengths[k]) / len(lengths[k]), k))]


def _within(phrase: Sequence[Word], labels: Sequence[Slot]) -> bool:
    """Whether a phrase stands in one column of labels and does not run into the next, as titles of groups do."""
    slot = nearest_slot(Word("", phrase[0].x0, phrase[-1].x1, 0.0, 1.0), labels)
    following = next((s.x0 for s in labels if s.x0 > slot.x0), float("inf"))
    return phrase[0].x0 >= slot.x0 - 3 and phrase[-1].x1 < following


def _share(
    figures: Sequence[_Row], aside: Sequence[Line], labels: Sequence[Slot], name: Slot, spacing: Spacing
) -> None:
    """Give the rows the labels that they share, in all columns of labels but the one of their own names."""
    for k, column in enumerate(labels):
        if column is name:
            continue
        told = spread_labels([(r.line, r.words) for r in figures], aside, column, labels, spacing)
        for row, words in zip(figures, told):
            if words is not None:
                row.shared[k] = words


def _row_pitch(rows: Sequence[_Row], spacing: Spacing) -> float:
    gaps = sorted(b.line.y - a.line.y for a, b in pairwise(rows))
    return gaps[len(gaps) // 2] if gaps else spacing.pitch


def _cells(row: _Row, slots: Sequence[Slot], n_labels: int, n_behind: int, spot: Callable[[Line], Spot]) -> list[Cell]:
    place = spot(row.line)
    if row.title:
        text = " ".join(w.text for w in sorted(row.words, key=lambda w: w.x0))
        return [Cell(text, place), *([EMPTY] * (len(slots) - 1))]
    texts: list[list[Word]] = [[] for _ in slots]
    labels = slots[:n_labels]
    figures = list(slots[n_labels : len(slots) - n_behind])
    # Faces of one line may differ a little in their baseline; the lines of a broken label stand further apart.
    for word in (w for line in lines_of(row.words) for w in line.words):
        over = next((k for k, s in enumerate(figures) if s.x0 - 1 <= word.center <= s.x1 + 1), None)
        beyond = word.x0 >= labels[-1].x1 - 0.5
        if over is not None and (beyond or (word.x0 > labels[-1].x0 and _QUANTITY.fullmatch(word.text))):
            # "22B" in a column that holds dashes elsewhere.
            texts[n_labels + over].append(word)
        else:
            texts[list(labels).index(nearest_slot(word, labels))].append(word)
    row_figures = figures_of(row.line)
    counted = len(row_figures) == len(figures)
    for word in row.line.cells:
        if word in row_figures and counted:
            texts[n_labels + row_figures.index(word)].append(word)
        elif n_behind and word.x0 >= slots[-1].x0 - 0.5:
            texts[-1].append(word)
        elif word.x1 >= figures[0].x0 - 0.5:
            texts[n_labels + figures.index(nearest_slot(word, figures))].append(word)
    first = {id(w) for words in row.shared.values() for w in words[:1]} & {id(w) for w in row.words}
    for k, words in row.shared.items():
        texts[k] = words
    cells = []
    for k, words in enumerate(texts):
        text, marks = _plain(joined([w.text for w in words]))
        notes = tuple(dict.fromkeys([*(n for w in words for n in w.notes), *marks]))
        bold = frozenset({"bold"}) if words and all(w.bold for w in words) else frozenset()
        copied = k in row.shared and id(words[0]) not in first
        cells.append(Cell(text, place, bold, notes, merged=copied) if words else EMPTY)
    return cells


_CITED = re.compile(r"(.*\S)\s?\[(\d{1,3}(?:[,–-]\s?\d{1,3})*)\]")


def _plain(text: str) -> tuple[str, list[str]]:
    """The text of a cell without marks and without the number of a reference at its end ("FnCall[1]")."""
    cited = _CITED.fullmatch(text)
    bare, marks = without_marks(cited[1] if cited else text)
    return bare, [*marks, *([cited[2]] if cited else [])]


def joined(parts: Sequence[str]) -> str:
    """Words of a label that is broken over lines: a hyphen at the end of one joins it to the next."""
    out = ""
    for part in parts:
        broken = out.endswith("-") and len(out) > 1 and out[-2] != " "
        # "τ" and "2-Bench" are set apart by their faces only.
        letter = len(out) == 1 and "α" <= out <= "ω" and part[:1].isdigit()
        out += part if not out or broken or letter else f" {part}"
    return out


def caption_near(
    lines: Sequence[Line], first: int, last: int, spacing: Spacing, spot: Callable[[Line], Spot]
) -> tuple[Passage, set[int]] | None:
    """The caption just under or just above a table: the nearer one, for the other may belong to another table."""
    under = next((i for i in range(last + 1, min(last + 5, len(lines))) if CAPTION.match(lines[i].text)), None)
    over = next((i for i in range(first - 1, max(first - 8, -1), -1) if CAPTION.match(lines[i].text)), None)
    below = lines[under].y - lines[last].y if under is not None else 1e9
    # The lines of a caption above are counted from its last one.
    end = _caption_end(lines, over, first, spacing) if over is not None else None
    above = lines[first].y - lines[end].y if end is not None else 1e9
    if under is not None and below <= 5 * spacing.pitch and below <= above + 0.3 * spacing.pitch:
        return _whole(lines, under, len(lines), spacing, spot)
    if over is not None and lines[first].y - lines[over].y <= 7 * spacing.pitch:
        return _whole(lines, over, first, spacing, spot)
    return None


def _caption_end(lines: Sequence[Line], at: int, end: int, spacing: Spacing) -> int:
    """The last line of a caption that begins at a line."""
    last = at
    for i in range(at + 1, min(at + _LONGEST_CAPTION, end)):
        ruled = spacing.rules.between(lines[i - 1].y, lines[i].y, lines[at].x0, lines[at].x1)
        if lines[i].y - lines[i - 1].y > 1.35 * spacing.pitch or lines[i].cells or ruled:
            break
        last = i
    return last


def _whole(
    lines: Sequence[Line], at: int, end: int, spacing: Spacing, spot: Callable[[Line], Spot]
) -> tuple[Passage, set[int]]:
    words = [w for line in lines[at : _caption_end(lines, at, end, spacing) + 1] for w in line.words]
    return Passage(joined([w.text for w in words])[:2_000], spot(lines[at])), {w.index for w in words}
