"""The words of a sentence that stand for a model without a name, and the figures beside them."""

from __future__ import annotations

import re

from auditgen.intake.documents.mentions import Mention
from auditgen.intake.documents.sentence_patterns import MODEL_WORD
from auditgen.intake.documents.sentence_standing import OTHERS

_BEHIND = re.compile(
    r"(?:['’]s)?\s*(?:\w+\s+){0,2}?(?:of|at|is|was|\()\s*(?:about\s+|around\s+)?(\d{1,3}(?:\.\d+)?)\s?(?:%|percent)"
)


def without_figure(text: str) -> tuple[str, str | None]:
    """ "previous best of 45%" as the words and the figure."""
    found = re.fullmatch(r"(.{2,200}?)\s+(?:of|at)\s+(\d{1,3}(?:\.\d+)?)\s?%?", text)
    return (found[1], found[2]) if found else (text, None)


def figure_behind(text: str) -> str | None:
    """A figure right behind the words it belongs to: "human baseline of 29.2%", "GPT-5's score of 41.7%"."""
    found = _BEHIND.match(text)
    return found[1] if found and float(found[1]) <= 100 else None


def subject_words(before: str) -> str | None:
    """The last words before a verb that speak of a model or system."""
    found = None
    pattern = (
        r"((?:[\w'’./-]+\s+){0,6}(?:[Mm]odels?|[Ss]ystems?|[Aa]gents?|LLMs?|AIs|[Cc]hatbots?|[Aa]lgorithms?|[Bb]ots|[Tt]eams"
        r"|[Ff]inalists|other methods"
        r"|methods|approaches|baselines|checkpoints?)(?:\s+(?:from|by"
        r"|of)\s+[A-Z]\w+(?:\s+[A-"
        r"Z]\w+)?(?:\s+and\s+[A-Z]\w+)?)?)(?=\W|$)"
    )
    for found in re.finditer(pattern, before):  # noqa: B007 - the last one counts
        pass
    if found is None:
        return None
    if _OBJECT.search(found[1]) or _OBJECT.search(before[: found.start()][-12:]):
        # "state of the art for open-weight agents": whom something is said for, not who says it.
        return None
    told = _DETERMINED.search(found[1])
    if told:
        return " ".join(told[1].split())
    text = re.sub(
        r"^(?:.*\b(?:that|which|when|where|example|placing|making|putting|positioning|and|but|with"
        r"|in one competition|,)\s+)?"
        r"(?:(?:the|an?|some|these|such|today|now|most of)\s+)?(?:(?:Results?|Conclusions?|Findings|Methods"
        r"|Background)\s+(?=[A-Z]))?",
        "",
        found[1],
        flags=re.I,
    )
    return " ".join((text or found[1]).split()) or None


_OBJECT = re.compile(
    r"\b(?:SOTA|state-of-the-art|best|first|highest|lowest)\s+(?:for|among|over)\s+(?:[\w-]+\s+){0,4}", re.IGNORECASE
)
# "After this phase the model": the model.
_DETERMINED = re.compile(
    r"\b((?:[Tt]he|[Tt]his|[Oo]ur)\s+(?:(?:final|new|proposed|resulting|same|full|smallest|largest|best|base|other|latest)\s+)*"
    r"(?:[Mm]odel|[Ss]ystem|[Aa]gent|LLM|[Cc]hatbot|checkpoint))$"
)


def chunk_before(sentence: str, at: int) -> str:
    head = re.split(r"[;:—–(]|\.\s|,\s+(?:which|and|but|while|where)?\s*", sentence[:at])
    parts = [p.strip() for p in head if p.strip()]
    return parts[-1] if parts else ""


def name_or_words(text: str, at: int, sentence: str, models: tuple[Mention, ...], last: bool) -> str | None:
    """The model named in a piece of a sentence, or its words if they speak of a model."""
    start = sentence.find(text, max(0, at - len(text) - 5)) if text else -1
    inside = [m for m in models if start >= 0 and start <= m.start < start + len(text)]
    if inside:
        return (inside[-1] if last else inside[0]).name
    words = " ".join(text.split()[-10:] if last else text.split()[:10])
    words = (subject_words(words) or words) if last else words
    return f"unnamed: {words}" if MODEL_WORD.search(words) or (not last and OTHERS.search(words)) else None


def pronoun(left: str) -> str | None:
    found = re.search(r"\b(It|This model|The model|Our models?|We|They)\b(?!.*\b(?:It|They)\b)", left)
    if found and len(left) < 120:
        return f"unnamed: {found[1]}"
    return "unnamed: it" if re.search(r"\bit\s*$", left) else None
