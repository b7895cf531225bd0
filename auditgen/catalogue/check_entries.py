"""Checks of the YAML entries: tests, models, names and words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any, NamedTuple

from auditgen.catalogue.build import Facts, fold

CONFIDENCE = ("seen", "recalled")
CUTOFF_BASES = ("developer-card", "developer-docs", "third-party-catalogue", "recalled", "not-known")
DISCLOSURE = ("none", "summary", "composition", "open")
SCOPE_KINDS = [
    "overall",
    "overall_alternative",
    "subset",
    "upper_bound",
    "lower_bound",
    "share_filtered_out",
    "grader_verdicts",
    "qualitative",
]
ID = re.compile(r"[a-z0-9][a-z0-9.\-]*\Z")
DATE = re.compile(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?\Z")


class Problem(NamedTuple):
    """One thing that is wrong, in one line."""

    file: str
    entry: str
    field: str
    expected: str
    found: str

    def __str__(self) -> str:
        where = ", ".join(part for part in (self.file, self.entry, self.field) if part)
        return f"{where}: expected {self.expected}, found {self.found}"


def is_date(text: Any) -> bool:
    """Whether this is a year, a month or a day that exists."""
    found = DATE.match(str(text))
    if not found:
        return False
    try:
        date(int(found[1]), int(found[2] or 1), int(found[3] or 1))
    except ValueError:
        return False
    return True


def check_date(file: str, entry: str, field: str, value: Any, last: str) -> Iterator[Problem]:
    if value in (None, ""):
        return
    if not is_date(value):
        yield Problem(file, entry, field, "a date (YYYY, YYYY-MM or YYYY-MM-DD)", repr(value))
    elif str(value) > last[: len(str(value))]:
        yield Problem(file, entry, field, f"no date after {last}", str(value))


def check_range(file: str, entry: str, field: str, value: Any, low: float = 0, high: float = 100) -> Iterator[Problem]:
    if value in (None, ""):
        return
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = float("nan")
    if not low <= number <= high:
        yield Problem(file, entry, field, f"a number from {low:g} to {high:g}", repr(value))


def check_confidence(file: str, entry: str, field: str, value: Any) -> Iterator[Problem]:
    if value not in CONFIDENCE:
        yield Problem(file, entry, field, "seen or recalled", repr(value))


def check_one_of(file: str, entry: str, field: str, value: Any, allowed: Iterable[Any]) -> Iterator[Problem]:
    if value not in (choices := list(allowed)):
        yield Problem(file, entry, field, f"one of {', '.join(map(str, choices))}", repr(value))


def check_unique(file: str, field: str, values: Iterable[str]) -> Iterator[Problem]:
    seen: set[str] = set()
    for value in values:
        if value in seen:
            yield Problem(file, value, field, "each value once", "twice")
        seen.add(value)


def check_benchmarks(facts: Facts) -> Iterator[Problem]:
    """Tests: ids, dates, ranges, facts with confidence and source, variants linked from both sides."""
    by_id = {b["id"]: b for b in facts.benchmarks}
    yield from check_unique("benchmarks", "id", (b["id"] for b in facts.benchmarks))
    for path, entries in facts.benchmark_files.items():
        file = f"benchmarks/{path.name}"
        for entry in entries:
            if entry["domain"] != path.stem:
                yield Problem(file, entry["id"], "domain", path.stem, entry["domain"])
            yield from _benchmark(file, entry, facts.meta)
            yield from _variants(file, entry, by_id, facts.meta)


def _benchmark(file: str, entry: dict[str, Any], meta: dict[str, Any]) -> Iterator[Problem]:
    id = entry["id"]
    if not ID.match(id):
        yield Problem(file, id, "id", "lower-case letters, digits, points and hyphens", repr(id))
    yield from check_one_of(file, id, "domain", entry["domain"], meta["domain"])
    yield from check_one_of(file, id, "status", entry["status"], meta["status"])
    yield from check_one_of(file, id, "task_format.kind", entry["task_format"]["kind"], meta["task_kind"])
    yield from check_range(file, id, "chance_level_pct", entry["chance_level_pct"])
    yield from check_range(file, id, "practical_ceiling_pct", entry["practical_ceiling_pct"])
    yield from check_range(file, id, "items.value", entry["items"].get("value"), 1, 10_000_000)
    for name, size in (entry["items"].get("subsets") or {}).items():
        yield from check_range(file, id, f"items.subsets.{name}", size, 1, 10_000_000)
    yield from check_date(file, id, "first_public_release", entry["first_public_release"]["value"], meta["compiled_on"])
    for fact in ("items", "first_public_release", "test_answers_public", "canary_string", "licence"):
        yield from check_confidence(file, id, f"{fact}.confidence", entry[fact].get("confidence"))
    for fact in ("items", "first_public_release"):
        if not entry[fact].get("source"):
            yield Problem(file, id, f"{fact}.source", "a citation", "nothing")
    for fact in ("label_errors", "contamination_evidence", "rank_evidence", "human_baselines", "withdrawn"):
        for place, row in enumerate(entry.get(fact) or ()):
            field = f"{fact}.{place}"
            yield from check_confidence(file, id, f"{field}.confidence", row.get("confidence"))
            if not row.get("source"):
                yield Problem(file, id, f"{field}.source", "a citation", "nothing")
            for share in ("rate_pct", "share_faulty_pct"):
                yield from check_range(file, id, f"{field}.{share}", row.get(share))
            if fact == "label_errors":
                yield from check_one_of(file, id, f"{field}.scope_kind", row.get("scope_kind"), SCOPE_KINDS)
            if fact == "withdrawn":
                yield from check_one_of(file, id, f"{field}.kind", row.get("kind"), meta["withdrawn"])
                yield from check_date(file, id, f"{field}.date", row.get("date"), meta["compiled_on"])
            if fact == "human_baselines" and str(row.get("unit", "")).endswith("_pct"):
                yield from check_range(file, id, f"{field}.score", row.get("score"))
    overall = [row for row in entry.get("label_errors") or () if row.get("scope_kind") == "overall"]
    if len(overall) > 1:
        yield Problem(file, id, "label_errors", "at most one row of kind overall", str(len(overall)))


def _variants(file: str, entry: dict[str, Any], by_id: Mapping[str, Any], meta: dict[str, Any]) -> Iterator[Problem]:
    other_role = {"derived": "source", "source": "derived"}
    for link in entry.get("variants") or ():
        yield from check_one_of(file, entry["id"], "variants.relation", link["relation"], meta["relation"])
        if link["role"] not in other_role or link["id"] not in by_id:
            yield Problem(
                file, entry["id"], "variants", "a known test as derived or source", f"{link['id']} as {link['role']}"
            )
            continue
        back = {"id": entry["id"], "relation": link["relation"], "role": other_role[link["role"]]}
        if back not in (by_id[link["id"]].get("variants") or ()):
            yield Problem(file, link["id"], "variants", f"a link back to {entry['id']} ({link['relation']})", "none")


def check_models(facts: Facts) -> Iterator[Problem]:
    """Models: ids, dates in order, known sources, confidence per field and overall."""
    file, last = "models.yaml", str(facts.meta["compiled_on"])
    yield from check_unique(file, "id", (m["id"] for m in facts.models))
    for model in facts.models:
        id = model["id"]
        if not ID.match(id):
            yield Problem(file, id, "id", "lower-case letters, digits, points and hyphens", repr(id))
        for field in ("developer", "family", "name", "sources"):
            if not model.get(field):
                yield Problem(file, id, field, "a value", "nothing")
        for field in ("release_date", "training_cutoff"):
            yield from check_date(file, id, field, model[field], last)
        yield from check_one_of(file, id, "cutoff_basis", model["cutoff_basis"], CUTOFF_BASES)
        if (model["training_cutoff"] is None) != (model["cutoff_basis"] == "not-known"):
            found = f"{model['training_cutoff']} with {model['cutoff_basis']}"
            yield Problem(file, id, "training_cutoff", "a date, or the basis not-known", found)
        yield from check_one_of(file, id, "training_data_disclosure", model["training_data_disclosure"], DISCLOSURE)
        for field in ("parameters_total_b", "parameters_active_b"):
            yield from check_range(file, id, field, model[field], 0.001, 100_000)
        for key in model["sources"]:
            if key not in facts.sources:
                yield Problem(file, id, "sources", "a key of sources.yaml", key)
        marks = model["field_confidence"]
        for field in ("release_date", "training_cutoff"):
            if model[field] is not None:
                yield from check_confidence(file, id, f"field_confidence.{field}", marks.get(field))
        weak = "recalled" in (marks.get("release_date"), marks.get("open_weights"))
        if model["confidence"] != ("recalled" if weak else "seen"):
            yield Problem(file, id, "confidence", "recalled where a fact is recalled, else seen", model["confidence"])


def check_names(facts: Facts) -> Iterator[Problem]:
    """Names: a plain name belongs to one entry; groups, lines and ambiguous names refer to what exists."""
    for kind, entries in (("models.yaml", facts.models), ("benchmarks", facts.benchmarks)):
        owner: dict[str, str] = {}
        for entry in entries:
            yield from check_unique(f"{kind} {entry['id']}", "aliases", (a.strip() for a in entry["aliases"]))
            for name in dict.fromkeys(fold(n) for n in (entry["id"], entry["name"], *entry["aliases"])):
                if not name:
                    yield Problem(kind, entry["id"], "aliases", "a name", "nothing")
                if owner.setdefault(name, entry["id"]) != entry["id"]:
                    yield Problem(
                        kind, entry["id"], "aliases", f"a name of this entry alone, not of {owner[name]}", name
                    )
    ids = {m["id"] for m in facts.models}
    families = {m["family"] for m in facts.models}
    for name, candidates in facts.names["ambiguous_models"].items():
        for candidate in candidates:
            if candidate not in ids:
                yield Problem("names.yaml", name, "ambiguous_models", "a model id", candidate)
    named = [(n, f) for n, group in facts.names["groups"].items() for f in group["families"]]
    lines = [(n, f) for n, members in facts.names["lines"].items() for f in members]
    for name, family in named + lines:
        if family not in families:
            yield Problem("names.yaml", name, "families", "a family of models.yaml", family)
    yield from check_unique("names.yaml", "lines", (family for _, family in lines))


def check_words(facts: Facts) -> Iterator[Problem]:
    """Words of F3: each once, a known distance and reason, readers told as they are."""
    yield from check_unique("words.yaml", "word", (fold(f) for w in facts.words for f in (w["word"], *w["forms"])))
    for word in facts.words:
        yield from check_one_of("words.yaml", word["word"], "distance", word["distance"], ("1", "2", "very_serious"))
        for field in ("reason", "group", "first_reader"):
            if not word[field]:
                yield Problem("words.yaml", word["word"], field, "a value", "nothing")
        expected = "two readers agree" if word["second_reader"] else "single reader"
        if word["status"] != expected:
            yield Problem("words.yaml", word["word"], "status", expected, word["status"])
