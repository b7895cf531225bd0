"""What the order hangs on inside one table: parts of the test, irrelevant entries, halves of the items, wordings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditgen.ranking_board import Board
from auditgen.records.rank_record import (
    Alternatives,
    Kind,
    PromptRow,
    RemovedModel,
    Rescaled,
    SplitHalf,
    WithoutPart,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt

    from auditgen.stats.leave_one_out import LeaveOneOut

    Floats = npt.NDArray[np.float64]

MOST_PARTS = 300
LEAST_TASKS = 3
MOST_REMOVALS = 400
MOST_RESCALED_CELLS = 2_000_000
SPLITS = 200
_CLUSTER_WORDS = ("task", "subject", "category", "topic", "domain")


def without_parts(board: Board) -> tuple[WithoutPart, ...]:
    """The order without each task and category (results table), or each group of items (item matrix)."""
    from auditgen.stats.leave_one_out import leave_one_out

    found: list[WithoutPart] = []
    if board.rows is not None:
        if board.rule == "mean_score" and len(board.rows) >= LEAST_TASKS:
            found += _rows(board, "task", leave_one_out(board.rows, parts=board.row_names))
        elif board.rule == "mean_of_categories" and board.row_categories is not None:
            groups = board.row_categories
            found += _rows(board, "task", leave_one_out(board.rows, parts=board.row_names, categories=groups))
            if len(set(groups)) >= LEAST_TASKS:
                found += _rows(board, "category", leave_one_out(board.rows, parts=groups, categories=groups))
        elif board.rule in ("mean_win_rate", "mean_rank") and len(board.rows) >= LEAST_TASKS:
            found += _by_rank(board)
    if board.items is not None:
        for name, labels in board.parts:
            if LEAST_TASKS <= len(set(labels)) <= MOST_PARTS:
                kind: Kind = "category" if name.lower() in _CLUSTER_WORDS else "cluster"
                found += _rows(board, kind, leave_one_out(board.items, parts=labels))
    return tuple(found)


def _by_rank(board: Board) -> list[WithoutPart]:
    """The board of a rank-type rule without each task, as long as every entry keeps a task with a rival."""
    import numpy as np

    from auditgen.stats.leave_one_out import leave_one_out

    rows = board.rows
    if rows is None or not all(_all_have_rivals(np.delete(rows, i, axis=0)) for i in range(len(rows))):
        return []
    return _rows(board, "task", leave_one_out(rows, rule=board.rule, parts=board.row_names))  # type: ignore[arg-type]


def _all_have_rivals(rows: Floats) -> bool:
    """Whether every entry has a score on some task that another entry took too; else it has no rank there."""
    import numpy as np

    present = ~np.isnan(rows)
    contested = present.sum(axis=1, keepdims=True) >= 2
    return bool((present & contested).any(axis=0).all())


def _rows(board: Board, kind: Kind, made: LeaveOneOut) -> list[WithoutPart]:
    return [
        WithoutPart(
            dropped=str(part.part),
            kind=kind,
            n=part.n_rows,
            kendall_tau_b=part.kendall_tau_b,
            first=tuple(board.models[i] for i in part.first),
            first_changed=part.first_changed,
            first_lost=part.first_lost,
            max_rank_shift=part.max_rank_shift,
        )
        for part in made.without
    ]


def alternatives(board: Board) -> Alternatives | None:
    """Irrelevant entries on boards by rank or win rate; the scale of single tasks on boards of mean scores."""
    import numpy as np

    from auditgen.stats.alternatives import board_scores, kendall_w, removal_effect, spread_sensitivity

    rows = board.rows
    if rows is None or len(rows) < 2 or len(board.models) < 3:
        return None
    complete = not np.isnan(rows).any()
    diversity = 1 - kendall_w(rows) if complete else None
    if board.rule in ("mean_win_rate", "mean_rank"):
        if len(board.models) > MOST_REMOVALS:
            return Alternatives(rule=board.rule, diversity=diversity)
        full = board_scores(rows, board.rule)  # type: ignore[arg-type]
        removable = [k for k in range(len(board.models)) if _all_have_rivals(np.delete(rows, k, axis=1))]
        effects = [removal_effect(rows, board.rule, (k,), full=full) for k in removable]  # type: ignore[arg-type]
        flipped = [effect.n_flipped_pairs for effect in effects]
        telling = sorted(effects, key=lambda e: (not e.first_changed, -e.n_flipped_pairs))[:20]
        return Alternatives(
            rule=board.rule,
            diversity=diversity,
            n_removals=len(effects),
            n_flipping=sum(n > 0 for n in flipped),
            mean_flipped_pairs=float(np.mean(flipped)) if flipped else None,
            max_flipped_pairs=max(flipped, default=None),
            removals=tuple(
                RemovedModel(
                    removed=board.models[e.removed[0]],
                    flipped_pairs=e.n_flipped_pairs,
                    kendall_tau_b=e.kendall_tau_b,
                    first=tuple(board.models[i] for i in e.first),
                    first_changed=e.first_changed and e.removed[0] not in _first(full),
                    max_rank_shift=e.max_rank_change,
                )
                for e in telling
            ),
        )
    if board.rule != "mean_score" or not complete or len(board.head) * len(rows) ** 2 > MOST_RESCALED_CELLS:
        return Alternatives(rule=board.rule, diversity=diversity)
    # the order of some entries does not depend on the others, so the best of a long table are enough
    head = np.array(board.head)
    changes = spread_sensitivity(rows[:, head])
    return Alternatives(
        rule=board.rule,
        diversity=diversity,
        n_rescaled=len(changes),
        rescaled=tuple(
            Rescaled(
                task=board.row_names[change.task],
                factor=change.factor,
                first=tuple(board.models[board.head[i]] for i in change.effect.first),
            )
            for change in changes
            if change.effect.headline_flipped
        ),
    )


def _first(scores: Floats) -> set[int]:
    import numpy as np

    rounded = np.round(scores, 9)
    return {int(i) for i in np.nonzero(rounded == rounded.max())[0]}


def split_half(board: Board, *, seed: int) -> SplitHalf | None:
    """Agreement of the orders in random halves of the items, and whether the first place survives there."""
    from auditgen.stats.agreement import split_half_agreement
    from auditgen.stats.first_place import survival_of_first

    if board.items is None or board.items.shape[1] < 3 or len(board.items) < 20:
        return None
    made = split_half_agreement(board.items, seed=seed, splits=SPLITS)
    first = survival_of_first(board.items, seed=seed, subsets=SPLITS)
    return SplitHalf(
        mean=made.mean,
        low=made.low,
        high=made.high,
        n_splits=made.n_splits,
        first_alone=first.alone,
        first_shared=first.shared,
    )


def prompt_row(test: str, models: Sequence[str], scores: Floats) -> PromptRow:
    """One test under several wordings; scores: (wordings, models), none missing."""
    from auditgen.stats.wording import prompt_agreement

    made = prompt_agreement(scores)
    return PromptRow(
        test=test,
        n_prompts=made.n_prompts,
        n_models=made.n_models,
        kendall_w=made.kendall_w,
        n_firsts=made.n_firsts,
        n_firsts_alone=made.n_firsts_alone,
        best_on_average=models[made.best_on_average],
        first_share=made.first_share,
        mean_range=made.mean_range,
    )
