"""Do two tests put the same models in the same order: tau-b, weighted tau, Spearman, overlap at the top."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from auditgen.stats.bootstrap import TIE_DECIMALS, competition_ranks, score_matrix

Floats = NDArray[np.float64]

_AT_ONCE = 2048  # replicates compared at once; no effect on the result


@dataclass(frozen=True)
class Agreement:
    """Agreement of two score lists over the same models; higher is better in both.

    kendall_tau_b etc. are NaN where one list is all ties. p_value belongs to tau-b, two-sided, no association.
    reversed_pairs: pairs ordered strictly one way in a and strictly the other way in b.
    """

    n_models: int
    kendall_tau_b: float
    p_value: float
    weighted_tau: float
    spearman: float
    top_k: int
    top_k_jaccard: float
    reversed_pairs: int
    n_pairs: int


@dataclass(frozen=True)
class TauInterval:
    """Percentile bootstrap interval of tau-b. n_degenerate: resamples in which tau-b does not exist (all ties)."""

    kendall_tau_b: float
    ci_low: float
    ci_high: float
    level: float
    n_resamples: int
    n_degenerate: int
    resampled: str


@dataclass(frozen=True)
class SplitHalf:
    """Tau-b between the orders in two random halves of the items, over many splits."""

    mean: float
    low: float
    high: float
    level: float
    n_splits: int


def agreement(a: ArrayLike, b: ArrayLike, *, top_k: int = 10) -> Agreement:
    """Agreement of two tests over the same models, at least three. top_k is lowered to the number of models.

    Weighted tau: additive hyperbolic weights, top ranks count more (Vigna 2015). Values within 1e-9 are tied.
    Raises ValueError on lists of different length, fewer than three models, or a missing value.
    """
    from scipy.stats import kendalltau, spearmanr, weightedtau

    x, y = _pair(a, b)
    n = len(x)
    k = min(top_k, n)
    tau = kendalltau(x, y)
    constant = bool(np.ptp(x) == 0 or np.ptp(y) == 0)
    signs = np.sign(x[:, None] - x) * np.sign(y[:, None] - y)
    return Agreement(
        n_models=n,
        kendall_tau_b=float(tau.statistic),
        p_value=float(tau.pvalue),
        weighted_tau=float("nan") if constant else float(weightedtau(x, y).statistic),
        spearman=float("nan") if constant else float(spearmanr(x, y).statistic),
        top_k=k,
        top_k_jaccard=top_k_jaccard(x, y, k),
        reversed_pairs=int((signs < 0).sum()) // 2,
        n_pairs=n * (n - 1) // 2,
    )


def top_k_jaccard(a: ArrayLike, b: ArrayLike, k: int) -> float:
    """|A and B| / |A or B| of the two top-k sets; models tied with the k-th are in, on both sides."""
    x, y = _pair(a, b, least=1)
    if not 1 <= k <= len(x):
        raise ValueError(f"k: expected between 1 and the number of models ({len(x)}); found {k}")
    top_a, top_b = x >= np.sort(x)[-k], y >= np.sort(y)[-k]
    return float((top_a & top_b).sum() / (top_a | top_b).sum())


def tau_b_many(base: ArrayLike, means: ArrayLike, *, compiled: bool | None = None) -> Floats:
    """Tau-b of one score list (models,) with every row of means (replicates, models). NaN where a list is all ties.

    compiled: as for competition_ranks; the result is the same.
    """
    x = np.round(np.asarray(base, float), TIE_DECIMALS)
    rows = score_matrix(means)
    m = len(x)
    if x.shape != (rows.shape[1],) or m < 2 or not np.isfinite(x).all():
        raise ValueError(
            f"base: expected one score for each of the {rows.shape[1]} columns, at least 2; found {x.shape}"
        )
    order = np.argsort(x, kind="stable")  # ascending score: a later model is better in the base, or tied
    x = x[order]
    tie_end = np.searchsorted(x, x, side="right")
    pairs = m * (m - 1) // 2
    agree = np.empty(len(rows), dtype=np.int64)
    untied = np.empty(len(rows), dtype=np.int64)
    small = np.min_scalar_type(m)
    for first in range(0, len(rows), _AT_ONCE):
        above = competition_ranks(rows[first : first + _AT_ONCE], compiled=compiled) - 1  # models that are better
        apart = above.sum(axis=1)
        # models in rows, a byte or two each: comparisons and counts then run in wide registers
        part = np.ascontiguousarray(above.astype(small).T[order])
        concordant = np.zeros(part.shape[1], dtype=np.int64)
        tied_in_base = np.zeros(part.shape[1], dtype=np.int64)
        for i in range(m - 1):
            concordant += _count(part[tie_end[i] :] < part[i])
            if tie_end[i] > i + 1:
                tied_in_base += _count(part[i + 1 : tie_end[i]] != part[i])
        untied[first : first + _AT_ONCE] = apart
        agree[first : first + _AT_ONCE] = 2 * concordant - (apart - tied_in_base)
    _, sizes = np.unique(x, return_counts=True)
    untied_base = pairs - int((sizes * (sizes - 1) // 2).sum())
    with np.errstate(invalid="ignore", divide="ignore"):
        return agree / np.sqrt(float(untied_base) * untied)


def tau_interval(
    a: ArrayLike,
    b: ArrayLike,
    *,
    seed: int,
    resamples: int = 10_000,
    level: float = 0.95,
    draws_a: ArrayLike | None = None,
    draws_b: ArrayLike | None = None,
) -> TauInterval:
    """Percentile interval of tau-b by resampling models with replacement (a model drawn twice ties with itself).

    draws_a, draws_b: (resamples, models) bootstrap means of either test; where given, resample r takes its scores
    from row r, so that items and models vary together. Raises ValueError as `agreement`, and on draws of other shape.
    """
    from scipy.stats import kendalltau

    x, y = _pair(a, b)
    m = len(x)
    if resamples < 1:
        raise ValueError(f"resamples: expected at least 1; found {resamples}")
    random = np.random.default_rng(seed)
    weights = random.multinomial(m, np.full(m, 1 / m), size=resamples).astype(float)
    rows_a, rows_b = _rows(draws_a, resamples, m, "draws_a"), _rows(draws_b, resamples, m, "draws_b")
    taus = np.empty(resamples)
    chunk = max(1, 2_000_000 // (m * m)) if rows_a is not None or rows_b is not None else resamples
    sign_a, sign_b = _signs(x), _signs(y)
    for first in range(0, resamples, chunk):
        part = slice(first, min(first + chunk, resamples))
        s_a = sign_a if rows_a is None else _signs(rows_a[part])
        s_b = sign_b if rows_b is None else _signs(rows_b[part])
        w = weights[part]
        both, only_a, only_b = (_quadratic(w, q) for q in (s_a * s_b, np.abs(s_a), np.abs(s_b)))
        with np.errstate(invalid="ignore", divide="ignore"):
            taus[part] = both / np.sqrt(only_a * only_b)
    exists = np.isfinite(taus)
    tail = (1 - level) / 2
    low, high = np.quantile(taus[exists], [tail, 1 - tail]) if exists.any() else (np.nan, np.nan)
    return TauInterval(
        kendall_tau_b=float(kendalltau(x, y).statistic),
        ci_low=float(low),
        ci_high=float(high),
        level=level,
        n_resamples=resamples,
        n_degenerate=int((~exists).sum()),
        resampled="models" if rows_a is None and rows_b is None else "models and items",
    )


def split_half_agreement(scores: ArrayLike, *, seed: int, splits: int = 1000, level: float = 0.95) -> SplitHalf:
    """Tau-b between the orders in the two halves of randomly split items (an odd item goes to the second half).

    scores: (items, models), at least 2 items and 3 models. Splits in which one half ties all models are left out.
    """
    from scipy.stats import kendalltau

    matrix = score_matrix(scores, min_models=3)
    if len(matrix) < 2 or splits < 1:
        raise ValueError("expected at least 2 items and 1 split")
    random = np.random.default_rng(seed)
    half, total = len(matrix) // 2, matrix.sum(axis=0)
    taus = np.empty(splits)
    for i in range(splits):
        first = matrix[random.permutation(len(matrix))[:half]].sum(axis=0)
        second = (total - first) / (len(matrix) - half)
        taus[i] = kendalltau(np.round(first / half, TIE_DECIMALS), np.round(second, TIE_DECIMALS)).statistic
    taus = taus[np.isfinite(taus)]
    if not len(taus):
        return SplitHalf(float("nan"), float("nan"), float("nan"), level, 0)
    low, high = np.quantile(taus, [(1 - level) / 2, (1 + level) / 2])
    return SplitHalf(float(taus.mean()), float(low), float(high), level, len(taus))


def _pair(a: ArrayLike, b: ArrayLike, least: int = 3) -> tuple[Floats, Floats]:
    x, y = np.asarray(a, float), np.asarray(b, float)
    if x.ndim != 1 or x.shape != y.shape:
        raise ValueError(f"expected two lists of scores over the same models; found shapes {x.shape} and {y.shape}")
    if len(x) < least:
        raise ValueError(f"expected at least {least} models; found {len(x)}")
    if not (np.isfinite(x).all() and np.isfinite(y).all()):
        raise ValueError("scores: expected finite numbers; keep only the models that both tests measured")
    return np.round(x, TIE_DECIMALS), np.round(y, TIE_DECIMALS)


def _rows(draws: ArrayLike | None, resamples: int, models: int, name: str) -> Floats | None:
    if draws is None:
        return None
    rows = score_matrix(draws)
    if rows.shape != (resamples, models):
        raise ValueError(f"{name}: expected shape {(resamples, models)}; found {rows.shape}")
    return np.round(rows, TIE_DECIMALS)


def _count(table: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Number of true cells in each column; bytes are added 255 rows at a time, which is as many as a byte can count."""
    cells = table.view(np.uint8)
    total = np.zeros(table.shape[1], dtype=np.int64)
    for first in range(0, len(cells), 255):
        total += np.add.reduce(cells[first : first + 255], axis=0, dtype=np.uint8)
    return total


def _signs(scores: Floats) -> Floats:
    return np.sign(scores[..., :, None] - scores[..., None, :])


def _quadratic(weights: Floats, table: Floats) -> Floats:
    """w' T w for every row w, with one table for all rows or one a row."""
    if table.ndim == 2:
        return np.asarray(((weights @ table) * weights).sum(axis=1))
    return np.asarray(np.einsum("ri,rij,rj->r", weights, table, weights, optimize=True))
