"""Tables of tests that no catalogue holds: models on one side, shares in the cells, a text that calls them results."""

from __future__ import annotations

import re
from collections.abc import Sequence

from auditgen.intake.documents.blocks import Cell
from auditgen.intake.documents.caption_names import MEASURE
from auditgen.intake.documents.columns import Column, head_like, is_split
from auditgen.intake.documents.label_kinds import NOT_A_MODEL, NOT_A_TEST, is_part, is_size, is_topic
from auditgen.intake.documents.labels import read_pieces
from auditgen.intake.documents.vocabulary import Vocabulary

_RESULTS = re.compile(
    r"\b(?:evaluat\w*|benchmark\w*|results?|performances?|accurac(?:y|ies)|scor(?:e|es|ing)|leaderboard|compar(?:ed|ison\w*)"
    r"|ablation\w*|classification|retrieval|zero-shot|few-shot|linear-?\s?prob\w+|recognition|captioning|leaderboards?"
    r"|question\s+answering|resultados?|avalia\w+|evaluaci\w+|r[ée]sultats?|ergebnisse)\b|评测|评估|性能|结果",
    re.IGNORECASE,
)
# Heads of columns that describe a model, its cost or its training, wherever the word stands.
_NO_SCORE = re.compile(
    r"\b(?:price|pricing|costs?|latency|size|params?|parameters?|gpus?|time|hours?|tokens?|memory|speed\w*|length|layers?"
    r"|dim\w*|batch|lr|learning\s+rate|epochs?|steps?|loss|counts?|number|energy|power|emission\w*|co2\w*|year|date|rank\w*|wins?"
    r"|throughput|flops?|ratio|weight|temperature|seed|samples?|data|vocab\w*|heads?|hidden|width|depth|context|width|rate\s+of"
    r"|tok/s|bits?|bit-?width|interval|fps|qps|rtf|speed-?\s?up|version|released?|licen[cs]e|requests?|users?|downloads?|tokeni[sz]er|compression)\b|^#|\$|€|\bGB\b|\bMB\b|\bms\b|\bs\b$|[(（]s[)）]|/s(?:ec)?\b",
    re.IGNORECASE,
)
# Measures that stand in place of a test beside others, with figures of any size.
_ANY_SIZE = re.compile(r"perplexity|ppl|elo(?:\s+(?:score|rating))?", re.IGNORECASE)


def measure_alone(head: str) -> bool:
    """ "Perplexity", "Elo rating": what models were measured by without the name of a test."""
    return bool(_ANY_SIZE.fullmatch(head.strip(" :*↑↓")))


def tests_in_columns(
    columns: Sequence[Column], labels: Sequence[str], around: str, words: Vocabulary, said: bool
) -> list[Column]:
    """The columns that hold scores of models in rows on tests nobody knows; none if the table may be something else.

    `said` is whether the head over the rows says that they are models.
    """
    known = _mostly_models(labels, words)
    # "val" and "test" under names say that they are tests.
    splits = known and said and sum(bool(c.parts) and is_split(c.parts[-1].text) for c in columns) >= 0.5 * len(columns)
    # Many shares of many names, under the word "model": nothing but results looks so, whatever the text's language.
    board = said and len(labels) >= 5 and len(columns) >= 6 and sum(c.shares for c in columns) >= 0.9 * len(columns)
    models = known or (said and len(labels) >= 3)
    if not (splits or board or (models and (_says_measures(columns) or _RESULTS.search(around)))):
        return []
    named = [c for c in columns if _may_be_test(c.head) and not NOT_A_MODEL.match(c.head.strip(" :*"))]
    kept = [c for c in named if c.shares]
    if len(kept) >= 2:
        # A measure that may pass 100, printed as its neighbours are.
        kept = [
            c
            for c in columns
            if (c in named and (c.shares or (c.highest <= 200 and c.decimals and c.decimals == kept[0].decimals)))
            or measure_alone(c.head)
        ]
    return kept if len(kept) >= 2 and len(kept) >= 0.6 * len(columns) else []


def _says_measures(columns: Sequence[Column]) -> bool:
    """Whether most heads say a split or a measure beside a name: "SA-V test (J&F)", "MOSE val (J&F)"."""
    heads = [c.head for c in columns if not no_score(c.head)]
    told = [
        h
        for h in heads
        if re.search(r"\b(?:test|val|dev)\b", h, re.IGNORECASE) or (MEASURE.search(h) and len(h.split()) > 1)
    ]
    return len(told) >= 2 and len(told) >= 0.6 * len(heads)


