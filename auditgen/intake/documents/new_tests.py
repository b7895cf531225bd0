"""Tables of tests that no catalogue holds: models on one side, shares in the cells, a text that calls them results."""

from __future__ import annotations

import re
from collections.abc import Sequence

from auditgen.intake.documents.blocks import Cell
from auditgen.intake.documents.columns import Column, head_like, is_split
from auditgen.intake.documents.label_kinds import NOT_A_MODEL, NOT_A_TEST, is_part, is_size, is_topic
from auditgen.intake.documents.labels import read_pieces
from auditgen.intake.documents.page_captions import TABLE_WORDS
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
    measured = (known or (said and len(labels) >= 3)) and _says_measures(columns)
    if not (splits or board or measured or (_RESULTS.search(around) and (known or (said and len(labels) >= 3)))):
        return []
    named = [c for c in columns if _may_be_test(c.head) and not NOT_A_MODEL.match(c.head.strip(" :*"))]
    kept = [c for c in named if c.shares]
    if len(kept) >= 2:
        # A measure that may pass 100, printed as its neighbours are.
        kept = [c for c in named if c.shares or (c.highest <= 200 and c.decimals and c.decimals == kept[0].decimals)]
    return kept if len(kept) >= 2 and len(kept) >= 0.6 * len(columns) else []


