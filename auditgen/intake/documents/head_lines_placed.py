"""Which columns the lines of a table's head stand over, all lines taken together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from auditgen.intake.documents.head_cells import HeadLine
from auditgen.intake.documents.header_places import Slot, short_rules
from auditgen.intake.documents.words import Line, Spacing, Word

# By line, the phrases with the numbers of the columns each stands over.
Placed = list[list[tuple[list[int], list[Word]]]]


def place_lines(lines: Sequence[Line], slots: Sequence[Slot], n_labels: int, space: float, spacing: Spacing) -> Placed:
    """The cells of every line of a head, by the way of setting heads and figures that fits them best.

    Figures may stand at the right end of their cells and heads at the left one, or the other way round: then a cell
    reaches over the white beside its figures.
    """
    best, least = _placed(lines, slots, n_labels, space, spacing)
    if least > _DOUBT:
        size = max(w.size for line in lines for w in line.words)
        for wide in _widened(slots, n_labels, 0.4 * size):
            placed, cost = _placed(lines, wide, n_labels, space, spacing)
            if cost < 0.8 * least - 0.5:
                best, least = placed, cost
    return best


# A reading that costs less fits without doubt.
_DOUBT = 1.5
# Below this there is nothing that the other lines could still tell.
_CLEAR = 0.3


def _widened(slots: Sequence[Slot], n_labels: int, gap: float) -> list[list[Slot]]:
    """The extents of the columns of figures with the white on their left, and with that on their right."""
    left, right = list(slots[:n_labels]), list(slots[:n_labels])
    for k in range(n_labels, len(slots)):
        slot = slots[k]
        start = slots[k - 1].x1 + gap if k else slot.x0
        pitch = slot.x0 - slots[k - 1].x0 if k > n_labels else 0.0
        end = slots[k + 1].x0 - gap if k + 1 < len(slots) else max(slot.x1, slot.x0 + pitch - gap)
        left.append(Slot(min(slot.x0, start), slot.x1))
        right.append(Slot(slot.x0, max(slot.x1, end)))
    return [left, right]


def _placed(
    lines: Sequence[Line], slots: Sequence[Slot], n_labels: int, space: float, spacing: Spacing
) -> tuple[Placed, float]:
    """The cells of every line, and their cost. What stands on other lines over a column says how wide it is."""
    placed: Placed = [[] for _ in lines]
    cost = 0.0
    for _ in range(2):
        cost = 0.0
        for number in range(len(lines) - 1, -1, -1):
            line = lines[number]
            below = lines[number + 1].y if number + 1 < len(lines) else line.y + 1.5 * max(w.size for w in line.words)
            others = [cell for k, cells in enumerate(placed) if k != number for cell in cells if len(cell[0]) == 1]
            lower = [cell for cells in placed[number + 1 :] for cell in cells]
            named = [any(k in ks for ks, _ in lower) for k in range(len(slots))]
            rules = short_rules(line.y, below, slots[n_labels:], spacing)
            near = 0.9 * max(w.size for w in line.words)
            beside = [
                ks[0]
                for k, cells in enumerate(placed)
                for ks, _ in cells
                if len(ks) == 1 and k != number and lines[k].y < line.y + near
            ]
            taken = [k in beside for k in range(len(slots))]
            head = HeadLine(line.words, _hulls(slots, others), space, n_labels, rules, named, taken)
            placed[number], one = head.cells()
            cost += one
        if cost <= _CLEAR or len(lines) == 1:
            break
    return placed, cost


def _hulls(slots: Sequence[Slot], cells: Sequence[tuple[list[int], list[Word]]]) -> list[Slot]:
    """The extents of the columns, with what stands over each alone."""
    hulls = [Slot(s.x0, s.x1) for s in slots]
    for (k,), words in cells:
        hulls[k] = Slot(min(hulls[k].x0, words[0].x0), max(hulls[k].x1, words[-1].x1))
    for a, b in pairwise(hulls):
        if a.x0 < b.x0 < a.x1 < b.x1:
            # Cells do not overlap; columns laid out with spaces may seem to.
            a.x1 = b.x0 = (a.x1 + b.x0) / 2
    return hulls
