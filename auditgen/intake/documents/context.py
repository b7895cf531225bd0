"""What the surroundings of a table say about its scores: notes by mark, legend, sentence above, title, defaults."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from auditgen.catalogue.naming import loose
from auditgen.intake.documents.blocks import Cell, Document, Passage, Table
from auditgen.intake.documents.drafting import Draft
from auditgen.intake.documents.facts import COPIED, EXCEPT, SAYS_SIZE, Fact, facts_in, sentences, short, speaks_of_all
from auditgen.intake.documents.layout_names import known_in
from auditgen.intake.documents.vocabulary import Vocabulary

_MARKED_NOTE = re.compile(
    r"^[\s•·-]*[(\[]?(\*{1,3}|†|‡|§|¶|\^|[a-z]|\d{1,2})[)\]]?(?:[\s.:]+|(?<=[*†‡§¶^])|(?<=[\])]))(\S.*)$", re.DOTALL
)
_MARK_WORDS = re.compile(
    r"(?:marked|denoted|indicated|labeled|annotated)\s+(?:with|by)\s+(?:an?\s+|the\s+)?[\"'“(]?(\*{1,3}|asterisk"
    r"|†|dagger|‡|\^)|([*†‡^])\s*(?:indicates?|denotes?|means?|marks?|:|=|表示)",
    re.I,
)
_LEGEND = re.compile(
    r"evaluat|benchmark|scor|metric|result|report|figure|bold|note|average|sampl|token|prompt|shot|评|结果|分数|最佳|\*|†",
    re.IGNORECASE,
)
_OUR = re.compile(r"\bour\s+(?:own\s+)?(?:\w+\s+)?models?\b", re.IGNORECASE)
_OTHERS = re.compile(
    r"\b(?:compared|competitor|competing|other|baseline|external|third[- ]party)\s+(?:\w+\s+)?models?\b"
    r"|(?<!\bto )(?<!with )(?<!against )(?<!than )\bbaselines\b"
    r"|对比模型|其他模型",
    re.IGNORECASE,
)
_BASE = re.compile(r"\b(?:base|pre-?trained|pre-?training|foundation)\b(?!\s*line)|基座|基础模型|预训练", re.IGNORECASE)
_CHAT = re.compile(r"\b(?:instruct(?:ion)?(?:[- ]tuned)?|chat|post-?trained|aligned)\b|对话模型", re.IGNORECASE)
_ERROR_KIND = (
    (
        "se",
        re.compile(
            r"±[^.]{0,40}standard error|standard error[^.]{0,60}±|±\s*\(?(?:1\s*)?(?:se|sem)\b|error bars?[^.]{0,4"
            r"0}standard"
            r" error",
            re.I,
        ),
    ),
    ("ci95", re.compile(r"95\s?%\s*(?:confidence|ci|credible)", re.I)),
    ("ci90", re.compile(r"90\s?%\s*(?:confidence|ci)", re.I)),
    ("sd", re.compile(r"±[^.]{0,40}standard deviation|standard deviation[^.]{0,60}±|mean\s*±\s*(?:std|sd)", re.I)),
)


# What a caption says of all the figures under it.
_METRIC = re.compile(
    r"\b(exact match|accuracy|pass@\d+|F1(?:[- ]score)?|BLEU|ROUGE-?\w*|(?:win|success|pass|solve)[- ]rates?"
    r"|recall@\d+|MRR"
    r"|nDCG@?\d*|mAP|perplexity|WER)\b",
    re.IGNORECASE,
)
# What the text under a table says of all its figures.
_MEASURED_BY = re.compile(
    r"\bmeasured\s+(?:by|in|with|as)\s+(?:the\s+)?(exact match|accuracy|pass@\d+|F1(?:[- ]score)?|BLEU|ROUGE-?\w*"
    r"|WER)\b",
    re.IGNORECASE,
)
_SPLIT = re.compile(
    r"\b((?:dev(?:elopment)?|val(?:idation)?|test|held-out)(?:[- ](?:set|split|results?|scores?)))\b", re.IGNORECASE
)


def _only(pattern: re.Pattern[str], passages: Sequence[Passage]) -> tuple[str, Passage] | None:
    """What a pattern finds in the first passage that has it, if it finds one thing only."""
    for passage in passages:
        found = {m[1].lower(): m[1] for m in pattern.finditer(passage.text[:2_000])}
        if found:
            return (next(iter(found.values())), passage) if len(found) == 1 else None
    return None


@dataclass(frozen=True, slots=True)
class _Mention:
    """A test named in a sentence, with the bracket behind it."""

    name: str
    bracket: str


@dataclass(frozen=True, slots=True)
class Scoped:
    """A fact and the tests and models it speaks of."""

    fact: Fact
    only: tuple[_Mention, ...] = ()
    never: tuple[_Mention, ...] = ()
    whose: str = ""
    model: str = ""
    """What the sentence is about ("in the tests of X"), in loose spelling; it binds where the table holds a model X."""
    section: tuple[str, ...] | None = None
    """The section whose tables it speaks of; None for the whole document, or for a table it stands beside."""


_SHOTS_IN_BRACKETS = re.compile(
    r"\b(?:numbers?|figures?|values?)\s+in\s+(?:parenthes[ei]s|brackets)\s+(?:[\w-]+\s+){0,5}?shots?\b", re.IGNORECASE
)


class Context:
    """The facts around one table, ready to be put on its drafts in the order of their nearness."""

    def __init__(self, table: Table, document: Document, words: Vocabulary, defaults: list[Scoped]) -> None:
        self.words = words
        self.table = table
        self.document = document
        legend = [p for p in self._legend() if _LEGEND.search(p.text)]
        self.notes = self._marked(legend)
        named = [p for p in (table.caption,) if p is not None]
        # A footnote speaks only of the cells that refer to it.
        footnotes = set(document.footnotes.values())
        near = [p for p in (*legend, *named, *table.before[-1:]) if p not in footnotes]
        self.scoped = [s for p in near for s in scoped_facts(p, "near the table", words)]
        # "0-shot Evaluation" over a table.
        headed = [Passage(title, table.spot) for title in table.section[-1:]]
        of_heading = (s for p in headed for s in scoped_facts(p, "near the table", words))
        self.scoped += [s for s in of_heading if s.fact.key in ("shots", "cot")]
        self.scoped += [s for s in defaults if s.section is None or s.section == table.section]
        self.metric = _only(_METRIC, named) or _only(_MEASURED_BY, legend[:2])
        self.split = _only(_SPLIT, [*named, *table.before[-1:]])
        told = " ".join(p.text for p in (*legend, *named, *table.before[-1:]))
        self.shots_in_brackets = bool(_SHOTS_IN_BRACKETS.search(told))
        self.title = " ".join([*(p.text for p in named), *table.section[-2:]])
        self.uncertainty_kind = self._uncertainty_kind([*legend, *named, *table.before])
        labels = (c.text for row in table.rows for c in (row[:3] if row is not table.rows[0] else row))
        self.labels = {loose(text) for text in labels if words.like_model(text) >= 0.6}

    def _legend(self) -> list[Passage]:
        """Text under the table up to the next heading, and a last row of one text over the whole width."""
        found = list(self.table.after[:8])
        for row in self.table.rows[-3:]:
            texts = {c.text for c in row if c.text}
            if len(texts) == 1 and len(row) > 1 and len(next(iter(texts))) > 30:
                found.insert(0, Passage(next(iter(texts)), next(c.spot for c in row if c.text)))
        return found

    def _marked(self, legend: list[Passage]) -> dict[str, Passage]:
        """Notes by their mark, from the document's footnotes and from lines under the table that start with a mark."""
        found = dict(self.document.footnotes)
        for passage in legend:
            for sentence in sentences(passage.text[:4_000]):
                marked = _MARKED_NOTE.match(sentence)
                if marked and not (marked[1].isalpha() and marked[1] == "a" and sentence[:2] == "a "):
                    found.setdefault(marked[1], Passage(marked[2][:600], passage.spot))
                worded = _MARK_WORDS.search(sentence)
                if worded:
                    mark = (worded[1] or worded[2]).lower()
                    mark = {"asterisk": "*", "dagger": "†"}.get(mark, mark)
                    found.setdefault(mark, Passage(sentence[:600], passage.spot))
        return found

    def _uncertainty_kind(self, passages: list[Passage]) -> str:
        for passage in passages:
            for kind, pattern in _ERROR_KIND:
                if pattern.search(passage.text):
                    return kind
        return "unstated"

    def explain(self, draft: Draft, cells: list[Cell]) -> None:
        """Put the notes that the cells refer to on the draft: their settings, and their words."""
        for mark in dict.fromkeys(m for cell in cells for m in cell.notes):
            note = self.notes.get(mark) or self.notes.get(mark[:1])
            if note is None:
                draft.doubt("medium", f"note {mark} not found")
                continue
            words = short(note.text)
            draft.flags.append(f"note {mark}")
            draft.told[f"note {mark}"] = f"{words} ({note.spot.words})"
            for scoped in scoped_facts(note, f"note {mark}", self.words):
                if self._applies(scoped, draft) and not (scoped.fact.key == "test_version" and _conditional(note.text)):
                    self._put(scoped.fact, draft)

    def surround(self, draft: Draft) -> None:
        """Put what the legend, the sentence above, the title and the document's defaults say on the draft."""
        for scoped in self.scoped:
            # What holds by default in a document does not hold for figures taken over from elsewhere.
            if scoped.fact.origin == "document" and "copied_from" in draft.fields:
                continue
            if self._applies(scoped, draft):
                self._put(scoped.fact, draft)
        for key, said in (("metric", self.metric), ("split", self.split)):
            if said is not None and key not in draft.fields:
                draft.state(key, said[0], f"{short(said[1].text)} ({said[1].spot.words})")
        if "weights" not in draft.fields:
            stated = self.words.model(draft.fields["model"]).weights
            if stated == "unknown" and self.title:
                base, chat = _BASE.search(self.title), _CHAT.search(self.title)
                if bool(base) != bool(chat):
                    stated = "base" if base else "chat"
                    draft.told["weights"] = f"{short(self.title)} (title of the table or section)"
            if stated != "unknown":
                draft.fields["weights"] = stated

    def _put(self, fact: Fact, draft: Draft) -> None:
        told = f"{fact.quote} ({fact.spot.words})"
        if fact.key == "copied_from" and "copied" not in draft.flags:
            draft.flags.append("copied")
        draft.state(fact.key, fact.value, told)

    def _applies(self, scoped: Scoped, draft: Draft) -> bool:
        if scoped.whose:
            relation = draft.fields.get("claimant_relation")
            if relation is None or (scoped.whose == "own") != (relation == "developer"):
                return False
        if scoped.model in self.labels and scoped.model != loose(draft.fields["model"]):
            return False
        if scoped.never and any(self._means(m, draft) for m in scoped.never):
            return False
        return not scoped.only or any(self._means(m, draft) for m in scoped.only)

    def _means(self, mention: _Mention, draft: Draft) -> bool:
        written = " ".join((draft.fields["benchmark"], *draft.key_words))
        ids = set(self.words.test(mention.name).candidates)
        same = bool(ids & set(self.words.test(draft.fields["benchmark"]).candidates)) or loose(mention.name) in loose(
            written
        )
        return same and (not mention.bracket or loose(mention.bracket) in loose(written))


