"""Excess of a model's old score over what its score on fresh questions leads one to expect from its peers."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from auditgen.stats.intervals import share_variance, t_quantile
from auditgen.stats.line_fit import LineFit, fit_line
from auditgen.stats.preconditions import count, share, share_array

if TYPE_CHECKING:
    import numpy.typing as npt

FEWEST_REFERENCES = 5


@dataclass(frozen=True, slots=True)
class Excess:
    """Observed old score less the expected one, as fractions; both limits are one-sided 95%.

    `t` and `p_one_sided` test "no excess" against "inflated" on `df` degrees of freedom.
    """

    expected: float
    excess: float
    se: float
    df: int
    t: float
    p_one_sided: float
    lower_95_one_sided: float
    upper_95_one_sided: float
    n_references: int
    line: LineFit


@dataclass(frozen=True, slots=True)
class FamilyDropped:
    """The excess without one family of references; `None` if too few references are left."""

    family: Hashable
    n_dropped: int
    excess: Excess | None


def refreshed_gap(
    reference_fresh: npt.ArrayLike,
    reference_old: npt.ArrayLike,
    model_fresh: float,
    model_old: float,
    n_fresh: int,
    n_old: int,
    fewest: int = FEWEST_REFERENCES,
) -> Excess:
    """Excess by a straight line of old on fresh scores, fitted on the references only (fractions, shape (m,)).

    Prediction error: se^2 = se_fit^2 + residual variance + p_o q_o / n_o + slope^2 p_f q_f / n_f, t on m - 2 df, with
    `n_fresh` and `n_old` the numbers of questions. Raises ValueError for fewer than `fewest` references.
    The idea of judging a gap against peers: Dekoninck et al. 2024 (ConStat), arXiv 2405.16281.
    """
    fresh, old = _references(reference_fresh, reference_old, fewest)
    return _excess(fresh, old, *_model(model_fresh, model_old, n_fresh, n_old))


def leave_family_out(
    families: Sequence[Hashable],
    reference_fresh: npt.ArrayLike,
    reference_old: npt.ArrayLike,
    model_fresh: float,
    model_old: float,
    n_fresh: int,
    n_old: int,
    fewest: int = FEWEST_REFERENCES,
) -> tuple[FamilyDropped, ...]:
    """The excess with every single family of references left out in turn, in order of first appearance.

    `families` names the family of each reference. Contaminated references hide contamination: a finding should
    survive every drop.
    """
    fresh, old = _references(reference_fresh, reference_old, fewest)
    if len(families) != fresh.size:
        raise ValueError(f"families must name one per reference: {fresh.size} references, {len(families)} names")
    model = _model(model_fresh, model_old, n_fresh, n_old)
    codes = {family: code for code, family in enumerate(dict.fromkeys(families))}
    members = np.array([codes[family] for family in families])
    dropped = []
    for family, code in codes.items():
        kept = members != code
        left = int(kept.sum())
        # A line also needs fresh scores that vary: too few or all alike, and nothing can be expected from them.
        usable = left >= max(fewest, 3) and float(np.ptp(fresh[kept])) > 0.0
        excess = _excess(fresh[kept], old[kept], *model) if usable else None
        dropped.append(FamilyDropped(family, fresh.size - left, excess))
    return tuple(dropped)


def _references(
    reference_fresh: npt.ArrayLike, reference_old: npt.ArrayLike, fewest: int
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    fresh = share_array(reference_fresh, "reference_fresh")
    old = share_array(reference_old, "reference_old")
    if fresh.size != old.size:
        raise ValueError(f"references need both scores: {fresh.size} fresh, {old.size} old")
    needed = count(fewest, "fewest", 3)
    if fresh.size < needed:
        raise ValueError(f"at least {needed} reference models are needed, found {fresh.size}")
    return fresh, old


def _model(model_fresh: float, model_old: float, n_fresh: int, n_old: int) -> tuple[float, float, int, int]:
    return (
        share(model_fresh, "model_fresh"),
        share(model_old, "model_old"),
        count(n_fresh, "n_fresh"),
        count(n_old, "n_old"),
    )


def _excess(
    fresh: npt.NDArray[np.float64],
    old: npt.NDArray[np.float64],
    model_fresh: float,
    model_old: float,
    n_fresh: int,
    n_old: int,
) -> Excess:
    from scipy.special import stdtr

    line = fit_line(fresh, old)
    at = line.predict(model_fresh)
    se = math.sqrt(
        at.se_new**2 + share_variance(model_old, n_old) + line.slope**2 * share_variance(model_fresh, n_fresh)
    )
    excess = model_old - at.mean
    t = excess / se
    half = t_quantile(0.95, line.df) * se
    p_value = float(stdtr(line.df, -t))
    return Excess(at.mean, excess, se, line.df, t, p_value, excess - half, excess + half, line.n, line)
