"""Sentences made into candidates of low confidence: scores, thresholds, comparisons, ranks, human parity, trends."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from auditgen.catalogue.naming import loose
from auditgen.intake.documents.blocks import Document, Passage, Spot
from auditgen.intake.documents.claimant import Claimant
from auditgen.intake.documents.coined import Coined, main_subject, spotter_for
from auditgen.intake.documents.drafting import Draft
from auditgen.intake.documents.facts import sentences, short
from auditgen.intake.documents.opening import Progress
from auditgen.intake.documents.sentence_changes import as_change
from auditgen.intake.documents.sentence_claims import read_sentence, worth_reading
from auditgen.intake.documents.sentence_context import Told
from auditgen.intake.documents.sentence_found import Found
from auditgen.intake.documents.vocabulary import Vocabulary

_MOST = 2_000
_SHORTEST, _LONGEST = 15, 1_200


def read_prose(
    document: Document,
    words: Vocabulary,
    claimant: Claimant,
    from_tables: Sequence[Draft],
    progress: Progress | None = None,
    spotter: Coined | None = None,
) -> list[Draft]:
    """Candidates from the text of a document, in order. A sentence that repeats a table's cell says so."""
    spotter = spotter or spotter_for(document.passages, words)
    cells = {
        (loose(d.fields["benchmark"]), d.fields["score"].replace(",", "")): d
        for d in from_tables
        if "score" in d.fields
    }
    out: list[Draft] = []
    number = 0
    section = ""
    headings: dict[int, str] = {}
    told, open_list = Told(), False
    passages = document.passages
    told.subject = main_subject(passages, spotter)
    for at, passage in enumerate(passages, start=1):
        if progress is not None and at % 200 == 0:
            progress(f"{document.name}: text", at, len(passages))
        if passage.level:
            section, open_list = passage.text, False
            headings = {k: text for k, text in headings.items() if k < passage.level} | {passage.level: section}
            told.under(list(headings.values()), spotter)
            if not _SAYS.search(passage.text):
                continue
        if _REFERENCES.fullmatch(section.strip()):
            # What a list of references names, others measured.
            continue
        # Whom a paragraph speaks of is not carried into the next one, but a text that ends in a colon speaks for the
        # list under it; a test in question may be carried.
        if not open_list:
            told.model = ""
        opens = passage.text.rstrip().endswith((":", "：")) and len(passage.text) <= _LONGEST
        open_list = opens or (open_list and len(passage.text) < 400)
        for sentence in sentences(whole_words(passage.text)):
            number += 1
            claims: list[Found] = []
            if not _SHORTEST <= len(sentence) <= _LONGEST or not worth_reading(sentence):
                if len(sentence) <= _LONGEST:
                    told.after(sentence, claims, spotter)
                continue
            claims += read_sentence(sentence, spotter, told.context())
            flags = [told.complete(found) for found in claims]
            claims = [as_change(found, sentence) for found in claims]
            told.after(sentence, claims, spotter)
            for k, found in enumerate(claims):
                draft = _draft(found, sentence, passage, section, document, claimant, words)
                draft.row, draft.column = number, k
                draft.flags += flags[k]
                twin = cells.get((loose(draft.fields.get("benchmark", "")), draft.fields.get("score", "")))
                if twin is not None and found.type == "absolute":
                    draft.flags.append("repeats a cell of a table")
                out.append(draft)
        if len(out) >= _MOST:
            document.notes.append(f"more than {_MOST:,} candidates in the text; the rest was not read")
            break
    return out[:_MOST]


def _draft(
    found: Found,
    sentence: str,
    passage: Passage,
    section: str,
    document: Document,
    claimant: Claimant,
    words: Vocabulary,
) -> Draft:
    quote = short(sentence, found.start, found.end)
    spot = locate(quote, passage.spot, document)
    fields = {"type": found.type, "model": found.model[:400]}
    fields |= {k: v[:400] for k, v in found.fields.items() if v}
    draft = Draft(fields, spot, confidence="low", printed=quote, document=document.name)
    developer = words.developer_of(found.model)
    relation = claimant.relation_to(developer, words)
    for key, value in (("model_developer", developer), ("claimant", claimant.name), ("claimant_relation", relation)):
        if value:
            fields[key] = value
    fields["quote"] = quote
    fields["place"] = f"{spot.words}, text{f' under {section[:60]!r}' if section else ''}"[:490]
    draft.flags.append("candidate from a sentence")
    if found.model.startswith("unnamed:"):
        draft.flags.append("no model named")
    return draft


_REFERENCES = re.compile(r"(?:[\dIVX]+\.?\s+)?(?:references|bibliography|works\s+cited|参考文献)\W*", re.IGNORECASE)
# A heading that is a sentence: "Tern 2 passes the bar exam".
_SAYS = re.compile(
    r"\b(?:is|are|was|were|passes|passed|beats|outperform\w*|surpass\w*|exceed\w*|achiev\w*|reach\w*|scores|scored|matches"
    r"|leads|ranks|tops|improv\w+|outscor\w*|becom\w*|sets)\b",
    re.IGNORECASE,
)
_BROKEN = re.compile(r"(?<=[a-zA-Z]) (fi|fl|ff|ffi|ffl) (?=[a-z])")


def whole_words(text: str) -> str:
    """Text whose ligatures ("signi fi cant") or figures ("$7 8 . 1 \\%$") were set apart, whole again."""
    if text.count("$") > 1:
        text = _MATH.sub(lambda m: _figure_whole(m[1]), text)
    text = _SPACED.sub(lambda m: m[0].replace(" ", ""), text.replace("\\%", "%"))
    return _BROKEN.sub(r"\1", text) if len(_BROKEN.findall(text)) >= 2 else text


# "7 8 . 1 %": the digits of a formula set apart.
_SPACED = re.compile(r"(?<![\w.])\d(?: \d){0,2} \. \d(?: \d){0,2}(?! ?\d)(?: %)?")
# A formula that is a figure and nothing else.
_MATH = re.compile(r"\$((?:\\(?:%|pm|times|approx|sim|mathbf|textbf|,|;|\s)|[\d\s.,+−±~≈<>=(){}/-]){1,60}%?)\$")
_SIGNS = {"\\pm": "±", "\\times": "×", "\\approx": "≈", "\\sim": "~", "\\%": "%", "\\mathbf": "", "\\textbf": ""}


def _figure_whole(formula: str) -> str:
    for written, sign in _SIGNS.items():
        formula = formula.replace(written, sign)
    return re.sub(r"(?<=[\d.])\s+(?=[\d.%])", "", re.sub(r"[{}\\]", "", formula)).strip()


def locate(quote: str, start: Spot, document: Document) -> Spot:
    """The line on which a quotation begins, at or after the line of its paragraph."""
    if start.line is None or not document.source_lines:
        return start
    first = re.findall(r"[^\W_]+", quote)[:4]
    pattern = re.compile(r"[\W_]+".join(map(re.escape, first))) if first else None
    for n in range(start.line, min(start.line + 60, len(document.source_lines)) + 1):
        line = " ".join(document.source_lines[n - 1 : n + 1])
        found = pattern.search(line) if pattern else None
        if found and found.start() <= len(document.source_lines[n - 1]):
            return Spot(line=n)
    return start


def candidates_in(text: str, words: Vocabulary) -> Iterator[Found]:
    """Candidates of a text on its own, sentence by sentence."""
    spotter = words.spotter
    for sentence in sentences(text):
        if worth_reading(sentence):
            yield from read_sentence(sentence, spotter)