@lru_cache(maxsize=4_096)
def scoped_facts(passage: Passage, origin: str, words: Vocabulary) -> tuple[Scoped, ...]:
    """The facts of a passage, each bound to the tests and models that its sentence names."""
    out = []
    speaking_of = ""
    for fact in facts_in(passage, origin):
        if origin.startswith("near") and (_MARK_WORDS.search(fact.sentence) or _MARKED_NOTE.match(fact.sentence)):
            # It explains a mark, so it holds only where the mark stands.
            continue
        excepted = EXCEPT.search(fact.sentence)
        never = _mentions(excepted[1], words) if excepted else ()
        rest = fact.sentence.replace(excepted[0], " ") if excepted else fact.sentence
        # "GPQA Diamond" is a version of GPQA, whatever tests are named beside it.
        only = (_Mention(fact.value, ""),) if fact.key == "test_version" else _mentions(rest, words)
        if fact.whole and not only:
            # One of several values of a sentence, without a test that is known: whose value it is, nobody can say.
            continue
        model = _spoken_of(fact.whole or fact.sentence)
        whose = "own" if _OUR.search(fact.sentence) else "others" if _OTHERS.search(fact.sentence) else ""
        # "For all our models ... We use ...": what follows in the same paragraph speaks of the same models.
        whose = speaking_of = whose or speaking_of
        out.append(Scoped(fact, only, never, whose, model))
    return tuple(out)


