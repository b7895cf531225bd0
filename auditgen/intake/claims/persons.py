"""What a person adds to a claim: a judgement with name, date and reason, and questions put to the claimant."""

from __future__ import annotations

from datetime import date
from typing import Any, get_args

from auditgen.intake.claims.ledger import Ledger
from auditgen.intake.claims.names import canonical, did_you_mean
from auditgen.intake.claims.nodes import Fields, Items, Node, Scalar, describe
from auditgen.intake.claims.values import Values
from auditgen.intake.errors import show
from auditgen.records.claim import LONG, SHORT, Asked, Domain, Reader

_READER_FIELDS = {"value", "reader", "date", "reason", "second_reader"}
_ASKED_FIELDS = {"domain", "on", "in_submission", "given"}
MAX_ASKED = 100


def read_judgement(
    field: str, node: Node | None, dotted: list[tuple[str, Node]], ledger: Ledger, today: date
) -> Reader | None:
    """A Reader from a mapping or from columns `source_class.value`, `source_class.reader` ..."""
    entries = list(dotted)
    if isinstance(node, Fields):
        entries += [(key.text, value) for key, value in node.entries]
    elif node is not None and (not isinstance(node, Scalar) or node.text.strip()):
        found = show(node.text) if isinstance(node, Scalar) else describe(node)
        ledger.problem(
            node,
            field=field,
            expected="value, reader, date and reason",
            found=found,
            mend=f"Write them under {field}:, or in columns {field}.value and so on.",
        )
        return None
    nodes = _known(field, entries, _READER_FIELDS, ledger)
    if not nodes:
        return None
    values = Values(nodes, ledger, today, prefix=f"{field}.")
    read: dict[str, Any] = {
        "value": values.text("value", 80),
        "reader": values.text("reader", 200),
        "date": values.day("date", whole=True),
        "reason": values.text("reason", LONG),
        "second_reader": values.text("second_reader", SHORT),
    }
    return Reader(**read) if _complete(field, read, ("value", "reader", "date", "reason"), nodes, ledger) else None


def read_asked(node: Node | None, ledger: Ledger, today: date) -> tuple[Asked, ...]:
    """Questions asked: a list of mappings, or "G1=2026-01-05; G3=2026-02-01" in a cell."""
    if node is None:
        return ()
    if isinstance(node, Scalar):
        node = _from_cell(node)
    elif isinstance(node, Fields):
        node = Items((node,), node.line, node.column)
    if len(node.values) > MAX_ASKED:
        found = f"{len(node.values):,}"
        ledger.problem(node, field="asked", expected=f"at most {MAX_ASKED} questions", found=found, mend="Cut it.")
        return ()
    asked = [_question(value, ledger, today) for value in node.values]
    return tuple(question for question in asked if question is not None)


def _from_cell(node: Scalar) -> Items:
    questions = []
    for part in filter(str.strip, node.text.split(";")):
        domain, _, on = part.partition("=")
        entries = (("domain", domain), ("on", on))
        pairs = tuple((Scalar(k, node.line, node.column), Scalar(v, node.line, node.column)) for k, v in entries)
        questions.append(Fields(pairs, node.line, node.column))
    return Items(tuple(questions), node.line, node.column)


def _question(node: Node, ledger: Ledger, today: date) -> Asked | None:
    if not isinstance(node, Fields):
        ledger.problem(
            node,
            field="asked",
            expected="domain and on (a date)",
            found=describe(node),
            mend="Write {domain: G1, on: 2026-01-05}.",
        )
        return None
    nodes = _known("asked", [(key.text, value) for key, value in node.entries], _ASKED_FIELDS, ledger)
    values = Values(nodes, ledger, today, prefix="asked.")
    read: dict[str, Any] = {
        "domain": values.choice("domain", get_args(Domain)),
        "on": values.day("on", whole=True),
        "in_submission": values.flag("in_submission") or False,
        "given": values.flag("given") or False,
    }
    return Asked(**read) if _complete("asked", read, ("domain", "on"), nodes or {"asked": node}, ledger) else None


def _known(field: str, entries: list[tuple[str, Node]], known: set[str], ledger: Ledger) -> dict[str, Node]:
    nodes: dict[str, Node] = {}
    for key, node in entries:
        name = canonical(key)
        if name not in known or name in nodes:
            expected = "each field once" if name in known else "a known field"
            ledger.problem(
                node, field=f"{field}.{name[:60]}", expected=expected, found=show(key), mend=did_you_mean(name, known)
            )
        else:
            nodes[name] = node
    return nodes


def _complete(
    field: str, read: dict[str, Any], needed: tuple[str, ...], nodes: dict[str, Node], ledger: Ledger
) -> bool:
    """Whether all needed parts were read. What was given but wrong has its own problem already."""
    for name in needed:
        if read[name] is None and name not in nodes:
            at = next(iter(nodes.values()))
            ledger.problem(
                at,
                field=f"{field}.{name}",
                expected=" and ".join((", ".join(needed[:-1]), needed[-1])),
                found=f"no {name}",
                mend="Add it: a judgement needs a name, a day and a reason." if field != "asked" else "Add it.",
            )
    return all(read[name] is not None for name in needed)
