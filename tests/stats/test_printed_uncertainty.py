"""Printed uncertainties against the number of questions."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditgen.stats.printed_uncertainty import (
    denominator_difference,
    implied_items,
    printed_uncertainty,
    score_inside,
    smallest_honest_se,
)


@pytest.mark.parametrize(("p", "se", "n"), [(0.5, 0.124, 16.2591), (0.5, 0.029, 297.2652), (0.68, 0.0039, 14306.3774)])
def test_items_that_a_standard_error_implies(p, se, n):
    assert implied_items(p, se) == pytest.approx(n, abs=5e-5)


def test_only_the_last_of_three_public_errors_fits_the_full_test():
    tiny, small, full = (
        printed_uncertainty(p, text, "se", 14042, "fraction")
        for p, text in ((0.5, "0.124"), (0.5, "0.029"), (0.68, "0.0039"))
    )
    assert tiny.partial_run
    assert small.partial_run
    assert not full.partial_run
    assert full.fitting_kinds == ("se",)


def test_a_fitting_standard_error():
    found = printed_uncertainty(0.254, "2.1", "se", 489)
    assert found.se_floor == pytest.approx(0.01968483788, rel=1e-9)
    assert found.ratio == pytest.approx(1.066810919, rel=1e-8)
    assert (found.partial_run, found.too_small) == (False, False)
    assert found.low == pytest.approx(0.0205)
    assert found.high == pytest.approx(0.0215)
    assert found.fitting_kinds == ("se",)


def test_a_half_width_labelled_as_a_standard_error_and_the_reverse():
    # 150 of 500: SE 2.05 points, 95% half-width 4.02 points.
    assert printed_uncertainty(0.3, "4.0", "se", 500).fitting_kinds == ("ci95",)
    assert printed_uncertainty(0.3, "2.05", "ci95", 500).fitting_kinds == ("se",)
    assert printed_uncertainty(0.3, "3.4", "unstated", 500).fitting_kinds == ("ci90",)
    as_95 = printed_uncertainty(0.3, "4.0", "ci95", 500)
    assert as_95.ratio == pytest.approx(0.04 / 1.959963984540054 / 0.02049390153, rel=1e-8)


def test_flagged_only_if_no_value_that_rounds_to_the_text_fits():
    # "1" point on 500 items at p = .3: .5 to 1.5 points, i.e. ratios of .24 to .73.
    coarse = printed_uncertainty(0.3, "1", "se", 500)
    assert (coarse.ratio < 0.5, coarse.too_small) == (True, False)
    assert printed_uncertainty(0.3, "1.0", "se", 500).ratio_high == pytest.approx(0.0105 / 0.02049390153)
    assert printed_uncertainty(0.3, "0.9", "se", 500).too_small
    # 3 points imply 233 items, below half of 500; 2.5 points, which also rounds to 3, imply 336.
    edge = printed_uncertainty(0.3, "3", "se", 500)
    assert (edge.n_implied < 250, edge.partial_run) == (True, False)
    assert printed_uncertainty(0.3, "3.0", "se", 500).partial_run


def test_run_to_run_spread_is_never_called_a_fault():
    spread = printed_uncertainty(0.3, "0.2", "sd", 500)
    assert (spread.too_small, spread.partial_run) == (False, False)
    assert spread.ratio < 0.5


def test_an_unstated_kind_is_flagged_only_if_it_fits_under_no_kind():
    as_half_width = printed_uncertainty(0.3, "4.0", "unstated", 500)
    assert (as_half_width.partial_run, as_half_width.too_small) == (False, False)
    assert printed_uncertainty(0.3, "4.0", "se", 500).partial_run
    assert printed_uncertainty(0.3, "7.0", "unstated", 500).partial_run
    assert printed_uncertainty(0.3, "0.5", "unstated", 500).too_small


def test_implied_items_cover_the_rounding_interval():
    found = printed_uncertainty(0.3, "5", "se", 500)
    assert found.n_implied_low == pytest.approx(0.21 / 0.055**2)
    assert found.n_implied == pytest.approx(0.21 / 0.05**2)
    assert found.n_implied_high == pytest.approx(0.21 / 0.045**2)


def test_score_outside_its_own_interval():
    assert not score_inside("0.887", ".90", ".92")
    assert score_inside("0.91", ".90", ".92")
    assert not score_inside("0.93", ".90", ".92")
    # The two could meet only in the single value .925: that is no room.
    assert not score_inside("0.89", ".90", ".92")
    # Each figure may have been rounded: .896 could be .8955, .90 could be .8951.
    assert score_inside("0.896", ".90", ".92")
    assert score_inside("88.7", "88.7", "88.7")


def test_denominators():
    found = denominator_difference(477, 500)
    assert (found.differs, found.difference, found.share) == (True, 23, pytest.approx(0.046))
    assert not denominator_difference(500, 500).differs


@given(st.floats(0.02, 0.98), st.integers(10, 100_000))
def test_the_honest_error_implies_its_own_number_of_items(p, n):
    assert implied_items(p, smallest_honest_se(p, n)) == pytest.approx(n, rel=1e-9)


@given(st.floats(0.05, 0.95), st.integers(20, 3000), st.sampled_from(["se", "ci95", "ci90"]))
def test_honestly_printed_uncertainties_are_never_flagged(p, n, kind):
    width = {"se": 1.0, "ci95": 1.959963984540054, "ci90": 1.6448536269514722}[kind]
    text = f"{100 * width * math.sqrt(p * (1 - p) / n):.1f}"
    if float(text) == 0.0:
        return
    found = printed_uncertainty(p, text, kind, n)
    assert (found.partial_run, found.too_small) == (False, False)
    assert kind in found.fitting_kinds


@pytest.mark.parametrize(
    "call",
    [
        lambda: implied_items(0.5, 0.0),
        lambda: implied_items(1.5, 0.1),
        lambda: smallest_honest_se(0.5, 0),
        lambda: printed_uncertainty(0.5, "2.1", "sem", 100),
        lambda: printed_uncertainty(0.5, "2.1", "se", 100, "points"),
        lambda: printed_uncertainty(0.5, "0.0", "se", 100),
        lambda: printed_uncertainty(0.5, "-1", "se", 100),
        lambda: printed_uncertainty(1.0, "1", "se", 100),
        lambda: printed_uncertainty(0.5, "two", "se", 100),
        lambda: printed_uncertainty(float("nan"), "1", "se", 100),
        lambda: score_inside("0.5", "0.9", "0.1"),
        lambda: denominator_difference(0, 500),
    ],
)
def test_impossible_input_is_refused(call):
    with pytest.raises(ValueError, match=r"must|expected|standard error of 0|lies above"):
        call()
