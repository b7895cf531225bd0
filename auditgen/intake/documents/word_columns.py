"""Columns of a table on a page: figures that stand over one another, and the labels left of them."""

from __future__ import annotations

from collections.abc import Sequence

from auditgen.intake.documents.word_header import Slot
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
    members = [[c for row in cells for c in row if nearest_slot(c, slots) is s] for s in slots]
    # A number in a label ("AIME 2024") is no column of its own.
    return [slot_of(m) for m in members if len(m) >= max(2, 0.2 * len(rows))]


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
    labels = [[w for w in row.words if w.x1 < edge + 0.5] for row in rows]
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
    slots = merged_intervals(segments)
    return slots or [Slot(0.0, edge)]


def stands_in(word: Word, slot: Slot, labels: Sequence[Slot]) -> bool:
    """Whether a label word stands in this label column rather than in another."""
    return nearest_slot(word, labels) is slot


def nearest_slot(word: Word, slots: Sequence[Slot]) -> Slot:
    return max(slots, key=lambda s: (min(word.x1, s.x1) - max(word.x0, s.x0), -abs((s.x0 + s.x1) / 2 - word.center)))
