"""The record of a scan, `auditgen-overlap/1`: rates per benchmark, matches per item, manifest."""

from __future__ import annotations

import hashlib
import math
from typing import Any

import numpy as np

from auditgen import __version__
from auditgen.scan.candidates import MILLION
from auditgen.scan.detection import detection_limits
from auditgen.scan.evidence import BINS
from auditgen.scan.folding import unicode_version
from auditgen.scan.index import ItemIndex
from auditgen.scan.items import ItemSet
from auditgen.scan.parameters import PUBLISHED_RUN, SHORTEST_QUESTION, ScanParameters
from auditgen.scan.sources import Source
from auditgen.scan.streams import open_binary
from auditgen.scan.tally import Tally
from auditgen.stats.intervals import score_interval

SCHEMA = "auditgen-overlap/1"
_MARGIN = 0.15  # of the question that a document must hold beyond a common phrase
_PALM_SHARE = 0.7


def _boilerplate(found: np.ndarray, weight: np.ndarray, parameters: ScanParameters) -> tuple[float, float]:
    """(share of a question that is a passage quoted all over the corpus, share of the rest that was found at all).

    found: documents that hold each word as part of a match. A word belongs to such a passage if many documents hold
    it and far more than hold the rarest word of the question; a question copied whole, however often, has none.
    """
    if not found.any():
        return 0.0, 1.0
    limit = max(parameters.fan_out, parameters.fan_out_ratio * (int(found.min(initial=0)) + 1))
    common = found >= limit
    if not common.any():
        return 0.0, 1.0
    rest = weight[~common]
    enough = found[~common] >= 1 + int(found.max()) // 500
    return float(weight[common].sum() / weight.sum()), float(rest[enough].sum() / max(int(rest.sum()), 1))


def _fraction(millionths: int) -> float | None:
    return None if millionths < 0 else millionths / MILLION


def _item_entry(
    number: int, item_set: ItemSet, index: ItemIndex, parameters: ScanParameters, tally: Tally
) -> dict[str, Any]:
    item = item_set.items[number]
    first, last = (int(place) for place in index.sequence_start[2 * number : 2 * number + 2])
    length = last - first
    exact, fuzzy, scaffold, answer_only, fifty = (int(count) for count in tally.counts[number])
    coverage, longest, coverage_answer, longest_answer = (int(value) for value in tally.best[number])
    phrase_share, rest_found = _boilerplate(tally.found[first:last], index.weight[first:last], parameters)
    beyond = exact + fuzzy
    kind = None
    if phrase_share:
        lowest = min(BINS, math.ceil((phrase_share + _MARGIN) * BINS))
        beyond = int(tally.bins[number, min(lowest, BINS - 1) :].sum())
        if not beyond and rest_found < parameters.coverage:
            kind = "boilerplate"
    elif scaffold and not exact + fuzzy:
        kind = "scaffold"
    has_answer = int(index.sequence_start[2 * number + 2]) > last
    entry: dict[str, Any] = {
        "item_id": item.item_id,
        "benchmark": item.benchmark,
        "n_documents": exact + fuzzy,
        "n_documents_exact": exact,
        "n_documents_beyond_phrase": beyond,
        "n_documents_scaffold": scaffold,
        "n_documents_answer_only": answer_only,
        "match": "exact" if exact else "fuzzy" if fuzzy else "none",
        "coverage_question": max(coverage, 0) / MILLION,
        "coverage_answer": _fraction(coverage_answer) if has_answer else None,
        "longest_run": max(longest, 0),
        "longest_run_answer": max(longest_answer, 0),
        "n_words": length,
        "short": length < parameters.exact_run,
        "searched": bool(index.indexed[2 * number]),
        "common_phrase": kind is not None,
        "common_phrase_kind": kind,
        "common_phrase_share": phrase_share,
        "characters_50": fifty > 0,
        **_published_coverage(tally.seen[first:last], length, parameters),
        "documents": [_document_entry(document) for document in tally.documents.get(number, [])],
    }
    if entry["documents"]:
        entry["question_excerpt"] = " ".join(item.question.split())[: parameters.snippet_characters]
    return entry


def _document_entry(document: dict[str, Any]) -> dict[str, Any]:
    answer = document["coverage_answer"]
    entry = {name: value for name, value in document.items() if name != "row"}
    entry["coverage_question"] = document["coverage_question"] / MILLION
    entry["coverage_answer"] = None if answer is None else answer / MILLION
    return entry


def _published_coverage(seen: np.ndarray, length: int, parameters: ScanParameters) -> dict[str, float | None]:
    """Share of the question's 8-grams met in the corpus (PaLM), share of its words inside them (Llama 3)."""
    if length < PUBLISHED_RUN or parameters.run_seed > PUBLISHED_RUN:
        return {"gram8_share": None, "gram8_coverage": None}
    starts = np.flatnonzero(seen)
    if not len(starts):
        return {"gram8_share": 0.0, "gram8_coverage": 0.0}
    inside = np.zeros(length, dtype=bool)
    for start in starts.tolist():
        inside[start : start + PUBLISHED_RUN] = True
    return {"gram8_share": len(starts) / (length - PUBLISHED_RUN + 1), "gram8_coverage": float(inside.mean())}


def flagged(entry: dict[str, Any]) -> bool:
    """Whether an item counts towards its benchmark's rate: found, and not by a common phrase alone."""
    return entry["match"] != "none" and not entry["common_phrase"]


