"""Decoration beside words and numbers: finding marks, domain marks, span bars, ladder and rank cells.

They carry no alternative text: the word and the number always stand beside them.
"""

from __future__ import annotations

from auditgen.report.charts.draw import (
    AMBER,
    BLUE,
    MUTE,
    NAVY,
    PALE,
    PLUM,
    RED,
    SLATE,
    TEAL,
    diamond,
    dot,
    line,
    n,
    path,
    rect,
    svg,
)

# Finding as recorded -> name of its mark, in the order of the reading page.
SLUGS = {
    "Shown": "shown",
    "Suggested": "suggested",
    "Open": "open",
    "Too close to call": "too-close",
    "Not comparable": "not-comparable",
    "Depends on settings": "depends",
    "Cannot be checked as worded": "unworded",
    "Not shown": "not-shown",
    "Contradicted": "contradicted",
    "Not claimed": "not-claimed",
}

# Silhouette first, colour second: in grey print all colours look alike.
FINDINGS: dict[str, tuple[str, str]] = {
    "shown": (TEAL, dot(6, 6, 5.6, TEAL) + path("M3 6.3 L5.2 8.5 L9.2 3.7", "#fff", 1.7)),
    "suggested": (TEAL, dot(6, 6, 4.9, "#fff", TEAL, 1.4) + path("M6 1.1 A4.9 4.9 0 0 0 6 10.9 Z", fill=TEAL)),
    "open": (
        BLUE,
        dot(6, 6, 4.9, "#fff", BLUE, 1.4)
        + path("M4.3 4.7 A1.75 1.75 0 1 1 6 6.6 L6 7.3", BLUE, 1.4)
        + dot(6, 8.9, 0.8, BLUE),
    ),
    "too-close": (SLATE, rect(0, 1.7, 8, 3.5, SLATE) + rect(4, 6.8, 8, 3.5, SLATE)),
    "not-comparable": (
        SLATE,
        rect(0.3, 3.5, 5, 5, SLATE) + dot(9.1, 6, 2.3, "#fff", SLATE, 1.3) + path("M6.1 0 L6.1 12", SLATE, 0.9),
    ),
    "depends": (
        AMBER,
        path("M6 11.8 L6 7 M6 7.6 L1.9 3.2 M6 7.6 L10.1 3.2", AMBER, 1.9)
        + path("M0 4.9 L.5 .6 L4.8 1.2 Z M12 4.9 L11.5 .6 L7.2 1.2 Z", fill=AMBER),
    ),
    "unworded": (MUTE, rect(1.1, 1.1, 9.8, 9.8, "#fff", MUTE, 1.5, "1.6 1.67") + path("M2.4 9.6 L9.6 2.4", MUTE, 1.6)),
    "not-shown": (PLUM, rect(1.2, 1.2, 9.6, 9.6, "#fff", PLUM, 1.6)),
    "contradicted": (
        RED,
        path("M3.5 0 L8.5 0 L12 3.5 L12 8.5 L8.5 12 L3.5 12 L0 8.5 L0 3.5 Z", fill=RED)
        + path("M3.6 3.6 L8.4 8.4 M8.4 3.6 L3.6 8.4", "#fff", 1.7),
    ),
    "not-claimed": (MUTE, path("M2 6 L10 6", MUTE, 1.5)),
}

BLOCKS = {0: 0, 1: 1, 2: 2, 4: 3, 8: 4}
TOP = 16


def finding(slug: str) -> str:
    """The mark of one finding, 12 by 12 points."""
    return svg(12, 12, FINDINGS[slug][1])


def blocks(charge: int) -> int:
    """Number of blocks for a charge of 0, 1, 2, 4 or 8 points; anything else is drawn as the next heavier one."""
    size = abs(charge)
    return next((b for limit, b in BLOCKS.items() if size <= limit), 4)


