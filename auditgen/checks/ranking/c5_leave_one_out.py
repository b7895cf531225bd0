"""C5. Does the lead hang on one part of the test?"""

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
from auditgen.stats.leave_one_out import LeaveOneOut, leave_one_out

VERSION = "1"


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """The board without each part: between the two models of a comparison, over all models for a place.

    The lead's error is the spread of its parts (delete-one jackknife), t with one degree less than parts.
    """
    parts = parts_of(claim, facts)
    if parts is None:
        return absent("C5", "no table with at least three parts of this test lists the models compared")
    whole = claim.type == "rank"
    columns = tuple(range(len(parts.models))) if whole else (parts.at, parts.other)
    rule = rule_of(claim, parts)
    if not whole:
        rule = "mean_score" if len(columns) == 2 and rule == "mean_rank" else rule
    found = _left_out(tuple(tuple(row[i] for i in columns) for row in parts.scores), rule)
    names = [parts.models[i] for i in columns]
    at = columns.index(parts.at)
    values: dict[str, Any] = {
        "parts": len(parts.parts),
        "where": parts.where,
        "rule": rule,
        "models": len(columns),
        "min_tau_b": None if math.isnan(found.min_kendall_tau_b) else found.min_kendall_tau_b,
        "max_rank_shift": found.max_rank_shift,
        "leads": found.first == (at,),
    }
    caveats: list[str] = []
    # Where the claimed model does not lead on the whole, no part decides its lead; other checks say that it is behind.
    if values["leads"]:
        decisive = [parts.parts[int(w.part)] for w in found.without if w.first_changed]  # type: ignore[call-overload]
        lead = found.lead
        known = not math.isnan(lead.ci_low)
        values.update(
            first_changed=bool(decisive),
            first_changed_share=found.share_first_changed,
            decisive=decisive,
            runner_up=names[lead.runner_up],
            lead=lead.estimate,
            lead_low=lead.ci_low if known else None,
            lead_high=lead.ci_high if known else None,
            lead_t=lead.t if known else None,
            lead_p=lead.p_value if known else None,
            lead_interval_includes_0=known and lead.ci_low <= 0,
            part=decisive[0] if decisive else None,
        )
        caveats = (["C5-a"] if decisive else []) + (["C5-b"] if values["lead_interval_includes_0"] else [])
    return ran(
        "C5",
        facts,
        (parts.role,),
        estimate=found.share_first_changed if values["leads"] else None,
        unit="share of parts that decide the first place",
        n=len(parts.parts),
        caveat_ids=tuple(caveats),
        values=values,
    )


@lru_cache(maxsize=256)
def _left_out(scores: tuple[tuple[float, ...], ...], rule: Any) -> LeaveOneOut:
    return leave_one_out(scores, rule=rule)
