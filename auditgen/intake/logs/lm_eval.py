"""lm-evaluation-harness result files: 0.3 and earlier, 0.4 of 2024, 0.4.9 of 2026."""

from __future__ import annotations

import re
from typing import Any

from auditgen.intake.logs.collect import Collected
from auditgen.intake.logs.fields import at, mapping, number, score_text, settings, shots_in, unix_date, whole
from auditgen.intake.logs.model import EvalRun, RunStatus
from auditgen.intake.logs.privacy import model_name, plain
from auditgen.intake.logs.source import LogSource
from auditgen.intake.logs.units import unit_of

FORMAT = "lm_eval"
# Everything else in the arguments (server addresses, folders, keys) stays in the log.
_MODEL_ARGUMENT = re.compile(r"(?:^|,)\s*(?:pretrained|model|model_name|path)=([^,]*)")
_OTHER_ARGUMENT = re.compile(r"(?:^|,)\s*(dtype|revision|quantization|load_in_4bit|load_in_8bit|peft|adapter)=([^,]*)")
_LABELS = ("alias", "sample_len", "samples", "name", "sample_count")


def read(document: Any, source: LogSource) -> Collected:
    """One result file. A metric under two filters gives two runs, group rows stay beside their subtasks."""
    found = Collected(source.name)
    shared = _shared(document)
    for task, metrics in mapping(at(document, "results")).items():
        for key, value in mapping(metrics).items():
            metric, _, metric_filter = key.partition(",")
            if metric in _LABELS or metric.endswith("_stderr"):
                continue
            if not isinstance(value, int | float | None) and value != "N/A":
                continue
            stderr_key = f"{metric}_stderr,{metric_filter}" if metric_filter else f"{metric}_stderr"
            found.add_run(_run(document, source, shared, task, metric, metric_filter, value, metrics.get(stderr_key)))
    if not found.runs:
        found.note("the log holds no score")
    return found


def _run(
    document: Any,
    source: LogSource,
    shared: dict[str, Any],
    task: str,
    metric: str,
    metric_filter: str,
    value: Any,
    stderr: Any,
) -> EvalRun:
    score = number(value)
    unit, by_name = unit_of(metric, score)
    stated = at(document, "higher_is_better", task, metric)
    better = stated if isinstance(stated, bool) else _from_task_config(document, task, metric)
    notes = list(shared["notes"])
    if score is None:
        notes.append("the log gives no value for this metric")
    elif unit == "" and not 0 <= score <= 1:
        notes.append("the score lies outside 0 to 1, so its unit is not known")
    subtasks = at(document, "group_subtasks", task)
    is_group = isinstance(subtasks, list) and bool(subtasks)
    if is_group:
        notes.append(f"an aggregate over {len(subtasks)} subtasks that stand beside it")
    n, total = _counts(document, task)
    status, reason = _status(document, n, total)
    return EvalRun(
        model=shared["model"],
        benchmark=plain(task, 120),
        task=plain(task, 120),
        metric=plain(metric, 80),
        filter=plain(metric_filter, 60),
        score=score,
        score_text=score_text(value),
        unit=unit,
        stderr=number(stderr),
        stderr_method="one standard error, as the harness computes it" if number(stderr) is not None else "",
        n_items=n,
        n_total=total,
        shots=_shots(document, task),
        setting={**shared["setting"], **_task_setting(document, task), **({"aggregate": "yes"} if is_group else {})},
        status=status,
        status_reason=reason,
        date=shared["date"],
        higher_is_better=by_name if better is None else better,
        model_revision=shared["revision"],
        harness="lm-evaluation-harness",
        harness_version=shared["version"],
        task_version=plain(at(document, "versions", task), 40),
        task_hash=plain(at(document, "task_hashes", task), 80),
        pointer=f"/results/{plain(task, 120)}/{plain(metric, 80)}"
        + (f",{plain(metric_filter, 60)}" if metric_filter else ""),
        source_format=FORMAT,
        file_name=source.name,
        notes=tuple(notes),
    )


def named_model(arguments: Any) -> tuple[str, bool]:
    """Model in the harness's arguments ("pretrained=org/name,dtype=auto" or an object), and whether it was a folder."""
    if isinstance(arguments, dict):
        value = next((arguments[k] for k in ("pretrained", "model", "model_name", "path") if k in arguments), "")
        return model_name(value)
    matched = _MODEL_ARGUMENT.search(arguments[:4000]) if isinstance(arguments, str) else None
    return model_name(matched[1]) if matched else ("", False)


