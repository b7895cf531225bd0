"""A grid made into a results table: models by tests, each test with its unit, its items and its direction."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from auditgen.intake.counts import MOST
from auditgen.intake.errors import InputError, show
from auditgen.intake.tables import columns as c
from auditgen.intake.tables.cells import distinct, names_of, numbers, unread_problems
from auditgen.intake.tables.choices import Choices
from auditgen.intake.tables.evaluations import one_evaluation_an_entry
from auditgen.intake.tables.filter_rows import kept_rows
from auditgen.intake.tables.grid import Grid
from auditgen.intake.tables.limits import MAX_MODELS, MAX_TESTS
from auditgen.intake.tables.model import ResultsTable, ScoreColumn, TableNote
from auditgen.intake.tables.recognise import Layout
from auditgen.intake.tables.units import direction_of, with_units

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_SIDES = ("n_items", "stderr", "ci_low", "ci_high")


@dataclass
class Row:
    """One score of the file. line counts rows from 0; parts name the test; a score that is absent is not a row."""

    line: int
    model: str
    parts: tuple[tuple[str, str], ...]
    setup: tuple[tuple[str, str], ...]
    prompt: str
    score: float
    sides: tuple[float, ...]
    unit: str = ""
    direction: str = ""
    category: str = ""
    percent: bool = False
    key: str = ""


@dataclass(frozen=True)
class Columns:
    """Which columns of the grid name what; indices."""

    model: int
    parts: tuple[int, ...]
    category: int | None
    setup: tuple[int, ...]
    prompt: int | None
    unit: int | None
    direction: int | None
    sides: tuple[int | None, ...]
    minus: int | None
    plus: int | None
    names: tuple[int, ...] = field(default_factory=tuple)


def read_results(grid: Grid, layout: Layout, choices: Choices) -> ResultsTable:
    """The results table of a grid. Raises InputError with a line for each thing to mend."""
    keep = kept_rows(grid, choices.where)
    columns = _columns(grid, layout, keep)
    scores = layout.scores
    if not scores:
        assert layout.score is not None
        scores = ((layout.score, numbers(grid, layout.score)),)
    problems = [p for i, read in scores for p in unread_problems(grid, i, read, "a score", 5)]
    if problems:
        raise InputError(problems)
    rows = _rows(grid, columns, scores, keep, wide=bool(layout.scores))
    if not rows:
        raise grid.refuse(expected="at least one score", found="none in the rows read", mend="Fill the score column.")
    notes = [TableNote("reading", note) for note in grid.notes]
    rows, evaluation_notes = one_evaluation_an_entry(rows, grid)
    return with_units(_table(grid, layout, columns, rows, notes + evaluation_notes, choices), rows, choices)


def _columns(grid: Grid, layout: Layout, keep: list[int]) -> Columns:
    assert layout.model is not None
    used = {layout.model, layout.score, *(i for i, _ in layout.scores)}
    cells = {
        i: names_of(grid, i) for i in c.all_of(grid.names, (*c.TEST, *c.BOARD, *c.SETUP, *c.PROMPT)) if i not in used
    }

    def varying(wanted: tuple[str, ...]) -> list[int]:
        return [i for i in c.all_of(grid.names, wanted) if i in cells and len({cells[i][row] for row in keep}) > 1]

    for board in varying(c.BOARD):
        values = distinct([cells[board][row] for row in keep])
        raise grid.refuse(
            expected=f"one {grid.names[board]} at a time",
            found=f"{len(values)}: {', '.join(show(v, 40) for v in values[:15])}",
            mend=f"Choose one with --where '{grid.names[board]}=NAME'.",
        )  # fmt: skip
    prompt = next(iter(varying(c.PROMPT)), None)
    parts = [i for i in c.all_of(grid.names, c.TEST) if i in cells and c.plain(grid.names[i]) not in c.BOARD]
    category = c.find(grid.names, ("category",))
    finer = [i for i in parts if c.plain(grid.names[i]) in ("task", "subtask", "subset")]
    if category in parts and finer:
        parts.remove(category)  # type: ignore[arg-type]
    else:
        category = None
    setup = [i for i in varying(c.SETUP) if i != prompt]
    models = names_of(grid, layout.model)
    key = [models, *(cells[i] for i in parts if i != layout.model)]
    # a metric that goes with its benchmark, or a licence that goes with its model, is no second measurement
    setup = [i for i in setup if _splits(key, cells[i], keep)]
    plain = [i for i in range(len(grid.names)) if i not in used]

    def one(wanted: tuple[str, ...]) -> int | None:
        found = c.find(grid.names, wanted)
        return found if found in plain else None

    texts = tuple(i for i in plain if i not in cells and i != layout.model)
    return Columns(
        layout.model, tuple(parts), category, tuple(setup), prompt, one(c.UNIT), one(c.DIRECTION),
        (one(c.N_ITEMS), one(c.STDERR), one(c.CI_LOW), one(c.CI_HIGH)), one(c.CI_MINUS), one(c.CI_PLUS), texts,
    )  # fmt: skip


def _splits(key: list[list[str]], cells: list[str], keep: list[int]) -> bool:
    """Whether some model has scores under more than one value of this column on one test."""
    seen: dict[tuple[str, ...], str] = {}
    return any(seen.setdefault(tuple(k[row] for k in key), cells[row]) != cells[row] for row in keep)


def _rows(grid: Grid, columns: Columns, scores: tuple, keep: list[int], *, wide: bool) -> list[Row]:
    import numpy as np

    def values(column: int | None) -> npt.NDArray[np.float64]:
        return numbers(grid, column).values if column is not None else np.full(grid.n_rows, np.nan)

    models = names_of(grid, columns.model)
    sides = [values(i) for i in columns.sides]
    minus, plus = values(columns.minus), values(columns.plus)
    named = {
        i: names_of(grid, i)
        for i in (*columns.parts, *columns.setup, columns.category, columns.prompt, columns.unit, columns.direction)
        if i is not None
    }

    def text(column: int | None, row: int) -> str:
        return named[column][row] if column is not None else ""

    found = []
    problems = []
    for row in keep:
        if not models[row]:
            problems.append(grid.problem(row, columns.model, expected="a model", found="an empty cell"))
            continue
        parts = tuple((grid.names[i], named[i][row]) for i in columns.parts if named[i][row])
        setup = tuple((grid.names[i], named[i][row]) for i in columns.setup)
        for column, read in scores:
            score = float(read.values[row])
            if score != score:
                continue
            own = (("score", grid.names[column]),) if wide else ()
            n, stderr, low, high = (float(s[row]) for s in sides)
            if n < 0 or n > MOST:
                expected = f"a number of items from 0 to {MOST:,}"
                problems.append(grid.problem(row, columns.sides[0] or 0, expected=expected, found=f"{n:g}"))
                continue
            if low != low and minus[row] == minus[row]:
                low, high = score - abs(minus[row]), score + plus[row]
            found.append(
                Row(
                    row, models[row], (*parts, *own), setup, text(columns.prompt, row), score,
                    (n, stderr, low, high), text(columns.unit, row), text(columns.direction, row),
                    text(columns.category, row), read.percent,
                )
            )  # fmt: skip
    if problems:
        raise InputError(problems)
    _name_tests(found, grid, scores, wide)
    return found


def _name_tests(rows: list[Row], grid: Grid, scores: tuple, wide: bool) -> None:
    """A test is named by what differs between rows; a table of one test is named by its benchmark or score column."""
    for row in rows:
        words = [value for _, value in (*row.parts, *row.setup)] + ([f"wording {row.prompt}"] if row.prompt else [])
        row.key = " · ".join(words) or (grid.names[scores[0][0]] if not wide else "")


def _table(
    grid: Grid, layout: Layout, columns: Columns, rows: list[Row], notes: list[TableNote], choices: Choices
) -> ResultsTable:  # fmt: skip
    import numpy as np

    models, tests = distinct([row.model for row in rows]), distinct([row.key for row in rows])
    if not 2 <= len(models) <= MAX_MODELS or len(tests) > MAX_TESTS:
        raise grid.refuse(
            expected=f"2 to {MAX_MODELS:,} models and at most {MAX_TESTS:,} tests",
            found=f"{len(models):,} models and {len(tests):,} tests",
        )
    at_model, at_test = {m: i for i, m in enumerate(models)}, {t: i for i, t in enumerate(tests)}
    shape = (len(models), len(tests))
    cells = {name: np.full(shape, np.nan) for name in ("scores", *_SIDES)}
    first: dict[str, Row] = {}
    line_of: dict[str, int] = {}
    for row in rows:
        first.setdefault(row.key, row)
        line_of.setdefault(row.model, row.line)
        at = at_model[row.model], at_test[row.key]
        cells["scores"][at] = row.score
        for name, value in zip(_SIDES, row.sides):
            cells[name][at] = value
    score_columns = tuple(
        ScoreColumn(
            name=key,
            parts={**dict(row.parts), **dict(row.setup), **({"prompt": row.prompt} if row.prompt else {})},
            higher_is_better=direction_of(key, row, choices),
            aggregate=bool(c.AGGREGATE.match(row.parts[-1][1] if row.parts else "")) and len(tests) > 2,
            category=row.category or None,
        )
        for key, row in first.items()
    )
    for i, key in enumerate(tests):
        n = choices.n_items.get(key, choices.n_items.get(""))
        if n is not None:
            cells["n_items"][:, i] = np.where(np.isnan(cells["n_items"][:, i]), n, cells["n_items"][:, i])
    texts = {grid.names[i]: names_of(grid, i) for i in (layout.model, *columns.names) if i is not None}
    return ResultsTable(
        grid.file, grid.sha256, layout.reason, tuple(models), score_columns,
        setup=tuple(grid.names[i] for i in columns.setup),
        prompt=None if columns.prompt is None else grid.names[columns.prompt],
        names={name: tuple(values[line_of[m]] for m in models) for name, values in texts.items()},
        notes=tuple(notes), **cells,
    )  # fmt: skip
