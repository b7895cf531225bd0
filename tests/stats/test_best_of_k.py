"""The best of k tries."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import norm

from auditgen.stats.best_of_k import (
    expected_max_of_normals,
    overstatement,
    overstatement_curve,
    sidak_lower,
    sidak_z,
)

SE = math.sqrt(0.489 * 0.511 / 500)


@pytest.mark.parametrize(
    ("k", "expected"),
    [(2, 0.5641895835), (5, 1.162964474), (10, 1.538752731), (27, 1.998269302), (100, 2.507593636)],
)
def test_worked_numbers(k, expected):
    assert expected_max_of_normals(k) == pytest.approx(expected, rel=1e-9)


def test_one_try_overstates_nothing():
    assert expected_max_of_normals(1) == 0.0
    assert expected_max_of_normals(2) == pytest.approx(1 / math.sqrt(math.pi), rel=1e-14)
    assert expected_max_of_normals(3) == pytest.approx(1.5 / math.sqrt(math.pi), rel=1e-14)


@pytest.mark.parametrize("k", [4, 50, 1000, 100_000])
def test_equal_to_quadrature(k):
    value, _ = quad(
        lambda x: x * k * norm.pdf(x) * norm.cdf(x) ** (k - 1), -8, 12, points=[0, 1, 2, 3, 4, 5], limit=400
    )
    assert expected_max_of_normals(k) == pytest.approx(value, rel=1e-7)


def test_published_curve_of_twenty_seven_variants():
    assert overstatement(SE, 27) == pytest.approx(0.04467184545, rel=1e-9)
    assert overstatement(SE, 27, 0.7) == pytest.approx(0.02446777744, rel=1e-9)
    assert sidak_z(27) == pytest.approx(2.894643262, rel=1e-9)
    assert sidak_lower(0.489, SE, 27) == pytest.approx(0.4242894746, rel=1e-9)
    assert [point.k for point in overstatement_curve(SE)] == [2, 5, 10, 27]
    assert overstatement_curve(SE)[3].estimate == overstatement(SE, 27)


def test_agrees_with_simulation():
    draws = np.random.default_rng(0).standard_normal((200_000, 10)).max(axis=1)
    assert expected_max_of_normals(10) == pytest.approx(draws.mean(), abs=0.006)


@given(st.integers(1, 5000), st.floats(0, 1))
def test_more_tries_overstate_more_and_correlation_less(k, rho):
    assert expected_max_of_normals(k + 1) > expected_max_of_normals(k)
    assert overstatement(0.02, k, rho) <= overstatement(0.02, k) + 1e-15
    assert sidak_z(k + 1) > sidak_z(k)


def test_one_try_gives_the_plain_one_sided_limit():
    assert sidak_lower(0.5, 0.1, 1) == pytest.approx(0.5 - 0.1 * 1.6448536269514722, rel=1e-12)


@pytest.mark.parametrize(
    "call",
    [
        lambda: expected_max_of_normals(0),
        lambda: expected_max_of_normals(2.5),
        lambda: expected_max_of_normals(10**10),
        lambda: overstatement(-0.1, 5),
        lambda: overstatement(0.1, 5, 1.5),
        lambda: overstatement(float("nan"), 5),
        lambda: sidak_z(0),
        lambda: sidak_lower(float("nan"), 0.1, 5),
    ],
)
def test_impossible_input_is_refused(call):
    with pytest.raises(ValueError, match="must"):
        call()
