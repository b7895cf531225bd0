"""Scores and thresholds of a sentence: a number with a test beside it, or one that a model is said to solve."""

from __future__ import annotations

import re
from collections.abc import Iterator

from auditgen.intake.documents.mentions import Mention
from auditgen.intake.documents.sentence_found import Found, is_taken
from auditgen.intake.documents.sentence_numbers import Number, numbers_in
from auditgen.intake.documents.sentence_patterns import (
    BACKGROUND,
    CHANGE_BY,
    COMPARED_FIGURE,
    COUNTS_TESTS,
    LISTED_GAIN,
    NOT_A_SCORE,
    OF_THE_TIME,
    RANGE,
    RIGHT_OF_THE_TIME,
    RISES,
    SOLVES,
    THRESHOLD,
    UNDER,
)
from auditgen.intake.documents.sentence_speakers import said_with, speaker_of
from auditgen.intake.documents.sentence_tests import share_of, test_of, written_test

# Settings, and how far people or data agree.
_NO_RESULT = re.compile(
    r"\b(?:goal|target|aim|agreement|kappa|temperature|top[-_ ]?[pk]|thresholds?|coverage|overlap|correlation"
    r"|confidence"
    r"|probability|sparsity|dropout"
    r"|learning\s+rate|ratio|contamination)\b[^.;,]{0,30}$",
    re.IGNORECASE,
)
# "(75.4% vs. 42.9%)": the second figure is that of whoever is compared with; "whereas residents ...": of people.
_OF_PEOPLE = re.compile(
    r"\(\d+(?:\.\d+)?\s?%\s+(?:vs\.?|versus)\s+$"
    r"|\b(?:whereas|while|but)\s+(?:the\s+)?(?:\w+\s+){0,2}?(?:humans?|experts?|residents|physicians|doctors"
    r"|radiologists|participants)\b"
    r"[^;.]{0,90}$",
    re.IGNORECASE,
)
# "P = 0.608 and 0.079", "(residents (61.9%)", "Verification Failures (50%)"
_OF_NO_MODEL = re.compile(
    r"\b[Pp]\s*[=<>≤≥]\s*(?:[\d.]+\s*(?:,|and)\s*)?$"
    r"|\b(?:residents|radiologists|physicians|experts|humans|students|participants|doctors|clinicians)\s*\([≈~∼]?\s*$"
    r"|\b(?:random\s+chance|[Ff]ailures?|[Ee]rrors?|[Mm]istakes|[Cc]ases)\s*\([≈~∼]?\s*$"
)
# "making the 83% score ...": a figure that was said before.
_THE = re.compile(r"\bthe\s+$", re.IGNORECASE)
_SCORE_AGAIN = re.compile(r"\s?%?\s+(?:score|mark|result|figure|rate)\b", re.IGNORECASE)
# "If a model scores 80%, ...": supposed, not claimed.
_SUPPOSED = re.compile(r"\b(?:if|once|whenever|until|unless)\s+(?:an?|any|the|some)\s[^.;]{0,80}$", re.IGNORECASE)
# "nearly 90%": not reached.
_ALMOST = re.compile(
    r"\b(?:nearly|almost|close\s+to|just\s+(?:under|short\s+of)|approach(?:es|ed|ing))\s+(?:an?\s+)?(?:\w+\s+of\s+)?$",
    re.IGNORECASE,
)
# "86% (68%, 100%)": the figures of others, in an order that the sentence gives elsewhere.
_OTHERS_FIGURES = re.compile(r"\d\s?%\s*\((?:[\d.]+\s?%,\s*)*$")
_BETWEEN = re.compile(
    r"\b(?:most|majority|several|many|others?|some)\b[^.;]{0,60}\bbetween\s+(?:[\d.]+\s?%?\s+and\s+)?$", re.IGNORECASE
)
_MORE = re.compile(r"(\+)(?=\s)")
_AGAINST = re.compile(
    r"\b(?:compared\s+(?:to|with)|versus|vs\.?|against|while|and)\s+(?:about\s+|around\s+|only\s+|just\s+"
    r"|roughly\s+)?$",
    re.IGNORECASE,
)


def _ranges(
    sentence: str, tests: tuple[Mention, ...], models: tuple[Mention, ...], taken: list[tuple[int, int]]
) -> Iterator[Found]:
    """ "23-25% on X": the claims format takes one number for a score, so a range is read as at least its lower end."""
    for m in RANGE.finditer(sentence):
        start, end = m.start(1), m.end()
        if is_taken(taken, start) or not float(m[1]) < float(m[2]) <= 100:
            continue
        if (
            NOT_A_SCORE.match(sentence[end:])
            or (RISES.search(sentence) and " to " in m[0])
            or CHANGE_BY.search(sentence[:start][-40:])
            or BACKGROUND.search(sentence[:start][-80:])
        ):
            continue
        model, m_start, m_end = speaker_of(sentence, start, end, models)
        test = test_of(sentence, start, end, tests, [start])
        test = written_test(sentence, end) or test if test is None or test.end <= start else test
        if model is None or not (test or SOLVES.search(sentence[max(0, start - 60) : start])):
            continue
        fields = {"benchmark": test.name if test else "unnamed: not stated", "unit": "percent", "threshold": m[1]}
        fields |= {"threshold_side": "at_least", "relation": "beats", "notes": f"printed as a range, {m[0].strip()}"}
        first, last = min(start, m_start), max(end, m_end)
        yield Found("threshold", model, *((first, last) if last - first <= 220 else (start, end)), fields)


