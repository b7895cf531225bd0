"""Scores on the parts of one test, one tester and set-up a table: models in columns, parts in rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from auditgen.checks.document import document_of
from auditgen.checks.facts import Facts
from auditgen.checks.parties import same_party
from auditgen.checks.replication.campaign_cells import fitting, weights_of_pair
from auditgen.records.claim import Claim

FEWEST = 3
_WHOLE = ("", "all", "overall", "average", "avg", "mean", "total")
Cells = dict[tuple[Any, ...], dict[str, list[float]]]


@dataclass(frozen=True)
class Parts:
    """`scores[part][model]` as fractions, every model on every part. `at` is the claimed model, `other` the second.

    `other` is the comparator, or for a rank the best of the rest.
    """

    parts: tuple[str, ...]
    models: tuple[str, ...]
    scores: tuple[tuple[float, ...], ...]
    at: int
    other: int
    role: str
    where: str
    rule: str | None

    def means(self) -> tuple[float, ...]:
        """Plain mean over the parts, one a model."""
        return tuple(fmean(row[i] for row in self.scores) for i in range(len(self.models)))


def parts_of(claim: Claim, facts: Facts) -> Parts | None:
    """The table with most parts that lists both models; tables of other parties before the claim's own document."""
    if claim.subset or claim.language:
        return None
    found = [p for p in (*_brought(claim, facts), *_catalogue(claim, facts), *_document(facts)) if p is not None]
    return max(found, key=lambda p: (p.role != "document", len(p.parts), len(p.models)), default=None)


def _whole(part: str) -> bool:
    return part.strip().lower().split(" ")[0] in _WHOLE


def _catalogue(claim: Claim, facts: Facts) -> Iterable[Parts | None]:
    for item in facts.evidence("parts"):
        content = item.content
        if same_party(content["party"], claim.claimant) or (claim.source and content["document"] == claim.source):
            continue
        cells: Cells = {}
        for r in content["rows"]:
            key = (
                r.get("model_id") or r["model"], r.get("weights", "unknown"), r.get("shots", ""), r.get("setting", ""),
                r.get("metric", ""), r["model"],
            )  # fmt: skip
            score = (-1 if r.get("lower_is_better") else 1) * r["score"] / 100
            cells.setdefault(key, {}).setdefault(r["subset"], []).append(score)
        yield _table(cells, facts, "parts", content["campaign"], None)


def _brought(claim: Claim, facts: Facts) -> Iterable[Parts | None]:
    test = facts.names.get("benchmark_id")
    for item in facts.evidence("results"):
        cells: Cells = {}
        for r in item.content["rows"]:
            scored = isinstance(r.get("score"), (int, float))
            if r.get("benchmark_id") != test or not scored or _whole(r.get("task") or ""):
                continue
            name, weights = r.get("model_id") or r["model"], r.get("weights") or "unknown"
            key = name, weights, "", r.get("setting") or "", "", r["model"]
            turn = -1 if r.get("higher_is_better") is False else 1
            cells.setdefault(key, {}).setdefault(r["task"], []).append(turn * r["score"])
        yield _table(cells, facts, "results", item.id, item.content.get("rule"))


def _document(facts: Facts) -> Iterable[Parts | None]:
    """Parts of the claimed test in the claim's own document, for the two models compared."""
    document = document_of(facts)
    own = document.row(str(facts.names.get("row_id"))) if document else None
    if document is None or own is None or own.benchmark_id is None or own.subset:
        return
    keys = facts.names.get("row_model_key"), facts.names.get("other_model_key")
    cells: Cells = {}
    for model in keys:
        for r in document.by_model.get(str(model), ()):
            part = r.benchmark_id == own.benchmark_id and r.subset and not _whole(r.subset)
            if part and r.subset and r.share is not None and not r.copied:
                turn = 1 if r.higher_is_better else -1
                cells.setdefault((model, "", "", "", "", r.model), {}).setdefault(r.subset, []).append(turn * r.share)
    yield _complete(cells, [k for k in cells if k[0] == keys[0]], [k for k in cells if k[0] == keys[1]], "document",
                    document.id, None)  # fmt: skip


def _table(cells: Cells, facts: Facts, role: str, where: str, rule: str | None) -> Parts | None:
    names = facts.names
    pieces = [{"model_id": k[0], "rows": [{"weights": k[1]}]} for k in cells]
    told = weights_of_pair(facts, pieces)

    def runs(model: object, weights: object) -> list[tuple[Any, ...]]:
        return [k for k in cells if model and k[0] == model and fitting({"weights": k[1]}, weights, told)]

    mine = runs(names.get("model_id"), names.get("model_weights"))
    theirs = runs(names.get("comparator_id"), names.get("comparator_weights"))
    if names.get("comparator_id") is None:
        return _complete(cells, mine, None, role, where, rule)
    return _complete(cells, mine, theirs, role, where, rule)


def _complete(
    cells: Cells,
    mine: list[tuple[Any, ...]],
    theirs: list[tuple[Any, ...]] | None,
    role: str,
    where: str,
    rule: str | None,
) -> Parts | None:
    """The part of a table in which all listed models were run on all parts, in the set-up of the claimed run."""
    pair = _runs(mine, theirs, cells)
    if pair is None:
        return None
    first, second = pair
    parts = [p for p in cells[first] if second is None or p in cells[second]]
    if len(parts) < FEWEST:
        return None
    kept = [k for k in cells if all(p in cells[k] for p in parts)]
    scores = tuple(tuple(fmean(cells[k][p]) for k in kept) for p in parts)
    at = kept.index(first)
    if second is None:
        means = [fmean(row[i] for row in scores) for i in range(len(kept))]
        rest = [i for i in range(len(kept)) if i != at]
        if not rest:
            return None
        other = max(rest, key=lambda i: (means[i], -i))
    else:
        other = kept.index(second)
    return Parts(tuple(parts), tuple(str(k[5]) for k in kept), scores, at, other, role, where, rule)


def _runs(
    mine: list[tuple[Any, ...]], theirs: list[tuple[Any, ...]] | None, cells: Cells
) -> tuple[tuple[Any, ...], tuple[Any, ...] | None] | None:
    """The run of each model: in one set-up if there is one for both, else the only run of each."""
    if theirs is None:
        return (mine[0], None) if len(mine) == 1 else None
    same = [(a, b) for a in mine for b in theirs if a[2:5] == b[2:5]]
    if same:
        return max(same, key=lambda ab: (len(set(cells[ab[0]]) & set(cells[ab[1]])), ab[0][2:5]))
    return (mine[0], theirs[0]) if len(mine) == 1 == len(theirs) else None


def rule_of(claim: Claim, parts: Parts) -> str:
    """How the board adds up its parts, as far as the claim or the table tells: mean score unless told otherwise."""
    setting: Mapping[str, Any] = claim.setting.model_dump(exclude_none=True)
    text = " ".join(str(x) for x in (parts.rule, claim.metric, *setting.values()) if x).lower().replace("_", " ")
    if "win rate" in text:
        return "mean_win_rate"
    return "mean_rank" if "mean rank" in text or "average rank" in text else "mean_score"
