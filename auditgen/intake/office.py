"""Office files are zip archives of XML: one guard before any of them is opened, whatever is in it."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable

from auditgen.intake.errors import InputError

# One limit for claims, tables and documents. zipfile never gives more than a member declares.
MAX_UNPACKED = 200_000_000
MAX_MEMBERS = 5_000
_HEAD = 65_536
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_ROOT = re.compile(rb"<[A-Za-z_]")
_DECLARED = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([^\"']{1,40})[\"']", re.IGNORECASE)
_PLAIN = (b"utf-8", b"utf8", b"us-ascii", b"ascii", b"iso-8859-1", b"windows-1252")
_SAVE = "Open it in an office program and save it again."

Refuse = Callable[[str, str, str], InputError]
"""Makes the error from what was expected, what was found, and how to mend it."""


def check_archive(data: bytes, refuse: Refuse, *, smaller: str, alone: bool = False) -> None:
    """Refuse an office file that is broken or locked, holds too much, or defines document types.

    `smaller` says how to give less; `alone` refuses links to other workbooks as well. Raises InputError.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            size = sum(m.file_size for m in members)
            if len(members) > MAX_MEMBERS or size > MAX_UNPACKED:
                expected = f"at most {MAX_UNPACKED // 10**6} MB unpacked in {MAX_MEMBERS:,} parts"
                raise refuse(expected, f"{size / 10**6:,.0f} MB in {len(members):,} parts", smaller)
            if any(m.flag_bits & 1 for m in members):
                raise refuse("a file without a password", "a password", "Save it without a password.")
            if alone and any(m.filename.startswith("xl/externalLinks/") for m in members):
                mend = "Paste the values in place of the links, and save it again."
                raise refuse("a workbook that stands alone", "links to other workbooks", mend)
            for member in members:
                if member.filename.lower().endswith((".xml", ".rels")):
                    with archive.open(member) as part:
                        head = part.read(_HEAD)
                    if defines_types(head):
                        raise refuse("plain parts", "a document type definition inside", _SAVE)
    except InputError:
        raise
    except Exception as error:  # zipfile raises BadZipFile, zlib.error, NotImplementedError, EOFError, RuntimeError ...
        raise refuse("an office file", f"a broken file ({type(error).__name__})", _SAVE) from None


def defines_types(head: bytes) -> bool:
    """Whether XML brings a document type, the way of entity bombs; or hides whether it does.

    A type stands before the first element. A start so long that no element comes, or in an encoding in which a type
    could not be seen, counts as hiding. Office programs write neither.
    """
    if b"\x00" in head[:4] or head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return True
    declared = _DECLARED.search(head[:400])
    if declared and declared[1].lower() not in _PLAIN:
        return True
    start = _COMMENT.sub(b"", head)
    root = _ROOT.search(start)
    if root is None:
        return bool(start.strip())
    return b"<!" in start[: root.start()]
