"""One entry of the catalogue as a report's evidence list needs it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from auditgen.catalogue import rows
from auditgen.catalogue.entries import Benchmark, Evidence, Model
from auditgen.catalogue.record import Record, cite

if TYPE_CHECKING:
    from auditgen.catalogue.store import Catalogue

WEIGHING = ("items", "first_public_release", "test_answers_public")  # facts of a test that verdicts rest on


def evidence_of(catalogue: Catalogue, id: str) -> Evidence:
    """(kind, content, citation, confidence) of one id. Raises KeyError for an unknown kind or id."""
    kind, _, rest = id.partition(":")
    name, _, fact = rest.partition("#")
    if kind == "benchmark":
        return _benchmark(catalogue.benchmark(name), fact)
    if kind == "model":
        return _model(catalogue.model(name), fact, catalogue.sources)
    if kind == "finding":
        reached = [f.as_dict() for f in catalogue.finding_effects(rest) if f.gain_points is not None]
        found = rows.finding_of(catalogue._body("finding", rest), "", "")
        keep = ("model_id", "weights", "share_pct", "overall_score", "clean_score", "gain_points", "effect_note")
        content = found.as_dict() | {"effects": [{k: f[k] for k in keep} for f in reached]}
        return Evidence(kind, content, found.citation, found.confidence)
    if kind == "replication":
        pair = rows.replication_of(catalogue._body("replication", rest))
        return Evidence(kind, pair.as_dict(), pair.citation, pair.confidence)
    if kind == "percentile":
        place = rows.percentile_of(catalogue._body("percentile", rest))
        return Evidence(kind, place.as_dict(), place.citation, place.confidence)
    if kind == "regulation":
        rule = rows.regulation_of(catalogue._body("regulation", rest))
        return Evidence(kind, rule.as_dict(), rule.citation, rule.confidence)
    if kind == "result":
        found_rows = catalogue._results("result_id = ?", rest)
        if found_rows:
            return Evidence(kind, found_rows[0].as_dict(), found_rows[0].citation, found_rows[0].confidence)
    if kind == "pairs":
        pair_tables = [t for t in catalogue.pairs_for(rest.partition(">")[0]) if t.id == id]
        if pair_tables:
            table = pair_tables[0]
            sources = "; ".join(dict.fromkeys(row.source for row in table.rows))
            return Evidence(kind, table.as_dict(), sources, table.confidence)
    raise KeyError(f"no entry with the id {id!r} in the catalogue")


def _weaker(*levels: str | None) -> str:
    return "seen" if all(level == "seen" for level in levels) else "recalled"


def _benchmark(entry: Benchmark, fact: str) -> Evidence:
    home = " ".join(str(v) for v in (entry.home.get("paper"), entry.home.get("repo")) if v)
    title = f"{entry.name}, {home}" if home else entry.name
    if not fact:
        confidence = _weaker(*(getattr(entry, name).get("confidence") for name in WEIGHING))
        return Evidence("benchmark", entry.as_dict(), title, confidence)
    name, _, place = fact.partition(".")
    value: Any = getattr(entry, name, None)
    if isinstance(value, tuple) and place.isdigit() and int(place) < len(value):
        value = value[int(place)]
    if not isinstance(value, Record) or "confidence" not in value:
        raise KeyError(f"{entry.id}: no fact {fact!r} with a source of its own")
    return Evidence(
        "benchmark", {"id": entry.id, fact: dict(value)}, str(value.get("source") or title), value["confidence"]
    )


def _model(entry: Model, fact: str, sources: dict[str, str]) -> Evidence:
    citation = "; ".join(sources[key] for key in entry.sources)
    if not fact:
        return Evidence("model", entry.as_dict(), cite(citation, "", ""), entry.confidence)
    group = "parameters" if fact.startswith("parameters") else fact
    if group not in entry.field_confidence:
        raise KeyError(f"{entry.id}: no fact {fact!r} with a confidence of its own")
    content = {"id": entry.id, fact: getattr(entry, fact)}
    if fact == "training_cutoff":
        content["cutoff_basis"] = entry.cutoff_basis
    return Evidence("model", content, citation, entry.field_confidence[group] or "recalled")
