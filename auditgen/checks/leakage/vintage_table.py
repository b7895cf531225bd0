"""Scores of models and their contemporaries on older and newer tests, as evidence for check D10."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from auditgen.checks.dates import earliest, latest
from auditgen.checks.facts import usable
from auditgen.checks.leakage.d1_exposure import last_training_date
from auditgen.records.evidence import Evidence, evidence

if TYPE_CHECKING:
    from auditgen.catalogue import Catalogue

NEAR = dt.timedelta(days=274)  # nine months
TESTERS = ("independent", "leaderboard", "public_body")
WITHOUT_STAKE = ("independent", "adversarial")
FEWEST_TESTS, FEWEST_CONTEMPORARIES = 3, 5
Scores = dict[str, float]


class Vintages:
    """Tables of one audit: the catalogue's campaigns, and results tables that somebody without a stake made.

    `told_models`, `told_tests`: entries of evidence.yaml by id, for what the catalogue does not know. `brought`: all
    brought evidence; of it count results tables of whole tests in percent or as shares, not the claimant's own and not
    of an unknown hand.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        brought: Sequence[Evidence] = (),
        told_models: Mapping[str, Evidence] | None = None,
        told_tests: Mapping[str, Evidence] | None = None,
    ) -> None:
        self.catalogue = catalogue
        self.told_models, self.told_tests = told_models or {}, told_tests or {}
        self.tables = tuple(
            e for e in brought if e.kind == "results" and e.produced_by in ("independent", "adversarial")
        )
        self._extra = _brought(self.tables)
        self._campaigns = cache(self._campaigns_uncached)
        self._model = cache(self._model_uncached)
        self._test = cache(self._test_uncached)

    def evidence(self, models: Iterable[str]) -> Evidence:
        """One piece for all models that are looked at together (one family for the Holm correction)."""
        tables = {m: t for m in sorted(set(models)) if (t := self.table(m)) is not None}
        cited = f"auditgen catalogue {self.catalogue.version}, results of campaigns that are not the developer's own"
        content = {"models": tables, "brought": sorted({i for t in tables.values() for i in t.pop("brought")})}
        brought = [e.citation for e in self.tables if e.id in content["brought"]]
        return evidence(
            "vintage:models-looked-at", "vintage", "; ".join([cited, *brought]), "seen", "catalogue", content
        )

    def behind(self, item: Evidence) -> tuple[Evidence, ...]:
        """Brought tables, and entries of evidence.yaml, that went into a piece made by `evidence`."""
        every = (*self.tables, *self.told_models.values(), *self.told_tests.values())
        return tuple(e for e in every if e.id in item.content["brought"])

    def table(self, model_id: str) -> dict[str, Any] | None:
        """Tests older and newer than a model with the scores of its contemporaries; None where a date is missing.

        One entry a test: the campaign with most models. Own figures, ratings, parts of tests and boards that change
        under their name are left out. Where too little is held for the check, only the numbers are kept.
        """
        entry = self._model(model_id)
        end, released = last_training_date(entry), _released(entry)
        if end is None or released is None:
            return None
        tests = []
        for test_id in self._tests_of(model_id):
            found, age = self._campaign(test_id, model_id), self._age(test_id, end)
            if found is None or age is None:
                continue
            campaign, scores = found
            near = {m: s for m, s in sorted(scores.items()) if m != model_id and self._near(m, released)}
            if near:
                tests.append(
                    {
                        "benchmark_id": test_id, "published": age[0], "older": age[1], "campaign": campaign,
                        "own": scores[model_id], "scores": near,
                    }
                )  # fmt: skip
        if not tests:
            return None
        older = sum(bool(x["older"]) for x in tests)
        counts = {
            "end": end.isoformat(), "released": released.isoformat(), "n_older": older, "n_newer": len(tests) - older,
            "n_contemporaries": len(both_sides(tests)), "brought": self._brought_for(model_id, tests),
        }  # fmt: skip
        return counts | ({"tests": tests} if enough(counts) else {})

    def _brought_for(self, model_id: str, tests: Sequence[Mapping[str, Any]]) -> list[str]:
        """Ids of brought evidence behind these tests."""
        told = [self.told_models.get(m) for m in {model_id, *(m for x in tests for m in x["scores"])}]
        told += [self.told_tests.get(x["benchmark_id"]) for x in tests]
        mine = {e.id for e in self.tables}
        return sorted({e.id for e in told if e is not None} | {x["campaign"] for x in tests if x["campaign"] in mine})

    def _tests_of(self, model_id: str) -> list[str]:
        rows = self.catalogue._results("model_id = ?", model_id)
        extra = {t for t, campaigns in self._extra.items() if any(model_id in s for s in campaigns.values())}
        return sorted({r.benchmark_id for r in rows if _counts(r)} | extra)

    def _campaigns_uncached(self, test_id: str) -> dict[str, Scores]:
        """Best score of every model in each campaign; higher is better."""
        found: dict[str, Scores] = defaultdict(dict)
        for r in self.catalogue._results("benchmark_id = ?", test_id):
            if _counts(r):
                score = r.score if r.higher_is_better else -r.score
                seen = found[r.campaign]
                seen[r.model_id] = max(seen.get(r.model_id, score), score)
        return {**found, **self._extra.get(test_id, {})}

    def _campaign(self, test_id: str, model_id: str) -> tuple[str, Scores] | None:
        """The campaign with most models of those that measured this one."""
        having = {name: scores for name, scores in self._campaigns(test_id).items() if model_id in scores}
        return max(having.items(), key=lambda c: (len(c[1]), c[0]), default=None)

    def _model_uncached(self, model_id: str) -> Mapping[str, Any]:
        if model_id in self.told_models:
            return self.told_models[model_id].content
        return self.catalogue.model(model_id).as_dict()

    def _test_uncached(self, test_id: str) -> tuple[str, Mapping[str, Any]]:
        """Status and first publication of a test."""
        if test_id in self.told_tests:
            return "active", self.told_tests[test_id].content["first_public_release"]
        entry = self.catalogue.benchmark(test_id)
        return entry.status, entry.first_public_release

    def _age(self, test_id: str, end: dt.date) -> tuple[str, bool] | None:
        """First publication of a test and whether it lies before the end of training; None where it may be either."""
        status, published = self._test(test_id)
        if status == "live" or not usable(published.get("confidence")):
            return None
        first, last = earliest(published.get("value")), latest(published.get("value"))
        if first is None or last is None or first <= end < last:
            return None
        return str(published["value"]), last <= end

    def _near(self, model_id: str, released: dt.date) -> bool:
        """Whether a model was released within nine months of this date."""
        date = _released(self._model(model_id))
        return date is not None and abs(date - released) <= NEAR


