"""Places of a board: ranks with their intervals and sets, tie groups, and what stands against the first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditgen.ranking_board import LEVEL, MOST_SIMULTANEOUS, Board
from auditgen.records.rank_record import AgainstFirst, FirstPlace, Pairs, RankedModel, Word

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

ALPHA = 0.05
MOST_INTEGRALS = 30
"""Entries up to which the probability of first place of independent scores is integrated instead of drawn."""


def order_of(board: Board) -> list[int]:
    """Indices from best to worst; ties keep the order of the file."""
    import numpy as np

    return [int(i) for i in np.argsort(-np.round(board.scores, 9), kind="stable")]


def places(board: Board, *, seed: int) -> tuple[RankedModel, ...]:
    """Every entry with its rank, best first."""
    import numpy as np

    from auditgen.stats.bootstrap import BootstrapDraws, competition_ranks, rank_intervals
    from auditgen.stats.rank_sets import rank_sets

    ranks = competition_ranks(board.scores)[0]
    groups = _tie_groups(board)
    at = {entry: k for k, entry in enumerate(board.head)}
    p_first = _p_first(board)
    intervals = sets = None
    scores = board.scores[np.array(board.head)]
    if board.draws is not None:
        intervals = rank_intervals(BootstrapDraws(board.draws, scores, 0, 0, 0, seed), level=LEVEL)
    if board.covariance is not None:
        method = "monte_carlo" if len(scores) <= MOST_SIMULTANEOUS else "bonferroni"
        count = 10_000 if len(scores) <= 60 else 2_000
        sets = rank_sets(scores, covariance=board.covariance, method=method, draws=count, seed=seed)  # type: ignore[arg-type]
    found = []
    for i in order_of(board):
        ci, k = board.intervals[i], at.get(i)
        found.append(
            RankedModel(
                model=board.models[i],
                score=float(board.scores[i]),
                ci_low=ci.low if ci else None,
                ci_high=ci.high if ci else None,
                ci_method=ci.method if ci else None,
                n_items=board.n_items[i],
                rank=int(ranks[i]),
                rank_low=intervals[k].rank_low if intervals and k is not None else None,
                rank_high=intervals[k].rank_high if intervals and k is not None else None,
                set_low=sets.low[k] if sets and k is not None else None,
                set_high=sets.high[k] if sets and k is not None else None,
                p_first=p_first[k] if p_first and k is not None else None,
                tie_group=groups[i],
            )
        )
    return tuple(found)


def _p_first(board: Board) -> tuple[float, ...] | None:
    """From the draws; for few independent scores by the integral, which has no Monte Carlo error."""
    import numpy as np

    from auditgen.stats.first_place import p_first_from_draws, p_first_normal

    head = np.array(board.head)

    if board.draws is None or board.covariance is None:
        return None
    se = np.sqrt(np.diag(board.covariance))
    if board.items is None and len(head) <= MOST_INTEGRALS and (se > 0).all():
        return p_first_normal(board.scores[head], se)
    return p_first_from_draws(board.draws)


def _tie_groups(board: Board) -> list[int]:
    """Group numbers from the top: a group runs down to the first entry that is clearly below the group's best.

    Clearly: Holm-adjusted p below .05 over all entries below the best of the group. Without tests: the same score.
    """
    import numpy as np

    from auditgen.stats.multiplicity import holm

    order = order_of(board)
    scores = np.round(board.scores, 9)
    where = {entry: k for k, entry in enumerate(board.head)}
    groups = [0] * len(order)
    number, at = 0, 0
    while at < len(order):
        number += 1
        best, rest = order[at], order[at + 1 :]
        groups[best] = number
        tested = [where[i] for i in rest if i in where] if best in where else []
        adjusted: Floats | tuple[()] = ()
        if board.tests is not None and tested:
            adjusted = holm(board.tests.p_value[where[best], tested])
        at += 1
        for i, other in enumerate(rest):
            same = adjusted[i] >= ALPHA if i < len(adjusted) else scores[other] == scores[best]
            if not same:
                break
            groups[other] = number
            at += 1
    return groups


def first_place(board: Board, ranked: tuple[RankedModel, ...]) -> FirstPlace:
    """The first place: ties, lead, drop-k and every entry against it."""
    import numpy as np

    from auditgen.stats.drop_k import drop_items
    from auditgen.stats.multiplicity import holm, on_the_edge

    order = order_of(board)
    first, rest = order[0], order[1:]
    scores = np.round(board.scores, 9)
    tied = [board.models[i] for i in rest if scores[i] == scores[first]]
    where = {entry: k for k, entry in enumerate(board.head)}
    compared = [i for i in rest if i in where]
    tests = board.tests
    raw = tests.p_value[where[first], [where[i] for i in compared]] if tests is not None else None
    adjusted = holm(raw) if raw is not None else None
    counts = _discordant(board, first)
    against = []
    for k, other in enumerate(compared):
        p = float(adjusted[k]) if adjusted is not None else None
        word: Word | None = None
        if scores[other] == scores[first]:
            word = "tied"
        elif p is not None:
            word = "on the edge" if on_the_edge(p) else "behind" if p < ALPHA else "cannot be told apart"
        if word is None:
            continue
        against.append(
            AgainstFirst(
                model=board.models[other],
                gap=float(board.scores[first] - board.scores[other]),
                p_value=float(raw[k]) if raw is not None else None,
                p_adjusted=p,
                only_first=counts[0][other] if counts else None,
                only_other=counts[1][other] if counts else None,
                word=word,
            )
        )
    drop = drop_items(board.items[:, first], board.items[:, rest[0]]) if board.items is not None else None
    return FirstPlace(
        model=board.models[first],
        tied=tuple(tied),
        runner_up=board.models[rest[0]],
        lead=float(board.scores[first] - board.scores[rest[0]]),
        p_first=ranked[0].p_first,
        indistinguishable=tuple(a.model for a in against if a.p_adjusted is not None and a.p_adjusted >= ALPHA),
        indistinguishable_unadjusted=tuple(a.model for a in against if a.p_value is not None and a.p_value >= ALPHA),
        on_the_edge=tuple(a.model for a in against if a.word == "on the edge"),
        drop_k=drop.k if drop else None,
        drop_share=drop.share if drop else None,
        intervals_reaching=_reaching(board, first),
        against=tuple(against),
    )


def _discordant(board: Board, first: int) -> tuple[list[int], list[int]] | None:
    """Items that only the first solved, and that only the other solved, for every entry."""
    items = board.items
    if items is None or not ((items == 0) | (items == 1)).all():
        return None
    own = items[:, [first]]
    only_first = ((own == 1) & (items == 0)).sum(axis=0)
    only_other = ((own == 0) & (items == 1)).sum(axis=0)
    return [int(x) for x in only_first], [int(x) for x in only_other]


def _reaching(board: Board, first: int) -> int | None:
    """Entries whose printed interval reaches the lower end of the first's; only where intervals are printed."""
    own = board.intervals[first]
    if own is None or own.method != "as printed":
        return None
    return sum(ci is not None and i != first and ci.high >= own.low for i, ci in enumerate(board.intervals))


def pairs(board: Board) -> Pairs:
    """How many pairs of the entries compared can be told apart."""
    m = len(board.head)
    tests = board.tests
    return Pairs(
        n=m * (m - 1) // 2,
        distinguishable=tests.n_clear(ALPHA) if tests is not None else None,
        method=tests.method if tests is not None else None,
    )
