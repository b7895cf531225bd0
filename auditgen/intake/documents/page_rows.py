"""The rows of a table on a page: which words are labels, which lines complete them or head a group, and the cells."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from auditgen.intake.documents.blocks import EMPTY, Cell, Spot
from auditgen.intake.documents.header_places import Slot
from auditgen.intake.documents.inline import without_marks
from auditgen.intake.documents.label_blocks import spread_labels
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
            rows.append(Row(line, list(line.words), title=True))
        elif all(_within(p, labels) for p in phrases_of(line.words, spacing.part)):
            aside.append(line)
    _share(figures, aside, labels, name, spacing)
    return sorted(rows, key=lambda r: r.line.y)


def _name_column(rows: Sequence[Row], loose: Sequence[Line], labels: Sequence[Slot], spacing: Spacing) -> Slot:
    """The column of the names of rows: of those that nearly every row fills, the one with the longest texts."""
    lengths: list[list[int]] = [[] for _ in labels]
    for row in rows:
        # A name of two lines stands half a line over and half a line under its figures; one broken at a hyphen was put
        # together where its first line is. What several rows share stands further from each of them.
        near = [line for line in loose if 0 < abs(line.y - row.line.y) < 0.45 * spacing.pitch]
        around = [w for line in near for w in line.words]
        held = [[len(w.text) for w in [*row.words, *around] if stands_in(w, slot, labels)] for slot in labels]
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


def _share(figures: Sequence[Row], aside: Sequence[Line], labels: Sequence[Slot], name: Slot, spacing: Spacing) -> None:
    """Give the rows the labels that they share, in all columns of labels but the one of their own names."""
    for k, column in enumerate(labels):
        if column is name:
            continue
        told = spread_labels([(r.line, r.words) for r in figures], aside, column, labels, spacing)
        for row, words in zip(figures, told):
            if words is not None:
                row.shared[k] = words


def _row_pitch(rows: Sequence[Row], spacing: Spacing) -> float:
    gaps = sorted(b.line.y - a.line.y for a, b in pairwise(rows))
    return gaps[len(gaps) // 2] if gaps else spacing.pitch


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


_CITED = re.compile(r"(.*\S)\s?\[(\d{1,3}(?:[,–-]\s?\d{1,3})*)\]")


def plain(text: str) -> tuple[str, list[str]]:
    """The text of a cell without marks and without the number of a reference at its end ("FnCall[1]")."""
    cited = _CITED.fullmatch(text)
    bare, marks = without_marks(cited[1] if cited else text)
    return bare, [*marks, *([cited[2]] if cited else [])]
