"""OpenAI evals logs: JSON lines with a spec, events per sample and one final report, in any order."""

from __future__ import annotations

from typing import Any

from auditgen.intake.logs.collect import Collected
from auditgen.intake.logs.fields import at, iso_date, mapping, number, score_text, settings, whole
from auditgen.intake.logs.model import EvalRun, ItemScore, RunStatus
from auditgen.intake.logs.privacy import item_name, model_name, plain
from auditgen.intake.logs.source import LogSource

FORMAT = "openai_evals"
_STDERR = ("boostrap_std", "bootstrap_std")  # the first is how the harness spells it


def read(_: Any, source: LogSource) -> Collected:
    """One log. `run_config.command` and the sampled text are not read."""
    found = Collected(source.name)
    spec: dict[str, Any] = {}
    report: dict[str, Any] | None = None
    report_line = 0
    for position, line in source.json_lines():
        if isinstance(at(line, "spec"), dict):
            spec = spec or line["spec"]
        elif isinstance(at(line, "final_report"), dict):
            report, report_line = line["final_report"], position
        elif isinstance(at(line, "data"), dict):
            _add_event(found, spec, line)
    _add_report(found, spec, report, report_line)
    return found


def _model(spec: dict[str, Any]) -> str:
    functions = spec.get("completion_fns")
    names = [model_name(f)[0] for f in functions[:6]] if isinstance(functions, list) else []
    return ", ".join(n for n in names if n)


def _add_event(found: Collected, spec: dict[str, Any], event: dict[str, Any]) -> None:
    data = event["data"]
    if event.get("type") == "match":
        values = {"accuracy": data.get("correct")}
    elif event.get("type") == "metrics":
        values = data
    else:
        return
    for metric, raw in values.items():
        right = raw if isinstance(raw, bool) else None
        score = float(raw) if isinstance(raw, bool) else None if isinstance(raw, str) else number(raw)
        if score is None:
            continue
        found.add_item(
            ItemScore(
                model=_model(spec),
                benchmark=plain(spec.get("base_eval") or spec.get("eval_name"), 120),
                item_id=item_name(event.get("sample_id")),
                score=score,
                correct=right,
                metric=plain(metric, 80),
                run_date=iso_date(event.get("created_at")),
            )
        )


def _add_report(found: Collected, spec: dict[str, Any], report: dict[str, Any] | None, line: int) -> None:
    n = len({item.item_id for item in found.items}) or None
    config = mapping(spec.get("run_config"))
    limit = whole(config.get("max_samples"), 1)
    status: RunStatus = "limited" if limit is not None else "complete"
    reason = f"the run was limited (max_samples {limit})" if limit is not None else ""
    if report is None:
        found.note("the log has no final report: the run did not finish, and only its items were read")
        return
    spread = next((s for s in _STDERR if number(report.get(s)) is not None), "")
    for metric, value in report.items():
        score = None if isinstance(value, str | bool) else number(value)
        if metric in _STDERR or (score is None and value is not None):
            continue
        is_accuracy = metric == "accuracy"
        notes = []
        right = [i.score for i in found.items if i.metric == "accuracy" and i.score is not None] if is_accuracy else []
        if right and score is not None and abs(sum(right) / len(right) - score) > 1e-6:
            notes.append(f"the report says {score:.4f}, the items in the same log give {sum(right) / len(right):.4f}")
        found.add_run(
            EvalRun(
                model=_model(spec),
                benchmark=plain(spec.get("base_eval") or spec.get("eval_name"), 120),
                task=plain(spec.get("eval_name"), 120),
                split=plain(spec.get("split"), 40),
                metric=plain(metric, 80),
                score=score,
                score_text=score_text(value),
                unit="fraction" if is_accuracy and (score is None or 0 <= score <= 1) else "",
                stderr=number(report.get(spread)) if is_accuracy and spread else None,
                stderr_method="bootstrap" if is_accuracy and spread else "",
                n_items=n,
                setting=settings(seed=config.get("seed"), max_samples=limit),
                status=status,
                status_reason=reason,
                date=iso_date(spec.get("created_at")),
                higher_is_better=True if is_accuracy else None,
                harness="OpenAI evals",
                pointer=f"line {line}",
                source_format=FORMAT,
                file_name=found.file_name,
                notes=tuple(notes),
            )
        )
