"""What rules say of a number: that words around it make it no score.

`figure_features` and the weights have the last word; what a rule says is one thing they look at.
"""

from __future__ import annotations

import re

from auditgen.intake.documents.mentions import Mention
from auditgen.intake.documents.sentence_numbers import Number
from auditgen.intake.documents.sentence_patterns import (
    BACKGROUND,
    CHANGE_BY,
    COMPARED_FIGURE,
    COUNTS_TESTS,
    LISTED_GAIN,
    NOT_A_SCORE,
    OF_THE_TIME,
    RIGHT_OF_THE_TIME,
    UNDER,
)

# Settings, and how far people or data agree.
_NO_RESULT = re.compile(
    r"\b(?:goal|target|aim|agreement|kappa|temperature|top[-_ ]?(?:[pk]|\s+value)|thresholds?|coverage"
    r"|overlap|correlation|confidence"
    r"|probability|sparsity|dropout"
    r"|learning\s+rate|ratio|contamination)\b[^.;,]{0,30}$",
    re.IGNORECASE,
)
# "(75.4% vs. 42.9%)": the second figure is that of whoever is compared with; "whereas residents ...": of people.
_OF_PEOPLE = re.compile(
    r"\(\d+(?:\.\d+)?\s?%\s+(?:vs\.?|versus)\s+$"
    r"|\b(?:whereas|while|but)\s+(?:the\s+)?(?:\w+\s+){0,2}?(?:humans?|experts?|residents|physicians|doctors"
    r"|radiologists|participants)\b"
    r"[^;.]{0,90}$",
    re.IGNORECASE,
)
# "P = 0.608 and 0.079", "(residents (61.9%)", "Verification Failures (50%)"
_OF_NO_MODEL = re.compile(
    r"\b[Pp]\s*[=<>≤≥]\s*(?:[\d.]+\s*(?:,|and)\s*)?$"
    r"|\b(?:residents|radiologists|physicians|experts|humans|students|participants|doctors|clinicians)\s*\([≈~∼]?\s*$"
    r"|\b(?:random\s+chance|[Ff]ailures?|[Ee]rrors?|[Mm]istakes|[Cc]ases)\s*\([≈~∼]?\s*$"
)
# "making the 83% score ...": a figure that was said before.
_THE = re.compile(r"\bthe\s+$", re.IGNORECASE)
_SCORE_AGAIN = re.compile(r"\s?%?\s+(?:score|mark|result|figure|rate)\b", re.IGNORECASE)
# "If a model scores 80%, ...": supposed, not claimed.
_SUPPOSED = re.compile(r"\b(?:if|once|whenever|until|unless)\s+(?:an?|any|the|some)\s[^.;]{0,80}$", re.IGNORECASE)
# "86% (68%, 100%)": the figures of others, in an order that the sentence gives elsewhere.
_OTHERS_FIGURES = re.compile(r"\d\s?%\s*\((?:[\d.]+\s?%,\s*)*$")
_BETWEEN = re.compile(
    r"\b(?:most|majority|several|many|others?|some)\b[^.;]{0,60}\bbetween\s+(?:[\d.]+\s?%?\s+and\s+)?$", re.IGNORECASE
)
_FIGURES_BEFORE = re.compile(r"(?:\d[\d.,]*\s?(?:%|percent)?\s*(?:,|and|,\s*and)\s*)+$")
_SIGNED = re.compile(r"\(\s*[+−-]$")


def reasons_against(sentence: str, n: Number, models: tuple[Mention, ...]) -> list[str]:
    """The rules by which the words around a number say that it is a size, a gain, a setting, or a figure of people."""
    before, after = sentence[: n.start], sentence[n.end :]
    near, far = before[-40:], before[-80:]
    in_points = n.told and re.match(r"\s+points\b", after)
    # "by margins of 2.2% and 8.7%": what holds of the first figure holds of the next.
    head = _FIGURES_BEFORE.sub("", before[-60:])
    people = BACKGROUND.search(far)
    elsewhere = people and not any(m.start >= max(0, n.start - 80) + people.start() for m in models if m.end <= n.start)
    year = not n.percent and re.fullmatch(r"(?:19|20)\d\d", n.text)
    rules = {
        "what follows": NOT_A_SCORE.match(after) and not in_points and not of_the_time(sentence, n),
        "plus": before.endswith("+") or _SIGNED.search(before[-4:]),
        "figures of others": _OTHERS_FIGURES.search(near),
        "between": _BETWEEN.search(before[-110:]),
        "counts tests": not n.percent and COUNTS_TESTS.match(after),
        "of no model": _OF_NO_MODEL.search(before[-60:]),
        "supposed": _SUPPOSED.search(before),
        "no result": _NO_RESULT.search(before[-60:]),
        "of people": _OF_PEOPLE.search(before) or elsewhere,
        "said before": _THE.search(before[-5:]) and _SCORE_AGAIN.match(after),
        "change": CHANGE_BY.search(near) or CHANGE_BY.search(head[-40:]) or LISTED_GAIN.match(after),
        "compared with": COMPARED_FIGURE.search(far),
        "year": year and not re.search(r"(?:rating|elo|score)\s+of\s+$", before, re.IGNORECASE),
        "impossible": (n.percent and n.value > 100) or (n.value == 100 and UNDER.search(before[-30:])),
    }
    return [name for name, holds in rules.items() if holds]


def of_the_time(sentence: str, n: Number) -> bool:
    """Whether a share of the time is one of success: "correct 80% of the time"."""
    return bool(OF_THE_TIME.match(sentence[n.end :]) and RIGHT_OF_THE_TIME.search(sentence[: n.start][-60:]))
