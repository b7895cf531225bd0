"""F1. On a re-made version of the test, what happens to level, order and progress?"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from statistics import fmean
from typing import Any

from auditgen.checks.facts import Facts, usable
from auditgen.checks.leakage.d7_fresh_test import own_row, version
from auditgen.checks.leakage.search import SELF_SAID
from auditgen.checks.registry import absent, ran
from auditgen.checks.replication.brought_tables import REMADE, pair_tables
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds
from auditgen.stats.remade import Remade, remade, single_drop

VERSION = "2"


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Drop of this model as one tester measured it, else the mean drop of others; order and slope over all models."""
    held = pair_tables(facts)
    tables = [p for p in held if p["pair_type"] in REMADE and usable(p.get("confidence"))]
    listed = [
        {"variant": p["variant_name"], "pair_type": p["pair_type"], "n": len(p["rows"])}
        for p in held
        if p not in tables
    ]
    if not tables:
        return absent("F1", "no re-made version of this test is held with scores on both")
    values: dict[str, Any] = {
        "tables": [_summary(p) for p in tables if len(p["rows"]) >= 3],
        "own": _own(tables, facts),
        "others": _others(tables, facts, t),
        "pair": _pair(tables, facts) if facts.reading != "L" else None,
        "not_charged": listed,
    }
    own, others = values["own"], values["others"]
    size = own["drop"] if own else others["mean_drop"] if others else None
    caveats = ("F1-a", "F1-b") if any((s["tau_b"] or 0) >= t.tau_good for s in values["tables"]) else ()
    return ran(
        "F1",
        facts,
        ("pairs", "results"),
        estimate=size,
        unit="share",
        ci_low=own["drop_low"] if own else None,
        ci_high=own["drop_high"] if own else None,
        n=max((len(p["rows"]) for p in tables), default=None),
        caveat_ids=caveats,
        values=values,
    )


@lru_cache(maxsize=512)
def _fitted(old: tuple[float, ...], new: tuple[float, ...]) -> Remade:
    return remade(list(old), list(new))


def _fit(table: Mapping[str, Any]) -> Remade | None:
    rows = table["rows"]
    if len(rows) < 3 or len({r["original_score"] for r in rows}) < 3:
        return None
    return _fitted(tuple(r["original_score"] / 100 for r in rows), tuple(r["variant_score"] / 100 for r in rows))


def _summary(table: Mapping[str, Any]) -> dict[str, Any]:
    fit = _fit(table)
    return {
        "original": table["original"],
        "variant": table["variant_name"],
        "pair_type": table["pair_type"],
        "tester": table["tester"],
        "n_models": len(table["rows"]),
        "mean_drop": fmean((r["original_score"] - r["variant_score"]) / 100 for r in table["rows"]),
        "tau_b": fit.kendall_tau_b if fit else None,
        "slope": fit.line.slope if fit else None,
        "slope_low": fit.line.slope_ci[0] if fit else None,
        "slope_high": fit.line.slope_ci[1] if fit else None,
        "evidence": table["id"],
    }


def _own(tables: list[Mapping[str, Any]], facts: Facts) -> dict[str, Any] | None:
    """The largest drop of this model that one tester measured in one set-up."""
    found = []
    for table in tables:
        row = own_row(table["rows"], *version(facts))
        if row is None or row.get("same_setup") != "yes":
            continue
        n_old, n_new = table.get("n_original"), table.get("n_variant")
        old, new = row["original_score"] / 100, row["variant_score"] / 100
        drop = single_drop(old, new, n_old, n_new) if n_old and n_new else None
        found.append(
            {
                "old": old,
                "new": new,
                "drop": old - new,
                "drop_low": drop.ci_low if drop else None,
                "drop_high": drop.ci_high if drop else None,
                "tester": table["tester"],
                "self_said": table.get("produced_by") in SELF_SAID,
                "only_new": False,
                "variant": table["variant_name"],
                "pair_type": table["pair_type"],
                "evidence": table["id"],
            }
        )
    return max(found, key=lambda d: (d["drop"], d["variant"]), default=None)


def _others(tables: list[Mapping[str, Any]], facts: Facts, t: Thresholds) -> dict[str, Any] | None:
    """The largest mean drop of the other models of one table."""
    found = []
    for table in tables:
        rows = [r for r in table["rows"] if r.get("model_id") != facts.names.get("model_id") or not r.get("model_id")]
        if rows:
            drop = fmean((r["original_score"] - r["variant_score"]) / 100 for r in rows)
            found.append(
                {"n": len(rows), "mean_drop": drop, "variant": table["variant_name"], "tester": table["tester"]}
            )
    enough = [f for f in found if f["n"] >= t.others_min] or found
    return max(enough, key=lambda f: (f["mean_drop"], f["variant"]), default=None)


def _pair(tables: list[Mapping[str, Any]], facts: Facts) -> dict[str, Any] | None:
    """Order of the named pair on the largest table that holds both, with the agreement of the whole table."""
    names = facts.names
    best: dict[str, Any] | None = None
    for table in tables:
        a = own_row(table["rows"], *version(facts))
        b = own_row(
            table["rows"],
            names.get("comparator_id"),
            names.get("comparator_weights"),
            names.get("comparator_as_written"),
        )
        fit = _fit(table)
        if a is None or b is None or fit is None or fit.kendall_tau_b is None:
            continue
        gap = (a["variant_score"] - b["variant_score"]) / 100
        entry = {
            "tau_b": fit.kendall_tau_b,
            "n_models": len(table["rows"]),
            "same_order": gap > 0 and a["original_score"] > b["original_score"],
            "gap_new": gap,
            "variant": table["variant_name"],
            "reversed_clear": _clearly_behind(a, b, table),
        }
        if best is None or entry["n_models"] > best["n_models"]:
            best = entry
    return best


def _clearly_behind(a: Mapping[str, Any], b: Mapping[str, Any], table: Mapping[str, Any]) -> bool:
    """Whether new questions put the claimed model clearly behind. Harder tests never reach this point."""
    from auditgen.stats.difference import unpaired_difference

    n = table.get("n_variant")
    if not n or table["pair_type"] == "cleaned":
        return False
    return unpaired_difference(a["variant_score"] / 100, n, b["variant_score"] / 100, n).ci_high < 0
