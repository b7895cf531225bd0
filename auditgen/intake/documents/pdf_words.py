"""The words of a PDF page with their places, read through pdfium: text in one call, boxes where needed."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from auditgen.intake.documents.page_frame import Frame
from auditgen.intake.documents.words import Word

_TOKEN = re.compile(r"[^\s\x00-\x1f]+")
_HYPHENS = str.maketrans({"\ufffe": "-", "\x02": "-", "\u00ad": "-", "\u2010": "-", "\u2011": "-"})
# Words of a page that are asked which way they run.
_SAMPLE = 60
_NOTE_ENDS = frozenset("0123456789*†‡∗§abcde,")


def page_text(data: bytes, number: int) -> str:
    """The text of one page (numbers count from 1), lines parted by newlines."""
    import pypdfium2 as pdfium

    pdf = pdfium.PdfDocument(data)
    try:
        page = pdf[number - 1]
        textpage = page.get_textpage()
        text, _ = read_text(textpage)
        return text
    finally:
        pdf.close()


def read_text(textpage: Any) -> tuple[str, bool]:
    """The characters of a page in order, and whether every character has the index that pdfium gives it."""
    import pypdfium2.raw as raw

    count = textpage.count_chars()
    if count <= 0:
        return "", True
    text = textpage.get_text_range()
    if len(text) != count:
        # Some characters have no place in the text: take them one by one, so that indices agree.
        get = raw.FPDFText_GetUnicode
        handle = textpage.raw
        codes = (get(handle, i) for i in range(count))
        text = "".join(chr(c) if 0 < c < 0x110000 and not 0xD800 <= c < 0xE000 else " " for c in codes)
    return text.translate(_HYPHENS).replace("\r", " "), True


def frames_of(page: Any, textpage: Any, text: str) -> list[Frame]:
    """The ways in which the text of a page runs, told from a sample of its words; the page as shown where unclear."""
    import pypdfium2.raw as raw

    left, bottom, right, top = page.get_mediabox()
    width, height = right - left, top - bottom
    x, y = ctypes.c_double(), ctypes.c_double()
    tokens = [m for m in _TOKEN.finditer(text) if m.end() - m.start() >= 3]
    counts = {0: 0, 1: 0, 3: 0}
    for found in tokens[:: max(1, len(tokens) // _SAMPLE)]:
        raw.FPDFText_GetCharOrigin(textpage.raw, found.start(), x, y)
        x0, y0 = x.value, y.value
        raw.FPDFText_GetCharOrigin(textpage.raw, found.start() + 2, x, y)
        across, up = x.value - x0, y.value - y0
        counts[0 if abs(across) >= abs(up) else 1 if up > 0 else 3] += 1
    total = sum(counts.values())
    turns = [k for k, n in counts.items() if n >= 5 and n >= 0.12 * total]
    return [Frame(width, height, k) for k in turns or [0]]


def page_words(textpage: Any, text: str, frame: Frame) -> list[Word]:
    """The words of a page that run the way of the frame. Words without extent are left out."""
    import pypdfium2.raw as raw

    handle = textpage.raw
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    rect = raw.FS_RECTF()
    x, y = ctypes.c_double(), ctypes.c_double()
    char_box, origin, loose_box = raw.FPDFText_GetCharBox, raw.FPDFText_GetCharOrigin, raw.FPDFText_GetLooseCharBox
    angle = _angle(handle, text, frame, raw) if frame.turn else None
    out: list[Word] = []
    height, upright = frame.height, not frame.turn
    for i, j, word, over in _words_of(text, handle, raw, frame):
        if not char_box(handle, i, left, right, bottom, top):
            continue
        if angle is not None and j - i <= 2 and abs(raw.FPDFText_GetCharAngle(handle, i) - angle) > 0.1:
            continue
        origin(handle, i, x, y)
        loose_box(handle, i, rect)
        # The nominal size of a font is in units of its own; the box of a character is in points.
        if upright:
            # Nearly all pages: what the frame would do, without its calls.
            x0, base = left.value, height - y.value
            tall = top.value - bottom.value if word[0] not in _TALL else 0.0
            size = max(0.87 * (rect.top - rect.bottom), tall, 1.0)
        else:
            x0, upper, _, lower = frame.box(left.value, bottom.value, right.value, top.value)
            base = frame.down(x.value, y.value)
            size = max(0.87 * (rect.right - rect.left), lower - upper, 1.0)
        notes: tuple[str, ...] = ()
        first = j + 1
        # A digit that stands higher than the word is a note mark, not part of the name or number.
        while first - 1 > i and word[first - 1 - i] in _NOTE_ENDS:
            origin(handle, first - 1, x, y)
            if frame.down(x.value, y.value) >= base - 0.15 * size:
                break
            first -= 1
        if first <= j and j > i + 2 and word[first - 1 - i].isalpha() and word[-1].isdigit():
            origin(handle, first - 1, x, y)
            if frame.down(x.value, y.value) < base - 0.15 * size and first - 1 > i:
                # "v2" set high: a version, no note.
                first = j + 1
        if first <= j:
            notes = tuple(n for n in word[first - i :].replace("∗", "*").split(",") if n)
            word, j = word[: first - i], first - 1
        if j > i:
            char_box(handle, j, left, right, bottom, top)
        if upright:
            x1, end = right.value, height - bottom.value
        else:
            _, _, x1, end = frame.box(left.value, bottom.value, right.value, top.value)
        if abs(end - base) > 2 * size or x1 <= x0 - 0.1 or not word:
            continue
        whole = len(word) == j - i + 1
        if whole and j > i + 1 and 0.1 * size < end - base < 0.6 * size and word[-1] not in _DESCENDS:
            cut = _set_apart_from(word, i, base + 0.07 * size, False, handle, raw, frame)
            if cut == 1:
                # "²-Bench" behind a letter of another face: the word stands where its rest does.
                base, size = end, max(size, 1.3 * (end - base))
            elif cut < len(word):
                word = f"{word[:cut]} ({word[cut:]})"
        elif whole and j > i + 2 and base - end > 0.15 * size and word[-1].isalnum():
            # "dev" set high behind the name of a test.
            cut = _set_apart_from(word, i, base - 0.15 * size, True, handle, raw, frame)
            if 1 < cut < len(word) - 1:
                high = word[cut:]
                word = f"{word[:cut]} {high}" if re.fullmatch(r"v\d+(?:\.\d+)?", high) else f"{word[:cut]} ({high})"
        rest = _rest_of(word[-over:], i + len(word) - over, handle, raw, frame) if 0 < over < len(word) - 1 else None
        out.append(Word(word, x0, x1, base, size, i, notes, rest=rest))
    return _tau_bench(out) if "τ" in text else out


def _tau_bench(words: list[Word]) -> list[Word]:
    """Words with "τ" and "-Bench" put together. Where the raised 2 between them is lost, the room it takes is left."""
    out: list[Word] = []
    for word in words:
        if re.match(r"-[Bb]ench", word.text):
            two = out.pop() if len(out) > 1 and out[-1].text in ("2", "²") and out[-2].text == "τ" else None
            last = out[-1] if out else None
            if last is not None and last.text == "τ" and -1 < word.x0 - last.x1 < 9:
                raised = "²" if two or word.x0 - last.x1 > 2 else ""
                out[-1] = replace(word, text=f"τ{raised}{word.text}", x0=last.x0, index=last.index)
                continue
            if two:
                out.append(two)
        out.append(word)
    return out


def _rest_of(text: str, start: int, handle: Any, raw: Any, frame: Frame) -> tuple[str, float, float, float] | None:
    """What stands of a broken word on the next line, with its left, right and baseline."""
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    x, y = ctypes.c_double(), ctypes.c_double()
    edges: list[float] = []
    for at in (start, start + len(text) - 1):
        if not raw.FPDFText_GetCharBox(handle, at, left, right, bottom, top):
            return None
        x0, _, x1, _ = frame.box(left.value, bottom.value, right.value, top.value)
        edges += [x0, x1]
    raw.FPDFText_GetCharOrigin(handle, start, x, y)
    return text, min(edges), max(edges), frame.down(x.value, y.value)


# Characters that are taller than the type they are set in.
_TALL = frozenset("()[]{}|/\\")
# Characters that reach below the line they stand on.
_DESCENDS = frozenset("gjpqyQ,;()[]{}|/_@$ç")


def _set_apart_from(word: str, start: int, limit: float, higher: bool, handle: Any, raw: Any, frame: Frame) -> int:
    """Where the part of a word begins that is set higher ("dev" behind "VQAv2") or lower ("val" below "MMMU") than its
    start: the characters at its end that stand beyond the height `limit`."""
    x, y = ctypes.c_double(), ctypes.c_double()
    cut = len(word)
    while cut > 1:
        raw.FPDFText_GetCharOrigin(handle, start + cut - 1, x, y)
        at = frame.down(x.value, y.value)
        if at > limit if higher else at < limit:
            break
        cut -= 1
    return cut


def _angle(handle: Any, text: str, frame: Frame, raw: Any) -> float | None:
    """The angle that pdfium gives to characters that run this way, so that single ones can be told apart."""
    x, y = ctypes.c_double(), ctypes.c_double()
    for found in _TOKEN.finditer(text):
        if found.end() - found.start() >= 3:
            raw.FPDFText_GetCharOrigin(handle, found.start(), x, y)
            first = x.value, y.value
            raw.FPDFText_GetCharOrigin(handle, found.start() + 2, x, y)
            if abs(frame.down(x.value, y.value) - frame.down(*first)) < 1.0:
                return float(raw.FPDFText_GetCharAngle(handle, found.start()))
    return None


def _words_of(text: str, handle: Any, raw: Any, frame: Frame) -> Iterator[tuple[int, int, str, int]]:
    """Words with the places of their first and last character; one broken at the end of a line ends there.

    The last of the four is how many characters of the word stand on the next line.
    """
    x, y = ctypes.c_double(), ctypes.c_double()
    for found in _TOKEN.finditer(text):
        word, start = found[0], found.start()
        last = start + len(word) - 1
        if "-" not in word[1:-1]:
            yield start, last, word, 0
            continue
        raw.FPDFText_GetCharOrigin(handle, start, x, y)
        first = frame.down(x.value, y.value)
        dashes = len(word) - len(word.lstrip("-"))
        if 0 < dashes < len(word):
            raw.FPDFText_GetCharOrigin(handle, start + dashes, x, y)
            if abs(frame.down(x.value, y.value) - first) > 2.0:
                # A dash in the last cell of a row, and the first word of the next.
                yield start, start + dashes - 1, "-" * dashes, 0
                yield start + dashes, last, word[dashes:], 0
                continue
        for at in [k for k in range(start + 1, last) if text[k] == "-"]:
            raw.FPDFText_GetCharOrigin(handle, at + 1, x, y)
            if abs(frame.down(x.value, y.value) - first) > 2.0:
                last = at - 1
                break
        yield start, last, word, max(0, found.end() - 2 - last)


def is_bold(textpage: Any, index: int) -> bool:
    """Whether a character is set in a bold face, told by the name or weight of its font."""
    import pypdfium2.raw as raw

    flags = ctypes.c_int()
    length = raw.FPDFText_GetFontInfo(textpage.raw, index, None, 0, flags)
    if 0 < length < 512:
        buffer = ctypes.create_string_buffer(length)
        raw.FPDFText_GetFontInfo(textpage.raw, index, buffer, length, flags)
        name = buffer.value.decode("latin-1").lower()
        return "bold" in name or "black" in name or bool(re.search(r"cmbx|-bd|medi\b", name))
    return False
