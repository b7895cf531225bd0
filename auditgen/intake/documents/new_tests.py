"""Tables of tests that no catalogue holds: models on one side, shares in the cells, a text that calls them results."""

from __future__ import annotations

import re
from collections.abc import Sequence

from auditgen.intake.documents.blocks import Cell
from auditgen.intake.documents.columns import Column, head_like
from auditgen.intake.documents.label_kinds import NOT_A_MODEL, NOT_A_TEST, is_size
from auditgen.intake.documents.vocabulary import Vocabulary

_RESULTS = re.compile(
    r"\b(?:evaluat\w*|benchmark\w*|results?|performances?|accurac(?:y|ies)|scor(?:e|es|ing)|leaderboard|compar(?:ed|ison\w*)"
    r"|ablation\w*)\b|评测|评估|性能|结果",
    re.IGNORECASE,
)
# Heads of columns that describe a model, its cost or its training, wherever the word stands.
_NO_SCORE = re.compile(
    r"\b(?:price|pricing|costs?|latency|size|params?|parameters?|gpus?|time|hours?|tokens?|memory|speed\w*|length|layers?"
    r"|dim\w*|batch|lr|learning|epochs?|steps?|loss|counts?|number|energy|power|emission\w*|co2\w*|year|date|rank\w*|wins?"
    r"|throughput|flops?|ratio|weight|temperature|seed|samples?|data|vocab\w*|heads?|hidden|width|depth|context|width|rate\s+of"
    r"|version|released?|licen[cs]e|requests?|users?|downloads?|#)\b|^#|\$|€|\bGB\b|\bms\b|\bs\b$",
    re.IGNORECASE,
)


def tests_in_columns(columns: Sequence[Column], labels: Sequence[str], around: str, words: Vocabulary) -> list[Column]:
    """The columns that hold scores of models in rows on tests nobody knows; none if the table may be something else."""
    if not _RESULTS.search(around) or not _mostly_models(labels, words):
        return []
    kept = [c for c in columns if c.shares and _may_be_test(c.head) and not NOT_A_MODEL.match(c.head.strip(" :*"))]
    return kept if len(kept) >= 2 and len(kept) >= 0.6 * len(columns) else []


def tests_in_rows(columns: Sequence[Column], labels: Sequence[str], around: str, words: Vocabulary) -> bool:
    """Whether rows are tests nobody knows, with models as the heads of columns of shares."""
    heads = [c.head for c in columns]
    if not _RESULTS.search(around) or sum(head_like(c, words, "model") >= 0.5 for c in columns) < max(
        2, len(heads) / 2
    ):
        return False
    told = [t for t in labels if t]
    return len(told) >= 2 and all(c.shares for c in columns) and sum(map(_may_be_test, told)) >= 0.8 * len(told)


def describes_models(labels: Sequence[str], words: Vocabulary) -> bool:
    """Whether most rows say what a model is ("Hidden size", "Layers"), not how it did."""
    told = [t for t in labels if t]
    return len(told) >= 3 and sum(bool(NOT_A_TEST.match(t)) and words.like_test(t) < 0.5 for t in told) > 0.5 * len(
        told
    )


def labels_in(body: Sequence[Sequence[Cell]], column: int | None) -> list[str]:
    """The different labels of one column, in order."""
    return list(dict.fromkeys(row[column].text for row in body if row[column].text)) if column is not None else []


def _mostly_models(labels: Sequence[str], words: Vocabulary) -> bool:
    known = sum(words.like_model(t) >= 0.5 or bool(words.spotter.said_models(t)) for t in labels)
    return known >= 2 and known >= 0.5 * len(labels)


def _may_be_test(head: str) -> bool:
    text = head.strip(" :*")
    return bool(re.search(r"[^\W\d_]{2}", text)) and not (
        _NO_SCORE.search(text) or NOT_A_TEST.match(text) or is_size(text)
    )
