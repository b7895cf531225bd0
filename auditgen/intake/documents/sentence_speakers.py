"""Whose figure it is: the model named beside a number or verb of a sentence, or the words that stand for one."""

from __future__ import annotations

import re
from dataclasses import dataclass

from auditgen.intake.documents.coined import COMMON_WORDS
from auditgen.intake.documents.label_kinds import shaped_like_test
from auditgen.intake.documents.mentions import Mention
from auditgen.intake.documents.sentence_patterns import BESIDE, MODEL_WORD
from auditgen.intake.documents.sentence_standing import COMPARED
from auditgen.intake.documents.sentence_subjects import subject_words


def speaker_of(sentence: str, start: int, end: int, models: tuple[Mention, ...]) -> tuple[str | None, int, int]:
    """The model that a number is said of, with the extent of what says it: the first of the rules below that applies.

    "27% for R1", else a name right beside the number, else the last one named before it, else the subject's words.
    """
    place = _Place(sentence, start, end, models)
    for rule in _RULES:
        found = rule(place)
        if found is not None:
            return found
    return None, start, end


@dataclass(frozen=True, slots=True)
class _Place:
    """A number from `start` to `end` of a sentence, and the models that the sentence names."""

    sentence: str
    start: int
    end: int
    models: tuple[Mention, ...]

    @property
    def head(self) -> str:
        """The sentence before the number."""
        return self.sentence[: self.start]

    @property
    def tail(self) -> str:
        """The sentence behind the number."""
        return self.sentence[self.end :]

    @property
    def ahead(self) -> list[Mention]:
        """The models named before the number."""
        return [m for m in self.models if m.end <= self.start]


_Said = tuple[str, int, int]


def _said_for(at: _Place) -> _Said | None:
    """ "27% for R1", "63.2 for the dense model"."""
    after = _FOR_WHOM.match(at.tail)
    if after is None:
        return None
    a, b = at.end + after.start(1), at.end + after.end(1)
    inside = [m for m in at.models if a <= m.start < b]
    if inside:
        return inside[0].name, at.start, b
    text = after[1].strip()
    told = MODEL_WORD.search(text) or re.search(r"\bbaselines?\b", text)
    if told or re.fullmatch(r"[A-Z]?[\w.-]*\d[\w.-]*", text):
        return (text if re.fullmatch(r"[A-Z][\w.-]*\d[\w.-]*", text) else f"unnamed: {text}"), at.start, b
    return None


def _inverted(at: _Place) -> _Said | None:
    """ "the smallest model surpassing 60% was Tern 2"."""
    behind = _INVERTED.match(at.tail)
    named = next((m for m in at.models if behind and m.start == at.end + behind.end()), None)
    return (named.name, at.start, named.end) if named is not None and not at.ahead else None


def _in_brackets(at: _Place) -> _Said | None:
    """ "88.7% (GPT-4o)", "49% (Claude 3.5 Sonnet, October 2024)", "13.5% (Devin, March 2024)"."""
    named = next((m for m in at.models if _IN_BRACKETS.fullmatch(at.sentence[at.end : m.start])), None)
    if named is not None and at.sentence[named.end : named.end + 1] in (")", ",", ";"):
        return named.name, at.start, named.end
    dated = _NAMED_AND_DATED.match(at.tail)
    return (dated[1], at.start, at.end + dated.end(1)) if dated else None


def _right_beside(at: _Place) -> _Said | None:
    """ "GPT-3.5 (M1: 42.9%; M2: 43.1%)", "outperforming Claude 3 Opus (91.2%)", "TernAgent (15.5%)"."""
    opened = at.sentence.rfind("(", 0, at.start)
    owners = [m for m in at.models if m.end <= opened and not at.sentence[m.end : opened].strip()]
    if owners and _FIGURES_ONLY.fullmatch(at.sentence[opened : at.start]):
        return owners[-1].name, owners[-1].start, at.end
    beside = [m for m in at.ahead if BESIDE.fullmatch(at.sentence[m.end : at.start])]
    if beside:
        return beside[-1].name, beside[-1].start, at.end
    named = _named_beside(at.head, at.models)
    return (named[0], named[1], at.end) if named is not None else None


