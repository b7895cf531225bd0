"""B1, B2 and B4 on question-by-question results: what pairing and families of questions change."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.regression.linear_model import OLS
from statsmodels.stats.contingency_tables import mcnemar

from tests.checks.ranking.brought import PAIR, brought, check, facts, items, matrix

GAP = {"score": "51.0", "comparator_score": "48.0", "n_items": 500}
WORKED = items(230, 25, 10, 235)


def test_the_same_gap_is_clear_when_paired_and_invisible_when_not():
    paired = check("B2", GAP, facts(matrix(WORKED)))
    apart = check("B2", GAP, facts())
    assert paired.values["clear_raw"]
    assert not apart.values["clear_raw"]
    assert paired.p_value == pytest.approx(0.01667384780, rel=1e-6)
    assert paired.values["p_mid"] == pytest.approx(0.01133098418, rel=1e-6)
    assert paired.values["se"] == pytest.approx(0.01175584961, rel=1e-6)
    assert paired.ci_low == pytest.approx(0.006958958156, rel=1e-6)
    assert paired.ci_high == pytest.approx(0.05304104184, rel=1e-6)
    assert paired.values["correlation"] == pytest.approx(0.8616618171, rel=1e-6)
    assert apart.values["se"] == pytest.approx(0.03160696126, rel=1e-6)
    assert apart.p_value == pytest.approx(0.3425402613, rel=1e-6)
    assert paired.caveat_ids == ("B2-a", "B2-c")
    assert apart.caveat_ids == ("B2-b",)


def test_the_verdict_rule_takes_the_paired_test():
    assert check("B4", GAP, facts(matrix(WORKED))).values["clear"]
    assert not check("B4", GAP, facts()).values["clear"]


def test_exact_p_is_that_of_statsmodels():
    found = check("B2", GAP, facts(matrix(WORKED)))
    expected = mcnemar([[230, 25], [10, 235]], exact=True)
    assert found.values["p_exact"] == pytest.approx(expected.pvalue, rel=1e-9)


def test_a_matrix_of_another_run_does_not_speak_for_the_printed_gap():
    found = check("B2", {**GAP, "score": "60.0"}, facts(matrix(WORKED)))
    assert found.values["paired"] is False
    assert found.values["gap"] == pytest.approx(0.12)


def test_a_matrix_alone_gives_a_gap():
    found = check("B2", {}, facts(matrix(WORKED)))
    assert found.values["gap"] == pytest.approx(0.03)


def test_missing_answers_leave_shared_questions_only():
    scores = {"a": "11110000.1", "b": "1100110.00"}
    found = check("B2", {}, facts(matrix(scores)))
    assert found.n == 8
    assert (found.values["only_a"], found.values["only_b"]) == (3, 2)


def test_two_runs_of_one_model_do_not_tell_which_is_meant():
    held = matrix({"a": "1100", "b": "1010", "c": "1110"})
    content = {**held.content, "model_ids": ["a", "b", "a"]}
    assert check("B2", {}, facts(brought("item_matrix", content))).status == "not_run"


def test_base_and_tuned_columns_of_one_model():
    held = matrix({"a": "1100", "b": "1010", "a base": "0001"})
    content = {**held.content, "model_ids": ["a", "b", "a"], "weights": ["chat", "chat", "base"]}
    tuned = check("B2", {}, facts(brought("item_matrix", content), names={**PAIR, "model_weights": "chat"}))
    assert tuned.values["gap"] == pytest.approx(0.0)
    base = check("B2", {}, facts(brought("item_matrix", content), names={**PAIR, "model_weights": "base"}))
    assert base.values["gap"] == pytest.approx(-0.25)


@pytest.mark.parametrize("more", [{"subset": "physics"}, {"unit": "points"}])
def test_a_part_or_another_scale_is_not_the_whole_test(more):
    content = {**matrix(WORKED).content, **more}
    assert check("B2", {}, facts(brought("item_matrix", content))).status == "not_run"


def test_families_of_questions_widen_the_gap():
    rng = np.random.default_rng(7)
    families = np.repeat(np.arange(40), 10)
    lean = rng.normal(0.1, 0.5, 40)[families]
    a = (rng.random(400) < np.clip(0.5 + lean, 0, 1)).astype(int)
    b = (rng.random(400) < 0.5).astype(int)
    scores = {"a": "".join(map(str, a)), "b": "".join(map(str, b))}
    plain = check("B2", {}, facts(matrix(scores)))
    family = check("B2", {}, facts(matrix(scores, [f"f{k}" for k in families])))
    d = (a - b).astype(float)
    fit = OLS(d, np.ones(400)).fit(cov_type="cluster", cov_kwds={"groups": families, "use_correction": False})
    assert family.values["se"] == pytest.approx(float(fit.bse[0]), rel=1e-9)
    assert family.values["se"] > 1.3 * plain.values["se"]
    assert family.ci_method == "paired_clustered"
    assert family.values["p_exact"] is not None  # McNemar stands beside it


def test_one_score_by_families():
    scores = "111011000010"
    families = ["0", "0", "0", "0", "1", "1", "1", "2", "2", "2", "3", "3"]
    held = facts(matrix({"a": scores, "b": "0" * 12}, families), reading="L")
    found = check("B1", {"type": "absolute", "comparator": None, "score": "50.0", "n_items": 12}, held)
    assert found.values["design_effect"] == pytest.approx(1.166666667, rel=1e-6)
    assert found.values["n_eff"] == 10
    assert found.values["n_is"] == "items"
    assert "B1-c" in found.caveat_ids


def test_tries_do_not_count_as_questions():
    rows = [1.0, 0.75, 0.25, 0.0, 0.75, 0.5]
    held = facts(matrix({"a": rows, "b": [0.0] * 6}), reading="L")
    found = check("B1", {"type": "absolute", "comparator": None, "score": "54.2", "n_items": 24}, held)
    assert found.n == 6
    assert found.values["half_width"] == pytest.approx(1.959963985 * 0.1502313031, rel=1e-6)


def test_a_matrix_of_another_score_leaves_the_plain_interval():
    held = facts(matrix({"a": "1" * 60 + "0" * 40, "b": "0" * 100}), reading="L")
    found = check("B1", {"type": "absolute", "comparator": None, "score": "80.0", "n_items": 100}, held)
    assert found.values["n_is"] == "claim"


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 30), st.integers(1, 30))
def test_swapping_the_models_turns_the_gap_round(both, only_a, only_b, neither):
    held = matrix(items(both, only_a, only_b, neither))
    there = check("B2", {}, facts(held))
    back = check("B2", {}, facts(held, names={**PAIR, "model_id": "b", "comparator_id": "a"}))
    if there.status == "ran":
        assert back.values["gap"] == pytest.approx(-there.values["gap"], abs=1e-12)
        assert back.p_value == pytest.approx(there.p_value, rel=1e-9)
        assert not (there.values["clear_raw"] and there.values["gap"] > 0 and back.values["gap"] > 0)
