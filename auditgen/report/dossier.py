"""What travels inside the PDF: the record, the claims, the evidence list, and a manifest with their hashes."""

from __future__ import annotations

import csv
import io
from importlib.metadata import PackageNotFoundError, version

import orjson

from auditgen.records.audit_record import AuditRecord, sha256_hex
from auditgen.report.fonts import font_versions
from auditgen.report.native import native_versions
from auditgen.report.pdf import Enclosure

RECORD, CLAIMS, EVIDENCE, MANIFEST = "audit-record.json", "claims.json", "evidence.csv", "manifest.json"
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def claims_json(record: AuditRecord) -> bytes:
    """The claims as ingested, without those derived from tables."""
    claims = [c.claim.model_dump(mode="json") for c in record.claims if not c.implied]
    sources = [s.model_dump(mode="json") for s in record.sources]
    return orjson.dumps({"sources": sources, "claims": claims}, option=orjson.OPT_INDENT_2) + b"\n"


def evidence_csv(record: AuditRecord) -> bytes:
    """The evidence list, one row each; cells that a spreadsheet would run as formulas get a leading apostrophe."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(["id", "kind", "citation", "date", "produced_by", "confidence", "licence", "sha256"])
    for e in record.evidence:
        row = [e.id, e.kind, e.citation, e.date or "", e.produced_by, e.confidence, e.licence or "", e.sha256]
        writer.writerow(["'" + cell if cell.startswith(_FORMULA) else cell for cell in row])
    return out.getvalue().encode()


def engine_versions() -> dict[str, str]:
    """Versions of everything that can change the bytes of the file."""
    found = dict(native_versions())
    for package in ("weasyprint", "pydyf", "fonttools", "tinycss2", "tinyhtml5", "pyphen"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "unknown"
    return dict(sorted((found | font_versions()).items()))


def dossier(record: AuditRecord, descriptions: dict[str, str], claims: bytes | None = None) -> list[Enclosure]:
    """The files to embed, the manifest last. `claims` are the claims as ingested; without it they come from the record.

    `descriptions` gives the words for each of record, claims, evidence and manifest.
    """
    files = [
        Enclosure(RECORD, record.to_bytes(), "Data", descriptions["record"]),
        Enclosure(CLAIMS, claims if claims is not None else claims_json(record), "Source", descriptions["claims"]),
        Enclosure(EVIDENCE, evidence_csv(record), "Data", descriptions["evidence"]),
    ]
    manifest = {
        "schema": "auditgen-manifest/1",
        "tool": {"name": record.tool.name, "version": record.tool.version},
        "as_of": record.as_of,
        "files": [
            {"name": f.name, "sha256": sha256_hex(f.data), "bytes": len(f.data), "relationship": f.relationship}
            for f in files
        ],
        "catalogue": record.catalogue.model_dump(mode="json"),
        "thresholds": record.thresholds.model_dump(mode="json"),
        "plan_sha256": record.plan.sha256,
        "rendering": engine_versions(),
    }
    body = orjson.dumps(manifest, option=orjson.OPT_INDENT_2) + b"\n"
    return [*files, Enclosure(MANIFEST, body, "Supplement", descriptions["manifest"])]
