"""What form a claims file has, told from its content; its suffix only decides where the content leaves it open."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from auditgen.intake.claims.csv_form import DELIMITERS, first_line, header_fields
from auditgen.intake.claims.ledger import Ledger
from auditgen.intake.claims.opening import decode
from auditgen.intake.errors import show

Form = Literal["yaml", "json", "csv", "xlsx"]

# Files that people give by mistake, by their first bytes: what they are and what to do.
_OTHERS = {
    b"%PDF-": ("a PDF document", "Draft claims from it first: auditgen extract DOCUMENT -o claims.yaml."),
    b"\xd0\xcf\x11\xe0": ("an old XLS or password-protected workbook", "Save it as XLSX without a password."),
    b"\x1f\x8b": ("a gzip archive", "Unpack it first."),
    b"\x28\xb5\x2f\xfd": ("a zstandard archive", "Unpack it first."),
    b"\x89PNG": ("a picture", "Type the figures into a table."),
    b"\xff\xd8\xff": ("a picture", "Type the figures into a table."),
    b"{\\rtf": ("an RTF document", "Save it as DOCX and use auditgen extract."),
    b"PAR1": ("a Parquet table", "Give it as evidence (-e), or save the claims as CSV."),
}
_SUFFIXES: dict[str, Form] = {
    "yaml": "yaml",
    "yml": "yaml",
    "json": "json",
    "csv": "csv",
    "tsv": "csv",
    "tab": "csv",
    "txt": "csv",
    "xlsx": "xlsx",
    "xlsm": "xlsx",
}
_TOP_KEY = re.compile(r"""^["']?(schema|claims)["']?\s*:""", re.MULTILINE)
_LIST_OF_FIELDS = re.compile(r"""^\s*-\s+(\{|["']?[A-Za-z_ ]+["']?\s*:(\s|$)|[&*]\w+)""")
_FIELD = re.compile(r"""^["']?[A-Za-z_ ]+["']?:(\s|$)""")
_GIVE = "Give YAML, CSV, XLSX or JSON with model, benchmark and score; `auditgen init DIR` writes examples."


@dataclass(frozen=True, slots=True)
class Recognised:
    """The form, the reason in words, and the text (None for a workbook)."""

    form: Form
    reason: str
    text: str | None


def recognise(data: bytes, name: str, ledger: Ledger) -> Recognised:
    """Tell the form of a claims file. Raises InputError that lists what was tried."""
    if not data.strip(b" \t\r\n\xef\xbb\xbf\x00"):
        raise ledger.refuse(None, expected="claims", found="an empty file", mend=_GIVE)
    if data.startswith(b"PK\x03\x04"):
        return _archive(data, ledger)
    for start, (what, mend) in _OTHERS.items():
        if data.startswith(start):
            raise ledger.refuse(None, expected="YAML, CSV, XLSX or JSON", found=what, mend=mend)
    text = decode(data, ledger)
    suffix = name.rpartition(".")[2].lower() if "." in name else ""
    found = _by_content(text, suffix)
    if found is None:
        form = _SUFFIXES.get(suffix)
        if form in (None, "xlsx"):
            first = first_line(text)
            tried = "tried: XLSX (not a zip archive), JSON (no { or [ at the start), YAML (no line claims: and no list)"
            raise ledger.refuse(
                None,
                expected="claims in YAML, CSV, XLSX or JSON",
                found=f"{show(first)} as first line ({tried}, CSV (no header row with model, benchmark, score))",
                mend=_GIVE,
            )
        found = form, f"the suffix .{suffix}"
    form, reason = found
    usual = _SUFFIXES.get(suffix)
    if usual and usual != form:
        ledger.note(f"the file is named .{suffix} but holds {form.upper()}; it was read as {form.upper()}")
    return Recognised(form, reason, text)


def _archive(data: bytes, ledger: Ledger) -> Recognised:
    # Member names stand unpacked in the archive; the workbook reader checks the archive itself.
    if b"xl/workbook.xml" in data:
        return Recognised("xlsx", "XLSX: an archive with xl/workbook.xml", None)
    if b"word/document.xml" in data:
        mend = "Draft claims from it first: auditgen extract DOCUMENT -o claims.yaml."
        raise ledger.refuse(None, expected="YAML, CSV, XLSX or JSON", found="a DOCX document", mend=mend)
    raise ledger.refuse(None, expected="YAML, CSV, XLSX or JSON", found="a zip archive", mend="Unpack it first.")


def _by_content(text: str, suffix: str) -> tuple[Form, str] | None:
    start = text.lstrip()
    if start.startswith(("{", "[")):
        # Flow-style YAML starts alike; only the suffix can tell, and YAML reads nearly all JSON.
        if suffix in ("yaml", "yml"):
            return "yaml", "YAML: starts with a bracket, and the suffix"
        return "json", f"JSON: starts with {start[0]}"
    if start.startswith("<"):
        return None
    first = first_line(text)
    delimiter, known = header_fields(first)
    # "title: model, benchmark" is a YAML field whose text holds names of columns.
    if known >= 2 and not _FIELD.match(first):
        return "csv", f"CSV: header row with {known} known columns, parted by {DELIMITERS[delimiter]}"
    if _TOP_KEY.search(text):
        return "yaml", "YAML: a line that starts with claims: or schema:"
    if first.startswith(("---", "%YAML")) or _LIST_OF_FIELDS.match(first) or first.strip() == "-":
        return "yaml", "YAML: a list of mappings"
    return None
