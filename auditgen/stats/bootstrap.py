"""Paired item bootstrap: replicate means and ranks of all models from one set of resampled items."""

import hashlib
import math
from collections.abc import Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from auditgen.stats.compiled import compiled_loops
from auditgen.stats.item_draws import rows_at_once, stream_kind, weight_pieces

TIE_DECIMALS = 9  # scores that agree to 1e-9 are tied
_FLOAT32_EXACT = 2**24
_FLOAT64_EXACT = 2**53
_STEPS = 10.0**TIE_DECIMALS
_COLUMN_BITS = 12
_MOST_CODED, _LARGEST_CODED = 2**_COLUMN_BITS, 1e6  # models and scores whose number and multiple of 1e-9 fit 63 bits
_RANKED_AT_ONCE = 32_768  # scores that fit the processor's cache; no effect on the result

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
    if np.isfinite(matrix).all():
        return matrix
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
    megabytes: float = 32.0,
    workers: int = 1,
    compiled: bool | None = None,
) -> BootstrapDraws:
    """Resample items (or whole clusters of items) with replacement, the same ones for every model.

    scores: (items, models). clusters: one label an item; a replicate mean is then the mean over the items of the
    clusters drawn. missing: "refuse" raises on an empty cell (NaN), "common_items" keeps the items that all models
    have. Weights are drawn in fixed blocks of 128 replicates, each from its own child of `seed`, and summed exactly, so
    that the result does not depend on megabytes, workers or compiled, and a shorter run is a prefix of a longer one.
    Scores that are whole numbers (also after scaling by a power of ten) are taken as they are, others rounded to the
    finest binary step that float64 sums exactly (2^-38 for 14,000 scores up to 1). megabytes: memory for the weights,
    one replicate at least. workers: threads that draw. compiled: None uses the compiled loop where it saves time.
    Raises ValueError on a bad table, labels that do not fit, or fewer than two units to resample.
    """
    if missing not in ("refuse", "common_items"):
        raise ValueError(f'missing: expected "refuse" or "common_items"; found {missing!r}')
    if replicates < 1 or workers < 1:
        raise ValueError("replicates and workers: expected at least 1 each")
    if not 0 < megabytes < math.inf:
        raise ValueError(f"megabytes: expected a number above 0; found {megabytes}")
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
    matrix = matrix if keep.all() else matrix[keep]
    if labels is None:
        unit_scores = matrix
    else:  # a cluster counts as the sum of its items; its number of items is the last column
        unit_scores = _cluster_sums(matrix, [label for label, kept in zip(labels, keep) if kept])
    units = len(unit_scores)
    if units < 2:
        raise ValueError(f"scores: expected at least 2 items (or clusters) to resample; found {units}")

    table, scale = _exact_table(unit_scores)
    rows = rows_at_once(replicates, units * table.itemsize, megabytes)
    buffer = np.empty((rows, units), table.dtype)
    sums = np.empty((rows, table.shape[1]), table.dtype)
    means = np.empty((replicates, matrix.shape[1]))
    kind = stream_kind(replicates * units, compiled)
    with ThreadPoolExecutor(workers) if workers > 1 else nullcontext() as pool:
        for first, weights in weight_pieces(kind, seed, replicates, buffer, pool):
            drawn = np.matmul(weights, table, out=sums[: len(weights)])
            size = units * scale if labels is None else drawn[:, -1:]
            np.divide(drawn[:, : means.shape[1]], size, out=means[first : first + len(drawn)], dtype=np.float64)
    return BootstrapDraws(means, matrix.mean(axis=0), n_items, units, len(keep) - n_items, seed)


