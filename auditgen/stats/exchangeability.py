"""Does a model find the published order of the items more natural than shuffled orders (Oren et al. 2023)?"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import ArrayLike

EXACT_SHARDS = 20  # up to a million sign patterns


@dataclass(frozen=True)
class OrderTest:
    """Test over shards of s = log p(published order) - mean log p(shuffled orders), natural log.

    t, df, p_value: one-sided t test of mean above 0. sign_flip_p: share of sign patterns with a mean at least as
    large, exact; None above 20 shards.
    """

    mean: float
    sd: float
    t: float
    df: int
    p_value: float
    sign_flip_p: float | None
    n_shards: int

    def smallest_mean(self, alpha: float, power: float = 0.80) -> float:
        """Mean score that a test at `alpha` would have shown with this power: (t_1-alpha + t_power) sd / sqrt(r)."""
        from scipy.stats import t as student

        steps = student.ppf(1 - alpha, self.df) + student.ppf(power, self.df)
        return float(steps * self.sd / math.sqrt(self.n_shards))


def order_test(shard_scores: Sequence[float]) -> OrderTest:
    """One-sided t test and exact sign-flip test over the shards' scores. At least two shards that are not all equal."""
    from scipy.stats import t as student

    s = np.asarray(shard_scores, float)
    if s.ndim != 1 or len(s) < 2 or not np.isfinite(s).all():
        raise ValueError("shard_scores: expected at least two finite numbers, one a shard")
    mean, sd = float(s.mean()), float(s.std(ddof=1))
    if sd <= 1e-12 * max(1.0, abs(mean)):
        raise ValueError("shard_scores: all equal; the test needs variation between shards")
    t = mean / (sd / math.sqrt(len(s)))
    return OrderTest(
        mean=mean,
        sd=sd,
        t=t,
        df=len(s) - 1,
        p_value=float(student.sf(t, len(s) - 1)),
        sign_flip_p=_sign_flip(s) if len(s) <= EXACT_SHARDS else None,
        n_shards=len(s),
    )


def shard_scores(canonical: Sequence[float], shuffled: ArrayLike) -> tuple[float, ...]:
    """s of every shard. canonical: (shards,) log-probabilities of the published order. shuffled: (shards, shuffles)."""
    own, others = np.asarray(canonical, float), np.asarray(shuffled, float)
    if own.ndim != 1 or others.ndim != 2 or len(own) != len(others) or others.shape[1] < 1:
        raise ValueError(
            f"expected canonical (shards,), shuffled (shards, shuffles); found {own.shape}, {others.shape}"
        )
    if not (np.isfinite(own).all() and np.isfinite(others).all()):
        raise ValueError("canonical, shuffled: expected finite log-probabilities")
    return tuple(float(x) for x in own - others.mean(axis=1))


def permutation_p(canonical: float, shuffled: Sequence[float]) -> float:
    """Exact p for one block: (1 + number of shuffles at least as probable) / (1 + number of shuffles)."""
    others = np.asarray(shuffled, float)
    if others.ndim != 1 or len(others) == 0 or not np.isfinite(others).all() or not math.isfinite(canonical):
        raise ValueError("shuffled: expected at least one finite log-probability, and a finite canonical one")
    return float((1 + (others >= canonical).sum()) / (1 + len(others)))


def _sign_flip(s: np.ndarray) -> float:
    # split in two halves: sums of the first half's patterns + sums of the second half's, counted by searching
    half = len(s) // 2
    sums = []
    for part in (s[:half], s[half:]):
        patterns = np.array(list(product((-1.0, 1.0), repeat=len(part))))
        sums.append(np.sort(patterns @ np.abs(part)))
    total = float(s.sum())
    tolerance = 1e-9 * max(1.0, float(np.abs(s).sum()))
    at_least = len(sums[1]) - np.searchsorted(sums[1], total - tolerance - sums[0], side="left")
    return float(at_least.sum() / 2.0 ** len(s))
