"""Every Eval Ever records, schema 0.1.0 to 0.3.0: the aggregate JSON and the JSON-lines of items."""

from __future__ import annotations

import re
from typing import Any

from auditgen.intake.logs.collect import Collected
from auditgen.intake.logs.fields import (
    at,
    iso_date,
    item_date,
    mapping,
    number,
    objects,
    score_text,
    settings,
    unix_date,
    whole,
)
from auditgen.intake.logs.model import EvalRun, ItemScore, LogError, ScoreUnit
from auditgen.intake.logs.privacy import cluster_name, item_name, model_name, plain
from auditgen.intake.logs.source import LogSource

FORMAT, ITEMS_FORMAT = "every_eval_ever", "every_eval_ever_items"
_SHOTS = re.compile(r"(?<![\w.])(\d{1,3})[- ]shot\b", re.I)
_SHOT_KEYS = ("num_fewshot", "n_shot", "n_shots", "num_shots", "shots", "fewshot")
_UNITS: dict[str, ScoreUnit] = {
    "proportion": "fraction",
    "fraction": "fraction",
    "percent": "percent",
    "percentage": "percent",
    "points": "points",
    "elo": "rating",
    "rating": "rating",
    "count": "count",
}


def read(document: Any, source: LogSource) -> Collected:
    """One aggregate record. Unknown keys are passed over; prompts, commands and judge instructions are not read."""
    found = Collected(source.name)
    info = mapping(at(document, "model_info"))
    model, local = model_name(info.get("id") or info.get("name"))
    if local:
        found.note("the model was loaded from a local folder; only its last name is kept")
    library = mapping(at(document, "eval_library"))
    for i, result in objects(at(document, "evaluation_results")):
        details = mapping(result.get("score_details"))
        metric = mapping(result.get("metric_config"))
        data = mapping(result.get("source_data") or at(document, "source_data"))
        doubt = mapping(details.get("uncertainty"))
        score = number(details.get("score"))
        unit, notes = _unit(metric, score)
        low, high = number(at(doubt, "confidence_interval", "lower")), number(at(doubt, "confidence_interval", "upper"))
        interval = (low, high) if low is not None and high is not None and low <= high else None
        stderr = number(at(doubt, "standard_error", "value"))
        n, total = whole(doubt.get("num_samples"), 1), whole(data.get("samples_number"), 1)
        lower = metric.get("lower_is_better")
        found.add_run(
            EvalRun(
                model=model,
                benchmark=plain(data.get("dataset_name") or result.get("evaluation_name"), 120),
                task=plain(result.get("evaluation_name"), 120),
                metric=plain(
                    metric.get("metric_name") or metric.get("metric_id") or metric.get("evaluation_description"), 120
                ),
                score=score,
                score_text=score_text(details.get("score")),
                unit=unit,
                stderr=stderr,
                stderr_method=plain(at(doubt, "standard_error", "method"), 80) if stderr is not None else "",
                ci=interval,
                ci_level=number(at(doubt, "confidence_interval", "confidence_level")) if interval else None,
                n_items=n,
                n_total=total,
                shots=_shots(data, metric),
                split=plain(data.get("hf_split"), 40),
                setting=_setting(document, result, data),
                status="partial" if n and total and n < total else "complete",
                status_reason=f"{n} of {total} items were scored" if n and total and n < total else "",
                date=_date(result.get("evaluation_timestamp")) or _date(at(document, "evaluation_timestamp")),
                retrieved_date=_date(at(document, "retrieved_timestamp")),
                higher_is_better=not lower if isinstance(lower, bool) else None,
                model_revision=plain(
                    at(info, "additional_details", "revision") or at(info, "additional_details", "model_revision"), 80
                ),
                harness=plain(library.get("name"), 80),
                harness_version=plain(library.get("version"), 80),
                pointer=f"/evaluation_results/{i}",
                source_format=FORMAT,
                file_name=source.name,
                notes=notes,
            )
        )
    if not found.runs:
        found.note("the record holds no score")
    return found


