"""Evidence that the user brought: which pieces speak to a claim, and in which role its checks find them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from auditgen.records.audit_record import Named
from auditgen.records.evidence import Evidence

# Role of each kind of brought evidence; a kind that is not listed speaks to no check.
ROLES: Mapping[str, str] = {
    "results": "results",
    "item_matrix": "items",
    "equal_practice": "equal_practice",
    "prompts": "prompts",
    "votes": "votes",
    "overlap": "overlap",
    "completions": "completions",
    "regeneration": "regeneration",
    "order_test": "order_test",
    "familiarity": "familiarity",
    "task_practice": "task_practice",
    "findings": "findings",
    "figures": "figures",
    "pairs": "pairs",
}
# Kinds that are about one test, whatever the model: they serve every claim on that test that their models include.
ABOUT_TEST = ("results", "item_matrix", "equal_practice", "prompts", "votes", "overlap", "task_practice", "pairs")


def select(
    brought: Sequence[Evidence], benchmark_id: str | None, model_id: str | None, other_id: str | None
) -> dict[str, tuple[Evidence, ...]]:
    """Brought evidence for one claim, by role, in the order in which it was given.

    `content["benchmark_ids"]` lists the tests that a piece speaks to; `content["model_id"]` or `content["model_ids"]`
    the models. A piece that names no test or no model it could be matched to is never applied to any.
    """
    found: dict[str, list[Evidence]] = {}
    for item in brought:
        role = ROLES.get(item.kind)
        if role is None or benchmark_id is None or benchmark_id not in tests_of(item.content):
            continue
        models = models_of(item.content)
        if item.kind == "overlap" or model_id in models or (other_id is not None and other_id in models):
            found.setdefault(role, []).append(item)
    return {role: tuple(items) for role, items in found.items()}


def tests_of(content: Mapping[str, Any]) -> tuple[str, ...]:
    """Ids of the tests that a piece of evidence speaks to."""
    one = content.get("benchmark_id")
    return tuple(content.get("benchmark_ids") or ((one,) if one else ()))


def models_of(content: Mapping[str, Any]) -> tuple[str, ...]:
    """Ids of the models that a piece of evidence holds figures of."""
    one = content.get("model_id")
    return tuple(content.get("model_ids") or ((one,) if one else ()))


def told(brought: Sequence[Evidence], kind: str) -> dict[str, Evidence]:
    """Models or tests (`kind`) that only evidence.yaml knows, by id; the first statement of an id counts."""
    found: dict[str, Evidence] = {}
    for item in brought:
        if item.kind == kind and not item.content.get("known") and isinstance(item.content.get("id"), str):
            found.setdefault(item.content["id"], item)
    return found


def recognise(named: Named, entries: Mapping[str, Evidence]) -> Named:
    """A name that the catalogue does not know, matched to an entry of evidence.yaml of exactly that name."""
    if named.status != "unknown" or not named.as_written:
        return named
    wanted = named.as_written.strip().casefold()
    for id, item in entries.items():
        if str(item.content["name"]).casefold() == wanted:
            size = (item.content.get("items") or {}).get("value")
            update = {"id": id, "status": "matched", "matched_by": "evidence.yaml", "name": item.content["name"]}
            return named.model_copy(update={**update, "n_items": size, "question": None})
    return named
