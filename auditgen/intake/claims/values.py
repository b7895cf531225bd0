"""One field's value: text, choice, flag, whole number, date; cleaned and within limits, or a problem in the ledger."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date

from auditgen.intake.claims.dates import DateTextError, check_date
from auditgen.intake.claims.figures import ascii_digits
from auditgen.intake.claims.hygiene import LONGEST_TEXT, REMARKS, clean
from auditgen.intake.claims.ledger import Ledger
from auditgen.intake.claims.names import nearest
from auditgen.intake.claims.nodes import Node, Scalar, describe
from auditgen.intake.errors import show

UNKNOWN = "unknown"
_FORMULA = re.compile(r"^[=@]|^[+\-](?=[A-Za-z(@=])")
_WHOLE = re.compile(r"^(?:[0-9]{1,18}|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.0+)?$")
_SHOTS = re.compile(r"^([0-9]{1,4})(?:\s*[-\u2013]\s*([0-9]{1,4}))?(?:[\s-]*shots?)?$", re.IGNORECASE)
_FLAGS = {"true": True, "yes": True, "y": True, "1": True, "false": False, "no": False, "n": False, "0": False}


class Values:
    """Reads the fields of one row or mapping by name. What is wrong goes to the ledger, the value is then None."""

    def __init__(self, nodes: Mapping[str, Node], ledger: Ledger, today: date, prefix: str = "") -> None:
        self.nodes = nodes
        self.ledger = ledger
        self.today = today
        self.prefix = prefix
        self.looked_for: list[str] = []

    def problem(self, field: str, expected: str, found: str | None = None, mend: str = "") -> None:
        node = self.nodes.get(field)
        if found is None:
            found = show(node.text) if isinstance(node, Scalar) else describe(node) if node is not None else "nothing"
        self.ledger.problem(node, field=self.prefix + field, expected=expected, found=found, mend=mend)

    def scalar(self, field: str) -> Scalar | None:
        """The value where there is one: not empty, not a list, not `unknown`."""
        node = self.nodes.get(field)
        if node is None:
            return None
        if not isinstance(node, Scalar):
            self.problem(field, "one value", mend="Write one claim for each value.")
            return None
        text = node.text.strip()
        if not text or node.null:
            return None
        if node.kind == "error":
            self.problem(field, "a value", f"the spreadsheet error {show(text)}", "Mend the cell.")
            return None
        if text.lower() == UNKNOWN:
            self.looked_for.append(self.prefix + field)
            return None
        return node

    def text(self, field: str, limit: int, *, lines: bool = False) -> str | None:
        """Clean text of at most `limit` characters."""
        node = self.scalar(field)
        if node is None:
            return None
        if len(node.text) > LONGEST_TEXT:
            self.problem(field, f"at most {limit:,} characters", f"{len(node.text):,}", "Shorten it.")
            return None
        cleaned = clean(node.text, lines=lines)
        for key in cleaned.changed:
            self.ledger.note(f"{self.prefix}{field}: {REMARKS[key]}", node.line)
        if len(cleaned.text) > limit:
            self.problem(field, f"at most {limit:,} characters", f"{len(cleaned.text):,}", "Shorten it.")
            return None
        if node.kind == "formula" or _FORMULA.match(cleaned.text):
            self.ledger.note(f"{self.prefix}{field}: a formula was kept as plain text", node.line)
        return cleaned.text or None

    def choice(self, field: str, choices: Sequence[str], *, unknown: bool = False) -> str | None:
        """One of a few words; spaces, hyphens and capitals do not matter."""
        node = self.nodes.get(field)
        if unknown and isinstance(node, Scalar) and node.text.strip().lower() == UNKNOWN:
            self.looked_for.append(self.prefix + field)
            return UNKNOWN
        text = self.text(field, LONGEST_TEXT)
        if text is None:
            return None
        word = re.sub(r"[\s\-]+", "_", text.lower())
        for known in choices:
            if word == known.lower():
                return known
        near = nearest(word, set(choices))
        self.problem(field, f"one of {', '.join(choices)}", mend=f"Did you mean {near}?" if near else "")
        return None

    def flag(self, field: str) -> bool | None:
        """Yes or no."""
        node = self.scalar(field)
        if node is None:
            return None
        word = node.text.strip().lower()
        if word not in _FLAGS:
            self.problem(field, "yes or no")
        return _FLAGS.get(word)

    def whole(self, field: str, most: int) -> int | None:
        """A whole number from 1 to `most`, grouped or not."""
        node = self.scalar(field)
        if node is None:
            return None
        text = ascii_digits(node.text.strip())
        expected = f"a whole number from 1 to {most:,}"
        if node.kind == "date":
            self.problem(field, expected, mend="The spreadsheet made it a date; format the cell as text.")
            return None
        if not _WHOLE.match(text):
            self.problem(field, expected)
            return None
        value = int(text.replace(",", "").partition(".")[0])
        if not 1 <= value <= most:
            self.problem(field, expected)
            return None
        return value

    def day(self, field: str, *, whole: bool = False) -> str | None:
        """A date as ISO text."""
        node = self.scalar(field)
        if node is None:
            return None
        try:
            return check_date(ascii_digits(node.text.strip()), self.today, whole=whole)
        except DateTextError as error:
            self.problem(field, str(error), mend="Write year-month-day, as far as it is known.")
            return None

    def shots(self, field: str) -> str | None:
        """Examples in the prompt: "5", "0" or a range "3-5"."""
        node = self.scalar(field)
        if node is None:
            return None
        match = _SHOTS.match(ascii_digits(node.text.strip()))
        if node.kind == "date":
            self.problem(field, "a number of shots", mend="The spreadsheet made it a date; format the cell as text.")
        elif match is None:
            self.problem(field, "a number of shots such as 5, or a range such as 3-5", mend="Words go into setting.")
        elif match[2] and int(match[2]) < int(match[1]):
            self.problem(field, "a range from small to large")
        else:
            return f"{match[1]}-{match[2]}" if match[2] else match[1]
        return None
