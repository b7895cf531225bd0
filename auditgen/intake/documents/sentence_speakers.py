"""Whose figure it is: the model named beside a number or verb of a sentence, or the words that stand for one."""

from __future__ import annotations

import re

from auditgen.intake.documents.coined import COMMON_WORDS
from auditgen.intake.documents.label_kinds import shaped_like_test
from auditgen.intake.documents.mentions import Mention
from auditgen.intake.documents.sentence_patterns import BESIDE, MODEL_WORD
from auditgen.intake.documents.sentence_standing import COMPARED, OTHERS


def share_of(after: str) -> str:
    """What a share is of: "77% of the vulnerabilities present in real software"."""
    found = re.match(r"\s*(?:of|success on|on)\s+(?:the\s+)?([^.,;()]{3,80})", after)
    return " ".join(found[1].split()[:8]) if found else "not stated"


_ON_GAP = re.compile(
    r"\s*(?:[%)]\s*)?(?:accuracy\s+|pass@\d+\s+|success\s+|correct\s+)?(?:on|in|for|of)\s+(?:both\s+"
    r"|the\s+)?",
    re.IGNORECASE,
)
_OF_GAP = re.compile(
    r"\s*(?:\([^()]{0,60}\)\s*)?(?:(?:benchmark|accuracy|scores?|performance|pass(?:@\d+)?(?:\s+rate)?|results?"
    r"|rating)\s+)?"
    r"(?:of|is|was|at|:|=|to|reach(?:es|ed)|stands?\s+at)?\s*(?:about\s+|around\s+|only\s+|just\s+|over\s+|above\s+"
    r"|under\s+)?",
    re.IGNORECASE,
)


def test_of(sentence: str, start: int, end: int, tests: tuple[Mention, ...], numbers: list[int]) -> Mention | None:
    """The test that a number is joined to ("on X" behind, "X score of" before it); else the next or the nearest one."""
    following = min((n for n in numbers if n > start), default=10**9)
    behind = [t for t in tests if end <= t.start < following and t.start - end < 160]
    before = [t for t in tests if t.end <= start]
    if behind and _ON_GAP.fullmatch(sentence[end : behind[0].start]):
        return behind[0]
    if before and _OF_GAP.fullmatch(sentence[before[-1].end : start]):
        return before[-1]
    if behind and (not before or len(tests) > 1 or behind[0].start - end < start - before[-1].end):
        return behind[0]
    return before[-1] if before else (behind[0] if behind else None)


