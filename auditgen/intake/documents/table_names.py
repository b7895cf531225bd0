"""The model and the test of each cell of a table; what depends on a row or a column alone is worked out once."""

from __future__ import annotations

from dataclasses import replace

from auditgen.intake.documents.blocks import Table
from auditgen.intake.documents.claimant import model_in
from auditgen.intake.documents.column_heads import heads_of
from auditgen.intake.documents.columns import Column, repeated_heads
from auditgen.intake.documents.label_kinds import AVERAGE, is_language, is_size
from auditgen.intake.documents.labels import read_label
from auditgen.intake.documents.layout_form import Layout
from auditgen.intake.documents.naming import ModelName, TestName, name_added, name_model, name_test, shots_behind
from auditgen.intake.documents.new_tests import measure_alone
from auditgen.intake.documents.table_rows import Row, told_apart
from auditgen.intake.documents.vocabulary import Vocabulary


class CellNames:
    """Names the cells of one table."""

    def __init__(self, table: Table, layout: Layout, words: Vocabulary, subject: str | None, rows: list[Row]) -> None:
        self.table, self.layout, self.words, self.subject = table, layout, words, subject
        self.context_test = layout.context_test
        self.models: dict[int, ModelName | None] = {}
        self.tests: dict[int, TestName | None] = {}
        self.heads: dict[int, str] = {}
        """What a second head inside the body names, by column."""
        self.told_apart = told_apart(rows, layout)
        self.repeated = repeated_heads(layout.scores) if layout.tests == "columns" else frozenset()
        labels = [c.head for c in layout.scores] if layout.tests == "columns" else [r.name.text for r in rows]
        self.shots_behind = shots_behind(labels, words)

    def is_new_head(self, row: Row) -> bool:
        """Whether a row names other models over the columns of those below it: names, and no figures."""
        if self.layout.models != "columns" or (row.name.text and heads_of(row.name.text) not in ("model", "test")):
            return False
        texts = [row.cells[c.index].text for c in self.layout.scores if row.cells[c.index].text]
        if len(texts) < 2 or any(row.figures[c.index].filled for c in self.layout.scores):
            return False
        known = sum(self.words.like_model(t) >= 0.6 for t in texts)
        return len(texts) >= 0.5 * len(self.layout.scores) and known >= 0.6 * len(texts) and len(set(texts)) > 1

    def take_head(self, row: Row) -> None:
        """Name the columns anew for the rows that follow."""
        self.heads = {c.index: row.cells[c.index].text for c in self.layout.scores}
        self.models.clear()

    def take_title(self, title: str) -> None:
        """Name the columns anew where a title over the rows that follow is one name a column, set in one line."""
        names = title.split()
        if self.layout.models != "columns" or len(names) != len(self.layout.scores) or len(set(names)) < 2:
            return
        if sum(self.words.like_model(n) >= 0.6 for n in names) >= 0.6 * len(names):
            self.heads = {c.index: n for c, n in zip(self.layout.scores, names)}
            self.models.clear()

    def head_of(self, column: Column) -> str:
        """What stands over a column: its head, or what a second head names."""
        return self.heads.get(column.index) or column.head

    def of(self, row: Row, column: Column) -> tuple[ModelName | None, TestName | None]:
        """The model and the test of a cell; what depends on the row or on the column alone is worked out once."""
        side = column.index if self.layout.models == "columns" else -1 - row.number
        if side not in self.models:
            self.models[side] = self._model(row, column)
        if self.layout.tests != "columns":
            return self.models[side], self._test(row, column)
        if column.index not in self.tests:
            self.tests[column.index] = self._test(row, column)
        return self.models[side], self.tests[column.index]

    def _model(self, row: Row, column: Column) -> ModelName | None:
        if self.layout.models == "context":
            return ModelName(self.subject or "", ("model from title",)) if self.subject else None
        if self.layout.models == "columns":
            if self.heads:
                return name_model([self.heads[column.index]], self.words) if self.heads[column.index] else None
            named = name_model([c.text for c in column.parts], self.words)
            if named is None and self.table.section and is_size(column.head):
                # Columns of sizes alone: the family may stand in the heading of the section.
                family = model_in(self.table.section[-1], self.words)
                return ModelName(f"{family} {column.head}", ("model from title",)) if family else None
            return named
        at = self.layout.model_column if self.layout.models == "column" else self.layout.name
        cell = row.cells[at] if at is not None and at != self.layout.name else row.name
        sizes = [row.cells[c.index].text for c in self.layout.columns if c.role == "size"]
        group = row.group.text if row.group else ""
        apart = cell.text in self.told_apart
        if row.base and cell is row.name:
            base = name_model([group, row.base] if group else [row.base], self.words, sizes, apart)
            if base is not None:
                return name_added(base, cell.text)
        return name_model([group, cell.text] if group else [cell.text], self.words, sizes, apart)

    def _test(self, row: Row, column: Column) -> TestName | None:
        group = row.group.text if row.group else ""
        heads = [self.shots_behind.get(c.text, c.text) for c in column.parts]
        if self.layout.tests == "columns":
            told = self._told_by_row(column)
            named = told or name_test(heads, self.words, (), self.repeated)
            if named is None and measure_alone(column.head):
                return TestName(column.head, read_label(column.head), None)
            return named
        if self.layout.tests == "rows":
            how = (
                [h for h in heads if read_label(h).bare]
                if self.layout.models in ("columns", "context", "column")
                else []
            )
            name = self.shots_behind.get(row.name.text, row.name.text)
            named = name_test([group, name] if group else [name], self.words, how)
            part = heads[-1] if self.layout.parts_in_columns and heads and not how else ""
            if named is not None and part:
                named = replace(named, subset="average" if AVERAGE.match(part) else part)
            return named
        if self.context_test is None:
            return None
        label = read_label(column.head if self.layout.models == "rows" else row.name.text)
        own = self.words.test(label.name).id
        if own is not None and own == self.words.test(self.context_test).id:
            # The test itself among its parts: its whole.
            label = replace(label, name="")
        subset = label.name if label.name and not AVERAGE.match(label.name) else ("average" if label.name else None)
        flag = "test from title" if self.layout.test_in_title else "test from text above"
        return TestName(self.context_test, label, subset if not is_language(subset or "") else None, (flag,))

    def _told_by_row(self, column: Column) -> TestName | None:
        """The test where the rows of the head say what they hold ("Task", "Dataset", "Split", "Metric"), else None."""
        if self.layout.name is None:
            return None
        stub = self.layout.columns[self.layout.name].parts
        roles = [heads_of(c.text) if c.text else None for c in stub]
        if len(stub) != len(column.parts) or roles.count("test") == 0 or len({r for r in roles if r}) < 2:
            return None
        told = {role: cell.text for role, cell in zip(roles, column.parts) if role and cell.text}
        if "test" not in told:
            return None
        named = name_test([told["test"]], self.words)
        if named is None:
            return None
        label = replace(named.label, metric=told.get("metric") or named.label.metric)
        return replace(named, label=replace(label, split=told.get("subset") or label.split))
