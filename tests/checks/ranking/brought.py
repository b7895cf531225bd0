"""Brought evidence made up by hand, as the reading of evidence files makes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from auditgen.checks.facts import Facts
from auditgen.checks.registry import runner
from auditgen.grading.thresholds import load_thresholds
from auditgen.records.check_result import CheckResult
from auditgen.records.evidence import Evidence, evidence
from tests.checks.cases import AS_OF, claim_of

PAIR = {"model_id": "a", "comparator_id": "b", "benchmark_id": "test"}
ROLES = {"item_matrix": "items"}


def brought(kind: str, content: dict[str, Any], produced_by: str = "independent", n: int = 0) -> Evidence:
    """One piece of evidence as a user's file gives it."""
    return evidence(f"brought:file{n}#{n}", kind, f"a file {n}", "brought", produced_by, content)  # type: ignore[arg-type]


def matrix(scores: Mapping[str, Any], clusters: Sequence[str] | None = None, n: int = 0) -> Evidence:
    """An item matrix whose models have their own names as ids."""
    size = len(next(iter(scores.values())))
    content = {
        "benchmark_id": "test",
        "models": list(scores),
        "model_ids": list(scores),
        "items": size,
        "item_ids": [f"i{k}" for k in range(size)],
        "clusters": list(clusters) if clusters else None,
        "dates": None,
        "difficulty": None,
        "scores": dict(scores),
    }
    return brought("item_matrix", content, n=n)


def table(rows: Sequence[Mapping[str, Any]], produced_by: str = "independent", **more: Any) -> Evidence:
    """A results table; a row gives model, benchmark, score and what else matters."""
    made = [
        {
            "model": r["model"], "model_id": r["model"], "weights": None, "benchmark": r.get("benchmark", "test"),
            "benchmark_id": r.get("benchmark", "test"), "task": None, "unit": "share", "n_items": None, "stderr": None,
            "setting": None, "date": None, "higher_is_better": True, **{k: v for k, v in r.items() if k != "benchmark"},
        }
        for r in rows
    ]  # fmt: skip
    tests = list(dict.fromkeys(r["benchmark_id"] for r in made))
    models = list(dict.fromkeys(r["model_id"] for r in made))
    return brought("results", {"benchmark_ids": tests, "model_ids": models, "rows": made, **more}, produced_by)


def facts(*pieces: Evidence, reading: str = "R", names: Mapping[str, Any] = PAIR, **roles: Any) -> Facts:
    """Facts of a pair from brought pieces; further roles hold contents as the catalogue has them."""
    held: dict[str, tuple[Evidence, ...]] = {}
    for piece in pieces:
        role = ROLES.get(piece.kind, piece.kind)
        held[role] = (*held.get(role, ()), piece)
    for role, content in roles.items():
        held[role] = (evidence(f"{role}:0", role, "made up for a test", "seen", "catalogue", content),)
    return Facts(AS_OF, reading, dict(names), held)  # type: ignore[arg-type]


def check(check_id: str, claim: Mapping[str, Any], held: Facts) -> CheckResult:
    """The check on a claim and facts."""
    run = runner(check_id)
    assert run is not None
    return run(claim_of({"type": "comparative", "comparator": "Z", **claim}), held, load_thresholds())


def items(both: int, only_a: int, only_b: int, neither: int) -> dict[str, str]:
    """Answers of the models a and b from the four counts."""
    return {
        "a": "1" * both + "1" * only_a + "0" * only_b + "0" * neither,
        "b": "1" * both + "0" * only_a + "1" * only_b + "0" * neither,
    }
