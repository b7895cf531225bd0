"""What is wrong with a file that was read: one clear line per problem, never a path, never a traceback."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

SHOWN_PROBLEMS = 20
SHOWN_CHARACTERS = 60


def visible(text: str) -> str:
    """Text on one line, with every character that a terminal would obey written as an escape."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode("ascii") for c in text)


def show(text: str, limit: int = SHOWN_CHARACTERS) -> str:
    """A quoted excerpt of hostile text for a message."""
    if len(text) > limit:
        return f"'{visible(text[: limit - 3])}...' ({len(text):,} characters)"
    return f"'{visible(text)}'"


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem: where, what was expected, what was found, and how to mend it.

    `file` is a base name. Lines and columns count from 1; in a table `column` counts cells, and `sheet` names the
    worksheet.
    """

    file: str
    line: int | None = None
    column: int | None = None
    field: str | None = None
    expected: str = ""
    found: str = ""
    mend: str = ""
    sheet: str | None = None

    @property
    def place(self) -> str:
        """The place in words: "claims.csv, line 3, column 5 (score)"."""
        parts = [visible(self.file)]
        if self.sheet is not None:
            parts.append(f"sheet {visible(self.sheet)}")
        if self.line is not None and self.sheet is not None:
            parts.append(f"cell {_letters(self.column)}{self.line}" if self.column else f"row {self.line}")
        elif self.line is not None:
            parts.append(f"line {self.line}")
            if self.column is not None:
                parts.append(f"column {self.column}")
        text = ", ".join(parts)
        return f"{text} ({visible(self.field)})" if self.field else text

    def __str__(self) -> str:
        said = f"expected {self.expected}, found {self.found}" if self.expected else self.found
        return f"{self.place}: {said}." + (f" {self.mend}" if self.mend else "")


class InputError(Exception):
    """A file that cannot be used. `problems` holds all of them; `str()` shows the first twenty, a line each."""

    def __init__(self, problems: Problem | Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = (problems,) if isinstance(problems, Problem) else tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        lines = [str(p) for p in self.problems[:SHOWN_PROBLEMS]]
        more = len(self.problems) - SHOWN_PROBLEMS
        if more > 0:
            lines.append(f"... and {more:,} more")
        return "\n".join(lines)


def _letters(column: int | None) -> str:
    """27 as "AA", as spreadsheets name columns."""
    name, rest = "", column or 0
    while rest > 0:
        rest, letter = divmod(rest - 1, 26)
        name = chr(ord("A") + letter) + name
    return name
