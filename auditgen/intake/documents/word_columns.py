"""Columns of a table on a page: figures that stand over one another, and the labels left of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from auditgen.intake.documents.header_places import Slot
from auditgen.intake.documents.words import Line, Spacing, Word, phrases_of


def figures_of(row: Line) -> list[Word]:
    return [c for c in row.cells if c.figure or c.missing]


def figure_columns(rows: Sequence[Line]) -> list[Slot]:
    """Columns of figures: counted where nearly all rows have the same number of cells, else told by overlap.

    Text that was laid out with spaces shifts its columns from row to row; the count does not shift.
    """
    cells = [figures_of(r) for r in rows]
    counts = [len(c) for c in cells]
    most = max(set(counts), key=lambda n: (counts.count(n), n))
    if counts.count(most) >= 0.8 * len(rows) and most == max(counts):
        full = [c for c in cells if len(c) == most]
        return [slot_of([c[k] for c in full]) for k in range(most)]
    slots = merged_intervals([c for row in cells for c in row])
    homes = [[next((k for k, s in enumerate(slots) if s.x0 <= c.center <= s.x1), -1) for c in row] for row in cells]
    if any(len(set(ks)) < len(ks) for ks in homes):
        # Two cells of one row in one group: the fullest rows say where the columns are.
        full = [c for c in cells if len(c) == max(counts)]
        slots = [slot_of([c[k] for c in full]) for k in range(max(counts))]
    members: list[list[Word]] = [[] for _ in slots]
    place = {id(s): k for k, s in enumerate(slots)}
    for cell in (c for row in cells for c in row):
        members[place[id(nearest_slot(cell, slots))]].append(cell)
    # A number in a label ("AIME 2024") is no column of its own.
    return [slot_of(m) for m in members if len(m) >= max(2, 0.2 * len(rows))]


def text_column(rows: Sequence[Line], columns: Sequence[Slot], spacing: Spacing) -> list[Slot]:
    """A column of words right of all figures ("Languages"), if most rows have one."""
    edge = columns[-1].x1 + spacing.join
    behind = [[w for w in row.cells if w.x0 > edge and not w.figure and not w.missing] for row in rows]
    held = [words for words in behind if words]
    if len(held) < max(2, 0.6 * len(rows)):
        return []
    return [Slot(min(w.x0 for words in held for w in words), max(w.x1 for words in held for w in words))]


def with_text_between(rows: Sequence[Line], columns: list[Slot]) -> list[Slot]:
    """Columns of figures, and columns of words between them ("Metric" behind "# Shots"), if most rows have them."""
    out = columns[:1]
    for left, right in pairwise(columns):
        held = [[w for w in row.words if left.x1 < w.center < right.x0 and not (w.figure or w.missing)] for row in rows]
        held = [words for words in held if words]
        if len(held) >= max(2, 0.6 * len(rows)):
            out.append(Slot(min(w.x0 for ws in held for w in ws), max(w.x1 for ws in held for w in ws)))
        out.append(right)
    return out


def slot_of(words: Sequence[Word]) -> Slot:
    return Slot(min(w.x0 for w in words), max(w.x1 for w in words), sum(w.center for w in words) / len(words))


def merged_intervals(words: Sequence[Word]) -> list[Slot]:
    """Intervals that overlap, merged; half a point of touch does not count."""
    slots: list[Slot] = []
    for word in sorted(words, key=lambda w: w.x0):
        if slots and word.x0 < slots[-1].x1 - 0.5:
            slots[-1].x1 = max(slots[-1].x1, word.x1)
        else:
            slots.append(Slot(word.x0, word.x1))
    return slots


def label_columns(rows: Sequence[Line], spacing: Spacing, edge: float) -> list[Slot]:
    """Columns of labels left of the figures: segments of the rows that overlap.

    Where most names begin at one place, what stands left of it is a column of its own even at a small distance.
    """
    cells = {id(w) for row in rows for w in row.cells}
    labels = [[w for w in row.words if w.x1 < edge + 0.5 and id(w) not in cells] for row in rows]
    starts: dict[int, int] = {}
    for words in labels:
        for phrase in phrases_of(words, spacing.part)[-1:]:
            starts[round(phrase[0].x0)] = starts.get(round(phrase[0].x0), 0) + 1
    usual = max(starts, key=lambda k: starts[k]) if starts else None
    aligned = usual if usual is not None and starts[usual] >= 0.4 * len(rows) else None
    segments = []
    for words in labels:
        for phrase in phrases_of(words, spacing.part):
            cut = next(
                (i for i, w in enumerate(phrase) if i and aligned is not None and abs(w.x0 - aligned) <= 1.5), None
            )
            for piece in (phrase[:cut], phrase[cut:]) if cut else (phrase,):
                segments.append(Word("", piece[0].x0, piece[-1].x1, 0.0, 1.0))
    slots = [part for slot in merged_intervals(segments) for part in _by_white_strips(slot, labels)]
    return _with_brackets(slots, labels) or [Slot(0.0, edge)]


def _with_brackets(slots: list[Slot], labels: Sequence[Sequence[Word]]) -> list[Slot]:
    """The columns, one that holds nothing but brackets joined to the one it completes."""
    out: list[Slot] = []
    for slot in slots:
        first = [next((w for w in words if w.x1 > slot.x0 and w.x0 < slot.x1), None) for words in labels]
        held = [w for w in first if w is not None]
        if out and held and all(w.text.startswith("(") for w in held):
            out[-1] = Slot(out[-1].x0, slot.x1)
        else:
            out.append(slot)
    return out


def _by_white_strips(slot: Slot, labels: Sequence[Sequence[Word]]) -> list[Slot]:
    """A column of labels parted where a white strip runs through all rows: two columns set close together.

    Most rows have words on both sides, and in most of these they stand further apart than words of one name.
    """
    rows = [[w for w in words if w.x1 > slot.x0 and w.x0 < slot.x1] for words in labels]
    rows = [row for row in rows if row]
    strips = [(a.x1, b.x0) for a, b in pairwise(merged_intervals([w for row in rows for w in row])) if b.x0 - a.x1 >= 1]
    edges = [slot.x0]
    for start, end in strips:
        gaps = []
        for row in rows:
            left, right = [w for w in row if w.x1 <= start + 0.5], [w for w in row if w.x0 >= end - 0.5]
            if left and right:
                gaps.append((right[0].x0 - left[-1].x1) / left[-1].size)
        if len(gaps) >= 0.6 * len(rows) and sum(g > 0.6 for g in gaps) >= 0.6 * len(gaps) and len(gaps) >= 3:
            edges += [start, end]
    edges.append(slot.x1)
    return [Slot(a, b) for a, b in zip(edges[::2], edges[1::2])]


def stands_in(word: Word, slot: Slot, labels: Sequence[Slot]) -> bool:
    """Whether a label word stands in this label column rather than in another."""
    return nearest_slot(word, labels) is slot


def nearest_slot(word: Word, slots: Sequence[Slot]) -> Slot:
    return max(slots, key=lambda s: (min(word.x1, s.x1) - max(word.x0, s.x0), -abs((s.x0 + s.x1) / 2 - word.center)))
