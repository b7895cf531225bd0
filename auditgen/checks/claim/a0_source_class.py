"""A0. Who ran the test, and can the source be looked up?"""

from __future__ import annotations

from auditgen.checks.facts import Facts
from auditgen.checks.parties import same_party
from auditgen.checks.registry import ran
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds

VERSION = "1"
_STAKELESS = {
    "independent_evaluator": "independent",
    "public_body": "public_body",
    "leaderboard": "leaderboard",
}
# Sentences of reports that sum up what others measured, unless they say that they measured it themselves.
_REPEATED = ("threshold", "human_parity", "trend", "comparative")


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Class of the party that ran the test (G.1): it follows the tester, not the page that prints the figure."""
    reader = claim.source_class
    relation = _STAKELESS.get(claim.claimant_relation or "", "claimant")
    if claim.claimant_relation == "competitor":
        relation = "competitor"
    if not same_party(claim.measured_by, claim.claimant) and same_party(claim.measured_by, _developer(facts)):
        # The page that prints the figure has no stake, but the model's own developer ran the test.
        relation = "claimant"
    values: dict[str, object] = {
        "tester": claim.measured_by or claim.claimant,
        "tester_relation": relation,
        "against_interest": False,
        "copied": bool(facts.names.get("copied")),
        "copied_from_named": bool(facts.names.get("primary")),
        "reader": reader.model_dump(mode="json") if reader else None,
    }
    name, why = "S3", "the claimant or a competitor ran the test"
    if reader is not None:
        name, why = reader.value, reader.reason
    elif facts.names.get("copied") and not facts.names.get("primary"):
        name, why = "S4", "the figure is copied and its source cannot be looked up here"
        values["tester_relation"] = "secondary"
    elif facts.names.get("primary"):
        name, why = _class_of(str(facts.names["primary_type"])), f"copied from {facts.names['primary']}"
        values["tester_relation"] = _relation_of(str(facts.names["primary_type"]))
    elif relation == "independent":
        name, why = "S2", "an independent party ran the test"
        if claim.item_results_open and claim.plan_fixed_before and facts.names.get("not_exposed"):
            name, why = "S1", "independent, plan fixed before, item results open, questions not exposed"
    elif relation == "public_body" and claim.type in _REPEATED and claim.measured_by is None:
        name, why = "S4", "a report repeats the figure and does not say here who measured it"
        values["tester_relation"] = "secondary"
    elif relation == "public_body":
        name, why = "S2", "a public body without a model in the comparison ran the test"
    elif relation == "leaderboard":
        runs = bool(claim.item_results_open) or facts.names.get("board_runs_models")
        name = "S2" if runs else "S3"
        why = (
            "a board that runs the models itself"
            if runs
            else "a board that collects entries, or whose items are closed"
        )
    elif claim.item_results_open:
        name, why = "S2", "anyone can recount the open item results"
    elif claim.claimant_relation == "other" and claim.measured_by is None and not facts.names.get("own_model"):
        name, why = "S4", "a second-hand figure without a named source"
        values["tester_relation"] = "secondary"
    elif facts.reading == "R" and facts.names.get("against_interest"):
        name, why = "S2", "the claimant's own table puts its own model behind"
        values["against_interest"] = True
    values["source_class"] = name
    values["reason"] = why
    return ran("A0", facts, ("document", "copied"), outcome=None, values=values)


def _developer(facts: Facts) -> str | None:
    name = facts.names.get("developer")
    return str(name) if name else None


def _class_of(measured_by_type: str) -> str:
    return "S2" if measured_by_type in ("independent", "public_body") else "S3"


def _relation_of(measured_by_type: str) -> str:
    return {"independent": "independent", "public_body": "public_body", "leaderboard": "leaderboard"}.get(
        measured_by_type, "claimant"
    )
