"""What every search for leakage must tell: its control, its threshold, its expected false alarms, its smallest find."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from auditgen.checks.facts import Facts, part_of
from auditgen.records.check_result import CheckResult, Outcome
from auditgen.records.claim import Claim
from auditgen.records.evidence import Evidence

STRONG, SOME = 0.01, 0.05
CONCERNS = ("some_concern", "strong_concern")
# What speaks for the claim counts in full only if somebody without a stake produced it: a file that nobody has put a
# name to may be the claimant's, and must not be worth more than one that says so.
SELF_SAID = ("claimant", "unattributed")
ABLE = "searched, not found, search was able"
WEAK = "searched, not found, weak search"
NOT_SEARCHED = "not searched"
SIGNS = "signs found"
STRONGLY = "strong evidence found"


# The caveat that tells of a positive finding what it was compared with and how often chance alone gives it.
ALARMS = {
    "D3": "D3-k", "D4": "D4-k", "D5": "D5-k", "D6": "D6-k", "D7": "D7-k", "D8": "D8-k", "D10": "D10-k",
}  # fmt: skip


def alarm(control: str, threshold: str, alpha: float, tests: int = 1) -> dict[str, Any]:
    """What a positive finding prints beside itself: `threshold` ends the words "counted as a sign where".

    `expected` false alarms = alpha for each of the searches made (`tests`).
    """
    return {"control": control, "threshold": threshold, "alpha": alpha, "tests": tests, "expected": alpha * tests}


def self_said(items: Iterable[Evidence]) -> bool:
    """Whether any of the evidence behind a reassurance comes from the claimant or from nobody named."""
    return any(e.produced_by in SELF_SAID for e in items)


def reassurance(mde: float | None, items: Sequence[Evidence], able_up_to: float) -> tuple[Outcome, str]:
    """Outcome and status word of a search that found nothing and could have found `mde` (a share of the score).

    A search of the claimant's own, or of nobody named, stays `unclear`: it moves the open charge by one point at most.
    """
    if mde is None:
        return "unclear", NOT_SEARCHED
    if mde > able_up_to + 1e-12:
        return "unclear", WEAK
    return ("unclear", WEAK) if self_said(items) else ("none_found", ABLE)


def ability_is_the_risk(facts: Facts) -> bool:
    """Whether a test measures a dangerous skill: a low score is then the one that would be misused."""
    return (facts.benchmark or {}).get("domain") == "hazard"


def about_part(items: Sequence[Evidence], claim: Claim) -> list[Evidence]:
    """Evidence about the very part of the test that the claim is about, or about the whole test if the claim is."""
    part = (part_of(claim) or "").casefold()
    return [e for e in items if str(e.content.get("subset") or "").casefold() == part]


def about_model(items: Sequence[Evidence], claim: Claim, model_id: object, weights: object) -> list[Evidence]:
    """Evidence about one model in the stated version, on the claim's part of the test. Other weights (base, chat) are
    another version."""
    wanted = weights or "unknown"
    found = [e for e in about_part(items, claim) if model_id is not None and e.content.get("model_id") == model_id]
    return [
        e
        for e in found
        if "unknown" in (e.content.get("weights") or "unknown", wanted) or e.content["weights"] == wanted
    ]


def touches_both(result: CheckResult) -> CheckResult:
    """A sign that both models of a comparison show, listed only."""
    values = {**result.values, "listed_only": "touches both models"}
    caveats = tuple(c for c in result.caveat_ids if c not in ALARMS.values())
    return result.model_copy(update={"outcome": "unclear", "values": values, "caveat_ids": caveats})


def other_side(claim: Claim, facts: Facts) -> tuple[Claim, Facts]:
    """The same question about the other model of a comparison: what touches both does not favour the one ahead."""
    names, roles, entry = dict(facts.names), dict(facts.roles), facts.comparator or {}
    for key in ("id", "as_written", "weights"):
        names[f"model_{key}"] = names.get(f"comparator_{key}")
    names |= {"family": entry.get("family"), "model_status": None, "comparator_id": None}
    roles["model"], roles["references"] = roles.get("comparator", ()), roles.get("comparator_references", ())
    written = claim.comparator or claim.baseline_model
    return claim.model_copy(update={"model": written}), Facts(facts.as_of, "L", names, roles)
