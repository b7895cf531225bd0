"""A quotation shown in its surroundings: the lines or the part of the page where a draft says that it stands."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from auditgen.intake.claims.hygiene import clean
from auditgen.intake.documents.blocks import Document
from auditgen.intake.documents.draft_file import Row
from auditgen.intake.documents.opening import kind_of, read_bytes
from auditgen.intake.errors import InputError

_AROUND = 2
_WIDEST = 300
_LOOSE = re.compile(r"[\s*_`\\$|\u00ad\u200b-]+")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Lines around a quotation; `at` is the index of the line that holds it, None if it was not found."""

    lines: tuple[str, ...]
    at: int | None
    remark: str = ""


class Shelf:
    """The documents at hand, found by their hash, then by their name."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self._by_name: dict[str, tuple[bytes, str]] = {}
        self._by_hash: dict[str, tuple[bytes, str]] = {}
        self._pages: dict[tuple[str, int], list[str]] = {}
        self._read: dict[str, Document] = {}
        for path in paths:
            try:
                data, name = read_bytes(path)
            except InputError:
                continue
            entry = (data, name)
            self._by_name.setdefault(name, entry)
            self._by_hash.setdefault(hashlib.sha256(data).hexdigest(), entry)

    def show(self, row: Row, source: Row | None) -> Surroundings:
        """The surroundings of a row's quotation."""
        if source is None:
            return Surroundings((), None, "the row names no listed source")
        entry = self._by_hash.get(str(source.get("sha256")))
        changed = entry is None
        entry = entry or self._by_name.get(str(source.get("file")))
        if entry is None:
            return Surroundings(
                (), None, f"{source.get('file') or source.get('id')} is not at hand: name it after the draft file"
            )
        found = self._in(entry, str(row.get("place", "")), str(row.get("quote", "")))
        remark = "the document has changed since it was read" if changed else found.remark
        return Surroundings(found.lines, found.at, remark)

    def _in(self, entry: tuple[bytes, str], place: str, quote: str) -> Surroundings:
        data, name = entry
        kind = kind_of(data, name)
        page = re.search(r"\bpage (\d+)", place)
        line = re.search(r"\bline (\d+)", place)
        if kind == "pdf" and page:
            return around(self._page(data, name, int(page[1])), quote, None)
        if kind in ("docx", "xlsx", "csv"):
            return self._in_grid(data, name, place, quote)
        lines = data.decode("utf-8", "replace").replace("\r\n", "\n").split("\n")
        return around(lines, quote, int(line[1]) - 1 if line else None)

    def _page(self, data: bytes, name: str, number: int) -> list[str]:
        if (name, number) not in self._pages:
            from auditgen.intake.documents.pdf_words import page_text

            self._pages[(name, number)] = page_text(data, number).split("\n")
        return self._pages[(name, number)]

    def _in_grid(self, data: bytes, name: str, place: str, quote: str) -> Surroundings:
        from auditgen.intake.documents.opening import read_document

        if name not in self._read:
            self._read[name] = read_document(data, name)
        number = re.search(r"\btable (\d+)", place)
        for table in self._read[name].tables:
            if number and table.number == int(number[1]):
                rows = [" | ".join(c.text for c in row) for row in table.rows]
                spots = {c.spot.words: i for i, row in enumerate(table.rows) for c in row if c.spot.words}
                at = next((i for words, i in spots.items() if place.startswith(words + ",")), None)
                return around(rows, quote, at)
        passages = [p.text for p in self._read[name].passages]
        return around(passages, quote, None)


def around(lines: list[str], quote: str, at: int | None) -> Surroundings:
    """Lines around a quotation, searched at and after the place first, then everywhere."""
    wanted = _LOOSE.sub("", quote)
    order = list(range(at, min(at + 15, len(lines)))) if at is not None and 0 <= at < len(lines) else []
    for i in [*order, *(range(len(lines)) if not order else ())]:
        if wanted and wanted in _LOOSE.sub("", lines[i]):
            return _cut(lines, i, quote, "")
    # A sentence may run over several lines.
    for i in [*order, *(range(len(lines)) if not order else ())]:
        if wanted and wanted[:12] in _LOOSE.sub("", lines[i]) and wanted in _LOOSE.sub("", " ".join(lines[i : i + 14])):
            return _cut(lines, i, quote, "")
    if order:
        return Surroundings(_cut(lines, order[0], quote, "").lines, None, "the quotation was not found at its place")
    return Surroundings((), None, "the quotation was not found")


def _cut(lines: list[str], i: int, quote: str, remark: str) -> Surroundings:
    first = max(0, i - _AROUND)
    shown = []
    for line in lines[first : i + _AROUND + 2]:
        start = max(0, line.find(quote) - _WIDEST // 2) if len(line) > _WIDEST else 0
        piece = clean(line[start : start + _WIDEST]).text
        shown.append(("..." if start else "") + piece + ("..." if start + _WIDEST < len(line) else ""))
    return Surroundings(tuple(shown), i - first, remark)
