"""Several figures told in one breath: of several models or on several tests, in the order in which both are named."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from auditgen.intake.documents.figure_looks import said_by, settle
from auditgen.intake.documents.figure_scene import Scene
from auditgen.intake.documents.mentions import Mention
from auditgen.intake.documents.sentence_found import Found, is_taken
from auditgen.intake.documents.sentence_patterns import (
    BY_VERSUS,
    CHANGE_BY,
    COMPARED_FIGURE,
    LISTED_GAIN,
    NOT_A_SCORE,
    VERSUS,
)
from auditgen.intake.documents.sentence_tests import test_of

_FIGURE = r"\d{1,4}(?:\.\d+)?\s?%?"
_NOTE = r"(?:\s*\([^()]{1,40}\))?"
_RUN = re.compile(
    rf"(?<![\w.,–-]){_FIGURE}{_NOTE}(?:\s*,\s*(?:and\s+)?{_FIGURE}{_NOTE}|\s+and\s+{_FIGURE}{_NOTE}){{1,8}}(?![\w]|[.,]\d)"
)
_ONE = re.compile(r"(?<![\w.,–-])(\d{1,4}(?:\.\d+)?)\s?(%?)(?=[\s,;.)(]|$)")
_BETWEEN = re.compile(
    r"(?:['’]s)?\s*(?:\([^()]{1,40}\)\s*)?(?:(?:models?|agents?|systems?)\s+)?(?:,\s*(?:and\s+|as\s+well\s+as\s+)?|and\s+|/\s*)(?:on\s+|for\s+|in\s+)?(?:the\s+)?"
)
_JOIN_TESTS = re.compile(
    r"\s*(?:percent\s+)?(?:(?:accuracy|points?|scores?|pass@\d+|success)\s+)?(?:on|in|for|across|at)\s+(?:both\s+|the\s+)?"
)
_JOIN_MODELS = re.compile(
    r"(?:['’]s)?,?\s+(?:models\s+\(|(?:\w+\s+){0,2}?(?:scor|achiev|reach|attain|obtain|get|got|record|post|solv|hit|had|have|with|at)\w*\s+"
    r"(?:\w+\s+){0,4}?)"
)
_OF_SCORES = re.compile(
    r"\b(?:accurac(?:y|ies)|scores?|scored|percent(?:ages?)?|success\s+rates?|pass\s+rates?)\b", re.IGNORECASE
)
_RESPECTIVELY = re.compile(r"\brespectively\b", re.IGNORECASE)


def lists(scene: Scene, taken: list[tuple[int, int]]) -> Iterator[Found]:
    """ "A and B score 75% and 78% on X", "86.4 and 92.0 on X and Y": one score for each pair, in order."""
    sentence, tests = scene.sentence, scene.tests
    models = _spelled_out(sentence, scene.models)
    if len(tests) < 2 and len(models) < 2:
        return
    for run in _RUN.finditer(sentence):
        figures = [(run.start() + m.start(1), m[1], bool(m[2])) for m in _ONE.finditer(run[0])]
        n = len(figures)
        if n < 2 or is_taken(taken, *run.span()) or not _scores(sentence, run, figures):
            continue
        respectively = bool(_RESPECTIVELY.search(sentence))
        along_tests = _along(sentence, run, _rows(sentence, tests), n, _JOIN_TESTS, behind=True, anywhere=respectively)
        along_models = (
            None
            if along_tests
            else _along(sentence, run, _rows(sentence, models), n, _JOIN_MODELS, behind=False, anywhere=respectively)
        )
        if not along_tests and not along_models:
            continue
        percent = any(sign for _, _, sign in figures)
        taken.append(run.span())
        one = _one_test(tests, run) if along_models else None
        speaker = None if along_models else said_by(scene, *run.span())
        for k, (at, text, _) in enumerate(figures):
            test = along_tests[k] if along_tests else one
            model = along_models[k].name if along_models else speaker.name if speaker else "unnamed: not stated"
            fields = {"benchmark": test.name if test else "unnamed: not stated", "score": text}
            fields["unit"] = "percent" if percent or float(text) <= 100 else "points"
            yield settle(Found("absolute", model, *_extent(run, at), fields), speaker)


# "Tern-1.5B/7B/72B-Chat": one name for several sizes; "7B, 13B and 70B models": sizes alone.
_SIZES = re.compile(r"(\d+(?:\.\d+)?B)((?:/\d+(?:\.\d+)?B)+)")
_SIZE = re.compile(r"(?<![\w.-])\d+(?:\.\d+)?B(?![\w-])")


# "TernBio and GPT-4o": a name that nobody knows beside one that is known.
_JOINED_NAME = re.compile(r"(?<![\w.-])([A-Z][\w+-]*[A-Z\d][\w+-]*)(?:,\s+|,?\s+and\s+)$")


def _spelled_out(sentence: str, models: tuple[Mention, ...]) -> tuple[Mention, ...]:
    """The models of a sentence, a name of several sizes as one name for each, and sizes that stand alone as names."""
    out: list[Mention] = []
    for model in models:
        sizes = _SIZES.search(model.name)
        if sizes is None:
            out.append(model)
            continue
        for k, size in enumerate([sizes[1], *sizes[2].strip("/").split("/")]):
            name = model.name[: sizes.start()] + size + model.name[sizes.end() :]
            out.append(Mention(name, model.start + k, model.end if k == sizes[2].count("/") else model.start + k + 1))
    for model in models:
        before = _JOINED_NAME.search(sentence[: model.start])
        if before and all(before.end(1) <= m.start or m.end <= before.start(1) for m in out):
            out.append(Mention(before[1], before.start(1), before.end(1)))
    for size in _SIZE.finditer(sentence):
        if all(size.end() <= m.start or m.end <= size.start() for m in out):
            out.append(Mention(size[0], size.start(), size.end()))
    return tuple(sorted(out, key=lambda m: m.start))


def _scores(sentence: str, run: re.Match[str], figures: Sequence[tuple[int, str, bool]]) -> bool:
    """Whether the figures may be scores: no years, no gains, no sizes."""
    if all(re.fullmatch(r"(?:19|20)\d\d", text) and not sign for _, text, sign in figures):
        return False
    if any(float(text) > 100 for _, text, sign in figures if sign):
        return False
    whole = not any(sign or "." in text for _, text, sign in figures)
    if whole and not (_RESPECTIVELY.search(sentence) and _OF_SCORES.search(sentence)):
        return False
    before, after = sentence[: run.start()], sentence[run.end() :]
    gain = LISTED_GAIN.match(after) or NOT_A_SCORE.match(after) or CHANGE_BY.search(before[-40:])
    return not gain and not COMPARED_FIGURE.search(before[-80:])


def _rows(sentence: str, names: tuple[Mention, ...]) -> list[list[Mention]]:
    """Names that stand in a row, with nothing between them but commas and "and"."""
    rows: list[list[Mention]] = []
    for name in names:
        if rows and (name.start - rows[-1][-1].end < 1 or _BETWEEN.fullmatch(sentence[rows[-1][-1].end : name.start])):
            rows[-1].append(name)
        else:
            rows.append([name])
    return rows


def _along(
    sentence: str,
    run: re.Match[str],
    rows: list[list[Mention]],
    n: int,
    joined: re.Pattern[str],
    behind: bool,
    anywhere: bool,
) -> list[Mention] | None:
    """The row of `n` names that the figures go along: right beside them, or the only one with "respectively"."""
    fitting = [row for row in rows if len(row) == n]
    for row in fitting:
        gap = sentence[run.end() : row[0].start] if behind else sentence[row[-1].end : run.start()]
        in_order = run.end() <= row[0].start if behind else row[-1].end <= run.start()
        if in_order and joined.fullmatch(gap):
            return row
    if not anywhere:
        return None
    # The names nearest to the figures have to be among them.
    last = max((m for row in rows for m in row if m.end <= run.start()), key=lambda m: m.end, default=None)
    first = min((m for row in rows for m in row if m.start >= run.end()), key=lambda m: m.start, default=None)
    near = [row for row in fitting if last in row or first in row]
    return near[0] if len(near) == 1 else None


def _one_test(tests: tuple[Mention, ...], run: re.Match[str]) -> Mention | None:
    behind = [t for t in tests if t.start >= run.end()]
    return behind[0] if behind else (tests[-1] if tests else None)


def _extent(run: re.Match[str], at: int) -> tuple[int, int]:
    return max(run.start(), at - 60), min(run.end(), at + 60)


def versus(
    sentence: str, tests: tuple[Mention, ...], models: tuple[Mention, ...], taken: list[tuple[int, int]]
) -> Iterator[Found]:
    """ "surpassing Tern 1 (81.6 vs. 80.9)": the first figure is the speaker's, the second that of the name before."""
    yield from _by_versus(sentence, tests, models, taken)
    told = ""
    for m in VERSUS.finditer(sentence):
        if is_taken(taken, *m.span()) or not (m[2] or m[4] or "." in m[1]):
            continue
        other = next((n for n in reversed(models) if n.end <= m.start() and m.start() - n.end <= 2), None)
        ahead = [n for n in models if n.end <= m.start() and n is not other]
        speaker = ahead[0].name if ahead and (other is None or len(ahead) == 1 or not told) else told
        told = told or speaker
        test = test_of(sentence, m.start(1), m.end(), tests, [])
        fields = {"benchmark": test.name if test else "unnamed: not stated", "unit": "percent"}
        if not (speaker or other):
            continue
        taken.append(m.span())
        if speaker and not _told_before(sentence, m.start(), m[1]):
            yield Found("absolute", speaker, m.start(), m.end(), {**fields, "score": m[1]})
        if other is not None:
            yield Found("absolute", other.name, other.start, m.end(), {**fields, "score": m[3]})


