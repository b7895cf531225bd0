"""AuditRecord in, report out: PDF, HTML or Markdown."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Literal

from auditgen.records.audit_record import AuditRecord, sha256_hex
from auditgen.report.assets import Assets
from auditgen.report.dossier import dossier
from auditgen.report.fonts import writable
from auditgen.report.glyphs import Glyphs, tidy
from auditgen.report.html import STYLE_MARKER, page_html, style_sheet
from auditgen.report.language import load_words
from auditgen.report.markdown import page_markdown
from auditgen.report.pdf import PdfResult, load_engine, make_pdf, only_bundled_fonts
from auditgen.report.templates_path import TemplateFolders
from auditgen.report.view import ReportView, build_view, w3c_date
from auditgen.report.view_annex import AttachedFile
from auditgen.report.view_summary import PAGE_ROOM

MIN_ROOM, LETTER_SHORTER = 140.0, 17.6  # millimetres

# What stands in for the bundled fonts on a screen.
SCREEN_STACKS = {
    "AG Sans": '"Source Sans 3","Segoe UI",Helvetica,Arial,sans-serif',
    "AG Serif": '"Source Serif 4",Georgia,"Times New Roman",serif',
    "AG Mono": '"Source Code Pro",Consolas,Menlo,monospace',
}


def render_pdf(
    record: AuditRecord,
    *,
    paper: Literal["a4", "letter"] = "a4",
    templates: Path | None = None,
    claims_bytes: bytes | None = None,
) -> bytes:
    """The report as a PDF/A-3a and PDF/UA-1 file with the record inside.

    `templates` is a folder whose files replace the shipped ones by name; `claims_bytes` the claims as ingested (JSON),
    taken from the record if not given. Same record, same versions: same bytes. Raises PdfEngineError where native
    libraries are missing, ReportTooLargeError above 300 claims, TemplateNotFoundError for an unknown language.
    """
    return render_pdf_pages(record, paper=paper, templates=templates, claims_bytes=claims_bytes).data


def render_pdf_pages(
    record: AuditRecord,
    *,
    paper: Literal["a4", "letter"] = "a4",
    templates: Path | None = None,
    claims_bytes: bytes | None = None,
) -> PdfResult:
    """As `render_pdf`, with the number of pages and the page of each anchor."""
    folders = TemplateFolders(templates)
    words = load_words(record.lang, folders)
    font_config = folders.path("css/fonts.conf")
    with only_bundled_fonts(font_config):
        load_engine()
    descriptions = {name: str(text) for name, text in words["attachments"].items()}
    enclosures = dossier(record, descriptions, claims_bytes)
    attached = [AttachedFile(e.name, e.description, len(e.data), sha256_hex(e.data)) for e in enclosures]
    glyphs = Glyphs()
    missing = any(ord(c) > 126 and ord(c) not in writable() for c in set(tidy(enclosures[0].data.decode())))
    room = PAGE_ROOM if paper == "a4" else PAGE_ROOM - LETTER_SHORTER
    while True:
        view = build_view(
            record,
            words,
            clean=glyphs.text,
            attached=attached,
            manifest_sha256=attached[-1].sha256,
            summary_room=room,
            replaced_characters=missing,
        )
        assets = Assets("pdf")
        html = page_html(view, words, folders, assets, glyphs.text, "pdf", paper)
        result = make_pdf(
            html,
            style_sheet(folders, assets, paper),
            assets.table,
            enclosures,
            dt.datetime.fromisoformat(w3c_date(record.as_of).replace("Z", "+00:00")),
            {anchor: glyphs.text(title) for title, anchor in link_titles(view)},
            font_config,
        )
        # The summary is one page: should an unusual text need more room, its table gives way.
        first, last = result.sections["summary"]
        if first == last or room <= MIN_ROOM:
            return result
        room = max(room - 24, MIN_ROOM)


def link_titles(view: ReportView) -> list[tuple[str, str]]:
    """Words for every internal link: the contents of the cover and the claims of the summary."""
    return [*view.cover.contents, *((c.title, c.anchor) for c in view.claims)]


def render_html(record: AuditRecord, *, templates: Path | None = None) -> str:
    """The report as one self-contained HTML file: no script, nothing fetched, pictures as data addresses."""
    folders = TemplateFolders(templates)
    words = load_words(record.lang, folders)
    assets = Assets("html")
    view = build_view(record, words, clean=tidy)
    page = page_html(view, words, folders, assets, tidy, "html", "a4")
    css = style_sheet(folders, assets, "a4") + "\n" + folders.read("css/screen.css")
    for name, stack in SCREEN_STACKS.items():
        css = css.replace(f'"{name}"', stack)
    return page.replace(STYLE_MARKER, css, 1)


def render_markdown(record: AuditRecord, *, templates: Path | None = None) -> str:
    """The report as Markdown text, with the figures as sentences and tables."""
    folders = TemplateFolders(templates)
    words = load_words(record.lang, folders)
    return page_markdown(build_view(record, words, clean=tidy), words, folders)
