"""Evidence made by hand for the leakage checks, and the checks run on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from auditgen.checks.facts import Facts
from auditgen.checks.registry import runner
from auditgen.grading.thresholds import load_thresholds
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.evidence import Evidence, evidence

Content = dict[str, Any]
ENTRY = {
    "coverage_answer": None, "gram8_share": 1.0, "gram8_coverage": 1.0, "longest_run": 30, "n_documents": 1,
    "short": False, "common_phrase": False, "searched": True,
}  # fmt: skip


def piece(kind: str, content: Content, by: str = "independent", n: int = 1) -> Evidence:
    return evidence(f"brought:{kind}#{n}", kind, "made for a test", "brought", by, content)  # type: ignore[arg-type]


def checked(check_id: str, *, reading: str = "L", names: Content | None = None, facts: Content | None = None,
            **roles: Sequence[Evidence] | Evidence) -> CheckResult:  # fmt: skip
    """One check on evidence by role; `facts` holds plain contents of catalogue roles."""
    found = {r: (e,) if isinstance(e, Evidence) else tuple(e) for r, e in roles.items()}
    for role, content in (facts or {}).items():
        found[role] = (evidence(f"{role}:1", role, "made for a test", "seen", "catalogue", content),)
    run = runner(check_id)
    assert run is not None
    told = {"model_id": "m", "model_weights": "unknown", "comparator_id": "other", **(names or {})}
    claim = Claim(id="c", model="the model", benchmark="the test")
    return run(claim, Facts("2026-11-30", reading, told, found), load_thresholds())  # type: ignore[arg-type]


def matrix(rows: dict[str, str | list[float]], **more: Any) -> Content:
    """Content of an item matrix; ids of models are their names."""
    n = len(next(iter(rows.values())))
    return {
        "models": list(rows), "model_ids": list(rows), "item_ids": [f"q{i}" for i in range(n)], "scores": rows, **more
    }  # fmt: skip


def overlap(n: int, flagged: Sequence[int], models: Sequence[str] = ("m",), **entry: Any) -> Content:
    """A scan that found these items whole."""
    kept = set(flagged)
    return {
        "model_ids": list(models), "n_searched": n, "n_flagged": len(kept),
        "items": [
            {"item_id": f"q{i}", "match": "exact", "coverage_question": 1.0, **ENTRY, **entry} for i in sorted(kept)
        ],
        "items_without_match": [f"q{i}" for i in range(n) if i not in kept],
    }  # fmt: skip


def completions(
    n: int,
    hits: int,
    pairs: Sequence[int] | None = None,
    *,
    model: str = "m",
    refused: int = 0,
    keys: int = 0,
    **more: Any,
) -> Content:
    """Counts of completions; pairs: both, only_test, only_twin, neither."""
    names = ("both", "only_test", "only_twin", "neither")
    group = {"n": n, "hits": hits, "exact": hits, "refused": refused, "with_key": keys, "with_wrong_key": 0}
    return {
        "model_id": model, "groups": {"test": group, **more}, "rule": "run20",
        "pairs": dict(zip(names, pairs)) if pairs else None,
    }  # fmt: skip


def regeneration(hits: int = 312, n: int = 1319, control: int = 0, n_control: int = 1205, **more: Any) -> Content:
    """Counts of free regeneration."""
    return {
        "model_id": "m", "n_outputs": 5000, "n_test_items": n, "distinct_test": hits, "n_control_items": n_control,
        "distinct_control": control, "control_kinds": ["sibling"], "with_key": 0, "with_wrong_key": 0, "refused": 0,
        **more,
    }  # fmt: skip


def ones(k: int, n: int) -> str:
    """k right answers of n, the right ones first."""
    return "1" * k + "0" * (n - k)
