"""Confidence sets for ranks: between which places each model could really be (Mogstad et al. 2023)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from auditgen.stats.bootstrap import TIE_DECIMALS

Family = Literal["simultaneous", "marginal"]
Method = Literal["monte_carlo", "exact", "bonferroni", "fixed"]
Floats = NDArray[np.float64]

_CHUNK = 256  # draws held at once; no effect on the result


@dataclass(frozen=True)
class RankSets:
    """Rank sets of all models, 1 = best.

    naive: competition rank of the estimates (ties share the best place). low, high: ends of the confidence set.
    critical_value: one value a model; all equal in the simultaneous family. n_draws: 0 when no draws were used.
    """

    naive: tuple[int, ...]
    low: tuple[int, ...]
    high: tuple[int, ...]
    critical_value: tuple[float, ...]
    family: Family
    method: Method
    level: float
    step_down: bool
    n_draws: int

    def contains(self, model: int, rank: int) -> bool:
        """Whether the data fit this rank for this model."""
        return self.low[model] <= rank <= self.high[model]


def rank_sets(
    estimates: ArrayLike,
    *,
    standard_errors: ArrayLike | None = None,
    covariance: ArrayLike | None = None,
    family: Family = "simultaneous",
    method: Method = "monte_carlo",
    level: float = 0.95,
    step_down: bool = False,
    draws: int = 10_000,
    seed: int = 0,
    critical_value: float | None = None,
) -> RankSets:
    """Rank sets from estimates with either independent standard errors or a covariance matrix.

    Model k is above j when (estimate_k - estimate_j) / se_jk exceeds the critical value; the set of j runs from
    1 + number above to p - number below. Family "simultaneous" covers all ranks at once (all pairs), "marginal"
    each model's rank alone (pairs with that model). Methods: "monte_carlo" (draws from a normal with the given
    covariance), "exact" (studentised range for all pairs, which needs equal and independent errors; Dunnett-type
    integral for one model against the others, which needs independent errors), "bonferroni", or "fixed" with a
    critical_value (1.96 gives the naive, too narrow sets). step_down drops the pairs already told apart and takes
    the critical value of the rest, until nothing changes (Romano & Wolf 2005).
    Raises ValueError on shapes that do not fit, negative or non-finite errors, or an impossible method.
    """
    theta, sigma, independent = _inputs(estimates, standard_errors, covariance)
    if family not in ("simultaneous", "marginal"):
        raise ValueError(f'family: expected "simultaneous" or "marginal"; found {family!r}')
    if not 0 < level < 1:
        raise ValueError(f"level: expected a fraction between 0 and 1; found {level}")
    if (method == "fixed") != (critical_value is not None):
        raise ValueError('critical_value: expected with method "fixed" and only there')
    if step_down and method in ("exact", "fixed"):
        raise ValueError(f'step_down: needs method "monte_carlo" or "bonferroni"; found {method!r}')
    p = len(theta)
    se = pair_standard_errors(sigma)
    gap = np.round(theta[:, None] - theta[None, :], TIE_DECIMALS)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(gap == 0, 0.0, gap / se)  # se 0 with a gap: surely apart

    if method == "monte_carlo":
        directions, dimensions = _directions(sigma, draws, seed)
    open_pairs = (se > 0) & ~np.eye(p, dtype=bool)
    told = np.isinf(t)
    while True:
        if method == "fixed":
            assert critical_value is not None
            c = np.full(p, float(critical_value))
        elif method == "exact":
            c = _exact(sigma, family, level, independent)
        elif method == "bonferroni":
            c = _bonferroni(open_pairs, family, level)
        elif method == "monte_carlo":
            c = _monte_carlo(directions, dimensions, se, open_pairs, family, level)
        else:
            raise ValueError(f'method: expected "monte_carlo", "exact", "bonferroni" or "fixed"; found {method!r}')
        # row j: verdicts of the family of j
        newly = (np.abs(t) > c[:, None]) & ~told
        told |= newly
        if not step_down or not (newly & open_pairs).any():
            break
        open_pairs = open_pairs & ~told
        if not open_pairs.any():
            break
    above = told & (t < 0)  # above[j, k]: k is above j
    below = told & (t > 0)
    naive = 1 + (gap < 0).sum(axis=1)
    return RankSets(
        naive=tuple(int(r) for r in naive),
        low=tuple(int(r) for r in 1 + above.sum(axis=1)),
        high=tuple(int(r) for r in p - below.sum(axis=1)),
        critical_value=tuple(float(x) for x in c),
        family=family,
        method=method,
        level=level,
        step_down=step_down,
        n_draws=draws if method == "monte_carlo" else 0,
    )


def tau_best(sets: RankSets, k: int) -> tuple[int, ...]:
    """Indices of the models that may belong to the k best: those whose set begins at k or better."""
    if k < 1:
        raise ValueError(f"k: expected at least 1; found {k}")
    return tuple(j for j, low in enumerate(sets.low) if low <= k)


def pair_standard_errors(covariance: ArrayLike) -> Floats:
    """Standard error of every difference of two estimates, (models, models), zero on the diagonal."""
    sigma = np.asarray(covariance, float)
    variance = np.diag(sigma)
    squared = variance[:, None] + variance[None, :] - 2 * sigma
    # two models with the same answers have difference 0 up to rounding
    squared[squared < 1e-12 * (variance[:, None] + variance[None, :])] = 0.0
    return np.sqrt(squared)


def studentised_range_critical(n_models: int, level: float = 0.95) -> float:
    """Critical value of max |t| over all pairs: equal variances known, independent estimates. q / sqrt(2)."""
    from scipy.stats import studentized_range

    if n_models < 2:
        raise ValueError(f"n_models: expected at least 2; found {n_models}")
    return float(studentized_range.ppf(level, n_models, np.inf)) / math.sqrt(2)


def dunnett_critical(standard_errors: Sequence[float], model: int, level: float = 0.95) -> float:
    """Critical value of max |t| of one model against all others, independent estimates of known variance.

    Solves  integral phi(x) prod_k [Phi((s x + c se_k) / s_k) - Phi((s x - c se_k) / s_k)] dx = level.
    """
    from scipy.optimize import brentq
    from scipy.special import ndtr

    s = np.asarray(standard_errors, float)
    own, others = s[model], np.delete(s, model)
    if len(others) == 0 or (s <= 0).any():
        raise ValueError("standard_errors: expected at least two, all above zero")
    pair = np.sqrt(own**2 + others**2)
    # Gauss-Legendre on pieces of +-9 sd: the integrand is smooth but can be steep when errors differ much
    nodes, node_weights = np.polynomial.legendre.leggauss(40)
    edges = np.linspace(-9, 9, 73)
    half = np.diff(edges) / 2
    x = (edges[:-1, None] + half[:, None] * (nodes + 1)).ravel()
    w = (half[:, None] * node_weights).ravel() * np.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)

    def covered(c: float) -> float:
        upper = (own * x[:, None] + c * pair) / others
        lower = (own * x[:, None] - c * pair) / others
        return float(w @ np.prod(ndtr(upper) - ndtr(lower), axis=1)) - level

    return float(brentq(covered, 1e-3, 12.0, xtol=1e-12, rtol=1e-13))


def _inputs(
    estimates: ArrayLike, standard_errors: ArrayLike | None, covariance: ArrayLike | None
) -> tuple[Floats, Floats, bool]:
    theta = np.asarray(estimates, float)
    if theta.ndim != 1 or len(theta) < 2 or not np.isfinite(theta).all():
        raise ValueError("estimates: expected at least two finite numbers")
    if (standard_errors is None) == (covariance is None):
        raise ValueError("expected either standard_errors or covariance, not both and not neither")
    if covariance is None:
        errors = np.asarray(standard_errors, float)
        if errors.shape != theta.shape or not np.isfinite(errors).all() or (errors < 0).any():
            raise ValueError(f"standard_errors: expected {len(theta)} finite numbers of at least 0")
        return theta, np.diag(errors**2), True
    sigma = np.asarray(covariance, float)
    if sigma.shape != (len(theta), len(theta)) or not np.isfinite(sigma).all():
        raise ValueError(f"covariance: expected a finite {len(theta)} x {len(theta)} matrix; found {sigma.shape}")
    if not np.allclose(sigma, sigma.T, rtol=1e-8, atol=1e-15) or (np.diag(sigma) < 0).any():
        raise ValueError("covariance: expected a symmetric matrix with a non-negative diagonal")
    return theta, sigma, bool(np.count_nonzero(sigma - np.diag(np.diag(sigma))) == 0)


def _exact(sigma: Floats, family: Family, level: float, independent: bool) -> Floats:
    if not independent:
        raise ValueError('method "exact": expected independent estimates; use "monte_carlo" with the covariance')
    s = np.sqrt(np.diag(sigma))
    if family == "marginal":
        return np.array([dunnett_critical(list(s), j, level) for j in range(len(s))])
    if not np.allclose(s, s[0], rtol=1e-9):
        raise ValueError('method "exact", all pairs: expected equal standard errors; use "monte_carlo"')
    return np.full(len(s), studentised_range_critical(len(s), level))


def _bonferroni(open_pairs: NDArray[np.bool_], family: Family, level: float) -> Floats:
    from scipy.stats import norm

    count = open_pairs.sum(axis=1) if family == "marginal" else np.full(len(open_pairs), open_pairs.sum() // 2)
    return np.asarray(norm.isf((1 - level) / 2 / np.maximum(count, 1)), float)


def _directions(sigma: Floats, draws: int, seed: int) -> tuple[Floats, int]:
    """Draws from N(0, sigma) less their common shift, each scaled to length 1 in its own space, and its dimension.

    Differences do not feel the common shift. The length is independent of the direction and follows a chi
    distribution, so it can be integrated exactly instead of drawn: the critical value then varies far less.
    """
    if draws < 100:
        raise ValueError(f"draws: expected at least 100; found {draws}")
    centred = sigma - sigma.mean(axis=0) - sigma.mean(axis=1)[:, None] + sigma.mean()
    values, vectors = np.linalg.eigh(centred)
    kept = values > 1e-12 * max(float(values.max()), 0.0)
    if not kept.any() or values.max() <= 0:
        return np.zeros((draws, len(sigma))), 1
    basis = vectors[:, kept]
    z = np.random.default_rng(seed).standard_normal((draws, len(sigma)))
    length = np.linalg.norm(z @ basis, axis=1, keepdims=True)
    # the symmetric root does not depend on which basis the library picks among equal eigenvalues
    return z @ ((basis * np.sqrt(values[kept])) @ basis.T) / length, int(kept.sum())


def _monte_carlo(
    directions: Floats, dimensions: int, se: Floats, open_pairs: NDArray[np.bool_], family: Family, level: float
) -> Floats:
    p = len(se)
    with np.errstate(divide="ignore"):
        inverse = np.where(open_pairs, 1 / se, 0.0)
    if family == "marginal":
        everyone = np.arange(p)
        return np.array([_quantile(_largest(directions, j, everyone, inverse), dimensions, level) for j in range(p)])
    largest = np.zeros(len(directions))
    for j in range(p - 1):
        np.maximum(largest, _largest(directions, j, np.arange(j + 1, p), inverse), out=largest)
    return np.full(p, _quantile(largest, dimensions, level))


def _quantile(largest: Floats, dimensions: int, level: float) -> float:
    """c with P(length x largest <= c) = level, the length being chi distributed."""
    from scipy.optimize import brentq
    from scipy.special import chdtr

    if not largest.any():
        return 0.0

    def excess(c: float) -> float:
        with np.errstate(divide="ignore"):
            return float(chdtr(dimensions, (c / largest) ** 2).mean()) - level

    return float(brentq(excess, 1e-6, 100.0, xtol=1e-7))


def _largest(directions: Floats, j: int, others: NDArray[np.int_], inverse: Floats) -> Floats:
    """max over `others` of |x_j - x_k| / se_jk, one value a draw."""
    parts = []
    for first in range(0, len(directions), _CHUNK):
        block = directions[first : first + _CHUNK]
        parts.append((np.abs(block[:, [j]] - block[:, others]) * inverse[j, others]).max(axis=1))
    return np.concatenate(parts)
