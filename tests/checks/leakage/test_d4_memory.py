"""D4: verbatim completion and free regeneration."""

import pytest

from tests.checks.leakage.made import checked, completions, piece, regeneration


def close(value):
    return pytest.approx(value, rel=1e-6)


def complete(content, by="independent", **more):
    return checked("D4", completions=piece("completions", content, by), **more)


def regenerate(content, by="independent", **more):
    return checked("D4", regeneration=piece("regeneration", content, by), **more)


def test_worked_numbers_of_completion():
    found = complete(completions(200, 18, (1, 17, 1, 181)))
    assert found.outcome == "strong_concern"
    assert found.p_value == close(7.247924805e-05)
    assert (found.estimate, found.values["excess"]) == (close(18 / 200), close(16 / 200))
    assert (found.values["rate"], found.values["control_rate"]) == (close(0.09), close(0.01))
    assert found.caveat_ids == ("D4-a", "D4-k")


def test_worked_numbers_of_no_hit():
    found = complete(completions(200, 0, (0, 0, 0, 200)))
    assert found.outcome == "none_found"
    assert found.mde == close(0.01486703923)
    assert found.values["memory"] == "looked for, not found"
    assert found.caveat_ids == ("D4-e",)
    # Just too few items to be able to say so.
    few = complete(completions(190, 0, (0, 0, 0, 190)))
    assert (few.outcome, few.mde > 0.015) == ("unclear", True)


def test_worked_numbers_of_regeneration():
    found = regenerate(regeneration())
    test = found.values["tests"][0]
    assert found.outcome == "strong_concern"
    assert test["rate"] == close(0.2365428355)
    assert (found.ci_low, found.ci_high) == (close(0.2138376839), close(0.2604280385))
    assert test["control_high"] == close(0.002482997125)
    assert found.p_value == close(2.362261475e-97)
    assert found.caveat_ids == ("D4-c", "D4-k")
    assert found.values["alarm"]["expected"] == 0.01


def test_a_level_without_a_control_is_no_evidence():
    found = complete(completions(1319, 500))
    assert (found.outcome, found.mde) == ("unclear", None)
    assert "no control" in found.values["tests"][0]["why"]
    assert regenerate(regeneration(n_control=0)).outcome == "unclear"


@pytest.mark.parametrize(("keys", "capped"), [(0, False), (10, False), (14, True), (300, True)])
def test_answers_lift_strong_memory_to_the_cap(keys, capped):
    found = regenerate(regeneration(with_key=keys))
    assert found.values["strong_with_answers"] is capped
    assert ("D4-b" in found.caveat_ids) is capped


def test_a_wrong_key_is_an_answer_too():
    assert regenerate(regeneration(with_wrong_key=20)).values["strong_with_answers"] is True
    assert regenerate(regeneration(hits=0, with_wrong_key=0)).values["strong_with_answers"] is False


def test_excess_below_one_percent_is_not_strong():
    found = regenerate(regeneration(hits=12, n=1319, n_control=1319))
    assert (found.outcome, found.p_value < 0.01) == ("some_concern", True)


def test_refusals_are_no_null_result():
    found = complete(completions(400, 0, (0, 0, 0, 400), refused=81))
    assert (found.outcome, found.mde, found.caveat_ids) == ("unclear", None, ("D4-d",))
    assert complete(completions(400, 0, (0, 0, 0, 400), refused=80)).outcome == "none_found"
    # What came out in spite of refusals counts.
    assert complete(completions(200, 18, (1, 17, 1, 181), refused=100)).outcome == "strong_concern"


def test_controls_that_are_not_paired():
    fresh = {"n": 200, "hits": 2, "exact": 2, "refused": 0, "with_key": 0, "with_wrong_key": 0}
    found = complete(completions(200, 18, fresh=fresh))
    assert found.values["tests"][0]["control"] == "newer"
    from scipy.stats import fisher_exact

    assert found.p_value == close(fisher_exact([[18, 182], [2, 198]], alternative="greater").pvalue)


def test_counts_of_short_runs_never_clear():
    content = completions(1319, 0, (0, 0, 0, 1319)) | {"rule": "ngram"}
    assert (complete(content).outcome, complete(content).mde) == ("unclear", None)


def test_too_few_outputs_could_not_have_shown_the_questions():
    assert regenerate(regeneration(hits=0, n_outputs=200)).mde is None
    assert regenerate(regeneration(hits=0, n_outputs=1319)).outcome == "none_found"


@pytest.mark.parametrize("by", ["claimant", "unattributed"])
def test_the_claimants_own_null_is_a_weak_search(by):
    found = complete(completions(2000, 0, (0, 0, 0, 2000)), by=by)
    assert (found.outcome, found.values["status"]) == ("unclear", "searched, not found, weak search")
    assert found.mde < 0.015


@pytest.mark.parametrize("by", ["claimant", "unattributed", "independent", "adversarial"])
def test_a_concern_counts_in_full_whoever_brings_it(by):
    assert complete(completions(200, 18, (1, 17, 1, 181)), by=by).outcome == "strong_concern"


def test_the_worst_test_decides_and_a_null_beside_it_changes_nothing():
    bad, null = completions(200, 18, (1, 17, 1, 181)), completions(2000, 0, (0, 0, 0, 2000))
    both = checked("D4", completions=[piece("completions", c, n=i) for i, c in enumerate((null, bad))])
    assert both.outcome == "strong_concern"
    assert both.values["alarm"]["expected"] == 0.02


def test_other_models_and_other_weights_are_other_evidence():
    assert complete(completions(200, 18, (1, 17, 1, 181), model="other")).status == "not_run"
    content = completions(200, 18, (1, 17, 1, 181)) | {"weights": "base"}
    assert complete(content, names={"model_weights": "chat"}).status == "not_run"
    assert complete(content, names={"model_weights": "base"}).outcome == "strong_concern"


def test_what_touches_both_models_does_not_favour_the_one_ahead():
    mine, theirs = completions(200, 18, (1, 17, 1, 181), keys=9), completions(200, 40, (1, 39, 1, 159), model="other")
    pieces = [piece("completions", c, n=i) for i, c in enumerate((mine, theirs))]
    found = checked("D4", reading="R", completions=pieces)
    assert (found.outcome, found.values["listed_only"]) == ("unclear", "touches both models")
    assert found.values["strong_with_answers"] is False
    assert checked("D4", reading="L", completions=pieces).values["strong_with_answers"] is True
    assert checked("D4", reading="R", completions=pieces[:1]).outcome == "strong_concern"


def test_where_ability_is_the_risk_the_caveat_says_so():
    found = complete(completions(200, 18, (1, 17, 1, 181)), facts={"benchmark": {"domain": "hazard"}})
    assert "D4-r" in found.caveat_ids
