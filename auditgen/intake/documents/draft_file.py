"""The draft file: extraction written as a claims file in YAML or XLSX, and such files read back as rows of text."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from auditgen.intake.claims.document import SCHEMA
from auditgen.intake.claims.ledger import Ledger
from auditgen.intake.claims.nodes import Fields, Items, Node, Scalar
from auditgen.intake.claims.opening import read_bytes
from auditgen.intake.claims.recognise import recognise
from auditgen.intake.claims.yaml_form import read_yaml
from auditgen.intake.errors import InputError, Problem

Row = dict[str, Any]
ORDER = (
    "id",
    "status",
    "confidence",
    "flags",
    "type",
    "model",
    "benchmark",
    "subset",
    "language",
    "split",
    "score",
    "unit",
    "higher_is_better",
    "uncertainty",
    "uncertainty_low",
    "uncertainty_high",
    "uncertainty_kind",
    "n_items",
    "metric",
    "shots",
    "weights",
    "setting",
    "comparator",
    "comparator_score",
    "relation",
    "difference",
    "difference_unit",
    "rank",
    "peer_group",
    "ranking_source",
    "threshold",
    "threshold_side",
    "human_group",
    "human_score",
    "baseline_model",
    "baseline_score",
    "baseline_date",
    "period",
    "hedge",
    "claimant",
    "claimant_relation",
    "model_developer",
    "measured_by",
    "copied_from",
    "source",
    "place",
    "quote",
    "as_of",
    "group",
    "notes",
    "x_told",
    "x_reading",
)
_STATUS = ("draft", "confirmed", "rejected")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_LONGEST_SHEET_NAME = 31


@dataclass(slots=True)
class DraftFile:
    """A claims file as rows of text. `remarks` are the comment lines on top: contradictions, then skipped tables."""

    rows: list[Row] = field(default_factory=list)
    sources: list[Row] = field(default_factory=list)
    title: str | None = None
    prepared_by: str | None = None
    date: str | None = None
    remarks: list[str] = field(default_factory=list)


def to_yaml(file: DraftFile) -> bytes:
    """The file as YAML. Every figure is quoted text, so that no zero is lost; remarks are comments."""
    head: dict[str, Any] = {"schema": SCHEMA}
    for name in ("title", "prepared_by", "date"):
        if getattr(file, name):
            head[name] = getattr(file, name)
    head["sources"] = file.sources
    head["claims"] = [_in_order(row) for row in file.rows]
    dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
    body = yaml.dump(head, Dumper=dumper, sort_keys=False, allow_unicode=True, width=110, default_flow_style=False)
    comments = "".join(f"# {' '.join(line.split())}\n" if line else "#\n" for line in file.remarks)
    return (comments + body).encode("utf-8")


def _in_order(row: Mapping[str, Any]) -> Row:
    known = {name: row[name] for name in ORDER if row.get(name) not in (None, "", [], {})}
    return {**known, **{k: v for k, v in row.items() if k not in known and v not in (None, "", [], {})}}


def to_xlsx(file: DraftFile, tables: Sequence[tuple[str, Sequence[Sequence[str]]]] = ()) -> bytes:
    """The file as a workbook: `claims`, `sources`, `remarks`, and a sheet per table, source cell beside reading.

    `tables` are (sheet name, rows). No cell is a formula.
    """
    from openpyxl import Workbook
    from openpyxl.styles import Alignment, Font
    from openpyxl.worksheet.datavalidation import DataValidation

    book = Workbook()
    claims = book.active
    claims.title = "claims"
    flat = [flat_row(row) for row in file.rows]
    names = [n for n in ORDER if any(n in row for row in flat)]
    names += sorted({n for row in flat for n in row if n not in names})
    _fill(claims, [names, *([str(row.get(n, "")) for n in names] for row in flat)])
    claims.freeze_panes = "C2"
    if flat and "status" in names:
        choice = DataValidation(type="list", formula1=f'"{",".join(_STATUS)}"', allow_blank=False)
        claims.add_data_validation(choice)
        letter = claims.cell(1, names.index("status") + 1).column_letter
        choice.add(f"{letter}2:{letter}{len(flat) + 1}")
    sources = book.create_sheet("sources")
    heads = list(dict.fromkeys(k for row in file.sources for k in row)) or ["id"]
    _fill(sources, [heads, *([str(row.get(h, "")) for h in heads] for row in file.sources)])
    if file.remarks:
        _fill(book.create_sheet("remarks"), [["remark"], *([line] for line in file.remarks)])
    taken = {s.title.lower() for s in book.worksheets}
    for name, rows in tables:
        _fill(book.create_sheet(_sheet_name(name, taken)), rows)
    for sheet in book.worksheets:
        for cell in sheet[1]:
            cell.font = Font(bold=True)
            cell.alignment = Alignment(wrap_text=True, vertical="top")
    book.properties.creator = "auditgen"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _fill(sheet: Any, rows: Sequence[Sequence[str]]) -> None:
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    widths: dict[int, int] = {}
    for i, row in enumerate(rows, start=1):
        for j, value in enumerate(row, start=1):
            text = ILLEGAL_CHARACTERS_RE.sub("", str(value))[:32_000]
            if not text:
                continue
            cell = sheet.cell(i, j)
            cell.value = text
            cell.data_type = "s"
            cell.number_format = "@"
            if text.startswith(_FORMULA):
                cell.quotePrefix = True
            widths[j] = max(widths.get(j, 0), len(text))
    for j, width in widths.items():
        sheet.column_dimensions[sheet.cell(1, j).column_letter].width = max(8, min(width + 2, 50))


def _sheet_name(name: str, taken: set[str]) -> str:
    base = "".join(c for c in name if c not in "[]:*?/\\").strip(" '")[:_LONGEST_SHEET_NAME] or "table"
    tried, n = base, 2
    while tried.lower() in taken:
        tail = f" {n}"
        tried, n = base[: _LONGEST_SHEET_NAME - len(tail)] + tail, n + 1
    taken.add(tried.lower())
    return tried


def flat_row(row: Mapping[str, Any]) -> Row:
    """A row for a sheet: settings in columns of their own, lists and told words as text."""
    out: Row = {}
    for name, value in _in_order(row).items():
        if name == "setting" and isinstance(value, Mapping):
            out |= {f"setting.{key}": text for key, text in value.items()}
        elif isinstance(value, Mapping):
            out[name] = "; ".join(f"{k}: {v}" for k, v in value.items())
        elif isinstance(value, list):
            out[name] = "; ".join(map(str, value))
        else:
            out[name] = value
    return out


def read_draft_file(path: Path) -> DraftFile:
    """A claims file of any form as rows of text, every row whatever its status. Raises InputError."""
    data, name = read_bytes(path)
    ledger = Ledger(name)
    found = recognise(data, name, ledger)
    if found.text is None:
        from auditgen.intake.claims.xlsx_form import read_xlsx

        claims, sources, _ = read_xlsx(data, ledger)
        _raise(ledger)
        return DraftFile([_row(n) for n in claims.values], [_row(n) for n in (sources.values if sources else ())])
    if found.form == "csv":
        from auditgen.intake.claims.csv_form import read_csv

        rows = read_csv(found.text, ledger)
        _raise(ledger)
        return DraftFile([_row(n) for n in rows.values])
    if found.form == "json":
        from auditgen.intake.claims.json_form import read_json

        root: Node | None = read_json(found.text, ledger)
    else:
        root = read_yaml(found.text, ledger)
    _raise(ledger)
    remarks = [line[1:].strip() for line in found.text.split("\n")[:5_000] if line.startswith("#")]
    top = {k.text: v for k, v in root.entries} if isinstance(root, Fields) else {"claims": root}
    rows_node = top.get("claims")
    if not isinstance(rows_node, Items):
        raise InputError(
            Problem(name, expected="a claims file", found="no list under claims", mend="Give the draft file.")
        )
    sources_node = top.get("sources")
    listed = sources_node.values if isinstance(sources_node, Items) else ()

    def heading(key: str) -> str | None:
        node = top.get(key)
        return node.text.strip() or None if isinstance(node, Scalar) else None

    return DraftFile(
        [_row(n) for n in rows_node.values],
        [_row(n) for n in listed],
        heading("title"),
        heading("prepared_by"),
        heading("date"),
        remarks,
    )


def _raise(ledger: Ledger) -> None:
    if ledger.problems:
        raise InputError(ledger.problems)


def _row(node: Node) -> Row:
    row = _plain(node)
    if not isinstance(row, dict):
        return {}
    out: Row = {}
    for name, value in row.items():
        # Sheets write settings in columns of their own and lists as text.
        if name.startswith("setting.") and value:
            out.setdefault("setting", {})[name.removeprefix("setting.")] = value
        elif value not in (None, ""):
            out[name] = value
    return out


def _plain(node: Node) -> Any:
    if isinstance(node, Scalar):
        return "" if node.null else node.text
    if isinstance(node, Items):
        return [_plain(n) for n in node.values]
    return {k.text: _plain(v) for k, v in node.entries}
