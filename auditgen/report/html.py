"""Prints a report view as HTML: Jinja with autoescape and strict names; nothing that a user wrote is ever markup."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from auditgen import __version__
from auditgen.report.assets import Assets, Medium
from auditgen.report.language import Words
from auditgen.report.templates_path import TemplateFolders
from auditgen.report.view import ReportView
from auditgen.report.view_claim import cut

Paper = Literal["a4", "letter"]
PAPERS = {"a4": ("A4", "297mm"), "letter": ("Letter", "279.4mm")}
STYLE_MARKER = "/*<report-style>*/"  # a user's "<" is always escaped, so no text can look like it


def environment(folders: TemplateFolders, clean: Callable[[str], str]) -> Environment:
    """The template environment; every printed text that is not markup passes through `clean` and is escaped."""

    def finalize(value: Any) -> Any:
        return clean(value) if type(value) is str else value

    return Environment(
        loader=FunctionLoader(folders.jinja_source()),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=finalize,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def page_html(
    view: ReportView,
    words: Words,
    folders: TemplateFolders,
    assets: Assets,
    clean: Callable[[str], str],
    medium: Medium,
    paper: Paper,
) -> str:
    """The whole report as one HTML document; `assets` is filled on the way."""
    template = environment(folders, clean).get_template("report.html.j2")
    return template.render(
        v=view,
        w=words,
        medium=medium,
        paper=paper,
        author="auditgen",
        generator=f"auditgen {__version__}",
        cut=cut,
        style_marker=Markup(STYLE_MARKER),
        **assets.functions(),
    )


def style_sheet(folders: TemplateFolders, assets: Assets, paper: Paper) -> str:
    """The report's style sheet with the rules of the marks that occur."""
    size, height = PAPERS[paper]
    css = folders.read("css/report.css").replace("@paper@", size).replace("@page-height@", height)
    return css + "\n" + assets.css()
