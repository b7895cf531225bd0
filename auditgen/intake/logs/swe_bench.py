"""SWE-bench results: lists of solved tasks (format A), details per task (format B) and the harness's report.

None of the three names the model; format A does not say how many tasks the test has.
"""

from __future__ import annotations

from typing import Any

from auditgen.intake.logs.collect import Collected
from auditgen.intake.logs.fields import at, mapping, whole
from auditgen.intake.logs.model import EvalRun, ItemScore, RunStatus
from auditgen.intake.logs.privacy import item_name, plain
from auditgen.intake.logs.source import LogSource

FORMAT = "swe_bench"
BENCHMARK = "SWE-bench"
_DENOMINATOR = "which SWE-bench split this is, and so its number of tasks, is not in the file"


def read_lists(document: Any, source: LogSource) -> Collected:
    """Format A: ids of resolved tasks. Unresolved ones are the rest of the split, so no score can be computed here."""
    found = Collected(source.name)
    solved = _ids(at(document, "resolved"))
    unsolved = _ids(at(document, "no_generation")) + _ids(at(document, "no_logs"))
    _add_items(found, solved, unsolved)
    found.note(f"{len(set(solved))} tasks are resolved; {_DENOMINATOR}: divide by the size of the split")
    found.add_run(_run(source, None, None, None, "partial", _DENOMINATOR, "/resolved"))
    return _finish(found)


def read_details(document: Any, source: LogSource) -> Collected:
    """Format B: every task with `resolved`. The score is the share of resolved ones."""
    found = Collected(source.name)
    entries = mapping(document)
    solved = [task for task, entry in entries.items() if at(entry, "resolved") is True]
    unsolved = [task for task, entry in entries.items() if at(entry, "resolved") is False]
    _add_items(found, solved, unsolved)
    n = len(solved) + len(unsolved)
    found.add_run(_run(source, len(solved) / n if n else None, n or None, None, "complete", "", ""))
    return _finish(found)


def read_report(document: Any, source: LogSource) -> Collected:
    """The harness's report. Score = resolved / all tasks: tasks that were never submitted count as not solved."""
    found = Collected(source.name)
    solved = _ids(at(document, "resolved_ids"))
    unsolved = [i for key in ("unresolved_ids", "empty_patch_ids", "error_ids") for i in _ids(at(document, key))]
    _add_items(found, solved, unsolved)
    total = whole(at(document, "total_instances"), 1)
    submitted = len(set(_ids(at(document, "submitted_ids"))))
    score = len(set(solved)) / total if total and len(set(solved)) <= total else None
    status: RunStatus = "complete"
    reason = ""
    if total is not None and submitted < total:
        status, reason = "partial", f"{submitted} of {total} tasks were submitted; the others count as not solved"
    found.add_run(_run(source, score, total, total, status, reason, "/resolved_ids"))
    return _finish(found)


def _ids(value: Any) -> list[str]:
    return [member for member in value if isinstance(member, str)] if isinstance(value, list) else []


def _add_items(found: Collected, solved: list[str], unsolved: list[str]) -> None:
    seen = set(solved)
    for task, right in [(t, True) for t in dict.fromkeys(solved)] + [
        (t, False) for t in dict.fromkeys(unsolved) if t not in seen
    ]:
        name = item_name(task)
        repository = name.rpartition("-")[0]
        found.add_item(
            ItemScore(
                model="",
                benchmark=BENCHMARK,
                item_id=name,
                score=float(right),
                correct=right,
                metric="resolved",
                cluster=plain(repository, 60) if "__" in repository else "",
            )
        )


def _run(
    source: LogSource,
    score: float | None,
    n: int | None,
    total: int | None,
    status: RunStatus,
    reason: str,
    pointer: str,
) -> EvalRun:
    return EvalRun(
        model="",
        benchmark=BENCHMARK,
        task=BENCHMARK,
        metric="resolved",
        score=score,
        score_text="" if score is None else repr(score),
        unit="fraction",
        n_items=n,
        n_total=total,
        status=status,
        status_reason=reason,
        higher_is_better=True,
        harness="SWE-bench",
        pointer=pointer,
        source_format=FORMAT,
        file_name=source.name,
    )


def _finish(found: Collected) -> Collected:
    found.note("SWE-bench result files name no model: it stands in the submission's metadata.yaml")
    return found
