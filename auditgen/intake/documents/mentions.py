"""Names of models and tests in running text, found quickly: only words that can begin a known name are looked up."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from auditgen.intake.documents.label_kinds import (
    COUNTED,
    is_size,
    is_topic,
    is_variant,
    shaped_like_model,
    shaped_like_test,
    word_list,
)

if TYPE_CHECKING:
    from auditgen.intake.documents.vocabulary import Vocabulary

_TOKEN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+'’/@τ-]*[A-Za-z0-9_+]|[A-Za-z0-9]")
_LEAD = re.compile(r"[a-z]+|\d+")
# A family named before its models or its maker's work ("Claude models", "Llama-based") is no one model.
_OF_A_FAMILY = re.compile(r"-|,\s+(?:19|20)\d\d|\s+(?:models?|family|series|API|app|team|Code)\b")
_GENITIVE = re.compile(r"['’]s?$")
# "on a benchmark called ConceptARC", "the MathArena Apex benchmark", "on the 480 ConceptARC tasks"
_TEST_NAME = r"([A-Z][\w+-]*(?:\s[A-Z][\w+-]*){0,4})"
_CALLED_TEST = re.compile(
    rf"\b(?:benchmark|test|dataset|suite)\s+(?:called|named)\s+[“\"]?{_TEST_NAME}"
    rf"|\b(?:on|in|across)\s+(?:the\s+|an?\s+)?(?:\d[\d,]*\s+)?{_TEST_NAME}\s+"
    r"(?:benchmark|dataset|test\s+set|tasks?|exam|suite|questions|problems|tests?)\b"
    r"|\b((?!(?:The|This|That|On|In|At|Our|A)\s)(?:[A-Z][\w-]*\s){1,4}[Ll]eaderboard)\b"
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in a sentence, from `start` to `end`."""

    name: str
    start: int
    end: int


class Names(Protocol):
    """What finds the names of models and tests that a sentence speaks of."""

    def said_models(self, sentence: str) -> tuple[Mention, ...]:
        """The models of a sentence, in order."""
        ...

    def said_tests(self, sentence: str) -> tuple[Mention, ...]:
        """The tests of a sentence, in order."""
        ...


