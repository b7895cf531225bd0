"""Sets the tables of known documents anew on PDF pages, in many ways, and reads them again: what is lost by the layout.

Run: python benchmarks/redrawn_tables.py [FOLDER]... [--ways N] [--seed S] [--worst K]. Each FOLDER holds a document, as
for extract.py; by default those of the reference data. What its tables give is what their redrawn pages must give: the
same models, tests and scores. Faces, sizes, padding, alignment of figures and heads, rules, wraps and titles are drawn
at random from the seed, so that a new seed is a layout nobody has looked at. A share of the losses is not the layout's:
a heading that stands further up the page is not drawn again.
"""

from __future__ import annotations

import argparse
import html
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from extract import document_folders, document_in  # beside this file

from auditgen.intake.documents.blocks import Cell, Table
from auditgen.intake.documents.drafting import Draft
from auditgen.intake.documents.extract import Extraction, extract
from auditgen.intake.documents.header import header_rows
from auditgen.intake.documents.vocabulary import Vocabulary

WORDS = Vocabulary()
# Tables with fewer drafts say little; more rows or columns than these do not fit a page.
LEAST_DRAFTS, MOST_ROWS, MOST_COLUMNS, MOST_TABLES = 6, 60, 18, 3
TEXT = "We report what was measured in the following table and discuss it below in some detail, as a paper would."
RULES = {
    "none": "",
    "booktabs": "table{border-top:1pt solid;border-bottom:1pt solid} thead{border-bottom:.6pt solid}",
    "spans": "table{border-top:1pt solid;border-bottom:1pt solid} thead{border-bottom:.6pt solid}"
    " th.span{border-bottom:.5pt solid}",
    "grid": "td,th{border:.5pt solid #555}",
    "rows": "tr{border-bottom:.4pt solid #999}",
    "zebra": "tbody tr:nth-child(even){background:#eee}",
}
Key = tuple[str, str, str]


@dataclass(frozen=True)
class Way:
    """One way of setting a table."""

    face: str
    size: float
    figures: str
    heads: str
    names: str
    height: str
    rules: str
    padding: int
    width: str
    head_width: int | None
    name_width: int | None
    caption_over: bool
    landscape: bool
    bold_titles: bool
    centred_titles: bool

    def sheet(self) -> str:
        """The style sheet."""
        sheet = f"""@page{{size:A4 {"landscape" if self.landscape else ""};margin:18mm}}
        body{{font:10pt {self.face}}} h2{{font-size:12pt}}
        table{{border-collapse:collapse;font-size:{self.size}pt;width:{self.width};margin:6pt 0}}
        td,th{{padding:1.5pt {self.padding}pt;text-align:{self.figures}}}
        th{{vertical-align:{self.height};text-align:{self.heads}}} th.span{{text-align:center}}
        td.name,th.name{{text-align:{self.names}}}
        td.title{{text-align:{"center" if self.centred_titles else "left"};
        {"font-weight:bold" if self.bold_titles else "font-style:italic"}}} {RULES[self.rules]}"""
        if self.head_width:
            sheet += f"th:not(.name):not(.span){{width:{self.head_width}pt}}"
        if self.name_width:
            sheet += f"td.name{{width:{self.name_width}pt}}"
        return sheet


def draw_way(rng: random.Random) -> Way:
    """A way of setting tables, at random."""
    figures = rng.choice(("center", "center", "right", "left"))
    return Way(
        face=rng.choice(("DejaVu Sans", "DejaVu Serif", "Liberation Serif", "Liberation Sans")),
        size=rng.choice((6.5, 7, 7.5, 8, 9)),
        figures=figures,
        heads=rng.choice((figures, "center", "left")),
        names=rng.choice(("left", "left", "left", "center")),
        height=rng.choice(("bottom", "middle", "top")),
        rules=rng.choice(list(RULES)),
        padding=rng.choice((2, 3, 5, 8)),
        width=rng.choice(("auto", "100%")),
        head_width=rng.choice((None, None, 45, 60, 80)),
        name_width=rng.choice((None, None, None, 70)),
        caption_over=rng.random() < 0.67,
        landscape=rng.random() < 0.25,
        bold_titles=rng.random() < 0.5,
        centred_titles=rng.random() < 0.3,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--ways", type=int, default=3, help="in how many ways each document is set")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--worst", type=int, default=0, help="show so many of the worst pages")
    options = parser.parse_args()
    folders = document_folders(options.folders)
    if not folders:
        print("no claim documents: set AUDITGEN_SHARED_DATA, or name folders that hold them", file=sys.stderr)
        return 2
    pages: list[tuple[float, str, Way]] = []
    wanted = given = hit = 0
    for folder in folders:
        tables, want = known_tables(extract([document_in(folder)]))
        for n in range(options.ways if tables else 0):
            way = draw_way(random.Random(f"{options.seed} {folder.name} {n}"))
            got = redrawn(tables, way)
            both = (want & got).total()
            wanted, given, hit = wanted + want.total(), given + got.total(), hit + both
            pages.append((both / want.total(), folder.name, way))
    whole = sum(share == 1 for share, _, _ in pages)
    print(
        f"{len(pages)} pages, {whole} read wholly; found again {hit / max(1, wanted):.1%} of {wanted:,},"
        f" right {hit / max(1, given):.1%} of {given:,}"
    )
    for share, name, way in sorted(pages, key=lambda page: page[0])[: options.worst]:
        print(f"{share:6.1%} {name} {way}")
    return 0


