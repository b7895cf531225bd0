"""Tables that set a test beside a re-made one, from the catalogue and brought, and the models that D7 compares with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from auditgen.catalogue import Catalogue
from auditgen.catalogue.record import thaw
from auditgen.checks.brought import findings_on, matrices
from auditgen.checks.leakage.reference_lists import ReferenceRule, from_matrices, from_pair
from auditgen.records.evidence import Evidence, evidence

Once = Callable[[str, Callable[[], Evidence]], Evidence]


class PairTables:
    """One audit's pair tables; every piece is built once. `model` gives the facts of a model by its id."""

    def __init__(
        self, catalogue: Catalogue, brought: Sequence[Evidence], once: Once, model: Callable[[str], Mapping[str, Any]]
    ) -> None:
        self.catalogue, self.brought, self._once, self._model = catalogue, brought, once, model

    def all_references(self, model: str, test: str, fresh: tuple[str, ...]) -> tuple[Evidence, ...]:
        """The catalogue's lists and those that the rule makes of brought tables."""
        return (*self.references(model, test), *self.brought_references(model, test, fresh))

    def brought_references(self, model: str, test: str, fresh: tuple[str, ...]) -> tuple[Evidence, ...]:
        """Brought tables of this test beside a re-made one, with the references that the rule chooses from them."""
        if not any(e.kind in ("pairs", "item_matrix") for e in self.brought):
            return ()
        entry, told = self._model(model), findings_on(self.brought, test)
        family = entry.get("family")
        rule = ReferenceRule(self.catalogue, test, model, family, entry.get("line") or family, told)
        pairs = [e for e in self.brought if e.kind == "pairs" and e.content["original"] == test]
        made = [from_pair(e, rule) for e in pairs]
        for old in matrices(self.brought, (test,), model):
            made += [from_matrices(old, new, rule) for new in matrices(self.brought, fresh, model)]
        return tuple(e for e in made if e is not None)

    def _size(self, test: str) -> int | None:
        try:
            return self.catalogue.benchmark(test.split(":")[0].split("@")[0]).n_items if "@" not in test else None
        except KeyError:
            return None

    def _name(self, test: str) -> str:
        plain = test.split(":")[0].split("@")[0]
        try:
            return self.catalogue.benchmark(plain).name + test[len(plain) :]
        except KeyError:
            return test

    def pairs(self, test: str) -> tuple[Evidence, ...]:
        """Tables that set this test beside a re-made one; scores in percent as the tester printed them."""
        found = []
        for table in self.catalogue.pairs_for(test):
            if table.original != test or table.pair_type in ("time-window", "scaffold"):
                continue

            def make(table: Any = table) -> Evidence:
                stored = self.catalogue.evidence(table.id)
                content = {
                    "id": table.id,
                    "original": table.original,
                    "variant": table.variant,
                    "variant_name": self._name(table.variant),
                    "pair_type": table.pair_type,
                    "tester": table.tester,
                    "confidence": table.confidence,
                    "n_original": self._size(table.original),
                    "n_variant": self._size(table.variant),
                    "rows": [pair_row(r) for r in table.rows],
                }
                return evidence(table.id, "pairs", stored.citation, table.confidence, "catalogue", content)

            found.append(self._once(table.id, make))
        return tuple(found)

    def references(self, model: str, test: str) -> tuple[Evidence, ...]:
        found = []
        for table in self.catalogue.pairs_for(test):
            if table.original != test or table.pair_type not in ("refreshed", "perturbed"):
                continue
            if not any(r.model_id == model for r in table.rows):
                continue
            id = f"references:{table.original}>{table.variant}@{table.tester}#{model}"
            try:
                stored = self.catalogue.d7_references(table.original, table.variant, table.tester, model_id=model)
            except KeyError:
                continue

            def make(table: Any = table, stored: Any = stored, id: str = id) -> Evidence:
                content = {
                    "original": table.original,
                    "variant": table.variant,
                    "tester": table.tester,
                    "n_original": self._size(table.original),
                    "n_variant": self._size(table.variant),
                    "as_of": stored.as_of,
                    "rows": [pair_row(r) for r in table.rows if r.model_id == model],
                    "references": [pair_row(r) for r in stored.rows],
                    "excluded": [thaw(e) for e in stored.excluded],
                }
                return evidence(id, "references", stored.source, stored.confidence, "catalogue", content)

            found.append(self._once(id, make))
        return tuple(found)


def pair_row(r: Any) -> dict[str, Any]:
    """A row of the catalogue's pair tables as evidence keeps it."""
    return {
        "model": r.model,
        "model_id": r.model_id or None,
        "weights": r.weights,
        "family": r.family,
        "original_score": r.original_score,
        "variant_score": r.variant_score,
        "same_setup": r.same_setup,
        "note": r.note,
    }
