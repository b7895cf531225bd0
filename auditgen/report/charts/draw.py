"""SVG primitives: plain strings, fixed precision, no ids, no clips. Text is escaped here and nowhere else."""

from __future__ import annotations

import math
from html import escape

INK, MUTE, RULE, NAVY, PALE, TRACK = "#1C2733", "#55626F", "#C9D1D8", "#14385C", "#E3E8EC", "#D5DBE0"
TEAL, BLUE, SLATE, AMBER, PLUM, RED, SAND = (
    "#0B6157",
    "#1D4F91",
    "#3F4A55",
    "#7A4A00",
    "#6E2C55",
    "#9B2C12",
    "#F4E7D3",
)
FONT = "AG Sans"


def n(x: float) -> str:
    """A coordinate with at most two decimals."""
    if not math.isfinite(x):
        raise ValueError("a chart was given a number that is not finite")
    text = f"{x:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def svg(w: float, h: float, body: str) -> str:
    """One document, size in points."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(w)} {n(h)}" width="{n(w)}pt" height="{n(h)}pt" '
        f'font-family="{FONT}">{body}</svg>'
    )


def text(x: float, y: float, s: str, size: float = 8, fill: str = INK, anchor: str = "start", weight: int = 400) -> str:
    """One line of text; `s` may be anything a user wrote."""
    return (
        f'<text x="{n(x)}" y="{n(y)}" font-size="{n(size)}" fill="{fill}" text-anchor="{anchor}" '
        f'font-weight="{weight}">{escape(s)}</text>'
    )


def line(x1: float, y1: float, x2: float, y2: float, c: str = RULE, w: float = 0.6, dash: str = "") -> str:
    """A straight line."""
    d = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<line x1="{n(x1)}" y1="{n(y1)}" x2="{n(x2)}" y2="{n(y2)}" stroke="{c}" stroke-width="{n(w)}"{d}/>'


def rect(x: float, y: float, w: float, h: float, fill: str, stroke: str = "", sw: float = 0.8, dash: str = "") -> str:
    """A rectangle; negative sizes are drawn as nothing."""
    s = f' stroke="{stroke}" stroke-width="{n(sw)}"' if stroke else ""
    d = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<rect x="{n(x)}" y="{n(y)}" width="{n(max(w, 0))}" height="{n(max(h, 0))}" fill="{fill}"{s}{d}/>'


def dot(x: float, y: float, r: float, fill: str, stroke: str = "", sw: float = 1.1) -> str:
    """A disc, or a ring with a white fill and a stroke."""
    s = f' stroke="{stroke}" stroke-width="{n(sw)}"' if stroke else ""
    return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(r)}" fill="{fill}"{s}/>'


def path(d: str, stroke: str = "none", sw: float = 1, fill: str = "none", dash: str = "") -> str:
    """A path of the caller's own making (numbers only)."""
    x = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path d="{d}" fill="{fill}" stroke="{stroke}" stroke-width="{n(sw)}"{x}/>'


def diamond(x: float, y: float, r: float, fill: str, stroke: str = "none", sw: float = 1.2) -> str:
    """A square on its corner: the claim."""
    return path(f"M{n(x - r)} {n(y)} L{n(x)} {n(y - r)} L{n(x + r)} {n(y)} L{n(x)} {n(y + r)} Z", stroke, sw, fill)


def text_width(s: str, size: float = 8) -> float:
    """A generous estimate of the width of a line, in points; wide scripts count a full em."""
    em = 0.0
    for c in s:
        if ord(c) > 0x2E80:
            em += 1.0
        elif c in "iljtfrI.,:;'|!()[]- ":
            em += 0.31
        elif c in "mwMW%@":
            em += 0.83
        elif c.isupper():
            em += 0.61
        else:
            em += 0.51
    return em * size


def shorten(s: str, width: float, size: float = 8) -> str:
    """The line cut in the middle with an ellipsis so that it fits; the end of a model name tells versions apart."""
    if text_width(s, size) <= width:
        return s
    keep = len(s)
    while keep > 4:
        keep -= 1
        head = (keep + 1) * 3 // 5
        cut = s[:head].rstrip() + "…" + s[len(s) - (keep - head) :].lstrip()
        if text_width(cut, size) <= width:
            return cut
    return s[:2] + "…"


def nice_step(span: float, at_most: int = 7) -> float:
    """A tick distance of 1, 2 or 5 times a power of ten that gives at most `at_most` intervals."""
    raw = max(span, 1e-9) / at_most
    base = 10 ** math.floor(math.log10(raw))
    for m in (1, 2, 5, 10):
        if m * base >= raw * (1 - 1e-12):
            return m * base
    return 10 * base


def spread_apart(wanted: list[float], distance: float, low: float, high: float) -> list[float]:
    """Positions near `wanted` (sorted), at least `distance` apart, inside low..high where they fit."""
    if not wanted:
        return []
    distance = min(distance, (high - low) / max(len(wanted) - 1, 1))
    placed: list[float] = []
    for y in wanted:
        placed.append(max(y, low, placed[-1] + distance if placed else low))
    ceiling = high
    for i in range(len(placed) - 1, -1, -1):
        placed[i] = min(placed[i], ceiling)
        ceiling = placed[i] - distance
    return placed
