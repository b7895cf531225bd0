"""C7. How many questions would have to go before the order flips?"""

from __future__ import annotations

from typing import Any

from auditgen.checks.claim.a2_floor_ceiling import limits
from auditgen.checks.facts import Facts
from auditgen.checks.ranking.boards import board_of
from auditgen.checks.registry import absent, ran
from auditgen.checks.sampling.item_matrix import shared_answers
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds
from auditgen.stats.drop_k import drop_items

VERSION = "1"


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Exact for means over shared questions (Broderick and others 2020); for a place, against the next model below."""
    pair = _columns(claim, facts)
    if pair is None:
        return absent("C7", "needs question-by-question results of both models; none was given")
    a, b, second = pair
    if sum(a) < sum(b) - 1e-9:
        values: dict[str, Any] = {"behind": True, "other": second, "n": len(a), "drop_k": None, "drop_share": None}
        return ran("C7", facts, ("items",), n=len(a), unit="share of questions", values=values)
    found = drop_items(a, b)
    error_rate = limits(facts.benchmark)["error_rate"] if facts.benchmark else None
    below = bool(found.share is not None and error_rate is not None and found.share < error_rate)
    values = {
        "behind": False,
        "other": second,
        "n": found.n_items,
        "drop_k": found.k,
        "drop_share": found.share,
        "ties_after": found.ties_after,
        "only_a": found.only_first,
        "only_b": found.only_second,
        "error_rate": error_rate,
        "below_error_rate": below,
    }
    return ran(
        "C7",
        facts,
        ("items", "benchmark"),
        estimate=found.share,
        unit="share of questions",
        n=found.n_items,
        caveat_ids=(("C7-a",) if found.k is not None else ()) + (("C7-b",) if below else ()),
        values=values,
    )


def _columns(claim: Claim, facts: Facts) -> tuple[list[float], list[float], str | None] | None:
    """Scores of the claimed model and of the second one on the same questions, and the second one's name."""
    if claim.type == "rank":
        board = board_of(facts)
        below = board.next_below() if board else None
        if board is None or board.answers is None or below is None:
            return None
        return list(board.answers[board.at]), list(board.answers[below]), board.names[below]
    shared = shared_answers(facts)
    if shared is None:
        return None
    return shared.a, shared.b, claim.comparator or claim.baseline_model
