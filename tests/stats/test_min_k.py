"""Familiarity scores and their comparison with controls."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import mannwhitneyu

from auditgen.stats.min_k import familiarity_test, min_k, min_k_plus_plus

LOG_P = (-0.2, -2.5, -0.1, -4, -1, -0.5, -3, -0.3, -0.8, -1.6)
MU = (-2, -2.2, -1.5, -3.1, -2.4, -1.9, -2.8, -1.7, -2.1, -2.3)
SIGMA = (1.2, 1, 1.1, 1.5, 1.3, 0.9, 1.4, 1.2, 1, 1.1)
TEST = (0.31, 0.12, 0.45, -0.05, 0.28, 0.52, 0.19, 0.38)
CONTROL = (0.02, -0.21, 0.15, 0.22, -0.10, 0.05, -0.30, 0.11)


def test_worked_scores() -> None:
    assert min_k_plus_plus(LOG_P, MU, SIGMA) == pytest.approx(-0.45, rel=1e-9)
    assert min_k(LOG_P) == pytest.approx(-3.5, rel=1e-9)


def test_worked_comparison() -> None:
    found = familiarity_test(TEST, CONTROL)
    assert (found.u, found.auc, found.exact) == (56, 0.875, True)
    assert found.p_value == pytest.approx(0.005205905206, rel=1e-6)


def test_whole_text_and_single_token() -> None:
    assert min_k(LOG_P, k_percent=100) == pytest.approx(np.mean(LOG_P))
    assert min_k(LOG_P, k_percent=1) == -4  # at least one token
    assert min_k([-1.0] * 7, k_percent=29) == -1
    assert min_k(LOG_P, k_percent=30) == pytest.approx((-4 - 3 - 2.5) / 3)  # 10 x 30 % is three, not two


def test_ties_use_the_normal_approximation() -> None:
    found = familiarity_test([1, 2, 2, 3], [0, 1, 2, 2])
    assert not found.exact
    scipy = mannwhitneyu([1, 2, 2, 3], [0, 1, 2, 2], alternative="greater", method="asymptotic")
    assert (found.u, found.p_value) == (scipy.statistic, scipy.pvalue)
    assert familiarity_test([1, 1], [1, 1]).auc == 0.5
    assert familiarity_test([1, 1], [1, 1]).p_value == pytest.approx(1, abs=0.5)


@given(st.lists(st.floats(-5, 5), min_size=1, max_size=8), st.lists(st.floats(-5, 5), min_size=1, max_size=8))
def test_auc_is_the_chance_of_a_higher_score(a: list[float], b: list[float]) -> None:
    wins = np.mean([(x > y) + (x == y) / 2 for x in a for y in b])
    found = familiarity_test(a, b)
    assert found.auc == pytest.approx(wins)
    assert found.auc + familiarity_test(b, a).auc == pytest.approx(1)
    assert 0 <= found.p_value <= 1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: min_k([]), "at least one"),
        (lambda: min_k([-1.0, -np.inf]), "finite"),
        (lambda: min_k([-1.0], k_percent=0), "k_percent"),
        (lambda: min_k_plus_plus([-1.0], [-1.0], [0.0]), "above zero"),
        (lambda: min_k_plus_plus([-1.0], [-1.0, -2.0], [1.0]), "one value a token"),
        (lambda: familiarity_test([], [1.0]), "at least one"),
    ],
)
def test_bad_input_is_named(call, message: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match=message):
        call()
