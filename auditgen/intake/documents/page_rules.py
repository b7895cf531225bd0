"""The straight lines drawn on a PDF page: rules over and under the rows of tables, and the frames of their cells."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from auditgen.intake.documents.page_frame import Frame

_THIN = 3.0
_SHORTEST = 6.0
_LEAST = 28.0
_TOUCH = 3.0
# A page with more drawn objects than this holds charts, whose lines say nothing about tables.
_MOST_OBJECTS = 20_000


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line in points from the top left: at `at` (y of a horizontal one, x of a vertical one)."""

    at: float
    start: float
    end: float

    def covers(self, start: float, end: float) -> bool:
        """Whether it runs along nine tenths of an extent."""
        return min(self.end, end) - max(self.start, start) >= 0.9 * (end - start)


@dataclass(frozen=True, slots=True)
class Rules:
    """Horizontal and vertical lines of a page, pieces on one line put together."""

    across: tuple[Rule, ...] = ()
    down: tuple[Rule, ...] = ()

    def between(self, above: float, below: float, x0: float, x1: float) -> list[Rule]:
        """Horizontal lines between two baselines that meet an extent, from the top."""
        return [r for r in self.across if above < r.at < below and r.start < x1 and r.end > x0]

    def along(self, above: float, below: float, x0: float, x1: float) -> list[Rule]:
        """Horizontal lines between two baselines that run along nine tenths of an extent, from the top."""
        return [r for r in self.between(above, below, x0, x1) if r.covers(x0, x1)]


def read_rules(page: Any, frame: Frame) -> Rules:
    """The lines of a page. Thin filled boxes, which many programs draw instead of lines, count as lines."""
    import pypdfium2.raw as raw

    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    across: list[Rule] = []
    down: list[Rule] = []
    for n, shape in enumerate(page.get_objects(filter=(raw.FPDF_PAGEOBJ_PATH,))):
        if n >= _MOST_OBJECTS:
            return Rules()
        if not raw.FPDFPageObj_GetBounds(shape.raw, left, bottom, right, top):
            continue
        x0, y0, x1, y1 = frame.box(left.value, bottom.value, right.value, top.value)
        wide, tall = x1 - x0, y1 - y0
        if tall <= _THIN and wide >= _SHORTEST:
            across.append(Rule((y0 + y1) / 2, x0, x1))
        elif wide <= _THIN and tall >= _SHORTEST:
            down.append(Rule((x0 + x1) / 2, y0, y1))
        elif raw.FPDFPath_CountSegments(shape.raw) <= 6 and _is_drawn(shape, raw) and min(wide, tall) > _SHORTEST:
            across += [Rule(y0, x0, x1), Rule(y1, x0, x1)]
            down += [Rule(x0, y0, y1), Rule(x1, y0, y1)]
    return Rules(tuple(_joined(across, _LEAST)), tuple(_joined(down, _SHORTEST)))


def _is_drawn(shape: Any, raw: Any) -> bool:
    """Whether the outline of a shape is drawn; a coloured background has none."""
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    return bool(raw.FPDFPath_GetDrawMode(shape.raw, fill, stroke)) and bool(stroke.value)


def _joined(pieces: Iterable[Rule], least: float) -> list[Rule]:
    """Pieces on one line that touch, as one; what stays shorter than `least` is left out."""
    out: list[Rule] = []
    lines: list[list[Rule]] = []
    for piece in sorted(pieces, key=lambda r: r.at):
        if lines and piece.at - lines[-1][0].at <= 1.2:
            lines[-1].append(piece)
        else:
            lines.append([piece])
    for line in lines:
        row: list[Rule] = []
        for piece in sorted(line, key=lambda r: r.start):
            if row and piece.start <= row[-1].end + _TOUCH:
                row[-1] = Rule(row[-1].at, row[-1].start, max(row[-1].end, piece.end))
            else:
                row.append(piece)
        out += [r for r in row if r.end - r.start >= least]
    return out
