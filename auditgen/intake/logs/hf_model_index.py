"""Model cards of the Hugging Face hub: the `model-index` in the YAML block that opens a README."""

from __future__ import annotations

import re
from typing import Any

from auditgen.intake.logs.collect import Collected
from auditgen.intake.logs.fields import at, mapping, number, objects, score_text, settings, shots_in
from auditgen.intake.logs.model import EvalRun
from auditgen.intake.logs.privacy import model_name, plain, web_address
from auditgen.intake.logs.source import LogSource

FORMAT = "hf_model_index"
_SHOTS = re.compile(r"\b(\d{1,3})[- ]?shot\b", re.I)


def front_matter(text: str) -> str | None:
    """The YAML between the two `---` lines that open a Markdown file; None without such a block."""
    lines = text.lstrip("\ufeff").splitlines()
    if not lines or lines[0].strip() != "---":
        return None
    for i, line in enumerate(lines[1:], 1):
        if line.strip() == "---":
            return "\n".join(lines[1:i])
    return None


def read(front: Any, source: LogSource) -> Collected:
    """The index of one card, `front` being the parsed block. The card does not state the scale of its scores."""
    found = Collected(source.name)
    for i, entry in objects(at(front, "model-index")):
        model = model_name(entry.get("name"))[0]
        for j, result in objects(entry.get("results")):
            for k, metric in objects(result.get("metrics")):
                found.add_run(_run(source, model, result, metric, f"/model-index/{i}/results/{j}/metrics/{k}"))
    found.note("a model card does not say whether its scores are percent or fractions, nor when and on how many items")
    return found


def _run(source: LogSource, model: str, result: dict[str, Any], metric: dict[str, Any], pointer: str) -> EvalRun:
    data = mapping(result.get("dataset"))
    name = plain(data.get("name"), 120)
    value = metric.get("value")
    score = number(value)
    stated = shots_in(at(data, "args", "num_few_shot"))
    said = _SHOTS.search(name)
    notes = []
    if score is None:
        notes.append("the card gives no plain number for this metric")
    if stated is not None and said and int(said[1]) != stated:
        notes.append(f"the name says {said[1]}-shot, the field says {stated}")
    return EvalRun(
        model=model,
        benchmark=name or plain(data.get("type"), 120),
        task=name or plain(data.get("type"), 120),
        metric=plain(metric.get("type"), 80),
        score=score,
        score_text=score_text(value),
        unit="",
        shots=stated if stated is not None else (int(said[1]) if said else None),
        split=plain(data.get("split"), 40),
        subset=plain(data.get("config"), 80),
        setting=settings(
            dataset=plain(data.get("type"), 120),
            metric_name=plain(metric.get("name"), 80),
            source=plain(at(result, "source", "name"), 120),
            source_url=web_address(at(result, "source", "url")),
        ),
        pointer=pointer,
        source_format=FORMAT,
        file_name=source.name,
        notes=tuple(notes),
    )
