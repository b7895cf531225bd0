"""How a score was made: a mapping, "key=value; key=value" in one cell, or free text, made into a Setting."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from auditgen.intake.claims.ledger import Ledger
from auditgen.intake.claims.names import SETTING_FIELDS, SETTING_SYNONYMS, nearest
from auditgen.intake.claims.nodes import Fields, Items, Node, Scalar, describe
from auditgen.intake.claims.values import Values
from auditgen.intake.errors import show
from auditgen.records.claim import SHORT, Setting

MAX_KEYS = 50
MAX_COUNT = 100_000
_KEY = re.compile(r"^[A-Za-z][A-Za-z0-9]*(?:[ _\-][A-Za-z0-9]+){0,3}$")
_PAIR = re.compile(r"^\s*([^=]{1,60}?)\s*=\s*(.+)$", re.DOTALL)
_COUNTS, _FLAGS = {"n_runs", "variants_tried"}, {"all_runs_reported"}


def read_setting(
    field: str, node: Node | None, dotted: list[tuple[str, Node]], ledger: Ledger, today: date
) -> tuple[Setting, list[str]]:
    """A Setting, and the names of what was looked for and not found (`setting.cot`).

    Words that are no pair of key and value go to the key `note`. Keys that the record does not know are kept.
    """
    pairs: dict[str, Node] = {}
    notes: list[str] = []
    for key, value in [*_pairs(field, node, notes, ledger), *dotted]:
        name = _name(key)
        if not _KEY.match(key.strip()) or len(name) > 60:
            ledger.problem(
                value,
                field=field,
                expected="a short key of letters, digits and _",
                found=show(key),
                mend="Write key: value, or key=value in a cell.",
            )
        elif name in pairs:
            ledger.problem(
                value,
                field=f"{field}.{name}",
                expected="each key once",
                found=f"{show(name)} again",
                mend="Delete one of the two.",
            )
        else:
            pairs[name] = value
    if len(pairs) > MAX_KEYS:
        ledger.problem(node, field=field, expected=f"at most {MAX_KEYS} keys", found=f"{len(pairs):,}", mend="Cut it.")
        return Setting(), []
    if notes:
        at = node or next(iter(pairs.values()))
        if "note" in pairs and isinstance(pairs["note"], Scalar):
            notes.append(pairs["note"].text)
        pairs["note"] = Scalar("; ".join(notes), at.line, at.column)
    values = Values(pairs, ledger, today, prefix=f"{field}.")
    out: dict[str, Any] = {}
    for name in pairs:
        if name in _COUNTS:
            out[name] = values.whole(name, MAX_COUNT)
        elif name in _FLAGS:
            out[name] = values.flag(name)
        else:
            out[name] = values.text(name, SHORT)
        if name not in SETTING_FIELDS:
            _remark(field, name, pairs[name], ledger)
    return Setting(**{k: v for k, v in out.items() if v is not None}), values.looked_for


def _name(key: str) -> str:
    tidy = re.sub(r"[\s\-]+", "_", key.strip().lower())
    return SETTING_SYNONYMS.get(tidy, tidy)


def _pairs(field: str, node: Node | None, notes: list[str], ledger: Ledger) -> list[tuple[str, Node]]:
    if node is None:
        return []
    if isinstance(node, Fields):
        return [(key.text, _flat(f"{field}.{key.text}", value, ledger)) for key, value in node.entries]
    if isinstance(node, Items):
        return [pair for value in node.values for pair in _pairs(field, value, notes, ledger)]
    found: list[tuple[str, Node]] = []
    for part in node.text.split(";"):
        match = _PAIR.match(part)
        if match and _KEY.match(match[1]):
            found.append((match[1], Scalar(match[2], node.line, node.column, node.kind)))
        elif part.strip():
            notes.append(part.strip())
    return found


def _flat(field: str, node: Node, ledger: Ledger) -> Node:
    """A list of plain values as one text; anything deeper is a problem."""
    if isinstance(node, Items) and all(isinstance(v, Scalar) for v in node.values):
        return Scalar(", ".join(v.text for v in node.values if isinstance(v, Scalar)), node.line, node.column)
    if not isinstance(node, Scalar):
        ledger.problem(
            node,
            field=field,
            expected="one value or a list of values",
            found=describe(node),
            mend="Write it as one text.",
        )
        return Scalar("", node.line, node.column)
    return node


def _remark(field: str, name: str, node: Node, ledger: Ledger) -> None:
    # Keys of one's own are welcome, so only a likely typing mistake is worth a remark.
    near = nearest(name, SETTING_FIELDS, cutoff=0.8)
    if near:
        ledger.note(f"{field}: the key {show(name)} was kept as written; the known key is {near}", node.line)
