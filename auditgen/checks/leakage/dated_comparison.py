"""One model before and after one cut-off date, beside references, control rows and placebo dates."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from auditgen.checks.leakage.item_table import ItemTable, apart
from auditgen.checks.leakage.missing_runs import Block, blocks_of, usable_items
from auditgen.stats.dated_step import DatedStep, standardised_step

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from auditgen.checks.facts import Facts

FEWEST = 20  # questions on each side
CLEARANCE = 182  # days by which a reference's own training must have ended earlier: the widest placebo
PLACEBO_MONTHS = (-6, -3, 3, 6)
FEWEST_PLACEBO = 10


@dataclass(frozen=True, eq=False)
class Comparison:
    """Everything that one date gives. `raw_used` is the step of the model alone on the items that are used."""

    date: dt.date
    source: str
    raw_used: DatedStep
    step: DatedStep
    counts: dict[str, Any] | None
    references: tuple[str, ...]
    controls: tuple[dict[str, Any], ...]
    placebos: tuple[dict[str, Any], ...]
    blocks: tuple[Block, ...]
    left_out: str
    standardised: bool
    shares: dict[str, float]


def compare(table: ItemTable, own: int, facts: Facts, date: dt.date, source: str, sign: float) -> Comparison | str:
    """The comparison at one date, or why it cannot be made. `sign` -1 turns the question round (worse before)."""
    items, blocks, left_out = usable_items(table, own, date, FEWEST)
    before = _before(table, items, date)
    if min(int(before.sum()), int((~before).sum())) < FEWEST:
        return (
            f"at {date.isoformat()} there are {int(before.sum())} questions from before and {int((~before).sum())} "
            f"from after; at least {FEWEST} are needed on each side"
        )
    references = [i for i in apart(table, own, facts) if _reference(table, i, own, date)]
    references = [i for i in references if _complete(table, i, items)]
    if not references:
        return "no other model of the table has a stated end of training at least six months earlier"
    strata = _strata(table, items)
    excess = sign * _excess(table, own, references, items)
    controls = []
    for row in apart(table, own, facts):
        rest = [i for i in references if i != row and (table.ids[i] is None or table.ids[i] != table.ids[row])]
        if rest and _control(table, row, date, items) and _complete(table, row, items):
            found = standardised_step(sign * _excess(table, row, rest, items), before, strata)
            controls.append({"model": table.models[row], "estimate": found.estimate, "p": found.p_one_sided})
    return Comparison(
        date=date,
        source=source,
        raw_used=standardised_step(table.scores[own, items], before),
        step=standardised_step(excess, before, strata),
        counts=_counts(table, own, references, items, before),
        references=tuple(table.models[i] for i in references),
        controls=tuple(controls),
        placebos=tuple(_placebos(table, items, excess, strata, date)),
        blocks=tuple(blocks),
        left_out=left_out,
        standardised=strata is not None,
        shares=_shares(table, own, references, items, before),
    )


def raw_step(table: ItemTable, own: int, date: dt.date) -> DatedStep | None:
    """Step of the model alone on all dated items of the file, as anybody would compute it first."""
    import numpy as np

    every = [i for i, d in enumerate(table.days) if d is not None and not np.isnan(table.scores[own, i])]
    try:
        return standardised_step(table.scores[own, every], _before(table, every, date))
    except ValueError:
        return None


def _before(table: ItemTable, items: Sequence[int], date: dt.date) -> npt.NDArray[np.bool_]:
    """Items published by the day of the cut-off; that day itself counts as before, as in check D1."""
    import numpy as np

    days = [table.days[i] for i in items]
    return np.array([d is not None and d <= date for d in days], dtype=np.bool_)


def _reference(table: ItemTable, row: int, own: int, date: dt.date) -> bool:
    """A model without a step at this date: every stated end of its training lies well before. Reasoning models are
    compared with one another: on hard new questions they differ from others for reasons of their own."""
    days = table.last_days(row)
    early = bool(days) and max(days) <= date - dt.timedelta(days=CLEARANCE)
    return early and table.reasons(row) == table.reasons(own)


def _control(table: ItemTable, row: int, date: dt.date, items: Sequence[int]) -> bool:
    """A model for which no step is expected here: its training ended well before, or after the last question."""
    last = max(table.days[i] for i in items)  # type: ignore[type-var]
    early = date - dt.timedelta(days=CLEARANCE)
    pairs = list(zip(table.first_days(row), table.last_days(row)))
    return bool(pairs) and all(b <= early or a > last for a, b in pairs)  # type: ignore[operator]


def _complete(table: ItemTable, row: int, items: Sequence[int]) -> bool:
    import numpy as np

    if np.isnan(table.scores[row, list(items)]).any():
        return False
    inside = set(items)
    return not any(inside.intersection(b.places) for b in blocks_of(table, row))


def _excess(table: ItemTable, own: int, references: Sequence[int], items: Sequence[int]) -> npt.NDArray[np.float64]:
    import numpy as np

    columns = list(items)
    found: npt.NDArray[np.float64] = table.scores[own, columns] - table.scores[np.ix_(list(references), columns)].mean(
        axis=0
    )
    return found


def _strata(table: ItemTable, items: Sequence[int]) -> list[str] | None:
    if table.difficulty is None:
        return None
    return [str(table.difficulty[i]) for i in items]


def _shares(
    table: ItemTable, own: int, references: Sequence[int], items: Sequence[int], before: npt.NDArray[np.bool_]
) -> dict[str, float]:
    import numpy as np

    mine = table.scores[own, list(items)]
    theirs = table.scores[np.ix_(list(references), list(items))].mean(axis=0)
    return {
        "before": float(mine[before].mean()), "after": float(mine[~before].mean()),
        "reference_before": float(theirs[before].mean()), "reference_after": float(theirs[~before].mean()),
    }  # fmt: skip


def _counts(
    table: ItemTable, own: int, references: Sequence[int], items: Sequence[int], before: npt.NDArray[np.bool_]
) -> dict[str, Any] | None:
    """The difference in differences from four counts, where one reference and right-or-wrong answers make it exact."""
    import numpy as np

    from auditgen.stats.before_after import Solved, difference_in_differences

    rows = table.scores[np.ix_([own, *references], list(items))]
    if len(references) != 1 or not np.isin(rows, (0.0, 1.0)).all():
        return None
    cells = [Solved(int(r[side].sum()), int(side.sum())) for r in rows for side in (before, ~before)]
    found = difference_in_differences(cells[0], cells[1], cells[2], cells[3])
    return {
        "did": found.estimate, "se": found.se, "z": found.z, "p": found.p_one_sided, "low": found.ci_low,
        "high": found.ci_high, "logit": found.logit_interaction, "logit_se": found.logit_se,
    }  # fmt: skip


def _placebos(
    table: ItemTable, items: Sequence[int], excess: npt.NDArray[np.float64], strata: list[str] | None, date: dt.date
) -> list[dict[str, Any]]:
    """Steps at dates away from the cut-off, each on the questions of one side of it, where none should be."""
    import numpy as np

    days = [table.days[i] for i in items]
    found = []
    for months in PLACEBO_MONTHS:
        moved = shifted(date, months)
        side = np.array([d is not None and (d <= date) == (months < 0) for d in days], dtype=np.bool_)
        early = np.array([d is not None and d <= moved for d in days], dtype=np.bool_)[side]
        if min(int(early.sum()), int((~early).sum())) < FEWEST_PLACEBO:
            continue
        labels = [s for s, inside in zip(strata, side) if inside] if strata is not None else None
        try:
            step = standardised_step(excess[side], early, labels)
        except ValueError:
            continue
        found.append({"months": months, "date": moved.isoformat(), "estimate": step.estimate, "p": step.p_one_sided})
    return found


def shifted(date: dt.date, months: int) -> dt.date:
    """The same day some months away, or the last day of that month."""
    import calendar

    total = date.year * 12 + date.month - 1 + months
    year, month = divmod(total, 12)
    return dt.date(year, month + 1, min(date.day, calendar.monthrange(year, month + 1)[1]))


def monthly_curve(table: ItemTable, own: int, references: Sequence[int]) -> list[dict[str, Any]]:
    """Mean score by month of publication: the model, and the references together."""
    import numpy as np

    months: dict[str, list[int]] = {}
    for i, day in enumerate(table.days):
        if day is not None and not np.isnan(table.scores[own, i]):
            months.setdefault(f"{day:%Y-%m}", []).append(i)
    curve = []
    for month, places in sorted(months.items()):
        theirs = table.scores[np.ix_(list(references), places)]
        curve.append(
            {
                "month": month, "n": len(places), "model": float(table.scores[own, places].mean()),
                "references": None if not len(references) or np.isnan(theirs).all() else float(np.nanmean(theirs)),
            }
        )  # fmt: skip
    return curve
