"""A path made into a document: its bytes, its hash, its kind told from the content, and the reader for that kind."""

from __future__ import annotations

import hashlib
import json
import re
import stat
from collections.abc import Callable
from pathlib import Path

from auditgen.intake.claims.hygiene import clean
from auditgen.intake.documents.blocks import Document, arrange
from auditgen.intake.documents.limits import MAX_ALL_CELLS, MAX_BYTES, MAX_PASSAGES, MAX_TEXT_BYTES
from auditgen.intake.errors import InputError, Problem, show

Progress = Callable[[str, int, int], None]
KINDS = "Markdown, HTML, PDF with a text layer, DOCX, XLSX, CSV or plain text"
_LOG = "An evaluation log goes to `auditgen convert`, or to `auditgen audit -e`."
_REFUSED = {
    b"\xd0\xcf\x11\xe0": (
        "an old Word or Excel file, or one with a password",
        "Save it as DOCX or XLSX without a password.",
    ),
    b"\x89PNG": ("a picture", "Pictures are not read: type the figures into a claims file."),
    b"\xff\xd8\xff": ("a picture", "Pictures are not read: type the figures into a claims file."),
    b"GIF8": ("a picture", "Pictures are not read: type the figures into a claims file."),
    b"\x1f\x8b": ("a gzip archive", "Unpack it first."),
    b"\x28\xb5\x2f\xfd": ("a zstandard archive", "Unpack it first."),
    b"{\\rtf": ("an RTF document", "Save it as DOCX."),
    b"PAR1": ("a Parquet table", "Give it as evidence, or save it as CSV."),
}
_HTML_START = re.compile(
    rb"\s{0,200}(?:<!--.{0,2000}?-->\s{0,200}){0,20}<(?:!doctype\s{1,20}html|html|head|body)\b",
    re.IGNORECASE | re.DOTALL,
)
# Every repeat has a bound: these run over hostile text.
_MARKDOWN = re.compile(
    r"^(?:#{1,6} |\|[^\n]{1,2000}\|[ \t]{0,8}$|[ \t]{0,12}[-*] |```|---[ \t]{0,8}$)"
    r"|\[[^\]\n]{1,300}\]\([^)\n]{1,300}\)|\*\*[^*\n]{1,300}\*\*",
    re.MULTILINE,
)
_RULED = re.compile(r"^[ \t]{0,8}\|?[ \t]{0,8}:?-{3,80}:?[ \t]{0,8}\|", re.MULTILINE)
_DELIMITED = {".csv": ",", ".tsv": "\t", ".tab": "\t"}


def read_bytes(path: Path) -> tuple[bytes, str]:
    """The bytes of a regular file and its base name. Raises InputError."""
    name = clean(path.name or str(path)).text[-120:] or "document"
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise refused(name, "a document", "a folder", "Name the files in it.")
        if not stat.S_ISREG(status.st_mode):
            raise refused(name, "a regular file", "a pipe, socket or device", "Save it to a file first.")
        if status.st_size > MAX_BYTES:
            raise _too_large(name, status.st_size, MAX_BYTES)
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise refused(name, "a document", "no such file", "Check the name and the folder.") from None
    except PermissionError:
        raise refused(name, "a file that may be read", "no permission", "Ask for the right to read it.") from None
    except (OSError, ValueError) as error:
        found = getattr(error, "strerror", None) or "an impossible file name"
        raise refused(name, "a file that can be read", str(found), "Check the name and the disk.") from None
    if len(data) > MAX_BYTES:
        raise _too_large(name, len(data), MAX_BYTES)
    return data, name


def read_document(data: bytes, name: str, progress: Progress | None = None) -> Document:
    """Read a document of any supported kind, told by its content. Raises InputError for all others."""
    document = Document(name, hashlib.sha256(data).hexdigest(), kind_of(data, name))
    if document.kind == "pdf":
        from auditgen.intake.documents.pdf import read_pdf

        read_pdf(data, document, progress)
    elif document.kind == "docx":
        from auditgen.intake.documents.docx import read_docx

        read_docx(data, document)
    elif document.kind == "xlsx":
        from auditgen.intake.documents.sheets import read_workbook

        read_workbook(data, document)
    else:
        _read_text(data, document)
    _bound(document)
    return arrange(document)