def figures(
    sentence: str, tests: tuple[Mention, ...], models: tuple[Mention, ...], taken: list[tuple[int, int]]
) -> Iterator[Found]:
    """Scores and thresholds: a number with a test beside it, or one that a model is said to solve."""
    yield from _ranges(sentence, tests, models, taken)
    spoken_for = [*taken, *((m.start(), m.end()) for m in RANGE.finditer(sentence))]
    numbers = numbers_in(sentence, tests, models)
    last_test = ""
    for n in numbers:
        # A number inside a name is part of it: "Gemini 2.1 on MMLU".
        if any(m.start < n.start < m.end for m in models) or is_taken(spoken_for, n.start):
            continue
        if _is_no_score(sentence, n, models):
            continue
        test = _test(sentence, n, tests, numbers)
        model, m_start, m_end = speaker_of(sentence, n.start, n.end, models)
        beside = m_end == n.end and any(m.start == m_start and m.name == model for m in models)
        against = bool(last_test) and model is not None and bool(_AGAINST.search(sentence[: n.start]))
        if test is None and not _a_score(sentence, n, model, beside, against):
            continue
        share = "not stated" if _of_the_time(sentence, n) else share_of(sentence[n.end :])
        if test is None and against:
            # "76% of the questions, compared to 50% for Tern 2": the same test.
            share = last_test.removeprefix("unnamed: ")
        fields = {"benchmark": test.name if test else f"unnamed: {share}", "unit": _unit(sentence, n, test)}
        last_test = fields["benchmark"]
        metric = _METRIC.search(sentence[max(0, n.start - 30) : n.end + 30])
        if metric:
            fields["metric"] = metric[1]
        first, last = min(n.start, m_start), max(n.end, m_end, test.end if test else 0)
        if n.end - first > 110:
            # A quotation of twenty words has to hold the figure.
            first, last = max(0, n.start - 60), n.end
        who = model or "unnamed: not stated"
        yield _claim(sentence, n, who, first, last, fields)
        other = said_with(sentence, n.start, n.end, models)
        if other and not _side(sentence, n):
            yield Found("absolute", other, n.start, last, {**fields, "score": _printed(n)})


_METRIC = re.compile(r"\b(pass@\d+|cons@\d+|maj@\d+|avg@\d+|accuracy|f1|exact match)\b", re.IGNORECASE)
# Words near a figure that make it a result where neither test nor speaker is named.
_RESULT = re.compile(
    r"\b(?:accura\w+|scor\w+|success\w*|correct\w*|solv\w+|resolv\w+|pass(?:ed|\s+rates?)|win[- ]rates?|F1|BLEU|AUC\w*"
    r"|results?|measur\w+|rewards?|sensitivity|specificity|leaderboard|state[- ]of[- ]the[- ]art|SOTA)\b",
    re.IGNORECASE,
)
_IN_ROW = re.compile(r"(?:,|\band)\s+(?:and\s+)?((?:[A-Z][\w&/+-]*)(?:\s[A-Z&\d][\w&/+-]*){0,3})\s\($")
# "discovered 77% of the planted flaws and patched 61%"
_FINDS = re.compile(
    r"\b(?:solv|discover|patch|detect|identif|found|uncover|complet|answer|resolv)\w*\s+(?:only\s+|just\s+|about\s+|up\s+to\s+)?$",
    re.IGNORECASE,
)
_FOR = re.compile(r"\s+(?:for|by)\s+[A-Z]")
_FIGURES_BEFORE = re.compile(r"(?:\d[\d.,]*\s?(?:%|percent)?\s*(?:,|and|,\s*and)\s*)+$")
_SIGNED = re.compile(r"\(\s*[+−-]$")


