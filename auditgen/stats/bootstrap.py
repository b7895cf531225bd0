"""Paired item bootstrap: replicate means and ranks of all models from one set of resampled items."""

import hashlib
from collections.abc import Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

BLOCK = 128  # replicates that share one random stream; part of the result, never to be tuned
TIE_DECIMALS = 9  # scores that agree to 1e-9 are tied
_FLOAT32_EXACT = 2**24
_FLOAT64_EXACT = 2**53

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class BootstrapDraws:
    """Replicate means of a paired bootstrap.

    means: (replicates, models), in the unit of the scores. observed: (models,) means on all items used.
    n_items: items used. n_clusters: resampled units (equal to n_items without clusters).
    items_left_out: items dropped because a model had no result on them.
    """

    means: Floats
    observed: Floats
    n_items: int
    n_clusters: int
    items_left_out: int
    seed: int

    def covariance(self) -> Floats:
        """Covariance of the means over the replicates, (models, models)."""
        return np.atleast_2d(np.cov(self.means, rowvar=False))


@dataclass(frozen=True)
class RankInterval:
    """Competition rank on all items (1 = best, ties share the best place) and its percentile interval."""

    rank: int
    rank_low: int
    rank_high: int


def seed_from(text: str) -> int:
    """Seed of a check: the first 8 bytes of SHA-256 of the UTF-8 text, big-endian."""
    return int.from_bytes(hashlib.sha256(text.encode("utf-8")).digest()[:8], "big")


def score_matrix(scores: ArrayLike, *, allow_missing: bool = False, min_models: int = 1) -> Floats:
    """The scores as a float matrix, rows = items (or tasks), columns = models.

    Raises ValueError when it is not a non-empty two-dimensional table of numbers, when a value is infinite,
    when a cell is missing (NaN) and allow_missing is false, or when there are fewer than min_models columns.
    """
    try:
        matrix = np.asarray(scores, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"scores: expected a table of numbers, rows of equal length; found {error}") from None
    if matrix.ndim != 2 or matrix.shape[0] == 0:
        raise ValueError(f"scores: expected items x models, at least one item; found shape {matrix.shape}")
    if matrix.shape[1] < min_models:
        raise ValueError(f"scores: expected at least {min_models} models (columns); found {matrix.shape[1]}")
    if np.isinf(matrix).any():
        raise ValueError("scores: expected finite numbers; found an infinite value")
    missing = int(np.isnan(matrix).sum())
    if missing and not allow_missing:
        raise ValueError(
            f"scores: expected a value in every cell; found {missing} empty of {matrix.size}; "
            "fill them, or compare on the items that every model has"
        )
    return matrix


def item_covariance(scores: ArrayLike) -> Floats:
    """Covariance of the models' means under resampling of items, (models, models).

    The exact value that the bootstrap covariance tends to: item covariance with divisor n, over n.
    scores: (items, models), no missing cell.
    """
    matrix = score_matrix(scores)
    return np.atleast_2d(np.cov(matrix, rowvar=False, ddof=0)) / len(matrix)


