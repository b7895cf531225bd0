"""The rows of a board around the claimed model: places that fit, and which models cannot be told apart from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from auditgen.checks.ranking.boards import Board

if TYPE_CHECKING:
    from auditgen.stats.rank_sets import RankSets

SHOWN = 24  # rows kept: the claimed model, those above it as far as they fit, and some below
CLEAR = 0.05


def around(board: Board, sets: RankSets) -> dict[str, Any]:
    """`rows`: one entry a model, best first, with its place, the places that fit, and how it stands to the claimed one.

    `word`: claimed, tied (the same score), cannot be told apart, on the edge (adjusted p from .04 to .06, whatever side
    of .05 it lies on), ahead or behind. p_adjusted: Holm over all models of the board against the claimed one; paired
    where the same questions were put to all. `tie_group`: names of all others that are neither ahead nor behind.
    """
    adjusted = _against(board)
    order = sorted(range(len(board.scores)), key=lambda i: (sets.naive[i], i))
    at = order.index(board.at)
    first = 0 if at < SHOWN - 4 else min(at - SHOWN // 2, max(len(order) - SHOWN, 0))
    words = {i: _word(board, i, adjusted.get(i)) for i in order}
    return {
        "unit": board.unit,
        "rows": [
            {
                "model": board.names[i],
                "score": abs(board.scores[i]) if board.lower_is_better else board.scores[i],
                "place": sets.naive[i],
                "place_low": sets.low[i],
                "place_high": sets.high[i],
                "p_adjusted": adjusted.get(i),
                "word": words[i],
            }
            for i in order[first : first + SHOWN]
        ],
        "tie_group": [board.names[i] for i in order if words[i] not in ("claimed", "ahead", "behind")],
    }


def _word(board: Board, i: int, p: float | None) -> str:
    from auditgen.stats.multiplicity import on_the_edge

    if i == board.at or p is None:
        return "claimed"
    gap = round(board.scores[i] - board.scores[board.at], 9)
    if gap == 0:
        return "tied"
    if on_the_edge(p):
        return "on the edge"
    return "cannot be told apart" if p >= CLEAR else "ahead" if gap > 0 else "behind"


def _against(board: Board) -> dict[int, float]:
    """Holm-adjusted p of every other model against the claimed one."""
    import numpy as np

    from auditgen.stats.multiplicity import holm
    from auditgen.stats.reversals import pairs_from_items
    from auditgen.stats.standard_normal import two_sided

    others = [i for i in range(len(board.scores)) if i != board.at]
    if board.answers is None:
        own, se = board.scores[board.at], board.errors[board.at]
        apart = [(board.scores[i] - own, (board.errors[i] ** 2 + se**2) ** 0.5) for i in others]
        raw = [two_sided(gap / e) if e > 0 else float(gap == 0) for gap, e in apart]
    else:
        answers = np.array(board.answers).T
        binary = bool(((answers == 0) | (answers == 1)).all())
        tests = pairs_from_items(answers, exact=binary and board.clusters is None, clusters=board.clusters)
        raw = [float(tests.p_value[board.at, i]) for i in others]
    return dict(zip(others, (float(p) for p in holm(raw))))
