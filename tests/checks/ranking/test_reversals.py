"""C4. Clearly one way round on one test and clearly the other way round on another."""

import pytest

from auditgen.checks.facts import Facts
from auditgen.records.evidence import evidence
from tests.checks.cases import AS_OF
from tests.checks.ranking.brought import PAIR, check, facts, table

GAP = {"score": "60.0", "comparator_score": "40.0", "n_items": 500, "claimant": "X", "model": "the model"}


def campaign(model, scores, party="Y", kind="independent", **row):
    tests = {f"t{k}": {"name": f"T{k}", "domain": "code", "n_items": 500} for k in range(len(scores))}
    rows = [
        {"result_id": f"{model}{k}", "benchmark_id": f"t{k}", "score": s, "unit": "percent", "n_items": 500,
         "weights": "chat", "copied": "no", **row}
        for k, s in enumerate(scores)
    ]  # fmt: skip
    content = {"campaign": "y", "model_id": model, "party": party, "party_type": kind, "document": "y",
               "document_party": party, "tests": tests, "rows": rows}  # fmt: skip
    return evidence(f"campaign:y@{model}", "campaign", "Y", "seen", "catalogue", content)


def held(a, b, **more):
    test = evidence(
        "benchmark:test", "benchmark", "t", "seen", "catalogue", {"id": "test", "name": "Test", "domain": "code"}
    )
    pieces = (campaign("a", a, **more), campaign("b", b, **more))
    return Facts(AS_OF, "R", dict(PAIR), {"elsewhere": pieces, "benchmark": (test,)})


def test_clear_both_ways():
    found = check("C4", GAP, held([50.0, 70.0], [65.0, 50.0]))
    assert found.values["clear_both_ways"]
    assert [e["name"] for e in found.values["clear_behind"]] == ["T0"]
    assert {e["name"] for e in found.values["clear_ahead"]} == {"T1", "Test"}
    assert found.values["worst_reversal_same_field"]["gap"] == pytest.approx(0.15)
    assert found.caveat_ids == ("C4-a",)


def test_a_reversal_that_could_be_chance():
    found = check("C4", GAP, held([50.0], [52.0]))
    assert not found.values["clear_both_ways"]
    assert found.values["worst_reversal_same_field"]["gap"] == pytest.approx(0.02)
    assert found.caveat_ids == ()


def test_a_party_with_a_stake_names_no_reversal():
    found = check("C4", GAP, held([50.0], [65.0], kind="competitor"))
    assert found.status == "not_run"


def test_the_claimants_own_campaign_is_no_other_test():
    assert check("C4", GAP, held([50.0], [65.0], party="X")).status == "not_run"


def test_worked_reversals_of_two_tests():
    # n 1319 and 1205: two pairs reversed on the second test, neither clearly (adjusted p .44 and .07).
    first, second = (0.93, 0.90, 0.86, 0.80, 0.62), (0.88, 0.89, 0.84, 0.66, 0.70)
    from auditgen.stats.reversals import pairs_from_scores, reversals

    found = reversals(pairs_from_scores(first, 1319), pairs_from_scores(second, 1205))
    assert (found.n_clear_first, found.n_reversed, found.n_clearly_reversed) == (10, 2, 0)
    for pair in found.pairs:
        claim = {**GAP, "score": f"{100 * first[pair.ahead]}", "comparator_score": f"{100 * first[pair.behind]}"}
        rows = [
            {"model": m, "benchmark": "second", "score": second[i], "n_items": 1205}
            for m, i in (("a", pair.ahead), ("b", pair.behind))
        ]
        result = check("C4", {**claim, "n_items": 1319}, facts(table(rows)))
        entry = next(e for e in [*result.values["clear_behind"], result.values] if e)
        if abs(pair.z_second) < 1.96:
            assert not result.values["clear_both_ways"]
        else:  # z -2.1: clear as the one pair looked at, not among all ten
            assert entry["gap"] == pytest.approx(pair.gap_second)


def test_nothing_held():
    assert check("C4", GAP, facts()).status == "not_run"


def placed(model, above, below):
    """A claim on the second place of three; parties measured all three models on one other test."""
    board = {
        "campaign": "board",
        "rows": [
            {"model_id": id, "model": id.upper(), "score": s, "n_items": 900, "se": 1.0}
            for id, s in (("top", 80.0), ("a", 70.0), ("low", 60.0))
        ],
    }
    found = held(model, above)
    pieces = (campaign("a", model), campaign("top", above), campaign("low", below))
    roles = {
        **found.roles,
        "elsewhere": pieces,
        "board": (evidence("board:b", "board", "b", "seen", "catalogue", board),),
    }
    return Facts(AS_OF, "R", {**PAIR, "comparator_id": None}, roles)


PLACE = {"type": "rank", "rank": 2, "model": "the model", "comparator": None}


@pytest.mark.parametrize(
    ("above", "below", "first", "second", "gap"),
    [
        ([70.0], [62.0], "the model", "LOW", 0.12),
        ([41.0], [45.0], "TOP", "the model", 0.09),
        ([60.0], [40.0], None, None, None),
    ],
    ids=["the one below is ahead elsewhere", "the one above is behind elsewhere", "the order holds"],
)
def test_of_two_neighbours_the_weaker_pair_decides(above, below, first, second, gap):
    found = check("C4", PLACE, placed([50.0], above, below)).values
    worst = found["worst_reversal_same_field"]
    if gap is None:
        assert worst is None
    else:
        assert worst["gap"] == pytest.approx(gap)
        assert (found["first"], found["second"]) == (first, second)


def test_a_safer_model_is_not_set_against_the_order_of_ability():
    found = held([50.0, 50.0], [70.0, 70.0])
    test = {"id": "test", "name": "Test", "domain": "hazard"}
    risky = {**found.roles, "benchmark": (evidence("benchmark:test", "benchmark", "t", "seen", "catalogue", test),)}
    facts_ = Facts(AS_OF, "R", dict(PAIR), risky)
    lower = {**GAP, "score": "40.0", "comparator_score": "60.0", "higher_is_better": False}
    elsewhere = check("F2", lower, facts_)
    assert elsewhere.status == "not_run"
    assert "about ability" in elsewhere.reason
    assert check("F2", {**GAP}, facts_).values["elsewhere"]["n_behind"] == 2
