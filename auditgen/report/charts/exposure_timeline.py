"""Exposure timeline: test published, training cut-off, model released, claim made."""

from __future__ import annotations

import math
from dataclasses import dataclass

from auditgen.report.charts.draw import (
    AMBER,
    INK,
    MUTE,
    NAVY,
    RED,
    SLATE,
    diamond,
    dot,
    line,
    nice_step,
    path,
    rect,
    shorten,
    svg,
    text,
    text_width,
)


@dataclass(frozen=True)
class Event:
    """One dated event. `when` is a year with a fraction; `kind` is source, items, answers, cutoff, release, claim
    or withdrawn."""

    when: float
    title: str
    day: str
    kind: str


LABEL = 128.0


def _sign(kind: str, x: float, y: float) -> str:
    """Shape by kind, so that the picture reads in grey: questions are discs, the model squares, the claim a diamond."""
    if kind == "claim":
        return diamond(x, y, 4.2, RED)
    if kind == "release":
        return rect(x - 3, y - 3, 6, 6, NAVY)
    if kind == "cutoff":
        return path(f"M{x - 3.8:.2f} {y + 3.2:.2f} L{x + 3.8:.2f} {y + 3.2:.2f} L{x:.2f} {y - 3.8:.2f} Z", fill=NAVY)
    if kind == "withdrawn":
        return rect(x - 3, y - 3, 6, 6, "#fff", SLATE, 1.5)
    if kind == "source":
        return dot(x, y, 3, "#fff", AMBER, 1.4)
    return dot(x, y, 3.3, AMBER)


def exposure_timeline(events: tuple[Event, ...], width: float = 482) -> str:
    """Draw the events on one axis; labels alternate above and below and move to outer lanes where they would touch."""
    events = tuple(sorted(events, key=lambda e: (e.when, e.kind)))
    first, last = events[0].when, events[-1].when
    pad = max((last - first) * 0.05, 0.12)
    start, end = first - pad, last + pad

    def at(t: float) -> float:
        return 6 + (t - start) / (end - start) * (width - 12)

    boxes = []
    taken: dict[int, list[tuple[float, float]]] = {}
    for i, e in enumerate(events):
        title = shorten(e.title, LABEL, 8)
        w = max(text_width(title, 8), text_width(e.day, 7.5)) + 7
        x = at(e.when)
        a = min(max(x - 3, 0), width - w)
        for lane in sorted(range(1, len(events) + 1)):
            for side in (lane, -lane) if i % 2 == 0 else (-lane, lane):
                if all(a + w <= lo or a >= hi for lo, hi in taken.get(side, [])):
                    break
            else:
                continue
            break
        taken.setdefault(side, []).append((a, a + w))
        boxes.append((e, title, x, a, side))
    above = max((s for *_, s in boxes if s > 0), default=0)
    below = max((-s for *_, s in boxes if s < 0), default=0)
    axis = 6 + 21.0 * above
    height = axis + 12 + 20.0 * below
    b = [line(6, axis, width - 6, axis, INK, 1)]
    every = max(1, math.ceil(nice_step(end - start, 10)))
    for year in range(math.ceil(start), math.floor(end) + 1):
        if year % every == 0:
            b.append(line(at(year), axis - 3, at(year), axis + 3, INK, 1))
            left = min(at(year) + 2.5, width - 20)
            if any(side < 0 and left - 1 <= x <= left + 18 for _, _, x, _, side in boxes) and left > 26:
                left -= 22  # a stem would cross the figures
            b.append(text(left, axis + 10, str(year), 7.5, MUTE))
    for _, _, x, _, side in boxes:
        y = axis - 21 * side + 6 if side > 0 else axis + 12 - 21 * (side + 1)
        b.append(line(x, axis, x, y, MUTE, 0.5))
    for e, title, _, a, side in boxes:
        y = axis - 21 * side + 3 if side > 0 else axis + 20 - 21 * (side + 1)
        w = max(text_width(title, 8), text_width(e.day, 7.5))
        b.append(rect(a, y - 7.5, w + 2, 17.5, "#fff"))
        b.append(text(a + 1, y, title, 8, INK, weight=600) + text(a + 1, y + 8.5, e.day, 7.5, MUTE))
    for e, _, x, _, _ in boxes:
        b.append(_sign(e.kind, x, axis))
    return svg(width, height, "".join(b))
