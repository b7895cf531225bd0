"""The cells of one line of a table's head: which words belong together, and over which columns they stand.

Cells do not overlap. So the words of a head and the figures under it share an extent: one lies within the other, or an
edge of one is the other's. Every way of parting a line into phrases and setting them over columns has a cost, in sizes
of the type; the cheapest way is taken (dynamic programming over the words of the line).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from auditgen.intake.documents.header_places import Slot
from auditgen.intake.documents.page_rules import Rule
from auditgen.intake.documents.words import Word

# A gap of this many usual spaces parts two cells as likely as not.
_PARTS = 1.6
# No phrase has a gap wider than this, in sizes of the type, and none more words.
_WIDEST, _MOST_WORDS = 1.4, 14
# So many ways to set a phrase over the middle of several columns are looked at.
_MOST_SPANS = 9
_SPLIT, _JOIN = 2.5, 2.0
_OVER_OTHERS, _UNEVEN = 1.5, 0.3
_SPAN, _UNNAMED, _UNRULED, _OTHER_RULE = 0.5, 1.2, 1.0, 2.5
_WORST, _FINE, _OFF, _MOST_OFF = 8.0, 0.35, 0.25, 1.5
_AGAIN, _TWICE, _ASTRAY, _TAKEN = 0.3, 2.0, 3.0, 3.0


@dataclass(frozen=True, slots=True)
class _Choice:
    """A phrase, words `first` to `last`, over the columns `a` to `b`, and what that costs."""

    first: int
    last: int
    a: int
    b: int
    cost: float


def usual_space(labels: Iterable[Sequence[Word]], heads: Iterable[Sequence[Word]], default: float) -> float:
    """The usual space between two words of a table, in sizes of the type: from its labels, or from its head."""
    for lines, most in ((labels, 0.55), (heads, 0.42)):
        gaps = sorted((b.x0 - a.x1) / max(a.size, b.size) for words in lines for a, b in pairwise(words))
        gaps = [g for g in gaps if 0.1 < g < most]
        if len(gaps) >= 3:
            return max(0.18, gaps[int(0.4 * len(gaps))])
    return min(default, 0.36)


@dataclass(slots=True)
class HeadLine:
    """One line of a head over columns whose extents are known as far as `hulls` says.

    `rules` run under parts of the line; `named` says which columns have words on the lines below, for only over these
    one phrase may stand for several; `taken` which have words beside or over this line, so that none may;
    `n_labels` columns hold names and may have nothing over them.
    """

    words: Sequence[Word]
    hulls: Sequence[Slot]
    space: float
    n_labels: int = 0
    rules: Sequence[Rule] = ()
    named: Sequence[bool] = ()
    taken: Sequence[bool] = ()
    size: float = 0.0

    def __post_init__(self) -> None:
        """The size of its type is asked for again and again."""
        self.size = max((w.size for w in self.words), default=1.0)

    def cells(self) -> tuple[list[tuple[list[int], list[Word]]], float]:
        """The phrases of the line with the numbers of the columns each stands over, and what this reading costs."""
        if not self.words or not self.hulls:
            return [], 0.0
        plain = self._plainly()
        cost, best = (sum(c.cost for c in plain), plain) if plain else self._cheapest()
        return [(list(range(c.a, c.b + 1)), list(self.words[c.first : c.last + 1])) for c in best], cost

    def _plainly(self) -> list[_Choice]:
        """The phrases that wide gaps make, if each stands over one column of its own and fits it."""
        limit = _PARTS * self.space * self.size
        starts = [0, *(i + 1 for i, (a, b) in enumerate(pairwise(self.words)) if b.x0 - a.x1 > limit or a.broken)]
        out: list[_Choice] = []
        for first, end in pairwise([*starts, len(self.words)]):
            near = self._single(first, end - 1)
            if not near or near[0].cost > _FINE or (out and near[0].a <= out[-1].a):
                return []
            out.append(near[0])
        figures = len(self.hulls) - self.n_labels
        held = sum(c.a >= self.n_labels for c in out)
        if held >= figures or (held and not any(self.named)):
            return out
        spans = (s.cost for c in out for s in self._spans(c.first, c.last)[:1])
        return [] if any(cost <= _SPAN + _FINE for cost in spans) else out

    def _cheapest(self) -> tuple[float, list[_Choice]]:
        choices = self._choices()
        plain = self._path(choices, cover=False)
        cover = self._path(choices, cover=True)
        spans = [c for c in cover[1] if c.a < c.b]
        return cover if spans and cover[0] <= plain[0] + _SPAN * len(spans) + _OFF else plain

    def _choices(self) -> list[list[_Choice]]:
        """By the number of its first word, every phrase over the columns that fit it best."""
        size, words = self.size, self.words
        out: list[list[_Choice]] = []
        for first in range(len(words)):
            mine: list[_Choice] = []
            inside = 0.0
            for last in range(first, min(len(words), first + _MOST_WORDS)):
                if last > first:
                    gap = (words[last].x0 - words[last - 1].x1) / size
                    if gap > _WIDEST:
                        break
                    inside += max(0.0, gap / self.space - _PARTS) * _JOIN + _WORST * words[last - 1].broken
                fits = self._single(first, last)[:3] + self._spans(first, last)
                mine += [_Choice(first, last, c.a, c.b, c.cost + inside) for c in fits]
            out.append(mine)
        return out

    def _over(self, p0: float, p1: float) -> list[float]:
        """How far an extent reaches over each column."""
        return [min(p1, h.x1) - max(p0, h.x0) if h.x0 < p1 and p0 < h.x1 else 0.0 for h in self.hulls]

    def _single(self, first: int, last: int) -> list[_Choice]:
        """The phrase over each single column that is near, the cheapest first."""
        p0, p1, size = self.words[first].x0, self.words[last].x1, self.size
        over = self._over(p0, p1)
        every, reach = sum(over), _WORST * size
        out = []
        for k, h in enumerate(self.hulls):
            if h.x0 - p1 >= reach or p0 - h.x1 >= reach:
                continue
            uneven = min(abs(p0 - h.x0), abs(p1 - h.x1), abs(p0 + p1 - h.x0 - h.x1) / 2) / size
            cost = min(_WORST, max(0.0, _apart(p0, p1, h) / size - 0.15) + _UNEVEN * min(uneven, 2.0))
            out.append(_Choice(first, last, k, k, cost + _OVER_OTHERS * (every - over[k]) / size))
        return sorted(out, key=lambda c: c.cost)

    def _spans(self, first: int, last: int) -> list[_Choice]:
        """The phrase over several columns: over their middle, or as a rule under it says."""
        p0, p1, size, hulls = self.words[first].x0, self.words[last].x1, self.size, self.hulls
        under = next((r for r in self.rules if r.start - 2 <= p0 and p1 <= r.end + 2), None)
        said = [k for k, h in enumerate(hulls) if under and under.start - 2 <= (h.x0 + h.x1) / 2 <= under.end + 2]
        over = self._over(p0, p1)
        every, broken = sum(over), self.words[last].broken
        out = []
        for a in range(self.n_labels, len(hulls) - 1):
            if hulls[a].x0 > p1 + size:
                break
            for b in range(a + 1, len(hulls)):
                x0, x1 = hulls[a].x0, hulls[b].x1
                if x1 < p0 - size:
                    continue
                if abs((p0 + p1) - (x0 + x1)) > 2 * (x1 - x0) and [*range(a, b + 1)] != said:
                    continue
                if broken and not all(over[a : b + 1]):
                    # "MMLU-" goes on below: it stands over what it touches.
                    continue
                off = min(abs((p0 + p1) / 2 - m) + less for m, less in self._middles(a, b)) / size
                if off > _MOST_OFF and [*range(a, b + 1)] != said:
                    continue
                cost = _SPAN + off + 0.5 * (max(0.0, x0 - p0) + max(0.0, p1 - x1)) / size
                cost += _UNNAMED * sum(not n for n in self.named[a : b + 1]) if self.named else _UNNAMED * (b - a + 1)
                cost += _TAKEN * any(self.taken[a : b + 1])
                if [*range(a, b + 1)] == said:
                    cost = 0.1
                elif under is not None:
                    cost += _OTHER_RULE
                elif self.rules:
                    cost += _UNRULED
                others = _OVER_OTHERS * (every - sum(over[a : b + 1])) / size
                out.append(_Choice(first, last, a, b, cost + others))
        return sorted(out, key=lambda c: c.cost)[:_MOST_SPANS]

    def _middles(self, a: int, b: int) -> list[tuple[float, float]]:
        """Where the middle of several columns may be, and how much less likely that is, in points.

        Cells may reach over the white on the right of their figures, or on the left.
        """
        hulls, size = self.hulls, self.size
        x0, x1 = hulls[a].x0, hulls[b].x1
        out = [((x0 + x1) / 2, 0.0), ((hulls[a].x0 + hulls[a].x1 + hulls[b].x0 + hulls[b].x1) / 4, 0.0)]
        pitch = (hulls[b].x0 - hulls[a].x0) / (b - a)
        right = hulls[b + 1].x0 if b + 1 < len(hulls) else hulls[b].x0 + pitch
        left = hulls[a - 1].x1 if a > self.n_labels else hulls[a].x1 - pitch
        out.append(((x0 + right - size) / 2, 0.15 * size))
        out.append(((left + size + x1) / 2, 0.15 * size))
        return out

    def _path(self, choices: Sequence[Sequence[_Choice]], cover: bool) -> tuple[float, list[_Choice]]:
        """The cheapest phrases that hold all words, over columns from left to right; `cover`: over all columns."""
        words, size = self.words, self.size
        # State: the number of words taken and the last column used.
        best: dict[tuple[int, int], tuple[float, list[_Choice]]] = {(0, -1): (0.0, [])}
        for at in range(len(words)):
            for (_, column), (cost, taken) in [i for i in best.items() if i[0][0] == at]:
                split = 0.0
                if at and not words[at - 1].broken:
                    gap = (words[at].x0 - words[at - 1].x1) / size
                    split = max(0.0, _PARTS - gap / self.space) * _SPLIT
                # A mark over no column of figures; a long word is hardly that.
                astray, total = (at + 1, column), cost + split + _ASTRAY + 0.3 * len(words[at].text)
                if astray not in best or total < best[astray][0]:
                    best[astray] = (total, taken)
                for c in choices[at]:
                    # Several phrases may stand over one column: names with a narrower column of theirs, "Value" and
                    # "Stderr" over one figure.
                    again = c.a == c.b == column
                    if (c.a <= column and not again) or (cover and c.a > max(column + 1, self.n_labels)):
                        continue
                    twice = (_AGAIN if column < self.n_labels else _TWICE) * again
                    key, total = (c.last + 1, c.b), cost + split + c.cost + twice
                    if key not in best or total < best[key][0]:
                        best[key] = (total, [*taken, c])
        ends = [
            v for (n, column), v in best.items()
            if n == len(words) and (not cover or column == len(self.hulls) - 1)
        ]  # fmt: skip
        return min(ends, key=lambda v: v[0], default=(float("inf"), []))


def _apart(p0: float, p1: float, h: Slot) -> float:
    """How far a phrase must move so that it lies within an extent, or the extent within it."""
    if p0 < h.x0 and p1 < h.x1:
        return min(h.x0 - p0, h.x1 - p1)
    if p0 > h.x0 and p1 > h.x1:
        return min(p0 - h.x0, p1 - h.x1)
    return 0.0
