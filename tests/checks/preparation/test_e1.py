"""E1. Would the order hold if both models were given the same practice first?"""

import pytest

from auditgen.catalogue import open_catalogue
from auditgen.checks.campaigns import Campaigns
from auditgen.checks.facts import Facts
from tests.checks.cases import AS_OF, real
from tests.checks.ranking.brought import PAIR, brought, check, facts


def practice(a, b, n=1000, test="test", produced_by="independent", k=0):
    rows = [
        {"model": m, "model_id": m, "benchmark_id": test, "before": x[0], "after": x[1], "n_items": n}
        for m, x in (("a", a), ("b", b))
    ]
    return brought("equal_practice", {"benchmark_ids": [test], "model_ids": ["a", "b"], "rows": rows}, produced_by, k)


def test_worked_pair():
    found = check("E1", {}, facts(practice((0.61, 0.66), (0.585, 0.685))))
    assert found.values["gap_before"] == pytest.approx(0.025)
    assert found.values["z"] == pytest.approx(-1.191591296, rel=1e-6)
    assert (found.values["gain_a"], found.values["gain_b"]) == (pytest.approx(0.05), pytest.approx(0.10))
    assert found.values["order_after"] == "unclear"
    assert found.caveat_ids == ("E1-b",)


@pytest.mark.parametrize(
    ("a", "b", "order", "outcome"),
    [
        ((0.61, 0.75), (0.58, 0.65), "kept", "supports"),
        ((0.61, 0.65), (0.58, 0.75), "reversed", "contradicts"),
        ((0.61, 0.70), (0.58, 0.70), "unclear", "unclear"),
    ],
)
def test_order_after(a, b, order, outcome):
    found = check("E1", {}, facts(practice(a, b)))
    assert (found.values["order_after"], found.outcome) == (order, outcome)


def test_one_recipe_that_does_not_keep_the_order_is_enough():
    held = facts(practice((0.6, 0.8), (0.58, 0.65)), practice((0.6, 0.7), (0.58, 0.69), k=1))
    assert check("E1", {}, held).values["order_after"] == "unclear"
    both = facts(practice((0.6, 0.8), (0.58, 0.65)), practice((0.6, 0.8), (0.58, 0.6), k=1))
    assert check("E1", {}, both).values["order_after"] == "kept"


def test_the_claimants_own_study_counts_only_against_it():
    good = check("E1", {}, facts(practice((0.6, 0.8), (0.58, 0.65), produced_by="claimant")))
    assert good.status == "not_run"
    assert "only the claimant's own figures" in (good.reason or "")
    bad = check("E1", {}, facts(practice((0.6, 0.65), (0.58, 0.80), produced_by="claimant")))
    assert bad.values["order_after"] == "reversed"


def test_another_test_is_named_and_decides_nothing():
    found = check("E1", {}, facts(practice((0.6, 0.8), (0.58, 0.65), test="other")))
    assert found.status == "not_run"
    assert "on 1 of 1 of them (other)" in (found.reason or "")
    assert found.values["other_tests"][0]["order_after"] == "kept"
    assert found.caveat_ids == ("E1-a",)


def test_nothing_held():
    found = check("E1", {}, facts())
    assert found.status == "not_run"
    assert found.caveat_ids == ("E1-a",)


def test_no_size_no_verdict():
    assert check("E1", {}, facts(practice((0.6, 0.8), (0.58, 0.65), n=None))).status == "not_run"


def test_base_and_tuned_versions_are_not_mixed():
    rows = [
        {"model": m, "model_id": m, "weights": w, "benchmark_id": "test", "before": 0.5, "after": x, "n_items": 1000}
        for m, w, x in (("a", "base", 0.9), ("a", "chat", 0.6), ("b", "base", 0.5), ("b", "chat", 0.7))
    ]
    held = brought("equal_practice", {"benchmark_ids": ["test"], "model_ids": ["a", "b"], "rows": rows})
    tuned = check("E1", {}, facts(held, names={**PAIR, "model_weights": "chat"}))
    base = check("E1", {}, facts(held, names={**PAIR, "comparator_weights": "base"}))
    assert (tuned.values["order_after"], base.values["order_after"]) == ("reversed", "kept")
    assert check("E1", {}, facts(held)).status == "not_run"  # which of the two is meant is not told


@pytest.fixture(scope="module")
def campaigns():
    return Campaigns(open_catalogue())


def test_the_catalogues_study_is_read_with_its_errors(campaigns):
    pieces = campaigns.equal_practice("qwen2.5-7b", "llama-3.1-8b")
    names = {
        "model_id": "qwen2.5-7b",
        "comparator_id": "llama-3.1-8b",
        "benchmark_id": "gsm8k",
        "model_weights": "base",
    }
    found = check("E1", {}, Facts(AS_OF, "R", names, {"equal_practice": pieces}))
    a, b = (
        next(r for r in p.content["rows"] if (r["benchmark_id"], r["weights"]) == ("gsm8k", "base")) for p in pieces
    )
    se = (a["se_after"] ** 2 + b["se_after"] ** 2) ** 0.5
    assert found.values["gap_after"] == pytest.approx(a["after"] - b["after"])
    assert found.values["z"] == pytest.approx((a["after"] - b["after"]) / se, rel=1e-6)
    assert found.values["order_after"] == "kept"
    assert found.values["n_other_tests"] > 15


def test_a_study_without_one_of_the_models_gives_nothing(campaigns):
    assert campaigns.equal_practice("qwen2.5-7b", "gpt-4.1") == ()


def test_equal_practice_lifts_the_cap_on_rankings():
    claim = {
        "type": "comparative", "model": "Qwen2.5-7B", "model_id": "qwen2.5-7b", "weights": "base", "benchmark": "GSM8K",
        "score": "85.4", "comparator": "Llama 3.1 8B", "comparator_id": "llama-3.1-8b", "comparator_score": "55.3",
        "claimant": "Alibaba", "claimant_relation": "developer", "shots": "4", "comparator_shots": "4",
    }  # fmt: skip
    verdict = real({"claim": claim}).claims[0].verdicts.ranking
    assert "C8" not in [c.id for c in verdict.caps]
    assert [s.points for s in verdict.ladder if s.domain == "U3"] == [4]
