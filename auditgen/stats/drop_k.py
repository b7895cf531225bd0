"""How few items or votes carry a lead: exact for means on shared items, influence and refit for Bradley-Terry votes."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

RATING_PER_BETA = 400 / math.log(10)  # rating points of one unit of log odds on the Elo scale
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class DropItems:
    """Fewest items whose removal puts the second model strictly ahead. k and share are None where none can.

    ties_after: removals after which the two are level or past it. n_items: shared items.
    """

    k: int | None
    share: float | None
    ties_after: int | None
    n_items: int
    only_first: int
    only_second: int


@dataclass(frozen=True, eq=False)
class BradleyTerryFit:
    """Strengths in log odds, the reference model at 0; covariance (models, models), zero for the reference."""

    strengths: Floats
    covariance: Floats
    reference: int
    n_votes: float

    def standard_error(self, model: int) -> float:
        """Standard error of a model's strength against the reference model."""
        return float(np.sqrt(self.covariance[model, model]))

    def gap(self, a: int, b: int) -> tuple[float, float]:
        """Strength of a minus strength of b and its standard error, in log odds."""
        c = self.covariance
        variance = c[a, a] + c[b, b] - 2 * c[a, b]
        return float(self.strengths[a] - self.strengths[b]), float(np.sqrt(max(variance, 0.0)))

    def ratings(self) -> Floats:
        """Strengths in rating points (400 / ln 10 each unit), the reference model at 0."""
        return self.strengths * RATING_PER_BETA


@dataclass(frozen=True)
class DropVotes:
    """Votes whose removal puts `behind` strictly ahead of `ahead`, confirmed by refitting.

    k is the smallest number confirmed along the order of influence: an upper bound of the true smallest number.
    removed: (winner, loser, votes) for decided votes, (i, j, votes) with i < j for ties in removed_ties.
    k and share are None where no number of removals in that order flips the pair.
    """

    ahead: int
    behind: int
    gap: float
    gap_se: float
    gap_after: float
    k: int | None
    share: float | None
    n_votes: int
    removed: tuple[tuple[int, int, int], ...]
    removed_ties: tuple[tuple[int, int, int], ...]


def drop_items(first: ArrayLike, second: ArrayLike) -> DropItems:
    """Exact smallest number of shared items to remove so that `second` has the higher mean.

    first, second: scores of the two models on the same items. Removing the items with the largest difference is
    optimal, so the answer is exact also for scores between 0 and 1. For 0/1 scores it is b - c + 1.
    Raises ValueError on lists that do not match, a missing value, or when `second` is already ahead.
    """
    a, b = np.asarray(first, float), np.asarray(second, float)
    if a.ndim != 1 or a.shape != b.shape or len(a) == 0 or not np.isfinite(a - b).all():
        raise ValueError("first, second: expected scores of two models on the same items, none missing")
    d = np.round(a - b, 12)
    total = float(d.sum())
    if total < -1e-9:
        raise ValueError("first: expected the model that is ahead; found it behind on these items")
    remaining = total - np.concatenate([[0.0], np.cumsum(np.sort(d[d > 0])[::-1])])
    k = _first_index(remaining < -1e-9)
    return DropItems(
        k=k,
        share=None if k is None else k / len(d),
        ties_after=_first_index(remaining < 1e-9),
        n_items=len(d),
        only_first=int((d > 0).sum()),
        only_second=int((d < 0).sum()),
    )


def drop_items_from_counts(only_first: int, only_second: int, n_items: int) -> DropItems:
    """The same from counts of 0/1 items: those only the first solved (b), only the second (c), all shared items (n)."""
    if only_second < 0 or only_first < only_second or n_items < max(1, only_first + only_second):
        raise ValueError(
            f"expected 0 <= only_second <= only_first and their sum within n_items; "
            f"found {only_second}, {only_first}, {n_items}"
        )
    lead = only_first - only_second
    k = lead + 1 if lead + 1 <= only_first else None
    return DropItems(k, None if k is None else k / n_items, lead, n_items, only_first, only_second)