def _is_no_score(sentence: str, n: Number, models: tuple[Mention, ...]) -> bool:
    """Whether the words around a number say that it is a size, a gain, a setting, or a figure of people."""
    before, after = sentence[: n.start], sentence[n.end :]
    in_points = n.told and re.match(r"\s+points\b", after)
    if NOT_A_SCORE.match(after) and not in_points and not _of_the_time(sentence, n):
        return True
    if before.endswith("+") or _OTHERS_FIGURES.search(before[-40:]) or _BETWEEN.search(before[-110:]):
        return True
    if (not n.percent and COUNTS_TESTS.match(after)) or _SIGNED.search(before[-4:]):
        return True
    if _OF_NO_MODEL.search(before[-60:]) or _SUPPOSED.search(before) or _NO_RESULT.search(before[-60:]):
        return True
    if _OF_PEOPLE.search(before) or (_THE.search(before[-5:]) and _SCORE_AGAIN.match(after)):
        return True
    # "by margins of 2.2% and 8.7%": what holds of the first figure holds of the next.
    head = _FIGURES_BEFORE.sub("", before[-60:])
    if (
        CHANGE_BY.search(before[-40:])
        or CHANGE_BY.search(head[-40:])
        or LISTED_GAIN.match(after)
        or COMPARED_FIGURE.search(before[-80:])
    ):
        return True
    people = BACKGROUND.search(before[-80:])
    if people and not any(m.start >= max(0, n.start - 80) + people.start() for m in models if m.end <= n.start):
        return True
    year = not n.percent and re.fullmatch(r"(?:19|20)\d\d", n.text)
    if year and not re.search(r"(?:rating|elo|score)\s+of\s+$", before, re.IGNORECASE):
        return True
    return (n.percent and n.value > 100) or (n.value == 100 and bool(UNDER.search(before[-30:])))


def _test(sentence: str, n: Number, tests: tuple[Mention, ...], numbers: list[Number]) -> Mention | None:
    test = test_of(sentence, n.start, n.end, tests, [other.start for other in numbers])
    if re.match(r"\s?%?\)", sentence[n.end :]):
        # In brackets a figure belongs to the name before them.
        here = next((t for t in tests if sentence[t.end : n.start].strip() == "("), None)
        if here is None and any(re.match(r"\s\(\d", sentence[t.end :]) for t in tests):
            # "on A (59.9), and C (58.7)": a name in the same row is a test too.
            row = _IN_ROW.search(sentence[: n.start])
            here = Mention(row[1], row.start(1), row.end(1)) if row else None
        test = here or test
    if test is None or test.end <= n.start:
        # "on X" right behind a figure is its test, even if X is not in the catalogue.
        test = written_test(sentence, n.end) or test
    return test


def _a_score(sentence: str, n: Number, model: str | None, beside: bool, against: bool) -> bool:
    """Whether a number without a test is the score of a model: words say so, or a verb of solving is near."""
    before = sentence[: n.start]
    if beside and n.percent and re.search(r"\(|\bat\s+$|:\s*$|['’]s\s+$", before[-12:]):
        return True
    if n.percent and model is not None and _FOR.match(sentence[n.end :]) and not model.startswith("unnamed:"):
        return True
    near = bool(_RESULT.search(sentence[max(0, n.start - 60) : n.end + 40]))
    if model is None:
        return (near and (n.percent or n.told)) or (n.percent and bool(_FINDS.search(before[-40:])))
    reach = before if beside else before[-90:]
    return n.told or (n.percent and (against or near or bool(SOLVES.search(reach))))


def _of_the_time(sentence: str, n: Number) -> bool:
    return bool(OF_THE_TIME.match(sentence[n.end :]) and RIGHT_OF_THE_TIME.search(sentence[: n.start][-60:]))


def _unit(sentence: str, n: Number, test: Mention | None) -> str:
    if n.percent or (n.value <= 100 and test):
        return "percent"
    return "rating" if re.search("rating|elo", sentence, re.IGNORECASE) else "points"


def _side(sentence: str, n: Number) -> str | None:
    """On which side of the number the score is said to be, if the sentence gives a bound."""
    if _ALMOST.search(sentence[: n.start][-25:]):
        return "under"
    side = THRESHOLD.search(sentence[: n.start][-50:])
    if side:
        return "under" if UNDER.search(side[1]) else "at_least" if "least" in side[1] else "over"
    return "at_least" if _MORE.match(sentence[n.end :]) or _lasting(sentence, n) else None


def _lasting(sentence: str, n: Number) -> bool:
    """Whether a share of success bounds the length of tasks ("50% success on tasks lasting two hours")."""
    return bool(re.match(r"\s*success\b", sentence[n.end :]) and _LENGTH.search(sentence))


_LENGTH = re.compile(r"\b(?:hours?|minutes?|months?|time\s+horizons?|human\s+effort)\b", re.IGNORECASE)


def _printed(n: Number) -> str:
    return f"{n.text}%" if n.percent and 0 < n.value < 1 else n.text


def _claim(sentence: str, n: Number, who: str, first: int, last: int, fields: dict[str, str]) -> Found:
    side = _side(sentence, n)
    if side is None:
        return Found("absolute", who, first, last, {**fields, "score": _printed(n)})
    bound = {"threshold": _printed(n), "threshold_side": side, "relation": "beats"}
    return Found("threshold", who, first, last, {**fields, **bound})
