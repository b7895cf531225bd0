"""Whose figure it is: the model named beside a number or verb of a sentence, or the words that stand for one."""

from __future__ import annotations

import re

from auditgen.intake.documents.mentions import Mention
from auditgen.intake.documents.sentence_standing import COMPARED

_SCORES = re.compile(
    r"(?:^|[,;:(]\s*|\b(?:and|while|whereas|that|but|where)\s+)(?:the\s+)?"
    r"((?:[A-Z][\w.+-]*(?:['’]s)?|\d[\w.-]*)(?:\s+(?:[A-Z][\w.+-]*|o?\d[\w.-]*|\([\w. -]{1,30}\))){0,4})"
    r"\s+(?:also\s+|has\s+|have\s+|itself\s+|even\s+)*(?:scor|achiev|reach|attain|obtain|post|hit|record|register"
    r"|earn|solv|complet|lead|approach|cross|deliver|secur|answer|clear(?:s|ed)|was\s+accurate|is\s+accurate|averag|gave"
    r"|hallucinat|perform(?:s|ed)\b)\w*\b"
)
_WRITTEN = re.compile(
    r"(?:^|[\s(“\"])((?:[A-Z][\w.'’-]*|o?\d[\w.-]*)(?:\s(?:[A-Z][\w.-]*|o?\d[\w.-]*)){0,4})\s(?:(?:also|even|now"
    r"|still|both|has"
    r"|have|had|itself|consistently|\w+ly)\s){0,3}$"
)
_NO_NAME = re.compile(
    r"(?:It|This|That|These|Those|The|We|They|In|On|At|Our|Both|All|Each|One|Even|Only|Some|Most|Table|Figure"
    r"|January|February|March|April|May|June|July|August|September|October|November|December|Since|As|By)\b"
)


def _compared(sentence: str, model: Mention) -> bool:
    """Whether a model is named as one to compare with. "To adapt to new tasks, Tern 2 scored" begins a new clause."""
    before = sentence[max(0, model.start - 60) : model.start]
    if not COMPARED.search(before) or re.search(r",\s+with\s+$", before):
        return False
    return not (re.search(r"[a-z]{3,},\s+$", before) and _RESULT_VERB.match(sentence[model.end :]))


_RESULT_VERB = re.compile(
    r"\s+(?:\w+ly\s+)?(?:achiev|scor|reach|attain|obtain|solv|record|post|hit|get|got)\w*\b", re.IGNORECASE
)


# "GPT-5.4 with Codex CLI harness", "with a Swin-B backbone": what a model runs in or is built on.
_EQUIPS = re.compile(r"\s+(?:[\w-]+\s+)?(?:harness|scaffold\w*|backbone|backend|framework)\b", re.IGNORECASE)


def speaking(sentence: str, models: tuple[Mention, ...], start: int) -> list[Mention]:
    """The models named before a place, without those that another is compared with, if any are left."""
    before = [m for m in models if m.end <= start and not _EQUIPS.match(sentence[m.end :])]
    # "outperforming DeepSeek-V3 with scores of 90.8%": the figure is not that of the model that is compared with.
    own = [m for m in before if not _compared(sentence, m)]
    return own or before


def written_speaker(sentence: str, start: int) -> tuple[str, int, int] | None:
    """A name the catalogue does not hold, in front of the verb: "K2 Thinking scored 61.1%"."""
    found = None
    for found in _SCORES.finditer(sentence[:start]):  # noqa: B007 - the last one counts
        pass
    if (
        found is None
        or _NO_NAME.match(found[1])
        or not re.search(r"\d|\s|[a-z][A-Z]", found[1])
        or start - found.end() > 120
    ):
        return None
    return found[1].strip(), found.start(1), start


def written_before(sentence: str, at: int) -> str | None:
    """A name right before a verb that the catalogue does not hold: "Smaug 2 also outperforms"."""
    found = _WRITTEN.search(sentence[max(0, at - 90) : at])
    if found is None or _NO_NAME.match(found[1]) or not re.search(r"[A-Za-z].*\d|\d.*[A-Za-z]|[a-z][A-Z]", found[1]):
        return None
    return re.sub(r"['’]s?$", "", found[1].strip())


def said_with(sentence: str, start: int, end: int, models: tuple[Mention, ...]) -> str | None:
    """The other of two models of which one figure is said: "GPT-4o and Claude 3.5 Sonnet score about 73%"."""
    last = [m for m in models if m.end <= start]
    pair = len(last) > 1 and re.fullmatch(r"\s+and\s+", sentence[last[-2].end : last[-1].start])
    both = re.match(
        r"\s+(?:both\s+|each\s+|all\s+)?(?:score|achieve|reach|attain|get|obtain|post|hit|sit|stand|had|have)d?"
        r"(?:\s+at|\s+only|\s+the\s+(?:best|highest)\s+(?:accuracy|scores?))?\s+(?:\(|~|about\s+|around\s+"
        r"|roughly\s+|just\s+|over\s+)?$",
        sentence[last[-1].end : start] if last else "",
    )
    # "X and Y (87.1%)" or two figures in a row are one each.
    return last[-2].name if pair and both and not re.match(r"\s?%?\s*(?:and|,)\s*\d", sentence[end:]) else None
