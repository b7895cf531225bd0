"""Fresh-test scatter, slope picture of a re-made test, and the legend of the span bar."""

from __future__ import annotations

import math

from auditgen.report.charts.draw import (
    BLUE,
    INK,
    MUTE,
    NAVY,
    PALE,
    RED,
    TRACK,
    diamond,
    dot,
    line,
    nice_step,
    rect,
    shorten,
    spread_apart,
    svg,
    text,
    text_width,
)

MAX_SLOPES = 14


def _range(values: list[float]) -> tuple[float, float, float]:
    low, high = min(values), max(values)
    pad = max((high - low) * 0.05, 1.0)
    step = nice_step(high - low + 2 * pad, 6)
    lo, hi = math.floor((low - pad) / step) * step, math.ceil((high + pad) / step) * step
    return (max(lo, 0) if low >= 0 else lo), (min(hi, 100) if high <= 100 else hi), step


def _tick(v: float) -> str:
    return f"{v:.1f}".removesuffix(".0").replace("-", "\u2212")


def _line_inside(
    line_at: tuple[float, float], xs: tuple[float, float], ys: tuple[float, float]
) -> tuple[float, float, float, float] | None:
    """Both ends of the part of a line that lies over `xs` and inside `ys`, or nothing."""
    intercept, slope = line_at
    a, z = xs
    if abs(slope) > 1e-6:
        edges = sorted((y - intercept) / slope for y in ys)
        a, z = max(a, edges[0]), min(z, edges[1])
    elif not ys[0] <= intercept <= ys[1]:
        return None
    return (a, intercept + slope * a, z, intercept + slope * z) if a < z else None


def fresh_scatter(
    references: list[tuple[float, float]],
    model: tuple[float, float],
    line_at: tuple[float, float],
    expected: tuple[float, float] | None,
    words: tuple[str, str, str],
    width: float = 290,
    height: float = 150,
) -> str:
    """Old score over new score, in percent.

    `references` and `model` are (new, old); `line_at` is (intercept, slope) in percent; `expected` the range of old
    scores that would fit the model's new score; `words` name the two axes and the model.
    """
    left, bottom, top, right = 30.0, 28.0, 14.0, 10.0
    xs = [x for x, _ in references] + [model[0]]
    ys = [y for _, y in references] + [model[1], *(expected or ())]
    x0, x1, dx = _range(xs)
    y0, y1, dy = _range(ys)

    def px(v: float) -> float:
        return left + (v - x0) / (x1 - x0) * (width - left - right)

    def py(v: float) -> float:
        return top + (y1 - v) / (y1 - y0) * (height - top - bottom)

    b = []
    for i in range(round((x1 - x0) / dx) + 1):
        v = x0 + i * dx
        b.append(line(px(v), top, px(v), height - bottom, PALE, 0.5))
        b.append(text(px(v), height - bottom + 10, _tick(v), 7.5, MUTE, "middle"))
    for i in range(round((y1 - y0) / dy) + 1):
        v = y0 + i * dy
        b.append(line(left, py(v), width - right, py(v), PALE, 0.5))
        b.append(text(left - 4, py(v) + 2.6, _tick(v), 7.5, MUTE, "end"))
    ends = _line_inside(line_at, (min(xs), max(xs)), (y0, y1))
    if ends:
        b.append(line(px(ends[0]), py(ends[1]), px(ends[2]), py(ends[3]), NAVY, 1.2))
    b += [dot(px(x), py(y), 2.4, NAVY) for x, y in references]
    mx, my = px(model[0]), py(model[1])
    if expected:
        b.append(line(mx, py(expected[0]), mx, py(expected[1]), RED, 3.2))
        b.append(line(mx, py(expected[0]), mx, py(expected[1]), "#fff", 1.8))
    b.append(diamond(mx, my, 4.6, RED))
    name = shorten(words[2], 120, 8)
    inside = mx - text_width(name, 8) - 8 > left
    b.append(text(mx - 8 if inside else mx + 8, max(my - 5, top + 2), name, 8, RED, "end" if inside else "start", 600))
    b.append(text(width - right, height - 4, words[0], 7.5, MUTE, "end"))
    b.append(text(left, top - 5, words[1], 7.5, MUTE))
    return svg(width, height, "".join(b))


