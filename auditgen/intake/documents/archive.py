"""DOCX and XLSX are zip archives of XML: their parts read with limits, and nothing that can grow or reach outside."""

from __future__ import annotations

import io
import zipfile
from typing import Any

from auditgen.intake import office
from auditgen.intake.errors import InputError, Problem

_SAVE = "Open it in an office program and save it again."
_LARGEST_PART = 100_000_000


def check_archive(data: bytes, name: str) -> None:
    """Refuse an archive whose parts are too many or too large, or that is broken or locked. Raises InputError."""

    def refuse(expected: str, found: str, mend: str) -> InputError:
        return InputError(Problem(name, expected=expected, found=found, mend=mend))

    office.check_archive(data, refuse, smaller="Save only the pages with results.")


def broken(name: str, error: Exception) -> InputError:
    """The error for an archive whose content does not hold together."""
    return InputError(
        Problem(name, expected="an office document", found=f"a broken file ({type(error).__name__})", mend=_SAVE)
    )


def read_part(data: bytes, name: str, part: str) -> Any:
    """The root element of one XML part; None where there is no such part. Entities are not resolved."""
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False, remove_comments=True)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if part not in archive.namelist():
                return None
            with archive.open(part) as file:
                content = file.read(_LARGEST_PART + 1)
        if len(content) > _LARGEST_PART:
            expected, found = f"at most {_LARGEST_PART // 10**6} MB in one part", "more"
            raise InputError(Problem(name, expected=expected, found=found, mend="Split the document."))
        return etree.fromstring(content, parser=parser)
    except InputError:
        raise
    except Exception as error:
        raise broken(name, error) from None