def _says_measures(columns: Sequence[Column]) -> bool:
    """Whether most heads say a split or a measure beside a name: "SA-V test (J&F)", "MOSE val (J&F)"."""
    heads = [c.head for c in columns if not no_score(c.head)]
    told = [
        h
        for h in heads
        if re.search(r"\b(?:test|val|dev)\b", h, re.IGNORECASE) or (_MEASURE.search(h) and len(h.split()) > 1)
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
        and _MEASURE.search(c.head)
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


_NUMBERED = re.compile(
    rf"\W*(?:(?:supplementary|extended data)\s+)?(?:{TABLE_WORDS}|tab)\s*[A-Z]?[\dIVXivx.]*\s*[.:：|-]?\s*",
    re.IGNORECASE,
)


def captioned(title: str) -> bool:
    """Whether a title begins with the number of a table."""
    found = _NUMBERED.match(title)
    return bool(found and found[0].strip())


_BUILT = re.compile(
    r"(?:the\s+)?([A-Za-z](?=[\w.+-]*[A-Z\d])[\w+-]*(?:\.\d+)?(?<![-.])(?:/[A-Z][\w-]*(?:\s[A-Z][a-z]+)?)?)(?![\w-])"
)
_AT_END = re.compile(
    r"\b(?:on|of)\s+(?:the\s+)?([A-Z][\w+]*[A-Z\d][\w+-]*)(?:\s+(?:benchmark|dataset|test\s+set))?\s*\.?\s*$"
)
_NO_NAME = re.compile(
    r"(?:[A-Z]?LLMs?|AI|NLP|GPU|CPU|API|RL|SFT|SOTA|SoTA|QA|VQA|OCR|ASR|TTS|PEFT|LoRA|FP\d+|BF16|INT\d|USA?|EU|UK|MoE|CoT|ID"
    r"|\d*-?[Ss]hot|[IVX]+|[A-Z]|R\d|V\d)"
)


# "Molmo 7B-D" over a section is a model.
SIZED = re.compile(r"(?<![\w.])\d+(?:\.\d+)?[BM](?![A-Za-z])")
_NOTHING_ELSE = re.compile(
    r"\s*(?:[(（][^()（）]*[)）])?\s*(?:results?|scores?|leaderboard|rankings?|benchmark|performance|accuracy|evaluation|评测|结果)*\W*",
    re.IGNORECASE,
)


def named_at_start(title: str, words: Vocabulary) -> tuple[str, bool] | None:
    """ "Table 3: DS1000 (Pass@1)": the test that a title begins with, if its first word is built as a name is.

    Also whether the title says nothing else.
    """
    for line in title.split("\n"):
        text = line[_numbered.end() :] if (_numbered := _NUMBERED.match(line)) else line
        found = _BUILT.match(text)
        if not found or _NO_NAME.fullmatch(found[1]) or read_pieces(found[1]) or words.spotter.models(text[:60]):
            continue
        if SIZED.search(text[:80]):
            continue
        shouted = text.upper() == text
        if sum(c.isupper() for c in found[1]) >= 2 and (not shouted or re.search(r"\d|BENCH|EVAL", found[1])):
            short = re.match(r"(?:the\s+)?(\S+(?:\s+[a-z]\w+){1,2})\s*(?:[(（]|$)", text)
            if short and not any(_GENERAL.fullmatch(w) for w in short[1].split()[1:]):
                # "StrongReject filtered (higher is better)"
                return short[1], True
            return found[1], bool(_NOTHING_ELSE.fullmatch(text[found.end() :]))
    for line in title.split("\n"):
        # "Multilingual image-text retrieval on XTD."
        ending = _AT_END.search(line)
        if ending and not _NO_NAME.fullmatch(ending[1]) and not words.spotter.models(ending[1]):
            return ending[1], False
    return None


# Heads that say how something was measured, not on which test.
_MEASURE = re.compile(
    r"\b(?:rates?|scores?|accuracy|acc|mean|average|avg|overall|utility|similarity|percentage|precision|recall|f1|bleu|rouge|sr|asr"
    r"|tcr|fpr|fnr|tpr|irr|success|rewards?|detection|harmfulness|correct|pass@?\d*|solved|resolved|elo|rating)\b|%",
    re.IGNORECASE,
)
_INTRODUCED = re.compile(
    r"(?:(?:main|overall|full|detailed|model|published|evaluation|experimental|benchmark|zero-shot|few-shot)\s+)*"
    r"(?:results?|performances?|scores?|evaluations?|comparisons?|accurac(?:y|ies))\s+(?:[\w-]+\s+){0,6}?(?:from|on|of|for)\s+(?:the\s+)?",
    re.IGNORECASE,
)
_NAME_END = re.compile(
    r"[,:(（;]|\s[–—-]\s|\.\s|\.$|\s+(?:(?:evaluation|benchmark|implementation|main|full|overall)\s+)*(?:results?|scores?|report|summary"
    r"|leaderboard|performance|comparison|evaluations?|benchmark|by\s|with\s|per\s)",
    re.IGNORECASE,
)
_BENCHMARKS = re.compile(r"\s+(?:[Bb]enchmarks?|[Ee]valuations?)\b(?!\s+[a-z])")
_GENERAL = re.compile(
    r"(?:the|our|main|model|models|evals?|samples?|overall|full|detailed|summary|benchmark|benchmarks|evaluation|evaluations|results?|performance"
    r"|comparison|comparisons|quantitative|qualitative|experiments?|experimental|analysis|table|leaderboard|report|scores?|accuracy"
    r"|(?:pre-?|post-?|fine-?\s?)?training|(?:fine-?)?tun(?:ing|ed)|supervised|(?:transfer-?)?learning|base|small|large|tiny|ours|other|all"
    r"|cross-lingual|transfer|scaling|baselines?|ablations?|settings?|setups?|metrics?|zero-shot|few-shot|zoo|limitations?|discussion|appendix|introduction|conclusions?|dataset|datasets|tasks?|methods?|and|of|on|for|with|in|s?)",
    re.IGNORECASE,
)


def measured_only(columns: Sequence[Column]) -> bool:
    """Whether most columns say how something was measured ("Accuracy", "Refusal Rate"): the test is named elsewhere."""
    scored = [c for c in columns if not no_score(c.head)]
    # "NER (F1)" names a task beside its measure.
    heads = [re.sub(r"(?<=\w)\s*[(（].*", "", c.head) for c in scored]
    # "Code Avg" is the mean over tests of code.
    heads = [re.sub(r"(?<=\w)\s+(?:avg\.?|average|mean|overall)\W*$", "", h, flags=re.IGNORECASE) for h in heads]
    told = sum(bool(_MEASURE.search(h)) or read_pieces(h) is not None for h in heads)
    return bool(scored) and told >= 0.6 * len(scored)


def title_name(title: str) -> str | None:
    """The name that a caption or heading begins with: "Table 2. UCCB", "Results from CTI-REALM-50 (50 samples)"."""
    for line in title.split("\n"):
        numbered = _NUMBERED.match(line)
        text = line[numbered.end() :] if numbered else re.sub(r"^\s*\d+(?:\.\d+)*\.?\s+", "", line)
        begun = _INTRODUCED.match(text)
        text = text[begun.end() :] if begun else text
        end = _NAME_END.search(text)
        name = (text[: end.start()] if end else text).strip(" .")
        if re.fullmatch(r"[A-Z][a-z]+", name) and (kept := _BENCHMARKS.match(text[len(name) :])):
            # "Production Benchmarks": one plain word is no name by itself.
            name += kept[0]
        words = name.split()
        told = [w for w in words if not _GENERAL.fullmatch(w)]
        if 1 <= len(words) <= 6 and told and re.match(r"[A-Z\d]", name) and re.search(r"[A-Za-z]{2}", name):
            return name
    return None


_EVALUATED_ON = re.compile(
    r"\b(?:evaluat\w+|results?|performances?|scores?|accurac(?:y|ies)|comparisons?|tested|measured|LCLMs|models|average)\b"
    r"[^.\n]{0,60}?\b(?:on|of|for)\s+(?:the\s+)?"
    r"((?:[A-Z][\w+!-]*|[a-z]+[A-Z\d][\w-]*)(?:\s(?:[A-Z][\w+!-]*|v\d[\w.]*|\d[\w.]*)){0,3})(?![\w])",
    re.IGNORECASE,
)
_BOARD_OF = re.compile(
    r"([A-Z][\w+-]{2,30}(?:\s[A-Z\d][\w+-]*){0,2})\s+(?:[Ll]eaderboard|[Bb]enchmark|[Ss]cores|[Rr]esults)\b(?=\s*(?:[:.(]|$|of\b|for\b|on\b))"
)


# "llm-jp-eval": names in small letters that say what they are.
_LOWER_NAME = re.compile(r"[a-z][\w]*(?:-[\w]+)*-(?:eval|bench)(?:-[\w.]+)*(?=\s*(?:[:(,]|$))")
# "Overall Result on Out-Domain Benchmark: mSVAMP"
_BEHIND_COLON = re.compile(
    r"\b(?:benchmark|dataset|test\s?set|task|corpus):\s*([A-Za-z]*[A-Z][\w-]*[A-Z\d][\w-]*)\s*\.?\s*$", re.I
)
_SETS_OF = re.compile(
    r"(?<![\w-])([A-Z][\w+-]*[A-Z\d][\w+-]*)\s+(?:data\s?sets?|benchmarks?|test\s?sets?|test\s?suites?|corpus|corpora)\b"
)


def evaluated_on(title: str) -> str | None:
    """ "TABLE II. RECOGNITION: EVALUATION ON THE LIBRISPEECH", "Flames leaderboard": the test a caption names."""
    for line in title.split("\n"):
        numbered = _NUMBERED.match(line)
        text = line[numbered.end() :] if numbered else line
        lower = _LOWER_NAME.match(text)
        if lower:
            return lower[0]
        behind = _BEHIND_COLON.search(text)
        if behind:
            return behind[1]
        board = _BOARD_OF.match(text)
        if board and not all(_GENERAL.fullmatch(w) for w in board[1].split()):
            return board[1]
        called = _SETS_OF.search(text)
        if called and not _NO_NAME.fullmatch(called[1]):
            return called[1]
        shouted = text.upper() == text
        for found in _EVALUATED_ON.finditer(text):
            name = found[1]
            if shouted:
                name = re.sub(r"\s+(?:OF|FOR|WITH|IN|AT|DATASET|CORPUS|TEST|BENCHMARK|TASKS?)\b.*$", "", name)
            words = name.split()
            named = [w for w in words if w[0].isupper() or re.search(r"[A-Z\d]", w)]
            if len(named) == len(words) and not all(_GENERAL.fullmatch(w) or _NO_NAME.fullmatch(w) for w in words):
                return name
    return None


_DESCRIBED = re.compile(
    r"\bon\s+(?:our|an?|the)\s+((?:[\w-]+\s+){1,4}?(?:test\s+sets?|benchmarks?|data\s?sets?|evaluation\s+sets?|suites?))\b",
    re.IGNORECASE,
)


def described_test(title: str) -> str | None:
    """ "measured on our internal English test set": words for a test without a name."""
    found = _DESCRIBED.search(title)
    return " ".join(found[1].split()) if found else None


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
