"""Published order against shuffled orders."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import ttest_1samp

from auditgen.stats.exchangeability import order_test, permutation_p, shard_scores

S = (1.8, 0.4, 2.1, -0.3, 1.2, 0.9, 1.5, -0.1, 0.7, 1.1)


def test_worked_shards() -> None:
    found = order_test(S)
    assert found.mean == pytest.approx(0.93, rel=1e-9)
    assert found.sd == pytest.approx(0.7789594199, rel=1e-6)
    assert found.t == pytest.approx(3.775444714, rel=1e-6)
    assert found.p_value == pytest.approx(0.002189800677, rel=1e-6)
    assert found.sign_flip_p == pytest.approx(0.0048828125, rel=1e-9)
    scipy = ttest_1samp(S, 0, alternative="greater")
    assert (found.t, found.p_value) == pytest.approx((scipy.statistic, scipy.pvalue), rel=1e-9)


def test_worked_permutation() -> None:
    assert permutation_p(0.0, [1.0, 0.0, 2.0] + [-1.0] * 96) == 0.04


def test_shard_scores_are_own_minus_mean_of_shuffles() -> None:
    assert shard_scores([-10, -20], [(-11, -13), (-20, -21)]) == (2, 0.5)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(-5, 5), min_size=2, max_size=9).filter(lambda s: len(set(s)) > 1))
def test_sign_flips_equal_enumeration(s: list[int]) -> None:
    values = np.array(s) / 7
    sums = [float(np.dot(signs, np.abs(values))) for signs in product((-1, 1), repeat=len(s))]
    expected = np.mean([total >= values.sum() - 1e-9 for total in sums])
    assert order_test(values.tolist()).sign_flip_p == pytest.approx(expected, rel=1e-12)


def test_many_shards_have_no_exact_p_and_the_limit_has() -> None:
    random = np.random.default_rng(1)
    assert order_test(random.normal(0, 1, 40).tolist()).sign_flip_p is None
    twenty = order_test(random.normal(0.5, 1, 20).tolist())
    assert twenty.sign_flip_p == pytest.approx(twenty.p_value, abs=0.02)


@pytest.mark.parametrize("scores", [[1.0], [1.0, 1.0], [1.0, np.nan], [0.1 + 0.2, 0.3]])
def test_scores_without_information_are_refused(scores: list[float]) -> None:
    with pytest.raises(ValueError, match="shard_scores"):
        order_test(scores)


def test_bad_input_is_named() -> None:
    with pytest.raises(ValueError, match="shuffled"):
        permutation_p(0.0, [])
    with pytest.raises(ValueError, match="canonical"):
        shard_scores([1.0], [(1.0,), (2.0,)])
    with pytest.raises(ValueError, match="finite"):
        shard_scores([1.0], [(-np.inf,)])