class Spotter:
    """Finds names. Tokens whose first letters begin no known name are passed over without a look-up."""

    def __init__(self, words: Vocabulary) -> None:
        self.words = words
        catalogue = words.catalogue
        tests = (n for b in catalogue.benchmarks() for n in (b.name, b.id, *b.aliases, *b.ambiguous_aliases))
        models = (n for m in catalogue.models() for n in (m.name, m.id, *m.aliases))
        self._tests = frozenset(_leads(tests))
        self._models = frozenset(_leads(models)) | words.families
        self.tests = lru_cache(maxsize=20_000)(self._find_tests)
        self.models = lru_cache(maxsize=20_000)(self._find_models)
        self.said_models = lru_cache(maxsize=20_000)(self._find_said_models)
        self.said_tests = lru_cache(maxsize=20_000)(self._find_said_tests)

    def _find_tests(self, text: str) -> tuple[Mention, ...]:
        # A line that holds a name and nothing else is a caption: "Ruler" is meant as the test there.
        caption = len(text.split()) <= 2
        return self._find(text, self._tests, 5, lambda name: self._is_test(name, caption), tests=True)

    def _find_models(self, text: str) -> tuple[Mention, ...]:
        return self._find(text, self._models, 4, self._is_model)

    def _find_said_models(self, text: str) -> tuple[Mention, ...]:
        """Models that a sentence speaks of: known names, and names built like them that the catalogue does not hold."""
        known = {m.start: m for m in self.models(text)}
        tokens = list(_TOKEN.finditer(text))[:300]
        found: list[Mention] = []
        for i, token in enumerate(tokens):
            if found and token.start() < found[-1].end:
                continue
            mention = known.get(token.start())
            sized = i + 1 < len(tokens) and _sized_name(text, token, tokens[i + 1])
            if mention is None and not sized and not self._begins_model(token[0]):
                continue
            end = _with_variants(text, tokens, i, mention.end if mention else token.end())
            if COUNTED.fullmatch(text[token.start() : end]):
                continue
            name = _GENITIVE.sub("", text[token.start() : end])
            whole = shaped_like_model(name) or bool(re.search(r"\d", name)) or self._camel(name)
            alone = name[0].isupper() and name.lower() in word_list("alone")
            whole = whole or (alone and not _OF_A_FAMILY.match(text[end:]))
            if mention is not None and end == mention.end:
                found.append(mention)
            elif mention is not None or (whole and self.words.test(name).status == "unknown"):
                found.append(Mention(name, token.start(), token.start() + len(name)))
        return tuple(found)

    def _begins_model(self, token: str) -> bool:
        """Whether a word may begin the name of a model that the catalogue does not hold."""
        word = _GENITIVE.sub("", token)
        if shaped_like_test(word) or not word[0].isalpha():
            return False
        return shaped_like_model(word) or (
            word[0].isupper() and (word.lower() in self.words.families or self._camel(word))
        )

    def _camel(self, word: str) -> bool:
        """ "DeepSeekMath", "Med-PaLM": the name of a family with a word before or behind it."""
        parts = re.findall(r"[A-Za-z]+", word)
        if any(not p[0].isupper() for p in parts) or len(word) > 60:
            return False
        if len(parts) > 1 and any(p.lower() in self.words.families for p in parts[:2] if len(p) > 2):
            return True
        lead = parts[0] if parts else ""
        cuts = [k for k in range(4, len(lead)) if lead[k].isupper()]
        return any(lead[:k].lower() in self.words.families for k in cuts)

    def _find_said_tests(self, text: str) -> tuple[Mention, ...]:
        """Tests that a sentence speaks of: known names, and names that it calls a benchmark itself."""
        known = list(self.tests(text))
        for told in _CALLED_TEST.finditer(text):
            group = next(k for k in (1, 2, 3) if told[k])
            start, end = told.span(group)
            free = all(end <= t.start or t.end <= start for t in known)
            if free and not self.models(told[group]) and re.search(r"[A-Z].*[A-Z\d]", told[group]):
                known.append(Mention(told[group], start, end))
        return tuple(sorted(known, key=lambda t: t.start))

    def _is_test(self, name: str, caption: bool = False) -> str | None:
        if not plausible_test(name):
            return None
        # The number of a note may be glued to a name ("Cybench5").
        if not caption and re.fullmatch(r"[A-Z][a-z]+", name) and self._all_capitals(name):
            # "Race" at the start of a sentence is not RACE.
            return None
        bare = re.sub(r"(?<=[A-Za-z])\d{1,2}$", "", name)
        return next((n for n in dict.fromkeys((name, bare)) if self.words.like_test(n) >= 0.9), None)

    def _all_capitals(self, name: str) -> bool:
        """Whether every test of that name is written in capitals."""
        ids = self.words.test(name).candidates
        return bool(ids) and all(self.words.catalogue.benchmark(i).name.split()[0].isupper() for i in ids)

    def _is_model(self, name: str) -> str | None:
        if not re.search(r"[A-Z0-9]", name) or COUNTED.fullmatch(name):
            return None
        sure = self.words.like_model(name)
        return name if sure == 1.0 or (sure >= 0.8 and " " not in name and re.search(r"\d", name)) else None

    def _find(
        self, text: str, leads: frozenset[str], longest: int, known: object, tests: bool = False
    ) -> tuple[Mention, ...]:
        tokens = list(_TOKEN.finditer(text))[:300]
        found: list[Mention] = []
        i = 0
        while i < len(tokens):
            lead = _LEAD.match(tokens[i][0].lower())
            step = 1
            if lead and (lead[0] in leads or tokens[i][0].lower() in leads):
                for size in range(min(longest, len(tokens) - i), 0, -1):
                    start, end = tokens[i].start(), tokens[i + size - 1].end()
                    name = re.sub(r"[’']s$", "", text[start:end])
                    if any(
                        not text[a.end() : b.start()].isspace() for a, b in zip(tokens[i:], tokens[i + 1 : i + size])
                    ):
                        continue
                    read = known(name)  # type: ignore[operator]
                    if read:
                        found.append(Mention(read, start, end))
                        step = size
                        break
            begun = bool(found) and found[-1].start == tokens[i].start()
            if not begun and tests and shaped_like_test(tokens[i][0]):
                found.append(Mention(tokens[i][0], tokens[i].start(), tokens[i].end()))
            i += step
        return tuple(found)


def _sized_name(text: str, token: re.Match[str], following: re.Match[str]) -> bool:
    """ "Minerva 540B": a name and a size in billions, not "Over 7B parameters"."""
    return bool(
        text[token.end() : following.start()] == " "
        and re.fullmatch(r"[A-Z][a-zA-Z]{3,20}(?:-[\w.]+)*", token[0])
        and re.fullmatch(r"\d{1,4}(?:\.\d)?B", following[0])
        and not re.match(r"[ -](?:active|activated|total|param|token|model|version|variant)", text[following.end() :])
        and not re.fullmatch(r"(?:Over|With|Only|This|Both|Our|From|Than|About|Around|Nearly|Under|Using)", token[0])
    )


def _with_variants(text: str, tokens: list[re.Match[str]], i: int, end: int) -> int:
    """Where a name ends whose version, size and variant stand behind it in words of their own ("Gemini Ultra 2.1")."""
    for token in tokens[i + 1 : i + 6]:
        if token.start() < end:
            continue
        word = _GENITIVE.sub("", token[0])
        if text[end : token.start()] != " " or _GENITIVE.search(text[token.start() - 3 : token.start() - 1]):
            break
        version = re.fullmatch(r"\d(?:\.\d)?", word) and not re.search(r"\d", text[tokens[i].start() : end])
        counted = re.match(r"\s?(?:%|percent|points?|times|out of|of|/|x\b)", text[token.start() + len(word) :])
        if not (is_size(word) or (version and not counted) or (word[0].isupper() and is_variant(word))):
            break
        end = token.start() + len(word)
    return end


def plausible_test(name: str) -> bool:
    """In running text a test's name has a capital or a digit, and "math" is not MATH."""
    return (bool(re.search(r"[A-Z0-9]", name)) and not is_topic(name)) or name == "MATH"


def _leads(names: object) -> set[str]:
    """The first run of letters or digits of each name."""
    out = set()
    for name in names:  # type: ignore[attr-defined]
        lead = _LEAD.match(str(name).lower())
        if lead:
            out.add(lead[0])
    return out
