"""C5 and C6: parts of one test, boards that average and boards that rank."""

import pytest

from auditgen.stats.alternatives import kendall_w
from tests.checks.ranking.brought import PAIR, brought, check, facts, table

TASKS = ((82, 60, 71, 90), (80, 66, 70, 84), (75, 69, 72, 80), (70, 50, 60, 88))
RANK = {"type": "rank", "comparator": None, "rank": 1}
ALONE = {"model_id": "a", "benchmark_id": "test"}


def board(scores=TASKS, models="abcd", scale=100, **more):
    """Models in rows, tasks in columns."""
    return table(
        [
            {"model": m, "task": f"task {k + 1}", "score": x / scale}
            for m, row in zip(models, scores)
            for k, x in enumerate(row)
        ],
        **more,
    )


def test_worked_board():
    found = check("C5", RANK, facts(board(), names=ALONE))
    # Models a and b: 75.75 and 75; task 1 or 4 out, two others tie first.
    values = found.values
    assert values["leads"]
    assert values["decisive"] == ["task 1", "task 4"]
    assert values["first_changed_share"] == pytest.approx(0.5)
    assert values["lead"] == pytest.approx(0.0075)
    assert values["lead_t"] == pytest.approx(0.3005012535, rel=1e-6)
    assert values["lead_p"] == pytest.approx(0.7834160037, rel=1e-6)
    assert values["lead_interval_includes_0"]
    assert found.caveat_ids == ("C5-a", "C5-b")


def test_a_pair_is_judged_between_its_two_models():
    found = check("C5", {}, facts(board()))
    assert found.values["models"] == 2
    assert found.values["first_changed"]


def test_a_steady_lead_has_no_concern():
    found = check("C5", {}, facts(board(((80, 81, 82, 80), (60, 60, 63, 61)), "ab")))
    assert not found.values["first_changed"]
    assert not found.values["lead_interval_includes_0"]
    assert found.caveat_ids == ()


def test_who_does_not_lead_has_no_lead_to_lose():
    found = check("C5", {}, facts(board(((60, 60, 63, 61), (80, 81, 82, 80)), "ab")))
    assert found.values["leads"] is False
    assert "first_changed" not in found.values


def test_two_parts_are_too_few():
    assert check("C5", {}, facts(board(((80, 81), (60, 60)), "ab"))).status == "not_run"


def test_totals_are_no_parts():
    rows = [{"model": m, "task": t, "score": 0.5} for m in "ab" for t in ("overall", "all problems", "x", "y")]
    assert check("C5", {}, facts(table(rows))).status == "not_run"


def test_parts_of_the_catalogue():
    rows = [
        {"model": m.upper(), "model_id": m, "weights": "chat", "subset": f"p{k}", "score": float(x), "unit": "percent"}
        for m, row in zip("abcd", TASKS)
        for k, x in enumerate(row)
    ]
    parts = {"campaign": "k", "benchmark_id": "test", "party": "K", "document": "k", "rows": rows}
    found = check("C5", {"claimant": "X"}, facts(parts=parts))
    assert found.values["where"] == "k"
    assert check("C5", {"claimant": "K"}, facts(parts=parts)).status == "not_run"
    assert check("C5", {"source": "k"}, facts(parts=parts)).status == "not_run"


def test_base_and_tuned_runs_are_not_one_model():
    rows = [
        {"model": m, "weights": w, "task": f"p{k}", "score": x}
        for m, w, x in (("a", "chat", 0.8), ("b", "base", 0.6))
        for k in range(3)
    ]
    names = {**PAIR, "model_weights": "chat"}
    assert check("C5", {}, facts(table(rows), names=names)).status == "not_run"


def test_diversity_of_the_worked_board():
    found = check("C6", {}, facts(board()))
    assert found.values["kendall_w"] == pytest.approx(0.325)
    assert found.values["diversity"] == pytest.approx(0.675)
    assert found.values["kendall_w"] == pytest.approx(kendall_w([list(x) for x in zip(*TASKS)]))


def test_a_bystander_decides_on_a_board_that_ranks():
    scores = ((3, 3, 1, 1, 2), (2, 2, 3, 3, 1), (1, 1, 2, 2, 3))
    names = {"model_id": "b", "comparator_id": "a", "benchmark_id": "test"}
    ranked = check("C6", {"metric": "mean win rate"}, facts(board(scores, "abc", 3), names=names))
    assert ranked.values["flips"]
    assert ranked.values["bystander"] == "c"
    assert ranked.caveat_ids == ("C6-a",)
    averaged = check("C6", {}, facts(board(scores, "abc", 3), names=names))
    assert averaged.values["rule"] == "mean_score"
    assert averaged.values["flips"] is False
    assert averaged.caveat_ids == ()


def test_the_table_may_tell_its_rule():
    scores = ((3, 3, 1, 1, 2), (2, 2, 3, 3, 1), (1, 1, 2, 2, 3))
    names = {"model_id": "b", "comparator_id": "a", "benchmark_id": "test"}
    found = check("C6", {}, facts(board(scores, "abc", 3, rule="mean_win_rate"), names=names))
    assert found.values["flips"]


def test_stretching_a_part_can_turn_a_mean_round():
    # b leads by 1 on three parts and trails by 2 on the last: doubling the last turns 1 into -1.
    scores = ((51, 51, 51, 48), (50, 50, 50, 50), (40, 40, 40, 40))
    found = check("C6", {}, facts(board(scores, "abc")))
    assert found.values["stretched_parts_that_flip"] == ["task 4"]


def test_two_models_have_no_bystander():
    assert check("C6", {}, facts(board(TASKS[:2], "ab"))).status == "not_run"


def test_tables_on_another_test_say_nothing():
    other = brought(
        "results", {**board().content, "rows": [{**r, "benchmark_id": "x"} for r in board().content["rows"]]}
    )
    assert check("C5", {}, facts(other)).status == "not_run"
