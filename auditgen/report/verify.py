"""Is a report intact? Attachments against the manifest, then every check and verdict computed again."""

from __future__ import annotations

import io
from dataclasses import dataclass

import orjson
from pydantic import ValidationError

from auditgen.recompute import against_catalogue, differences
from auditgen.records.audit_record import AuditRecord, sha256_hex
from auditgen.report.dossier import CLAIMS, EVIDENCE, MANIFEST, RECORD, claims_json, evidence_csv

MOST_BYTES = 512 * 1024 * 1024


class NotAReportError(ValueError):
    """The file is not a report of auditgen. The message says what was found."""


@dataclass(frozen=True)
class Verification:
    """What was checked and every difference found; `problems` empty means intact and recomputed."""

    checked: tuple[str, ...]
    problems: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def intact(self) -> bool:
        return not self.problems


def read_attachments(data: bytes) -> dict[str, bytes]:
    """Files embedded in a PDF by name. Raises NotAReportError for anything that is not a PDF with a record inside."""
    import pikepdf

    try:
        with pikepdf.open(io.BytesIO(data)) as pdf:
            found = {}
            for name, spec in pdf.attachments.items():
                content = spec.get_file().read_bytes()
                if len(content) > MOST_BYTES:
                    raise NotAReportError(f"the attachment {name} is larger than a record can be")
                found[str(name)] = content
    except pikepdf.PasswordError:
        raise NotAReportError("the PDF is encrypted") from None
    except (pikepdf.PdfError, ValueError, RuntimeError) as error:
        if isinstance(error, NotAReportError):
            raise
        raise NotAReportError("this is not a readable PDF") from None
    if RECORD not in found or MANIFEST not in found:
        raise NotAReportError(f"the PDF carries no {RECORD} and {MANIFEST}; is it a report of auditgen?")
    return found


def verify_pdf(data: bytes) -> Verification:
    """Check a report. Raises NotAReportError where there is nothing to check."""
    files = read_attachments(data)
    problems: list[str] = list(_manifest(files))
    try:
        record = AuditRecord.from_bytes(files[RECORD])
    except (orjson.JSONDecodeError, ValidationError) as error:
        where = error.errors()[0]["loc"] if isinstance(error, ValidationError) else ("the JSON itself",)
        problems.append(f"{RECORD}: not a record ({' / '.join(str(p) for p in where)})")
        return Verification(("attachments",), tuple(problems), ())
    for name, made in ((CLAIMS, claims_json), (EVIDENCE, evidence_csv)):
        if name in files and files[name] != made(record):
            problems.append(f"{name}: it is not what {RECORD} gives")
    problems += differences(record)
    notes: list[str] = []
    if not problems:
        for line in against_catalogue(record):
            (notes if line.startswith("catalogue:") else problems).append(line)
    n_checks = sum(len(c.checks) for c in record.claims)
    checked = (
        f"{len(files)} attachments against the manifest",
        f"{len(record.evidence)} pieces of evidence against their hashes",
        f"{n_checks} checks computed again",
        f"{3 * len(record.claims)} verdicts graded again",
    )
    return Verification(checked, tuple(problems), tuple(notes))


def _manifest(files: dict[str, bytes]) -> list[str]:
    try:
        listed = {str(f["name"]): str(f["sha256"]) for f in orjson.loads(files[MANIFEST])["files"]}
    except (orjson.JSONDecodeError, KeyError, TypeError):
        return [f"{MANIFEST}: it cannot be read"]
    found = []
    for name, digest in sorted(listed.items()):
        if name not in files:
            found.append(f"{name}: named in the manifest, but not attached")
        elif sha256_hex(files[name]) != digest:
            found.append(f"{name}: its bytes do not have the hash that the manifest gives")
    found += [f"{n}: attached, but not in the manifest" for n in sorted(files.keys() - listed.keys() - {MANIFEST})]
    return found
