"""D7. Does the model do worse than expected on new questions of the same kind?"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from auditgen.checks.dates import earliest
from auditgen.checks.facts import Facts, usable
from auditgen.checks.leakage.d1_exposure import last_training_date
from auditgen.checks.leakage.item_table import item_table
from auditgen.checks.leakage.search import (
    ABLE,
    ALARMS,
    CONCERNS,
    NOT_SEARCHED,
    SELF_SAID,
    SIGNS,
    STRONGLY,
    WEAK,
    ability_is_the_risk,
    alarm,
    other_side,
    touches_both,
)
from auditgen.checks.registry import absent, ran
from auditgen.records.check_result import CheckResult, Outcome
from auditgen.records.claim import Claim
from auditgen.records.evidence import Evidence
from auditgen.records.thresholds import Thresholds

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

VERSION = "2"
ALPHA = 0.05  # one side
FEWEST_LEFT = 3  # references after a family is dropped: a line needs three, and its wide interval says the rest
DRAWS, DRAWS_WITHOUT_FAMILY = 10_000, 2_000
_ORDER = ("strong_concern", "some_concern", "none_found", "unclear")


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Excess of the old score over what reference models lead to expect (after ConStat, Dekoninck 2024).

    A straight line over the models' scores; with every answer of 12 or more references, the smooth curve of ConStat
    with its bootstrap. Where several tables are held, one that shows nothing does not answer one that shows an excess.
    """
    tables = [e for e in facts.evidence("references") if e.content.get("subset") is None]
    if not tables:
        return absent("D7", "no re-made test with a list of reference models is held for this test")
    found = [_one(table, claim, facts, t) for table in tables]
    done = [f for f in found if isinstance(f, CheckResult)]
    if not done:
        return absent("D7", "; ".join(dict.fromkeys(str(f) for f in found)))
    worst = min(done, key=lambda r: (_ORDER.index(r.outcome or "unclear"), r.mde or 0.0))
    if facts.reading != "L" and worst.outcome in CONCERNS and run(*other_side(claim, facts), t).outcome in CONCERNS:
        return touches_both(worst)
    return worst


def own_row(
    rows: list[Mapping[str, Any]], model_id: object, weights: object, name: object = None
) -> Mapping[str, Any] | None:
    """The model's own row: same id and same weights; a row of other weights is another version.

    A model without an entry is found by its full name as printed, where the table has exactly one such row.
    """
    if model_id is None and name:
        named = [r for r in rows if not r.get("model_id") and r["model"].casefold() == str(name).casefold()]
        return named[0] if len(named) == 1 else None
    mine = [r for r in rows if model_id and r.get("model_id") == model_id]
    exact = [r for r in mine if r.get("weights") == weights and weights != "unknown"]
    if len(exact) == 1:
        return exact[0]
    return mine[0] if len(mine) == 1 and "unknown" in (weights, mine[0].get("weights")) else None


def version(facts: Facts) -> tuple[object, object, object]:
    """Id, weights and name as written of the claimed model. An ambiguous name stays a question: it finds no row."""
    names = facts.names
    name = None if names.get("model_status") == "ambiguous" else names.get("model_as_written")
    return names.get("model_id"), names.get("model_weights"), name


def _fresh_enough(table: Mapping[str, Any], facts: Facts) -> bool:
    """Whether the new questions are later than the model's release, or sealed."""
    # A part of a test ("test:part") is as old as the test; ids that only evidence.yaml knows hold a colon themselves.
    ids = (table["variant"], table["variant"].split(":")[0])
    variant = next((v for v in facts.contents("variants") if v.get("id") in ids), None)
    if variant is None:
        return False
    access = variant.get("access") or {}
    if access.get("value") == "sealed" and usable(access.get("confidence")):
        return True
    answers = variant.get("test_answers_public") or {}
    if answers.get("value") == "no" and usable(answers.get("confidence")):
        return True
    published = variant.get("first_public_release") or {}
    item, end = earliest(published.get("value")), last_training_date(facts.model)
    return bool(usable(published.get("confidence")) and item and end and item > end)


