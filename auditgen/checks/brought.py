"""Evidence that the user brought: which pieces speak to a claim, and in which role its checks find them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

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
