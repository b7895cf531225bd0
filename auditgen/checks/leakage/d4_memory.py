"""D4. Does the model write out questions of the test word for word, more than it could by skill?"""

from __future__ import annotations

from typing import Any

from auditgen.checks.facts import Facts
from auditgen.checks.leakage.search import (
    ALARMS,
    NOT_SEARCHED,
    SELF_SAID,
    SIGNS,
    SOME,
    STRONG,
    STRONGLY,
    ability_is_the_risk,
    about_model,
    alarm,
    reassurance,
)
from auditgen.checks.registry import absent, ran
from auditgen.records.check_result import CheckResult, Outcome
from auditgen.records.claim import Claim
from auditgen.records.evidence import Evidence
from auditgen.records.thresholds import Thresholds

VERSION = "2"
EXCESS = 0.01  # share of items beyond the control
REFUSED = 0.20  # above this share of refusals nothing can be concluded from a lack of hits
ABLE = 0.015  # upper bound of the share of items, after no hit at all
CONTROLS = ("twin", "fresh", "sealed")
_ORDER = ("strong", "some", "unclear", "not_found")


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Completions against twins (exact McNemar) or controls, and free regeneration against siblings (Fisher exact)."""
    tests = _tests(claim, facts, facts.names.get("model_id"), facts.names.get("model_weights"))
    if not tests:
        return absent("D4", "needs what the model wrote when shown half a question, or none; nothing was given")
    worst = min(tests, key=_badness)
    values: dict[str, Any] = {"tests": tests, "strong_with_answers": False, **_quoted(worst)}
    outcome: Outcome = {"strong": "strong_concern", "some": "some_concern"}.get(worst["class"], "unclear")  # type: ignore[assignment]
    mde = None
    caveats: list[str] = []
    if outcome in ("strong_concern", "some_concern"):
        control = f"{worst['n_control']:,} {worst['control']} items"
        threshold = (
            "chance gives as much less than once in 100, and 1% of the questions go beyond the control"
            if outcome == "strong_concern"
            else "chance gives as much less than once in 20"
        )
        alpha = STRONG if outcome == "strong_concern" else SOME
        values["alarm"] = alarm(control, threshold, alpha, sum(r["p"] is not None for r in tests))
        values["status"] = STRONGLY if outcome == "strong_concern" else SIGNS
        values["strong_with_answers"] = any(r["class"] == "strong" and r["answers"] for r in tests)
        caveats.append("D4-a" if worst["kind"] == "completions" else "D4-c")
        if values["strong_with_answers"]:
            caveats.append("D4-b")
        if facts.reading != "L" and _other_concerned(claim, facts, outcome):
            outcome, values["listed_only"], values["strong_with_answers"] = "unclear", "touches both models", False
        else:
            caveats.append(ALARMS["D4"])
    else:
        outcome, mde, values["status"] = _nothing(tests, facts)
        if mde is not None:
            worst = min((r for r in tests if r["class"] == "not_found"), key=lambda r: (r["self_said"], r["high"]))
            values |= _quoted(worst)
        values["memory"] = "looked for, not found" if mde is not None and mde < ABLE else "not told"
        if mde is None and worst["refused_share"] > REFUSED:
            caveats.append("D4-d")
        elif mde is not None:
            values["high"] = mde
            caveats.append("D4-e")
    if ability_is_the_risk(facts):
        caveats.append("D4-r")
    return ran(
        "D4", facts, ("completions", "regeneration"), estimate=worst["rate"], unit="share of questions",
        ci_low=worst["low"], ci_high=worst["high"], ci_method="exact (Clopper and Pearson), share of questions",
        n=worst["n"], p_value=worst["p"], outcome=outcome, mde=mde, caveat_ids=tuple(caveats), values=values,
        assumptions=("the control questions are of the same kind and cannot have been seen",),
    )  # fmt: skip


def _badness(row: dict[str, Any]) -> tuple[int, float, str]:
    """Order of tests: the worst for the claim first; it is the one that is quoted."""
    return _ORDER.index(row["class"]), row["p"] if row["p"] is not None else 1.0, row["evidence"]


def _quoted(worst: dict[str, Any]) -> dict[str, Any]:
    names = ("rate", "control_rate", "excess", "hits", "n", "control_hits", "n_control", "with_key", "with_wrong_key")
    return {**{k: worst[k] for k in names}, "refused_share": worst["refused_share"]}


def _tests(claim: Claim, facts: Facts, model_id: object, weights: object) -> list[dict[str, Any]]:
    found = []
    for role, read in (("completions", _completions), ("regeneration", _regeneration)):
        for item in about_model(facts.evidence(role), claim, model_id, weights):
            row = read(item)
            if row is not None:
                found.append(row)
    return found


def _completions(item: Evidence) -> dict[str, Any] | None:
    from auditgen.stats.completion import paired_hits_from_counts, regeneration
    from auditgen.stats.intervals import clopper_pearson, zero_event_upper

    groups = item.content["groups"]
    test = groups.get("test")
    if not test:
        return None
    n, hits = test["n"], test["hits"]
    low, high = (0.0, zero_event_upper(n)) if hits == 0 else _interval(clopper_pearson(hits, n))
    row = {
        "kind": "completions", "evidence": item.id, "n": n, "hits": hits, "rate": hits / n, "low": low, "high": high,
        "control": None, "n_control": 0, "control_hits": 0, "control_rate": None, "p": None, "excess": None,
        "refused_share": test["refused"] / n, "with_key": test["with_key"], "with_wrong_key": test["with_wrong_key"],
        "self_said": item.produced_by in SELF_SAID, "can_clear": item.content.get("rule") == "run20",
    }  # fmt: skip
    pairs = item.content.get("pairs")
    if pairs:
        total = sum(pairs.values())
        paired = paired_hits_from_counts(pairs["only_test"], pairs["only_twin"], pairs["both"], total)
        row |= {
            "control": "changed twin", "n_control": total, "control_hits": paired.twin_hits, "p": paired.p_value,
            "control_rate": paired.twin_rate, "excess": paired.excess,
        }  # fmt: skip
    else:
        control = next((c for c in CONTROLS if groups.get(c)), None)
        if control is not None:
            other = groups[control]
            compared = regeneration(hits, n, other["hits"], other["n"])
            row |= {
                "control": {"twin": "changed", "fresh": "newer", "sealed": "sealed"}[control],
                "n_control": other["n"], "control_hits": other["hits"], "p": compared.p_value,
                "control_rate": compared.control_rate, "excess": compared.excess,
            }  # fmt: skip
    return _classed(row)


def _regeneration(item: Evidence) -> dict[str, Any] | None:
    from auditgen.stats.completion import regeneration
    from auditgen.stats.intervals import clopper_pearson, zero_event_upper

    c = item.content
    n, hits, n_control = c["n_test_items"], c["distinct_test"], c["n_control_items"]
    if not n or not c["n_outputs"]:
        return None
    low, high = (0.0, zero_event_upper(n)) if hits == 0 else _interval(clopper_pearson(hits, n))
    row = {
        "kind": "regeneration", "evidence": item.id, "n": n, "hits": hits, "rate": hits / n, "low": low, "high": high,
        "control": None, "n_control": n_control, "control_hits": c["distinct_control"], "control_rate": None, "p": None,
        "excess": None, "refused_share": c["refused"] / c["n_outputs"], "with_key": c["with_key"],
        "with_wrong_key": c["with_wrong_key"], "n_outputs": c["n_outputs"],
        "distinct_train": c.get("distinct_train", 0),
        "self_said": item.produced_by in SELF_SAID,
        # Fewer outputs than questions could not have shown them all, however well the model knows them.
        "can_clear": c["n_outputs"] >= n,
    }  # fmt: skip
    if n_control:
        compared = regeneration(hits, n, c["distinct_control"], n_control)
        kinds = " or ".join(c.get("control_kinds") or ["control"])
        row |= {
            "control": kinds, "control_rate": compared.control_rate, "p": compared.p_value, "excess": compared.excess,
            "control_high": compared.control_high,
        }  # fmt: skip
    return _classed(row)


def _interval(found: Any) -> tuple[float, float]:
    return found.ci_low, found.ci_high


def _classed(row: dict[str, Any]) -> dict[str, Any]:
    """strong, some, not_found (no hit at all) or unclear; without a control a level is no evidence."""
    p, excess = row["p"], row["excess"]
    if p is not None and p < STRONG and excess >= EXCESS - 1e-12:
        row["class"] = "strong"
    elif p is not None and p < SOME and excess > 0:
        row["class"] = "some"
    elif row["hits"] == 0 and row["refused_share"] <= REFUSED and row["can_clear"]:
        row["class"] = "not_found"
    else:
        row["class"] = "unclear"
        if p is None and row["hits"]:
            row["why"] = "no control: a level on the test alone is not evidence"
    answers = row["with_key"] + row["with_wrong_key"]
    row["answers"] = answers >= max(1, EXCESS * row["n"] - 1e-9)
    return row


def _nothing(tests: list[dict[str, Any]], facts: Facts) -> tuple[Outcome, float | None, str]:
    """A search for memory that found none: what it could have found; silent on what memory would be worth."""
    able = [r for r in tests if r["class"] == "not_found"]
    if not able:
        return "unclear", None, NOT_SEARCHED
    best = min(able, key=lambda r: (r["self_said"], r["high"]))
    source = [e for role in ("completions", "regeneration") for e in facts.evidence(role) if e.id == best["evidence"]]
    outcome, status = reassurance(best["high"], source, ABLE)
    return outcome, best["high"], status


def _other_concerned(claim: Claim, facts: Facts, outcome: Outcome) -> bool:
    """Whether the model behind shows the same: what touches both does not favour the one ahead."""
    theirs = _tests(claim, facts, facts.names.get("comparator_id"), facts.names.get("comparator_weights"))
    wanted = ("strong",) if outcome == "strong_concern" else ("strong", "some")
    return any(r["class"] in wanted for r in theirs)
