"""Scores and thresholds of a sentence: which of its numbers are results, whose, and on which test."""

from __future__ import annotations

import re
from collections.abc import Iterator

from auditgen.intake.documents.figure_looks import Look, looks, said_by, settle
from auditgen.intake.documents.figure_rules import of_the_time
from auditgen.intake.documents.figure_scene import Candidate, Scene
from auditgen.intake.documents.mentions import Mention
from auditgen.intake.documents.sentence_found import Found
from auditgen.intake.documents.sentence_numbers import Number
from auditgen.intake.documents.sentence_patterns import (
    BACKGROUND,
    CHANGE_BY,
    NOT_A_SCORE,
    RANGE,
    RISES,
    SOLVES,
    THRESHOLD,
    UNDER,
)
from auditgen.intake.documents.sentence_speakers import said_with
from auditgen.intake.documents.sentence_tests import share_of, test_of, written_test
from auditgen.intake.documents.weights import LEAST, certainty

# "nearly 90%": not reached.
_ALMOST = re.compile(
    r"\b(?:nearly|almost|close\s+to|just\s+(?:under|short\s+of)|approach(?:es|ed|ing))\s+(?:an?\s+)?(?:\w+\s+of\s+)?$",
    re.IGNORECASE,
)
_MORE = re.compile(r"(\+)(?=[\s),;.])")
_AGAINST = re.compile(
    r"\b(?:compared\s+(?:to|with)|versus|vs\.?|against|while|and)\s+(?:about\s+|around\s+|only\s+|just\s+"
    r"|roughly\s+)?$",
    re.IGNORECASE,
)


def _ranges(scene: Scene) -> Iterator[Found]:
    """ "23-25% on X": the claims format takes one number for a score, so a range is read as at least its lower end."""
    sentence, tests = scene.sentence, scene.tests
    for m in RANGE.finditer(sentence):
        start, end = m.start(1), m.end()
        if scene.is_taken(start) or not float(m[1]) < float(m[2]) <= 100:
            continue
        if (
            NOT_A_SCORE.match(sentence[end:])
            or (RISES.search(sentence) and " to " in m[0])
            or CHANGE_BY.search(sentence[:start][-40:])
            or BACKGROUND.search(sentence[:start][-80:])
        ):
            continue
        one = said_by(scene, start, end)
        test = test_of(sentence, start, end, tests, [start])
        test = written_test(sentence, end) or test if test is None or test.end <= start else test
        if one is None or not (test or SOLVES.search(sentence[max(0, start - 60) : start])):
            continue
        fields = {"benchmark": test.name if test else "unnamed: not stated", "unit": "percent", "threshold": m[1]}
        fields |= {"threshold_side": "at_least", "relation": "beats", "notes": f"printed as a range, {m[0].strip()}"}
        first, last = (min(start, one.start), max(end, one.end)) if one.here else (start, end)
        extent = (first, last) if last - first <= 220 else (start, end)
        yield settle(Found("threshold", one.name, *extent, fields), one)


def figures(scene: Scene) -> Iterator[Found]:
    """Scores and thresholds of a sentence, in order: every number whose place looks like that of a score."""
    sentence, tests, models = scene.sentence, scene.tests, scene.models
    yield from _ranges(scene)
    found = [look for look in looks(scene) if not look.spoken_for and look.chance() >= LEAST]
    said: list[tuple[Look, Candidate]] = []
    for look in found:
        one, share = look.speaker(said[-1][1] if said else None)
        if certainty(look.chance(), share) >= LEAST:
            said.append((look, one))
    starts = [look.number.start for look, _ in said]
    last_test = ""
    for look, one in said:
        n = look.number
        test = _test(sentence, n, tests, starts)
        share_name = "not stated" if of_the_time(sentence, n) else share_of(sentence[n.end :])
        if test is None and last_test and _AGAINST.search(sentence[: n.start]):
            # "76% of the questions, compared to 50% for Tern 2": the same test.
            share_name = last_test.removeprefix("unnamed: ")
        fields = {"benchmark": test.name if test else f"unnamed: {share_name}", "unit": _unit(sentence, n, test)}
        last_test = fields["benchmark"]
        metric = _METRIC.search(sentence[max(0, n.start - 30) : n.end + 30])
        if metric:
            fields["metric"] = metric[1]
        first = min(n.start, one.start if one.here else n.start)
        last = max(n.end, one.end if one.here else 0, test.end if test else 0)
        if n.end - first > 110 or last - n.end > 160:
            # A quotation of twenty words has to hold the figure.
            first, last = max(0, n.start - 60), min(max(n.end, test.end if test else 0), n.end + 120)
        yield settle(_claim(sentence, n, one.name, first, last, fields), one)
        other = said_with(sentence, n.start, n.end, models)
        if other and not _side(sentence, n) and other != one.name:
            yield Found("absolute", other, n.start, last, {**fields, "score": _printed(n)})


_METRIC = re.compile(r"\b(pass@\d+|cons@\d+|maj@\d+|avg@\d+|accuracy|f1|exact match)\b", re.IGNORECASE)
_IN_ROW = re.compile(r"(?:,|\band)\s+(?:and\s+)?((?:[A-Z][\w&/+-]*)(?:\s[A-Z&\d][\w&/+-]*){0,3})\s\($")


def _test(sentence: str, n: Number, tests: tuple[Mention, ...], numbers: list[int]) -> Mention | None:
    test = test_of(sentence, n.start, n.end, tests, numbers)
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
