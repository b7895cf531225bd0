"""What every log reader returns: runs, scored items, notes; and the one error that a bad log raises."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

RunStatus = Literal["complete", "partial", "failed", "limited"]
# fraction: 0 to 1; percent: 0 to 100; other: a number that is no share; "": the format does not say.
ScoreUnit = Literal["fraction", "percent", "points", "rating", "count", "other", ""]


class LogError(ValueError):
    """A log that cannot be read. The message is one line: file, place, expected, found, how to mend."""

    def __init__(self, file: str, *, expected: str, found: str, mend: str, where: str = "") -> None:
        self.file, self.where, self.expected, self.found, self.mend = file, where, expected, found, mend
        place = f"{file}, {where}" if where else file
        super().__init__(_one_line(f"{place}: expected {expected}; found {found}; {mend}"))


def _one_line(text: str, limit: int = 1200) -> str:
    kept = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(kept.split())[:limit]


@dataclass(frozen=True, slots=True)
class EvalRun:
    """One score of one model on one test under one setting. A field that the format does not carry stays empty.

    `score`, `stderr` and `ci` are in `unit`; `stderr` is one standard error, never the half-width of an interval.
    `score` is None where the log gives no value (NaN, Infinity, "N/A"). `n_items` counts scored items, `n_total` the
    items of the whole test. `status`: `complete` (no sign of anything else); `limited` (the run was told to use fewer
    items); `partial` (fewer items than the test has, and no limit in the log); `failed` (the harness did not report
    success).
    """

    model: str
    benchmark: str
    metric: str
    score: float | None
    unit: ScoreUnit
    source_format: str
    file_name: str
    score_text: str = ""
    n_items: int | None = None
    n_total: int | None = None
    stderr: float | None = None
    stderr_method: str = ""
    ci: tuple[float, float] | None = None
    ci_level: float | None = None
    shots: int | None = None
    setting: dict[str, str] = field(default_factory=dict)
    filter: str = ""
    scorer: str = ""
    split: str = ""
    subset: str = ""
    task: str = ""
    status: RunStatus = "complete"
    status_reason: str = ""
    date: str = ""
    retrieved_date: str = ""
    higher_is_better: bool | None = None
    model_revision: str = ""
    harness: str = ""
    harness_version: str = ""
    task_version: str = ""
    task_hash: str = ""
    pointer: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ItemScore:
    """One item's score for one model. `correct` is None where the item is neither wholly right nor wholly wrong.

    `date` is the item's own date of publication, `run_date` the date of the run.
    """

    model: str
    benchmark: str
    item_id: str
    score: float | None
    correct: bool | None = None
    metric: str = ""
    filter: str = ""
    scorer: str = ""
    cluster: str = ""
    date: str = ""
    run_date: str = ""
    epoch: int = 1
    item_hash: str = ""


@dataclass(frozen=True, slots=True)
class LogContents:
    """All that leaves a reader. No prompt, answer, machine description or local path is in it."""

    source_format: str
    file_name: str
    recognised_by: str
    runs: tuple[EvalRun, ...] = ()
    items: tuple[ItemScore, ...] = ()
    notes: tuple[str, ...] = ()
    # SHA-256 over the items' hashes, in file order: what lm-evaluation-harness writes as the task's hash.
    items_hash: str = ""
