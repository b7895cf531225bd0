"""Intervals for one score."""

import subprocess
import sys

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from auditgen.stats.intervals import (
    clopper_pearson,
    clopper_pearson_limits,
    cluster_se,
    item_mean_se,
    score_interval,
    share_variance,
    wilson,
    wilson_limits,
    zero_event_upper,
)

SCORES = (1, 1, 1, 0, 1, 1, 0, 0, 0, 0, 1, 0)
FAMILIES = (0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3)


@pytest.mark.parametrize(
    ("k", "n", "low", "high"),
    [
        (150, 500, 0.2614819321, 0.3415678040),
        (110, 164, 0.5956203559, 0.7380278404),
        (1227, 1319, 0.9152173392, 0.9427841941),
        (244.5, 500, 0.4454356192, 0.5327321163),
    ],
)
def test_wilson_worked_numbers(k, n, low, high):
    found = score_interval(k=k, n=n)
    assert found.method == "wilson"
    assert (found.ci_low, found.ci_high) == pytest.approx((low, high), rel=1e-9)


def test_standard_errors_and_the_other_worked_numbers():
    assert score_interval(0.3, 500).se == pytest.approx(0.02049390153, rel=1e-9)
    assert score_interval(0.489, 500).se == pytest.approx(0.02235526784, rel=1e-9)
    exact = clopper_pearson(150, 500)
    assert (exact.ci_low, exact.ci_high) == pytest.approx((0.2601176220, 0.3422662961), rel=1e-9)
    assert score_interval(0.0, 30).ci_high == pytest.approx(0.1157033082, rel=1e-9)


def test_which_method_is_chosen():
    assert score_interval(k=20, n=39).method == "clopper_pearson"
    assert score_interval(k=20, n=40).method == "wilson"
    assert score_interval(k=5, n=1000).method == "clopper_pearson"
    assert score_interval(k=6, n=1000).method == "wilson"
    assert score_interval(k=995, n=1000).method == "clopper_pearson"
    assert score_interval(k=994, n=1000).method == "wilson"


def test_a_mean_of_runs_on_few_items_lies_between_its_neighbours():
    low, middle, high = (clopper_pearson(k, 30) for k in (20, 20.5, 21))
    assert low.ci_low < middle.ci_low < high.ci_low
    assert low.ci_high < middle.ci_high < high.ci_high


@given(st.integers(1, 20_000), st.data())
def test_equal_to_statsmodels(n, data):
    k = data.draw(st.integers(0, n))
    ours, theirs = wilson(k, n), proportion_confint(k, n, method="wilson")
    assert (ours.ci_low, ours.ci_high) == pytest.approx(theirs, rel=1e-9, abs=1e-15)
    ours, theirs = clopper_pearson(k, n), proportion_confint(k, n, method="beta")
    assert (ours.ci_low, ours.ci_high) == pytest.approx(theirs, rel=1e-7, abs=1e-12)


@given(st.integers(1, 5000), st.floats(0, 1), st.sampled_from([0.8, 0.95, 0.99]))
def test_contains_the_score_stays_in_range_and_mirrors(n, p, level):
    found = score_interval(p, n, level=level)
    assert 0.0 <= found.ci_low <= found.estimate <= found.ci_high <= 1.0
    mirrored = score_interval(k=n - found.estimate * n, n=n, level=level)
    assert mirrored.ci_low == pytest.approx(1 - found.ci_high, abs=1e-7)
    assert mirrored.ci_high == pytest.approx(1 - found.ci_low, abs=1e-7)


@given(st.integers(40, 2000), st.integers(1, 99))
def test_more_items_narrow_the_interval(n, percent):
    few, many = wilson(n * percent / 100, n), wilson(4 * n * percent / 100, 4 * n)
    assert many.ci_high - many.ci_low < few.ci_high - few.ci_low


def test_arrays_equal_the_scalar_forms():
    k, n = np.array([0, 3, 150, 499, 500, 244.5]), 500
    for arrays, scalar in ((wilson_limits(k, n), wilson), (clopper_pearson_limits(k, n), clopper_pearson)):
        single = [scalar(value, n) for value in k]
        assert arrays.low == pytest.approx([s.ci_low for s in single], rel=1e-12)
        assert arrays.high == pytest.approx([s.ci_high for s in single], rel=1e-12)


def test_rounding_noise_in_k_does_not_open_the_end():
    assert score_interval(1.0 - 1e-17, 50).ci_high == 1.0
    assert score_interval(k=0.07 * 100, n=100).estimate == 0.07


def test_variance_of_a_share_is_never_nought():
    assert share_variance(0.3, 500) == pytest.approx(0.3 * 0.7 / 500, rel=1e-15)
    assert share_variance(1.0, 10) == pytest.approx(0.05 * 0.95 / 10, rel=1e-12)
    assert share_variance(0.0, 1) == 0.25


def test_no_event_in_n_tries():
    assert zero_event_upper(30) == pytest.approx(1 - 0.05 ** (1 / 30), rel=1e-12)
    assert zero_event_upper(30, 0.025) == pytest.approx(score_interval(0.0, 30).ci_high, rel=1e-9)
    assert zero_event_upper(10**9) == pytest.approx(2.995732e-9, rel=1e-6)


