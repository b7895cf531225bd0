"""Verbatim continuation: match lengths, hits, paired test, regeneration."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, fisher_exact
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.proportion import proportion_confint

from auditgen.stats.completion import (
    common_prefix,
    common_run,
    continuation_match,
    cut,
    lcs_length,
    paired_hits,
    paired_hits_from_counts,
    regeneration,
    rouge_l,
)
from auditgen.stats.ngram import normalise

words = st.lists(st.sampled_from("abcd"), max_size=14)


def test_worked_pairs() -> None:
    found = paired_hits_from_counts(17, 1, 1, 200)
    assert (found.item_hits, found.twin_hits) == (18, 2)
    assert found.p_value == pytest.approx(7.247924805e-05, rel=1e-6)
    assert found.p_value == pytest.approx(binomtest(17, 18, 0.5, alternative="greater").pvalue, rel=1e-9)
    assert found.p_value == pytest.approx(mcnemar([[1, 17], [1, 181]], exact=True).pvalue / 2, rel=1e-9)
    assert (found.item_rate, found.twin_rate, found.excess) == (0.09, 0.01, pytest.approx(0.08))
    flags = [True] * 18 + [False] * 182
    twins = [False] * 17 + [True, True] + [False] * 181
    assert paired_hits(flags, twins) == found


def test_worked_zero_hits() -> None:
    found = paired_hits_from_counts(0, 0, 0, 200)
    assert (found.ci_low, found.ci_high) == (0, pytest.approx(0.01486703923, rel=1e-6))
    assert found.p_value == 1


def test_worked_regeneration() -> None:
    found = regeneration(312, 1319, 0, 1205)
    assert found.test_rate == pytest.approx(0.2365428355, rel=1e-6)
    assert (found.test_low, found.test_high) == pytest.approx((0.2138376839, 0.2604280385), rel=1e-6)
    assert (found.test_low, found.test_high) == pytest.approx(proportion_confint(312, 1319, method="beta"), rel=1e-9)
    assert (found.control_low, found.control_high) == (0, pytest.approx(0.002482997125, rel=1e-6))
    assert found.p_value == pytest.approx(2.362261475e-97, rel=1e-6)
    fisher = fisher_exact([[312, 1007], [0, 1205]], alternative="greater")
    assert found.p_value == pytest.approx(fisher.pvalue, rel=1e-6)


def test_worked_rouge() -> None:
    reference = normalise(
        "Natalia sold clips to 48 of her friends in April, and then she sold half as many clips in May."
    )
    output = normalise("Natalia sold clips to 48 friends in April and then half as many clips in May")
    found = rouge_l(reference, output)
    assert (found.precision, found.recall) == (1, 0.8)
    assert found.f1 == pytest.approx(0.8888888889, rel=1e-6)
    other = rouge_l(normalise("the cat sat on the mat"), normalise("the cat on the mat sat"))
    assert other.f1 == pytest.approx(0.8333333333, rel=1e-6)


@settings(max_examples=120, deadline=None)
@given(words, words)
def test_lengths_equal_the_definitions(a: list[str], b: list[str]) -> None:
    @cache
    def subsequence(i: int, j: int) -> int:
        if i == len(a) or j == len(b):
            return 0
        if a[i] == b[j]:
            return 1 + subsequence(i + 1, j + 1)
        return max(subsequence(i + 1, j), subsequence(i, j + 1))

    assert lcs_length(a, b) == lcs_length(b, a) == subsequence(0, 0)
    start, run = common_run(a, b)
    assert "".join(a[start : start + run]) in "".join(b)
    assert not any("".join(a[i : i + run + 1]) in "".join(b) for i in range(len(a) - run))
    assert common_prefix(a, b) <= run <= lcs_length(a, b)
    assert 0 <= rouge_l(a, b).f1 <= 1


def test_exact_continuation_may_go_on() -> None:
    found = continuation_match(["in", "may"], ["in", "may", "how", "many"])
    assert (found.exact, found.hit, found.common_prefix, found.common_run) == (True, True, 2, 2)
    assert not continuation_match(["in", "may"], ["in"]).exact
    assert not continuation_match(["in", "may"], []).hit


def test_a_hit_needs_twenty_tokens_and_fifty_characters() -> None:
    reference = [f"word{i}" for i in range(30)]
    assert continuation_match(reference, ["well", *reference[5:25]]).hit
    assert not continuation_match(reference, ["well", *reference[5:24]]).hit
    digits = [str(i % 10) for i in range(30)]  # twenty digits in a row are 39 characters
    assert not continuation_match(digits, ["x", *digits[:20]]).hit
    long = continuation_match(digits, ["x", *digits[:26]])
    assert (long.common_run, long.common_run_characters, long.hit) == (26, 51, True)


def test_cutting_leaves_something_on_both_sides() -> None:
    tokens = list("abcdefghij")
    assert [len(cut(tokens, share)[0]) for share in (0.3, 0.5, 0.7)] == [3, 5, 7]
    assert cut(["a", "b"], 0.01) == (("a",), ("b",))
    assert cut(["a", "b"], 0.99) == (("a",), ("b",))
    with pytest.raises(ValueError, match="two to cut"):
        cut(["a"])
    with pytest.raises(ValueError, match="share"):
        cut(tokens, 1)


def test_bad_input_is_named() -> None:
    with pytest.raises(ValueError, match="reference"):
        continuation_match([], ["a"])
    with pytest.raises(ValueError, match="twin"):
        paired_hits([True], [True, False])
    with pytest.raises(ValueError, match="n_pairs"):
        paired_hits_from_counts(5, 5, 5, 10)
    with pytest.raises(ValueError, match="k must lie"):
        regeneration(11, 10, 0, 10)
    with pytest.raises(ValueError, match="n must be"):
        regeneration(0, 0, 0, 10)
