"""Does the order of two models hang on a third one: board rules, diversity of tasks, removals, spread of one task."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from auditgen.stats.bootstrap import TIE_DECIMALS, competition_ranks, score_matrix

Rule = Literal["mean_score", "mean_win_rate", "mean_rank"]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Removal:
    """What changes for the remaining models when some are removed (or one task is rescaled).

    removed: indices of models. first: indices of the models in first place. first_changed: on the full board other
    models were the best of these. headline_flipped: the order of the headline pair is strictly the other way round.
    n_flipped_pairs, tau-b, largest rank change: over the remaining models, against their order on the full board.
    """

    removed: tuple[int, ...]
    first: tuple[int, ...]
    first_changed: bool
    headline_flipped: bool
    n_flipped_pairs: int
    kendall_tau_b: float
    max_rank_change: int


@dataclass(frozen=True)
class SpreadChange:
    """Effect of scaling the spread of one task about its mean by `factor`; the order within the task stays."""

    task: int
    factor: float
    effect: Removal


def board_scores(scores: ArrayLike, rule: Rule = "mean_score") -> Floats:
    """A board's score of every model, higher is better.

    scores: (tasks, models), higher is better. "mean_score": mean over tasks, no missing cell. "mean_win_rate": mean
    over the model's tasks of the share of the other models there that it strictly beats; missing cells (NaN) are left
    out, as on HELM. "mean_rank": minus the mean of the ranks (1 = best, ties averaged).
    """
    if rule == "mean_score":
        return np.asarray(score_matrix(scores).mean(axis=0))
    if rule not in ("mean_win_rate", "mean_rank"):
        raise ValueError(f'rule: expected "mean_score", "mean_win_rate" or "mean_rank"; found {rule!r}')
    matrix = score_matrix(scores, allow_missing=True, min_models=2)
    ranks = _ascending_ranks(matrix, "min" if rule == "mean_win_rate" else "average")
    present = (~np.isnan(matrix)).sum(axis=1, keepdims=True)
    with np.errstate(invalid="ignore", divide="ignore"):
        # a model alone on a task beats nobody and loses to nobody: no value
        value = (ranks - 1) / (present - 1) if rule == "mean_win_rate" else -(present + 1 - ranks)
    value = np.where(np.isnan(matrix) | (present < 2), np.nan, value)
    if np.isnan(value).all(axis=0).any():
        raise ValueError("scores: expected every model on at least one task with a rival; found a model without")
    return np.asarray(np.nanmean(value, axis=0))


def kendall_w(scores: ArrayLike) -> float:
    """Kendall's W of tasks (rows) ranking models (columns): 1 = all agree, 0 = none. Corrected for ties.

    W = 12 S / (T^2 (m^3 - m) - T sum of tie terms); diversity of the board = 1 - W. NaN: ties throughout.
    """
    matrix = np.round(score_matrix(scores, min_models=2), TIE_DECIMALS)
    tasks, m = matrix.shape
    sums = _ascending_ranks(matrix).sum(axis=0)
    ties = 0.0
    for row in matrix:
        _, sizes = np.unique(row, return_counts=True)
        ties += float((sizes.astype(float) ** 3 - sizes).sum())
    scale = tasks**2 * (float(m) ** 3 - m) - tasks * ties
    return float("nan") if scale <= 0 else float(12 * ((sums - sums.mean()) ** 2).sum() / scale)


def single_removals(scores: ArrayLike, rule: Rule, *, headline: tuple[int, int] | None = None) -> tuple[Removal, ...]:
    """Remove every model outside the headline pair, one at a time.

    headline: (ahead, behind); without it the first two of the full board. At least three models.
    """
    matrix, pair = _with_headline(scores, rule, headline)
    full = board_scores(matrix, rule)
    return tuple(
        removal_effect(matrix, rule, (model,), pair, full) for model in range(matrix.shape[1]) if model not in pair
    )


def greedy_removals(
    scores: ArrayLike, rule: Rule, *, headline: tuple[int, int] | None = None, most: int = 3
) -> Removal | None:
    """The first set of up to `most` models whose removal flips the headline pair, or None when none was found.

    Each step removes the model that shrinks the pair's lead most. The search is greedy: None does not show that no
    such set exists (see `exhaustive_removals` for small boards).
    """
    matrix, (ahead, behind) = _with_headline(scores, rule, headline)
    removed: tuple[int, ...] = ()
    models = range(matrix.shape[1])
    while len(removed) < min(most, matrix.shape[1] - 2):
        leads = []
        for model in models:
            if model in (ahead, behind) or model in removed:
                continue
            kept = [k for k in models if k not in removed and k != model]
            value = board_scores(matrix[:, kept], rule)
            leads.append((float(value[kept.index(ahead)] - value[kept.index(behind)]), model))
        lead, chosen = min(leads)
        removed += (chosen,)
        if round(lead, TIE_DECIMALS) < 0:
            return removal_effect(matrix, rule, removed, (ahead, behind))
    return None


def exhaustive_removals(
    scores: ArrayLike, rule: Rule, size: int, *, headline: tuple[int, int] | None = None, limit: int = 20_000
) -> tuple[Removal, ...]:
    """Effects of removing every set of `size` models outside the headline pair; at most `limit` sets.

    Raises ValueError where there are more sets than that.
    """
    from math import comb

    matrix, pair = _with_headline(scores, rule, headline)
    others = [k for k in range(matrix.shape[1]) if k not in pair]
    if not 1 <= size <= len(others) or comb(len(others), size) > limit:
        raise ValueError(f"size: expected 1 to {len(others)} models and at most {limit} sets; found size {size}")
    full = board_scores(matrix, rule)
    return tuple(removal_effect(matrix, rule, gone, pair, full) for gone in combinations(others, size))


def removal_effect(
    scores: ArrayLike,
    rule: Rule,
    removed: Sequence[int],
    headline: tuple[int, int] | None = None,
    full: Floats | None = None,
) -> Removal:
    """Compare the board without some models to the full board. full: the full board's scores if already known."""
    matrix = score_matrix(scores, allow_missing=rule != "mean_score")
    before = board_scores(matrix, rule) if full is None else full
    kept = [k for k in range(matrix.shape[1]) if k not in set(removed)]
    if len(kept) < 2:
        raise ValueError("removed: expected at least two models to remain")
    return _compare(before, board_scores(matrix[:, kept], rule), kept, tuple(removed), headline)


