"""First and other places that a sentence claims: state of the art, records, best of a group, a place on a board."""

from __future__ import annotations

import re
from collections.abc import Iterator

from auditgen.intake.documents.mentions import Mention
from auditgen.intake.documents.sentence_found import Found, is_taken
from auditgen.intake.documents.sentence_places import LEADS, RANK_DOES, RANK_IS, RANK_NAME, RANK_STEMS, RECORD
from auditgen.intake.documents.sentence_speakers import speaking, written_before, written_speaker
from auditgen.intake.documents.sentence_standing import INTENDED
from auditgen.intake.documents.sentence_subjects import pronoun, subject_words

_NOT_A_CLAIM = re.compile(
    r"\b(?:not|no longer|than|of|for|to|compared|behind|against|from|including|beyond|other|these|such|between"
    r"|previous|prior|our|its|their|many|most|some|all|several|by|rivals?|match\w*|outperform\w*|surpass\w*|with"
    r"|beat\w*|over|trail\w*|against)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_NOT_AT_ALL = re.compile(r"\b(?:not|never|no longer|than|without|from|for)\s+(?:the\s+)?$", re.IGNORECASE)
_ORDINALS = {
    "second": "2", "2nd": "2", "third": "3", "3rd": "3", "fourth": "4", "4th": "4", "fifth": "5", "5th": "5",
}  # fmt: skip
_PEERS = re.compile(
    r"\b(?:in|among|of|within|for)\s+(?:the\s+|all\s+)?([^.;,()]{3,80}?(?:category|class|models?|LLMs?|systems?"
    r"|parameters|size)\b)",
    re.IGNORECASE,
)
_BOARD = re.compile(r"\b((?:[A-Z][\w-]*\s+){1,4}(?:[Ll]eaderboard|[Aa]rena))\b")


def ranks(
    sentence: str, tests: tuple[Mention, ...], models: tuple[Mention, ...], taken: list[tuple[int, int]]
) -> Iterator[Found]:
    """The place that a sentence claims, if it claims one."""
    # "leads on X": on a test, or said right behind a name.
    leads = [f for f in LEADS.finditer(sentence) if tests or any(0 <= f.start() - m.end <= 2 for m in models)]
    low = sentence.lower()
    if not any(stem in low for stem in RANK_STEMS):
        return
    places = (*RANK_DOES.finditer(sentence), *RECORD.finditer(sentence), *leads)
    for said, found in (*((False, f) for f in RANK_NAME.finditer(sentence)), *((True, f) for f in places)):
        if is_taken(taken, *found.span()):
            continue
        before = sentence[: found.start()]
        beside = _in_apposition(sentence, found.end(), models)
        title = re.search(r"[\w)]\s*,\s+an?\s+$", before) and any(
            re.fullmatch(r",\s+an?\s+", before[m.end :]) for m in models
        )
        says = said or beside or title or not before.strip(' "“*•-') or RANK_IS.search(before[-40:])
        if re.search(r"\bas\s+\w+\s+as\s+(?:the\s+)?$", before):
            continue
        refused = _NOT_AT_ALL if said else _NOT_A_CLAIM
        if not says or refused.search(before[-25:]) or INTENDED.search(before[-90:]):
            continue
        named = speaking(sentence, models, found.start())
        words = subject_words(before)
        if (
            words
            and before.rstrip().endswith(words)
            and not any(m.end > len(before.rstrip()) - len(words) for m in named)
        ):
            # "the distilled 32B models set a new record": the words before the verb, not a name farther off.
            named = []
        subject = beside or (
            named[-1].name if named else pronoun(before) or (f"unnamed: {s}" if (s := subject_words(before)) else None)
        )
        if not named and (subject is None or subject.startswith("unnamed")):
            written = written_speaker(sentence, found.end())
            subject = written[0] if written else written_before(sentence, found.start()) or subject
        opens = not before.strip(' "“*•-') and (said or re.match(r"state|SOTA", found[0], re.IGNORECASE))
        if subject is None and (opens or RECORD.match(sentence, found.start())):
            subject = "unnamed: not stated"
        if subject is None:
            continue
        peers = _PEERS.search(sentence[found.end() :])
        group = peers[1] if peers else found[0]
        fields = {"rank": _place(found[0]), "peer_group": " ".join(group.split())[:200]}
        if "among" in found[0].lower():
            fields["notes"] = "said to be among the first so many; the place itself is not said"
        board = _BOARD.search(sentence)
        if board:
            fields["ranking_source"] = board[1]
        taken.append((found.start(), found.end()))
        near = bool(named) and found.end() - named[-1].start < 110
        first = named[-1].start if near else max(0, found.start() - 50)
        yield Found("rank", subject, first, found.end(), fields)
        return


def _place(words: str) -> str:
    """ "third place" is 3; all other words of rank are a first place."""
    low = words.lower()
    if "second only" in low:
        return "2"
    number = re.search(r"\b(\d{1,2})(?:st|nd|rd|th)\b|among the top (\d+)", low)
    if number:
        return number[1] or number[2]
    return next((n for word, n in _ORDINALS.items() if re.search(rf"\b{word}\b", low)), "1")


def _in_apposition(sentence: str, end: int, models: tuple[Mention, ...]) -> str | None:
    """ "the best-performing model, OpenAI's o3, solves": the name behind the words is the subject."""
    return next(
        (
            m.name
            for m in models
            if m.start >= end and re.fullmatch(r",\s+(?:[A-Z]\w+['’]s\s+)?", sentence[end : m.start])
        ),
        None,
    )
