"""E2. Is "newer is better" partly "newer has practised for this kind of test"?"""

import pytest

from tests.checks.ranking.brought import PAIR, check, facts

ROW = {"theta": 0.068, "low": 0.032, "high": 0.104, "form": "hinge", "version": "arXiv 2407.07890v2", "date": "2023-11"}
CLAIM = {"score": "70.0", "comparator_score": "62.0", "n_items": 14042}


def run(rows, newer="2024-04-18", older="2023-07-18", claim=CLAIM, seen="seen"):
    def entry(date):
        return {"release_date": date, "field_confidence": {"release_date": seen}}

    held = facts(names=PAIR, task_practice={"rows": rows}, model=entry(newer), comparator=entry(older))
    return check("E2", claim, held)


def test_a_step_inside_the_limits():
    found = run([ROW])
    assert found.values["two_sides"]
    assert not found.values["step_larger"]
    assert found.values["step"] == pytest.approx(0.08)
    assert found.caveat_ids == ("E2-a",)


def test_a_step_that_practice_alone_does_not_explain():
    assert run([ROW], claim={**CLAIM, "score": "80.0"}).values["step_larger"]


def test_forms_that_disagree():
    found = run([ROW, {**ROW, "form": "no hinge", "low": -0.01}])
    assert found.values["two_sides"]
    assert found.values["forms_disagree"]


def test_no_form_shows_a_step():
    found = run([{**ROW, "low": -0.01}])
    assert not found.values["two_sides"]
    assert found.caveat_ids == ()


def test_only_the_newer_models_lead_can_be_practice():
    assert not run([ROW], newer="2023-01-01", older="2024-04-01").values["two_sides"]


def test_both_on_one_side():
    assert not run([ROW], newer="2024-04-01", older="2024-01-01").values["two_sides"]


@pytest.mark.parametrize("gone", ["theta", "low", "high", "form", "version", "date"])
def test_a_note_does_not_count(gone):
    assert run([{k: v for k, v in ROW.items() if k != gone}]).status == "not_run"


def test_a_model_whose_side_is_not_dated():
    assert run([ROW], older="2023").status == "not_run"  # before or after November 2023
    assert run([ROW], seen="recalled").status == "not_run"


def test_a_model_of_the_study_needs_no_date():
    found = run([{**ROW, "models": {"a": "new", "b": "old"}}], newer=None, older=None)
    assert found.values["two_sides"]


def test_rows_of_another_test_say_nothing():
    assert run([{**ROW, "benchmark_id": "other"}]).status == "not_run"


def test_no_row():
    assert check("E2", CLAIM, facts()).status == "not_run"
