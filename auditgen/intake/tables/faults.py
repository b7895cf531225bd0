"""Faults of data that can be seen in the data: blocks of zeros, turned flags, wrong direction, holes, unequal n."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from auditgen.intake.tables import columns as c
from auditgen.intake.tables.cells import numbers
from auditgen.intake.tables.grid import Grid
from auditgen.intake.tables.model import ItemMatrix, ResultsTable, ScoreColumn, TableNote

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

ZERO_RUN_ODDS = 1e-9
"""A run of zeros is reported when chance would make one as long in fewer than one of a billion models."""
ZERO_RUN_SHARE = 0.02
"""Shorter runs, as a share of the items, are left alone: weak models fail whole families of items."""
_WRONG_WAY_TAU, _WRONG_WAY_P, _WRONG_WAY_MODELS = -0.2, 0.001, 10
_SHOWN = 5
_WORD = re.compile(r"[^\W_]+")


def with_item_faults(matrix: ItemMatrix) -> ItemMatrix:
    """The matrix with notes on holes, blocks of zeros, and models with the very same answers."""
    import numpy as np

    notes = []
    missing = np.isnan(matrix.scores)
    if missing.any():
        models = [matrix.models[i] for i in np.nonzero(missing.any(axis=0))[0]]
        notes.append(
            TableNote(
                "missing_cells",
                f"{int(missing.sum()):,} of {missing.size:,} answers are missing ({len(models)} models, "
                f"{_listed(models)}); comparisons use the {int((~missing.any(axis=1)).sum()):,} items that every model "
                "has.",
            )
        )
    for model, first, length, expected in zero_runs(matrix.scores):
        notes.append(
            TableNote(
                "zero_block",
                f"{matrix.models[model]} has no right answer on {length} items in a row, from "
                f"{matrix.items[first]} to {matrix.items[first + length - 1]}, where about {expected:.0f} would be "
                "expected: its run may be incomplete there.",
            )
        )
    notes += _alike(matrix.models)
    same = _same_answers(matrix)
    if same:
        notes.append(TableNote("same_answers", f"Models with the same answer on every item: {_listed(same)}."))
    return matrix.noted(*notes)


def zero_runs(scores: npt.NDArray[np.float64]) -> list[tuple[int, int, int, float]]:
    """Longest improbable run of zeros of each model: (model, first item, length, right answers expected there).

    scores: (items, models) in file order, fractions. Chance of a right answer = mean of the other models on the item,
    scaled to the model's own level on the items outside the run; the run's probability is the product of the failures,
    multiplied by the number of places at which it could begin.
    """
    import numpy as np

    n_items, n_models = scores.shape
    if n_models < 4 or n_items < 40 or np.nanmax(scores) > 1 or np.nanmin(scores) < 0:
        return []
    total, count = np.nansum(scores, axis=1), (~np.isnan(scores)).sum(axis=1)
    found = []
    for model in range(n_models):
        own = scores[:, model]
        first, length = _longest(own == 0)
        if length < max(15, ZERO_RUN_SHARE * n_items):
            continue
        known = ~np.isnan(own)
        others = (total - np.nan_to_num(own)) / np.maximum(count - known, 1)
        outside = known.copy()
        outside[first : first + length] = False
        if not outside.any() or others[outside].mean() == 0:
            continue
        level = float(own[outside].mean() / others[outside].mean())
        chance = np.clip(others[first : first + length] * level, 0, 0.99)
        log_p = float(np.log1p(-chance).sum()) + np.log(n_items)
        if log_p < np.log(ZERO_RUN_ODDS):
            found.append((model, first, length, float(chance.sum())))
    return found


def _longest(zero: npt.NDArray[np.bool_]) -> tuple[int, int]:
    """Start and length of the longest run of true."""
    import numpy as np

    edges = np.diff(np.concatenate([[0], zero.astype(np.int8), [0]]))
    starts, ends = np.nonzero(edges == 1)[0], np.nonzero(edges == -1)[0]
    if not len(starts):
        return 0, 0
    best = int(np.argmax(ends - starts))
    return int(starts[best]), int(ends[best] - starts[best])


def _same_answers(matrix: ItemMatrix) -> list[str]:
    import numpy as np

    seen: dict[bytes, str] = {}
    pairs = []
    for i, name in enumerate(matrix.models):
        key = np.ascontiguousarray(matrix.scores[:, i]).tobytes()
        if key in seen:
            pairs.append(f"{seen[key]} and {name}")
        else:
            seen[key] = name
    return pairs


def _alike(models: tuple[str, ...]) -> list[TableNote]:
    """Names made of the same words in another order or with other signs: probably one model, never merged here."""
    seen: dict[tuple[str, ...], str] = {}
    pairs = []
    for name in models:
        words = tuple(sorted(_WORD.findall(name.lower())))
        if len(words) < 2:
            continue
        other = seen.setdefault(words, name)
        if other != name:
            pairs.append(f"{other} and {name}")
    if not pairs:
        return []
    text = f"Names made of the same words, perhaps one model each, kept apart: {_listed(pairs)}."
    return [TableNote("names_alike", text)]


def with_result_faults(table: ResultsTable, grid: Grid) -> ResultsTable:
    """The table with notes on direction, holes, unequal n and flags; tests that run the wrong way are marked."""
    import numpy as np

    table = _directions(table)
    notes = _alike(table.models)
    plain = [i for i, test in enumerate(table.tests) if not test.aggregate]
    missing = np.isnan(table.scores[:, plain])
    if missing.any():
        complete = int((~missing.any(axis=1)).sum())
        notes.append(
            TableNote(
                "missing_cells",
                f"{int(missing.sum()):,} of {missing.size:,} cells are empty; {complete} of {len(table.models)} models "
                "have a score on every test.",
            )
        )
    uneven = [
        f"{test.name} ({np.nanmin(n):.0f} to {np.nanmax(n):.0f})"
        for i, test in enumerate(table.tests)
        if (n := table.n_items[:, i][~np.isnan(table.n_items[:, i])]).size and n.min() != n.max()
    ]
    if uneven:
        notes.append(
            TableNote(
                "unequal_n", f"Models answered different numbers of items: {_listed(uneven)}; each keeps its own n."
            )
        )
    for i, name in enumerate(grid.names):
        if c.FLAG.search(c.plain(name)):
            read = numbers(grid, i)
            present = read.values[~np.isnan(read.values)]
            if present.size >= 20 and not read.unread and np.isin(present, (0, 1)).all() and present.mean() > 0.9:
                notes.append(
                    TableNote(
                        "flag_inverted",
                        f"Column {name} is true for {int(present.sum()):,} of {present.size:,} rows: a flag that marks "
                        "nearly everything may be turned round; it is not used.",
                    )
                )
    return table.noted(*notes)


def _directions(table: ResultsTable) -> ResultsTable:
    """Mark tests on which the models that are good elsewhere score low: less is probably better there."""
    import numpy as np
    from scipy.stats import kendalltau

    named = [test.name for test in table.tests if test.lower_is_better]
    notes = []
    if named:
        notes.append(
            TableNote(
                "lower_is_better",
                f"Lower is better on {_listed(named)}: turned round for comparing, left out of means.",
            )
        )
    base = [i for i, test in enumerate(table.tests) if test.higher_is_better is not False and not test.aggregate]
    suspects: list[tuple[int, float]] = []
    if len(base) >= 4 and len(base) <= 400:
        ranks = np.full(table.scores.shape, np.nan)
        for i in base:
            known = ~np.isnan(table.scores[:, i])
            order = table.scores[known, i].argsort().argsort()
            ranks[known, i] = order / max(int(known.sum()) - 1, 1)
        for i in base:
            if table.tests[i].higher_is_better is not None:
                continue
            others = [k for k in base if k != i]
            known = ~np.isnan(ranks[:, i]) & ~np.isnan(ranks[:, others]).all(axis=1)
            if int(known.sum()) < _WRONG_WAY_MODELS:
                continue
            elsewhere = np.nanmean(ranks[known][:, others], axis=1)
            found = kendalltau(table.scores[known, i], elsewhere)
            if found.statistic < _WRONG_WAY_TAU and found.pvalue < _WRONG_WAY_P:
                suspects.append((i, float(found.statistic)))
    tests: list[ScoreColumn] = list(table.tests)
    for i, _ in suspects:
        tests[i] = replace(tests[i], higher_is_better=False)
    if suspects:
        text = ", ".join(f"{table.tests[i].name} (tau {tau:.2f})" for i, tau in suspects[:_SHOWN])
        notes.append(
            TableNote(
                "wrong_way",
                f"Models that do well on the other tests score low on {text}: lower is probably better there. Taken "
                "so, and left out of means; --higher-is-better NAME says otherwise.",
            )
        )
    return replace(table, tests=tuple(tests)).noted(*notes)


def _listed(names: list[str]) -> str:
    return ", ".join(names[:_SHOWN]) + (f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")
