"""The walk over drafts: which row comes next, and what accepting, editing and rejecting do to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml

from auditgen.intake.claims import read_claims_bytes
from auditgen.intake.claims.document import SCHEMA
from auditgen.intake.documents.draft_file import ORDER, DraftFile, Row
from auditgen.intake.errors import InputError

# What the walk sets by other means, or what would no longer be true of the document if it were typed over.
_FIXED = {"id", "status", "confidence", "flags", "setting", "source", "place", "quote", "group", "x_told", "x_reading"}
EDITABLE = tuple(name for name in ORDER if name not in _FIXED)


def open_rows(file: DraftFile) -> Iterator[int]:
    """Indices of the rows that are still draft, in the order of the file."""
    for i, row in enumerate(file.rows):
        if str(row.get("status", "")).strip().lower() == "draft":
            yield i


def decide(row: Row, status: str) -> Row:
    """The row with its new status. Confirming asks that the row can be audited as it stands.

    Raises InputError with what is wrong.
    """
    changed = {**row, "status": status}
    if status == "confirmed":
        check(changed)
    return changed


def edit(row: Row, field: str, value: str) -> Row:
    """The row with one field or setting (`setting.cot`) changed; an empty value deletes it. Raises InputError."""
    name = field.strip().lower()
    changed: dict[str, Any] = {**row}
    if name.startswith("setting."):
        setting = {**row.get("setting", {})} if isinstance(row.get("setting"), dict) else {}
        setting[name.removeprefix("setting.")] = value
        changed["setting"] = {k: v for k, v in setting.items() if v}
    elif name in EDITABLE:
        changed[name] = value
    else:
        raise KeyError(name)
    changed = {k: v for k, v in changed.items() if v not in ("", {})}
    if value:
        flags = [f for f in str(row.get("flags") or "").split("; ") if f]
        if "edited" not in flags:
            changed["flags"] = "; ".join([*flags, "edited"])
    check(changed)
    return changed


def check(row: Row) -> None:
    """Read the row as the audit would. Raises InputError."""
    alone = {k: v for k, v in row.items() if k != "source" and not k.startswith("x_")}
    alone["status"] = "confirmed"
    text = yaml.safe_dump({"schema": SCHEMA, "claims": [alone]}, sort_keys=False, allow_unicode=True)
    read_claims_bytes(text.encode("utf-8"), f"row {row.get('id', '')}.yaml")


def unquoted(row: Row) -> list[str]:
    """Figures of a row that do not stand in its quotation, as after a slip of the hand."""
    digits = re.sub(r"[^0-9.]+", " ", str(row.get("quote", "")).replace(",", "")).split()
    told = {d.strip(".") for d in digits} | {d.strip(".").lstrip("0") for d in digits}
    found = []
    for name in ("score", "threshold"):
        for part in re.findall(r"\d+(?:\.\d+)?", str(row.get(name, "")).replace(",", "")):
            if part not in told and part.lstrip("0") not in told:
                found.append(f"{name} {part} does not stand in the quotation")
    return found


def holding(file: DraftFile, todo: list[int], words: str, at: int) -> int | None:
    """The next place in `todo`, behind `at` and then from the start, whose row holds all the words."""
    wanted = words.lower().split()
    for step in range(1, len(todo) + 1):
        place = (at + step) % len(todo)
        row = file.rows[todo[place]]
        text = " ".join(str(row.get(k, "")) for k in ("id", "model", "benchmark", "subset", "score", "place", "quote"))
        if wanted and all(w in text.lower() for w in wanted):
            return place
    return None


def problems(row: Row) -> list[str]:
    """What keeps a row from being confirmed, in words."""
    try:
        check(row)
    except InputError as error:
        return [f"{p.field or 'row'}: expected {p.expected}, found {p.found}. {p.mend}".strip() for p in error.problems]
    return []
