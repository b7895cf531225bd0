"""The header of a table on a page: which lines it has, and which columns each of its phrases stands over."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from auditgen.intake.documents.columns import heads_of
from auditgen.intake.documents.head_cells import HeadLine, usual_space
from auditgen.intake.documents.header_places import Slot, short_rules
from auditgen.intake.documents.label_kinds import NOT_A_TEST
from auditgen.intake.documents.labels import read_pieces
from auditgen.intake.documents.words import Line, Spacing, Word, is_prose, phrases_of, runs_on, tight_phrases

_MOST_LINES = 7
_CAPTION = re.compile(r"^\s*(?:Table|Tab\.|Figure|Fig\.|表|图)\s*(?:[A-Z]?\d|[IVX]{1,5}\b)", re.IGNORECASE)
_SECTION = re.compile(r"^\s*(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[A-Z](?:\.\d{1,2}){1,3}\.?)\s+[A-Z]")
GENERIC = re.compile(
    r"(?:models?|benchmarks?|scores?|results?|performance|systems?|methods?|evaluation)", re.IGNORECASE
)


Placed = list[list[tuple[list[int], list[Word]]]]


@dataclass(slots=True)
class Header:
    """Texts over the columns: titles that span several, one list a line, and the text of each column itself."""

    spans: list[list[str]]
    own: list[str]


def header_lines(
    lines: Sequence[Line], first: int, spacing: Spacing, floor: int, rows: Sequence[Line]
) -> tuple[list[int], list[int]]:
    """Lines above the first one, from the top, none before `floor`: those that name its columns, and titles of rows.

    `rows` are the rows of figures; the label of the first one may begin on a line above it.

    A rule over the whole table parts its head from what stands above it, and from a title that heads its first rows.
    """
    found: list[int] = []
    titles: list[int] = []
    at = lines[first].y
    row = rows[0]
    x0, x1 = row.x0, row.x1
    pitch = min((b.y - a.y for a, b in pairwise(rows)), default=0.0)
    left, right = min(r.x0 for r in rows), max(r.x1 for r in rows)
    ruled = ruled_rows(rows, spacing)
    size = max(w.size for w in row.words)
    for i in range(first - 1, max(floor, first - _MOST_LINES) - 1, -1):
        line = lines[i]
        crossed = [r for r in spacing.rules.between(line.y, at, x0, x1) if r.covers(x0, x1)]
        framed = bool(crossed) and _under_rule(line, spacing, x0, x1)
        prose = is_prose(line, spacing) and not framed
        if prose and crossed and not found and not runs_on(line, spacing):
            # "func param value func param value" on the rule over the first row: heads set close.
            prose = False
        # Rules have white over and under them.
        reach = (3.2 if crossed else 2.3) * spacing.pitch
        if at - line.y > reach or prose or _CAPTION.match(line.text):
            break
        one_phrase = _one_phrase(line, spacing)
        if one_phrase and min(w.size for w in line.words) > 1.2 * size:
            # A heading in larger type.
            break
        if (
            crossed
            and found
            and not titles
            and (heads_of(line.text) or _head_at(lines, i, max(floor, first - _MOST_LINES), spacing, x0, x1))
            and all(_alone(lines[k], spacing) for k in found)
        ):
            # "Closed models" between the rule under the head and the first row: it heads rows, not columns.
            found, titles = [], found
        elif crossed and found and _tells_what(lines, found, spacing):
            # "Architecture", "# Total Params" between two rules: what the models over them are.
            pass
        elif crossed and ruled and not one_phrase and len(crossed) == 1:
            # Every row has its rule, and those of the head too.
            pass
        elif crossed and ((found and not framed) or crossed[-1].at - crossed[0].at > 4):
            # The rule over the head: what stands above it is not part of the table.
            break
        if one_phrase and (_SECTION.match(line.text) or (line.text.endswith(".") and len(line.words) > 1)):
            break
        if one_phrase and i and is_prose(lines[i - 1], spacing) and line.y - lines[i - 1].y < 1.3 * spacing.pitch:
            # The last line of a paragraph.
            break
        found.insert(0, i)
        at = line.y
    if len(found) > 1 and not titles:
        last, over = lines[found[-1]], lines[found[-2]]
        apart = not ruled and last.y - over.y >= 0.95 * pitch > 0 and lines[first].y - last.y >= 0.95 * pitch
        middle = len(last.words) > 1 and abs((last.x0 + last.x1) / 2 - (left + right) / 2) <= 2.5
        edge = min((r.cells[0].x0 for r in rows if r.cells), default=right)
        beside = last.x1 < edge < over.x1 and not last.text.startswith("(")
        if _alone(last, spacing) and (middle or (beside and apart)) and not _alone(over, spacing):
            found, titles = found[:-1], found[-1:]
    return found, titles


def ruled_rows(rows: Sequence[Line], spacing: Spacing) -> bool:
    """Whether most rows are parted by rules over their whole width."""
    pairs = list(pairwise(rows))
    crossed = sum(any(r.covers(a.x0, a.x1) for r in spacing.rules.between(a.y, b.y, a.x0, a.x1)) for a, b in pairs)
    return len(pairs) >= 2 and crossed >= 0.7 * len(pairs)


def unbroken(lines: Sequence[Line]) -> list[Line]:
    """Lines of a head with what a hyphen broke set where it stands: "GPT-" over "4o-mini" in a column of its own."""
    parts: dict[int, list[Word]] = {}
    out: list[Line] = []
    for number, line in enumerate(lines):
        words = list(parts.get(number, []))
        for word in line.words:
            home = None
            if word.rest is not None and word.text.endswith(word.rest[0]):
                home = next((k for k in range(number + 1, len(lines)) if abs(lines[k].y - word.rest[3]) < 2.0), None)
            if word.rest is None or home is None:
                words.append(word)
                continue
            text, x0, x1, y = word.rest
            words.append(replace(word, text=word.text[: -len(text)], rest=None))
            parts.setdefault(home, []).append(Word(text, x0, x1, y, word.size, word.index, word.notes))
        out.append(Line(line.y, sorted(words, key=lambda w: w.x0)))
    return out


def _head_at(lines: Sequence[Line], at: int, floor: int, spacing: Spacing, x0: float, x1: float) -> bool:
    """Whether a line, or one over it with no rule between, has several phrases, as the lines of a head have."""
    for i in range(at, floor - 1, -1):
        line = lines[i]
        if i < at and (
            lines[i + 1].y - line.y > 1.6 * spacing.pitch
            or any(r.covers(x0, x1) for r in spacing.rules.between(line.y, lines[i + 1].y, x0, x1))
        ):
            return False
        if is_prose(line, spacing) or _CAPTION.match(line.text):
            return False
        if not _alone(line, spacing):
            return True
    return False


def _tells_what(lines: Sequence[Line], found: Sequence[int], spacing: Spacing) -> bool:
    """Whether lines say what models are: "Architecture", "# Params", with their values, some on lines of their own."""
    if not _says_what(lines[found[0]], spacing):
        return False
    return all(
        _says_what(lines[k], spacing)
        or all(_VALUE.fullmatch(w.text) for w in lines[k].words)
        or (_alone(lines[k], spacing) and len(lines[k].words) <= 3)
        for k in found
    )


def _says_what(line: Line, spacing: Spacing) -> bool:
    """Whether a line says what models are, not how they did ("Architecture", "# Params")."""
    first = phrases_of(line.words, spacing.part)[0]
    return bool(NOT_A_TEST.match(" ".join(w.text for w in first)))


def _one_phrase(line: Line, spacing: Spacing) -> bool:
    return len(phrases_of(line.words, 1.05 * spacing.join)) == 1


def _alone(line: Line, spacing: Spacing) -> bool:
    """Whether all words of a line stand together; bold type has wide spaces."""
    return len(phrases_of(line.words, spacing.part)) == 1


def _under_rule(line: Line, spacing: Spacing, x0: float, x1: float) -> bool:
    """Whether a full rule runs close over a line too, as where every row has its rule."""
    over = spacing.rules.between(line.y - 1.9 * max(w.size for w in line.words), line.y, x0, x1)
    return any(r.covers(x0, x1) for r in over)


def read_header(
    lines: Sequence[Line], slots: Sequence[Slot], n_labels: int, spacing: Spacing, rows: Sequence[Line] = ()
) -> Header:
    """The texts over every column. Lines over one column are joined from top to bottom. `rows` are those under it."""
    space = usual_space([*(row.labels for row in rows), *(line.words for line in lines)], spacing.space)
    edge = label_edge(slots, n_labels)
    told = [_describes(line, slots, n_labels, edge, spacing) for line in lines]
    # "Training tokens: 2.3T, 15T": what the models over it are, not their names.
    kept = [line for line, describes in zip(lines, told) if not describes or all(told)]
    placed = _best_placed(kept, slots, n_labels, space, spacing)
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


def _heads_one(
    lines: Sequence[Line], number: int, k: int, words: Sequence[Word], placed: Placed, slots: Sequence[Slot],
    n_labels: int, spacing: Spacing,
) -> bool:  # fmt: skip
    """Whether a phrase over one column heads a group of that one: what stands beside it on its line heads several, or a
    short rule parts it from what names the column."""
    if k < n_labels or number + 1 >= len(lines) or not any(k in ks for cells in placed[number + 1 :] for ks, _ in cells):
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


def _best_placed(
    lines: Sequence[Line], slots: Sequence[Slot], n_labels: int, space: float, spacing: Spacing
) -> Placed:
    """The cells of every line of a head, by the way of setting heads and figures that fits them best.

    Figures may stand at the right end of their cells and heads at the left one, or the other way round: then a cell
    reaches over the white beside its figures.
    """
    best, least = _placed(lines, slots, n_labels, space, spacing)
    if least > _DOUBT:
        size = max(w.size for line in lines for w in line.words)
        for wide in _widened(slots, n_labels, 0.4 * size):
            placed, cost = _placed(lines, wide, n_labels, space, spacing)
            if cost < 0.8 * least - 0.5:
                best, least = placed, cost
    return best


# A reading that costs less fits without doubt.
_DOUBT = 1.5
# Below this there is nothing that the other lines could still tell.
_CLEAR = 0.3


def _widened(slots: Sequence[Slot], n_labels: int, gap: float) -> list[list[Slot]]:
    """The extents of the columns of figures with the white on their left, and with that on their right."""
    left, right = list(slots[:n_labels]), list(slots[:n_labels])
    for k in range(n_labels, len(slots)):
        slot = slots[k]
        start = slots[k - 1].x1 + gap if k else slot.x0
        pitch = slot.x0 - slots[k - 1].x0 if k > n_labels else 0.0
        end = slots[k + 1].x0 - gap if k + 1 < len(slots) else max(slot.x1, slot.x0 + pitch - gap)
        left.append(Slot(min(slot.x0, start), slot.x1))
        right.append(Slot(slot.x0, max(slot.x1, end)))
    return [left, right]


def _placed(
    lines: Sequence[Line], slots: Sequence[Slot], n_labels: int, space: float, spacing: Spacing
) -> tuple[Placed, float]:
    """The cells of every line, and their cost. What stands on other lines over a column says how wide it is."""
    placed: Placed = [[] for _ in lines]
    cost = 0.0
    for _ in range(2):
        cost = 0.0
        for number in range(len(lines) - 1, -1, -1):
            line = lines[number]
            below = lines[number + 1].y if number + 1 < len(lines) else line.y + 1.5 * max(w.size for w in line.words)
            others = [cell for k, cells in enumerate(placed) if k != number for cell in cells if len(cell[0]) == 1]
            lower = [cell for cells in placed[number + 1 :] for cell in cells]
            named = [any(k in ks for ks, _ in lower) for k in range(len(slots))]
            rules = short_rules(line.y, below, slots[n_labels:], spacing)
            near = 0.9 * max(w.size for w in line.words)
            beside = [
                ks[0]
                for k, cells in enumerate(placed)
                for ks, _ in cells
                if len(ks) == 1 and k != number and lines[k].y < line.y + near
            ]
            taken = [k in beside for k in range(len(slots))]
            head = HeadLine(line.words, _hulls(slots, others), space, n_labels, rules, named, taken)
            placed[number], one = head.cells()
            cost += one
        if cost <= _CLEAR or len(lines) == 1:
            break
    return placed, cost


def _hulls(slots: Sequence[Slot], cells: Sequence[tuple[list[int], list[Word]]]) -> list[Slot]:
    """The extents of the columns, with what stands over each alone."""
    hulls = [Slot(s.x0, s.x1) for s in slots]
    for (k,), words in cells:
        hulls[k] = Slot(min(hulls[k].x0, words[0].x0), max(hulls[k].x1, words[-1].x1))
    for a, b in pairwise(hulls):
        if a.x0 < b.x0 < a.x1 < b.x1:
            # Cells do not overlap; columns laid out with spaces may seem to.
            a.x1 = b.x0 = (a.x1 + b.x0) / 2
    return hulls


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


def _distance(word: Word, slot: Slot) -> float:
    if word.x0 <= slot.x1 and word.x1 >= slot.x0:
        return 0.0
    return min(abs(word.x0 - slot.x1), abs(slot.x0 - word.x1))


_VALUE = re.compile(r"~?[\d.,]+\s?[BMKTbmkt]?|[-–—]|MoE|Dense|n/a")


def _describes(line: Line, slots: Sequence[Slot], n_labels: int, edge: float, spacing: Spacing) -> bool:
    """Whether a line of the head has a label of its own that says what the models are ("Training tokens")."""
    left, right = _sides(line, slots, n_labels, edge, spacing)
    label = " ".join(w.text for w in left)
    if not label or len(right) < 2:
        return False
    texts = [" ".join(w.text for w in p) for p in tight_phrases(right, spacing.space)]
    if sum(read_pieces(t) is not None for t in texts) >= 0.5 * len(texts):
        # Metrics and shots say how the columns were measured.
        return False
    values = sum(bool(_VALUE.fullmatch(t)) or texts.count(t) >= 3 for t in texts)
    return values >= 0.6 * len(texts) and bool(NOT_A_TEST.match(label) or GENERIC.fullmatch(label))


def _text(parts: Sequence[str]) -> str:
    """Header lines of one column as one text; a general word over it is left out where something follows."""
    kept = [p for i, p in enumerate(parts) if not (i < len(parts) - 1 and GENERIC.fullmatch(p.strip()))]
    out = ""
    for part in kept:
        out += part if not out or (out.endswith("-") and len(out) > 1 and out[-2] != " ") else f" {part}"
    return out
