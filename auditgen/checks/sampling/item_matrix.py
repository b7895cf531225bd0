"""Question-by-question results that the user brought: one model's answers, or two models' to the same questions."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from auditgen.checks.facts import Facts, is_share_unit
from auditgen.records.numbers import PrintedNumber

NEAR = 0.005  # two runs of one test seldom give the same total to the last question; half a point is the same run
Column = list[float]
_CODES = {"0": 0.0, "1": 1.0, ".": math.nan}


@dataclass(frozen=True)
class Answers:
    """One model's scores on the items it has a result for, with the family of each item where families are told."""

    scores: Column
    clusters: list[str] | None
    evidence: str

    @property
    def mean(self) -> float:
        return math.fsum(self.scores) / len(self.scores)


@dataclass(frozen=True)
class SharedAnswers:
    """Scores of two models on the items that both have a result for."""

    a: Column
    b: Column
    clusters: list[str] | None
    evidence: str

    @property
    def n(self) -> int:
        return len(self.a)

    @property
    def binary(self) -> bool:
        """Whether every score is right or wrong, so that items can be counted."""
        return all(x in (0.0, 1.0) for x in (*self.a, *self.b))

    def counts(self) -> tuple[int, int, int]:
        """Items that only the first solved, that only the second solved, and that both solved."""
        only_a = sum(x == 1 and y == 0 for x, y in zip(self.a, self.b))
        only_b = sum(x == 0 and y == 1 for x, y in zip(self.a, self.b))
        return only_a, only_b, sum(x == 1 and y == 1 for x, y in zip(self.a, self.b))

    def means(self) -> tuple[float, float]:
        return math.fsum(self.a) / self.n, math.fsum(self.b) / self.n


def values_of(stored: str | Sequence[float | None]) -> Column:
    """Scores as numbers, NaN where a model has no result: "01." or a list."""
    if isinstance(stored, str):
        return [_CODES[c] for c in stored]
    return [math.nan if x is None else float(x) for x in stored]


def column(content: Mapping[str, Any], model_id: object, name: object = None, weights: object = None) -> Column | None:
    """The only column of a model, of the kind of weights meant where both are told.

    Several runs under one name do not tell which is meant, so none is taken.
    """
    models = content["models"]
    ids = content.get("model_ids") or [None] * len(models)
    kinds = content.get("weights") or [None] * len(models)
    wanted = str(name or "").casefold()
    found = [
        m
        for m, i, kind in zip(models, ids, kinds, strict=True)
        if (i == model_id if model_id is not None else i is None and m.casefold() == wanted)
        and (kind in (None, "", "unknown") or weights in (None, "", "unknown", kind))
    ]
    return values_of(content["scores"][found[0]]) if len(found) == 1 else None


def _about_the_claim(facts: Facts) -> list[tuple[str, Mapping[str, Any]]]:
    """Matrices of shares of credit; one on a part of the test is not about the whole."""
    return [
        (item.id, item.content)
        for item in facts.evidence("items")
        if is_share_unit(item.content.get("unit")) and not item.content.get("subset")
    ]


def own_answers(facts: Facts) -> Answers | None:
    """The claimed model's answers, from the matrix with most of them."""
    found: list[Answers] = []
    names = facts.names
    for id, content in _about_the_claim(facts):
        scores = column(content, names.get("model_id"), names.get("model_as_written"), names.get("model_weights"))
        if scores is None:
            continue
        keep = [i for i, x in enumerate(scores) if not math.isnan(x)]
        if len(keep) >= 2:
            found.append(Answers([scores[i] for i in keep], _families(content, keep), id))
    return max(found, key=lambda f: len(f.scores), default=None)


def shared_answers(facts: Facts) -> SharedAnswers | None:
    """Both models' answers to the same questions, from the matrix with most of them."""
    names = facts.names
    found = []
    for id, content in _about_the_claim(facts):
        a = column(content, names.get("model_id"), names.get("model_as_written"), names.get("model_weights"))
        b = column(
            content,
            names.get("comparator_id"),
            names.get("comparator_as_written"),
            names.get("comparator_weights"),
        )
        if a is None or b is None:
            continue
        keep = [i for i, (x, y) in enumerate(zip(a, b)) if not (math.isnan(x) or math.isnan(y))]
        if len(keep) >= 2:
            families = _families(content, keep)
            found.append(SharedAnswers([a[i] for i in keep], [b[i] for i in keep], families, id))
    return max(found, key=lambda f: f.n, default=None)


def _families(content: Mapping[str, Any], keep: Sequence[int]) -> list[str] | None:
    """Family of each kept item; None where they are not told for all, or where no two items share one."""
    told = content.get("clusters")
    if not told or any(told[i] in (None, "") for i in keep):
        return None
    kept = [str(told[i]) for i in keep]
    return kept if 2 <= len(set(kept)) < len(kept) else None


def same_total(mean: float, printed: PrintedNumber | None) -> bool:
    """Whether a mean over items is the printed score, up to its rounding and half a point."""
    if printed is None or printed.fraction is None:
        return False
    unit = 10.0**-printed.decimals / (100 if printed.unit == "percent" else 1)
    return abs(mean - printed.fraction) <= unit / 2 + NEAR + 1e-9