def _aside(at: _Place) -> _Said | None:
    """ "GPT-4o, which solved only 13%", "while no other AI model has exceeded 2%", "GPT-5's baseline of 41.7%"."""
    relative = [m for m in at.ahead if _WHICH.fullmatch(at.sentence[m.end : at.start])]
    if relative:
        return relative[-1].name, relative[-1].start, at.end
    other = _OTHER_SPEAKER.search(at.head)
    if other and other.start(1) >= max((m.end for m in at.ahead), default=0):
        return f"unnamed: {' '.join(other[1].split())}", other.start(1), at.end
    owner = [m for m in at.ahead if _OWNED.search(at.sentence[m.end - 2 : at.start])]
    return (owner[-1].name, owner[-1].start, at.end) if owner else None


def _named_before(at: _Place) -> _Said | None:
    """The last model named before the number; its opponent's if all that are named are only compared with."""
    before = speaking(at.sentence, at.models, at.start)
    written = written_speaker(at.sentence, at.start)
    if written is not None and written[1] >= max((m.end for m in before), default=0):
        # "Lexis+ AI answered 65% of queries": a name behind the last one that is known.
        return written
    if not before:
        return None
    one_clause = not re.search(r"[;.]|\bwhile\b|\bwhereas\b", at.sentence[before[0].end : at.start])
    if one_clause and all(_compared(at.sentence, m) for m in before):
        # "The models outperformed GPT-4o, achieving 83%": the figure is that of the speaker, not of the other side.
        if re.search(r"[,;—–]\s*(?:and\s+)?it\s+\w+", at.sentence[before[-1].end : at.start]):
            return "unnamed: it", at.start, at.end
        words = subject_words(at.sentence[: before[0].start])
        return (f"unnamed: {words}" if words else "unnamed: not stated"), max(0, at.start - 60), at.end
    return before[-1].name, before[-1].start, at.end


def _we(at: _Place) -> _Said | None:
    """ "We obtain 61.3%"."""
    return ("unnamed: we", at.start, at.end) if _WE.search(at.head) else None


def _opening(at: _Place) -> _Said | None:
    """ "With a score of 90%, Tern 2 is ...", "Achieves 73.7%" in a list about one model, "Mythos completed 73%"."""
    opened = _OPENING.match(at.tail) if _OPENS.match(at.sentence) else None
    named = next((m for m in at.models if opened and m.start == at.end + opened.end()), None)
    if named is not None:
        return named.name, at.start, named.end
    if _NO_SUBJECT.match(at.sentence):
        return "unnamed: it", at.start, at.end
    first = _SUBJECT.match(at.head)
    if first and not _NO_NAME.match(first[1]) and not COMMON_WORDS.fullmatch(first[1].split()[0]):
        return first[1], first.start(1), at.end
    return None


def _without_name(at: _Place) -> _Said | None:
    """ "it", or the words that stand for a model."""
    subject = subject_words(at.head)
    said = _IT.search(at.head) or _IT_SCORES.search(at.head)
    if said and not (subject and at.sentence.find(subject) >= said.start()):
        return "unnamed: it", at.start, at.end
    return (f"unnamed: {subject}", max(0, at.sentence.find(subject)), at.end) if subject else None


_RULES = (_said_for, _inverted, _in_brackets, _right_beside, _aside, _named_before, _we, _opening, _without_name)

_FOR_WHOM = re.compile(
    r"\s*(?:(?:of|on)\s+[\w\s-]{3,40}?\s+)?(?:for|by|from|(?:achieved|obtained|reached|scored|reported)\s+(?:in|by"
    r"|for))\s+(?:the\s+)?(.{2,80}?)(?=\s+and\s+\d|[],;:)]|\s?[—–]|\.\s*$|\.\s+[A-Z]"
    r"|\s+on\s|\s+with\s|$)"
)
_WE = re.compile(
    r"\b[Ww]e\s+(?:\w+ly\s+)?(?:solve|achieve|obtain|reach|score|attain|get|got|measure|observe|report)d?\s+"
    r"(?:up\s+to\s+|about\s+)?$"
    r"|\b(?:[Ww]e|[Oo]ur)\b[^.;]{0,140}?\b(?:obtain|achiev|reach|attain|surpass|solv|scor|fell\s+short|fall\s+short)\w*"
    r"\b[^.;]{0,40}$"
)
_OPENS = re.compile(r"\W*(?:With|At|Scoring|Achieving|Reaching|By)\b")
_IT = re.compile(
    r"(?:^|[,;:(]\s*|\b(?:and|where|while|but|that)\s+|,\s+)(?:it|this\s+model)\s[^,;]{0,110}$", re.IGNORECASE
)
_IT_SCORES = re.compile(
    r"\b[Ii]t\s+(?:\w+\s+){0,2}?(?:scor|achiev|solv|reach|attain|obtain|complet|hit|record|post)\w*\b[^,;]{0,50}$"
)


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
