"""One table in every form that is read: wide and long, CSV, XLSX and Parquet give one ranking."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from auditgen.intake.tables import Choices, read_table_bytes
from auditgen.ranking import RankOptions, rank
from tests.intake.tables.tables import FORMS

MODELS = ("Alpha", "Beta", "Gamma", "Delta")
FAST = RankOptions(resamples=500)
# What a form may say of itself: the name and the hash of its file, and how it was recognised.
ITS_OWN = {"name", "sha256", "recognised_by"}


def wide_items() -> list[list[Any]]:
    random = np.random.default_rng(5)
    chance = np.array([0.75, 0.7, 0.55, 0.5])
    scores = (random.random((60, 4)) < chance).astype(int)
    return [["item", *MODELS], *([f"q{i:02}", *row] for i, row in enumerate(scores.tolist()))]


def long_items() -> list[list[Any]]:
    head, *rows = wide_items()
    return [["item", "model", "correct"], *([r[0], m, r[k]] for r in rows for k, m in enumerate(head) if k)]


def wide_results() -> list[list[Any]]:
    scores = [(81.2, 64.0, 70.1), (79.5, 66.5, 68.0), (70.0, 60.2, 71.4), (64.3, 51.0, 60.0)]
    return [["model", "MMLU", "GSM8K", "IFEval"], *([m, *row] for m, row in zip(MODELS, scores))]


def long_results() -> list[list[Any]]:
    head, *rows = wide_results()
    return [["model", "benchmark", "score"], *([r[0], t, r[k]] for r in rows for k, t in enumerate(head) if k)]


def record(rows: list[list[Any]], form: str) -> dict[str, Any]:
    found = rank(read_table_bytes(FORMS[form](rows), f"table.{form}", Choices()), FAST).model_dump()
    said = {"input", "notes"}
    kept = {k: v for k, v in found.items() if k not in said}
    kept["input"] = {k: v for k, v in found["input"].items() if k not in ITS_OWN and k != "ranked"}
    kept["notes"] = [n["id"] for n in found["notes"]]
    return kept


@pytest.mark.parametrize("form", list(FORMS))
@pytest.mark.parametrize(("wide", "long"), [(wide_items, long_items), (wide_results, long_results)])
def test_every_form_of_a_table_gives_the_same_record(form, wide, long):
    first = record(wide(), "csv")
    assert record(wide(), form) == first
    assert record(long(), form) == first


def test_the_seed_comes_from_the_figures():
    other = wide_items()
    other[1][1] = 1 - other[1][1]
    seeds = {record(rows, "csv")["seed"] for rows in (wide_items(), long_items(), other)}
    assert len(seeds) == 2
