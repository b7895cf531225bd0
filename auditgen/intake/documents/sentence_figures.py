"""Scores and thresholds of a sentence: a number with a test beside it, or one that a model is said to solve."""

from __future__ import annotations

import re
from collections.abc import Iterator

from auditgen.intake.documents.mentions import Mention
from auditgen.intake.documents.sentence_found import Found
from auditgen.intake.documents.sentence_patterns import (
    BACKGROUND,
    BARE,
    BRACKETED,
    CHANGE_BY,
    COMPARED_FIGURE,
    ELO,
    LISTED_GAIN,
    NOT_A_SCORE,
    OF_THE_TIME,
    ON_TEST,
    PERCENT,
    PERFORMANCE,
    RANGE,
    RIGHT_OF_THE_TIME,
    SOLVES,
    THRESHOLD,
    UNDER,
)
from auditgen.intake.documents.sentence_speakers import (
    said_with,
    share_of,
    speaker_of,
    test_of,
    written_test,
)

# Settings, and how far people or data agree.
_NO_RESULT = re.compile(
    r"\b(?:agreement|kappa|temperature|top[-_ ]?[pk]|thresholds?|coverage|overlap|correlation|confidence"
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
# "making the 83% score ...": a figure that was said before.
_THE = re.compile(r"\bthe\s+$", re.IGNORECASE)
_SCORE_AGAIN = re.compile(r"\s?%?\s+(?:score|mark|result|figure|rate)\b", re.IGNORECASE)
# "If a model scores 80%, ...": supposed, not claimed.
_SUPPOSED = re.compile(r"\b(?:if|once|whenever|until|unless)\s+(?:an?|any|the|some)\s[^.;]{0,80}$", re.IGNORECASE)
_AGAINST = re.compile(
    r"\b(?:compared\s+(?:to|with)|versus|vs\.?|against|while|and)\s+(?:about\s+|around\s+|only\s+|just\s+"
    r"|roughly\s+)?$",
    re.IGNORECASE,
)


def _numbers(
    sentence: str, tests: tuple[Mention, ...], models: tuple[Mention, ...]
) -> list[tuple[int, int, str, bool]]:
    """The numbers that may be scores: start, end, the number, and whether it has a sign of percent."""
    numbers = [(m.start(1), m.end(), m[1], True) for m in PERCENT.finditer(sentence)]
    numbers += [(m.start(1), m.end(1), m[1], False) for m in ELO.finditer(sentence)]
    if not tests:
        return numbers
    numbers += [(m.start(1), m.end(1), m[1], False) for m in PERFORMANCE.finditer(sentence)]
    # "Llama 2's 67.35", "LLaMA 2 (67.35)"
    for owner in models:
        own = re.match(r"(?:['’]s\s+(?:score\s+of\s+)?|\s+\()(\d{1,3}\.\d+)(?=[\s,.;)])(?!\s?%)", sentence[owner.end :])
        if own:
            numbers.append((owner.end + own.start(1), owner.end + own.end(1), own[1], False))
    for t in tests:
        of = re.match(
            r"\s+(?:scores?|accuracy|rating|pass\s+rate|performance)\s+(?:of|is|was"
            r"|at)\s+(\d{1,4}(?:\.\d+)?)(?![\d.]*\s?[%\d])",
            sentence[t.end :],
        )
        if of:
            numbers.append((t.end + of.start(1), t.end + of.end(1), of[1], False))
        behind, before = BRACKETED.match(sentence[t.end :]), ON_TEST.search(sentence[: t.start][-30:])
        if behind:
            numbers.append((t.end + behind.start(1), t.end + behind.end(1), behind[1], bool(behind[2])))
        if before:
            at = max(0, t.start - 30)
            numbers.append((at + before.start(1), at + before.end(1), before[1], False))
            # "8.7 and 8.9 on MT-bench"
            pair = re.search(r"(?<![\w.,])(\d{1,3}\.\d+)\s+and\s+$", sentence[: at + before.start(1)][-12:])
            if pair:
                start = at + before.start(1) - len(pair[0])
                numbers.append((start, start + len(pair[1]), pair[1], False))
    for m in BARE.finditer(sentence):
        numbers.append((m.start(1), m.end(1), m[1], False))
        # "scores of 83.6 and 85.3"
        more = re.match(
            r"(?:\s*,\s*\d+\.\d+)*(?:\s+on\s+[^,.;]{2,40}?)?\s*,?\s+and\s+(\d+\.\d+)(?![\d%])", sentence[m.end(1) :]
        )
        if more:
            at = m.end(1)
            numbers.append((at + more.start(1), at + more.end(1), more[1], False))
    return numbers


def _ranges(
    sentence: str, tests: tuple[Mention, ...], models: tuple[Mention, ...], taken: list[tuple[int, int]]
) -> Iterator[Found]:
    """ "23-25% on X": the claims format takes one number for a score, so a range is read as at least its lower end."""
    for m in RANGE.finditer(sentence):
        start, end = m.start(1), m.end()
        if any(a <= start < b for a, b in taken) or not float(m[1]) < float(m[2]) <= 100:
            continue
        if (
            NOT_A_SCORE.match(sentence[end:])
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
    numbers, spoken_for = _numbers(sentence, tests, models), taken
    last_test = ""
    taken = [*taken, *((m.start(), m.end()) for m in RANGE.finditer(sentence))]
    yield from _ranges(sentence, tests, models, spoken_for)
    # One number may be found in two ways; the one with its sign of percent counts.
    found_at = {n[0]: n for n in sorted(numbers, key=lambda n: n[3])}
    for start, end, text, percent in sorted(found_at.values()):
        before, after = sentence[:start], sentence[end:]
        if any(m.start < start < m.end for m in models):
            # "Gemini 2.1 on MMLU": part of a name.
            continue
        of_time = OF_THE_TIME.match(after) and RIGHT_OF_THE_TIME.search(before[-60:])
        if any(a <= start < b for a, b in taken) or (NOT_A_SCORE.match(after) and not of_time):
            continue
        if _SUPPOSED.search(before) or _NO_RESULT.search(before[-60:]):
            continue
        if _OF_PEOPLE.search(before) or (_THE.search(before[-5:]) and _SCORE_AGAIN.match(after)):
            continue
        if CHANGE_BY.search(before[-40:]) or LISTED_GAIN.match(after) or COMPARED_FIGURE.search(before[-80:]):
            continue
        people = BACKGROUND.search(before[-80:])
        if people and not any(m.start >= max(0, start - 80) + people.start() for m in models if m.end <= start):
            continue
        test = test_of(sentence, start, end, tests, [n[0] for n in numbers])
        if re.match(r"\s?%?\)", after):
            # In brackets a figure belongs to the name before them.
            test = next((t for t in tests if sentence[t.end : start].strip() == "("), test)
        model, m_start, m_end = speaker_of(sentence, start, end, models)
        if test is None or test.end <= start:
            # "on X" right behind a figure is its test, even if X is not in the catalogue.
            test = written_test(sentence, end) or test
        beside = m_end == end and any(m.start == m_start and m.name == model for m in models)
        reach = sentence[:start] if beside else sentence[max(0, start - 90) : start]
        against = bool(last_test) and model is not None and _AGAINST.search(before)
        named = beside and percent and re.search(r"\(|\bat\s+$", before[-12:])
        if test is None and not named:
            figured = percent or ELO.search(sentence[:end])
            if not (figured and model and (against or SOLVES.search(reach))):
                continue
        if model is None and not test:
            continue
        value = float(text.replace(",", ""))
        if (
            not percent
            and re.fullmatch(r"(?:19|20)\d\d", text)
            and not re.search(r"(?:rating|elo|score)\s+of\s+$", before, re.I)
        ):
            # A year, not a rating.
            continue
        if value == 100 and UNDER.search(before[-30:]):
            continue
        rated = ELO.search(sentence) if not percent and test is None else None
        if (percent and value > 100) or (not percent and test is None and not (rated and model)):
            continue
        side = THRESHOLD.search(before[-50:])
        share = "not stated" if of_time else share_of(after)
        if test is None and against:
            # "76% of the questions, compared to 50% for Tern 2": the same test.
            share = last_test.removeprefix("unnamed: ")
        fields = {"benchmark": test.name if test else f"unnamed: {share}"}
        last_test = fields["benchmark"]
        unit = (
            "percent" if percent or value <= 100 else "rating" if re.search("rating|elo", sentence, re.I) else "points"
        )
        fields["unit"] = unit
        metric = re.search(
            r"\b(pass@\d+|cons@\d+|maj@\d+|avg@\d+|accuracy|f1|exact match)\b",
            sentence[max(0, start - 30) : end + 30],
            re.I,
        )
        if metric:
            fields["metric"] = metric[1]
        number = f"{text}%" if percent and 0 < value < 1 else text
        tasks = re.match(r"\s*success\b", after)
        first, last = min(start, m_start), max(end, m_end, test.end if test else 0)
        if end - first > 110:
            # A quotation of twenty words has to hold the figure.
            first, last = max(0, start - 60), end
        if side or tasks:
            fields["threshold"] = number
            fields["threshold_side"] = (
                "under" if side and UNDER.search(side[1]) else "at_least" if not side or "least" in side[1] else "over"
            )
            yield Found("threshold", model or "unnamed: not stated", first, last, {**fields, "relation": "beats"})
        else:
            fields["score"] = number
            yield Found("absolute", model or "unnamed: not stated", first, last, fields)
            other = said_with(sentence, start, end, models)
            if other:
                yield Found("absolute", other, start, last, dict(fields))
