"""Prints a report view as Markdown: plain tables and lists; nothing that a user wrote becomes markup."""

from __future__ import annotations

import re
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined

from auditgen.report.glyphs import tidy
from auditgen.report.language import Words
from auditgen.report.templates_path import TemplateFolders
from auditgen.report.view import ReportView
from auditgen.report.view_parts import Cell, FindingCell, Table
from auditgen.report.view_verdict import VerdictView

_SPECIAL = re.compile(r"([\\`*_{}\[\]|~$])")
_BULLET = re.compile(r"^([#>+-]+)(?=\s|$)")
_NUMBERED = re.compile(r"^(\d+)([.)])(?=\s)")


class Marked(str):
    """Text that is Markdown already, made by this module only."""


def escape(text: str) -> str:
    """One line of text in which no character acts as Markdown or HTML."""
    text = " ".join(tidy(text).split())
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    text = _SPECIAL.sub(r"\\\1", text)
    return _NUMBERED.sub(r"\1\\\2", _BULLET.sub(r"\\\1", text))


def _cell(cell: Cell) -> str:
    if isinstance(cell, str):
        return escape(cell)
    if isinstance(cell, FindingCell):
        return escape(cell.word + (f" ({cell.span})" if cell.span else ""))
    return escape(cell.text)


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def table(t: Table) -> Marked:
    """One table with its caption in bold above it."""
    lines = [f"**{escape(t.label)}. {escape(t.caption)}**" if t.label else f"**{escape(t.caption)}**", ""]
    lines.append(_row([escape(c.name) for c in t.columns]))
    lines.append(_row(["---:" if c.numeric else "---" for c in t.columns]))
    lines += [_row([_cell(c) for c in r.cells]) for r in t.rows]
    if t.note:
        lines += ["", escape(t.note)]
    return Marked("\n".join(lines) + "\n")


def page_markdown(view: ReportView, words: Words, folders: TemplateFolders) -> str:
    """The whole report as Markdown."""

    def ladder(v: VerdictView) -> Marked:
        rows = [_row([escape(x) for x in (r.step, r.charge, r.total, r.reason)]) for r in v.ladder]
        head = [_row([escape(str(h)) for h in words["ladder.columns"]]), _row(["---", "---", "---:", "---"])]
        caption = f"**{escape(v.ladder_label)}. {escape(v.ladder_caption)}**"
        note = ["", escape(v.ladder_note)] if v.ladder_note else []
        return Marked("\n".join([caption, "", *head, *rows, *note]) + "\n") if rows else Marked("")

    def finalize(value: Any) -> Any:
        return value if isinstance(value, Marked) else escape(value) if isinstance(value, str) else value

    environment = Environment(
        loader=FunctionLoader(folders.jinja_source()),
        autoescape=False,  # Markdown has its own escapes, in finalize
        undefined=StrictUndefined,
        finalize=finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    text = environment.get_template("report.md.j2").render(v=view, w=words, table=table, ladder=ladder)
    return re.sub(r"\n{3,}", "\n\n", text)
