"""What one sentence claims: numbers, thresholds passed, one model over another, first places, human level, change."""

from __future__ import annotations

import re
from collections.abc import Iterator

from auditgen.intake.documents.mentions import Mention, Spotter
from auditgen.intake.documents.sentence_changes import changes
from auditgen.intake.documents.sentence_counts import counts
from auditgen.intake.documents.sentence_found import Found
from auditgen.intake.documents.sentence_patterns import (
    BACKGROUND,
    BARE,
    BEATS,
    BRACKETED,
    CHANGE_BY,
    COMPARED_FIGURE,
    COMPARED_FIRST,
    HEDGE,
    HUMAN,
    LISTED_GAIN,
    NOT_A_SCORE,
    NOT_PARITY,
    OF_THE_TIME,
    PARITY,
    PERCENT,
    PERFORMANCE,
    RANK,
    RANK_IS,
    RIGHT_OF_THE_TIME,
    SOLVES,
    THRESHOLD,
    TRIGGER,
    UNDER,
)
from auditgen.intake.documents.sentence_speakers import (
    chunk_before,
    figure_behind,
    name_or_words,
    pronoun,
    said_with,
    share_of,
    speaker_of,
    speaking,
    subject_words,
    test_of,
    without_figure,
    written_speaker,
    written_test,
)

__all__ = ["TRIGGER", "Found", "read_sentence"]


def read_sentence(sentence: str, spotter: Spotter) -> Iterator[Found]:
    """The claims of one sentence. Trends first: a change is not two scores."""
    tests, models = spotter.tests(sentence), spotter.models(sentence)
    hedge = HEDGE.search(sentence)
    taken: list[tuple[int, int]] = []
    for found in [
        *changes(sentence, tests, models, taken),
        *counts(sentence, tests, models, taken),
        *_figures(sentence, tests, models, taken),
        *_parity(sentence, tests, models, taken),
        *_comparisons(sentence, tests, models, taken),
        *_ranks(sentence, models, taken),
    ]:
        if hedge and found.type not in ("absolute",):
            found.fields.setdefault("hedge", hedge[1].strip("()"))
        yield from _each_speaker(found, sentence)


def _each_speaker(found: Found, sentence: str) -> Iterator[Found]:
    """ "models from Google DeepMind and OpenAI" are two claims."""
    words = found.model.removeprefix("unnamed: ")
    both = re.fullmatch(r"(.*?)\b(?:from|by|such as)\s+(.+?)\s+and\s+(.+)", words)
    if found.type == "human_parity" and both and len(words) < 200:
        for part in (both[2], both[3]):
            named = part if re.search(r"\bmodels?\b|\bsystems?\b", part) else f"{both[1]}from {part}".strip()
            yield Found(found.type, f"unnamed: {named}", found.start, found.end, dict(found.fields))
        return
    yield found