_SPEAKS_OF = re.compile(
    r"\b(?:tests?|testing|evaluations?|results|scores?|figures)\s+(?:of|for)\s+(?:the\s+)?([^,;:]{2,60}?)\s*(?:[,;:]|$)",
    re.IGNORECASE,
)


def _spoken_of(sentence: str) -> str:
    """ "In the tests of X, ...", "the results for X": whose scores a sentence is about, model or test."""
    found = _SPEAKS_OF.search(sentence)
    return loose(found[1]) if found else ""


def _mentions(text: str, words: Vocabulary) -> tuple[_Mention, ...]:
    found = []
    for name in known_in(text, words):
        if words.like_test(name) < 0.9:
            continue
        behind = re.search(re.escape(name).replace(r"\ ", r"\s+") + r"\s*\(([^()]{1,40})\)", text)
        found.append(_Mention(name, behind[1] if behind else ""))
    return tuple(found)


def document_defaults(document: Document, words: Vocabulary) -> list[Scoped]:
    """Settings that a sentence states for all scores of the document ("for this library", "unless otherwise noted")."""
    found: list[Scoped] = []
    beside_tables = {id(p) for table in document.tables for p in (*table.before[-1:], *table.after)}
    for passage in document.passages:
        if not passage.level and _TABLES_BELOW.search(passage.text):
            # "The following tables show zero-shot results" stands over the first of them.
            found += [s for s in scoped_facts(passage, "document", words) if s.fact.key in ("shots", "cot", "metric")]
        whole = id(passage) not in beside_tables and speaks_of_all(passage.text)
        if passage.level or not (whole or SAYS_SIZE.search(passage.text)):
            continue
        for scoped in scoped_facts(passage, "document", words):
            for_all = (
                whole and speaks_of_all(scoped.fact.sentence) and scoped.fact.key not in ("copied_from", "n_items")
            )
            # How many questions a test has is said once, where the test is described.
            size = scoped.fact.key == "n_items" and len(scoped.only) == 1
            if for_all or size:
                found.append(scoped)
    for table in document.tables:
        for passage in table.after[:8]:
            # "The evaluations are conducted with ..." under the last table of a section speaks of all its tables.
            if speaks_of_all(passage.text):
                found += [
                    replace(scoped, section=table.section)
                    for scoped in scoped_facts(passage, "near the table", words)
                    if speaks_of_all(scoped.fact.sentence) and scoped.fact.key not in ("copied_from", "n_items")
                ]
    return found[:200]


_TABLES_BELOW = re.compile(r"\b(?:following|next)\s+tables\b|\btables\s+below\b", re.IGNORECASE)


def _conditional(text: str) -> bool:
    """A note for some of the models only ("For newer models ..."): its words are kept, nothing is decided."""
    return bool(
        re.match(r"\s*(?:for|on|in)\s+(?:\w+\s+){0,3}models?\b|.*\b(?:newer|older|some|certain)\b", text, re.IGNORECASE)
    )


def says_copied(text: str) -> bool:
    """Whether a group title or note says that figures come from elsewhere."""
    return bool(COPIED.search(text) or re.search(r"\breported\b|\bofficial\b", text, re.IGNORECASE))
