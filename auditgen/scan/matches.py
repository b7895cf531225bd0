"""What one scanned buffer yields, and the index in the shape that the comparisons take."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from auditgen.scan.candidates import MILLION, Sequences
from auditgen.scan.index import ItemIndex
from auditgen.scan.parameters import PUBLISHED_CHARACTERS, PUBLISHED_RUN, ScanParameters


@dataclass(frozen=True)
class Findings:
    """words: number of words read. rows: int64[n, 11], see alignment.ROW. ill_formed: int64 per document, bytes that
    are not UTF-8. seen: token numbers of the index where an 8-word run starts that was met. found, found_count: token
    numbers that matched documents cover, and in how many documents each.
    """

    words: int
    rows: np.ndarray
    ill_formed: np.ndarray
    seen: np.ndarray
    found: np.ndarray
    found_count: np.ndarray


def sequences_of(index: ItemIndex, parameters: ScanParameters) -> Sequences:
    """Arrays and rules as `alignment` takes them."""
    own_weight = np.where(index.template == 0, index.weight, 0)
    return Sequences(
        start=index.sequence_start,
        tokens=index.tokens,
        weight=index.weight.astype(np.int16),
        template=index.template,
        total=_sums(index.weight, index.sequence_start),
        own_total=_sums(own_weight, index.sequence_start),
        characters=index.word_characters[index.tokens].astype(np.int16),
        run_start=index.run_start,
        run_sequence=index.run_sequence,
        run_offset=index.run_offset,
        common=index.common,
        width=parameters.run_seed,
        fuzzy=int(parameters.tier == "fuzzy"),
        exact_run=parameters.exact_run,
        coverage=round(parameters.coverage * MILLION),
        coverage_short=round(parameters.coverage_short * MILLION),
        shared_run=parameters.shared_run,
        slack=parameters.template_slack,
        published_run=PUBLISHED_RUN,
        published_characters=PUBLISHED_CHARACTERS,
    )


def _sums(weight: np.ndarray, start: np.ndarray) -> np.ndarray:
    """Sum over each sequence, int64."""
    summed = np.concatenate(([0], np.cumsum(weight)))
    return (summed[start[1:]] - summed[start[:-1]]).astype(np.int64)
