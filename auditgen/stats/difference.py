"""Difference between two scores: unpaired, paired, by clusters; equivalence; the smallest gap a test can see."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditgen.stats.intervals import share_variance
from auditgen.stats.preconditions import count, finite, finite_array, not_negative, open_share, positive, share
from auditgen.stats.standard_normal import half_width, quantile, two_sided, upper_tail

if TYPE_CHECKING:
    import numpy.typing as npt

EXACT_BELOW = 50
"""Fewer discordant items than this: the exact McNemar p decides, else the chi-square."""
MOST_EXACT = 2000
"""Discordant items above which the exact p is no longer worked out (it equals the chi-square to the eye)."""


@dataclass(frozen=True, slots=True)
class Difference:
    """a - b as a fraction, two-sided. `df` is set where a t quantile was used; `method` names the standard error."""

    estimate: float
    se: float
    ci_low: float
    ci_high: float
    z: float
    p_value: float
    method: str
    n: int
    df: int | None = None


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """a - b on the same items, from the two discordant counts.

    `p_value` follows the rule (exact below 50 discordant items, else chi-square without correction); `p_exact` and
    `p_mid` are `None` above 2000 discordant items; `correlation` of the two models' right answers needs `both`.
    """

    estimate: float
    se: float
    ci_low: float
    ci_high: float
    p_value: float
    method: str
    p_exact: float | None
    p_mid: float | None
    chi_square: float
    p_chi_square: float
    correlation: float | None
    only_a: int
    only_b: int
    n: int


@dataclass(frozen=True, slots=True)
class Equivalence:
    """Two one-sided tests against a margin; the interval covers 1 - 2*alpha (90% for alpha 0.05)."""

    estimate: float
    se: float
    margin: float
    p_lower: float
    p_upper: float
    p_value: float
    ci_low: float
    ci_high: float
    shown: bool


def unpaired_difference(p_a: float, n_a: int, p_b: float, n_b: int, level: float = 0.95) -> Difference:
    """p_a - p_b for two scores (fractions) on `n_a` and `n_b` items, taken as independent.

    SE^2 = p_a q_a / n_a + p_b q_b / n_b, where a score of exactly 0 or 1 counts with the variance of half an item, so
    that 100% against 0% on one item each is not called certain. `n` is the smaller of the two.
    """
    a, b = share(p_a, "p_a"), share(p_b, "p_b")
    n_a, n_b = count(n_a, "n_a"), count(n_b, "n_b")
    gap = a - b
    se = math.sqrt(share_variance(a, n_a) + share_variance(b, n_b))
    z = gap / se
    half = half_width(level) * se
    return Difference(gap, se, gap - half, gap + half, z, two_sided(z), "unpaired", min(n_a, n_b))


def paired_difference(
    only_a: int, only_b: int, n: int, *, both: int | None = None, level: float = 0.95
) -> PairedDifference:
    """a - b on `n` shared items of which `only_a` are solved by a alone and `only_b` by b alone.

    mean = (only_a - only_b) / n, SE = sqrt(((only_a + only_b)/n - mean^2) / n). McNemar: exact two-sided binomial and
    mid-p, chi-square without continuity correction. `both` (items that both solve) adds the correlation.
    """
    first, second, n = count(only_a, "only_a", 0), count(only_b, "only_b", 0), count(n, "n")
    discordant = first + second
    if discordant + (both or 0) > n:
        raise ValueError(f"more items counted ({discordant + (both or 0)}) than the test has ({n})")
    mean = (first - second) / n
    se = math.sqrt(max(0.0, discordant / n - mean * mean) / n)
    chi_square = (first - second) ** 2 / discordant if discordant else 0.0
    p_chi_square = math.erfc(math.sqrt(chi_square / 2.0))
    p_exact, p_mid = _mcnemar(first, second) if discordant <= MOST_EXACT else (None, None)
    exact = p_exact is not None and discordant < EXACT_BELOW
    half = half_width(level) * se
    return PairedDifference(
        estimate=mean,
        se=se,
        ci_low=max(-1.0, mean - half),
        ci_high=min(1.0, mean + half),
        p_value=p_exact if exact and p_exact is not None else p_chi_square,
        method="mcnemar_exact" if exact else "mcnemar_chi_square",
        p_exact=p_exact,
        p_mid=p_mid,
        chi_square=chi_square,
        p_chi_square=p_chi_square,
        correlation=None if both is None else _phi(count(both, "both", 0), first, second, n),
        only_a=first,
        only_b=second,
        n=n,
    )


def item_difference(
    differences: npt.ArrayLike, clusters: npt.ArrayLike | None = None, level: float = 0.95
) -> Difference:
    """Mean of per-item differences a_i - b_i (shape (n,), in [-1, 1]), with families of items if `clusters` is given.

    Without clusters SE = sqrt(mean squared deviation / n), the same as `paired_difference` on 0/1 scores; with
    clusters it is the cluster-robust error, and fewer than 30 clusters use the t quantile with C - 1 df. If all items
    (or cluster sums) show one and the same difference the error is 0; the p-value is then that of the sign test.
    """
    items = finite_array(differences, "differences", minimum=2)
    if abs(items).max() > 1.0:
        raise ValueError("differences must lie between -1 and 1")
    df: int | None = None
    if clusters is None:
        mean, n, method = float(items.mean()), int(items.size), "paired"
        se, signs = math.sqrt(float(items.var()) / n), n
    else:
        from auditgen.stats.intervals import cluster_se

        robust = cluster_se(items, clusters, level)
        mean, se, n, method, df = robust.estimate, robust.se, robust.n, "paired_clustered", robust.df
        signs = robust.n_clusters
    if se <= 1e-12 * abs(mean):
        p_value = max(2.0 ** (1 - signs), 1e-300) if mean else 1.0
        z = math.copysign(-quantile(p_value / 2.0), mean) if mean else 0.0
        return Difference(mean, 0.0, mean, mean, z, p_value, "sign_test", n)
    z = mean / se
    if df is None:
        half, p_value = half_width(level) * se, two_sided(z)
    else:
        from scipy.special import stdtr, stdtrit

        half = float(stdtrit(df, 0.5 + level / 2.0)) * se
        p_value = float(2.0 * stdtr(df, -abs(z)))
    return Difference(mean, se, mean - half, mean + half, z, p_value, method, n, df)


def tost(difference: float, se: float, margin: float, alpha: float = 0.05, df: float | None = None) -> Equivalence:
    """Two one-sided tests that a difference lies inside +-`margin` (fractions); t with `df`, normal without.

    `p_lower` tests "difference <= -margin", `p_upper` "difference >= margin"; the larger of the two is `p_value`.
    """
    gap, error, bound = finite(difference, "difference"), positive(se, "se"), positive(margin, "margin")
    level = 1.0 - 2.0 * open_share(alpha, "alpha")
    if level <= 0.0:
        raise ValueError(f"alpha must be below 0.5, found {alpha!r}")
    below, above = (gap + bound) / error, (bound - gap) / error
    if df is None:
        p_lower, p_upper, half = upper_tail(below), upper_tail(above), half_width(level) * error
    else:
        from scipy.special import stdtr, stdtrit

        p_lower, p_upper = float(stdtr(df, -below)), float(stdtr(df, -above))
        half = float(stdtrit(df, 1.0 - alpha)) * error
    p_value = max(p_lower, p_upper)
    return Equivalence(gap, error, bound, p_lower, p_upper, p_value, gap - half, gap + half, p_value < alpha)


def minimum_detectable_difference(se: float, power: float = 0.80, alpha: float = 0.05) -> float:
    """Smallest true gap found with `power` at two-sided `alpha`: (z_{1-alpha/2} + z_power) * se (2.8016 * se)."""
    return planning_factor(power, alpha) * not_negative(se, "se")


def mdd_unpaired(p: float, n_a: int, n_b: int | None = None, power: float = 0.80, alpha: float = 0.05) -> float:
    """Smallest visible gap, as a fraction, between two scores near `p` on `n_a` and `n_b` (default n_a) items."""
    level = share(p, "p")
    first = count(n_a, "n_a")
    second = first if n_b is None else count(n_b, "n_b")
    return planning_factor(power, alpha) * math.sqrt(level * (1.0 - level) * (1.0 / first + 1.0 / second))


def mdd_paired(discordant: float, n: int, power: float = 0.80, alpha: float = 0.05) -> float:
    """Smallest visible gap, as a fraction, on `n` shared items of which the share `discordant` separates the models."""
    return planning_factor(power, alpha) * math.sqrt(share(discordant, "discordant") / count(n, "n"))


def planned_items(
    delta: float,
    item_variance: float,
    sample_variance_a: float = 0.0,
    sample_variance_b: float = 0.0,
    samples_a: float = 1,
    samples_b: float = 1,
    power: float = 0.80,
    alpha: float = 0.05,
) -> float:
    """Items needed to see a gap of `delta` (fraction) between two models on the same items; not rounded up.

    n = factor^2 * (w^2 + s_A^2/K_A + s_B^2/K_B) / delta^2 with w^2 the variance over items of the difference in item
    difficulty, s^2 the mean within-item variance and K the samples per item (Miller 2024, arXiv 2411.00640).
    """
    variance = (
        not_negative(item_variance, "item_variance")
        + not_negative(sample_variance_a, "sample_variance_a") / count(samples_a, "samples_a")
        + not_negative(sample_variance_b, "sample_variance_b") / count(samples_b, "samples_b")
    )
    return planning_factor(power, alpha) ** 2 * variance / positive(delta, "delta") ** 2


def planning_factor(power: float = 0.80, alpha: float = 0.05) -> float:
    """Standard errors that a true gap must span to be found with `power` at two-sided `alpha` (2.801585218)."""
    return half_width(1.0 - open_share(alpha, "alpha")) + quantile(open_share(power, "power"))


def _mcnemar(first: int, second: int) -> tuple[float, float]:
    """Exact two-sided p and mid-p of the smaller discordant count, in whole numbers up to the last division."""
    total, few = first + second, min(first, second)
    term = tail = 1
    for i in range(1, few + 1):
        term = term * (total - i + 1) // i
        tail += term
    draws = 1 << total
    return min(1.0, 2 * tail / draws), min(1.0, (2 * tail - term) / draws)


def _phi(both: int, first: int, second: int, n: int) -> float | None:
    neither = n - both - first - second
    a, b = both + first, both + second
    spread = a * (n - a) * b * (n - b)
    return (both * neither - first * second) / math.sqrt(spread) if spread else None
