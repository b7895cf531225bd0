"""The types of the catalogue: tests, models, regulation, words, matches; measurements and records come along."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from auditgen.catalogue.measurements import D7References, Finding, PairRow, PairTable, Percentile, Replication, Result
from auditgen.catalogue.record import Confidence, Entry, Record, cite, freeze, thaw

__all__ = [
    "Benchmark",
    "Confidence",
    "D7References",
    "Entry",
    "Evidence",
    "Finding",
    "Match",
    "Model",
    "PairRow",
    "PairTable",
    "Percentile",
    "Record",
    "Regulation",
    "Replication",
    "Result",
    "Word",
    "cite",
    "freeze",
    "thaw",
]


@dataclass(frozen=True)
class Benchmark(Entry):
    """One test. Facts that carry their own confidence are Records with `value`, `confidence`, `source`, `note`.

    `items.value` is the number of scored questions in the split usually reported, `items.subsets` the number per
    subset; `chance_level_pct`, `practical_ceiling_pct` and every `rate_pct` are in percent.
    """

    id: str
    name: str
    aliases: tuple[str, ...]
    ambiguous_aliases: tuple[str, ...]
    domain: str
    topic: str
    status: str
    measures: str
    task_format: Record
    items: Record
    metric: str
    chance_level_pct: float | None
    first_public_release: Record
    test_answers_public: Record
    canary_string: Record
    saturation: str
    licence: Record
    home: Record
    chance_note: str = ""
    subset_domains: Record = field(default_factory=Record)
    variants: tuple[Record, ...] = ()
    label_errors: tuple[Record, ...] = ()
    practical_ceiling_pct: float | None = None
    practical_ceiling_basis: str | None = None
    practical_ceiling_kind: str = ""
    contamination_evidence: tuple[Record, ...] = ()
    rank_evidence: tuple[Record, ...] = ()
    human_baselines: tuple[Record, ...] = ()
    settings_that_break_comparability: tuple[str, ...] = ()
    withdrawn: tuple[Record, ...] = ()
    score_scale_note: Record = field(default_factory=Record)

    @property
    def n_items(self) -> int | None:
        """Scored questions in the split usually reported; None where not known."""
        value: int | None = self.items.get("value")
        return value

    @property
    def options(self) -> int | None:
        """Number of answer choices where it is fixed."""
        value: int | None = self.task_format.get("options")
        return value

    @property
    def chance(self) -> float | None:
        """Score of blind guessing as a fraction."""
        return None if self.chance_level_pct is None else self.chance_level_pct / 100

    @property
    def ceiling(self) -> float | None:
        """Practical ceiling as a fraction; None where unknown or where it is only the highest figure held."""
        if self.practical_ceiling_pct is None or self.practical_ceiling_kind == "highest_seen":
            return None
        return self.practical_ceiling_pct / 100

    @property
    def label_error(self) -> Record | None:
        """The label-error estimate for the whole test (`scope_kind` overall), or None."""
        for row in self.label_errors:
            if row.get("scope_kind") == "overall" and row.get("rate_pct") is not None:
                return row
        return None

    @property
    def retired(self) -> Record | None:
        """The withdrawal of kind `retired`, or None."""
        return next((row for row in self.withdrawn if row.get("kind") == "retired"), None)


@dataclass(frozen=True)
class Model(Entry):
    """One model or snapshot. Dates are ISO days or year-months; parameters are billions.

    Base and tuned weights of an open model share an entry. `weights_seen` lists the kinds of weights under which
    results are held. `cutoff_basis` `developer-card` alone is strong enough to rule exposure out.
    """

    id: str
    name: str
    aliases: tuple[str, ...]
    developer: str
    family: str
    release_date: str | None
    training_cutoff: str | None
    cutoff_basis: str
    open_weights: bool
    parameters_total_b: float | None
    parameters_active_b: float | None
    training_data_disclosure: str
    field_confidence: Record
    sources: tuple[str, ...]
    confidence: Confidence
    note: str | None = None
    line: str = ""
    weights_seen: tuple[str, ...] = ()


@dataclass(frozen=True)
class Regulation(Entry):
    """What a legal text or standard asks, in our own words, and the checks that speak to it."""

    id: str
    jurisdiction: str
    instrument: str
    section: str
    asks_in_plain_words: str
    checks: tuple[str, ...]
    status_note: str
    confidence: Confidence
    pointer_url: str
    checked_on: str

    @property
    def citation(self) -> str:
        return cite(f"{self.instrument}, {self.section}", "", self.pointer_url)


@dataclass(frozen=True)
class Word(Entry):
    """A usual word of claims with its distance from the test: 1, 2 or `very_serious`."""

    word: str
    forms: tuple[str, ...]
    not_in: tuple[str, ...]
    distance: str
    group: str
    reason: str
    first_reader: str
    second_reader: str
    status: str


class Evidence(NamedTuple):
    """What a report's evidence list needs of one entry."""

    kind: str
    content: dict[str, Any]
    citation: str
    confidence: Confidence


@dataclass(frozen=True)
class Match(Entry):
    """How a name as written was read.

    `status`: matched, ambiguous or unknown. `id` is set only when matched. `candidates` of an ambiguous name are
    ordered: the entry whose own name it is first. `current_at_date` is the newest candidate that was public by the
    stated date; it is information, never a pick. `setting` holds what sat inside the name (shots, cot, effort, ...).
    """

    status: str
    id: str | None
    candidates: tuple[str, ...]
    matched_by: str
    as_written: str
    subset: str | None = None
    weights: str = "unknown"
    setting: Record = field(default_factory=Record)
    question: str | None = None
    current_at_date: str | None = None
