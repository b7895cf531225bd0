"""The unit of a figure: from its sign, its metric, its test, and the figures beside it; unsure stays open."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from auditgen.catalogue import Catalogue
from auditgen.intake.documents.cells import Figure

_BY_WORD: tuple[tuple[str, bool | None, re.Pattern[str]], ...] = tuple(
    (unit, better, re.compile(pattern, re.IGNORECASE))
    for unit, better, pattern in (
        ("percentile", None, r"percentile"),
        ("rating", None, r"\belo\b|\brating\b|bradley"),
        ("bits_per_byte", False, r"\bbpb\b|bits[- ]per[- ]byte"),
        (
            "other",
            False,
            r"\bppl\b|perplexity|\bloss\b|\bx-?ent\b|cross[- ]entropy|\bcer\b|\bwer\b|error rate|\bmae\b|\brmse\b",
        ),
        ("points", None, r"chrf|bleu|comet|meteor|mt-?bench|align-?bench|out of 10|/10\b"),
        ("rank", None, r"^#$|\branking\b|^rank\b"),
        ("minutes", None, r"time horizon|minutes"),
        ("percent", None, r"%|percent"),
    )
)


@dataclass(frozen=True, slots=True)
class UnitReading:
    """unit: a word of the claims file, or None where it is open. `sure` is False where it is a guess from the size."""

    unit: str | None
    higher_is_better: bool | None = None
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Sizes:
    """The largest figure of a table, and whether any lies between 0 and 1."""

    top: float
    any_fraction: bool


def numbers_of(figures: Sequence[Figure]) -> list[float]:
    """The numbers of figures, both of a pair ("14.19 / 23.35")."""
    out = [f.value for f in figures if f.kind == "number"]
    halves = (half for f in figures if f.kind == "pair" and f.pair for half in f.pair if half)
    return out + [float(half.replace(",", "")) for half in halves]


def sizes_of(figures: Sequence[Figure]) -> Sizes:
    """Sizes over all numbers of a table."""
    values = numbers_of(figures)
    return Sizes(max(values, default=0.0), any(0 < v < 1 for v in values))


def sizes_of_tests(tests: Iterable[Sequence[Figure]]) -> Sizes:
    """Sizes over all numbers of a table, given test by test; where most tests are fractions, over these alone."""
    sizes = [sizes_of(figures) for figures in tests]
    fractions = [s for s in sizes if s.top <= 1]
    kept = fractions if len(fractions) >= 2 / 3 * len(sizes) else sizes
    return Sizes(max((s.top for s in kept), default=0.0), any(s.any_fraction for s in kept))


def unit_of(
    figure: Figure, said: str, row: Sequence[Figure], table: Sizes, ids: Sequence[str], catalogue: Catalogue
) -> UnitReading:
    """The unit of one figure.

    `said` holds the words of its metric, label and column head; `row` the figures of the same test, `table` what
    is known of all of the table; `ids` the catalogue entries that the test's name may mean.
    """
    if figure.percent:
        return UnitReading("percent", _better(said))
    values = numbers_of(row)
    told = _told(said)
    if told is not None:
        unit, better = told
        fractions = unit == "percent" and all(v <= 1 for v in values) and any(0 < v < 1 for v in values)
        if not fractions:
            return UnitReading(unit, better if better is not None else _better(said))
    top, top_all, any_fraction = max(values, default=0.0), table.top, table.any_fraction
    metrics = " ".join(catalogue.benchmark(i).metric for i in ids)
    if top > 100:
        rated = "rating" in metrics.lower() or "elo" in metrics.lower()
        return UnitReading("rating" if rated else "points", _better(said), sure=rated)
    if "out of 10" in metrics and top <= 10 and "share" not in metrics:
        return UnitReading("points", _better(said))
    if not ids and 1 < top <= 10 and len(values) > 1 and min(values) > 1 and top_all > 10:
        # An unknown test whose every figure lies between 1 and 10, beside others that do not: marks of a judge, or
        # percent of a hard test. The document does not tell.
        return UnitReading(None, _better(said), sure=False)
    if top <= 1 and top_all <= 1:
        # 0.904 beside 0.890: fractions. A column of 0 and 1 says nothing.
        return UnitReading("fraction", _better(said)) if any_fraction else UnitReading(None, sure=False)
    if top <= 1:
        return UnitReading(None if top > 0 else "percent", _better(said), sure=False)
    return UnitReading("percent", _better(said))


@lru_cache(maxsize=4096)
def _told(said: str) -> tuple[str, bool | None] | None:
    """The unit that the words name, and whether higher is better where the unit decides it; the first that is named."""
    return next(((unit, better) for unit, better, pattern in _BY_WORD if pattern.search(said)), None)


def _better(said: str) -> bool | None:
    low = said.lower()
    if "lower is better" in low or "↓" in said or "lower the better" in low:
        return False
    return None
