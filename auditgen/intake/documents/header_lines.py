"""Which lines over the rows of a table on a page belong to its head, and which are titles of its first rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from auditgen.intake.documents.column_heads import heads_of
from auditgen.intake.documents.label_kinds import NOT_A_TEST
from auditgen.intake.documents.page_captions import TABLE_WORDS
from auditgen.intake.documents.page_rules import Rule
from auditgen.intake.documents.words import Line, Spacing, Word, is_prose, phrases_of, runs_on

_MOST_LINES = 7
_CAPTION = re.compile(rf"^\s*(?:{TABLE_WORDS}|Figure|Fig\.|Figura|图)\s*(?:[A-Z]?\d|[IVX]{{1,5}}\b)", re.IGNORECASE)
_SECTION = re.compile(r"^\s*(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[A-Z](?:\.\d{1,2}){1,3}\.?)\s+[A-Z]")
VALUE = re.compile(r"~?[\d.,]+\s?[BMKTbmkt]?|[-–—]|MoE|Dense|n/a")


@dataclass(slots=True)
class HeadSearch:
    """Looks for the head of a table line by line, from the first row upwards.

    `first` is the number of the first line of the table's rows, which may hold the beginning of a label only; `rows`
    are the rows of figures. No line before `floor` is taken. A rule over the whole table parts its head from what
    stands above it, and from a title that heads its first rows.
    """

    lines: Sequence[Line]
    first: int
    spacing: Spacing
    floor: int
    rows: Sequence[Line]
    found: list[int] = field(default_factory=list)
    titles: list[int] = field(default_factory=list)

    def search(self) -> tuple[list[int], list[int]]:
        """The lines that name the columns, from the top, and the titles of the first rows."""
        row = self.rows[0]
        x0, x1 = row.x0, row.x1
        at = self.lines[self.first].y
        ruled = ruled_rows(self.rows, self.spacing)
        for i in range(self.first - 1, max(self.floor, self.first - _MOST_LINES) - 1, -1):
            line = self.lines[i]
            crossed = self.spacing.rules.along(line.y, at, x0, x1)
            if self._is_beyond(i, at, crossed) or (crossed and not self._goes_on_over(i, crossed, ruled)):
                break
            if self._is_other_text(i):
                break
            self.found.insert(0, i)
            at = line.y
        if len(self.found) > 1 and not self.titles and self._last_is_title(ruled):
            self.titles = [self.found.pop()]
        return self.found, self.titles

    def _is_beyond(self, i: int, at: float, crossed: Sequence[Rule]) -> bool:
        """Whether a line stands too far above what was taken, or is running text, a caption or a heading."""
        line, spacing = self.lines[i], self.spacing
        # Rules have white over and under them.
        if at - line.y > (3.2 if crossed else 2.3) * spacing.pitch or _CAPTION.match(line.text):
            return True
        if _one_phrase(line, spacing):
            # A heading in larger type.
            size = max(w.size for w in self.rows[0].words)
            return is_prose(line, spacing) or min(w.size for w in line.words) > 1.2 * size
        # "func param value func param value" on the rule over the first row: heads set close.
        close = crossed and not self.found and not runs_on(line, spacing)
        return is_prose(line, spacing) and not close and not self._is_framed(line, crossed)

    def _is_framed(self, line: Line, crossed: Sequence[Rule]) -> bool:
        """Whether a full rule runs close over a line too, as where every row has its rule."""
        x0, x1 = self.rows[0].x0, self.rows[0].x1
        reach = 1.9 * max(w.size for w in line.words)
        return bool(crossed and self.spacing.rules.along(line.y - reach, line.y, x0, x1))

    def _goes_on_over(self, i: int, crossed: Sequence[Rule], ruled: bool) -> bool:
        """Whether the head goes on over a full rule."""
        line, spacing = self.lines[i], self.spacing
        alone = all(_alone(self.lines[k], spacing) for k in self.found)
        if self.found and alone and not self.titles and (heads_of(line.text) or self._head_at(i)):
            # "Closed models" between the rule under the head and the first row: it heads rows, not columns.
            self.found, self.titles = [], self.found
            return True
        if self.found and self._tells_what():
            # "Architecture", "# Total Params" between two rules: what the models over them are.
            return True
        if ruled and len(crossed) == 1 and not _one_phrase(line, spacing):
            # Every row has its rule, and those of the head too.
            return True
        # The rule over the head: what stands above it is not part of the table.
        over = (self.found and not self._is_framed(line, crossed)) or crossed[-1].at - crossed[0].at > 4
        return not over

    def _is_other_text(self, i: int) -> bool:
        """Whether a line of one phrase is a heading, a sentence, or the end of a paragraph."""
        line, spacing = self.lines[i], self.spacing
        if not _one_phrase(line, spacing):
            return False
        if _SECTION.match(line.text) or (line.text.endswith(".") and len(line.words) > 1):
            return True
        above = self.lines[i - 1] if i else None
        return above is not None and is_prose(above, spacing) and line.y - above.y < 1.3 * spacing.pitch

    def _head_at(self, at: int) -> bool:
        """Whether a line, or one over it with no rule between, has several phrases, as the lines of a head have."""
        x0, x1, spacing = self.rows[0].x0, self.rows[0].x1, self.spacing
        for i in range(at, max(self.floor, self.first - _MOST_LINES) - 1, -1):
            line = self.lines[i]
            if i < at:
                below = self.lines[i + 1]
                if spacing.rules.along(line.y, below.y, x0, x1) or below.y - line.y > 1.6 * spacing.pitch:
                    return False
            if is_prose(line, spacing) or _CAPTION.match(line.text):
                return False
            if not _alone(line, spacing):
                return True
        return False

    def _tells_what(self) -> bool:
        """Whether the lines found say what models are ("Architecture", "# Params") with their values, some on lines of
        their own."""
        told = [self.lines[k] for k in self.found]
        return _says_what(told[0], self.spacing) and all(
            _says_what(line, self.spacing)
            or all(VALUE.fullmatch(w.text) for w in line.words)
            or (_alone(line, self.spacing) and len(line.words) <= 3)
            for line in told
        )

    def _last_is_title(self, ruled: bool) -> bool:
        """Whether the last line of the head is a title of the rows: set in the middle of the table, or with the names
        and as far from the head as rows are from one another."""
        last, over, below = (self.lines[k] for k in (self.found[-1], self.found[-2], self.first))
        if not _alone(last, self.spacing) or _alone(over, self.spacing):
            return False
        left, right = min(r.x0 for r in self.rows), max(r.x1 for r in self.rows)
        rules = self.spacing.rules.along(over.y - 3 * self.spacing.pitch, below.y, left, right)
        # The frame of the table may be wider than what stands in it.
        middles = [(left + right) / 2, *((r.start + r.end) / 2 for r in rules)]
        if len(last.words) > 1 and any(abs((last.x0 + last.x1) / 2 - m) <= 2.5 for m in middles):
            return True
        pitch = min((b.y - a.y for a, b in pairwise(self.rows)), default=0.0)
        apart = not ruled and min(last.y - over.y, below.y - last.y) >= 0.95 * pitch > 0
        edge = min((r.cells[0].x0 for r in self.rows if r.cells), default=right)
        return apart and last.x1 < edge < over.x1 and not last.text.startswith("(")


def ruled_rows(rows: Sequence[Line], spacing: Spacing) -> bool:
    """Whether most rows are parted by rules over their whole width."""
    pairs = list(pairwise(rows))
    crossed = sum(bool(spacing.rules.along(a.y, b.y, a.x0, a.x1)) for a, b in pairs)
    return len(pairs) >= 2 and crossed >= 0.7 * len(pairs)


def unbroken(lines: Sequence[Line]) -> list[Line]:
    """Lines of a head with what a hyphen broke set where it stands: "GPT-" over "4o-mini" in a column of its own."""
    parts: dict[int, list[Word]] = {}
    out: list[Line] = []
    for number, line in enumerate(lines):
        words = list(parts.get(number, []))
        for word in line.words:
            home = None
            if word.rest is not None and word.text.endswith(word.rest[0]):
                home = next((k for k in range(number + 1, len(lines)) if abs(lines[k].y - word.rest[3]) < 2.0), None)
            if word.rest is None or home is None:
                words.append(word)
                continue
            text, x0, x1, y = word.rest
            words.append(replace(word, text=word.text[: -len(text)], rest=None))
            parts.setdefault(home, []).append(Word(text, x0, x1, y, word.size, word.index, word.notes))
        out.append(Line(line.y, sorted(words, key=lambda w: w.x0)))
    return out


def _says_what(line: Line, spacing: Spacing) -> bool:
    """Whether a line says what models are, not how they did ("Architecture", "# Params")."""
    first = phrases_of(line.words, spacing.part)[0]
    return bool(NOT_A_TEST.match(" ".join(w.text for w in first)))


def _one_phrase(line: Line, spacing: Spacing) -> bool:
    return len(phrases_of(line.words, 1.05 * spacing.join)) == 1


def _alone(line: Line, spacing: Spacing) -> bool:
    """Whether all words of a line stand together; bold type has wide spaces."""
    return len(phrases_of(line.words, spacing.part)) == 1