def measures_of_models(columns: Sequence[Column], labels: Sequence[str], words: Vocabulary, said: bool) -> list[Column]:
    """The columns under "Average Score on 11 Academic Benchmarks" and "Human Preference Elo Rating" of models.

    Each head says in some words what was measured and how; figures over 100 are those of a rating.
    """
    if not (said and _mostly_models(labels, words)):
        return []
    kept = [
        c
        for c in columns
        if len(c.head.split()) >= 3
        and MEASURE.search(c.head)
        and not no_score(c.head)
        and (c.shares or re.search(r"\b(?:elo|rating)\b", c.head, re.IGNORECASE))
    ]
    return kept if kept and len(kept) == len(columns) else []


def tests_in_rows(columns: Sequence[Column], labels: Sequence[str], around: str, words: Vocabulary, said: bool) -> bool:
    """Whether rows are tests nobody knows, with models as the heads of columns of shares.

    `said` is whether the head over the rows says that they are tests.
    """
    models = sum(head_like(c, words, "model") >= 0.5 for c in columns)
    # "Total Params" among the names says what the models are.
    told = [t for t in labels if t and not NOT_A_TEST.match(t)]
    if said:
        # "Benchmark" over the names, models over the figures: the table says itself what it is.
        enough = models >= 1 and models >= 0.3 * len(columns)
    else:
        # A long list of names under models only is a board, whatever the words over it.
        board = len(told) >= 6 and models >= max(3, 0.8 * len(columns))
        enough = board or (bool(_RESULTS.search(around)) and models >= max(2, 0.4 * len(columns)))
    held = [c for c in columns if c.figures]
    return (
        enough
        and len(told) >= 2
        and sum(c.shares for c in held) >= 0.8 * len(held)
        and sum(_may_be_test(re.sub(r"\s*[(（].*", "", t)) for t in told) >= (0.5 if said else 0.8) * len(told)
    )


def measured_only(columns: Sequence[Column]) -> bool:
    """Whether most columns say how something was measured ("Accuracy", "Refusal Rate"): the test is named elsewhere."""
    scored = [c for c in columns if not no_score(c.head)]
    # "NER (F1)" names a task beside its measure.
    heads = [re.sub(r"(?<=\w)\s*[(（].*", "", c.head) for c in scored]
    # "Code Avg" is the mean over tests of code.
    heads = [re.sub(r"(?<=\w)\s+(?:avg\.?|average|mean|overall)\W*$", "", h, flags=re.IGNORECASE) for h in heads]
    told = sum(bool(MEASURE.search(h)) or read_pieces(h) is not None for h in heads)
    return bool(scored) and told >= 0.6 * len(scored)


def parts_of_one_test(columns: Sequence[Column], labels: Sequence[str], words: Vocabulary, said: bool) -> list[Column]:
    """The columns that can be metrics or parts of the one test that a title names, over models in rows."""
    if not (_mostly_models(labels, words) or (said and len(labels) >= 3)):
        return []
    kept = [c for c in columns if c.shares and not no_score(c.head) and not NOT_A_MODEL.match(c.head.strip(" :*"))]
    return kept if kept and len(kept) >= 0.6 * len(columns) else []


def tests_over_splits(columns: Sequence[Column]) -> bool:
    """Whether columns are named as tests over their splits ("RefCOCO" over "val" and "test-A", and another)."""
    heads = [c.parts for c in columns if c.role == "score"]
    over = {p[0].text for p in heads if len(p) > 1 and is_split(p[-1].text) and read_pieces(p[0].text) is None}
    return len(over) >= 2 and sum(len(p) > 1 and is_split(p[-1].text) for p in heads) >= 0.5 * len(heads)


def no_score(head: str) -> bool:
    """Whether a head says that its figures are a cost, a size, a time or a place, not a score."""
    text = head.strip(" :*")
    if is_part(text) and not is_topic(text):
        return False
    return bool(_NO_SCORE.search(text) or NOT_A_TEST.match(text) or is_size(text))


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
    return bool(re.search(r"[^\W\d_]{2}", text)) and not no_score(text) and read_pieces(text) is None