def count_votes(
    winners: Sequence[int], losers: Sequence[int], tied: Sequence[bool] | None = None, *, n_models: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Votes as counts: wins[i, j] = votes for i over j; ties[i, j] symmetric. A tied vote has no winner."""
    w, v = np.asarray(winners, int), np.asarray(losers, int)
    level = np.zeros(len(w), bool) if tied is None else np.asarray(tied, bool)
    if not (w.shape == v.shape == level.shape) or w.ndim != 1:
        raise ValueError("winners, losers, tied: expected lists of the same length")
    if len(w) and (min(w.min(), v.min()) < 0 or max(w.max(), v.max()) >= n_models or (w == v).any()):
        raise ValueError(f"votes: expected two different models between 0 and {n_models - 1} in each")
    wins = np.zeros((n_models, n_models), dtype=np.int64)
    ties = np.zeros_like(wins)
    np.add.at(wins, (w[~level], v[~level]), 1)
    np.add.at(ties, (w[level], v[level]), 1)
    return wins, ties + ties.T


def bradley_terry(wins: ArrayLike, ties: ArrayLike | None = None, *, reference: int = 0) -> BradleyTerryFit:
    """Maximum likelihood Bradley-Terry strengths by Newton's method; a tie counts as half a win for each side.

    wins: (models, models), wins[i, j] = votes for i over j. Equals a binomial GLM without constant.
    Raises ValueError where the estimate does not exist: some group of models never lost to the others (Ford 1957).
    """
    decided, level = _vote_tables(wins, ties)
    won = decided + level / 2
    if not 0 <= reference < len(won):
        raise ValueError(f"reference: expected a model between 0 and {len(won) - 1}; found {reference}")
    if not _connected(won):
        raise ValueError(
            "votes: no finite ratings exist, because some group of models has no win against the others; "
            "leave out models without both wins and losses"
        )
    return _fit(won, reference, 0.0)


def drop_votes(wins: ArrayLike, ties: ArrayLike | None = None, *, ahead: int, behind: int) -> DropVotes:
    """Rank votes by first-order influence on the gap, drop them in that order, refit to confirm.

    Influence of a vote for i over j: (e_a - e_b)' H^-1 (e_i - e_j) (y - p). Votes of one kind are alike, so kinds are
    ordered, and the smallest flipping number is found by bisection on refits (Broderick, Giordano & Meager 2020).
    Raises ValueError where the fit does not exist or `ahead` is not strictly ahead.
    """
    decided, level = _vote_tables(wins, ties)
    if (decided != np.round(decided)).any() or (level != np.round(level)).any():
        raise ValueError("votes: expected whole numbers of votes")
    fit = bradley_terry(decided, level)
    gap, gap_se = fit.gap(ahead, behind)
    if ahead == behind or gap <= 1e-9:
        raise ValueError(f"ahead: expected a model strictly ahead of model {behind}; found model {ahead}")
    kinds = _by_influence(fit, decided, level, ahead, behind)
    counts = np.array([kind[3] for kind in kinds], dtype=np.int64)
    reach = int(counts.sum())
    n_votes = int(decided.sum() + np.triu(level).sum())

    def after(k: int) -> tuple[float, list[int]]:
        taken = [int(x) for x in np.clip(k - (np.cumsum(counts) - counts), 0, counts)]
        left, left_level = decided.copy(), level.copy()
        for (i, j, is_tie, _), n in zip(kinds, taken):
            if is_tie:
                left_level[i, j] -= n
                left_level[j, i] -= n
            else:
                left[i, j] -= n
        won = left + left_level / 2
        # a tiny pull towards 0 keeps the sign readable where the reduced votes leave no finite estimate
        refit = _fit(won, 0, 0.0 if _connected(won) else 1e-6)
        return refit.gap(ahead, behind)[0], taken

    low, high = 0, min(1, reach)
    while high < reach and after(high)[0] > -1e-9:
        low, high = high, min(2 * high, reach)
    gap_after, taken = after(high)
    if reach == 0 or gap_after > -1e-9:
        return DropVotes(ahead, behind, gap, gap_se, gap_after, None, None, n_votes, (), ())
    while high - low > 1:
        middle = (low + high) // 2
        if after(middle)[0] > -1e-9:
            low = middle
        else:
            high = middle
    gap_after, taken = after(high)
    gone = [(i, j, is_tie, n) for (i, j, is_tie, _), n in zip(kinds, taken) if n]
    return DropVotes(
        ahead=ahead,
        behind=behind,
        gap=gap,
        gap_se=gap_se,
        gap_after=gap_after,
        k=high,
        share=high / n_votes,
        n_votes=n_votes,
        removed=tuple((i, j, n) for i, j, is_tie, n in gone if not is_tie),
        removed_ties=tuple((i, j, n) for i, j, is_tie, n in gone if is_tie),
    )


def _by_influence(
    fit: BradleyTerryFit, decided: Floats, level: Floats, ahead: int, behind: int
) -> list[tuple[int, int, bool, int]]:
    """Kinds of votes (i, j, tie, count) whose removal shrinks the gap, the most influential first."""
    direction = fit.covariance[ahead] - fit.covariance[behind]  # covariance = inverse Hessian
    kinds: list[tuple[float, int, int, bool, int]] = []
    for i, j in zip(*np.nonzero(decided + np.triu(level))):
        p = 1 / (1 + math.exp(fit.strengths[j] - fit.strengths[i]))
        lever = float(direction[i] - direction[j])
        for is_tie, outcome, table in ((False, 1.0, decided), (True, 0.5, np.triu(level))):
            influence = lever * (outcome - p)
            if table[i, j] and influence > 0:
                kinds.append((influence, int(i), int(j), is_tie, int(table[i, j])))
    kinds.sort(key=lambda kind: (-kind[0], kind[1:]))
    return [kind[1:] for kind in kinds]


def _fit(won: Floats, reference: int, pull: float) -> BradleyTerryFit:
    votes = won + won.T
    free = np.arange(len(won)) != reference
    beta = np.zeros(len(won))

    def log_likelihood(b: Floats) -> float:
        return float(-(won * np.logaddexp(0, b[None, :] - b[:, None])).sum() - pull / 2 * (b**2).sum())

    value = log_likelihood(beta)
    hessian = np.eye(len(won))
    for _ in range(200):
        p = 1 / (1 + np.exp(beta[None, :] - beta[:, None]))
        gradient = (won - votes * p).sum(axis=1) - pull * beta
        curvature = votes * p * (1 - p)
        hessian = np.diag(curvature.sum(axis=1) + pull) - curvature
        step = np.zeros_like(beta)
        step[free] = np.linalg.solve(hessian[np.ix_(free, free)], gradient[free])
        scale = 1.0
        while scale > 1e-8 and log_likelihood(beta + scale * step) < value - 1e-12 * abs(value):
            scale /= 2  # a full step can overshoot when strengths are far apart
        beta = beta + scale * step
        value = log_likelihood(beta)
        if np.abs(scale * step).max() < 1e-12:
            break
    covariance = np.zeros_like(hessian)
    covariance[np.ix_(free, free)] = np.linalg.inv(hessian[np.ix_(free, free)])
    return BradleyTerryFit(beta, covariance, reference, float(votes.sum() / 2))


def _connected(won: Floats) -> bool:
    from scipy.sparse.csgraph import connected_components

    return int(connected_components(won > 0, directed=True, connection="strong")[0]) == 1


def _vote_tables(wins: ArrayLike, ties: ArrayLike | None) -> tuple[Floats, Floats]:
    decided = np.asarray(wins, float)
    level = np.zeros_like(decided) if ties is None else np.asarray(ties, float)
    if decided.ndim != 2 or decided.shape[0] != decided.shape[1] or len(decided) < 2 or level.shape != decided.shape:
        raise ValueError(f"wins, ties: expected square tables of the same models, two or more; found {decided.shape}")
    for name, table in (("wins", decided), ("ties", level)):
        if not np.isfinite(table).all() or (table < 0).any() or np.diag(table).any():
            raise ValueError(f"{name}: expected counts of at least 0 with an empty diagonal")
    if not (level == level.T).all():
        raise ValueError("ties: expected a symmetric table")
    return decided, level


def _first_index(mask: NDArray[np.bool_]) -> int | None:
    return int(np.argmax(mask)) if mask.any() else None
