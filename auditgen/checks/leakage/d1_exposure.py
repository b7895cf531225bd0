"""D1. Could the model have seen the questions, going by dates and access alone?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from auditgen.checks.dates import earliest, latest, months_between, precision, span
from auditgen.checks.facts import Facts, usable
from auditgen.checks.registry import absent, ran
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds

VERSION = "1"
_BY_DEVELOPER = ("developer-card", "developer-docs")
_OLD_MATERIAL = ("cleaned", "perturbed", "subset", "translated", "harder")


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Class of exposure. Dates are read in the way that is worst for the claim; ties go against it."""
    test = facts.benchmark
    if test is None:
        return absent("D1", "the test is not in the catalogue")
    if facts.model is None and facts.reading != "P":
        return absent("D1", "the model is not in the catalogue, so no date is known")
    web = _web(claim)
    first = exposure(test, facts.model, facts.contents("variants"), web)
    values: dict[str, Any] = {
        "class": first["class"],
        "exposed_months": first["months"],
        "cutoff_stated": bool(facts.model and facts.model.get("cutoff_basis") in _BY_DEVELOPER),
        "cutoff_basis": facts.model.get("cutoff_basis") if facts.model else None,
        "web": web,
        "events": events(claim, facts),
    }
    if facts.reading != "L":
        other = exposure(test, facts.comparator, facts.contents("variants"), web)
        values["class_other"] = other["class"]
        values["published_between"] = _between(test, facts)
    caveats = ["D1-a"] if first["class"].startswith("exposed") and first["months"] else []
    if not values["cutoff_stated"]:
        caveats.append("D1-b")
    return ran(
        "D1",
        facts,
        ("benchmark", "model", "comparator", "variants"),
        estimate=first["months"],
        unit="months between publication and the last date on which training can have ended",
        caveat_ids=tuple(caveats),
        values=values,
    )


def _web(claim: Claim) -> bool:
    return (claim.setting.web or "").strip().lower() in ("yes", "true", "on", "allowed")


def last_training_date(model: Mapping[str, Any] | None) -> dt.date | None:
    """Latest day on which training can have ended: the release, or a later stated cut-off. Post-training is not dated
    in the catalogue, so the release date stands for it; recalled dates do not count."""
    if model is None:
        return None
    confidence = model.get("field_confidence") or {}
    days = [latest(model.get("release_date"))] if usable(confidence.get("release_date")) else []
    if usable(confidence.get("training_cutoff")):
        days.append(latest(model.get("training_cutoff")))
    known = [d for d in days if d is not None]
    return max(known) if known and usable(confidence.get("release_date")) else None


def exposure(
    test: Mapping[str, Any], model: Mapping[str, Any] | None, variants: list[Mapping[str, Any]], web: bool
) -> dict[str, Any]:
    """Class and months of exposure of one model to one test."""
    published = test.get("first_public_release") or {}
    item = earliest(published.get("value")) if usable(published.get("confidence")) else None
    end = last_training_date(model)
    answers = test.get("test_answers_public") or {}
    with_answers = answers.get("value") == "yes" and usable(answers.get("confidence"))
    if item is None or end is None:
        return {"class": "unknown", "months": None}
    if web or item <= end:
        months = months_between(item, end)
        return {"class": "exposed_with_answers" if with_answers else "exposed", "months": months}
    source = _source_date(test, variants)
    if source is None:
        # The questions came later, but nobody has told when their material first appeared.
        return {"class": "unknown", "months": None}
    return {"class": "source_exposed" if source <= end else "after", "months": None}


def _source_date(test: Mapping[str, Any], variants: list[Mapping[str, Any]]) -> dt.date | None:
    """First public day of the material that the questions were made from; None where the catalogue does not tell."""
    dates = []
    material = test.get("source_material") or {}
    if usable(material.get("confidence")):
        dates.append(earliest(material.get("value")))
    for link in test.get("variants") or ():
        if link.get("role") == "source" and link.get("relation") in _OLD_MATERIAL:
            parent = next((v for v in variants if v.get("id") == link.get("id")), None)
            date = (parent or {}).get("first_public_release") or {}
            if usable(date.get("confidence")):
                dates.append(earliest(date.get("value")))
    known = [d for d in dates if d is not None]
    return min(known) if known else None


def _between(test: Mapping[str, Any], facts: Facts) -> bool:
    """Whether the test appeared after the older model's release and not after the newer one's."""
    published = test.get("first_public_release") or {}
    item = earliest(published.get("value")) if usable(published.get("confidence")) else None
    new, old = last_training_date(facts.model), last_training_date(facts.comparator)
    if item is None or new is None or old is None:
        return False
    early, late = sorted((new, old))
    return early < item <= late


def events(claim: Claim, facts: Facts) -> list[dict[str, Any]]:
    """Points on the timeline: questions published, cut-off, release, withdrawal, claim; in order of time."""
    found: list[dict[str, Any]] = []

    def add(what: str, text: object, confidence: str | None, evidence: str | None) -> None:
        if text and span(text):
            found.append(
                {
                    "what": what,
                    "date": str(text),
                    "precision": precision(text),
                    "confidence": confidence or "seen",
                    "evidence": evidence,
                }
            )

    test, model = facts.benchmark or {}, facts.model
    test_id = next((e.id for e in facts.evidence("benchmark")), None)
    model_id = next((e.id for e in facts.evidence("model")), None)
    published = test.get("first_public_release") or {}
    answers = test.get("test_answers_public") or {}
    what = "items_and_answers" if answers.get("value") == "yes" else "items"
    add(what, published.get("value"), published.get("confidence"), test_id)
    if model is not None:
        confidence = model.get("field_confidence") or {}
        add("cutoff", model.get("training_cutoff"), confidence.get("training_cutoff"), model_id)
        add("release", model.get("release_date"), confidence.get("release_date"), model_id)
    for row in test.get("withdrawn") or ():
        if row.get("kind") == "retired":
            add("withdrawn", row.get("date"), row.get("confidence"), test_id)
    add("claim", claim.as_of, "brought", None)
    return sorted(found, key=lambda e: (str(earliest(e["date"])), e["what"]))