def _one(item: Evidence, claim: Claim, facts: Facts, t: Thresholds) -> CheckResult | str:
    table = item.content
    row = own_row(table["rows"], *version(facts))
    if row is None:
        return "this model was not measured on the re-made test"
    if not _fresh_enough(table, facts):
        return "the new questions are not later than the model's release, and not sealed"
    family = facts.names.get("family")
    references = [
        r for r in table["references"] if r["model"] != row["model"] and (not family or r.get("family") != family)
    ]
    if len(references) < t.ref_min:
        return f"only {len(references)} reference models are left"
    n_old, n_new = table.get("n_original"), table.get("n_variant")
    if not n_old or not n_new:
        return "the number of questions of the re-made test is not known"
    from auditgen.stats.refreshed_gap import leave_family_out, refreshed_gap

    fresh = [r["variant_score"] / 100 for r in references]
    old = [r["original_score"] / 100 for r in references]
    families = [r.get("family") or r["model"] for r in references]
    model = (row["variant_score"] / 100, row["original_score"] / 100, n_new, n_old)
    try:
        whole = refreshed_gap(fresh, old, *model, fewest=int(t.ref_min))
    except ValueError as error:
        return f"no line can be drawn through the reference models ({error})"
    excess = Excess(whole.expected, whole.excess, whole.se, whole.lower_95_one_sided, whole.upper_95_one_sided,
                    whole.p_one_sided)  # fmt: skip
    drops = [
        Drop(str(d.family), d.excess.excess, d.excess.lower_95_one_sided, d.excess.upper_95_one_sided)
        if d.excess is not None
        else Drop(str(d.family), None, -1.0, 1.0)
        for d in leave_family_out(families, fresh, old, *model, fewest=FEWEST_LEFT)
    ]
    form, seed = "line", None
    answers = _answers(table, facts, row, references)
    if answers is not None:
        form, seed = "curve", _seed(claim)
        excess, drops = _by_curve(answers, families, _chances(table, facts), seed, int(t.ref_min))
    values: dict[str, Any] = {
        "pair": {"original": table["original"], "variant": table["variant"], "tester": table["tester"]},
        "n_references": len(references), "model_new": model[0], "model_old": model[1], "expected": excess.expected,
        "excess": excess.excess, "low": excess.low, "high": excess.high, "se": excess.se, "form": form,
        "intercept": whole.line.intercept, "slope": whole.line.slope, "residual_sd": whole.line.residual_sd,
        "drops": [{"family": d.family, "excess": d.excess, "low": d.low, "high": d.high} for d in drops],
        "references": [
            {"model": r["model"], "old": r["original_score"] / 100, "new": r["variant_score"] / 100} for r in references
        ],
        "excluded": [dict(e) for e in table.get("excluded", ())], "as_of": table.get("as_of"),
        "self_said": item.produced_by in SELF_SAID, "evidence": item.id,
        "direction": "reversed" if ability_is_the_risk(facts) else "usual",
    }  # fmt: skip
    low, high = turned(values["direction"], excess.low, excess.high)
    p = 1 - excess.p if values["direction"] == "reversed" else excess.p
    outcome = _outcome(
        [(low, high), *(turned(values["direction"], d.low, d.high) for d in drops)], values["self_said"], t
    )
    values["status"] = _status(
        outcome, max(0.0, high, *(turned(values["direction"], d.low, d.high)[1] for d in drops)), t
    )
    if outcome in CONCERNS:
        control = f"{len(references)} other models on both tests, each family of models left out in turn"
        least = t.delta_large if outcome == "strong_concern" else 0.0
        values["alarm"] = alarm(
            control, f"the one-sided 95% limit of the excess lies above {least * 100:g} points", ALPHA
        )
    return ran(
        "D7", facts, ("references", "variants", *(("items", "fresh_items") if answers else ())),
        estimate=excess.excess, unit="share", ci_low=excess.low, ci_high=excess.high,
        ci_method="two one-sided 95% limits, " + ("bootstrap of questions and models" if answers else "Student t"),
        n=len(references), p_value=p, outcome=outcome, mde=max(high, 0.0), seed=seed,
        assumptions=("the reference models were not inflated themselves",),
        caveat_ids=_caveats(values, low, outcome), values=values,
    )  # fmt: skip


@dataclass(frozen=True)
class Excess:
    """Observed old score less the expected one, fractions; low and high are one-sided 95% limits."""

    expected: float
    excess: float
    se: float
    low: float
    high: float
    p: float