def test_clusters_worked_numbers():
    found = cluster_se(SCORES, FAMILIES)
    assert found.estimate == 0.5
    assert found.naive_se == pytest.approx(0.1443375673, rel=1e-9)
    assert found.se == pytest.approx(0.1559023911, rel=1e-9)
    assert found.design_effect == pytest.approx(1.166666667, rel=1e-9)
    assert found.n_effective == pytest.approx(10.28571429, rel=1e-9)
    assert (found.df, found.n_clusters) == (3, 4)
    assert found.ci_high - 0.5 == pytest.approx(3.182446305 * found.se, rel=1e-9)


def test_clusters_equal_statsmodels_without_correction():
    rng = np.random.default_rng(1)
    groups = rng.integers(0, 40, 300)
    values = (rng.random(300) < 0.3 + 0.4 * rng.random(40)[groups]).astype(float)
    fit = sm.OLS(values, np.ones(300)).fit(cov_type="cluster", cov_kwds={"groups": groups, "use_correction": False})
    found = cluster_se(values, groups)
    assert found.se == pytest.approx(float(fit.bse[0]), rel=1e-9)
    assert found.df is None
    assert found.ci_high - found.estimate == pytest.approx(1.959963984540054 * found.se, rel=1e-12)


def test_every_item_its_own_family_gives_the_naive_error():
    found = cluster_se(SCORES, range(12))
    assert found.se == pytest.approx(found.naive_se, rel=1e-12)
    assert found.n_effective == pytest.approx(12)


def test_families_may_be_named_by_text_and_constant_scores_cost_nothing():
    found = cluster_se([1, 1, 1, 1], ["a", "a", "b", "b"])
    assert (found.se, found.design_effect, found.n_effective) == (0.0, 1.0, 4.0)


def test_repeated_samples_worked_numbers():
    rows = [[int(c) for c in row] for row in ("1111", "1011", "0010", "0000", "1101", "0101")]
    found = item_mean_se(rows)
    assert found.estimate == pytest.approx(0.5416666667, rel=1e-9)
    assert found.se == pytest.approx(0.1502313031, rel=1e-9)
    assert found.within_variance == pytest.approx(0.1805555556, rel=1e-9)
    assert found.between_variance == pytest.approx(0.09027777778, rel=1e-9)
    assert (found.n_items, found.n_samples) == (6, 4)


def test_repeating_the_same_answers_adds_no_information():
    once = item_mean_se([[1], [0], [1], [1]])
    ten_times = item_mean_se(np.repeat([[1], [0], [1], [1]], 10, axis=1))
    assert ten_times.se == pytest.approx(once.se, rel=1e-12)
    assert once.within_variance == 0.0


@pytest.mark.parametrize(
    "call",
    [
        lambda: score_interval(0.5, 0),
        lambda: score_interval(0.5),
        lambda: score_interval(0.5, -3),
        lambda: score_interval(1.5, 10),
        lambda: score_interval(float("nan"), 10),
        lambda: score_interval(n=10),
        lambda: score_interval(0.5, 10, k=5),
        lambda: score_interval(k=11, n=10),
        lambda: score_interval(k=float("nan"), n=10),
        lambda: score_interval(0.5, 10, level=1.0),
        lambda: score_interval(0.5, 10.5),
        lambda: wilson_limits([1, np.nan], 10),
        lambda: wilson_limits([1, 11], 10),
        lambda: clopper_pearson_limits([1], 0),
        lambda: zero_event_upper(0),
        lambda: zero_event_upper(10, 0.0),
        lambda: cluster_se([1, 0], [1, 1]),
        lambda: cluster_se([1, 0], [1]),
        lambda: cluster_se([1, 0], [1, np.nan]),
        lambda: cluster_se([1, np.nan], [1, 2]),
        lambda: item_mean_se([[1, 0]]),
        lambda: item_mean_se([[1, 0], [1]]),
        lambda: item_mean_se([[1, 0], [1, 2]]),
    ],
)
def test_impossible_input_is_refused(call):
    with pytest.raises(ValueError, match=r"must|needs|give either"):
        call()


def test_the_default_interval_and_plain_differences_import_neither_scipy_nor_numpy():
    program = (
        "import sys\n"
        "from auditgen.stats.intervals import score_interval\n"
        "from auditgen.stats.difference import paired_difference, tost, unpaired_difference\n"
        "from auditgen.stats.granularity import reachable\n"
        "from auditgen.stats.printed_uncertainty import printed_uncertainty\n"
        "from auditgen.stats.tipping import leaked_share_needed\n"
        "from auditgen.stats.best_of_k import expected_max_of_normals\n"
        "score_interval(0.489, 500); unpaired_difference(0.5, 500, 0.4, 500); paired_difference(25, 10, 500)\n"
        "tost(0.0, 0.01, 0.03); reachable('48.9', 500); printed_uncertainty(0.254, '2.1', 'se', 489)\n"
        "expected_max_of_normals(27)\n"
        "print([name for name in ('numpy', 'scipy') if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
