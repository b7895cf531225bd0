"""Intervals for one score: Wilson, Clopper-Pearson, cluster-robust, and means over repeated samples."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from auditgen.stats.preconditions import count, finite, finite_array, open_share, share, share_array
from auditgen.stats.standard_normal import half_width

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

EXACT_BELOW = 40
"""Fewer items than this: Clopper-Pearson instead of Wilson."""
EXACT_NEAR_END = 5
"""Right (or wrong) answers up to this number: Clopper-Pearson instead of Wilson."""
FEW_CLUSTERS = 30
"""Fewer clusters than this: the t quantile instead of the normal one."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A score with its interval; everything is a fraction. `se` is the plain binomial standard error."""

    estimate: float
    ci_low: float
    ci_high: float
    se: float
    method: str
    n: int


@dataclass(frozen=True, slots=True)
class ClusterInterval:
    """A mean over items that come in families.

    `design_effect` = se^2 / naive_se^2; `n_effective` = n / design_effect; `df` is the degrees of freedom of the t
    quantile, `None` when there are clusters enough for the normal one.
    """

    estimate: float
    ci_low: float
    ci_high: float
    se: float
    naive_se: float
    design_effect: float
    n_effective: float
    n: int
    n_clusters: int
    df: int | None


@dataclass(frozen=True, slots=True)
class RepeatedInterval:
    """A mean over items that were each tried several times; variances are per item and per sample."""

    estimate: float
    ci_low: float
    ci_high: float
    se: float
    within_variance: float
    between_variance: float
    n_items: int
    n_samples: int


class Limits(NamedTuple):
    """Lower and upper limits, arrays of one shape."""

    low: npt.NDArray[np.float64]
    high: npt.NDArray[np.float64]


def score_interval(p: float | None = None, n: int = 0, *, k: float | None = None, level: float = 0.95) -> Interval:
    """Interval of a score from its fraction `p`, or from `k` right answers, out of `n` items.

    Wilson by default; Clopper-Pearson when n < 40 or k lies within 5 of 0 or n. `k` may be fractional (a mean of
    several runs): the beta quantiles then stand for the exact ones. `score_interval(0.489, 500)` and
    `score_interval(k=150, n=500)` both work. Raises ValueError unless exactly one of p and k is given, n >= 1 and
    0 <= k <= n. Source: Brown, Cai and DasGupta 2001.
    """
    n = count(n, "n")
    right = _right_answers(p, k, n)
    if n < EXACT_BELOW or right <= EXACT_NEAR_END or right >= n - EXACT_NEAR_END:
        return _clopper_pearson(right, n, level)
    return _wilson(right, n, level)


def wilson(k: float, n: int, level: float = 0.95) -> Interval:
    """Wilson 1927 score interval of `k` right answers out of `n`."""
    n = count(n, "n")
    return _wilson(_right_answers(None, k, n), n, level)


def clopper_pearson(k: float, n: int, level: float = 0.95) -> Interval:
    """Clopper and Pearson 1934 interval of `k` right answers out of `n`; beta quantiles for a fractional `k`."""
    n = count(n, "n")
    return _clopper_pearson(_right_answers(None, k, n), n, level)


def zero_event_upper(n: int, alpha: float = 0.05) -> float:
    """One-sided upper limit, as a fraction, of an event never seen in `n` tries: 1 - alpha^(1/n)."""
    return -math.expm1(math.log(open_share(alpha, "alpha")) / count(n, "n"))


def share_variance(p: float, n: int) -> float:
    """Sampling variance p(1-p)/n of a score (fraction) in a difference.

    A score of 0 or 1 (to within 1e-12) would have none, which no finite test can show: it gets that of half an item.
    """
    value, n = share(p, "p"), count(n, "n")
    inner = min(max(value, 0.5 / n), 1.0 - 0.5 / n) if min(value, 1.0 - value) < 1e-12 else value
    return inner * (1.0 - inner) / n


def wilson_limits(k: npt.ArrayLike, n: npt.ArrayLike, level: float = 0.95) -> Limits:
    """Wilson limits for arrays of right answers `k` and items `n` that broadcast together."""
    import numpy as np

    right, items = _count_arrays(k, n)
    z = half_width(level)
    p = right / items
    denominator = 1.0 + z * z / items
    centre = (p + z * z / (2.0 * items)) / denominator
    spread = z * np.sqrt(p * (1.0 - p) / items + z * z / (4.0 * items * items)) / denominator
    low = np.where(right == 0.0, 0.0, np.maximum(0.0, centre - spread))
    high = np.where(right == items, 1.0, np.minimum(1.0, centre + spread))
    return Limits(low, high)


def clopper_pearson_limits(k: npt.ArrayLike, n: npt.ArrayLike, level: float = 0.95) -> Limits:
    """Clopper-Pearson limits for arrays of right answers `k` and items `n` that broadcast together."""
    import numpy as np
    from scipy.special import betaincinv

    right, items = _count_arrays(k, n)
    tail = (1.0 - open_share(level, "level")) / 2.0
    low = np.where(right > 0.0, betaincinv(np.maximum(right, 1e-300), items - right + 1.0, tail), 0.0)
    high = np.where(
        right < items, betaincinv(right + 1.0, np.where(right < items, items - right, 1.0), 1.0 - tail), 1.0
    )
    return Limits(low, high)


