"""The tree that every form of claims file becomes: scalars as printed text, each with its line and column."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ScalarKind = Literal["text", "formula", "date", "error"]


@dataclass(frozen=True, slots=True)
class Scalar:
    """One value as text. `kind` tells what a spreadsheet made of it; `null` is YAML's and JSON's explicit nothing."""

    text: str
    line: int
    column: int
    kind: ScalarKind = "text"
    null: bool = False


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    values: tuple[Node, ...]
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Fields:
    """A mapping in file order, or one row of a table. `table` rows write lists as "a; b" in one cell."""

    entries: tuple[tuple[Scalar, Node], ...]
    line: int
    column: int
    table: bool = False


Node = Scalar | Items | Fields


def describe(node: Node) -> str:
    """What a node is, for a message."""
    if isinstance(node, Items):
        return f"a list of {len(node.values):,}"
    if isinstance(node, Fields):
        return f"a mapping of {len(node.entries):,} fields"
    return "nothing" if node.null or not node.text.strip() else "a single value"
