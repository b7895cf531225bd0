"""One model over another: verbs and words of comparison, and both sides of them, named or in words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from auditgen.intake.documents.mentions import Mention
from auditgen.intake.documents.sentence_found import Found, is_taken
from auditgen.intake.documents.sentence_human import HUMAN
from auditgen.intake.documents.sentence_net_words import PERSONS
from auditgen.intake.documents.sentence_patterns import MODEL_WORD
from auditgen.intake.documents.sentence_speakers import written_before
from auditgen.intake.documents.sentence_standing import BEATS, COMPARED_FIRST, DENIED, INTENDED, ONE_SIDED, OTHERS
from auditgen.intake.documents.sentence_subjects import (
    chunk_before,
    figure_behind,
    name_or_words,
    pronoun,
    subject_words,
    without_figure,
)

# A pronoun or nothing in front of the verb: the sentence before may say who is meant.
NOT_SAID = "unnamed: not stated"
_OTHER_SIDE = re.compile(
    r"\s*(?:both\s+|all\s+|the\s+|that of\s+|those of\s+)*((?:[^.;:]|\.\d|(?<=[A-Z])\.){2,120}?)"
    r"(?=\s+(?:on|across|in|by|at|under|with|despite|while|despite|who|which|did|for|as|thanks)\b"
    r"|\s+(?:and|but)\s+(?:\w+\s+)?(?:achiev|perform|match|rival|surpass|exceed|outperform|demonstrat|show|reach"
    r"|is\b|are\b|lag|trail)"
    r"|(?<![A-Z])\.(?!\d)|[;:,(“\"]|$)",
)


def comparisons(
    sentence: str, tests: tuple[Mention, ...], models: tuple[Mention, ...], taken: list[tuple[int, int]]
) -> Iterator[Found]:
    """The comparisons of one sentence. Where two sides are said, both have to be models, named or in words."""
    yield from _compared_first(sentence, tests, models, taken)
    others: list[tuple[int, int]] = []
    said: dict[int, str] = {}
    for relation, found in _said(sentence, taken):
        if _OF_MEANS.search(sentence[max(0, found.start() - 60) : found.end()]):
            continue
        after = _OTHER_SIDE.match(sentence[found.end() :])
        target = after[1].strip() if after else ""
        at = found.end() + (after.start(1) if after else 0)
        comparator = name_or_words(target, at, sentence, models, last=False)
        if comparator is None:
            # "its own bigger, more expensive sibling, Claude 3 Opus"
            comparator = _named_behind(sentence, found.end(), models) or _group_behind(sentence, found.end())
        if comparator is None and _STRONG.match(found[0]):
            comparator = _written_other(target)
        if comparator is None or _NOT_RESULTS.match(target) or _head_is_no_model(comparator, target):
            continue
        people = PERSONS.search(target[:80]) and not any(at <= m.start < at + len(target) for m in models)
        if people:
            continue
        own = tuple(m for m in models if not any(a <= m.start < b for a, b in others))
        # "A beats B and also surpasses C": a second verb has the subject of the first.
        joined = _COORDINATED.search(sentence[: found.start()])
        earlier = [who for place, who in said.items() if place < found.start()] if joined else []
        subject = earlier[0] if earlier else _subject(sentence, found.start(), own, participle=True)
        if subject is None or subject == comparator:
            continue
        taken.append((found.start(), found.end()))
        said[found.start()] = subject
        # What stands with the other side, as far as the next comma, is not the speaker of what follows.
        comma = re.search(r"[,;]|\s(?:and|but|while)\s+\w+ing\b|$", sentence[at + len(target) :])
        others.append((at, at + len(target) + (comma.start() if comma else 0)))
        other, figure = without_figure(re.sub(r"\s+(?:such|like)$", "", comparator.removeprefix("unnamed: ")))
        fields = {"comparator": other, "relation": relation}
        figure = figure or without_figure(target)[1] or figure_behind(sentence[at + len(target) :])
        if figure:
            fields["comparator_score"] = figure
        if tests:
            fields["benchmark"] = tests[0].name
        last = min(len(sentence), at + len(target))
        yield Found("comparative", subject, max(0, found.start() - 60), last, fields)
    yield from _one_sided(sentence, tests, models, taken)
    # "exceeds state-of-the-art results": the other side's words are no rank of the speaker.
    taken += others


# More tokens, an earlier release: no comparison of results.
_RELATIVE = re.compile(r",\s+(?:which|who)\s[^,;]{3,90},\s*(?:\w+\s+){0,2}$")
_COORDINATED = re.compile(r"\b(?:and|but)\s+(?:\w+ly\s+|also\s+|even\s+|still\s+)*$")
_STRONG = re.compile(r"(?:outperform|surpass|beat|outscor|overtak|outclass|outpac|outshin|edg)", re.IGNORECASE)
_OF_MEANS = re.compile(
    r"\b(?:tokens?|parameters?|compute|gpus?|revenue|sales|downloads)\b[^.;]{0,40}\btimes\b|\b(?:releas|launch"
    r"|announc|ship)\w*\b[^.;]{0,50}\bahead\s+of"
    r"|\b(?:revenue|sales|downloads|market\s+share|funding)\b[^.;]{0,60}$",
    re.IGNORECASE,
)
_GROUP = re.compile(
    r"\s*(?:both\s+|all\s+|the\s+|that\s+of\s+|those\s+of\s+)*"
    r"((?:[\w-]+\s+){0,2}[\w-]+,\s+(?:[\w-]+\s+){1,5}?(?:models?|LLMs?|systems?))\b"
)
# What is matched or shared, but is no result: "matches the training data of X".
_NOT_RESULTS = re.compile(
    r"\d+(?:\.\d+)?\s?%|(?:the\s+|its\s+)?(?:training|data\w*|size|costs?|price|pricing|speed|parameters?"
    r"|architecture|tokenizers?"
    r"|context|latency|licen[cs]e"
    r"|config\w*|prompts?|formats?|settings?|hyperparameters?|set-?up|weights|vocabulary|schedule)\b"
    r"|.*\b(?:budgets?|limits?|window|costs?|price)\Z",
    re.IGNORECASE,
)


def _named_behind(sentence: str, at: int, models: tuple[Mention, ...]) -> str | None:
    """The model named in apposition to words for one: "its own sibling, Claude 3 Opus"."""
    words = re.match(
        r"\s+(?:not\s+(?:just|only)\s+)?(?:its|their|the|our)\s+(?:own\s+)?[^.;:]{2,80}", sentence[at:], re.IGNORECASE
    )
    if not words or not OTHERS.search(words[0]):
        return None
    return next((m.name for m in models if at <= m.start < at + words.end()), None)


def _written_other(target: str) -> str | None:
    """A capitalised name behind "outperforms" that the catalogue does not hold."""
    name = re.match(r"((?:[A-Z][\w.’'-]*(?:\s+(?=[A-Z\d])[\w.’'-]+){0,3}))(?=$|[\s,])", target)
    if name is None or re.match(r"(?:The|This|That|All|Its|Other|Both|On|In)\b", name[1]):
        return None
    return re.sub(r"['’]s?$", "", name[1])


def _group_behind(sentence: str, at: int) -> str | None:
    """A group of models with several adjectives: "those of larger, more powerful language models"."""
    words = _GROUP.match(sentence[at:])
    return f"unnamed: {' '.join(words[1].split())}" if words else None


def _head_is_no_model(comparator: str, target: str) -> bool:
    """Whether the words of an unnamed other side begin with something else ("schedule and its systems")."""
    head = re.split(r"\s+(?:and|that|when|where|because)\s+", target)[0]
    if re.match(
        r"(?:most|many|several|all|some|both|other|existing|leading|a\s+number\s+of|open|closed|proprietary)\b", head
    ):
        return False
    if _GROUP.match(f" {comparator.removeprefix('unnamed: ')}"):
        return False
    return comparator.startswith("unnamed:") and not (MODEL_WORD.search(head) or OTHERS.search(head))


def _said(sentence: str, taken: list[tuple[int, int]]) -> list[tuple[str, re.Match[str]]]:
    """The words of comparison in order; where two patterns meet, the earlier one counts. Denied ones are left out."""
    low = sentence.lower()
    kept: list[tuple[str, re.Match[str]]] = []
    for relation, stems, pattern in BEATS:
        for found in pattern.finditer(sentence) if any(stem in low for stem in stems) else ():
            before = sentence[: found.start()]
            free = not is_taken([*taken, *(m.span() for _, m in kept)], *found.span())
            if free and not INTENDED.search(before[-90:]) and not DENIED.search(before[-110:]):
                kept.append((relation, found))
    return sorted(kept, key=lambda said: said[1].start())


def _compared_first(
    sentence: str, tests: tuple[Mention, ...], models: tuple[Mention, ...], taken: list[tuple[int, int]]
) -> Iterator[Found]:
    first = COMPARED_FIRST.match(sentence)
    if not first:
        return
    named = name_or_words(first[2], first.end(2), sentence, models, last=False)
    compared = name_or_words(first[1], first.end(1), sentence, models, last=False)
    fields = {"comparator": (compared or " ".join(first[1].split())).removeprefix("unnamed: "), "relation": "beats"}
    if tests:
        fields["benchmark"] = tests[0].name
    if named or compared:
        taken.append((first.start(), first.end()))
        who = named or f"unnamed: {' '.join(first[2].split())}"
        yield Found("comparative", who, first.start(), first.end(), fields)


def _one_sided(
    sentence: str, tests: tuple[Mention, ...], models: tuple[Mention, ...], taken: list[tuple[int, int]]
) -> Iterator[Found]:
    """ "Tern 2 pulls ahead in mathematics": better or worse than something that the sentence does not name."""
    low = sentence.lower()
    for relation, stems, pattern in ONE_SIDED:
        for found in pattern.finditer(sentence) if any(stem in low for stem in stems) else ():
            if is_taken(taken, *found.span()) or INTENDED.search(sentence[: found.start()][-90:]):
                continue
            if PERSONS.search(sentence[found.end() : found.end() + 40]):
                continue
            subject = _subject(sentence, found.start(), models, participle=False)
            if subject is None and relation == "equal" and MODEL_WORD.search(sentence[: found.start()]):
                subject = f"unnamed: {subject_words(sentence[: found.start()]) or 'not stated'}"
            if subject is None:
                continue
            taken.append((found.start(), found.end()))
            fields = {"comparator": "not stated", "relation": relation}
            if tests:
                fields["benchmark"] = tests[0].name
            last = min(len(sentence), found.end() + 40)
            yield Found("comparative", subject, max(0, found.start() - 60), last, fields)


def _subject(sentence: str, at: int, models: tuple[Mention, ...], participle: bool) -> str | None:
    """Who is said to be better: the name or words before the verb, a name written there, or whoever "it" is."""
    if _COORDINATED.search(sentence[:at]):
        # "It tops the board and rivals X"
        first = [m for m in models if m.end <= at]
        shared = first[-1].name if first else pronoun(sentence[:at])
        if shared is not None:
            return shared
    relative = _RELATIVE.search(sentence[:at])
    named = [m for m in models if relative and m.end <= relative.start()]
    if named:
        # "Tern 2, which is distilled from Tern 1, performs better"
        return named[-1].name
    chunk = chunk_before(sentence, at)
    subject = name_or_words(chunk, at, sentence, models, last=True)
    if subject is not None:
        return subject
    results = re.search(
        r"\b([A-Z][\w.-]*(?:\s[A-Z0-9][\w.-]*){0,3})(?:['’]s)?\s+(?:performance|results?|scores?)$", chunk
    )
    if results:
        return f"unnamed: {results[1]}"
    written = written_before(sentence, at)
    if written is not None:
        return written
    left = sentence[:at]
    before = [m for m in models if m.end <= at]
    words = subject_words(left)
    said = before[-1].name if before else pronoun(left) or (f"unnamed: {words}" if words else None)
    if said is None and re.search(rf"(?:^|\s){HUMAN}\s*(?:\w+ly\s+)?$", left, re.IGNORECASE):
        # People who exceed models are no speakers of a claim about a model.
        return None
    if said is None and participle and len(left) < 160:
        return NOT_SAID
    return said
