"""Does a model write the rest of an item word for word: match lengths, hits, test against twins, regeneration."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from auditgen.stats.intervals import clopper_pearson, zero_event_upper

HIT_TOKENS = 20  # shortest common run, in tokens, that counts as verbatim
HIT_CHARACTERS = 50  # and in characters, so that twenty one-letter tokens do not


@dataclass(frozen=True)
class ContinuationMatch:
    """How far an output repeats the true continuation, in tokens.

    exact: the output begins with the whole reference. common_run_characters: length of the longest common run joined
    by single spaces. rouge_l: F1 of the longest common subsequence. hit: exact, or a run of at least 20 tokens and 50
    characters.
    """

    exact: bool
    common_prefix: int
    common_run: int
    common_run_characters: int
    rouge_l: float
    hit: bool
    n_reference: int
    n_output: int


@dataclass(frozen=True)
class RougeL:
    """Precision, recall and F1 of the longest common subsequence (Lin 2004, equal weights)."""

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True)
class PairedHits:
    """Hits on test items against hits on their twins. p_value: one-sided exact McNemar (more hits on items).

    rate_*: fractions; ci: 95 % Clopper-Pearson of the item rate, one-sided upper bound where there is no hit.
    """

    n_pairs: int
    item_hits: int
    twin_hits: int
    only_item: int
    only_twin: int
    p_value: float
    item_rate: float
    twin_rate: float
    excess: float
    ci_low: float
    ci_high: float


@dataclass(frozen=True)
class Regeneration:
    """Distinct test items regenerated against distinct control items; p_value one-sided Fisher exact."""

    test_rate: float
    test_low: float
    test_high: float
    control_rate: float
    control_low: float
    control_high: float
    p_value: float
    excess: float
    n_test: int
    n_control: int


def cut(tokens: Sequence[str], share: float = 0.5) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Prefix to show and continuation to expect, cut at a share of the tokens; both get at least one token."""
    if not 0 < share < 1:
        raise ValueError(f"share: expected a fraction between 0 and 1; found {share}")
    if len(tokens) < 2:
        raise ValueError(f"tokens: expected at least two to cut; found {len(tokens)}")
    place = min(max(round(share * len(tokens)), 1), len(tokens) - 1)
    return tuple(tokens[:place]), tuple(tokens[place:])


def continuation_match(reference: Sequence[str], output: Sequence[str]) -> ContinuationMatch:
    """Compare a model's continuation to the true one, as tokens normalised in the same way.

    What the model writes after the whole reference does not count against it. Raises ValueError on an empty reference.
    """
    if not reference:
        raise ValueError("reference: expected at least one token of true continuation")
    prefix = common_prefix(reference, output)
    start, run = common_run(reference, output)
    characters = len(" ".join(reference[start : start + run]))
    exact = prefix == len(reference)
    return ContinuationMatch(
        exact=exact,
        common_prefix=prefix,
        common_run=run,
        common_run_characters=characters,
        rouge_l=rouge_l(reference, output).f1,
        hit=exact or (run >= HIT_TOKENS and characters >= HIT_CHARACTERS),
        n_reference=len(reference),
        n_output=len(output),
    )


def common_prefix(a: Sequence[str], b: Sequence[str]) -> int:
    """Number of tokens that a and b share from the start."""
    length = 0
    for x, y in zip(a, b):
        if x != y:
            break
        length += 1
    return length


def common_run(a: Sequence[str], b: Sequence[str]) -> tuple[int, int]:
    """Longest run of tokens that stands in both: its start in a, and its length (the first one where several tie)."""
    best_end = best = 0
    previous = np.zeros(len(b) + 1, dtype=np.int64)
    first, second = _codes(a, b)
    for i, code in enumerate(first):
        current = np.zeros_like(previous)
        current[1:] = np.where(second == code, previous[:-1] + 1, 0)
        longest = int(current.max())
        if longest > best:
            best, best_end = longest, i + 1
        previous = current
    return best_end - best, best


