"""Score strip: the claim with its interval against guessing and ceiling, other measurements grouped by set-up."""

from __future__ import annotations

import math
from dataclasses import dataclass

from auditgen.report.charts.draw import (
    INK,
    MUTE,
    NAVY,
    PALE,
    RED,
    SAND,
    TRACK,
    diamond,
    dot,
    line,
    nice_step,
    rect,
    shorten,
    svg,
    text,
    text_width,
)

MAX_LANES, MAX_DOTS = 7, 18


@dataclass(frozen=True)
class Dot:
    """One measurement, as shares. `kind`: claim, counted (filled) or listed (hollow)."""

    letter: str
    value: float
    low: float | None
    high: float | None
    kind: str


@dataclass(frozen=True)
class Lane:
    """Measurements made in one set-up."""

    label: str
    dots: tuple[Dot, ...]


def drawn(lanes: tuple[Lane, ...]) -> tuple[Lane, ...]:
    """The lanes that fit a figure: the first ones, the claim's lane first; the rest stays in the table."""
    kept, dots = [], 0
    for lane in lanes[:MAX_LANES]:
        room = MAX_DOTS - dots
        if room <= 0:
            break
        kept.append(Lane(lane.label, lane.dots[:room]))
        dots += len(kept[-1].dots)
    return tuple(kept)


def _axis(values: list[float]) -> tuple[float, float, float]:
    """Low end, high end and tick distance in percent; dots need no zero, but never more than the data's own span."""
    low, high = min(values), max(values)
    pad = max((high - low) * 0.06, 1.0)
    step = max(nice_step(high - low + 2 * pad, 7), 1)
    lo, hi = math.floor((low - pad) / step) * step, math.ceil((high + pad) / step) * step
    return (max(lo, 0) if low >= 0 else lo), (min(hi, 100) if high <= 100 else hi), step


def score_strip(
    lanes: tuple[Lane, ...],
    chance: float | None,
    ceiling: float | None,
    band: tuple[float, float] | None,
    words: tuple[str, str],
    width: float = 482,
) -> str:
    """Draw the lanes. `words`: the labels of the guessing line and of the ceiling line."""
    lanes = drawn(lanes)
    left, top, gutter = 150.0, 22.0, 16.0
    values = [100 * v for lane in lanes for d in lane.dots for v in (d.value, d.low, d.high) if v is not None]
    values += [100 * v for v in (chance, ceiling) if v is not None] + [100 * v for v in band or ()]
    lo, hi, step = _axis(values)

    def at(percent: float) -> float:
        return left + (min(max(percent, lo), hi) - lo) / (hi - lo) * (width - left - gutter)

    heights = [max(15.0, 10.0 * len(lane.dots) + 5) for lane in lanes]
    bottom = top + sum(heights)
    b = []
    if band:
        x1, x2 = at(100 * band[0]), at(100 * band[1])
        b.append(rect(x1, top - 4, max(x2 - x1, 0.8), bottom - top + 4, SAND))
    ticks = round((hi - lo) / step)
    for i in range(ticks + 1):
        v = lo + i * step
        b.append(line(at(v), top - 4, at(v), bottom, TRACK, 0.5))
        label = f"{v:.1f}".removesuffix(".0") + "%"
        b.append(text(at(v), bottom + 10, label, 7.5, MUTE, "middle"))
    b += _levels(at, chance, ceiling, words, top, bottom, width)
    y = top
    for lane, h in zip(lanes, heights):
        b.append(line(0, y + h, width, y + h, PALE, 0.5))
        b.append(text(0, y + h / 2 + 3, shorten(lane.label, left - 8, 8.5), 8.5, INK, weight=600))
        for j, d in enumerate(lane.dots):
            yy = y + h / 2 + (j - (len(lane.dots) - 1) / 2) * 10
            x, end = at(100 * d.value), at(100 * d.value)
            if d.low is not None and d.high is not None:
                end = at(100 * d.high)
                b.append(line(at(100 * d.low), yy, end, yy, RED if d.kind == "claim" else NAVY, 1.2))
            if d.kind == "claim":
                b.append(diamond(x, yy, 4, "#fff", RED, 1.4))
            elif d.kind == "counted":
                b.append(dot(x, yy, 2.9, NAVY))
            else:
                b.append(dot(x, yy, 2.5, "#fff", NAVY, 1.2))
            b.append(text(max(end, x + 3) + 4, yy + 2.7, d.letter, 7.5, INK, weight=600))
        y += h
    return svg(width, bottom + 13, "".join(b))


def _levels(at, chance, ceiling, words, top, bottom, width) -> list[str]:  # type: ignore[no-untyped-def]
    """The guessing line and the ceiling line, their labels kept apart and inside the picture."""
    b = []
    right_of_chance = 0.0
    if chance is not None:
        x = at(100 * chance)
        b.append(line(x, top - 8, x, bottom, INK, 1))
        start = min(x, width - text_width(words[0], 7.5) - 2)
        b.append(text(start, top - 11, words[0], 7.5, INK))
        right_of_chance = start + text_width(words[0], 7.5) + 6
    if ceiling is not None:
        x = at(100 * ceiling)
        b.append(line(x, top - 8, x, bottom, INK, 1, "3 2"))
        room = text_width(words[1], 7.5)
        middle = min(x, width - room / 2 - 2)
        if middle - room / 2 < right_of_chance:
            b.append(text(min(right_of_chance, width - room), top - 11, words[1], 7.5, INK))
        else:
            b.append(text(middle, top - 11, words[1], 7.5, INK, "middle"))
    return b
