"""Inspect AI logs as JSON: runs from the header, items from the samples.

`version` is 2 in all releases from 0.3.41 to 0.3.285, so the shape is read from the keys.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from auditgen.intake.logs.collect import Collected
from auditgen.intake.logs.fields import at, iso_date, item_date, mapping, number, objects, score_text, settings, whole
from auditgen.intake.logs.model import EvalRun, ItemScore, RunStatus, ScoreUnit
from auditgen.intake.logs.privacy import cluster_name, item_name, model_name, plain
from auditgen.intake.logs.source import LogSource

FORMAT = "inspect_ai"
# The harness's own value_to_float: a letter or a word is a score.
_VALUES = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0, "yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}
_SPREAD = ("stderr", "std", "var", "bootstrap_stderr", "ci_lower", "ci_upper")
_SMALL = 30


def read(document: Any, source: LogSource) -> Collected:
    """One Inspect AI log in its JSON form."""
    found = Collected(source.name)
    add_runs(found, document)
    add_samples(found, document, (sample for _, sample in objects(at(document, "samples"))))
    return found


def add_runs(found: Collected, header: Any) -> None:
    """One run per scorer, reducer and metric of the header's results."""
    results = mapping(at(header, "results"))
    scores = list(objects(results.get("scores")))
    if not scores and isinstance(results.get("metrics"), dict):  # one scorer only, before 0.3.30
        scores = [(0, results)]
    shared = _shared(header)
    if not scores:
        found.note(f"the log holds no score (status: {plain(at(header, 'status'), 40) or 'not stated'})")
    several_reducers = len({str(at(s, "name")) for _, s in scores}) < len(scores)
    for i, score in scores:
        scorer = _scorer_label(score)
        metrics = mapping(score.get("metrics"))
        stderr, method = _standard_error(metrics)
        names = [name for name in metrics if _bare(name) not in _SPREAD]
        for name in names:
            value = at(metrics, name, "value")
            metric = _bare(name)
            mean_like = metric in ("accuracy", "mean") or len(names) == 1
            points = number(value)
            sane = points is None or 0 <= points <= 1
            unit: ScoreUnit = "fraction" if metric == "accuracy" and sane else ""
            run = EvalRun(
                metric=plain(metric, 80),
                score=points,
                score_text=score_text(value),
                unit=unit,
                scorer=scorer,
                filter=plain(score.get("reducer"), 40) if several_reducers else "",
                stderr=stderr if mean_like else None,
                stderr_method=method if mean_like and stderr is not None else "",
                pointer=f"/results/scores/{i}/metrics/{plain(name, 80)}",
                file_name=found.file_name,
                **_counts(header, score, results),
                **shared,
            )
            found.add_run(_with_caution(run))


def _shared(header: Any) -> dict[str, Any]:
    spec = mapping(at(header, "eval"))
    model, local = model_name(spec.get("model"))
    task = plain(spec.get("task_registry_name") or spec.get("task"), 120)
    config, plan = mapping(spec.get("config")), mapping(at(header, "plan", "config"))
    generate = mapping(spec.get("model_generate_config"))
    solvers = [plain(at(step, "solver"), 60) for _, step in objects(at(header, "plan", "steps"))][:12]
    judges = [model_name(at(role, "model"))[0] for role in list(mapping(spec.get("model_roles")).values())[:6]]
    thought = [cot for _, s in objects(at(header, "plan", "steps")) if isinstance(cot := at(s, "params", "cot"), bool)]
    reducers = config.get("epochs_reducer")
    return {
        "model": model,
        "benchmark": task.rpartition("/")[2],
        "task": task,
        "source_format": FORMAT,
        "date": iso_date(spec.get("created")),
        "harness": "inspect_ai",
        "harness_version": plain(at(spec, "packages", "inspect_ai"), 80),
        "task_version": plain(spec.get("task_version"), 40),
        "setting": settings(
            dataset=plain(at(spec, "dataset", "name"), 120),
            temperature=_first(plan.get("temperature"), generate.get("temperature")),
            top_p=_first(plan.get("top_p"), generate.get("top_p")),
            max_tokens=_first(plan.get("max_tokens"), generate.get("max_tokens")),
            reasoning_effort=_first(plan.get("reasoning_effort"), generate.get("reasoning_effort")),
            seed=_first(plan.get("seed"), generate.get("seed")),
            epochs=config.get("epochs"),
            epochs_reducer=", ".join(plain(r, 30) for r in reducers[:6]) if isinstance(reducers, list) else None,
            limit=config.get("limit"),
            message_limit=config.get("message_limit"),
            solvers=", ".join(s for s in solvers if s),
            cot=thought[0] if thought else None,
            judge=", ".join(j for j in judges if j),
        ),
        "notes": ("the model was loaded from a local folder; only its last name is kept",) if local else (),
    }


