"""Builds claims, facts and expectations of the checks from the readable YAML cases."""

from __future__ import annotations

import dataclasses
import functools
from typing import Any

import pytest
import yaml

from auditgen.catalogue import open_catalogue
from auditgen.checks.document import TableRow
from auditgen.checks.facts import Facts
from auditgen.checks.registry import runner
from auditgen.checks.setup import Setup
from auditgen.grading.thresholds import load_thresholds
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim, ClaimsFile
from auditgen.records.evidence import evidence
from auditgen.records.numbers import printed
from tests.shared_data import ROOT

AS_OF = "2026-11-30"
NUMBERS = (
    "score",
    "comparator_score",
    "baseline_score",
    "threshold",
    "uncertainty",
    "uncertainty_low",
    "uncertainty_high",
    "human_score",
    "difference",
)
_ROW = {
    **dict.fromkeys(f.name for f in dataclasses.fields(TableRow)),
    "table": "",
    "weights": "unknown",
    "higher_is_better": True,
    "copied": False,
    "own": False,
    "subject": False,
}
_SETUP = dict.fromkeys(f.name for f in dataclasses.fields(Setup))


def load(name: str) -> list[dict[str, Any]]:
    """Rows of tests/cases/checks_<name>.yaml."""
    path = ROOT / "tests" / "cases" / f"checks_{name}.yaml"
    return list(yaml.safe_load(path.read_text("utf-8")))


def cases(name: str) -> pytest.MarkDecorator:
    """Parametrises a test over the rows of one YAML file."""
    return pytest.mark.parametrize("row", load(name), ids=lambda r: r["case"])


def claim_of(fields: dict[str, Any]) -> Claim:
    """A Claim; figures are written "48.9" (percent) or [text, unit]."""
    made = {"id": "c", "model": "the model", "benchmark": "the test", **fields}
    for name in NUMBERS:
        value = made.get(name)
        if isinstance(value, str):
            made[name] = printed(value, "percent")
        elif isinstance(value, list):
            made[name] = printed(value[0], value[1])
    return Claim.model_validate(made)


def document_of(rows: list[dict[str, Any]], one_evaluation: bool) -> dict[str, Any]:
    """Content of a document from short rows: id, model, test, text, and what else matters for the case."""
    made = []
    for i, row in enumerate(rows):
        text, unit = str(row["text"]), row.get("unit", "percent")
        share = printed(text, unit).fraction
        full = {
            **_ROW,
            "claim_id": f"row{i}",
            "model_key": row["model"],
            "test_key": f"{row['test']}|{row.get('subset') or ''}",
            "unit": unit,
            "share": share if share is not None and 0 <= share <= 1 else None,
            **row,
            "text": text,
            "setup": {**_SETUP, **row.get("setup", {})},
        }
        made.append(full)
    return {"id": "doc", "one_evaluation": one_evaluation, "rows": made}


def facts_of(row: dict[str, Any]) -> Facts:
    """Facts by hand: `names`, and `facts` with the contents of each role."""
    roles: dict[str, Any] = {}
    for role, contents in row.get("facts", {}).items():
        items = contents if isinstance(contents, list) else [contents]
        kind = {"figures": "result", "comparator_figures": "result"}.get(role, role)
        roles[role] = tuple(
            evidence(
                c.get("_id", f"{role}:{i}"),
                c.get("_kind", kind),
                "made up for a test",
                "seen",
                "catalogue",
                {k: v for k, v in c.items() if not k.startswith("_")},
            )
            for i, c in enumerate(items)
        )
    if "document" in row:
        content = document_of(row["document"], row.get("one_evaluation", False))
        roles["document"] = (evidence("document:doc", "document", "a document", "brought", "claimant", content),)
    return Facts(row.get("as_of", AS_OF), row.get("reading", "L"), dict(row.get("names", {})), roles)


def run(check_id: str, row: dict[str, Any]) -> CheckResult:
    """The check on the claim and facts of one case."""
    check = runner(check_id)
    assert check is not None
    return check(claim_of(row["claim"]), facts_of(row), load_thresholds())


def verify(result: CheckResult, expect: dict[str, Any]) -> None:
    """Every expectation of a case; figures at 1e-6, `reason` as a part of the sentence."""
    assert result.status == expect.get("status", "ran"), result.reason
    if result.status != "ran":
        assert expect["reason"] in (result.reason or "")
        return
    assert result.outcome == expect.get("outcome"), result.outcome
    for name in ("estimate", "ci_low", "ci_high", "p_value", "p_adjusted", "mde", "n"):
        if name in expect:
            compare(getattr(result, name), expect[name], name)
    if "caveats" in expect:
        assert list(result.caveat_ids) == expect["caveats"]
    compare(result.values, expect.get("values", {}), "values")


def compare(got: Any, want: Any, where: str) -> None:
    """`want` as a part of `got`: keys of mappings may be fewer, lists are compared whole."""
    if isinstance(want, dict):
        for key, value in want.items():
            assert key in got, f"{where}.{key} is missing"
            compare(got[key], value, f"{where}.{key}")
    elif isinstance(want, list):
        assert len(got) == len(want), f"{where}: {got}"
        for i, (g, w) in enumerate(zip(got, want)):
            compare(g, w, f"{where}[{i}]")
    elif isinstance(want, float):
        assert got == pytest.approx(want, rel=1e-6, abs=1e-9), where
    else:
        assert got == want, f"{where}: {got!r}, expected {want!r}"


@functools.lru_cache(maxsize=64)
def _real(key: str) -> Any:
    from auditgen.audit import Options, audit

    row = yaml.safe_load(key)
    claims = row["claims"] if "claims" in row else [row["claim"]]
    made = tuple(claim_of({"id": f"c{i}", **c}) for i, c in enumerate(claims))
    file = ClaimsFile(claims=made, name="claims.yaml", sha256="0" * 64, recognised_by="test", sources=())
    options = Options(as_of=row.get("as_of", AS_OF), implied=row.get("implied", False))
    return audit([file], options, open_catalogue())


def real(row: dict[str, Any]) -> Any:
    """The audit record of a case on the shipped catalogue."""
    kept = {k: row[k] for k in ("claim", "claims", "as_of", "implied") if k in row}
    return _real(yaml.safe_dump(kept))
