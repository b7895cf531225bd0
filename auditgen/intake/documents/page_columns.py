"""A page of two columns of text parted into its columns; tables that run over both stay whole."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

from auditgen.intake.documents.words import Line, Spacing, Word, phrases_of

_LEAST_LINES = 8
_BIN = 2.0


def split_columns(lines: list[Line], spacing: Spacing) -> list[list[Line]]:
    """The lines as one part, or as left column, right column, and lines that run over both."""
    gutter = find_gutter(lines, spacing)
    if gutter is None:
        return [lines]
    left: list[Line] = []
    right: list[Line] = []
    whole: list[Line] = []
    over = _lines_over_both(lines, gutter, spacing)
    for line, both in zip(lines, over):
        if both:
            whole.append(line)
            continue
        a, b = _sides(line, gutter)
        if a:
            left.append(Line(line.y, a))
        if b:
            right.append(Line(line.y, b))
    return [part for part in (left, right, whole) if part]


def _sides(line: Line, gutter: float) -> tuple[list[Word], list[Word]]:
    return [w for w in line.words if w.center <= gutter], [w for w in line.words if w.center > gutter]


def _lines_over_both(lines: Sequence[Line], gutter: float, spacing: Spacing) -> list[bool]:
    """Which lines run over both columns: text across the gap, rows of wide tables, and the headers above such rows."""
    over = []
    for line in lines:
        crossing = any(w.x0 < gutter < w.x1 for w in line.words)
        over.append(crossing or _runs_over(line, gutter) or _one_row(line, gutter, spacing))
    across = sorted(r.at for r in spacing.rules.across if r.start < gutter - 10 and r.end > gutter + 10)
    for above, below in pairwise(across):
        # Between two rules over both columns stands a wide table, unless it is text.
        inside = [i for i, line in enumerate(lines) if above < line.y < below + 1]
        count = sum(over[i] for i in inside)
        runs = [[_runs(side, spacing) for side in _sides(lines[i], gutter)] for i in inside]
        # A title inside a wide table may run like text, on one side.
        titled = count > sum(map(any, runs)) and not any(map(all, runs))
        if titled or not any(map(any, runs)):
            for i in inside:
                over[i] = True
    rows = [i for i, line in enumerate(lines) if over[i] and _one_row(line, gutter, spacing)]
    for i in rows:
        k = i - 1
        while k >= 0 and lines[k + 1].y - lines[k].y <= 2.3 * spacing.pitch and k > i - 6:
            if k in rows or any(_runs(side, spacing) for side in _sides(lines[k], gutter)):
                break
            over[k] = True
            k -= 1
    return over


def _runs_over(line: Line, gutter: float) -> bool:
    """Whether words stand as close over the gap between the columns as words of one sentence do."""
    a, b = _sides(line, gutter)
    return bool(a and b) and b[0].x0 - a[-1].x1 <= 0.5 * a[-1].size


# Parts of a page, from its top to its foot: a title over both columns or a wide table may hide the gap elsewhere.
_WINDOWS = ((0.0, 1.0), (0.2, 1.0), (0.0, 0.75), (0.2, 0.75))


def find_gutter(lines: Sequence[Line], spacing: Spacing) -> float | None:
    """The middle of the gap between two columns of running text; None on a page of one column.

    Lines of the two columns need not share baselines, so the gap is looked for in the words of the whole page, or
    else of most of it.
    """
    if not lines:
        return None
    top, height = lines[0].y, lines[-1].y - lines[0].y
    for first, last in _WINDOWS:
        part = [line for line in lines if first * height <= line.y - top <= last * height]
        gutter, depth = _gutter_of(part, spacing)
        if gutter is not None:
            return gutter
        if depth > _FULL:
            break
    return None


# Where the middle of a page is as full as this, in shares of the rest, no part of it has two columns.
_FULL = 0.75


def _gutter_of(lines: Sequence[Line], spacing: Spacing) -> tuple[float | None, float]:
    """The middle of the gap, if there is one, and how full the emptiest place about the middle is."""
    words = [w for line in lines for w in line.words]
    if len(words) < 80:
        return None, 0.0
    x0, x1 = min(w.x0 for w in words), max(w.x1 for w in words)
    size = int((x1 - x0) / _BIN) + 2
    change = [0] * (size + 1)
    for word in words:
        change[int((word.x0 - x0) / _BIN)] += 1
        change[int((word.x1 - x0) / _BIN) + 1] -= 1
    cover = list(accumulate(change))
    middle = range(int(0.38 * size), int(0.62 * size))
    lowest = min(cover[k] for k in middle)
    usual = sorted(cover[int(0.1 * size) : int(0.9 * size)])[size * 2 // 5]
    if lowest > 0.25 * usual:
        return None, lowest / max(1, usual)
    inside = [k for k in middle if cover[k] <= lowest + 0.05 * usual]
    gutter = x0 + (inside[len(inside) // 2] + 0.5) * _BIN
    left = right = 0
    for line in lines:
        a, b = [w for w in line.words if w.x1 <= gutter], [w for w in line.words if w.x0 >= gutter]
        if len(a) + len(b) == len(line.words):
            left += bool(a) and _runs(a, spacing)
            right += bool(b) and _runs(b, spacing)
    one_side = max(left, right) >= _LEAST_LINES and _apart(lines, gutter, spacing, left > right)
    return (gutter if min(left, right) >= _LEAST_LINES or one_side else None), 0.0


def _apart(lines: Sequence[Line], gutter: float, spacing: Spacing, text_on_left: bool) -> bool:
    """Whether the running text of one side mostly has lines of its own: tables stand beside it, no cells."""
    alone = shared = 0
    for line in lines:
        a, b = _sides(line, gutter)
        text, other = (a, b) if text_on_left else (b, a)
        if any(w.x0 < gutter < w.x1 for w in line.words) or not text or not _runs(text, spacing):
            continue
        shared += bool(other)
        alone += not other
    return alone >= shared and alone + shared >= _LEAST_LINES


def _runs(words: Sequence[Word], spacing: Spacing) -> bool:
    """Whether words are running text: four in one phrase that are no figures."""
    # Words of a table set in smaller type than the text stand further apart for their size.
    join = min(1.2 * spacing.part, 0.95 * max(w.size for w in words)) if words else 0.0
    return any(len(p) >= 4 and sum(w.figure for w in p) < 2 for p in phrases_of(words, join))


def _one_row(line: Line, gutter: float, spacing: Spacing) -> bool:
    """A row of a table over both columns: figures on the left, and figures begin the right side."""
    a, b = _sides(line, gutter)
    if len(b) > 1 and all(w.figure or w.missing for w in b) and any(w.figure or w.missing for w in a[-2:]):
        # Nothing but figures on the right: their label stands on the left.
        return True
    if not any(w.figure for w in a) or not b or _runs(a, spacing) or _runs(b, spacing):
        return False
    return (b[0].figure or b[0].missing) and sum(w.figure or w.missing for w in b) >= 0.5 * len(b)
