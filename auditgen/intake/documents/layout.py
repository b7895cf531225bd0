"""How a table is to be read: which axis holds the models, which the tests, and what the other columns say."""

from __future__ import annotations

import re

from auditgen.intake.documents.blocks import Cell, Table
from auditgen.intake.documents.caption_names import named_at_start
from auditgen.intake.documents.cells import read_cell, with_decimal_commas
from auditgen.intake.documents.columns import (
    best_column,
    first_text,
    head_like,
    make_column,
    only_variants,
    other_names,
    role_of,
    says_score,
    share,
    test_name_score,
)
from auditgen.intake.documents.header import column_parts, header_rows, titles
from auditgen.intake.documents.label_kinds import AVERAGE, NOT_A_MODEL, is_language, is_part, is_topic, shaped_like_test
from auditgen.intake.documents.layout_form import NO_TEST, Layout, group_titles
from auditgen.intake.documents.layout_names import known_in, one_test_with_parts, tests_above
from auditgen.intake.documents.new_tests import describes_models, labels_in, no_score, tests_over_splits
from auditgen.intake.documents.unknown_layouts import parts_in_rows, unknown_tests, without_row_names
from auditgen.intake.documents.vocabulary import Vocabulary

_NEITHER = "neither models nor tests that are known"
_NO_SCORES = "no column of scores"
# Places and counts beside the scores of one test.
_PLACE = re.compile(r"#|(?:rank(?:ing)?|place|position|wins?|losses|ties|count|no\.?|id|year)\b", re.IGNORECASE)
# What a model needs, beside how it did.
_COST = re.compile(
    r"[(（](?:GB|MB|ms|s|secs?|seconds|hours?|h|USD|\$|tokens/s|tok/s|W|kWh)[)）]|\bV?RAM\b|[$€]|\bmemory\b|\blatency\b|\bthroughput\b"
    r"|\bprices?\b|\bparams\b|\btok/s\b|\bbit-?width\b|\binterval\b|\bbits?\s+per\b|\bFLOPs?\b",
    re.IGNORECASE,
)


def read_layout(table: Table, words: Vocabulary, around: str, title: str = "", only_model: str | None = None) -> Layout:
    """Find the axes of a table. `around` is the text that may name the test: caption, headings, sentence above.

    `title` is the part of it that is caption and headings, `only_model` the one model that the caption names.
    """
    count = header_rows(table, words)
    body = table.rows[count:]
    figures = [[read_cell(c.text) for c in row] for row in body]
    if any("decimal_comma" in f.odd for row in figures for f in row):
        figures = [list(row) for row in zip(*(with_decimal_commas(column) for column in zip(*figures)))]
    parts = column_parts(table, count)
    columns = [
        make_column(i, parts[i] if i < len(parts) else [], body, figures, words)
        for i in range(len(table.rows[0]) if table.rows else 0)
    ]
    layout = Layout(count, columns, titles=titles(table, count), figures=figures)
    if len(columns) < 2 or not body:
        layout.skip = "fewer than two rows or columns"
        return layout
    if not any(c.figures for c in columns):
        layout.skip = "no figures"
        return layout
    if not count:
        layout.skip = "no header row"
        return layout
    _roles(layout, body, words)
    above = tests_above(layout.titles, words, around, title, table.caption is not None)
    layout.one_test_above = len(set(above)) == 1
    _axes(layout, body, words)
    if layout.name is not None and describes_models(labels_in(body, layout.name), words):
        layout.skip = layout.skip or "its rows describe models"
        return layout
    if layout.models == "rows" and layout.tests == "context" and tests_over_splits(layout.columns):
        above = []
    if not layout.skip and layout.tests == "columns" and one_test_with_parts(layout.scores, title, words):
        layout.tests, layout.context_test, layout.test_in_title = "context", known_in(title, words)[0], True
    if layout.skip == _NEITHER and only_model is not None and known_in(title, words):
        parts_in_rows(layout, words)
    named = labels_in(body, layout.name)
    title = without_row_names(title, named)
    if layout.models == "rows":
        # "ShieldGemma (2B)", "ShieldGemma (9B)": a name that several models begin with is no test.
        above = [name for name in above if sum(label.startswith(name) for label in named) < 2]
    far = bool(above) and not known_in(title, words) and not layout.titles
    if far and (layout.skip == _NO_SCORES or (layout.tests == "context" and named_at_start(title, words))):
        # The text around names a test, the title another that nobody knows.
        above = []
    unknown = layout.skip == NO_TEST and layout.tests != "context"
    if unknown or (not above and (layout.skip in (NO_TEST, _NO_SCORES) or layout.tests == "context")):
        unknown_tests(layout, body, words, title, around)
    if layout.tests == "context" and not layout.skip and layout.context_test is None:
        if above:
            layout.context_test = above[0]
            in_title = bool(layout.titles) or bool(known_in(title, words))
            layout.test_in_title = in_title and len(above) == 1
        else:
            layout.skip = NO_TEST
    return layout