def speaker_of(sentence: str, start: int, end: int, models: tuple[Mention, ...]) -> tuple[str | None, int, int]:
    """The model that a number is said of: "27% for R1", else the last one named before it, else the subject's words."""
    after = re.match(
        r"\s*(?:(?:of|on)\s+[\w\s-]{3,40}?\s+)?(?:for|by|from|(?:achieved|obtained|reached|scored|reported)\s+(?:in|by"
        r"|for))\s+(?:the\s+)?(.{2,80}?)(?=\s+and\s+\d|[],;:)]|\s?[—–]|\.\s*$|\.\s+[A-Z]"
        r"|\s+on\s|\s+with\s|$)",
        sentence[end:],
    )
    if after:
        a, b = end + after.start(1), end + after.end(1)
        inside = [m for m in models if a <= m.start < b]
        text = after[1].strip()
        if inside:
            return inside[0].name, start, b
        if (
            MODEL_WORD.search(text)
            or re.search(r"\bbaselines?\b", text)
            or re.fullmatch(r"[A-Z]?[\w.-]*\d[\w.-]*", text)
        ):
            return (text if re.fullmatch(r"[A-Z][\w.-]*\d[\w.-]*", text) else f"unnamed: {text}"), start, b
    behind = _INVERTED.match(sentence[end:])
    inverted = next((m for m in models if behind and m.start == end + behind.end()), None)
    if inverted is not None and not any(m.end <= start for m in models):
        # "the smallest model surpassing 60% was Tern 2"
        return inverted.name, start, inverted.end
    before = speaking(sentence, models, start)
    enclosed = next((m for m in models if _IN_BRACKETS.fullmatch(sentence[end : m.start])), None)
    if enclosed is not None and sentence[enclosed.end : enclosed.end + 1] in (")", ",", ";"):
        # "88.7% (GPT-4o)", "49% (Claude 3.5 Sonnet, October 2024)"
        return enclosed.name, start, enclosed.end
    dated = _NAMED_AND_DATED.match(sentence[end:])
    if dated:
        # "13.5% (Devin, March 2024)"
        return dated[1], start, end + dated.end(1)
    opened = sentence.rfind("(", 0, start)
    owner_of = [m for m in models if m.end <= opened and not sentence[m.end : opened].strip()]
    if (
        opened >= 0
        and ")" not in sentence[opened:start]
        and owner_of
        and _FIGURES_ONLY.fullmatch(sentence[opened:start])
    ):
        # "GPT-3.5 (M1: 42.9%; M2: 43.1%)"
        return owner_of[-1].name, owner_of[-1].start, end
    beside = [m for m in models if m.end <= start and BESIDE.fullmatch(sentence[m.end : start])]
    if beside:
        # "outperforming Claude 3 Opus (91.2%)", "GPT-4o 2%", "GPT-4o at 76.6%"
        return beside[-1].name, beside[-1].start, end
    named = _named_beside(sentence[:start], models)
    if named is not None:
        return named[0], named[1], end
    relative = [m for m in models if m.end <= start and _WHICH.fullmatch(sentence[m.end : start])]
    if relative:
        # "GPT-4o, which solved only 13%"
        return relative[-1].name, relative[-1].start, end
    other = _OTHER_SPEAKER.search(sentence[:start])
    if other and other.start(1) >= max((m.end for m in models if m.end <= start), default=0):
        # "o3 solved 25% of them, while no other AI model has exceeded 2%"
        return f"unnamed: {' '.join(other[1].split())}", other.start(1), end
    owner = [m for m in models if m.end <= start and _OWNED.search(sentence[m.end - 2 : start])]
    if owner:
        # "surpassing GPT-5's baseline of 41.7%"
        return owner[-1].name, owner[-1].start, end
    written = written_speaker(sentence, start)
    if written is not None and written[1] >= max((m.end for m in before), default=0):
        # "Lexis+ AI answered 65% of queries": a name behind the last one that is known.
        return written
    compared = [m for m in before if _compared(sentence, m)]
    if (
        before
        and len(compared) == len(before)
        and not re.search(r"[;.]|\bwhile\b|\bwhereas\b", sentence[before[0].end : start])
    ):
        # "The models outperformed GPT-4o, achieving 83%": the figure is that of the speaker, not of the other side.
        if re.search(r"[,;—–]\s*(?:and\s+)?it\s+\w+", sentence[before[-1].end : start]):
            return "unnamed: it", start, end
        words = subject_words(sentence[: before[0].start])
        return (f"unnamed: {words}" if words else "unnamed: not stated"), max(0, start - 60), end
    if before:
        return before[-1].name, before[-1].start, end
    if re.search(
        r"\b[Ww]e\s+(?:\w+ly\s+)?(?:solve|achieve|obtain|reach|score|attain|get|got|measure|observe|report)d?\s+(?:up\s+to\s+|about\s+)?$"
        r"|\b(?:[Ww]e|[Oo]ur)\b[^.;]{0,140}?\b(?:obtain|achiev|reach|attain|surpass|solv|scor|fell\s+short|fall\s+short)\w*"
        r"\b[^.;]{0,40}$",
        sentence[:start],
    ):
        return "unnamed: we", start, end
    opening = (
        _OPENING.match(sentence[end:])
        if re.match(r"\W*(?:With|At|Scoring|Achieving|Reaching|By)\b", sentence)
        else None
    )
    ahead = next((m for m in models if opening and m.start == end + opening.end()), None)
    if ahead is not None:
        # "With a score of 90%, Tern 2 is ..."
        return ahead.name, start, ahead.end
    if _NO_SUBJECT.match(sentence):
        # "Achieves 73.7% on X": a line of a list about the model of the card.
        return "unnamed: it", start, end
    opening_name = _SUBJECT.match(sentence[:start])
    if opening_name and not _NO_NAME.match(opening_name[1]) and not COMMON_WORDS.fullmatch(opening_name[1].split()[0]):
        return opening_name[1], opening_name.start(1), end
    subject = subject_words(sentence[:start])
    said = re.search(
        r"(?:^|[,;:(]\s*|\b(?:and|where|while|but|that)\s+|,\s+)(?:it|this\s+model)\s[^,;]{0,110}$",
        sentence[:start],
        re.IGNORECASE,
    )
    said = said or re.search(
        r"\b[Ii]t\s+(?:\w+\s+){0,2}?(?:scor|achiev|solv|reach|attain|obtain|complet|hit|record"
        r"|post)\w*\b[^,;]{0,50}$",
        sentence[:start],
    )
    if said and not (subject and sentence.find(subject) >= said.start()):
        return "unnamed: it", start, end
    if subject:
        at = sentence.find(subject)
        return f"unnamed: {subject}", max(0, at), end
    return None, start, end


def _named_beside(before: str, models: tuple[Mention, ...]) -> tuple[str, int] | None:
    """A name that nobody knows right before a figure: "TerminalAgent (15.5%)", "the baseline model (21.8%)"."""
    bracket = _BEFORE_BRACKET.search(before)
    if bracket and bracket[1] and not _OF_MODELS.search(before[max(0, bracket.start() - 110) : bracket.start(1)]):
        # "on A (59.9), B (83.8), and C (58.7)": names of tests.
        bracket = None
    found = bracket or _IN_A_ROW.search(before) or _OWNED_BY.search(before)
    if found is None:
        return None
    k = 1 if found[1] else 2
    if any(m.end > found.start(k) for m in models) or _NO_NAME.match(found[k]) or shaped_like_test(found[k]):
        return None
    if k == 1 and not re.search(r"\d|\s|[a-z][A-Z]|[A-Z]{2}|-", found[k]):
        return None
    return (found[k] if k == 1 else f"unnamed: {found[k]}"), found.start(k)


