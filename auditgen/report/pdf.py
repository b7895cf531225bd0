"""HTML to one PDF that is PDF/A-3a and PDF/UA-1: fixed fonts, nothing fetched, the same bytes every time."""

from __future__ import annotations

import datetime as dt
import hashlib
import os
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from auditgen.report.errors import PdfEngineError, ReportTooLargeError
from auditgen.report.fonts import FACES, face_bytes, font_face_rules
from auditgen.report.structure import claim_pdfua, repair_structure

VARIANT = "pdf/a-3a"
__all__ = ["Enclosure", "PdfEngineError", "PdfResult", "ReportTooLargeError", "load_engine", "make_pdf"]


@dataclass(frozen=True)
class Enclosure:
    """A file to embed. `relationship`: Source, Data or Supplement (ISO 32000-2, AFRelationship)."""

    name: str
    data: bytes
    relationship: str
    description: str


@dataclass(frozen=True)
class PdfResult:
    """The finished file, its number of pages, and the first and last page (from 1) of each section by its anchor."""

    data: bytes
    pages: int
    sections: Mapping[str, tuple[int, int]]


@contextmanager
def _variable(name: str, value: str) -> Iterator[None]:
    """Set one environment variable for a while; the libraries below know no other way to be told."""
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


@contextmanager
def only_bundled_fonts(config: Path) -> Iterator[None]:
    """Point Fontconfig at an empty configuration while fonts are set up, so that no system font can slip in."""
    with _variable("FONTCONFIG_FILE", str(config)), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # "No fonts configured": that is the point
        yield


def load_engine() -> Any:
    """Import WeasyPrint. Raises PdfEngineError with the one line that installs what is missing."""
    try:
        import weasyprint
    except OSError as error:
        from auditgen.report.install import install_line

        raise PdfEngineError(f"WeasyPrint cannot load Pango or HarfBuzz ({error}); run: {install_line()}") from None
    return weasyprint


def _fetcher(table: Mapping[str, tuple[bytes, str]]) -> Any:
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class AssetFetcher(URLFetcher):  # type: ignore[misc]
        """Serves the bundle from memory; anything else stops the report."""

        def __init__(self) -> None:
            super().__init__(allowed_protocols=(), allow_redirects=False, fail_on_errors=True)

        def fetch(self, url: str, headers: Any = None) -> Any:
            if not url.startswith("asset:") or url[6:] not in table:
                raise ValueError("a report may load its own pictures and fonts only")
            data, mime = table[url[6:]]
            return URLFetcherResponse(url, data, {"Content-Type": mime})

    return AssetFetcher()


def make_pdf(
    html: str,
    css: str,
    pictures: Mapping[str, tuple[bytes, str]],
    enclosures: list[Enclosure],
    created: dt.datetime,
    link_words: Mapping[str, str],
    font_config_file: Path,
) -> PdfResult:
    """Lay out and write the file.

    `created` dates the embedded files; the clock is never read. The file identifier is the hash of everything that
    goes in. Raises PdfEngineError.
    """
    with only_bundled_fonts(font_config_file):
        weasyprint = load_engine()
        from weasyprint.text.fonts import FontConfiguration

        fonts = FontConfiguration()
    from weasyprint.urls import FatalURLFetchingError

    table = dict(pictures) | {f.asset: (face_bytes(f), "font/ttf") for f in FACES}
    fetcher = _fetcher(table)
    style = font_face_rules() + "\n" + css
    identifier = hashlib.sha256(html.encode() + b"\0" + style.encode())
    for e in enclosures:
        identifier.update(e.data)
    for name in sorted(pictures):
        identifier.update(pictures[name][0])
    try:
        document = weasyprint.HTML(string=html, base_url="asset:", url_fetcher=fetcher)
        sheet = weasyprint.CSS(string=style, base_url="asset:", url_fetcher=fetcher, font_config=fonts)
        pages = document.render(stylesheets=[sheet], font_config=fonts, pdf_variant=VARIANT)
    except FatalURLFetchingError as error:
        raise PdfEngineError(f"the templates ask for something outside the bundle: {error}") from None
    claim_pdfua(pages.metadata)
    pages.metadata.attachments += [
        weasyprint.Attachment(
            file_obj=BytesIO(e.data),
            name=e.name,
            description=e.description,
            relationship=e.relationship,
            created=created,
            modified=created,
        )
        for e in enclosures
    ]
    # fontTools stamps the instances of the variable fonts with the time, unless it is told one.
    with _variable("SOURCE_DATE_EPOCH", str(int(created.timestamp()))):
        data = pages.write_pdf(
            pdf_variant=VARIANT, finisher=repair_structure(link_words), pdf_identifier=identifier.digest()[:16]
        )
    sections: dict[str, tuple[int, int]] = {}
    for number, page in enumerate(pages.pages, start=1):
        for name in page.anchors:
            sections[name] = (sections.get(name, (number, number))[0], number)
    return PdfResult(data, len(pages.pages), sections)