def _roles(layout: Layout, body: list[list[Cell]], words: Vocabulary) -> None:
    for column in layout.columns:
        column.role = role_of(column, body, words)
    scores = [c.typical for c in layout.columns if c.role == "score" and c.typical]
    for column in layout.columns:
        # "CI" over figures as high as those beside it: a test of that name, no interval.
        if column.role == "spread" and scores and column.typical > 0.4 * sum(scores) / len(scores):
            column.role = "score"


def _axes(layout: Layout, body: list[list[Cell]], words: Vocabulary) -> None:
    texts = [
        c for c in layout.columns if c.role in ("text", "model", "test", "category", "subset", "setting", "language")
    ]
    layout.scores = [c for c in layout.columns if c.role == "score"]
    if not layout.scores:
        layout.skip = "no column of figures"
        return
    model_column = best_column(texts, "models", "model")
    test_column = best_column(texts, "tests", "test")
    heads = [c for c in layout.scores if c.parts]
    head_models = share(heads, lambda c: head_like(c, words, "model"))
    head_tests = share(heads, lambda c: head_like(c, words, "test"))
    row_models = max(model_column.models if model_column else 0.0, 0.0)
    row_tests = test_column.tests if test_column else 0.0
    says_model = model_column is not None and model_column.role == "model"
    says_test = test_column is not None and test_column.role == "test"
    long_form = (
        model_column is not None
        and test_column is not None
        and model_column is not test_column
        and (row_models >= 0.5 or (says_model and says_test))
        and (row_tests >= 0.5 or (says_model and says_test))
        and head_models < 0.3
    )
    down = row_tests + head_models + (0.6 if says_test else 0) - (0.3 if says_model and row_models >= 0.5 else 0)
    across = row_models + head_tests + (0.6 if says_model else 0) - (0.3 if says_test and row_tests >= 0.5 else 0)
    if long_form and model_column and test_column:
        layout.models, layout.tests = "column", "rows"
        layout.model_column, layout.name = model_column.index, test_column.index
        if head_tests >= 0.5:
            # A test column beside columns that are tests: the text column is a group.
            layout.models, layout.tests, layout.name = "rows", "columns", model_column.index
    elif down >= across and (row_tests > 0 or head_models >= (0.3 if len(heads) >= 5 else 0.5) or says_test):
        told = head_models >= 0.3 or only_variants(heads) or (row_tests >= 0.5 and other_names(heads, words))
        layout.models = "columns" if told else "context"
        layout.tests = "rows" if row_tests >= 0.15 or says_test else "context"
        chosen = test_column if layout.tests == "rows" else first_text(texts)
        layout.name = chosen.index if chosen else None
    elif row_models >= 0.3 or says_model or head_tests > 0:
        layout.models = "rows" if row_models >= 0.3 or says_model else "context"
        layout.tests = "columns" if head_tests > 0 else "context"
        chosen = model_column if layout.models == "rows" else first_text(texts)
        layout.name = chosen.index if chosen else None
    else:
        layout.skip = _NEITHER
        return
    if layout.models == "columns":
        # A model whose every cell is a dash is still a model of the table.
        for column in layout.columns:
            empty = column.missing > 0 and not column.figures and not column.filled and column not in layout.scores
            if empty and head_like(column, words, "model") >= 0.6:
                column.role = "score"
                layout.scores.append(column)
        layout.scores.sort(key=lambda c: c.index)
    for column in texts:
        if column.index not in (layout.name, layout.model_column) and column.role in ("model", "test", "text"):
            column.role = "side"
    for index in (layout.name, layout.model_column):
        if index is not None:
            layout.columns[index].role = "name"
    layout.certain = long_form or abs(down - across) >= 0.4
    _drop_columns(layout, words)
    if layout.scores:
        _count_known(layout, body, words)
    else:
        layout.skip = _NO_SCORES


