"""Tables that the catalogue does not know: tests, parts of tests and models told by heads, captions and figures."""

from __future__ import annotations

import re

from auditgen.intake.documents.blocks import Cell, Table
from auditgen.intake.documents.caption_names import named_at_start
from auditgen.intake.documents.column_heads import heads_of
from auditgen.intake.documents.columns import first_text, says_score
from auditgen.intake.documents.facts import sentences
from auditgen.intake.documents.label_kinds import AVERAGE, NOT_A_MODEL, is_part
from auditgen.intake.documents.layout_form import NO_TEST, Layout
from auditgen.intake.documents.layout_names import name_of_parts, name_over, whole_over
from auditgen.intake.documents.new_tests import (
    labels_in,
    measured_only,
    measures_of_models,
    no_score,
    parts_of_one_test,
    tests_in_columns,
    tests_in_rows,
)
from auditgen.intake.documents.vocabulary import Vocabulary


def without_row_names(title: str, labels: list[str]) -> str:
    """A caption and headings without lines that begin with what rows are named after ("OpenCUA: Open Foundations")."""
    lines = []
    for line in title.split("\n"):
        first = re.match(r"[A-Z][\w-]*[A-Z]\w*", line)
        if first is None or not any(label.startswith(first[0]) for label in labels):
            lines.append(line)
    return "\n".join(lines)


def names_in_rows(layout: Layout, table: Table) -> bool:
    """Take the rows for models where tests head the columns and nothing else names a model; whether that can be."""
    if layout.tests != "columns" or layout.name is None:
        return False
    labels = [row[layout.name].text for row in table.rows[layout.first_row :]]
    told = [t for t in labels if t]
    odd = [
        t for t in told if is_part(t) or AVERAGE.match(t) or NOT_A_MODEL.match(t) or not re.search(r"[^\W\d_]{2}", t)
    ]
    if len(set(told)) < max(2, 0.9 * len(told)) or len(odd) > 0.2 * len(told):
        return False
    if heads_of(layout.columns[layout.name].head) in ("setting", "shots", "metric", "language", "subset", "category"):
        return False
    layout.models, layout.certain = "rows", False
    return True


def unknown_tests(layout: Layout, body: list[list[Cell]], words: Vocabulary, title: str, around: str) -> None:
    """Read a table of models on tests that nobody knows, if its figures and the text over it say that it is one."""
    labels = labels_in(body, layout.name)
    scores = [c for c in layout.columns if c.role == "score"]
    head = heads_of(layout.columns[layout.name].head) if layout.name is not None else None
    near = "\n".join([title, *sentences(around)[-2:]])
    if layout.models == "rows":
        named, alone = named_at_start(title, words) or ("", False)
        if measured_only(scores) and (name := name_over(title, words)):
            # "Accuracy" and "Refusal Rate" of models: the caption says on what.
            named, alone = name, True
        parts = [c for c in scores if says_score(c.head, words) or is_part(c.head) or AVERAGE.match(c.head)]
        if not named and (name := name_of_parts(scores, parts, title, words)):
            named, alone = name, True
        if name := whole_over(title, [c.head for c in scores if not no_score(c.head)], words):
            named, alone = name, True
        scored = [c for c in scores if not no_score(c.head)]
        if named and (alone or len(parts) >= 0.6 * len(scored)):
            kept = parts_of_one_test(scores, labels, words, head == "model")
            if kept:
                layout.tests, layout.context_test, layout.test_in_title = "context", named, True
        else:
            kept = tests_in_columns(scores, labels, near, words, head == "model")
            kept = kept or measures_of_models(scores, labels, words, head == "model")
            layout.tests = "columns" if kept else layout.tests
        if kept:
            layout.skip, layout.scores = "", kept
            layout.dropped = [c for c in scores if c not in kept]
    elif layout.models == "context" and layout.tests == "rows" and head == "test" and layout.scores:
        # "Task", "Metric" and "Result" of one model, named elsewhere.
        if all(c.shares and c.head and says_score(c.head, words) for c in layout.scores):
            layout.skip = ""
    elif layout.models == "column" and layout.tests == "rows" and head == "test" and layout.scores:
        # "Dataset" and "Model" over two columns, and a column of results.
        if layout.skip == NO_TEST and all(c.shares for c in layout.scores):
            layout.skip = ""
    elif (
        layout.models == "columns"
        and head in ("category", "subset", "language", "test", None)
        and (named := name_over(title, words) if head not in ("test", None) else whole_over(title, labels, words))
    ):
        # "Dimension" or "Language" over the rows: parts of the test that the caption names.
        layout.tests, layout.context_test, layout.test_in_title, layout.skip = "context", named, True, ""
    elif layout.models == "columns" and tests_in_rows(layout.scores, labels, near, words, head == "test"):
        layout.tests, layout.skip = "rows", ""


def parts_in_rows(layout: Layout, words: Vocabulary) -> None:
    """ "Category | Accuracy" of one model and one test, both named in the caption."""
    name = first_text([c for c in layout.columns if c.role in ("text", "side", "category", "subset")])
    kept = [c for c in layout.scores if c.shares and c.head and says_score(c.head, words)]
    if name is not None and kept:
        layout.models, layout.tests, layout.name, layout.skip = "context", "context", name.index, ""
        name.role, layout.scores = "name", kept
