"""Tables made in the test, ranked as from a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from auditgen.intake.tables import Choices, read_table_bytes
from auditgen.ranking import RankOptions, rank
from auditgen.records.rank_record import RankRecord
from tests.intake.tables.tables import as_csv


def ranked(rows: Sequence[Sequence[Any]], options: RankOptions | None = None, **choices: Any) -> RankRecord:
    """Rank the rows of a CSV."""
    return rank(read_table_bytes(as_csv(rows), "table.csv", Choices(**choices)), options)


def item_rows(scores: np.ndarray, names: Sequence[str] | None = None, **columns: Sequence[Any]) -> list[list[Any]]:
    """An item a row; scores (items, models)."""
    names = names or [f"m{k}" for k in range(scores.shape[1])]
    cells = [[f"q{i}", *(values[i] for values in columns.values()), *row] for i, row in enumerate(scores.tolist())]
    return [["item", *columns, *names], *cells]


def scores_with_errors(scores: Sequence[float], errors: Sequence[float]) -> list[list[Any]]:
    """A results table of one test with standard errors."""
    rows: list[list[Any]] = [["model", "benchmark", "score", "stderr"]]
    return rows + [[f"m{k + 1}", "test", s, e] for k, (s, e) in enumerate(zip(scores, errors))]


def of(record: RankRecord, model: str) -> Any:
    """The ranked entry of that name."""
    return next(m for m in record.models if m.model == model)


def notes(record: RankRecord) -> set[str]:
    """Ids of the notes."""
    return {n.id for n in record.notes}
