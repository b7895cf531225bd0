"""One model against another, test by test: gaps with their intervals around a line of no difference."""

from __future__ import annotations

import math
from dataclasses import dataclass

from auditgen.report.charts.draw import (
    INK,
    MUTE,
    NAVY,
    PALE,
    RED,
    TRACK,
    dot,
    line,
    nice_step,
    shorten,
    svg,
    text,
)

MAX_ROWS = 26


@dataclass(frozen=True)
class Gap:
    """One test: gap in points (positive: the claimed order), its 95% interval where known, and whether it is clear.

    `head`: the party that measured, drawn as a heading where it changes. `same`: the claimed test itself.
    """

    head: str
    label: str
    gap: float
    low: float | None = None
    high: float | None = None
    clear: bool = False
    same: bool = False


def gap_picture(rows: list[Gap], words: tuple[str, str], width: float = 480) -> str:
    """A row a test, a heading a party; at most 26 tests are drawn. `words` name the two sides, left and right.

    Filled dot: beyond luck. Ring: not beyond luck, or not known. Red: against the claimed order.
    """
    rows = rows[:MAX_ROWS]
    step, left, top, pad = 11.5, width * 0.46, 26.0, 10.0
    ends = [v for r in rows for v in (r.gap, r.low, r.high) if v is not None]
    low, high = min([*ends, 0.0]), max([*ends, 0.0])
    tick = nice_step(max(high - low, 1.0), 8)
    low, high = math.floor(low / tick + 1e-9) * tick, math.ceil(high / tick - 1e-9) * tick
    low, high = (low - tick if low == 0 else low), (high + tick if high == 0 else high)
    heads = [i == 0 or r.head != rows[i - 1].head for i, r in enumerate(rows)]
    height = top + step * (len(rows) + sum(h for h, r in zip(heads, rows) if r.head)) + 4

    def px(v: float) -> float:
        return left + pad + (v - low) / (high - low) * (width - left - 2 * pad)

    b = []
    for k in range(round((high - low) / tick) + 1):
        v = low + k * tick
        b.append(line(px(v), top - 6, px(v), height, TRACK if abs(v) < 1e-9 else PALE, 0.9 if abs(v) < 1e-9 else 0.5))
        b.append(text(px(v), top - 9, f"{v:g}".replace("-", "\u2212"), 7.5, MUTE, "middle"))
    room = (width - left) / 2 - 6
    b.append(text(left + pad, 8, shorten(words[0], room, 7.5), 7.5, MUTE))
    b.append(text(width - pad, 8, shorten(words[1], room, 7.5), 7.5, MUTE, "end"))
    y = top
    for row, first in zip(rows, heads):
        if first and row.head:
            b.append(text(0, y + step - 3.2, shorten(row.head, left - 8, 8), 8, INK, weight=600))
            y += step
        at = y + step / 2
        ink = NAVY if row.gap >= 0 else RED
        if row.low is not None and row.high is not None:
            b.append(line(px(row.low), at, px(row.high), at, ink, 1))
        b.append(dot(px(row.gap), at, 2.7, ink if row.clear else "#fff", ink, 1.1))
        b.append(text(10, at + 2.7, shorten(row.label, left - 20, 8), 8, INK, weight=600 if row.same else 400))
        y += step
    return svg(width, height, "".join(b))
