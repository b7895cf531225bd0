"""What a machine needs to render a PDF, what it has, and the one line that installs the rest."""

from __future__ import annotations

import platform
import sys
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from auditgen.report.errors import FontMissingError, PdfEngineError, TemplateNotFoundError
from auditgen.report.fonts import FACES, face_bytes
from auditgen.report.install import install_line
from auditgen.report.native import native_versions
from auditgen.report.templates_path import bundled_folder

PYTHON_PACKAGES = ("weasyprint", "pydyf", "pikepdf", "jinja2")
# Without HarfBuzz-subset WeasyPrint cuts fonts with fontTools: other bytes, still a valid file.
OPTIONAL = ("harfbuzz_subset",)


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at. `advice` is empty where nothing is to be done."""

    name: str
    state: str
    ok: bool
    advice: str = ""


def examine() -> list[Finding]:
    """Look at Python, packages, native libraries, fonts and templates. Never raises."""
    found = [Finding("Python", platform.python_version(), sys.version_info >= (3, 11), "")]
    for package in PYTHON_PACKAGES:
        try:
            found.append(Finding(package, version(package), True))
        except PackageNotFoundError:
            found.append(Finding(package, "absent", False, f"pip install {package}"))
    for library, state in native_versions().items():
        fine = state != "absent" or library in OPTIONAL
        found.append(Finding(library, state, fine, install_line() if state == "absent" else ""))
    for face in FACES:
        try:
            size = len(face_bytes(face))
            found.append(Finding(f"font {face.family}", f"{face.file}, {size // 1024} kB", True))
        except FontMissingError as error:
            found.append(Finding(f"font {face.family}", "absent", False, str(error)))
    found.append(_templates())
    found.append(_engine())
    return found


def _templates() -> Finding:
    try:
        folder: Path = bundled_folder()
    except TemplateNotFoundError as error:
        return Finding("templates", "absent", False, str(error))
    return Finding("templates", "in the package" if folder.name == "_templates" else "source checkout", True)


def _engine() -> Finding:
    """The proof is a page: one line of text through the whole chain."""
    from auditgen.report.pdf import load_engine

    try:
        engine = load_engine()
        page = engine.HTML(string="<p>auditgen</p>").render()
    except PdfEngineError as error:
        return Finding("rendering", "fails", False, str(error))
    return Finding("rendering", f"{len(page.pages)} page drawn", len(page.pages) == 1)
