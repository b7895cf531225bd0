"""Re-made tests."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from auditgen.stats.remade import remade, single_drop

# Published results of 13 image classifiers on ImageNet and ImageNet-V2, percent.
OLD = np.array([90.052, 88.858, 88.352, 87.132, 85.996, 85.664, 77.358, 77.376, 76.130, 75.766, 73.370, 69.760, 67.656])
NEW = np.array([81.890, 79.990, 80.250, 77.070, 76.480, 76.000, 65.850, 65.700, 63.330, 63.380, 60.770, 57.170, 54.690])
FOUND = remade(OLD / 100, NEW / 100)


def test_line_and_drop():
    assert FOUND.line.slope == pytest.approx(1.225560905, rel=1e-9)
    assert FOUND.line.slope_ci == pytest.approx((1.17613201, 1.27498980), rel=1e-8)
    assert 100 * FOUND.line.intercept == pytest.approx(-28.94354134, rel=1e-9)
    assert FOUND.line.r_squared == pytest.approx(0.9963199869, rel=1e-9)
    assert 100 * FOUND.line.residual_sd == pytest.approx(0.6005863005, rel=1e-9)
    assert 100 * FOUND.mean_drop == pytest.approx(10.83846154, rel=1e-9)
    assert 100 * FOUND.drops[0] == pytest.approx(8.162, rel=1e-9)


def test_fitted_at_the_claimed_score():
    assert 100 * FOUND.line.predict(0.90).mean == pytest.approx(81.35694, rel=1e-6)
    low, high = FOUND.line.prediction_interval(0.90)
    assert (100 * low, 100 * high) == pytest.approx((79.903243, 82.810638), rel=1e-7)
    assert 100 * FOUND.fitted_drop(0.90) == pytest.approx(90 - 81.35694, rel=1e-6)


def test_probit_line():
    assert FOUND.probit.line.slope == pytest.approx(0.9640689535, rel=1e-8)
    assert FOUND.probit.line.intercept == pytest.approx(-0.3256374267, rel=1e-8)
    assert 100 * FOUND.probit.predict(0.90) == pytest.approx(81.85535802, rel=1e-8)


def test_order():
    assert FOUND.kendall_tau_b == pytest.approx(0.9230769231, rel=1e-9)
    assert FOUND.spearman == pytest.approx(0.9835164835, rel=1e-9)
    assert (FOUND.reversed_pairs, FOUND.n_pairs, FOUND.n) == (3, 78, 13)


columns = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), min_size=3, max_size=25)


@given(columns)
def test_agreement_equals_scipy_with_ties(pairs):
    old, new = (np.array(column) / 20 for column in zip(*pairs, strict=True))
    if np.ptp(old) == 0:
        return
    found = remade(old, new)
    if np.ptp(new) == 0:
        assert (found.kendall_tau_b, found.spearman) == (None, None)
        return
    assert found.kendall_tau_b == pytest.approx(stats.kendalltau(old, new).statistic, abs=1e-12)
    assert found.spearman == pytest.approx(stats.spearmanr(old, new).statistic, abs=1e-12)
    reversed_pairs = sum((old[i] - old[j]) * (new[i] - new[j]) < 0 for i in range(len(pairs)) for j in range(i))
    assert found.reversed_pairs == reversed_pairs


def test_differences_below_a_billionth_are_ties():
    found = remade([0.5, 0.5 + 1e-12, 0.9], [0.4, 0.3, 0.8])
    assert found.reversed_pairs == 0
    assert found.kendall_tau_b == pytest.approx(2 / np.sqrt(2 * 3))


def test_a_perfect_score_leaves_the_probit_line_out():
    assert remade([0.5, 0.7, 1.0], [0.4, 0.6, 0.9]).probit is None


def test_drop_of_one_model_by_one_tester():
    drop = single_drop(0.914, 0.900, 1319, 1205)
    assert drop.estimate == pytest.approx(0.014, rel=1e-9)
    assert drop.se == pytest.approx(0.0115879, abs=1e-6)
    assert round(100 * drop.ci_high, 1) == 3.7
    assert drop.ci_high < 0.05


def test_two_perfect_scores_on_few_questions_do_not_bound_the_drop():
    assert single_drop(1.0, 1.0, 10, 10).ci_high > 0.05


@given(st.floats(0.001, 0.999), st.floats(0.001, 0.999), st.integers(1, 5000))
def test_drop_is_inside_its_interval_and_sharpens(old, new, n):
    few, many = single_drop(old, new, n, n), single_drop(old, new, 4 * n, 4 * n)
    assert few.ci_low <= few.estimate <= few.ci_high
    assert many.se == pytest.approx(few.se / 2, rel=1e-9)


@pytest.mark.parametrize(
    "call",
    [
        lambda: remade([0.5, 0.6], [0.4, 0.5]),
        lambda: remade([0.5, 0.6, 0.7], [0.4, 0.5]),
        lambda: remade([50, 60, 70], [40, 50, 60]),
        lambda: remade([0.5, 0.5, 0.5], [0.4, 0.5, 0.6]),
        lambda: remade([0.5, 0.6, float("nan")], [0.4, 0.5, 0.6]),
        lambda: single_drop(0.5, 1.5, 10, 10),
        lambda: single_drop(0.5, 0.5, 0, 10),
        lambda: FOUND.fitted_drop(90),
    ],
)
def test_impossible_input_is_refused(call):
    with pytest.raises(ValueError, match=r"must|need|vary"):
        call()
