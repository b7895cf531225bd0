"""C3. Do other tests put the two models in the same order?"""

from __future__ import annotations

from statistics import fmean
from typing import Any

from auditgen.checks.document import Document, TableRow, document_of
from auditgen.checks.facts import Facts
from auditgen.checks.ranking.table_tests import agreements, pair_entries, typical_tau
from auditgen.checks.registry import absent, ran
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds
from auditgen.stats.difference import unpaired_difference
from auditgen.stats.multiplicity import holm

VERSION = "2"


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """All other tests of the same document, or of a brought results table, on which both models have a share.

    One entry a test, ties counted half; the document's own tests before those of a table. Over all models of a table:
    agreement of the claimed test with every other one.
    """
    tests = _of_document(facts)
    tests += pair_entries(facts, {str(e["benchmark"]) for e in tests} | {str(facts.names.get("benchmark_id"))})
    together = agreements(facts)
    if not tests and not together:
        return absent("C3", "no other test of both models is held, in the document or in a results table")
    _mark_clear(tests)
    values: dict[str, Any] = {"tests": tests, "n_tests": len(tests), "agreement": together}
    values["kendall_tau_b"] = typical_tau(together)
    if tests:
        values |= _counts(tests, t)
    reversed_ = values.get("n_reversed", 0)
    if tests:
        told = {"estimate": values["order_kept"], "unit": "share of other tests with the same order", "n": len(tests)}
    else:
        told = {"estimate": values["kendall_tau_b"], "unit": "tau-b with other tests (median)", "n": len(together)}
    return ran(
        "C3",
        facts,
        ("document", "results"),
        **told,
        family="other tests for this pair",
        caveat_ids=(("C3-a",) if tests else ()) + (("C3-b",) if reversed_ else ()) + (("C3-c",) if together else ()),
        values={**values, **_range(together)},
    )


def _counts(tests: list[dict[str, Any]], t: Thresholds) -> dict[str, Any]:
    ahead = sum(1.0 if e["gap"] > 1e-9 else 0.5 if abs(e["gap"]) <= 1e-9 else 0.0 for e in tests)
    reversed_ = [e for e in tests if e["gap"] < -1e-9]
    return {
        "order_kept": ahead / len(tests),
        "n_clear": sum(e["clear"] for e in tests),
        "n_clear_same": sum(e["clear"] and e["gap"] > 0 for e in tests),
        "n_clear_large": sum(e["clear"] and e["gap"] >= t.delta_large - 1e-9 for e in tests),
        "n_reversed": len(reversed_),
        "worst_reversal": _worst(reversed_),
        "worst_reversal_same_field": _worst([e for e in reversed_ if e["same_field"]]),
    }


def _range(together: list[dict[str, Any]]) -> dict[str, Any]:
    taus = [e["kendall_tau_b"] for e in together]
    return {"n_other_tests": len(taus), "tau_low": min(taus), "tau_high": max(taus)} if taus else {}


def _of_document(facts: Facts) -> list[dict[str, Any]]:
    document = document_of(facts)
    a, b = facts.names.get("row_model_key"), facts.names.get("other_model_key")
    if document is None or not a or not b:
        return []
    return _tests(document, str(a), str(b), document.row(str(facts.names.get("row_id"))))


def _worst(entries: list[dict[str, Any]]) -> dict[str, Any] | None:
    if not entries:
        return None
    worst = min(entries, key=lambda e: (e["gap"], e["name"]))
    return {"name": worst["name"], "gap": -worst["gap"]}


def _tests(document: Document, a: str, b: str, own: TableRow | None) -> list[dict[str, Any]]:
    """One entry a test: the mean over its parts and set-ups on which both stand, no copied cell."""
    mine, theirs = document.tests_of(a), document.tests_of(b)
    skip = own.benchmark_id or own.test_key if own else None
    grouped: dict[str, list[tuple[TableRow, TableRow]]] = {}
    for key in sorted(mine.keys() & theirs.keys()):
        first = [r for r in mine[key] if not r.copied]
        second = [r for r in theirs[key] if not r.copied]
        if not first or not second:
            continue
        test = first[0].benchmark_id or key
        if test == skip:
            continue
        grouped.setdefault(test, []).append((first[0], second[0]))
    entries = []
    for test in sorted(grouped):
        pairs = grouped[test]
        turn = [1 if x.higher_is_better else -1 for x, _ in pairs]
        gap = fmean(s * ((x.share or 0) - (y.share or 0)) for s, (x, y) in zip(turn, pairs))
        x, y = pairs[0]
        sizes = [r.n_items for pair in pairs for r in pair]
        known = all(sizes) and len(pairs) == 1
        entries.append(
            {
                "benchmark": x.benchmark_id,
                "name": x.test,
                "domain": x.domain,
                "same_field": bool(own and own.domain and x.domain == own.domain),
                "a": fmean(p.share or 0 for p, _ in pairs),
                "b": fmean(q.share or 0 for _, q in pairs),
                "n_a": x.n_items if known else None,
                "n_b": y.n_items if known else None,
                "gap": gap,
                "where": document.id,
            }
        )
    return entries


def _mark_clear(tests: list[dict[str, Any]]) -> None:
    """Clear after Holm over the tests counted; without a number of questions a test gives order only."""
    tested = [e for e in tests if e["n_a"] and e["n_b"]]
    p_values = [
        unpaired_difference(min(max(e["a"], 0.0), 1.0), e["n_a"], min(max(e["b"], 0.0), 1.0), e["n_b"]).p_value
        for e in tested
    ]
    for entry in tests:
        entry["p_adjusted"], entry["clear"] = None, False
    for entry, p in zip(tested, holm(p_values) if p_values else []):
        entry["p_adjusted"], entry["clear"] = float(p), bool(p < 0.05)
