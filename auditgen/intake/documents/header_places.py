"""Over which columns the phrases of a header line stand: by their middles, their edges, or the rules under them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from auditgen.intake.documents.page_rules import Rule
from auditgen.intake.documents.words import Spacing, Word, tight_phrases


@dataclass(slots=True)
class Slot:
    """The extent of a column in points, and the mean middle of what stands in it."""

    x0: float
    x1: float
    mid: float | None = None

    @property
    def center(self) -> float:
        """Middle of the column."""
        return self.mid if self.mid is not None else (self.x0 + self.x1) / 2


def one_each(words: Sequence[Word], columns: Sequence[Slot]) -> list[str] | None:
    """The words of a header parted among columns, if every column then has words about its middle."""
    pitch = min((b.center - a.center for a, b in pairwise(columns)), default=20.0)
    homes = [min(range(len(columns)), key=lambda k: abs(columns[k].center - w.center)) for w in words]
    if homes != sorted(homes) or len(set(homes)) < len(columns):
        return None
    parts = [[w for w, home in zip(words, homes) if home == k] for k in range(len(columns))]
    middles = [(p[0].x0 + p[-1].x1) / 2 for p in parts]
    if any(abs(m - c.center) > 0.4 * pitch for m, c in zip(middles, columns)):
        return None
    return [" ".join(w.text for w in p) for p in parts]


def short_rules(above: float, below: float, columns: Sequence[Slot], spacing: Spacing) -> list[Rule]:
    """The rules under a line of the head that run under some of the columns only."""
    if not columns:
        return []
    x0, x1 = columns[0].x0, columns[-1].x1
    return [
        r
        for r in spacing.rules.between(above, below, x0, x1)
        if r.start > x0 - 0.5 * (x1 - x0) and not r.covers(x0, x1)
    ]


def _under(phrase: Sequence[Word], rules: Sequence[Rule], phrases: Sequence[Sequence[Word]]) -> Rule | None:
    """The rule that runs under a phrase and under no other one."""
    for rule in rules:
        held = [p for p in phrases if p[0].x0 >= rule.start - 2 and p[-1].x1 <= rule.end + 2]
        if len(held) == 1 and held[0] is phrase:
            return rule
    return None


def places_over(
    words: Sequence[Word], columns: Sequence[Slot], space: float, rules: Sequence[Rule] = ()
) -> list[tuple[list[int], list[Word]]]:
    """Which columns each phrase of one header line stands over. A rule under a phrase says it."""
    if not words or not columns:
        return []
    phrases = tight_phrases(words, space)
    ruled = [(p, _under(p, rules, phrases)) for p in phrases] if rules else []
    if any(rule for _, rule in ruled):
        found = []
        for phrase, rule in ruled:
            if rule is not None:
                held = [k for k, c in enumerate(columns) if rule.start - 2 <= c.center <= rule.end + 2]
                found.append((held or _touched(phrase, columns), list(phrase)))
            else:
                found += places_over(list(phrase), columns, space)
        return found
    for edge in ("x0", "x1"):
        # Set flush left, or right: a long name begins, or ends, where its figures do.
        ends = [getattr(p[0 if edge == "x0" else -1], edge) for p in phrases]
        if len(phrases) == len(columns) and all(abs(a - getattr(c, edge)) <= 2.5 for a, c in zip(ends, columns)):
            return [([k], list(p)) for k, p in enumerate(phrases)]
    middles = [(p[0].x0 + p[-1].x1) / 2 for p in phrases]
    cover = _cover(middles, columns) if len(phrases) < len(columns) else None
    if cover is not None:
        return list(zip(cover, phrases))
    placed = [_touched(p, columns) for p in phrases]
    taken = {k for ks in placed for k in ks}
    return [(_spread(m, ks, columns, taken), p) for m, ks, p in zip(middles, placed, phrases)]


def _cover(middles: Sequence[float], columns: Sequence[Slot]) -> list[list[int]] | None:
    """Neighbouring columns shared out among fewer phrases, if every phrase then stands over the middle of its share."""
    n, p = len(columns), len(middles)
    centers = [c.center for c in columns]
    pitch = min((b - a for a, b in pairwise(centers)), default=20.0)
    limit = max(3.0, 0.22 * pitch)
    best: dict[tuple[int, int], tuple[float, list[list[int]]]] = {(0, 0): (0.0, [])}
    for j in range(1, p + 1):
        for end in range(j, n + 1):
            options = []
            for start in range(j - 1, end):
                before = best.get((j - 1, start))
                off = abs((columns[start].x0 + columns[end - 1].x1) / 2 - middles[j - 1])
                off = min(off, abs((centers[start] + centers[end - 1]) / 2 - middles[j - 1]))
                if before is not None and off <= limit:
                    options.append((before[0] + off, [*before[1], list(range(start, end))]))
            if options:
                best[(j, end)] = min(options, key=lambda o: o[0])
    found = best.get((p, n))
    return found[1] if found else None


def _touched(phrase: Sequence[Word], columns: Sequence[Slot]) -> list[int]:
    x0, x1 = phrase[0].x0, phrase[-1].x1
    touched = [k for k, c in enumerate(columns) if min(x1, c.x1) - max(x0, c.x0) > 0.25 * min(x1 - x0, c.x1 - c.x0)]
    middle = (x0 + x1) / 2
    nearest = min(range(len(columns)), key=lambda k: abs(columns[k].center - middle))
    if len(touched) > 1 and abs(columns[nearest].center - middle) < 0.25 * (columns[nearest].x1 - columns[nearest].x0):
        # Wide, but right over one column: a long name.
        return [nearest]
    return touched or [nearest]


def _spread(middle: float, ks: list[int], columns: Sequence[Slot], taken: set[int]) -> list[int]:
    """A header that stands near the middle between two columns heads both, if the other has none in this line."""
    if len(ks) > 1:
        return ks
    k = ks[0]
    off = middle - columns[k].center
    other = k + (1 if off > 0 else -1)
    if not 0 <= other < len(columns) or other in taken:
        return ks
    pitch = abs(columns[other].center - columns[k].center)
    return sorted((k, other)) if abs(off) > 0.36 * pitch else ks
