"""Evaluation logs as evidence, by way of the tables that `auditgen convert` writes."""

from __future__ import annotations

import math
import re
from typing import Any

from auditgen.intake.counts import count_in
from auditgen.intake.evidence.model import Piece
from auditgen.intake.evidence.names import Names
from auditgen.intake.evidence.source import EvidenceFile
from auditgen.intake.logs.model import EvalRun, LogContents, LogError
from auditgen.intake.logs.read import read_log

_CONVERT = "run `auditgen convert` on the logs of several models and give the item matrix that it writes."
_SHARE = {"fraction": 1.0, "percent": 0.01}


def contents(file: EvidenceFile) -> LogContents | None:
    """The log, or None where no format of log fits."""
    if file.log is None:
        try:
            file.log = read_log(file.data, file.name)
        except LogError:
            file.log = False
    return file.log or None


_UNNAMED = (
    "the table does not say which board it is ({!r}): this evidence is applied to no claim (write `benchmark: Chatbot "
    "Arena` or the board's name beside the file in evidence.yaml)"
)


def read(file: EvidenceFile, log: LogContents, names: Names) -> list[Piece]:
    """Results of the runs, and votes of boards; single answers of one model are not used alone."""
    runs = [run for run in log.runs if run.score is not None and run.status != "failed"]
    notes = list(log.notes)
    if len(runs) < len(log.runs):
        notes.append(f"{len(log.runs) - len(runs)} failed or empty runs were left out")
    if log.items:
        notes.append(f"{len(log.items):,} answers to single items are not used from a log; {_CONVERT}")
    if not runs:
        raise file.problem(
            expected="a log with at least one score", found="none", mend=_CONVERT[0].upper() + _CONVERT[1:]
        )
    pieces = _votes([run for run in runs if run.unit == "rating"], file, names, tuple(notes))
    rows = [_row(run, names) for run in runs if run.unit != "rating"]
    if rows:
        content: dict[str, Any] = {
            "benchmark_ids": sorted({r["benchmark_id"] for r in rows if r["benchmark_id"]}),
            "model_ids": sorted({r["model_id"] for r in rows if r["model_id"]}),
            "rows": rows,
        }
        pieces.append(Piece("results", content, tuple(notes)))
    return pieces


def _votes(runs: list[EvalRun], file: EvidenceFile, names: Names, notes: tuple[str, ...]) -> list[Piece]:
    """One piece a vote board."""
    pieces = []
    for written in dict.fromkeys(run.benchmark for run in runs):
        rows = [
            {
                "model": names.model(run.model).name, "model_id": names.model(run.model).id, "rating": run.score,
                "low": run.ci[0] if run.ci else None, "high": run.ci[1] if run.ci else None, "votes": _vote_count(run),
            }
            for run in runs
            if run.benchmark == written
        ]  # fmt: skip
        benchmark = _board_name(written, file, names)
        content = {
            "benchmark_id": names.test(benchmark).id, "benchmark": benchmark,
            "model_ids": sorted({str(r["model_id"]) for r in rows if r["model_id"]}), "rows": rows,
        }  # fmt: skip
        unnamed = () if content["benchmark_id"] else (_UNNAMED.format(names.test(benchmark).name),)
        pieces.append(Piece("votes", content, (*notes, *unnamed)))
    return pieces


def _board_name(written: str, file: EvidenceFile, names: Names) -> str:
    """The board that evidence.yaml, the file or else its own name tells: text and images have tables of one form."""
    if file.origin.benchmark:
        return file.origin.benchmark
    own_name = re.sub(r"[_-]+", " ", file.name.rsplit("/", 1)[-1].partition(".")[0])
    return next((name for name in (written, own_name) if names.test(name).id), written)


def _vote_count(run: EvalRun) -> int | None:
    """Votes behind a rating: a board of votes states them with each model, as no number of items."""
    return run.n_items if run.n_items is not None else count_in(run.setting.get("votes", ""))


def _row(run: EvalRun, names: Names) -> dict[str, Any]:
    who, test = names.model(run.model), names.test(run.benchmark)
    scale = _SHARE.get(run.unit)
    stderr = run.stderr if run.stderr is not None and math.isfinite(run.stderr) else None
    return {
        "model": who.name,
        "model_id": who.id,
        "weights": who.weights,
        "benchmark": test.name,
        "benchmark_id": test.id,
        "task": run.subset or run.task or None,
        "score": run.score * scale if scale and run.score is not None else run.score,
        "unit": "fraction" if scale else run.unit or "as_printed",
        "n_items": run.n_items,
        "stderr": stderr * scale if stderr is not None and scale else stderr,
        "setting": "; ".join(f"{k}={v}" for k, v in run.setting.items()) or None,
        "date": run.date[:10] or None,
        "higher_is_better": run.higher_is_better is not False,
    }
