"""A document in pieces: passages of text and tables of cells, each piece with the place where it stands."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a file. Lines, pages, rows and columns count from 1; `character` only where a line is very long."""

    line: int | None = None
    character: int | None = None
    page: int | None = None
    sheet: str | None = None
    cell: str | None = None

    @property
    def words(self) -> str:
        """The place in words: "line 37", "page 7", "sheet Results, cell C4"."""
        parts = []
        if self.page is not None:
            parts.append(f"page {self.page}")
        if self.sheet is not None:
            parts.append(f"sheet {self.sheet}")
        if self.cell is not None:
            # In a workbook a cell has a name; elsewhere the words say it themselves.
            parts.append(f"cell {self.cell}" if self.sheet is not None else self.cell)
        if self.line is not None:
            parts.append(f"line {self.line}")
        if self.character is not None:
            parts.append(f"character {self.character:,}")
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell. `marks` are bold, underline, struck; `notes` the footnote marks that were taken off the text.

    `merged` is set on the copies of a cell that spans several places of the grid. `quote` is the text as it can be
    found again at `spot`.
    """

    text: str
    spot: Spot = Spot()
    marks: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()
    merged: bool = False
    head: bool = False
    small: str = ""
    """What stood under the main text of the cell in smaller type or on lines of its own."""


EMPTY = Cell("")


@dataclass(frozen=True, slots=True)
class Passage:
    """A heading, paragraph, list item or caption. `level` counts headings from 1; 0 is text."""

    text: str
    spot: Spot
    level: int = 0


@dataclass(slots=True)
class Table:
    """A grid of cells, all rows of one length. `header_rows` is None where the document does not tell."""

    rows: list[list[Cell]]
    spot: Spot
    header_rows: int | None = None
    caption: Passage | None = None
    section: tuple[str, ...] = ()
    before: tuple[Passage, ...] = ()
    after: tuple[Passage, ...] = ()
    number: int = 0
    remarks: tuple[str, ...] = ()
    """What went wrong while the table was read: "ragged", "cut"."""
    at: tuple[float, ...] = ()
    """Where its columns stand on the page, for tables that go on on the next one."""
    framed: bool = False
    """Whether lines on the page part its cells: its head may be its first row, and is not told apart."""
    sure: bool = True
    """False where rows and columns had to be worked out from positions on a page."""


Block = Passage | Table


@dataclass(slots=True)
class Document:
    """A document as read: its blocks in order, and what its readers had to say about it."""

    name: str
    sha256: str
    kind: str
    blocks: list[Block] = field(default_factory=list)
    footnotes: dict[str, Passage] = field(default_factory=dict)
    front_matter: dict[str, object] = field(default_factory=dict)
    front_matter_lines: int = 0
    notes: list[str] = field(default_factory=list)
    source_lines: list[str] = field(default_factory=list)

    @property
    def tables(self) -> list[Table]:
        """The tables, in order."""
        return [b for b in self.blocks if isinstance(b, Table)]

    @property
    def passages(self) -> list[Passage]:
        """The text, in order."""
        return [b for b in self.blocks if isinstance(b, Passage)]


def arrange(document: Document) -> Document:
    """Give every table its number, the headings it stands under, and the text just before and after it."""
    sections: dict[int, str] = {}
    recent: list[Passage] = []
    number = 0
    previous: Table | None = None
    following: list[Passage] = []
    for block in document.blocks:
        if isinstance(block, Table):
            number += 1
            block.number = number
            block.section = tuple(sections[level] for level in sorted(sections))
            block.before = tuple(recent[-3:])
            if previous is not None:
                previous.after = tuple(following)
            previous, following, recent = block, [], []
            continue
        if block.level:
            for level in [at for at in sections if at >= block.level]:
                del sections[level]
            if block.text:
                sections[block.level] = block.text
            recent = []
            if previous is not None:
                previous.after = tuple(following)
                previous = None
        else:
            recent.append(block)
            if previous is not None and len(following) < 12:
                following.append(block)
    if previous is not None:
        previous.after = tuple(following)
    return document
