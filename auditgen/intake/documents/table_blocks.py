"""Which lines of a page belong to one table: rows of figures, and the lines of labels between them."""

from __future__ import annotations

from auditgen.intake.documents.limits import MAX_ROWS
from auditgen.intake.documents.page_captions import CAPTION
from auditgen.intake.documents.words import Line, Spacing, is_prose

_LABEL_ONLY_LINES = 4


def blocks_of(lines: list[Line], spacing: Spacing) -> list[list[int]]:
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
            title = _title_inside(lines, current[0], i, spacing)
            prose = is_prose(line, spacing) and not title
            if prose or CAPTION.match(line.text) or len(waiting) >= _LABEL_ONLY_LINES:
                blocks, current, waiting = [*blocks, current], [], []
            else:
                waiting.append(i)
    if current:
        blocks.append(current)
    blocks = [_to_rule(b[:MAX_ROWS], lines, spacing) for b in blocks]
    return [b for b in blocks if _enough(b, lines) or _ruled_row(b, lines, spacing)]


def _title_inside(lines: list[Line], first: int, i: int, spacing: Spacing) -> bool:
    """Whether one line of words between two rows of figures begins where their labels do and ends before they do."""
    if not 0 < i < len(lines) - 1 or not lines[i - 1].cells or not lines[i + 1].cells:
        return False
    row, line, below = lines[first], lines[i], lines[i + 1]
    figures = [sum(w.figure or w.missing for w in other.cells) for other in (lines[i - 1], below)]
    near = max(line.y - lines[i - 1].y, below.y - line.y) <= 2.2 * spacing.pitch
    inside = abs(line.x0 - below.x0) <= 6 and line.x1 < max(row.x1, below.x1)
    return near and inside and min(figures) >= 2


def _to_rule(block: list[int], lines: list[Line], spacing: Spacing) -> list[int]:
    """The block with the line under its last row, where a rule closes the table below it: the rest of a label."""
    last, i = lines[block[-1]], block[-1] + 1
    if not last.cells or i >= len(lines) or lines[i].cells or CAPTION.match(lines[i].text):
        return block
    line, x0, x1 = lines[i], last.x0, last.x1
    below = lines[i + 1].y if i + 1 < len(lines) else line.y + 2 * spacing.pitch
    if line.y - last.y > 1.5 * spacing.pitch or line.x1 > last.cells[0].x0:
        return block
    between = spacing.rules.along(last.y, line.y, x0, x1)
    closing = spacing.rules.along(line.y, min(below, line.y + 1.5 * spacing.pitch), x0, x1)
    return [*block, i] if closing and not between else block


def _ruled_row(block: list[int], lines: list[Line], spacing: Spacing) -> bool:
    """A table of one row: rules of one length over its head, under it, and under the row."""
    rows = [lines[i] for i in block if lines[i].cells]
    if len(rows) != 1 or len(block) > 3 or block[0] == 0:
        return False
    row, head = rows[0], lines[block[0] - 1]
    if not row.labels or not any(w.figure for w in row.cells) or is_prose(head, spacing) or head.cells:
        return False
    x0, x1 = min(row.x0, head.x0), max(row.x1, head.x1)
    reach = 1.9 * spacing.pitch
    over = spacing.rules.between(head.y - reach, head.y, x0, x1)
    middle = spacing.rules.between(head.y, row.y, x0, x1)
    under = spacing.rules.between(row.y, row.y + reach, x0, x1)
    return any(
        a.covers(x0, x1) and all(abs(a.start - r.start) < 4 and abs(a.end - r.end) < 4 for r in (b, c))
        for a in over
        for b in middle
        for c in under
    )


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
