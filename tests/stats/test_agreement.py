"""Agreement of two orders: worked numbers, scipy, ties, intervals."""

from importlib.util import find_spec

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import kendalltau

from auditgen.stats.agreement import agreement, split_half_agreement, tau_b_many, tau_interval, top_k_jaccard
from auditgen.stats.bootstrap import bootstrap_means

A = (88.7, 86.4, 83.7, 81.9, 79.5, 77.4, 70.0, 68.9)
B = (62.0, 64.1, 58.3, 58.3, 50.2, 52.0, 41.0, 43.5)


def test_worked_agreement() -> None:
    found = agreement(A, B, top_k=3)
    assert found.kendall_tau_b == pytest.approx(0.7637626158, rel=1e-6)
    assert found.p_value == pytest.approx(0.008839740161, rel=1e-6)
    assert found.weighted_tau == pytest.approx(0.7566372130, rel=1e-6)
    assert found.spearman == pytest.approx(0.9221722217, rel=1e-6)
    assert found.top_k_jaccard == 3 / 4
    assert (found.n_models, found.n_pairs, found.reversed_pairs) == (8, 28, 3)


def test_same_and_opposite_order() -> None:
    assert agreement(A, A).kendall_tau_b == pytest.approx(1)
    opposite = agreement(A, [-x for x in A])
    assert opposite.kendall_tau_b == pytest.approx(-1)
    assert opposite.reversed_pairs == opposite.n_pairs


def test_all_ties_give_no_number_rather_than_a_wrong_one() -> None:
    found = agreement(A, [1.0] * 8)
    assert np.isnan([found.kendall_tau_b, found.weighted_tau, found.spearman]).all()
    assert found.reversed_pairs == 0


def test_ties_at_the_cut_are_in_on_both_sides() -> None:
    assert top_k_jaccard((5, 4, 4, 1), (5, 4, 3, 1), 2) == 2 / 3
    assert top_k_jaccard((5, 4, 4, 1), (1, 2, 3, 3), 2) == 1 / 4
    assert top_k_jaccard((1, 1, 1), (1, 2, 3), 1) == 1 / 3


def test_float_noise_is_a_tie() -> None:
    assert agreement((0.3, 0.1 + 0.2, 0.5), (1, 2, 3)).kendall_tau_b == agreement((1, 1, 2), (1, 2, 3)).kendall_tau_b


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(0, 4), min_size=5, max_size=5),
    st.lists(st.lists(st.integers(0, 4), min_size=5, max_size=5), min_size=1, max_size=6),
)
def test_many_taus_equal_scipy(base: list[int], rows: list[list[int]]) -> None:
    taus = tau_b_many(base, rows)
    for tau, row in zip(taus, rows):
        assert tau == pytest.approx(kendalltau(base, row).statistic, abs=1e-12, nan_ok=True)


def test_many_taus_equal_scipy_on_a_large_board() -> None:
    # more than 255 models, so that byte counters would overflow if they were not folded in time
    random = np.random.default_rng(3)
    base = np.round(random.random(400), 2)
    rows = np.round(base + random.normal(0, 0.1, (5, 400)), 2)
    expected = [kendalltau(base, row).statistic for row in rows]
    assert tau_b_many(base, rows) == pytest.approx(expected, abs=1e-12)


@pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed")
@pytest.mark.parametrize("models", [2, 130, 256, 257])
def test_many_taus_are_the_same_from_the_compiled_loops(models: int) -> None:
    random = np.random.default_rng(6)
    base = np.round(random.random(models), 1)
    rows = np.round(base + random.normal(0, 0.1, (2100, models)), 2)  # more rows than are compared at once
    plain = tau_b_many(base, rows, compiled=False)
    assert tau_b_many(base, rows, compiled=True).tobytes() == plain.tobytes()
    some = slice(2040, 2060)
    assert plain[some] == pytest.approx([kendalltau(base, row).statistic for row in rows[some]], abs=1e-12, nan_ok=True)


def test_interval_over_models_equals_the_plain_bootstrap() -> None:
    found = tau_interval(A, B, seed=7, resamples=500)
    random = np.random.default_rng(7)
    weights = random.multinomial(8, np.full(8, 1 / 8), size=500)
    taus = []
    for row in weights:
        pick = np.repeat(np.arange(8), row)
        taus.append(kendalltau(np.array(A)[pick], np.array(B)[pick]).statistic)
    low, high = np.nanquantile(taus, [0.025, 0.975])
    assert (found.ci_low, found.ci_high) == pytest.approx((low, high), abs=1e-12)
    assert found.ci_low < found.kendall_tau_b <= found.ci_high
    assert found.resampled == "models"


def test_interval_over_models_and_items() -> None:
    random = np.random.default_rng(2)
    level = np.linspace(0.3, 0.8, 10)
    first = (random.random((200, 10)) < level).astype(float)
    second = (random.random((150, 10)) < level).astype(float)
    a, b = bootstrap_means(first, seed=1, replicates=400), bootstrap_means(second, seed=2, replicates=400)
    found = tau_interval(a.observed, b.observed, seed=3, resamples=400, draws_a=a.means, draws_b=b.means)
    assert found.resampled == "models and items"
    weights = np.random.default_rng(3).multinomial(10, np.full(10, 0.1), size=400)
    taus = [
        kendalltau(np.repeat(np.round(x, 9), w), np.repeat(np.round(y, 9), w)).statistic
        for x, y, w in zip(a.means, b.means, weights)
    ]
    assert (found.ci_low, found.ci_high) == pytest.approx(np.nanquantile(taus, [0.025, 0.975]), abs=1e-12)
    with pytest.raises(ValueError, match="draws_a"):
        tau_interval(a.observed, b.observed, seed=3, resamples=10, draws_a=a.means)


def test_degenerate_resamples_are_counted() -> None:
    found = tau_interval((1, 2, 3), (1, 2, 3), seed=1, resamples=2000)
    assert found.n_degenerate == pytest.approx(2000 / 9, abs=60)  # one model three times
    assert (found.ci_low, found.ci_high) == pytest.approx((1, 1))


def test_split_halves() -> None:
    random = np.random.default_rng(2)
    clear = (random.random((400, 5)) < (0.9, 0.7, 0.5, 0.3, 0.1)).astype(float)
    assert split_half_agreement(clear, seed=1, splits=100).mean == pytest.approx(1, abs=0.01)
    noise = (random.random((400, 30)) < 0.5).astype(float)
    found = split_half_agreement(noise, seed=1, splits=200)
    assert found.low < found.mean < found.high
    assert abs(found.mean) < 0.25
    assert found == split_half_agreement(noise, seed=1, splits=200)
    assert split_half_agreement(np.ones((10, 3)), seed=1, splits=5).n_splits == 0


@pytest.mark.parametrize(
    ("a", "b", "message"),
    [((1, 2), (1, 2), "at least 3"), ((1, 2, 3), (1, 2), "same models"), ((1, 2, np.nan), (1, 2, 3), "finite")],
)
def test_bad_input_is_named(a: tuple, b: tuple, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        agreement(a, b)


def test_k_has_to_fit() -> None:
    with pytest.raises(ValueError, match="k"):
        top_k_jaccard(A, B, 9)
