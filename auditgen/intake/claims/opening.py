"""A path made into bytes, and bytes into text: with limits, and with the reason where it cannot be done."""

from __future__ import annotations

import stat
from pathlib import Path

from auditgen.intake.claims.ledger import Ledger
from auditgen.intake.claims.nodes import Scalar
from auditgen.intake.errors import InputError, Problem

MAX_BYTES = 20_000_000
_MARKS = {
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}
_SAVE_AS = "Save it as UTF-8 (in a spreadsheet: Save as, CSV UTF-8)."


def read_bytes(path: str | Path) -> tuple[bytes, str]:
    """The bytes of a regular file and its base name. Raises InputError, at most 20 MB are read."""
    name = Path(path).name or str(path)
    try:
        status = Path(path).stat()
        if stat.S_ISDIR(status.st_mode):
            raise _refused(name, "a claims file", "a folder", "Name the file itself; a folder of evidence goes to -e.")
        # A named pipe or a device may never end.
        if not stat.S_ISREG(status.st_mode):
            raise _refused(name, "a regular file", "a pipe, socket or device", "Save the input to a file first.")
        if status.st_size > MAX_BYTES:
            raise _too_large(name, status.st_size)
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise _refused(name, "a claims file", "no such file", "Check the name and the folder.") from None
    except PermissionError:
        raise _refused(name, "a file that may be read", "no permission", "Ask for the right to read it.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "an impossible file name"
        raise _refused(name, "a file that can be read", str(reason), "Check the name and the disk.") from None
    if len(data) > MAX_BYTES:
        raise _too_large(name, len(data))
    return data, name


def decode(data: bytes, ledger: Ledger) -> str:
    """UTF-8 text, with or without byte order mark. Raises InputError that names the first byte that is not UTF-8."""
    for mark, encoding in _MARKS.items():
        if data.startswith(mark):
            raise ledger.refuse(None, expected="text in UTF-8", found=f"{encoding}", mend=_SAVE_AS)
    if b"\x00" in data:
        at = data.index(b"\x00")
        found = f"binary content (a zero byte at byte {at + 1:,})"
        mend = "Give YAML, CSV, XLSX or JSON; for a document use `auditgen extract` first."
        raise ledger.refuse(_place(data, at), expected="text in UTF-8", found=found, mend=mend)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # The codec counts from behind the byte order mark.
        at = error.start + (3 if data.startswith(b"\xef\xbb\xbf") else 0)
        found = f"byte 0x{data[at]:02X} at byte {at + 1:,}, which is not UTF-8"
        raise ledger.refuse(_place(data, at), expected="text in UTF-8", found=found, mend=_SAVE_AS) from None


def _place(data: bytes, at: int) -> Scalar:
    return Scalar("", data.count(b"\n", 0, at) + 1, 0)


def _refused(name: str, expected: str, found: str, mend: str) -> InputError:
    return InputError(Problem(name, expected=expected, found=found, mend=mend))


def _too_large(name: str, size: int) -> InputError:
    return _refused(name, f"at most {MAX_BYTES // 10**6} MB", f"{size / 10**6:,.0f} MB", "Split the claims over files.")
