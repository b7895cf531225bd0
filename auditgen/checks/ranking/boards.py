"""The board behind a rank claim: scores of all its models with errors, from the catalogue or from brought evidence."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from auditgen.checks.campaigns import next_to
from auditgen.checks.facts import Facts, is_share_unit
from auditgen.checks.sampling.item_matrix import values_of
from auditgen.stats.intervals import share_variance
from auditgen.stats.standard_normal import Z_975

MOST_KEPT = 16
_ROLES = ("board", "items", "votes", "results")


@dataclass(frozen=True, eq=False)
class Board:
    """Models with scores and standard errors, or with one answer an item (`answers`: one list a model, NaN missing).

    `at` is the claimed model. `role` names the evidence. Scores are turned so that higher is better; `unit` is share,
    rating or score.
    """

    names: tuple[str, ...]
    ids: tuple[str | None, ...]
    scores: tuple[float, ...]
    errors: tuple[float, ...]
    at: int
    role: str
    campaign: str
    answers: tuple[tuple[float, ...], ...] | None = None
    clusters: tuple[str, ...] | None = None
    unit: str = "score"
    lower_is_better: bool = False

    def rows(self) -> list[dict[str, Any]]:
        """Id and score of every model."""
        return [{"model_id": id, "score": score} for id, score in zip(self.ids, self.scores)]

    def next_below(self) -> int | None:
        """The best of the models that do not stand above the claimed one."""
        own = self.scores[self.at]
        below = [i for i, x in enumerate(self.scores) if i != self.at and x <= own]
        return max(below, key=lambda i: (self.scores[i], -i), default=None)


def board_of(facts: Facts) -> Board | None:
    """The board of a rank claim: the catalogue's first, as it cannot be chosen by the user; then brought evidence.

    Several checks of one claim ask for it, so it is made once for the same evidence.
    """
    model = facts.names.get("model_id")
    if model is None:
        return None
    held = tuple((role, e.id, e.sha256) for role in _ROLES for e in facts.evidence(role))
    key = model, facts.names.get("benchmark_id"), held
    if key not in _MADE:
        if len(_MADE) >= MOST_KEPT:
            _MADE.clear()
        _MADE[key] = _board_of(facts, model)
    return _MADE[key]


def _board_of(facts: Facts, model: str) -> Board | None:
    stored = facts.one("board")
    if stored is not None:
        rows = [r for r in stored["rows"] if r.get("se")]
        return _board(rows, model, "board", str(stored["campaign"]), "rating")
    for make in (_from_items, _from_votes, _from_results):
        found = make(facts, model)
        if found is not None:
            return found
    return None


_MADE: dict[tuple[Any, ...], Board | None] = {}


@dataclass(frozen=True)
class Neighbour:
    """A model next to the claimed one on its board. `above`: the board has it ahead."""

    id: str
    name: str
    above: bool


def next_models(facts: Facts) -> tuple[Neighbour, ...]:
    """The next model below and the next above, as far as they have an entry."""
    board, model = board_of(facts), facts.names.get("model_id")
    if board is None or model is None:
        return ()
    at = {id: i for i, id in reversed([*enumerate(board.ids)]) if id}
    own = board.scores[board.at]
    near = next_to(str(model), board.rows())
    return tuple(Neighbour(id, board.names[at[id]], board.scores[at[id]] > own) for id in near)


def _board(
    rows: Sequence[Mapping[str, Any]], model: str, role: str, campaign: str, unit: str, lower_is_better: bool = False
) -> Board | None:
    at = next((i for i, r in enumerate(rows) if r["model_id"] == model), None)
    if at is None or len(rows) < 2:
        return None
    return Board(
        names=tuple(str(r.get("model") or r["model_id"]) for r in rows),
        ids=tuple(r["model_id"] for r in rows),
        scores=tuple(float(r["score"]) for r in rows),
        errors=tuple(float(r["se"]) for r in rows),
        at=at,
        role=role,
        campaign=campaign,
        unit=unit,
        lower_is_better=lower_is_better,
    )


def _from_items(facts: Facts, model: str) -> Board | None:
    """Models of an item matrix on the items that all of them have."""
    for item in facts.evidence("items"):
        content = item.content
        ids = tuple(content.get("model_ids") or [None] * len(content["models"]))
        if ids.count(model) != 1 or len(ids) < 2:
            continue
        columns = [values_of(content["scores"][m]) for m in content["models"]]
        keep = [i for i, row in enumerate(zip(*columns)) if not any(math.isnan(x) for x in row)]
        if len(keep) < 2:
            continue
        answers = tuple(tuple(c[i] for i in keep) for c in columns)
        means = [math.fsum(c) / len(keep) for c in answers]
        spread = [math.fsum((x - m) ** 2 for x in c) / len(keep) ** 2 for c, m in zip(answers, means)]
        told = content.get("clusters")
        families = tuple(str(told[i]) for i in keep) if told and all(told[i] for i in keep) else None
        return Board(
            tuple(content["models"]),
            ids,
            tuple(means),
            tuple(math.sqrt(v) for v in spread),
            ids.index(model),
            "items",
            item.id,
            answers,
            families if families and 2 <= len(set(families)) < len(families) else None,
            "share" if all(0 <= x <= 1 for c in answers for x in c) else "score",
        )
    return None


def _from_votes(facts: Facts, model: str) -> Board | None:
    for item in facts.evidence("votes"):
        rows = [
            {**r, "model_id": r.get("model_id"), "score": r["rating"], "se": (r["high"] - r["low"]) / 2 / Z_975}
            for r in item.content["rows"]
            if r.get("rating") is not None and r.get("low") is not None and (r.get("high") or 0) > r["low"]
        ]
        found = _board(rows, model, "votes", item.id, "rating")
        if found is not None:
            return found
    return None


def _from_results(facts: Facts, model: str) -> Board | None:
    """Whole-test rows of a results table, with the printed error or the binomial one; one row a model."""
    for item in facts.evidence("results"):
        rows: dict[str, dict[str, Any]] = {}
        turns: set[int] = set()
        for r in item.content["rows"]:
            mine = r.get("benchmark_id") == facts.names.get("benchmark_id") and not r.get("task")
            if not mine or not isinstance(r.get("score"), (int, float)):
                continue
            turn = -1 if r.get("higher_is_better") is False else 1
            made = {"model": r["model"], "model_id": r.get("model_id"), "score": turn * r["score"], "se": _error(r)}
            if made["se"] and r["model"] not in rows:
                rows[r["model"]] = {**made, "share": _is_share(r)}
                turns.add(turn)
        # Entries of one model in several set-ups do not tell which of them the claim means.
        if len(turns) > 1 or sum(r["model_id"] == model for r in rows.values()) > 1:
            continue
        unit = "share" if all(r["share"] for r in rows.values()) else "score"
        found = _board(list(rows.values()), model, "results", item.id, unit, -1 in turns)
        if found is not None:
            return found
    return None


def _error(row: Mapping[str, Any]) -> float | None:
    if row.get("stderr"):
        return float(row["stderr"])
    n = row.get("n_items")
    return math.sqrt(share_variance(row["score"], int(n))) if n and _is_share(row) else None


def _is_share(row: Mapping[str, Any]) -> bool:
    return is_share_unit(row.get("unit")) and 0 <= row["score"] <= 1