def _figures(
    sentence: str, tests: tuple[Mention, ...], models: tuple[Mention, ...], taken: list[tuple[int, int]]
) -> Iterator[Found]:
    """Scores and thresholds: a number with a test beside it, or one that a model is said to solve."""
    numbers = [(m.start(1), m.end(), m[1], True) for m in PERCENT.finditer(sentence)]
    if tests:
        numbers += [(m.start(1), m.end(1), m[1], False) for m in PERFORMANCE.finditer(sentence)]
        numbers += [
            (t.end + m.start(1), t.end + m.end(1), m[1], bool(m[2]))
            for t in tests
            if (m := BRACKETED.match(sentence[t.end :]))
        ]
        for m in BARE.finditer(sentence):
            numbers.append((m.start(1), m.end(1), m[1], False))
            # "scores of 83.6 and 85.3"
            more = re.match(
                r"(?:\s*,\s*\d+\.\d+)*(?:\s+on\s+[^,.;]{2,40}?)?\s*,?\s+and\s+(\d+\.\d+)(?![\d%])", sentence[m.end(1) :]
            )
            if more:
                at = m.end(1)
                numbers.append((at + more.start(1), at + more.end(1), more[1], False))
    # One number may be found in two ways; the one with its sign of percent counts.
    found_at = {n[0]: n for n in sorted(numbers, key=lambda n: n[3])}
    for start, end, text, percent in sorted(found_at.values()):
        before, after = sentence[:start], sentence[end:]
        of_time = OF_THE_TIME.match(after) and RIGHT_OF_THE_TIME.search(before[-60:])
        if any(a <= start < b for a, b in taken) or (NOT_A_SCORE.match(after) and not of_time):
            continue
        if CHANGE_BY.search(before[-40:]) or LISTED_GAIN.match(after) or COMPARED_FIGURE.search(before[-80:]):
            continue
        if BACKGROUND.search(before[-80:]) and not models:
            continue
        test = test_of(start, end, tests, [n[0] for n in numbers])
        if re.match(r"\s?%?\)", after):
            # In brackets a figure belongs to the name before them.
            test = next((t for t in tests if sentence[t.end : start].strip() == "("), test)
        model, m_start, m_end = speaker_of(sentence, start, end, models)
        if test is None or test.end <= start:
            # "on X" right behind a figure is its test, even if X is not in the catalogue.
            test = written_test(sentence, end) or test
        if test is None and not (percent and model and SOLVES.search(sentence[max(0, start - 60) : start])):
            continue
        if model is None and not test:
            continue
        value = float(text)
        if value == 100 and UNDER.search(before[-30:]):
            continue
        if (percent and value > 100) or (not percent and test is None):
            continue
        side = THRESHOLD.search(before[-50:])
        share = "not stated" if of_time else share_of(after)
        fields = {"benchmark": test.name if test else f"unnamed: {share}"}
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
        number = f"{text}%" if percent and value < 1 else text
        tasks = re.match(r"\s*success\b", after)
        first, last = min(start, m_start), max(end, m_end, test.end if test else 0)
        if last - first > 220:
            first, last = start, end
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


def _comparisons(
    sentence: str, tests: tuple[Mention, ...], models: tuple[Mention, ...], taken: list[tuple[int, int]]
) -> Iterator[Found]:
    """One model against another. Both sides have to be models, named or in words."""
    first = COMPARED_FIRST.match(sentence)
    if first:
        named = name_or_words(first[2], first.end(2), sentence, models, last=False)
        compared = name_or_words(first[1], first.end(1), sentence, models, last=False)
        fields = {"comparator": (compared or " ".join(first[1].split())).removeprefix("unnamed: "), "relation": "beats"}
        if tests:
            fields["benchmark"] = tests[0].name
        if named or compared:
            taken.append((first.start(), first.end()))
            who = named or f"unnamed: {' '.join(first[2].split())}"
            yield Found("comparative", who, first.start(), first.end(), fields)
    for relation, pattern in BEATS:
        for found in pattern.finditer(sentence):
            if any(a < found.end() and found.start() < b for a, b in taken):
                continue
            left, right = sentence[: found.start()], sentence[found.end() :]
            after = re.match(
                r"\s*(?:both\s+|all\s+|the\s+|that of\s+|those of\s+)*((?:[^.;:]|\.\d){2,120}?)"
                r"(?=\s+(?:on|across|in|by|at|under|with|despite|while|despite|who|which|did)\b|\.(?!\d)|[;:,(“\"]|$)",
                right,
            )
            target = after[1].strip() if after else ""
            at = found.end() + (after.start(1) if after else 0)
            comparator = name_or_words(target, at, sentence, models, last=False)
            subject = name_or_words(chunk_before(sentence, found.start()), found.start(), sentence, models, last=True)
            if subject is None:
                before = [m for m in models if m.end <= found.start()]
                words = subject_words(left)
                subject = before[-1].name if before else pronoun(left) or (f"unnamed: {words}" if words else None)
            if comparator is None or subject is None or subject == comparator:
                continue
            taken.append((found.start(), found.end()))
            other, figure = without_figure(comparator.removeprefix("unnamed: "))
            fields = {"comparator": other, "relation": relation}
            figure = figure or without_figure(target)[1] or figure_behind(sentence[at + len(target) :])
            if figure:
                fields["comparator_score"] = figure
            if tests:
                fields["benchmark"] = tests[0].name
            yield Found(
                "comparative", subject, max(0, found.start() - 60), min(len(sentence), at + len(target)), fields
            )


