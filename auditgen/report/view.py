"""The whole report as plain data: what each page shows, ready to print. No verdict is computed here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from auditgen.records.audit_record import AuditRecord
from auditgen.report.errors import ReportTooLargeError
from auditgen.report.language import Words
from auditgen.report.numerals import Numerals
from auditgen.report.view_annex import AnnexView, AttachedFile, annex_view
from auditgen.report.view_claim import ClaimView, claim_view
from auditgen.report.view_implied import ImpliedView, contradictions, implied_view
from auditgen.report.view_parts import Desk, Table
from auditgen.report.view_summary import (
    PAGE_ROOM,
    CoverView,
    HowView,
    SummaryView,
    cover_view,
    how_view,
    own_claims,
    summary_view,
)

MAX_CLAIMS = 300
MAX_CONTENTS = 12


@dataclass(frozen=True)
class ReportView:
    """The report, page by page."""

    lang: str
    created: str
    docid: str
    cover: CoverView
    summary: SummaryView
    how: HowView
    claims: tuple[ClaimView, ...]
    implied: ImpliedView | None
    contradictions: tuple[Table, ...]
    annex: AnnexView
    glyph_note: str


def build_view(
    record: AuditRecord,
    words: Words,
    *,
    clean: Callable[[str], str] = str,
    attached: list[AttachedFile] | None = None,
    manifest_sha256: str = "",
    summary_room: float = PAGE_ROOM,
    replaced_characters: bool = False,
) -> ReportView:
    """Turn a record into pages.

    `clean` is applied to what goes into charts (the rest is cleaned when it is printed); `summary_room` is the
    height of the summary page in millimetres; `replaced_characters` adds the note on unwritable characters.
    Raises ReportTooLargeError above 300 claims, MissingWordError where the language lacks a word.
    """
    desk = Desk(record, words, Numerals(words), clean)
    claims = own_claims(desk)
    if len(claims) > MAX_CLAIMS:
        raise ReportTooLargeError(
            f"one report holds at most {MAX_CLAIMS} claims, this record has {len(claims)}; "
            "split the claims file, or write the record as .json and keep the PDF for the claims that matter"
        )
    summary = summary_view(desk, summary_room)
    how = how_view(desk)
    alone = not summary.all_claims
    pages = tuple(claim_view(desk, c, i, alone) for i, c in enumerate(claims, start=1))
    implied, clashes = implied_view(desk), contradictions(desk)
    annex = annex_view(desk, attached or [])
    contents = _contents(words, summary, pages, implied is not None, bool(clashes), annex)
    return ReportView(
        lang=record.lang,
        created=w3c_date(record.as_of),
        docid=_docid(words, record),
        cover=cover_view(desk, manifest_sha256, contents),
        summary=summary,
        how=how,
        claims=pages,
        implied=implied,
        contradictions=clashes,
        annex=annex,
        glyph_note=str(words["annex.glyph_note"]) if replaced_characters else "",
    )


def w3c_date(as_of: str) -> str:
    """The date of the data as a W3C date-time in UTC; the clock is never read."""
    return f"{as_of}T00:00:00Z" if len(as_of) == 10 else as_of


def _docid(words: Words, record: AuditRecord) -> str:
    if record.reference:
        return words.fill("labels.docid_reference", reference=record.reference, plan=record.plan.sha256[:12])
    return words.fill("labels.docid", plan=record.plan.sha256[:12])


def _contents(
    words: Words, summary: SummaryView, pages: tuple[ClaimView, ...], implied: bool, clashes: bool, annex: AnnexView
) -> list[tuple[str, str]]:
    """Entries of the table of contents as (title, anchor); long lists of claims are shortened to a range."""
    w = words["sections"]
    entries = [(str(w["summary"]), "summary")]
    if summary.all_claims:
        entries.append((str(w["all_claims"]), "all-claims"))
    entries.append((str(w["how"]), "how"))
    if len(pages) <= MAX_CONTENTS:
        entries += [(p.title, p.anchor) for p in pages]
    else:
        step = -(-len(pages) // 10)
        for i in range(0, len(pages), step):
            last = min(i + step, len(pages))
            entries.append((words.fill("sections.claims_range", first=i + 1, last=last), pages[i].anchor))
    if implied:
        entries.append((str(w["implied"]), "implied"))
    if clashes:
        entries.append((str(w["contradictions"]), "contradictions"))
    entries += [(str(w["method"]), "annex-method"), (str(w["thresholds"]), "annex-thresholds")]
    if annex.evidence:
        entries.append((str(w["evidence"]), "annex-evidence"))
    if annex.regulation:
        entries.append((str(w["regulation"]), "annex-regulation"))
    entries += [(str(w["glossary"]), "annex-glossary"), (str(w["verify"]), "annex-verify")]
    return entries
