"""The words of one claim: its sentence, its two names, its figures, as verdict sentences quote them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from auditgen.checks.facts import Facts
from auditgen.checks.setup import claim_setup
from auditgen.grading.phrases import outward, percent
from auditgen.grading.wording import Wording
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.numbers import PrintedNumber

_UNITS = {"percent": "%", "rating": "", "percentile": "th percentile"}


def shown(number: PrintedNumber | None) -> str:
    """A printed number with its unit: "48.9%", "the 90th percentile"."""
    if number is None:
        return ""
    if number.unit in _UNITS:
        return f"{number.text}{_UNITS[number.unit]}"
    if number.unit == "fraction":
        return f"{number.percent_text}%"
    return number.text


def claim_words(claim: Claim, facts: Facts, results: Mapping[str, CheckResult], words: Wording) -> dict[str, Any]:
    """Everything that a sentence about this claim may quote."""
    lexicon = words.data["claim"]
    model = claim.model if facts.names.get("model_named") else lexicon["unnamed_model"]
    benchmark = claim.benchmark if facts.names.get("benchmark_named") else lexicon["unnamed_test"]
    unnamed = "unnamed_neighbours" if claim.type == "rank" else "unnamed_other"
    other = claim.comparator or claim.baseline_model or lexicon[unnamed]
    told: dict[str, Any] = {
        "model": model,
        "benchmark": benchmark,
        "a": model,
        "b": other,
        "comparator": other,
        "score": shown(claim.score),
        "threshold": shown(claim.threshold),
        "group": claim.human_group or claim.peer_group or lexicon["unnamed_group"],
        "rank": claim.rank or 1,
        "who": claim.measured_by or claim.claimant or lexicon["unnamed_source"],
        "setup": _setup(claim, words),
        "scaffold": claim.setting.scaffold or claim.setting.harness,
    }
    told["claim"] = words.fill(lexicon[_template(claim, facts)], told)
    b1 = results.get("B1")
    told["interval"], told["lo"], told["hi"] = "", words.word("not_known"), words.word("not_known")
    if b1 is not None and b1.status == "ran" and b1.values.get("low") is not None:
        lo, hi = outward(b1.values["low"], b1.values["high"])
        told.update(lo=f"{lo}%", hi=f"{hi}%", interval=f" ({lo} to {hi}%)")
    told["spread"] = _spread(claim, results)
    return told


def _template(claim: Claim, facts: Facts) -> str:
    if claim.type == "threshold":
        return "threshold_under" if claim.threshold_side in ("under", "at_most") else "threshold_over"
    if claim.type == "human_parity":
        return "parity_beyond" if claim.relation in ("beats", "exceeds") else "parity"
    if claim.type == "rank":
        return "first_among" if claim.rank == 1 else "rank"
    if facts.reading == "R":
        return "equality" if claim.relation in ("equal", "within", "comparable") else "lead"
    if facts.reading == "P":
        return "rate" if claim.difference_unit == "months_per_doubling" else "step"
    return "level"


def _setup(claim: Claim, words: Wording) -> str:
    """The stated set-up in a few words."""
    if claim.setting.scaffold or claim.setting.harness:
        return str(claim.setting.scaffold or claim.setting.harness)
    stated = claim_setup(claim)
    combining = words.word(stated.combining) if stated.combining else ""
    parts = [f"{stated.shots}-shot" if stated.shots else "", combining, stated.scaffold or ""]
    text = ", ".join(p for p in parts if p)
    told = ", ".join(_told(name, value, words) for name, value in claim.setting.model_dump(exclude_none=True).items())
    return text or told[:80] or words.fill("{its_own}", {"its_own": words.word("own_setup")})


def _told(name: str, value: object, words: Wording) -> str:
    """A stated field in words: "8K" alone says nothing. Names of fields are no words."""
    key = f"told_{name}"
    return words.fill(words.word(key), {"value": value}) if key in words.lexicon else str(value)


def _spread(claim: Claim, results: Mapping[str, CheckResult]) -> str:
    """All counted figures by set-up, for the quotable sentence of a level that depends on settings."""
    f2 = results.get("F2")
    own = f"{shown(claim.score)}"
    if f2 is None or f2.status != "ran" or "figures" not in f2.values:
        return own
    counted = sorted((f for f in f2.values["figures"] if f["counted"]), key=lambda f: (-f["distance"], f["id"]))
    parts = [f"{percent(f['score'])} ({f['party']}{', ' + f['setup'] if f['setup'] else ''})" for f in counted[:4]]
    return "; ".join([f"{own} (claimed)", *parts])
