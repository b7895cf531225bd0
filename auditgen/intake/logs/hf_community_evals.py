"""Hugging Face community evals (`.eval_results/*.yaml`): a YAML list of scores in a model's repository."""

from __future__ import annotations

from typing import Any

from auditgen.intake.logs.collect import Collected
from auditgen.intake.logs.fields import at, iso_date, number, objects, score_text, settings
from auditgen.intake.logs.model import EvalRun
from auditgen.intake.logs.privacy import plain, web_address
from auditgen.intake.logs.source import LogSource

FORMAT = "hf_community_evals"


def matches(value: Any) -> bool:
    """A list whose entries all have `dataset.id`, `dataset.task_id` and `value`."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(at(e, "dataset", "id") and at(e, "dataset", "task_id") and at(e, "value") is not None for e in value)
    )


def read(entries: Any, source: LogSource) -> Collected:
    """One file. The model is the repository that it lies in, which the file does not name; the scale is not stated."""
    found = Collected(source.name)
    for i, entry in objects(entries):
        found.add_run(
            EvalRun(
                model="",
                benchmark=plain(at(entry, "dataset", "id"), 120),
                task=plain(at(entry, "dataset", "task_id"), 120),
                metric="",
                score=number(entry.get("value")),
                score_text=score_text(entry.get("value")),
                unit="",
                date=iso_date(entry.get("date")),
                setting=settings(
                    source=plain(at(entry, "source", "name"), 120), source_url=web_address(at(entry, "source", "url"))
                ),
                pointer=f"/{i}",
                source_format=FORMAT,
                file_name=source.name,
            )
        )
    found.note("the file names no model: it is the repository that the file was taken from")
    return found
