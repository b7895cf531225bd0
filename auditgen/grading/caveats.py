"""Caveats, questions and plain statements of one claim, filled from the results of its checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from auditgen.checks.facts import Facts
from auditgen.grading.phrases import outward
from auditgen.grading.wording import Wording
from auditgen.records.audit_record import Question, Text
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.verdict import Verdict
from auditgen.resources import template_yaml

_SERVES = {
    "search": ("G1", "D3", "D4"),
    "fields": ("G2", "A3"),
    "one_setup": ("G2", "A3", "E1"),
    "tries": ("G6", "B5"),
    "remade": ("G4", "F1", "C8"),
    "other_tests": ("G4", "C3", "B2"),
    "n_items": ("G3", "B1"),
    "source": ("A0",),
}


def caveats(results: Mapping[str, CheckResult], facts: Facts, words: Wording) -> tuple[Text, ...]:
    """Every caveat whose condition a check met, in the order of the checks."""
    table = template_yaml(f"caveats/{words.lang}.yaml")
    found = []
    for result in results.values():
        for caveat_id in result.caveat_ids:
            template = table.get(caveat_id)
            if template is None:
                continue
            params = _params(caveat_id, result, facts, table)
            if params is not None:
                found.append(Text(id=caveat_id, text=words.fill(template["text"], params)))
    return tuple(found)


def _params(caveat_id: str, result: CheckResult, facts: Facts, table: Mapping[str, Any]) -> dict[str, Any] | None:
    """Figures that a caveat quotes; None where one that it cannot do without is missing."""
    values = {**{f"alarm_{k}": v for k, v in result.values.get("alarm", {}).items()}, **result.values}
    if caveat_id == "A2-a":
        band = values.get("ceiling_band")
        values["ceiling_high"] = band[1] if band else values.get("ceiling")
    elif caveat_id == "A3-a":
        values["fields"] = [d["field"] for d in values.get("differing", ())]
    elif caveat_id == "A4-a":
        values.update(values["contradictions"][0])
    elif caveat_id == "A5-a":
        values.update(n_star=round(values["n_star"]), n=result.n)
    elif caveat_id == "A5-b":
        values.update(values["denominator"])
    elif caveat_id == "B1-a":
        values["lo"], values["hi"] = outward(values["low"], values["high"])
    elif caveat_id == "C1-b":
        values["others"] = values["ties_first"] - 1
    elif caveat_id == "D2-a":
        worst = [f for f in values["findings"] if f["listed_only"] is None and f["direction"] == "concern"]
        rank = {"strong": 0, "moderate": 1, "weak": 2}
        worst.sort(key=lambda f: (rank[f["counted_strength"]], f["id"]))
        values.update(what=worst[0]["what"], who=worst[0]["who"], year=worst[0]["year"])
    elif caveat_id in ("F1-a", "F1-b"):
        best = max(values["tables"], key=lambda s: (s["n_models"], s["variant"]))
        values["mean_drop"] = best["mean_drop"]
        if best["mean_drop"] <= 0:
            return None
    elif caveat_id == "F2-a":
        other = max((f for f in values["figures"] if f["counted"]), key=lambda f: (f["distance"], f["id"]))
        values.update(other_score=other["score"], other_party=other["party"])
    elif caveat_id == "F3-a":
        kind = ((facts.benchmark or {}).get("task_format") or {}).get("kind")
        values["format"] = table["FORMATS"].get(kind or "unknown", table["FORMATS"]["unknown"])
    elif caveat_id == "F5-a":
        values["n_parts"] = len(values["parts"])
    return values


def questions(verdict: Verdict, ids: Sequence[str]) -> tuple[Question, ...]:
    """The questions of a verdict with the checks that an answer would serve."""
    return tuple(
        Question(id=i, text=text, serves=_SERVES.get(i, ())) for i, text in zip(ids, verdict.ask_first, strict=True)
    )


def says(
    claim: Claim, results: Mapping[str, CheckResult], facts: Facts, words: Wording, told: Mapping[str, Any]
) -> tuple[Text, ...]:
    """What the number says, in at most four plain sentences."""
    lines = words.data["says"]
    found = []
    if claim.score is not None and facts.reading == "L":
        b1 = results.get("B1")
        n = b1.values.get("n") if b1 and b1.status == "ran" else None
        items = words.fill(lines["items"], {"n": n}) if n else ""
        found.append(Text(id="score", text=words.fill(lines["score"], {**told, "items": items})))
        if b1 and b1.status == "ran" and b1.values.get("low") is not None:
            lo, hi = outward(b1.values["low"], b1.values["high"])
            found.append(Text(id="interval", text=words.fill(lines["interval"], {"lo": lo, "hi": hi})))
    b2 = results.get("B2")
    if facts.reading != "L" and b2 and b2.status == "ran" and b2.values.get("low") is not None:
        lo_text, hi_text = (f"{v * 100:.1f}".replace("-", "\u2212") for v in (b2.values["low"], b2.values["high"]))
        gap = {"gap": b2.values["gap"], "lo": lo_text, "hi": hi_text}
        found.append(Text(id="gap", text=words.fill(lines["gap"], gap)))
    test = facts.benchmark or {}
    if test.get("chance_level_pct"):
        found.append(Text(id="chance", text=words.fill(lines["chance"], {"chance": test["chance_level_pct"] / 100})))
    if test.get("measures"):
        found.append(Text(id="measures", text=words.fill(lines["measures"], {"measures": test["measures"]})))
    return tuple(found)


def does_not_say(results: Mapping[str, CheckResult], facts: Facts, words: Wording) -> tuple[Text, ...]:
    """What the number does not say."""
    lines = words.data["does_not_say"]
    ids = ["skill", "others"] if facts.reading == "L" else ["able", "others"]
    exposure = results.get("D1")
    if exposure is None or exposure.values.get("class") not in ("sealed", "after"):
        ids.append("leak")
    f3 = results.get("F3")
    if f3 and f3.values.get("link") in ("two_steps", "very_serious"):
        ids.append("work")
    return tuple(Text(id=i, text=lines[i]) for i in ids)
