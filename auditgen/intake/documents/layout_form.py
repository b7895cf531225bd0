"""The reading of a table as its columns and axes are found, and the titles inside it."""

from __future__ import annotations

from dataclasses import dataclass, field

from auditgen.intake.documents.blocks import Cell
from auditgen.intake.documents.cells import Figure, read_cell
from auditgen.intake.documents.columns import Column

# Why a table is not read, where its axes are clear.
NO_TEST = "no test that is known"


@dataclass(slots=True)
class Layout:
    """The reading of a table. `models` and `tests` are rows, columns, column (of a long table) or context.

    `skip` says why there is nothing to read.
    """

    first_row: int
    columns: list[Column]
    models: str = "context"
    tests: str = "context"
    name: int | None = None
    model_column: int | None = None
    titles: list[Cell] = field(default_factory=list)
    scores: list[Column] = field(default_factory=list)
    figures: list[list[Figure]] = field(default_factory=list)
    known_tests: int = 0
    known_models: int = 0
    certain: bool = True
    dropped: list[Column] = field(default_factory=list)
    context_test: str | None = None
    test_in_title: bool = False
    one_test_above: bool = False
    """Whether the caption, heading or sentence above names one test and no other: its parts may head the columns."""
    parts_in_columns: bool = False
    """Whether the columns are parts of the tests in the rows ("STEM", "Humanities"), of one model named elsewhere."""
    skip: str = ""


def group_titles(body: list[list[Cell]], layout: Layout) -> set[str]:
    """Texts of rows that stand over a group: filled in the label columns only, or one text over the whole width."""
    found = set()
    for row in body:
        title = title_of(row, layout)
        if title:
            found.add(title.text)
    return found


def title_of(row: list[Cell], layout: Layout) -> Cell | None:
    """The cell of a row that only heads a group; None for a row with anything in a score column of its own."""
    texts = [c for c in row if c.text]
    if not texts:
        return None
    if (
        len({c.text for c in texts}) == 1
        and not read_cell(texts[0].text).filled
        and read_cell(texts[0].text).kind == "text"
    ):
        return texts[0]
    if all(not row[c.index].text for c in layout.scores):
        return texts[0] if read_cell(texts[0].text).kind == "text" else None
    return None
