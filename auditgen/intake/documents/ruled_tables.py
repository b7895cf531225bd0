"""Tables with a frame round every cell: rows and columns are where the lines are, merged cells where one is missing."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from auditgen.intake.documents.blocks import EMPTY, Cell, Spot, Table
from auditgen.intake.documents.limits import MAX_COLUMNS, MAX_ROWS
from auditgen.intake.documents.page_captions import CAPTION
from auditgen.intake.documents.page_rows import plain
from auditgen.intake.documents.page_rules import Rule, Rules
from auditgen.intake.documents.words import Line, Word, lines_of

_NEAR = 3.0
# Marks that join several figures to one cell.
_JOINS = frozenset({"±", "+/-", "/", "|"})
_Grid = list[list[list[Word]]]
# The lines across a frame and those down it.
_Frame = tuple[list[Rule], list[Rule]]


def ruled_tables(words: Sequence[Word], rules: Rules, spot: Callable[[Line], Spot]) -> list[tuple[Table, set[int]]]:
    """The framed tables of a page that hold figures, each with the indices of the words it used."""
    out = []
    for across, down in _over_titles(_frames(rules), words):
        ys, xs = _places(across), _places(down)
        if len(xs) < 3 or len(ys) < 2 or len(xs) > MAX_COLUMNS or len(ys) > MAX_ROWS:
            continue
        if xs[0] > min(r.start for r in across) + 6 or xs[-1] < max(r.end for r in across) - 6:
            # Lines between some of the columns only: the table is no frame of cells.
            continue
        inside = [w for w in words if xs[0] - 1 <= w.center <= xs[-1] + 1 and ys[0] - 1 <= _middle(w) <= ys[-1] + 1]
        if sum(w.figure for w in inside) < 2 and len(inside) > 8 * (len(xs) - 1) * (len(ys) - 1):
            # Text in boxes.
            continue
        table = _table(inside, xs, ys, across, down, spot)
        if table is not None:
            out.append((table, {w.index for w in inside}))
    return out


def _frames(rules: Rules) -> list[_Frame]:
    """Lines that cross one another, in groups: one group is one frame."""
    groups: list[_Frame] = []
    for line in rules.down:
        crossed = [r for r in rules.across if _crosses(r, line)]
        if len(crossed) < 2:
            continue
        met = [g for g in groups if any(r in g[0] for r in crossed)]
        across = list(dict.fromkeys([*(r for g in met for r in g[0]), *crossed]))
        down = [*(r for g in met for r in g[1]), line]
        groups = [g for g in groups if g not in met] + [(across, down)]
    return groups


def _over_titles(groups: Sequence[_Frame], words: Sequence[Word]) -> list[_Frame]:
    """Frames with those put together that have one set of columns and a single row without lines between them."""
    out: list[_Frame] = []
    for group in sorted(groups, key=lambda g: min(r.start for r in g[1])):
        above = next((g for g in out if _same_columns(g, group) and not _another_table(g, group, words)), None)
        if above is None:
            out.append(group)
        else:
            above[0].extend(r for r in group[0] if r not in above[0])
            above[1].extend(group[1])
    return out


def _another_table(above: _Frame, below: _Frame, words: Sequence[Word]) -> bool:
    """Whether a second table begins: a caption stands between two frames, or the first row is the same in both."""
    top, bottom = max(r.end for r in above[1]), min(r.start for r in below[1])
    inside = lines_of(w for w in words if top < _middle(w) < bottom)
    return any(CAPTION.match(line.text) for line in inside) or _first_row(above, words) == _first_row(below, words)


def _first_row(frame: _Frame, words: Sequence[Word]) -> list[str]:
    """The words of the first row of a frame."""
    x0, x1 = min(r.start for r in frame[0]), max(r.end for r in frame[0])
    ys = [y for y in _places(frame[0]) if y >= min(r.start for r in frame[1]) - _NEAR]
    return [w.text for w in words if x0 <= w.center <= x1 and len(ys) > 1 and ys[0] < _middle(w) < ys[1]]


def _same_columns(above: _Frame, below: _Frame) -> bool:
    """Whether a frame begins one row under another, and its inner lines stand at the same places."""
    gap = min(r.start for r in below[1]) - max(r.end for r in above[1])
    first, second = _places(above[1]), _places(below[1])
    inner = [x for x in first if any(abs(x - y) <= _NEAR for y in second)]
    heights = sorted(b - a for g in (above, below) for a, b in pairwise(_places(g[0])))
    return (
        -_NEAR <= gap <= 1.8 * heights[len(heights) // 2]
        and len(first) == len(second) == len(inner)
        and len(first) >= 3
    )


def _crosses(across: Rule, down: Rule) -> bool:
    return across.start - _NEAR <= down.at <= across.end + _NEAR and down.start - _NEAR <= across.at <= down.end + _NEAR


def _places(lines: Sequence[Rule]) -> list[float]:
    """Where lines stand, those closer than a few points taken as one."""
    out: list[float] = []
    for at in sorted(r.at for r in lines):
        if not out or at - out[-1] > _NEAR:
            out.append(at)
    return out


def _middle(word: Word) -> float:
    """The height of a word's middle."""
    return word.y - 0.35 * word.size


