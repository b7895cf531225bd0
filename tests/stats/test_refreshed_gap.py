"""Excess over peers on fresh questions."""

import csv

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from auditgen.stats.refreshed_gap import leave_family_out, refreshed_gap
from tests.shared_data import shared

FRESH = (0.05, 0.22, 0.31, 0.45, 0.54, 0.63, 0.72, 0.81)
OLD = (0.06, 0.24, 0.30, 0.47, 0.55, 0.66, 0.71, 0.83)


def test_worked_numbers():
    found = refreshed_gap(FRESH, OLD, 0.60, 0.74, 1205, 1319)
    assert found.line.intercept == pytest.approx(0.009144728156, rel=1e-8)
    assert found.line.slope == pytest.approx(1.004515328, rel=1e-9)
    assert found.line.residual_sd == pytest.approx(0.01569420533, rel=1e-8)
    assert found.expected == pytest.approx(0.6118539252, rel=1e-9)
    assert found.excess == pytest.approx(0.1281460748, rel=1e-9)
    assert found.se == pytest.approx(0.02516436661, rel=1e-9)
    assert (found.df, found.t) == (6, pytest.approx(5.092362419, rel=1e-9))
    assert found.p_one_sided == pytest.approx(0.001119070743, rel=1e-8)
    assert found.lower_95_one_sided == pytest.approx(0.07924717387, rel=1e-9)


def test_equal_to_statsmodels():
    found = refreshed_gap(FRESH, OLD, 0.60, 0.74, 1205, 1319)
    fit = sm.OLS(OLD, sm.add_constant(np.array(FRESH))).fit()
    at = fit.get_prediction([[1.0, 0.60]])
    variance = at.var_pred_mean[0] + fit.mse_resid + 0.74 * 0.26 / 1319 + fit.params[1] ** 2 * 0.24 / 1205
    assert found.se == pytest.approx(np.sqrt(variance), rel=1e-9)
    assert found.upper_95_one_sided == pytest.approx(found.excess + stats.t.ppf(0.95, 6) * found.se, rel=1e-9)


def test_imagenet_example_with_roles_swapped():
    # Published results of 13 image classifiers on ImageNet and its re-made version, percent.
    old = np.array(
        [90.052, 88.858, 88.352, 87.132, 85.996, 85.664, 77.358, 77.376, 76.130, 75.766, 73.370, 69.760, 67.656]
    )
    new = np.array(
        [81.890, 79.990, 80.250, 77.070, 76.480, 76.000, 65.850, 65.700, 63.330, 63.380, 60.770, 57.170, 54.690]
    )
    found = refreshed_gap(new[1:] / 100, old[1:] / 100, new[0] / 100, old[0] / 100, 10_000, 50_000)
    assert found.line.slope == pytest.approx(0.818076492, rel=1e-8)
    assert 100 * found.line.intercept == pytest.approx(23.5032487, rel=1e-8)
    assert 100 * found.expected == pytest.approx(90.4955326, rel=1e-8)
    assert 100 * found.excess == pytest.approx(-0.443532648, rel=1e-7)
    assert 100 * found.se == pytest.approx(0.659798418, rel=1e-7)
    assert found.df == 10
    assert 100 * found.upper_95_one_sided == pytest.approx(0.752326334, rel=1e-7)


FAMILY_BY_START = (
    ("meta-llama-3", "Llama 3"),
    ("llama-2", "Llama 2"),
    ("phind-codellama", "Code Llama"),
    ("codellama", "Code Llama"),
    ("phi-", "Phi"),
    ("mistral", "Mistral"),
    ("mixtral", "Mistral"),
    ("math-shepherd-mistral", "Mistral"),
    ("gpt2", "GPT-2"),
    ("gpt-3.5", "GPT-3.5"),
    ("gpt-4", "GPT-4"),
)


def _family(model: str) -> str:
    for start, family in FAMILY_BY_START:
        if model.lower().startswith(start):
            return family
    return model.split("-")[0].lower()


def _gsm1k() -> list[tuple[str, float, float]]:
    with shared("facts/variants.csv").open(encoding="utf-8", newline="") as handle:
        return [
            (row["model"], float(row["variant_score"]) / 100, float(row["original_score"]) / 100)
            for row in csv.DictReader(handle)
            if (row["original_benchmark"], row["variant_benchmark"]) == ("gsm8k", "gsm1k")
        ]


