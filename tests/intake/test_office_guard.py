"""The one guard of office files: size, parts, passwords, document types, and what hides one."""

from __future__ import annotations

import io
import zipfile

import pytest

from auditgen.intake import office
from auditgen.intake.errors import InputError, Problem


def refuse(expected: str, found: str, mend: str) -> InputError:
    return InputError(Problem("a.docx", expected=expected, found=found, mend=mend))


def archive(**parts: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in parts.items():
            made.writestr(name.replace("__", "/").replace("_", "."), data)
    return out.getvalue()


@pytest.mark.parametrize(
    ("head", "refused"),
    [
        (b"<a><!-- a comment, and &lt;!DOCTYPE in a text --></a>", False),
        (b'<?xml version="1.0" encoding="UTF-8"?><!-- <!DOCTYPE a> --><a/>', False),
        (b'\xef\xbb\xbf<?xml version="1.0"?>\n<w:document/>', False),
        (b"", False),
        (b'<!DOCTYPE a [<!ENTITY b "c">]><a/>', True),
        (b'<?xml version="1.0"?>' + b" " * 9_000 + b"<!DOCTYPE a><a/>", True),
        ('<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE a><a/>'.encode("utf-16"), True),
        (b'<?xml version="1.0" encoding="UTF-7"?>+ADw-!DOCTYPE a+AD4-<a/>', True),
        (b"<!-- " + b"x" * 70_000, True),
    ],
)
def test_a_document_type_or_what_hides_one_is_seen(head: bytes, refused: bool) -> None:
    assert office.defines_types(head[:65_536]) is refused


def test_what_the_guard_refuses_and_lets_through(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = archive(word__document_xml=b"<w:document/>")
    office.check_archive(plain, refuse, smaller="Split it.")
    with pytest.raises(InputError, match="document type"):
        office.check_archive(archive(word__document_XML=b"<!DOCTYPE a><a/>"), refuse, smaller="Split it.")
    with pytest.raises(InputError, match="a broken file"):
        office.check_archive(plain[:-9], refuse, smaller="Split it.")
    linked = archive(xl__externalLinks__a_xml=b"<a/>")
    office.check_archive(linked, refuse, smaller="Split it.")
    with pytest.raises(InputError, match="links to other workbooks"):
        office.check_archive(linked, refuse, smaller="Split it.", alone=True)
    monkeypatch.setattr(office, "MAX_MEMBERS", 1)
    with pytest.raises(InputError, match="in 2 parts"):
        office.check_archive(archive(a_xml=b"<a/>", b_xml=b"<b/>"), refuse, smaller="Split it.")
    monkeypatch.setattr(office, "MAX_UNPACKED", 10)
    with pytest.raises(InputError, match="Split it"):
        office.check_archive(plain, refuse, smaller="Split it.")
