"""Names of models and tests in evidence files, matched to the catalogue; what cannot be matched is said."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from auditgen.intake.logs.privacy import model_name, plain

if TYPE_CHECKING:
    from auditgen.catalogue import Catalogue


@dataclass(frozen=True)
class NamedModel:
    """A model as written and its entry. `cutoff` is the stated end of training where it was seen in a source."""

    name: str
    id: str | None = None
    weights: str = "unknown"
    family: str | None = None
    cutoff: str | None = None
    cutoff_basis: str | None = None
    release: str | None = None


@dataclass(frozen=True)
class NamedTest:
    """A test as written and its entry; `subset` where the name holds one."""

    name: str
    id: str | None = None
    subset: str | None = None
    n_items: int | None = None


class Names:
    """Look-ups of one reading, each name once."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._extra_models: dict[str, NamedModel] = {}
        self._extra_tests: dict[str, NamedTest] = {}
        self.model = lru_cache(maxsize=65536)(self._model)
        self.test = lru_cache(maxsize=4096)(self._test)

    def learn_model(self, name: str, id: str, family: str | None, release: str | None) -> None:
        """A model that evidence.yaml tells of; used where the catalogue has no entry of that name."""
        self._extra_models.setdefault(name.casefold(), NamedModel(name, id, family=family, release=release))

    def learn_test(self, name: str, id: str, n_items: int | None) -> None:
        """A test that evidence.yaml tells of; used where the catalogue has no entry of that name."""
        self._extra_tests.setdefault(name.casefold(), NamedTest(name, id, n_items=n_items))

    def _model(self, text: str) -> NamedModel:
        shown, _ = model_name(text)
        found = self.catalogue.find_model(shown) if shown else None
        if found is None or found.id is None:
            told = self._extra_models.get(shown.casefold())
            return told or NamedModel(shown, weights=found.weights if found else "unknown")
        entry = self.catalogue.model(found.id)
        seen = entry.field_confidence
        cutoff = entry.training_cutoff if seen.get("training_cutoff") == "seen" else None
        release = entry.release_date if seen.get("release_date") == "seen" else None
        return NamedModel(
            shown, entry.id, found.weights, entry.family, cutoff, entry.cutoff_basis if cutoff else None, release
        )

    def _test(self, text: str) -> NamedTest:
        shown = plain(text)
        found = self.catalogue.find_benchmark(shown) if shown else None
        if found is None or found.id is None:
            return self._extra_tests.get(shown.casefold()) or NamedTest(shown)
        entry = self.catalogue.benchmark(found.id)
        return NamedTest(shown, entry.id, found.subset, None if found.subset else entry.n_items)

    def about(self, benchmark: str, model: str) -> tuple[dict[str, Any], tuple[str, ...]]:
        """Keys that say what a piece is about, and a note for each name that the catalogue does not know."""
        test, who = self.test(benchmark), self.model(model)
        content = {
            "benchmark_id": test.id,
            "benchmark": test.name,
            "subset": test.subset,
            "model_id": who.id,
            "model": who.name,
            "weights": who.weights,
        }
        return content, self.unknown((benchmark,), (model,))

    def unknown(self, benchmarks: tuple[str, ...], models: tuple[str, ...]) -> tuple[str, ...]:
        """A note for each name without an entry: the piece is listed, and speaks to no claim."""
        notes = [
            f"the test {self.test(b).name or b!r} is not in the catalogue: this evidence is applied to no claim "
            "(tell of it under `benchmarks` in evidence.yaml)"
            for b in benchmarks
            if self.test(b).id is None
        ]
        notes += [
            f"the model {self.model(m).name or m!r} is not in the catalogue: its figures are applied to no claim "
            "(tell of it under `models` in evidence.yaml)"
            for m in models
            if self.model(m).id is None
        ]
        return tuple(notes)
