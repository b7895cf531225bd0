"""Marks and figures: well-formed, inside their frame, escaped, and robust to any data."""

from __future__ import annotations

import math
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditgen.report.charts import marks
from auditgen.report.charts.comparisons import bar_legend, fresh_scatter, slope_picture
from auditgen.report.charts.draw import n, nice_step, shorten, spread_apart, text_width
from auditgen.report.charts.exposure_timeline import Event, exposure_timeline
from auditgen.report.charts.score_strip import MAX_DOTS, Dot, Lane, drawn, score_strip
from tests.report.sample_parts import HOSTILE

SVG = "{http://www.w3.org/2000/svg}"
LABELS = ("guessing 25.0%", "ceiling 93.5%")
share = st.floats(0, 1)


def tree(svg: str) -> ElementTree.Element:
    """Parse, and check what holds for every picture: no id, no link, no script, text in the report's font."""
    root = ElementTree.fromstring(svg)
    assert root.get("font-family") == "AG Sans"
    for e in root.iter():
        assert e.tag in {SVG + t for t in ("svg", "text", "line", "rect", "circle", "path")}
        assert not set(e.attrib) & {"id", "href", "style", "class", "opacity", "clip-path"}
        assert not re.search("nan|inf", str(e.attrib))
    return root


def frame(root: ElementTree.Element) -> tuple[float, float]:
    _, _, w, h = (float(x) for x in root.get("viewBox", "").split())
    return w, h


def assert_inside(root: ElementTree.Element, slack: float = 1.0) -> None:
    """Every shape and every line of text lies inside the picture."""
    w, h = frame(root)
    for e in root.iter():
        if e.tag == SVG + "text":
            x, width = float(e.get("x", "0")), text_width(e.text or "", float(e.get("font-size", "8")))
            left = x - {"start": 0, "middle": width / 2, "end": width}[e.get("text-anchor", "start")]
            assert left >= -slack - width * 0.15, e.text
            assert left + width * 0.85 <= w + slack, e.text
            assert 0 <= float(e.get("y", "0")) <= h + slack, e.text
        for name, limit in (("x1", w), ("x2", w), ("y1", h), ("y2", h), ("cx", w), ("cy", h)):
            if e.get(name) is not None:
                assert -slack <= float(e.get(name, "0")) <= limit + slack, (name, e.attrib)


def test_every_finding_has_a_mark_of_its_own() -> None:
    pictures = [marks.finding(slug) for slug in marks.SLUGS.values()]
    assert len(set(pictures)) == len(pictures) == 10
    for p in pictures:
        tree(p)


def test_silhouettes_differ_without_colour() -> None:
    grey = [re.sub(r"#[0-9A-Fa-f]{3,6}", "#000", marks.finding(s)) for s in marks.SLUGS.values()]
    assert len(set(grey)) == 10


@pytest.mark.parametrize("known", [0, 1, 2, 4, 8])
@pytest.mark.parametrize("opened", [0, 1, 2, 4])
def test_domain_marks_show_the_worse_charge(known: int, opened: int) -> None:
    root = tree(marks.domain(known, opened))
    squares = [e for e in root if e.tag == SVG + "rect"]
    assert len(squares) == max(marks.blocks(known), marks.blocks(opened))
    assert len([e for e in squares if e.get("fill") == marks.RED]) == marks.blocks(known)
    rings = [e for e in root if e.tag == SVG + "circle"]
    assert len(rings) == (1 if opened and marks.blocks(opened) <= marks.blocks(known) else 0)


@given(st.integers(-5, 20), st.integers(-5, 20))
def test_span_bars_of_any_numbers(points: int, answered: int) -> None:
    assert_inside(tree(marks.span(points, answered)))


@given(st.sampled_from(["start", "known", "open", "credit", "end"]), st.integers(-40, 20), st.integers(-40, 20))
def test_ladder_cells_of_any_numbers(kind: str, before: int, after: int) -> None:
    assert_inside(tree(marks.ladder_cell(kind, before, after)))


@given(st.integers(1, 300), st.integers(0, 300), st.one_of(st.none(), st.integers(-3, 700)), st.integers(1, 500))
def test_rank_cells_of_any_numbers(low: int, width: int, claimed: int | None, places: int) -> None:
    assert_inside(tree(marks.rank_cell(low, low + width, claimed, places)), slack=2)


dots = st.builds(
    Dot,
    st.sampled_from(["a", "b", "zz"]),
    share,
    st.one_of(st.none(), share),
    share,
    st.sampled_from(["claim", "counted", "listed"]),
)
lanes = st.lists(
    st.builds(Lane, st.text(max_size=60), st.lists(dots, min_size=1, max_size=9).map(tuple)), min_size=1, max_size=12
)


@settings(deadline=None, max_examples=60)
@given(
    lanes.map(tuple),
    st.one_of(st.none(), share),
    st.one_of(st.none(), share),
    st.one_of(st.none(), st.tuples(share, share)),
)
def test_score_strip_of_any_data(
    some: tuple[Lane, ...], chance: float | None, ceiling: float | None, band: tuple[float, float] | None
) -> None:
    some = tuple(Lane(re.sub(r"[^\x20-\x7e]", "", x.label), x.dots) for x in some)
    assert_inside(tree(score_strip(some, chance, ceiling, band, LABELS)))