def both_sides(tests: Iterable[Mapping[str, Any]]) -> list[str]:
    """Contemporaries measured on an older and on a newer test."""
    sides: dict[str, set[bool]] = {}
    for test in tests:
        for peer in test["scores"]:
            sides.setdefault(peer, set()).add(bool(test["older"]))
    return sorted(p for p, both in sides.items() if len(both) == 2)


def enough(counts: Mapping[str, Any]) -> bool:
    """Whether a table holds enough tests on both sides and enough contemporaries."""
    few = min(counts["n_older"], counts["n_newer"])
    return bool(few >= FEWEST_TESTS and counts["n_contemporaries"] >= FEWEST_CONTEMPORARIES)


def _released(entry: Mapping[str, Any]) -> dt.date | None:
    sure = usable((entry.get("field_confidence") or {}).get("release_date"))
    return earliest(entry.get("release_date")) if sure else None


def _counts(r: Any) -> bool:
    return bool(
        r.benchmark_id
        and r.model_id
        and not r.subset
        and r.unit == "percent"
        and r.confidence == "seen"
        and r.measured_by_type in TESTERS
        and r.copied not in ("yes", "likely")
        and "after equal practice" not in (r.setting or "")
    )


def _brought(tables: Iterable[Evidence]) -> dict[str, dict[str, Scores]]:
    """Scores of brought tables by test and table; several rows of a model: the best, as for the catalogue."""
    found: dict[str, dict[str, Scores]] = {}
    for item in tables:
        for r in item.content["rows"]:
            if r["benchmark_id"] and r["model_id"] and not r.get("task") and r["unit"] in ("percent", "fraction"):
                score = r["score"] if r["higher_is_better"] else -r["score"]
                seen = found.setdefault(r["benchmark_id"], {}).setdefault(item.id, {})
                seen[r["model_id"]] = max(seen.get(r["model_id"], score), score)
    return found
