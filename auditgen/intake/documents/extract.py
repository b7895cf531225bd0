"""Documents in, draft claims out: every figure with its place, every table that gave none with the reason."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from auditgen.intake.documents.blocks import Document
from auditgen.intake.documents.claimant import Claimant, find_claimant, subject_model
from auditgen.intake.documents.coined import spotter_for
from auditgen.intake.documents.context import document_defaults
from auditgen.intake.documents.contradictions import Contradiction, find_contradictions
from auditgen.intake.documents.drafting import Draft, Gap, Skipped
from auditgen.intake.documents.front_matter import model_index_name, read_front_matter
from auditgen.intake.documents.limits import MAX_DRAFTS
from auditgen.intake.documents.merge import same_source
from auditgen.intake.documents.opening import Progress, read_bytes, read_document
from auditgen.intake.documents.prose import read_prose
from auditgen.intake.documents.readable import make_readable
from auditgen.intake.documents.table_claims import read_table
from auditgen.intake.documents.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class About:
    """What the analyst says of the documents: who speaks, where they were found, when."""

    claimant: str | None = None
    relation: str | None = None
    title: str | None = None
    url: str | None = None
    accessed: str | None = None
    kind: str | None = None


@dataclass(slots=True)
class SourceFound:
    """One document as it stands under `sources` of the draft file."""

    id: str
    file: str
    sha256: str
    kind: str
    claimant: Claimant
    title: str | None = None
    n_tables: int = 0
    name_only: bool = False
    """Whether its id was taken from a listed source that shares the name of the file, but not its content."""
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class Extraction:
    """All that one or more documents gave. Drafts stand in the order of the documents."""

    sources: list[SourceFound] = field(default_factory=list)
    drafts: list[Draft] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    contradictions: list[Contradiction] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    documents: list[Document] = field(default_factory=list)


def extract(
    paths: Sequence[str | Path],
    about: About | None = None,
    progress: Progress | None = None,
    known: Sequence[Mapping[str, object]] = (),
) -> Extraction:
    """Read documents and draft their claims. `known` are the sources of a draft file whose ids are to be kept.

    Raises InputError for a document that cannot be read.
    """
    with few_collections():
        read = [read_document(*read_bytes(Path(path)), progress) for path in paths]
        return extract_documents(read, about or About(), known, progress)


@contextmanager
def few_collections() -> Iterator[None]:
    """Let the collector of cycles run seldom: a long document makes a million small objects, and no cycle among them
    that would have to go before the end. It takes a sixth of the time otherwise."""
    before = gc.get_threshold()
    gc.set_threshold(200_000, 20, 50)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def extract_documents(
    documents: Sequence[Document],
    about: About,
    known: Sequence[Mapping[str, object]] = (),
    progress: Progress | None = None,
) -> Extraction:
    """Draft the claims of documents that were read already."""
    words = Vocabulary()
    out = Extraction(documents=list(documents))
    taken: set[str] = set()
    for document in documents:
        named = model_index_name(document)
        subject = (named, f"model-index name: {named}"[:120]) if named else subject_model(document, words)
        source = _source(document, about, subject, words, taken, known)
        out.sources.append(source)
        drafts = _one(document, source, subject[0] if subject else None, words, out, progress)
        for draft in drafts:
            draft.fields["source"] = source.id
        out.drafts += drafts
        out.notes += [f"{document.name}: {note}" for note in document.notes]
    if len(out.drafts) > MAX_DRAFTS:
        out.notes.append(
            f"{len(out.drafts):,} drafts were found; the first {MAX_DRAFTS:,} were kept, more do not fit one claims"
            f" file"
        )
        del out.drafts[MAX_DRAFTS:]
    make_readable(out.drafts)
    _ids(out.drafts)
    out.contradictions = find_contradictions(out.drafts, out.gaps, words)
    return out


def _source(
    document: Document, about: About, subject: tuple[str, str] | None, words: Vocabulary, taken: set[str],
    known: Sequence[Mapping[str, object]],
) -> SourceFound:  # fmt: skip
    listed = same_source(known, document.name, document.sha256)
    if listed is not None and str(listed.get("id")) not in taken:
        id_ = str(listed["id"])
    else:
        listed, id_ = None, _free_id(document.name, taken | {str(s.get("id")) for s in known})
    taken.add(id_)
    title = about.title or next((p.text[:200] for p in document.passages if p.level == 1), None)
    claimant = find_claimant(document, words, subject, about.claimant, about.relation)
    found = SourceFound(id_, document.name, document.sha256, document.kind, claimant, title, len(document.tables))
    found.name_only = listed is not None and listed.get("sha256") != document.sha256
    if claimant.name and claimant.read_from and not about.claimant:
        said = f'claimant read as {claimant.name} from "{claimant.read_from[:80]}"; say --claimant if it is another'
        document.notes.append(said)
    elif claimant.name and not (
        claimant.public or about.relation or words.canonical_developer(claimant.name) in words.developers
    ):
        document.notes.append(
            f"{claimant.name} is no developer that is known here, and its relation is given as other: say --relation if"
            " it is an independent evaluator, a public body or a leaderboard"
        )
    elif not claimant.name:
        document.notes.append("no claimant found: who publishes this? Say --claimant NAME")
    return found


def _free_id(name: str, taken: set[str]) -> str:
    base = re.sub(r"[^a-z0-9]+", "-", Path(name).stem.lower()).strip("-")[:40] or "document"
    id_, n = base, 2
    while id_ in taken:
        id_, n = f"{base}-{n}", n + 1
    return id_


def fresh_source(extraction: Extraction, source: SourceFound, taken: set[str]) -> None:
    """Give a source an id of its own: it shares its name with a listed one, but is another document."""
    old, source.id = source.id, _free_id(source.file, taken)
    source.name_only = False
    for draft in extraction.drafts:
        if draft.fields["source"] == old:
            draft.fields["source"] = source.id
    _ids(extraction.drafts)
    extraction.contradictions = find_contradictions(extraction.drafts, extraction.gaps, Vocabulary())


def _one(
    document: Document,
    source: SourceFound,
    subject: str | None,
    words: Vocabulary,
    out: Extraction,
    progress: Progress | None,
) -> list[Draft]:
    spotter = spotter_for(document.passages, words)
    words.introduce(spotter.introduced_tests, spotter.introduced_models)
    defaults = document_defaults(document, words)
    harvest = read_front_matter(document, words, source.claimant)
    drafts = harvest.drafts
    out.skipped += harvest.skipped
    tables = document.tables
    for number, table in enumerate(tables, start=1):
        one = read_table(table, document, words, source.claimant, subject, defaults)
        drafts += one.drafts
        out.gaps += one.gaps
        out.skipped += one.skipped
        if progress is not None and number % 20 == 0:
            progress(f"{document.name}: tables", number, len(tables))
    return drafts + read_prose(document, words, source.claimant, drafts, progress, spotter)


def _ids(drafts: Sequence[Draft]) -> None:
    """Ids from the source and the place in it, so that the same document gives the same ids."""
    taken: set[str] = set()
    for draft in drafts:
        source = draft.fields["source"]
        if draft.table:
            base = f"{source}-t{draft.table}-r{draft.row}-c{draft.column}"
        elif draft.fields.get("type") == "absolute" and "front matter" in draft.fields["place"]:
            base = f"{source}-fm-{draft.row + 1}-{draft.column + 1}"
        else:
            base = f"{source}-s{draft.row}-{draft.column}"
        id_, n = base, 2
        while id_ in taken:
            id_, n = f"{base}-{n}", n + 1
        taken.add(id_)
        draft.id = id_
