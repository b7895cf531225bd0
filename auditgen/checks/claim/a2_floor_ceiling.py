"""A2. How far is the score from guessing, and from the best score that the faulty answer key allows?"""

from __future__ import annotations

from typing import Any

from auditgen.checks.facts import Facts, part_of, usable
from auditgen.checks.leakage.search import alarm
from auditgen.checks.registry import absent, ran
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds
from auditgen.stats.floor_ceiling import above_ceiling, below_chance, ceiling_band, chance_corrected, usable_share

VERSION = "2"
ALPHA = 0.05
# Entries beside the sizes of a test that count its parts, not its questions.
_NOT_SIZES = ("languages", "subjects", "tasks", "repositories", "versions", "levels", "fields")
_SATURATED = ("saturated", "near_saturated")


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Chance level, label errors and practical ceiling from the catalogue, set against the printed score."""
    score = claim.score.fraction if claim.score else None
    if score is None or not 0 <= score <= 1:
        return absent("A2", "the score is not a share of right answers", applicable=False)
    test = facts.benchmark
    if test is None:
        return absent("A2", "the test is not in the catalogue")
    if claim.higher_is_better is False:
        score = 1 - score
    if part_of(claim):
        return absent("A2", "the catalogue gives these limits for the whole test, not for a part")
    n = claim.n_items or facts.catalogue_n()
    values: dict[str, Any] = {"score": score, **limits(test)}
    values.update(_against_chance(score, values["chance"], _sizes(claim, facts)))
    top = 1.0 if values["ceiling"] is None else values["ceiling"]
    values["saturated"] = test.get("status") in _SATURATED or top - score < t.delta_small - 1e-9
    note = test.get("score_scale_note") or {}
    values["scale_note"] = note.get("note") or note.get("value") if note else None
    outcome, caveats, p_value = None, [], None
    if values["chance"]:
        caveats.append("A2-b")
    if values["error_rate"] is not None:
        if values["ceiling_band"] or values["ceiling_kind"] == "catalogue":
            caveats.append("A2-a")
        if values["chance"] is not None and 1 - values["error_rate"] - values["chance"] > 0:
            values["usable_share"] = usable_share(score, values["chance"], values["error_rate"])
        if n and values["ceiling_band"]:
            top = values["ceiling_band"][1]
            p_value = above_ceiling(round(score * n), n, top).p_value
            values["above_ceiling"] = bool(score > top and p_value < ALPHA)
            values["p_above_ceiling"] = p_value
    if values["chance"] is not None and values["chance"] < 1:
        values["chance_corrected"] = chance_corrected(score, values["chance"])
    if values["below_chance"]:
        outcome, caveats = "some_concern", ["A2-c"]
    elif values.get("above_ceiling"):
        outcome = "strong_concern"
        threshold = "the score lies above what a faulty key allows, and chance gives as much less than once in 20"
        values["alarm"] = alarm("the share of this test's answers that are not in doubt", threshold, ALPHA)
        caveats.append("A2-k")
    return ran(
        "A2",
        facts,
        ("benchmark",),
        estimate=values.get("chance_corrected"),
        unit="share of the range above guessing",
        n=n,
        p_value=p_value,
        outcome=outcome,
        caveat_ids=tuple(caveats),
        values=values,
    )


def limits(test: Any) -> dict[str, Any]:
    """Chance level, label-error rate and practical ceiling of a test, as fractions; recalled errors do not count."""
    chance = test.get("chance_level_pct")
    overall = next(
        (
            e
            for e in test.get("label_errors") or ()
            if e.get("scope_kind") == "overall" and e.get("rate_pct") is not None and usable(e.get("confidence"))
        ),
        None,
    )
    rate = overall["rate_pct"] / 100 if overall else None
    ceiling = test.get("practical_ceiling_pct")
    kind = "catalogue"
    if ceiling is None or test.get("practical_ceiling_kind") == "highest_seen":
        ceiling, kind = (100 * (1 - rate), "label errors") if rate is not None else (None, "none known")
    options = (test.get("task_format") or {}).get("options")
    # Only where the choices are fixed does "faulty" mean a wrong key that one agrees with by luck at 1/m. In free
    # answers and code it includes ambiguous questions that can still be solved: no test for leakage rests on that.
    band = ceiling_band(rate, options) if rate is not None and options else None
    return {
        "chance": None if chance is None else chance / 100,
        "error_rate": rate,
        "ceiling": None if ceiling is None else ceiling / 100,
        "ceiling_kind": kind,
        "ceiling_band": [band.low, band.high] if band else None,
    }


def _sizes(claim: Claim, facts: Facts) -> list[int]:
    """Every size that the catalogue lists for the test; the smallest is the cautious one."""
    items = (facts.benchmark or {}).get("items") or {}
    parts = [n for name, n in (items.get("subsets") or {}).items() if name not in _NOT_SIZES]
    sizes = [claim.n_items, items.get("value"), *parts]
    return [n for n in sizes if isinstance(n, int) and n > 1]


def _against_chance(score: float, chance: float | None, sizes: list[int]) -> dict[str, bool]:
    if not chance or not sizes or chance >= 1:
        return {"below_chance": False, "at_chance": False}
    smallest = below_chance(score, min(sizes), chance)
    usual = below_chance(score, sizes[0], chance)
    return {"below_chance": smallest.below, "at_chance": usual.within}
