"""Unit and direction of every test: stated in the file, or inferred and said; percent becomes fractions."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from auditgen.intake.errors import InputError, Problem, show
from auditgen.intake.tables import columns as c
from auditgen.intake.tables.cells import distinct
from auditgen.intake.tables.choices import Choices
from auditgen.intake.tables.model import ResultsTable, TableNote, Unit

if TYPE_CHECKING:
    from auditgen.intake.tables.results import Row

_STATED = {
    "percent": "percent", "%": "percent", "percentage": "percent", "pct": "percent", "fraction": "fraction",
    "share": "fraction", "proportion": "fraction", "accuracy": "fraction", "rating": "rating", "elo": "rating",
    "points": "as_printed",
}  # fmt: skip
_RATING = ("rating", "elo", "arena score")


def direction_of(key: str, row: Row, choices: Choices) -> bool | None:
    """Whether higher is better: said by the person, by the file, or by the name of the test; None if by none."""
    values = {key, *(value for _, value in (*row.parts, *row.setup))}
    if values & choices.lower_is_better:
        return False
    if values & choices.higher_is_better:
        return True
    if row.direction.strip().lower() in ("false", "no", "0"):
        return False
    if row.direction.strip().lower() in ("true", "yes", "1"):
        return True
    return False if any(c.LOWER_IS_BETTER.search(c.plain(value)) for value in values) else None


def with_units(table: ResultsTable, rows: list[Row], choices: Choices) -> ResultsTable:
    """Convert percent to fractions, test by test, and say what was inferred."""

    stated: dict[str, str] = {}
    for row in rows:
        unit = "percent" if row.percent else _STATED.get(row.unit.strip().lower(), "")
        if unit:
            stated.setdefault(row.key, unit)
    inferred = {t.name: _by_values(table, i) for i, t in enumerate(table.tests) if t.name not in stated}
    counts = Counter(inferred.values())
    uncertain = [name for name, unit in inferred.items() if unit == "fraction"]
    notes = []
    if counts["percent"] > counts["fraction"] and uncertain:
        # hardly any test scores below 1 % for all models, but one may; it is told, not decided in silence
        notes.append(
            TableNote(
                "unit_mixed",
                f"Most tests are in percent, but {_listed(uncertain)} never exceed 1 and are read as fractions.",
            )
        )
    tests = []
    grids = {name: getattr(table, name).copy() for name in ("scores", "stderr", "ci_low", "ci_high")}
    for i, test in enumerate(table.tests):
        unit = stated.get(test.name) or inferred[test.name]
        _fits(table, i, stated.get(test.name))
        if unit == "percent":
            for values in grids.values():
                values[:, i] /= 100
        kept: Unit = "fraction" if unit in ("percent", "fraction") else "rating" if unit == "rating" else "as_printed"
        tests.append(replace(test, unit=kept))
    if counts["percent"]:
        names = [name for name, unit in inferred.items() if unit == "percent"]
        notes.append(TableNote("unit_inferred", f"No unit is stated; read as percent: {_listed(names)}."))
    if counts["as_printed"]:
        names = [name for name, unit in inferred.items() if unit == "as_printed"]
        notes.append(
            TableNote("unit_unknown", f"On a scale that the file does not name, kept as it stands: {_listed(names)}.")
        )
    return replace(table, tests=tuple(tests), **grids).noted(*notes)


def _fits(table: ResultsTable, test: int, stated: str | None) -> None:
    """Raises InputError where a stated unit cannot be true."""
    import numpy as np

    top = {"percent": 100.0, "fraction": 1.0}.get(stated or "")
    values = table.scores[:, test]
    if top is not None and np.nanmax(np.abs(values)) > top + 1e-9:
        worst = int(np.nanargmax(np.abs(values)))
        raise InputError(
            Problem(
                table.file,
                field=table.tests[test].name,
                expected=f"scores up to {top:g}, since the unit is {stated}",
                found=f"{values[worst]:g} for {show(table.models[worst])}",
                mend="Mend the score or the unit.",
            )
        )


def _by_values(table: ResultsTable, test: int) -> str:
    """fraction: inside [-1, 1] (correlations count too); percent: inside [0, 100]; else as printed."""
    import numpy as np

    values = table.scores[:, test]
    values = values[~np.isnan(values)]
    low, high = float(values.min()), float(values.max())
    name = c.plain(table.tests[test].name)
    votes = any(c.plain(column) in c.VOTES for column in table.names)
    if any(word in name for word in _RATING) or (votes and high > 100):
        return "rating"
    if low >= -1 and high <= 1:
        return "fraction"
    if low >= 0 and high <= 100:
        # a few values just above 1 are a loss or a ratio rather than percent
        return "percent" if high > 3 else "as_printed"
    return "percent" if low >= -100 and high <= 100 and "mcc" in name else "as_printed"


def _listed(names: list[str], most: int = 5) -> str:
    shown = distinct(names)
    return ", ".join(shown[:most]) + (f" and {len(shown) - most} more" if len(shown) > most else "")
