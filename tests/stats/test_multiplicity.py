"""Adjusted p-values."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from auditgen.stats.multiplicity import benjamini_hochberg, holm, on_the_edge

RAW = (0.003, 0.011, 0.021, 0.040, 0.300)
p_lists = st.lists(st.floats(0, 1), min_size=1, max_size=40)


def test_worked_numbers():
    assert holm(RAW) == pytest.approx([0.015, 0.044, 0.063, 0.080, 0.300])
    assert (holm(RAW) <= 0.05).tolist() == [True, True, False, False, False]
    assert benjamini_hochberg(RAW) == pytest.approx([0.015, 0.0275, 0.035, 0.05, 0.3])


@given(p_lists)
def test_equal_to_statsmodels(raw):
    assert holm(raw) == pytest.approx(multipletests(raw, method="holm")[1], rel=1e-9, abs=1e-300)
    assert benjamini_hochberg(raw) == pytest.approx(multipletests(raw, method="fdr_bh")[1], rel=1e-9, abs=1e-300)


@given(p_lists, st.randoms(use_true_random=False))
def test_never_below_raw_in_order_and_independent_of_the_order_given(raw, random):
    for adjust in (holm, benjamini_hochberg):
        adjusted = adjust(raw)
        assert (adjusted >= np.array(raw) * (1 - 1e-12)).all()
        assert (adjusted <= 1).all()
        by_raw = adjusted[np.argsort(raw, kind="stable")]
        assert (np.diff(by_raw) >= -1e-12).all()
        shuffled = list(range(len(raw)))
        random.shuffle(shuffled)
        assert adjust([raw[i] for i in shuffled]) == pytest.approx(adjusted[shuffled], rel=1e-12, abs=1e-300)
    assert (holm(raw) >= benjamini_hochberg(raw) - 1e-12).all()


def test_one_comparison_is_left_alone_and_none_is_allowed():
    assert holm([0.03]).tolist() == [0.03]
    assert holm([]).size == 0


def test_on_the_edge():
    assert [on_the_edge(p) for p in (0.039, 0.04, 0.05, 0.06, 0.061)] == [False, True, True, True, False]


@pytest.mark.parametrize("bad", [[0.5, float("nan")], [-0.1], [1.1], [[0.1]]])
def test_impossible_input_is_refused(bad):
    for adjust in (holm, benjamini_hochberg):
        with pytest.raises(ValueError, match="p-values must"):
            adjust(bad)


def test_edge_of_no_number_is_refused():
    with pytest.raises(ValueError, match="p_adjusted"):
        on_the_edge(float("nan"))
