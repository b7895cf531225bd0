"""Newer models at the same size."""

import numpy as np
import pytest
import statsmodels.api as sm

from auditgen.stats.task_practice import hinged_practice, task_practice

COMPUTE = np.array([20.5, 21, 21.6, 22.2, 22.8, 21.2, 21.8, 22.4, 23, 23.6])
NEW = np.array([0] * 5 + [1] * 5)
SCORES = np.array([0.30, 0.34, 0.41, 0.47, 0.55, 0.44, 0.49, 0.58, 0.63, 0.71])


def test_worked_numbers():
    found = task_practice(COMPUTE, NEW, SCORES)
    assert found.intercept == pytest.approx(-1.989394374, rel=1e-8)
    assert found.slope == pytest.approx(0.1111653272, rel=1e-8)
    assert found.step == pytest.approx(0.06929104478, rel=1e-8)
    assert found.ols_se == pytest.approx(0.006523725893, rel=1e-8)
    assert found.se == pytest.approx(0.007283421891, rel=1e-8)
    # The classical interval, t on 7 degrees of freedom; the robust one is a little wider.
    assert (found.ols_ci_low, found.ols_ci_high) == pytest.approx((0.05386488, 0.08471721), abs=1e-8)
    assert found.ci_low < found.ols_ci_low
    assert found.ci_high > found.ols_ci_high
    assert (found.df, found.n) == (7, 10)


@pytest.mark.parametrize("hinge", [0.0, 21.5])
def test_equal_to_statsmodels(hinge):
    design = sm.add_constant(np.column_stack([np.maximum(0, COMPUTE - hinge), NEW]))
    plain, robust = sm.OLS(SCORES, design).fit(), sm.OLS(SCORES, design).fit(cov_type="HC3", use_t=True)
    found = task_practice(COMPUTE, NEW, SCORES, hinge)
    assert (found.intercept, found.slope, found.step) == pytest.approx(tuple(plain.params), rel=1e-8)
    assert found.ols_se == pytest.approx(plain.bse[2], rel=1e-8)
    assert found.se == pytest.approx(robust.bse[2], rel=1e-8)
    assert (found.ci_low, found.ci_high) == pytest.approx(tuple(robust.conf_int()[2]), rel=1e-8)
    assert (found.ols_ci_low, found.ols_ci_high) == pytest.approx(tuple(plain.conf_int()[2]), rel=1e-8)


def test_after_equal_practice_the_step_is_gone():
    rng = np.random.default_rng(9)
    compute, new = rng.uniform(20, 24, 40), np.repeat([0, 1], 20)
    level = 0.1 * (compute - 20) + rng.normal(0, 0.01, 40)
    practised = task_practice(compute, new, level)
    assert practised.ci_low < 0 < practised.ci_high
    released = task_practice(compute, new, level + 0.07 * new)
    assert released.step - practised.step == pytest.approx(0.07, rel=1e-9)
    assert released.se == pytest.approx(practised.se, rel=1e-9)


def test_order_of_models_does_not_matter():
    order = np.random.default_rng(1).permutation(10)
    one, other = task_practice(COMPUTE, NEW, SCORES), task_practice(COMPUTE[order], NEW[order], SCORES[order])
    assert (one.step, one.se) == pytest.approx((other.step, other.se), rel=1e-9)


@pytest.mark.parametrize(
    "call",
    [
        lambda: task_practice(COMPUTE[:4], NEW[:4], SCORES[:4]),
        lambda: task_practice(COMPUTE, NEW[:9], SCORES),
        lambda: task_practice(COMPUTE, np.ones(10), SCORES),
        lambda: task_practice(COMPUTE, NEW * 2, SCORES),
        lambda: task_practice(np.full(10, 22.0), NEW, SCORES),
        lambda: task_practice(COMPUTE, NEW, SCORES, hinge=30.0),
        lambda: task_practice(COMPUTE, [1] + [0] * 9, SCORES),
        lambda: task_practice(COMPUTE, NEW, np.append(SCORES[:9], np.nan)),
        lambda: task_practice(COMPUTE, NEW, SCORES, level=1.0),
    ],
)
def test_impossible_input_is_refused(call):
    with pytest.raises(ValueError, match=r"must|needs|vary|lengths|fixes"):
        call()


def test_the_form_of_the_source_equals_statsmodels_at_its_own_hinge():
    rng = np.random.default_rng(3)
    compute, new = rng.uniform(20, 24, 60), np.repeat([0, 1], 30)
    scores = 0.25 + 0.12 * np.maximum(0, compute - 21.3) + 0.06 * new + rng.normal(0, 0.02, 60)
    found = hinged_practice(compute, new, scores, 0.25)
    design = np.column_stack([np.maximum(0, compute - found.hinge), new])
    plain, robust = sm.OLS(scores - 0.25, design).fit(), sm.OLS(scores - 0.25, design).fit(cov_type="HC3", use_t=True)
    assert (found.slope, found.step) == pytest.approx(tuple(plain.params), rel=1e-8)
    assert (found.ols_se, found.se) == pytest.approx((plain.bse[1], robust.bse[1]), rel=1e-8)
    assert (found.ci_low, found.ci_high) == pytest.approx(tuple(robust.conf_int()[1]), rel=1e-8)
    assert found.hinge == pytest.approx(21.3, abs=0.15)
    assert found.step == pytest.approx(0.06, abs=0.015)
    # No hinge on a fine grid fits better.
    grid = np.linspace(18, compute.max() - 0.01, 4000)
    squares = [sm.OLS(scores - 0.25, np.column_stack([np.maximum(0, compute - h), new])).fit().ssr for h in grid[::20]]
    assert plain.ssr <= min(squares) + 1e-9


def test_models_on_one_side_give_no_step():
    with pytest.raises(ValueError, match="both must occur"):
        hinged_practice(COMPUTE, np.zeros(10), SCORES, 0.25)
    with pytest.raises(ValueError, match="compute does not vary"):
        hinged_practice(np.full(10, 22.0), NEW, SCORES, 0.25)