def _first(*values: Any) -> Any:
    return next((v for v in values if v is not None), None)


def _bare(name: str) -> str:
    """ "inspect_ai/accuracy" is "accuracy"."""
    return name.rpartition("/")[2]


def _scorer_label(score: dict[str, Any]) -> str:
    name, scorer = plain(score.get("name"), 80), plain(score.get("scorer"), 80)
    return f"{scorer}:{name}" if name and scorer and name != scorer else name or scorer


def _standard_error(metrics: dict[str, Any]) -> tuple[float | None, str]:
    for name in metrics:
        if _bare(name) in ("stderr", "bootstrap_stderr"):
            given = mapping(_first(at(metrics, name, "params"), at(metrics, name, "options")))
            cluster = plain(given.get("cluster"), 40)
            method = f"clustered by {cluster}" if cluster else _bare(name)
            return number(at(metrics, name, "value")), method
    return None, ""


def _counts(header: Any, score: dict[str, Any], results: dict[str, Any]) -> dict[str, Any]:
    """Scored items, items of the whole test, and what that makes of the run.

    `completed_samples` counts every repetition ("epoch") of an item, so it is divided; the smallest of the counts that
    the log gives is taken, because a count that is too large makes an interval too narrow.
    """
    spec = mapping(at(header, "eval"))
    epochs = whole(at(spec, "config", "epochs"), 1, 10_000) or 1
    completed = whole(results.get("completed_samples"))
    ids = at(spec, "dataset", "sample_ids")
    counts = [
        whole(score.get("scored_samples")),
        completed // epochs if completed is not None else None,
        len(ids) if isinstance(ids, list) and ids else None,
    ]
    known = [c for c in counts if c is not None]
    n = min(known) if known and (completed is not None or counts[0] is not None) else None
    total = whole(at(spec, "dataset", "samples"), 1)
    status, reason = _status(header, n, total)
    return {"n_items": n, "n_total": total, "status": status, "status_reason": reason}


def _status(header: Any, n: int | None, total: int | None) -> tuple[RunStatus, str]:
    word = plain(at(header, "status"), 40)
    if word != "success":
        return "failed", f"the harness reports status {word or '(none)'}"
    if at(header, "invalidated") is True:
        return "failed", "the log was marked as invalidated"
    if n is not None and total is not None and n < total:
        if at(header, "eval", "config", "limit") is not None:
            return "limited", f"the run was limited: {n} of {total} items"
        return "partial", f"{n} of {total} items were scored"
    if n is None:
        return "partial", "the number of scored items is not stated"
    return "complete", ""


def _with_caution(run: EvalRun) -> EvalRun:
    if run.metric == "accuracy" and run.unit == "":
        run = replace(run, notes=(*run.notes, "the accuracy lies outside 0 to 1, so its unit is not known"))
    if run.stderr == 0 and run.n_items is not None and run.n_items < _SMALL:
        text = f"a standard error of 0 on {run.n_items} item(s) is not certainty"
        return replace(run, notes=(*run.notes, text))
    return run


def item_value(value: Any) -> tuple[float | None, bool | None]:
    """Score of one sample and whether it is right; partial credit is neither right nor wrong."""
    if isinstance(value, bool):
        return float(value), value
    if isinstance(value, str):
        score = _VALUES.get(value, _VALUES.get(value.strip().lower()))
        if score is None:
            score = number(value)
    else:
        score = number(value)
    return score, {1.0: True, 0.0: False}.get(score) if score is not None else None


def add_samples(found: Collected, header: Any, samples: Iterable[dict[str, Any]]) -> None:
    """Item scores of the samples; only ids, scores and short labels are looked at."""
    shared = _shared(header)
    for sample in samples:
        for scorer, score in mapping(sample.get("scores")).items():
            raw = at(score, "value") if isinstance(score, dict) else score
            parts = raw.items() if isinstance(raw, dict) else [("", raw)]
            for part, value in parts:
                points, correct = item_value(value)
                found.add_item(
                    ItemScore(
                        model=shared["model"],
                        benchmark=shared["benchmark"],
                        item_id=item_name(sample.get("id")),
                        score=points,
                        correct=correct,
                        scorer=f"{plain(scorer, 80)}:{plain(part, 60)}" if part else plain(scorer, 80),
                        cluster=cluster_name(sample.get("metadata")),
                        date=item_date(sample.get("metadata")),
                        run_date=shared["date"],
                        epoch=whole(sample.get("epoch"), 1, 100_000) or 1,
                    )
                )