def lcs_length(a: Sequence[str], b: Sequence[str]) -> int:
    """Length of the longest common subsequence (tokens in order, gaps allowed)."""
    previous = np.zeros(len(b) + 1, dtype=np.int64)
    first, second = _codes(a, b)
    for code in first:
        # within a row the recurrence is a running maximum, because neighbours differ by at most one
        best = np.maximum(previous[1:], np.where(second == code, previous[:-1] + 1, 0))
        previous = np.concatenate([[0], np.maximum.accumulate(best)]) if len(best) else previous
    return int(previous[-1])


def rouge_l(reference: Sequence[str], output: Sequence[str]) -> RougeL:
    """ROUGE-L on tokens. All zero where either side is empty."""
    if not reference or not output:
        return RougeL(0.0, 0.0, 0.0)
    length = lcs_length(reference, output)
    if length == 0:
        return RougeL(0.0, 0.0, 0.0)
    precision, recall = length / len(output), length / len(reference)
    return RougeL(precision, recall, 2 * precision * recall / (precision + recall))


def paired_hits(item_hits: Sequence[bool], twin_hits: Sequence[bool]) -> PairedHits:
    """One-sided exact McNemar test of hits on items against hits on their twins, pair by pair."""
    a, b = np.asarray(item_hits, bool), np.asarray(twin_hits, bool)
    if a.ndim != 1 or a.shape != b.shape or len(a) == 0:
        raise ValueError(f"expected one hit flag for every item and for its twin; found {a.shape} and {b.shape}")
    return paired_hits_from_counts(int((a & ~b).sum()), int((b & ~a).sum()), int((a & b).sum()), len(a))


def paired_hits_from_counts(only_item: int, only_twin: int, both: int, n_pairs: int) -> PairedHits:
    """The same from the counts of the four-fold table."""
    from scipy.stats import binom

    if min(only_item, only_twin, both) < 0 or n_pairs < max(1, only_item + only_twin + both):
        raise ValueError("expected counts of at least 0 that sum to at most n_pairs")
    hits = only_item + both
    low, high = _rate_interval(hits, n_pairs)
    return PairedHits(
        n_pairs=n_pairs,
        item_hits=hits,
        twin_hits=only_twin + both,
        only_item=only_item,
        only_twin=only_twin,
        p_value=float(binom.sf(only_item - 1, only_item + only_twin, 0.5)),
        item_rate=hits / n_pairs,
        twin_rate=(only_twin + both) / n_pairs,
        excess=(only_item - only_twin) / n_pairs,
        ci_low=low,
        ci_high=high,
    )


def regeneration(test_hits: int, n_test: int, control_hits: int, n_control: int) -> Regeneration:
    """Share of test items regenerated without being shown, against a control set (sealed or later siblings)."""
    from scipy.stats import hypergeom

    test_low, test_high = _rate_interval(test_hits, n_test)
    control_low, control_high = _rate_interval(control_hits, n_control)
    # Fisher's exact test, one-sided: more regenerated test items than the margins would give
    p_value = float(hypergeom.sf(test_hits - 1, n_test + n_control, test_hits + control_hits, n_test))
    return Regeneration(
        test_rate=test_hits / n_test,
        test_low=test_low,
        test_high=test_high,
        control_rate=control_hits / n_control,
        control_low=control_low,
        control_high=control_high,
        p_value=p_value,
        excess=test_hits / n_test - control_hits / n_control,
        n_test=n_test,
        n_control=n_control,
    )


def _rate_interval(k: int, n: int) -> tuple[float, float]:
    if k == 0:
        return 0.0, zero_event_upper(n)
    exact = clopper_pearson(k, n)
    return exact.ci_low, exact.ci_high


def _codes(a: Sequence[str], b: Sequence[str]) -> tuple[list[int], np.ndarray]:
    index: dict[str, int] = {}
    first = [index.setdefault(token, len(index)) for token in a]
    return first, np.array([index.setdefault(token, len(index)) for token in b], dtype=np.int64)
