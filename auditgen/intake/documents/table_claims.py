"""A table made into draft claims: one a figure, with its model, test, settings, flags and place."""

from __future__ import annotations

import re
from dataclasses import replace

from auditgen.intake.documents.blocks import Cell, Document, Table
from auditgen.intake.documents.cells import Figure, solved_of
from auditgen.intake.documents.claimant import Claimant
from auditgen.intake.documents.columns import Column
from auditgen.intake.documents.context import Context, Scoped, says_copied
from auditgen.intake.documents.continued_tables import with_said_before
from auditgen.intake.documents.drafting import Draft, Gap, Harvest, Skipped
from auditgen.intake.documents.facts import short
from auditgen.intake.documents.grid import unfolded
from auditgen.intake.documents.label_kinds import AVERAGE, NOT_A_TEST, is_language
from auditgen.intake.documents.labels import INTERVAL_95, read_label
from auditgen.intake.documents.layout import read_layout
from auditgen.intake.documents.layout_form import Layout
from auditgen.intake.documents.naming import ModelName, TestName
from auditgen.intake.documents.table_names import CellNames
from auditgen.intake.documents.table_parts import figure_parts, model_parts, name_part
from auditgen.intake.documents.table_rows import Row, is_no_model, rows_of
from auditgen.intake.documents.table_settings import (
    column_settings,
    group_settings,
    label_settings,
    model_settings,
)
from auditgen.intake.documents.units import sizes_of_tests, unit_of
from auditgen.intake.documents.unknown_layouts import names_in_rows
from auditgen.intake.documents.vocabulary import Vocabulary

_PLACE_LABEL = 70


def read_table(
    table: Table, document: Document, words: Vocabulary, claimant: Claimant, subject: str | None, defaults: list[Scoped]
) -> Harvest:
    """The drafts of one table, its gaps, or the reason why it was skipped."""
    harvest = Harvest()
    table = replace(with_said_before(table, document), rows=unfolded(table.rows))
    caption = [table.caption.text] if table.caption else []
    title = "\n".join([*caption, *table.section[-2:]])
    around = "\n".join([title, *(p.text for p in table.before[-1:])])
    captioned = words.only_model("\n".join(caption))
    layout = read_layout(table, words, around, title, captioned)
    subject = captioned or subject
    if layout.models == "context" and not layout.skip and subject is None and not names_in_rows(layout, table):
        layout.skip = "no model is named in or above the table"
    if layout.skip:
        figures = sum(f.filled for row in layout.figures for f in row)
        head = " | ".join(c.text for c in table.rows[0] if c.text)[:120] if table.rows else ""
        harvest.skipped.append(Skipped(document.name, table.number, _table_place(table), layout.skip, figures, head))
        return harvest
    _Reader(table, document, words, claimant, subject, layout, Context(table, document, words, defaults)).read(harvest)
    return harvest


def _table_place(table: Table) -> str:
    section = f' "{table.section[-1][:60]}"' if table.section else ""
    return f"{table.spot.words}, table {table.number}{section}"


