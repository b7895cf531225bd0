"""An item matrix that was brought, as arrays, and the row of the claimed model in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from auditgen.checks.dates import earliest, latest
from auditgen.checks.facts import Facts
from auditgen.records.claim import Claim

if TYPE_CHECKING:
    import datetime as dt

    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True, eq=False)
class ItemTable:
    """scores: (models, items), fractions, NaN where missing. Lists by item or by model, in the order of the file."""

    models: tuple[str, ...]
    ids: tuple[str | None, ...]
    weights: tuple[str, ...]
    families: tuple[str | None, ...]
    cutoffs: tuple[tuple[Mapping[str, str], ...], ...]
    items: tuple[str, ...]
    scores: npt.NDArray[np.float64]
    days: tuple[dt.date | None, ...]
    difficulty: tuple[str | None, ...] | None
    platforms: tuple[str | None, ...] | None

    def reasons(self, row: int) -> bool:
        """Whether a model is listed as a reasoning model; its kin are other reasoning models."""
        return self.weights[row] == "reasoning"

    def last_days(self, row: int) -> list[dt.date]:
        """Every stated end of training of a model, each read at its latest."""
        return [d for d in (latest(c["date"]) for c in self.cutoffs[row]) if d is not None]

    def first_days(self, row: int) -> list[dt.date]:
        """The same, each read at its earliest."""
        return [d for d in (earliest(c["date"]) for c in self.cutoffs[row]) if d is not None]


def _aligned(content: Mapping[str, Any], key: str, n: int, default: Any) -> tuple[Any, ...]:
    found = content.get(key)
    return tuple(found) if isinstance(found, list) and len(found) == n else (default,) * n


def item_table(content: Mapping[str, Any]) -> ItemTable:
    """The arrays of one piece of evidence of kind item_matrix."""
    import numpy as np

    models, items = tuple(content["models"]), tuple(content["item_ids"])
    n, m = len(models), len(items)
    rows = [_decoded(content["scores"][name]) for name in models]
    return ItemTable(
        models=models,
        ids=_aligned(content, "model_ids", n, None),
        weights=tuple(w or "unknown" for w in _aligned(content, "weights", n, "unknown")),
        families=_aligned(content, "families", n, None),
        cutoffs=tuple(tuple(c or ()) for c in _aligned(content, "cutoffs", n, ())),
        items=items,
        scores=np.array(rows, dtype=float).reshape(n, m),
        days=tuple(latest(d) for d in _aligned(content, "dates", m, None)),
        difficulty=tuple(content["difficulty"]) if content.get("difficulty") else None,
        platforms=tuple(content["platforms"]) if content.get("platforms") else None,
    )


def _decoded(scores: str | Sequence[float | None]) -> list[float]:
    if isinstance(scores, str):
        return [float("nan") if c == "." else float(c) for c in scores]
    return [float("nan") if s is None else float(s) for s in scores]


def own_rows(table: ItemTable, claim: Claim, facts: Facts) -> list[int]:
    """Rows of the claimed model; of several (levels of effort, snapshots) the one that is named like the claim's."""
    wanted, weights = facts.names.get("model_id"), facts.names.get("model_weights") or "unknown"
    written = (claim.model or "").strip().casefold()
    rows = [
        i
        for i, id in enumerate(table.ids)
        if (id == wanted if wanted else table.models[i].casefold() == written)
        and ("unknown" in (weights, table.weights[i]) or weights == table.weights[i])
    ]
    named = [i for i in rows if table.models[i].casefold() == written]
    return named if len(rows) > 1 and len(named) == 1 else rows


def apart(table: ItemTable, own: int, facts: Facts) -> list[int]:
    """Rows of other models that are not of the claimed model's family."""
    family = table.families[own] or facts.names.get("family")
    return [
        i
        for i in range(len(table.models))
        if i != own
        and (table.ids[i] is None or table.ids[i] != table.ids[own])
        and (family is None or table.families[i] != family)
    ]
