"""RankRecord in, one page out: PDF or HTML with the record inside or beside it."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Literal

from markupsafe import Markup

from auditgen import __version__
from auditgen.records.rank_record import RankRecord
from auditgen.report.assets import Assets, Medium
from auditgen.report.glyphs import Glyphs, tidy
from auditgen.report.html import STYLE_MARKER, environment, style_sheet
from auditgen.report.pdf import Enclosure, make_pdf
from auditgen.report.rank_view import rank_view
from auditgen.report.render import SCREEN_STACKS
from auditgen.report.templates_path import TemplateFolders

RECORD = "rank-record.json"


def rank_pdf(
    record: RankRecord, as_of: dt.date, *, paper: Literal["a4", "letter"] = "a4", templates: Path | None = None
) -> bytes:
    """The ranking as a PDF/A-3a and PDF/UA-1 file with the record inside. `as_of` dates it; the clock is never read.

    Same record, date and versions: same bytes. Raises PdfEngineError where native libraries are missing.
    """
    folders = TemplateFolders(templates)
    glyphs = Glyphs()
    assets = Assets("pdf")
    html = _html(record, as_of, folders, assets, glyphs.text, "pdf", paper)
    enclosure = Enclosure(RECORD, record.to_bytes(), "Data", "The ranking as data: every number of this page and more")
    created = dt.datetime(as_of.year, as_of.month, as_of.day, tzinfo=dt.UTC)
    css = style_sheet(folders, assets, paper)
    return make_pdf(html, css, assets.table, [enclosure], created, {}, folders.path("css/fonts.conf")).data


def rank_html(record: RankRecord, as_of: dt.date, *, templates: Path | None = None) -> str:
    """The ranking as one self-contained HTML file: no script, nothing fetched, pictures as data addresses."""
    folders = TemplateFolders(templates)
    assets = Assets("html")
    page = _html(record, as_of, folders, assets, tidy, "html", "a4")
    css = style_sheet(folders, assets, "a4") + "\n" + folders.read("css/screen.css")
    for name, stack in SCREEN_STACKS.items():
        css = css.replace(f'"{name}"', stack)
    return page.replace(STYLE_MARKER, css, 1)


def _html(
    record: RankRecord,
    as_of: dt.date,
    folders: TemplateFolders,
    assets: Assets,
    clean: object,
    medium: Medium,
    paper: Literal["a4", "letter"],
) -> str:
    template = environment(folders, clean).get_template("rank.html.j2")  # type: ignore[arg-type]
    return template.render(
        v=rank_view(record, clean),  # type: ignore[arg-type]
        medium=medium,
        paper=paper,
        created=f"{as_of.isoformat()}T00:00:00Z",
        generator=f"auditgen {__version__}",
        style_marker=Markup(STYLE_MARKER),
        **assets.functions(),
    )