def slope_picture(
    items: list[tuple[str, float, float, str]], words: tuple[str, str], width: float = 300, height: float = 104
) -> str:
    """Scores on the original and on the re-made test, in percent: a common fall and a kept order are both visible.

    `items` are (label, before, after, kind) with kind model (solid, red) or other; at most 14 are drawn.
    """
    items = sorted(items, key=lambda i: (-i[1], i[0]))[:MAX_SLOPES]
    lo, hi, step = _range([v for _, a, z, _ in items for v in (a, z)])
    top, base = 22.0, 8.0

    def py(v: float) -> float:
        return top + (hi - v) / (hi - lo) * (height - top - base)

    xl, xr = width * 0.44, width - 34
    b = [text(xl, 9, words[0], 7.5, MUTE, "middle", 600), text(xr, 9, words[1], 7.5, MUTE, "middle", 600)]
    for i in range(round((hi - lo) / step) + 1):
        v = lo + i * step
        b.append(line(xl, py(v), xr + 4, py(v), PALE, 0.5) + text(xr + 7, py(v) + 2.6, _tick(v) + "%", 7.5, MUTE))
    b.append(line(xl, 14, xl, height, TRACK) + line(xr, 14, xr, height, TRACK))
    labels = spread_apart([py(a) for _, a, _, _ in items], 9.4, top - 2, height - 4)
    for (label, before, after, kind), y in zip(items, labels):
        ink = RED if kind == "model" else NAVY
        b.append(
            line(xl, py(before), xr, py(after), ink, 1.5 if kind == "model" else 1.1, "" if kind != "mean" else "4 2")
        )
        b.append(dot(xl, py(before), 2.3, ink) + dot(xr, py(after), 2.3, "#fff", ink, 1.2))
        b.append(line(xl - 8, y, xl - 3.5, py(before), MUTE, 0.5))
        weight = 600 if kind == "model" else 400
        b.append(
            text(xl - 10, y + 2.6, shorten(label, xl - 14, 7.5), 7.5, ink if kind == "model" else INK, "end", weight)
        )
    return svg(width, height, "".join(b))


def bar_legend(words: tuple[str, str, str, str, str, str], points: int = 6, answered: int = 11, w: float = 330) -> str:
    """The span bar, large, with the four grades of certainty and the two ends named."""

    def at(v: float) -> float:
        return 6 + v / 16 * (w - 12)

    b = [rect(6, 22, w - 12, 12, PALE)]
    for c in (5, 9, 14):
        b.append(line(at(c), 16, at(c), 40, "#6B7782", 0.8))
    b.append(rect(at(points), 20, at(answered) - at(points), 16, "#fff", BLUE, 1.2, "3 2"))
    b.append(rect(6, 18, at(points) - 6, 20, NAVY) + line(6, 14, 6, 42, NAVY, 2))
    for (a, z), s in zip(((0, 5), (5, 9), (9, 14), (14, 16)), words[:4]):
        b.append(text((at(a) + at(z)) / 2, 11, s, 7.5, MUTE, "middle"))
    for v in (0, 5, 9, 14, 16):
        b.append(text(at(v), 52, str(v), 7.5, MUTE, "middle"))
    b.append(line(at(points), 38, at(points), 58, NAVY, 0.8) + text(at(points), 67, words[4], 8, NAVY, "middle", 600))
    b.append(line(at(answered), 36, at(answered), 58, BLUE, 0.8))
    b.append(text(at(answered), 67, words[5], 8, BLUE, "middle", 600))
    return svg(w, 70, "".join(b))
