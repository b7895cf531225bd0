"""What a scan looks for: run lengths, thresholds and limits, in one place and written into every result."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

SHORTEST_QUESTION = 5  # words; shorter questions are not searched: their words are found everywhere
PUBLISHED_RUN = 8  # words, the 8-gram rules of PaLM and Llama 3
PUBLISHED_CHARACTERS = 50  # letters and digits, the rule of the GPT-4 report, here on whole words
PADDING = 64  # bytes that compiled code may read past the end of a buffer


@dataclass(frozen=True)
class ScanParameters:
    """Rules of a scan. Coverages and thresholds are fractions; lengths are words (characters in CJK, Thai ...).

    tier: "fuzzy" (both tiers in one pass, seeds of `seed` words) or "exact" (seeds of `exact_run` words).
    exact_run: a copied run this long is an exact match (GPT-3: 8 to 13).
    coverage: rarity-weighted share of the question that a document must hold, near together, for a fuzzy match.
    coverage_short: the same for questions of 8 words up to `exact_run`; those below 8 are matched whole or not at all.
    shared_run: shortest common run that counts towards coverage.
    common_items: a seed that stands in more than this many sequences starts a comparison only in a run of 8.
    template_items: words in a 5-gram that stands in at least this many different questions are scaffold.
    template_slack: a run of 8 or more with fewer than this many words outside the scaffold is scaffold, no match.
    fan_out: documents from which on a passage that is found far more often than the rest of its question is
        boilerplate; fan_out_ratio: how much more often.
    """

    tier: str = "fuzzy"
    exact_run: int = 13
    seed: int = 5
    coverage: float = 0.5
    coverage_short: float = 0.75
    shared_run: int = 3
    common_items: int = 16
    template_items: int = 5
    template_slack: int = 4
    fan_out: int = 10
    fan_out_ratio: int = 5
    documents_listed: int = 20
    snippet_characters: int = 200
    longest_document: int = 32 << 20  # bytes; a longer line is counted and skipped
    text_piece: int = 16 << 20  # bytes; a longer plain text is read in pieces of about this size

    def __post_init__(self) -> None:
        if self.tier not in ("fuzzy", "exact"):
            raise ValueError(f"tier: expected fuzzy or exact, found {self.tier!r}")
        if not PUBLISHED_RUN <= self.exact_run <= 64:
            raise ValueError(f"exact run: expected 8 to 64 words, found {self.exact_run}")
        if not 0 < self.coverage <= 1:
            raise ValueError(f"coverage: expected a fraction above 0 and up to 1, found {self.coverage}")
        if not self.seed == SHORTEST_QUESTION:
            raise ValueError(f"seed: only {SHORTEST_QUESTION} words are supported, found {self.seed}")

    @property
    def run_seed(self) -> int:
        """Words of the runs that the index holds."""
        return self.seed if self.tier == "fuzzy" else self.exact_run

    def as_dict(self) -> dict[str, int | float | str]:
        """Names and values, for the record and for the fingerprint of a journal."""
        return dataclasses.asdict(self)
