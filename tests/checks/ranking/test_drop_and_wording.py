"""C7 and C8: how few questions decide, and what other wordings give."""

from typing import Any

import pytest

from tests.checks.ranking.brought import PAIR, brought, check, facts, items, matrix

TEST: dict[str, Any] = {
    "id": "test",
    "label_errors": [{"scope_kind": "overall", "rate_pct": 6.49, "confidence": "seen"}],
}
SCORES = (0.887, 0.871, 0.842, 0.866, 0.853)
LEVEL = {"type": "absolute", "comparator": None}


def prompts(**by_model):
    rows = [
        {"model": m, "model_id": m, "prompt": f"w{k}", "score": s, "n_items": 14042}
        for m, scores in by_model.items()
        for k, s in enumerate(scores)
    ]
    return brought("prompts", {"benchmark_id": "test", "model_ids": list(by_model), "rows": rows})


def test_worked_drop():
    found = check("C7", {}, facts(matrix(items(230, 25, 10, 235)), benchmark=TEST))
    assert (found.values["drop_k"], found.values["ties_after"]) == (16, 15)
    assert found.values["drop_share"] == pytest.approx(0.032)
    assert found.caveat_ids == ("C7-a", "C7-b")


def test_more_questions_than_faulty_ones():
    found = check("C7", {}, facts(matrix(items(10, 60, 10, 20)), benchmark=TEST))
    assert found.values["drop_share"] == pytest.approx(0.51)
    assert found.caveat_ids == ("C7-a",)


def test_recalled_error_rates_decide_nothing():
    recalled = {"id": "test", "label_errors": [{**TEST["label_errors"][0], "confidence": "recalled"}]}
    assert check("C7", {}, facts(matrix(items(230, 25, 10, 235)), benchmark=recalled)).caveat_ids == ("C7-a",)


def test_a_lead_that_no_removal_turns_round():
    found = check("C7", {}, facts(matrix(items(10, 5, 0, 5))))
    assert found.values["drop_k"] is None
    assert found.values["drop_share"] is None
    assert found.caveat_ids == ()


def test_behind_on_the_questions():
    found = check("C7", {}, facts(matrix(items(10, 2, 5, 5))))
    assert found.values["behind"]
    assert found.values["drop_share"] is None


def test_no_answers_no_count():
    assert "needs question-by-question results" in (check("C7", {}, facts()).reason or "")


def test_worked_wordings():
    found = check("C8", {**LEVEL, "score": "88.7"}, facts(prompts(a=SCORES), reading="L"))
    assert found.values["mean"] == pytest.approx(0.8638)
    assert found.values["sd"] == pytest.approx(0.01722498186, rel=1e-6)
    assert found.values["item_se"] == pytest.approx(0.002894547423, rel=1e-6)
    assert found.values["one_prompt_se"] == pytest.approx(0.01746649377, rel=1e-6)
    assert found.ci_low == pytest.approx(0.8424123602, rel=1e-6)
    assert found.ci_high == pytest.approx(0.8851876398, rel=1e-6)
    assert found.values["range"] == pytest.approx(0.045)
    assert found.values["claimed_is_maximum"]
    assert found.caveat_ids == ("C8-a", "C8-b")


def test_a_middling_wording_was_not_picked():
    found = check("C8", {**LEVEL, "score": "86.6"}, facts(prompts(a=SCORES), reading="L"))
    assert not found.values["claimed_is_maximum"]
    assert found.caveat_ids == ("C8-a",)


@pytest.mark.parametrize("n", [0, 1, 3, 4])
def test_fewer_than_five_wordings_give_no_verdict(n):
    found = check("C8", {**LEVEL, "score": "88.7"}, facts(prompts(a=SCORES[:n], b=SCORES), reading="L"))
    assert found.status == "not_run"
    assert found.values == {}


def test_one_wording_turns_the_pair_round():
    a, b = (0.80, 0.81, 0.79, 0.80, 0.70), (0.75, 0.76, 0.75, 0.74, 0.74)
    found = check("C8", {"score": "80.0", "comparator_score": "75.0"}, facts(prompts(a=a, b=b)))
    assert found.values["pair_flips"]
    assert found.values["flips"] == ["w4"]
    # Three points are the cut-off: a reversal by exactly that much does not count.
    kept = check("C8", {"score": "80.0"}, facts(prompts(a=(0.8, 0.8, 0.8, 0.8, 0.71), b=b)))
    assert not kept.values["pair_flips"]


def test_wordings_of_one_model_only_say_nothing_of_a_pair():
    assert check("C8", {}, facts(prompts(a=SCORES))).status == "not_run"


def test_a_rank_is_set_against_the_next_below():
    scores = {"a": "1" * 6 + "0" * 4, "b": "1" * 2 + "0" * 8, "c": "1" * 4 + "0" * 6}
    names = {k: v for k, v in PAIR.items() if k != "comparator_id"}
    found = check("C7", {"type": "rank", "comparator": None, "rank": 1}, facts(matrix(scores), names=names))
    assert found.values["other"] == "c"
