"""The numbers of a sentence that may be scores, found by what stands beside them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from auditgen.intake.documents.mentions import Mention
from auditgen.intake.documents.sentence_patterns import (
    BARE,
    BRACKETED,
    ELO,
    FOR_MODEL,
    IN_METRIC,
    NAMED_FIGURE,
    ON_TEST,
    PERCENT,
    PERFORMANCE,
    PLUS,
    POINTS_ON,
    RESULT_TO,
    SCORE_OF,
    SCORED,
    WORDED_FIGURE,
)


@dataclass(frozen=True, slots=True)
class Number:
    """A number from `start` to `end`; `told` if words say that it is a score, with no test beside it."""

    start: int
    end: int
    text: str
    percent: bool = False
    told: bool = False

    @property
    def value(self) -> float:
        """The number in the unit as printed."""
        return float(self.text.replace(",", ""))


def numbers_in(sentence: str, tests: tuple[Mention, ...], models: tuple[Mention, ...]) -> list[Number]:
    """The numbers that may be scores, in order. One found in two ways counts once, with its sign of percent."""
    found = [Number(m.start(1), m.end(), m[1], percent=True) for m in PERCENT.finditer(sentence)]
    told = [
        *((m, 1 if m[1] else 2) for m in ELO.finditer(sentence)),
        *((m, 1) for m in SCORE_OF.finditer(sentence)),
        *((m, 1) for m in PLUS.finditer(sentence)),
        *((m, k) for m in POINTS_ON.finditer(sentence) for k in (1, 2) if m[k]),
        *((m, 1) for m in IN_METRIC.finditer(sentence)),
    ]
    if tests or SCORED.search(sentence):
        told += [(m, 2) for m in NAMED_FIGURE.finditer(sentence)]
        told += [(m, 1) for m in FOR_MODEL.finditer(sentence)]
        worded = list(WORDED_FIGURE.finditer(sentence))
        told += [(m, 1) for m in worded if len(worded) > 1]
    if tests:
        told += [(m, 1) for m in RESULT_TO.finditer(sentence)]
    found += [Number(m.start(k), m.end(k), m[k], told=True) for m, k in told]
    if tests:
        found += _beside_tests(sentence, tests)
        found += _bare(sentence)
        for owner in models:
            # "Llama 2's 67.35", "LLaMA 2 (67.35)"
            own = _OWN.match(sentence[owner.end :])
            if own:
                found.append(Number(owner.end + own.start(1), owner.end + own.end(1), own[1]))
    one_each = {n.start: n for n in sorted(found, key=lambda n: (n.percent, n.told))}
    return sorted(one_each.values(), key=lambda n: n.start)


_OWN = re.compile(r"(?:['’]s\s+(?:score\s+of\s+)?|\s+\(|\s+(?:with|at)\s+)(\d{1,3}\.\d+)(?=[\s,.;)])(?!\s?%)")
_OF = re.compile(
    r"\s+(?:scores?|accuracy|rating|pass\s+rate|performance)\s+(?:of|is|was|at)\s+(\d{1,4}(?:\.\d+)?)(?![\d.]*\s?[%\d])"
)
_AND_MORE = re.compile(r"(?:\s*,\s*\d+\.\d+)*(?:\s+on\s+[^,.;]{2,40}?)?\s*,?\s+and\s+(\d+\.\d+)(?![\d%])")


def _beside_tests(sentence: str, tests: tuple[Mention, ...]) -> list[Number]:
    found = [Number(m.start(1), m.end(1), m[1]) for m in PERFORMANCE.finditer(sentence)]
    for t in tests:
        of = _OF.match(sentence[t.end :])
        if of:
            found.append(Number(t.end + of.start(1), t.end + of.end(1), of[1]))
        behind, before = BRACKETED.match(sentence[t.end :]), ON_TEST.search(sentence[: t.start][-30:])
        if behind:
            found.append(Number(t.end + behind.start(1), t.end + behind.end(1), behind[1], percent=bool(behind[2])))
        if before:
            at = max(0, t.start - 30)
            found.append(Number(at + before.start(1), at + before.end(1), before[1]))
            # "8.7 and 8.9 on MT-bench"
            pair = re.search(r"(?<![\w.,])(\d{1,3}\.\d+)\s+and\s+$", sentence[: at + before.start(1)][-12:])
            if pair:
                start = at + before.start(1) - len(pair[0])
                found.append(Number(start, start + len(pair[1]), pair[1]))
    return found


def _bare(sentence: str) -> list[Number]:
    found = []
    for m in BARE.finditer(sentence):
        found.append(Number(m.start(1), m.end(1), m[1]))
        # "scores of 83.6 and 85.3"
        more = _AND_MORE.match(sentence[m.end(1) :])
        if more:
            found.append(Number(m.end(1) + more.start(1), m.end(1) + more.end(1), more[1]))
    return found