def known_tables(known: Extraction) -> tuple[list[Table], Counter[Key]]:
    """The tables of a document that fit one page, and what they give."""
    drafts = Counter(d.table for d in known.drafts if d.table)
    tables = [
        t
        for t in known.documents[0].tables
        if drafts[t.number] >= LEAST_DRAFTS and len(t.rows) < MOST_ROWS and len(t.rows[0]) < MOST_COLUMNS
    ][:MOST_TABLES]
    numbers = {t.number for t in tables}
    return tables, keys(d for d in known.drafts if d.table in numbers)


def redrawn(tables: Sequence[Table], way: Way) -> Counter[Key]:
    """What tables give once they are set anew."""
    from weasyprint import HTML

    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "page.pdf")
        HTML(string=page_of(tables, way)).write_pdf(page)
        again = extract([page])
    return keys(d for d in again.drafts if d.table)


def keys(drafts: Iterator[Draft]) -> Counter[Key]:
    """Model, test with its part, and score of each draft, without spaces and hyphens."""
    found = ((d.fields["model"], d.fields["benchmark"] + d.fields.get("subset", ""), d.fields["score"]) for d in drafts)
    return Counter(tuple(re.sub(r"[\s-]+", "", part).lower() for part in key) for key in found)  # type: ignore[misc]


def page_of(tables: Sequence[Table], way: Way) -> str:
    """A page with tables, their headings, captions and the text before them."""
    out = []
    for table in tables:
        caption = f"<p>{html.escape(table.caption.text)}</p>" if table.caption else ""
        out += [f"<h2>{html.escape(title)}</h2>" for title in table.section[-2:]]
        out.append(f"<p>{html.escape(table.before[-1].text) if table.before else TEXT}</p>")
        out += [caption, table_of(table)] if way.caption_over else [table_of(table), caption]
        out.append(f"<p>{TEXT}</p>")
    return f"<meta charset=utf-8><style>{way.sheet()}</style>{''.join(out)}"


def table_of(table: Table) -> str:
    """A table with its merged cells and the titles of its groups."""
    heads = header_rows(table, WORDS)
    covered: set[tuple[int, int]] = set()
    parts: list[list[str]] = [[], []]
    for i, row in enumerate(table.rows):
        texts = [c.text for c in row if c.text]
        title = i >= heads and len(row) > 2 and len(set(texts)) == 1 and (len(texts) > 1 or bool(row[0].text))
        if title and not re.fullmatch(r"[\d.%]+", texts[0]):
            parts[1].append(f"<tr><td class=title colspan={len(row)}>{html.escape(texts[0])}</td></tr>")
            continue
        cells = [cell_of(table.rows, i, j, heads, covered) for j in range(len(row))]
        parts[i >= heads].append(f"<tr>{''.join(cells)}</tr>")
    return f"<table><thead>{''.join(parts[0])}</thead><tbody>{''.join(parts[1])}</tbody></table>"


def cell_of(rows: Sequence[Sequence[Cell]], i: int, j: int, heads: int, covered: set[tuple[int, int]]) -> str:
    """One cell with what it spans; nothing where another one covers it."""
    if (i, j) in covered:
        return ""
    cell = rows[i][j]

    def copied(a: int, b: int) -> bool:
        return rows[a][b].merged and rows[a][b].text == cell.text and bool(cell.text)

    wide = 1
    while j + wide < len(rows[i]) and copied(i, j + wide) and (i, j + wide) not in covered:
        wide += 1
    tall = 1
    while (
        i + tall < len(rows) and (i + tall < heads) == (i < heads) and all(copied(i + tall, j + k) for k in range(wide))
    ):
        tall += 1
    covered.update((i + a, j + b) for a in range(tall) for b in range(wide))
    kind = "name" if not j else "span" if wide > 1 else ""
    notes = "".join(f"<sup>{html.escape(note)}</sup>" for note in cell.notes)
    tag = "th" if i < heads else "td"
    return f'<{tag} class="{kind}" colspan={wide} rowspan={tall}>{html.escape(cell.text)}{notes}</{tag}>'


if __name__ == "__main__":
    sys.exit(main())