@dataclass(frozen=True)
class Drop:
    """The excess with one family of references left out; anything between -1 and 1 where too few are then left."""

    family: str
    excess: float | None
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class Answers:
    """Item scores on the old and on the fresh test: of the model (items,), of the references (models, items)."""

    own: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]
    references: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]


def turned(direction: str, low: float, high: float) -> tuple[float, float]:
    """Limits of an excess; where ability is the risk the question is whether the model does worse than expected."""
    return (-high, -low) if direction == "reversed" else (low, high)


def _answers(
    table: Mapping[str, Any], facts: Facts, row: Mapping[str, Any], references: list[Mapping[str, Any]]
) -> Answers | None:
    """Question-by-question results behind a table, where there are references enough for the curve."""
    import numpy as np

    from auditgen.stats.constat import FEWEST_REFERENCES

    named = table.get("items")
    if not named or len(references) < FEWEST_REFERENCES:
        return None
    sides = []
    for role, key, name in (("items", "old", "model"), ("fresh_items", "fresh", "model_fresh")):
        item = next((e for e in facts.evidence(role) if e.id == named[key]), None)
        if item is None:
            return None
        answers = item_table(item.content)
        rows = [answers.models.index(r[name]) for r in (row, *references)]
        sides.append(answers.scores[np.array(rows)])
    return Answers((sides[0][0], sides[1][0]), (sides[0][1:], sides[1][1:]))


def _by_curve(
    a: Answers, families: list[str], chances: tuple[float, float], seed: int, fewest: int
) -> tuple[Excess, list[Drop]]:
    """The ConStat form, and again without each family of references."""
    import numpy as np

    from auditgen.stats.constat import curve_excess

    whole = curve_excess(*a.own, *a.references, *chances, n_draws=DRAWS, seed=seed)
    drops = []
    for family in dict.fromkeys(families):
        kept = np.array([f != family for f in families])
        if kept.sum() < fewest:
            drops.append(Drop(str(family), None, -1.0, 1.0))
            continue
        one = curve_excess(
            *a.own, a.references[0][kept], a.references[1][kept], *chances, n_draws=DRAWS_WITHOUT_FAMILY, seed=seed,
            fewest=fewest,
        )  # fmt: skip
        drops.append(Drop(str(family), one.estimate, one.lower_95_one_sided, one.upper_95_one_sided))
    found = Excess(
        whole.expected, whole.estimate, whole.se, whole.lower_95_one_sided, whole.upper_95_one_sided, whole.p_one_sided
    )
    return found, drops


def _chances(table: Mapping[str, Any], facts: Facts) -> tuple[float, float]:
    """Guessing levels of the old and of the fresh test; a re-made test of unknown level has that of its original."""
    variant = next((v for v in facts.contents("variants") if v.get("id") == table["variant"]), {})
    old = (facts.benchmark or {}).get("chance_level_pct") or 0.0
    fresh = variant.get("chance_level_pct")
    return float(old) / 100, float(old if fresh is None else fresh) / 100


def _seed(claim: Claim) -> int:
    return int.from_bytes(hashlib.sha256(f"{claim.id}D7".encode()).digest()[:8], "big")


def _caveats(values: Mapping[str, Any], low: float, outcome: Outcome) -> tuple[str, ...]:
    found = ["D7-r"] if values["direction"] == "reversed" else ["D7-a"] if low > 0 else ["D7-b"]
    if outcome in CONCERNS:
        found.append(ALARMS["D7"])
    return (*found, "D7-c") if values["direction"] == "usual" else tuple(found)


def _status(outcome: Outcome, high: float, t: Thresholds) -> str:
    """Status word; `high` is the largest excess that any drop of a family leaves possible."""
    if outcome in CONCERNS:
        return STRONGLY if outcome == "strong_concern" else SIGNS
    if outcome == "none_found":
        return ABLE
    return WEAK if high < t.delta_setting else NOT_SEARCHED


def _outcome(limits: list[tuple[float, float]], self_said: bool, t: Thresholds) -> Outcome:
    """A concern or a reassurance stands only if every dropped family confirms it."""
    lowest, highest = min(low for low, _ in limits), max(high for _, high in limits)
    if lowest > t.delta_large:
        return "strong_concern"
    if lowest > 0:
        return "some_concern"
    return "none_found" if highest < t.delta_small and not self_said else "unclear"
