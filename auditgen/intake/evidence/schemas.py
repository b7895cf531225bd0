"""JSON Schema of every evidence format: one row of a table or JSONL file, or the whole document."""

from __future__ import annotations

from collections.abc import Callable

from auditgen.catalogue.strength import CHANNELS, CONTROLS, KINDS, METHODS, RESULTS, SCOPES
from auditgen.intake.evidence.schema_parts import (
    COUNT,
    DATE,
    MONTH,
    NAME,
    NUMBERS,
    SHARE,
    TEXT,
    Schema,
    object_schema,
)


def _about() -> dict[str, Schema]:
    return {"model": TEXT, "benchmark": TEXT}


def completions() -> Schema:
    """One line of completions."""
    return object_schema(
        "one completion",
        {
            **_about(),
            "item_id": NAME,
            "prefix": {"type": "string", "description": "what the model was shown"},
            "reference": {"type": "string", "minLength": 1, "description": "how the item really goes on"},
            "output": {"type": "string", "description": "what the model wrote"},
        },
        {
            "control": {"enum": ["twin", "fresh", "sealed"], "description": "left out for items of the test itself"},
            "twin_of": {**NAME, "description": "item that this twin was changed from"},
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
    return object_schema(
        "one output to a prompt without any item text",
        {**_about(), "output": {"type": "string"}},
        {"prompt": {"type": "string", "description": "such as: write questions like test T"}},
    )


def items() -> Schema:
    """One item of a test or of a control set."""
    schema = object_schema(
        "one item to match outputs against",
        {"item_id": NAME, "question": TEXT},
        {
            "benchmark": TEXT,
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
    return object_schema(
        "one shard of items: log-probability of the published and of shuffled orders, natural log",
        {**_about(), "canonical": {"type": "number"}, "shuffled": NUMBERS},
        {
            "shard": {"type": ["string", "integer"]},
            "exchangeable": {"type": "boolean", "description": "the items are not sorted by topic or difficulty"},
        },
    )


def familiarity() -> Schema:
    """One text with its token log-probabilities."""
    schema = object_schema(
        "one text of the test or of a control",
        {**_about(), "group": {"enum": ["test", "control"]}},
        {
            "item_id": NAME,
            "log_probs": {**NUMBERS, "description": "log-probability of each token"},
            "means": {**NUMBERS, "description": "mean log-probability over the vocabulary, each place"},
            "sds": {**NUMBERS, "description": "its standard deviation, above 0"},
            "min_k": {"type": "number", "description": "a Min-K%++ score, instead of the lists"},
            "matched": {"type": "boolean", "description": "this control is of the same source and time as the test"},
        },
    )
    return schema | {"anyOf": [{"required": ["log_probs"]}, {"required": ["min_k"]}]}


def overlap() -> Schema:
    """The record of a scan, as far as evidence needs it."""
    item = object_schema(
        "",
        {"item_id": NAME, "match": {"enum": ["exact", "fuzzy", "none"]}, "coverage_question": SHARE},
        {
            "benchmark": TEXT,
            "coverage_answer": {"type": ["number", "null"], "minimum": 0, "maximum": 1},
            "gram8_share": {"type": ["number", "null"], "minimum": 0, "maximum": 1},
            "gram8_coverage": {"type": ["number", "null"], "minimum": 0, "maximum": 1},
            "longest_run": COUNT,
            "n_documents": COUNT,
            "short": {"type": "boolean"},
            "searched": {"type": "boolean"},
            "common_phrase": {"type": "boolean"},
            "documents": {"type": "array"},
        },
    )
    del item["$schema"], item["title"]
    return object_schema(
        "auditgen-overlap/1",
        {"schema": {"const": "auditgen-overlap/1"}, "items": {"type": "array", "items": item, "minItems": 1}},
        {"parameters": {"type": "object"}, "corpus": {"type": "object"}, "benchmarks": {"type": "array"}},
    )


def item_matrix() -> Schema:
    """One row of an item matrix in long form."""
    return object_schema(
        "one answer (long form; wide: first column model, one column an item)",
        {"model": TEXT, "item": NAME, "correct": SHARE},
        {"cluster": {"type": "string"}, "date": DATE, "benchmark": TEXT},
    )


def item_attributes() -> Schema:
    """One row of a table that dates or describes the items of a matrix."""
    return object_schema(
        "one item: when and where it appeared",
        {"item": NAME},
        {"date": DATE, "difficulty": {"type": "string"}, "platform": {"type": "string"}},
    )


def results() -> Schema:
    """One row of a results table; `setting` before and after makes equal practice."""
    return object_schema(
        "one score",
        {"model": TEXT, "benchmark": TEXT, "score": {"type": "number"}},
        {
            "unit": {"type": "string"}, "n_items": COUNT, "stderr": {"type": "number"}, "task": {"type": "string"},
            "setting": {"type": "string"}, "source": {"type": "string"}, "date": DATE,
        },
    )  # fmt: skip


def ngram_counts() -> Schema:
    """One row of counts of exact continuations."""
    return object_schema(
        "exact continuations of one item",
        {"model": TEXT, "item": NAME, "n_positions": COUNT, "n_exact": COUNT},
        {
            "benchmark": TEXT, "dataset": TEXT, "split": {"enum": ["test", "train"]}, "n": COUNT,
            "version": {"type": "string", "description": "original, or the name of a rewritten version"},
        },
    )  # fmt: skip


def findings() -> Schema:
    """One published finding."""
    return object_schema(
        "one published finding on leakage",
        {
            "model": TEXT, "benchmark": TEXT, "method_family": {"enum": list(METHODS)},
            "result": {"enum": list(RESULTS)}, "year": {"type": ["integer", "string"]},
        },
        {
            "citation": TEXT, "source": TEXT, "scope": {"enum": list(SCOPES)}, "kind": {"enum": list(KINDS)},
            "control": {"enum": list(CONTROLS)}, "channel": {"enum": list(CHANNELS)},
            "reported_by": {"enum": ["lab", "independent", "competitor", "unknown"]}, "value": {"type": "string"},
            "unit": {"type": "string"}, "split": {"enum": ["test", "train", "validation", "unknown"]},
            "weights": {"enum": ["base", "chat", "reasoning", "unknown"]}, "note": {"type": "string"},
        },
    )  # fmt: skip


def replications() -> Schema:
    """One measured figure of another party."""
    return object_schema(
        "one measured figure, in percent as printed",
        {"model": TEXT, "benchmark": TEXT, "measured_score": {"type": ["string", "number"]}, "measured_by": TEXT,
         "year": {"type": ["integer", "string"]}},
        {
            "citation": TEXT, "source": TEXT, "claimed_score": {"type": ["string", "number"]},
            "measured_by_type": {"type": "string"}, "measured_setting": {"type": "string"}, "n_items": COUNT,
        },
    )  # fmt: skip


def pairs() -> Schema:
    """One model on a test and on its re-made version."""
    percent: Schema = {"type": "number", "minimum": 0, "maximum": 100}
    return object_schema(
        "one model on the original and on a re-made test, in percent",
        {"original_benchmark": TEXT, "variant_benchmark": TEXT, "model": TEXT, "original_score": percent,
         "variant_score": percent},
        {"tester": TEXT, "pair_type": TEXT, "weights": TEXT, "source": TEXT, "n_original": COUNT,
         "n_variant": COUNT},
    )  # fmt: skip


def task_practice() -> Schema:
    """One stored estimate of what practice for a kind of task is worth."""
    points: Schema = {"type": "number", "description": "points"}
    return object_schema(
        "points that newer models score more at the same size, with the limits of the estimate",
        {"benchmark": TEXT, "theta": points, "low": points, "high": points,
         "form": {**TEXT, "description": "of the regression, such as: hinge"},
         "version": {**TEXT, "description": "of the source"},
         "date": {**MONTH, "description": "the month or day that parts old from new"}},
        {"source": TEXT},
    )  # fmt: skip


def practice_study() -> Schema:
    """One model of a study of task practice."""
    return object_schema(
        "one model: score, training compute and when it was trained",
        {"model": TEXT, "benchmark": TEXT, "score": {"type": "number"},
         "compute": {"type": "number", "description": "training compute in FLOP"},
         "trained": {**MONTH, "description": "month or day at which training ended"}},
        {"unit": {"enum": ["percent", "fraction"]}},
    )  # fmt: skip


def manifest() -> Schema:
    """evidence.yaml."""
    truth: Schema = {"type": "boolean"}
    file = object_schema(
        "",
        {"file": TEXT},
        {
            "kind": TEXT, "benchmark": TEXT, "models": {"type": ["array", "string"], "items": TEXT},
            "citation": TEXT, "licence": TEXT, "date": DATE, "notes": {"type": "string"},
            "where": {"type": "object"},
            "produced_by": {"enum": ["claimant", "independent", "adversarial"]}, "matched": truth,
            "exchangeable": truth,
        },
        more=False,
    )  # fmt: skip
    model = object_schema(
        "",
        {"model": TEXT, "citation": TEXT},
        {"developer": TEXT, "family": TEXT, "release_date": DATE, "training_cutoff": DATE, "cutoff_basis": TEXT},
    )
    benchmark = object_schema(
        "",
        {"benchmark": TEXT, "citation": TEXT},
        {
            "domain": TEXT,
            "n_items": COUNT,
            "first_public_release": DATE,
            "answers_public": {"type": ["string", "boolean"]},
            "source_material": {**DATE, "description": "when the material of the questions was first public"},
            "access": {"enum": ["open", "gated", "sealed"]},
            "first_use": {
                "type": "string",
                "pattern": r"^(never|\d{4}(-\d{2}(-\d{2})?)?)$",
                "description": "of a sealed test: the day its questions were first sent to a provider, or never",
            },
            "newest_item": {**DATE, "description": "when the newest question appeared"},
            "variant_of": {**TEXT, "description": "the older test that this one re-makes with new questions"},
            "relation": {"enum": ["refreshed", "perturbed"]},
            "chance_pct": {"type": ["string", "number"]},
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
    return object_schema("evidence.yaml", {}, {k: {"type": "array", "items": v} for k, v in rows.items()}, more=False)


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
    "evidence-task-practice": ("an estimate of task practice", task_practice),
    "evidence-practice-study": ("a model with its training compute", practice_study),
    "evidence-pairs": ("a model on a test and on its re-made version", pairs),
}
