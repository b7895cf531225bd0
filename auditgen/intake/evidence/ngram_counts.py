"""Tables of exact n-gram continuations (model, item, n_positions, n_exact), as counts of completed items."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from auditgen.intake.counts import count_in
from auditgen.intake.errors import show
from auditgen.intake.evidence.model import Piece
from auditgen.intake.evidence.names import Names
from auditgen.intake.evidence.source import EvidenceFile, Line
from auditgen.intake.logs.privacy import item_name

NEEDED = frozenset(("model", "item", "n_positions", "n_exact"))
NEARLY_ALL = 0.8  # of an item's starting points continued exactly: the item counts as completed
Key = tuple[str, str, str]


def fits(file: EvidenceFile) -> bool:
    """Whether the table counts exact continuations of items (after Xu et al. 2024, arXiv 2404.18824)."""
    return not file.is_json and file.columns() >= NEEDED


def read(file: EvidenceFile, names: Names) -> list[Piece]:
    """One piece a model, test and length n. `version` other than original marks rewritten twins of the same item."""
    groups: dict[Key, dict[str, dict[str, tuple[int, int]]]] = defaultdict(lambda: defaultdict(dict))
    for line in file.table_rows():
        test = str(line.row.get("benchmark") or line.row.get("dataset") or file.origin.benchmark or "")
        if not test:
            raise file.problem(line=line.number, field="benchmark", expected="the name of the test", found="nothing")
        key = (str(line.row.get("model", "")), test, str(line.row.get("n", "")))
        split, version = str(line.row.get("split", "test")).lower(), str(line.row.get("version", "original")).lower()
        group = "train" if split == "train" else "test" if version in ("original", "") else f"twin:{version}"
        counts = _count(file, line, "n_exact"), _count(file, line, "n_positions")
        if not 0 <= counts[0] <= counts[1] or counts[1] == 0:
            raise file.problem(
                line=line.number, field="n_exact", expected="at most n_positions", found=f"{counts[0]} of {counts[1]}"
            )
        groups[key][group][item_name(line.row.get("item"))] = counts
    return [_piece(key, found, names) for key, found in sorted(groups.items()) if "test" in found]


def _count(file: EvidenceFile, line: Line, name: str) -> int:
    text = str(line.row.get(name, ""))
    count = count_in(text)
    if count is None:
        raise file.problem(line=line.number, field=name, expected="a whole number", found=show(text))
    return count


def _completed(counts: tuple[int, int]) -> bool:
    return counts[0] >= NEARLY_ALL * counts[1] - 1e-9


def _piece(key: Key, found: dict[str, dict[str, tuple[int, int]]], names: Names) -> Piece:
    about, notes = names.about(key[1], key[0])
    twins = sorted(g for g in found if g.startswith("twin:"))
    groups: dict[str, Any] = {"test": _group(found["test"])}
    pairs = None
    if twins:
        # One rewritten version, the first: several versions of one item are not independent of one another.
        groups["twin"] = _group(found[twins[0]])
        pairs = {"both": 0, "only_test": 0, "only_twin": 0, "neither": 0}
        for item in found["test"].keys() & found[twins[0]].keys():
            a, b = _completed(found["test"][item]), _completed(found[twins[0]][item])
            pairs["both" if a and b else "only_test" if a else "only_twin" if b else "neither"] += 1
    if "train" in found:
        groups["train"] = _group(found["train"])
    rates = {g: sum(e for e, _ in v.values()) / sum(n for _, n in v.values()) for g, v in sorted(found.items())}
    content = {
        **about,
        "groups": groups,
        "pairs": pairs,
        "measures": {"exact_continuation_rate": rates, "n_gram": key[2] or None, "twins_held": len(twins)},
        "styles": {},
        "rule": "ngram",
        "hit_rule": "at least four of five starting points continued exactly",
    }
    return Piece("completions", content, notes)


def _group(items: dict[str, tuple[int, int]]) -> dict[str, int]:
    hits = sum(map(_completed, items.values()))
    everything = sum(e == n for e, n in items.values())
    return {
        "n": len(items), "hits": hits, "exact": everything, "refused": 0, "with_key": 0, "with_wrong_key": 0,
        "tries": 1,
    }  # fmt: skip
