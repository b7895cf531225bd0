"""What every search for leakage must tell: its control, its threshold, its expected false alarms, its smallest find."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from auditgen.checks.facts import Facts, part_of
from auditgen.records.check_result import Outcome
from auditgen.records.claim import Claim
from auditgen.records.evidence import Evidence

STRONG, SOME = 0.01, 0.05
# What speaks for the claim counts in full only if somebody without a stake produced it: a file that nobody has put a
# name to may be the claimant's, and must not be worth more than one that says so.
SELF_SAID = ("claimant", "unattributed")
ABLE = "searched, not found, search was able"
WEAK = "searched, not found, weak search"
NOT_SEARCHED = "not searched"
SIGNS = "signs found"
STRONGLY = "strong evidence found"


def alarm(control: str, threshold: str, alpha: float, tests: int) -> dict[str, Any]:
    """What a positive finding prints beside itself. `expected` false alarms = alpha for each test made."""
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
