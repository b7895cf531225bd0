"""The wide net: clauses that speak of a standing in words that the finer rules do not read. The weakest candidates.

The finer rules want both sides of a comparison. Here a word of comparison, of rank, of change or of people is enough,
if the clause is about a model and its results, and not about price, speed or size. An analyst reads each one anyway;
a claim that is not on the list is not read at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from auditgen.intake.documents.mentions import Mention
from auditgen.intake.documents.sentence_found import Found, is_taken
from auditgen.intake.documents.sentence_net_words import (
    ABILITY_CHANGES,
    ABOUT_RESULTS,
    CHANGES,
    COMPARES,
    COORDINATED,
    DATED,
    GAP_CHANGES,
    GAP_STEMS,
    HUMAN_LEVEL,
    IMPROVES,
    NAMES_MODELS,
    NO_STATEMENT,
    NOT_MEASURED_AGAINST,
    NOT_RANKED,
    ONE_OF,
    OTHER_MATTERS,
    OTHER_SIDE,
    OVER_TIME,
    PEOPLE_STEMS,
    PERSONS,
    PURPOSE,
    RANKS,
    SPEAKS_OF_MODEL,
    STRONG,
    TITLE,
    TO_DO,
    VERBS,
)
from auditgen.intake.documents.sentence_places import RANK_IS
from auditgen.intake.documents.sentence_speakers import written_before
from auditgen.intake.documents.sentence_standing import DENIED, INTENDED
from auditgen.intake.documents.sentence_subjects import pronoun, subject_words

_CUT = re.compile(
    r"[;]\s|\s[—–]\s|—|:\s|,\s+(?=(?:while|whereas|but|although|though|yet|and|with|which|where|surpass|outperform"
    r"|exceed|beat|mak|show|demonstrat|achiev|plac|rank|set|lead|includ|even|particularly|especially)\w*\b)"
)
_CLOSE = 35
# "The first model to be evaluated is ...": an order of telling.
_LISTED = re.compile(r"\s+(?:to\s+be\b|was\b|is\b|we\b|that\s+we\b|in\s+(?:the|our)\b)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Clause:
    text: str
    start: int
    end: int


def net(
    sentence: str,
    tests: tuple[Mention, ...],
    models: tuple[Mention, ...],
    taken: Sequence[tuple[int, int]],
    found: Sequence[Found],
) -> Iterator[Found]:
    """Claims of standing that no finer rule took, at most one of a kind a clause."""
    if NO_STATEMENT.search(sentence):
        return
    if not (models or SPEAKS_OF_MODEL.search(sentence) or ABILITY_CHANGES.search(sentence)):
        return
    about = bool(tests or models or ABOUT_RESULTS.search(sentence))
    if not (about or HUMAN_LEVEL.search(sentence) or RANKS.search(sentence) or VERBS.search(sentence)):
        return
    for clause in _clauses(sentence):
        told = {f.type for f in found if f.start < clause.end and clause.start < f.end}
        for kind, relation, at, end in _cues(clause, models):
            if is_taken(taken, at, end) or _other_matter(clause, at, end):
                continue
            if kind in told and not (kind == "comparative" and COORDINATED.search(sentence[:at][-45:])):
                continue
            if INTENDED.search(sentence[:at][-90:]):
                continue
            told.add(kind)
            subject = _speaker(sentence, clause, at, models)
            fields = _fields(kind, relation, sentence, end, models, subject)
            if tests:
                fields["benchmark"] = next((t for t in tests if clause.start <= t.start < clause.end), tests[0]).name
            elif kind == "trend":
                fields["benchmark"] = "unnamed: not stated"
            yield Found(kind, subject, *_extent(clause, at, end), fields)


def _clauses(sentence: str) -> Iterator[_Clause]:
    start = 0
    for cut in (*_CUT.finditer(sentence), None):
        end = cut.start() if cut else len(sentence)
        if end - start >= 20 or (cut is None and start == 0):
            yield _Clause(sentence[start:end], start, end)
            start = cut.end() if cut else end
    if start < len(sentence):
        yield _Clause(sentence[start:], start, len(sentence))


def _cues(clause: _Clause, models: tuple[Mention, ...]) -> Iterator[tuple[str, str, int, int]]:
    """Kind, relation and extent of the words in a clause that speak of a standing: people first, then change."""
    text, base = clause.text, clause.start
    low = text.lower()
    gap = GAP_CHANGES.search(text) if any(stem in low for stem in GAP_STEMS) else None
    if gap:
        yield "trend", "", base + gap.start(), base + gap.end()
    people = None if gap or not any(stem in low for stem in PEOPLE_STEMS) else _people(text)
    if people:
        yield "human_parity", people[0], base + people[1], base + people[2]
        return
    for relation, pattern in COMPARES:
        cue = next((c for c in pattern.finditer(text) if _claimed(c) and not (gap and "gap" in c[0])), None)
        if cue and (STRONG.match(cue[0]) or _two_sided(clause, cue, models)):
            yield "comparative", relation, base + cue.start(), base + cue.end()
            break
    else:
        change = None if gap else _change(text)
        if change:
            yield "trend", "", base + change.start(), base + change.end()
    for cue in RANKS.finditer(text):
        before = text[: cue.start()][-45:]
        title = TITLE.match(cue[0]) and NAMES_MODELS.match(text[cue.end() :])
        if "first" in cue[0].lower() and _LISTED.match(text[cue.end() :]):
            continue
        if title and not (RANK_IS.search(before) or ONE_OF.search(before)):
            # "Leading models score over 90%", "the best model was chosen": whom the sentence speaks of.
            continue
        if ONE_OF.search(before) or not NOT_RANKED.search(before):
            yield "rank", "", base + cue.start(), base + cue.end()
            break


def _claimed(cue: re.Match[str]) -> bool:
    """Whether a word of comparison states something: not denied, not an aim, not a bound on a score."""
    before, after = cue.string[: cue.start()], cue.string[cue.end() :]
    if TO_DO.search(before[-40:]) or DENIED.search(before[-110:]):
        return False
    if re.match(r"ahead|behind", cue[0], re.IGNORECASE) and DATED.search(before):
        return False
    bound = re.match(r"exceed|surpass|beat|above", cue[0], re.IGNORECASE) and re.match(r"\s+(?:the\s+)?[~>]?\d", after)
    return not bound


def _change(text: str) -> re.Match[str] | None:
    """Words of change measured by time, versions or a size; or an improvement of results, told as a fact."""
    for pattern, measure in ((CHANGES, OVER_TIME), (IMPROVES, ABOUT_RESULTS)):
        for change in pattern.finditer(text) if measure.search(text) else ():
            before = text[: change.start()]
            if not PURPOSE.search(before[-30:]) and not DENIED.search(before[-110:]):
                return change
    return None


def _people(text: str) -> tuple[str, int, int] | None:
    """The relation to people, and where it is said; None where people judge, write or are helped."""
    level = HUMAN_LEVEL.search(text)
    preferred = level is not None and level[0].lower().startswith("prefer")
    if level is None or (NOT_MEASURED_AGAINST.search(text) and not preferred):
        return None
    low = text.lower()
    if re.search(r"below|behind|worse|short of|\blag|inferior|underperform|lower than|\bgap", low):
        relation = "loses"
    elif re.search(r"exceed|surpass|outperform|better|above|beat|super|outscor|could not|cannot", low):
        relation = "exceeds"
    else:
        relation = "comparable" if re.search(r"compar|par\b|similar|match|rival|equal", low) else "reaches"
    return relation, level.start(), level.end()


def _two_sided(clause: _Clause, cue: re.Match[str], models: tuple[Mention, ...]) -> bool:
    behind = clause.text[cue.start() :]
    named = [m for m in models if clause.start <= m.start < clause.end]
    return len(named) > 1 or bool(OTHER_SIDE.search(behind))


def _other_matter(clause: _Clause, at: int, end: int) -> bool:
    """Whether the words right around a cue speak of price, speed or size."""
    near = clause.text[max(0, at - clause.start - _CLOSE) : end - clause.start + _CLOSE]
    return bool(OTHER_MATTERS.search(near))


def _speaker(sentence: str, clause: _Clause, at: int, models: tuple[Mention, ...]) -> str:
    """The last model named before the words, the words that stand for one, or the first one named in the clause."""
    before = [m for m in models if m.end <= at]
    inside = [m for m in before if m.start >= clause.start]
    if inside or before:
        return (inside or before)[-1].name
    left = sentence[:at]
    written = written_before(sentence, at)
    if written is not None:
        return written
    words, said = subject_words(left), pronoun(left)
    return f"unnamed: {words}" if words else said or "unnamed: not stated"


def _fields(
    kind: str, relation: str, sentence: str, end: int, models: tuple[Mention, ...], subject: str
) -> dict[str, str]:
    if kind == "comparative":
        other = next((m.name for m in models if m.start >= end and m.name != subject), "not stated")
        return {"comparator": other, "relation": relation}
    if kind == "rank":
        return {"rank": "1", "peer_group": "not stated"}
    if kind == "human_parity":
        who = PERSONS.search(sentence)
        return {"relation": relation, "human_group": who[0] if who else "humans"}
    return {"baseline_model": "not stated"}


def _extent(clause: _Clause, at: int, end: int) -> tuple[int, int]:
    """The clause, or as much of it around the words as a quotation of twenty words holds."""
    if len(clause.text.split()) <= 20:
        return clause.start, clause.end
    if PERSONS.search(clause.text[at - clause.start : end - clause.start]):
        return max(clause.start, at - 20), min(clause.end, end + 110)
    return max(clause.start, at - 60), min(clause.end, end + 60)