def _unit(metric: dict[str, Any], score: float | None) -> tuple[ScoreUnit, tuple[str, ...]]:
    """Unit as stated; a range of 0 to 1 or 0 to 100 is a statement too, the size of the score is not."""
    low, high = number(metric.get("min_score")), number(metric.get("max_score"))
    word = plain(metric.get("metric_unit"), 40).lower()
    ranged: ScoreUnit = {(0.0, 1.0): "fraction", (0.0, 100.0): "percent"}.get((low, high), "")  # type: ignore[assignment, arg-type]
    unit: ScoreUnit = _UNITS.get(word, "other" if word else ranged)
    notes = []
    if unit in ("fraction", "percent") and ranged and ranged != unit:
        notes.append(f"the record contradicts itself: unit {word}, range {low:g} to {high:g}")
        unit = ""
    if score is not None and high is not None and low is not None and low <= high and not low <= score <= high:
        notes.append(f"the score lies outside the stated range {low:g} to {high:g}")
        unit = "" if unit in ("fraction", "percent") else unit
    return unit, tuple(notes)


def _shots(data: dict[str, Any], metric: dict[str, Any]) -> int | None:
    """No field exists for it: further details first, then a description such as "5-shot CoT"."""
    for details in (data.get("additional_details"), metric.get("additional_details")):
        for key in _SHOT_KEYS:
            if (shots := whole(at(details, key), 0, 1000)) is not None:
                return shots
    described = metric.get("evaluation_description")
    said = _SHOTS.findall(described[:2000]) if isinstance(described, str) else []
    return int(said[0]) if len(set(said)) == 1 else None


def _setting(document: Any, result: dict[str, Any], data: dict[str, Any]) -> dict[str, str]:
    given = mapping(at(result, "generation_config", "generation_args"))
    about = mapping(at(document, "source_metadata"))
    judges = [
        model_name(at(j, "model_info", "id"))[0]
        for _, j in objects(at(result, "metric_config", "llm_scoring", "judges"))
    ]
    repository = data.get("hf_repo")
    return settings(
        dataset=plain(repository, 120),
        temperature=given.get("temperature"),
        top_p=given.get("top_p"),
        max_tokens=given.get("max_tokens"),
        reasoning=given.get("reasoning"),
        max_attempts=given.get("max_attempts"),
        judge=", ".join(j for j in judges[:6] if j),
        evaluator_relationship=plain(about.get("evaluator_relationship"), 40),
        evaluator=plain(about.get("source_organization_name"), 120),
        source=plain(about.get("source_name"), 120),
        source_type=plain(about.get("source_type"), 40),
    )


def _date(value: Any) -> str:
    return unix_date(value) or iso_date(value)


def item_file_name(document: Any) -> str:
    """Bare name of the record's item file; "" where there is none. Never a path: the record may come from anywhere."""
    path = at(document, "detailed_evaluation_results", "file_path")
    name = re.split(r"[\\/]", path)[-1] if isinstance(path, str) else ""
    return name if re.fullmatch(r"[\w.-]{1,200}\.jsonl", name) and not name.startswith(".") else ""


def stated_checksum(document: Any) -> tuple[str, str]:
    """Hash algorithm and digest that the record states for its item file; ("", "") where it states none."""
    about = at(document, "detailed_evaluation_results")
    algorithm, digest = at(about, "hash_algorithm"), at(about, "checksum")
    if algorithm in ("sha256", "md5") and isinstance(digest, str) and re.fullmatch(r"[0-9a-fA-F]{32,64}", digest):
        return str(algorithm), digest.lower()
    return "", ""


def read_items(_: Any, source: LogSource) -> Collected:
    """The item file: ids, hashes and scores; inputs, outputs and messages are not read."""
    found = Collected(source.name)
    for position, line in source.json_lines():
        if not isinstance(line, dict) or "sample_id" not in line:
            raise LogError(
                source.name,
                where=f"line {position}",
                expected="an item record with sample_id and evaluation",
                found="something else",
                mend="give the file as it was written",
            )
        score = number(at(line, "evaluation", "score"))
        right = at(line, "evaluation", "is_correct")
        partial = score is not None and 0 < score < 1
        found.add_item(
            ItemScore(
                model=model_name(line.get("model_id"))[0],
                benchmark=plain(line.get("evaluation_name"), 120),
                item_id=item_name(line["sample_id"]),
                score=score if score is not None else (float(right) if isinstance(right, bool) else None),
                correct=right if isinstance(right, bool) and not (partial and not right) else None,
                metric=plain(line.get("evaluation_result_id"), 120),
                cluster=cluster_name(line.get("metadata")),
                date=item_date(line.get("metadata")),
                item_hash=plain(line.get("sample_hash"), 80),
            )
        )
    return found
