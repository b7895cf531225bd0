"""The scan's rules once more, by plain strings and loops: slow, and sharing no code with the engines."""

from __future__ import annotations

import math
import unicodedata
from dataclasses import dataclass
from itertools import pairwise

UNSPACED = (
    *("CJK UNIFIED", "CJK COMPATIBILITY IDEOGRAPH", "IDEOGRAPHIC", "HANGZHOU"),
    *("HIRAGANA", "HENTAIGANA", "KATAKANA", "THAI", "LAO", "MYANMAR", "KHMER"),
)
MILLION = 1_000_000


def tokens(text: str) -> list[tuple[str, int, int]]:
    """(folded word, first character, character after) of a text."""
    found: list[list] = []
    inside = False
    for at, char in enumerate(text):
        for part in unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", char).casefold()):
            category = unicodedata.category(part)
            if category == "Cf" or (category[0] == "M" and unicodedata.combining(part) not in (0, 7, 9)):
                continue
            if category[0] not in "LNM":
                inside = False
            elif unicodedata.name(part, "").startswith(UNSPACED):
                found.append([part, at, at + 1])
                inside = False
            elif inside:
                found[-1][0] += part
                found[-1][2] = at + 1
            else:
                found.append([part, at, at + 1])
                inside = True
    return [tuple(entry) for entry in found]


def words(text: str) -> list[str]:
    return [word for word, _, _ in tokens(text)]


@dataclass
class Rules:
    tier: str
    exact_run: int
    common_items: int
    template_items: int
    coverage: int = 500_000
    coverage_short: int = 750_000
    shared_run: int = 3
    slack: int = 4

    @property
    def seed(self) -> int:
        return 5 if self.tier == "fuzzy" else self.exact_run


def grams(sequence: list[str], n: int) -> list[tuple[str, ...]]:
    return [tuple(sequence[i : i + n]) for i in range(len(sequence) - n + 1)]


