"""D5: published order against shuffled orders."""

import pytest

from tests.checks.leakage.made import checked, piece

SHARDS = [1.8, 0.4, 2.1, -0.3, 1.2, 0.9, 1.5, -0.1, 0.7, 1.1]


def content(**more):
    told = {"model_id": "m", "shards": SHARDS, "n_shuffles": 30, "exact": None, "exchangeable": True}
    return {**told, **more}


def run(**more):
    return checked("D5", order_test=piece("order_test", content(**more)))


def close(value):
    return pytest.approx(value, rel=1e-6)


def test_worked_numbers():
    found = run()
    assert (found.estimate, found.values["sd"]) == (close(0.93), close(0.7789594199))
    assert (found.values["t"], found.p_value) == (close(3.775444714), close(0.002189800677))
    assert found.values["sign_flip_p"] == close(0.0048828125)
    assert found.outcome == "strong_concern"
    assert found.caveat_ids == ("D5-a", "D5-k")
    assert found.values["alarm"]["expected"] == 0.01


def test_one_block_by_exact_count():
    found = run(shards=[], exact={"ge": 3, "m": 99})
    assert (found.p_value, found.outcome) == (close(0.04), "some_concern")
    assert run(shards=[], exact={"ge": 0, "m": 20}).outcome == "unclear"


@pytest.mark.parametrize("short", [{"shards": SHARDS[:9]}, {"n_shuffles": 29}, {"shards": [1.0] * 10}])
def test_too_few_shards_or_shuffles(short):
    found = run(**short)
    assert (found.outcome, found.p_value) == ("unclear", None)
    assert found.values["why"]


def test_sorted_items_make_any_order_look_natural():
    assert run(exchangeable=None).outcome == "some_concern"
    assert run(exchangeable=False).outcome == "unclear"


def test_no_preference_shows_little_and_never_clears():
    found = run(shards=[-s for s in SHARDS])
    assert (found.outcome, found.caveat_ids) == ("unclear", ("D5-b",))
    # (t_.95 + t_.80) sd / sqrt(10) on 9 degrees of freedom
    assert found.mde == close((1.833112933 + 0.883403860) * 0.7789594199 / 10**0.5)


def test_both_models_alike():
    theirs = piece("order_test", content(model_id="other"), n=2)
    found = checked("D5", reading="R", order_test=[piece("order_test", content()), theirs])
    assert found.outcome == "unclear"


def test_nothing_given():
    assert checked("D5").status == "not_run"
