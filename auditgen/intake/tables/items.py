"""A grid made into an item matrix: long, a model a row, or an item a row."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from auditgen.intake.errors import InputError, Problem, show
from auditgen.intake.tables import columns as c
from auditgen.intake.tables.cells import Numbers, distinct, names_of, numbers, unread_problems
from auditgen.intake.tables.choices import Choices
from auditgen.intake.tables.filter_rows import kept_rows
from auditgen.intake.tables.grid import Grid
from auditgen.intake.tables.limits import MAX_MODELS
from auditgen.intake.tables.model import ItemMatrix, TableNote, Unit
from auditgen.intake.tables.recognise import Layout

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_NUMBERED = re.compile(r"^(.{1,100}?)[-#_/:.]\d{1,9}$")
_MEND = "Use 1 and 0, true and false, or a share of credit between them."


def read_items(grid: Grid, layout: Layout, choices: Choices) -> ItemMatrix:
    """The item matrix of a grid. Raises InputError with a line for each cell to mend."""
    if layout.kind == "items_long":
        matrix = _long(grid, layout, choices)
    elif layout.kind == "items_by_model":
        matrix = _by_model(grid, layout, choices)
    else:
        matrix = _by_item(grid, layout, choices)
    if not 2 <= len(matrix.models) <= MAX_MODELS:
        raise grid.refuse(expected=f"2 to {MAX_MODELS:,} models", found=f"{len(matrix.models):,}")
    if len(matrix.items) < 2:
        raise grid.refuse(expected="at least 2 items", found=f"{len(matrix.items)}")
    return _scaled(_with_prefixes(_twice_named(matrix)))


def _matrix(
    grid: Grid, layout: Layout, models: list[str], items: list[str], scores: npt.NDArray[np.float64],
    notes: list[TableNote], **more: object,
) -> ItemMatrix:  # fmt: skip
    notes = [TableNote("reading", note) for note in grid.notes] + notes
    return ItemMatrix(
        grid.file, grid.sha256, layout.reason, tuple(models), tuple(items), scores, notes=tuple(notes), **more  # type: ignore[arg-type]
    )  # fmt: skip


def _long(grid: Grid, layout: Layout, choices: Choices) -> ItemMatrix:
    import numpy as np

    assert layout.model is not None
    assert layout.item is not None
    assert layout.score is not None
    keep = kept_rows(grid, choices.where)
    read = numbers(grid, layout.score)
    problems = unread_problems(grid, layout.score, read, "1 or 0")
    if problems:
        raise InputError(problems)
    model_names, item_names = names_of(grid, layout.model), names_of(grid, layout.item)
    benchmark = c.find(grid.names, ("benchmark", "dataset"))
    tests = distinct([names_of(grid, benchmark)[row] for row in keep]) if benchmark is not None else []
    if len(tests) > 1:
        raise grid.refuse(
            expected="items of one benchmark", found=f"{len(tests)}: {', '.join(show(t, 30) for t in tests[:8])}",
            mend=f"Choose one with --where {grid.names[benchmark or 0]}=NAME.",
        )  # fmt: skip
    for column in c.all_of(grid.names, ("metric", "scorer", "filter")):
        values = distinct([grid.text(column)[row] for row in keep])
        if len(values) > 1:
            raise grid.refuse(
                expected=f"one {grid.names[column]}", found=", ".join(show(v, 30) for v in values[:8]),
                mend=f"Choose one with --where {grid.names[column]}=NAME.",
            )  # fmt: skip
    models, items = distinct([model_names[r] for r in keep]), distinct([item_names[r] for r in keep])
    at_model, at_item = {m: i for i, m in enumerate(models)}, {m: i for i, m in enumerate(items)}
    if len(models) * len(items) > 200_000_000:
        raise grid.refuse(expected="at most 200 million cells", found=f"{len(models):,} models x {len(items):,} items")
    total, count = np.zeros((len(items), len(models))), np.zeros((len(items), len(models)))
    at = np.array([at_item[item_names[r]] for r in keep]), np.array([at_model[model_names[r]] for r in keep])
    answers = read.values[keep]
    known = ~np.isnan(answers)
    np.add.at(total, (at[0][known], at[1][known]), answers[known])
    np.add.at(count, (at[0][known], at[1][known]), 1)
    with np.errstate(invalid="ignore"):
        scores = total / count
    notes = []
    if count.max() > 1:
        repeated = int((count > 1).sum())
        epoch = c.find(grid.names, ("epoch", "sample", "attempt", "repeat")) is not None
        what = "tried several times" if epoch else "answered in several rows"
        notes.append(
            TableNote(
                "repeated_items",
                f"{repeated:,} of {int((count > 0).sum()):,} answers were {what}; the mean over the tries is the "
                "answer, and the tries do not count as further items.",
            )
        )
    attributes = {}
    for column in c.all_of(grid.names, (*c.CLUSTER, *c.PARTS, *c.DATE)):
        if column not in (layout.model, layout.item, layout.score):
            words, told = names_of(grid, column), dict.fromkeys(items, "")
            for r in keep:
                told[item_names[r]] = told[item_names[r]] or words[r]
            attributes[column] = tuple(told.values())
    return _matrix(grid, layout, models, items, scores, notes, benchmark=tests[0] if tests else None,
                   **_attributes(grid, attributes))  # fmt: skip


def _by_model(grid: Grid, layout: Layout, choices: Choices) -> ItemMatrix:
    import numpy as np

    assert layout.model is not None
    _refuse_text(grid, layout.scores)
    keep = kept_rows(grid, choices.where)
    names = names_of(grid, layout.model)
    models = [names[row] for row in keep]
    items = [grid.names[i] or f"column {i + 1}" for i, _ in layout.scores]
    scores = np.array([read.values[keep] for _, read in layout.scores])
    return _matrix(grid, layout, models, items, scores, [])


def _by_item(grid: Grid, layout: Layout, choices: Choices) -> ItemMatrix:
    import numpy as np

    keep = kept_rows(grid, choices.where)
    kept, left = _same_scale(grid, layout.scores)
    _refuse_text(grid, kept)
    notes = []
    attributes = {}
    for i in c.all_of(grid.names, (*c.CLUSTER, *c.PARTS, *c.DATE, "error type")):
        if i not in {k for k, _ in kept}:
            texts = names_of(grid, i)
            attributes[i] = tuple(texts[row] for row in keep)
    unused = [grid.names[i] for i in left if i not in attributes]
    if unused:
        shown = ", ".join(show(name, 30) for name in unused[:8])
        notes.append(
            TableNote("columns_left_out", f"Columns on another scale than the results are no models: {shown}.")
        )
    if not kept:
        raise grid.refuse(
            expected="a column of results for each model", found="no column of figures on one scale",
            mend="Give each model a column of 0 and 1, or of scores on one scale.",
        )  # fmt: skip
    models = [grid.names[i] for i, _ in kept]
    if layout.item is not None:
        names = names_of(grid, layout.item)
        items = [names[row] for row in keep]
        twice = [name for name, n in Counter(items).items() if n > 1]
        if twice:
            raise grid.refuse(
                expected="a different name for each item", found=f"{show(twice[0])} in several rows",
                mend="An item stands in one row; give repeated tries in long form (model, item, correct, epoch).",
            )  # fmt: skip
    else:
        items = [f"row {grid.lines[row]}" for row in keep]
        notes.append(TableNote("items_without_names", "The items have no names; rows are counted from the first."))
    numbered = [m for m in models if re.fullmatch(r"(?:[A-Za-z]+[_ -])*model[_ -]?\d+", m)]
    if len(numbered) == len(models):
        notes.append(
            TableNote(
                "models_without_names",
                "The models have numbers, not names: what is found here cannot be tied to any system.",
            )
        )
    scores = np.column_stack([read.values[keep] for _, read in kept])
    return _matrix(grid, layout, models, items, scores, notes, **_attributes(grid, attributes))


def _attributes(grid: Grid, found: dict[int, tuple[str, ...]]) -> dict[str, object]:
    """Clusters, parts and dates from columns; a column with one value, or as many as items, parts nothing."""
    more: dict[str, object] = {}
    parts: dict[str, tuple[str, ...]] = {}
    for column, values in found.items():
        name = c.plain(grid.names[column])
        if name in c.DATE:
            more["dates"] = values
        elif 1 < len(set(values)) < len(values):
            if name in c.CLUSTER and "clusters" not in more:
                more["clusters"] = values
            parts[grid.names[column]] = values
    more["parts"] = parts
    return more


def _same_scale(
    grid: Grid, columns: tuple[tuple[int, Numbers], ...]
) -> tuple[tuple[tuple[int, Numbers], ...], list[int]]:
    """The columns on the smallest of the scales 0..1 and 0..100 that holds four of five of them, and the others."""
    import numpy as np

    named = [(i, r) for i, r in columns if not c.NOT_A_SCORE.search(c.plain(grid.names[i]))]
    dropped = [i for i, _ in columns if i not in {k for k, _ in named}]
    for top in (1.0, 100.0):
        inside = [(i, r) for i, r in named if np.nanmin(r.values) >= 0 and np.nanmax(r.values) <= top]
        if len(inside) >= 0.8 * len(named) and len(inside) >= 2:
            return tuple(inside), dropped + [i for i, _ in named if i not in {k for k, _ in inside}]
    return tuple(named), dropped


def _refuse_text(grid: Grid, columns: tuple[tuple[int, Numbers], ...]) -> None:
    problems = [p for i, read in columns for p in unread_problems(grid, i, read, "1 or 0", 3)]
    if problems:
        raise InputError(problems)


def _twice_named(matrix: ItemMatrix) -> ItemMatrix:
    """Models that stand in several rows get the suffix [2], [3] ..., as several evaluations of one model."""
    counts = Counter(matrix.models)
    twice = {name for name, n in counts.items() if n > 1}
    if "" in counts:
        raise InputError(
            _problem(matrix, "a name for each model", f"{counts['']} without", "Fill the column, or drop the rows.")
        )
    if not twice:
        return matrix
    seen: Counter[str] = Counter()
    names = []
    for name in matrix.models:
        seen[name] += 1
        names.append(f"{name} [{seen[name]}]" if seen[name] > 1 else name)
    text = (
        f"{len(twice)} model names stand for several evaluations each ({', '.join(sorted(twice)[:5])}); every "
        "evaluation is kept as an entry of its own, marked [2], [3] in the order of the file."
    )
    return replace(matrix, models=tuple(names)).noted(TableNote("several_evaluations", text))


def _problem(matrix: ItemMatrix, expected: str, found: str, mend: str) -> Problem:
    return Problem(matrix.file, expected=expected, found=found, mend=mend)


def _with_prefixes(matrix: ItemMatrix) -> ItemMatrix:
    """Items named "astropy__astropy-12907" are parts of one test by what stands before the number."""
    if matrix.parts:
        return matrix
    found = [_NUMBERED.match(item) for item in matrix.items]
    if not all(found):
        return matrix
    prefixes = tuple(m[1] for m in found if m)
    if not 2 <= len(set(prefixes)) <= len(prefixes) / 3:
        return matrix
    text = f"The items fall into {len(set(prefixes))} groups by their names ({', '.join(distinct(prefixes)[:4])} ...)."
    return replace(matrix, parts={"name of the item": prefixes}).noted(TableNote("groups_from_names", text))


def _scaled(matrix: ItemMatrix) -> ItemMatrix:
    """Fractions inside: values of 0 to 100 with both ends present are percent; another scale is kept and said."""
    import numpy as np

    known = matrix.scores[~np.isnan(matrix.scores)]
    if not known.size:
        raise InputError(_problem(matrix, "results", "empty cells only", _MEND))
    low, high = float(known.min()), float(known.max())
    if low >= 0 and high <= 1:
        return matrix
    if low == 0 and 50 < high <= 100:
        note = TableNote("unit_inferred", "The answers run from 0 to 100 and are read as percent.")
        return replace(matrix, scores=matrix.scores / 100).noted(note)
    note = TableNote("unit_unknown", f"The answers run from {low:g} to {high:g}; they are kept as they stand.")
    unit: Unit = "as_printed"
    return replace(matrix, unit=unit).noted(note)
