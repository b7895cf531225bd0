"""What an output holds besides the words of a question: a refusal, the right answer, the official wrong one."""

from __future__ import annotations

import re
from collections.abc import Sequence

_REFUSAL = re.compile(
    r"^\W*(?:(?:i(?:['’]m| am) (?:sorry|afraid|unable|not able)"
    r"|i (?:can(?:['’]t|not|not)|won['’]t|will not|must decline)"
    r"|sorry|unfortunately,? i|as an ai|i do(?:n['’]t| not) have (?:access|the ability)|my apologies|apologies)\b)",
    re.I,
)
_REFUSED_INSIDE = re.compile(
    r"\b(?:cannot|can['’]t|unable to|not able to|won['’]t)"
    r" (?:provide|reproduce|share|recall|continue|complete|output|repeat)"
    r"[^.]{0,80}\b(?:verbatim|copyright\w*|test|benchmark|dataset|content|text|questions?)\b",
    re.I,
)
_ANNOUNCED = frozenset(("answer", "is", "key", "correct", "solution", "option", "choice", "result"))
HEAD = 400


def refused(output: str) -> bool:
    """Whether an output declines: empty, or it opens with one of the usual words of refusal (English)."""
    head = output.strip()[:HEAD]
    return not head or bool(_REFUSAL.match(head)) or bool(_REFUSED_INSIDE.search(head))


def recites(answer: Sequence[str], tail: Sequence[str]) -> bool:
    """Whether the words of an answer stand in what follows the question.

    An answer of one letter or figure counts only where it is announced ("answer is B") or stands alone at an end:
    single letters are common words.
    """
    if not answer or len(answer) > len(tail):
        return False
    n = len(answer)
    places = [i for i in range(len(tail) - n + 1) if tuple(tail[i : i + n]) == tuple(answer)]
    if n > 1 or len(answer[0]) > 1:
        return bool(places)
    return any(i == 0 or i == len(tail) - 1 or tail[i - 1] in _ANNOUNCED for i in places)
