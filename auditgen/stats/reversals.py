"""Pairs that one test clearly puts one way and another test puts the other way."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from auditgen.stats.bootstrap import TIE_DECIMALS, score_matrix
from auditgen.stats.multiplicity import holm

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class PairTests:
    """Tests of all pairs of models on one test.

    gap[i, j]: score i minus score j, in the unit of the scores. z: the gap over its standard error. p_value and
    p_adjusted (Holm over all pairs), two-sided; NaN on the diagonal. method: "z_unpaired", "mcnemar", "mcnemar_exact"
    or "z_paired".
    """

    gap: Floats
    z: Floats
    p_value: Floats
    p_adjusted: Floats
    method: str

    @property
    def n_pairs(self) -> int:
        """Number of pairs."""
        return len(self.gap) * (len(self.gap) - 1) // 2

    def n_clear(self, alpha: float = 0.05) -> int:
        """Number of pairs with an adjusted p below alpha."""
        return int(np.nansum(self.p_adjusted < alpha)) // 2


@dataclass(frozen=True)
class ReversedPair:
    """A pair clear on the first test, reversed on the second; `ahead` is ahead on the first. Gaps: ahead - behind."""

    ahead: int
    behind: int
    gap_first: float
    gap_second: float
    z_second: float
    p_adjusted_first: float
    p_adjusted_second: float
    clearly_reversed: bool


@dataclass(frozen=True)
class Reversals:
    """Counts of pairs, and every pair that is clear on the first test and reversed on the second.

    n_reversed_all: pairs ordered strictly one way on the first test and the other way on the second, clear or not.
    """

    n_pairs: int
    n_reversed_all: int
    n_clear_first: int
    n_clear_second: int
    n_reversed: int
    n_clearly_reversed: int
    pairs: tuple[ReversedPair, ...]


def pairs_from_scores(scores: Sequence[float], n_items: Sequence[int] | int) -> PairTests:
    """Unpaired z tests of all pairs from shares correct (fractions) and item counts, Holm over the pairs.

    SE of a gap = sqrt(p q / n + r s / m), pooled where that is 0 for different scores. Conservative when the models
    answered the same items.
    Raises ValueError on scores outside [0, 1] or item counts below 1.
    """
    p = np.asarray(scores, float)
    n = np.broadcast_to(np.asarray(n_items, float), p.shape)
    if p.ndim != 1 or len(p) < 2 or not ((p >= 0) & (p <= 1)).all():
        raise ValueError("scores: expected at least two fractions between 0 and 1")
    if not (np.isfinite(n).all() and (n >= 1).all()):
        raise ValueError("n_items: expected at least 1 item a score")
    variance = p * (1 - p) / n
    gap, se = p[:, None] - p[None, :], np.sqrt(variance[:, None] + variance[None, :])
    pooled = (p * n + (p * n)[:, None]) / (n + n[:, None])
    # 0 % against 100 % has no spread of its own; one item each must not be called certain
    se = np.where((se == 0) & (gap != 0), np.sqrt(pooled * (1 - pooled) * (1 / n + 1 / n[:, None])), se)
    return _z_tests(gap, se, "z_unpaired")


def pairs_from_items(
    scores: ArrayLike, *, exact: bool = False, clusters: Sequence[Hashable] | None = None
) -> PairTests:
    """Paired tests of all pairs of models on the same items, Holm over the pairs.

    scores: (items, models). Only 0 and 1: McNemar, exact (binomial) with fewer than 50 discordant items or where
    `exact` is asked for, chi-square without correction otherwise. Other numbers: z of the mean difference.
    clusters: one label an item; then the cluster-robust z whatever the scores are.
    """
    matrix = score_matrix(scores, min_models=2)
    if clusters is not None:
        return pairs_from_items(_family_rows(matrix, clusters))
    n = len(matrix)
    mean = matrix.mean(axis=0)
    gap = mean[:, None] - mean[None, :]
    if ((matrix == 0) | (matrix == 1)).all():
        return _mcnemar(matrix, gap, exact)
    if exact:
        raise ValueError("exact: expected scores of 0 and 1 only")
    covariance = np.cov(matrix, rowvar=False, ddof=0) / n
    v = np.diag(covariance)
    return _z_tests(gap, np.sqrt(np.clip(v[:, None] + v[None, :] - 2 * covariance, 0, None)), "z_paired")


def _family_rows(matrix: Floats, clusters: Sequence[Hashable]) -> Floats:
    """One row a family, such that the plain paired z of the rows is the cluster-robust z of the items."""
    if len(clusters) != len(matrix):
        raise ValueError(f"clusters: expected one label an item ({len(matrix)}); found {len(clusters)}")
    labels: dict[Hashable, int] = {}
    member = np.array([labels.setdefault(label, len(labels)) for label in clusters])
    sums = np.zeros((len(labels), matrix.shape[1]))
    np.add.at(sums, member, matrix)
    mean = matrix.mean(axis=0)
    rows: Floats = sums - np.bincount(member).astype(float)[:, None] * mean + mean * len(matrix) / len(labels)
    return rows


def reversals(first: PairTests, second: PairTests, *, alpha: float = 0.05) -> Reversals:
    """Pairs clear on the first test (Holm-adjusted p < alpha), those reversed on the second, and clearly so.

    Both tests list the same models in the same order. Raises ValueError where they do not have the same number.
    """
    if first.gap.shape != second.gap.shape:
        raise ValueError(f"expected the same models in both tests; found {len(first.gap)} and {len(second.gap)}")
    upper = np.triu(np.ones(first.gap.shape, dtype=bool), 1)
    gap_1, gap_2 = np.round(first.gap, TIE_DECIMALS), np.round(second.gap, TIE_DECIMALS)
    opposite = upper & (gap_1 * gap_2 < 0)
    clear_1, clear_2 = first.p_adjusted < alpha, second.p_adjusted < alpha
    pairs = []
    for i, j in zip(*np.nonzero(opposite & clear_1)):
        a, b = (i, j) if first.gap[i, j] > 0 else (j, i)
        pairs.append(
            ReversedPair(
                ahead=int(a),
                behind=int(b),
                gap_first=float(first.gap[a, b]),
                gap_second=float(second.gap[a, b]),
                z_second=float(second.z[a, b]),
                p_adjusted_first=float(first.p_adjusted[a, b]),
                p_adjusted_second=float(second.p_adjusted[a, b]),
                clearly_reversed=bool(clear_2[a, b]),
            )
        )
    return Reversals(
        n_pairs=first.n_pairs,
        n_reversed_all=int(opposite.sum()),
        n_clear_first=int((upper & clear_1).sum()),
        n_clear_second=int((upper & clear_2).sum()),
        n_reversed=len(pairs),
        n_clearly_reversed=sum(pair.clearly_reversed for pair in pairs),
        pairs=tuple(pairs),
    )


def _adjusted_table(p_value: Floats) -> Floats:
    upper = np.triu_indices(len(p_value), 1)
    table = np.full(p_value.shape, np.nan)
    table[upper] = holm(p_value[upper])
    table.T[upper] = table[upper]
    return table


def _z_tests(gap: Floats, se: Floats, method: str) -> PairTests:
    from scipy.special import ndtr

    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.where(np.round(gap, TIE_DECIMALS) == 0, 0.0, gap / se)
    p_value = 2 * ndtr(-np.abs(z))
    np.fill_diagonal(p_value, np.nan)
    return PairTests(gap, z, p_value, _adjusted_table(p_value), method)


def _mcnemar(matrix: Floats, gap: Floats, exact: bool) -> PairTests:
    from scipy.special import bdtr, chdtrc

    only = matrix.T @ (1 - matrix)  # only[i, j]: items that i solves and j does not
    discordant = only + only.T
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.where(discordant > 0, (only - only.T) / np.sqrt(discordant), 0.0)
    binomial = np.minimum(1.0, 2 * bdtr(np.minimum(only, only.T), discordant.astype(int), 0.5))
    p_value = binomial if exact else np.where(discordant < 50, binomial, chdtrc(1, z**2))
    np.fill_diagonal(p_value, np.nan)
    return PairTests(gap, z, p_value, _adjusted_table(p_value), "mcnemar_exact" if exact else "mcnemar")
