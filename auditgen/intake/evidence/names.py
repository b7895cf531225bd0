"""Names of models and tests in evidence files, matched to the catalogue; what cannot be matched is said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from auditgen.intake.logs.privacy import model_name, plain

if TYPE_CHECKING:
    from auditgen.catalogue import Catalogue


@dataclass(frozen=True)
class NamedModel:
    """A model as written and its entry. `cutoff` is the stated end of training where it was seen in a source.

    `scaffold`: the program around the model, where an entry is named "PROGRAM + MODEL" as agent boards do.
    """

    name: str
    id: str | None = None
    weights: str = "unknown"
    family: str | None = None
    cutoff: str | None = None
    cutoff_basis: str | None = None
    release: str | None = None
    scaffold: str | None = None


@dataclass(frozen=True)
class NamedTest:
    """A test as written and its entry; `subset` where the name holds one; `candidates` where it fits several."""

    name: str
    id: str | None = None
    subset: str | None = None
    n_items: int | None = None
    candidates: tuple[str, ...] = ()
    domain: str | None = None


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
            inside = self._in_scaffold(shown) if told is None else None
            return told or inside or NamedModel(shown, weights=found.weights if found else "unknown")
        entry = self.catalogue.model(found.id)
        seen = entry.field_confidence
        cutoff = entry.training_cutoff if seen.get("training_cutoff") == "seen" else None
        release = entry.release_date if seen.get("release_date") == "seen" else None
        return NamedModel(
            shown, entry.id, found.weights, entry.family, cutoff, entry.cutoff_basis if cutoff else None, release
        )

    def _in_scaffold(self, shown: str) -> NamedModel | None:
        """ "OpenHands + GPT-5": the model behind the last plus sign, if it has an entry; three parts name several."""
        scaffold, plus, name = shown.rpartition(" + ")
        if not plus or " + " in scaffold:
            return None
        found = self.model(name)
        return replace(found, name=shown, scaffold=scaffold) if found.id else None

    def tests_of_table(self, written: Sequence[str]) -> dict[str, NamedTest]:
        """Tests of one table. A name that fits several tests is the one that no other column of the table names."""
        found = {name: self.test(name) for name in written}
        taken = {t.id for t in found.values()}
        for name, test in found.items():
            left = [c for c in test.candidates if c not in taken]
            if test.id is None and len(left) == 1 and len(test.candidates) > 1:
                entry = self.catalogue.benchmark(left[0])
                found[name] = NamedTest(test.name, entry.id, None, entry.n_items, domain=entry.domain)
        return found

    def _test(self, text: str) -> NamedTest:
        shown = plain(text)
        found = self.catalogue.find_benchmark(shown) if shown else None
        if found is None or found.id is None:
            candidates = tuple(found.candidates) if found else ()
            return self._extra_tests.get(shown.casefold()) or NamedTest(shown, candidates=candidates)
        entry = self.catalogue.benchmark(found.id)
        return NamedTest(shown, entry.id, found.subset, None if found.subset else entry.n_items, domain=entry.domain)

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