def bootstrap_means(
    scores: ArrayLike,
    *,
    seed: int,
    replicates: int = 10_000,
    clusters: Sequence[Hashable] | None = None,
    missing: str = "refuse",
    blocks_per_chunk: int = 4,
    workers: int = 1,
) -> BootstrapDraws:
    """Resample items (or whole clusters of items) with replacement, the same ones for every model.

    scores: (items, models). clusters: one label an item; a replicate mean is then the mean over the items of the
    clusters drawn. missing: "refuse" raises on an empty cell (NaN), "common_items" keeps the items that all models
    have. Weights are drawn in fixed blocks of 128 replicates, each from its own child of `seed`, so that the result
    does not depend on blocks_per_chunk or workers, and a shorter run is a prefix of a longer one. Integer-valued
    scores (also after scaling by a power of ten) are summed exactly; others in float64, rounded to 1e-12.
    Raises ValueError on a bad table, labels that do not fit, or fewer than two units to resample.
    """
    if missing not in ("refuse", "common_items"):
        raise ValueError(f'missing: expected "refuse" or "common_items"; found {missing!r}')
    if replicates < 1 or blocks_per_chunk < 1 or workers < 1:
        raise ValueError("replicates, blocks_per_chunk and workers: expected at least 1 each")
    if seed < 0:
        raise ValueError(f"seed: expected a non-negative integer; found {seed}")
    matrix = score_matrix(scores, allow_missing=missing == "common_items")
    labels = None if clusters is None else list(clusters)
    if labels is not None and len(labels) != len(matrix):
        raise ValueError(f"clusters: expected one label an item ({len(matrix)}); found {len(labels)}")
    keep: NDArray[np.bool_] = np.all(np.isfinite(matrix), axis=1)
    n_items = int(keep.sum())
    if n_items == 0:
        raise ValueError("scores: no item has a result from every model; nothing to resample")
    matrix = matrix[keep]
    if labels is None:
        sums, sizes = matrix, np.ones(n_items)
    else:
        sums, sizes = _cluster_sums(matrix, [label for label, kept in zip(labels, keep) if kept])
    units = len(sums)
    if units < 2:
        raise ValueError(f"scores: expected at least 2 items (or clusters) to resample; found {units}")

    table, scale = _exact_table(np.column_stack([sums, sizes]))
    blocks = -(-replicates // BLOCK)
    chunks = [range(first, min(first + blocks_per_chunk, blocks)) for first in range(0, blocks, blocks_per_chunk)]

    def totals(chunk: range) -> Floats:
        weights = np.concatenate([_block_weights(seed, block, units, table.dtype) for block in chunk])
        return (weights @ table).astype(np.float64)

    if workers == 1:
        parts = [totals(chunk) for chunk in chunks]
    else:
        with ThreadPoolExecutor(workers) as pool:
            parts = list(pool.map(totals, chunks))
    drawn = np.concatenate(parts)[:replicates]
    means = drawn[:, :-1] / drawn[:, -1:]
    if scale == 0:
        means = np.round(means, 12)  # hides the last bits, which depend on the BLAS library's order of summing
    observed = matrix.mean(axis=0)
    return BootstrapDraws(means, observed, n_items, units, len(keep) - n_items, seed)


def competition_ranks(means: ArrayLike) -> NDArray[np.int64]:
    """Rank of every model in every row (1 = highest mean; ties, to 1e-9, share the best place), (rows, models)."""
    values = -np.round(np.atleast_2d(np.asarray(means, float)), TIE_DECIMALS)
    order = np.argsort(values, axis=1)
    ordered = np.take_along_axis(values, order, axis=1)
    place = np.broadcast_to(np.arange(1, values.shape[1] + 1), values.shape).copy()
    place[:, 1:][ordered[:, 1:] == ordered[:, :-1]] = 0
    np.maximum.accumulate(place, axis=1, out=place)  # a tied model takes the place where its tie begins
    ranks = np.empty(values.shape, dtype=np.int64)
    np.put_along_axis(ranks, order, place, axis=1)
    return ranks


def rank_intervals(draws: BootstrapDraws, *, level: float = 0.95) -> tuple[RankInterval, ...]:
    """Percentile interval of every model's competition rank, rounded outwards to whole places.

    Near ties such intervals are too short (Hall & Miller 2009); confidence sets for ranks decide, these describe.
    """
    tail = (1 - level) / 2
    ranks = competition_ranks(draws.means)
    low = np.floor(np.quantile(ranks, tail, axis=0) + 1e-9).astype(int)
    high = np.ceil(np.quantile(ranks, 1 - tail, axis=0) - 1e-9).astype(int)
    observed = competition_ranks(draws.observed)[0]
    return tuple(RankInterval(int(r), int(a), int(b)) for r, a, b in zip(observed, low, high))


def _block_weights(seed: int, block: int, units: int, dtype: np.dtype) -> NDArray:
    """How often each unit is drawn in each of the block's replicates: (BLOCK, units), rows sum to `units`."""
    random = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(block,)))
    if units <= 1024:  # one count over the whole block saves calls; longer rows are faster alone, in cache
        drawn = random.integers(0, units, size=(BLOCK, units), dtype=np.int32)
        flat = (drawn + np.arange(BLOCK)[:, None] * units).ravel()
        return np.bincount(flat, minlength=BLOCK * units).reshape(BLOCK, units).astype(dtype)
    weights = np.empty((BLOCK, units), dtype=dtype)
    for row in weights:
        row[:] = np.bincount(random.integers(0, units, size=units, dtype=np.int32), minlength=units)
    return weights


def _cluster_sums(matrix: Floats, labels: Sequence[Hashable]) -> tuple[Floats, Floats]:
    index: dict[Hashable, int] = {}
    member = np.array([index.setdefault(label, len(index)) for label in labels])
    sums = np.zeros((len(index), matrix.shape[1]))
    np.add.at(sums, member, matrix)
    return sums, np.bincount(member, minlength=len(index)).astype(np.float64)


def _exact_table(table: Floats) -> tuple[NDArray, int]:
    """The table in the smallest float type in which every resampled sum is exact, and the scale (0 = not exact).

    Means are ratios of two columns' sums, so a common scale cancels.
    """
    for scale in (1, 10, 100, 1000):
        scaled = table * scale
        if np.allclose(scaled, np.round(scaled), rtol=0, atol=1e-9):
            # the largest sum a resample can reach: the same largest unit drawn every time
            largest = float(np.abs(scaled).max()) * len(table)
            if largest < _FLOAT32_EXACT:
                return np.round(scaled).astype(np.float32), scale
            if largest < _FLOAT64_EXACT:
                return np.round(scaled), scale
    return table, 0