def _benchmark_entry(name: str, entries: list[dict[str, Any]], parameters: ScanParameters) -> dict[str, Any]:
    n_items, n_flagged = len(entries), sum(map(flagged, entries))
    interval = score_interval(k=n_flagged, n=n_items)
    measured = [entry for entry in entries if entry["gram8_share"] is not None]
    return {
        "benchmark": name,
        "n_items": n_items,
        "n_flagged": n_flagged,
        "rate": n_flagged / n_items,
        "ci_low": interval.ci_low,
        "ci_high": interval.ci_high,
        "ci_method": interval.method,
        "n_short": sum(entry["short"] for entry in entries),
        "n_not_searched": sum(not entry["searched"] for entry in entries),
        "n_exact": sum(flagged(entry) and entry["match"] == "exact" for entry in entries),
        "n_fuzzy": sum(flagged(entry) and entry["match"] == "fuzzy" for entry in entries),
        "n_answer_found": sum(
            flagged(entry) and (entry["coverage_answer"] or 0) >= parameters.coverage for entry in entries
        ),
        "n_answer_only": sum(entry["n_documents_answer_only"] > 0 for entry in entries),
        "n_common_phrase": sum(entry["common_phrase"] for entry in entries),
        "published_rules": {
            "gram13_any": sum(entry["longest_run"] >= 13 for entry in entries),
            "gram8_any": sum(entry["gram8_share"] > 0 for entry in measured) if measured else None,
            "gram8_share_70": sum(entry["gram8_share"] >= _PALM_SHARE for entry in measured) if measured else None,
            "characters_50_any": sum(entry["characters_50"] for entry in entries),
        },
    }


def _sha256(address: str) -> str:
    digest = hashlib.sha256()
    with open_binary(address) as file:
        while piece := file.read(1 << 20):
            digest.update(piece)
    return digest.hexdigest()


def _file_entry(source: Source, tally: Tally, hashed: bool) -> dict[str, Any]:
    problem = source.problem or tally.failed.get(source.name, "")
    entry: dict[str, Any] = {"file": source.name, "bytes": source.size, "kind": source.kind, "problem": problem}
    if not problem and tally.problems.get(source.name) and not tally.documents_of[source.name]:
        entry["problem"] = "not one line of it could be used"
    if source.encoding:
        entry["encoding"] = source.encoding
    if hashed:
        try:
            entry["sha256"] = _sha256(source.address)
        except OSError as error:
            entry["sha256"], entry["problem"] = None, entry["problem"] or f"cannot be read: {error.strerror or error}"
    places = tally.problems.get(source.name, [])
    if places:
        entry["first_problems"] = [{"at": offset, "kind": kind} for offset, kind in places]
    return entry


def overlap_record(
    item_set: ItemSet,
    index: ItemIndex,
    parameters: ScanParameters,
    tally: Tally,
    sources: list[Source],
    passed_over: int,
    hash_corpus: bool,
) -> dict[str, Any]:
    """The record; equal for equal items, corpus and rules, whatever engine, threads and blocks computed it.

    Rates and coverages are fractions. `rate` counts items found and not by a common phrase alone; its interval is
    the 95 % one of `score_interval`. Nothing found is no proof: rewritten and translated copies are out of reach.
    """
    entries = [_item_entry(number, item_set, index, parameters, tally) for number in range(len(item_set.items))]
    groups: dict[str, list[dict[str, Any]]] = {}
    for entry in entries:
        groups.setdefault(entry["benchmark"], []).append(entry)
    files = [_file_entry(source, tally, hash_corpus) for source in sources]
    totals = tally.totals
    return {
        "schema": SCHEMA,
        "parameters": parameters.as_dict(),
        "manifest": {
            "tool": {"name": "auditgen", "version": __version__},
            "unicode": unicode_version(),
            "items": {"file": item_set.name, "sha256": item_set.sha256, "n_items": len(entries)},
            "index_sha256": index.fingerprint(),
            "shortest_question": SHORTEST_QUESTION,
            "files": files,
        },
        "corpus": {
            "files": len(sources),
            "files_empty": sum(not source.size and not source.problem for source in sources),
            "files_with_problems": sum(bool(entry["problem"]) for entry in files),
            "files_passed_over": passed_over,
            "documents": totals["documents"],
            "bytes": totals["bytes"],
            "words": totals["words"],
            "unreadable_lines": totals["broken"] + totals["too_long"],
            "lines_broken": totals["broken"],
            "lines_too_long": totals["too_long"],
            "lines_without_text": totals["no_text"],
            "documents_not_utf8": totals["not_utf8"],
        },
        "benchmarks": [_benchmark_entry(name, group, parameters) for name, group in sorted(groups.items())],
        "items": entries,
        "detection_limits": detection_limits(parameters),
        "notes": _notes(files, totals, groups),
    }


def _notes(files: list[dict[str, Any]], totals: Any, groups: dict[str, list[dict[str, Any]]]) -> list[dict[str, str]]:
    notes = [
        {
            "id": "reach",
            "text": "Word matching does not see rewritten or translated copies; nothing found is no proof of absence.",
        }
    ]
    troubled = [entry for entry in files if entry["problem"]]
    if troubled:
        names = ", ".join(f"{entry['file']} ({entry['problem']})" for entry in troubled[:5])
        more = f" and {len(troubled) - 5} more" if len(troubled) > 5 else ""
        notes.append({"id": "files", "text": f"Not or not fully read: {names}{more}."})
    if totals["documents"] == 0:
        notes.append({"id": "empty", "text": "The corpus holds no document, so nothing was searched."})
    lines = totals["broken"] + totals["too_long"] + totals["no_text"]
    if lines:
        notes.append({"id": "lines", "text": f"{lines} lines could not be used (broken, too long or without text)."})
    unsearched = sum(not entry["searched"] for group in groups.values() for entry in group)
    if unsearched:
        notes.append(
            {"id": "short", "text": f"{unsearched} questions have fewer than {SHORTEST_QUESTION} words: not searched."}
        )
    return notes
