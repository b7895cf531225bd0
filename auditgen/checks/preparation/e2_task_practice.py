"""E2. Is "newer is better" partly "newer has practised for this kind of test"?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from auditgen.checks.dates import span
from auditgen.checks.facts import Facts, usable
from auditgen.checks.leakage.search import SELF_SAID
from auditgen.checks.registry import absent, ran
from auditgen.checks.sampling.b2_difference import gap_test, pair_scores
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.evidence import Evidence
from auditgen.records.thresholds import Thresholds

VERSION = "2"
_FIELDS = ("theta", "low", "high", "form", "version", "date")
PARTS, SHIFTS = "2023-11", ("2023-05", "2024-05")
Side = Literal["old", "new"]


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Stored estimates of what newer models score more at the same size (Dominguez-Olmedo and others 2024).

    Each row holds theta with its limits (fractions), the form of the regression, the version of the source and the
    date that parts old from new. A note in words does not count. Only a lead of the newer model can be practice.
    """
    held = [_counted(r, e) for e in facts.evidence("task_practice") for r in _rows(e.content, facts)]
    rows = [r for r in held if r is not None and _complete(r, facts)]
    if not rows:
        return absent("E2", "no stored estimate of task practice, with limits and form, is held for this test")
    sides = [
        _side(rows, str(facts.names.get(who)), entry)
        for who, entry in (("model_id", facts.model), ("comparator_id", facts.comparator))
    ]
    if None in sides:
        return absent("E2", "a model's side of the date that parts old from new is not dated")
    positive = [r["low"] > 0 for r in rows]
    scores = pair_scores(claim, facts)
    found = gap_test(claim, facts)
    step = found.estimate if found is not None else scores.a - scores.b if scores is not None else None
    across = sides == ["new", "old"]
    # theta differs a little between forms; the row with the highest upper limit is the one that must not be passed
    upper = max(r["high"] for r in rows)
    values: dict[str, Any] = {
        "two_sides": across and any(positive),
        "sides": sides,
        "theta": rows[0]["theta"],
        "low": rows[0]["low"],
        "high": rows[0]["high"],
        "date": rows[0]["date"],
        "step": step,
        "step_larger": step is not None and step > upper + 1e-9,
        "forms_disagree": any(positive) and not all(positive),
        "rows": [{k: r[k] for k in (*_FIELDS, "shifts") if k in r} for r in rows],
    }
    return ran(
        "E2",
        facts,
        ("task_practice", "model", "comparator"),
        estimate=rows[0]["theta"],
        unit="share not explained by size",
        ci_low=rows[0]["low"],
        ci_high=rows[0]["high"],
        ci_method="least squares, robust errors (HC3)",
        assumptions=("the estimate holds for models outside the study",),
        caveat_ids=("E2-a",) if values["two_sides"] else (),
        values=values,
    )


def _counted(row: Mapping[str, Any], item: Evidence) -> Mapping[str, Any] | None:
    """What the claimant, or nobody named, shows in the claim's favour softens no other estimate."""
    own_favour = item.produced_by in SELF_SAID and (row.get("low") or 0) <= 0
    return None if own_favour else row


def _rows(content: Mapping[str, Any], facts: Facts) -> list[Mapping[str, Any]]:
    """Stored estimates, and those that a study of models gives in two forms of the regression."""
    return [*content["rows"], *(_estimated(content, facts) if content.get("study") else ())]


def _estimated(content: Mapping[str, Any], facts: Facts) -> list[dict[str, Any]]:
    """Theta of a study at the date of the source, November 2023, with the same six months earlier and later."""
    from auditgen.stats.task_practice import hinged_practice, task_practice

    study = content["study"]
    compute, scores = [m["log_compute"] for m in study], [m["score"] for m in study]
    chance = float((facts.benchmark or {}).get("chance_level_pct") or 0.0) / 100

    def line(new: Sequence[bool]) -> Any:
        return task_practice(compute, new, scores)

    def hinge(new: Sequence[bool]) -> Any:
        return hinged_practice(compute, new, scores, chance)

    found = []
    for form, fit in (("hinge", hinge), ("straight line", line)):
        steps = {}
        for parts in (PARTS, *SHIFTS):
            try:
                steps[parts] = fit([_newer(m["trained"], parts) for m in study])
            except ValueError:
                continue  # all models on one side, or one model alone decides: no estimate at this date
        if PARTS in steps:
            one = steps[PARTS]
            sides = {m["model_id"]: "new" if _newer(m["trained"], PARTS) else "old" for m in study if m["model_id"]}
            found.append(
                {
                    "theta": one.step, "low": one.ci_low, "high": one.ci_high, "form": form, "date": PARTS,
                    "version": f"{len(study)} models, least squares", "models": sides,
                    "shifts": {parts: steps[parts].step for parts in SHIFTS if parts in steps},
                }
            )  # fmt: skip
    return found


def _newer(trained: str, parts: str) -> bool:
    """Whether a model was trained in or after a month; both are ISO dates to the month or the day."""
    return trained[: len(parts)] >= parts


def _complete(row: Mapping[str, Any], facts: Facts) -> bool:
    mine = row.get("benchmark_id") in (None, facts.names.get("benchmark_id"))
    return mine and all(row.get(k) not in (None, "") for k in _FIELDS) and span(row["date"]) is not None


def _side(rows: Sequence[Mapping[str, Any]], model: str, entry: Mapping[str, Any] | None) -> Side | None:
    """Side of every row's date: as the study has it, else by release; None where the rows or the dates do not tell."""
    told: set[Side] = set()
    for row in rows:
        inside = (row.get("models") or {}).get(model)
        if inside in ("old", "new"):
            told.add(inside)
            continue
        released = span((entry or {}).get("release_date"))
        parts = span(row["date"])
        sure = usable(((entry or {}).get("field_confidence") or {}).get("release_date"))
        if released is None or parts is None or not sure:
            return None
        if released[0] > parts[1]:
            told.add("new")
        elif released[1] <= parts[0]:
            told.add("old")
        else:
            return None
    return told.pop() if len(told) == 1 else None
