"""Points by which newer models lead at the same size: regression on compute with a step at a date."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from auditgen.stats.intervals import t_quantile
from auditgen.stats.preconditions import finite, finite_array, open_share

if TYPE_CHECKING:
    import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class TaskPractice:
    """score = intercept + slope * max(0, log_compute - hinge) + step * is_new.

    `step` (theta) is in the unit of the scores. `se` and [ci_low, ci_high] are HC3 (robust to unequal spread);
    `ols_se` and [ols_ci_low, ols_ci_high] are the classical ones; all with the t quantile on `df` = n - 3.
    """

    intercept: float
    slope: float
    step: float
    se: float
    ci_low: float
    ci_high: float
    ols_se: float
    ols_ci_low: float
    ols_ci_high: float
    df: int
    n: int


def task_practice(
    log_compute: npt.ArrayLike,
    is_new: npt.ArrayLike,
    scores: npt.ArrayLike,
    hinge: float = 0.0,
    level: float = 0.95,
) -> TaskPractice:
    """Least squares of `scores` on compute above the hinge and on being new; arrays of shape (n,), n >= 5.

    Raises ValueError if the models are all old or all new, if compute does not vary, or if one model alone fixes a
    coefficient (HC3 is then not defined). Sources: Dominguez-Olmedo, Dorner and Hardt 2024, arXiv 2407.07890;
    HC3: MacKinnon and White 1985.
    """
    compute = finite_array(log_compute, "log_compute", minimum=5)
    new = finite_array(is_new, "is_new", minimum=5)
    y = finite_array(scores, "scores", minimum=5)
    if not compute.size == new.size == y.size:
        raise ValueError(f"lengths differ: {compute.size} compute, {new.size} is_new, {y.size} scores")
    if not np.isin(new, (0.0, 1.0)).all() or np.ptp(new) == 0.0:
        raise ValueError("is_new must be 0 or 1, and both must occur")
    level = open_share(level, "level")
    n = int(y.size)
    above = np.maximum(0.0, compute - finite(hinge, "hinge"))
    centre = above.mean()  # centred for accuracy: log compute is large beside its spread
    design = np.column_stack([np.ones(n), above - centre, new])
    gram = design.T @ design
    if np.linalg.matrix_rank(design) < 3:
        raise ValueError("compute does not vary apart from the date: the step cannot be told from it")
    inverse = np.linalg.inv(gram)
    coefficients = inverse @ (design.T @ y)
    residuals = y - design @ coefficients
    leverage = np.einsum("ij,jk,ik->i", design, inverse, design)
    if leverage.max() > 1.0 - 1e-9:
        raise ValueError("one model alone fixes a coefficient: the robust error is not defined")
    df = n - 3
    ols_se = math.sqrt(float(residuals @ residuals) / df * float(inverse[2, 2]))
    weighted = (residuals / (1.0 - leverage))[:, None] * design @ inverse
    se = math.sqrt(float(weighted[:, 2] @ weighted[:, 2]))
    quantile = t_quantile(0.5 + level / 2.0, df)
    step, slope = float(coefficients[2]), float(coefficients[1])
    return TaskPractice(
        intercept=float(coefficients[0]) - slope * float(centre),
        slope=slope,
        step=step,
        se=se,
        ci_low=step - quantile * se,
        ci_high=step + quantile * se,
        ols_se=ols_se,
        ols_ci_low=step - quantile * ols_se,
        ols_ci_high=step + quantile * ols_se,
        df=df,
        n=n,
    )


@dataclass(frozen=True, slots=True)
class HingedPractice:
    """score = level of guessing + slope * max(0, log_compute - hinge) + step * is_new, hinge by least squares.

    `step`, `se` and limits as in TaskPractice (HC3, t on n - 2), given the hinge; `ols_se` is the classical error.
    """

    hinge: float
    slope: float
    step: float
    se: float
    ci_low: float
    ci_high: float
    ols_se: float
    n: int


def hinged_practice(
    log_compute: npt.ArrayLike, is_new: npt.ArrayLike, scores: npt.ArrayLike, chance: float, level: float = 0.95
) -> HingedPractice:
    """The form of the source: no free intercept, models below the hinge guess; arrays of shape (n,), n >= 5.

    The hinge is searched between every two neighbouring models, where the sum of squares is smooth. Raises ValueError
    as `task_practice` does. Source: Dominguez-Olmedo, Dorner and Hardt 2024, arXiv 2407.07890.
    """
    from scipy.optimize import minimize_scalar

    compute = finite_array(log_compute, "log_compute", minimum=5)
    new = finite_array(is_new, "is_new", minimum=5)
    y = finite_array(scores, "scores", minimum=5) - finite(chance, "chance")
    if not compute.size == new.size == y.size:
        raise ValueError(f"lengths differ: {compute.size} compute, {new.size} is_new, {y.size} scores")
    if not np.isin(new, (0.0, 1.0)).all() or np.ptp(new) == 0.0:
        raise ValueError("is_new must be 0 or 1, and both must occur")
    n, level = int(y.size), open_share(level, "level")

    def squares(hinge: float) -> float:
        design = np.column_stack([np.maximum(0.0, compute - hinge), new])
        rest = y - design @ np.linalg.lstsq(design, y, rcond=None)[0]
        return float(rest @ rest)

    knots = np.unique(compute)
    spread = float(np.ptp(knots))
    if knots.size < 3:
        raise ValueError("compute does not vary apart from the date: the step cannot be told from it")
    # Below the smallest model the hinge stands for the size at which all models of the table would guess.
    edges = [float(knots[0]) - 2 * spread, *map(float, knots[:-1])]
    found = [minimize_scalar(squares, bounds=pair, method="bounded") for pair in pairwise(edges)]
    hinge = float(min(found, key=lambda f: f.fun).x)
    design = np.column_stack([np.maximum(0.0, compute - hinge), new])
    if np.linalg.matrix_rank(design) < 2:
        raise ValueError("compute does not vary apart from the date: the step cannot be told from it")
    inverse = np.linalg.inv(design.T @ design)
    slope, step = (float(c) for c in inverse @ (design.T @ y))
    rest = y - design @ np.array([slope, step])
    leverage = np.einsum("ij,jk,ik->i", design, inverse, design)
    if leverage.max() > 1.0 - 1e-9:
        raise ValueError("one model alone fixes a coefficient: the robust error is not defined")
    weighted = (rest / (1.0 - leverage))[:, None] * design @ inverse
    se = math.sqrt(float(weighted[:, 1] @ weighted[:, 1]))
    half = t_quantile(0.5 + level / 2.0, n - 2) * se
    ols = math.sqrt(float(rest @ rest) / (n - 2) * float(inverse[1, 1]))
    return HingedPractice(hinge, slope, step, se, step - half, step + half, ols, n)
