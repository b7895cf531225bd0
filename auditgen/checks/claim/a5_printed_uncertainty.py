"""A5. Does the printed uncertainty fit the score and the number of questions?"""

from __future__ import annotations

from typing import Any

from auditgen.checks.facts import Facts, part_of
from auditgen.checks.registry import absent, ran
from auditgen.checks.sampling.b1_interval import usable_spread
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds
from auditgen.stats.printed_uncertainty import denominator_difference, printed_uncertainty, score_inside

VERSION = "1"


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """The printed ± or interval and the printed number of questions against arithmetic and the catalogue."""
    score = claim.score.fraction if claim.score else None
    if score is None or claim.score is None:
        return absent("A5", "the score is not a share of right answers", applicable=False)
    recorded = facts.catalogue_n(part_of(claim))
    values: dict[str, Any] = {
        "outside_own_interval": False,
        "partial_run": False,
        "denominator": None,
        "subset_named": bool(part_of(claim) or claim.setting.exclusions or claim.setting.test_version),
    }
    if claim.n_items and recorded and denominator_difference(claim.n_items, recorded).differs:
        values["denominator"] = {"claimed": claim.n_items, "catalogue": recorded}
    inside = _inside(claim)
    if inside is not None:
        values["outside_own_interval"] = not inside
    n = claim.n_items or recorded
    caveats = []
    if claim.uncertainty is not None and n and 0 < score < 1 and usable_spread(claim.uncertainty):
        kind = claim.uncertainty_kind or "unstated"
        found = printed_uncertainty(score, claim.uncertainty.text, kind, n, claim.uncertainty.unit)
        averaged = bool(claim.setting.n_runs and claim.setting.n_runs > 1)
        values.update(
            stated=found.stated,
            kind=kind,
            se0=found.se_floor,
            ratio=found.ratio,
            n_star=found.n_implied,
            fitting_kinds=list(found.fitting_kinds),
            partial_run=found.partial_run and kind != "unstated",
            too_small=found.too_small and not averaged,
        )
        if values["partial_run"]:
            caveats.append("A5-a")
    elif claim.uncertainty is None and claim.uncertainty_low is None and claim.n_items is None:
        return absent("A5", "the source prints no uncertainty and no number of questions")
    if values["denominator"] and not values["subset_named"]:
        caveats.append("A5-b")
    concern = values["outside_own_interval"]
    return ran(
        "A5",
        facts,
        ("benchmark",),
        estimate=values.get("ratio"),
        unit="printed uncertainty over the smallest honest one",
        n=n,
        outcome="some_concern" if concern else None,
        caveat_ids=tuple(caveats),
        values=values,
    )


def _inside(claim: Claim) -> bool | None:
    if claim.score is None or claim.uncertainty_low is None or claim.uncertainty_high is None:
        return None
    if claim.uncertainty_low.value > claim.uncertainty_high.value:
        return None
    units = {claim.score.unit, claim.uncertainty_low.unit, claim.uncertainty_high.unit}
    if len(units) == 1:
        return score_inside(claim.score.text, claim.uncertainty_low.text, claim.uncertainty_high.text, claim.score.unit)
    low, high, score = claim.uncertainty_low.fraction, claim.uncertainty_high.fraction, claim.score.fraction
    return None if low is None or high is None or score is None else low <= score <= high
