"""Steps at a training cut-off."""

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st

from auditgen.stats.before_after import Solved, difference_in_differences

MODEL = (Solved(120, 200), Solved(45, 150))
REFERENCE = (Solved(90, 200), Solved(60, 150))


def test_worked_numbers():
    found = difference_in_differences(*MODEL, *REFERENCE)
    assert found.estimate == pytest.approx(0.25, rel=1e-12)
    assert found.se == pytest.approx(0.07373940602, rel=1e-9)
    assert found.z == pytest.approx(3.390317518, rel=1e-9)
    assert found.p_one_sided == pytest.approx(0.0003490585732, rel=1e-8)
    assert (found.ci_low, found.ci_high) == pytest.approx((0.1054734199, 0.3945265801), rel=1e-9)
    assert found.logit_interaction == pytest.approx(1.047968556, rel=1e-9)
    assert found.logit_se == pytest.approx(0.3171106479, rel=1e-9)


@pytest.mark.filterwarnings("ignore")  # four cells, four parameters: statsmodels calls that perfect prediction
def test_interaction_equals_a_logistic_regression():
    rows = [(1, 1, 120, 200), (1, 0, 45, 150), (0, 1, 90, 200), (0, 0, 60, 150)]
    design = np.array([[1, m, b, m * b] for m, b, _, _ in rows], dtype=float)
    answers = np.array([[k, n - k] for _, _, k, n in rows], dtype=float)
    fit = sm.GLM(answers, design, family=sm.families.Binomial()).fit(tol=1e-12)
    found = difference_in_differences(*MODEL, *REFERENCE)
    assert found.logit_interaction == pytest.approx(fit.params[3], rel=1e-7)
    assert found.logit_se == pytest.approx(fit.bse[3], rel=1e-6)


cells = st.integers(1, 300).flatmap(lambda n: st.builds(Solved, st.integers(0, n), st.just(n)))


@given(cells, cells, cells, cells)
def test_swapping_model_and_reference_turns_the_sign(a, b, c, d):
    one, other = difference_in_differences(a, b, c, d), difference_in_differences(c, d, a, b)
    assert one.estimate == pytest.approx(-other.estimate, abs=1e-12)
    assert one.se == pytest.approx(other.se, rel=1e-12)
    assert one.ci_low <= one.estimate <= one.ci_high
    assert (one.logit_interaction is None) == any(cell.k in (0, cell.n) for cell in (a, b, c, d))


def test_a_drop_that_all_share_is_no_step():
    found = difference_in_differences(Solved(160, 200), Solved(60, 100), Solved(100, 200), Solved(30, 100))
    assert found.estimate == pytest.approx(0.0, abs=1e-12)
    assert found.p_one_sided == pytest.approx(0.5)


def test_an_empty_cell_leaves_the_logit_form_out():
    found = difference_in_differences(Solved(20, 20), Solved(10, 20), Solved(10, 20), Solved(10, 20))
    assert (found.logit_interaction, found.logit_se) == (None, None)
    assert found.estimate == pytest.approx(0.5)


def test_four_single_questions_are_not_certain():
    found = difference_in_differences(Solved(1, 1), Solved(0, 1), Solved(0, 1), Solved(1, 1))
    assert found.estimate == 2.0
    assert found.z == pytest.approx(2.0)


@pytest.mark.parametrize(("k", "n"), [(5, 4), (-1, 4), (0, 0), (1.5, 4), (float("nan"), 4)])
def test_impossible_counts_are_refused(k, n):
    with pytest.raises(ValueError, match="must"):
        Solved(k, n)
