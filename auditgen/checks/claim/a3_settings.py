"""A3. Do we know how the score was made, and were compared models treated alike?"""

from __future__ import annotations

import re
from typing import Any

from auditgen.checks.facts import Facts, part_of
from auditgen.checks.registry import ran
from auditgen.checks.setup import MAJOR, Setup, claim_setup, comparator_setup, differences
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds

VERSION = "1"
FEW_ITEMS = 300
_WITH_EXAMPLES = ("multiple_choice", "free_answer", "code_execution")
_TRIES_KINDS = ("code_execution", "agentic")
_JUDGED_KINDS = ("pairwise_preference", "rubric_graded")
# Only remarks about which questions were asked; "translated versions" or "prompt version" are other matters.
_VERSIONS = re.compile(
    r"subset|window|release (?:date|version)|dropped|^version|v\d(?:\.\d)? (?:\(|vs)|full (?:set |\d+ )?vs"
    r"|mini vs|validation vs test|public vs|lite vs|diamond vs|I only vs|\d+ vs \d+ tasks|original vs verified"
    r"|main vs extended|vs extended",
    re.I,
)
_FIELDS = (
    "model_version", "test_version", "prompt", "cot", "tools", "web", "scaffold", "harness", "temperature",
    "max_tokens", "reasoning_effort", "n_samples", "combining", "answer_extraction", "grader", "exclusions",
)  # fmt: skip


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Completeness of the settings; for L the open fields (i) to (vii), for R and P whether the set-ups agree."""
    setup = claim_setup(claim)
    fields = _stated(claim, facts)
    told = sum(v != "missing" for v in fields.values())
    values: dict[str, Any] = {"fields": fields, "completeness": told / len(fields)}
    caveats = []
    if facts.reading == "L":
        asked = _asked(claim, facts)
        values["asked"] = asked
        values["open_fields"] = [name for name in asked if not _told(name, claim, setup, facts)]
        values["omitted_combining"] = _omitted(claim, setup)
        values["unusual"] = setup.combining if setup.combines_samples and not values["omitted_combining"] else None
        if setup.combining and setup.combining.startswith("cons@"):
            caveats.append("A3-b")
        if values["open_fields"]:
            caveats.append("A3-c")
    else:
        values.update(sameness(claim, setup, facts))
        if values["sameness"] == "different":
            caveats.append("A3-a")
        if values["sameness"] == "copied":
            caveats.append("A3-d")
    return ran(
        "A3",
        facts,
        ("benchmark", "document", "copied"),
        estimate=values["completeness"],
        unit="share of settings told",
        caveat_ids=tuple(caveats),
        values=values,
    )


def _stated(claim: Claim, facts: Facts) -> dict[str, str]:
    setting = claim.setting.model_dump()
    fields = {name: "stated" if setting.get(name) else "missing" for name in _FIELDS}
    fields["shots"] = "stated" if claim.shots or claim_setup(claim).shots else "missing"
    fields["n_items"] = "stated" if claim.n_items else "inferable" if facts.catalogue_n(part_of(claim)) else "missing"
    fields["metric"] = "stated" if claim.metric else "missing"
    fields["who_ran_it"] = "stated" if claim.measured_by else "inferable" if claim.claimant else "missing"
    fields["date"] = "stated" if claim.as_of else "missing"
    if fields["model_version"] == "missing" and facts.names.get("model_status") == "matched":
        fields["model_version"] = "inferable"
    return fields


def _asked(claim: Claim, facts: Facts) -> list[str]:
    """Which of the seven fields this kind of test calls for."""
    test = facts.benchmark or {}
    kind = (test.get("task_format") or {}).get("kind")
    n = claim.n_items or facts.catalogue_n(part_of(claim))
    asked = []
    if kind is None or kind in _WITH_EXAMPLES:
        asked.append("shots")
    hot = re.search(r"[1-9]", claim.setting.temperature or "")
    if kind in _TRIES_KINDS or (n is not None and n < FEW_ITEMS) or hot:
        asked.append("tries")
    if kind == "agentic":
        asked.append("tools")
    if facts.names.get("benchmark_was_ambiguous") or any(
        _VERSIONS.search(s) for s in test.get("settings_that_break_comparability") or ()
    ):
        asked.append("version")
    if kind in _JUDGED_KINDS:
        asked.append("grader")
    asked.append("snapshot")
    return asked


def _told(name: str, claim: Claim, setup: Setup, facts: Facts) -> bool:
    setting = claim.setting
    if name == "shots":
        return setup.shots is not None or setup.cot is not None or facts.names.get("model_weights") == "reasoning"
    if name == "tries":
        return bool(setup.combining or setting.n_runs or setting.n_samples)
    if name == "tools":
        return bool(setup.scaffold or setup.tools or setting.harness)
    if name == "version":
        return bool(part_of(claim) or claim.n_items or setting.test_version or claim.split or facts.names.get("window"))
    if name == "grader":
        return setup.grader is not None
    return facts.names.get("model_status") == "matched" or bool(setting.model_version or claim.model_version_date)


def _omitted(claim: Claim, setup: Setup) -> str | None:
    """A rule that combines several answers, stated in the source but left out of the sentence."""
    if not setup.combines_samples or not claim.statement or setup.combining is None:
        return None
    sentence = claim.statement.lower()
    if any(
        word in sentence for word in (setup.combining.lower(), "majority", "best of", "samples", "tries", "attempts")
    ):
        return None
    return claim.setting.combining or setup.combining


def sameness(claim: Claim, setup: Setup, facts: Facts) -> dict[str, Any]:
    """told, not_told, different or copied, with the fields that differ."""
    other = comparator_setup(claim)
    found = differences(setup, other)
    differing = [{**d, "major": d["field"] in MAJOR} for d in found]
    names = facts.names
    copied = names.get("comparator_copied") or names.get("copied_side")
    if copied:
        return {"sameness": "copied", "differing": differing, "copied_basis": copied}
    if names.get("measured_apart"):
        return {
            "sameness": "different",
            "differing": [*differing, {"field": "tester", "a": "", "b": "", "major": True}],
            "copied_basis": None,
        }
    if differing:
        return {"sameness": "different", "differing": differing, "copied_basis": None}
    told = bool(set(setup.stated()) & set(other.stated()) - {"subset"}) or bool(names.get("one_setup"))
    return {"sameness": "told" if told else "not_told", "differing": [], "copied_basis": None}
