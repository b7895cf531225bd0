"""Whose figure it is: the model named beside a number or verb of a sentence, or the words that stand for one."""

from __future__ import annotations

import re

from auditgen.intake.documents.mentions import Mention
from auditgen.intake.documents.sentence_patterns import COMPARED, MODEL_WORD


def share_of(after: str) -> str:
    """What a share is of: "77% of the vulnerabilities present in real software"."""
    found = re.match(r"\s*(?:of|success on|on)\s+(?:the\s+)?([^.,;()]{3,80})", after)
    return " ".join(found[1].split()[:8]) if found else "not stated"


def test_of(start: int, end: int, tests: tuple[Mention, ...], numbers: list[int]) -> Mention | None:
    """The test named next behind a number and before the next number; else the nearest one before it."""
    following = min((n for n in numbers if n > start), default=10**9)
    behind = [t for t in tests if end <= t.start < following and t.start - end < 160]
    before = [t for t in tests if t.end <= start]
    if behind and (not before or len(tests) > 1 or behind[0].start - end < start - before[-1].end):
        return behind[0]
    return before[-1] if before else (behind[0] if behind else None)


def speaker_of(sentence: str, start: int, end: int, models: tuple[Mention, ...]) -> tuple[str | None, int, int]:
    """The model that a number is said of: "27% for R1", else the last one named before it, else the subject's words."""
    after = re.match(
        r"\s*(?:of\s+[\w\s-]{3,40}?\s+)?(?:for|by|from)\s+(?:the\s+)?(.{2,80}?)(?=\s+and\s+\d|[,;:)]|\.\s*$|\.\s+[A-Z]"
        r"|\s+on\s|\s+with\s|$)",
        sentence[end:],
    )
    if after:
        a, b = end + after.start(1), end + after.end(1)
        inside = [m for m in models if a <= m.start < b]
        text = after[1].strip()
        if inside:
            return inside[0].name, start, b
        if MODEL_WORD.search(text) or re.fullmatch(r"[A-Z]?[\w.-]*\d[\w.-]*", text):
            return (text if re.fullmatch(r"[A-Z][\w.-]*\d[\w.-]*", text) else f"unnamed: {text}"), start, b
    before = [m for m in models if m.end <= start]
    # "outperforming DeepSeek-V3 with scores of 90.8%": the figure is not that of the model that is compared with.
    speaking = [m for m in before if not COMPARED.search(sentence[max(0, m.start - 60) : m.start])]
    before = speaking or before
    if before:
        return before[-1].name, before[-1].start, end
    subject = subject_words(sentence[:start])
    if subject:
        at = sentence.find(subject)
        return f"unnamed: {subject}", max(0, at), end
    return None, start, end


def subject_words(before: str) -> str | None:
    """The last words before a verb that speak of a model or system."""
    found = None
    pattern = (
        r"((?:[\w'’./-]+\s+){0,6}(?:models?|systems?|agents?|LLMs?|AIs|chatbots?)(?:\s+(?:from|by"
        r"|of)\s+[A-Z]\w+(?:\s+[A-"
        r"Z]\w+)?(?:\s+and\s+[A-Z]\w+)?)?)(?=\W|$)"
    )
    for found in re.finditer(pattern, before):  # noqa: B007 - the last one counts
        pass
    if found is None:
        return None
    text = re.sub(
        r"^(?:.*\b(?:that|which|when|where|example|and|but|in one competition|,)\s+)?"
        r"(?:(?:the|an?|some|these|such|today|now|most of)\s+)?",
        "",
        found[1],
        flags=re.I,
    )
    return " ".join((text or found[1]).split()) or None


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
    return f"unnamed: {words}" if MODEL_WORD.search(words) else None


def pronoun(left: str) -> str | None:
    found = re.search(r"\b(It|This model|The model|Our models?|We|They)\b(?!.*\b(?:It|They)\b)", left)
    return f"unnamed: {found[1]}" if found and len(left) < 120 else None
