"""D6: Min-K%++ at its low weight."""

import pytest

from tests.checks.leakage.made import checked, piece

TEST = [0.31, 0.12, 0.45, -0.05, 0.28, 0.52, 0.19, 0.38]
CONTROL = [0.02, -0.21, 0.15, 0.22, -0.10, 0.05, -0.30, 0.11]


def run(**more):
    told = {"model_id": "m", "test": TEST, "control": CONTROL, "k_percent": 20.0, "matched": True, "method": "Min-K%++"}
    return checked("D6", familiarity=piece("familiarity", {**told, **more}))


def test_worked_numbers():
    found = run()
    assert (found.values["u"], found.estimate) == (56, pytest.approx(0.875, rel=1e-6))
    assert found.p_value == pytest.approx(0.005205905206, rel=1e-6)
    assert (found.outcome, found.caveat_ids) == ("some_concern", ("D6-a", "D6-k"))


def test_never_above_some_however_clear():
    found = run(test=[x + 100 for x in range(300)], control=list(range(300)))
    assert (found.p_value < 1e-9, found.outcome) == (True, "some_concern")


@pytest.mark.parametrize("matched", [False, None])
def test_controls_of_another_source_measure_topic_and_date(matched):
    found = run(matched=matched)
    assert found.outcome == "unclear"
    assert "not said to be of the same source" in found.values["why"]


def test_a_null_never_clears():
    found = run(test=CONTROL, control=TEST)
    assert (found.outcome, found.caveat_ids) == ("unclear", ())
    # 0.5 + (z_.99 + z_.80) sqrt(17 / (12 * 64)): eight texts a side show next to nothing
    assert found.mde == pytest.approx(0.5 + (2.326347874 + 0.841621234) * (17 / 768) ** 0.5, rel=1e-6)


def test_an_empty_group_is_nothing():
    assert run(control=[]).status == "not_run"
