"""The walk over drafts: which row comes next, and what accepting, editing and rejecting do to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

from auditgen.intake.claims import read_claims_bytes
from auditgen.intake.claims.document import SCHEMA
from auditgen.intake.documents.draft_file import DraftFile, Row
from auditgen.intake.errors import InputError

EDITABLE = (
    "type",
    "model",
    "benchmark",
    "subset",
    "language",
    "split",
    "score",
    "unit",
    "uncertainty",
    "uncertainty_kind",
    "n_items",
    "metric",
    "shots",
    "weights",
    "comparator",
    "comparator_score",
    "relation",
    "difference",
    "difference_unit",
    "rank",
    "peer_group",
    "threshold",
    "threshold_side",
    "human_group",
    "baseline_model",
    "period",
    "hedge",
    "claimant",
    "claimant_relation",
    "model_developer",
    "measured_by",
    "copied_from",
    "as_of",
    "notes",
)


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


def problems(row: Row) -> list[str]:
    """What keeps a row from being confirmed, in words."""
    try:
        check(row)
    except InputError as error:
        return [f"{p.field or 'row'}: expected {p.expected}, found {p.found}. {p.mend}".strip() for p in error.problems]
    return []