def test_gsm1k_with_42_references_and_every_family_dropped():
    pairs = _gsm1k()
    assert len(pairs) == 63
    references = [pair for pair in pairs if _family(pair[0]) not in ("Llama 3", "Phi", "Mistral")]
    assert len(references) == 42
    names, fresh, old = zip(*references, strict=True)
    ((_, model_fresh, model_old),) = [pair for pair in pairs if pair[0] == "Meta-Llama-3-70B-Instruct"]
    found = refreshed_gap(fresh, old, model_fresh, model_old, 1205, 1319)
    assert found.line.intercept == pytest.approx(0.02428988828, rel=1e-8)
    assert found.line.slope == pytest.approx(0.9812609885, rel=1e-9)
    assert found.line.residual_sd == pytest.approx(0.02533536500, rel=1e-8)
    assert found.expected == pytest.approx(0.9074247779, rel=1e-9)
    assert found.excess == pytest.approx(0.006575222097, rel=1e-8)
    assert found.se == pytest.approx(0.02863541307, rel=1e-9)
    assert found.df == 40
    # Both limits are one-sided 95% each: the quantile is t_40(.95), not t_40(.975).
    assert stats.t.ppf(0.95, 40) == pytest.approx(1.683851013, rel=1e-9)
    assert found.lower_95_one_sided == pytest.approx(-0.04164254722, rel=1e-8)
    assert found.upper_95_one_sided == pytest.approx(0.05479299141, rel=1e-8)

    dropped = leave_family_out([_family(name) for name in names], fresh, old, model_fresh, model_old, 1205, 1319)
    assert len(dropped) == 14
    assert sum(drop.n_dropped for drop in dropped) == 42
    excesses = [drop.excess.excess for drop in dropped]
    uppers = [drop.excess.upper_95_one_sided for drop in dropped]
    assert (min(excesses), max(excesses)) == pytest.approx((0.001173, 0.011383), abs=5e-7)
    assert (min(uppers), max(uppers)) == pytest.approx((0.050019, 0.061194), abs=5e-7)
    assert all(0.03 <= upper <= 0.10 for upper in uppers)  # a weak search whichever family goes


def test_gsm1k_with_the_narrower_list_of_28_references():
    pairs = _gsm1k()
    import yaml

    listing = yaml.safe_load(shared("facts/d7_references.yaml").read_text(encoding="utf-8"))
    (entry,) = [pair for pair in listing["pairs"] if pair["variant_benchmark"] == "gsm1k"]
    allowed = set(entry["references"])
    references = [pair for pair in pairs if pair[0] in allowed]
    assert len(references) == 28
    _, fresh, old = zip(*references, strict=True)
    found = refreshed_gap(fresh, old, 0.900, 0.914, 1205, 1319)
    assert found.excess == pytest.approx(0.008001694, rel=1e-6)
    assert found.lower_95_one_sided == pytest.approx(-0.040690902, rel=1e-6)
    assert found.upper_95_one_sided == pytest.approx(0.056694291, rel=1e-6)


def test_dropping_equals_fitting_without_the_family():
    families = ["a", "a", "b", "c", "c", "d", "e", "e"]
    for drop in leave_family_out(families, FRESH, OLD, 0.6, 0.74, 1205, 1319):
        kept = [i for i, family in enumerate(families) if family != drop.family]
        direct = refreshed_gap([FRESH[i] for i in kept], [OLD[i] for i in kept], 0.6, 0.74, 1205, 1319)
        assert drop.excess == direct
        assert drop.n_dropped == 8 - len(kept)


def test_a_drop_that_leaves_too_few_has_no_excess():
    first, second = leave_family_out(["a"] * 4 + ["b"] * 4, FRESH, OLD, 0.6, 0.74, 1205, 1319)
    assert first.excess is None
    assert second.excess is None
    alike = leave_family_out(["a"] + ["b"] * 7, (0.2,) + (0.5,) * 7, (0.2,) + (0.5,) * 7, 0.6, 0.7, 100, 100)
    assert alike[0].excess is None
    assert alike[1].excess is None


def test_the_references_own_old_scores_show_no_excess_on_average():
    excesses = [refreshed_gap(FRESH, OLD, f, o, 1000, 1000).excess for f, o in zip(FRESH, OLD, strict=True)]
    assert np.mean(excesses) == pytest.approx(0.0, abs=1e-12)


@given(st.floats(0.05, 0.85), st.floats(0.05, 0.95), st.integers(50, 5000))
def test_limits_hold_the_estimate_and_more_items_sharpen_them(fresh, old, n):
    few, many = refreshed_gap(FRESH, OLD, fresh, old, n, n), refreshed_gap(FRESH, OLD, fresh, old, 4 * n, 4 * n)
    assert few.lower_95_one_sided < few.excess < few.upper_95_one_sided
    assert many.excess == few.excess
    assert many.se < few.se
    assert (few.p_one_sided < 0.05) == (few.lower_95_one_sided > 0)


def test_false_alarms_stay_near_five_percent():
    rng = np.random.default_rng(7)
    alarms = 0
    for _ in range(600):
        ability = rng.uniform(0.2, 0.9, 20)
        n = 800
        fresh = rng.binomial(n, ability) / n
        old = rng.binomial(n, np.clip(ability + 0.03, 0, 1)) / n
        alarms += refreshed_gap(fresh[1:], old[1:], fresh[0], old[0], n, n).p_one_sided < 0.05
    assert alarms / 600 < 0.07


@pytest.mark.parametrize(
    "call",
    [
        lambda: refreshed_gap(FRESH[:4], OLD[:4], 0.6, 0.7, 100, 100),
        lambda: refreshed_gap(FRESH, OLD[:7], 0.6, 0.7, 100, 100),
        lambda: refreshed_gap(FRESH, OLD, 60, 0.7, 100, 100),
        lambda: refreshed_gap(FRESH, OLD, 0.6, float("nan"), 100, 100),
        lambda: refreshed_gap(FRESH, OLD, 0.6, 0.7, 0, 100),
        lambda: refreshed_gap([f * 100 for f in FRESH], OLD, 0.6, 0.7, 100, 100),
        lambda: refreshed_gap([0.5] * 8, OLD, 0.6, 0.7, 100, 100),
        lambda: leave_family_out(["a"], FRESH, OLD, 0.6, 0.7, 100, 100),
    ],
)
def test_impossible_input_is_refused(call):
    with pytest.raises(ValueError, match=r"must|need|vary"):
        call()
