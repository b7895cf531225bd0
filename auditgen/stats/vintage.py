"""Does a model stand higher against its contemporaries on tests older than itself than on newer ones?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from auditgen.stats.bootstrap import TIE_DECIMALS

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class StandingGap:
    """Standing on older tests minus standing on newer tests, fractions of contemporaries beaten (ties half).

    estimate: mean over the contemporaries measured on both sides of (share ahead on older - share ahead on newer).
    p_value: one-sided, from moving the labels older and newer between the tests. exact: all assignments were tried.
    critical: smallest gap among the assignments that fewer than one in twenty reach; None where too few tests allow
    none. A smaller gap could not have been told from chance.
    """

    estimate: float
    older: float
    newer: float
    p_value: float
    critical: float | None
    exact: bool
    n_assignments: int
    n_older: int
    n_newer: int
    n_contemporaries: int


def ahead_of(own: ArrayLike, others: ArrayLike) -> Floats:
    """1 where the model is ahead, 0.5 where tied (to 1e-9), 0 where behind, NaN where either is missing.

    own: (tests,). others: (tests, contemporaries). Higher is better on every test.
    """
    mine, theirs = np.asarray(own, float), np.asarray(others, float)
    if mine.ndim != 1 or theirs.ndim != 2 or len(mine) != len(theirs):
        raise ValueError(f"expected own (tests,) and others (tests, models); found {mine.shape} and {theirs.shape}")
    return (np.sign(np.round(mine[:, None] - theirs, TIE_DECIMALS)) + 1) / 2


def standing_gap(
    ahead: ArrayLike, is_older: Sequence[bool], *, seed: int, exact_up_to: int = 20_000, draws: int = 20_000
) -> StandingGap:
    """Gap in standing between older and newer tests, with a permutation test of the tests' labels.

    ahead: (tests, contemporaries) from `ahead_of`, or shares between 0 and 1; NaN = not measured. is_older: one flag a
    test. Exact up to `exact_up_to` assignments, else `draws` seeded ones with p = (1 + hits) / (1 + draws). An
    assignment that leaves no contemporary on both sides counts as a hit, so that sparse tables never look surer.
    Raises ValueError where a side has no test or no contemporary was measured on both sides.
    """
    table = np.asarray(ahead, float)
    older = np.asarray(is_older, bool)
    if table.ndim != 2 or older.shape != (len(table),):
        raise ValueError(f"expected ahead (tests, models) and one flag a test; found {table.shape} and {older.shape}")
    if np.isinf(table).any() or (table < 0).any() or (table > 1).any():
        raise ValueError("ahead: expected values between 0 and 1, NaN where not measured")
    n_older, n_tests = int(older.sum()), len(table)
    if not 0 < n_older < n_tests:
        raise ValueError(f"is_older: expected tests on both sides; found {n_older} older of {n_tests}")
    value, measured = np.nan_to_num(table), (~np.isnan(table)).astype(float)
    gap, old, new, both = _gaps(older[None, :].astype(float), value, measured)
    if both[0] == 0:
        raise ValueError("ahead: no contemporary was measured on both an older and a newer test")
    n_assignments = comb(n_tests, n_older)
    exact = n_assignments <= exact_up_to
    labels = _all_labels(n_tests, n_older) if exact else _drawn_labels(n_tests, n_older, draws, seed)
    permuted = np.concatenate([_gaps(block, value, measured)[0] for block in labels])
    hits = int((~(permuted < gap[0] - 1e-12)).sum())  # also counts gaps that do not exist (NaN)
    return StandingGap(
        estimate=float(gap[0]),
        older=float(old[0]),
        newer=float(new[0]),
        p_value=hits / n_assignments if exact else (1 + hits) / (1 + draws),
        critical=_critical(permuted),
        exact=exact,
        n_assignments=n_assignments if exact else draws,
        n_older=n_older,
        n_newer=n_tests - n_older,
        n_contemporaries=int(both[0]),
    )


def _critical(permuted: Floats, alpha: float = 0.05) -> float | None:
    """Smallest gap reached by less than `alpha` of all assignments; a gap that does not exist counts as the largest."""
    ordered = np.sort(np.where(np.isnan(permuted), np.inf, permuted))[::-1]
    below = int(np.ceil(alpha * ordered.size - 1e-9)) - 1  # this many largest values are fewer than alpha of all
    while below > 0 and below < ordered.size and ordered[below - 1] - ordered[below] < 1e-12:
        below -= 1  # ties reach past alpha
    found = ordered[below - 1] if below > 0 else np.inf
    return float(found) if np.isfinite(found) else None


def _gaps(labels: Floats, value: Floats, measured: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Gap, standing on older, standing on newer and number of contemporaries on both sides, one a row of labels."""
    with np.errstate(invalid="ignore", divide="ignore"):
        old = (labels @ value) / (labels @ measured)
        new = ((1 - labels) @ value) / ((1 - labels) @ measured)
        use = np.isfinite(old) & np.isfinite(new)
        count = use.sum(axis=1)
        old_mean = np.where(use, old, 0).sum(axis=1) / count
        new_mean = np.where(use, new, 0).sum(axis=1) / count
    return old_mean - new_mean, old_mean, new_mean, count


def _all_labels(n_tests: int, n_older: int) -> Iterator[Floats]:
    sets = combinations(range(n_tests), n_older)
    while block := list(islice(sets, 1024)):
        labels = np.zeros((len(block), n_tests))
        np.put_along_axis(labels, np.array(block), 1.0, axis=1)
        yield labels


def _drawn_labels(n_tests: int, n_older: int, draws: int, seed: int) -> Iterator[Floats]:
    random = np.random.default_rng(seed)
    for first in range(0, draws, 1024):
        size = min(1024, draws - first)
        labels = np.zeros((size, n_tests))
        labels[:, :n_older] = 1.0
        yield random.permuted(labels, axis=1)
