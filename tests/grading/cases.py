"""Builds grading cases from the readable YAML ladders."""

from __future__ import annotations

from typing import Any

import yaml

from auditgen.grading.case import Case
from auditgen.records.check_result import CheckResult
from tests.shared_data import ROOT

WORDS = {
    "claim": "the model scores this on the test",
    "a": "the model",
    "b": "the other model",
    "who": "the claimant",
    "setup": "its own set-up",
    "score": "50%",
    "lo": "45%",
    "hi": "55%",
    "benchmark": "the test",
    "model": "the model",
    "interval": "",
}


def check(check_id: str, values: dict[str, Any]) -> CheckResult:
    """A CheckResult that ran, from plain values."""
    values = dict(values)
    outcome, mde = values.pop("outcome", None), values.pop("mde", None)
    return CheckResult(
        check_id=check_id, check_version="1", status="ran", outcome=outcome, mde=mde, readings=("L",), values=values
    )


def build(row: dict[str, Any]) -> Case:
    """A Case from one YAML row."""
    return Case(
        reading=row["reading"],
        claimed=True,
        relation_kind=row["kind"],
        checks={k: check(k, v) for k, v in row["checks"].items()},
        speaks_beyond_test=row.get("speaks_beyond_test", False),
        rank_one=row.get("rank_one", False),
        words=WORDS,
    )


def ladders() -> list[dict[str, Any]]:
    """All rows of tests/cases/ladders.yaml."""
    return yaml.safe_load((ROOT / "tests" / "cases" / "ladders.yaml").read_text("utf-8"))
