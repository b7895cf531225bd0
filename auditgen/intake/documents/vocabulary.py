"""What a label is: a model, a test, a language, or a heading that is none of these. Names come from the catalogue."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from auditgen.catalogue import Catalogue, Match, open_catalogue
from auditgen.intake.documents.label_kinds import TOPIC, word_list

if TYPE_CHECKING:
    from auditgen.intake.documents.mentions import Spotter

_SIZE = re.compile(
    r"(?<![\w.])(\d{1,4}(?:\.\d{1,2})?)\s?([BMT])(?![A-Za-z])|\b(?:A|E)\d{1,3}B\b|\d+x\d+B", re.IGNORECASE
)


_VERSION = re.compile(r"\d")


_MAKER_STARTS = ("op", "an", "go", "me", "mi", "al", "de", "xa", "am", "nv", "co", "mo", "da", "te")


_PLAIN_PART = re.compile(
    r"|v?\d+(?:\.\d+)?|\d+(?:\.\d+)?[bmt]|a\d+b|\d+x\d+b|chat|instruct|inst|base|it|pt|preview|mini|nano|small"
    r"|medium|large|"
    r"pro|flash|ultra|lite|turbo|max|plus|coder?|math|vl|exp|thinking|int\d|bf16|fp\d+|awq|gptq|\d{4,8}"
)


class Vocabulary:
    """Look-ups of labels, cached. `model` and `test` never raise; an unknown name gives a Match with status unknown."""

    def __init__(self, catalogue: Catalogue | None = None) -> None:
        self.catalogue = catalogue or open_catalogue()
        self.model = lru_cache(maxsize=65_536)(self._model)
        self.test = lru_cache(maxsize=65_536)(self._test)
        self.like_model = lru_cache(maxsize=65_536)(self._like_model)
        self.like_test = lru_cache(maxsize=65_536)(self._like_test)
        self._introduced: re.Pattern[str] | None = None
        self._coined: re.Pattern[str] | None = None
        self._coined_names: re.Pattern[str] | None = None
        self.developer_of = lru_cache(maxsize=65_536)(self._developer_of)
        self.canonical_developer = lru_cache(maxsize=4_096)(self._canonical_developer)

    def introduce(self, tests: Iterable[str], models: Iterable[str] = ()) -> None:
        """Take what the document at hand introduces for known, instead of what the one before did."""
        found = _any_of(tests)
        pattern = re.compile(rf"(?<![\w-])(?:{found})(?![\w-])") if found else None
        if pattern != self._introduced:
            self._introduced = pattern
            self.like_test.cache_clear()
        found = _any_of(models)
        pattern = re.compile(rf"(?:{found})(?:[-\s.]?[\w.]+){{0,4}}(?:\s*\(.*\))?") if found else None
        if pattern != self._coined:
            self._coined = pattern
            self._coined_names = re.compile(rf"(?<![\w-])(?:{found})(?![\w-])") if found else None
            self.like_model.cache_clear()

    def introduced_in(self, text: str) -> list[str]:
        """The tests that the document introduces and a text names."""
        return self._introduced.findall(text) if self._introduced else []

    def only_model(self, text: str) -> str | None:
        """The one model that a text names, known or introduced by the document; None if it names none or several."""
        named = {m.name for m in self.spotter.models(text)} | set(
            self._coined_names.findall(text) if self._coined_names else ()
        )
        return named.pop() if len(named) == 1 else None

    def _model(self, text: str) -> Match:
        if not _may_be(text, self._model_starts):
            return Match("unknown", None, (), "no entry of that name", text)
        return self.catalogue.find_model(text)

    def _test(self, text: str) -> Match:
        if not _may_be(text, self._test_starts):
            return Match("unknown", None, (), "no entry of that name", text)
        return self.catalogue.find_benchmark(text)

    @cached_property
    def _test_starts(self) -> frozenset[str]:
        names = (n for b in self.catalogue.benchmarks() for n in (b.name, b.id, *b.aliases, *b.ambiguous_aliases))
        return frozenset(_start(n) for n in names)

    @cached_property
    def _model_starts(self) -> frozenset[str]:
        names = (n for m in self.catalogue.models() for n in (m.name, m.id, m.developer, *m.aliases))
        return frozenset((*(_start(n) for n in names), *_MAKER_STARTS))

    @cached_property
    def spotter(self) -> Spotter:
        """Finds names in running text."""
        from auditgen.intake.documents.mentions import Spotter

        return Spotter(self)

    @cached_property
    def families(self) -> frozenset[str]:
        """First words of the names of models: what a name of an unknown member of a known family starts with."""
        words = set(word_list("families"))
        for model in self.catalogue.models():
            for name in (model.name, model.family):
                first = re.match(r"[A-Za-z]{2,}(?:-oss)?|o\d", name)
                if first:
                    words.add(first[0].lower())
        return frozenset(
            words - {"open", "the", "flan", "command", "step", "seed", "nova", "pi", "opt", "ring", "yuan"}
        )

    @cached_property
    def _joined_family(self) -> re.Pattern[str]:
        """Families of more words than one ("unified-io"), at the start of a name."""
        names = sorted((f for f in self.families if "-" in f), key=lambda f: (-len(f), f))
        return re.compile(rf"(?:{'|'.join(map(re.escape, names))})(?![a-z])")

    @cached_property
    def developers(self) -> tuple[str, ...]:
        """Names of developers, the longest first."""
        return tuple(sorted({m.developer for m in self.catalogue.models()}, key=lambda name: (-len(name), name)))

    def _like_model(self, text: str) -> float:
        """How surely a label names a model: 1 known, 0.8 a known family with a version, 0.6 a size, 0 no sign."""
        if not text or len(text) > 160 or not re.search(r"[A-Za-z]", text):
            return 0.0
        if self.test(text).status != "unknown":
            return 0.0
        if self.model(text).status != "unknown":
            return 1.0
        words = re.findall(r"[a-z]+\d?", text.lower().rpartition("/")[2])
        first = [w for w in words[:3] if w in self.families or w.rstrip("0123456789") in self.families]
        if not first and (joined := self._joined_family.match(text.lower().rpartition("/")[2])):
            first, words = [joined[0]], [joined[0]] if joined[0] == text.lower() else words
        if not first and self._coined and self._coined.fullmatch(text):
            return 0.8
        if first and len(text.split()) <= 8:
            return 0.8 if _VERSION.search(text) or len(words) == 1 else 0.6
        if _SIZE.search(text) and len(text.split()) <= 8 and not re.fullmatch(r"\W*[\d.]+\s*[BMTKbmtk]+\W*", text):
            return 0.6
        return 0.0

    def _like_test(self, text: str) -> float:
        """How surely a label names a test: 1 known, 0.3 for a heading of a group that is also a test's loose name."""
        if not text or len(text) > 200:
            return 0.0
        found = self.test(text)
        if found.status == "unknown":
            return 0.8 if self._introduced and self._introduced.fullmatch(text) else 0.0
        # "Math" over a group of tests is a topic; "MATH" is a test.
        if TOPIC.fullmatch(text) and text != text.upper():
            return 0.3
        return 1.0

    def _developer_of(self, name: str) -> str | None:
        """The developer of a model as written; of an ambiguous name only if all its candidates share one."""
        found = self.model(name)
        if found.status == "unknown":
            return self._developer_of_family(name)
        made = {self.catalogue.model(i).developer for i in found.candidates}
        return made.pop() if len(made) == 1 else None

    def _developer_of_family(self, name: str) -> str | None:
        """The developer of a name made of a known family and nothing but versions, sizes and variants.

        "Qwen-1.8B-Chat" is its family's; "Mistral-7B-OpenOrca" may be anyone's.
        """
        words = [w for w in re.split(r"[\s\-_/()]+", name.rpartition("/")[2].lower()) if w]
        family = re.match(r"[a-z]+", words[0]) if words else None
        if not family or not all(_PLAIN_PART.fullmatch(w.removeprefix(family[0])) for w in words):
            return None
        return self._family_developers.get(family[0])

    @cached_property
    def _family_developers(self) -> dict[str, str]:
        made: dict[str, set[str]] = {}
        for model in self.catalogue.models():
            first = re.match(r"[a-z]+", model.name.lower())
            if first and len(first[0]) > 2:
                made.setdefault(first[0], set()).add(model.developer)
        return {word: next(iter(names)) for word, names in made.items() if len(names) == 1}

    def _canonical_developer(self, name: str) -> str:
        """One spelling for a developer ("Meta AI" gives "Meta"); the name itself where it is not known."""
        low = name.strip().lower()
        for known in self.developers:
            if low == known.lower() or low.startswith(known.lower() + " "):
                return known
        for known in self.developers:
            if re.search(rf"\b{re.escape(known.lower())}\b", low):
                return known
        return name.strip()


def _any_of(names: Iterable[str]) -> str:
    """An expression for any of some names, the longest first."""
    return "|".join(re.escape(n) for n in sorted(names, key=lambda n: (-len(n), n)) if n)


def _start(name: str) -> str:
    """The first two letters or digits of a name."""
    return re.sub(r"[^a-z0-9]", "", name.lower())[:2]


def _may_be(text: str, starts: frozenset[str]) -> bool:
    """Whether a text, or what follows a slash or a number of shots in it, can begin a known name.

    A full look-up reads a name in many ways; most labels are ruled out by their first letters.
    """
    if len(text) > 300:
        return False
    for part in (text, text.rpartition("/")[2], re.sub(r"^\s*(?:\d+|zero|few)-shot\s+", "", text, flags=re.IGNORECASE)):
        plain = re.sub(r"[^a-z0-9]", "", unicodedata.normalize("NFKC", part).lower())
        if plain[:2] in starts:
            return True
    return False