def competition_ranks(means: ArrayLike, *, compiled: bool | None = None) -> NDArray[np.int64]:
    """Rank of every model in every row (1 = highest mean; ties, to 1e-9, share the best place), (rows, models).

    compiled: None uses the compiled loops if they are loaded already; the result is the same.
    """
    values = np.atleast_2d(np.asarray(means, float))
    rows, models = values.shape
    ranks = np.empty(values.shape, dtype=np.int64)
    at_once = max(1, _RANKED_AT_ONCE // max(1, models))
    coded = models <= _MOST_CODED and bool(
        values.max(initial=0) < _LARGEST_CODED and values.min(initial=0) > -_LARGEST_CODED
    )
    loops = compiled_loops(compiled) if coded else None
    for first in range(0, rows, at_once):
        part, found = values[first : first + at_once], ranks[first : first + at_once]
        if loops is not None:
            keys = np.empty(part.shape, dtype=np.int64)
            loops.pack_keys(part, _STEPS, _COLUMN_BITS, keys)
            keys.sort(axis=1)
            loops.places_of_keys(keys, _COLUMN_BITS, found)
            continue
        if coded:  # one sort of whole numbers: the score above, the column below
            keys = np.rint(part * -_STEPS).astype(np.int64)
            keys <<= _COLUMN_BITS
            keys |= np.arange(models)
            keys.sort(axis=1)
            column = keys & (_MOST_CODED - 1)
            keys >>= _COLUMN_BITS
            places = _places(keys)
        else:
            rounded = -np.round(part, TIE_DECIMALS)
            column = np.argsort(rounded, axis=1)
            places = _places(np.take_along_axis(rounded, column, axis=1))
        column += models * np.arange(len(part))[:, None]
        found.reshape(-1)[column] = places
    return ranks


def _places(ordered: NDArray) -> NDArray[np.int64]:
    """Competition rank at each place of rows in ascending order."""
    places = np.ones(ordered.shape, dtype=np.int64)
    np.multiply(ordered[:, 1:] != ordered[:, :-1], np.arange(2, ordered.shape[1] + 1), out=places[:, 1:])
    return np.asarray(np.maximum.accumulate(places, axis=1, out=places))  # a tie takes the place where it begins


def rank_intervals(draws: BootstrapDraws, *, level: float = 0.95) -> tuple[RankInterval, ...]:
    """Percentile interval of every model's competition rank, rounded outwards to whole places.

    Near ties such intervals are too short (Hall & Miller 2009); confidence sets for ranks decide, these describe.
    """
    tail = (1 - level) / 2
    ranks = competition_ranks(draws.means)
    ranks = np.sort(ranks.T.astype(np.int16 if ranks.shape[1] < 2**15 else np.int64), axis=1)
    low = np.floor(np.quantile(ranks, tail, axis=1) + 1e-9).astype(int)
    high = np.ceil(np.quantile(ranks, 1 - tail, axis=1) - 1e-9).astype(int)
    observed = competition_ranks(draws.observed)[0]
    return tuple(RankInterval(int(r), int(a), int(b)) for r, a, b in zip(observed, low, high))


def _cluster_sums(matrix: Floats, labels: Sequence[Hashable]) -> Floats:
    """Sums of the scores over each cluster's items, and the number of items as last column."""
    index: dict[Hashable, int] = {}
    member = np.array([index.setdefault(label, len(index)) for label in labels])
    sums = np.zeros((len(index), matrix.shape[1] + 1))
    np.add.at(sums[:, :-1], member, matrix)
    sums[:, -1] = np.bincount(member, minlength=len(index))
    return sums


def _exact_table(table: Floats) -> tuple[NDArray, float]:
    """The table as whole multiples of 1 / scale, in the smallest float type that holds every resampled sum exactly.

    Then no order of summing, which is the BLAS library's affair, changes a bit. Means are ratios of two sums, or of a
    sum and a count that is scaled as well.
    """
    # the largest sum a resample can reach, of scores or of draws: the same largest unit drawn every time
    most = max(1.0, float(np.abs(table).max())) * len(table)
    for scale in (1.0, 10.0, 100.0, 1000.0):
        scaled = table * scale
        whole = np.rint(scaled)
        scaled -= whole
        np.abs(scaled, out=scaled)
        if scaled.max() <= 1e-9 and most * scale < _FLOAT64_EXACT:
            return whole.astype(np.float32) if most * scale < _FLOAT32_EXACT else whole, scale
    scale = 2.0 ** (math.floor(math.log2(_FLOAT64_EXACT / most)) - 1)  # 1: room for the rounding
    return np.rint(table * scale), scale
