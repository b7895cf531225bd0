"""Level, order and progress on a re-made version of a test."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from auditgen.stats.intervals import share_variance
from auditgen.stats.line_fit import LineFit, ProbitFit, fit_line, fit_probit_line
from auditgen.stats.preconditions import count, share, share_array
from auditgen.stats.standard_normal import half_width

if TYPE_CHECKING:
    import numpy.typing as npt

TIE = 1e-9
"""Scores closer than this are ties."""


@dataclass(frozen=True, slots=True)
class Remade:
    """Scores of the same models on the old and the new version, as fractions; drops are old - new.

    `line` is new on old: a slope above 1 means that gains carry over more than one for one. `probit` is `None` where
    a score is exactly 0 or 1. `reversed_pairs` of `n_pairs` pairs of models stand in opposite order; `kendall_tau_b`
    and `spearman` are `None` where one of the columns is all ties.
    """

    drops: tuple[float, ...]
    mean_drop: float
    line: LineFit
    probit: ProbitFit | None
    kendall_tau_b: float | None
    spearman: float | None
    reversed_pairs: int
    n_pairs: int
    n: int

    def fitted_drop(self, old: float) -> float:
        """Drop that the line expects at the old score `old` (fraction)."""
        return share(old, "old") - self.line.predict(old).mean


@dataclass(frozen=True, slots=True)
class Drop:
    """Drop of one model, old - new, as measured by one tester; `ci_high` is the upper end of the two-sided interval."""

    estimate: float
    se: float
    ci_low: float
    ci_high: float


def remade(old: npt.ArrayLike, new: npt.ArrayLike, level: float = 0.95) -> Remade:
    """Compares two versions of a test over the same models: `old` and `new` of shape (m,), fractions, m >= 3.

    Source of the design: Recht et al. 2019, arXiv 1902.10811.
    """
    before, after = share_array(old, "old", minimum=3), share_array(new, "new", minimum=3)
    if before.size != after.size:
        raise ValueError(f"each model needs both scores: {before.size} old, {after.size} new")
    drops = before - after
    inside = min(before.min(), after.min()) > 0.0 and max(before.max(), after.max()) < 1.0
    tau, reversed_pairs = _tau_b(before, after)
    n = int(before.size)
    return Remade(
        drops=tuple(drops.tolist()),
        mean_drop=float(drops.mean()),
        line=fit_line(before, after, level),
        probit=fit_probit_line(before, after, level) if inside else None,
        kendall_tau_b=tau,
        spearman=_spearman(before, after),
        reversed_pairs=reversed_pairs,
        n_pairs=n * (n - 1) // 2,
        n=n,
    )


def single_drop(old: float, new: float, n_old: int, n_new: int, level: float = 0.95) -> Drop:
    """Drop of one model (fractions) on `n_old` and `n_new` questions, unpaired; error as in `share_variance`."""
    before, after = share(old, "old"), share(new, "new")
    se = math.sqrt(share_variance(before, count(n_old, "n_old")) + share_variance(after, count(n_new, "n_new")))
    half = half_width(level) * se
    return Drop(before - after, se, before - after - half, before - after + half)


def _signs(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    gaps = values[:, None] - values[None, :]
    return np.where(np.abs(gaps) <= TIE, 0.0, np.sign(gaps))


def _tau_b(a: npt.NDArray[np.float64], b: npt.NDArray[np.float64]) -> tuple[float | None, int]:
    first, second = _signs(a), _signs(b)
    product = first * second  # every pair stands twice
    untied = float(np.abs(first).sum() * np.abs(second).sum())
    return (float(product.sum()) / math.sqrt(untied) if untied else None), int((product < 0).sum()) // 2


def _spearman(a: npt.NDArray[np.float64], b: npt.NDArray[np.float64]) -> float | None:
    # Row sums of the sign matrix are centred ranks times two, ties averaged.
    first, second = _signs(a).sum(axis=1), _signs(b).sum(axis=1)
    spread = float((first @ first) * (second @ second))
    return float(first @ second) / math.sqrt(spread) if spread else None
