"""PDF/A-3a and PDF/UA-1 by an independent engine, a second reading by outloud, and faults that both must find."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest

from tests.report.pdf_reading import elements, inside, kind
from tests.report.verapdf import class_path, validate

pytestmark = pytest.mark.slow


def test_report_conforms_to_both_standards(report_file: Path) -> None:
    verdicts = validate([report_file])
    assert [(v.standard, v.passed, v.faults) for v in verdicts] == [("ua1", True, ()), ("3a", True, ())]
    assert all(v.assertions > 10_000 for v in verdicts)


def outloud_errors(path: Path) -> list[str]:
    pytest.importorskip("outloud", reason="pip install outloud==0.2.1")
    program = shutil.which("outloud", path=str(Path(sys.executable).parent)) or shutil.which("outloud")
    if program is None:
        pytest.skip("the outloud command is not on the path")
    run = subprocess.run([program, "--fail-on", "error", str(path)], capture_output=True, text=True, timeout=300)
    found = [line.strip() for line in run.stdout.splitlines() if re.match(r"\s+ERROR\s", line)]
    assert (run.returncode != 0) == bool(found), run.stdout + run.stderr
    assert "PDF/UA-1 checkpoints" in run.stdout, "outloud gave no verdict"
    return found


def test_report_reads_aloud_without_errors(report_file: Path) -> None:
    assert outloud_errors(report_file) == []


def no_ua_identifier(pdf: pikepdf.Pdf) -> None:
    xml = bytes(pdf.Root.Metadata.read_bytes())
    pdf.Root.Metadata.write(xml.replace(b"<pdfuaid:part>1</pdfuaid:part>", b""))


def no_extension_schema(pdf: pikepdf.Pdf) -> None:
    xml = bytes(pdf.Root.Metadata.read_bytes())
    pdf.Root.Metadata.write(re.sub(rb"<pdfaExtension:schemas>.*</pdfaExtension:schemas>", b"", xml, flags=re.S))


def no_alternative_text(pdf: pikepdf.Pdf) -> None:
    figure = next(e for e in elements(pdf) if kind(e) == "/Figure")
    del figure["/Alt"]


def no_language(pdf: pikepdf.Pdf) -> None:
    del pdf.Root["/Lang"]


def no_document_title(pdf: pikepdf.Pdf) -> None:
    del pdf.Root["/ViewerPreferences"]


def font_not_embedded(pdf: pikepdf.Pdf) -> None:
    descriptor = next(
        o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/FontDescriptor"
    )
    for key in ("/FontFile", "/FontFile2", "/FontFile3"):
        if key in descriptor:
            del descriptor[key]


def skipped_heading(pdf: pikepdf.Pdf) -> None:
    next(e for e in elements(pdf) if kind(e) == "/H2").S = pikepdf.Name("/H4")


def link_without_words(pdf: pikepdf.Pdf) -> None:
    link = next(a for p in pdf.pages for a in p.get("/Annots", []) if a.Subtype == "/Link")
    del link["/Contents"]


def attachment_without_relation(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.AF[0]["/AFRelationship"]


def a_script(pdf: pikepdf.Pdf) -> None:
    pdf.Root.OpenAction = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS=pikepdf.String("app.alert(1)"))


def no_tab_order(pdf: pikepdf.Pdf) -> None:
    for page in pdf.pages:
        if "/Tabs" in page:
            del page["/Tabs"]


FAULTS: dict[str, tuple[Callable[[pikepdf.Pdf], None], str]] = {
    "no PDF/UA identifier": (no_ua_identifier, "ua1"),
    "identifier without its schema": (no_extension_schema, "3a"),
    "figure without alternative text": (no_alternative_text, "ua1"),
    "no document language": (no_language, "ua1"),
    "title not shown": (no_document_title, "ua1"),
    "font not embedded": (font_not_embedded, "3a"),
    "heading level skipped": (skipped_heading, "ua1"),
    "link without words": (link_without_words, "ua1"),
    "attachment without relation": (attachment_without_relation, "3a"),
    "a script": (a_script, "3a"),
    "no tab order": (no_tab_order, "ua1"),
}


@pytest.fixture(scope="module")
def small_report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One claim: the same structure, a tenth of the pages."""
    from auditgen.report.render import render_pdf
    from tests.report.sample_claims import ten_claims
    from tests.report.sample_record import sample_record

    path = tmp_path_factory.mktemp("small") / "small.pdf"
    path.write_bytes(render_pdf(sample_record(ten_claims()[:1], profile=None)))
    return path


def test_seeded_faults_are_found_by_the_engine(small_report: Path, tmp_path: Path) -> None:
    """A gate that passes everything would be noticed here."""
    class_path()
    files = []
    for i, (fault, _) in enumerate(FAULTS.values()):
        with pikepdf.open(small_report) as pdf:
            fault(pdf)
            files.append(tmp_path / f"fault-{i}.pdf")
            pdf.save(files[-1])
    verdicts = {(v.file, v.standard): v for v in validate([small_report, *files])}
    assert verdicts[str(small_report), "ua1"].passed
    assert verdicts[str(small_report), "3a"].passed
    missed = [
        name for (name, (_, standard)), file in zip(FAULTS.items(), files) if verdicts[str(file), standard].passed
    ]
    assert missed == []


def test_a_glyph_the_fonts_lack_fails_both_standards(tmp_path: Path) -> None:
    """Why such characters are replaced before layout: drawn as they are, they break the file."""
    import datetime as dt

    from auditgen.report.pdf import make_pdf
    from auditgen.report.templates_path import TemplateFolders

    html = "<!doctype html><html lang=en><head><title>t</title></head><body><h1>Model 通义</h1></body></html>"
    when = dt.datetime(2026, 11, 30, tzinfo=dt.UTC)
    css = 'html{font-family:"AG Sans"}'
    made = make_pdf(html, css, {}, [], when, {}, TemplateFolders().path("css/fonts.conf"))
    path = tmp_path / "missing-glyph.pdf"
    path.write_bytes(made.data)
    assert [v.passed for v in validate([path])] == [False, False]


def test_heads_without_scope_are_found_by_outloud(small_report: Path, tmp_path: Path) -> None:
    """The engine lets this through, so the second gate must not."""
    assert outloud_errors(small_report) == []
    path = tmp_path / "no-scope.pdf"
    with pikepdf.open(small_report) as pdf:
        for table in [e for e in elements(pdf) if kind(e) == "/Table"]:
            for th in inside(table, "/TH"):
                for a in th.A if isinstance(th.A, pikepdf.Array) else [th.A]:
                    if "/Scope" in a:
                        del a["/Scope"]
        pdf.save(path)
    assert outloud_errors(path)
