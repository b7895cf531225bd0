"""Reports that many tests look at, made once."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditgen.records.audit_record import AuditRecord
from auditgen.report.pdf import PdfResult
from auditgen.report.render import render_html, render_markdown, render_pdf_pages
from tests.report.sample_record import sample_record


@pytest.fixture(scope="session")
def record() -> AuditRecord:
    return sample_record()


@pytest.fixture(scope="session")
def report(record: AuditRecord) -> PdfResult:
    return render_pdf_pages(record)


@pytest.fixture(scope="session")
def report_file(report: PdfResult, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.pdf"
    path.write_bytes(report.data)
    return path


@pytest.fixture(scope="session")
def page(record: AuditRecord) -> str:
    return render_html(record)


@pytest.fixture(scope="session")
def text(record: AuditRecord) -> str:
    return render_markdown(record)
