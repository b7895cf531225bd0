"""Reference models of check D7 for tables that were brought, by the rule that made the catalogue's own lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from auditgen.catalogue import Catalogue
from auditgen.catalogue.references import excludes
from auditgen.checks.leakage.item_table import item_table
from auditgen.records.evidence import Evidence, evidence

FRESH = ("refreshed", "perturbed")
Row = Mapping[str, Any]


@dataclass(frozen=True)
class ReferenceRule:
    """Who serves as a reference for one model on one test.

    Every model of the table except the claimed one, its family, and models with a moderate or strong finding on the
    test (by name, or by a family of which every member is meant), from the catalogue or brought. `family` and `line`
    are those of the claimed model. The user brings the table; the rule chooses from it.
    """

    catalogue: Catalogue
    test: str
    model: str
    family: str | None
    line: str | None
    findings: Sequence[Evidence] = ()

    def split(self, rows: Sequence[Row]) -> tuple[list[Row], list[Row], list[dict[str, Any]]]:
        """The model's own rows, the references, and the rows left out with the reason."""
        own, kept, left_out = [], [], []
        for row in rows:
            basis, findings = self._basis(row)
            if basis == "own_model":
                own.append(row)
            elif basis is None:
                kept.append(row)
            if basis is not None:
                left_out.append({"model": row["model"], "basis": basis, "findings": findings})
        return own, kept, left_out

    def _basis(self, row: Row) -> tuple[str | None, list[str]]:
        if row.get("model_id") == self.model:
            return "own_model", []
        if self.family and self._family_of(row) in (self.family, self.line):
            return "own_family", []
        found = [
            f for f in (*self._catalogued(row), *self._brought(row)) if excludes(f, row.get("weights") or "unknown")
        ]
        if not found:
            return None, []
        return "name" if any(f.scope == "model" for f in found) else "family", [f.finding_id for f in found]

    def _family_of(self, row: Row) -> str | None:
        """The family by the catalogue; of a model without an entry the family, or line of families, of the table."""
        id = row.get("model_id")
        if id and not str(id).startswith("brought:"):
            return self.catalogue.model(str(id)).family
        return row.get("family") or None

    def _catalogued(self, row: Row) -> list[Any]:
        id, family = row.get("model_id"), row.get("family")
        if id and not str(id).startswith("brought:"):
            return list(self.catalogue.findings_for(str(id), self.test))
        lines = {g: {self.catalogue.line(f) for f in families} for g, families in self.catalogue.groups.items()}
        about = (f for f in self.catalogue.findings_for(None, self.test) if f.scope == "family")
        return [f for f in about if family and family in lines[f.group]]

    def _brought(self, row: Row) -> list[Any]:
        id = row.get("model_id")
        mine = (e.content for e in self.findings if id and id in e.content["model_ids"])
        return [SimpleNamespace(**c) for c in mine]


def from_pair(pair: Evidence, rule: ReferenceRule) -> Evidence | None:
    """References out of a brought table of an old and a re-made test; None where it does not hold the model."""
    content = pair.content
    own, kept, left_out = rule.split(content["rows"])
    if content["pair_type"] not in FRESH or not own:
        return None
    return _made(pair, rule, {k: content[k] for k in ("original", "variant", "tester", "n_original", "n_variant")},
                 own, kept, left_out)  # fmt: skip


def from_matrices(old: Evidence, fresh: Evidence, rule: ReferenceRule) -> Evidence | None:
    """References out of question-by-question results on both tests; None where a test lacks the model."""
    rows = _common_rows(old, fresh)
    own, kept, left_out = rule.split(rows)
    if not own:
        return None
    about = {
        "original": old.content["benchmark_id"], "variant": fresh.content["benchmark_id"], "tester": old.citation,
        "n_original": old.content["items"], "n_variant": fresh.content["items"],
        "items": {"old": old.id, "fresh": fresh.id},
    }  # fmt: skip
    worse = fresh if fresh.produced_by in ("claimant", "unattributed") else old
    return _made(worse, rule, about, own, kept, left_out)


def _made(
    by: Evidence, rule: ReferenceRule, about: dict[str, Any], own: list[Row], kept: list[Row],
    left_out: list[dict[str, Any]],
) -> Evidence:  # fmt: skip
    content = {
        **about, "as_of": by.date, "rows": [dict(r) for r in own], "references": [dict(r) for r in kept],
        "excluded": left_out,
    }  # fmt: skip
    id = f"references:{by.id}>{about['variant']}#{rule.model}"
    return evidence(id, "references", by.citation, "brought", by.produced_by, content)


def _common_rows(old: Evidence, fresh: Evidence) -> list[Row]:
    """Models with an answer to every question of both tables, with their means in percent."""
    import numpy as np

    tables = item_table(old.content), item_table(fresh.content)
    places = []
    for t in tables:
        whole = np.atleast_1d(~np.isnan(t.scores).any(axis=1))
        keys = [(t.ids[i] or t.models[i].casefold(), t.weights[i]) for i in range(len(t.models))]
        places.append({k: i for i, k in enumerate(keys) if whole[i] and keys.count(k) == 1})
    return [
        {
            "model": tables[0].models[i], "model_fresh": tables[1].models[places[1][key]], "model_id": tables[0].ids[i],
            "weights": tables[0].weights[i], "family": tables[0].families[i] or "",
            "original_score": 100 * float(tables[0].scores[i].mean()),
            "variant_score": 100 * float(tables[1].scores[places[1][key]].mean()), "same_setup": "unknown", "note": "",
        }
        for key, i in places[0].items()
        if key in places[1]
    ]  # fmt: skip