_OVERTAKES = re.compile(
    r"\b(?:outperform|surpass|beat|exceed|outscor|outpac|overtak|improv\w*\s+(?:on|over|upon))\w*\s+"
    r"(?:[\w’'-]+\s+){0,4}?$",
    re.IGNORECASE,
)


def _by_versus(
    sentence: str, tests: tuple[Mention, ...], models: tuple[Mention, ...], taken: list[tuple[int, int]]
) -> Iterator[Found]:
    """ "Gull 7B outperforms Tern 1 on MATH by 41.3% to 35.7%": the winner's figure, then that of the other."""
    for m in BY_VERSUS.finditer(sentence):
        before = [n for n in models if n.end <= m.start()]
        if is_taken(taken, *m.span()) or not before or not (m[2] or m[4]):
            continue
        other = before[-1]
        if not _OVERTAKES.search(sentence[max(0, other.start - 60) : other.start]):
            continue
        speaker = before[-2].name if len(before) > 1 else "unnamed: it"
        test = test_of(sentence, m.start(1), m.end(), tests, [])
        fields = {"benchmark": test.name if test else "unnamed: not stated", "unit": "percent"}
        taken.append(m.span())
        yield Found("absolute", speaker, m.start(), m.end(), {**fields, "score": m[1]})
        yield Found("absolute", other.name, max(other.start, m.start() - 90), m.end(), {**fields, "score": m[3]})


def _told_before(sentence: str, at: int, number: str) -> bool:
    """Whether the same figure was set against another in brackets before."""
    return bool(re.search(rf"\({re.escape(number)}\s?%?\s*(?:vs|versus|compared)", sentence[:at]))
