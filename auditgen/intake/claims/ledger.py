"""What came up while a file was read: problems that refuse it, and notes that the report repeats."""

from __future__ import annotations

from auditgen.intake.claims.nodes import Node
from auditgen.intake.errors import InputError, Problem

LINES_SHOWN = 5
NOTES_SHOWN = 200


class Ledger:
    """Collects the problems and notes of one file. Notes of one kind become one sentence with their lines."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.sheet: str | None = None
        self.problems: list[Problem] = []
        self._told: set[Problem] = set()
        self._notes: dict[str, list[int]] = {}

    def build(
        self, at: Node | None, *, expected: str = "", found: str, mend: str = "", field: str | None = None
    ) -> Problem:
        """A problem at a node (at the file where there is none)."""
        line, column = (at.line, at.column) if at is not None else (None, None)
        return Problem(self.file, line, column or None, field, expected, found, mend, self.sheet)

    def problem(
        self, at: Node | None, *, expected: str = "", found: str, mend: str = "", field: str | None = None
    ) -> None:
        """Remember a problem and read on, so that the analyst sees all of them at once."""
        problem = self.build(at, expected=expected, found=found, mend=mend, field=field)
        # A field that is read for two purposes is complained about once.
        if problem not in self._told:
            self._told.add(problem)
            self.problems.append(problem)

    def refuse(self, at: Node | None, *, expected: str = "", found: str, mend: str = "") -> InputError:
        """The error for a problem after which nothing more can be read; the caller raises it."""
        return InputError([*self.problems, self.build(at, expected=expected, found=found, mend=mend)])

    def note(self, text: str, line: int | None = None) -> None:
        """Remember a remark; the same text on other lines is counted, not repeated."""
        lines = self._notes.setdefault(text, [])
        if line is not None:
            lines.append(line)

    @property
    def notes(self) -> tuple[str, ...]:
        """The remarks, each with up to five of its lines, in the order in which they first came up."""
        out = [_with_lines(text, lines) for text, lines in self._notes.items()]
        if len(out) > NOTES_SHOWN:
            out = [*out[:NOTES_SHOWN], f"... and {len(out) - NOTES_SHOWN:,} more notes"]
        return tuple(out)


def _with_lines(text: str, lines: list[int]) -> str:
    lines = sorted(set(lines))
    if not lines:
        return text
    if len(lines) == 1:
        return f"{text} (line {lines[0]})"
    shown = ", ".join(str(n) for n in lines[:LINES_SHOWN])
    more = len(lines) - LINES_SHOWN
    return f"{text} ({len(lines):,} places: lines {shown}" + (f" and {more:,} more)" if more > 0 else ")")
