"""One ranked entry as cells of text, alike on the terminal and on the page."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from auditgen.records.rank_record import RankedModel, RankRecord, SplitHalf


def place_cells(record: RankRecord, most: int, known: bool) -> list[tuple[str, ...]]:
    """The first `most` entries: place ("=" where shared), name, score, interval; if `known` also the ranges of places,
    the share of repeats in first place and the word against the first."""
    words = {a.model: a.word for a in record.first.against}
    entries = Counter(m.rank for m in record.models)
    rows = []
    for m in record.models[:most]:
        cells = [
            f"{m.rank}{'=' if entries[m.rank] > 1 else ''}",
            m.model,
            _score(m.score, record),
            _interval(m, record),
        ]
        if known:
            word = words.get(m.model, "first" if m.rank == 1 else "")
            cells += [_range(m.rank_low, m.rank_high), _range(m.set_low, m.set_high), _hundred(m.p_first), word]
        rows.append(tuple(cells))
    return rows


def survival_words(model: str, half: SplitHalf) -> str:
    """How often the first of all items is first in a random half of them."""
    alone, shared = (100 * (share or 0.0) for share in (half.first_alone, half.first_shared))
    also = f", and shares the first place in {shared:.0f}" if round(shared) else ""
    return f"In {alone:.0f} of 100 random halves of the items {model} is first alone{also}."


def _score(value: float, record: RankRecord) -> str:
    if record.unit == "fraction":
        return f"{100 * value:.2f}"
    return f"{value:.1f}" if record.unit == "rating" else f"{value:.4g}"


def _interval(m: RankedModel, record: RankRecord) -> str:
    if m.ci_low is None or m.ci_high is None:
        return "not known"
    return f"{_score(m.ci_low, record)} to {_score(m.ci_high, record)}"


def _range(low: int | None, high: int | None) -> str:
    return "" if low is None or high is None else f"{low}" if low == high else f"{low} to {high}"


def _hundred(p: float | None) -> str:
    if p is None:
        return ""
    return "<1" if 0 < p < 0.005 else ">99" if 0.995 < p < 1 else f"{100 * p:.0f}"
