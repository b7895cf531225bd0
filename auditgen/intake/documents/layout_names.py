"""The test that stands over a table: in its caption, its headings, or the text around it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from auditgen.intake.documents.blocks import Cell
from auditgen.intake.documents.caption_names import (
    SIZED,
    captioned,
    described_test,
    evaluated_on,
    named_at_start,
    title_name,
)
from auditgen.intake.documents.columns import Column, head_like, is_split
from auditgen.intake.documents.facts import sentences
from auditgen.intake.documents.label_kinds import AVERAGE, built_as_name, is_part, is_topic
from auditgen.intake.documents.labels import read_label
from auditgen.intake.documents.new_tests import no_score
from auditgen.intake.documents.vocabulary import Vocabulary


def tests_above(titles: Sequence[Cell], words: Vocabulary, around: str, title: str, captioned: bool) -> list[str]:
    """The tests named over a table. A title inside the table speaks before the text around it."""
    own = " ".join(c.text for c in titles)
    if own:
        return known_in(own, words)
    caption = known_in(title.split("\n")[0], words) if captioned else []
    if len(set(caption)) == 1:
        # The caption speaks before the heading.
        return caption
    nearest = known_in("\n".join(sentences(around)[-2:]), words)
    over = known_in("\n".join(sentences(around.removeprefix(title))[-2:]), words)
    titled = known_in(title, words)
    if not captioned and len(set(over)) == 1 and not set(over) & set(titled):
        # The paragraph over the table names a test, its heading another one: the paragraph is nearer.
        return over
    return titled or (nearest if len(set(nearest)) == 1 else known_in(around, words))


def known_in(text: str, words: Vocabulary) -> list[str]:
    """Names of tests in text, in order; each line is a text of its own."""
    lines = text[:4_000].split("\n")
    known = [m.name for line in lines for m in words.spotter.tests(line)]
    return known or [name for line in lines for name in words.introduced_in(line)]


def name_over(title: str, words: Vocabulary) -> str:
    """The test that a caption or heading names, known or not."""
    lines = title.split("\n")
    # The caption first, then the nearest heading.
    lines = [*lines[:1], *reversed(lines[1:])] if captioned(title) else lines[::-1]
    for line in lines:
        known = known_in(line, words)
        whole = title_name(line) or ""
        if known and not (words.test(known[0]).id is None and whole.startswith(f"{known[0]} ")):
            return known[0]
        built = named_at_start(line, words)
        name = built[0] if built and not whole.startswith(built[0]) else whole
        if len(name.split()) == 1 and captioned(line) and not re.search(r"[A-Z\d].*[A-Z\d]", name):
            # "Eval results on MasakhaNER": one plain word before what they are on.
            name = evaluated_on(line) or name
        name = name or (evaluated_on(line) or "" if captioned(line) else "")
        if (
            len(name.split()) > 3
            and not captioned(line)
            and not re.search(r"\w*[A-Z\d]\w*[A-Z\d]|[Bb]ench|[Ee]val", name)
        ):
            # "Task Difficulty and Diverse Challenges": a heading that tells of something.
            continue
        if name and not words.spotter.models(name) and not SIZED.search(name):
            return name
    described = next((d for d in map(described_test, lines) if d), None)
    return described or ""


def name_of_parts(scores: Sequence[Column], parts: Sequence[Column], title: str, words: Vocabulary) -> str:
    """The test that a caption names over languages, splits, amounts or measures, which are its parts; "" if none."""
    told = [line for line in title.split("\n")[:1] if captioned(line)]
    if not told or words.spotter.tests(told[0]):
        return ""
    name = evaluated_on(told[0]) or ""
    split = sum(is_part(c.head) or is_split(c.head) or read_label(c.head).bare for c in scores)
    if not name and split >= 0.6 * len(scores):
        name = title_name(told[0]) or described_test(told[0]) or ""
    known = sum(head_like(c, words, "test") >= 0.5 for c in scores)
    fits = len(parts) >= 0.6 * len(scores) or split >= 0.6 * len(scores) or bool(AVERAGE.match(scores[0].head))
    return name if name and fits and not known and not no_score(name) and not words.spotter.models(name) else ""


# "Language Variety", "captive_marine", "Main Object": words as they stand in any text, no names.
_PLAIN = re.compile(r"[A-Z]?[a-z’']+(?:(?:[ /&,_-]|\s[&+]\s)+(?:[A-Z]?[a-z’']+))*\.?")


def plain_labels(labels: Sequence[str], whole: str, words: Vocabulary) -> bool:
    """Whether labels are parts of a test by their looks: ordinary words and measures, its own name, an average."""
    bare = [re.sub(r"\s*[(（].*", "", label).strip(" ↑↓%") for label in labels]
    known = [t for t in bare if words.like_test(t) >= 0.5 and t != whole and not is_topic(t)]
    told = [
        t
        for t in bare
        if t == whole
        or _PLAIN.fullmatch(t)
        or is_part(t)
        or AVERAGE.match(t)
        or read_label(t).bare
        or "Score" in t.split()
    ]
    return len(bare) >= 2 and not known and len(told) >= 0.8 * len(bare)


def whole_over(title: str, labels: Sequence[str], words: Vocabulary) -> str:
    """The test whose parts labels are: named in the caption and nothing else there, or as what results are on; "" if
    the labels may be tests of their own."""
    line = title.split("\n")[0]
    if not captioned(line):
        return ""
    known = known_in(line, words)
    built = named_at_start(line, words)
    name = known[0] if len(set(known)) == 1 else built[0] if built and built[1] else evaluated_on(line) or ""
    if not built_as_name(name) or words.spotter.models(name) or SIZED.search(name):
        return ""
    return name if plain_labels(labels, name, words) else ""


def one_test_with_parts(scores: Sequence[Column], title: str, words: Vocabulary) -> bool:
    """Whether the heads are the one test that the title names, and topics: its parts, not tests of their own."""
    known = [c for c in scores if head_like(c, words, "test") >= 0.5 and not is_topic(c.head)]
    above = known_in(title, words)
    return (
        len(scores) >= 4
        and len(known) == 1
        and len(set(above)) == 1
        and (
            words.test(known[0].head).id == words.test(above[0]).id is not None
            or known[0].head.strip(" :*") == above[0]
        )
        and (
            sum(is_topic(c.head) for c in scores) >= 0.6 * len(scores)
            or plain_labels([c.head for c in scores], above[0], words)
        )
    )
