"""The rows of a table on a page: which words are labels, which lines complete them or head a group, and the cells."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from auditgen.intake.documents.blocks import EMPTY, Cell, Spot
from auditgen.intake.documents.header_places import Slot
from auditgen.intake.documents.inline import without_marks
from auditgen.intake.documents.label_blocks import ruled_groups, ruled_off, spread_labels
from auditgen.intake.documents.label_kinds import is_topic
from auditgen.intake.documents.word_columns import figures_of, nearest_slot, stands_in
from auditgen.intake.documents.words import Line, Spacing, Word, joined, lines_of, phrases_of

QUANTITY = re.compile(r"\d+(?:\.\d+)?[BMKTbmkt]|MoE|Dense|[-–—]")


@dataclass(slots=True)
class Row:
    """One row: the line its figures stand on, its label words, and a title instead of figures."""

    line: Line
    words: list[Word] = field(default_factory=list)
    title: bool = False
    shared: dict[int, list[Word]] = field(default_factory=dict)
    """Words of labels that stand for several rows, by number of the label column."""


def body_rows(lines: Sequence[Line], labels: list[Slot], columns: list[Slot], spacing: Spacing) -> list[Row]:
    """Rows in order. A line without figures completes the label of the row it belongs to, or heads a group."""
    rows: list[Row] = []
    loose: list[Line] = []
    aside: list[Line] = []
    for line in lines:
        if line.cells:
            rows.append(Row(line, list(line.labels)))
        else:
            loose.append(line)
    figures = list(rows)
    name = _name_column(figures, loose, labels, spacing)
    if len(labels) == 1 and _names_several(figures, loose, name, spacing):
        _share(figures, loose, labels, None, spacing)
        return figures
    named: list[Line] = []
    for line in loose:
        # What stands in one column of labels beside that of the names is shared by several rows.
        beside = [p for p in phrases_of(line.words, spacing.part) if _beside(p, name, labels)]
        held = {id(w) for phrase in beside for w in phrase}
        if beside:
            aside.append(Line(line.y, [w for w in line.words if id(w) in held]))
        if len(held) < len(line.words):
            named.append(Line(line.y, [w for w in line.words if id(w) not in held]))
    for block in _name_blocks(figures, named, name, labels, spacing):
        own = next((r for r in figures if r.line in block), None)
        if own is not None:
            own.words += [w for line in block if line is not own.line for w in line.words]
        else:
            words = [w for line in block for w in line.words]
            rows.append(Row(Line(block[0].y, words), words, title=True))
    _share(figures, aside, labels, name, spacing)
    return sorted(rows, key=lambda r: r.line.y)


def _name_column(rows: Sequence[Row], loose: Sequence[Line], labels: Sequence[Slot], spacing: Spacing) -> Slot:
    """The column of the names of rows: of those that nearly every row fills, the one with the longest texts."""
    lengths: list[list[int]] = [[] for _ in labels]
    ys = [float("-inf"), *(row.line.y for row in rows), float("inf")]
    for k, row in enumerate(rows, start=1):
        # Lines of one name stand close over and under its figures; what several rows share stands further from each.
        over, under = 0.36 * (ys[k] - ys[k - 1]), 0.36 * (ys[k + 1] - ys[k])
        reach = _LEADING * max(w.size for w in row.line.words)
        near = [line for line in loose if -min(over, reach) < line.y - row.line.y < min(under, reach)]
        around = [w for line in near for w in line.words]
        held = [[len(w.text) for w in [*row.words, *around] if stands_in(w, slot, labels)] for slot in labels]
        for n, texts in enumerate(held):
            if texts:
                lengths[n].append(sum(texts))
    full = [k for k in range(len(labels)) if len(lengths[k]) >= 0.9 * len(rows)]
    if not full:
        return labels[-1]
    return labels[max(full, key=lambda k: (sum(lengths[k]) / len(lengths[k]), k))]


def _names_several(figures: Sequence[Row], loose: Sequence[Line], name: Slot, spacing: Spacing) -> bool:
    """Whether the only column of labels names blocks of rows between rules ("Flamingo-3B" beside 0, 4 and 8 shots):
    each block has several rows and one line of a label, mostly not over its first row."""
    blocks = [figures[a : b + 1] for a, b in ruled_groups([r.line for r in figures], name, spacing)]
    if len(blocks) < 2 or any(len(block) < 2 for block in blocks):
        return False
    middle = 0
    for k, block in enumerate(blocks):
        low = blocks[k - 1][-1].line.y if k else float("-inf")
        high = blocks[k + 1][0].line.y if k + 1 < len(blocks) else float("inf")
        labelled = [r.line.y for r in block if r.words] + [line.y for line in loose if low < line.y < high]
        if len(labelled) != 1 or labelled[0] < block[0].line.y - 1:
            return False
        middle += labelled[0] > block[0].line.y + 1
    return 2 * middle >= len(blocks)


def _beside(phrase: Sequence[Word], name: Slot, labels: Sequence[Slot]) -> bool:
    """Whether a phrase stands in one column of labels, not that of the names, and does not run into the next."""
    slot = nearest_slot(Word("", phrase[0].x0, phrase[-1].x1, 0.0, 1.0), labels)
    following = next((s.x0 for s in labels if s.x0 > slot.x0), float("inf"))
    return slot is not name and phrase[0].x0 >= slot.x0 - 3 and phrase[-1].x1 < following


def _name_blocks(
    figures: Sequence[Row], named: Sequence[Line], name: Slot, labels: Sequence[Slot], spacing: Spacing
) -> list[list[Line]]:
    """The lines of names in blocks: those of one row with the line of its figures, and those of titles.

    Lines of one cell stand closer together than two rows do. No block holds two rows, so that the least distance that
    parts two rows somewhere bounds the distances inside a block.
    """
    lines = sorted([*(r.line for r in figures), *named], key=lambda line: line.y)
    of_row = {id(r.line): r for r in figures}
    gaps = [_gap(a, b, name, spacing) for a, b in pairwise(lines)]
    bound, widest = float("inf"), 0.0
    seen = False
    for k, line in enumerate(lines):
        if id(line) in of_row:
            bound = min(bound, widest) if seen else bound
            seen, widest = True, 0.0
        widest = max(widest, gaps[k]) if k < len(gaps) else 0.0
    if bound == float("inf"):
        bound = 1.3 * spacing.pitch
    blocks: list[list[Line]] = []
    for k, line in enumerate(lines):
        close = k > 0 and gaps[k - 1] < min(0.93 * bound - 0.3, _LEADING * max(w.size for w in line.words))
        if close and id(line) in of_row and _stands_over(blocks[-1], of_row[id(line)], of_row, name, labels):
            close = False
        if close or (k > 0 and _goes_on(blocks[-1], line, of_row, gaps[k - 1], name, spacing)):
            blocks[-1].append(line)
        else:
            blocks.append([line])
    return _with_nameless(blocks, of_row, name, labels, spacing)


def _stands_over(block: Sequence[Line], row: Row, of_row: dict[int, Row], name: Slot, labels: Sequence[Slot]) -> bool:
    """Whether a line over a row that has its own name is the heading of a group ("Math")."""
    topic = len(block) == 1 and id(block[0]) not in of_row and is_topic(block[0].text)
    return topic and any(stands_in(w, name, labels) for w in row.words)


def _gap(above: Line, below: Line, name: Slot, spacing: Spacing) -> float:
    """The distance of two lines; without bound where a rule runs between them through the column of names."""
    if ruled_off(above, below, name, spacing):
        return float("inf")
    # A word that goes on in the next line was put together where it begins.
    ends = [w.rest[3] for w in above.words if w.rest is not None and w.rest[3] < below.y]
    return below.y - max([above.y, *ends])


_OPEN = re.compile(r"(?:(?<=\w)[-–/,]|[&(\[（]|\b(?:and|with|of|for|the|on|w/))$")


def _goes_on(
    block: Sequence[Line], line: Line, of_row: dict[int, Row], gap: float, name: Slot, spacing: Spacing
) -> bool:
    """Whether a line goes on a name above it though rows are set as close: a bracket is open, or a word broken."""
    if id(line) in of_row or gap > 1.35 * max(spacing.pitch, max(w.size for w in line.words)):
        return False
    words = [w for one in block for w in (of_row[id(one)].words if id(one) in of_row else one.words)]
    text = " ".join(w.text for w in words if w.x0 < name.x1 and w.x1 > name.x0)
    if not text:
        return False
    unclosed = text.count("(") > text.count(")") and line.text.count(")") > line.text.count("(")
    return unclosed or bool(_OPEN.search(text)) or line.text[0] in "()（"


def _with_nameless(
    blocks: list[list[Line]], of_row: dict[int, Row], name: Slot, labels: Sequence[Slot], spacing: Spacing
) -> list[list[Line]]:
    """The blocks, a row without a name joined with the line next to it that holds one."""
    out = list(blocks)
    reach = max(1.3 * spacing.pitch, 0.8 * _pitch_of(of_row, spacing))
    for block in blocks:
        row = of_row.get(id(block[0])) if len(block) == 1 else None
        if row is None or any(stands_in(w, name, labels) for w in row.words):
            continue
        at = next(k for k, b in enumerate(out) if b is block)
        near = {}
        for k, i in ((at - 1, -1), (at + 1, 0)):
            if 0 <= k < len(out) and not any(id(line) in of_row for line in out[k]):
                near[k] = abs(out[k][i].y - block[0].y)
        near = {k: d for k, d in near.items() if d <= reach}
        # A name of two lines stands half over and half under its figures.
        kept = [k for k, d in near.items() if d <= 1.2 * min(near.values())]
        if kept:
            first, last = min(at, *kept), max(at, *kept)
            out[first : last + 1] = [[line for b in out[first : last + 1] for line in b]]
    return out


def _pitch_of(of_row: dict[int, Row], spacing: Spacing) -> float:
    """The usual distance of two rows."""
    gaps = sorted(b.line.y - a.line.y for a, b in pairwise(of_row.values()))
    return gaps[len(gaps) // 2] if gaps else spacing.pitch


def _share(
    figures: Sequence[Row], aside: Sequence[Line], labels: Sequence[Slot], name: Slot | None, spacing: Spacing
) -> None:
    """Give the rows the labels that they share, in all columns of labels but the one of their own names, if any."""
    for k, column in enumerate(labels):
        if column is name:
            continue
        told = spread_labels([(r.line, r.words) for r in figures], aside, column, labels, spacing)
        for row, words in zip(figures, told):
            if words is not None:
                row.shared[k] = words


def cells_of(row: Row, slots: Sequence[Slot], n_labels: int, n_behind: int, spot: Callable[[Line], Spot]) -> list[Cell]:
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
        if over is not None and (beyond or (word.x0 > labels[-1].x0 and QUANTITY.fullmatch(word.text))):
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
        text, marks = plain(joined([w.text for w in words]))
        notes = tuple(dict.fromkeys([*(n for w in words for n in w.notes), *marks]))
        bold = frozenset({"bold"}) if words and all(w.bold for w in words) else frozenset()
        copied = k in row.shared and id(words[0]) not in first
        cells.append(Cell(text, place, bold, notes, merged=copied) if words else EMPTY)
    return cells


# Lines of one cell stand no further apart than this, in sizes of the type.
_LEADING = 1.6
_CITED = re.compile(r"(.*\S)\s?\[(\d{1,3}(?:[,–-]\s?\d{1,3})*)\]")


def plain(text: str) -> tuple[str, list[str]]:
    """The text of a cell without marks and without the number of a reference at its end ("FnCall[1]")."""
    cited = _CITED.fullmatch(text)
    bare, marks = without_marks(cited[1] if cited else text)
    return bare, [*marks, *([cited[2]] if cited else [])]
