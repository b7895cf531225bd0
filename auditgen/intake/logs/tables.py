"""Logs as the tables that the audit takes in: results, item matrices, claims; safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from auditgen.intake.logs.model import EvalRun, ItemScore, LogContents

if TYPE_CHECKING:
    import pandas as pd

Row = dict[str, Any]
RESULT_COLUMNS = (
    *("model", "benchmark", "score", "unit", "n_items", "stderr", "task", "setting", "source", "date"),
    *("metric", "filter", "scorer", "split", "subset", "shots", "ci_low", "ci_high", "ci_level", "n_total"),
    *("status", "status_reason", "higher_is_better", "stderr_method", "model_revision", "harness", "harness_version"),
    *("task_version", "retrieved_date", "format", "notes"),
)
ITEM_COLUMNS = (
    *("model", "item", "correct", "cluster", "date", "benchmark", "metric", "scorer", "filter", "score", "epoch"),
    *("run_date", "item_hash", "run_status", "source"),
)
CLAIM_COLUMNS = (
    *("type", "model", "benchmark", "score", "unit", "subset", "split", "n_items", "metric", "shots", "uncertainty"),
    *("uncertainty_kind", "higher_is_better", "source", "place", "as_of", "status", "notes"),
)
_ORDER = ("failed", "partial", "limited", "complete")
_FORMULA = "=+-@\t\r\uff1d\uff0b\uff0d\uff20"
MAX_CLAIM_DIGITS = 18


def result_rows(contents: Iterable[LogContents]) -> list[Row]:
    """One row a run with the columns RESULT_COLUMNS; scores in the unit of the row, nothing converted."""
    return [_result_row(run) for log in contents for run in log.runs]


def _result_row(run: EvalRun) -> Row:
    low, high = run.ci if run.ci else (None, None)
    row: Row = {
        **{c: getattr(run, c) for c in RESULT_COLUMNS if hasattr(run, c)},
        "setting": "; ".join(f"{key}={value}" for key, value in run.setting.items()),
        "source": run.file_name,
        "ci_low": low,
        "ci_high": high,
        "format": run.source_format,
        "notes": "; ".join(run.notes),
    }
    return {column: row[column] for column in RESULT_COLUMNS}


def run_status(log: LogContents) -> str:
    """The worst status among a log's runs; "" for a file of items alone."""
    found = {run.status for run in log.runs}
    return next((status for status in _ORDER if status in found), "")


def item_rows(contents: Iterable[LogContents]) -> list[Row]:
    """One row an item score, long form, with the columns ITEM_COLUMNS; `date` is the item's own, if known.

    `correct` is 1 or 0, or the share of credit between them; empty where the score is no share. `run_status` is the
    worst status of the item's run, so that items of failed runs are never taken for evidence by accident.
    """
    return [_item_row(item, run_status(log), log.file_name) for log in contents for item in log.items]


def _item_row(item: ItemScore, status: str, source: str) -> Row:
    correct: float | None = None
    if item.correct is not None:
        correct = int(item.correct)
    elif item.score is not None and 0 <= item.score <= 1:
        correct = item.score
    return {
        "model": item.model,
        "item": item.item_id,
        "correct": correct,
        "cluster": item.cluster,
        "date": item.date,
        "benchmark": item.benchmark,
        "metric": item.metric,
        "scorer": item.scorer,
        "filter": item.filter,
        "score": item.score,
        "epoch": item.epoch,
        "run_date": item.run_date,
        "item_hash": item.item_hash,
        "run_status": status,
        "source": source,
    }


def item_matrices(contents: Iterable[LogContents]) -> dict[str, list[Row]]:
    """Item rows, one matrix per benchmark, metric, scorer and filter: two of them are never mixed.

    Keys are names fit for files ("gsm8k-exact_match-strict-match").
    """
    grouped: dict[tuple[str, ...], list[Row]] = {}
    for row in item_rows(contents):
        key = tuple(str(row[c]) for c in ("benchmark", "metric", "scorer", "filter"))
        grouped.setdefault(key, []).append(row)
    named: dict[str, list[Row]] = {}
    for key, rows in sorted(grouped.items()):
        name = base = slug("-".join(part for part in key if part)) or "items"
        for number in range(2, len(grouped) + 2):
            if name not in named:
                break
            name = f"{base}-{number}"
        named[name] = rows
    return named


def claim_rows(contents: Iterable[LogContents]) -> list[Row]:
    """Runs as rows of a claims file (architecture: one claim a row), each still a `draft`; failed runs are left out.

    `score` is text, as printed in the log, cut to 18 digits; an unstated unit stays empty for the analyst to settle.
    """
    return [_claim_row(run) for log in contents for run in log.runs if run.score is not None and run.status != "failed"]


def _claim_row(run: EvalRun) -> Row:
    notes = [run.status_reason, *run.notes, f"filter {run.filter}" if run.filter else ""]
    kind = ""
    uncertainty: float | None = None
    if run.stderr is not None:
        kind, uncertainty = "se", run.stderr
    elif run.ci and run.score is not None and run.ci_level == 0.95:
        kind, uncertainty = "ci95", (run.ci[1] - run.ci[0]) / 2
    return {
        "type": "absolute",
        "model": run.model,
        "benchmark": run.benchmark,
        "score": plain_number(run.score_text or run.score),
        "unit": run.unit,
        "subset": run.subset,
        "split": run.split,
        "n_items": run.n_items,
        "metric": run.metric,
        "shots": run.shots,
        "uncertainty": plain_number(uncertainty),
        "uncertainty_kind": kind,
        "higher_is_better": run.higher_is_better,
        "source": run.file_name,
        "place": run.pointer,
        "as_of": run.date[:10],
        "status": "draft",
        "notes": "; ".join(note for note in notes if note),
    }


def plain_number(value: str | float | None) -> str:
    """A number without exponent and with at most 18 digits; digits that the log prints are kept up to that."""
    if value is None:
        return ""
    text = format(Decimal(str(value)), "f")
    digits = sum(c.isdigit() for c in text)
    if digits > MAX_CLAIM_DIGITS and "." in text:
        places = max(0, len(text.partition(".")[2]) - (digits - MAX_CLAIM_DIGITS))
        text = format(round(Decimal(text), places), "f")
    return text


def slug(text: str, limit: int = 100) -> str:
    """Letters, digits, dot, dash and underscore only, never a leading dot: safe as a file name everywhere."""
    return re.sub(r"[^A-Za-z0-9._-]+", "_", text).strip("._-")[:limit]


def neutral(value: Any) -> Any:
    """The cell for a spreadsheet: text that would start a formula gets an apostrophe in front; numbers stay numbers."""
    if isinstance(value, str) and value and (value[0] in _FORMULA or value.lstrip()[:1] in tuple(_FORMULA)):
        return "'" + value
    return value


def csv_text(rows: Sequence[Row], columns: Sequence[str]) -> str:
    """CSV with a header, absent values empty, True and False as words, formulas neutralised."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow(["" if row[c] is None else neutral(_as_word(row[c])) for c in columns])
    return out.getvalue()


def _as_word(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, float) else value


def frame(rows: Sequence[Row], columns: Sequence[str]) -> pd.DataFrame:
    """The rows as a pandas frame with nullable types, columns in the given order."""
    import pandas as pd

    return pd.DataFrame(list(rows), columns=list(columns)).convert_dtypes()
