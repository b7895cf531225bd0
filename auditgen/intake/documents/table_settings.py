"""Metric, shots and settings of a figure that stand in its labels, in columns beside it, and in its model's name."""

from __future__ import annotations

import re
from collections.abc import Mapping

from auditgen.intake.documents.blocks import Cell, Table
from auditgen.intake.documents.drafting import Draft
from auditgen.intake.documents.facts import short
from auditgen.intake.documents.label_kinds import AVERAGE, is_language, is_topic
from auditgen.intake.documents.labels import Label, read_label
from auditgen.intake.documents.layout_form import Layout
from auditgen.intake.documents.naming import TestName, setting_key
from auditgen.intake.documents.table_rows import Row
from auditgen.intake.documents.vocabulary import Vocabulary

_CATEGORY = re.compile(
    r"(?:task )?(?:categor(?:y|ies)|domains?|capabilit(?:y|ies)|areas?|types?|groups?|skills?|topics?|类别|领域)"
    r"|#|rank|no\.?|id",
    re.I,
)
_SETTING_COLUMNS = (
    ("prompt", r"prompt|提示"),
    ("reasoning_effort", r"effort"),
    ("reasoning", r"thinking|reasoning|mode"),
    ("scaffold", r"scaffold|framework|agent"),
    ("harness", r"harness"),
    ("tools", r"tool"),
    ("temperature", r"temperature"),
    ("precision", r"precision|quanti"),
    ("grader", r"judge"),
)


def _setting_column(head: str) -> str | None:
    return next((key for key, pattern in _SETTING_COLUMNS if re.search(pattern, head, re.IGNORECASE)), None)


def label_settings(draft: Draft, test: TestName, table: Table, layout: Layout) -> None:
    """Metric, shots and settings that stand in the labels of a figure."""
    label = test.label
    told = f"{short(label.written)} (its label)"
    for key, value in (
        ("metric", label.metric),
        ("shots", label.shots),
        ("language", label.language),
        ("split", label.split),
        ("n_items", str(label.n_items) if label.n_items else None),
        *label.setting.items(),
    ):
        if value:
            draft.state(key, value, told)
    stub = read_label(layout.columns[layout.name].head) if layout.name is not None else None
    if stub is not None and (stub.shots or stub.setting):
        # "3-shot (EM / F1)" over the names speaks of every figure.
        for key, value in (("shots", stub.shots), *stub.setting.items()):
            if value and key not in draft.fields and key not in draft.setting:
                draft.state(key, value, f"{short(stub.written)} (head of the names)")
    for rest in label.rest:
        if re.search(r"agent(?:ic|less)|scaffold|framework", rest, re.IGNORECASE):
            draft.state("scaffold", rest, told)
    if layout.models == "context" and layout.tests == "columns" and layout.name is not None:
        row_label = table.rows[draft.row][layout.name].text
        if row_label and not AVERAGE.match(row_label):
            draft.state("variant", row_label)
    if test.subset:
        draft.state("language" if is_language(test.subset) else "subset", test.subset)
    if is_language(test.label.name) and test.label.name != test.name:
        draft.state("language", test.label.name)


def group_settings(draft: Draft, group: Cell) -> None:
    """What a title over a group of rows says about how they were measured."""
    label = read_label(group.text)
    told = f"{short(group.text)} ({group.spot.words})"
    for key, value in (("metric", label.metric), ("shots", label.shots), *label.setting.items()):
        if value:
            draft.state(key, value, told)


def column_settings(
    draft: Draft, row: Row, cells: list[Cell], layout: Layout, explained: Mapping[tuple[int, str], Cell]
) -> None:
    """Shots, metric, language and settings that stand in columns of their own."""
    for column in layout.columns:
        cell = row.cells[column.index]
        text = cell.text
        if column.role in ("score", "name", "other", "size") or not text:
            continue
        told = f"{short(text)} ({cell.spot.words})"
        label = read_label(text)
        if column.role == "shots":
            shots = re.search(r"\d{1,3}(?:\s*[-–]\s*\d{1,3})?", text)
            if shots:
                draft.state("shots", re.sub(r"\s*[-–]\s*", "-", shots[0]), told)
            for key, value in label.setting.items():
                draft.state(key, value, told)
        elif column.role == "metric" or (column.role in ("side", "text", "category") and label.bare):
            _metric_cell(draft, label, text, told)
            cells.append(cell)
        elif column.role in ("language", "subset"):
            draft.state("language" if is_language(text) else column.role, text, told)
        elif column.role == "setting":
            key = setting_key(text, (column.head,))[0] if column.head else "prompt"
            if text.lower() not in ("n/a", "-", "—"):
                draft.state(_setting_column(column.head) or key, text, told)
            if label.bare and label.shots:
                draft.state("shots", label.shots, told)
            cells.append(explained.get((column.index, text)) or cell)
        elif column.role == "category" and layout.models == "rows" and column.head and not is_topic(text):
            # "Type: pre-trained" beside a model.
            draft.state(re.sub(r"\W+", "_", column.head.strip().lower())[:40], text, told)
        elif column.role == "side" and not is_topic(text) and column.head and not _CATEGORY.fullmatch(column.head):
            # A column of the document's own ("Method", "Variant"): kept under its head, so that rows stay apart.
            own = re.sub(r"\W+", "_", column.head.strip().lower())[:40] or "note"
            draft.state("scaffold" if re.fullmatch(r"agents?|scaffold\w*", own) else own, text, told)
        elif column.role == "n" and text.replace(",", "").isdigit() and int(text.replace(",", "")):
            draft.state("n_items", text.replace(",", ""), told)


def _metric_cell(draft: Draft, label: Label, text: str, told: str) -> None:
    if label.metric:
        draft.state("metric", label.metric, told)
    elif label.name and re.search(r"[A-Za-z]", label.name) and not label.setting:
        draft.state("metric", text[:100], told)
    if label.metric and label.name:
        attempts = re.search(r"attempt|patch|sample|tr(?:y|ies)", label.name, re.IGNORECASE)
        draft.state("n_samples" if attempts else "scaffold", label.name, told)
    if label.shots:
        draft.state("shots", label.shots, told)
    for key, value in label.setting.items():
        draft.state(key, value, told)


def model_settings(draft: Draft, words: Vocabulary) -> None:
    """Settings inside the model's name: effort, thinking, precision."""
    found = words.model(draft.fields["model"]).setting
    for key, name in (
        ("effort", "reasoning_effort"),
        ("precision", "precision"),
        ("thinking", "reasoning"),
        ("tools", "tools"),
    ):
        if key in found:
            value = found[key]
            draft.state(name, ("yes" if value else "no") if isinstance(value, bool) else str(value), "the model's name")
