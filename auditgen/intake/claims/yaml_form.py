"""YAML text made into nodes: every scalar as printed, every line and column kept, bombs refused."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from auditgen.intake.claims.ledger import Ledger
from auditgen.intake.claims.nodes import Fields, Items, Node, Scalar
from auditgen.intake.errors import show

MAX_DEPTH = 20
# Values after every anchor has been repeated where it is used: a "billion laughs" file stops here.
MAX_VALUES = 1_000_000
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PLAIN_TAGS = {None, "!", *(f"tag:yaml.org,2002:{t}" for t in ("str", "int", "float", "bool", "null", "timestamp"))}
_TREE_TAGS = {None, "!", "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq"}
_NULLS = {"", "~", "null", "Null", "NULL"}
# What YAML readers stop at; the text of a claim needs none of it.
_NOT_YAML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_QUOTE = "Put a value that starts with one of > | @ ` % & * ! or holds ': ' or ' #' in quotes."


@dataclass(slots=True)
class _Open:
    """A list or mapping that is still being read."""

    at: Scalar
    mapping: bool
    anchor: str | None
    children: list[Node] = field(default_factory=list)
    size: int = 1


def read_yaml(text: str, ledger: Ledger) -> Node | None:
    """The one document in the text; None if it is empty.

    Scalars are never converted: `no` stays "no" and 48.90 keeps its zero. Raises InputError with line and column.
    """
    cleaned = _NOT_YAML.sub("", text)
    if cleaned != text:
        ledger.note("control characters were dropped")
    try:
        return _compose(cleaned, ledger)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        at = _at(mark) if mark is not None else None
        said = "; ".join(str(part) for part in (error.context, error.problem) if part)
        raise ledger.refuse(at, expected="YAML", found=f"an error ({said})", mend=_QUOTE) from None
    except yaml.YAMLError as error:
        raise ledger.refuse(None, expected="YAML", found=show(str(error)), mend=_QUOTE) from None


def _compose(text: str, ledger: Ledger) -> Node | None:
    root: Node | None = None
    stack: list[_Open] = []
    anchors: dict[str, tuple[Node, int]] = {}
    total = documents = 0
    for event in yaml.parse(text, Loader=_LOADER):
        node: Node | None = None
        size = 1
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                mend = "Keep everything under one `claims:` list and delete the line `---`."
                raise ledger.refuse(_at(event.start_mark), expected="one YAML document", found="a second", mend=mend)
        elif isinstance(event, yaml.ScalarEvent):
            node = _scalar(event, ledger)
            total += 1
            if event.anchor:
                anchors[event.anchor] = (node, 1)
        elif isinstance(event, yaml.AliasEvent):
            node, size = _alias(event, anchors, stack, ledger)
            total += size
        elif isinstance(event, yaml.CollectionStartEvent):
            _check_tag(event, _TREE_TAGS, ledger)
            if len(stack) >= MAX_DEPTH:
                raise ledger.refuse(
                    _at(event.start_mark),
                    expected=f"at most {MAX_DEPTH} levels of nesting",
                    found="more",
                    mend="A claims file is a list of flat claims.",
                )
            stack.append(_Open(_at(event.start_mark), isinstance(event, yaml.MappingStartEvent), event.anchor))
            total += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            done = stack.pop()
            node, size = _close(done, ledger), done.size
            if done.anchor:
                anchors[done.anchor] = (node, size)
        if total > MAX_VALUES:
            raise ledger.refuse(
                _at(event.start_mark),
                expected=f"at most {MAX_VALUES:,} values, repeats by anchors counted",
                found="more",
                mend="Split the file, or write the repeated parts out.",
            )
        if node is not None and stack:
            stack[-1].children.append(node)
            stack[-1].size += size
        elif node is not None:
            root = node
    return root


def _at(mark: Any) -> Scalar:
    """The place of a mark of PyYAML's, Python or C, which the type stubs keep apart."""
    return Scalar("", mark.line + 1, mark.column + 1)


def _scalar(event: yaml.ScalarEvent, ledger: Ledger) -> Scalar:
    _check_tag(event, _PLAIN_TAGS, ledger)
    at = _at(event.start_mark)
    null = event.implicit[0] and event.style in (None, "") and event.value in _NULLS
    return Scalar("" if null else event.value, at.line, at.column, null=null)


def _check_tag(event: yaml.ScalarEvent | yaml.CollectionStartEvent, allowed: set[str | None], ledger: Ledger) -> None:
    if event.tag not in allowed:
        raise ledger.refuse(
            _at(event.start_mark),
            expected="plain values",
            found=f"the YAML tag {show(str(event.tag))}",
            mend="Delete the tag; claims files hold text, lists and mappings only.",
        )


def _alias(
    event: yaml.AliasEvent, anchors: dict[str, tuple[Node, int]], stack: list[_Open], ledger: Ledger
) -> tuple[Node, int]:
    at = _at(event.start_mark)
    if event.anchor in anchors:
        return anchors[event.anchor]
    if any(o.anchor == event.anchor for o in stack):
        raise ledger.refuse(at, expected="a finished anchor", found=f"*{event.anchor} inside itself", mend=_QUOTE)
    raise ledger.refuse(at, expected="an anchor defined above", found=f"*{event.anchor}, never defined", mend=_QUOTE)


def _close(done: _Open, ledger: Ledger) -> Node:
    if not done.mapping:
        return Items(tuple(done.children), done.at.line, done.at.column)
    entries: list[tuple[Scalar, Node]] = []
    inherited: list[tuple[Scalar, Node]] = []
    for key, value in zip(done.children[::2], done.children[1::2]):
        if not isinstance(key, Scalar):
            mend = "Write `name: value`; a value with braces or brackets goes in quotes."
            raise ledger.refuse(key, expected="a field name", found="a list or mapping as a name", mend=mend)
        if key.text == "<<":
            inherited += _merged(value, key, ledger)
        else:
            entries.append((key, value))
    refuse_repeats(entries, ledger)
    own = {key.text for key, _ in entries}
    for key, value in inherited:
        if key.text not in own:
            own.add(key.text)
            entries.append((key, value))
    return Fields(tuple(entries), done.at.line, done.at.column)


def _merged(value: Node, key: Scalar, ledger: Ledger) -> list[tuple[Scalar, Node]]:
    parts = value.values if isinstance(value, Items) else (value,)
    entries: list[tuple[Scalar, Node]] = []
    for part in parts:
        if not isinstance(part, Fields):
            raise ledger.refuse(key, expected="an anchored mapping behind <<", found="something else", mend="")
        entries += part.entries
    return entries


def refuse_repeats(entries: list[tuple[Scalar, Node]], ledger: Ledger) -> None:
    """Raise InputError where a field stands twice in one mapping: the second would silently win."""
    seen: dict[str, Scalar] = {}
    for key, _ in entries:
        first = seen.setdefault(key.text, key)
        if first is not key:
            raise ledger.refuse(
                key,
                expected="each field once",
                found=f"{show(key.text)} again (first on line {first.line})",
                mend="Delete one of the two.",
            )
