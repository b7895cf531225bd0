"""What a table holds once it is read: an item matrix or a results table, with a note on everything odd in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Unit = Literal["fraction", "rating", "as_printed"]
"""fraction: shares in [0, 1] (percent in the file are divided by 100); rating: points of a vote board; as_printed:
a scale that the file does not name, kept as it stands."""


@dataclass(frozen=True, slots=True)
class TableNote:
    """Something odd that was found in a table, in one sentence. `id` is the same in all versions."""

    id: str
    text: str


@dataclass(frozen=True, eq=False)
class ItemMatrix:
    """Results of models on the same items.

    scores: (items, models), NaN where there is no result; fractions when unit is "fraction". clusters: items that
    share a passage and must be drawn together. parts: kinds of items (subjects, repositories), by name of the kind.
    binary: only 0 and 1.
    """

    file: str
    sha256: str
    recognised_by: str
    models: tuple[str, ...]
    items: tuple[str, ...]
    scores: npt.NDArray[np.float64]
    unit: Unit = "fraction"
    benchmark: str | None = None
    clusters: tuple[str, ...] | None = None
    parts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    dates: tuple[str, ...] | None = None
    notes: tuple[TableNote, ...] = ()

    @property
    def binary(self) -> bool:
        """Whether every result is 0 or 1."""
        import numpy as np

        known = self.scores[~np.isnan(self.scores)]
        return bool(((known == 0) | (known == 1)).all())

    def only(self, keep: Sequence[int], notes: Sequence[TableNote] = ()) -> ItemMatrix:
        """The matrix of some of the models (indices), with further notes."""
        kept = list(keep)
        models = tuple(self.models[i] for i in kept)
        return replace(self, models=models, scores=self.scores[:, kept], notes=self.notes + tuple(notes))

    def noted(self, *notes: TableNote) -> ItemMatrix:
        """The same with further notes."""
        return replace(self, notes=self.notes + notes)


@dataclass(frozen=True)
class ScoreColumn:
    """One column of scores of a results table.

    parts: the values that name it, by column ("benchmark": "mmlu", "setting": "before"). higher_is_better is None
    where nothing in the file says so. aggregate: a mean that the source printed, not a test.
    """

    name: str
    parts: dict[str, str] = field(default_factory=dict)
    unit: Unit = "as_printed"
    higher_is_better: bool | None = None
    aggregate: bool = False
    category: str | None = None

    @property
    def lower_is_better(self) -> bool:
        """Whether the file or the name of the test says that less is better."""
        return self.higher_is_better is False


@dataclass(frozen=True, eq=False)
class ResultsTable:
    """Scores of models on tests.

    scores, n_items, stderr, ci_low, ci_high: (models, tests), NaN where not stated; in the unit of the test, percent
    already divided by 100. setup: names of the columns that make a second measurement of one test (judge, setting);
    prompt: the column that numbers wordings of one test. names: other columns of names, by column, one value a model.
    """

    file: str
    sha256: str
    recognised_by: str
    models: tuple[str, ...]
    tests: tuple[ScoreColumn, ...]
    scores: npt.NDArray[np.float64]
    n_items: npt.NDArray[np.float64]
    stderr: npt.NDArray[np.float64]
    ci_low: npt.NDArray[np.float64]
    ci_high: npt.NDArray[np.float64]
    setup: tuple[str, ...] = ()
    prompt: str | None = None
    names: dict[str, tuple[str, ...]] = field(default_factory=dict)
    notes: tuple[TableNote, ...] = ()

    def only_tests(self, keep: Sequence[int]) -> ResultsTable:
        """The table of some of the tests (indices)."""
        kept = list(keep)
        grids = {name: getattr(self, name)[:, kept] for name in ("scores", "n_items", "stderr", "ci_low", "ci_high")}
        return replace(self, tests=tuple(self.tests[i] for i in kept), **grids)

    def only_models(self, keep: Sequence[int]) -> ResultsTable:
        """The table of some of the models (indices)."""
        kept = list(keep)
        grids = {name: getattr(self, name)[kept] for name in ("scores", "n_items", "stderr", "ci_low", "ci_high")}
        names = {column: tuple(values[i] for i in kept) for column, values in self.names.items()}
        return replace(self, models=tuple(self.models[i] for i in kept), names=names, **grids)

    def noted(self, *notes: TableNote) -> ResultsTable:
        """The same with further notes."""
        return replace(self, notes=self.notes + notes)
