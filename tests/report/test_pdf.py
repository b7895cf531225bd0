"""What a rendered PDF holds: tags, fonts, outline, links, attachments, one-page summary."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest

from auditgen.records.audit_record import AuditRecord
from auditgen.report.fonts import EMBEDDED_FAMILIES
from auditgen.report.pdf import PdfResult
from auditgen.report.render import render_pdf_pages
from tests.report.pdf_reading import elements, font_names, inside, kind, opened, outline_titles, text_of
from tests.report.sample_claims import ten_claims
from tests.report.sample_record import sample_record

needs_poppler = pytest.mark.skipif(
    shutil.which("pdftotext") is None, reason="no pdftotext: apt-get install poppler-utils"
)


@pytest.fixture(scope="module")
def pdf(report: PdfResult) -> pikepdf.Pdf:
    return opened(report.data)


def test_only_the_bundled_fonts_are_embedded(pdf: pikepdf.Pdf) -> None:
    names = font_names(pdf)
    assert names
    assert {n for n in names if not n.startswith(EMBEDDED_FAMILIES)} == set()
    assert {f for f in EMBEDDED_FAMILIES if any(n.startswith(f) for n in names)} == set(EMBEDDED_FAMILIES)


def test_every_figure_is_a_chart_with_words(pdf: pikepdf.Pdf, page: str) -> None:
    figures = [e for e in elements(pdf) if kind(e) == "/Figure"]
    assert len(figures) == page.count("<img ")
    assert len(figures) > 10
    for f in figures:
        alt = str(f.Alt)
        assert len(alt.split()) >= 8, alt
        assert len(re.findall(r"\d+(?:\.\d+)?%", alt)) <= 6, "a list of numbers is not a description"


def test_every_figure_names_the_table_with_its_numbers(pdf: pikepdf.Pdf, report_file: Path) -> None:
    body = text_of(report_file) if shutil.which("pdftotext") else None
    for f in [e for e in elements(pdf) if kind(e) == "/Figure"]:
        if "Legend" in str(f.Alt):
            continue
        if str(f.Alt).endswith("The text below gives every date."):
            continue
        named = re.search(r"in (Table \d+)", str(f.Alt))
        assert named, str(f.Alt)
        assert body is None or f"{named[1]}. " in body


def test_every_table_has_heads_with_a_scope(pdf: pikepdf.Pdf) -> None:
    tables = [e for e in elements(pdf) if kind(e) == "/Table"]
    assert len(tables) > 40
    for t in tables:
        heads = inside(t, "/TH")
        assert heads
        for th in heads:
            attributes = th.A if isinstance(th.A, pikepdf.Array) else [th.A]
            assert {str(a.Scope) for a in attributes if "/Scope" in a} <= {"/Column", "/Row"}
            assert any("/Scope" in a for a in attributes)
        assert len(inside(t, "/Caption")) == 1


def test_outline_holds_the_headings_in_order(pdf: pikepdf.Pdf, page: str) -> None:
    headings = [e for e in elements(pdf) if kind(e) in ("/H1", "/H2", "/H3")]
    titles = outline_titles(pdf)
    assert len(titles) == len(headings) == len(re.findall(r"<h[123][ >]", page))
    assert [kind(h) for h in headings].count("/H1") == 1
    assert titles[0] == "Ten benchmark claims, audited"


def test_no_heading_level_is_skipped(pdf: pikepdf.Pdf) -> None:
    levels = [int(kind(e)[-1]) for e in elements(pdf) if re.fullmatch(r"/H\d", kind(e))]
    assert all(b <= a + 1 for a, b in zip([0, *levels], levels))


def test_summary_is_one_page(report: PdfResult) -> None:
    assert report.sections["summary"] == (2, 2)
    assert report.sections["all-claims"] == (3, 3)
    assert report.sections["how"] == (4, 4)


def test_every_claim_starts_on_a_page_of_its_own(report: PdfResult) -> None:
    spans = [report.sections[f"claim-{i}"] for i in range(1, 11)]
    assert all(a[1] < b[0] for a, b in pairwise(spans))


def test_nothing_runs_and_nothing_leads_outside(pdf: pikepdf.Pdf) -> None:
    for o in pdf.objects:
        if isinstance(o, pikepdf.Dictionary):
            assert o.get("/S") not in ("/URI", "/JavaScript", "/Launch", "/GoToR", "/SubmitForm", "/ImportData")
            assert "/JS" not in o
    assert "/OpenAction" not in pdf.Root
    assert "/AA" not in pdf.Root


def test_links_inside_the_report_say_where_they_lead(pdf: pikepdf.Pdf) -> None:
    links = [a for p in pdf.pages for a in p.get("/Annots", []) if a.Subtype == "/Link"]
    assert len(links) >= 20
    assert all(" " in str(a.Contents) or str(a.Contents) in ("Summary",) for a in links)


def test_document_says_what_it_is(pdf: pikepdf.Pdf) -> None:
    assert str(pdf.Root.Lang) == "en"
    assert bool(pdf.Root.ViewerPreferences.DisplayDocTitle)
    assert bool(pdf.Root.MarkInfo.Marked)
    with pdf.open_metadata() as meta:
        assert meta["dc:title"] == "Ten benchmark claims, audited"
        assert meta["pdfaid:part"] == "3"
        assert meta["pdfaid:conformance"] == "A"
        assert meta["pdfuaid:part"] == "1"
        assert str(meta["xmp:CreateDate"]).startswith("2026-11-30")


def test_record_inside_is_the_record(pdf: pikepdf.Pdf, record: AuditRecord) -> None:
    data = pdf.attachments["audit-record.json"].get_file().read_bytes()
    assert data == record.to_bytes()
    assert AuditRecord.from_bytes(data).to_bytes() == data


def test_attachments_match_their_manifest_and_the_cover(pdf: pikepdf.Pdf, report_file: Path) -> None:
    read = {name: pdf.attachments[name].get_file().read_bytes() for name in pdf.attachments}
    assert set(read) == {"audit-record.json", "claims.json", "evidence.csv", "manifest.json"}
    manifest = json.loads(read["manifest.json"])
    listed = {f["name"]: f["sha256"] for f in manifest["files"]}
    assert listed == {n: hashlib.sha256(d).hexdigest() for n, d in read.items() if n != "manifest.json"}
    relations = {str(f.UF): str(f.AFRelationship) for f in pdf.Root.AF}
    assert relations == {
        "audit-record.json": "/Data", "claims.json": "/Source", "evidence.csv": "/Data", "manifest.json": "/Supplement",
    }  # fmt: skip
    if shutil.which("pdftotext"):
        assert hashlib.sha256(read["manifest.json"]).hexdigest() in text_of(report_file, 1, 1)


def test_manifest_names_everything_that_decides_the_bytes(pdf: pikepdf.Pdf) -> None:
    rendering = json.loads(pdf.attachments["manifest.json"].get_file().read_bytes())["rendering"]
    assert {"weasyprint", "pydyf", "pango", "harfbuzz", "harfbuzz_subset", "fontpkg-source-sans-3"} <= set(rendering)
    assert "unknown" not in rendering.values()


def test_evidence_list_cannot_run_a_formula(pdf: pikepdf.Pdf) -> None:
    lines = pdf.attachments["evidence.csv"].get_file().read_bytes().decode().split("\r\n")
    assert len(lines) == 7
    assert any(",'=HYPERLINK(0)" in x for x in lines)
    assert not any(f.startswith(("=", "+", "-", "@")) for x in lines for f in x.split(","))


def test_claims_as_ingested_can_be_given(record: AuditRecord) -> None:
    from auditgen.report.dossier import dossier

    words = dict.fromkeys(("record", "claims", "evidence", "manifest"), "x")
    files = {f.name: f.data for f in dossier(record, words, b'{"claims": []}\n')}
    assert files["claims.json"] == b'{"claims": []}\n'
    assert len(json.loads(dossier(record, words)[1].data)["claims"]) == 10


@needs_poppler
def test_hostile_names_are_text_and_nothing_else(report: PdfResult, report_file: Path) -> None:
    first, last = report.sections["claim-9"]
    body = text_of(report_file, first, last)
    assert "<script>alert(1)</script> file:///etc/passwd javascript:alert(2)" in body
    assert "A & B <b>bold</b>" in body
    assert "javascript:alert(3)" in body


@needs_poppler
def test_characters_beyond_the_fonts_become_numbers_with_a_note(report: PdfResult, report_file: Path) -> None:
    first, last = report.sections["claim-8"]
    assert "[U+901A U+4E49 U+5343 U+95EE]-Max" in text_of(report_file, first, last)
    assert "printed as their Unicode numbers" in text_of(report_file, report.pages, report.pages)


@needs_poppler
def test_long_names_stay_on_the_page(report_file: Path, report: PdfResult) -> None:
    first, last = report.sections["claim-7"]
    assert "Meridian-Ultra-Instruct-72B-preview" in text_of(report_file, first, last).replace("- ", "-")


@pytest.mark.slow
def test_letter_paper_and_many_claims_keep_a_one_page_summary() -> None:
    claims = [c.model_copy(update={"id": f"{c.id}-{i}"}) for i in range(3) for c in ten_claims() if c.id != "c9"]
    result = render_pdf_pages(sample_record(claims, profile=None), paper="letter")
    assert result.sections["summary"] == (2, 2)
    assert result.sections["all-claims"][0] == 3
    assert result.sections["how"][0] == result.sections["how"][1]
    pdf = opened(result.data)
    box = [float(x) for x in pdf.pages[0].MediaBox.as_list()]
    assert box[2:] == pytest.approx([612, 792], abs=0.1)


@pytest.mark.slow
def test_wordy_summaries_give_way_until_the_page_holds() -> None:
    long = (
        "This sentence is about as long as a summary sentence may be, and it says once more that little is known. " * 3
    )
    result = render_pdf_pages(sample_record(ten_claims()[:8], summary=(long, long, long), profile=None))
    assert result.sections["summary"] == (2, 2)


@pytest.mark.slow
def test_a_record_with_nothing_in_it_still_makes_a_report() -> None:
    empty = sample_record(
        [], evidence=(), inputs=(), sources=(), notes=(), summary=(), prepared_by=None, reference=None, profile=None
    )
    result = render_pdf_pages(empty)
    assert result.sections["summary"] == (2, 2)
    assert "claim-1" not in result.sections
