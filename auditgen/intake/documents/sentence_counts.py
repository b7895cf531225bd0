"""Counts that a sentence claims: so many problems solved, of so many."""

from __future__ import annotations

import re
from collections.abc import Iterator

from auditgen.intake.documents.figure_looks import said_by, settle
from auditgen.intake.documents.figure_scene import Scene
from auditgen.intake.documents.sentence_found import Found, is_taken
from auditgen.intake.documents.sentence_patterns import HALF_OF, IN_ATTEMPTS, SOLVED, SOLVED_OF, THRESHOLD, UNDER
from auditgen.intake.documents.sentence_tests import test_of

_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS = {word: str(k) for k, word in enumerate(_WORDS, start=1)}
_NOT = re.compile(r"(?:n['’]t|\bnot|\bnever|\bcannot|\bfails?\s+to|\bunable\s+to)\s+(?:\w+\s+){0,4}$", re.IGNORECASE)
_SOLVING = re.compile(
    r"\b(?:solv|complet|pass|answer|resolv|detect|identif|fix|get|got|succeed|handl|correct|master)\w*\b", re.IGNORECASE
)
# "8/50 on the leaderboard"
_SLASHED = re.compile(r"(?<![\w./-])(\d{1,3})/(\d{1,3})(?=\s+(?:on|in|being|with|points|correct)\b|[).,;](?:\s|$)|$)")
# "each one of the 89 tasks" speaks of all of them.
_ONE_OF = re.compile(r"\bone\s+of\s+(?:the|its)\b", re.IGNORECASE)
_EITHER = re.compile(r"\b(\d{1,4})\s+(?:or|to)\s+$")


def counts(scene: Scene, taken: list[tuple[int, int]]) -> Iterator[Found]:
    """ "solves 29 out of 40 problems": a count, with the total where it is said."""
    sentence, tests = scene.sentence, scene.tests
    for pattern in (SOLVED_OF, IN_ATTEMPTS, _SLASHED, SOLVED):
        for found in pattern.finditer(sentence):
            number = 1 if found[1] else 2
            solves = re.search(
                r"\b(?:solv|complet|succe|pass|answer|correct|averag|detect|identif|fix|resolv|discover|f[io]nd|found|exploit|reproduc|scor|leaderboard)",
                sentence[: found.end() + (40 if pattern is _SLASHED else 0)],
                re.IGNORECASE,
            )
            if _ONE_OF.search(sentence[max(0, found.start() - 12) : found.end()]):
                continue
            if not solves or is_taken(taken, found.start(number)):
                continue
            count = _number(found[number])
            total = _number(found[2]) if pattern is not SOLVED else None
            if total is not None and not 0 < int(total) >= int(count):
                continue
            one = said_by(scene, found.start(number), found.end())
            model = one.name if one else "unnamed: not stated"
            start = one.start if one and one.here else found.start()
            test = test_of(sentence, found.start(number), found.end(), tests, [])
            if one is None and test is None:
                continue
            taken.append((found.start(), found.end()))
            head = sentence[: found.start(number)]
            side, either = THRESHOLD.search(head[-50:]), _EITHER.search(head)
            if either:
                taken.append(either.span(1))
            if side or either:
                # "no more than 5 of 40", "1 or 2 out of 30"
                least = either[1] if either else count
                way = "at_least" if either else "under" if side and UNDER.search(side[0]) else "over"
                limit = {"benchmark": test.name if test else "unnamed: not stated", "unit": "count", "threshold": least}
                limit |= {"threshold_side": way, "relation": "beats"} | ({"n_items": total} if total else {})
                yield settle(Found("threshold", model, found.start(), found.end(), limit), one)
                continue
            fields = {"benchmark": test.name if test else "unnamed: not stated", "unit": "count"}
            fields["score"] = f"{count}/{total}" if total else count
            if total:
                fields["n_items"] = total
            first = start if found.start() - start < 160 else found.start()
            yield settle(Found("absolute", model, min(first, found.start()), found.end(), fields), one)
    yield from _findings(scene, taken)
    yield from _halves(scene, taken)


_FLAWS = re.compile(
    r"\b(?:discover|patch|found|uncover|detect|identif|exploit|fix)(?:e[sd]|ed|ied|ing|s)?\s+(?:only\s+|about\s+|a\s+total\s+of\s+)?"
    r"(\d{1,4})\s+(?:[\w-]+\s+){0,3}?(?:vulnerabilities|bugs|flaws|zero-days|exploits|patches|ones|issues|weaknesses)\b",
    re.IGNORECASE,
)


def _findings(scene: Scene, taken: list[tuple[int, int]]) -> Iterator[Found]:
    """ "The systems found 18 real vulnerabilities": a count of what a model found."""
    sentence = scene.sentence
    for found in _FLAWS.finditer(sentence):
        if is_taken(taken, found.start(1)):
            continue
        one = said_by(scene, found.start(1), found.end())
        if one is None:
            continue
        taken.append(found.span())
        first = one.start if one.here and 0 < found.start() - one.start < 160 else found.start()
        fields = {"benchmark": "unnamed: not stated", "unit": "count", "score": found[1]}
        yield settle(Found("absolute", one.name, first, found.end(), fields), one)


def _halves(scene: Scene, taken: list[tuple[int, int]]) -> Iterator[Found]:
    """ "solves more than half of the puzzles": a threshold of 50%."""
    sentence, tests = scene.sentence, scene.tests
    for found in HALF_OF.finditer(sentence):
        head = sentence[: found.start()]
        if not _SOLVING.search(head[-60:]) or is_taken(taken, *found.span()):
            continue
        one = said_by(scene, found.start(), found.end())
        test = test_of(sentence, found.start(), found.end(), tests, [])
        if one is None:
            continue
        taken.append(found.span())
        over = bool(found[1])
        way = "under" if found[2] or (over and _NOT.search(head[-60:])) else "over" if over else "at_least"
        fields = {"benchmark": test.name if test else "unnamed: not stated", "unit": "percent", "threshold": "50"}
        fields |= {"threshold_side": way, "relation": "beats", "notes": f"said in words: {' '.join(found[0].split())}"}
        first = min(one.start, found.start()) if one.here else found.start()
        yield settle(Found("threshold", one.name, first, found.end(), fields), one)


def _number(text: str) -> str:
    """ "four" as "4"; digits as they are."""
    return _NUMBERS.get(text.lower(), text)
