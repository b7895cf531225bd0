"""C2. If the test were repeated with other questions, how often would the model come first?"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from auditgen.checks.facts import Facts
from auditgen.checks.ranking.boards import Board, board_of
from auditgen.checks.registry import absent, ran
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds

VERSION = "3"
REPLICATES = 10_000
BEST = 30  # models whose places over the repeats are kept
FEWEST_ITEMS = 20
HALVES = 1_000
_FAR = 8.0  # standard errors below the best from which a model never comes first


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Share of item-bootstrap draws in first place, ties split; without items the normal integral.

    It tells of repeats of this test, not whether the model is best; C1 decides (Hall and Miller 2009).
    """
    if claim.type != "rank" or claim.rank is None:
        return absent("C2", "the claim names no place", applicable=False)
    board = board_of(facts)
    if board is None:
        return absent("C2", "no board with intervals, and no question-by-question results, list this model")
    from auditgen.stats.bootstrap import seed_from

    seed = seed_from(f"{claim.id}C2")
    repeats: list[dict[str, Any]] = []
    if board.answers is not None:
        kept, shares, repeats, method = *_from_items(board, seed), "item bootstrap"
    else:
        kept, shares, method = *_from_errors(board), "independent normal scores"
    p = dict(zip(kept, shares)).get(board.at, 0.0)
    order = sorted(zip(kept, shares), key=lambda x: (-x[1], x[0]))
    values: dict[str, Any] = {
        "p_first": p,
        "of_100": round(100 * p),
        "n_models": len(board.scores),
        "method": method,
        "first": [{"model": board.names[i], "p": share} for i, share in order[:5] if share >= 0.005],
        "repeats": repeats,
        "survival": _survival(board, seed),
        "campaign": board.campaign,
    }
    return ran(
        "C2",
        facts,
        (board.role,),
        estimate=p,
        unit="share of repeats in first place",
        n=len(board.answers[0]) if board.answers is not None else None,
        seed=seed if board.answers is not None else None,
        assumptions=("questions of the same kind, drawn anew",),
        caveat_ids=("C2-a",) if claim.rank == 1 else (),
        values=values,
    )


def _survival(board: Board, seed: int) -> dict[str, Any] | None:
    """Whether the model that is first on all items is first in random halves of them; of no other model."""
    if board.answers is None or len(board.answers[0]) < FEWEST_ITEMS or board.scores[board.at] < max(board.scores):
        return None
    import numpy as np

    from auditgen.stats.first_place import survival_of_first

    found = survival_of_first(np.array(board.answers).T, seed=seed, subsets=HALVES)
    if found.model != board.at:
        return None
    return {"alone": found.alone, "shared": found.shared, "n_items": found.items_per_subset, "halves": HALVES}


def _from_items(board: Board, seed: int) -> tuple[tuple[int, ...], tuple[float, ...], list[dict[str, Any]]]:
    """All models, their shares of first places, and where 95 of 100 repeats place the best and the claimed one."""
    import numpy as np

    from auditgen.stats.bootstrap import bootstrap_means, rank_intervals
    from auditgen.stats.first_place import p_first_from_draws

    assert board.answers is not None
    draws = bootstrap_means(np.array(board.answers).T, seed=seed, replicates=REPLICATES, clusters=board.clusters)
    ranks = rank_intervals(draws)
    shown = sorted(range(len(ranks)), key=lambda i: (ranks[i].rank, i))[:BEST]
    if board.at not in shown:
        shown.append(board.at)
    repeats = [{"model": board.names[i], "low": ranks[i].rank_low, "high": ranks[i].rank_high} for i in shown]
    return tuple(range(len(ranks))), p_first_from_draws(draws.means), repeats


@lru_cache(maxsize=16)
def _from_errors(board: Board) -> tuple[tuple[int, ...], tuple[float, ...]]:
    from auditgen.stats.first_place import p_first_normal

    best = max(range(len(board.scores)), key=lambda i: board.scores[i])

    def near(i: int) -> bool:
        return board.scores[best] - board.scores[i] <= _FAR * (board.errors[best] + board.errors[i])

    kept = tuple(i for i in range(len(board.scores)) if near(i) or i == board.at)
    if len(kept) < 2:
        return kept, (1.0,) * len(kept)
    return kept, p_first_normal([board.scores[i] for i in kept], [board.errors[i] for i in kept])
