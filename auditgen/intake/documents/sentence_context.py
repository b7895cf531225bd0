"""Whom "it" and "the model" mean, and on which test, where the sentence before says so. The row says that it does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from auditgen.intake.documents.figure_scene import FLAGS, Context
from auditgen.intake.documents.mentions import Names
from auditgen.intake.documents.sentence_found import Found

_STANDS_FOR = re.compile(
    r"unnamed: (?:(?:the|this|our|its)\s+)?(?:upgraded\s+|new\s+|latest\s+|same\s+|final\s+|proposed\s+|resulting\s+)?"
    r"(?:it|we|model|system|method|approach|agent|framework|checkpoint|not stated)\Z",
    re.IGNORECASE,
)
_IT = re.compile(r"unnamed: (?:it|this\s+model)", re.IGNORECASE)
# "They" may be people; "we" is read only where we solve, score or outperform.
_TYPES = ("absolute", "threshold", "human_parity", "comparative", "rank", "trend")


@dataclass(slots=True)
class Told:
    """The model and the test that the sentences so far speak of; empty where they are several or none."""

    model: str = ""
    test: str = ""
    heading: str = ""
    subject: str = ""
    """The model that the whole document speaks of most, if it is one."""
    last: str = ""
    """The last model that a sentence under this heading spoke of alone: what "it" may mean in the next paragraph."""

    words: str = ""
    """The words for a model without a name that the sentence before spoke of: "the best algorithms"."""

    def context(self) -> Context:
        """What the sentences so far say, for the reader of figures."""
        return Context(self.model, self.last, self.heading, self.subject, self.words, self.test)

    def complete(self, found: Found) -> list[str]:
        """Put the model and test of the sentences before on a claim that leaves them out. Returns words for flags."""
        flags = list(found.flags)
        if found.settled:
            pass
        elif self.model and _STANDS_FOR.fullmatch(found.model) and found.type in _TYPES:
            found.model = self.model
            flags.append(FLAGS["model"])
        elif self.last and not self.model and _IT.fullmatch(found.model):
            found.model = self.last
            flags.append(FLAGS["last"])
        elif self.heading and not self.model and _STANDS_FOR.fullmatch(found.model):
            found.model = self.heading
            flags.append(FLAGS["heading"])
        elif self.subject and not found.model.endswith("not stated") and _STANDS_FOR.fullmatch(found.model):
            found.model = self.subject
            flags.append(FLAGS["subject"])
        figured = found.type in ("absolute", "threshold")
        if self.test and figured and found.fields.get("benchmark", "").startswith("unnamed:"):
            found.fields["benchmark"] = self.test
            flags.append("test from the sentence before")
        return flags

    def under(self, headings: Sequence[str], spotter: Names) -> None:
        """Start anew under headings, outermost first: the one model that the nearest of them names, if it is one."""
        self.model = self.test = self.heading = self.last = self.words = ""
        for text in headings:
            named = list(dict.fromkeys(m.name for m in spotter.said_models(text)))
            if named:
                self.heading = named[0] if len(named) == 1 else ""

    def after(self, sentence: str, found: Sequence[Found], spotter: Names) -> None:
        """Take note of a sentence: its one speaker and its one test, if it has one of each."""
        others = {f.fields.get("comparator") for f in found}
        spoken = [f.model for f in found if not f.model.startswith("unnamed:") and f.model not in others]
        spoken = list(dict.fromkeys(spoken))
        named = list(dict.fromkeys(m.name for m in spotter.said_models(sentence)))
        tests = list(dict.fromkeys(t.name for t in spotter.said_tests(sentence)))
        described = [f.model for f in found if f.model.startswith("unnamed: ") and not _STANDS_FOR.fullmatch(f.model)]
        self.words = "" if spoken or named else described[0].removeprefix("unnamed: ") if described else self.words
        if spoken or named:
            first = spoken[0] if spoken else named[0]
            alone = len(spoken) == 1 or (not spoken and len(named) == 1)
            # The subject of a sentence goes on as "it".
            opens = bool(spoken) and sentence[:60].find(spoken[0]) in range(25)
            self.model = first if alone or opens else ""
            self.last = self.model or self.last
        if tests:
            self.test = tests[0] if len(tests) == 1 else ""