def test_score_strip_at_both_ends_and_alone() -> None:
    for value in (0.0, 1.0, 0.5):
        root = tree(
            score_strip((Lane("As claimed", (Dot("a", value, None, None, "claim"),)),), None, None, None, LABELS)
        )
        assert_inside(root)
        ticks = [float(e.text[:-1]) for e in root if e.tag == SVG + "text" and (e.text or "").endswith("%")]
        assert min(ticks) <= 100 * value <= max(ticks)
        assert min(ticks) >= 0
        assert max(ticks) <= 100


def test_score_strip_leaves_the_rest_to_the_table() -> None:
    many = tuple(Lane(f"set-up {i}", tuple(Dot("x", 0.5, 0.4, 0.6, "counted") for _ in range(6))) for i in range(10))
    assert sum(len(x.dots) for x in drawn(many)) == MAX_DOTS
    circles = [e for e in tree(score_strip(many, None, None, None, LABELS)) if e.tag == SVG + "circle"]
    assert len(circles) == MAX_DOTS


KINDS = ["source", "items", "answers", "cutoff", "release", "claim", "withdrawn"]
titles = st.text("abcdefgh WM", max_size=50)
event = st.builds(Event, st.floats(1990, 2060), titles, st.just("23 September 2026"), st.sampled_from(KINDS))
events = st.lists(event, min_size=1, max_size=12)


@settings(deadline=None, max_examples=60)
@given(events)
def test_timeline_of_any_dates(some: list[Event]) -> None:
    root = tree(exposure_timeline(tuple(some)))
    assert_inside(root)


@settings(deadline=None, max_examples=60)
@given(events)
def test_timeline_labels_never_overlap(some: list[Event]) -> None:
    root = tree(exposure_timeline(tuple(some)))
    boxes = [
        (float(e.get("x", "0")), float(e.get("y", "0")), float(e.get("width", "0")), float(e.get("height", "0")))
        for e in root
        if e.tag == SVG + "rect" and e.get("fill") == "#fff" and e.get("height") == "17.5"
    ]
    assert len(boxes) == len(some)
    for i, (x, y, w, h) in enumerate(boxes):
        for x2, y2, w2, h2 in boxes[i + 1 :]:
            assert x + w <= x2 + 0.1 or x2 + w2 <= x + 0.1 or y + h <= y2 + 0.1 or y2 + h2 <= y + 0.1


percent = st.floats(0, 100)


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.tuples(percent, percent), min_size=2, max_size=70), st.tuples(percent, percent),
    st.tuples(st.floats(-20, 20), st.floats(-2, 2)), st.one_of(st.none(), st.tuples(percent, percent)),
)  # fmt: skip
def test_fresh_scatter_of_any_data(
    references: list[tuple[float, float]],
    model: tuple[float, float],
    fit: tuple[float, float],
    expected: tuple[float, float] | None,
) -> None:
    root = tree(fresh_scatter(references, model, fit, expected, ("new", "old", "model")))
    assert len([e for e in root if e.tag == SVG + "circle"]) == len(references)
    assert_inside(root)


@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.tuples(st.text("abcdefg", max_size=40), percent, percent, st.sampled_from(["model", "mean", "other"])),
        min_size=1,
        max_size=30,
    )
)
def test_slope_picture_of_any_data(items: list[tuple[str, float, float, str]]) -> None:
    assert_inside(tree(slope_picture(items, ("Original", "Re-made"))), slack=4)


def test_legend_is_drawn_inside() -> None:
    assert_inside(tree(bar_legend(("very low", "low", "moderate", "high", "today", "if answered"))))


def test_text_of_users_is_escaped() -> None:
    svg = score_strip((Lane(HOSTILE, (Dot("<b>", 0.5, 0.4, 0.6, "claim"),)),), None, None, None, ("<i>", "&"))
    assert not re.search("<script|<b>|<i>", svg)
    assert any((e.text or "").startswith("<script>") for e in tree(svg).iter())


def test_a_number_that_is_not_finite_is_an_error() -> None:
    for bad in (math.nan, math.inf):
        with pytest.raises(ValueError, match="not finite"):
            n(bad)


@given(st.lists(st.floats(0, 100), max_size=20).map(sorted))
def test_labels_are_pushed_apart_inside_their_room(wanted: list[float]) -> None:
    placed = spread_apart(wanted, 9.4, 0, 100)
    room = min(9.4, 100 / max(len(wanted) - 1, 1))
    assert all(-1e-6 <= y <= 100 + 1e-6 for y in placed)
    assert all(b - a >= room - 1e-6 for a, b in pairwise(placed))


@given(st.text("abc WMi", max_size=200), st.floats(20, 300))
def test_shortened_text_fits(text: str, width: float) -> None:
    assert text_width(shorten(text, width), 8) <= max(width, text_width("WW…", 8))


@given(st.floats(0.001, 10_000))
def test_tick_distances_are_one_two_or_five(span: float) -> None:
    step = nice_step(span)
    assert f"{step:e}"[0] in "125"
    assert span / step <= 7 + 1e-6
