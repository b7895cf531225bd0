"""What a person may say about a table that its content leaves open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Form = Literal["item_matrix", "results_table"]


@dataclass(frozen=True)
class Choices:
    """How to read a table. All optional.

    form: instead of the form told from the content. model, score: names of the columns (several scores: one
    test each). where: rows to keep, column
    name to value. lower_is_better, higher_is_better: names of tests (or of a `benchmark` value). n_items: items by test
    name; the key "" is for all tests.
    """

    form: Form | None = None
    model: str | None = None
    score: tuple[str, ...] = ()
    where: Mapping[str, str] = field(default_factory=dict)
    lower_is_better: frozenset[str] = frozenset()
    higher_is_better: frozenset[str] = frozenset()
    n_items: Mapping[str, int] = field(default_factory=dict)


def of(chosen: str | None, names: tuple[str, ...]) -> int | None:
    """Index of a column that a person named, exactly or but for case and underscores; None if there is none."""
    from auditgen.intake.tables.columns import plain

    if chosen is None:
        return None
    if chosen in names:
        return names.index(chosen)
    folded = [plain(name) for name in names]
    return folded.index(plain(chosen)) if plain(chosen) in folded else None
