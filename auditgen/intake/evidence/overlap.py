"""The JSON of `auditgen scan` as evidence: what was found of each question in a text, without the text."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from auditgen.intake.errors import show
from auditgen.intake.evidence.model import Piece
from auditgen.intake.evidence.names import Names
from auditgen.intake.evidence.source import EvidenceFile
from auditgen.intake.logs.privacy import item_name, plain
from auditgen.stats.intervals import score_interval

SCHEMA = "auditgen-overlap/1"
EXAMPLES, SNIPPET = 3, 200
_MATCHES = ("exact", "fuzzy", "none")
_SHARES = ("coverage_question", "coverage_answer", "gram8_share", "gram8_coverage")


def fits(file: EvidenceFile) -> bool:
    """Whether the file is the record of a scan."""
    return isinstance(file.document, dict) and file.document.get("schema") == SCHEMA


def read(file: EvidenceFile, names: Names) -> list[Piece]:
    """One piece a test. The models whose training text was scanned come from evidence.yaml (`models`)."""
    document = file.document
    items = document.get("items")
    if not isinstance(items, list) or not items:
        raise file.problem(field="items", expected="a list of items", found="none", mend="Run `auditgen scan` again.")
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for number, entry in enumerate(items):
        if not isinstance(entry, dict):
            raise file.problem(field=f"items[{number}]", expected="an object", found=type(entry).__name__)
        groups.setdefault(str(entry.get("benchmark") or file.origin.benchmark or ""), []).append(
            _item(file, entry, f"items[{number}]")
        )
    trained = tuple(names.model(m) for m in file.origin.models)
    pieces = []
    for benchmark, entries in sorted(groups.items()):
        named = file.origin.benchmark or benchmark
        test = names.test(named)
        notes = list(names.unknown((named,), file.origin.models))
        if not trained:
            notes.append(
                "evidence.yaml does not say whose training text was scanned (models): the overlap is listed as what "
                "stands in a public text, and charged to no model"
            )
        content = _content(document, entries, _examples(items, benchmark))
        content |= {
            "passages": _passages(items, benchmark),
            "benchmark_id": test.id,
            "benchmark": test.name,
            "subset": test.subset,
            "model_ids": [m.id for m in trained if m.id],
            "models": [m.name for m in trained],
        }
        pieces.append(Piece("overlap", content, tuple(notes)))
    return pieces


def _item(file: EvidenceFile, entry: Mapping[str, Any], place: str) -> dict[str, Any]:
    match = entry.get("match")
    if match not in _MATCHES:
        raise file.problem(field=f"{place}.match", expected=" or ".join(_MATCHES), found=show(str(match)))
    made: dict[str, Any] = {"item_id": item_name(entry.get("item_id")), "match": match}
    for key in _SHARES:
        value = entry.get(key)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1):
            raise file.problem(field=f"{place}.{key}", expected="a share between 0 and 1", found=show(str(value)))
        made[key] = value
    for key in ("longest_run", "n_documents"):
        value = entry.get(key, 0)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise file.problem(field=f"{place}.{key}", expected="a whole number", found=show(str(value)))
        made[key] = value
    made["short"] = bool(entry.get("short"))
    made["common_phrase"] = bool(entry.get("common_phrase"))
    made["searched"] = bool(entry.get("searched", True))
    if not made["item_id"]:
        raise file.problem(field=f"{place}.item_id", expected="the name of the item", found="nothing")
    return made


def flagged(entry: Mapping[str, Any]) -> bool:
    """Whether an item was found, and not by a common phrase alone: the rule of `auditgen scan`."""
    return entry.get("match") != "none" and not entry.get("common_phrase")


def _content(
    document: Mapping[str, Any], entries: list[Mapping[str, Any]], examples: list[dict[str, str]]
) -> dict[str, Any]:
    """Items of which anything was found one by one; of the rest, which are most, only the names."""
    searched = [e for e in entries if e["searched"]]
    n, k = len(searched), sum(map(flagged, searched))
    interval = score_interval(k=k, n=n) if n else None
    told = [e for e in entries if e["match"] != "none" or e["coverage_question"] or not e["searched"]]
    kept = {e["item_id"] for e in told}
    corpus = document.get("corpus") if isinstance(document.get("corpus"), dict) else {}
    parameters = document.get("parameters") if isinstance(document.get("parameters"), dict) else {}
    return {
        "corpus": {k: v for k, v in (corpus or {}).items() if isinstance(v, int) and not isinstance(v, bool)},
        "parameters": {str(k): v for k, v in (parameters or {}).items() if _plain_number(v)},
        "n_items": len(entries),
        "n_searched": n,
        "n_flagged": k,
        "rate": k / n if n else None,
        "ci_low": interval.ci_low if interval else None,
        "ci_high": interval.ci_high if interval else None,
        "rules": {
            "gram13_any": sum(e["longest_run"] >= 13 for e in searched),
            "gram8_share_70": sum((e["gram8_share"] or 0) >= 0.7 for e in searched),
            "longest_run": max((e["longest_run"] for e in searched), default=0),
        },
        "n_short": sum(e["short"] for e in entries),
        "n_common_phrase": sum(e["common_phrase"] for e in entries),
        "detection_limits": _detection_limits(document),
        "items": [dict(e) for e in told],
        "items_without_match": [e["item_id"] for e in entries if e["item_id"] not in kept],
        "examples": examples,
    }


def _detection_limits(document: Mapping[str, Any]) -> dict[str, Any] | None:
    """What share of planted copies the scan found, by kind, and what it cannot see; None where the record is silent."""
    limits = document.get("detection_limits")
    if not isinstance(limits, dict) or not isinstance(limits.get("kinds"), list):
        return None
    kinds = []
    for kind in limits["kinds"]:
        if not isinstance(kind, dict):
            continue
        planted, found = kind.get("planted"), kind.get("found")
        if not (isinstance(planted, int) and isinstance(found, int) and 0 <= found <= planted and planted > 0):
            continue
        interval = score_interval(k=found, n=planted)
        kinds.append(
            {
                "kind": plain(kind.get("kind") or "", SNIPPET),
                "description": plain(kind.get("description") or "", SNIPPET),
                "short": bool(kind.get("short")),
                "planted": planted,
                "found": found,
                "rate": found / planted,
                "ci_low": interval.ci_low,
                "ci_high": interval.ci_high,
            }
        )
    return {
        "applies": limits.get("applies") is True,
        "tier": plain(limits.get("tier") or "", SNIPPET),
        "measured_on": plain(limits.get("measured_on") or "", SNIPPET),
        "kinds": kinds,
        "blind_to": [plain(text, SNIPPET) for text in limits.get("blind_to") or () if isinstance(text, str)],
    }


def _passages(items: list[Any], benchmark: str) -> list[dict[str, Any]]:
    """The three clearest matches: the question beside what stands in the corpus, each cut at 200 characters."""
    found: list[tuple[Any, ...]] = []
    for entry in items:
        documents = entry.get("documents")
        if str(entry.get("benchmark") or "") != benchmark or not isinstance(documents, list) or not flagged(entry):
            continue
        first = next((d for d in documents if isinstance(d, dict) and d.get("snippet")), None)
        if first is None or not entry.get("question_excerpt"):
            continue
        passage = {
            "item_id": item_name(entry.get("item_id")),
            "match": entry.get("match"),
            "coverage_question": entry.get("coverage_question"),
            "longest_run": entry.get("longest_run"),
            "n_documents": entry.get("n_documents"),
            "question": plain(entry["question_excerpt"], SNIPPET),
            "passage": plain(first["snippet"], SNIPPET),
            "file": plain(first.get("file") or "", SNIPPET),
            "document": plain(first.get("doc_id") or "", SNIPPET),
        }
        order = (
            entry.get("match") != "exact",
            -(entry.get("coverage_question") or 0),
            -(entry.get("longest_run") or 0),
        )
        found.append((*order, passage["item_id"], len(found), passage))
    return [passage for *_, passage in sorted(found, key=lambda each: each[:5])[:EXAMPLES]]


def _plain_number(value: Any) -> bool:
    return isinstance(value, bool | int) or (isinstance(value, float) and math.isfinite(value))


def _examples(items: list[Any], benchmark: str) -> list[dict[str, str]]:
    """Up to three short excerpts of what was found, so that a reader can judge the matches."""
    found = []
    for entry in items:
        documents = entry.get("documents")
        if str(entry.get("benchmark") or "") != benchmark or not isinstance(documents, list) or not flagged(entry):
            continue
        first = next((d for d in documents if isinstance(d, dict) and d.get("snippet")), None)
        if first is not None:
            found.append({"item_id": item_name(entry.get("item_id")), "snippet": plain(first["snippet"], SNIPPET)})
        if len(found) == EXAMPLES:
            break
    return found