def domain(known: int, opened: int) -> str:
    """Filled blocks for a known charge, hollow ones for an open question; both as plain sizes. The worse counts.

    A small ring stands for a question that adds no charge of its own.
    """
    k, o = blocks(known), blocks(opened)
    if not k and not o:
        return svg(44, 8, path("M1 4 L9 4", MUTE, 1.1))
    b, x = [], 0.0
    for i in range(max(k, o)):
        b.append(rect(x, 0.4, 7.2, 7.2, RED) if i < k else rect(x + 0.55, 0.95, 6.1, 6.1, "#fff", BLUE, 1.1))
        x += 9
    if o and o <= k:
        b.append(dot(x + 3.4, 4, 2.6, "#fff", BLUE, 1.1))
    return svg(44, 8, "".join(b))


def span(points: int, answered: int, w: float = 100, h: float = 9, cuts: tuple[int, ...] = (5, 9, 14)) -> str:
    """Two point numbers as one bar: solid to today, dashed to what answers could reach, a post at 0."""

    def at(v: float) -> float:
        return 1 + min(max(v, 0), TOP) / TOP * (w - 2)

    b = [rect(1, 2.6, w - 2, h - 5.2, PALE)]
    b += [line(at(c), 1.2, at(c), h - 1.2, "#8A96A1", 0.6) for c in cuts]
    if answered > points:
        b.append(rect(at(points), 1.9, at(answered) - at(points), h - 3.8, "#fff", BLUE, 1, "2 1.3"))
    if points > 0:
        b.append(rect(1, 1.4, at(points) - 1, h - 2.8, NAVY))
    b.append(line(1, 0, 1, h, NAVY, 1.6))
    return svg(w, h, "".join(b))


def ladder_cell(kind: str, before: int, after: int, w: float = 112, h: float = 15) -> str:
    """One step of the ladder as a floating bar on a scale from -16 to 16 that is cut to what steps commonly need."""
    lo, hi = -8, TOP

    def at(v: float) -> float:
        return (min(max(v, lo), hi) - lo) / (hi - lo) * w

    b = [line(at(0), 0, at(0), h, "#8A96A1", 0.7)]
    a, z = sorted((before, after))
    if kind == "start":
        b.append(rect(at(0), 3.4, at(after) - at(0), h - 6.8, NAVY))
    elif kind == "end":
        tall = line(at(0), 1.5, at(0), h - 1.5, NAVY, 3)
        b.append(rect(at(0), 3.4, at(after) - at(0), h - 6.8, NAVY) if after > 0 else tall)
    elif before == after:
        b.append(line(at(after), 2.4, at(after), h - 2.4, MUTE, 1.1))
    elif kind == "open":
        b.append(rect(at(a) + 0.5, 3.9, at(z) - at(a) - 1, h - 7.8, "#fff", BLUE, 1, "2 1.3"))
    else:
        b.append(rect(at(a), 3.4, at(z) - at(a), h - 6.8, TEAL if kind == "credit" else RED))
    if a < lo:
        b.append(path(f"M{n(at(lo) + 5)} 4 L{n(at(lo) + 1)} {n(h / 2)} L{n(at(lo) + 5)} {n(h - 4)}", MUTE, 1.1))
    return svg(w, h, "".join(b))


def rank_cell(low: int, high: int, claimed: int | None, places: int, w: float = 84, h: float = 13) -> str:
    """The places that the data allow as a box, the claimed place as a diamond."""
    places = max(places, high, 2)

    def at(v: float) -> float:
        return 5 + (v - 1) / (places - 1) * (w - 10)

    b = [line(at(1), h / 2, at(places), h / 2, PALE, 1)]
    b.append(rect(at(low) - 2.6, 3.6, at(high) - at(low) + 5.2, h - 7.2, "#fff", SLATE, 1))
    if claimed is not None and 1 <= claimed <= places:
        b.append(diamond(at(claimed), h / 2, 2.6, RED))
    return svg(w, h, "".join(b))
