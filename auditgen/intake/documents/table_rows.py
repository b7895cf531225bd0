"""The rows of a table: group titles taken off, labels filled down, rows that lost a merged cell moved back."""

from __future__ import annotations

from dataclasses import dataclass

from auditgen.intake.documents.blocks import Cell, Table
from auditgen.intake.documents.cells import Figure
from auditgen.intake.documents.label_kinds import AVERAGE, NOT_A_MODEL, is_option
from auditgen.intake.documents.layout_form import Layout, title_of
from auditgen.intake.documents.naming import is_added
from auditgen.intake.documents.vocabulary import Vocabulary

_TELLS_APART = ("side", "metric", "setting", "shots", "subset", "language")


@dataclass(slots=True)
class Row:
    """One row as it is read: its cells, figures, and what stands over it."""

    number: int
    cells: list[Cell]
    figures: list[Figure]
    name: Cell
    filled_down: bool
    group: Cell | None
    shifted: bool = False
    base: str = ""
    """The name of the row above that "+ Execution Feedback" goes on."""


def rows_of(table: Table, layout: Layout) -> list[Row]:
    """The rows with anything but a title, each with the title it stands under."""
    body = table.rows[layout.first_row :]
    rows: list[Row] = []
    group: Cell | None = None
    last_name: Cell | None = None
    base = ""
    for offset, (cells, figures) in enumerate(zip(body, layout.figures)):
        title = title_of(cells, layout)
        if title is not None:
            group, last_name, base = title, None, ""
            continue
        cells, figures, shifted = unshifted(cells, figures, layout)
        name = cells[layout.name] if layout.name is not None else Cell("")
        filled_down = False
        if not name.text and layout.name:
            # "Average" in the column of groups names its row.
            name = next((c for c in cells[: layout.name] if AVERAGE.match(c.text) and not c.merged), name)
        told = table.sure or any(cells[c.index].text for c in layout.columns if c.role in _TELLS_APART)
        if not name.text and last_name is not None and told and any(figures[c.index].filled for c in layout.scores):
            # Where columns were worked out from positions, a lost label is more likely than a shared one.
            name, filled_down = last_name, True
        last_name = name if name.text else last_name
        number = layout.first_row + offset
        added = is_added(name.text)
        if not added and name.text:
            base = name.text
        rows.append(Row(number, cells, figures, name, filled_down, group, shifted, base if added else ""))
    return rows


def unshifted(cells: list[Cell], figures: list[Figure], layout: Layout) -> tuple[list[Cell], list[Figure], bool]:
    """A row that lost its first cells to a merged cell above it: its figures stand under the wrong heads.

    It is known by a figure where the name should be and empty cells at its end; it is moved right, and said to be.
    """
    at = layout.name
    if at is None or at == 0 or not figures[at].filled:
        return cells, figures, False
    names = [i for i in range(at) if figures[i].kind == "text"]
    lost = at - names[-1] if names else 0
    if not lost or any(c.text for c in cells[len(cells) - lost :]):
        return cells, figures, False
    empty = Cell("", cells[0].spot)
    return [*[empty] * lost, *cells[:-lost]], [*[Figure("empty")] * lost, *figures[:-lost]], True


def told_apart(rows: list[Row], layout: Layout) -> set[str]:
    """Names of rows that stand in the table with more than one size."""
    sizes: dict[str, set[str]] = {}
    for column in layout.columns:
        if column.role == "size":
            for row in rows:
                sizes.setdefault(row.name.text, set()).add(row.cells[column.index].text)
    return {name for name, found in sizes.items() if len(found) > 1}


def is_no_model(label: str, words: Vocabulary) -> bool:
    """Whether the label of a row among models names people, chance, a difference, or a count of the test's items."""
    return bool(is_option(label) or (NOT_A_MODEL.match(label) and words.like_model(label) < 0.5))
