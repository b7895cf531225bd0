"""HELM run folders (`run_spec.json`, `stats.json`, `per_instance_stats.json`) and a `stats.json` alone.

`scenario_state.json`, which holds the prompts, is never opened.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from typing import Any

from auditgen.intake.logs.collect import Collected
from auditgen.intake.logs.fields import at, mapping, number, objects, score_text, settings, shots_in, whole
from auditgen.intake.logs.model import EvalRun, ItemScore, RunStatus
from auditgen.intake.logs.privacy import item_name, model_name, plain
from auditgen.intake.logs.source import LogSource
from auditgen.intake.logs.units import unit_of

FORMAT = "helm"
# Bookkeeping and cost, not quality.
_NOT_QUALITY = re.compile(
    r"^(?:num_|finish_reason_|inference_|training_|batch_size|max_prob|logprob|prompt_truncated|estimated_num_|denoised_)"
)


def read(folder: Any, source: LogSource) -> Collected:
    """One run: `folder` maps "run_spec", "stats" and, if present, "per_instance_stats" to parsed JSON.

    The headline is a metric on the split `test` without perturbation; perturbed copies are left out and counted.
    `count` in these files is a number of trials, and `stddev` runs over trials, so neither is used as n or as a
    standard error. Where the items are there, the standard error is computed from them (s / sqrt(n)).
    """
    found = Collected(source.name)
    spec, stats = mapping(at(folder, "run_spec")), at(folder, "stats")
    shared = _shared(spec)
    if not spec:
        found.note("stats.json alone names neither model nor test: give the whole run folder")
    numbers = _instances(stats)
    _add_items(found, at(folder, "per_instance_stats"), shared)
    per_item = _means_per_item(found.items)
    perturbed = 0
    for i, stat in objects(stats):
        metric, split = plain(at(stat, "name", "name"), 80), plain(at(stat, "name", "split"), 40)
        if not metric or _NOT_QUALITY.match(metric):
            continue
        if at(stat, "name", "perturbation") is not None:
            perturbed += 1
            continue
        n = numbers.get(split)
        score = number(stat.get("mean"))
        unit, better = unit_of(metric, score, text_overlap="fraction")
        scores = per_item.get((metric, split), [])
        stderr = _standard_error(scores) if len(scores) == n else None
        status, reason = _status(spec, numbers)
        found.add_run(
            EvalRun(
                metric=metric,
                split=split,
                score=score,
                score_text=score_text(stat.get("mean")),
                unit=unit,
                higher_is_better=better,
                n_items=n,
                stderr=stderr,
                stderr_method="computed from the items" if stderr is not None else "",
                status=status,
                status_reason=reason,
                pointer=f"stats.json /{i}",
                source_format=FORMAT,
                file_name=source.name,
                notes=() if score is not None else ("the log gives no value for this metric",),
                **shared,
            )
        )
    if perturbed:
        found.note(f"{perturbed} statistics on perturbed copies of the test were left out")
    return found


def _shared(spec: dict[str, Any]) -> dict[str, Any]:
    adapter = mapping(spec.get("adapter_spec"))
    arguments = mapping(at(spec, "scenario_spec", "args"))
    name = plain(spec.get("name"), 300)
    subset = ", ".join(f"{plain(k, 40)}={plain(v, 60)}" for k, v in list(arguments.items())[:8] if plain(v, 60))
    return {
        "model": model_name(adapter.get("model"))[0],
        "benchmark": name.partition(":")[0],
        "task": name,
        "subset": subset,
        "shots": shots_in(adapter.get("max_train_instances")),
        "harness": "HELM" if spec else "",
        "setting": settings(
            deployment=plain(adapter.get("model_deployment"), 120),
            method=plain(adapter.get("method"), 60),
            temperature=adapter.get("temperature"),
            max_tokens=adapter.get("max_tokens"),
            num_outputs=adapter.get("num_outputs"),
            num_train_trials=adapter.get("num_train_trials"),
            max_eval_instances=adapter.get("max_eval_instances"),
        ),
    }


def _instances(stats: Any) -> dict[str, int]:
    """Items per split: the statistic `num_instances` without perturbation."""
    counts: dict[str, int] = {}
    for _, stat in objects(stats):
        if at(stat, "name", "name") == "num_instances" and at(stat, "name", "perturbation") is None:
            n = whole(stat.get("mean"), 1)
            if n is not None:
                counts[plain(at(stat, "name", "split"), 40)] = n
    return counts


def _status(spec: dict[str, Any], counts: dict[str, int]) -> tuple[RunStatus, str]:
    allowed = whole(at(spec, "adapter_spec", "max_eval_instances"), 1)
    if allowed is not None and sum(counts.values()) >= allowed:
        return "limited", f"the run was limited to {allowed} items, and as many were used"
    return "complete", ""


def _add_items(found: Collected, per_instance: Any, shared: dict[str, Any]) -> None:
    prefix = f"{shared['subset']}/" if shared["subset"] else ""
    for _, instance in objects(per_instance):
        if instance.get("perturbation") is not None:
            continue
        for _, stat in objects(instance.get("stats")):
            metric = plain(at(stat, "name", "name"), 80)
            value = number(stat.get("mean"))
            if not metric or _NOT_QUALITY.match(metric) or value is None:
                continue
            if at(stat, "name", "perturbation") is not None:
                continue
            found.add_item(
                ItemScore(
                    model=shared["model"],
                    benchmark=shared["benchmark"],
                    # Ids are unique within a subset only.
                    item_id=prefix + item_name(instance.get("instance_id")),
                    score=value,
                    correct={1.0: True, 0.0: False}.get(value) if unit_of(metric, value)[0] != "other" else None,
                    metric=metric,
                    filter=plain(at(stat, "name", "split"), 40),
                    cluster=plain(shared["subset"], 60),
                    epoch=(whole(instance.get("train_trial_index"), 0, 10_000) or 0) + 1,
                )
            )


def _means_per_item(items: list[ItemScore]) -> dict[tuple[str, str], list[float]]:
    grouped: dict[tuple[str, str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for item in items:
        if item.score is not None:
            grouped[(item.metric, item.filter)][item.item_id].append(item.score)
    return {key: [sum(v) / len(v) for v in by_item.values()] for key, by_item in grouped.items()}


def _standard_error(scores: list[float]) -> float | None:
    """s / sqrt(n) with n - 1 in s; None below two items."""
    n = len(scores)
    if n < 2:
        return None
    mean = math.fsum(scores) / n
    return math.sqrt(math.fsum((s - mean) ** 2 for s in scores) / (n - 1) / n)
