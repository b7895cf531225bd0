"""A board: what is ranked, with its scores, their sampling error, and the tests of all pairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from auditgen.intake.errors import InputError, Problem
from auditgen.records.rank_record import RankNote
from auditgen.stats.standard_normal import half_width

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from auditgen.intake.tables.model import ItemMatrix, Unit
    from auditgen.stats.reversals import PairTests

    Floats = npt.NDArray[np.float64]

LEVEL = 0.95
MOST_PAIRED = 1_000
"""Entries beyond the best thousand get a rank and no more: all pairs of ten thousand entries are no reading matter."""
MOST_SIMULTANEOUS = 300
"""Entries above which the confidence sets use Bonferroni's bound instead of draws."""
_COMMON_AT_LEAST = 0.5

Rule = Literal["mean_score", "mean_of_categories", "mean_win_rate", "mean_rank"]


@dataclass(frozen=True)
class Interval:
    """Ends of a 95% interval in the unit of the board, and how it was made."""

    low: float
    high: float
    method: str


@dataclass(frozen=True, eq=False)
class Board:
    """scores: (models,), higher is better. head: the entries (indices, ascending) that are compared with one another.

    covariance: (head, head) of the scores, tests: all pairs of the head, draws: (replicates, head) of the scores; None
    where no sampling error is known.
    items: (items, models) that all entries have, for an item matrix. rows: task scores (tests, models) behind a mean.
    """

    name: str
    models: tuple[str, ...]
    scores: Floats
    unit: Unit
    intervals: tuple[Interval | None, ...]
    n_items: tuple[int | None, ...]
    head: tuple[int, ...]
    rule: str = "mean_score"
    covariance: Floats | None = None
    tests: PairTests | None = None
    draws: Floats | None = None
    items: Floats | None = None
    clusters: tuple[str, ...] | None = None
    parts: tuple[tuple[str, tuple[str, ...]], ...] = ()
    rows: Floats | None = None
    row_names: tuple[str, ...] = ()
    row_categories: tuple[str, ...] | None = None
    notes: tuple[RankNote, ...] = ()


def board_of_items(matrix: ItemMatrix, *, seed: int, resamples: int, workers: int = 1) -> Board:
    """The board of an item matrix: mean over the items that every entry has, paired bootstrap and paired tests.

    Exact McNemar throughout for answers of 0 and 1; z of the paired differences otherwise, by clusters where the file
    names them. Raises InputError where the entries share less than half of the items.
    """
    import numpy as np

    from auditgen.stats.bootstrap import bootstrap_means, item_covariance
    from auditgen.stats.reversals import pairs_from_items

    whole = np.asarray(~np.isnan(matrix.scores).any(axis=1))
    if whole.mean() < _COMMON_AT_LEAST or int(whole.sum()) < 2:
        holes = np.isnan(matrix.scores).sum(axis=0)
        worst = int(holes.argmax())
        raise InputError(
            Problem(
                matrix.file, expected="at least half of the items, and two, answered by every model",
                found=f"{int(whole.sum()):,} of {len(whole):,}",
                mend=f"Leave out the entry with most holes: --leave-out '{matrix.models[worst]}' ({holes[worst]:,}).",
            )
        )  # fmt: skip
    if matrix.scores.shape[1] > MOST_PAIRED:
        raise InputError(
            Problem(matrix.file, expected=f"at most {MOST_PAIRED:,} models", found=f"{matrix.scores.shape[1]:,}",
                    mend="Split the file, or choose models with --where.")
        )  # fmt: skip
    scores = matrix.scores[whole]
    keep = np.nonzero(whole)[0]
    clusters = None if matrix.clusters is None else tuple(matrix.clusters[i] for i in keep)
    if clusters is not None and len(set(clusters)) < 2:
        clusters = None
    draws = bootstrap_means(scores, seed=seed, replicates=resamples, clusters=clusters, workers=workers)
    covariance = item_covariance(scores) if clusters is None else draws.covariance()
    parts = tuple((kind, tuple(labels[i] for i in keep)) for kind, labels in matrix.parts.items())
    binary = bool(((scores == 0) | (scores == 1)).all())
    notes = []
    if clusters is not None:
        n = len(set(clusters))
        notes.append(
            RankNote(id="clusters", text=f"Items come in {n:,} families, drawn together; intervals allow for it.")
        )
    return Board(
        name=matrix.benchmark or matrix.file,
        models=matrix.models,
        scores=draws.observed,
        unit=matrix.unit,
        intervals=_item_intervals(scores, binary, clusters, matrix.unit),
        n_items=(len(scores),) * len(matrix.models),
        head=tuple(range(len(matrix.models))),
        covariance=covariance,
        tests=pairs_from_items(scores, exact=binary and clusters is None, clusters=clusters),
        draws=draws.means,
        items=scores,
        clusters=clusters,
        parts=parts,
        notes=tuple(notes),
    )


def _item_intervals(
    scores: Floats, binary: bool, clusters: tuple[str, ...] | None, unit: Unit
) -> tuple[Interval | None, ...]:
    """Wilson or Clopper-Pearson for right and wrong answers; cluster-robust or plain normal intervals of a mean."""
    from auditgen.stats.intervals import cluster_se, score_interval

    found = []
    for own in scores.T:
        if binary and clusters is None:
            made = score_interval(k=float(own.sum()), n=len(own))
            found.append(Interval(made.ci_low, made.ci_high, made.method))
        elif clusters is not None and unit == "fraction":
            robust = cluster_se(own, list(clusters), LEVEL)
            found.append(Interval(max(0.0, robust.ci_low), min(1.0, robust.ci_high), "cluster-robust"))
        else:
            half = half_width(LEVEL) * float(own.std()) / len(own) ** 0.5
            low, high = float(own.mean()) - half, float(own.mean()) + half
            if unit == "fraction":
                low, high = max(0.0, low), min(1.0, high)
            found.append(Interval(low, high, "normal"))
    return tuple(found)
