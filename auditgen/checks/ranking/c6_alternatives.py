"""C6. Does the order of the two models hang on a third one that nobody claims anything about?"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

from auditgen.checks.facts import Facts
from auditgen.checks.ranking.parts import parts_of, rule_of
from auditgen.checks.registry import absent, ran
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds

VERSION = "1"
MOST_MODELS = 150
Table = tuple[tuple[float, ...], ...]


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Boards that rank: the order without each other model. Boards that average: one part stretched or shrunk.

    On a board of mean scores models do not touch each other, so no removal can flip a pair (Zhang and Hardt 2024).
    """
    parts = parts_of(claim, facts)
    if parts is None:
        return absent("C6", "no table with at least three parts of this test lists the models compared")
    if not 3 <= len(parts.models) <= MOST_MODELS:
        return absent("C6", f"three to {MOST_MODELS} models on the same parts are needed, {len(parts.models)} are held")
    rule = rule_of(claim, parts)
    w = _agreement(parts.scores)
    values: dict[str, Any] = {
        "rule": rule,
        "where": parts.where,
        "models": len(parts.models),
        "parts": len(parts.parts),
        "kendall_w": w,
        "diversity": None if w is None else 1 - w,
        "flips": False,
        "flipped_by": [],
    }
    if rule == "mean_score":
        values["stretched_parts_that_flip"] = [parts.parts[i] for i in _stretched(parts.scores, parts.at, parts.other)]
    else:
        single, several, changes_first = _removed(parts.scores, rule, parts.at, parts.other)
        values.update(
            flips=bool(single),
            flipped_by=[parts.models[i] for i in single],
            flipped_by_several=[parts.models[i] for i in several],
            first_changed_by=[parts.models[i] for i in changes_first],
            bystander=parts.models[single[0]] if single else None,
        )
    return ran(
        "C6",
        facts,
        (parts.role,),
        estimate=float(len(values["flipped_by"])),
        unit="models whose removal turns the order round",
        n=len(parts.models),
        caveat_ids=("C6-a",) if values["flips"] else (),
        values=values,
    )


@lru_cache(maxsize=64)
def _agreement(scores: Table) -> float | None:
    from auditgen.stats.alternatives import kendall_w

    w = kendall_w(scores)
    return None if math.isnan(w) else w


@lru_cache(maxsize=256)
def _stretched(scores: Table, a: int, b: int) -> tuple[int, ...]:
    """Parts whose spread about their mean, halved or doubled, turns the pair round; the models left are all kept."""
    shares = [(row[a] - row[b]) / len(scores) for row in scores]
    lead = math.fsum(shares)
    found = []
    for part, own in enumerate(shares):
        # Stretching one part by f moves the lead by (f - 1) times that part's own share of it.
        if any((lead + (f - 1) * own) * lead < -1e-12 for f in (0.5, 2.0)):
            found.append(part)
    return tuple(found)


@lru_cache(maxsize=256)
def _removed(scores: Table, rule: Any, a: int, b: int) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Models whose removal flips the pair, the first set of up to three that does, and those that change the first."""
    from auditgen.stats.alternatives import greedy_removals, single_removals

    single = single_removals(scores, rule, headline=(a, b))
    flips = tuple(r.removed[0] for r in single if r.headline_flipped)
    several = greedy_removals(scores, rule, headline=(a, b))
    return flips, several.removed if several else (), tuple(r.removed[0] for r in single if r.first_changed)
