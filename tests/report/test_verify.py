"""`verify`: an intact report passes; a changed byte, or a changed verdict with its hash repaired, is named."""

import io

import orjson
import pikepdf
import pytest

from auditgen.audit import Options, audit
from auditgen.intake.claims import read_claims_bytes
from auditgen.records.audit_record import AuditRecord, sha256_hex
from auditgen.report.render import render_pdf
from auditgen.report.verify import NotAReportError, read_attachments, verify_pdf

CLAIMS = b"model,benchmark,score,unit\no1,SWE-bench Verified,48.9,percent\nLlama 3 70B Instruct,GSM8K,93.0,percent\n"


@pytest.fixture(scope="module")
def report():
    record = audit([read_claims_bytes(CLAIMS, "claims.csv")], Options(as_of="2026-11-30"))
    return render_pdf(record)


def replaced(report, changes, repair=True):
    """The report with attachments replaced, and the manifest's hashes repaired if asked."""
    files = {**read_attachments(report), **changes}
    if repair:
        manifest = orjson.loads(files["manifest.json"])
        for row in manifest["files"]:
            row["sha256"] = sha256_hex(files[row["name"]])
        files["manifest.json"] = orjson.dumps(manifest)
    with pikepdf.open(io.BytesIO(report)) as pdf:
        for name, data in files.items():
            del pdf.attachments[name]
            pdf.attachments[name] = pikepdf.AttachedFileSpec(pdf, data, filename=name)
        out = io.BytesIO()
        pdf.save(out)
    return out.getvalue()


def edited(report, change):
    """The report with its record changed by a function, hashes repaired."""
    record = orjson.loads(read_attachments(report)["audit-record.json"])
    change(record)
    data = AuditRecord.model_validate(record).to_bytes()
    return replaced(report, {"audit-record.json": data})


def test_an_intact_report_passes(report):
    found = verify_pdf(report)
    assert found.intact, found.problems
    assert any("checks computed again" in line for line in found.checked)


def test_one_changed_byte_of_an_attachment(report):
    data = bytearray(read_attachments(report)["evidence.csv"])
    data[50] ^= 1
    found = verify_pdf(replaced(report, {"evidence.csv": bytes(data)}, repair=False))
    assert any("evidence.csv" in p and "hash" in p for p in found.problems)


def test_an_edited_verdict_with_repaired_hash_is_named(report):
    def better(record):
        record["claims"][0]["verdicts"]["level"]["finding"] = "Shown"

    found = verify_pdf(edited(report, better))
    assert any("claim c1, level: the record says 'Shown'" in p for p in found.problems)
    assert any("'Depends on settings'" in p for p in found.problems)


def test_edited_points_are_named(report):
    def more(record):
        record["claims"][1]["verdicts"]["level"]["points"] = 16

    assert any("claim c2, level" in p and "16" in p for p in verify_pdf(edited(report, more)).problems)


def test_an_edited_check_is_named(report):
    def wider(record):
        check = next(c for c in record["claims"][0]["checks"] if c["check_id"] == "B1")
        check["ci_low"] = 0.1

    assert any("claim c1, check B1: ci_low" in p for p in verify_pdf(edited(report, wider)).problems)


def test_edited_evidence_is_named_even_with_its_hash_repaired(report):
    from auditgen.records.evidence import content_hash

    def other(record):
        item = next(e for e in record["evidence"] if e["id"] == "benchmark:gsm8k")
        item["content"]["domain"] = "vision"
        item["sha256"] = content_hash(item["content"])
        for claim in record["claims"]:
            for check in claim["checks"]:
                check["inputs"] = check["inputs"]

    found = verify_pdf(edited(report, other))
    assert any("benchmark:gsm8k" in p or "inputs" in p for p in found.problems)


def test_an_edited_sentence_is_named(report):
    def kinder(record):
        record["claims"][0]["quotable"] = "o1 is excellent."

    assert any("claim c1: quotable" in p for p in verify_pdf(edited(report, kinder)).problems)


@pytest.mark.parametrize("data", [b"", b"not a pdf", b"%PDF-1.7\n%%EOF"])
def test_what_is_not_a_report_is_refused(data):
    with pytest.raises(NotAReportError):
        verify_pdf(data)