def _table(
    words: Sequence[Word],
    xs: Sequence[float],
    ys: Sequence[float],
    across: Sequence[Rule],
    down: Sequence[Rule],
    spot: Callable[[Line], Spot],
) -> Table | None:
    owners = _owners(xs, ys, across, down)
    held: dict[tuple[int, int], list[Word]] = {}
    for word in words:
        i = min(max(bisect_right(ys, _middle(word)) - 1, 0), len(ys) - 2)
        j = min(max(bisect_right(xs, word.center) - 1, 0), len(xs) - 2)
        held.setdefault(owners[i][j], []).append(word)
    rows: list[list[Cell]] = []
    place = spot(Line(ys[0], sorted(words, key=lambda w: w.y)[:1]))
    for i in range(len(ys) - 1):
        if not any(owners[i][j] in held for j in range(len(xs) - 1)):
            continue
        row = [held.get(owners[i][j], []) if owners[i][j][0] == i else None for j in range(len(xs) - 1)]
        lines = _lines_in(row)
        for part in lines if lines else [None]:
            cells = []
            for j in range(len(xs) - 1):
                whole = held.get(owners[i][j], [])
                kept = whole if part is None or row[j] is None else [w for w in whole if id(w) in part]
                cell = _cell(kept, place)
                cells.append(replace(cell, merged=True) if owners[i][j] != (i, j) and kept else cell)
            rows.append(cells)
    rows = [r for r in rows if any(c.text for c in r)]
    if _crowded(held, len(xs) - 1):
        # A box round the whole, with lines between some of its columns only.
        return None
    return Table(rows, place, None, at=tuple(xs), framed=True, sure=False) if rows else None


def _crowded(held: dict[tuple[int, int], list[Word]], columns: int) -> bool:
    """Whether most cells of a column hold several figures side by side."""
    for j in range(columns):
        cells = [words for (_, at), words in held.items() if at == j and any(w.figure for w in words)]
        plain = [words for words in cells if not any(w.text in _JOINS for w in words)]
        several = sum(any(sum(w.figure for w in line.words) >= 3 for line in lines_of(words)) for words in plain)
        if cells and several >= 0.6 * len(cells):
            return True
    return False


def _owners(
    xs: Sequence[float], ys: Sequence[float], across: Sequence[Rule], down: Sequence[Rule]
) -> list[list[tuple[int, int]]]:
    """For every place of the grid the first place of the cell it belongs to: no line between two means one cell."""
    owners = [[(i, j) for j in range(len(xs) - 1)] for i in range(len(ys) - 1)]
    for i, (y0, y1) in enumerate(pairwise(ys)):
        for j, (x0, x1) in enumerate(pairwise(xs)):
            y, x = (y0 + y1) / 2, (x0 + x1) / 2
            open_left = j > 0 and not any(abs(r.at - x0) <= _NEAR and r.start <= y <= r.end for r in down)
            open_above = i > 0 and not any(abs(r.at - y0) <= _NEAR and r.start <= x <= r.end for r in across)
            if open_left:
                owners[i][j] = owners[i][j - 1]
            elif open_above:
                owners[i][j] = owners[i - 1][j]
    return owners


def _lines_in(row: Sequence[list[Word] | None]) -> list[set[int]] | None:
    """Rows of text that stand between two lines without one of their own: told by figures on several baselines."""
    lines = lines_of([w for words in row for w in words or []])
    cell_of = {id(w): j for j, words in enumerate(row) for w in words or []}

    def holds_figures(line: Line) -> int:
        # "Opus 4.6" is a name, "91.9" a figure: only cells with nothing else on the line count.
        cells: dict[int, list[Word]] = {}
        for word in line.words:
            cells.setdefault(cell_of[id(word)], []).append(word)
        return sum(all(w.figure for w in words) for words in cells.values())

    if sum(holds_figures(line) >= 2 for line in lines) < 2:
        return None
    return [{id(w) for w in line.words} for line in lines]


def _cell(words: Sequence[Word], place: Spot) -> Cell:
    if not words:
        return EMPTY
    text = ""
    for word in (w for line in lines_of(words) for w in line.words):
        text += word.text if not text or (text.endswith("-") and len(text) > 1 and text[-2] != " ") else f" {word.text}"
    text, marks = plain(text)
    notes = tuple(dict.fromkeys([*(n for w in words for n in w.notes), *marks]))
    bold = frozenset({"bold"}) if all(w.bold for w in words) else frozenset()
    return Cell(text, place, bold, notes)
