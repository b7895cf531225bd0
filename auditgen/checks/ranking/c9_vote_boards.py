"""C9. What does a place on a board of votes rest on?"""

from __future__ import annotations

from typing import Any

from auditgen.checks.facts import Facts
from auditgen.checks.ranking.boards import Board, board_of
from auditgen.checks.registry import absent, ran
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds
from auditgen.stats.standard_normal import Z_975

VERSION = "1"


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """The board's own rule for places, the number of votes, and how many models its interval cannot tell apart.

    The rule: 1 + the number of models whose interval lies wholly above. C1 gives the places that the data fit, B5 the
    luck of several versions; a rating has no level of its own.
    """
    kind = ((facts.benchmark or {}).get("task_format") or {}).get("kind")
    rating = claim.score is not None and claim.score.unit == "rating"
    if kind != "pairwise_preference" and not rating and not facts.evidence("votes"):
        return absent("C9", "the test is not a vote between answers", applicable=False)
    board = board_of(facts)
    if board is None or board.role not in ("board", "votes"):
        return ran("C9", facts, ("benchmark",), caveat_ids=("C9-a",), values={"board": None})
    values = _places(board)
    values["votes"] = _votes(facts, board)
    values["board"] = board.campaign
    return ran(
        "C9",
        facts,
        (board.role, "benchmark"),
        estimate=float(values["board_place"]),
        unit="place by the board's own rule",
        n=values["votes"],
        caveat_ids=("C9-a",),
        values=values,
    )


def _places(board: Board) -> dict[str, Any]:
    low = [s - Z_975 * e for s, e in zip(board.scores, board.errors)]
    high = [s + Z_975 * e for s, e in zip(board.scores, board.errors)]
    at = board.at
    return {
        "board_place": 1 + sum(low[i] > high[at] for i in range(len(low)) if i != at),
        "printed_place": 1 + sum(s > board.scores[at] for s in board.scores),
        "not_told_apart": sum(low[i] <= high[at] and high[i] >= low[at] for i in range(len(low)) if i != at),
        "n_models": len(board.scores),
        "rating": board.scores[at],
        "low": low[at],
        "high": high[at],
    }


def _votes(facts: Facts, board: Board) -> int | None:
    """Votes behind the claimed model's rating."""
    own = facts.names.get("model_id")
    rows = (r for content in facts.contents(board.role) for r in content["rows"] if r.get("model_id") == own)
    found = next((r.get("votes") or r.get("n_items") for r in rows), None)
    return int(found) if found else None
