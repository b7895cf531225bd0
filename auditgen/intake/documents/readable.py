"""Drafts made fit for the claims file: every figure in a unit that it can have, every field within its limits."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from auditgen.intake.claims.figures import FigureError, read_figure
from auditgen.intake.documents.drafting import Draft
from auditgen.records.numbers import Unit

_SHOTS = re.compile(r"\d{1,4}(?:-\d{1,4})?")
_LIMITS = {"model": 500, "benchmark": 500, "quote": 2_000, "place": 500}
_OF_FIGURES = ("score", "threshold", "comparator_score", "baseline_score")


def make_readable(drafts: Sequence[Draft]) -> None:
    """Change what the claims reader would refuse, lower the confidence, and say what was changed."""
    for draft in drafts:
        fields = draft.fields
        for name in _OF_FIGURES:
            if name in fields:
                _figure(draft, name)
        _spread(draft)
        if "shots" in fields and not _SHOTS.fullmatch(fields["shots"]):
            draft.setting.setdefault("prompt", f"shots: {fields.pop('shots')}"[:400])
        if "n_items" in fields and not 1 <= int(fields["n_items"]) <= 10**12:
            del fields["n_items"]
        for name, value in fields.items():
            if len(value) > 480:
                fields[name] = value[: _LIMITS.get(name, 480)]
        if draft.setting:
            draft.setting = {k[:60]: v[:480] for k, v in list(draft.setting.items())[:40] if v}


def _figure(draft: Draft, name: str) -> None:
    fields = draft.fields
    unit: Unit | None = fields.get("unit")  # type: ignore[assignment]
    text = fields[name]
    for tried in dict.fromkeys((unit, None, "other")):
        for form in (text, f"{text}%") if tried == "percent" and "%" not in text else (text,):
            if form != text and "%" not in draft.printed:
                continue
            if not _can_be_read(form, tried, fields.get("metric")):
                continue
            fields[name] = form
            if tried != unit:
                draft.doubt("low", "figure does not fit its unit")
                fields.pop("unit", None)
                if tried:
                    fields["unit"] = tried
            return
    draft.doubt("low", "figure cannot be read")
    fields["unit"] = "other"


@lru_cache(maxsize=4_096)
def _can_be_read(form: str, unit: str | None, metric: str | None) -> bool:
    """Whether the claims reader takes a figure; tables print the same ones many times."""
    try:
        read_figure(form, unit, metric=metric)  # type: ignore[arg-type]
    except FigureError:
        return False
    return True


def _spread(draft: Draft) -> None:
    """An uncertainty has to be a plain number, and an interval has to hold its score."""
    fields = draft.fields
    for name in ("uncertainty", "uncertainty_low", "uncertainty_high"):
        if name in fields:
            fields[name] = fields[name].replace(",", "").rstrip("% ")
    low, high, score = (fields.get(n) for n in ("uncertainty_low", "uncertainty_high", "score"))
    if low and high and score:
        try:
            inside = float(low) <= float(score.rstrip("%").replace(",", "")) <= float(high)
        except ValueError:
            inside = False
        if not inside:
            for name in ("uncertainty_low", "uncertainty_high", "uncertainty_kind"):
                fields.pop(name, None)
            draft.doubt("low", "interval left out")
