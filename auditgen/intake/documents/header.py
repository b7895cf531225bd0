"""Where a table's header ends, and what each column is called: one or more header rows joined into labels."""

from __future__ import annotations

from auditgen.intake.documents.blocks import Cell, Table
from auditgen.intake.documents.cells import read_cell
from auditgen.intake.documents.column_heads import heads_of
from auditgen.intake.documents.label_kinds import is_topic, is_variant
from auditgen.intake.documents.labels import read_label
from auditgen.intake.documents.vocabulary import Vocabulary

_MOST_HEADER_ROWS = 6
# What the first cells of several header rows, one on the other, say of the columns.
_STACKED = frozenset({"metric", "setting", "shots", "test", "language", "subset", "category"})


def header_rows(table: Table, words: Vocabulary) -> int:
    """The number of rows at the top that name columns. 0 if the first row already holds figures."""
    rows = table.rows
    if table.header_rows:
        count = min(table.header_rows, len(rows))
    else:
        count = 0
        while count < min(len(rows), _MOST_HEADER_ROWS) and not _holds_figures(rows[count]):
            count += 1
            if not _spans_all(rows[count - 1]):
                break
    if not count:
        return 0
    # Further rows of metrics, shots, sizes or names below the declared head belong to it.
    while count < min(len(rows), _MOST_HEADER_ROWS) and _is_subheader(rows[:count], rows[count], words):
        count += 1
    return count


def _holds_figures(row: list[Cell]) -> bool:
    """Two figures or more, or one in a row of two cells."""
    figures = sum(read_cell(c.text).filled for c in row[1:] if not c.merged)
    return figures >= 2 or (figures == 1 and len([c for c in row if c.text]) <= 2)


def _spans_all(row: list[Cell]) -> bool:
    """A title: one text over the whole width, or in the first cell alone."""
    filled = [i for i, c in enumerate(row) if c.text]
    one = len({row[i].text for i in filled}) <= 1 and len(row) > 1
    if len(filled) > 1 and not any(row[i].merged for i in filled) and _says_how(row[filled[0]].text):
        # "5-shot" written out under every test: it describes the columns.
        return False
    return one and (len(filled) >= len(row) - 1 or filled in ([], [0]))


def _is_subheader(above: list[list[Cell]], row: list[Cell], words: Vocabulary) -> bool:
    # A dash says that there is nothing to say of a column.
    filled = [(i, c) for i, c in enumerate(row) if i and c.text and read_cell(c.text).kind != "missing"]
    if not filled or _spans_all(row):
        return False
    first = row[0]
    continues = not first.text or first.merged or any(first.text == r[0].text for r in above)
    shots = [c for _, c in filled if _says_how(c.text)]
    if len(shots) == len(filled) and (continues or is_topic(first.text)):
        return True
    if (
        not continues
        and heads_of(first.text) in _STACKED
        and heads_of(above[-1][0].text) in _STACKED
        and len(filled) >= 2
        and not any(read_cell(c.text).filled for _, c in filled)
    ):
        # "Setup" over "Metric": the first cell of every row of the head says what the row tells of the columns.
        return True
    if not continues or any(read_cell(c.text).filled for _, c in filled):
        return False
    if first.merged and first.text and first.text == above[-1][0].text and len(filled) >= 2:
        # The head over the names runs down over this row too.
        return True
    named = sum(
        _says_how(c.text) or is_variant(c.text) or words.like_model(c.text) >= 0.6 or words.like_test(c.text) > 0.5
        for _, c in filled
    )
    # A row under a merged head ("Llama 2" over "7B", "13B") completes it even if its words are new.
    spread = any(c.merged for r in above for c in r[1:])
    return named >= 0.6 * len(filled) or (
        spread and first.merged and len(filled) >= 2 and all(c.head for _, c in filled)
    )


def _says_how(text: str) -> bool:
    return read_label(text).bare


def column_parts(table: Table, count: int) -> list[list[Cell]]:
    """For each column its header cells from top to bottom, titles and repeated cells left out."""
    rows = [r for r in table.rows[:count] if not _spans_all(r) or count == 1]
    columns: list[list[Cell]] = []
    for i in range(len(table.rows[0]) if table.rows else 0):
        parts: list[Cell] = []
        for row in rows:
            # A dash in a further row of the head says that there is nothing to say.
            said = row[i].text and not (parts and read_cell(row[i].text).kind == "missing")
            if said and (not parts or row[i].text != parts[-1].text):
                parts.append(row[i])
        columns.append(parts)
    return columns


def titles(table: Table, count: int) -> list[Cell]:
    """Header rows of one text over the whole width."""
    if count <= 1:
        return []
    return [next(c for c in r if c.text) for r in table.rows[:count] if _spans_all(r) and any(c.text for c in r)]
