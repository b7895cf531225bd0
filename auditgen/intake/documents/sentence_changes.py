"""Change that a sentence claims: from one figure to another, doubling times, points gained, "much improved"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from auditgen.intake.documents.mentions import Mention
from auditgen.intake.documents.sentence_found import Found, is_taken
from auditgen.intake.documents.sentence_net_words import EXPECTED
from auditgen.intake.documents.sentence_patterns import (
    DOUBLES,
    FROM_TO,
    GAINS,
    GAP_TO,
    IMPROVED,
    IN_BRACKETS_TO,
    LEAP,
    MODEL_WORD,
    OVER_EARLIER,
    PERCENT,
    POINT_GAIN,
    POINTS,
    PREVIOUSLY,
    RISES,
    TIMES_BETTER,
    UP_FROM,
)
from auditgen.intake.documents.sentence_subjects import subject_words

_ABILITY = re.compile(
    r"\b(?:capabilit(?:y|ies)|time\s+horizons?|task\s+lengths?|task\s+complexity|(?:solv\w+|success|pass|error"
    r"|hallucination|misinformation|failure)\s+rates?)\b",
    re.IGNORECASE,
)
# What is set, not reached: "raising the reliability from 50% to 80%".
_RAISED = re.compile(r"\b(?:raising|lowering|reliability|threshold|temperature|dropout)\b[^.]{0,30}$", re.IGNORECASE)


def changes(
    sentence: str, tests: tuple[Mention, ...], models: tuple[Mention, ...], taken: list[tuple[int, int]]
) -> Iterator[Found]:
    """The trends of one sentence. `taken` gets the places whose figures are told as change, not as scores."""
    about = {"benchmark": tests[0].name} if tests else {}
    modelish = bool(models) or bool(MODEL_WORD.search(sentence)) or bool(_ABILITY.search(sentence))
    for found in (*FROM_TO.finditer(sentence), *(LEAP.finditer(sentence) if tests or models else ())):
        if not (modelish or tests) or _RAISED.search(sentence[: found.start()][-40:]):
            continue
        taken.append((found.start(), found.end()))
        fields = {**about, **_two(found[1], found[2])}
        subject = _who(sentence, models, found.start())
        if float(found[1]) <= 100 and float(found[2]) <= 100:
            yield Found("trend", subject, found.start(), found.end(), fields)
    for model in models if RISES.search(sentence) else ():
        both = IN_BRACKETS_TO.match(sentence[model.end :])
        if both and float(both[1]) <= 100 and float(both[2]) <= 100:
            taken.append((model.end, model.end + both.end()))
            changed = {**about, "unit": "percent", "baseline_score": both[1], "score": both[2]}
            changed["baseline_model"] = "the earlier figure of the sentence"
            yield Found("trend", model.name, model.start, model.end + both.end(), changed)
    yield from _up_from(sentence, about, tests, models, taken)
    yield from _sizes(sentence, about, tests, models, taken)
    doubles = DOUBLES.search(sentence)
    if doubles and modelish:
        subject = models[0].name if models else f"unnamed: {subject_words(sentence) or 'AI systems'}"
        period = " ".join(next(g for g in doubles.groups() if g).split())[:80]
        start = max(0, doubles.start() - 80)
        yield Found("trend", subject, start, doubles.end(), {**about, "period": f"doubles every {period}"[:80]})
        return
    subject = models[0].name if models else f"unnamed: {subject_words(sentence) or 'not stated'}"
    gains = GAINS.search(sentence)
    if gains and (tests or modelish):
        # Several figures in a row ("5.4, 5.0 and 6.3 points improvement") are gains of several models or tests.
        taken.append((gains.start(), gains.end()))
        one = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*", gains[1])
        size = {"difference": one[1], "difference_unit": "percentage_points"} if one else {}
        yield Found("trend", subject, gains.start(), gains.end(), {**about, **size, "baseline_model": "not stated"})
        return
    scored = bool(tests) or (modelish and re.search(r"\b(?:scores?|accuracy|performance)\b", sentence, re.IGNORECASE))
    risen = [] if taken or not scored else list(POINTS.finditer(sentence))
    for points in risen:
        # "improved by 4 points on one test and dropped 2 points on another"
        named = next(
            (t for t in tests if re.fullmatch(r"\s+(?:on|in)\s+(?:the\s+)?", sentence[points.end() : t.start])), None
        )
        if named is None and points is not risen[0]:
            continue
        taken.append((points.start(), points.end()))
        size = {"difference": points[1], "difference_unit": "percentage_points", "baseline_model": "not stated"}
        yield Found(
            "trend",
            subject,
            points.start(),
            points.end(),
            {**about, **size, **({"benchmark": named.name} if named else {})},
        )
    improved = IMPROVED.search(sentence)
    if improved and modelish and not taken:
        fields = {**about, "baseline_model": "not stated"}
        yield Found("trend", subject, max(0, improved.start() - 20), improved.end() + 60, fields)


def _sizes(
    sentence: str,
    about: dict[str, str],
    tests: tuple[Mention, ...],
    models: tuple[Mention, ...],
    taken: list[tuple[int, int]],
) -> Iterator[Found]:
    """Changes told by their size: over an earlier version, so many times better, a gap closed to so many points."""
    for pattern, unit, baseline in (
        (OVER_EARLIER, "percentage_points", "an earlier version, as the sentence says"),
        (POINT_GAIN, "percentage_points", "not stated"),
        (TIMES_BETTER, "ratio", "not stated"),
        (GAP_TO, "percentage_points", "not stated"),
    ):
        found = pattern.search(sentence)
        if found is None or is_taken(taken, *found.span()):
            continue
        who = [m for m in models if m.end <= found.start()]
        words = subject_words(sentence[: found.start()])
        if not (who or words or tests):
            continue
        taken.append((found.start(), found.end()))
        size = next(g for g in found.groups() if g)
        fields = {**about, "baseline_model": baseline}
        if unit != "ratio" and pattern is not GAP_TO:
            fields |= {"difference": size, "difference_unit": unit}
        yield Found(
            "trend", who[-1].name if who else f"unnamed: {words or 'not stated'}", found.start(), found.end(), fields
        )


def _up_from(
    sentence: str,
    about: dict[str, str],
    tests: tuple[Mention, ...],
    models: tuple[Mention, ...],
    taken: list[tuple[int, int]],
) -> Iterator[Found]:
    """ "100% on the test, a jump from 60% a year ago": the figure said before is what it rose to."""
    for found in (*UP_FROM.finditer(sentence), *PREVIOUSLY.finditer(sentence)):
        if is_taken(taken, found.start(1)) or not (
            tests or models or MODEL_WORD.search(sentence) or _ABILITY.search(sentence)
        ):
            continue
        before = [m for m in PERCENT.finditer(sentence) if m.end() <= found.start()]
        if not before or float(found[1]) > 100 or float(before[-1][1]) > 100:
            continue
        taken.append((found.start(), found.end()))
        fields = {**about, **_two(found[1], before[-1][1])}
        subject = _who(sentence, models, found.start())
        yield Found("trend", subject, found.start(), found.end(), fields)


def _who(sentence: str, models: Sequence[Mention], at: int) -> str:
    """The last model named before a place, else what the words there speak of."""
    before = [m for m in models if m.end <= at]
    return before[-1].name if before else f"unnamed: {subject_words(sentence[:at]) or 'not stated'}"


def _two(earlier: str, later: str) -> dict[str, str]:
    """The fields of a rise or fall between two figures of one sentence."""
    return {
        "unit": "percent",
        "baseline_score": earlier,
        "score": later,
        "baseline_model": "the earlier figure of the sentence",
    }


_IMPROVEMENT = re.compile(
    r"\b(?:improv|gain|increas|boost|advanc|jump|leap|progress|uplift|upgrad|enhanc|reduc|decreas|drop|step)\w*",
    re.IGNORECASE,
)
_EARLIER = re.compile(
    r"\b(?:previous|prior|earlier|preceding|last|older|original|first)[- ](?:\w+[- ])?(?:versions?"
    r"|generations?|models?|releases?"
    r"|iterations?)\b|\bpredecessors?\b|\b(?:its|our)\s+(?:\w+\s+)?(?:base|previous|earlier)\b",
    re.IGNORECASE,
)


def as_change(found: Found, sentence: str) -> Found:
    """An improvement over an earlier model of the same line is a change, not a comparison of two models."""
    if found.type != "comparative" or found.fields.get("relation") not in ("beats", "loses"):
        return found
    other = found.fields.get("comparator", "")
    said = sentence[found.start : min(len(sentence), found.end + 60)]
    if EXPECTED.search(other) or (other == "not stated" and EXPECTED.search(said)):
        fields = {k: v for k, v in found.fields.items() if k not in ("comparator", "relation")}
        return Found("trend", found.model, found.start, found.end, {**fields, "baseline_model": "what was expected"})
    words = _IMPROVEMENT.search(sentence, found.start, min(len(sentence), found.end + 10))
    model = found.model
    if model.startswith("unnamed:"):
        # "improvements for Tern 2 compared to Tern 1"
        named = re.findall(r"[A-Za-z][\w.]*(?:-[\w.]+)*-?\d[\w.]*(?:-[\w.]+)*", sentence[: found.end])
        model = next((name for name in named if _same_line(name, other)), model)
    if words is None or not (_EARLIER.search(other) or _same_line(model, other)):
        return found
    fields = {k: v for k, v in found.fields.items() if k not in ("comparator", "relation", "comparator_score")}
    return Found("trend", found.model, found.start, found.end, {**fields, "baseline_model": other})


def _same_line(model: str, other: str) -> bool:
    """ "GLM-4.7" and "GLM-4.6": names that begin with the same word of letters."""
    first, second = (re.match(r"[A-Za-z]+(?:-[A-Za-z]{3,})?", name) for name in (model, other))
    return bool(first and second and len(first[0]) > 2 and first[0].lower() == second[0].lower() and model != other)
