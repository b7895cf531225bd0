"""Which of five layouts a grid has, told from its columns and cells, with the reason in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from auditgen.intake.errors import InputError, show
from auditgen.intake.tables import choices as choosing
from auditgen.intake.tables import columns as c
from auditgen.intake.tables.cells import MISSING, Numbers, numbers
from auditgen.intake.tables.choices import Choices
from auditgen.intake.tables.grid import Grid

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Kind = Literal["items_long", "items_by_model", "items_by_item", "results_long", "results_wide"]
_SURE = frozenset({"correct", "is correct", "resolved", "passed", "solved", "right"})
_ITEMS_AT_LEAST = 20
_AT_THE_ENDS = 0.5


@dataclass(frozen=True, eq=False)
class Layout:
    """The layout and where its columns are. scores: the columns of scores of a wide table, already numbers."""

    kind: Kind
    reason: str
    model: int | None = None
    item: int | None = None
    score: int | None = None
    scores: tuple[tuple[int, Numbers], ...] = ()


def recognise(grid: Grid, choices: Choices) -> Layout:
    """Tell the layout. Raises InputError that lists what was tried."""
    names = grid.names
    model = _chosen(grid, choices.model, "--model")
    chosen = [_chosen(grid, name, "--score") for name in choices.score]
    score = chosen[0] if chosen else None
    given_score = score is not None
    if model is None:
        model = c.find(names, c.MODEL)
    item = c.find(names, c.ITEM, {model: None} if model is not None else None)
    if score is None:
        score = c.find(names, c.SCORE, {model: None} if model is not None else None)
    correct = c.find(names, c.CORRECT) if not given_score else score
    tests = [i for i in c.all_of(names, c.TEST) if i not in (model, score)]
    want_items, want_results = choices.form == "item_matrix", choices.form == "results_table"

    if (
        model is not None
        and item is not None
        and correct is not None
        and correct not in (item, model)
        and not want_results
    ):
        sure = c.plain(names[correct]) in _SURE or c.plain(names[item]) in (
            "item",
            "item id",
            "question id",
            "instance id",
        )
        if sure or want_items:
            reason = f"item matrix, long: columns {show(names[model])}, {show(names[item])} and {show(names[correct])}"
            return Layout("items_long", reason, model, item, correct)
    is_the_score = score is not None and c.plain(names[score]) in c.THE_SCORE
    if (
        model is not None
        and score is not None
        and not want_items
        and len(chosen) < 2
        and (tests or given_score or is_the_score)
    ):
        reason = f"results table, long: columns {show(names[model])} and {show(names[score])}"
        return Layout("results_long", reason, model, None, score)

    if model is not None and len(chosen) > 1:
        kept = tuple((i, numbers(grid, i)) for i in chosen if i is not None)
        return Layout(
            "results_wide", f"results table, wide: {len(kept)} columns of scores named", model, None, None, kept
        )
    wide = _score_columns(grid, {model, item})
    if model is None and not want_results and len(wide) >= 2:
        share = _binary_share(wide)
        if item is not None or want_items or share > 0.9:
            how = "an item a row" if item is not None else "no column names models, and most columns hold only 0 and 1"
            reason = f"item matrix, wide: {how}; the other columns are taken for models"
            return Layout("items_by_item", reason, None, item, None, tuple(wide))
    if model is None:
        model = _first_names(grid, {i for i, _ in wide})
        if model is not None:
            wide = [(i, read) for i, read in wide if i != model]
    if model is not None and wide:
        ends = _ends_share(wide)
        by_item = want_items or (not want_results and len(wide) >= _ITEMS_AT_LEAST and ends >= _AT_THE_ENDS)
        if by_item:
            reason = (
                f"item matrix, wide: a model a row in column {show(names[model])}, {len(wide):,} columns, "
                f"{100 * ends:.0f}% of the cells at an end of the scale"
            )
            return Layout("items_by_model", reason, model, None, None, tuple(wide))
        real = [i for i, _ in wide if not c.NOT_A_SCORE.search(c.plain(names[i]))]
        if score is not None and (given_score or len([i for i in real if i != score]) == 0):
            reason = f"results table, long: columns {show(names[model])} and {show(names[score])}"
            return Layout("results_long", reason, model, None, score)
        if real:
            reason = f"results table, wide: a model a row in column {show(names[model])}, {len(real)} columns of scores"
            kept = tuple((i, read) for i, read in wide if i in set(real))
            return Layout("results_wide", reason, model, None, None, kept)
    raise _unknown(grid)


def _chosen(grid: Grid, name: str | None, option: str) -> int | None:
    if name is None:
        return None
    index = choosing.of(name, grid.names)
    if index is None:
        raise grid.refuse(
            expected=f"the column that {option} names", found=f"no column {show(name)}",
            mend=f"The columns are {', '.join(show(n, 30) for n in grid.names[:12])}.",
        )  # fmt: skip
    return index


def _score_columns(grid: Grid, taken: set[int | None]) -> list[tuple[int, Numbers]]:
    """Columns that hold numbers (true and false included) in at least nine of ten filled cells."""
    found = []
    for i in range(len(grid.names)):
        if i in taken:
            continue
        if _yes_or_no(grid, i):
            continue
        read = numbers(grid, i)
        if read.n_present and len(read.unread) * 9 <= read.n_present:
            found.append((i, read))
    return found


def _yes_or_no(grid: Grid, column: int) -> bool:
    """Whether a column of text says true or false: a mark on the row, not a score."""
    cells = grid.columns[column]
    if not isinstance(cells, list):
        return False
    words = {cell.strip().lower() for cell in cells[:1000]} - MISSING
    return bool(words) and words <= {"true", "false", "yes", "no"} and c.plain(grid.names[column]) not in _SURE


def _stack(wide: list[tuple[int, Numbers]]) -> npt.NDArray[np.float64]:
    import numpy as np

    return np.column_stack([read.values for _, read in wide])


def _binary_share(wide: list[tuple[int, Numbers]]) -> float:
    """Share of the columns that hold nothing but 0 and 1."""
    import numpy as np

    both = [bool(np.isin(read.values[~np.isnan(read.values)], (0.0, 1.0)).all()) for _, read in wide]
    return sum(both) / len(both)


def _ends_share(wide: list[tuple[int, Numbers]]) -> float:
    """Share of the filled cells that stand at 0 or at the top (1 or 100): answers, not averages."""
    import numpy as np

    cells = _stack(wide)
    known = cells[~np.isnan(cells)]
    top = 1.0 if known.max(initial=0.0) <= 1 else 100.0
    return float(((known == 0) | (known == top)).mean()) if known.min(initial=0.0) >= 0 and known.size else 0.0


def _first_names(grid: Grid, numeric: set[int]) -> int | None:
    """The first column of text in which nearly all values differ."""
    for i in range(len(grid.names)):
        if i not in numeric:
            texts = [t for t in grid.text(i) if t.strip()]
            if texts and len(set(texts)) > 0.8 * len(texts):
                return i
    return None


def _unknown(grid: Grid) -> InputError:
    shown = ", ".join(show(name, 30) for name in grid.names[:12])
    tried = (
        "tried: results table long (model, score), results table wide (model and a column of numbers a test), item "
        "matrix long (model, item, correct), item matrix wide (a column or a row a model, cells 0 and 1)"
    )
    mend = "Rename the columns, or name them with --model and --score."
    return grid.refuse(expected="a results table or an item matrix", found=f"columns {shown} ({tried})", mend=mend)
