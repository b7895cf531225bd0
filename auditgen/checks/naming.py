"""Resolves the names of a claim against the catalogue; an ambiguous name stays a question."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from auditgen.catalogue import Catalogue
from auditgen.catalogue.entries import Match
from auditgen.records.audit_record import Named
from auditgen.records.claim import Claim

_UNNAMED = re.compile(r"^unnamed\b", re.I)
_BASE = re.compile(r"\bbase(?: model)?\b|pre-?trained", re.I)
_CHAT = re.compile(r"\binstruct(?:ion)?(?:[- ]tuned)?\b|\bchat\b|\btuned\b", re.I)
_REPO = re.compile(r"github\.com/([\w.-]+)/", re.I)
_OWNERS = {
    "openai": "OpenAI",
    "google-research": "Google",
    "google-deepmind": "Google",
    "google": "Google",
    "facebookresearch": "Meta",
    "meta-llama": "Meta",
    "deepseek-ai": "DeepSeek",
    "qwenlm": "Alibaba",
    "moonshotai": "Moonshot AI",
    "anthropics": "Anthropic",
    "microsoft": "Microsoft",
    "scaleapi": "Scale AI",
    "huggingface": "Hugging Face",
    "allenai": "Allen Institute for AI",
}


@dataclass(frozen=True)
class Resolved:
    """What the names of one claim mean. `named_*` go into the record as they are."""

    model: Named
    benchmark: Named
    weights: str
    match: Match | None


def unnamed(text: str | None) -> bool:
    """Whether a model or test is only described, not named."""
    return text is None or not text.strip() or bool(_UNNAMED.match(text.strip()))


def resolve_model(
    catalogue: Catalogue, text: str | None, given: str | None, date: str | None, hints: str = ""
) -> Named:
    """A model's name as an entry of the catalogue, with weights where name or setting tell them."""
    if given:
        try:
            entry = catalogue.model(given)
        except KeyError:
            return Named(as_written=text, id=None, matched_by="the id given is not in the catalogue", status="unknown")
        return Named(
            as_written=text,
            id=entry.id,
            matched_by="id given",
            status="matched",
            name=entry.name,
            weights=_weights(text or "", hints, "unknown"),
        )
    if unnamed(text):
        return Named(as_written=text, id=None, matched_by=None, status="absent")
    assert text is not None
    found = catalogue.find_model(text, date=date)
    name = catalogue.model(found.id).name if found.id else None
    return Named(
        as_written=text,
        id=found.id,
        matched_by=found.matched_by,
        status=found.status,  # type: ignore[arg-type]
        name=name,
        candidates=found.candidates if found.status == "ambiguous" else (),
        question=found.question,
        weights=_weights(text, hints, found.weights),
        version="; ".join(f"{k}={found.setting[k]}" for k in sorted(found.setting) if k != "date") or None,
    )


def _weights(name: str, hints: str, found: str) -> str:
    if found != "unknown":
        return found
    for text in (name, hints):
        if _BASE.search(text):
            return "base"
        if _CHAT.search(text):
            return "chat"
    return "unknown"


def resolve_benchmark(catalogue: Catalogue, claim: Claim, date: str | None) -> tuple[Named, dict[str, Any]]:
    """A test's name as an entry of the catalogue, and what else stood inside the name (shots, window ...)."""
    if claim.benchmark_id:
        try:
            entry = catalogue.benchmark(claim.benchmark_id)
        except KeyError:
            why = "the id given is not in the catalogue"
            return Named(as_written=claim.benchmark, id=None, matched_by=why, status="unknown"), {}
        return (
            Named(
                as_written=claim.benchmark,
                id=entry.id,
                matched_by="id given",
                status="matched",
                name=entry.name,
                subset=claim.subset or claim.language,
                n_items=entry.n_items,
            ),
            {},
        )
    if unnamed(claim.benchmark):
        return Named(as_written=claim.benchmark, id=None, matched_by=None, status="absent"), {}
    assert claim.benchmark is not None
    subset = claim.subset or claim.language
    found = catalogue.find_benchmark(claim.benchmark, n_items=claim.n_items, date=date, subset=subset)
    named_entry = catalogue.benchmark(found.id) if found.id else None
    return (
        Named(
            as_written=claim.benchmark,
            id=found.id,
            matched_by=found.matched_by,
            status=found.status,  # type: ignore[arg-type]
            name=named_entry.name if named_entry else None,
            candidates=found.candidates if found.status == "ambiguous" else (),
            question=found.question,
            subset=found.subset,
            n_items=named_entry.n_items if named_entry and not found.subset else None,
        ),
        {**dict(found.setting), "narrowed": "only " in (found.matched_by or "")},
    )


_SOURCE = re.compile(
    r"copied from ([^;]+)|(?:figure|number|score)s? (?:reported|published) by ([^;]+)"
    r"|best of (official and [^;(]+?) figure"
    r"|(?:^|[;=]\s*)source: ([^;]+)|taken from ([^;]+)",
    re.I,
)
_OWN_REPORT = re.compile(r"\bown (?:report|paper|card)|other developer|its developer|official", re.I)


def told_source(setting: str, developer: str | None) -> str | None:
    """Where a figure was copied from, if the setting says so: the model's developer, or the named place."""
    match = _SOURCE.search(setting)
    if match is None:
        return None
    place = next(g for g in match.groups() if g).strip()
    return developer if developer and _OWN_REPORT.search(place) else place


def maker_of(benchmark: Any) -> str | None:
    """Who made a test, as far as its own repository tells: the owner of the repository in the catalogue entry."""
    if benchmark is None:
        return None
    for row in benchmark.withdrawn:
        if str(row.get("role") or "").startswith(("maker", "co-maker")) and row.get("confidence") == "seen":
            return str(row.get("who"))
    match = _REPO.search(str(benchmark.home.get("repo") or ""))
    return _OWNERS.get(match[1].lower()) if match else None
