"""C3 from a brought results table: other tests of the pair, and agreement of the tests over all models."""

import pytest
from scipy.stats import kendalltau, spearmanr, weightedtau

from auditgen.grading.g4_carry_over import known
from tests.checks.ranking.brought import PAIR, check, facts, table

# The worked numbers of the method (C3): eight models on two tests.
A = (88.7, 86.4, 83.7, 81.9, 79.5, 77.4, 70.0, 68.9)
B = (62.0, 64.1, 58.3, 58.3, 50.2, 52.0, 41.0, 43.5)
MODELS = "abcdefgh"


def rows(**tests):
    return [
        {"model": m, "benchmark": name, "score": s / 100, "n_items": 1000}
        for name, scores in tests.items()
        for m, s in zip(MODELS, scores)
    ]


def test_agreement_is_scipys_and_the_methods():
    found = check("C3", {}, facts(table(rows(test=A, other=B)))).values["agreement"]
    (entry,) = found
    assert entry["name"] == "other"
    assert entry["n_models"] == 8
    assert entry["kendall_tau_b"] == pytest.approx(0.7637626158, abs=1e-9)
    assert entry["p"] == pytest.approx(0.008839740161, abs=1e-9)
    assert entry["weighted_tau"] == pytest.approx(0.7566372130, abs=1e-9)
    assert entry["spearman"] == pytest.approx(0.9221722217, abs=1e-9)
    assert entry["top_k_jaccard"] == pytest.approx(3 / 4)
    assert entry["kendall_tau_b"] == pytest.approx(kendalltau(A, B).statistic)
    assert entry["weighted_tau"] == pytest.approx(weightedtau(A, B).statistic)
    assert entry["spearman"] == pytest.approx(spearmanr(A, B).statistic)


def test_the_pair_is_counted_on_every_other_test_of_the_table():
    found = check("C3", {}, facts(table(rows(test=A, other=B, third=A[::-1]))))
    by_name = {e["name"]: e for e in found.values["tests"]}
    assert set(by_name) == {"other", "third"}
    assert by_name["other"]["gap"] == pytest.approx(-0.021)
    assert found.values["order_kept"] == 0.0
    assert found.values["n_reversed"] == 2
    assert found.caveat_ids == ("C3-a", "C3-b", "C3-c")


def test_few_models_say_nothing_of_the_whole():
    few = [r for r in rows(test=A, other=B) if r["model"] in "abcde"]
    found = check("C3", {}, facts(table(few)))
    assert found.values["agreement"] == []
    assert found.values["kendall_tau_b"] is None
    assert found.caveat_ids == ("C3-a", "C3-b")


def test_another_set_up_is_no_other_test_of_the_pair():
    mixed = [{**r, "setting": "5-shot" if r["model"] == "b" and r["benchmark"] == "other" else None} for r in rows(
        test=A, other=B)]  # fmt: skip
    assert check("C3", {}, facts(table(mixed))).values["tests"] == []


def test_lower_is_better_is_turned_round():
    turned = [{**r, "score": 1 - r["score"], "higher_is_better": False} if r["benchmark"] == "other" else r
              for r in rows(test=A, other=B)]  # fmt: skip
    found = check("C3", {}, facts(table(turned))).values
    assert found["agreement"][0]["kendall_tau_b"] == pytest.approx(0.7637626158, abs=1e-9)
    assert found["tests"][0]["gap"] == pytest.approx(-0.021)


PLACE = {"type": "rank", "rank": 1, "comparator": None}


@pytest.mark.parametrize(
    ("others", "points"),
    [((A, A, A), None), ((B, B, B), -2), ((A[::-1], A[::-1], B), -4), ((B, B), None)],
    ids=["the same order", "fair agreement", "poor agreement", "two tests are described, not judged"],
)
def test_a_place_is_charged_by_the_typical_agreement(others, points):
    from auditgen.grading.case import Case
    from auditgen.grading.thresholds import load_thresholds

    tests = {f"other{k}": scores for k, scores in enumerate(others)}
    found = check("C3", PLACE, facts(table(rows(test=A, **tests)), names={**PAIR, "comparator_id": None}))
    case = Case(reading="R", claimed=True, relation_kind="rank", checks={"C3": found})
    charges = [c.points for c in known(case, load_thresholds()) if c.check_id == "C3"]
    assert charges == ([points] if points else [])
