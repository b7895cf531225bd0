"""Two pictures of a ranking: every place with its range, and the places on two tests joined by lines."""

from __future__ import annotations

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
    rect,
    shorten,
    spread_apart,
    svg,
    text,
)

MAX_ROWS = 30
MAX_SLOPES = 14


@dataclass(frozen=True)
class Place:
    """One entry: its rank, where the rank falls in 95 of 100 repeats, and all ranks that fit; None where unknown.

    `strong`: the entry that the page is about, drawn in red with its name in bold.
    """

    label: str
    rank: int
    low: int | None
    high: int | None
    set_low: int | None
    set_high: int | None
    group: int
    strong: bool = False


def _ticks(first: int, last: int, at_most: int = 10) -> list[int]:
    for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000):
        if (last - first) / step <= at_most:
            return [first, *range((first // step + 1) * step, last + 1, step)]
    return [first, last]


def rank_picture(places: list[Place], words: str, width: float = 480) -> str:
    """A row an entry, best on top; at most 30 are drawn. `words` names the axis.

    Thin line: all ranks that fit. Thick bar: 95 of 100 repeats. Dot: the printed rank. A grey rule parts groups that
    can be told apart.
    """
    places = places[:MAX_ROWS]
    step, left, top = 13.0, width * 0.42, 24.0
    last = max([p.rank for p in places] + [p.set_high or 0 for p in places] + [p.high or 0 for p in places] + [2])
    height = top + step * len(places) + 4

    def px(rank: float) -> float:
        return left + (rank - 1) / (last - 1) * (width - left - 12)

    b = [text(left, 8, words, 7.5, MUTE)]
    for tick in _ticks(1, last):
        b.append(line(px(tick), top - 4, px(tick), height, PALE, 0.5))
        b.append(text(px(tick), top - 7, str(tick), 7.5, MUTE, "middle"))
    for i, p in enumerate(places):
        y = top + step * (i + 0.5)
        ink = RED if p.strong else NAVY
        if i and p.group != places[i - 1].group:
            b.append(line(0, y - step / 2, width, y - step / 2, TRACK, 0.6))
        if p.set_low is not None and p.set_high is not None:
            b.append(line(px(p.set_low), y, px(p.set_high), y, ink, 1))
        if p.low is not None and p.high is not None:
            b.append(rect(px(p.low) - 2.4, y - 2.4, px(p.high) - px(p.low) + 4.8, 4.8, "#fff", ink, 1.1))
        b.append(dot(px(p.rank), y, 2.5, ink))
        b.append(text(0, y + 2.7, f"{p.rank}", 8, MUTE))
        b.append(text(20, y + 2.7, shorten(p.label, left - 34, 8), 8, INK, weight=600 if p.strong else 400))
    return svg(width, height, "".join(b))


def rank_slopes(items: list[tuple[str, int, int]], words: tuple[str, str], width: float = 480) -> str:
    """Places on two tests, joined: lines that cross are changes of order. `items` are (label, rank a, rank b).

    Lines of entries that lose or win the first place are red. At most 14 are drawn.
    """
    items = sorted(items, key=lambda item: (item[1], item[0]))[:MAX_SLOPES]
    last = max(2, *(rank for _, a, z in items for rank in (a, z)))
    top, base, step = 24.0, 8.0, 14.0
    height = top + base + step * max(len(items), 5)
    xl, xr = width * 0.46, width - 42

    def py(rank: float) -> float:
        return top + (rank - 1) / (last - 1) * (height - top - base)

    b = [
        text(xl, 9, shorten(words[0], width * 0.44, 7.5), 7.5, MUTE, "end", 600),
        text(width, 9, shorten(words[1], width * 0.46, 7.5), 7.5, MUTE, "end", 600),
        line(xl, 15, xl, height, TRACK) + line(xr, 15, xr, height, TRACK),
    ]
    labels = spread_apart([py(a) for _, a, _ in items], 10.5, top - 3, height - 3)
    order = sorted(range(len(items)), key=lambda i: (items[i][2], i))
    ends = dict(zip(order, spread_apart([py(items[i][2]) for i in order], 9.4, top - 3, height - 3)))
    for i, ((label, a, z), y) in enumerate(zip(items, labels)):
        ink = RED if (a == 1) != (z == 1) else NAVY
        b.append(line(xl, py(a), xr, py(z), ink, 1.3))
        b.append(dot(xl, py(a), 2.3, ink) + dot(xr, py(z), 2.3, "#fff", ink, 1.2))
        b.append(line(xl - 8, y, xl - 3.5, py(a), MUTE, 0.5) + line(xr + 3.5, py(z), xr + 8, ends[i], MUTE, 0.5))
        b.append(text(xl - 10, y + 2.6, str(a), 7.5, ink if ink == RED else INK, "end"))
        b.append(text(xl - 24, y + 2.6, shorten(label, xl - 28, 7.5), 7.5, ink if ink == RED else INK, "end"))
        b.append(text(xr + 10, ends[i] + 2.6, str(z), 7.5, ink if ink == RED else INK))
    return svg(width, height, "".join(b))
