"""Rows that stand twice, and several evaluations under one model name: found, told apart, never averaged."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from auditgen.intake.errors import InputError, show
from auditgen.intake.tables.grid import Grid
from auditgen.intake.tables.model import TableNote

if TYPE_CHECKING:
    from auditgen.intake.tables.results import Row

Whole = Callable[["Row"], tuple[str, ...]]
MOST_EVALUATIONS = 50
"""More rows than this for one model and test are no evaluations of a leaderboard."""
_SHOWN = 5


@dataclass
class _Found:
    copies: int = 0
    split: dict[str, float] = field(default_factory=dict)
    contested: dict[str, int] = field(default_factory=dict)


def one_evaluation_an_entry(rows: list[Row], grid: Grid) -> tuple[list[Row], list[TableNote]]:
    """Rows with one score for each entry and test, and notes on what was done.

    A model with several rows for a test has several evaluations: where its rows fall into runs of the same tests each
    run becomes an entry, "name", "name [2]" ...; a run that repeats another in every cell counts once. Where the rows
    do not fall into runs, rows equal in every cell count once, and of the others nobody can say which belong together:
    contested scores are left out. Raises InputError where one test has so many rows that a column must be chosen.
    """
    of_model: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        of_model[row.model].append(row)
    found = _Found()
    cells = [grid.text(i) for i in range(len(grid.names))]

    def whole(row: Row) -> tuple[str, ...]:
        return tuple(column[row.line] for column in cells)

    kept: list[Row] = []
    for model, own in of_model.items():
        keys = [row.key for row in own]
        if len(set(keys)) == len(keys):
            kept += own
            continue
        if len(keys) > MOST_EVALUATIONS * len(set(keys)):
            raise grid.refuse(
                expected=f"at most {MOST_EVALUATIONS} evaluations of a model",
                found=f"{len(keys):,} rows of {show(model)}",
                mend="Choose rows with --where COLUMN=VALUE; answers to single items need a column 'correct'.",
            )  # fmt: skip
        runs = _runs(own)
        if runs is not None:
            kept += _entries(model, runs, whole, found)
        else:
            kept += _uncontested(model, own, whole, found)
    order = {id(row): i for i, row in enumerate(rows)}
    if 2 * len(kept) < len(rows) - found.copies:
        raise _unclear(grid, found)
    kept.sort(key=lambda row: order[id(row)])
    return kept, _notes(found)


def _unclear(grid: Grid, found: _Found) -> InputError:
    """Hardly a score can be told apart: some column that makes the difference was not understood."""
    columns = []
    for i, name in enumerate(grid.names):
        values = list(dict.fromkeys(grid.text(i)))
        if isinstance(grid.columns[i], list) and 2 <= len(values) <= 20:
            columns.append(f"{show(name, 30)} ({', '.join(show(v, 20) for v in values[:4])})")
    return grid.refuse(
        expected="one score for each model and test",
        found=f"several for {len(found.contested):,} models, and no known column that tells them apart",
        mend=f"Choose rows with --where COLUMN=VALUE; columns with few values: {'; '.join(columns[:6]) or 'none'}.",
    )


def _entries(model: str, runs: list[list[Row]], whole: Whole, found: _Found) -> list[Row]:
    different: dict[tuple[tuple[str, ...], ...], list[Row]] = {}
    for run in runs:
        content = tuple(sorted(whole(row) for row in run))
        if content in different:
            found.copies += len({row.line for row in run})
        different.setdefault(content, run)
    by_key: dict[str, list[float]] = defaultdict(list)
    for number, run in enumerate(different.values(), start=1):
        for row in run:
            by_key[row.key].append(row.score)
            if number > 1:
                row.model = f"{model} [{number}]"
    if len(different) > 1:
        found.split[model] = max(max(values) - min(values) for values in by_key.values())
    return [row for run in different.values() for row in run]


def _uncontested(model: str, own: list[Row], whole: Whole, found: _Found) -> list[Row]:
    different = {(row.key, whole(row)): row for row in reversed(own)}
    found.copies += len(own) - len(different)
    keys = [key for key, _ in different]
    contested = {key for key in keys if keys.count(key) > 1}
    if contested:
        found.contested[model] = len(contested)
    return [row for (key, _), row in different.items() if key not in contested]


def _runs(own: list[Row]) -> list[list[Row]] | None:
    """The rows cut where a test comes again; None unless the runs hold the same tests, save for a few."""
    runs: list[list[Row]] = [[]]
    seen: set[str] = set()
    for row in own:
        if row.key in seen:
            runs.append([])
            seen = set()
        seen.add(row.key)
        runs[-1].append(row)
    widest = max(({row.key for row in run} for run in runs), key=len)
    # an evaluation may lack tests, but runs that share little were cut in the wrong place
    shared = all({row.key for row in run} <= widest and 2 * len(run) > len(widest) for run in runs)
    return runs if shared else None


def _notes(found: _Found) -> list[TableNote]:
    notes = []
    if found.copies:
        plural = "rows repeat" if found.copies > 1 else "row repeats"
        notes.append(TableNote("duplicate_rows", f"{found.copies:,} {plural} another in every cell and count once."))
    if found.split:
        split = found.split
        worst = max(split, key=lambda m: split[m])
        notes.append(
            TableNote(
                "several_evaluations",
                f"{_names(len(split))} several evaluations ({_named(list(split))}); every "
                "evaluation is kept as an entry of its own, marked [2], [3] in the order of the file. Scores under one "
                f"name differ by up to {split[worst]:.4g} in the unit of the file ({worst}).",
            )
        )
    if found.contested:
        contested, cells = found.contested, sum(found.contested.values())
        left_out = "that cell is" if cells == 1 else f"those {cells:,} cells are"
        notes.append(
            TableNote(
                "contested_scores",
                f"Several scores for one test stand under one name, and nothing says which belong "
                f"together ({_named(list(contested))}); {left_out} left out. Give "
                "each evaluation a name of its own.",
            )
        )
    return notes


def _names(n: int) -> str:
    return "1 model name stands for" if n == 1 else f"{n:,} model names stand each for"


def _named(names: list[str]) -> str:
    return ", ".join(names[:_SHOWN]) + (" ..." if len(names) > _SHOWN else "")
