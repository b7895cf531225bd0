"""Names of models and tests in running text, found quickly: only words that can begin a known name are looked up."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from auditgen.intake.documents.label_kinds import is_topic, shaped_like_test

if TYPE_CHECKING:
    from auditgen.intake.documents.vocabulary import Vocabulary

_TOKEN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+'’/@τ-]*[A-Za-z0-9_+]|[A-Za-z0-9]")
_LEAD = re.compile(r"[a-z]+|\d+")


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in a sentence, from `start` to `end`."""

    name: str
    start: int
    end: int


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

    def _find_tests(self, text: str) -> tuple[Mention, ...]:
        # A line that holds a name and nothing else is a caption: "Ruler" is meant as the test there.
        caption = len(text.split()) <= 2
        return self._find(text, self._tests, 5, lambda name: self._is_test(name, caption), tests=True)

    def _find_models(self, text: str) -> tuple[Mention, ...]:
        return self._find(text, self._models, 4, self._is_model)

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
        if not re.search(r"[A-Z0-9]", name):
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