class Oracle:
    """items: (question, answer) texts."""

    def __init__(self, items: list[tuple[str, str]], rules: Rules) -> None:
        self.rules = rules
        self.questions = [words(question) for question, _ in items]
        self.answers = [words(answer) for _, answer in items]
        distinct = {tuple(question) for question in self.questions if question}
        self.n_distinct = len(distinct)
        self.frequency: dict[str, int] = {}
        holders: dict[tuple[str, ...], int] = {}
        for question in distinct:
            for word in set(question):
                self.frequency[word] = self.frequency.get(word, 0) + 1
            for gram in set(grams(list(question), 5)):
                holders[gram] = holders.get(gram, 0) + 1
        self.template = {gram for gram, count in holders.items() if count >= rules.template_items}
        self.postings: dict[tuple[str, ...], int] = {}
        for sequence, is_question in self._indexed():
            if self._seed_length(sequence, is_question) == rules.seed:
                for gram in grams(sequence, rules.seed):
                    self.postings[gram] = self.postings.get(gram, 0) + 1

    def _indexed(self) -> list[tuple[list[str], bool]]:
        both = [(question, True) for question in self.questions] + [(answer, False) for answer in self.answers]
        return [(sequence, asked) for sequence, asked in both if self._seed_length(sequence, asked)]

    def _seed_length(self, sequence: list[str], asked: bool) -> int:
        """Words of this sequence's seeds, 0 where it is not searched for."""
        if len(sequence) >= self.rules.exact_run:
            return self.rules.seed
        return 5 if asked and len(sequence) >= 5 else 0

    def weight(self, word: str) -> int:
        return round(16 * math.log2(1 + self.n_distinct / max(self.frequency.get(word, 0), 1)))

    def _diagonals(self, sequence: list[str], asked: bool, document: list[str]) -> list[int]:
        """Diagonals on which a seed starts a comparison."""
        width = self._seed_length(sequence, asked)
        if not width:
            return []
        offsets: dict[tuple[str, ...], list[int]] = {}
        for offset, gram in enumerate(grams(sequence, width)):
            offsets.setdefault(gram, []).append(offset)
        if self.rules.tier == "exact" and len(sequence) < self.rules.exact_run:
            offsets = {tuple(sequence[:5]): [0]}
        found = set()
        places = grams(document, width)
        chain = 0
        for place, gram in enumerate(places):
            common = self.rules.tier == "fuzzy" and self.postings.get(gram, 0) > self.rules.common_items
            chain = chain + 1 if common else 0
            if gram in offsets and (not common or chain % 4 == 0):
                found |= {place - offset for offset in offsets[gram]}
        return sorted(found)

    @staticmethod
    def _runs(sequence: list[str], document: list[str], diagonal: int) -> list[tuple[int, int]]:
        """(start in the sequence, length) of the maximal common runs on a diagonal."""
        equal = [
            0 <= i + diagonal < len(document) and word == document[i + diagonal] for i, word in enumerate(sequence)
        ]
        edges = [i for i, (a, b) in enumerate(pairwise([False, *equal, False])) if a != b]
        return [(low, high - low) for low, high in zip(edges[::2], edges[1::2])]

    def _compare(self, sequence: list[str], document: list[str], diagonals: list[int]) -> dict | None:
        pad = min(32, 4 + len(sequence) // 4)
        weights = [self.weight(word) for word in sequence]
        mark = [0] * len(sequence)
        for offset, gram in enumerate(grams(sequence, 5)):
            if gram in self.template:
                mark[offset : offset + 5] = [1] * 5
        best: dict | None = None
        longest, characters, outside, longest_at = 0, 0, 0, (0, 0)
        for diagonal in diagonals:
            main = self._runs(sequence, document, diagonal)
            start, run = max(main, key=lambda entry: (entry[1], -entry[0]))
            if run > longest:
                longest, longest_at = run, (start, start + diagonal)
                outside = sum(1 - m for m in mark[start : start + run])
            characters = max([characters, *(sum(map(len, sequence[s : s + n])) for s, n in main)])
            covered: dict[int, int] = {}
            for place in [diagonal, *range(diagonal - pad, diagonal + pad + 1)]:
                for s, n in self._runs(sequence, document, place):
                    if n >= self.rules.shared_run:
                        for i in range(s, s + n):
                            covered.setdefault(i, i + place)
            value = sum(weights[i] for i in covered)
            if best is None or (value, run) > (best["value"], best["run"]):
                best = {"value": value, "run": run, "covered": covered}
        if best is None:
            return None
        own = sum(w for w, m in zip(weights, mark) if not m)
        held = sum(weights[i] for i in best["covered"] if not mark[i])
        return {
            "coverage": best["value"] * MILLION // max(sum(weights), 1),
            "own": held * MILLION // own if own else MILLION,
            "longest": longest,
            "characters": characters,
            "outside": outside,
            "longest_at": longest_at,
            "weights": weights,
            "places": sorted(best["covered"].values()),
            "count": len(best["covered"]),
        }

    def _judge(self, found: dict, length: int) -> str:
        rules = self.rules
        if length < rules.exact_run and found["longest"] == length:
            return "exact"
        wanted = rules.coverage if length >= rules.exact_run else rules.coverage_short
        if found["longest"] >= rules.exact_run:
            whole = found["coverage"] >= rules.coverage and 2 * found["own"] >= rules.coverage
            if whole or found["outside"] >= rules.slack:
                return "exact"
        elif rules.tier == "fuzzy" and length >= 8 and found["coverage"] >= wanted and 2 * found["own"] >= wanted:
            return "fuzzy"
        if found["longest"] < 8 or found["outside"] >= rules.slack:
            return ""
        start, place = found["longest_at"]
        run = found["longest"]
        held = sum(found["weights"][start : start + run])
        found["coverage"] = held * MILLION // max(sum(found["weights"]), 1)
        found["places"], found["count"] = list(range(place, place + run)), run
        return "scaffold"

    def _near(self, answer: list[str], document: list[str], low: int, high: int) -> tuple[set[int], int]:
        part = document[max(low, 0) : high]
        needed = min(len(answer), self.rules.shared_run)
        covered: set[int] = set()
        longest = 0
        for diagonal in range(-len(answer), len(part) + 1):
            for start, run in self._runs(answer, part, diagonal):
                if run >= needed:
                    longest = max(longest, run)
                    covered |= set(range(start, start + run))
        return covered, longest

    def rows(self, text: str) -> list[tuple]:
        """(item, match, coverage, longest run, covered words, letters, span, coverage, run and match of the answer)."""
        spans = tokens(text)
        document = [word for word, _, _ in spans]
        made = []
        for item, (question, answer) in enumerate(zip(self.questions, self.answers)):
            row = None
            found = self._compare(question, document, self._diagonals(question, True, document))
            match = self._judge(found, len(question)) if found else ""
            if found and match:
                low, high = found["places"][0], found["places"][-1]
                near: float = -1 if not answer else 0
                run = 0
                if answer and len(answer) < self.rules.exact_run and match != "scaffold":
                    before, run_before = self._near(answer, document, low - 100, low)
                    after, run_after = self._near(answer, document, high + 1, high + 101)
                    weights = [self.weight(word) for word in answer]
                    near = sum(weights[i] for i in before | after) * MILLION // max(sum(weights), 1)
                    run = max(run_before, run_after)
                row = [item, match, found["coverage"], found["longest"], found["count"], found["characters"],
                       (spans[low][1], spans[high][2]), near, run, ""]  # fmt: skip
            found = self._compare(answer, document, self._diagonals(answer, False, document))
            match = self._judge(found, len(answer)) if found else ""
            if found and match in ("exact", "fuzzy"):
                low, high = found["places"][0], found["places"][-1]
                row = row or [item, "", 0, 0, 0, 0, (spans[low][1], spans[high][2]), 0, 0, ""]
                row[7], row[8], row[9] = found["coverage"], found["longest"], match
            if row:
                made.append(tuple(row))
        return made

    def seen(self, texts: list[str]) -> set[tuple[int, int]]:
        """(item, offset) of every 8-word run of a question that stands in one of the texts."""
        present = {gram for text in texts for gram in grams(words(text), 8)}
        return {
            (item, offset)
            for item, question in enumerate(self.questions)
            for offset, gram in enumerate(grams(question, 8))
            if gram in present
        }
