"""The rank record, auditgen-rank/1: how firm the order of a results table or an item matrix is, and why."""

from __future__ import annotations

from typing import Any, Literal

import orjson
from pydantic import Field

from auditgen.records.base import Record, settle

Word = Literal["tied", "cannot be told apart", "on the edge", "behind"]
"""tied: the same score. on the edge: adjusted p from .04 to .06, whatever side of .05 it lies on."""
Kind = Literal["task", "category", "cluster"]


class RankTool(Record):
    """What wrote the record."""

    name: str = "auditgen"
    version: str


class RankInput(Record):
    """A file that was read. Base name only; `ranked` says what of it was ranked; n_items is None where not stated."""

    name: str
    sha256: str
    form: Literal["item_matrix", "results_table"]
    recognised_by: str
    ranked: str
    n_models: int
    n_items: int | None = None
    n_tests: int = 1


class RankedModel(Record):
    """One entry. score, ci_low and ci_high are fractions unless the record's `unit` says otherwise.

    rank: 1 is best, tied scores share the best place. rank_low, rank_high: where the rank falls in 95 of 100 repeats of
    the test. set_low, set_high: simultaneous 95% confidence set for the rank; the data fit any place in it. tie_group:
    entries of one group cannot be told apart from the best of the group. Figures are None without sampling error.
    """

    model: str
    score: float
    ci_low: float | None = None
    ci_high: float | None = None
    ci_method: str | None = None
    n_items: int | None = None
    rank: int
    rank_low: int | None = None
    rank_high: int | None = None
    set_low: int | None = None
    set_high: int | None = None
    p_first: float | None = None
    tie_group: int


class AgainstFirst(Record):
    """One entry against the first. gap = first - other. p_adjusted: Holm over all entries compared with the first."""

    model: str
    gap: float
    p_value: float | None = None
    p_adjusted: float | None = None
    only_first: int | None = None
    only_other: int | None = None
    word: Word


class FirstPlace(Record):
    """The first place. tied: other entries with the very same score.

    indistinguishable: entries whose adjusted p against the first is .05 or more. drop_k: fewest items whose removal
    puts the runner-up ahead, None without items. intervals_reaching: entries whose printed interval reaches the lower
    end of the first's (vote boards).
    """

    model: str
    tied: tuple[str, ...] = ()
    runner_up: str | None = None
    lead: float | None = None
    p_first: float | None = None
    indistinguishable: tuple[str, ...] = ()
    indistinguishable_unadjusted: tuple[str, ...] = ()
    on_the_edge: tuple[str, ...] = ()
    drop_k: int | None = None
    drop_share: float | None = None
    intervals_reaching: int | None = None
    against: tuple[AgainstFirst, ...] = ()


class Pairs(Record):
    """All pairs of entries; distinguishable: Holm-adjusted p below .05 over all of them, None without tests."""

    n: int
    distinguishable: int | None = None
    method: str | None = None


class TwoPlaces(Record):
    """One entry on both tests of a comparison; ranks among the entries that both tests have."""

    model: str
    score_a: float
    score_b: float
    rank_a: int
    rank_b: int


class AgreementRow(Record):
    """Two tests over the same entries, both turned so that higher is better.

    clear_a: pairs told apart on a (Holm over all). reversed_of_clear: those of them that stand the other way round on
    b; reversed_clear: clearly so on both. change = b - a: mean, lowest and highest over the entries, where both have
    the same unit; slope and r_squared of b on a. outliers: entries whose change lies far outside that of all others.
    top: the best entries on a, for tests that were named or stand in another file.
    """

    a: str
    b: str
    kind: Literal["test", "setup", "file", "published"] = "test"
    n_models: int
    kendall_tau_b: float | None = None
    weighted_tau: float | None = None
    spearman: float | None = None
    top10_overlap: int | None = None
    top20_kendall_tau_b: float | None = None
    reversed_pairs: int | None = None
    n_pairs: int
    clear_a: int | None = None
    reversed_of_clear: int | None = None
    reversed_clear: int | None = None
    mean_change: float | None = None
    lowest_change: float | None = None
    highest_change: float | None = None
    slope: float | None = None
    r_squared: float | None = None
    max_rank_shift: int
    first_a: tuple[str, ...]
    first_b: tuple[str, ...]
    outliers: tuple[str, ...] = ()
    top: tuple[TwoPlaces, ...] = ()


