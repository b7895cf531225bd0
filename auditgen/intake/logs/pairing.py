"""Logs that belong together: sample files joined with the results of their run, and second copies of one run."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence

from auditgen.intake.logs import lm_eval, lm_eval_samples
from auditgen.intake.logs.fields import unix_seconds
from auditgen.intake.logs.model import EvalRun, LogContents

_RESULTS = re.compile(r"^results_(?P<stamp>\d{4}-\d\d-\d\dT[\d.-]+)\.json$")


def pair_samples(contents: Sequence[LogContents]) -> list[LogContents]:
    """Give every sample file its model and task where a result file among `contents` settles them.

    The harness's own hash over all items is the sound link. Where a file holds fewer items than were run, the time
    stamp that both file names carry is taken instead, and the notes say so.
    """
    results = [c for c in contents if c.source_format == lm_eval.FORMAT]
    by_hash: dict[str, list[EvalRun]] = {}
    by_stamp: dict[tuple[str, str], list[EvalRun]] = {}
    for log in results:
        stamp = _RESULTS.match(log.file_name)
        for run in log.runs:
            if run.task_hash:
                by_hash.setdefault(run.task_hash, []).append(run)
            if stamp:
                by_stamp.setdefault((run.task, stamp["stamp"]), []).append(run)
    return [_joined(c, by_hash, by_stamp) if c.source_format == lm_eval_samples.FORMAT else c for c in contents]


def without_copies(contents: Sequence[LogContents]) -> list[LogContents]:
    """Leave out the rows of a log that repeats an earlier one: one run saved in two forms is one piece of evidence.

    Copies agree in model, task, metrics, scores, counts, harness version and moment of the run; undated runs are never
    taken for copies.
    """
    seen: dict[tuple[object, ...], str] = {}
    kept = []
    for log in contents:
        mark = _fingerprint(log)
        if mark is None or mark not in seen:
            if mark is not None:
                seen[mark] = log.file_name
            kept.append(log)
            continue
        note = f"holds the same run as {seen[mark]} and was left out"
        kept.append(dataclasses.replace(log, runs=(), items=(), notes=(*log.notes, note)))
    return kept


def _fingerprint(log: LogContents) -> tuple[object, ...] | None:
    if not log.runs or any(unix_seconds(run.date) is None for run in log.runs):
        return None
    rows = [
        (r.model, r.task, r.metric, r.scorer, r.filter, r.split, r.score, r.n_items, r.harness_version, r.status)
        for r in log.runs
    ]
    moments = tuple(unix_seconds(run.date) for run in log.runs)
    return (log.source_format, tuple(sorted(rows, key=repr)), moments, len(log.items))


def _joined(
    samples: LogContents, by_hash: dict[str, list[EvalRun]], by_stamp: dict[tuple[str, str], list[EvalRun]]
) -> LogContents:
    task, stamp = lm_eval_samples.file_parts(samples.file_name)
    how = "the hash over its items"
    runs = _same_task(by_hash.get(samples.items_hash, []), task) if samples.items_hash else []
    if not runs and task and stamp:
        runs, how = by_stamp.get((task, stamp), []), "the time stamp in both file names"
    # One hash can stand in several result files: the same items, another model.
    if len({(run.model, run.task) for run in runs}) > 1 and stamp:
        narrowed = [run for run in by_stamp.get((task, stamp), []) if run in runs]
        runs = narrowed or runs
    found = {(run.model, run.task, run.date) for run in runs}
    if len({(model, name) for model, name, _ in found}) != 1:
        return samples
    model, name, date = sorted(found)[-1]
    failed = [run for run in runs if run.status == "failed"]
    notes = [n for n in samples.notes if "names no model" not in n]
    notes.append(f"model and task come from {runs[0].file_name}, found by {how}")
    if failed:
        notes.append("the run that these items belong to failed")
    items = tuple(dataclasses.replace(item, model=model, benchmark=name, run_date=date) for item in samples.items)
    return dataclasses.replace(samples, items=items, notes=tuple(notes))


def _same_task(runs: list[EvalRun], task: str) -> list[EvalRun]:
    named = [run for run in runs if run.task == task]
    return named or runs
