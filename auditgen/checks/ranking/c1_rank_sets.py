"""C1. Given sampling error, between which places could the model really be?"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from auditgen.checks.facts import Facts
from auditgen.checks.ranking.board_rows import around
from auditgen.checks.ranking.boards import Board, board_of
from auditgen.checks.registry import absent, ran
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds

if TYPE_CHECKING:
    from auditgen.stats.rank_sets import RankSets

VERSION = "3"


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Confidence sets for ranks (Mogstad and others 2023) on the board of the catalogue or of brought evidence."""
    if claim.type != "rank" or claim.rank is None:
        return absent("C1", "the claim names no place", applicable=False)
    held = any(facts.evidence(role) for role in ("board", "items", "votes", "results"))
    if facts.names.get("model_id") is None or not held:
        return absent("C1", "no board with intervals is held for this test and model")
    board = board_of(facts)
    if board is None:
        return absent("C1", "the board held in the catalogue does not list this model with an interval")
    found = sets_of(board)
    low, high = int(found.low[board.at]), int(found.high[board.at])
    values: dict[str, Any] = {
        "rank_low": low,
        "rank_high": high,
        "claimed": claim.rank,
        "wider": not (low == high == claim.rank),
        "contradicted": not low <= claim.rank <= high,
        "n_models": len(board.scores),
        "campaign": board.campaign,
        "ties_first": int(sum(1 for x in found.low if x == 1)),
        **around(board, found),
    }
    return ran(
        "C1",
        facts,
        (board.role,),
        estimate=float(claim.rank),
        unit="place",
        ci_low=float(low),
        ci_high=float(high),
        ci_method="simultaneous confidence set for ranks, normal approximation",
        n=len(board.scores),
        caveat_ids=("C1-a" if low < high else "C1-c",) + (("C1-b",) if values["ties_first"] > 1 and low == 1 else ()),
        values=values,
    )


@lru_cache(maxsize=16)
def sets_of(board: Board) -> RankSets:
    """Simultaneous 95% confidence sets for the ranks of all models of a board."""
    import numpy as np

    from auditgen.stats.bootstrap import bootstrap_means, item_covariance, seed_from
    from auditgen.stats.rank_sets import rank_sets

    theta = np.array(board.scores)
    if board.answers is None:
        return rank_sets(theta, standard_errors=np.array(board.errors), family="simultaneous")
    # The same questions were put to all, so their scores move together; families of questions are drawn together.
    answers = np.array(board.answers).T
    if board.clusters is None:
        covariance = item_covariance(answers)
    else:
        covariance = bootstrap_means(
            answers, seed=seed_from(f"{board.campaign}C1"), clusters=board.clusters
        ).covariance()
    return rank_sets(theta, covariance=covariance, family="simultaneous")
