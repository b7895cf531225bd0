"""Curve-based excess from item data."""

import numpy as np
import pytest
from scipy.interpolate import make_smoothing_spline

from auditgen.stats.constat import curve_excess


def _items(seed: int, inflation: float, m: int = 16, n: int = 600, drift: float = 0.05):
    """Item scores of m references and one model; the fresh test is harder by `drift` for all."""
    rng = np.random.default_rng(seed)
    ability = np.append(np.linspace(0.3, 0.85, m), 0.6)
    old = (rng.random((m + 1, n)) < (ability + np.append(np.zeros(m), inflation))[:, None]).astype(float)
    fresh = (rng.random((m + 1, n)) < (ability - drift)[:, None]).astype(float)
    return {
        "model_old": old[-1],
        "model_fresh": fresh[-1],
        "reference_old": old[:-1],
        "reference_fresh": fresh[:-1],
        "chance_old": 0.25,
        "chance_fresh": 0.25,
    }


def test_an_inflated_model_is_found_and_its_inflation_measured():
    found = curve_excess(**_items(1, 0.15), n_draws=1500, seed=1)
    assert found.estimate == pytest.approx(0.15, abs=0.05)
    assert found.lower_95_one_sided > 0.05
    assert found.p_one_sided < 0.01
    assert found.expected == pytest.approx(0.60, abs=0.05)


def test_a_harder_fresh_test_alone_raises_no_alarm():
    found = curve_excess(**_items(2, 0.0, drift=0.10), n_draws=1500, seed=1)
    assert found.lower_95_one_sided < 0.0 < found.upper_95_one_sided
    assert abs(found.estimate) < 0.05
    assert found.p_one_sided > 0.05


def test_false_alarms_stay_near_the_promised_rate():
    p = np.array([curve_excess(**_items(100 + s, 0.0), n_draws=200, seed=s).p_one_sided for s in range(100)])
    assert (p < 0.05).mean() <= 0.12  # 5 expected of 100; more than 12 has a chance of 1 in 300


def test_same_seed_same_answer_and_other_seed_close():
    one, again = (curve_excess(**_items(3, 0.1), n_draws=600, seed=5) for _ in range(2))
    other = curve_excess(**_items(3, 0.1), n_draws=600, seed=6)
    assert one == again
    assert one != other
    assert one.estimate == pytest.approx(other.estimate, abs=0.01)


def _plain_loop(data: dict, n_draws: int, seed: int) -> np.ndarray:
    """The published procedure, one draw at a time with scipy's own spline and its own penalty rule."""
    rng = np.random.default_rng(seed)
    old, fresh = data["reference_old"], data["reference_fresh"]
    m, n = old.shape
    draws = []
    while len(draws) < n_draws:
        i, j, models = rng.integers(0, n, n), rng.integers(0, n, n), rng.integers(0, m, m)
        if len(set(models.tolist())) < 5:
            continue
        sd = np.sqrt(0.25 * 0.75 / n)
        y = np.sort(np.append(old[models][:, i].mean(axis=1), rng.normal(0.25, sd)))
        x = np.sort(np.append(fresh[models][:, j].mean(axis=1), rng.normal(0.25, sd)))
        keep = np.append(np.diff(x) > 0, True)
        if keep.sum() < 5:
            continue
        expected = float(make_smoothing_spline(x[keep], y[keep])(data["model_fresh"][j].mean()))
        draws.append(data["model_old"][i].mean() - min(max(expected, 0.0), 1.0))
    return np.array(draws)


def test_agrees_with_the_published_procedure():
    data = _items(4, 0.12)
    ours, theirs = curve_excess(**data, n_draws=1000, seed=2), _plain_loop(data, 300, 3)
    assert ours.estimate == pytest.approx(theirs.mean(), abs=0.01)
    assert ours.se == pytest.approx(theirs.std(), rel=0.25)
    lower = 2 * theirs.mean() - np.quantile(theirs, 0.95)
    assert ours.lower_95_one_sided == pytest.approx(lower, abs=0.02)


def test_excess_without_resampling_is_near_the_mean_of_draws():
    found = curve_excess(**_items(5, 0.1), n_draws=500, seed=0)
    assert found.estimate_all_data == pytest.approx(found.estimate, abs=2 * found.se)


def test_limits_are_ordered_and_the_sizes_are_told():
    found = curve_excess(**_items(6, 0.05), n_draws=300, seed=9)
    assert found.lower_95_one_sided < found.estimate < found.upper_95_one_sided
    assert (found.n_references, found.n_draws, found.seed) == (16, 300, 9)


def test_impossible_input_is_refused():
    data = _items(7, 0.0)
    with pytest.raises(ValueError, match="at least 12 reference models"):
        curve_excess(
            **{**data, "reference_old": data["reference_old"][:11], "reference_fresh": data["reference_fresh"][:11]}
        )
    with pytest.raises(ValueError, match="both tests"):
        curve_excess(**{**data, "reference_old": data["reference_old"][:13]})
    with pytest.raises(ValueError, match="same items"):
        curve_excess(**{**data, "model_old": data["model_old"][:-1]})
    with pytest.raises(ValueError, match="chance_old"):
        curve_excess(**{**data, "chance_old": float("nan")})
    with pytest.raises(ValueError, match="n_draws"):
        curve_excess(**data, n_draws=0)
    broken = data["model_old"].copy()
    broken[0] = np.nan
    with pytest.raises(ValueError, match="missing"):
        curve_excess(**{**data, "model_old": broken})
