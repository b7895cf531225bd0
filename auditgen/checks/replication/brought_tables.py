"""Results tables that the user brought, in the forms that the catalogue's own figures have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from auditgen.checks.facts import Facts, is_share_unit
from auditgen.records.claim import Claim
from auditgen.records.evidence import Evidence

REMADE = ("refreshed", "perturbed", "cleaned")
# Who stands behind a table, as the kinds of party that the catalogue uses.
PARTY_TYPES = {"claimant": "developer", "independent": "independent", "adversarial": "competitor"}
UNATTRIBUTED = "unattributed"
FEWEST_MODELS = 3


def unclear_names(claim: Claim, facts: Facts) -> str | None:
    """Why figures of others cannot be looked up: a name that fits no entry of the catalogue, or several."""
    written = {
        "model": claim.model,
        "comparator": claim.comparator or claim.baseline_model,
        "benchmark": claim.benchmark,
    }
    if claim.type not in ("comparative", "trend"):
        del written["comparator"]
    lost = [name for who, name in written.items() if name and facts.names.get(f"{who}_id", name) is None]
    return f"the catalogue cannot tell what is meant by {' and by '.join(lost)}" if lost else None


def party_of(item: Evidence, claimant: str | None) -> tuple[str, str]:
    """Name and kind of the party behind brought evidence; the claimant's own files bear the claimant's name."""
    if item.produced_by == "claimant":
        return claimant or item.citation, PARTY_TYPES["claimant"]
    return item.citation, PARTY_TYPES.get(item.produced_by, UNATTRIBUTED)


def result_rows(facts: Facts) -> Iterator[tuple[Evidence, int, Mapping[str, Any]]]:
    """Every row of the brought results tables with its place in its table."""
    for item in facts.evidence("results"):
        for i, row in enumerate(item.content.get("rows", ())):
            if isinstance(row.get("score"), (int, float)):
                yield item, i, row


def as_result(item: Evidence, i: int, row: Mapping[str, Any], claimant: str | None) -> dict[str, Any]:
    """A brought row with the fields of a catalogue result; shares become percent."""
    share = is_share_unit(row.get("unit"))
    scale = 100 if share else 1
    party, kind = party_of(item, claimant)
    made: dict[str, Any] = {
        "result_id": f"{item.id}/{i}",
        "model_id": row.get("model_id"),
        "weights": row.get("weights") or "unknown",
        "benchmark_id": row.get("benchmark_id"),
        "subset": row.get("task") or "",
        "score": row["score"] * scale,
        "unit": "percent" if share or row.get("unit") == "percent" else row.get("unit"),
        "n_items": row.get("n_items"),
        "shots": "",
        "setting": row.get("setting") or "",
        "measured_by": party,
        "measured_by_type": kind,
        "copied": "no",
        "campaign": item.id,
        "document": item.id,
        "document_party": party,
        "date": row.get("date") or "",
        "confidence": item.confidence,
        "claimants_own": item.produced_by == "claimant",
        "higher_is_better": row.get("higher_is_better") is not False,
    }
    if row.get("stderr") is not None:
        made.update(uncertainty=str(row["stderr"] * scale), uncertainty_kind="standard error")
    return made


def brought_campaigns(facts: Facts, claimant: str | None) -> list[dict[str, Any]]:
    """Each brought results table as a campaign, one piece a model, with the tests it holds; none of the claimant's."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    own = facts.names.get("benchmark_id")
    for item, i, row in result_rows(facts):
        model, test = row.get("model_id"), row.get("benchmark_id")
        if not model or not test or item.produced_by in ("unattributed", "claimant"):
            continue
        result = as_result(item, i, row, claimant)
        piece = found.setdefault(
            (item.id, model),
            {
                "campaign": item.id,
                "model_id": model,
                "party": result["measured_by"],
                "party_type": result["measured_by_type"],
                "document": item.id,
                "document_party": result["measured_by"],
                "tests": {},
                "rows": [],
            },
        )
        domain = row.get("domain") or ((facts.benchmark or {}).get("domain") if test == own else None)
        piece["tests"][test] = {"name": row.get("benchmark") or test, "domain": domain, "n_items": row.get("n_items")}
        if not result["higher_is_better"]:
            result["lower_is_better"] = True
        piece["rows"].append(result)
    return list(found.values())


