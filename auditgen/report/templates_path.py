"""Finds template files: an organisation's own folder first, then the templates that ship with auditgen."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path, PurePosixPath

import auditgen
from auditgen.report.errors import TemplateNotFoundError


def bundled_folder() -> Path:
    """Folder of the shipped templates: `auditgen/_templates` in a wheel, `templates/` in a source checkout.

    Raises TemplateNotFoundError if the installation has neither.
    """
    installed = Path(str(files("auditgen"))) / "_templates"
    if installed.is_dir():
        return installed
    checkout = Path(auditgen.__file__).resolve().parents[1] / "templates"
    if (checkout / "report.html.j2").is_file():
        return checkout
    raise TemplateNotFoundError("the report templates are missing from this installation; install auditgen again")


class TemplateFolders:
    """One or two folders, asked in order, file by file."""

    def __init__(self, own: Path | None = None) -> None:
        if own is not None and not own.is_dir():
            raise TemplateNotFoundError(f"--templates {own.name}: no such folder")
        self.folders = ([own] if own is not None else []) + [bundled_folder()]

    def path(self, name: str) -> Path:
        """Path of one template file, such as `css/report.css`. Raises TemplateNotFoundError."""
        parts = PurePosixPath(name).parts
        if not parts or ".." in parts or name.startswith("/"):
            raise TemplateNotFoundError(f"template name {name!r} leaves the template folder")
        for folder in self.folders:
            found = folder.joinpath(*parts)
            if found.is_file():
                return found
        raise TemplateNotFoundError(f"template {name} was not found")

    def read(self, name: str) -> str:
        """Text of one template file, UTF-8."""
        return self.path(name).read_text("utf-8")

    def languages(self) -> list[str]:
        """Languages with a report vocabulary, sorted."""
        return sorted({p.parent.name for f in self.folders for p in (f / "locale").glob("*/report.yaml")})

    def jinja_source(self) -> Callable[[str], str]:
        """A function for `jinja2.FunctionLoader`: only files that `path` finds, never an absolute path."""
        return self.read
