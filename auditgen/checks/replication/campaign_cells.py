"""Two models in one campaign: the version meant, and both figures on each part of a test with their error."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from auditgen.checks.facts import Facts
from auditgen.checks.replication.figures import trained_more
from auditgen.checks.setup import differences, row_setup
from auditgen.stats.intervals import share_variance
from auditgen.stats.standard_normal import Z_975

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
Row = Mapping[str, Any]


@dataclass(frozen=True)
class Cell:
    """Both models' figures for one test and part in one campaign; `turn` is -1 where lower is better."""

    a: float
    b: float
    se: float | None
    n: int | None
    turn: int
    ids: tuple[str, ...]

    @property
    def gap(self) -> float:
        return self.turn * (self.a - self.b)


def weights_of_pair(facts: Facts, pieces: Sequence[Row], role: str = "rows") -> str:
    """Kind of weights that the pair is about: as told for one of the two, else the only kind both were run with."""
    names = facts.names
    for told in (names.get("model_weights"), names.get("comparator_weights")):
        if told and told != "unknown":
            return str(told)
    shared = kinds_of_both(facts, pieces, role)
    return next(iter(shared)) if len(shared) == 1 else "unknown"


def kinds_of_both(facts: Facts, pieces: Sequence[Row], role: str = "rows") -> set[str]:
    """Kinds of weights that rows of both models name."""
    names = facts.names
    kinds: dict[str, set[str]] = {}
    for piece in pieces:
        for row in piece[role]:
            if row.get("weights", "unknown") != "unknown":
                kinds.setdefault(str(piece["model_id"]), set()).add(str(row["weights"]))
    return kinds.get(str(names.get("model_id")), set()) & kinds.get(str(names.get("comparator_id")), set())


def fitting(row: Row, own: object, pair: str) -> bool:
    """Whether a row is of the version meant: the weights told for that model, else those of the pair."""
    wanted = own if own and own != "unknown" else pair
    return row.get("weights", "unknown") in (wanted, "unknown")


def cells_by_part(mine: Sequence[Row], theirs: Sequence[Row], size: int | None) -> dict[str, Cell]:
    """Figures by part of the test, the mean over set-ups in which both models were run."""
    kept_a, kept_b = ([r for r in rows if not trained_more(r)] for rows in (mine, theirs))
    found: dict[str, list[Cell]] = {}
    for part, metric in sorted({(r.get("subset", ""), r.get("metric", "")) for r in kept_a}):
        a_rows, b_rows = (
            [r for r in rows if r.get("subset", "") == part and r.get("metric", "") == metric]
            for rows in (kept_a, kept_b)
        )
        n = size if part == "" else None
        cells = [
            _cell([r for r in a_rows if _setting(r) == s], [r for r in b_rows if _setting(r) == s], n)
            for s in sorted({_setting(r) for r in a_rows} & {_setting(r) for r in b_rows})
        ]
        alone = len({_setting(r) for r in a_rows}) == 1 == len({_setting(r) for r in b_rows})
        if not cells and alone and not differences(row_setup(a_rows[0]), row_setup(b_rows[0])):
            cells = [_cell(a_rows, b_rows, n)]
        if cells:
            found.setdefault(part, []).append(_mean(cells))
    return {part: _mean(cells) for part, cells in found.items()}


def _setting(row: Row) -> tuple[str, str, str]:
    return str(row.get("shots", "")), str(row.get("setting", "")), str(row.get("party", ""))


def _cell(a_rows: Sequence[Row], b_rows: Sequence[Row], size: int | None) -> Cell:
    share = a_rows[0]["unit"] == "percent"
    scale = 100 if share else 1
    a, b = (fmean(r["score"] for r in rows) / scale for rows in (a_rows, b_rows))
    first, second = (standard_error(rows[0], mean, size) for rows, mean in ((a_rows, a), (b_rows, b)))
    sizes = [n for rows in (a_rows, b_rows) if (n := rows[0].get("n_items") or size)]
    return Cell(
        a,
        b,
        math.hypot(first, second) if first and second else None,
        min(sizes) if len(sizes) == 2 and share else None,
        -1 if a_rows[0].get("lower_is_better") else 1,
        tuple(f"result:{r['result_id']}" for r in (*a_rows, *b_rows)),
    )


def _mean(cells: Sequence[Cell]) -> Cell:
    """The mean of several runs on the same questions; its error is theirs, as the questions are not new."""
    errors = [c.se for c in cells if c.se is not None]
    se = fmean(errors) if len(errors) == len(cells) else None
    n = min((c.n for c in cells if c.n), default=None)
    ids = tuple(i for c in cells for i in c.ids)
    return Cell(fmean(c.a for c in cells), fmean(c.b for c in cells), se, n, cells[0].turn, ids)


def standard_error(row: Row, score: float, size: int | None) -> float | None:
    """Printed standard error (or 95% interval), else the binomial one; shares as fractions, other scales as such."""
    share = row["unit"] == "percent"
    numbers = [float(x) for x in _NUMBER.findall(str(row.get("uncertainty", "")))]
    kind = str(row.get("uncertainty_kind", ""))
    rounded = "rounded" in kind
    n = row.get("n_items") or size
    if share and n and (rounded or not numbers) and 0 <= score <= 1:
        return math.sqrt(share_variance(score, int(n)))
    if not numbers:
        return None
    value = numbers[0]
    if kind.startswith("95%"):
        bounds = " to " in str(row["uncertainty"]) and len(numbers) == 2
        value = ((numbers[1] - numbers[0]) / 2 if bounds else max(numbers)) / Z_975
    elif rounded:
        value += 0.5
    return (value / 100 if share else value) or None