def brought_pair_tables(facts: Facts) -> list[dict[str, Any]]:
    """Re-made tests inside one brought results table: the claimed test beside a variant, models that have both."""
    test = facts.benchmark
    if test is None:
        return []
    variants = {v["id"]: v["relation"] for v in test.get("variants") or () if v.get("relation") in REMADE}
    found = []
    for item in facts.evidence("results"):
        cells: dict[tuple[str, str], dict[str, list[Mapping[str, Any]]]] = {}
        for row in item.content.get("rows", ()):
            if is_share_unit(row.get("unit")) and not row.get("task"):
                name = row.get("model_id") or row.get("model")
                key = str(name), str(row.get("weights") or "unknown")
                cells.setdefault(key, {}).setdefault(str(row.get("benchmark_id")), []).append(row)
        for variant, relation in variants.items():
            rows = [
                made
                for by_test in cells.values()
                if (made := _pair_row(by_test.get(test["id"], ()), by_test.get(variant, ()))) is not None
            ]
            if len(rows) >= FEWEST_MODELS:
                party, _ = party_of(item, facts.names.get("claimant"))
                found.append(
                    {
                        "id": f"{item.id}>{variant}",
                        "original": test["id"],
                        "variant": variant,
                        "variant_name": rows[0]["variant_name"],
                        "pair_type": relation,
                        "tester": party,
                        "produced_by": item.produced_by,
                        "confidence": item.confidence,
                        "n_original": _one_size(rows, "n_original"),
                        "n_variant": _one_size(rows, "n_variant"),
                        "rows": rows,
                    }
                )
    return found


def _pair_row(old: Sequence[Mapping[str, Any]], new: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """One model on both tests; several runs under one name say nothing about which belongs to which."""
    if len(old) != 1 or len(new) != 1:
        return None
    first, second = old[0], new[0]
    return {
        "model": first.get("model"),
        "model_id": first.get("model_id"),
        "weights": first.get("weights") or "unknown",
        "family": None,
        "original_score": first["score"] * 100,
        "variant_score": second["score"] * 100,
        "n_original": first.get("n_items"),
        "n_variant": second.get("n_items"),
        "same_setup": "yes" if (first.get("setting") or "") == (second.get("setting") or "") else "no",
        "note": first.get("setting"),
        "variant_name": second.get("benchmark") or second.get("benchmark_id"),
    }


def _one_size(rows: list[dict[str, Any]], key: str) -> int | None:
    sizes = {r[key] for r in rows}
    return sizes.pop() if len(sizes) == 1 else None


def pair_tables(facts: Facts) -> list[Mapping[str, Any]]:
    """All tables that set the claimed test beside a re-made one: the catalogue's, brought ones, those in results."""
    held = [e.content if e.confidence != "brought" else as_pair_table(e) for e in facts.evidence("pairs")]
    return [*held, *brought_pair_tables(facts)]


def as_pair_table(item: Evidence) -> dict[str, Any]:
    """A pair table with the fields that every check reads; a brought one may leave some out."""
    content = dict(item.content)
    defaults = {
        "id": item.id,
        "original": content.get("benchmark_id"),
        "variant": content.get("variant_name") or "the re-made test",
        "tester": item.citation,
        "produced_by": item.produced_by,
        "confidence": item.confidence,
        "n_original": None,
        "n_variant": None,
        "rows": (),
        "pair_type": "refreshed",
    }
    made = {**defaults, **content}
    made.setdefault("variant_name", made["variant"])
    made["rows"] = [
        {"model_id": None, "weights": "unknown", "same_setup": "yes", "note": None, **r} for r in made["rows"]
    ]
    return made