def cluster_se(values: npt.ArrayLike, clusters: npt.ArrayLike, level: float = 0.95) -> ClusterInterval:
    """Mean of `values` (shape (n,), any scale) with the standard error robust to families of items.

    SE^2 = sum over clusters of (sum of deviations)^2 / n^2, which equals the naive SE^2 plus the cross-terms inside
    clusters / n^2 (Miller 2024, arXiv 2411.00640). `clusters` (shape (n,)) names the family of each item. Fewer than
    30 clusters: t quantile with C - 1 degrees of freedom. Raises ValueError for fewer than two clusters.
    """
    import numpy as np

    items = finite_array(values, "values")
    labels = np.asarray(clusters)
    if labels.shape != items.shape:
        raise ValueError(f"clusters must name one family per item: {items.size} items, {labels.size} names")
    if labels.dtype.kind == "f" and not np.isfinite(labels).all():
        raise ValueError("clusters must name a family for every item, found a missing one")
    families, codes = np.unique(labels, return_inverse=True)
    n, n_clusters = items.size, families.size
    if n_clusters < 2:
        raise ValueError("a cluster-robust error needs at least two clusters, found one")
    mean = float(items.mean())
    deviations = items - mean
    naive = math.sqrt(float(deviations @ deviations)) / n
    sums = np.bincount(codes.ravel(), weights=deviations, minlength=n_clusters)
    se = math.sqrt(float(sums @ sums)) / n
    # All values equal: nothing varies, so families cost nothing.
    design_effect = se * se / (naive * naive) if naive > 0.0 else 1.0
    df = n_clusters - 1 if n_clusters < FEW_CLUSTERS else None
    half = (half_width(level) if df is None else t_quantile(0.5 + level / 2.0, df)) * se
    n_effective = n / design_effect if design_effect > 0.0 else math.inf
    return ClusterInterval(
        mean, mean - half, mean + half, se, naive, design_effect, n_effective, int(n), int(n_clusters), df
    )


def item_mean_se(samples: npt.ArrayLike, level: float = 0.95) -> RepeatedInterval:
    """Mean score of items tried K times each: `samples` has shape (n_items, K), fractions.

    The n item means are the data (SE = their sd / sqrt(n)); n*K tries are never counted as n*K items.
    `within_variance` is the mean over items of the variance between tries, `between_variance` the variance of item
    means less within_variance / K (it can come out below 0 by luck). K = 1 has no within variance: NaN is not
    returned, 0 is. Raises ValueError for fewer than two items.
    """
    rows = share_array(samples, "samples", ndim=2, minimum=2)
    n_items, n_samples = rows.shape
    means = rows.mean(axis=1)
    mean_variance = float(means.var(ddof=1))
    within = float(rows.var(axis=1, ddof=1).mean()) if n_samples > 1 else 0.0
    se = math.sqrt(mean_variance / n_items)
    estimate = float(means.mean())
    half = half_width(level) * se
    return RepeatedInterval(
        estimate,
        max(0.0, estimate - half),
        min(1.0, estimate + half),
        se,
        within,
        mean_variance - within / n_samples,
        n_items,
        n_samples,
    )


def t_quantile(probability: float, df: float) -> float:
    """Quantile of Student's t with `df` degrees of freedom."""
    from scipy.special import stdtrit

    return float(stdtrit(df, probability))


def _right_answers(p: float | None, k: float | None, n: int) -> float:
    if (p is None) == (k is None):
        raise ValueError("give either the score p or the number of right answers k, not both and not neither")
    right = share(p, "p") * n if p is not None else finite(k, "k")  # type: ignore[arg-type]
    nearest = round(right)
    if abs(right - nearest) < 1e-9 * n:  # 0.07 * 100 is 7.000000000000001: the count is meant
        right = float(nearest)
    if not 0.0 <= right <= n:
        raise ValueError(f"k must lie between 0 and n = {n}, found {k!r}")
    return right


def _wilson(k: float, n: int, level: float) -> Interval:
    z = half_width(level)
    p = k / n
    denominator = 1.0 + z * z / n
    centre = (p + z * z / (2.0 * n)) / denominator
    spread = z * math.sqrt(p * (1.0 - p) / n + z * z / (4.0 * n * n)) / denominator
    # The limits at the ends are 0 and 1 in exact arithmetic; rounding must not push them inside.
    low = 0.0 if k == 0.0 else max(0.0, centre - spread)
    high = 1.0 if k == n else min(1.0, centre + spread)
    return Interval(p, low, high, math.sqrt(p * (1.0 - p) / n), "wilson", n)


def _clopper_pearson(k: float, n: int, level: float) -> Interval:
    from scipy.special import betaincinv

    tail = (1.0 - open_share(level, "level")) / 2.0
    low = float(betaincinv(k, n - k + 1.0, tail)) if k > 0.0 else 0.0
    high = float(betaincinv(k + 1.0, n - k, 1.0 - tail)) if k < n else 1.0
    p = k / n
    return Interval(p, low, high, math.sqrt(p * (1.0 - p) / n), "clopper_pearson", n)


def _count_arrays(k: npt.ArrayLike, n: npt.ArrayLike) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    import numpy as np

    right, items = np.broadcast_arrays(np.asarray(k, dtype=np.float64), np.asarray(n, dtype=np.float64))
    if not (np.isfinite(right).all() and np.isfinite(items).all()):
        raise ValueError("k and n must be finite numbers, found a missing or infinite value")
    if (items < 1).any():
        raise ValueError(f"n must be at least 1, found {items.min()}")
    if (right < 0).any() or (right > items).any():
        raise ValueError("k must lie between 0 and n")
    return right, items