def _read_text(data: bytes, document: Document) -> None:
    if len(data) > MAX_TEXT_BYTES:
        raise _too_large(document.name, len(data), MAX_TEXT_BYTES)
    text = decode(data, document)
    document.source_lines = text.split("\n")
    if document.kind == "html":
        from auditgen.intake.documents.html import read_html

        document.blocks = read_html(text)
    elif document.kind == "csv":
        from auditgen.intake.documents.sheets import read_csv

        read_csv(text, document, _DELIMITED.get(Path(document.name).suffix.lower()))
    elif document.kind == "text":
        from auditgen.intake.documents.plain_text import read_plain_text

        read_plain_text(text, document)
    else:
        from auditgen.intake.documents.front_matter import split_front_matter
        from auditgen.intake.documents.markdown import read_markdown

        read_markdown(split_front_matter(text, document), document)


def kind_of(data: bytes, name: str) -> str:
    """pdf, docx, xlsx, html, csv, markdown or text. Raises InputError with what was found instead."""
    suffix = Path(name).suffix.lower()
    if not data.strip(b" \t\r\n\xef\xbb\xbf\x00"):
        raise refused(name, KINDS, "an empty file", "Check the download.")
    if b"%PDF-" in data[:1024]:
        return "pdf"
    if data.startswith(b"PK\x03\x04"):
        if b"word/document.xml" in data:
            return "docx"
        if b"xl/workbook.xml" in data:
            return "xlsx"
        if b"header.json" in data or b"_journal/" in data:
            raise refused(name, KINDS, "an evaluation log of Inspect AI", _LOG)
        raise refused(
            name, KINDS, "a zip archive that is neither DOCX nor XLSX", "Unpack it and give the document inside."
        )
    for start, (found, mend) in _REFUSED.items():
        if data.startswith(start):
            raise refused(name, KINDS, found, mend)
    if b"\x00" in data[:100_000] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise refused(name, KINDS, "binary content", "Save the document in one of these forms.")
    if _is_json(data, suffix) or suffix in (".yaml", ".yml"):
        found = "a YAML file" if suffix in (".yaml", ".yml") else "JSON, which is data and no document"
        raise refused(name, KINDS, found, f"{_LOG} A claims file goes to `auditgen audit`.")
    if _HTML_START.match(data[:20_000]) or suffix in (".html", ".htm", ".xhtml"):
        return "html"
    if suffix in _DELIMITED:
        return "csv"
    if suffix in (".md", ".markdown", ".mdx", ".qmd", ".rmd"):
        return "markdown"
    head = data[:200_000].decode("utf-8", "replace")
    if suffix != ".txt" and _MARKDOWN.search(head):
        return "markdown"
    return "markdown" if _RULED.search(head) else "text"


def _is_json(data: bytes, suffix: str) -> bool:
    """Whether a file is JSON, or lines of JSON. Markdown may begin with a bracket too."""
    if suffix in (".json", ".jsonl", ".ndjson"):
        return True
    start = data[:20_000].lstrip(b" \t\r\n\xef\xbb\xbf")
    if start[:1] not in (b"{", b"[") or len(data) > MAX_TEXT_BYTES:
        return False
    for text in (data, start.split(b"\n", 1)[0]):
        try:
            if isinstance(json.loads(text), dict | list):
                return True
        except (ValueError, RecursionError):
            continue
    return False


def decode(data: bytes, document: Document) -> str:
    """Text in UTF-8, UTF-16 with a mark, or as declared by an HTML page; broken bytes become the replacement mark."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16", "replace")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            declared = re.search(rb"charset=[\"']?([A-Za-z0-9_-]{2,20})", data[:4_000])
            encoding = declared[1].decode("ascii") if declared else "windows-1252"
            try:
                text = data.decode(encoding, "replace")
            except LookupError:
                text = data.decode("windows-1252", "replace")
            document.notes.append(f"not UTF-8: read as {encoding.lower()}")
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")


def _bound(document: Document) -> None:
    """Keep the document within its limits, and say what was cut."""
    cells = 0
    for number, block in enumerate(document.blocks):
        cells += sum(len(r) for r in block.rows) if hasattr(block, "rows") else 0
        if cells > MAX_ALL_CELLS or number >= MAX_PASSAGES:
            document.blocks = document.blocks[:number]
            document.notes.append(f"read only as far as {block.spot.words}: more than {MAX_ALL_CELLS:,} cells")
            return


def refused(name: str, expected: str, found: str, mend: str) -> InputError:
    """The error for a document that cannot be read."""
    return InputError(Problem(show(name, 120).strip("'"), expected=expected, found=found, mend=mend))


def _too_large(name: str, size: int, limit: int) -> InputError:
    return refused(
        name, f"at most {limit // 10**6} MB", f"{size / 10**6:,.0f} MB", "Give the pages that hold the results."
    )
