"""A sentence with its numbers, words and names laid out: what is asked about a figure, looked up once."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from auditgen.intake.documents.mentions import Mention
from auditgen.intake.documents.sentence_found import is_taken
from auditgen.intake.documents.sentence_numbers import Number, numbers_in

# A number that begins no word and follows no sign of money, slash or dash.
_NUMERAL = re.compile(r"(?<![\w.,/$€£^–±-])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,9}(?:\.\d{1,6})?)(?!\d)")
_PERCENT = re.compile(r"\s?(?:\\?%|％|percent\b|per cent\b)")
_GLUED = re.compile(r"(?!(?:pp|pts|AP|mAP|F1|EM|WER|CER|BLEU|mIoU|PPL)\b)[A-Za-z]")
_TOKEN = re.compile(r"[A-Za-z][A-Za-z'’-]*|\d[\d.,]*|[^\sA-Za-z0-9]")
# "November 24, 2025", "Section 4.1"
_DAY = re.compile(r"\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)(?:\.|[a-z]{1,6})?\s+$")
_NUMBERED = re.compile(
    r"\b(?:Section|Sec\.|Figure|Fig\.|Table|Tab\.|Appendix|Equation|Eq\.|Chapter|§)\s*\(?$", re.IGNORECASE
)
# "arXiv:2201.03895", "doi:10.1038"
_ADDRESS = re.compile(r"\d{4}\.\d{4,5}|10\.\d{4,6}")
# "79.8 96.3 71.5 97.3": the labels of a picture, no sentence.
_LABELS = re.compile(r"(?:(?<![\w.])\d[\d.,]*%?\s+){4,}")
_MOST_NUMBERS = 60


# What a row says of a model that its own sentence does not name.
FLAGS = {
    "model": "model from the sentence before",
    "last": "model from the paragraph before",
    "heading": "model from the heading",
    "subject": "model that the document speaks of most",
    "words": "words for the model from the sentence before",
}


@dataclass(frozen=True, slots=True)
class Context:
    """Whom the text before a sentence speaks of: the sentence before, the paragraph, the heading, the document."""

    model: str = ""
    last: str = ""
    heading: str = ""
    subject: str = ""
    words: str = ""
    test: str = ""

    def meant(self, places: Sequence[str], words: str) -> tuple[str, str]:
        """The model that "the model" or "it" means here, and a flag that says where it was named; else the words."""
        place = next((p for p in places if getattr(self, p)), None)
        return (getattr(self, place), FLAGS[place]) if place else (f"unnamed: {words}", "")


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody whose figure it may be: `kind` of words, the `name` or "unnamed: words", where they stand (or -1)."""

    kind: str
    name: str
    start: int = -1
    end: int = -1
    flag: str = ""
    """From where the name was taken, if not from the sentence."""

    @property
    def here(self) -> bool:
        """Whether the sentence itself holds the words."""
        return self.start >= 0


@dataclass
class Scene:
    """A sentence, the names in it, the places that other readers have taken, and what was said before it."""

    sentence: str
    tests: tuple[Mention, ...] = ()
    models: tuple[Mention, ...] = ()
    taken: Sequence[tuple[int, int]] = ()
    context: Context = field(default_factory=Context)
    everyone: list[Candidate] | None = None
    """Whose its figures may be, once `speaker_candidates` has looked."""

    @cached_property
    def tokens(self) -> list[str]:
        """The words and signs of the sentence in small letters; "#" for a number."""
        return ["#" if m[0][0].isdigit() else m[0].lower() for m in _TOKEN.finditer(self.sentence)]

    @cached_property
    def _starts(self) -> list[int]:
        return [m.start() for m in _TOKEN.finditer(self.sentence)]

    def words_before(self, at: int, most: int) -> list[str]:
        """Up to `most` words before a place, the nearest first."""
        k = bisect_left(self._starts, at)
        return self.tokens[max(0, k - most) : k][::-1]

    def words_behind(self, at: int, most: int) -> list[str]:
        """Up to `most` words at or behind a place, the nearest first."""
        k = bisect_left(self._starts, at)
        return self.tokens[k : k + most]

    def words_between(self, start: int, end: int) -> list[str]:
        """The words from one place to another."""
        return self.tokens[bisect_left(self._starts, start) : bisect_left(self._starts, end)]

    @cached_property
    def numerals(self) -> list[Number]:
        """The numbers of the sentence that are no part of a name or a word."""
        out = {n.start: n for n in self.by_rule.values()}
        for m in _NUMERAL.finditer(self.sentence):
            start, end = m.span()
            if any(n.start <= start < n.end for n in (*self.models, *self.tests)) or _GLUED.match(self.sentence, end):
                continue
            if _ADDRESS.fullmatch(m[1]) or _NUMBERED.search(self.sentence[max(0, start - 14) : start]):
                continue
            if m[1].isdigit() and int(m[1]) <= 31 and _DAY.search(self.sentence[max(0, start - 12) : start]):
                continue
            sign = _PERCENT.match(self.sentence, end)
            out.setdefault(start, Number(start, sign.end() if sign else end, m[1], bool(sign)))
        labels = [m.span() for m in _LABELS.finditer(self.sentence)]
        free = (n for n in out.values() if not is_taken(labels, n.start))
        return sorted(free, key=lambda n: n.start)[:_MOST_NUMBERS]

    @cached_property
    def by_rule(self) -> dict[int, Number]:
        """The numbers that a pattern finds beside a test, a name or a word of results, by their place."""
        found = numbers_in(self.sentence, self.tests, self.models)
        named = (n for n in found if not any(m.start < n.start < m.end for m in self.models))
        # "(±1.4%)" says how far off another figure may be.
        return {n.start: n for n in named if not re.search(r"(?:±|\+/-)\s?$", self.sentence[: n.start][-4:])}

    @cached_property
    def share_of_percents(self) -> int:
        """How many figures in percent the sentence holds."""
        return sum(n.percent for n in self.numerals)

    def is_taken(self, at: int) -> bool:
        """Whether another reader has read a claim from that place."""
        return is_taken(self.taken, at)
