"""lighteval result files, whose shape Open LLM Leaderboard v1 shared."""

from __future__ import annotations

import re
from typing import Any

from auditgen.intake.logs.collect import Collected
from auditgen.intake.logs.fields import at, mapping, number, score_text, settings, shots_in, whole
from auditgen.intake.logs.model import EvalRun, RunStatus
from auditgen.intake.logs.privacy import model_name, plain
from auditgen.intake.logs.source import LogSource
from auditgen.intake.logs.units import unit_of

FORMAT = "lighteval"
_NAME = re.compile(r"^results_(\d{4}-\d\d-\d\d)T(\d\d)[-:](\d\d)[-:](\d\d)")


def read(document: Any, source: LogSource) -> Collected:
    """One result file. `all` is an average over the tasks and is left out; `start_time` is no calendar time."""
    found = Collected(source.name)
    general = mapping(at(document, "config_general"))
    nested = mapping(general.get("model_config"))  # newer releases
    model, local = model_name(general.get("model_name") or nested.get("model_name"))
    if local:
        found.note("the model was loaded from a local folder; only its last name is kept")
    stamped = _NAME.match(source.name)
    date = f"{stamped[1]}T{stamped[2]}:{stamped[3]}:{stamped[4]}" if stamped else ""
    if date:
        found.note("the date is taken from the file's name")
    commit = plain(general.get("lighteval_sha"), 60)
    for key, metrics in mapping(at(document, "results")).items():
        if key == "all":
            continue
        task, shots = task_and_shots(key)
        n, total = _counts(document, key, task)
        status, reason = _status(general, n, total)
        for metric, value in mapping(metrics).items():
            if metric.endswith("_stderr") or not isinstance(value, int | float | None):
                continue
            score, stderr = number(value), number(mapping(metrics).get(f"{metric}_stderr"))
            unit, by_name = unit_of(metric, score)
            stated = _direction(document, key, task, metric)
            found.add_run(
                EvalRun(
                    model=model,
                    benchmark=plain(task, 120),
                    task=plain(key, 160),
                    metric=plain(metric, 80),
                    score=score,
                    score_text=score_text(value),
                    unit=unit,
                    stderr=stderr,
                    stderr_method="one standard error, as the harness computes it" if stderr is not None else "",
                    n_items=n,
                    n_total=total,
                    shots=shots,
                    setting=settings(
                        dtype=plain(general.get("model_dtype") or nested.get("dtype"), 40),
                        max_samples=general.get("max_samples"),
                        num_fewshot_seeds=general.get("num_fewshot_seeds"),
                        aggregate=True if "_average" in key else None,
                    ),
                    status=status,
                    status_reason=reason,
                    date=date,
                    higher_is_better=by_name if stated is None else stated,
                    model_revision=plain(general.get("model_sha") or nested.get("revision"), 80),
                    harness="lighteval",
                    harness_version=f"sha {commit}" if commit else "",
                    task_version=plain(at(document, "versions", key), 40),
                    task_hash=plain(at(document, "summary_tasks", key, "hashes", "hash_examples"), 80),
                    pointer=f"/results/{plain(key, 160)}/{plain(metric, 80)}",
                    source_format=FORMAT,
                    file_name=source.name,
                    notes=() if score is not None else ("the log gives no value for this metric",),
                )
            )
    if not found.runs:
        found.note("the log holds no score")
    return found


def task_and_shots(key: str) -> tuple[str, int | None]:
    """Task and shots in "suite|task|shots" or "task|shots"; a fourth part is a switch for truncation."""
    parts = key.split("|")
    if len(parts) == 1:
        return key, None
    if len(parts) == 4:
        return parts[1], shots_in(parts[2])
    return parts[-2], shots_in(parts[-1])


def _task_config(document: Any, key: str, task: str) -> dict[str, Any]:
    """`config_tasks` is keyed "suite|task", with or without the shots."""
    configs = mapping(at(document, "config_tasks"))
    for name in (key, key.rpartition("|")[0]):
        if isinstance(configs.get(name), dict):
            return mapping(configs[name])
    matching = [c for name, c in configs.items() if task in name.split("|") and isinstance(c, dict)]
    return mapping(matching[0]) if len(matching) == 1 else {}


def _counts(document: Any, key: str, task: str) -> tuple[int | None, int | None]:
    config = _task_config(document, key, task)
    return whole(config.get("effective_num_docs"), 1), whole(config.get("original_num_docs"), 1)


def _direction(document: Any, key: str, task: str, metric: str) -> bool | None:
    listed = _task_config(document, key, task).get("metric")
    for entry in listed if isinstance(listed, list) else []:
        if at(entry, "metric_name") == metric and isinstance(at(entry, "higher_is_better"), bool):
            return bool(at(entry, "higher_is_better"))
    return None


def _status(general: dict[str, Any], n: int | None, total: int | None) -> tuple[RunStatus, str]:
    limit = whole(general.get("max_samples"), 1)
    short = n is not None and total is not None and n < total
    if limit is not None and (short or total is None):
        return "limited", f"the run was limited (max_samples {limit}" + (f": {n} of {total} items)" if short else ")")
    if short:
        return "partial", f"{n} of {total} items were scored"
    return "complete", ""
