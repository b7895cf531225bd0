"""Labels that stand for several rows of a table on a page: printed once, at the top or in the middle of their rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from auditgen.intake.documents.header_places import Slot
from auditgen.intake.documents.word_columns import nearest_slot
from auditgen.intake.documents.words import Line, Spacing, Word, phrases_of


@dataclass(slots=True)
class _Block:
    """The lines of one label; `rows` holds the numbers of the rows on whose baseline one of them stands."""

    lines: list[Line]
    rows: list[int]

    @property
    def center(self) -> float:
        """The height of its middle line."""
        return (self.lines[0].y + self.lines[-1].y) / 2

    @property
    def words(self) -> list[Word]:
        """Its words in reading order."""
        return [w for line in self.lines for w in line.words]


def with_loose_columns(labels: list[Slot], loose: Sequence[Line], edge: float, spacing: Spacing) -> list[Slot]:
    """The columns of labels, with those that only lines between the rows stand in: labels in the middle of rows."""
    found: list[Slot] = []
    for line in loose:
        for phrase in phrases_of([w for w in line.words if w.x1 < edge], spacing.part):
            x0, x1 = phrase[0].x0, phrase[-1].x1
            if any(x0 < s.x1 + 0.5 and x1 > s.x0 - 0.5 for s in labels):
                continue
            met = next((s for s in found if x0 < s.x1 and x1 > s.x0), None)
            if met is None:
                found.append(Slot(x0, x1))
            else:
                met.x0, met.x1 = min(met.x0, x0), max(met.x1, x1)
    return sorted([*labels, *found], key=lambda s: s.x0)


def spread_labels(
    rows: Sequence[tuple[Line, Sequence[Word]]],
    loose: Sequence[Line],
    column: Slot,
    labels: Sequence[Slot],
    spacing: Spacing,
) -> list[list[Word] | None]:
    """For each row the words of the label that it shares with others in one column; None where it has its own or none.

    `rows` are lines of figures with their label words, `loose` the label lines between them. Rules across the column
    say where one label's rows end. Without them a label that stands beside the first of its rows speaks for those
    below it, and labels that stand between rows speak for those around them.
    """
    own = [[w for w in words if nearest_slot(w, labels) is column] for _, words in rows]
    between = [
        Line(line.y, mine) for line in loose if (mine := [w for w in line.words if nearest_slot(w, labels) is column])
    ]
    if all(own) or not (any(own) or between):
        return [None] * len(rows)
    out: list[list[Word] | None] = [None] * len(rows)
    groups = ruled_groups([line for line, _ in rows], column, spacing)
    # Where groups with one label have rows of the same names as a group with a label in every row, that is one too.
    beside = [" ".join(w.text for w in words if nearest_slot(w, labels) is not column) for _, words in rows]
    shared = {tuple(beside[a : b + 1]) for a, b in groups if b > a and not all(own[a : b + 1])}
    for first, last in groups:
        top = rows[first - 1][0].y if first else float("-inf")
        bottom = rows[last + 1][0].y if last + 1 < len(rows) else float("inf")
        ruled_top = _edge(rows, first - 1, first, column, spacing, top)
        ruled_bottom = _edge(rows, last, last + 1, column, spacing, bottom)
        inside = [line for line in between if ruled_top < line.y < ruled_bottom]
        if last > first and all(own[first : last + 1]) and not inside and tuple(beside[first : last + 1]) in shared:
            words = [w for k in range(first, last + 1) for w in own[k]]
            out[first : last + 1] = [words] * (last + 1 - first)
            continue
        _spread_group(rows, own, inside, first, last, out, spacing)
    return out


def _edge(
    rows: Sequence[tuple[Line, Sequence[Word]]], above: int, below: int, column: Slot, spacing: Spacing, default: float
) -> float:
    """The height of the rule between two rows, or `default`."""
    if above < 0 or below >= len(rows):
        return default
    crossed = [r.at for r in spacing.rules.between(rows[above][0].y, rows[below][0].y, column.x0, column.x1)]
    return crossed[0] if crossed else default


def ruled_off(above: Line, below: Line, column: Slot, spacing: Spacing) -> bool:
    """Whether a rule runs between two lines through a whole column."""
    crossed = spacing.rules.between(above.y, below.y, column.x0, column.x1)
    return any(r.start <= column.x0 + 3 and r.end >= column.x1 - 3 for r in crossed)


def ruled_groups(lines: Sequence[Line], column: Slot, spacing: Spacing) -> list[tuple[int, int]]:
    """Runs of rows without a rule across the column between them: first and last."""
    cuts = [0, *(i for i, (a, b) in enumerate(pairwise(lines), start=1) if ruled_off(a, b, column, spacing))]
    return [(a, b - 1) for a, b in pairwise([*cuts, len(lines)])]


def _spread_group(
    rows: Sequence[tuple[Line, Sequence[Word]]],
    own: Sequence[list[Word]],
    between: Sequence[Line],
    first: int,
    last: int,
    out: list[list[Word] | None],
    spacing: Spacing,
) -> None:
    numbers = list(range(first, last + 1))
    labelled = [i for i in numbers if own[i]]
    if not (labelled or between) or (len(labelled) == len(numbers) and not between):
        return
    blocks = _blocks(rows, own, between, numbers, spacing)
    if len(blocks) == 1:
        # A rule, or the table's end, on both sides.
        for i in numbers:
            out[i] = blocks[0].words
        return
    ys = [rows[i][0].y for i in numbers]
    beside_first = bool(blocks[0].rows) and blocks[0].rows[0] == first
    shares = None if beside_first and not between else _centred(ys, [b.center for b in blocks])
    if shares is not None:
        for block, (a, b) in zip(blocks, shares):
            for i in numbers[a : b + 1]:
                out[i] = block.words
        return
    if beside_first:
        held: list[Word] | None = None
        starts = {block.rows[0]: block for block in blocks if block.rows}
        for i in numbers:
            held = starts[i].words if i in starts else held
            out[i] = held


def _blocks(
    rows: Sequence[tuple[Line, Sequence[Word]]],
    own: Sequence[list[Word]],
    between: Sequence[Line],
    numbers: Sequence[int],
    spacing: Spacing,
) -> list[_Block]:
    """The labels of a group. A line between rows goes on a label line that stands close over or under it."""
    pieces = [(Line(rows[i][0].y, own[i]), i) for i in numbers if own[i]] + [(line, -1) for line in between]
    blocks: list[_Block] = []
    for line, i in sorted(pieces, key=lambda p: p[0].y):
        close = bool(blocks) and line.y - blocks[-1].lines[-1].y <= max(
            1.35 * max(w.size for w in line.words), 1.1 * spacing.pitch
        )
        loose = i < 0 or (bool(blocks) and not blocks[-1].rows)
        if close and loose:
            blocks[-1].lines.append(line)
            blocks[-1].rows += [i] if i >= 0 else []
        else:
            blocks.append(_Block([line], [i] if i >= 0 else []))
    return _one_label(rows, blocks, numbers) or blocks


def _one_label(
    rows: Sequence[tuple[Line, Sequence[Word]]], blocks: Sequence[_Block], numbers: Sequence[int]
) -> list[_Block] | None:
    """The lines on neighbouring rows as one label, if they stand in the middle of a group that begins without one."""
    held = [i for block in blocks for i in block.rows]
    if len(held) < 2 or len(held) != len(blocks) or held[0] == numbers[0] or held[-1] - held[0] != len(held) - 1:
        return None
    ys = [rows[i][0].y for i in numbers]
    pitch = min((b - a for a, b in pairwise(ys)), default=10.0)
    whole = _Block([line for block in blocks for line in block.lines], held)
    return [whole] if abs((ys[0] + ys[-1]) / 2 - whole.center) <= 0.6 * pitch else None


def _centred(ys: Sequence[float], centers: Sequence[float]) -> list[tuple[int, int]] | None:
    """Rows shared out among labels in order, so that each label stands in the middle of its rows; None if none fits."""
    n, k = len(ys), len(centers)
    if k > n:
        return None
    pitch = min((b - a for a, b in pairwise(ys)), default=10.0)
    best: dict[tuple[int, int], tuple[float, list[tuple[int, int]]]] = {(0, 0): (0.0, [])}
    for j in range(1, k + 1):
        for end in range(j, n + 1):
            options = []
            for start in range(j - 1, end):
                before = best.get((j - 1, start))
                off = abs((ys[start] + ys[end - 1]) / 2 - centers[j - 1])
                if before is not None and off <= 0.6 * pitch:
                    options.append((before[0] + off, [*before[1], (start, end - 1)]))
            if options:
                best[(j, end)] = min(options, key=lambda o: o[0])
    found = best.get((k, n))
    return found[1] if found else None