def _drop_columns(layout: Layout, words: Vocabulary) -> None:
    """Leave out columns of figures that are no scores: people, chance, differences, lengths, votes."""
    kept = []
    heads = [c.head.strip(" :*") for c in layout.scores]
    topics = sum(bool(is_topic(h) or AVERAGE.match(h)) for h in heads)
    layout.parts_in_columns = (
        layout.models in ("context", "column")
        and layout.tests == "rows"
        and len(heads) >= 3
        and (topics >= 0.5 * len(heads) or sum(is_part(h) or bool(AVERAGE.match(h)) for h in heads) >= 0.6 * len(heads))
        and all(c.shares for c in layout.scores)
    )
    # Among shares, round numbers of something under a word that is no test's ("GT") count what models were trained on.
    shared = sum(c.shares for c in layout.scores) > 0.5 * len(layout.scores)
    for column in layout.scores:
        head = column.head.strip(" :*")
        amounts = shared and column.amounts and not shaped_like_test(head)
        if (
            (NOT_A_MODEL.match(head) and words.like_test(head) < 0.5)
            or (
                layout.models in ("context", "column")
                and layout.tests == "rows"
                and not (says_score(head, words) or layout.parts_in_columns)
            )
            or (
                layout.tests == "context"
                and layout.models == "rows"
                and not (says_score(head, words) or is_part(head) or AVERAGE.match(head))
                and not (
                    (layout.one_test_above or column.percent)
                    and column.shares
                    and not _PLACE.match(head)
                    and not no_score(head)
                )
            )
            or (
                layout.tests == "columns"
                and (_COST.search(head) or _PLACE.fullmatch(head) or amounts)
                and words.like_test(head) < 0.5
            )
            or (layout.models == "columns" and not re.search(r"[^\W\d_]", head))
        ):
            layout.dropped.append(column)
        else:
            kept.append(column)
    layout.scores = kept


def _count_known(layout: Layout, body: list[list[Cell]], words: Vocabulary) -> None:
    """How many names the catalogue knows: a table without one is not about tests."""
    if layout.tests == "columns":
        layout.known_tests = sum(head_like(c, words, "test") >= 0.5 for c in layout.scores)
    elif layout.tests == "rows" and layout.name is not None:
        labels = {row[layout.name].text for row in body if row[layout.name].text}
        layout.known_tests = sum(test_name_score(t, words) >= 0.5 for t in labels)
        layout.known_tests += sum(test_name_score(t, words) >= 0.5 for t in group_titles(body, layout))
    if layout.models == "columns":
        layout.known_models = sum(head_like(c, words, "model") >= 0.5 for c in layout.scores)
    elif layout.models in ("rows", "column"):
        at = layout.model_column if layout.models == "column" else layout.name
        layout.known_models = sum(words.like_model(t) >= 0.5 for t in {row[at].text for row in body if at is not None})
    if not layout.known_tests and layout.tests != "context":
        in_rows = layout.tests == "rows"
        labels = set(labels_in(body, layout.name) if in_rows else (c.head for c in layout.scores if c.head))
        if labels and sum(is_language(t) or bool(AVERAGE.match(t)) for t in labels) >= 0.6 * len(labels):
            layout.tests = "context"
    if layout.tests != "context" and not layout.known_tests:
        layout.skip = NO_TEST
