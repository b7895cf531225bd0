"""Scores by month of publication around the end of training, and how often questions came out word for word."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from auditgen.report.charts.draw import (
    INK,
    MUTE,
    NAVY,
    PALE,
    RED,
    SLATE,
    TRACK,
    diamond,
    dot,
    line,
    path,
    rect,
    shorten,
    svg,
    text,
    text_width,
)


@dataclass(frozen=True)
class Month:
    """Questions of one month: mean shares of the model and of the others (None where not run), in percent.

    `when` counts months from any start; `missing`: the model's runs look missing and are left out.
    """

    when: int
    label: str
    n: int
    model: float | None
    others: float | None
    missing: bool = False


def monthly_picture(
    months: list[Month],
    cutoffs: list[tuple[float, str]],
    words: tuple[str, str],
    width: float = 480,
    height: float = 150,
) -> str:
    """Two lines over months; bars at the foot tell the number of questions; upright rules are the stated cut-offs.

    `cutoffs` are (month, label), in the scale of `Month.when`; `words` name the model and the others.
    """
    left, right, top, foot, base = 30.0, 12.0, 26.0, 22.0, 14.0
    first, last = months[0].when, max(months[-1].when, months[0].when + 1)
    most = max(m.n for m in months)

    def px(when: float) -> float:
        return left + (when - first + 0.5) / (last - first + 1) * (width - left - right)

    def py(v: float) -> float:
        return top + (100 - v) / 100 * (height - top - foot - base)

    b = [line(left, py(v), width - right, py(v), PALE, 0.5) for v in range(0, 101, 25)]
    b += [text(left - 4, py(v) + 2.6, f"{v}%", 7.5, MUTE, "end") for v in range(0, 101, 25)]
    every = max(1, round(len(months) / 12))
    slot = (width - left - right) / (last - first + 1)
    for i, m in enumerate(months):
        tall = foot * 0.8 * m.n / most
        b.append(rect(px(m.when) - slot * 0.35, height - base - tall, slot * 0.7, tall, TRACK))
        if i % every == 0:
            b.append(text(px(m.when), height - 4, m.label, 7, MUTE, "middle"))
    for when, _ in cutoffs:
        b.append(line(px(when), top, px(when), height - base, SLATE, 1, "3 2"))
    for group in _close(sorted(cutoffs), px):
        first_day, last_day = group[0][1], group[-1][1]
        label = first_day if len(group) == 1 else f"{first_day} \u2013 {last_day}"
        x = px(group[0][0])
        wide = text_width(label, 7.5)
        b.append(text(min(x, width - right - wide), top - 3, label, 7.5, SLATE))
    for name, ink in (("others", NAVY), ("model", RED)):
        runs: list[list[tuple[float, float]]] = [[]]
        for m in months:
            value = m.others if name == "others" else None if m.missing else m.model
            if value is None:
                runs.append([])
            else:
                runs[-1].append((px(m.when), py(value)))
        for run in runs:
            if len(run) > 1:
                b.append(path("M" + " L".join(f"{x:.2f} {y:.2f}" for x, y in run), ink, 1.4 if ink == RED else 1.1))
            b += [diamond(x, y, 3, ink) if ink == RED else dot(x, y, 2.2, ink) for x, y in run]
    b += [diamond(px(m.when), py(m.model), 3, "#fff", RED, 1) for m in months if m.missing and m.model is not None]
    b.append(diamond(left + 4, 6, 3, RED) + text(left + 11, 8.6, shorten(words[0], 150, 8), 8, RED, weight=600))
    b.append(dot(left + 178, 6, 2.2, NAVY) + text(left + 184, 8.6, shorten(words[1], 260, 8), 8, NAVY))
    return svg(width, height, "".join(b))


def _close(cutoffs: list[tuple[float, str]], px: Callable[[float], float]) -> list[list[tuple[float, str]]]:
    """Dates in groups whose labels would touch."""
    groups: list[list[tuple[float, str]]] = []
    for cutoff in cutoffs:
        if groups and px(cutoff[0]) - px(groups[-1][0][0]) < 140:
            groups[-1].append(cutoff)
        else:
            groups.append([cutoff])
    return groups


@dataclass(frozen=True)
class Rate:
    """One group of questions: share that came out word for word, in percent, with its 95% interval where known."""

    label: str
    value: float
    low: float | None
    high: float | None
    own: bool


def rate_picture(rates: list[Rate], width: float = 480) -> str:
    """A bar a group with its interval; the questions of the test in red, controls in grey. At most ten are drawn."""
    rates = rates[:10]
    left, step, top = width * 0.5, 16.0, 6.0
    reach = max([r.high if r.high is not None else r.value for r in rates] + [1.0])
    height = top + step * len(rates) + 16

    def px(v: float) -> float:
        return left + v / reach * (width - left - 40)

    b = [line(left, top, left, height - 14, INK, 0.8)]
    for i, r in enumerate(rates):
        y = top + step * i
        ink = RED if r.own else SLATE
        b.append(rect(left, y + 3, px(r.value) - left, step - 6, ink))
        end = px(r.value)
        if r.low is not None and r.high is not None:
            b.append(line(px(r.low), y + step / 2, px(r.high), y + step / 2, INK, 1))
            end = max(end, px(r.high))
        b.append(text(end + 4, y + step / 2 + 2.7, f"{r.value:.1f}%", 8, ink, weight=600))
        b.append(text(left - 5, y + step / 2 + 2.7, shorten(r.label, left - 8, 8), 8, INK, "end"))
    return svg(width, height - 10, "".join(b))
