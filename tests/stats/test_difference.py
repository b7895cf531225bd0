"""Differences between two scores."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar

from auditgen.stats.difference import (
    item_difference,
    mdd_paired,
    mdd_unpaired,
    minimum_detectable_difference,
    paired_difference,
    planned_items,
    planning_factor,
    tost,
    unpaired_difference,
)
from auditgen.stats.intervals import cluster_se
from auditgen.stats.standard_normal import two_sided


def test_the_same_gap_is_clear_when_paired_and_invisible_when_not():
    paired = paired_difference(25, 10, 500, both=230)
    assert paired.p_exact == pytest.approx(0.01667384780, rel=1e-9)
    assert paired.p_value == paired.p_exact
    assert paired.p_mid == pytest.approx(0.01133098418, rel=1e-9)
    assert paired.chi_square == pytest.approx(6.428571429, rel=1e-9)
    assert paired.p_chi_square == pytest.approx(0.01122988665, rel=1e-9)
    assert paired.se == pytest.approx(0.01175584961, rel=1e-9)
    assert (paired.ci_low, paired.ci_high) == pytest.approx((0.006958958156, 0.05304104184), rel=1e-9)
    assert paired.correlation == pytest.approx(0.8616618171, rel=1e-9)

    unpaired = unpaired_difference(0.51, 500, 0.48, 500)
    assert unpaired.se == pytest.approx(0.03160696126, rel=1e-9)
    assert unpaired.z == pytest.approx(0.9491579958, rel=1e-9)
    assert unpaired.p_value == pytest.approx(0.3425402613, rel=1e-9)

    assert paired.estimate == pytest.approx(unpaired.estimate)
    assert paired.ci_low > 0 > unpaired.ci_low


def test_two_public_figures_of_one_model():
    gap = unpaired_difference(0.489, 500, 0.30, 500)
    assert (gap.estimate, gap.se, gap.z) == pytest.approx((0.189, 0.03032751226, 6.231965166), rel=1e-9)
    assert gap.p_value == pytest.approx(4.606199e-10, rel=1e-6)
    assert (gap.ci_low, gap.ci_high) == pytest.approx((0.1295591682, 0.2484408318), rel=1e-9)
    assert unpaired_difference(0.53, 500, 0.30, 500).z == pytest.approx(7.590304377, rel=1e-9)


def test_practice_example():
    assert unpaired_difference(0.61, 1000, 0.585, 1000).z == pytest.approx(1.140287179, rel=1e-9)
    assert unpaired_difference(0.66, 1000, 0.685, 1000).z == pytest.approx(-1.191591296, rel=1e-9)


def test_raw_gap_of_the_fresh_test_example():
    gap = unpaired_difference(0.74, 1319, 0.60, 1205)
    assert (gap.estimate, gap.se) == pytest.approx((0.14, 0.01857520407), rel=1e-9)


shares = st.floats(0, 1)
sizes = st.integers(1, 5000)


@given(shares, sizes, shares, sizes)
def test_swapping_the_models_turns_the_sign(p_a, n_a, p_b, n_b):
    one, other = unpaired_difference(p_a, n_a, p_b, n_b), unpaired_difference(p_b, n_b, p_a, n_a)
    assert one.estimate == -other.estimate
    assert one.se == pytest.approx(other.se, rel=1e-12)
    assert one.p_value == pytest.approx(other.p_value, rel=1e-9)
    assert one.ci_low == pytest.approx(-other.ci_high, abs=1e-12)
    assert one.ci_low <= one.estimate <= one.ci_high


def test_all_against_nothing_is_not_certain_on_one_item_each():
    gap = unpaired_difference(1.0, 1, 0.0, 1)
    assert gap.p_value == pytest.approx(2 * stats.norm.sf(math.sqrt(2)), rel=1e-9)
    equal = unpaired_difference(1.0, 10, 1.0, 20)
    assert (equal.estimate, equal.z, equal.p_value) == (0.0, 0.0, 1.0)
    assert equal.ci_high > 0.05  # ten perfect answers do not show that two models are equal


@given(st.integers(0, 300), st.integers(0, 300), st.integers(0, 100), st.integers(0, 100))
def test_mcnemar_equals_statsmodels_and_scipy(only_a, only_b, both, neither):
    n = only_a + only_b + both + neither
    if n == 0:
        return
    found = paired_difference(only_a, only_b, n, both=both)
    table = [[both, only_a], [only_b, neither]]
    if only_a + only_b:
        assert found.p_exact == pytest.approx(mcnemar(table, exact=True).pvalue, rel=1e-8)
        assert found.p_chi_square == pytest.approx(
            mcnemar(table, exact=False, correction=False).pvalue, rel=1e-8, abs=1e-300
        )
        few = min(only_a, only_b)
        binomial = stats.binom(only_a + only_b, 0.5)
        assert found.p_mid == pytest.approx(min(1, 2 * binomial.cdf(few) - binomial.pmf(few)), rel=1e-8)
    else:
        assert (found.p_value, found.p_mid, found.p_chi_square) == (1.0, 1.0, 1.0)
    exact = only_a + only_b < 50
    assert found.method == ("mcnemar_exact" if exact else "mcnemar_chi_square")
    assert found.p_value == (found.p_exact if exact else found.p_chi_square)
    a = [1] * only_a + [0] * only_b + [1] * both + [0] * neither
    b = [0] * only_a + [1] * only_b + [1] * both + [0] * neither
    if 0 < sum(a) < n and 0 < sum(b) < n:
        assert found.correlation == pytest.approx(np.corrcoef(a, b)[0, 1], abs=1e-9)
    else:
        assert found.correlation is None


def test_very_many_discordant_items_leave_the_exact_p_out():
    found = paired_difference(1500, 1400, 14042)
    assert (found.p_exact, found.p_mid, found.method) == (None, None, "mcnemar_chi_square")


@given(st.integers(0, 60), st.integers(0, 60), st.integers(2, 100))
def test_item_differences_equal_the_counts(only_a, only_b, rest):
    items = [1] * only_a + [-1] * only_b + [0] * rest
    by_items, by_counts = item_difference(items), paired_difference(only_a, only_b, len(items))
    assert by_items.estimate == pytest.approx(by_counts.estimate, abs=1e-15)
    assert by_items.se == pytest.approx(by_counts.se, rel=1e-9, abs=1e-15)


def test_item_differences_in_families_use_the_cluster_error_and_t():
    rng = np.random.default_rng(3)
    families = np.repeat(np.arange(10), 12)
    items = np.clip(rng.normal(0.1, 0.3, 120) + rng.normal(0, 0.2, 10)[families], -1, 1)
    found, robust = item_difference(items, families), cluster_se(items, families)
    assert (found.se, found.df, found.method) == (robust.se, 9, "paired_clustered")
    assert found.p_value == pytest.approx(2 * stats.t.sf(abs(found.z), 9), rel=1e-9)
    assert (found.ci_low, found.ci_high) == pytest.approx((robust.ci_low, robust.ci_high), rel=1e-12)
    assert found.se > item_difference(items).se


def test_one_and_the_same_difference_on_every_item_is_judged_by_its_signs():
    found = item_difference([1.0] * 6)
    assert (found.se, found.method) == (0.0, "sign_test")
    assert found.p_value == pytest.approx(stats.binomtest(6, 6).pvalue, rel=1e-12)
    assert two_sided(found.z) == pytest.approx(found.p_value, rel=1e-9)
    in_families = item_difference([0.1] * 6, [0, 0, 1, 1, 2, 2])
    assert in_families.p_value == pytest.approx(0.25)
    assert item_difference([-1.0] * 3000).z < -30
    nothing = item_difference([0.0, 0.0])
    assert (nothing.estimate, nothing.z, nothing.p_value) == (0.0, 0.0, 1.0)


def test_small_gap_shown():
    se = unpaired_difference(0.90, 1319, 0.895, 1205).se
    assert se == pytest.approx(0.01209219013, rel=1e-9)
    found = tost(0.005, se, 0.03)
    assert found.shown
    assert found.p_value == pytest.approx(0.01934587958, rel=1e-8)
    assert (found.ci_low, found.ci_high) == pytest.approx((-0.01488988279, 0.02488988279), rel=1e-8)


@given(st.floats(-0.2, 0.2), st.floats(0.001, 0.1), st.floats(0.005, 0.1))
def test_equivalence_is_shown_exactly_when_the_90_percent_interval_fits_in(gap, se, margin):
    found = tost(gap, se, margin)
    mirrored = tost(-gap, se, margin)
    assert found.p_value == pytest.approx(mirrored.p_value, rel=1e-9, abs=1e-300)
    room = min(found.ci_low + margin, margin - found.ci_high)
    if abs(room) > 1e-9:
        assert found.shown == (room > 0)


def test_equivalence_with_few_degrees_of_freedom_is_harder_to_show():
    assert tost(0.0, 0.015, 0.03).shown
    with_t = tost(0.0, 0.015, 0.03, df=3)
    assert with_t.p_value == pytest.approx(stats.t.sf(2.0, 3), rel=1e-9)
    assert not with_t.shown


def test_smallest_visible_gaps():
    assert planning_factor() == pytest.approx(2.801585218, rel=1e-9)
    assert minimum_detectable_difference(0.01) == pytest.approx(0.02801585218, rel=1e-9)
    assert mdd_unpaired(0.5, 500) == pytest.approx(0.08859390348, rel=1e-9)
    assert mdd_unpaired(0.5, 164) == pytest.approx(0.1546916655, rel=1e-9)
    assert mdd_unpaired(0.5, 198) == pytest.approx(0.1407849543, rel=1e-9)
    assert mdd_unpaired(0.88, 14042) == pytest.approx(0.0108651646, rel=1e-8)
    assert mdd_unpaired(0.7, 1319, 1205) == pytest.approx(0.05116137862, rel=1e-9)
    assert mdd_paired(0.07, 500) == pytest.approx(0.03314880334, rel=1e-9)


def test_planned_numbers_of_items():
    assert planned_items(0.03, 1 / 9) == pytest.approx(968.9974981, rel=1e-9)
    assert planned_items(0.03, 1 / 9, 1 / 6, 1 / 6) == pytest.approx(3875.989992, rel=1e-9)
    assert planned_items(0.03, 1 / 9, 1 / 6, 1 / 6, 10, 10) == pytest.approx(1259.696747, rel=1e-9)


def test_the_smallest_visible_gap_is_found_with_the_power_promised():
    se = math.sqrt(2 * 0.25 / 500)
    gap = mdd_unpaired(0.5, 500)
    assert stats.norm.sf(1.959963984540054 - gap / se) == pytest.approx(0.80, abs=1e-4)


@given(st.floats(0, 1), st.integers(1, 10_000))
def test_more_items_see_smaller_gaps(p, n):
    assert mdd_unpaired(p, 2 * n) <= mdd_unpaired(p, n)
    assert mdd_unpaired(p, n) == pytest.approx(mdd_unpaired(1 - p, n), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(
    "call",
    [
        lambda: unpaired_difference(1.1, 10, 0.5, 10),
        lambda: unpaired_difference(0.5, 0, 0.5, 10),
        lambda: unpaired_difference(0.5, 10, float("nan"), 10),
        lambda: paired_difference(-1, 2, 10),
        lambda: paired_difference(6, 5, 10),
        lambda: paired_difference(3, 3, 10, both=5),
        lambda: paired_difference(3, 3, 0),
        lambda: item_difference([0.5]),
        lambda: item_difference([0.5, 1.5]),
        lambda: item_difference([0.5, float("nan")]),
        lambda: tost(0.0, 0.0, 0.03),
        lambda: tost(0.0, 0.01, -0.03),
        lambda: tost(0.0, 0.01, 0.03, alpha=0.5),
        lambda: tost(float("inf"), 0.01, 0.03),
        lambda: minimum_detectable_difference(-1),
        lambda: minimum_detectable_difference(0.1, power=1.0),
        lambda: mdd_unpaired(2, 10),
        lambda: mdd_paired(0.1, 0),
        lambda: planned_items(0.0, 1 / 9),
        lambda: planned_items(0.03, -1.0),
    ],
)
def test_impossible_input_is_refused(call):
    with pytest.raises(ValueError, match=r"must|needs|more items"):
        call()