_FIGURES_ONLY = re.compile(r"\((?:[A-Z]\w{0,11}:\s*|[\d.,;%/=<>≈~\s]|\b(?:and|about|only)\b|[nP]\s*=)*")


_NO_SUBJECT = re.compile(r"(?:[A-Z][\w -]{2,50}:\s+)?(?:Achieves|Reaches|Scores|Attains|Obtains|Ranks|Solves)\s")
# "Mythos completed it": a name that nobody knows at the start of a sentence, before a verb of solving.
_SUBJECT = re.compile(
    r"(?:[-*•]\s*)?([A-Z][\w.-]+(?:\s[A-Z\d][\w.-]*){0,2})\s+(?:has\s+|also\s+|\w+ly\s+)?(?:complet|solv|scor|achiev|answer|reach|averag"
    r"|discover|uncover|patch|resolv|attain)(?:e[sd]?|s|ed|d)\b"
)


_INVERTED = re.compile(r"\s?%?[^.;,]{0,60}?\b(?:was|is|were|are|belongs?\s+to|goes\s+to|came\s+from)\s+(?:the\s+)?")
_MONTH = r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_IN_BRACKETS = re.compile(
    rf"\s?%?(?:\s+of\s+[^.;,()]{{2,70}}?)?(?:\s+in\s+{_MONTH}(?:\s+\d{{4}})?)?\s*\((?:[A-Z]\w+['’]s\s+)?"
)
_NAMED_AND_DATED = re.compile(
    rf"\s?%?\s*\(([A-Z][\w.-]*(?:\s[A-Z\d][\w.-]*){{0,3}}),\s+(?:{_MONTH}\s+)?(?:19|20)\d\d\)"
)
_WHICH = re.compile(r",?\s+(?:which|who|that)\s+(?:\w+\s+){1,5}(?:[\d.]+\s?%?\s*(?:,\s*and|,|and)\s*)*")
_CALLED = r"[A-Z][\w.+-]*(?:\s(?:by|of|with)\s[A-Za-z][\w.+-]*|\s[A-Z\d][\w.+-]*){0,4}"
_BEFORE_BRACKET = re.compile(
    rf"(?:(?:^|,\s*|;\s*|\b(?:and|or|by|as|than|over|with|while|like|to)\s+)({_CALLED})"
    r"|\b((?:the|our|its|this)\s+(?:[\w-]+\s+){0,3}?(?:model|baseline|system|agent|method|approach)))\s*\([≈~∼]?\s*$"
)
_OF_MODELS = re.compile(
    r"\b(?:than|over|outperform\w*|surpass\w*|beat\w*|exceed\w*|outscor\w*|trail\w*|such\s+as|including|like|agents|models|baselines"
    r"|systems|methods|versus|vs|against|compared)\b",
    re.IGNORECASE,
)
_IN_A_ROW = re.compile(rf"\d\s?%[^,;%]{{0,40}}(?:,|;|\band)\s*(?:and\s+)?({_CALLED})\s+$")
_OWNED_BY = re.compile(
    rf"\b(?:over|than|to|against|versus|vs\.?|surpassing|exceeding|outperforming|beating)\s+({_CALLED})['’]s\s+$"
)
_OPENING = re.compile(r"\s?%?[^,.;]{0,60},\s+(?:the\s+)?(?:[A-Z]\w+['’]s\s+)?")
_OTHER_SPEAKER = re.compile(
    r"(?:,\s*(?:with\s+)?|[;(]\s*|\b(?:while|whereas|but|and)\s+|\b(?:performance|accuracy|scores?)\s+of\s+)"
    r"((?:(?:no|every|all|most|other|previous|earlier|existing|leading|the|an?|another|its|our)\s+)(?:[\w.-]+\s+){0,4}?"
    r"(?:models?|systems?|LLMs?|agents?|methods?|approach(?:es)?|baselines?|one|version|variant))"
    r"(?:\s+(?:has\s+|have\s+|had\s+|could\s+|still\s+|only\s+|ever\s+){0,3}"
    r"(?:scor|achiev|reach|attain|obtain|solv|exceed|surpass|complet|answer|get|hover|pass|fall|drop|stay|remain)\w*\b[^,;]{0,40}|,\s+)$",
    re.IGNORECASE,
)
_OWNED = re.compile(r"['’]s\s+(?:(?:\w+\s+){0,3}(?:of|at)\s+)?(?:about\s+|around\s+|only\s+)?$")
_ON = re.compile(
    r"\s+(?:accuracy\s+)?on\s+(?:the\s+)?((?:[A-Z][\w+-]*|τ[\w-]*)(?:[ .-]?(?:[A-Z0-9][\w+-]*)){0,4})(?=[\s,.;)])"
)
_BEHIND = re.compile(
    r"(?:['’]s)?\s*(?:\w+\s+){0,2}?(?:of|at|is|was|\()\s*(?:about\s+|around\s+)?(\d{1,3}(?:\.\d+)?)\s?(?:%|percent)"
)
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
