"""lm-evaluation-harness sample files: one line an item and filter. They name neither model nor task."""

from __future__ import annotations

import hashlib
import re
from typing import Any

from auditgen.intake.logs.collect import Collected
from auditgen.intake.logs.fields import item_date, number
from auditgen.intake.logs.model import ItemScore, LogError
from auditgen.intake.logs.privacy import cluster_name, item_name, plain
from auditgen.intake.logs.source import LogSource

FORMAT = "lm_eval_samples"
_NOT_METRICS = {"doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics"}
_NOT_METRICS |= {"doc_hash", "prompt_hash", "target_hash"}
_NAME = re.compile(r"^samples_(?P<task>.+?)_(?P<stamp>\d{4}-\d\d-\d\dT[\d.-]+)\.jsonl$")


def file_parts(name: str) -> tuple[str, str]:
    """Task and time stamp that the harness puts into a sample file's name; ("", "") for other names."""
    matched = _NAME.match(name)
    return (plain(matched["task"], 120), matched["stamp"]) if matched else ("", "")


def read(_: Any, source: LogSource) -> Collected:
    """Items of one sample file. The task comes from the file's name, the model from the result file of the same run."""
    found = Collected(source.name)
    task, _stamp = file_parts(source.name)
    digest = hashlib.sha256()
    complete = True
    for position, line in source.json_lines():
        if not isinstance(line, dict) or "doc_id" not in line:
            raise LogError(
                source.name,
                where=f"line {position}",
                expected="an item with doc_id, doc, resps and filtered_resps",
                found="something else",
                mend="give the file as the harness wrote it",
            )
        hashes = [line.get(key) for key in ("doc_hash", "prompt_hash", "target_hash")]
        if all(isinstance(h, str) for h in hashes):
            digest.update("".join(h for h in hashes if isinstance(h, str)).encode("utf-8", "replace"))
        else:
            complete = False
        for metric, value in _metric_values(line):
            found.add_item(
                ItemScore(
                    model="",
                    benchmark=task,
                    item_id=item_name(line["doc_id"]),
                    score=value,
                    correct={1.0: True, 0.0: False}.get(value),
                    metric=plain(metric, 80),
                    filter=plain(line.get("filter"), 60),
                    cluster=cluster_name(line.get("doc")),
                    date=item_date(line.get("doc")),
                    item_hash=plain(line.get("doc_hash"), 80),
                )
            )
    found.items_hash = digest.hexdigest() if complete else ""
    found.note(
        "a sample file names no model: read it together with the result file of the same run"
        + ("; the task is taken from the file's name" if task else "")
    )
    return found


def _metric_values(line: dict[str, Any]) -> list[tuple[str, float]]:
    named = line.get("metrics")
    names = (
        [n for n in named if isinstance(n, str)]
        if isinstance(named, list)
        else [k for k in line if k not in _NOT_METRICS]
    )
    values = []
    for name in names[:100]:
        raw = line.get(name)
        value = float(raw) if isinstance(raw, bool) else None if isinstance(raw, str) else number(raw)
        if value is not None:
            values.append((name, value))
    return values
