"""Models measured against people: the level of experts reached, passed or missed, medals, places among test takers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from auditgen.intake.documents.mentions import Mention
from auditgen.intake.documents.sentence_found import Found, is_taken
from auditgen.intake.documents.sentence_human import HUMAN, NOT_PARITY, PARITY, PEOPLE
from auditgen.intake.documents.sentence_standing import INTENDED
from auditgen.intake.documents.sentence_subjects import figure_behind, pronoun, subject_words

_SUCH_AS = re.compile(
    r"((?:[\w-]+\s+){0,3}(?:models?|systems?))\s*(?:specialised for [\w -]+)?,\s+such as (.+?),?\s*$",
)
_CONTEST = re.compile(
    r"\b(?:International Mathematical Olympiad|IMO|[A-Z][\w ]{3,40} (?:Olympiad|competitions?|exams?))\b"
    r"|\bmathematics competitions\b|\b(?:simulated\s+)?bar exam\b"
)
_GROUP = re.compile(HUMAN, re.IGNORECASE)


def parity(
    sentence: str, tests: tuple[Mention, ...], models: tuple[Mention, ...], taken: list[tuple[int, int]]
) -> Iterator[Found]:
    """Human level. Sentences about people who judge, write or expect are not meant."""
    if not PEOPLE.search(sentence) or NOT_PARITY.search(sentence):
        return
    told: dict[str, int] = {}
    for relation, found in ((r, f) for r, pattern in PARITY for f in pattern.finditer(sentence)):
        if is_taken(taken, *found.span()) or INTENDED.search(sentence[: found.start()][-45:]):
            continue
        before = sentence[: found.start()]
        subject = _subject(sentence, found, before, models)
        if subject is None and "percentile" in found[0].lower():
            subject = "unnamed: not stated"
        # The same speaker is told twice only in two places far from each other.
        if subject is None or abs(told.get(subject, -100) - found.start()) < 50:
            continue
        told[subject] = found.start()
        group = _GROUP.search(found[0])
        refused = re.search(r"(?:n['’]t|\bnot|\bnever|\byet to)\s+(?:\w+\s+){0,2}$", before)
        measured = "loses" if refused else relation or _relation(found[0].lower())
        fields = {"relation": measured, "human_group": group[0] if group else "humans"}
        if tests:
            fields["benchmark"] = tests[0].name
        figure = figure_behind(sentence[found.end() :])
        if figure:
            fields["human_score"] = figure
        contest = _CONTEST.search(sentence)
        if contest and "benchmark" not in fields:
            fields["benchmark"] = contest[0]
        taken.append((found.start(), found.end()))
        last = len(sentence) if len(sentence) - found.start() < 160 else found.end() + 60
        yield Found("human_parity", subject, max(0, found.start() - 30), min(len(sentence), last), fields)


def _subject(sentence: str, found: re.Match[str], before: str, models: tuple[Mention, ...]) -> str | None:
    named = [m for m in models if m.end <= found.start()] or [m for m in models if m.start < found.end()]
    such_as = _SUCH_AS.search(before)
    if such_as and " and " in such_as[2]:
        return f"unnamed: such as {such_as[2]}"
    if named:
        return named[-1].name
    words = subject_words(before) or subject_words(found[0])
    if words:
        return f"unnamed: {words}"
    if re.match(r"They\b", sentence) and not pronoun(sentence[: found.start() + 5]):
        return "unnamed: They"
    if re.search(r"\bAI\s*$", before):
        return "unnamed: AI"
    if re.match(
        r"(?:This|That)\s+(?:is|was|demonstrates?|shows?|marks?|represents?|places?|puts?|surpass\w*|exceeds?"
        r"|approaches)\b",
        sentence,
    ):
        return "unnamed: it"
    said = pronoun(sentence[: found.start() + 5])
    if said is None and re.search(
        r"\bit\s+(?:\w+\s+)?(?:achiev|scor|reach|attain|obtain|perform|solv|has\b|is\b|can\b)\w*[^;]*$"
        r"|\b[Ii]t(?:\s+has|['’]s|\s+is|\s+hasn|\s+can)\b[^;]*$",
        before,
    ):
        return "unnamed: it"
    if said is None and not before.strip(" ,"):
        # "While less capable than humans in many tasks, GPT-4 exhibits ...": who is meant stands behind.
        behind = [m for m in models if m.start >= found.end()]
        return behind[0].name if behind else None
    return said


def _relation(low: str) -> str:
    if re.search(r"comparable|par\b|as well as|rival|equivalent", low):
        return "comparable"
    return "exceeds" if re.search(r"exceed|surpass|outperform|outscor|beat|above|better|super", low) else "reaches"
