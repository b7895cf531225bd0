"""Facts about models and tests that the catalogue lacks, from evidence.yaml, each with its citation."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from auditgen.intake.counts import count_in
from auditgen.intake.errors import InputError, Problem, show
from auditgen.intake.evidence.manifest import DATE, Fact
from auditgen.intake.evidence.model import ModelFact, Piece
from auditgen.intake.evidence.names import Names
from auditgen.intake.logs.privacy import plain

MODEL_KEYS = ("model", "developer", "family", "release_date", "training_cutoff", "cutoff_basis", "open_weights",
              "citation", "source", "note")  # fmt: skip
BENCHMARK_KEYS = ("benchmark", "domain", "n_items", "chance_pct", "first_public_release", "answers_public",
                  "source_material", "access", "first_use", "newest_item", "variant_of", "relation", "citation",
                  "source", "note")  # fmt: skip
ACCESS = ("open", "gated", "sealed")
RELATIONS = ("refreshed", "perturbed")
_ID = re.compile(r"[^a-z0-9.]+")


def model_facts(facts: Iterable[Fact], names: Names) -> list[ModelFact]:
    """Statements about models; dates as ISO text. Raises InputError for unknown keys and impossible dates."""
    found = []
    for fact in facts:
        _known(fact, MODEL_KEYS)
        name = _text(fact, "model", needed=True)
        told: dict[str, Any] = {
            k: _text(fact, k) for k in ("developer", "family", "cutoff_basis", "note") if _text(fact, k)
        }
        told |= {k: _date(fact, k) for k in ("release_date", "training_cutoff") if _text(fact, k)}
        known = names.catalogue.find_model(name).id
        if known is None:
            names.learn_model(name, made_id(name), told.get("family"), told.get("release_date"))
        found.append(ModelFact(name, known, fact.citation, told))
    return found


def model_pieces(facts: Iterable[ModelFact]) -> list[Piece]:
    """One piece a statement, worded like an entry of the catalogue; `known` tells whether the catalogue has one."""
    pieces = []
    for fact in facts:
        told = fact.facts
        content = {
            "id": fact.model_id or made_id(fact.model),
            "known": fact.model_id is not None,
            "model_id": fact.model_id or made_id(fact.model),
            "name": plain(fact.model),
            "developer": told.get("developer"),
            "family": told.get("family"),
            "release_date": told.get("release_date"),
            "training_cutoff": told.get("training_cutoff"),
            "cutoff_basis": told.get("cutoff_basis") or "brought",
            "field_confidence": {k: "brought" for k in ("release_date", "training_cutoff") if told.get(k)},
            "note": told.get("note"),
        }
        pieces.append(Piece("model", content, (), fact.citation))
    return pieces


def learn_benchmarks(facts: Iterable[Fact], names: Names) -> None:
    """Make the tests of evidence.yaml known by name, where the catalogue has none of that name."""
    for fact in facts:
        name, n = _text(fact, "benchmark", needed=True), _text(fact, "n_items")
        if names.catalogue.find_benchmark(name).id is None:
            names.learn_test(name, made_id(name), count_in(n))


def benchmark_pieces(facts: Iterable[Fact], names: Names) -> list[Piece]:
    """One piece a test, with the fields of the catalogue's entries that checks read."""
    pieces = []
    for fact in facts:
        _known(fact, BENCHMARK_KEYS)
        name = _text(fact, "benchmark", needed=True)
        known = names.catalogue.find_benchmark(name).id
        n = _text(fact, "n_items")
        if n and count_in(n) is None:
            raise _bad(fact, "n_items", "a whole number", show(n))
        chance = _text(fact, "chance_pct")
        if chance and not re.fullmatch(r"\d{1,3}(\.\d+)?", chance):
            raise _bad(fact, "chance_pct", "a percentage such as 25", show(chance))
        answers = _text(fact, "answers_public").lower()
        answers = {"true": "yes", "false": "no"}.get(answers, answers)
        if answers not in ("", "yes", "no", "partly"):
            raise _bad(fact, "answers_public", "yes, no or partly", show(answers))
        access, first_use = _text(fact, "access").lower(), _text(fact, "first_use").lower()
        if access not in ("", *ACCESS):
            raise _bad(fact, "access", "open, gated or sealed", show(access))
        content = {
            "id": known or made_id(name),
            "known": known is not None,
            "benchmark_id": known or made_id(name),
            "name": plain(name),
            "domain": _text(fact, "domain") or None,
            "items": {"value": count_in(n), "confidence": "brought"},
            "chance_level_pct": float(chance) if chance else None,
            "first_public_release": {"value": _date(fact, "first_public_release"), "confidence": "brought"},
            "test_answers_public": {"value": answers or None, "confidence": "brought"},
            "source_material": {"value": _date(fact, "source_material"), "confidence": "brought"},
            "access": {"value": access or None, "confidence": "brought"},
            "first_use": {
                "value": "never" if first_use == "never" else _date(fact, "first_use"), "confidence": "brought",
            },
            "newest_item": {"value": _date(fact, "newest_item"), "confidence": "brought"},
            "variants": _made_from(fact, names),
        }  # fmt: skip
        pieces.append(Piece("benchmark", content, (), fact.citation))
    return pieces


def _made_from(fact: Fact, names: Names) -> list[dict[str, str]]:
    """The older test that this one was made from with new questions of the same kind."""
    parent, relation = _text(fact, "variant_of"), _text(fact, "relation").lower()
    if not parent and not relation:
        return []
    if relation not in RELATIONS:
        raise _bad(fact, "relation", "refreshed or perturbed", show(relation) if relation else "nothing")
    id = names.test(parent).id
    if id is None:
        raise _bad(fact, "variant_of", "a test of the catalogue or of this file", show(parent) if parent else "nothing")
    return [{"id": id, "role": "source", "relation": relation}]


def _known(fact: Fact, keys: tuple[str, ...]) -> None:
    for key in fact.row:
        if key not in keys:
            raise _bad(fact, str(key), f"one of {', '.join(keys)}", show(str(key)))


def _text(fact: Fact, key: str, *, needed: bool = False) -> str:
    value = fact.row.get(key)
    if value is not None and not isinstance(value, str):
        raise _bad(fact, key, "text", type(value).__name__)
    if needed and not (value or "").strip():
        raise _bad(fact, key, "a name", "nothing")
    return plain(value or "", 300)


def _date(fact: Fact, key: str) -> str | None:
    text = _text(fact, key)
    if text and not DATE.match(text):
        raise _bad(fact, key, "a date such as 2024-06-30, 2024-06 or 2024", show(text))
    return text or None


def _bad(fact: Fact, key: str, expected: str, found: str) -> InputError:
    return InputError(Problem(fact.place, field=key, expected=expected, found=found))


def made_id(name: str) -> str:
    """Id of something that only evidence.yaml knows."""
    return f"brought:{_ID.sub('-', name.lower()).strip('-')}"
