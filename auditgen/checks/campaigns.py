"""Evidence from the catalogue's campaigns: what one party measured of a model, parts of a test, equal practice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from auditgen.records.evidence import Evidence, evidence

if TYPE_CHECKING:
    from auditgen.catalogue import Catalogue
    from auditgen.catalogue.measurements import Result

BEFORE_PRACTICE, AFTER_PRACTICE = "lm-harmony-direct", "lm-harmony-after-practice"
_KEPT = (
    "result_id", "benchmark_id", "subset", "score", "unit", "n_items", "uncertainty", "uncertainty_kind", "weights",
    "metric", "shots", "setting", "copied",
)  # fmt: skip
_WHOLE = ("all", "overall", "average", "mean", "total")  # a part so named holds the others
FEWEST_PARTS = 3


class Campaigns:
    """Builds each piece of campaign evidence once."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._measured = cache(self._measured_uncached)
        self._practice = cache(self._practice_uncached)
        self._test = cache(self._test_uncached)
        self.parts = cache(self._parts_uncached)
        self.pair = cache(self._pair_uncached)
        self.equal_practice = cache(self._equal_practice_uncached)

    def _pair_uncached(self, model: str, other: str) -> tuple[Evidence, ...]:
        """Everything that parties measured of both models, one piece a campaign and model."""
        names = [c for c in self.catalogue.campaigns_with(model, other) if not c.startswith(AFTER_PRACTICE)]
        return tuple(self._measured(name, m) for name in names for m in (model, other))

    def neighbours(self, model: str, board: Sequence[Mapping[str, Any]]) -> tuple[Evidence, ...]:
        """What parties measured of a model and of the models next to it on a board (rows with model_id and score)."""
        found = [e for other in next_to(model, board) for e in self.pair(model, other)]
        return tuple({e.id: e for e in found}.values())

    def _measured_uncached(self, campaign: str, model: str) -> Evidence:
        rows = [r for r in self.catalogue.results_of_campaign(campaign) if r.model_id == model and r.benchmark_id]
        shown = rows or [r for r in self.catalogue.results_of_campaign(campaign) if r.model_id == model]
        first = shown[0]
        content: dict[str, Any] = {
            "campaign": campaign,
            "model_id": model,
            "party": first.measured_by,
            "party_type": first.measured_by_type,
            "document": first.document,
            "document_party": first.document_party,
            "tests": {i: self._test(i) for i in sorted({r.benchmark_id for r in rows})},
            "rows": [_told(r, first) for r in rows if r.confidence == "seen"],
        }
        return evidence(f"campaign:{campaign}@{model}", "campaign", first.citation, "seen", "catalogue", content)

    def _test_uncached(self, test: str) -> dict[str, Any]:
        entry = self.catalogue.benchmark(test)
        return {"name": entry.name, "domain": entry.domain, "n_items": entry.n_items}

    def _parts_uncached(self, test: str) -> tuple[Evidence, ...]:
        """Campaigns that give at least three parts of a test for at least two models, with all their models."""
        by_campaign: dict[str, list[Result]] = {}
        for row in self.catalogue._results("benchmark_id = ?", test):
            part = row.subset.lower()
            if part and not part.startswith(_WHOLE) and row.unit == "percent" and row.copied not in ("yes", "likely"):
                by_campaign.setdefault(row.campaign, []).append(row)
        found = []
        for campaign, rows in sorted(by_campaign.items()):
            sizes: dict[str, set[str]] = {}
            for r in rows:
                sizes.setdefault(r.subset, set()).add(r.model_as_written)
            if sum(len(models) >= 2 for models in sizes.values()) < FEWEST_PARTS:
                continue
            content = {
                "campaign": campaign,
                "benchmark_id": test,
                "party": rows[0].measured_by,
                "document": rows[0].document,
                "rows": [{**_compact(r), "model": r.model_as_written, "model_id": r.model_id or None} for r in rows],
            }
            id = f"parts:{test}@{campaign}"
            found.append(evidence(id, "parts", rows[0].citation, "seen", "catalogue", content))
        return tuple(found)

    def _equal_practice_uncached(self, model: str, other: str) -> tuple[Evidence, ...]:
        """Scores of both models as released and after the same practice on each task, where one study has both."""
        found = [e for e in (self._practice(model), self._practice(other)) if e is not None]
        return tuple(found) if len(found) == 2 else ()

    def _practice_uncached(self, model: str) -> Evidence | None:
        before = {_key(r): r for r in self.catalogue.results_of_campaign(BEFORE_PRACTICE) if r.model_id == model}
        after = {_key(r): r for r in self.catalogue.results_of_campaign(AFTER_PRACTICE) if r.model_id == model}
        both = [(before[k], after[k]) for k in sorted(before.keys() & after.keys()) if before[k].unit == "percent"]
        if not both:
            return None
        first = both[0][0]
        rows = [
            {
                "model": b.model_as_written,
                "model_id": model,
                "weights": b.weights,
                "benchmark_id": b.benchmark_id,
                "name": self._test(b.benchmark_id)["name"],
                "before": b.score / 100,
                "after": a.score / 100,
                "se_before": _standard_error(b),
                "se_after": _standard_error(a),
                "n_items": b.n_items,
            }
            for b, a in both
        ]
        content = {
            "study": "train before test",
            "tester": first.measured_by,
            "benchmark_ids": sorted({b.benchmark_id for b, _ in both}),
            "model_ids": [model],
            "rows": rows,
        }
        id = f"equal_practice:{BEFORE_PRACTICE}@{model}"
        return evidence(id, "equal_practice", first.citation, "seen", "catalogue", content)


def _key(row: Result) -> tuple[str, str, str, str]:
    return row.benchmark_id, row.weights, row.metric, row.model_as_written


def _standard_error(row: Result) -> float | None:
    try:
        return float(row.uncertainty) / 100 if row.uncertainty_kind == "standard error" else None
    except ValueError:
        return None


def next_to(model: str, board: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Ids of the next model below and the next above on a board, as far as they have an entry."""
    ranked = [r["model_id"] for r in sorted(board, key=lambda r: -r["score"]) if r.get("model_id")]
    ordered = list(dict.fromkeys(ranked))
    if model not in ordered:
        return ()
    at = ordered.index(model)
    return tuple(ordered[i] for i in (at + 1, at - 1) if 0 <= i < len(ordered))


def _told(row: Result, first: Result) -> dict[str, Any]:
    """A result with its tester where a board lists runs of several."""
    kept = _compact(row)
    if row.measured_by != first.measured_by:
        kept["party"] = row.measured_by
    if row.measured_by_type != first.measured_by_type:
        kept["party_type"] = row.measured_by_type
    return kept


def _compact(row: Result) -> dict[str, Any]:
    """A result without its empty fields; lists and marks that most rows do not have are left out too."""
    kept = {name: value for name in _KEPT if (value := getattr(row, name)) not in (None, "")}
    if not row.higher_is_better:
        kept["lower_is_better"] = True
    if row.equal_to:
        kept["equal_to"] = list(row.equal_to)
    return kept