class WithoutPart(Record):
    """The order without one part. first_changed: not the same entry or entries in first place."""

    dropped: str
    kind: Kind
    n: int
    kendall_tau_b: float | None
    first: tuple[str, ...]
    first_changed: bool
    first_lost: bool
    max_rank_shift: int


class RemovedModel(Record):
    """What happens to the others when one entry that nobody talks about is left out."""

    removed: str
    flipped_pairs: int
    kendall_tau_b: float | None
    first: tuple[str, ...]
    first_changed: bool
    max_rank_shift: int


class Rescaled(Record):
    """The spread of one task stretched or shrunk, its own order unchanged; rows are kept where the first two swap."""

    task: str
    factor: float
    first: tuple[str, ...]


class Alternatives(Record):
    """Does the order hang on something irrelevant? removals for boards by rank or win rate, rescaled for mean scores.

    diversity = 1 - Kendall's W of the tests (None with empty cells).
    """

    rule: str
    diversity: float | None = None
    n_removals: int = 0
    n_flipping: int = 0
    mean_flipped_pairs: float | None = None
    max_flipped_pairs: int | None = None
    removals: tuple[RemovedModel, ...] = ()
    n_rescaled: int = 0
    rescaled: tuple[Rescaled, ...] = ()


class SplitHalf(Record):
    """Agreement (tau-b) of the orders in two random halves of the items: mean, and where 95 of 100 splits lie.

    first_alone, first_shared: share of random halves in which the first of all items is first, alone or with others.
    """

    mean: float | None
    low: float | None
    high: float | None
    n_splits: int
    first_alone: float | None = None
    first_shared: float | None = None


class Preparation(Record):
    """Before and after equal preparation: mean tau-b between tests, and what became of the order by mean score."""

    before: str
    after: str
    n_models: int
    n_tests: int
    n_test_pairs: int
    mean_tau_before: float | None
    mean_tau_after: float | None
    pairs_agreeing_better: int
    kendall_tau_b: float | None
    max_rank_shift: int
    most_moved: str
    mean_gain: float


class PromptRow(Record):
    """One test under several wordings. n_firsts: entries first or tied for it under some wording."""

    test: str
    n_prompts: int
    n_models: int
    kendall_w: float | None
    n_firsts: int
    n_firsts_alone: int
    best_on_average: str
    first_share: float
    mean_range: float


class Excluded(Record):
    """An entry that was left out of the ranking, and why."""

    model: str
    reason: str


class RankNote(Record):
    """Something odd in the data, or a limit of what was computed. `id` is the same in all versions."""

    id: str
    text: str


class RankRecord(Record):
    """Everything that `auditgen rank` says. `changes`: what would change the order, one sentence each."""

    schema_: Literal["auditgen-rank/1"] = Field(default="auditgen-rank/1", alias="schema")
    tool: RankTool
    input: RankInput
    compared: tuple[RankInput, ...] = ()
    unit: Literal["fraction", "rating", "as_printed"]
    rule: str
    seed: int
    resamples: int
    models: tuple[RankedModel, ...]
    first: FirstPlace
    pairs: Pairs
    agreement: tuple[AgreementRow, ...] = ()
    leave_one_out: tuple[WithoutPart, ...] = ()
    alternatives: Alternatives | None = None
    split_half: SplitHalf | None = None
    preparation: Preparation | None = None
    prompts: tuple[PromptRow, ...] = ()
    excluded: tuple[Excluded, ...] = ()
    changes: tuple[str, ...] = ()
    notes: tuple[RankNote, ...] = ()

    def to_bytes(self) -> bytes:
        """Canonical JSON: floats to 12 significant digits, keys in the order of the schema, one final line break."""
        content: Any = settle(self.model_dump(mode="json", by_alias=True))
        return orjson.dumps(content, option=orjson.OPT_INDENT_2) + b"\n"

    @classmethod
    def from_bytes(cls, data: bytes) -> RankRecord:
        """Read a rank record back. Raises pydantic.ValidationError on anything else."""
        return cls.model_validate_json(data)
