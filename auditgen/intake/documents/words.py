"""Words with their places on a page, lines and phrases of words, and what tells running text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from auditgen.intake.documents.page_rules import Rules

NUMBER = re.compile(
    r"[<>~≈≥≤]?[+\-−]?(?:[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]{1,3},[0-9]{1,2}|[0-9]{1,6}(?:\.[0-9]+)?|\.[0-9]+)\s?%?"
    r"(?:\s?[*†‡∗§]{1,3})?(?:\s?(?:±|\+/-)\s?[0-9]+(?:\.[0-9]+)?%?)?"
    r"(?:/(?:[0-9]+(?:\.[0-9]+)?%?|[-–—]))?(?:\[[0-9]{1,3}\])?"
    r"(?:\s?\((?:±\s?)?[0-9.,%+\-− ]{1,16}\)|\s[+↑↓][0-9]{1,3}(?:\.[0-9]+)?%?)?"
)
_MISSING = re.compile(r"[-–—−]{1,8}(?:/[-–—−]{1,2})?|[nN]/?[aA]|✗|×|/")
# A word of running text; "pass@1" and "cons@64" over columns are none.
_PLAIN = re.compile(r"[^\W\d_A-Z][^\W\d_]*(?:[-'’][^\W\d_]+)*[,.;:)]*\Z")


@dataclass(frozen=True, slots=True)
class Word:
    """A word: left, right and baseline in points from the top left, its type size, and where it begins in the text."""

    text: str
    x0: float
    x1: float
    y: float
    size: float
    index: int = 0
    notes: tuple[str, ...] = ()
    bold: bool = False
    rest: tuple[str, float, float, float] | None = None
    """Of a word broken at a hyphen: what stands on the next line, with its left, right and baseline."""

    @property
    def center(self) -> float:
        """Middle of the word."""
        return (self.x0 + self.x1) / 2

    @property
    def broken(self) -> bool:
        """Whether it ends at a hyphen: it goes on in the next line, and what follows on its own is the next cell."""
        return len(self.text) > 1 and self.text.endswith("-")

    @property
    def figure(self) -> bool:
        """Whether it is a number as tables print them."""
        return _is_figure(self.text)

    @property
    def missing(self) -> bool:
        """Whether it is a mark for "no figure"."""
        return _is_missing(self.text)


@lru_cache(maxsize=65_536)
def _is_figure(text: str) -> bool:
    """Whether a word has the form of a number; each word of a page is asked for several times."""
    return bool(NUMBER.fullmatch(text))


@lru_cache(maxsize=65_536)
def _is_missing(text: str) -> bool:
    return bool(_MISSING.fullmatch(text))


@dataclass(slots=True)
class Line:
    """Words of one baseline from left to right. `cells` are set where the line is a row of a table."""

    y: float
    words: list[Word]
    number: int = 0
    cells: list[Word] = field(default_factory=list)
    labels: list[Word] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The words with single spaces."""
        return " ".join(w.text for w in self.words)

    @property
    def x0(self) -> float:
        """Left end."""
        return self.words[0].x0

    @property
    def x1(self) -> float:
        """Right end."""
        return max(w.x1 for w in self.words)


@dataclass(frozen=True, slots=True)
class Spacing:
    """How far apart things are: `join` below this gap two words are one phrase, `part` above it two cells."""

    join: float
    part: float
    pitch: float
    space: float = 0.3
    """The usual space between two words, in sizes of the type."""
    rules: Rules = field(default_factory=Rules)
    """The lines drawn on the page."""


def lines_of(words: Iterable[Word]) -> list[Line]:
    """Words grouped by baseline, from top to bottom."""
    out: list[Line] = []
    for word in sorted(words, key=lambda w: (w.y, w.x0)):
        if out and abs(word.y - out[-1].y) <= 0.35 * max(word.size, 4.0):
            out[-1].words.append(word)
        else:
            out.append(Line(word.y, [word]))
    for line in out:
        line.words.sort(key=lambda w: w.x0)
    return out


def spacing_of(lines: Sequence[Line], rules: Rules | None = None) -> Spacing:
    """The spacing of a page: gaps relative to the type size, the pitch of its lines."""
    sizes = sorted(w.size for line in lines for w in line.words)
    size = sizes[len(sizes) // 2] if sizes else 10.0
    # Lines of cells set in the middle of their rows stand between the lines of their neighbours.
    pitches = sorted(b.y - a.y for a, b in pairwise(lines) if 0.9 * size < b.y - a.y < 3 * size)
    gaps = sorted(
        (b.x0 - a.x1) / a.size
        for line in lines
        for a, b in pairwise(line.words)
        if 0.1 * a.size < b.x0 - a.x1 < 0.8 * a.size
    )
    space = min(0.5, max(0.22, gaps[len(gaps) // 2])) if gaps else 0.3
    pitch = pitches[len(pitches) // 2] if pitches else 1.2 * size
    return Spacing(0.58 * size, 1.0 * size, pitch, space, rules or Rules())


def phrases_of(words: Sequence[Word], join: float) -> list[list[Word]]:
    """Words parted where the gap between two is wider than `join`."""
    out: list[list[Word]] = []
    for word in words:
        if out and word.x0 - out[-1][-1].x1 <= join:
            out[-1].append(word)
        else:
            out.append([word])
    return out


def tight_phrases(words: Sequence[Word], space: float) -> list[list[Word]]:
    """Words parted where the gap is wider than a space between words of their size: neighbouring header cells."""
    out: list[list[Word]] = []
    for word in words:
        last = out[-1][-1] if out else None
        if last is not None and not last.broken and word.x0 - last.x1 <= 1.4 * space * min(word.size, last.size):
            out[-1].append(word)
        else:
            out.append([word])
    return out


def runs_on(line: Line, spacing: Spacing) -> bool:
    """Whether seven words or more of a line stand in one phrase."""
    # Small type has narrower spaces than most of the page.
    join = min(spacing.join, 0.58 * max(w.size for w in line.words))
    return any(len(p) >= 7 for p in phrases_of(line.words, 1.05 * join))


def is_prose(line: Line, spacing: Spacing) -> bool:
    """Whether a line is running text: seven words in one phrase, or five mostly in small letters, set wide."""
    if runs_on(line, spacing):
        return True
    wide = phrases_of(line.words, 1.4 * spacing.part)
    return any(len(p) >= 5 and sum(bool(_PLAIN.match(w.text)) for w in p) >= 0.6 * len(p) for p in wide)


def joined(parts: Sequence[str]) -> str:
    """Words of a label that is broken over lines: a hyphen at the end of one joins it to the next."""
    out = ""
    for part in parts:
        broken = out.endswith("-") and len(out) > 1 and out[-2] != " "
        # "τ" and "2-Bench" are set apart by their faces only.
        letter = len(out) == 1 and "α" <= out <= "ω" and part[:1].isdigit()
        out += part if not out or broken or letter else f" {part}"
    return out
