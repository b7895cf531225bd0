"""Whose figure it is: the model named beside a number or verb of a sentence, or the words that stand for one."""

from __future__ import annotations

import re

from auditgen.intake.documents.mentions import Mention
from auditgen.intake.documents.sentence_patterns import COMPARED, MODEL_WORD, OTHERS


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
    before = speaking(sentence, models, start)
    bracketed = [m for m in models if m.end <= start and re.fullmatch(r"\s*\(\s*", sentence[m.end : start])]
    if bracketed:
        # "outperforming Claude 3 Opus (91.2%)"
        return bracketed[-1].name, bracketed[-1].start, end
    owner = [m for m in models if m.end <= start and _OWNED.match(sentence[m.end - 2 : start])]
    if owner:
        # "surpassing GPT-5's baseline of 41.7%"
        return owner[-1].name, owner[-1].start, end
    written = None if before else written_speaker(sentence, start)
    if written is not None:
        return written
    if before:
        return before[-1].name, before[-1].start, end
    subject = subject_words(sentence[:start])
    if subject:
        at = sentence.find(subject)
        return f"unnamed: {subject}", max(0, at), end
    return None, start, end


_OWNED = re.compile(r"['’]s\s+(?:(?:\w+\s+){0,3}(?:of|at)\s+)?(?:about\s+|around\s+|only\s+)?$")
_ON = re.compile(
    r"\s+(?:accuracy\s+)?on\s+(?:the\s+)?((?:[A-Z][\w+-]*|τ[\w-]*)(?:[ .-]?(?:[A-Z0-9][\w+-]*)){0,4})(?=[\s,.;)])"
)
_BEHIND = re.compile(
    r"(?:['’]s)?\s*(?:\w+\s+){0,2}?(?:of|at|is|was|\()\s*(?:about\s+|around\s+)?(\d{1,3}(?:\.\d+)?)\s?(?:%|percent)"
)
_SCORES = re.compile(
    r"(?:^|[,;:(]\s*|\b(?:and|while|whereas|that|but|where)\s+)(?:the\s+)?"
    r"((?:[A-Z][\w.-]*|\d[\w.-]*)(?:\s+(?:[A-Z][\w.-]*|o?\d[\w.-]*|\([\w. -]{1,30}\))){0,4})"
    r"\s+(?:also\s+|has\s+|have\s+|itself\s+|even\s+)*(?:scor|achiev|reach|attain|obtain|post|hit|record|register|earn|solv|complet|lead)\w*\b"
)
_NO_NAME = re.compile(
    r"(?:It|This|That|These|Those|The|We|They|In|On|At|Our|Both|All|Each|One|Even|Only|Some|Most|Table|Figure)\b"
)


def speaking(sentence: str, models: tuple[Mention, ...], start: int) -> list[Mention]:
    """The models named before a place, without those that another is compared with, if any are left."""
    before = [m for m in models if m.end <= start]
    # "outperforming DeepSeek-V3 with scores of 90.8%": the figure is not that of the model that is compared with.
    own = [m for m in before if not COMPARED.search(sentence[max(0, m.start - 60) : m.start])]
    return own or before


def written_speaker(sentence: str, start: int) -> tuple[str, int, int] | None:
    """A name the catalogue does not hold, in front of the verb: "K2 Thinking scored 61.1%"."""
    found = None
    for found in _SCORES.finditer(sentence[:start]):  # noqa: B007 - the last one counts
        pass
    if found is None or _NO_NAME.match(found[1]) or not re.search(r"\d|\s", found[1]) or start - found.end() > 120:
        return None
    return found[1].strip(), found.start(1), start


def said_with(sentence: str, start: int, end: int, models: tuple[Mention, ...]) -> str | None:
    """The other of two models of which one figure is said: "GPT-4o and Claude 3.5 Sonnet score about 73%"."""
    last = [m for m in models if m.end <= start]
    pair = len(last) > 1 and re.fullmatch(r"\s+and\s+", sentence[last[-2].end : last[-1].start])
    both = re.match(
        r"\s+(?:both\s+|each\s+|all\s+)?(?:score|achieve|reach|attain|get|obtain|post|hit|sit|stand)(?:\s+at|\s+only)?"
        r"\s+(?:~|about\s+|around\s+|roughly\s+|just\s+|over\s+)?$",
        sentence[last[-1].end : start] if last else "",
    )
    # "X and Y (87.1%)" or two figures in a row are one each.
    return last[-2].name if pair and both and not re.match(r"\s?%?\s*(?:and|,)\s*\d", sentence[end:]) else None


def written_test(sentence: str, end: int) -> Mention | None:
    """A name behind "on" that the catalogue does not hold: "61.1% on SWE-Multilingual"."""
    found = re.match(
        r"\s+(?:accuracy\s+)?on\s+(?:the\s+)?((?:[A-Z][\w+-]*|τ[\w-]*)(?:[ .-]?(?:[A-Z0-9][\w+-]*)){0,4})(?=[\s,.;)])",
        sentence[end:],
    )
    if found is None or not re.search(r"[A-Z].*[A-Z\d]|[a-z][A-Z]", found[1]):
        return None
    return Mention(found[1], end + found.start(1), end + found.end(1))


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
        r"((?:[\w'’./-]+\s+){0,6}(?:models?|systems?|agents?|LLMs?|AIs|chatbots?)(?:\s+(?:from|by"
        r"|of)\s+[A-Z]\w+(?:\s+[A-"
        r"Z]\w+)?(?:\s+and\s+[A-Z]\w+)?)?)(?=\W|$)"
    )
    for found in re.finditer(pattern, before):  # noqa: B007 - the last one counts
        pass
    if found is None:
        return None
    text = re.sub(
        r"^(?:.*\b(?:that|which|when|where|example|and|but|with|in one competition|,)\s+)?"
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
    return f"unnamed: {words}" if MODEL_WORD.search(words) or (not last and OTHERS.search(words)) else None


def pronoun(left: str) -> str | None:
    found = re.search(r"\b(It|This model|The model|Our models?|We|They)\b(?!.*\b(?:It|They)\b)", left)
    if found and len(left) < 120:
        return f"unnamed: {found[1]}"
    return "unnamed: it" if re.search(r"\bit\s*$", left) else None
