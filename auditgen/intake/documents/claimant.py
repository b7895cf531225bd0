"""Who speaks: the claimant of a document, told by the analyst or read from it, apart from whose model it is."""

from __future__ import annotations

import re
from dataclasses import dataclass

from auditgen.intake.documents.blocks import Document
from auditgen.intake.documents.vocabulary import Vocabulary

_SAYS_DEVELOPER = re.compile(
    r"(?:model\s+)?develop(?:er|ed\s+by)s?\s*[:：]?\s*\*{0,2}\s*([A-Z][\w .&-]{1,40}?)(?:[.,;(]|$)", re.IGNORECASE
)
_PRESENTS = re.compile(
    r"(?:\b(?:we|are|to|proudly)\s+(?:\w+\s+){0,2}(?:present|introduc\w+|releas\w+|announc\w+|open[- ]?sourc\w+"
    r"|unveil\w*)\s+(?:the\s+)?|"
    r"(?:开源|推出|发布)了?\s*)((?:\S+\s*){1,6})",
    re.IGNORECASE,
)
# "Hermes 2 Pro - Llama-3 8B": a heading that goes on from a family's name to a version and a size is a model's name.
_NAME_GOES_ON = re.compile(
    r"(?:[\s-]+(?:v?\d+(?:\.\d+)*|pro|ultra|max|mini|nano|large|small|medium|flash|turbo|chat|instruct|base|preview"
    r"|(?:llama|mistral|mixtral|qwen|gemma|phi|yi|falcon|deepseek|solar)[\w.-]*)){0,6}"
    r"[\s-]+\d+(?:\.\d+)?[BM](?:[\s-]+(?:chat|instruct|base|preview))?\s*$",
    re.IGNORECASE,
)
_PUBLIC = re.compile(
    r"\b(?:National Institute of Standards|NIST|CAISI|AI (?:Safety|Security) Institute|AISI|European Commission"
    r"|Joint Research Centre|"
    r"Ministry|Government|International AI Safety Report|OECD|United Nations|Center for AI Standards)\b"
)


@dataclass(frozen=True, slots=True)
class Claimant:
    """name and relation as far as known; `read_from` quotes the words it was read from, None if the analyst told."""

    name: str | None
    public: bool = False
    read_from: str | None = None
    relation: str | None = None

    def relation_to(self, developer: str | None, words: Vocabulary) -> str | None:
        """developer, competitor, public_body, other, or None where it cannot be told."""
        if self.relation:
            return self.relation
        if self.public:
            return "public_body"
        if not self.name or not developer:
            return None
        own = words.canonical_developer(self.name)
        if own == words.canonical_developer(developer):
            return "developer"
        # A newspaper or a blog competes with nobody.
        return "competitor" if own in words.developers else "other"


def find_claimant(
    document: Document, words: Vocabulary, subject: tuple[str, str] | None, name: str | None, relation: str | None
) -> Claimant:
    """The claimant: what the analyst says; else a public body or developer named at the start of the document."""
    if name:
        return Claimant(name, bool(_PUBLIC.search(name)) and not relation, None, relation)
    opening = document.passages[:40]
    for passage in opening[:12]:
        found = _PUBLIC.search(passage.text[:400])
        if found and (passage.level or len(passage.text) < 200):
            return Claimant(
                passage.text[:120] if len(passage.text) <= 120 else found[0], True, passage.text[:120], relation
            )
    for passage in opening:
        said = _SAYS_DEVELOPER.search(passage.text[:300])
        if said and len(passage.text) < 300:
            known = words.canonical_developer(said[1])
            if known in words.developers:
                return Claimant(known, False, passage.text[:120], relation)
    if subject:
        developer = words.developer_of(subject[0])
        if developer:
            return Claimant(developer, False, subject[1], relation)
    return Claimant(None, relation=relation)


def subject_model(document: Document, words: Vocabulary) -> tuple[str, str] | None:
    """The model that a document is about, and the words that say so: first headings, then "we present"."""
    openings = [p for i, p in enumerate(document.passages[:60]) if p.level or i < 4][:8]
    for passage in openings:
        name = model_in(passage.text[:300], words)
        if name:
            titles = (p.text.strip() for p in openings if len(p.text) <= 60)
            longer = (t for t in titles if t.startswith(name) and _NAME_GOES_ON.match(t, len(name)))
            return next(longer, name), passage.text[:120]
    for passage in document.passages[:60]:
        presented = _PRESENTS.search(passage.text[:1_500])
        if presented:
            name = model_in(presented[1], words)
            if name:
                return name, presented[0][:120]
    return None


def model_in(text: str, words: Vocabulary) -> str | None:
    """The first model that a short text names."""
    tokens = list(re.finditer(r"[A-Za-z0-9][A-Za-z0-9_.+:/-]*[A-Za-z0-9_+]|[A-Za-z0-9]", text))[:60]
    for i in range(len(tokens)):
        for size in (5, 4, 3, 2, 1):
            if i + size > len(tokens):
                continue
            name = text[tokens[i].start() : tokens[i + size - 1].end()]
            if (
                not re.search(r"[^\x00-\x7f]|[,;()]", name)
                and re.search(r"[A-Z0-9]", name)
                and words.like_model(name) >= (1.0 if size > 1 else 0.8)
            ):
                return name
    return None