def _ranks(sentence: str, models: tuple[Mention, ...], taken: list[tuple[int, int]]) -> Iterator[Found]:
    """First places: state of the art, best of a group, ranked first."""
    for found in RANK.finditer(sentence):
        if any(a < found.end() and found.start() < b for a, b in taken):
            continue
        before = sentence[: found.start()]
        named = speaking(sentence, models, found.start())
        says = RANK_IS.search(before[-40:] + found[0])
        if not says or re.search(
            r"\b(?:not|no longer|than|of|for|to|compared|behind)\s+(?:the\s+)?$", before[-25:], re.I
        ):
            continue
        subject = (
            named[-1].name if named else pronoun(before) or (f"unnamed: {s}" if (s := subject_words(before)) else None)
        )
        if not named and (subject is None or subject.startswith("unnamed")):
            written = written_speaker(sentence, found.end())
            subject = written[0] if written else subject
        if subject is None:
            continue
        peers = re.search(
            r"\b(?:in|among|of|within|for)\s+(?:the\s+|all\s+)?([^.;,()]{3,80}?(?:category|class|models?|LLMs?|systems?"
            r"|parameters|size)\b)",
            sentence[found.end() :],
            re.I,
        )
        group = peers[1] if peers else found[0]
        rank = "2" if "second" in found[0].lower() else "3" if "third" in found[0].lower() else "1"
        board = re.search(r"\b((?:[A-Z][\w-]*\s+){1,4}(?:[Ll]eaderboard|[Aa]rena))\b", sentence)
        fields = {"rank": rank, "peer_group": " ".join(group.split())[:200]}
        if board:
            fields["ranking_source"] = board[1]
        taken.append((found.start(), found.end()))
        yield Found("rank", subject, max(0, (named[-1].start if named else found.start() - 40)), found.end(), fields)
        return


def _parity(
    sentence: str, tests: tuple[Mention, ...], models: tuple[Mention, ...], taken: list[tuple[int, int]]
) -> Iterator[Found]:
    """Human level. Sentences about people who judge, write or expect are not meant."""
    if NOT_PARITY.search(sentence):
        return
    for pattern in PARITY:
        found = pattern.search(sentence)
        if not found:
            continue
        before = sentence[: found.start()]
        group = re.search(HUMAN, found[0], re.I)
        named = [m for m in models if m.end <= found.start()]
        subject = named[-1].name if named else None
        words = subject_words(before)
        such_as = re.search(
            r"((?:[\w-]+\s+){0,3}(?:models?|systems?))\s*(?:specialised for [\w -]+)?,\s+such as (.+?),?\s*$", before
        )
        if such_as and " and " in such_as[2]:
            subject = f"unnamed: such as {such_as[2]}"
        elif subject is None and words:
            subject = f"unnamed: {words}"
        subject = (
            subject
            or pronoun(sentence[: found.start() + 5])
            or (f"unnamed: {m[0]}" if (m := re.match(r"They\b", sentence)) else None)
        )
        if subject is None:
            continue
        low = found[0].lower()
        relation = "exceeds" if re.search(r"exceed|surpass|outperform|beat|above|better|super", low) else "reaches"
        relation = "comparable" if re.search(r"comparable|par|as well as|rival|equivalent", low) else relation
        fields = {"relation": relation, "human_group": group[0] if group else "humans"}
        if tests:
            fields["benchmark"] = tests[0].name
        figure = figure_behind(sentence[found.end() :])
        if figure:
            fields["human_score"] = figure
        olympiad = re.search(
            r"\b(?:International Mathematical Olympiad|IMO|[A-Z][\w ]{3,40} (?:Olympiad|competitions?|exams?))\b"
            r"|\bmathematics"
            r" competitions\b",
            sentence,
        )
        if olympiad and "benchmark" not in fields:
            fields["benchmark"] = olympiad[0]
        taken.append((found.start(), found.end()))
        last = len(sentence) if len(sentence) - found.start() < 160 else found.end() + 60
        yield Found("human_parity", subject, max(0, found.start() - 30), min(len(sentence), last), fields)
        return
