"""B1. If the test had drawn other questions of the same kind, how much could the score move?"""

from __future__ import annotations

from typing import Any

from auditgen.checks.facts import Facts, part_of
from auditgen.checks.registry import absent, ran
from auditgen.checks.sampling.item_matrix import Answers, own_answers, same_total
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.numbers import PrintedNumber
from auditgen.records.thresholds import Thresholds
from auditgen.stats.intervals import cluster_se, item_mean_se, score_interval
from auditgen.stats.printed_uncertainty import printed_uncertainty

VERSION = "2"
# A rating or a place has no level of its own, so nothing is open about its width.
_NEVER_A_LEVEL = ("rating", "rank")


def usable_spread(number: PrintedNumber) -> bool:
    """Whether a printed ± can be set against a share; ±0 is no spread at all, or one that was rounded off."""
    return number.is_share and number.value > 0


def items(claim: Claim, facts: Facts) -> tuple[int | None, str]:
    """Number of questions to reckon with and where it comes from: claim, catalogue, or what the printed ± implies."""
    n = claim.n_items
    origin = "claim"
    if n is None:
        n, origin = facts.catalogue_n(part_of(claim)), "catalogue"
    score = claim.score.fraction if claim.score else None
    if n and score and 0 < score < 1 and claim.uncertainty is not None and usable_spread(claim.uncertainty):
        kind = claim.uncertainty_kind or "unstated"
        if kind in ("se", "ci95", "ci90"):
            found = printed_uncertainty(score, claim.uncertainty.text, kind, n, claim.uncertainty.unit)
            if found.partial_run:
                return max(1, round(found.n_implied)), "implied"
    return n, origin


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Wilson interval (Clopper-Pearson for few questions or near the ends), for questions like these."""
    if claim.score is None:
        return absent("B1", "the claim gives no score", applicable=False)
    p = claim.score.fraction
    if p is None and claim.score.unit in _NEVER_A_LEVEL:
        return ran("B1", facts, values={"not_a_share": True, "half_width": None}, assumptions=("not a share",))
    if p is None:
        return absent("B1", "the score is not a share of right answers, and no interval is printed with it")
    if not 0 <= p <= 1:
        return absent("B1", "the score is outside 0 to 100", applicable=False)
    if facts.names.get("below_chance"):
        return absent("B1", "the score lies below guessing, so it is probably on another scale", applicable=False)
    n, origin = items(claim, facts)
    if n is None:
        return absent("B1", "the number of questions is not known")
    found = score_interval(p, n)
    half = (found.ci_high - found.ci_low) / 2
    decimals = len((claim.score.percent_text or "").partition(".")[2])
    supported = not (decimals >= 1 and half >= 0.01)
    averaged = bool(claim.setting.n_runs and claim.setting.n_runs > 1)
    values: dict[str, Any] = {
        "p": p,
        "n": n,
        "n_is": origin,
        "low": found.ci_low,
        "high": found.ci_high,
        "half_width": half,
        "method": found.method,
        "digits_supported": supported,
        "at_most": averaged,
    }
    answers = own_answers(facts)
    if answers is not None and same_total(answers.mean, claim.score):
        return _by_items(answers, values, decimals, facts)
    caveats = ["B1-a"] + ([] if supported else ["B1-b"])
    return ran(
        "B1",
        facts,
        ("benchmark",),
        estimate=p,
        unit="share of right answers",
        ci_low=found.ci_low,
        ci_high=found.ci_high,
        ci_method=found.method,
        n=n,
        assumptions=("questions drawn independently from questions like these",),
        caveat_ids=tuple(caveats),
        values=values,
    )


def _by_items(answers: Answers, values: dict[str, Any], decimals: int, facts: Facts) -> CheckResult:
    """The interval that the answers themselves give: by families of questions, or by means over repeated tries."""
    p, n = values["p"], len(answers.scores)
    repeated = any(x not in (0.0, 1.0) for x in answers.scores)
    caveats = ["B1-a"]
    if answers.clusters is not None:
        by_family = cluster_se(answers.scores, answers.clusters)
        # Families can only make a test worth fewer questions: a design effect below 1 is luck, not knowledge.
        effect = max(1.0, by_family.design_effect)
        plain = score_interval(answers.mean, n)
        half = max((by_family.ci_high - by_family.ci_low) / 2, (plain.ci_high - plain.ci_low) / 2)
        low, high, method = answers.mean - half, answers.mean + half, "cluster_robust"
        values.update(n_clusters=by_family.n_clusters, design_effect=effect, n_eff=round(n / effect), df=by_family.df)
        caveats += ["B1-c"] if effect > 1.0 else []
    elif repeated:
        by_item = item_mean_se([[x] for x in answers.scores])
        low, high, method = by_item.ci_low, by_item.ci_high, "item_means"
    else:
        plain = score_interval(answers.mean, n)
        low, high, method = plain.ci_low, plain.ci_high, plain.method
    low, high = max(0.0, low), min(1.0, high)
    half = (high - low) / 2
    supported = not (decimals >= 1 and half >= 0.01)
    caveats += [] if supported else ["B1-b"]
    values.update(n=n, n_is="items", low=low, high=high, half_width=half, method=method, digits_supported=supported)
    return ran(
        "B1",
        facts,
        ("benchmark", "items"),
        estimate=p,
        unit="share of right answers",
        ci_low=low,
        ci_high=high,
        ci_method=method,
        n=n,
        assumptions=("families of questions drawn independently",) if answers.clusters else (),
        caveat_ids=tuple(caveats),
        values=values,
    )
