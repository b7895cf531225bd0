"""The header of a table on a page: the texts that its lines put over each column."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from auditgen.intake.documents.column_heads import heads_of
from auditgen.intake.documents.head_cells import usual_space
from auditgen.intake.documents.head_lines_placed import Placed, place_lines
from auditgen.intake.documents.header_lines import VALUE
from auditgen.intake.documents.header_places import Slot, short_rules
from auditgen.intake.documents.label_kinds import NOT_A_TEST
from auditgen.intake.documents.labels import read_pieces
from auditgen.intake.documents.words import Line, Spacing, Word, tight_phrases

GENERIC = re.compile(
    r"(?:models?|benchmarks?|scores?|results?|performance|systems?|methods?|evaluation)", re.IGNORECASE
)


@dataclass(slots=True)
class Header:
    """Texts over the columns: titles that span several, one list a line, and the text of each column itself."""

    spans: list[list[str]]
    own: list[str]


def read_header(
    lines: Sequence[Line], slots: Sequence[Slot], n_labels: int, spacing: Spacing, rows: Sequence[Line] = ()
) -> Header:
    """The texts over every column. Lines over one column are joined from top to bottom. `rows` are those under it."""
    space = usual_space([row.labels for row in rows], [line.words for line in lines], spacing.space)
    edge = label_edge(slots, n_labels)
    told = [_describes(line, slots, n_labels, edge, spacing) for line in lines]
    # "Training tokens: 2.3T, 15T": what the models over it are, not their names.
    kept = [line for line, describes in zip(lines, told) if not describes or all(told)]
    placed = [_as_its_like(cells, slots) for cells in place_lines(kept, slots, n_labels, space, spacing)]
    own: list[list[str]] = [[] for _ in slots]
    spans: list[list[str]] = []
    by_line: list[list[str]] = []
    for number, cells in enumerate(placed):
        said, wide = [""] * len(slots), [""] * len(slots)
        for ks, words in cells:
            text = " ".join(w.text for w in words)
            for k in ks:
                said[k] = f"{said[k]} {text}".strip()
            if len(ks) == 1 and not _heads_one(kept, number, ks[0], words, placed, slots, n_labels, spacing):
                own[ks[0]].append(text)
            else:
                for k in ks:
                    wide[k] = text
        by_line.append(said)
        spans.append(wide)
    if _says_by_line(by_line, n_labels):
        return Header(by_line[:-1], by_line[-1])
    spans = [wide for wide in spans if any(wide) and not all(GENERIC.fullmatch(t) for t in wide if t)]
    return Header(spans, [_text(parts) for parts in own])


def _as_its_like(
    cells: Sequence[tuple[list[int], list[Word]]], slots: Sequence[Slot]
) -> list[tuple[list[int], list[Word]]]:
    """The phrases of a line, each over one column only where the same words stand over one column elsewhere on it.

    "DeepSeek" in the middle of three columns may head them all, or begin the name over the middle one.
    """
    alone = {tuple(w.text for w in words) for ks, words in cells if len(ks) == 1}
    out: list[tuple[list[int], list[Word]]] = []
    for ks, words in cells:
        middle = (words[0].x0 + words[-1].x1) / 2
        under = [k for k in ks if slots[k].x0 <= middle <= slots[k].x1]
        out.append((under, words) if under and tuple(w.text for w in words) in alone else (ks, words))
    return out


def _heads_one(
    lines: Sequence[Line], number: int, k: int, words: Sequence[Word], placed: Placed, slots: Sequence[Slot],
    n_labels: int, spacing: Spacing,
) -> bool:  # fmt: skip
    """Whether a phrase over one column heads a group of that one: what stands beside it on its line heads several, or a
    short rule parts it from what names the column."""
    if (
        k < n_labels
        or number + 1 >= len(lines)
        or not any(k in ks for cells in placed[number + 1 :] for ks, _ in cells)
    ):
        return False
    broken = any(w.text.endswith("-") for _, cell in placed[number] for w in cell)
    if not broken and sum(len(ks) > 1 for ks, _ in placed[number]) >= 2:
        return True
    rules = short_rules(lines[number].y, lines[number + 1].y, slots[n_labels:], spacing)
    others = [s for n, s in enumerate(slots[n_labels:], start=n_labels) if n != k]
    return any(
        r.start - 2 <= words[0].x0 and words[-1].x1 <= r.end + 2
        and not any(r.start < (s.x0 + s.x1) / 2 < r.end for s in others)
        for r in rules
    )  # fmt: skip


def _says_by_line(by_line: Sequence[Sequence[str]], n_labels: int) -> bool:
    """Whether each line of a head says at its left what it holds: "Dataset", "Split", "Metric"."""
    roles = [heads_of(line[n_labels - 1]) if n_labels else None for line in by_line]
    return len(roles) > 1 and all(roles) and "test" in roles and len(set(roles)) > 1


def _sides(
    line: Line, slots: Sequence[Slot], n_labels: int, edge: float, spacing: Spacing
) -> tuple[list[Word], list[Word]]:
    """The words of a header line over the labels and over the figures.

    A phrase that begins right of every label ("GPT-J 6B" over right-aligned figures) heads a column as a whole.
    """
    ends = slots[n_labels - 1].x1 if n_labels else edge
    left: list[Word] = []
    right: list[Word] = []
    for phrase in tight_phrases(line.words, spacing.space):
        whole = phrase[0].x0 >= ends - 0.5 and phrase[-1].center >= edge
        for word in phrase:
            (right if whole or word.center >= edge else left).append(word)
    return left, right


def label_edge(slots: Sequence[Slot], n_labels: int) -> float:
    """Where labels end and figures begin."""
    if not n_labels or len(slots) == n_labels:
        return slots[0].x0 - 1
    gap = slots[n_labels].x0 - slots[n_labels - 1].x1
    width = slots[n_labels].x1 - slots[n_labels].x0
    return slots[n_labels].x0 - max(2.0, min(gap * 0.5, width))


def _describes(line: Line, slots: Sequence[Slot], n_labels: int, edge: float, spacing: Spacing) -> bool:
    """Whether a line of the head has a label of its own that says what the models are ("Training tokens")."""
    left, right = _sides(line, slots, n_labels, edge, spacing)
    label = " ".join(w.text for w in left)
    if not label or len(right) < 2:
        return False
    texts = [" ".join(w.text for w in p) for p in tight_phrases(right, spacing.space)]
    if sum(read_pieces(t.strip("()[]")) is not None for t in texts) >= 0.5 * len(texts):
        # Metrics, splits and shots say how the columns were measured.
        return False
    values = sum(bool(VALUE.fullmatch(t)) or texts.count(t) >= 3 for t in texts)
    return values >= 0.6 * len(texts) and bool(NOT_A_TEST.match(label) or GENERIC.fullmatch(label))


def _text(parts: Sequence[str]) -> str:
    """Header lines of one column as one text; a general word over it is left out where something follows."""
    kept = [p for i, p in enumerate(parts) if not (i < len(parts) - 1 and GENERIC.fullmatch(p.strip()))]
    out = ""
    for part in kept:
        out += part if not out or (out.endswith("-") and len(out) > 1 and out[-2] != " ") else f" {part}"
    return out
