"""Same record, same versions: same bytes, in any process, time zone, locale, folder and hash order."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from auditgen.records.audit_record import AuditRecord
from auditgen.report.pdf import PdfResult
from auditgen.report.render import render_html, render_markdown, render_pdf
from tests.shared_data import ROOT

PROGRAM = """
import hashlib, pathlib, sys
from auditgen.records.audit_record import AuditRecord
from auditgen.report.render import render_html, render_markdown, render_pdf
record = AuditRecord.from_bytes(pathlib.Path(sys.argv[1]).read_bytes())
made = [render_pdf(record), render_html(record).encode(), render_markdown(record).encode()]
print(*[hashlib.sha256(x).hexdigest() for x in made])
"""


def test_same_bytes_twice_in_one_process(record: AuditRecord, report: PdfResult) -> None:
    assert render_pdf(record) == report.data


@pytest.mark.slow
def test_same_bytes_in_other_processes(record: AuditRecord, report: PdfResult, tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(record.to_bytes())
    made = [report.data, render_html(record).encode(), render_markdown(record).encode()]
    wanted = " ".join(hashlib.sha256(x).hexdigest() for x in made)
    for seed, zone, where in (("1", "Pacific/Kiritimati", tmp_path), ("4242", "America/Caracas", Path("/"))):
        there = os.environ | {
            "PYTHONHASHSEED": seed,
            "TZ": zone,
            "PYTHONPATH": str(ROOT),
            "LC_ALL": "C",
            "HOME": str(tmp_path),
        }
        run = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(path)], cwd=where, env=there, capture_output=True, text=True, check=True
        )
        assert run.stdout.strip() == wanted


def test_another_date_or_title_is_another_file(record: AuditRecord, report: PdfResult) -> None:
    from tests.report.sample_claims import ten_claims
    from tests.report.sample_record import sample_record

    small = [render_pdf(sample_record(ten_claims()[6:7], as_of=d, profile=None)) for d in ("2026-11-29", "2026-11-30")]
    assert small[0] != small[1]


def test_nothing_of_the_machine_is_inside(report: PdfResult, page: str, text: str) -> None:
    import pikepdf

    from tests.report.pdf_reading import opened

    names = [str(ROOT), str(Path.home()), os.environ.get("USER", ""), "/tmp/", "site-packages"]
    names = [n for n in names if len(n) > 4]
    pdf = opened(report.data)
    streams = [bytes(o.read_bytes()) for o in pdf.objects if isinstance(o, pikepdf.Stream)]
    inside = [report.data, *streams, page.encode(), text.encode()]
    for name in names:
        assert not any(name.encode() in x for x in inside), name
