"""D1. Could the model have seen the questions, going by dates and access alone?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from auditgen.checks.dates import earliest, latest, months_between, precision, span
from auditgen.checks.facts import Facts, usable
from auditgen.checks.leakage.search import ability_is_the_risk, about_part
from auditgen.checks.registry import absent, ran
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds

VERSION = "2"
_BY_DEVELOPER = ("developer-card", "developer-docs")
_OLD_MATERIAL = ("cleaned", "perturbed", "subset", "translated", "harder")
_YES, _NO = ("yes", "true", "on", "allowed"), ("no", "none", "false", "off", "blocked", "removed")
_TOLD_OF_TEST = ("access", "first_use", "newest_item", "source_material")


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Class of exposure. Dates are read in the way that is worst for the claim; ties go against it.

    Web access while the test was taken counts as exposure, and is told apart from what training could have shown:
    `class_by_training` is the class without it.
    """
    if facts.benchmark is None:
        return absent("D1", "the test is not in the catalogue")
    if facts.model is None and facts.reading != "P":
        return absent("D1", "the model is not in the catalogue, so no date is known")
    test, variants, items = _with_told(facts.benchmark, facts), facts.contents("variants"), _item_days(claim, facts)
    web = _said(claim.setting.web, _YES)
    first = exposure(test, facts.model, variants, web, items)
    by_training = exposure(test, facts.model, variants, False, items)
    values: dict[str, Any] = {
        "class": first["class"],
        "class_by_training": by_training["class"],
        "exposed_months": by_training["months"],
        "share_after": by_training.get("share_after"),
        "cutoff_stated": bool(facts.model and facts.model.get("cutoff_basis") in _BY_DEVELOPER),
        "cutoff_basis": facts.model.get("cutoff_basis") if facts.model else None,
        "web": web,
        "repository": _repository(claim, facts.benchmark),
        "events": events(claim, facts),
    }
    if facts.reading != "L":
        other = exposure(test, facts.comparator, variants, web, items)
        values["class_other"] = other["class"]
        values["published_between"] = _between(test, facts)
    return ran(
        "D1",
        facts,
        ("benchmark", "told_benchmark", "model", "comparator", "variants", *(("items",) if items else ())),
        estimate=by_training["months"],
        unit="months between publication and the last date on which training can have ended",
        caveat_ids=_caveats(values, facts),
        values=values,
    )


def _caveats(values: Mapping[str, Any], facts: Facts) -> tuple[str, ...]:
    """What training could have shown first, then what the test itself could have shown, then the direction."""
    by_training = values["class_by_training"]
    told = {
        "D1-a": by_training.startswith("exposed") and values["exposed_months"],
        "D1-m": by_training == "mixed",
        "D1-s": by_training == "sealed",
        "D1-b": not values["cutoff_stated"],
        "D1-w": values["web"],
        "D1-e": values["repository"] == "not told",
        "D1-r": ability_is_the_risk(facts),
    }
    return tuple(id for id, holds in told.items() if holds)


def _said(text: object, words: tuple[str, ...]) -> bool:
    return str(text or "").strip().lower() in words


def _repository(claim: Claim, test: Mapping[str, Any]) -> str | None:
    """Whether the later history of a code repository was kept from the model: removed, or not told; None where the
    test hands out no repository."""
    agentic = (test.get("task_format") or {}).get("kind") == "agentic"
    if not agentic or test.get("domain") != "software_engineering":
        return None
    extra = claim.setting.model_extra or {}
    return "removed" if _said(extra.get("repository_history"), _NO) else "not told"


def _with_told(test: Mapping[str, Any], facts: Facts) -> Mapping[str, Any]:
    """The test's entry with what evidence.yaml tells of access and dates, where the entry itself does not."""
    merged = dict(test)
    for told in facts.contents("told_benchmark"):
        for key in _TOLD_OF_TEST:
            if (told.get(key) or {}).get("value") and not (merged.get(key) or {}).get("value"):
                merged[key] = told[key]
    return merged


def _item_days(claim: Claim, facts: Facts) -> list[dt.date]:
    """First possible day of each dated question, from the table that dates most of them."""
    tables = [e.content.get("dates") or () for e in about_part(facts.evidence("items"), claim)]
    dated = [[d for d in map(earliest, dates) if d is not None] for dates in tables]
    return max(dated, key=len, default=[])


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
    test: Mapping[str, Any],
    model: Mapping[str, Any] | None,
    variants: list[Mapping[str, Any]],
    web: bool,
    items: Sequence[dt.date] = (),
) -> dict[str, Any]:
    """Class and months of exposure of one model to one test; `items` are the days of its questions, where known."""
    published = test.get("first_public_release") or {}
    item = earliest(published.get("value")) if usable(published.get("confidence")) else None
    end = last_training_date(model)
    shut = _sealed(test, end)
    if shut is not None:
        return {"class": shut, "months": None}
    answers = test.get("test_answers_public") or {}
    with_answers = answers.get("value") == "yes" and usable(answers.get("confidence"))
    if item is None or end is None:
        return {"class": "unknown", "months": None}
    if web or item <= end:
        after = _share_after(test, items, end)
        if after and not web:
            return {"class": "mixed", "months": months_between(item, end), "share_after": after["share"]}
        months = months_between(item, end)
        return {"class": "exposed_with_answers" if with_answers else "exposed", "months": months}
    source = _source_date(test, variants)
    if source is None:
        # The questions came later, but nobody has told when their material first appeared.
        return {"class": "unknown", "months": None}
    return {"class": "source_exposed" if source <= end else "after", "months": None}


def _sealed(test: Mapping[str, Any], end: dt.date | None) -> str | None:
    """`sealed` where the questions never left the evaluator, or first did after the model was finished. A sealed test
    that was sent to a provider before, or of which that is not told, counts like material that was public."""
    access, use = test.get("access") or {}, test.get("first_use") or {}
    answers = test.get("test_answers_public") or {}
    if access.get("value") != "sealed" or not usable(access.get("confidence")):
        return None
    if answers.get("value") in ("yes", "partly") and usable(answers.get("confidence")):
        return None  # whatever is said of its access, some of the test is known to be public
    told = use.get("value") if usable(use.get("confidence")) else None
    day = earliest(told)
    never = told == "never" or (day is not None and end is not None and day > end)
    return "sealed" if never else "source_exposed"


def _share_after(test: Mapping[str, Any], items: Sequence[dt.date], end: dt.date) -> dict[str, float | None] | None:
    """Whether some questions are newer than the model: by their own days, else by the day of the newest."""
    late = sum(d > end for d in items)
    if late:
        return {"share": late / len(items)}
    newest = test.get("newest_item") or {}
    day = earliest(newest.get("value")) if usable(newest.get("confidence")) else None
    return {"share": None} if day is not None and day > end else None


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
