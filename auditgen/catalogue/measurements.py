"""Published findings, replications, results, pairs and percentiles as frozen entries."""

from __future__ import annotations

from dataclasses import dataclass

from auditgen.catalogue.record import Confidence, Entry, Record, cite


@dataclass(frozen=True)
class Finding(Entry):
    """One published finding on leakage, as it applies to the model that was asked for.

    `scope`: model, family (every member meant), group (at least one member), set (the test as a whole) or corpus.
    Only model and family findings can be charged. `strength` follows the rubric of `catalogue.strength`.
    `share_pct`, `overall_score` and `clean_score` are percent, `gain_points` points (overall minus clean).
    """

    finding_id: str
    subject_type: str
    subject: str
    model_ids: tuple[str, ...]
    weights: str
    scope: str
    group: str
    benchmark: str
    benchmark_ids: tuple[str, ...]
    subset: str
    split: str
    method_family: str
    kind: str
    result: str
    value: str
    unit: str
    control: str
    channel: str
    reported_by: str
    source: str
    via: str
    year: int
    url: str
    confidence: Confidence
    note: str
    direction: str
    strength: str
    strength_reason: str
    against_interest: bool
    counts: bool
    share_pct: float | None = None
    overall_score: float | None = None
    clean_score: float | None = None
    gain_points: float | None = None
    effect_note: str = ""
    model_id: str = ""

    @property
    def id(self) -> str:
        return f"finding:{self.finding_id}"

    @property
    def citation(self) -> str:
        return cite(self.source, self.via, self.url)


@dataclass(frozen=True)
class Replication(Entry):
    """A claimed score beside another measurement of the same model and test.

    `claimed_score` and `measured_score` are as printed; `claimed_value`, `measured_value` the numbers in the unit of
    `metric`, `measured_spread` the ± printed behind the measured score. `difference` is measured minus claimed.
    """

    replication_id: str
    record_type: str
    model: str
    model_id: str
    benchmark: str
    benchmark_id: str
    metric: str
    claimed_score: str
    claimed_by: str
    claimed_setting: str
    claimed_confidence: Confidence
    measured_score: str
    measured_by: str
    measured_by_type: str
    measured_setting: str
    measured_confidence: Confidence
    difference: float | None
    n_items: int | None
    year: int
    source: str
    url: str
    confidence: Confidence
    note: str
    claimed_value: float | None = None
    measured_value: float | None = None
    measured_spread: float | None = None

    @property
    def id(self) -> str:
        return f"replication:{self.replication_id}"

    @property
    def citation(self) -> str:
        return cite(self.source, "", self.url)


@dataclass(frozen=True)
class Result(Entry):
    """One published score of one model on one test. `score` is in `unit` (percent, rating, minutes, ...)."""

    result_id: str
    model_id: str
    model_as_written: str
    weights: str
    benchmark_id: str
    benchmark_as_written: str
    subset: str
    score: float
    score_text: str
    unit: str
    higher_is_better: bool
    n_items: int | None
    uncertainty: str
    uncertainty_kind: str
    shots: str
    setting: str
    metric: str
    measured_by: str
    measured_by_type: str
    copied: str
    equal_to: tuple[str, ...]
    campaign: str
    document: str
    document_party: str
    date: str
    source: str
    url_or_repo: str
    licence_note: str
    confidence: Confidence
    note: str

    @property
    def id(self) -> str:
        return f"result:{self.result_id}"

    @property
    def citation(self) -> str:
        return cite(self.source, "", self.url_or_repo)

    @property
    def fraction(self) -> float | None:
        """The score as a share of right answers in [0, 1]; None on any other scale."""
        return self.score / 100 if self.unit == "percent" else None


@dataclass(frozen=True)
class PairRow(Entry):
    """One model on the original and on the variant test; scores on a scale of 0 to 100 in the table's `unit`."""

    model: str
    model_id: str
    weights: str
    family: str
    original_score: float
    variant_score: float
    unit: str
    same_setup: str
    source: str
    confidence: Confidence
    note: str

    @property
    def drop_points(self) -> float:
        return self.original_score - self.variant_score


@dataclass(frozen=True)
class PairTable(Entry):
    """All rows of one tester for one pair of tests."""

    original: str
    variant: str
    pair_type: str
    tester: str
    rows: tuple[PairRow, ...]

    @property
    def id(self) -> str:
        return f"pairs:{self.original}>{self.variant}@{self.tester}"

    @property
    def confidence(self) -> Confidence:
        return "recalled" if any(row.confidence == "recalled" for row in self.rows) else "seen"


@dataclass(frozen=True)
class D7References(Entry):
    """Reference models of check D7 for one pair table: kept rows, and who is left out and why.

    `excluded` holds Records with `model`, `basis` (name, family, own_family, own_model, unusable) and `findings`;
    `listed` the group findings that do not exclude (at least one member meant).
    """

    original: str
    variant: str
    tester: str
    as_of: str
    confidence: Confidence
    rows: tuple[PairRow, ...]
    excluded: tuple[Record, ...]
    listed: tuple[Record, ...]
    caution: str
    source: str

    @property
    def models(self) -> tuple[str, ...]:
        return tuple(row.model for row in self.rows)

    @property
    def families(self) -> Record:
        """Number of reference rows per family, in alphabetical order."""
        counted: dict[str, int] = {}
        for row in self.rows:
            counted[row.family] = counted.get(row.family, 0) + 1
        return Record(sorted(counted.items()))


@dataclass(frozen=True)
class Percentile(Entry):
    """A place in a named group of people: `percentile` with `bound` (about, at_most, at_least)."""

    percentile_id: str
    model_id: str
    benchmark_id: str
    part: str
    percentile: float
    bound: str
    reference_group: str
    reported_by: str
    reported_by_type: str
    year: int
    source: str
    url: str
    confidence: Confidence
    note: str

    @property
    def id(self) -> str:
        return f"percentile:{self.percentile_id}"

    @property
    def citation(self) -> str:
        return cite(self.source, "", self.url)
