"""The other tests of a brought results table: how they order a pair of models, and all models together."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from typing import Any

from auditgen.checks.facts import Facts, is_share_unit
from auditgen.checks.replication.brought_tables import result_rows

MODELS = 6  # fewer models that two tests share say nothing about their agreement as a whole
TESTS = 3  # fewer other tests are described, not judged
TOP = 3
Row = Mapping[str, Any]


def is_share(row: Row) -> bool:
    """Whether a brought figure is a share of right answers on a whole test."""
    return is_share_unit(row.get("unit")) and not row.get("task") and 0 <= row["score"] <= 1


def pair_entries(facts: Facts, skip: set[str]) -> list[dict[str, Any]]:
    """One entry a test on which a table has both models in one set-up, each the only run of its name; as in C3."""
    a, b = facts.names.get("model_id"), facts.names.get("comparator_id")
    if not a or not b:
        return []
    field = (facts.benchmark or {}).get("domain")
    cells: dict[tuple[str, str, str], dict[str, list[Row]]] = {}
    for item, _, row in result_rows(facts):
        if row.get("model_id") in (a, b) and is_share(row):
            key = item.id, str(row.get("benchmark_id") or row["benchmark"]), str(row.get("setting") or "")
            cells.setdefault(key, {}).setdefault(str(row["model_id"]), []).append(row)
    found: dict[str, dict[str, Any]] = {}
    for (table, test, _), by_model in sorted(cells.items()):
        mine, theirs = by_model.get(str(a), []), by_model.get(str(b), [])
        if len(mine) != 1 or len(theirs) != 1 or test in skip or test in found:
            continue
        x, y = mine[0], theirs[0]
        turn = 1 if x["higher_is_better"] is not False else -1
        found[test] = {
            "benchmark": x.get("benchmark_id"),
            "name": x["benchmark"],
            "domain": x.get("domain"),
            "same_field": bool(field and x.get("domain") == field),
            "a": x["score"],
            "b": y["score"],
            "n_a": x.get("n_items"),
            "n_b": y.get("n_items"),
            "gap": turn * (x["score"] - y["score"]),
            "where": table,
        }
    return list(found.values())


def agreements(facts: Facts) -> list[dict[str, Any]]:
    """Agreement of the claimed test with every other test of a table, over the models that both list once.

    Kendall's tau-b decides (Kendall 1938), weighted tau counts top places more (Vigna 2015), `top_k_jaccard` is the
    share that the best three have in common.
    """
    own = facts.names.get("benchmark_id")
    if not own:
        return []
    tables: dict[str, dict[str, dict[tuple[str, str], list[float]]]] = {}
    named: dict[str, Row] = {}
    for item, _, row in result_rows(facts):
        if not is_share(row):
            continue
        test = str(row.get("benchmark_id") or row["benchmark"])
        named.setdefault(test, row)
        score = row["score"] if row["higher_is_better"] is not False else 1 - row["score"]
        key = str(row["model"]), str(row.get("setting") or "")
        tables.setdefault(item.id, {}).setdefault(test, {}).setdefault(key, []).append(score)
    found = []
    for table, by_test in sorted(tables.items()):
        mine = by_test.get(str(own))
        if mine is None:
            continue
        for test in sorted(by_test.keys() - {str(own)}):
            entry = _agreement(mine, by_test[test])
            if entry is not None:
                told = {"name": named[test]["benchmark"], "benchmark": named[test].get("benchmark_id"), "where": table}
                found.append({**told, **entry})
    return found


def _agreement(
    first: Mapping[tuple[str, str], list[float]], second: Mapping[tuple[str, str], list[float]]
) -> dict[str, Any] | None:
    shared = sorted(k for k in first.keys() & second.keys() if len(first[k]) == 1 == len(second[k]))
    if len(shared) < MODELS:
        return None
    from auditgen.stats.agreement import agreement, top_k_jaccard

    x, y = [first[k][0] for k in shared], [second[k][0] for k in shared]
    if max(x) - min(x) < 1e-9 or max(y) - min(y) < 1e-9:
        return None
    made = agreement(x, y)
    return {
        "n_models": made.n_models,
        "kendall_tau_b": made.kendall_tau_b,
        "p": made.p_value,
        "weighted_tau": made.weighted_tau,
        "spearman": made.spearman,
        "top_k_jaccard": top_k_jaccard(x, y, TOP),
    }


def typical_tau(found: list[dict[str, Any]]) -> float | None:
    """The median tau-b over at least three other tests."""
    return statistics.median(e["kendall_tau_b"] for e in found) if len(found) >= TESTS else None