class _Reader:
    """Reads the body of one table, row by row."""

    def __init__(
        self,
        table: Table,
        document: Document,
        words: Vocabulary,
        claimant: Claimant,
        subject: str | None,
        layout: Layout,
        context: Context,
    ) -> None:
        self.table, self.document, self.words = table, document, words
        self.claimant, self.subject, self.layout, self.context = claimant, subject, layout, context
        self.rows = rows_of(table, layout)
        of_models = [r for r in self.rows if layout.models != "rows" or not is_no_model(r.name.text, words)]
        self.all_figures = [r.figures[c.index] for r in of_models for c in layout.scores]
        self.by_column = {c.index: [r.figures[c.index] for r in of_models] for c in layout.scores}
        by_row = ([r.figures[c.index] for c in layout.scores] for r in of_models)
        self.sizes = sizes_of_tests(by_row if layout.tests == "rows" else self.by_column.values())
        self.setting_notes = self._setting_notes()
        self.names = CellNames(table, layout, words, subject, self.rows)

    def _setting_notes(self) -> dict[tuple[int, str], Cell]:
        """A note on one value of a setting column explains that value in the whole column."""
        found: dict[tuple[int, str], Cell] = {}
        for column in self.layout.columns:
            if column.role == "setting":
                for row in self.rows:
                    cell = row.cells[column.index]
                    if cell.notes:
                        found.setdefault((column.index, cell.text), cell)
        return found

    def read(self, harvest: Harvest) -> None:
        for column in self.layout.dropped:
            figures = sum(r.figures[column.index].filled for r in self.rows)
            head = f"column {column.head[:60]!r}"
            place = f"{_table_place(self.table)}, {head}"
            harvest.skipped.append(
                Skipped(self.document.name, self.table.number, place, "not scores of a model", figures, head)
            )
        group = None
        for row in self.rows:
            if row.group is not group:
                group = row.group
                self.names.take_title(group.text if group else "")
            if self.names.is_new_head(row):
                self.names.take_head(row)
                continue
            label = row.name.text
            if self.layout.models == "rows" and is_no_model(label, self.words):
                figures = sum(row.figures[c.index].filled for c in self.layout.scores)
                head = f"row {label[:60]!r}"
                place = f"{_table_place(self.table)}, {head}"
                harvest.skipped.append(
                    Skipped(self.document.name, self.table.number, place, "not scores of a model", figures, head)
                )
                continue
            if self.layout.tests == "rows" and NOT_A_TEST.match(label) and self.words.like_test(label) < 0.5:
                continue
            for column in self.layout.scores:
                self._cell(row, column, harvest)

    def _cell(self, row: Row, column: Column, harvest: Harvest) -> None:
        figure, cell = row.figures[column.index], row.cells[column.index]
        if figure.kind == "empty" or self._repeats(row, column):
            return
        model, test = self.names.of(row, column)
        if model is None or test is None:
            if figure.filled:
                what = "no model" if model is None else "no test"
                place = self._place(row, column)
                gap = Gap(self.document.name, what, "", cell.text[:80], place, False, self.table.number)
                harvest.gaps.append(gap)
            return
        count = solved_of(figure, [row.figures[c.index] for c in self.layout.scores], self.by_column[column.index])
        if count is not None:
            draft = self._draft(row, column, cell, Figure("number", count[0]), model, test)
            draft.fields |= {"score": "/".join(count), "unit": "count"}
            draft.flags = [f for f in draft.flags if f not in ("unit is a guess", "unit not clear")]
            draft.state("n_items", count[1], f"{short(cell.text)} (the cell)")
            harvest.drafts.append(draft)
            return
        if figure.kind == "pair" and figure.pair:
            models = model_parts(model.text, len(figure.pair))
            test, names = figure_parts(test, column.head, self._stub(), len(figure.pair))
            for part, number in ((k, n) for k, n in enumerate(figure.pair) if n):
                of = replace(model, text=models[part]) if models else model
                draft = self._draft(row, column, cell, Figure("number", number, figure.percent), of, test)
                draft.column = column.index * 10 + part
                if models is None:
                    name_part(draft, names, part)
                else:
                    draft.flags.append("several numbers in one cell")
                harvest.drafts.append(draft)
            return
        if figure.kind != "number":
            if figure.kind != "text" or not cell.merged:
                place = self._place(row, column)
                harvest.gaps.append(
                    Gap(
                        self.document.name,
                        model.text,
                        test.name,
                        cell.text[:80],
                        place,
                        figure.kind == "missing",
                        self.table.number,
                        test.label.metric,
                    )
                )
            return
        harvest.drafts.append(self._draft(row, column, cell, figure, model, test))

    def _stub(self) -> str:
        """The head over the names: "3-shot (EM / F1)" speaks of every cell."""
        return self.layout.columns[self.layout.name].head if self.layout.name is not None else ""

    def _repeats(self, row: Row, column: Column) -> bool:
        """Whether a cell is the copy of a merged one, under the copy of the same head: one figure, told once."""
        if not row.cells[column.index].merged or not column.index:
            return False
        before = self.layout.columns[column.index - 1]
        same = before in self.layout.scores and [c.text for c in before.parts] == [c.text for c in column.parts]
        return same and row.cells[before.index].text == row.cells[column.index].text

    def _draft(self, row: Row, column: Column, cell: Cell, figure: Figure, model: ModelName, test: TestName) -> Draft:
        fields = {"type": "absolute", "model": model.text[:400], "benchmark": test.name[:400], "score": figure.text}
        draft = Draft(
            fields, cell.spot, table=self.table.number, row=row.number, column=column.index, printed=cell.text
        )
        draft.key_words = (row.name.text, column.head)
        draft.document = self.document.name
        # A note on a group title speaks of its rows, a note on a head of its column.
        cells = [cell, row.name, *column.parts, *([row.group] if row.group else [])]
        self._who(draft)
        if row.group is not None and read_label(row.group.text).bare:
            # "w/ CoT" over a group of rows says how they were measured.
            group_settings(draft, row.group)
        label_settings(draft, test, self.table, self.layout)
        column_settings(draft, row, cells, self.layout, self.setting_notes)
        if "part of a result under the model's name" in model.flags and column.parts:
            part = column.parts[-1].text
            draft.state("language" if is_language(part) else "metric", part)
        model_settings(draft, self.words)
        for key, value in model.how:
            draft.state(key, value, "behind the model's name")
        draft.own = frozenset((*draft.fields, *draft.setting))
        self.context.explain(draft, cells)
        if row.group is not None and says_copied(row.group.text):
            draft.flags.append("copied")
            draft.state("copied_from", row.group.text[:200], f"{short(row.group.text)} ({row.group.spot.words})")
        self.context.surround(draft)
        self._unit(draft, figure, row, column, test)
        self._marks(draft, row, cell, figure, model, test)
        draft.fields["quote"] = short(cell.text)
        draft.fields["place"] = self._place(row, column)
        return draft

    def _who(self, draft: Draft) -> None:
        developer = self.words.developer_of(draft.fields["model"])
        if developer:
            draft.fields["model_developer"] = developer
        if self.claimant.name:
            draft.fields["claimant"] = self.claimant.name
        relation = self.claimant.relation_to(developer, self.words)
        if relation:
            draft.fields["claimant_relation"] = relation

    def _unit(self, draft: Draft, figure: Figure, row: Row, column: Column, test: TestName) -> None:
        same = (
            [row.figures[c.index] for c in self.layout.scores]
            if self.layout.tests == "rows"
            else self.by_column[column.index]
        )
        if self.layout.tests == "context" and self.layout.models != "rows":
            same = self.all_figures
        said = " ".join(
            (
                draft.fields.get("metric", ""),
                test.name,
                test.label.written,
                column.head,
                "%" if test.label.percent else "",
                figure.unit_word or "",
                self.context.title,
            )
        )
        ids = self.words.test(test.name).candidates
        reading = unit_of(figure, said, same, self.sizes, ids, self.words.catalogue)
        if reading.unit:
            draft.fields["unit"] = reading.unit
        if not reading.sure:
            draft.doubt("medium", "unit is a guess" if reading.unit else "unit not clear")
        better = reading.higher_is_better if reading.higher_is_better is not None else test.label.higher_is_better
        if better is not None:
            draft.fields["higher_is_better"] = "yes" if better else "no"
        if figure.spread:
            draft.fields["uncertainty"] = figure.spread
        elif figure.interval:
            draft.fields["uncertainty_low"], draft.fields["uncertainty_high"] = figure.interval
        if figure.spread or figure.interval:
            draft.fields["uncertainty_kind"] = self._uncertainty_kind(column.head)

    def _uncertainty_kind(self, head: str) -> str:
        """What stands behind the figures of a column, as its head says, else as the text around the table does."""
        if re.search(r"\bstd\.?\s?err|\bstandard error", head, re.IGNORECASE):
            return "se"
        return "ci95" if INTERVAL_95.search(head) else self.context.uncertainty_kind

    def _marks(self, draft: Draft, row: Row, cell: Cell, figure: Figure, model: ModelName, test: TestName) -> None:
        draft.flags += sorted(cell.marks)
        for flag in (*model.flags, *test.flags):
            draft.doubt("low" if flag in ("model from title", "test from text above") else "medium", flag)
        if AVERAGE.match(test.label.name or test.name):
            draft.flags.append("average")
        elif self.words.test(test.name).status == "unknown":
            draft.doubt("medium", "unknown test")
        if self.words.like_model(draft.fields["model"]) < 0.6:
            draft.doubt("medium", "unknown model")
        if row.filled_down:
            draft.doubt("medium", "label of the row above")
        if cell.merged:
            draft.doubt("low", "one figure over several cells")
        if row.shifted:
            draft.doubt("low", "row moved right to fit its heads")
        for flag in figure.odd:
            draft.doubt("low", flag.replace("_", " "))
        if figure.hedge:
            draft.fields["hedge"] = figure.hedge
            draft.doubt("medium", "hedged figure")
        if figure.bracket and self.context.shots_in_brackets and re.fullmatch(r"\d{1,3}", figure.bracket):
            draft.state("shots", figure.bracket, f"{short(cell.text)} (the cell)")
        elif figure.bracket:
            draft.doubt("medium", f"bracket: {figure.bracket[:60]}")
        if "ragged" in self.table.remarks:
            draft.doubt("medium", "rows of unequal length")
        if not self.layout.certain:
            draft.doubt("low", "rows and columns may be swapped")
        if not self.table.sure:
            draft.doubt("medium", "columns worked out from positions")

    def _place(self, row: Row, column: Column) -> str:
        head = short(self.names.head_of(column))[:_PLACE_LABEL]
        spot = row.cells[column.index].spot
        section = f" {self.table.section[-1][:60]!r}" if self.table.section else ""
        where = spot.words or self.table.spot.words
        return f'{where}, table {self.table.number}{section}, row "{row.name.text[:_PLACE_LABEL]}", column "{head}"'[
            :490
        ]