def _shared(document: Any) -> dict[str, Any]:
    config = mapping(at(document, "config"))
    arguments = config.get("model_args")
    model, local = model_name(at(document, "model_name"))
    if not model:
        model, local = named_model(arguments)
    others = dict(_OTHER_ARGUMENT.findall(arguments[:4000])) if isinstance(arguments, str) else {}
    adapter = model_name(others.get("peft") or others.get("adapter"))[0]
    version, commit = plain(at(document, "lm_eval_version"), 40), plain(at(document, "git_hash"), 40)
    notes = ["the model was loaded from a local folder; only its last name is kept"] if local else []
    if adapter:
        notes.append(f"the model carries the adapter {adapter}")
    return {
        "model": model,
        "revision": plain(config.get("model_sha") or config.get("model_revision") or others.get("revision"), 80),
        "version": version or (f"git {commit}" if commit else ""),
        "date": unix_date(at(document, "date")),
        "notes": notes,
        "setting": settings(
            backend=plain(config.get("model"), 40),
            dtype=plain(others.get("dtype") or config.get("model_dtype"), 40),
            quantization=plain(others.get("quantization"), 40),
            adapter=adapter,
            limit=config.get("limit"),
            chat_template=_was_given(document, "chat_template"),
            fewshot_as_multiturn=at(document, "fewshot_as_multiturn"),
            system_instruction=_was_given(document, "system_instruction"),
            seed=config.get("random_seed"),
            fewshot_seed=config.get("fewshot_seed"),
        ),
    }


def _was_given(document: Any, key: str) -> bool | None:
    """Whether a template or instruction was used, without its text; None where the release does not record it."""
    known = mapping(document)
    return bool(known[key]) if key in known else None


def _task_setting(document: Any, task: str) -> dict[str, str]:
    config = mapping(at(document, "configs", task))
    generation = mapping(config.get("generation_kwargs"))
    return settings(
        dataset=plain(config.get("dataset_path"), 120),
        dataset_name=plain(config.get("dataset_name"), 80),
        test_split=plain(config.get("test_split"), 40),
        output_type=plain(config.get("output_type"), 40),
        temperature=generation.get("temperature"),
        do_sample=generation.get("do_sample"),
        max_tokens=generation.get("max_gen_toks"),
        repeats=config.get("repeats"),
    )


def _from_task_config(document: Any, task: str, metric: str) -> bool | None:
    listed = at(document, "configs", task, "metric_list")
    for entry in listed if isinstance(listed, list) else []:
        if at(entry, "metric") == metric and isinstance(at(entry, "higher_is_better"), bool):
            return bool(at(entry, "higher_is_better"))
    return None


def _shots(document: Any, task: str) -> int | None:
    per_task = at(document, "n-shot", task)
    return shots_in(per_task if per_task is not None else at(document, "config", "num_fewshot"))


def _counts(document: Any, task: str) -> tuple[int | None, int | None]:
    """Scored items and items of the test; a group's counts are the sums over its tasks, if all are known."""
    samples = mapping(at(document, "n-samples"))
    pending, tasks = [task], list[str]()
    seen: set[str] = set()
    while pending and len(seen) < 10_000:
        name = pending.pop()
        if name in seen:
            continue
        seen.add(name)
        below = at(document, "group_subtasks", name)
        if name not in samples and isinstance(below, list) and below:
            pending.extend(b for b in below if isinstance(b, str))
        else:
            tasks.append(name)
    scored = [whole(at(samples, name, "effective")) for name in tasks]
    whole_test = [whole(at(samples, name, "original")) for name in tasks]
    return _sum(scored), _sum(whole_test)


def _sum(counts: list[int | None]) -> int | None:
    known = [c for c in counts if c is not None]
    return sum(known) if known and len(known) == len(counts) else None


def _status(document: Any, n: int | None, total: int | None) -> tuple[RunStatus, str]:
    limit = at(document, "config", "limit")
    short = n is not None and total is not None and n < total
    if limit is not None and (short or total is None):
        return "limited", f"the run was limited (limit {plain(limit, 20)}" + (
            f": {n} of {total} items)" if short else ")"
        )
    if short:
        return "partial", f"{n} of {total} items were scored"
    return "complete", ""
