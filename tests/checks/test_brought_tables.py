"""Results tables that the user brought, as figures of others (F2) and as re-made tests (F1)."""

import pytest

from tests.checks.ranking.brought import PAIR, brought, check, facts, table

LEVEL = {"type": "absolute", "comparator": None, "score": "80.0", "n_items": 1000, "claimant": "X"}
PAIR_CLAIM = {"score": "80.0", "comparator_score": "70.0", "n_items": 1000, "claimant": "X"}
TEST = {"id": "test", "name": "Test", "variants": [{"id": "new", "relation": "refreshed", "role": "derived"}]}


def rows(a, b, **more):
    return [{"model": m, "score": s, "n_items": 1000, **more} for m, s in (("a", a), ("b", b))]


def test_an_independent_table_is_another_party():
    found = check("F2", LEVEL, facts(table(rows(0.79, 0.7)), reading="L"))
    assert found.values["n_parties"] == 1
    assert found.values["parties"][0]["score"] == pytest.approx(0.79)
    assert found.values["parties"][0]["party"] == "a file 0"


def test_the_claimants_own_table_is_not():
    found = check("F2", LEVEL, facts(table(rows(0.79, 0.7), "claimant"), reading="L"))
    assert found.values["n_parties"] == 0
    assert found.values["figures"][0]["claimants_own"]


def test_a_table_of_unknown_hands_is_listed():
    found = check("F2", LEVEL, facts(table(rows(0.79, 0.7), "unattributed"), reading="L"))
    assert found.values["n_parties"] == 0
    assert "who measured" in found.values["figures"][0]["why_not"]


def test_three_tables_are_pooled():
    held = [brought("results", table(rows(p, 0.5, n_items=500)).content, n=k) for k, p in enumerate((0.30, 0.36, 0.41))]
    found = check("F2", {**LEVEL, "score": "48.9", "n_items": 500}, facts(*held, reading="L"))
    from auditgen.stats.meta import pooled_shares

    expected = pooled_shares([0.30, 0.36, 0.41], [500] * 3)
    assert found.values["meta"]["mean"] == pytest.approx(expected.estimate, rel=1e-9)
    assert found.values["meta"]["low"] == pytest.approx(expected.pi_low, rel=1e-9)


def test_the_same_pair_in_a_brought_table():
    there = check("F2", PAIR_CLAIM, facts(table(rows(0.75, 0.65))))
    assert there.values["pair_agrees"]
    assert there.values["pairs"][0]["party"] == "a file 0"
    back = check("F2", PAIR_CLAIM, facts(table(rows(0.55, 0.75))))
    assert back.values["reversed_clear"]["gap"] == pytest.approx(0.2)
    assert not back.values["pair_agrees"]
    unknown = check("F2", PAIR_CLAIM, facts(table(rows(0.55, 0.75), "unattributed")))
    assert unknown.values["reversed_clear"] is None
    assert "who measured" in unknown.values["pairs_listed"][0]["why_not"]
    own = check("F2", PAIR_CLAIM, facts(table(rows(0.55, 0.75), "claimant")))
    assert own.status == "not_run"


def test_a_tester_with_a_model_of_its_own_in_the_pair():
    held = facts(table(rows(0.55, 0.75)), names={**PAIR, "comparator_developer": "a file 0"})
    assert check("F2", PAIR_CLAIM, held).values["reversed_clear"]["tester_stake"]


def test_figures_with_the_catalogues_columns():
    figure = {
        "measured_value": 79.0,
        "measured_by": "Lab Y",
        "measured_setting": "5-shot",
        "n_items": 1000,
        "year": 2025,
    }
    piece = brought("figures", {"benchmark_id": "test", "model_id": "a", **figure})
    found = check("F2", LEVEL, facts(piece, reading="L"))
    assert [(p["party"], p["score"]) for p in found.values["parties"]] == [("Lab Y", pytest.approx(0.79))]


def both_tests(n_models=9, drop=0.08):
    models = ["a", "b", *(f"m{k}" for k in range(n_models - 2))]
    made = []
    for k, m in enumerate(models):
        old = 0.8 - 0.04 * k
        made.append({"model": m, "score": old, "n_items": 1000})
        made.append({"model": m, "score": old - drop, "n_items": 800, "benchmark": "new"})
    return table(made)


def test_a_table_with_the_test_and_its_variant():
    found = check("F1", LEVEL, facts(both_tests(), reading="L", benchmark=TEST))
    assert found.values["own"]["drop"] == pytest.approx(0.08)
    assert found.values["others"]["n"] == 8
    assert found.values["tables"][0]["tau_b"] == pytest.approx(1.0)
    pair = check("F1", PAIR_CLAIM, facts(both_tests(), benchmark=TEST)).values["pair"]
    assert pair["same_order"]
    assert pair["n_models"] == 9


def test_another_set_up_on_the_new_test_is_no_drop_of_one_set_up():
    held = both_tests().content
    changed = [{**r, "setting": "tools" if r["benchmark_id"] == "new" else None} for r in held["rows"]]
    piece = brought("results", {**held, "rows": changed})
    assert check("F1", LEVEL, facts(piece, reading="L", benchmark=TEST)).values["own"] is None


def test_a_brought_pair_table_may_leave_columns_out():
    pairs = [
        {"model": f"m{k}", "model_id": f"m{k}", "original_score": 80.0 - k, "variant_score": 70.0 - k} for k in range(9)
    ]
    piece = brought(
        "pairs", {"benchmark_id": "test", "variant_name": "New test", "pair_type": "refreshed", "rows": pairs}
    )
    found = check("F1", LEVEL, facts(piece, reading="L"))
    assert found.values["others"]["mean_drop"] == pytest.approx(0.10)
    assert found.values["others"]["variant"] == "New test"
