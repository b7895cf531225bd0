"""Do test texts look unusually familiar: Min-K% and Min-K%++ scores and their comparison with matched controls."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class FamiliarityTest:
    """Comparison of test texts with controls. auc = U / (n1 n2); p_value one-sided (test texts score higher).

    exact: p comes from the exact distribution (no ties, small groups), else from the normal approximation.
    """

    u: float
    auc: float
    p_value: float
    exact: bool
    n_test: int
    n_control: int

    def smallest_auc(self, alpha: float, power: float = 0.80) -> float:
        """AUC that a test at `alpha` would have shown with this power; normal approximation, at most 1."""
        from scipy.special import ndtri

        sd = math.sqrt((self.n_test + self.n_control + 1) / (12 * self.n_test * self.n_control))
        return min(1.0, 0.5 + float(ndtri(1 - alpha) + ndtri(power)) * sd)


def min_k(log_probs: Sequence[float], *, k_percent: float = 20.0) -> float:
    """Plain Min-K%: mean of the lowest k % token log-probabilities, at least one token (Shi et al. 2023)."""
    return _mean_of_lowest(np.asarray(log_probs, float), k_percent)


def min_k_plus_plus(
    log_probs: Sequence[float], means: Sequence[float], sds: Sequence[float], *, k_percent: float = 20.0
) -> float:
    """Min-K%++: the same on z = (log p - mean) / sd over the vocabulary at each position (Zhang et al. 2024).

    Raises ValueError on lists of different length, non-finite values, or an sd that is not above zero.
    """
    x, mu, sigma = (np.asarray(values, float) for values in (log_probs, means, sds))
    if not x.shape == mu.shape == sigma.shape:
        raise ValueError("log_probs, means, sds: expected one value a token in each")
    if not (sigma > 0).all():
        raise ValueError("sds: expected numbers above zero")
    return _mean_of_lowest((x - mu) / sigma, k_percent)


def familiarity_test(test_scores: Sequence[float], control_scores: Sequence[float]) -> FamiliarityTest:
    """AUC and one-sided Mann-Whitney test: exact for groups of up to 50 without ties, else normal approximation."""
    from scipy.stats import mannwhitneyu

    a, b = np.asarray(test_scores, float), np.asarray(control_scores, float)
    if a.ndim != 1 or b.ndim != 1 or min(len(a), len(b)) == 0 or not np.isfinite(np.concatenate([a, b])).all():
        raise ValueError("expected at least one finite score in each group")
    together = np.concatenate([a, b])
    exact = len(np.unique(together)) == len(together) and max(len(a), len(b)) <= 50
    result = mannwhitneyu(a, b, alternative="greater", method="exact" if exact else "asymptotic")
    u = float(result.statistic)
    # all scores equal: no order at all, and the normal approximation has no variance
    p_value = 1.0 if math.isnan(float(result.pvalue)) else float(result.pvalue)
    return FamiliarityTest(u, u / (len(a) * len(b)), p_value, exact, len(a), len(b))


def _mean_of_lowest(values: np.ndarray, k_percent: float) -> float:
    if values.ndim != 1 or len(values) == 0 or not np.isfinite(values).all():
        raise ValueError("expected at least one finite value, one a token")
    if not 0 < k_percent <= 100:
        raise ValueError(f"k_percent: expected above 0 and up to 100; found {k_percent}")
    count = max(1, math.floor(len(values) * k_percent / 100 + 1e-9))
    return float(np.sort(values)[:count].mean())
