"""One claim: a sentence with a model, a test and a result, and everything its source says about it."""

from __future__ import annotations

from datetime import date as Date
from typing import Literal

from pydantic import ConfigDict, Field

from auditgen.records.base import Record
from auditgen.records.numbers import PrintedNumber, Unit

ClaimType = Literal["absolute", "comparative", "rank", "threshold", "human_parity", "trend"]
Relation = Literal["beats", "at_least", "equal", "within", "loses", "reaches", "exceeds", "comparable"]
ClaimantRelation = Literal["developer", "competitor", "independent_evaluator", "public_body", "leaderboard", "other"]
UncertaintyKind = Literal["se", "ci95", "ci90", "sd", "unstated"]
Status = Literal["draft", "confirmed", "rejected"]
Domain = Literal["G1", "G2", "G3", "G4", "G5", "G6"]
Weights = Literal["base", "chat", "reasoning", "unknown"]

SHORT, LONG = 500, 2000
Short = Field(default=None, max_length=SHORT)


class Setting(Record):
    """How the score was made, as far as the source tells. Empty: not stated; "unknown": looked for, not found."""

    model_config = ConfigDict(extra="allow")

    model_version: str | None = Short
    test_version: str | None = Short
    prompt: str | None = Short
    cot: str | None = Short
    tools: str | None = Short
    web: str | None = Short
    scaffold: str | None = Short
    harness: str | None = Short
    temperature: str | None = Short
    max_tokens: str | None = Short
    reasoning_effort: str | None = Short
    n_samples: str | None = Short
    n_runs: int | None = Field(default=None, ge=1, le=100_000)
    combining: str | None = Short
    answer_extraction: str | None = Short
    grader: str | None = Short
    exclusions: str | None = Short
    variants_tried: int | None = Field(default=None, ge=1, le=100_000)
    all_runs_reported: bool | None = None


class Reader(Record):
    """A judgement that needs a person: who judged, when, why, and who read it a second time."""

    value: str = Field(max_length=80)
    reader: str = Field(max_length=200)
    date: Date
    reason: str = Field(max_length=LONG)
    second_reader: str | None = Short


class Asked(Record):
    """A question put to the claimant in writing."""

    domain: Domain
    on: Date
    in_submission: bool = False
    given: bool = False


class Source(Record):
    """The document that a claim stands in."""

    id: str = Field(max_length=200)
    title: str | None = Short
    publisher: str | None = Short
    url: str | None = Field(default=None, max_length=LONG)
    accessed: Date | None = None
    date: str | None = Field(default=None, max_length=40)
    file: str | None = Short
    sha256: str | None = Field(default=None, pattern=r"^[0-9a-f]{64}$")
    kind: str | None = Short
    licence: str | None = Short
    one_evaluation: bool | None = None


class Claim(Record):
    """One claim with its source. Only model, benchmark and score are required, for type `absolute`."""

    id: str = Field(max_length=200)
    type: ClaimType = "absolute"
    statement: str | None = Field(default=None, max_length=LONG)
    model: str | None = Short
    model_id: str | None = Short
    model_developer: str | None = Short
    model_version_date: str | None = Field(default=None, max_length=40)
    weights: Weights | None = None
    benchmark: str | None = Short
    benchmark_id: str | None = Short
    subset: str | None = Short
    language: str | None = Short
    split: str | None = Short
    score: PrintedNumber | None = None
    unit_note: str | None = Short
    higher_is_better: bool | None = None
    uncertainty: PrintedNumber | None = None
    uncertainty_low: PrintedNumber | None = None
    uncertainty_high: PrintedNumber | None = None
    uncertainty_kind: UncertaintyKind | None = None
    n_items: int | None = Field(default=None, ge=1, le=10**12)
    metric: str | None = Short
    shots: str | None = Field(default=None, max_length=40)
    setting: Setting = Setting()
    comparator: str | None = Short
    comparator_id: str | None = Short
    comparator_score: PrintedNumber | None = None
    comparator_n_items: int | None = Field(default=None, ge=1, le=10**12)
    comparator_shots: str | None = Field(default=None, max_length=40)
    comparator_setting: Setting | None = None
    comparator_measured_by: str | None = Short
    relation: Relation | None = None
    difference: PrintedNumber | None = None
    difference_unit: str | None = Field(default=None, max_length=60)
    rank: int | None = Field(default=None, ge=1, le=1_000_000)
    peer_group: str | None = Short
    ranking_source: str | None = Short
    threshold: PrintedNumber | None = None
    threshold_side: Literal["over", "at_least", "under", "at_most"] | None = None
    human_group: str | None = Short
    human_score: PrintedNumber | None = None
    human_source: str | None = Short
    baseline_model: str | None = Short
    baseline_score: PrintedNumber | None = None
    baseline_date: str | None = Field(default=None, max_length=40)
    period: str | None = Field(default=None, max_length=80)
    claimant: str | None = Short
    claimant_relation: ClaimantRelation | None = None
    measured_by: str | None = Short
    copied_from: str | None = Short
    source: str | None = Field(default=None, max_length=200)
    place: str | None = Short
    quote: str | None = Field(default=None, max_length=LONG)
    cited_in: str | None = Short
    as_of: str | None = Field(default=None, max_length=40)
    hedge: str | None = Short
    group: str | None = Short
    subject: Literal["yes", "own", "no"] | None = None
    item_results_open: bool | None = None
    plan_fixed_before: bool | None = None
    source_class: Reader | None = None
    construct_link: Reader | None = None
    asked: tuple[Asked, ...] = ()
    status: Status = "confirmed"
    notes: str | None = Field(default=None, max_length=LONG)
    looked_for: tuple[str, ...] = ()
    line: int | None = Field(default=None, ge=1)


class ClaimsFile(Record):
    """A claims document as read: title, sources, claims, and the hash of the bytes it came from."""

    title: str | None = Field(default=None, max_length=SHORT)
    prepared_by: str | None = Short
    date: str | None = Field(default=None, max_length=40)
    sources: tuple[Source, ...] = ()
    claims: tuple[Claim, ...]
    name: str
    sha256: str
    recognised_by: str
    notes: tuple[str, ...] = ()


__all__ = [
    "Asked",
    "Claim",
    "ClaimType",
    "ClaimsFile",
    "Domain",
    "PrintedNumber",
    "Reader",
    "Setting",
    "Source",
    "Unit",
]
