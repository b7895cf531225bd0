"""Collects, for one claim, everything that its checks may read, each piece as evidence with a hash."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from auditgen.catalogue import Catalogue
from auditgen.checks.brought import also_told, findings_on, fresh_tests, lists_others, matrices, select, told
from auditgen.checks.campaigns import Campaigns
from auditgen.checks.document import Document
from auditgen.checks.facts import Facts, ReadingName
from auditgen.checks.leakage.vintage_table import Vintages
from auditgen.checks.naming import maker_of
from auditgen.checks.pair_tables import PairTables
from auditgen.checks.parties import same_party
from auditgen.checks.ranking.boards import board_of
from auditgen.checks.tables import NamedClaim, content_of, own_model
from auditgen.records.claim import Claim
from auditgen.records.evidence import Evidence, evidence
from auditgen.stats.standard_normal import Z_975

_UNUSED = ("aliases", "ambiguous_aliases", "saturation", "licence", "canary_string")


class Gatherer:
    """One audit's look-ups; every piece of evidence is built once and shared by all claims that need it."""

    def __init__(self, catalogue: Catalogue, as_of: str, brought: Sequence[Evidence] = ()) -> None:
        self.catalogue = catalogue
        self.as_of = as_of
        self.brought = tuple(brought)
        self.told_models = told(brought, "model")
        self.told_tests = told(brought, "benchmark")
        self.campaigns = Campaigns(catalogue)
        self._made: dict[str, Evidence] = {}
        self._words: tuple[Evidence, ...] | None = None
        self._systems: dict[str, int] = {}
        self._pair_tables = PairTables(catalogue, self.brought, self._once, self.model)
        self._vintages = Vintages(catalogue, brought, self.told_models, self.told_tests)
        self.looked_at: frozenset[str] = frozenset()  # models of all claims: one family of comparisons (check D10)

    def _once(self, id: str, make: Callable[[], Evidence]) -> Evidence:
        if id not in self._made:
            self._made[id] = make()
        return self._made[id]

    def _catalogue(self, id: str, drop: tuple[str, ...] = ()) -> Evidence:
        """An entry of the catalogue as evidence, without fields that no check reads."""

        def make() -> Evidence:
            found = self.catalogue.evidence(id)
            content = {k: v for k, v in found.content.items() if k not in drop}
            return evidence(id, found.kind, found.citation, found.confidence, "catalogue", content)  # type: ignore[arg-type]

        return self._once(id, make)

    def model(self, id: str | None) -> Mapping[str, Any]:
        """Facts of a model by id, from the catalogue or from evidence.yaml; empty without an id."""
        return self._model(id).content if id else {}

    def benchmark(self, id: str | None) -> Mapping[str, Any]:
        """Facts of a test by id, from the catalogue or from evidence.yaml; empty without an id."""
        return self._benchmark(id).content if id else {}

    def _model(self, id: str) -> Evidence:
        return self.told_models.get(id) or self._catalogue(f"model:{id}", ("aliases",))

    def _benchmark(self, id: str) -> Evidence:
        return self.told_tests.get(id) or self._catalogue(f"benchmark:{id}", _UNUSED)

    def document(self, document: Document, name: str) -> Evidence:
        """The table of a document as evidence."""
        return evidence(f"document:{document.id}", "document", name, "brought", "claimant", content_of(document))

    def facts(
        self,
        c: NamedClaim,
        reading: ReadingName,
        document: Evidence | None,
        copied: dict[str, list[str]],
        other: NamedClaim | None = None,
        bundle: tuple[str, ...] = (),
    ) -> Facts:
        """Facts of one claim; `other` is the second model of a comparison."""
        roles: dict[str, tuple[Evidence, ...]] = {"words": self._word_list()}
        test, model = c.benchmark.id, c.model.id
        if test:
            roles["benchmark"] = (self._benchmark(test),)
            roles["told_benchmark"] = also_told(self.brought, test)
            fresh = fresh_tests(self.brought, self.benchmark(test), test, self.told_tests)
            roles["variants"] = self._variants(test, fresh)
            roles["fresh_items"] = matrices(self.brought, fresh, model)
            roles["pairs"] = self._pair_tables.pairs(test)
        if model:
            roles["model"] = (self._model(model),)
        if other is not None and other.model.id:
            roles["comparator"] = (self._model(other.model.id),)
        if test and model and not c.benchmark.subset:
            roles["findings"] = self._findings(model, test)
            roles["figures"] = self._figures(model, test)
            roles["references"] = self._pair_tables.all_references(model, test, fresh)
            roles["reference_findings"] = findings_on(self.brought, test) if self.brought else ()
            roles["percentiles"] = self._percentiles(model, test)
            if other is not None and other.model.id:
                roles["comparator_findings"] = self._findings(other.model.id, test)
                roles["comparator_references"] = self._pair_tables.all_references(other.model.id, test, fresh)
                roles["comparator_figures"] = self._figures(other.model.id, test)
        elif test and model:
            roles["figures"] = self._figures(model, test)
            if other is not None and other.model.id:
                roles["comparator_figures"] = self._figures(other.model.id, test)
        if model and other is not None and other.model.id and other.model.id != model:
            roles["elsewhere"] = self.campaigns.pair(model, other.model.id)
            roles["equal_practice"] = self.campaigns.equal_practice(model, other.model.id)
        if model and reading != "P":
            roles["vintage"] = self._vintage(model)
        if test and reading == "R" and not c.benchmark.subset:
            roles["parts"] = self.campaigns.parts(test)
        if document is not None:
            roles["document"] = (document,)
        equal = copied.get(c.claim.id, []) + (copied.get(other.claim.id, []) if other else [])
        if equal:
            roles["copied"] = tuple(self._catalogue(i) for i in equal)
        board = self._board(c)
        if board is not None:
            roles["board"] = (board,)
            if model and c.claim.type == "rank":
                roles["elsewhere"] = self.campaigns.neighbours(model, board.content["rows"])
        if bundle:
            roles["bundle"] = tuple(self._benchmark(b) for b in bundle)
        for role, items in select(self.brought, test, model, other.model.id if other else None).items():
            roles[role] = roles.get(role, ()) + items
        names = self._names(c, reading, copied, other)
        names["group_held"] = board is not None or (c.claim.type == "rank" and lists_others(roles, model))
        facts = Facts(self.as_of, reading, names, {k: v for k, v in roles.items() if v})
        return facts if board is not None or c.claim.type != "rank" else self._beside_neighbours(facts)

    def _beside_neighbours(self, facts: Facts) -> Facts:
        """For a place on a brought board: what parties measured of the model and of those next to it."""
        held, model = board_of(facts), facts.names.get("model_id")
        near = self.campaigns.neighbours(str(model), held.rows()) if held is not None and model else ()
        return replace(facts, roles={**facts.roles, "elsewhere": near}) if near else facts

    def _names(
        self, c: NamedClaim, reading: str, copied: dict[str, list[str]], other: NamedClaim | None
    ) -> dict[str, Any]:
        claim = c.claim
        known = c.benchmark.id if c.benchmark.id not in self.told_tests else None
        maker = maker_of(self.catalogue.benchmark(known) if known else None)
        names: dict[str, Any] = {
            "claim_id": claim.id,
            "model_id": c.model.id,
            "model_as_written": claim.model,
            "model_status": c.model.status,
            "model_weights": c.model.weights or "unknown",
            "developer": c.developer,
            "family": c.family,
            "benchmark_id": c.benchmark.id,
            "benchmark_was_ambiguous": c.benchmark.status == "ambiguous",
            "own_model": own_model(c),
            "copied": claim.id in copied or claim.copied_from is not None,
            "maker": maker,
            "claimant_is_maker": same_party(claim.claimant, maker),
            "n_systems": self._n_systems(c.benchmark.id),
            "claimant": claim.claimant,
        }
        names["one_setup"] = claim.type == "rank" and reading == "R"  # one board treats its models alike
        names.update(self._primary(c))
        if other is not None:
            mine, theirs = claim.id in copied, other.claim.id in copied
            told = any(x.claim.copied_from is not None for x in (c, other))
            testers = {x.claim.measured_by for x in (c, other) if x.claim.measured_by}
            names.update(
                comparator_id=other.model.id,
                comparator_as_written=other.claim.model,
                comparator_weights=other.model.weights or "unknown",
                comparator_developer=other.developer,
                copied_side=("equal to its developer's own figures" if mine != theirs else None)
                or ("the source says that it is copied" if told else None),
                comparator_copied=None,
                measured_apart=len(testers) > 1,
                against_interest=own_model(other) and not own_model(c) and claim.claimant is not None,
                row_id=claim.id,
                other_row_id=other.claim.id,
            )
        return names

    def _primary(self, c: NamedClaim) -> dict[str, Any]:
        """The primary source of a copied figure, where the copy names it and the same figure stands there."""
        claim = c.claim
        if not claim.copied_from or not c.model.id or not c.benchmark.id or claim.score is None:
            return {}
        for row in self.catalogue.results_for(c.model.id, c.benchmark.id):
            if same_party(row.measured_by, claim.copied_from) and abs(row.score - claim.score.value) < 1e-9:
                return {"primary": row.measured_by, "primary_type": row.measured_by_type}
        for pair in self.catalogue.replications_for(c.model.id, c.benchmark.id):
            if same_party(pair.claimed_by, claim.copied_from) and pair.claimed_value == claim.score.value:
                return {"primary": pair.claimed_by, "primary_type": "developer"}
        return {}

    def _n_systems(self, test: str | None) -> int | None:
        if not test:
            return None
        if test not in self._systems:
            self._systems[test] = len({r.model_id or r.model_as_written for r in self._results_on(test)})
        return self._systems[test] or None

    def _results_on(self, test: str) -> tuple[Any, ...]:
        return self.catalogue._results("benchmark_id = ?", test)

    def _word_list(self) -> tuple[Evidence, ...]:
        if self._words is None:
            rows = [w.as_dict() for w in self.catalogue.words()]
            made = evidence("words:list", "words", "auditgen, list of usual words", "seen", "catalogue", {"rows": rows})
            self._words = (made,)
        return self._words

    def _entry(self, id: str, kind: str, entry: Any) -> Evidence:
        """A row of the catalogue (finding, result, replication, percentile) as evidence."""
        return self._once(
            id, lambda: evidence(id, kind, entry.citation, entry.confidence, "catalogue", entry.as_dict())
        )

    def _findings(self, model: str, test: str) -> tuple[Evidence, ...]:
        rows = self.catalogue.findings_for(model, test)
        return tuple(self._entry(f"finding:{f.finding_id}@{model}", "finding", f) for f in rows)

    def _figures(self, model: str, test: str) -> tuple[Evidence, ...]:
        rows: list[Any] = [*self.catalogue.replications_for(model, test), *self.catalogue.results_for(model, test)]
        return tuple(self._entry(r.id, r.id.split(":")[0], r) for r in rows)

    def _percentiles(self, model: str, test: str) -> tuple[Evidence, ...]:
        return tuple(self._entry(p.id, "percentile", p) for p in self.catalogue.percentiles_for(model, test))

    def _variants(self, test: str, fresh: tuple[str, ...]) -> tuple[Evidence, ...]:
        """Entries of related tests, for the dates of their material and questions."""
        ids = dict.fromkeys([v["id"] for v in self.benchmark(test).get("variants") or ()] + list(fresh))
        return tuple(self._benchmark(i) for i in ids)

    def _vintage(self, model: str) -> tuple[Evidence, ...]:
        """Older and newer tests of every model of the audit, where this model is among them."""
        item = self._once("vintage", lambda: self._vintages.evidence(self.looked_at))
        return (item, *self._vintages.behind(item)) if model in item.content["models"] else ()

    def _board(self, c: NamedClaim) -> Evidence | None:
        """For a rank or a rate: the newest board of the test, with standard errors or release dates."""
        claim = c.claim
        if claim.type not in ("rank", "trend") or not c.benchmark.id:
            return None
        if claim.type == "trend" and claim.difference_unit != "months_per_doubling":
            return None
        rows = self._results_on(c.benchmark.id)
        wanted = [r for r in rows if (r.unit == "rating" if claim.type == "rank" else r.unit == "minutes")]
        if claim.type == "rank" and not wanted:
            return None
        newest = max(((r.date, r.campaign) for r in wanted), default=None)
        if newest is None:
            return None
        kept = [r for r in wanted if r.campaign == newest[1]]
        content = {"campaign": newest[1], "rows": [x for x in (self._board_row(r, claim) for r in kept) if x]}
        id = f"board:{c.benchmark.id}@{newest[1]}#{claim.type}"
        return self._once(id, lambda: evidence(id, "board", kept[0].citation, "seen", "catalogue", content))

    def _board_row(self, r: Any, claim: Claim) -> dict[str, Any] | None:
        row = {"model_id": r.model_id, "model": r.model_as_written, "score": r.score, "n_items": r.n_items}
        if claim.type == "rank":
            half = _half_width(r.uncertainty)
            return {**row, "se": half / Z_975 if half else None}
        if not r.model_id:
            return None
        entry = self.catalogue.model(r.model_id)
        date = entry.release_date or ""
        if entry.field_confidence.get("release_date") != "seen" or r.score <= 0:
            return None
        return {**row, "released": date if len(date) == 10 else f"{date}-15"}


def _half_width(text: str) -> float | None:
    """Half-width of a printed 95% interval: "8", "+5/-6" (the larger side) or "1400 to 1412"."""
    numbers = [float(x) for x in re.findall(r"\d+(?:\.\d+)?", text or "")]
    if len(numbers) == 1:
        return numbers[0]
    if len(numbers) == 2:
        return max(numbers) if text.strip().startswith(("+", "-")) else abs(numbers[1] - numbers[0]) / 2
    return None
