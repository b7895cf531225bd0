"""A DOCX file made into blocks: headings, paragraphs, footnotes, and tables with their merged cells."""

from __future__ import annotations

from typing import Any

from auditgen.intake.documents.archive import check_archive, read_part
from auditgen.intake.documents.blocks import Cell, Document, Passage, Spot, Table
from auditgen.intake.documents.grid import Spanned, expand
from auditgen.intake.documents.inline import finish
from auditgen.intake.documents.limits import (
    MAX_CELL_CHARACTERS,
    MAX_COLUMNS,
    MAX_PASSAGE_CHARACTERS,
    MAX_ROWS,
    MAX_TABLES,
)

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def read_docx(data: bytes, document: Document) -> None:
    """Fill the document with the blocks of a DOCX file. Raises InputError for a broken file."""
    check_archive(data, document.name)
    root = read_part(data, document.name, "word/document.xml")
    notes = read_part(data, document.name, "word/footnotes.xml")
    styles = _heading_styles(read_part(data, document.name, "word/styles.xml"))
    for note in notes.iter(f"{_W}footnote") if notes is not None else ():
        text = _paragraph_text(note)
        number = note.get(f"{_W}id", "")
        if text and number.isdigit() and number != "0":
            document.footnotes[number] = Passage(text[:MAX_PASSAGE_CHARACTERS], Spot(cell=f"footnote {number}"))
    body = root.find(f"{_W}body") if root is not None else None
    counts = [0, 0]
    for element in body if body is not None else ():
        _block(element, document, styles, counts)


def _block(element: Any, document: Document, styles: dict[str, int], counts: list[int]) -> None:
    if element.tag == f"{_W}tbl":
        counts[1] += 1
        if counts[1] <= MAX_TABLES:
            document.blocks.append(_table(element, counts[1]))
    elif element.tag == f"{_W}p":
        counts[0] += 1
        text = " ".join(_paragraph_text(element).split())[:MAX_PASSAGE_CHARACTERS]
        if text:
            document.blocks.append(Passage(text, Spot(cell=f"paragraph {counts[0]}"), _level(element, styles)))
    elif element.tag in (f"{_W}sdt", f"{_W}sdtContent", f"{_W}ins", f"{_W}smartTag", f"{_W}customXml"):
        # A wrapper of blocks: a content control, a tracked insertion.
        for child in element:
            _block(child, document, styles, counts)


def _heading_styles(styles: Any) -> dict[str, int]:
    """Style ids of headings with their level, by outline level or by the style's name in English."""
    found: dict[str, int] = {}
    for style in styles.iter(f"{_W}style") if styles is not None else ():
        id_ = style.get(f"{_W}styleId", "")
        outline = style.find(f"{_W}pPr/{_W}outlineLvl")
        name = style.find(f"{_W}name")
        said = (name.get(f"{_W}val", "") if name is not None else "").lower()
        if outline is not None and outline.get(f"{_W}val", "").isdigit():
            found[id_] = min(9, int(outline.get(f"{_W}val")) + 1)
        elif said.startswith("heading ") and said[8:].isdigit():
            found[id_] = int(said[8:])
        elif said == "title":
            found[id_] = 1
    return found


def _level(paragraph: Any, styles: dict[str, int]) -> int:
    style = paragraph.find(f"{_W}pPr/{_W}pStyle")
    return styles.get(style.get(f"{_W}val", ""), 0) if style is not None else 0


def _paragraph_text(element: Any) -> str:
    """The visible text: tracked deletions and field codes left out, tabs and breaks as spaces."""
    pieces: list[str] = []
    for node in element.iter():
        if node.tag == f"{_W}t" and not _deleted(node):
            pieces.append(node.text or "")
        elif node.tag in (f"{_W}tab", f"{_W}br", f"{_W}cr"):
            pieces.append(" ")
    return "".join(pieces)


def _deleted(node: Any) -> bool:
    return any(parent.tag == f"{_W}del" for parent in node.iterancestors(f"{_W}del"))


def _table(element: Any, number: int) -> Table:
    rows: list[list[Spanned]] = []
    open_cells: dict[int, tuple[int, int]] = {}
    header_rows = 0
    for r, row in enumerate(element.findall(f"{_W}tr")[:MAX_ROWS]):
        cells: list[Spanned] = []
        column = 0
        if row.find(f"{_W}trPr/{_W}tblHeader") is not None and header_rows == r:
            header_rows += 1
        for cell in row.findall(f"{_W}tc")[:MAX_COLUMNS]:
            width = _number(cell, "gridSpan")
            merge = cell.find(f"{_W}tcPr/{_W}vMerge")
            if merge is not None and merge.get(f"{_W}val") != "restart" and column in open_cells:
                # Merged with the cell above: that one grows by a row.
                at, index = open_cells[column]
                above = rows[at][index]
                rows[at][index] = Spanned(above.cell, above.rows + 1, above.columns)
            else:
                cells.append(Spanned(_cell(cell, number, r + 1, column + 1), 1, width))
                if merge is not None:
                    open_cells[column] = (r, len(cells) - 1)
                else:
                    open_cells.pop(column, None)
            column += width
        rows.append(cells)
    grid, remarks = expand(rows)
    return Table(grid, Spot(cell=f"table {number}"), header_rows or None, remarks=remarks)


def _number(cell: Any, name: str) -> int:
    found = cell.find(f"{_W}tcPr/{_W}{name}")
    value = found.get(f"{_W}val", "1") if found is not None else "1"
    return max(1, min(int(value), MAX_COLUMNS)) if value.isdigit() else 1


def _cell(cell: Any, table: int, row: int, column: int) -> Cell:
    marks: set[str] = set()
    notes: list[str] = []
    pieces: list[str] = []
    for paragraph in cell.iter(f"{_W}p"):
        if pieces:
            pieces.append("\n")
        for run in paragraph.iter(f"{_W}r"):
            properties = run.find(f"{_W}rPr")
            reference = run.find(f"{_W}footnoteReference")
            if reference is not None:
                notes.append(reference.get(f"{_W}id", ""))
            text = _paragraph_text(run)
            raised = properties.find(f"{_W}vertAlign") if properties is not None else None
            if raised is not None and raised.get(f"{_W}val") == "superscript" and 0 < len(text.strip()) <= 3:
                notes.append(text.strip())
                continue
            if properties is not None and text.strip():
                marks |= {
                    m for m, tag in (("bold", "b"), ("underline", "u"), ("struck", "strike")) if _on(properties, tag)
                }
            pieces.append(text)
    read = finish("".join(pieces)[:MAX_CELL_CHARACTERS], marks, notes)
    spot = Spot(cell=f"table {table}, row {row}, column {column}")
    return Cell(read.text, spot, read.marks, read.notes, small=read.small)


def _on(properties: Any, tag: str) -> bool:
    found = properties.find(f"{_W}{tag}")
    return found is not None and found.get(f"{_W}val", "true") not in ("0", "false", "none")
