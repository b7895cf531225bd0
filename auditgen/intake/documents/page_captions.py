"""Captions of tables on a page: the line that begins one, the lines that belong to it, and whose it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from auditgen.intake.documents.blocks import Passage, Spot
from auditgen.intake.documents.words import Line, Spacing, joined

# What captions of tables begin with, in several languages.
TABLE_WORDS = r"Table|Tab\.|Tabela|Tabla|Tableau|Tabelle|Tabella|Таблица|表|표"
CAPTION = re.compile(
    rf"^\s*(?:(?:Extended Data |Supplementary )?(?:{TABLE_WORDS})\s*(?:[A-Z]?\d+(?:[.\-]\d+)*"
    r"|[IVX]{1,5}\b))\s*[|:.–—]?",
    re.IGNORECASE,
)
_LONGEST_CAPTION = 6


def caption_near(
    lines: Sequence[Line], first: int, last: int, spacing: Spacing, spot: Callable[[Line], Spot]
) -> tuple[Passage, set[int]] | None:
    """The caption just under or just above a table: the nearer one, for the other may belong to another table."""
    under = next((i for i in range(last + 1, min(last + 5, len(lines))) if CAPTION.match(lines[i].text)), None)
    over = next((i for i in range(first - 1, max(first - 8, -1), -1) if CAPTION.match(lines[i].text)), None)
    below = lines[under].y - lines[last].y if under is not None else 1e9
    # The lines of a caption above are counted from its last one.
    end = _caption_end(lines, over, first, spacing) if over is not None else None
    above = lines[first].y - lines[end].y if end is not None else 1e9
    stands_under = below <= above + 0.3 * spacing.pitch and not (over is not None and _over_tables(lines))
    if under is not None and below <= 5 * spacing.pitch and stands_under:
        return _whole(lines, under, len(lines), spacing, spot)
    if over is not None and lines[first].y - lines[over].y <= 7 * spacing.pitch:
        return _whole(lines, over, first, spacing, spot)
    return None


def _over_tables(lines: Sequence[Line]) -> bool:
    """Whether captions stand over the tables of a page: the first of them does, with no row of figures over it."""
    for line in lines:
        if CAPTION.match(line.text):
            return True
        figures = sum(w.figure for w in line.words)
        if figures >= 2 and figures >= 0.25 * len(line.words):
            return False
    return False


def _caption_end(lines: Sequence[Line], at: int, end: int, spacing: Spacing) -> int:
    """The last line of a caption that begins at a line."""
    last = at
    for i in range(at + 1, min(at + _LONGEST_CAPTION, end)):
        ruled = spacing.rules.between(lines[i - 1].y, lines[i].y, lines[at].x0, lines[at].x1)
        if max(w.size for w in lines[i].words) > 1.1 * max(w.size for w in lines[at].words):
            # A heading, or the text of the page, in larger type.
            break
        if lines[i].y - lines[i - 1].y > 1.35 * spacing.pitch or lines[i].cells or ruled:
            break
        last = i
    return last


def _whole(
    lines: Sequence[Line], at: int, end: int, spacing: Spacing, spot: Callable[[Line], Spot]
) -> tuple[Passage, set[int]]:
    words = [w for line in lines[at : _caption_end(lines, at, end, spacing) + 1] for w in line.words]
    return Passage(joined([w.text for w in words])[:2_000], spot(lines[at])), {w.index for w in words}
