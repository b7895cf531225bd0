"""F5. Is a bundle of narrow tests offered as a measure of general ability?"""

from __future__ import annotations

from typing import Any

from auditgen.checks.facts import Facts
from auditgen.checks.leakage.d1_exposure import exposure
from auditgen.checks.registry import absent, ran
from auditgen.checks.replication.f3_inference import matched_words, sentence_of, word_list
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds

VERSION = "1"


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Wording that claims general intelligence, and the share of the bundle on exposed or saturated tests."""
    general = [w for w in matched_words(sentence_of(claim), word_list(facts)) if w["group"] == "general intelligence"]
    parts = facts.contents("bundle")
    if not general and not parts:
        return absent("F5", "the claim offers no bundle and speaks of no general ability", applicable=False)
    rows = []
    for part in parts:
        seen = exposure(part, facts.model, parts, web=False)
        rows.append(
            {
                "benchmark": part.get("name"),
                "exposed_with_answers": seen["class"] == "exposed_with_answers",
                "saturated": part.get("status") in ("saturated", "near_saturated"),
            }
        )
    values: dict[str, Any] = {
        "general": bool(general),
        "words": [str(w["as_written"]) for w in general],
        "parts": rows,
        "share_exposed": sum(r["exposed_with_answers"] for r in rows) / len(rows) if rows else None,
        "share_saturated": sum(r["saturated"] for r in rows) / len(rows) if rows else None,
    }
    caveats = (("F5-a",) if general and rows else ()) + (("F5-b",) if values["share_exposed"] else ())
    return ran(
        "F5",
        facts,
        ("words", "bundle"),
        estimate=values["share_exposed"],
        unit="share of the bundle's weight",
        n=len(rows) or None,
        caveat_ids=caveats,
        values=values,
    )
