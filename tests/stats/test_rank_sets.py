"""Confidence sets for ranks: worked critical values and sets, coverage, relabelling."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm, studentized_range

from auditgen.stats.bootstrap import item_covariance
from auditgen.stats.rank_sets import (
    RankSets,
    dunnett_critical,
    pair_standard_errors,
    rank_sets,
    studentised_range_critical,
    tau_best,
)

THETA = (0.53, 0.489, 0.46, 0.42, 0.30)
SE = [0.022] * 5
SETS = [(1, 3), (1, 4), (1, 4), (2, 4), (5, 5)]
NAIVE = [(1, 2), (1, 3), (2, 4), (3, 4), (5, 5)]


def ends(sets: RankSets) -> list[tuple[int, int]]:
    return list(zip(sets.low, sets.high))


def test_worked_critical_values() -> None:
    c = studentised_range_critical(5)
    assert c * np.sqrt(2) == pytest.approx(3.857655510, rel=1e-6)
    assert c == pytest.approx(2.727774371, rel=1e-6)
    assert c * 0.022 * np.sqrt(2) == pytest.approx(0.08486842123, rel=1e-6)
    assert dunnett_critical(SE, 0) == pytest.approx(2.441770773, rel=1e-6)
    assert rank_sets(THETA, standard_errors=SE, method="bonferroni").critical_value[0] == pytest.approx(
        2.807033768, rel=1e-6
    )


@pytest.mark.parametrize("method", ["exact", "bonferroni", "monte_carlo"])
@pytest.mark.parametrize("family", ["simultaneous", "marginal"])
def test_worked_sets(method: str, family: str) -> None:
    assert ends(rank_sets(THETA, standard_errors=SE, method=method, family=family)) == SETS  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(5))
def test_monte_carlo_comes_close_to_the_exact_value(seed: int) -> None:
    sets = rank_sets(THETA, standard_errors=SE, seed=seed)
    assert sets.critical_value[0] == pytest.approx(2.7278, abs=0.01)  # the method asks for .03
    marginal = rank_sets(THETA, standard_errors=SE, seed=seed, family="marginal")
    assert marginal.critical_value == pytest.approx([2.4418] * 5, abs=0.02)


def test_naive_sets_are_narrower() -> None:
    naive = rank_sets(THETA, standard_errors=SE, method="fixed", critical_value=1.959964)
    assert ends(naive) == NAIVE
    assert all(a >= c and b <= d for (a, b), (c, d) in zip(NAIVE, SETS))
    assert NAIVE != SETS


def test_studentised_range_is_scipys_and_two_models_are_a_plain_z_test() -> None:
    assert studentised_range_critical(20) == pytest.approx(studentized_range.ppf(0.95, 20, 1e6) / np.sqrt(2), rel=1e-4)
    assert studentised_range_critical(2) == pytest.approx(norm.ppf(0.975), rel=1e-6)
    assert dunnett_critical([0.1, 0.4], 0) == pytest.approx(norm.ppf(0.975), rel=1e-9)


def test_dunnett_with_unequal_errors_agrees_with_simulation() -> None:
    s = np.array([0.01, 0.03, 0.02, 0.05])
    z = np.random.default_rng(3).standard_normal((400_000, 4)) * s
    for j in range(4):
        others = np.delete(np.arange(4), j)
        t = np.abs(z[:, [j]] - z[:, others]) / np.sqrt(s[j] ** 2 + s[others] ** 2)
        assert dunnett_critical(list(s), j) == pytest.approx(np.quantile(t.max(axis=1), 0.95), abs=0.01)


def test_covariance_matters() -> None:
    # the same spread, strongly paired: differences are known far better
    sigma = 0.022**2 * (0.9 + 0.1 * np.eye(5))
    paired = rank_sets(THETA, covariance=sigma, seed=1)
    assert ends(paired) == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]
    assert pair_standard_errors(sigma)[0, 1] == pytest.approx(0.022 * np.sqrt(0.2), rel=1e-9)
    # equal correlation leaves the studentised range as it is
    assert paired.critical_value[0] == pytest.approx(2.7278, abs=0.03)


def test_step_down_tells_at_least_as_much_apart() -> None:
    one = rank_sets(THETA, standard_errors=[0.0185] * 5, seed=1)
    down = rank_sets(THETA, standard_errors=[0.0185] * 5, seed=1, step_down=True)
    assert down.critical_value[0] < one.critical_value[0]
    assert all(a <= c and d <= b for (a, b), (c, d) in zip(ends(one), ends(down)))
    assert ends(down) != ends(one)
    bonferroni = rank_sets(THETA, standard_errors=SE, method="bonferroni", step_down=True)
    assert bonferroni.critical_value[0] < 2.807033768


def test_tau_best() -> None:
    sets = rank_sets(THETA, standard_errors=SE, method="exact")
    assert tau_best(sets, 1) == (0, 1, 2)
    assert tau_best(sets, 2) == (0, 1, 2, 3)
    assert tau_best(sets, 5) == (0, 1, 2, 3, 4)
    assert sets.contains(0, 3)
    assert not sets.contains(0, 4)
    with pytest.raises(ValueError, match="k"):
        tau_best(sets, 0)


def test_identical_models_share_all_their_ranks() -> None:
    items = (np.random.default_rng(2).random((80, 3)) < (0.8, 0.5, 0.1)).astype(float)
    twice = items[:, [0, 0, 1, 2]]
    sets = rank_sets(twice.mean(axis=0), covariance=item_covariance(twice), seed=1)
    assert sets.naive == (1, 1, 3, 4)
    assert ends(sets)[:2] == [(1, 2), (1, 2)]


def test_a_gap_without_any_noise_is_certain() -> None:
    assert ends(rank_sets((0.5, 0.4), standard_errors=(0, 0), method="bonferroni")) == [(1, 1), (2, 2)]
    mixed = ends(rank_sets((0.5, 0.4, 0.3), standard_errors=(0, 0, 0.2), seed=1))
    assert mixed == [(1, 2), (2, 3), (1, 3)]


def test_sets_cover_the_true_ranks() -> None:
    random = np.random.default_rng(11)
    truth = np.array([0.60, 0.58, 0.57, 0.50])
    true_rank = np.array([1, 2, 3, 4])
    hit = 0
    for _ in range(400):
        seen = truth + 0.02 * random.standard_normal(4)
        sets = rank_sets(seen, standard_errors=[0.02] * 4, method="exact")
        hit += bool((np.array(sets.low) <= true_rank).all() and (true_rank <= np.array(sets.high)).all())
    assert hit / 400 >= 0.93


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.floats(0.1, 0.9), min_size=2, max_size=7),
    st.floats(0.001, 0.2),
    st.sampled_from(["simultaneous", "marginal"]),
    st.randoms(use_true_random=False),
)
def test_properties(theta: list[float], se: float, family: str, random) -> None:  # type: ignore[no-untyped-def]
    sets = rank_sets(theta, standard_errors=[se] * len(theta), method="bonferroni", family=family)  # type: ignore[arg-type]
    assert all(low <= naive <= high for low, naive, high in zip(sets.low, sets.naive, sets.high))
    order = list(range(len(theta)))
    random.shuffle(order)
    moved = rank_sets([theta[i] for i in order], standard_errors=[se] * len(theta), method="bonferroni", family=family)  # type: ignore[arg-type]
    assert ends(moved) == [ends(sets)[i] for i in order]
    strict = rank_sets(theta, standard_errors=[se] * len(theta), method="bonferroni", family=family, level=0.999)  # type: ignore[arg-type]
    assert all(a <= b for a, b in zip(strict.low, sets.low))
    assert all(a >= b for a, b in zip(strict.high, sets.high))


@pytest.mark.parametrize(
    ("estimates", "options", "message"),
    [
        ([0.5], {"standard_errors": [0.1]}, "at least two"),
        ([0.5, np.nan], {"standard_errors": [0.1, 0.1]}, "finite"),
        ([0.5, 0.4], {}, "either standard_errors or covariance"),
        ([0.5, 0.4], {"standard_errors": [0.1]}, "expected 2 finite"),
        ([0.5, 0.4], {"standard_errors": [0.1, -0.1]}, "at least 0"),
        ([0.5, 0.4], {"covariance": [[1, 0]]}, "2 x 2"),
        ([0.5, 0.4], {"covariance": [[1, 0.5], [0, 1]]}, "symmetric"),
        ([0.5, 0.4], {"standard_errors": [0.1, 0.2], "method": "exact"}, "equal standard errors"),
        ([0.5, 0.4], {"covariance": [[1, 0.5], [0.5, 1]], "method": "exact"}, "independent"),
        ([0.5, 0.4], {"standard_errors": [0.1, 0.1], "method": "fixed"}, "critical_value"),
        ([0.5, 0.4], {"standard_errors": [0.1, 0.1], "method": "guess"}, "method"),
        ([0.5, 0.4], {"standard_errors": [0.1, 0.1], "family": "some"}, "family"),
        ([0.5, 0.4], {"standard_errors": [0.1, 0.1], "level": 95}, "level"),
        ([0.5, 0.4], {"standard_errors": [0.1, 0.1], "method": "exact", "step_down": True}, "step_down"),
        ([0.5, 0.4], {"standard_errors": [0.1, 0.1], "draws": 5}, "draws"),
    ],
)
def test_bad_input_is_named(estimates: list, options: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        rank_sets(estimates, **options)
