"""The catalogue opened for reading: look-ups by name, by id and by pair, cached."""

from __future__ import annotations

import json
import sqlite3
from functools import cached_property, lru_cache
from typing import Any

from auditgen.catalogue import names, references, rows
from auditgen.catalogue.entries import Benchmark, Evidence, Match, Model, Regulation, Word
from auditgen.catalogue.evidence import evidence_of
from auditgen.catalogue.measurements import D7References, Finding, PairTable, Percentile, Replication, Result
from auditgen.catalogue.names import NameBook
from auditgen.catalogue.record import Record, freeze
from auditgen.catalogue.search import Hit, search

SCOPE_ORDER = {"model": 0, "family": 1, "group": 2, "set": 3, "corpus": 4}
STRENGTH_ORDER = {"strong": 0, "moderate": 1, "weak": 2, "none": 3, "inadmissible": 4}
CACHED = [
    "benchmark",
    "model",
    "find_benchmark",
    "find_model",
    "findings_for",
    "replications_for",
    "results_for",
    "results_of_campaign",
    "campaigns_with",
    "pairs_for",
    "d7_references",
    "percentiles_for",
    "regulation",
    "words",
    "evidence",
]


class Catalogue:
    """Embedded facts. Scores are percent as printed; `.fraction` where a share of right answers is meant."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection
        for name in CACHED:  # one cache per opened catalogue
            setattr(self, name, lru_cache(maxsize=65536)(getattr(self, name)))

    def _one(self, query: str, *values: str) -> Any:
        return self._db.execute(query, values).fetchone()

    def _body(self, kind: str, id: str) -> str:
        row = self._one("SELECT body FROM body WHERE kind = ? AND id = ?", kind, id)
        if row is None:
            raise KeyError(f"no {kind} with the id {id!r} in the catalogue")
        return str(row[0])

    def _bodies(self, kind: str) -> list[str]:
        return [body for (body,) in self._db.execute("SELECT body FROM body WHERE kind = ? ORDER BY id", (kind,))]

    @cached_property
    def version(self) -> str:
        """Version of the facts (a date)."""
        return str(self._one("SELECT value FROM meta WHERE key = 'version'")[0])

    @cached_property
    def sha256(self) -> str:
        """SHA-256 over the readable files the facts were built from."""
        return str(self._one("SELECT value FROM meta WHERE key = 'sha256'")[0])

    @cached_property
    def sources(self) -> dict[str, str]:
        """Short names of sources used by model entries, with their full form."""
        return freeze(json.loads(self._one("SELECT value FROM meta WHERE key = 'sources'")[0]))  # type: ignore[no-any-return]

    def benchmark(self, id: str) -> Benchmark:
        """The test with this id. Raises KeyError."""
        row = self._one("SELECT body FROM benchmark WHERE id = ?", id)
        if row is None:
            raise KeyError(f"no test with the id {id!r} in the catalogue")
        return Benchmark(**{key: freeze(value) for key, value in json.loads(row[0]).items()})

    def model(self, id: str) -> Model:
        """The model with this id. Raises KeyError."""
        row = self._one("SELECT body FROM model WHERE id = ?", id)
        if row is None:
            raise KeyError(f"no model with the id {id!r} in the catalogue")
        return Model(**{key: freeze(value) for key, value in json.loads(row[0]).items()})

    def benchmarks(self) -> tuple[Benchmark, ...]:
        """Every test, by id."""
        return tuple(self.benchmark(i) for (i,) in self._db.execute("SELECT id FROM benchmark ORDER BY id"))

    def models(self) -> tuple[Model, ...]:
        """Every model, by id."""
        return tuple(self.model(i) for (i,) in self._db.execute("SELECT id FROM model ORDER BY id"))

    def family_of(self, model_id: str) -> str:
        """The family of a model (`Llama 3`). Raises KeyError."""
        return self.model(model_id).family

    def line_of(self, model_id: str) -> str:
        """The line of families that check D7 drops together (`Claude`, `GPT-4`; else the family). Raises KeyError."""
        return self.model(model_id).line

    def line(self, family: str) -> str:
        """The line that a family belongs to; the family itself where none is named."""
        row = self._one("SELECT line FROM model WHERE family = ?", family)
        return str(row[0]) if row else family

    @cached_property
    def groups(self) -> dict[str, tuple[str, ...]]:
        """Families meant by a finding about a whole group of models, by the group's name."""
        found = self._db.execute("SELECT id, body FROM body WHERE kind = 'group' ORDER BY id")
        return {name: tuple(json.loads(body)["families"]) for name, body in found}

    @cached_property
    def _benchmark_names(self) -> NameBook:
        return NameBook(self._db, "benchmark")

    @cached_property
    def _model_names(self) -> NameBook:
        return NameBook(self._db, "model")

    def find_benchmark(
        self, text: str, *, n_items: int | None = None, date: str | None = None, subset: str | None = None
    ) -> Match:
        """Read the name of a test. A stated number of questions or date narrows an ambiguous name; nothing else does.

        `date` is the date of the claim (year, month or day). `subset` is handed through to the match.
        """
        return names.find_benchmark(self._benchmark_names, self.benchmark, text, n_items, date, subset)

    def find_model(self, text: str, *, date: str | None = None) -> Match:
        """Read the name of a model. The date of the claim narrows an ambiguous name to what was public by then."""
        return names.find_model(self._model_names, self.model, text, date)

    def findings_for(self, model_id: str | None, benchmark_id: str) -> tuple[Finding, ...]:
        """Leakage findings on a test that bear on a model: about the model, its family, a group, the test, a corpus.

        With `model_id` None: every finding on the test. Order: scope, then strength, then id.
        """
        query = "SELECT l.model_id, l.effect, b.body FROM finding_link l JOIN body b ON b.kind = 'finding' AND b.id = "
        query += "l.finding_id WHERE l.benchmark_id = ?"
        values: tuple[str, ...] = (benchmark_id,)
        if model_id is not None:
            query, values = query + " AND l.model_id IN (?, '*')", (benchmark_id, model_id)
        found = [rows.finding_of(body, effect, model) for model, effect, body in self._db.execute(query, values)]
        if model_id is None:
            found = list({f.finding_id: f for f in found}.values())
        return tuple(sorted(found, key=lambda f: (SCOPE_ORDER[f.scope], STRENGTH_ORDER[f.strength], f.finding_id)))

    def findings(self) -> tuple[Finding, ...]:
        """Every finding, by id."""
        return tuple(rows.finding_of(body, "", "") for body in self._bodies("finding"))

    def finding_effects(self, finding_id: str) -> tuple[Finding, ...]:
        """One finding once per model it reaches, with the figures for that model."""
        query = "SELECT DISTINCT model_id, effect FROM finding_link WHERE finding_id = ? ORDER BY model_id"
        body = self._body("finding", finding_id)
        return tuple(rows.finding_of(body, effect, m) for m, effect in self._db.execute(query, (finding_id,)))

    def replications_for(self, model_id: str, benchmark_id: str) -> tuple[Replication, ...]:
        """Claimed scores of this model on this test beside another measurement."""
        query = "SELECT replication_id FROM replication_link WHERE model_id = ? AND benchmark_id = ? ORDER BY 1"
        ids = [i for (i,) in self._db.execute(query, (model_id, benchmark_id))]
        return tuple(rows.replication_of(self._body("replication", i)) for i in ids)

    def replications(self) -> tuple[Replication, ...]:
        """Every replication, by id."""
        return tuple(rows.replication_of(body) for body in self._bodies("replication"))

    def _results(self, where: str, *values: str) -> tuple[Result, ...]:
        cursor = self._db.execute(f"SELECT * FROM result WHERE {where} ORDER BY result_id", values)
        columns = [c[0] for c in cursor.description]
        return tuple(rows.result_of(dict(zip(columns, row, strict=True))) for row in cursor)

    def results_for(self, model_id: str, benchmark_id: str) -> tuple[Result, ...]:
        """Published scores of a model on a test, all parties, subsets, weights and settings."""
        return self._results("model_id = ? AND benchmark_id = ?", model_id, benchmark_id)

    def results_of_campaign(self, campaign: str, benchmark_id: str | None = None) -> tuple[Result, ...]:
        """Scores of one party under one protocol. Rank only rows of one test, subset, metric and kind of weights."""
        if benchmark_id is None:
            return self._results("campaign = ?", campaign)
        return self._results("campaign = ? AND benchmark_id = ?", campaign, benchmark_id)

    def campaigns_with(self, model_a: str, model_b: str) -> tuple[str, ...]:
        """Campaigns that hold results of both models."""
        query = (
            "SELECT campaign FROM result WHERE model_id = ? INTERSECT SELECT campaign FROM result WHERE model_id = ?"
        )
        return tuple(c for (c,) in self._db.execute(query + " ORDER BY 1", (model_a, model_b)))

    def campaigns(self) -> tuple[tuple[str, int, Record], ...]:
        """(campaign, number of results, licence record) of every campaign."""
        counted = self._db.execute("SELECT campaign, count(*) FROM result GROUP BY campaign ORDER BY campaign")
        return tuple((name, n, rows.record_of(self._body("campaign", name))) for name, n in counted.fetchall())

    def pairs_for(self, benchmark_id: str) -> tuple[PairTable, ...]:
        """Tables in which this test (or a dated window or part of it) is the original or the variant."""
        query = (
            "SELECT DISTINCT original, variant, tester, pair_type FROM pair WHERE ? IN (original, variant) "
            "OR original LIKE ? OR original LIKE ? OR variant LIKE ? OR variant LIKE ? ORDER BY 1, 2, 3"
        )
        like = (f"{benchmark_id}@%", f"{benchmark_id}:%")
        found = self._db.execute(query, (benchmark_id, *like, *like)).fetchall()
        return tuple(self._pair_table(*row) for row in found)

    def pair_tables(self) -> tuple[PairTable, ...]:
        """Every pair table."""
        query = "SELECT DISTINCT original, variant, tester, pair_type FROM pair ORDER BY 1, 2, 3"
        return tuple(self._pair_table(*row) for row in self._db.execute(query).fetchall())

    def _pair_table(self, original: str, variant: str, tester: str, pair_type: str) -> PairTable:
        query = "SELECT * FROM pair WHERE original = ? AND variant = ? AND tester = ? AND pair_type = ? ORDER BY rowid"
        cursor = self._db.execute(query, (original, variant, tester, pair_type))
        columns = [c[0] for c in cursor.description]
        read = tuple(rows.pair_row_of(dict(zip(columns, row, strict=True))) for row in cursor)
        return PairTable(original, variant, pair_type, tester, read)

    def d7_references(
        self, original: str, variant: str, tester: str, *, model_id: str | None = None, family: str | None = None
    ) -> D7References:
        """Reference models of check D7 for one pair table, without the model under audit and its family.

        Give `model_id`, or `family` where the model has no entry. Raises KeyError where no list is stored.
        """
        stored = json.loads(self._body("d7", f"{original}>{variant}@{tester}"))
        table = next(t for t in self.pairs_for(original) if (t.variant, t.tester) == (variant, tester))
        line = None
        if model_id:
            family, line = self.model(model_id).family, self.model(model_id).line
        families = {row.model_id: self.model(row.model_id).family for row in table.rows if row.model_id}
        return references.read_list(stored, table, family, line or family, model_id, families)

    def percentiles_for(self, model_id: str | None, benchmark_id: str) -> tuple[Percentile, ...]:
        """Places in named groups of people that were reported for a model (all models: None) on a test."""
        read = (rows.percentile_of(body) for body in self._bodies("percentile"))
        return tuple(p for p in read if p.benchmark_id == benchmark_id and model_id in (None, p.model_id))

    def regulation(self, profile: str | None = None) -> tuple[Regulation, ...]:
        """Provisions of one profile (eu, us, uk, int), or all."""
        read = tuple(rows.regulation_of(body) for body in self._bodies("regulation"))
        return tuple(r for r in read if profile is None or r.jurisdiction == profile.upper())

    def words(self) -> tuple[Word, ...]:
        """Usual words of claims with their distance from the test (check F3), the furthest first."""
        order = {"very_serious": 0, "2": 1, "1": 2}
        read = (rows.word_of(body) for body in self._bodies("word"))
        return tuple(sorted(read, key=lambda w: (order[w.distance], w.word)))

    def search(self, text: str, limit: int = 50) -> tuple[Hit, ...]:
        """Entries that hold every word of the text, names first."""
        return search(self._db, text, limit)

    def stats(self) -> dict[str, int]:
        """Number of entries per kind, and how many of them rest on a recalled fact (`..._recalled`)."""
        tables = {
            kind: f"SELECT body ->> 'confidence' AS confidence FROM body WHERE kind = '{kind}'"
            for kind in ("finding", "replication", "percentile", "regulation", "word", "campaign")
        }
        tables |= {"result": "SELECT confidence FROM result", "pair": "SELECT confidence FROM pair"}
        tables |= {"model": "SELECT body ->> 'confidence' AS confidence FROM model"}
        tables |= {"benchmark": "SELECT NULL AS confidence FROM benchmark"}
        count: dict[str, int] = {}
        for kind, query in tables.items():
            total, recalled = self._one(f"SELECT count(*), coalesce(sum(confidence = 'recalled'), 0) FROM ({query})")
            count[kind] = total
            if recalled:
                count[f"{kind}_recalled"] = recalled
        count["pair_table"] = len(self.pair_tables())
        return count

    def evidence(self, id: str) -> Evidence:
        """(kind, content, citation, confidence) of ids such as `finding:CF0054` or `pairs:gsm8k>gsm1k@...`.

        `benchmark:mmlu#items` and `model:o1#release_date` give one fact of an entry. Raises KeyError.
        """
        return evidence_of(self, id)
