"""Step of item scores at a date, standardised by difficulty, and runs of zeros that cannot be chance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from auditgen.stats.standard_normal import half_width, upper_tail

FEWEST_A_CELL = 2


@dataclass(frozen=True, slots=True)
class DatedStep:
    """Mean before less mean after, a fraction; `p_one_sided` tests "no step" against "better before".

    n_before, n_after: items used. n_left_out: items of strata that have fewer than two items on one side.
    """

    estimate: float
    se: float
    z: float
    p_one_sided: float
    ci_low: float
    ci_high: float
    n_before: int
    n_after: int
    n_left_out: int


def standardised_step(
    values: npt.ArrayLike, before: npt.ArrayLike, strata: Sequence[object] | None = None, level: float = 0.95
) -> DatedStep:
    """Step of `values` (items,), each stratum (difficulty) weighted by its share of all items used.

    For a difference in differences give own score minus the mean of the references, item by item: the standard error
    then rests on paired items. Raises ValueError where no stratum has two items on both sides.
    """
    x, first = np.asarray(values, float), np.asarray(before, bool)
    if x.ndim != 1 or x.shape != first.shape or not np.isfinite(x).all():
        raise ValueError("values, before: expected one finite value and one flag an item")
    labels = np.array([str(s) for s in strata], dtype=object) if strata is not None else np.full(len(x), "")
    if len(labels) != len(x):
        raise ValueError("strata: expected one label an item")
    cells = []
    for label in sorted(set(labels)):
        inside = labels == label
        old, new = x[inside & first], x[inside & ~first]
        if min(len(old), len(new)) >= FEWEST_A_CELL:
            cells.append((old, new))
    n = sum(len(old) + len(new) for old, new in cells)
    if n == 0:
        raise ValueError("before: expected at least two items on both sides in some stratum")
    estimate = variance = 0.0
    for old, new in cells:
        weight = (len(old) + len(new)) / n
        estimate += weight * float(old.mean() - new.mean())
        variance += weight**2 * float(old.var(ddof=1) / len(old) + new.var(ddof=1) / len(new))
    se = math.sqrt(variance)
    z = estimate / se if se > 0 else math.copysign(math.inf, estimate) if estimate else 0.0
    half = half_width(level) * se
    return DatedStep(
        estimate=estimate,
        se=se,
        z=z,
        p_one_sided=upper_tail(z) if math.isfinite(z) else float(z < 0),
        ci_low=estimate - half,
        ci_high=estimate + half,
        n_before=sum(len(old) for old, _ in cells),
        n_after=sum(len(new) for _, new in cells),
        n_left_out=len(x) - n,
    )


def log_chance_of_zeros(others: npt.ArrayLike, level: float) -> float:
    """Natural log of the probability that a model solves none of these items.

    others: (items,) mean score of the other models. level: the model's own mean divided by theirs on all other items;
    its chance on each item is others x level, at most .99.
    """
    chance = np.clip(np.asarray(others, float) * level, 0.0, 0.99)
    return float(np.log1p(-chance).sum())
