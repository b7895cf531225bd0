"""JSON text made into nodes: numbers as printed, line and column kept, names given twice refused."""

from __future__ import annotations

import re
from bisect import bisect_right
from json.decoder import JSONDecodeError, scanstring  # type: ignore[attr-defined]
from typing import NoReturn

from auditgen.intake.claims.ledger import Ledger
from auditgen.intake.claims.nodes import Fields, Items, Node, Scalar
from auditgen.intake.claims.yaml_form import MAX_DEPTH, MAX_VALUES, refuse_repeats
from auditgen.intake.errors import show

_SPACE = re.compile(r"[ \t\r\n]*")
_WORD = re.compile(r"[^\s,\]\}\[\{:\"]+")


def read_json(text: str, ledger: Ledger) -> Node:
    """The one value in the text. Raises InputError with line and column."""
    return _Reader(text, ledger).document()


class _Reader:
    """A recursive reader; the depth limit keeps it far from the limit of the interpreter."""

    def __init__(self, text: str, ledger: Ledger) -> None:
        self.text = text
        self.ledger = ledger
        self.starts = [0, *(m.end() for m in re.finditer("\n", text))]
        self.values = 0

    def document(self) -> Node:
        node, end = self.value(self.skip(0), 0)
        end = self.skip(end)
        if end < len(self.text):
            self.fail(end, "the end of the file")
        return node

    def value(self, i: int, depth: int) -> tuple[Node, int]:
        self.values += 1
        if self.values > MAX_VALUES:
            self.fail(i, f"at most {MAX_VALUES:,} values", "more")
        if depth > MAX_DEPTH:
            self.fail(i, f"at most {MAX_DEPTH} levels of nesting", "more")
        ch = self.text[i : i + 1]
        if ch == "{":
            return self.mapping(i, depth)
        if ch == "[":
            return self.items(i, depth)
        if ch == '"':
            return self.string(i)
        word = _WORD.match(self.text, i)
        if not word:
            self.fail(i, "a value")
        line, column = self.place(i)
        if word[0] == "null":
            return Scalar("", line, column, null=True), word.end()
        # Numbers and words alike stay text: whether a score is a number is asked where scores are read.
        return Scalar(word[0], line, column), word.end()

    def mapping(self, i: int, depth: int) -> tuple[Node, int]:
        line, column = self.place(i)
        entries: list[tuple[Scalar, Node]] = []
        i = self.skip(i + 1)
        while self.text[i : i + 1] != "}":
            if entries:
                i = self.skip(self.take(i, ",", "a comma or }"))
            if self.text[i : i + 1] != '"':
                self.fail(i, "a field name in double quotes")
            key, i = self.string(i)
            i = self.skip(self.take(self.skip(i), ":", "a colon"))
            node, i = self.value(i, depth + 1)
            entries.append((key, node))
            i = self.skip(i)
        refuse_repeats(entries, self.ledger)
        return Fields(tuple(entries), line, column), i + 1

    def items(self, i: int, depth: int) -> tuple[Node, int]:
        line, column = self.place(i)
        values: list[Node] = []
        i = self.skip(i + 1)
        while self.text[i : i + 1] != "]":
            if values:
                i = self.skip(self.take(i, ",", "a comma or ]"))
            node, i = self.value(i, depth + 1)
            values.append(node)
            i = self.skip(i)
        return Items(tuple(values), line, column), i + 1

    def string(self, i: int) -> tuple[Scalar, int]:
        line, column = self.place(i)
        try:
            text, end = scanstring(self.text, i + 1, False)
        except JSONDecodeError as error:
            self.fail(min(error.pos, len(self.text)), f"a complete string ({error.msg.lower()})")
        return Scalar(text, line, column), end

    def skip(self, i: int) -> int:
        space = _SPACE.match(self.text, i)
        return space.end() if space else i

    def take(self, i: int, wanted: str, expected: str) -> int:
        if self.text[i : i + 1] != wanted:
            self.fail(i, expected)
        return i + 1

    def place(self, i: int) -> tuple[int, int]:
        row = bisect_right(self.starts, i) - 1
        return row + 1, i - self.starts[row] + 1

    def fail(self, i: int, expected: str, found: str | None = None) -> NoReturn:
        line, column = self.place(i)
        rest = self.text[i : i + 12].split("\n")[0].strip()
        found = (
            found or show(rest)
            if found or rest
            else ("the end of the line" if i < len(self.text) else "the end of the file")
        )
        raise self.ledger.refuse(Scalar("", line, column), expected=expected, found=found, mend="Mend the JSON here.")
