"""Every Eval Ever 0.3.0 records from any log: one aggregate per model, and its items without prompts or answers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from auditgen.intake.logs.fields import number, unix_seconds
from auditgen.intake.logs.model import EvalRun, ItemScore, LogContents
from auditgen.intake.logs.tables import slug

SCHEMA_VERSION = "0.3.0"
_UNIT_WORDS = {"fraction": "proportion", "percent": "percent", "points": "points", "rating": "elo", "count": "count"}
_RANGES = {"fraction": (0.0, 1.0), "percent": (0.0, 100.0)}
WITHHELD = "prompts and answers were not collected"


def eee_files(log: LogContents, retrieved: int) -> dict[str, bytes]:
    """Relative path and bytes of the records of one log: `data/<source>/<developer>/<model>/<uuid>.json` and items.

    `retrieved` is the time of conversion in Unix seconds. Runs without a value are left out (the schema has no place
    for them), failed runs keep their status in the result's details. A file of items alone gives nothing: a record
    needs a score. Ids are derived from the content, so the same log gives the same files.
    """
    files: dict[str, bytes] = {}
    for model in dict.fromkeys(run.model for run in log.runs):
        runs = [run for run in log.runs if run.model == model and run.score is not None]
        if not runs:
            continue
        record = _record(log, model, runs, retrieved)
        record_id = _uuid(json.dumps({**record, "retrieved_timestamp": ""}, sort_keys=True), log.items)
        folder = (
            f"data/{slug(log.source_format)}/{slug(_developer(model)) or 'unknown'}/{slug(_short(model)) or 'unknown'}"
        )
        lines = _item_lines(record, runs, [item for item in log.items if item.model in (model, "")])
        if lines:
            data = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()
            path = f"{folder}/{record_id}_samples.jsonl"
            files[path] = data
            record["detailed_evaluation_results"] = {
                "format": "jsonl",
                "file_path": path,
                "hash_algorithm": "sha256",
                "checksum": hashlib.sha256(data).hexdigest(),
                "total_rows": len(lines),
                "additional_details": {"withheld": WITHHELD},
            }
        text = json.dumps(record, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
        files[f"{folder}/{record_id}.json"] = text.encode()
    return files


def _record(log: LogContents, model: str, runs: list[EvalRun], retrieved: int) -> dict[str, Any]:
    first = runs[0]
    documented = log.source_format in ("hf_model_index", "hf_community_evals", "lmarena_csv", "lm_eval_table")
    dates = sorted(seconds for run in runs if (seconds := unix_seconds(run.date)) is not None)
    relation = first.setting.get("evaluator_relationship", "other")
    record: dict[str, Any] = {
        "schema_version": SCHEMA_VERSION,
        "evaluation_id": f"{log.source_format}/{model or 'unknown'}/{dates[0] if dates else retrieved}",
        "retrieved_timestamp": str(retrieved),
        "source_metadata": {
            "source_name": first.setting.get("source") or first.source_format,
            "source_type": "documentation" if documented else first.setting.get("source_type", "evaluation_run"),
            "source_organization_name": first.setting.get("evaluator") or "unknown",
            "evaluator_relationship": relation
            if relation in ("first_party", "third_party", "collaborative", "other")
            else "other",
            "additional_details": {"file_name": log.file_name, "converted_by": "auditgen", "withheld": WITHHELD},
        },
        "eval_library": {"name": first.harness or "unknown", "version": first.harness_version or "unknown"},
        "model_info": _model_info(model, first),
        "evaluation_results": [_result(run, i) for i, run in enumerate(runs)],
    }
    if record["source_metadata"]["source_type"] not in ("documentation", "evaluation_run"):
        record["source_metadata"]["source_type"] = "documentation"
    if dates:
        record["evaluation_timestamp"] = str(dates[0])
    return record


def _model_info(model: str, run: EvalRun) -> dict[str, Any]:
    details = {"deployment_type": "unknown", "model_availability": "unknown"}
    if run.model_revision:
        details["revision"] = run.model_revision
    info = {"name": _short(model) or "unknown", "id": model or "unknown", "additional_details": details}
    return {**info, "developer": _developer(model)} if _developer(model) else info


def _result(run: EvalRun, position: int) -> dict[str, Any]:
    metric: dict[str, Any] = {
        "metric_id": run.metric or "unknown",
        "metric_name": run.metric or "unknown",
        "lower_is_better": run.higher_is_better is False,
        "additional_details": _texts(
            direction="" if run.higher_is_better is not None else "not stated in the source",
            filter=run.filter,
            scorer=run.scorer,
            num_fewshot="" if run.shots is None else run.shots,
        ),
    }
    if run.unit in _UNIT_WORDS:
        metric["metric_unit"] = _UNIT_WORDS[run.unit]
    if run.unit in _RANGES:
        metric["score_type"] = "continuous"
        metric["min_score"], metric["max_score"] = _RANGES[run.unit]
    score: dict[str, Any] = {"score": run.score}
    details = _texts(
        status=run.status if run.status != "complete" else "",
        status_reason=run.status_reason,
        score_as_printed=run.score_text,
        notes="; ".join(run.notes),
    )
    if details:
        score["details"] = details
    if doubt := _uncertainty(run):
        score["uncertainty"] = doubt
    result: dict[str, Any] = {
        "evaluation_result_id": _result_id(run, position),
        "evaluation_name": run.task or run.benchmark or "unknown",
        "source_data": _source_data(run),
        "metric_config": metric,
        "score_details": score,
    }
    if date := unix_seconds(run.date):
        result["evaluation_timestamp"] = str(date)
    if arguments := _generation(run):
        result["generation_config"] = arguments
    return result


def _result_id(run: EvalRun, position: int) -> str:
    parts = (run.task or run.benchmark, run.scorer, run.metric, run.filter, run.split)
    return f"{position}:" + "/".join(part for part in parts if part)


def _source_data(run: EvalRun) -> dict[str, Any]:
    about = _texts(
        subset=run.subset,
        split=run.split,
        task_version=run.task_version,
        dataset=run.setting.get("dataset", ""),
        n_total="" if run.n_total is None else run.n_total,
    )
    data: dict[str, Any] = {"dataset_name": run.benchmark or "unknown", "source_type": "other"}
    return {**data, "additional_details": about} if about else data


def _uncertainty(run: EvalRun) -> dict[str, Any]:
    doubt: dict[str, Any] = {}
    if run.stderr is not None:
        doubt["standard_error"] = {"value": run.stderr, "method": run.stderr_method or "unknown"}
    if run.ci:
        doubt["confidence_interval"] = {"lower": run.ci[0], "upper": run.ci[1]}
        if run.ci_level is not None and 0 <= run.ci_level <= 1:
            doubt["confidence_interval"]["confidence_level"] = run.ci_level
    if run.n_items is not None:
        doubt["num_samples"] = run.n_items
    return doubt


def _generation(run: EvalRun) -> dict[str, Any]:
    arguments: dict[str, Any] = {}
    for name in ("temperature", "top_p"):
        if (value := number(run.setting.get(name))) is not None:
            arguments[name] = value
    tokens = number(run.setting.get("max_tokens"))
    if tokens is not None and tokens >= 1 and tokens == int(tokens):
        arguments["max_tokens"] = int(tokens)
    known = ("temperature", "top_p", "max_tokens", "evaluator", "evaluator_relationship", "source", "source_type")
    others = {key: value for key, value in run.setting.items() if key not in known}
    config: dict[str, Any] = {"generation_args": arguments} if arguments else {}
    return {**config, "additional_details": others} if others else config


def _item_lines(record: dict[str, Any], runs: list[EvalRun], items: Iterable[ItemScore]) -> list[dict[str, Any]]:
    """Items that belong to exactly one of the runs. `is_correct` is true only for full credit."""
    lines = []
    for item in items:
        owners = [i for i, run in enumerate(runs) if _belongs(item, run)]
        if not owners or item.score is None:
            continue
        run = runs[owners[0]]
        details = _texts(cluster=item.cluster, epoch=item.epoch if item.epoch != 1 else "", withheld=WITHHELD)
        lines.append(
            {
                "schema_version": SCHEMA_VERSION,
                "evaluation_id": record["evaluation_id"],
                "model_id": record["model_info"]["id"],
                "evaluation_name": run.task or run.benchmark or "unknown",
                "evaluation_result_id": _result_id(run, owners[0]),
                "sample_id": item.item_id,
                "sample_hash": item.item_hash or None,
                "interaction_type": "single_turn",
                "input": {"raw": "", "reference": []},
                "output": {"raw": []},
                "answer_attribution": [],
                "evaluation": {"score": item.score, "is_correct": item.correct is True},
                "metadata": details,
            }
        )
    return lines


def _belongs(item: ItemScore, run: EvalRun) -> bool:
    if item.scorer or run.scorer:  # Inspect AI: the scorer's value is what its metrics average
        return item.scorer == run.scorer and run.metric in ("accuracy", "mean")
    return item.metric == run.metric and item.filter in (run.filter, run.split)


def _texts(**values: str | int | float) -> dict[str, str]:
    return {name: str(value) for name, value in values.items() if value != ""}


def _developer(model: str) -> str:
    return model.partition("/")[0] if "/" in model else ""


def _short(model: str) -> str:
    return model.rpartition("/")[2]


def _uuid(record: str, items: tuple[ItemScore, ...]) -> str:
    """A version 4 UUID in form, from the content: the same log gives the same id."""
    digest = hashlib.sha256(record.encode())
    for item in items:
        digest.update(f"{item.item_id}\0{item.epoch}\0{item.score}\0".encode("utf-8", "replace"))
    text = digest.hexdigest()
    return f"{text[:8]}-{text[8:12]}-4{text[13:16]}-{'89ab'[int(text[16], 16) % 4]}{text[17:20]}-{text[20:32]}"
