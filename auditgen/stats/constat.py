"""Excess of a model's old score over a smooth curve through its peers, with items and peers resampled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from auditgen.stats.preconditions import count, share, share_array
from auditgen.stats.smooth_curve import monotone_smooth

if TYPE_CHECKING:
    import numpy.typing as npt

FEWEST_REFERENCES = 12
DISTINCT_A_DRAW = 5
"""Every resample keeps at least this many different references."""
_CHUNK = 256


@dataclass(frozen=True, slots=True)
class CurveExcess:
    """Observed old score less the expected one, as fractions, over bootstrap draws; limits are one-sided 95%.

    `estimate` and `expected` are means over the draws, `estimate_all_data` the excess without resampling.
    """

    estimate: float
    expected: float
    estimate_all_data: float
    se: float
    p_one_sided: float
    lower_95_one_sided: float
    upper_95_one_sided: float
    n_references: int
    n_draws: int
    seed: int


def curve_excess(
    model_old: npt.ArrayLike,
    model_fresh: npt.ArrayLike,
    reference_old: npt.ArrayLike,
    reference_fresh: npt.ArrayLike,
    chance_old: float,
    chance_fresh: float,
    n_draws: int = 10_000,
    seed: int = 0,
    fewest: int = FEWEST_REFERENCES,
) -> CurveExcess:
    """ConStat-type test from item data: how far the model's old score lies above the references' curve.

    `model_old` (n_old,) and `model_fresh` (n_fresh,) are the model's item scores, `reference_old` (m, n_old) and
    `reference_fresh` (m, n_fresh) those of the references, all fractions; `chance_old`, `chance_fresh` the guessing
    levels, which enter the curve as one more reference. Every draw resamples the items of both tests (the same for
    all models) and the references (at least five different ones), sorts both columns of means and reads the expected
    old score off a monotone smoothing spline. Limits are basic bootstrap limits around the mean of the draws, the
    p-value the share of draws whose distance above that mean exceeds the mean itself, as in the published code.
    Raises ValueError for fewer than `fewest` references. Source: Dekoninck et al. 2024, arXiv 2405.16281.
    """
    own_old, own_fresh = share_array(model_old, "model_old"), share_array(model_fresh, "model_fresh")
    peers_old = share_array(reference_old, "reference_old", ndim=2)
    peers_fresh = share_array(reference_fresh, "reference_fresh", ndim=2)
    m = peers_old.shape[0]
    if peers_fresh.shape[0] != m:
        raise ValueError(f"references need both tests: {m} on the old, {peers_fresh.shape[0]} on the fresh one")
    if peers_old.shape[1] != own_old.size or peers_fresh.shape[1] != own_fresh.size:
        raise ValueError("the model and its references must have the same items on each test")
    if m < count(fewest, "fewest", DISTINCT_A_DRAW):
        raise ValueError(f"at least {fewest} reference models are needed, found {m}")
    guess = (share(chance_old, "chance_old"), share(chance_fresh, "chance_fresh"))
    n_draws, seed = count(n_draws, "n_draws", 100), count(seed, "seed", 0)

    old, fresh = np.vstack([peers_old, own_old]), np.vstack([peers_fresh, own_fresh])
    all_data = _excess(old.mean(axis=1)[None, :], fresh.mean(axis=1)[None, :], np.array([guess]))
    rng = np.random.default_rng(seed)
    excess, expected = np.empty(n_draws), np.empty(n_draws)
    for start in range(0, n_draws, _CHUNK):
        size = min(_CHUNK, n_draws - start)
        old_means, fresh_means = _resampled_means(old, size, rng), _resampled_means(fresh, size, rng)
        chosen = np.column_stack([_drawn_references(m, size, rng), np.full(size, m)])
        guesses = np.column_stack(
            [rng.normal(c, np.sqrt(c * (1.0 - c) / n), size) for c, n in zip(guess, (own_old.size, own_fresh.size))]
        )
        rows = slice(start, start + size)
        excess[rows], expected[rows] = _excess(
            np.take_along_axis(old_means, chosen, axis=1), np.take_along_axis(fresh_means, chosen, axis=1), guesses
        )
    mean = float(excess.mean())
    low, high = np.quantile(excess, [0.05, 0.95])
    return CurveExcess(
        estimate=mean,
        expected=float(expected.mean()),
        estimate_all_data=float(all_data[0][0]),
        se=float(excess.std()),
        p_one_sided=float((excess - mean >= mean).mean()),
        lower_95_one_sided=2.0 * mean - float(high),
        upper_95_one_sided=2.0 * mean - float(low),
        n_references=m,
        n_draws=n_draws,
        seed=seed,
    )


def _resampled_means(scores: npt.NDArray[np.float64], size: int, rng: np.random.Generator) -> npt.NDArray[np.float64]:
    """Means over `size` resamples of items, shape (size, models); one resample serves all models."""
    n = scores.shape[1]
    picks = rng.integers(0, n, (size, n)) + np.arange(size)[:, None] * n
    counts = np.bincount(picks.ravel(), minlength=size * n).reshape(size, n)
    means: npt.NDArray[np.float64] = counts @ scores.T / n
    return means


def _drawn_references(m: int, size: int, rng: np.random.Generator) -> npt.NDArray[np.intp]:
    """`size` draws of m references with replacement, each with at least five different ones."""
    drawn = rng.integers(0, m, (size, m))
    while True:
        ordered = np.sort(drawn, axis=1)
        poor = (np.diff(ordered, axis=1) != 0).sum(axis=1) + 1 < DISTINCT_A_DRAW
        if not poor.any():
            return drawn.astype(np.intp)
        drawn[poor] = rng.integers(0, m, (int(poor.sum()), m))


def _excess(
    old: npt.NDArray[np.float64], fresh: npt.NDArray[np.float64], guesses: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Excess and expectation of the last model in each row, from the curve through the others and the guess point."""
    # Sorted apart: the curve maps rank to rank, so it rises by construction.
    y = np.sort(np.column_stack([guesses[:, 0], old[:, :-1]]), axis=1)
    x = np.sort(np.column_stack([guesses[:, 1], fresh[:, :-1]]), axis=1)
    expected = np.clip(monotone_smooth(x, y, fresh[:, -1]), 0.0, 1.0)
    return old[:, -1] - expected, expected