def spread_sensitivity(
    scores: ArrayLike, *, factors: Sequence[float] = (0.5, 2.0), headline: tuple[int, int] | None = None
) -> tuple[SpreadChange, ...]:
    """For mean-score boards, on which models do not interact: scale each task's spread in turn by each factor.

    The order of the models within every task is unchanged, so a board that flips hangs on the scale of a task.
    """
    matrix, pair = _with_headline(scores, "mean_score", headline, least=2)
    if not factors or min(factors) <= 0:
        raise ValueError(f"factors: expected numbers above zero; found {tuple(factors)}")
    before = board_scores(matrix)
    kept = list(range(matrix.shape[1]))
    changes = []
    for task in range(len(matrix)):
        for factor in factors:
            scaled = matrix.copy()
            scaled[task] = matrix[task].mean() + factor * (matrix[task] - matrix[task].mean())
            changes.append(SpreadChange(task, factor, _compare(before, board_scores(scaled), kept, (), pair)))
    return tuple(changes)


def _compare(
    before: Floats, after: Floats, kept: list[int], removed: tuple[int, ...], headline: tuple[int, int] | None
) -> Removal:
    from scipy.stats import kendalltau

    old, new = np.round(before, TIE_DECIMALS)[kept], np.round(after, TIE_DECIMALS)
    ranks_old, ranks_new = competition_ranks(old)[0], competition_ranks(new)[0]
    first = tuple(kept[i] for i in np.nonzero(ranks_new == 1)[0])
    first_before = tuple(kept[i] for i in np.nonzero(ranks_old == 1)[0])
    signs = np.sign(old[:, None] - old) * np.sign(new[:, None] - new)
    flipped = False
    if headline is not None and headline[0] in kept and headline[1] in kept:
        flipped = bool(signs[kept.index(headline[0]), kept.index(headline[1])] < 0)
    return Removal(
        removed=removed,
        first=first,
        first_changed=first != first_before,
        headline_flipped=flipped,
        n_flipped_pairs=int((signs < 0).sum()) // 2,
        kendall_tau_b=float(kendalltau(old, new).statistic),
        max_rank_change=int(np.abs(ranks_old - ranks_new).max()),
    )


def _with_headline(
    scores: ArrayLike, rule: Rule, headline: tuple[int, int] | None, least: int = 3
) -> tuple[Floats, tuple[int, int]]:
    """The matrix and the headline pair, the one ahead on the full board first."""
    matrix = score_matrix(scores, allow_missing=rule != "mean_score", min_models=least)
    full = np.round(board_scores(matrix, rule), TIE_DECIMALS)
    if headline is None:
        order = np.argsort(-full, kind="stable")
        return matrix, (int(order[0]), int(order[1]))
    a, b = headline
    if a == b or not (0 <= a < len(full) and 0 <= b < len(full)):
        raise ValueError(f"headline: expected two different models between 0 and {len(full) - 1}; found {headline}")
    return matrix, (a, b) if full[a] >= full[b] else (b, a)


def _ascending_ranks(matrix: Floats, ties: Literal["average", "min"] = "average") -> Floats:
    """Ranks of the models within each task, 1 = lowest, ties to 1e-9, NaN stays."""
    from scipy.stats import rankdata

    return np.asarray(rankdata(np.round(matrix, TIE_DECIMALS), axis=1, method=ties, nan_policy="omit"), float)
