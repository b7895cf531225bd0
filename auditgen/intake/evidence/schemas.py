"""JSON Schema of every evidence format: one row of a table or JSONL file, or the whole document."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from auditgen.catalogue.strength import CHANNELS, CONTROLS, KINDS, METHODS, RESULTS, SCOPES

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]

_TEXT: Schema = {"type": "string", "minLength": 1}
_NAME: Schema = {"type": ["string", "integer"], "description": "name of the item"}
_NUMBERS: Schema = {"type": "array", "items": {"type": "number"}, "minItems": 1}
_SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
_DATE: Schema = {"type": "string", "pattern": r"^\d{4}(-\d{2}(-\d{2})?)?$"}
_COUNT: Schema = {"type": "integer", "minimum": 0}


def _object(title: str, needed: Mapping[str, Schema], free: Mapping[str, Schema], *, more: bool = True) -> Schema:
    return {
        "$schema": DIALECT,
        "title": title,
        "type": "object",
        "properties": {**needed, **free},
        "required": list(needed),
        "additionalProperties": more,
    }


def _about() -> dict[str, Schema]:
    return {"model": _TEXT, "benchmark": _TEXT}


def completions() -> Schema:
    """One line of completions."""
    return _object(
        "one completion",
        {
            **_about(),
            "item_id": _NAME,
            "prefix": {"type": "string", "description": "what the model was shown"},
            "reference": {"type": "string", "minLength": 1, "description": "how the item really goes on"},
            "output": {"type": "string", "description": "what the model wrote"},
        },
        {
            "control": {"enum": ["twin", "fresh", "sealed"], "description": "left out for items of the test itself"},
            "twin_of": {**_NAME, "description": "item that this twin was changed from"},
            "prompt_style": {"type": "string", "description": "guided (test and split named) or general"},
            "answer": {
                "type": ["string", "number"],
                "description": "the official answer, to see whether it is recited",
            },
            "answer_is_wrong": {"type": "boolean", "description": "the official answer is known to be wrong"},
            "refused": {"type": "boolean", "description": "stated refusal; without it the usual words are looked for"},
        },
    )


def regeneration() -> Schema:
    """One line of free regeneration."""
    return _object(
        "one output to a prompt without any item text",
        {**_about(), "output": {"type": "string"}},
        {"prompt": {"type": "string", "description": "such as: write questions like test T"}},
    )


def items() -> Schema:
    """One item of a test or of a control set."""
    schema = _object(
        "one item to match outputs against",
        {"item_id": _NAME, "question": _TEXT},
        {
            "benchmark": _TEXT,
            "choices": {"type": "array", "items": {"type": ["string", "number"]}},
            "answer": {"type": ["string", "number"], "description": "as text, letter or index"},
            "answer_text": {"type": "string"},
            "answer_is_wrong": {"type": "boolean"},
            "control": {
                "enum": ["sealed", "later", "sibling", "train", "template"],
                "description": "left out for the test; sealed, later, sibling: cannot have been seen; train: may be "
                "known; template: text of the web that is no item",
            },
        },
    )
    return schema


def order() -> Schema:
    """One shard of the order test."""
    return _object(
        "one shard of items: log-probability of the published and of shuffled orders, natural log",
        {**_about(), "canonical": {"type": "number"}, "shuffled": _NUMBERS},
        {
            "shard": {"type": ["string", "integer"]},
            "exchangeable": {"type": "boolean", "description": "the items are not sorted by topic or difficulty"},
        },
    )


def familiarity() -> Schema:
    """One text with its token log-probabilities."""
    schema = _object(
        "one text of the test or of a control",
        {**_about(), "group": {"enum": ["test", "control"]}},
        {
            "item_id": _NAME,
            "log_probs": {**_NUMBERS, "description": "log-probability of each token"},
            "means": {**_NUMBERS, "description": "mean log-probability over the vocabulary, each place"},
            "sds": {**_NUMBERS, "description": "its standard deviation, above 0"},
            "min_k": {"type": "number", "description": "a Min-K%++ score, instead of the lists"},
            "matched": {"type": "boolean", "description": "this control is of the same source and time as the test"},
        },
    )
    return schema | {"anyOf": [{"required": ["log_probs"]}, {"required": ["min_k"]}]}


def overlap() -> Schema:
    """The record of a scan, as far as evidence needs it."""
    item = _object(
        "",
        {"item_id": _NAME, "match": {"enum": ["exact", "fuzzy", "none"]}, "coverage_question": _SHARE},
        {
            "benchmark": _TEXT,
            "coverage_answer": {"type": ["number", "null"], "minimum": 0, "maximum": 1},
            "gram8_share": {"type": ["number", "null"], "minimum": 0, "maximum": 1},
            "gram8_coverage": {"type": ["number", "null"], "minimum": 0, "maximum": 1},
            "longest_run": _COUNT,
            "n_documents": _COUNT,
            "short": {"type": "boolean"},
            "searched": {"type": "boolean"},
            "common_phrase": {"type": "boolean"},
            "documents": {"type": "array"},
        },
    )
    del item["$schema"], item["title"]
    return _object(
        "auditgen-overlap/1",
        {"schema": {"const": "auditgen-overlap/1"}, "items": {"type": "array", "items": item, "minItems": 1}},
        {"parameters": {"type": "object"}, "corpus": {"type": "object"}, "benchmarks": {"type": "array"}},
    )


def item_matrix() -> Schema:
    """One row of an item matrix in long form."""
    return _object(
        "one answer (long form; wide: first column model, one column an item)",
        {"model": _TEXT, "item": _NAME, "correct": _SHARE},
        {"cluster": {"type": "string"}, "date": _DATE, "benchmark": _TEXT},
    )


def item_attributes() -> Schema:
    """One row of a table that dates or describes the items of a matrix."""
    return _object(
        "one item: when and where it appeared",
        {"item": _NAME},
        {"date": _DATE, "difficulty": {"type": "string"}, "platform": {"type": "string"}},
    )


def results() -> Schema:
    """One row of a results table; `setting` before and after makes equal practice."""
    return _object(
        "one score",
        {"model": _TEXT, "benchmark": _TEXT, "score": {"type": "number"}},
        {
            "unit": {"type": "string"}, "n_items": _COUNT, "stderr": {"type": "number"}, "task": {"type": "string"},
            "setting": {"type": "string"}, "source": {"type": "string"}, "date": _DATE,
        },
    )  # fmt: skip


def ngram_counts() -> Schema:
    """One row of counts of exact continuations."""
    return _object(
        "exact continuations of one item",
        {"model": _TEXT, "item": _NAME, "n_positions": _COUNT, "n_exact": _COUNT},
        {
            "benchmark": _TEXT, "dataset": _TEXT, "split": {"enum": ["test", "train"]}, "n": _COUNT,
            "version": {"type": "string", "description": "original, or the name of a rewritten version"},
        },
    )  # fmt: skip


def findings() -> Schema:
    """One published finding."""
    return _object(
        "one published finding on leakage",
        {
            "model": _TEXT, "benchmark": _TEXT, "method_family": {"enum": list(METHODS)},
            "result": {"enum": list(RESULTS)}, "year": {"type": ["integer", "string"]},
        },
        {
            "citation": _TEXT, "source": _TEXT, "scope": {"enum": list(SCOPES)}, "kind": {"enum": list(KINDS)},
            "control": {"enum": list(CONTROLS)}, "channel": {"enum": list(CHANNELS)},
            "reported_by": {"enum": ["lab", "independent", "competitor", "unknown"]}, "value": {"type": "string"},
            "unit": {"type": "string"}, "split": {"enum": ["test", "train", "validation", "unknown"]},
            "weights": {"enum": ["base", "chat", "reasoning", "unknown"]}, "note": {"type": "string"},
        },
    )  # fmt: skip


def replications() -> Schema:
    """One measured figure of another party."""
    return _object(
        "one measured figure, in percent as printed",
        {"model": _TEXT, "benchmark": _TEXT, "measured_score": {"type": ["string", "number"]}, "measured_by": _TEXT,
         "year": {"type": ["integer", "string"]}},
        {
            "citation": _TEXT, "source": _TEXT, "claimed_score": {"type": ["string", "number"]},
            "measured_by_type": {"type": "string"}, "measured_setting": {"type": "string"}, "n_items": _COUNT,
        },
    )  # fmt: skip


def pairs() -> Schema:
    """One model on a test and on its re-made version."""
    percent: Schema = {"type": "number", "minimum": 0, "maximum": 100}
    return _object(
        "one model on the original and on a re-made test, in percent",
        {"original_benchmark": _TEXT, "variant_benchmark": _TEXT, "model": _TEXT, "original_score": percent,
         "variant_score": percent},
        {"tester": _TEXT, "pair_type": _TEXT, "weights": _TEXT, "source": _TEXT, "n_original": _COUNT,
         "n_variant": _COUNT},
    )  # fmt: skip


def manifest() -> Schema:
    """evidence.yaml."""
    truth: Schema = {"type": "boolean"}
    file = _object(
        "",
        {"file": _TEXT},
        {
            "kind": _TEXT, "benchmark": _TEXT, "models": {"type": ["array", "string"], "items": _TEXT},
            "citation": _TEXT, "licence": _TEXT, "date": _DATE, "notes": {"type": "string"},
            "where": {"type": "object"},
            "produced_by": {"enum": ["claimant", "independent", "adversarial"]}, "matched": truth,
            "exchangeable": truth,
        },
        more=False,
    )  # fmt: skip
    model = _object(
        "",
        {"model": _TEXT, "citation": _TEXT},
        {"developer": _TEXT, "family": _TEXT, "release_date": _DATE, "training_cutoff": _DATE, "cutoff_basis": _TEXT},
    )
    benchmark = _object(
        "",
        {"benchmark": _TEXT, "citation": _TEXT},
        {
            "domain": _TEXT,
            "n_items": _COUNT,
            "first_public_release": _DATE,
            "answers_public": {"type": ["string", "boolean"]},
        },
    )
    rows: dict[str, Schema] = {
        "files": file,
        "models": model,
        "benchmarks": benchmark,
        "findings": findings(),
        "replications": replications(),
    }
    for row in rows.values():
        row.pop("$schema", None)
    return _object("evidence.yaml", {}, {k: {"type": "array", "items": v} for k, v in rows.items()}, more=False)


SCHEMAS: dict[str, tuple[str, Callable[[], Schema]]] = {
    "evidence-list": ("evidence.yaml: who produced each file, and facts that the catalogue lacks", manifest),
    "evidence-overlap": ("overlap record of `auditgen scan`", overlap),
    "evidence-completions": ("a line of completions", completions),
    "evidence-regeneration": ("a line of free regeneration", regeneration),
    "evidence-items": ("an item that outputs are matched against", items),
    "evidence-order": ("a shard of the order test", order),
    "evidence-familiarity": ("a text with token log-probabilities", familiarity),
    "evidence-item-matrix": ("a row of an item matrix", item_matrix),
    "evidence-item-attributes": ("a row that dates the items of a matrix", item_attributes),
    "evidence-results": ("a row of a results table", results),
    "evidence-ngram-counts": ("a row of counts of exact continuations", ngram_counts),
    "evidence-findings": ("a published finding", findings),
    "evidence-replications": ("a measured figure of another party", replications),
    "evidence-pairs": ("a model on a test and on its re-made version", pairs),
}
