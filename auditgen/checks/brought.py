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

# An overlap names the models itself; what task practice is worth is asked of any two models on two sides of a date.
WHATEVER_MODEL = ("overlap", "task_practice")


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
        if item.kind in WHATEVER_MODEL or model_id in models or (other_id is not None and other_id in models):
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


def lists_others(roles: Mapping[str, Sequence[Evidence]], model_id: str | None) -> bool:
    """Whether some brought board lists the model among others: then a place on it has a group, told or not."""
    boards = (item.content for role in ("items", "votes", "results") for item in roles.get(role, ()))
    return any(model_id in models_of(c) and len(_listed(c)) > 1 for c in boards)


def _listed(content: Mapping[str, Any]) -> set[str]:
    return set(content.get("models") or (str(row.get("model")) for row in content.get("rows", ())))


def told(brought: Sequence[Evidence], kind: str) -> dict[str, Evidence]:
    """Models or tests (`kind`) that only evidence.yaml knows, by id; the first statement of an id counts."""
    found: dict[str, Evidence] = {}
    for item in brought:
        if item.kind == kind and not item.content.get("known") and isinstance(item.content.get("id"), str):
            found.setdefault(item.content["id"], item)
    return found


def also_told(brought: Sequence[Evidence], test: str) -> tuple[Evidence, ...]:
    """What evidence.yaml tells of a test that the catalogue knows."""
    return tuple(e for e in brought if e.kind == "benchmark" and e.content.get("known") and e.content["id"] == test)


def fresh_tests(
    brought: Sequence[Evidence], entry: Mapping[str, Any], test: str, told_tests: Mapping[str, Evidence]
) -> tuple[str, ...]:
    """Tests with new questions of the same kind, by the catalogue, by brought pairs or by evidence.yaml."""
    links = [(v["id"], v["relation"]) for v in entry.get("variants") or () if v.get("role") == "derived"]
    pairs = [e.content for e in brought if e.kind == "pairs" and e.content["original"] == test]
    links += [(c["variant"], c["pair_type"]) for c in pairs if c["known_variant"]]
    for id, item in told_tests.items():
        links += [(id, v["relation"]) for v in item.content.get("variants", ()) if v["id"] == test]
    return tuple(dict.fromkeys(id for id, relation in links if relation in ("refreshed", "perturbed")))


def findings_on(brought: Sequence[Evidence], test: str) -> tuple[Evidence, ...]:
    """Brought findings on a test, whatever the model."""
    return tuple(e for e in brought if e.kind == "findings" and test in tests_of(e.content))


def matrices(brought: Sequence[Evidence], tests: Sequence[str], model: str | None) -> tuple[Evidence, ...]:
    """Brought question-by-question results on whole tests that hold a model."""
    return tuple(
        e
        for e in brought
        if e.kind == "item_matrix"
        and e.content["benchmark_id"] in tests
        and not e.content.get("subset")
        and e.content.get("unit", "fraction") == "fraction"
        and model is not None
        and model in e.content["model_ids"]
    )


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
