"""One row about several tests or against several comparators, made into one row for each."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from auditgen.intake.claims.ledger import Ledger
from auditgen.intake.claims.nodes import Items, Node, Scalar

MAX_VARIANTS = 1_000
# A list in one of these follows the list of tests.
ALIGNED = (
    "benchmark_id", "subset", "score", "uncertainty", "uncertainty_low", "uncertainty_high", "standard_error",
    "n_items", "shots", "comparator_score", "comparator_n_items", "difference", "threshold", "rank", "human_score",
    "baseline_score",
)  # fmt: skip
# One value cannot hold for several tests.
_ONE_EACH = ("benchmark_id", "score", "comparator_score", "uncertainty", "standard_error")
_BY_COMPARATOR = ("comparator_id", "comparator_score")
# Cells of a table where "a; b" is a list.
_LIST_CELLS = {"benchmark", "comparator", "comparator_id", *ALIGNED} - {"subset", "shots"}


def expand(nodes: Mapping[str, Node], ledger: Ledger, *, table: bool) -> list[dict[str, Node]]:
    """The rows that a row stands for: itself, or one for each test and comparator. Problems give an empty list."""
    lists = {name: items for name, node in nodes.items() if (items := _as_list(name, node, table)) is not None}
    tests, comparators = len(lists.get("benchmark", (0,))), len(lists.get("comparator", (0,)))
    if tests * comparators > MAX_VARIANTS:
        ledger.problem(
            nodes.get("benchmark"),
            field="benchmark",
            expected=f"at most {MAX_VARIANTS:,} tests in a row",
            found=f"{tests * comparators:,}",
            mend="Split the row.",
        )
        return []
    before = len(ledger.problems)
    if tests > 1:
        _check(nodes, lists, ALIGNED, _ONE_EACH, "benchmark", tests, ledger)
    if comparators > 1 and tests == 1:
        _check(nodes, lists, _BY_COMPARATOR, _BY_COMPARATOR, "comparator", comparators, ledger)
    elif comparators > 1 and "comparator_score" in nodes:
        ledger.problem(
            nodes["comparator_score"],
            field="comparator_score",
            expected="one list at a time",
            found="lists in benchmark and in comparator",
            mend="Write one row for each comparator.",
        )
    if len(ledger.problems) > before:
        return []
    return [_variant(nodes, lists, i, j, tests, comparators) for i, j in product(range(tests), range(comparators))]


def _as_list(name: str, node: Node, table: bool) -> tuple[Node, ...] | None:
    if isinstance(node, Items):
        values = node.values
    elif table and name in _LIST_CELLS and isinstance(node, Scalar) and ";" in node.text:
        parts = [part.strip() for part in node.text.split(";")]
        values = tuple(Scalar(part, node.line, node.column, node.kind) for part in parts if part)
    else:
        return None
    return values or None


def _check(
    nodes: Mapping[str, Node], lists: Mapping[str, tuple[Node, ...]], aligned: tuple[str, ...],
    one_each: tuple[str, ...], leader: str, count: int, ledger: Ledger,
) -> None:  # fmt: skip
    for name in aligned:
        if name in lists and len(lists[name]) != count:
            found = f"{len(lists[name])} against {count} in {leader}"
        elif name in one_each and name in nodes and name not in lists and not _is_empty(nodes[name]):
            found = f"one value against {count} in {leader}"
        else:
            continue
        ledger.problem(
            nodes[name],
            field=name,
            expected=f"{count} values, one for each {leader}",
            found=found,
            mend="Align the lists, or write one row for each.",
        )


def _is_empty(node: Node) -> bool:
    return isinstance(node, Scalar) and (not node.text.strip() or node.text.strip().lower() == "unknown")


def _variant(
    nodes: Mapping[str, Node], lists: Mapping[str, tuple[Node, ...]], i: int, j: int, tests: int, comparators: int
) -> dict[str, Node]:
    out = dict(nodes)
    for name, values in lists.items():
        if name == "benchmark" or (tests > 1 and name in ALIGNED):
            out[name] = values[i]
        elif name == "comparator" or (comparators > 1 and name in _BY_COMPARATOR):
            out[name] = values[j]
        elif name != "uncertainty" and len(values) == 1:
            out[name] = values[0]
        elif name == "uncertainty":
            # One test with two values: the ends of an interval.
            out[name] = Items(values, nodes[name].line, nodes[name].column)
    return out
