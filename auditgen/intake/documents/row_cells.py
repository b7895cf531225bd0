"""Which words of a line on a page are the cells of a row: figures that stand alone, their signs and brackets joined."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from auditgen.intake.documents.limits import MAX_COLUMNS
from auditgen.intake.documents.words import NUMBER, Line, Spacing, Word, phrases_of

_STAR = re.compile(r"[*†‡∗§]{1,3}")
_GAIN = re.compile(r"[+↑↓][0-9]{1,3}(?:\.[0-9]+)?%?")
_PART = re.compile(r"±|\+/-|[0-9.]+%?|\(?±?\s?[0-9.]+%?\)|\([0-9.,%+\-−±↑↓ ]+\)?")


def find_cells(line: Line, spacing: Spacing) -> None:
    """Set the cells and labels of a line that may be the row of a table; leave them empty for running text."""
    if not any(w.figure or w.missing for w in line.words):
        return
    words = joined_figures(line.words, spacing)
    cells = (i for i in range(len(words)) if _is_cell(words, i, spacing) and not _in_bracket(words, i))
    starts = list(islice(cells, 2))
    for first in starts[:1] if starts[:1] != [0] or not _PLACE.fullmatch(words[0].text) else starts:
        # "1 GPT-4 unknown OpenAI 92.0": the place on a board stands before the name.
        if _set_cells(line, words, first, spacing):
            return


def _in_bracket(words: Sequence[Word], i: int) -> bool:
    """Whether a number stands inside the bracket of a name: "Terminal-bench (Terminus 1 framework)"."""
    if not i or ")" in words[i].text:
        return False
    before = "".join(w.text for w in words[:i])
    after = next((w.text for w in words[i + 1 :] if "(" in w.text or ")" in w.text), "")
    return before.count("(") > before.count(")") and bool(re.search(r"[^\W\d_]\S*\)", after.partition("(")[0]))


def take_lone_figure(line: Line, beside: Sequence[Line], spacing: Spacing) -> None:
    """Set the one figure at the end of a line as its cell, where it stands right under or over that of a row.

    Of "acc_norm 0.5887" under "arc_challenge 0 acc 0.5520" the figure alone may be too close to its label to be told.
    """
    if line.cells or not beside or not line.words[-1].figure:
        return
    words = joined_figures(line.words, spacing)
    last = words[-1]
    if sum(w.figure for w in words) != 1 or not last.figure or len(words) > 6:
        return
    near = [row for row in beside if abs(row.y - line.y) <= 1.5 * spacing.pitch]
    ends = [row.cells[-1] for row in near if row.cells[-1].figure]
    if any(abs(c.x0 - last.x0) <= 1.5 and abs(c.x1 - last.x1) <= 1.5 for c in ends):
        line.cells, line.labels = [last], list(words[:-1])


_PLACE = re.compile(r"[0-9]{1,3}\.?")


def _set_cells(line: Line, words: Sequence[Word], first: int, spacing: Spacing) -> bool:
    """Take what stands from one word on as cells, if it looks like the cells of a row. Returns whether it does."""
    tail = words[first:]
    cells = [w for w in tail if w.figure or w.missing]
    figures = sum(w.figure for w in cells)
    # Running text with numbers has words between them; a row of a table has almost none.
    phrases = len(phrases_of([w for w in tail if not (w.figure or w.missing)], 1.3 * spacing.join))
    dashes = len(cells) >= 2 and len(cells) == len(tail) and len(phrases_of(words[:first], spacing.part)) <= 2
    if len(cells) > MAX_COLUMNS or not (figures or dashes) or phrases > max(1, len(cells) // 2):
        return False
    if len(cells) == 1:
        before = words[first - 1] if first else None
        alone = before is not None and tail[0].x0 - before.x1 >= 1.5 * spacing.part and len(tail) == 1
        if not alone or "...." in line.text or re.search(r"(?:\. ){4}", line.text):
            return False
    line.cells = list(tail)
    line.labels = list(words[:first])
    return True


def _is_cell(words: Sequence[Word], i: int, spacing: Spacing) -> bool:
    """Whether a number stands alone: not part of a phrase of words on its left or right."""
    word = words[i]
    if not (word.figure or word.missing):
        return False
    left = word.x0 - words[i - 1].x1 if i else 1e9
    right = words[i + 1].x0 - word.x1 if i + 1 < len(words) else 1e9
    # Type larger than most of the page has wider spaces, smaller type narrower ones.
    join = 0.58 * word.size
    left_alone = left > join or (i > 0 and (words[i - 1].figure or words[i - 1].missing))
    right_alone = right > join or (i + 1 < len(words) and (words[i + 1].figure or words[i + 1].missing))
    return left_alone and right_alone


_BOUNDS = frozenset("<>~≈≤≥")
# A figure is put together with its neighbour only where one of them begins or ends with one of these.
_JOINS = frozenset("±+-−(/*†‡∗§↑↓<>~≈≤≥")
_OPENS = re.compile(r"\([+\-−±↑↓]?[0-9.,%]*")
_GOES_ON = re.compile(r"[+\-−±]?[0-9.,%]*\)?")


def _whole_brackets(words: Sequence[Word], spacing: Spacing) -> list[Word]:
    """Words with "(+", "4.84)" behind a figure put together into one bracket, and "<", "5%" into one figure."""
    if not any((w.text[0] == "(" and w.text[-1] != ")") or w.text in _BOUNDS for w in words):
        return list(words)
    out: list[Word] = []
    open_bracket = False
    for word in words:
        near = bool(out) and word.x0 - out[-1].x1 <= 1.2 * spacing.join
        if near and out[-1].text in _BOUNDS and word.figure:
            out[-1] = replace(out[-1], text=out[-1].text + word.text, x1=word.x1)
            continue
        if open_bracket and near and _GOES_ON.fullmatch(word.text):
            space = "" if out[-1].text[-1] in "(+-−±↑↓" else " "
            out[-1] = replace(out[-1], text=f"{out[-1].text}{space}{word.text}", x1=word.x1)
            open_bracket = not word.text.endswith(")")
            continue
        open_bracket = near and out[-1].text[0].isdigit() and bool(_OPENS.fullmatch(word.text))
        out.append(word)
    return out


def joined_figures(words: Sequence[Word], spacing: Spacing) -> list[Word]:
    """Words with "63.0", "±", "2.3" put together into one cell."""
    if not any(w.text[0] in _JOINS or w.text[-1] in _JOINS for w in words):
        return list(words)
    out: list[Word] = []
    for word in _whole_brackets(words, spacing):
        last = out[-1] if out else None
        if len(out) > 1 and last is not None and last.text in ("±", "+/-") and word.figure and out[-2].figure:
            # "0.5520", "±", "0.0145", each in a column of its own: one figure and how far off it may be.
            both = f"{out[-2].text} ± {word.text}"
            if max(word.x0 - last.x1, last.x0 - out[-2].x1) <= 2.2 * word.size and NUMBER.fullmatch(both):
                out[-2:] = [replace(out[-2], text=both, x1=word.x1)]
                continue
        if len(out) > 1 and last is not None and last.text == "/" and word.figure and out[-2].figure:
            # "96.7 / 100": two figures of one cell.
            both = f"{out[-2].text}/{word.text}"
            if max(word.x0 - last.x1, last.x0 - out[-2].x1) <= spacing.join and NUMBER.fullmatch(both):
                out[-2:] = [replace(out[-2], text=both, x1=word.x1)]
                continue
        if last is not None and last.figure and _STAR.fullmatch(word.text) and word.x0 - last.x1 <= spacing.join:
            out[-1] = replace(last, x1=word.x1, notes=(*last.notes, word.text.replace("∗", "*")))
            continue
        if (
            last is not None
            and word.x0 - last.x1 <= 1.2 * spacing.join
            and (_PART.fullmatch(word.text) or _GAIN.fullmatch(word.text))
        ):
            both = f"{last.text} {word.text}"
            opens = word.text[0] in "±(+" or last.text[-1] in "±-(" or last.text.endswith("+/-")
            if last.text[0].isdigit() and _GAIN.fullmatch(word.text) and NUMBER.fullmatch(both):
                # "31.6 +3.1": a score and what was gained.
                out[-1] = replace(last, text=both, x1=word.x1)
                continue
            if (
                opens
                and re.match(r"[<>~]?[+\-−]?[0-9.]", last.text)
                and (NUMBER.fullmatch(both) or word.text in ("±", "+/-"))
            ):
                out[-1] = replace(last, text=both, x1=word.x1)
                continue
        out.append(word)
    return out
