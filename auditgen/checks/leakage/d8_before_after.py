"""D8. Is the model better on questions older than its training cut-off, beyond what other models show?"""

from __future__ import annotations

import datetime as dt
from typing import Any

from auditgen.checks.dates import latest
from auditgen.checks.facts import Facts, usable
from auditgen.checks.leakage.dated_comparison import Comparison, compare, monthly_curve, raw_step
from auditgen.checks.leakage.item_table import ItemTable, item_table, own_rows
from auditgen.checks.leakage.search import (
    ALARMS,
    CONCERNS,
    SIGNS,
    SOME,
    STRONG,
    STRONGLY,
    WEAK,
    ability_is_the_risk,
    about_part,
    alarm,
    other_side,
    reassurance,
    touches_both,
)
from auditgen.checks.registry import absent, ran
from auditgen.records.check_result import CheckResult, Outcome
from auditgen.records.claim import Claim
from auditgen.records.evidence import Evidence
from auditgen.records.thresholds import Thresholds

VERSION = "1"
CONTROL_ROWS = 3
_ORDER = ("strong_concern", "some_concern", "none_found", "unclear")


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Difference in differences at every stated cut-off, with placebo dates and control rows (after Roberts 2023)."""
    reasons: list[str] = []
    results: list[CheckResult] = []
    for item in about_part(facts.evidence("items"), claim):
        if not item.content.get("dates") or item.content.get("unit", "fraction") != "fraction":
            reasons.append("the questions of the table have no dates")
            continue
        table = item_table(item.content)
        rows = own_rows(table, claim, facts)
        if len(rows) != 1:
            reasons.append(
                f"the table holds {len(rows) or 'no'} rows of this model" + (", none named like it" if rows else "")
            )
            continue
        found = _one(claim, facts, item, table, rows[0], t)
        if isinstance(found, CheckResult):
            results.append(found)
        else:
            reasons.append(found)
    if results:
        # One table that shows nothing does not answer another that shows a step.
        worst = min(results, key=lambda r: (_ORDER.index(r.outcome or "unclear"), r.mde or 0.0))
        if facts.reading != "L" and worst.outcome in CONCERNS and run(*other_side(claim, facts), t).outcome in CONCERNS:
            return touches_both(worst)
        return worst
    if not reasons:
        return absent("D8", "needs question-by-question results with the date of each question; none were given")
    return absent("D8", "; ".join(dict.fromkeys(reasons)))


def _dates(table: ItemTable, own: int, facts: Facts) -> list[tuple[dt.date, str]]:
    """Every stated end of training, the earliest word on each first; two sources may disagree."""
    told = [(c["date"], c["source"]) for c in table.cutoffs[own]]
    model = facts.model or {}
    if usable((model.get("field_confidence") or {}).get("training_cutoff")) and model.get("training_cutoff"):
        told.append((str(model["training_cutoff"]), f"catalogue ({model.get('cutoff_basis')})"))
    found: dict[dt.date, str] = {}
    for text, source in told:
        day = latest(text)
        if day is not None:
            found.setdefault(day, source)
    return list(found.items())


def _one(claim: Claim, facts: Facts, item: Evidence, table: ItemTable, own: int, t: Thresholds) -> CheckResult | str:
    dates = _dates(table, own, facts)
    if not dates:
        return "no end of training is stated for this model, so before and after cannot be told apart"
    sign = -1.0 if ability_is_the_risk(facts) else 1.0
    made = [(day, source, compare(table, own, facts, day, source, sign)) for day, source in dates]
    done = [c for _, _, c in made if isinstance(c, Comparison)]
    if not done:
        return "; ".join(dict.fromkeys(str(c) for _, _, c in made))
    judged = [_judge(c, t) for c in done]
    first, step = done[0], done[0].step
    outcome = _together(judged)
    hangs = len({j in CONCERNS for j in judged}) > 1 or len(done) < len(made)
    values: dict[str, Any] = {
        "did": step.estimate, "se": step.se, "low": step.ci_low, "high": step.ci_high, "z": step.z,
        **first.shares, "raw": _told(raw_step(table, own, first.date)), "raw_used": _told(first.raw_used),
        "counts": first.counts,
        "references": list(first.references), "n_references": len(first.references),
        "standardised": first.standardised, "controls": list(first.controls), "placebos": list(first.placebos),
        "controls_fired": sum(c["p"] < SOME for c in first.controls),
        "missing_runs": [b.told() for b in first.blocks], "n_missing": sum(len(b.places) for b in first.blocks),
        "left_out": first.left_out, "last_day": _last_day(table, own, first),
        "cutoffs": [_by_date(table, own, day, source, c, t) for day, source, c in made],
        "block_months": sorted({b.month for b in first.blocks}), "n_controls": len(first.controls),
        "dates": [f"{day.isoformat()} ({source})" for day, source, _ in made],
        "cutoff": first.date.isoformat(), "cutoff_source": first.source, "hangs_on_date": hangs,
        "curve": monthly_curve(table, own, [table.models.index(m) for m in first.references]),
        "direction": "reversed" if sign < 0 else "usual", "why_not_strong": _why_not_strong(first, t),
    }  # fmt: skip
    mde = max(max(c.step.ci_high for c in done), 0.0)
    if outcome == "none_found":
        outcome, values["status"] = reassurance(mde, [item], t.delta_small)
    elif outcome in CONCERNS:
        strong = outcome == "strong_concern"
        fired = (
            f"{values['controls_fired']} of {len(first.controls)} control rows fired too"
            if first.controls
            else "no control row"
        )
        control = f"{len(first.references)} models whose training ended at least six months earlier; {fired}"
        threshold = (
            "chance gives as much less than once in 100, it is 5 points or more, and other dates and models show none"
            if strong
            else "chance gives as much less than once in 20"
        )
        values["alarm"] = alarm(control, threshold, STRONG if strong else SOME, len(done))
        values["status"] = STRONGLY if strong else SIGNS
    else:
        values["status"] = WEAK
    return ran(
        "D8", facts, ("items", "model"), estimate=step.estimate, unit="share", ci_low=step.ci_low, ci_high=step.ci_high,
        ci_method="normal, paired items" + (", standardised by difficulty" if first.standardised else ""),
        n=step.n_before + step.n_after, p_value=step.p_one_sided, outcome=outcome,
        mde=mde if outcome not in CONCERNS else None, caveat_ids=_caveats(first, outcome, hangs, sign), values=values,
        assumptions=("newer questions are not harder for this model alone",),
    )  # fmt: skip


def _told(step: Any) -> dict[str, Any]:
    return {
        "gap": step.estimate, "se": step.se, "low": step.ci_low, "high": step.ci_high, "n_before": step.n_before,
        "n_after": step.n_after,
    }  # fmt: skip


def _last_day(table: ItemTable, own: int, c: Comparison) -> str | None:
    if not c.blocks or c.left_out.startswith("the blocks"):
        return None
    first = min(b.month for b in c.blocks)
    days = [d for d in table.days if d is not None and f"{d:%Y-%m}" < first]
    return max(days).isoformat() if days else None


def _by_date(
    table: ItemTable, own: int, day: dt.date, source: str, c: Comparison | str, t: Thresholds
) -> dict[str, Any]:
    raw = raw_step(table, own, day)
    told: dict[str, Any] = {"date": day.isoformat(), "source": source, "raw": _told(raw) if raw else None}
    if isinstance(c, str):
        return {**told, "outcome": "not testable", "why": c}
    return {
        **told, "outcome": _judge(c, t), "did": c.step.estimate, "low": c.step.ci_low, "high": c.step.ci_high,
        "p": c.step.p_one_sided,
    }  # fmt: skip


def _judge(c: Comparison, t: Thresholds) -> Outcome:
    step = c.step
    if step.p_one_sided < STRONG and step.estimate >= t.delta_large and _why_not_strong(c, t) is None:
        return "strong_concern"
    if step.p_one_sided < SOME:
        return "some_concern"
    return "none_found" if step.ci_high < t.delta_small else "unclear"


def _why_not_strong(c: Comparison, t: Thresholds) -> str | None:
    """What keeps a step from being called strong: placebo dates, control rows, or too little to compare with."""
    if not c.placebos:
        return "no placebo date has enough questions on both sides"
    if any(p["estimate"] >= c.step.estimate / 2 for p in c.placebos):
        return "a placebo date shows half of the step or more"
    if len(c.controls) < CONTROL_ROWS:
        return f"only {len(c.controls)} control rows; at least {CONTROL_ROWS} are needed"
    fired = [r["p"] for r in c.controls if r["p"] < SOME]
    if len(fired) > 1 or any(p < STRONG for p in fired):
        return f"{len(fired)} of {len(c.controls)} control rows show a step too"
    if len(c.references) < 2 and not c.standardised:
        return "one reference and no difficulty: newer questions may be harder for this model alone"
    return None


def _together(judged: list[Outcome]) -> Outcome:
    """Where several dates are stated: strong and none found need all of them, one sign of concern needs one."""
    if all(j == "strong_concern" for j in judged):
        return "strong_concern"
    if any(j in CONCERNS for j in judged):
        return "some_concern"
    return "none_found" if all(j == "none_found" for j in judged) else "unclear"


def _caveats(c: Comparison, outcome: Outcome, hangs: bool, sign: float) -> tuple[str, ...]:
    found = []
    if outcome in CONCERNS and sign > 0:
        found.append("D8-c" if any(r["p"] < SOME for r in c.controls) else "D8-a")
    if outcome in CONCERNS:
        found.append(ALARMS["D8"])
    if c.blocks:
        found.append("D8-b")
    if hangs:
        found.append("D8-d")
    if sign < 0:
        found.append("D8-r")
    return tuple(found)
