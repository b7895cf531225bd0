"""The Markdown table that lm-evaluation-harness prints at the end of a run; "±" in it is one standard error."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from auditgen.intake.logs.collect import Collected
from auditgen.intake.logs.fields import number, score_text, settings, shots_in
from auditgen.intake.logs.lm_eval import named_model
from auditgen.intake.logs.model import EvalRun
from auditgen.intake.logs.privacy import plain
from auditgen.intake.logs.source import LogSource
from auditgen.intake.logs.units import unit_of

FORMAT = "lm_eval_table"
_NEEDED = {"Version", "Metric", "Value", "Stderr"}
# "hf (pretrained=org/name,dtype=auto), gen_kwargs: (None), limit: None, num_fewshot: 5, batch_size: 8"
_RUN = re.compile(r"\(([^()]{0,4000})\),\s*(?:gen_kwargs|limit|num_fewshot|provide_description)[^\n]{0,2000}")
_LIMIT = re.compile(r"\blimit:\s*([\d.]+)")
_SHOTS = re.compile(r"\bnum_fewshot:\s*(\d+)")


def read(text: Any, source: LogSource) -> Collected:
    """All printed tables of one text. Empty task cells repeat the task above."""
    found = Collected(source.name)
    model, limit, shots, columns, task, version = "", "", None, [], "", ""
    for position, line in _lines(str(text)):
        run = _RUN.search(line)
        if run:
            model = named_model(run[1])[0]
            stated = _LIMIT.search(line)
            limit = stated[1] if stated else ""
            general = _SHOTS.search(line)
            shots = shots_in(general[1]) if general else None
        cells = _cells(line)
        if _is_header(cells):
            columns, task, version = cells, "", ""
            continue
        if not columns or len(cells) != len(columns):
            columns = columns if line.lstrip("#> ").startswith("|") else []
            continue
        row = dict(zip(columns, cells, strict=True))
        first = row.get("Tasks") or row.get("Task") or row.get("Groups") or ""
        if set(first) <= set("-: ") and set(row["Value"]) <= set("-: ") and row["Value"]:
            continue  # the rule under the header
        if first.strip("- "):
            task, version = plain(first.strip("- "), 120), plain(row.get("Version"), 40)
        score = number(row["Value"])
        unit, better = unit_of(row["Metric"], score)
        stderr = number(row["Stderr"].lstrip("±+- ").strip())
        own_shots = shots_in(row.get("n-shot"))
        arrow = True if "↑" in cells else False if "↓" in cells else None
        found.add_run(
            EvalRun(
                model=model,
                benchmark=task,
                task=task,
                metric=plain(row["Metric"], 80),
                filter=plain(row.get("Filter"), 60),
                score=score,
                score_text=score_text(row["Value"]),
                unit=unit,
                stderr=stderr,
                stderr_method="one standard error, as printed" if stderr is not None else "",
                shots=shots if own_shots is None else own_shots,
                setting=settings(limit=limit),
                status="limited" if limit else "complete",
                status_reason=f"the run was limited (limit {limit})" if limit else "",
                higher_is_better=better if arrow is None else arrow,
                harness="lm-evaluation-harness",
                task_version=version,
                pointer=f"line {position}",
                source_format=FORMAT,
                file_name=source.name,
            )
        )
    if any(not run.model for run in found.runs):
        found.note("a printed table without the line above it names no model")
    return found


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for position, line in enumerate(text.splitlines(), 1):
        yield position, line[:5000]


def _cells(line: str) -> list[str]:
    inner = line.strip().lstrip("#> ").strip()
    if not inner.startswith("|"):
        return []
    return [cell.strip() for cell in inner[1:].removesuffix("|").split("|")]


def _is_header(cells: list[str]) -> bool:
    return bool(cells) and cells[0] in ("Task", "Tasks", "Groups") and set(cells) >= _NEEDED


def has_table(text: str) -> bool:
    """Whether a line of the text is the header of such a table."""
    return any("Stderr" in line and _is_header(_cells(line)) for _, line in _lines(text))
