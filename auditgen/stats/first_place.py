"""How often a model would come first if the test were repeated with other questions of the same kind."""

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from auditgen.stats.bootstrap import TIE_DECIMALS, competition_ranks, score_matrix


@dataclass(frozen=True)
class FirstPlaceSurvival:
    """First place of all items, looked at again in random subsets of the items.

    model: index of the first on all items (the lowest index if several tie). alone, shared, lost: shares of the
    subsets in which it is first alone, first together with others, not first. firsts: for every model the share of
    subsets in which it is first, ties split.
    """

    model: int
    tied_on_all_items: bool
    alone: float
    shared: float
    lost: float
    firsts: tuple[float, ...]
    items_per_subset: int
    n_items: int
    n_subsets: int


def p_first_from_draws(means: ArrayLike) -> tuple[float, ...]:
    """Share of replicates (rows) in which each model (column) has the highest mean; ties, to 1e-9, split equally.

    The bootstrap is unreliable near ties (Hall & Miller 2009): it describes, rank sets decide.
    """
    matrix = np.round(score_matrix(means), TIE_DECIMALS)
    best = matrix == matrix.max(axis=1, keepdims=True)
    return tuple(float(x) for x in (best / best.sum(axis=1, keepdims=True)).mean(axis=0))


def p_first_normal(estimates: ArrayLike, standard_errors: ArrayLike) -> tuple[float, ...]:
    """Probability that each model has the highest score: independent normal scores with known errors.

    integral phi((x - theta_j) / s_j) / s_j  prod_{k != j} Phi((x - theta_k) / s_k) dx, accurate also far in the tail.
    Raises ValueError on fewer than two models, shapes that differ, or an error that is not above zero.
    """
    theta, s = np.asarray(estimates, float), np.asarray(standard_errors, float)
    if theta.ndim != 1 or len(theta) < 2 or s.shape != theta.shape:
        raise ValueError("estimates, standard_errors: expected two lists of the same length, at least two models")
    if not (np.isfinite(theta).all() and np.isfinite(s).all() and (s > 0).all()):
        raise ValueError("standard_errors: expected finite estimates and errors above zero")
    return tuple(_p_first(theta, s, j) for j in range(len(theta)))


def survival_of_first(scores: ArrayLike, *, seed: int, share: float = 0.5, subsets: int = 1000) -> FirstPlaceSurvival:
    """Whether first place survives in random subsets (without replacement) of the items.

    scores: (items, models). share: fraction of the items in each subset. A stress test of the printed order, not a
    sampling distribution: subsets of half the items vary more than the full test would.
    Raises ValueError on a bad table, a share outside (0, 1), or a subset without items.
    """
    matrix = score_matrix(scores, min_models=2)
    size = round(share * len(matrix))
    if not 0 < share < 1 or not 0 < size < len(matrix):
        raise ValueError(f"share: expected a fraction that leaves some items in and some out; found {share}")
    if subsets < 1:
        raise ValueError(f"subsets: expected at least 1; found {subsets}")
    random = np.random.default_rng(seed)
    means = np.empty((subsets, matrix.shape[1]))
    for row in means:
        row[:] = matrix[random.permutation(len(matrix))[:size]].mean(axis=0)
    full = competition_ranks(matrix.mean(axis=0))[0]
    model = int(np.argmax(full == 1))
    first = competition_ranks(means) == 1
    is_first, n_first = first[:, model], first.sum(axis=1)
    alone, shared = float((is_first & (n_first == 1)).mean()), float((is_first & (n_first > 1)).mean())
    return FirstPlaceSurvival(
        model=model,
        tied_on_all_items=int((full == 1).sum()) > 1,
        alone=alone,
        shared=shared,
        lost=float((~is_first).mean()),
        firsts=tuple(float(x) for x in (first / n_first[:, None]).mean(axis=0)),
        items_per_subset=size,
        n_items=len(matrix),
        n_subsets=subsets,
    )


def _p_first(theta: np.ndarray, s: np.ndarray, j: int) -> float:
    from scipy.integrate import quad
    from scipy.optimize import minimize_scalar
    from scipy.special import log_ndtr

    others, s_others = np.delete(theta, j), np.delete(s, j)
    # z = own score in own standard errors; the log integrand is concave, so its peak can be found and divided out
    shift, slope = (theta[j] - others) / s_others, s[j] / s_others

    def log_density(z: float) -> float:
        return float(-0.5 * z * z + log_ndtr(shift + slope * z).sum())

    # the peak lies between 0 and the first z that clears every rival
    top = max(1.0, float(np.max((others - theta[j]) / s[j])) + 1.0)
    peak = float(minimize_scalar(lambda z: -log_density(z), bounds=(-1.0, top), method="bounded").x)
    height = log_density(peak)
    if height < -700:
        return 0.0  # below the smallest positive number
    left, right = peak - 12.0, peak + 12.0  # at least as peaked as a standard normal
    # rivals with a tiny error make steps in the integrand: break the interval there
    steps = {float(z) for z in -shift / slope if left < z < right}
    edges = sorted({left, *steps, peak, right})
    area = 0.0
    for a, b in pairwise(edges):
        area += quad(lambda z: math.exp(log_density(z) - height), a, b, epsabs=1e-14, epsrel=1e-11, limit=200)[0]
    return math.exp(height) / math.sqrt(2 * math.pi) * area
