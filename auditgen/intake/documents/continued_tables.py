"""A table that goes on: what stands over its first part speaks of it too."""

from __future__ import annotations

from dataclasses import replace

from auditgen.intake.documents.blocks import Document, Table


def with_said_before(table: Table, document: Document) -> Table:
    """A table without text over it, with what stands over the table before it, if both have one head and heading."""
    number = table.number - 2
    tables = document.tables
    if table.caption is not None or not 0 <= number < len(tables):
        return table
    last = tables[number]
    # The running title and the number of a page say nothing of a table that goes on there.
    turned = last.spot.page is not None and table.spot.page == last.spot.page + 1
    same = last.section == table.section and bool(last.rows and table.rows)
    if (
        not same
        or len(table.before) > (2 if turned else 0)
        or [c.text for c in last.rows[0]] != [c.text for c in table.rows[0]]
    ):
        return table
    return replace(table, before=last.before, caption=last.caption)
