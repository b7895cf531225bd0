"""A rank record on the terminal and as CSV: ties as ties, ranges beside ranks."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from auditgen.report.rank_words import place_cells, survival_words

if TYPE_CHECKING:
    from auditgen.records.rank_record import AgreementRow, RankRecord

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
COLUMNS = ("rank", "model", "score", "ci_low", "ci_high", "rank_low", "rank_high", "set_low", "set_high", "p_first",
           "tie_group", "against_first", "p_adjusted", "n_items")  # fmt: skip
_AGREEMENTS = 12


def as_csv(record: RankRecord) -> str:
    """One row an entry; cells that a spreadsheet would run as a formula are quoted with an apostrophe."""
    against = {a.model: a for a in record.first.against}
    stream = io.StringIO()
    writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for m in record.models:
        other = against.get(m.model)
        row = m.model_dump(exclude={"ci_method"})
        row["against_first"] = other.word if other else "first" if m.rank == 1 else None
        row["p_adjusted"] = other.p_adjusted if other else None
        cells = {}
        for column in COLUMNS:
            value = row[column]
            if isinstance(value, float):
                value = f"{value:.10g}"
            if isinstance(value, str) and column == "model" and value.startswith(_FORMULA):
                value = f"'{value}"
            cells[column] = value
        writer.writerow(cells)
    return stream.getvalue()


def show(record: RankRecord, rows: int) -> None:
    """Print the ranking; every name is printed as text, never as markup."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(width=None if sys.stdout.isatty() else 150, highlight=False, markup=False)
    console.print(_heading(record))
    table = Table(box=None, pad_edge=False)
    known = any(m.rank_low is not None for m in record.models)
    columns = ["rank", "entry", _unit(record), "95% interval"]
    if known:
        columns += ["rank, 95 of 100", "ranks that fit", "first in 100", "against the first"]
    for name in columns:
        table.add_column(name, justify="left" if name in ("entry", "against the first") else "right", overflow="fold")
    group = record.models[0].tie_group
    for m, cells in zip(record.models, place_cells(record, rows, known)):
        if m.tie_group != group and known:
            table.add_row(*([Text("·", style="dim")] + [Text("")] * (len(columns) - 1)))
            group = m.tie_group
        table.add_row(*(Text(cell) for cell in cells))
    console.print(table)
    if len(record.models) > rows:
        console.print(f"and {len(record.models) - rows} more")
    console.print()
    for line in _summary(record):
        console.print(f"- {line}")
    if record.agreement:
        console.print("\nOther tests of the same entries")
        console.print(_agreement(record.agreement))
        if len(record.agreement) > _AGREEMENTS:
            console.print(f"and {len(record.agreement) - _AGREEMENTS} more in the JSON")


def _heading(record: RankRecord) -> str:
    n = f", {record.input.n_items:,} items" if record.input.n_items else ""
    return f"{record.input.ranked}: {len(record.models)} entries{n}\n"


def _unit(record: RankRecord) -> str:
    return {"fraction": "score, %", "rating": "rating"}.get(record.unit, "score")


def _summary(record: RankRecord) -> list[str]:
    lines = list(record.changes)
    if record.pairs.distinguishable is not None:
        lines.append(f"{record.pairs.distinguishable:,} of {record.pairs.n:,} pairs of entries can be told apart.")
    if record.split_half is not None and record.split_half.mean is not None:
        lines.append(f"Two random halves of the items agree at tau {record.split_half.mean:.2f}.")
    if record.split_half is not None and record.split_half.first_alone is not None:
        lines.append(survival_words(record.first.model, record.split_half))
    if record.first.intervals_reaching is not None:
        lines.append(f"The printed intervals of {record.first.intervals_reaching} others reach that of the first.")
    for row in record.prompts[:5]:
        lines.append(
            f"{row.test}: {row.n_firsts} entries are first under some of {row.n_prompts} wordings; a score moves by "
            f"{100 * row.mean_range:.0f} points."
        )
    for entry in record.excluded[:5]:
        lines.append(f"Not ranked: {entry.model} ({entry.reason}).")
    if len(record.excluded) > 5:
        lines.append(f"Not ranked: {len(record.excluded) - 5} more.")
    return lines


def _agreement(rows: Sequence[AgreementRow]) -> object:
    from rich.table import Table
    from rich.text import Text

    order = {"file": 0, "setup": 1, "published": 2, "test": 3}
    table = Table(box=None, pad_edge=False)
    for name in ("test", "against", "entries", "tau", "tau, best 20", "reversed pairs", "clearly", "first there"):
        table.add_column(
            name, justify="left" if name in ("test", "against", "first there") else "right", overflow="fold"
        )
    for row in sorted(rows, key=lambda r: order[r.kind])[:_AGREEMENTS]:
        cells = (
            row.a, row.b, f"{row.n_models}", _tau(row.kendall_tau_b), _tau(row.top20_kendall_tau_b),
            "" if row.reversed_pairs is None else f"{row.reversed_pairs} of {row.n_pairs:,}",
            "" if row.reversed_clear is None else f"{row.reversed_clear}", ", ".join(row.first_b[:3]),
        )  # fmt: skip
        table.add_row(*(Text(cell) for cell in cells))
    return table


def _tau(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"
