"""What one sentence claims: numbers, thresholds passed, one model over another, first places, human level, change."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from auditgen.intake.documents.figure_scene import Context, Scene
from auditgen.intake.documents.mentions import Mention, Names
from auditgen.intake.documents.sentence_changes import changes
from auditgen.intake.documents.sentence_comparisons import comparisons
from auditgen.intake.documents.sentence_counts import counts
from auditgen.intake.documents.sentence_figures import figures
from auditgen.intake.documents.sentence_found import Found
from auditgen.intake.documents.sentence_lists import lists, versus
from auditgen.intake.documents.sentence_net import net
from auditgen.intake.documents.sentence_net_words import NET_TRIGGER
from auditgen.intake.documents.sentence_parity import parity
from auditgen.intake.documents.sentence_patterns import HEDGE, TRIGGER
from auditgen.intake.documents.sentence_ranks import ranks

__all__ = ["Found", "read_sentence", "worth_reading"]


# Tests that are counted, not named: "across 12 industry-standard benchmarks".
_SEVERAL_TESTS = re.compile(
    r"\b(?:across|on|over)\s+((?:\d+|two|three|four|five|six|seven|eight|nine|ten"
    r"|twelve)\s+(?:[\w-]+\s+){0,3}?(?:benchmarks|tests"
    r"|evaluations|datasets|exams))\b"
)


# Plain stems that most claims hold; the patterns behind them are for the rest.
_STEMS = (
    "scor", "perform", "than", "%", "best", "lead", "human", "expert",
    "improv", "achiev", "surpass", "compar", "accura",
    "state-of", "reach", "solv", "match", "rank", "higher", "better", "advanc", "increas", "point",
)  # fmt: skip


def worth_reading(text: str) -> bool:
    """Whether a text can hold a claim: one cheap look for the words that claims are made of."""
    low = text.lower()
    return any(stem in low for stem in _STEMS) or bool(TRIGGER.search(low) or NET_TRIGGER.search(low))


def read_sentence(sentence: str, spotter: Names, context: Context | None = None) -> Iterator[Found]:
    """The claims of one sentence, `context` being what those before say. Trends first: a change is not two scores."""
    tests, models = spotter.said_tests(sentence), spotter.said_models(sentence)
    tests = tuple(t for t in tests if all(t.start != m.start for m in models))
    several = None if tests else _SEVERAL_TESTS.search(sentence)
    if several:
        tests = (Mention(f"unnamed: {' '.join(several[1].split())}", several.start(1), several.end(1)),)
    hedge = HEDGE.search(sentence)
    taken: list[tuple[int, int]] = []
    scene = Scene(sentence, tests, models, (), context or Context())
    claims = [
        *changes(sentence, tests, models, taken),
        *counts(scene, taken),
        *lists(scene, taken),
        *versus(sentence, tests, models, taken),
        *figures(replace(scene, taken=tuple(taken))),
        *parity(sentence, tests, models, taken),
        *comparisons(sentence, tests, models, taken),
        *ranks(sentence, tests, models, taken),
    ]
    claims += list(net(sentence, tests, models, taken, claims))
    for found in claims:
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
