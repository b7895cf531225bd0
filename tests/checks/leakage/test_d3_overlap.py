"""D3: overlap with the training text and its effect on the score."""

import numpy as np
import pytest

from tests.checks.leakage.made import checked, matrix, ones, overlap, piece

FLAGGED = range(400)
OWN = ones(344, 400) + ones(480, 600)
REFERENCE = ones(288, 400) + ones(420, 600)


def close(value):
    return pytest.approx(value, rel=1e-6)


def run(rows=None, by="independent", scan=None, **more):
    items = {"items": piece("item_matrix", matrix(rows), by)} if rows else {}
    return checked("D3", overlap=piece("overlap", scan or overlap(1000, FLAGGED), by), **items, **more)


def test_worked_numbers_raw_says_clear_adjusted_says_not_separated():
    found = run({"m": OWN, "r": REFERENCE})
    raw, adjusted = found.values["raw"], found.values["adjusted_counts"]
    assert raw["overall"] == close(0.824)
    assert raw["estimate"] == close(0.024)
    assert raw["se"] == close(0.009530302549)
    assert (raw["ci_low"], raw["ci_high"]) == (close(0.005320950239), close(0.04267904976))
    assert (raw["z"], raw["p_value"]) == (close(2.440826622), close(0.01465368805))
    assert (adjusted["difference"], adjusted["difference_se"]) == (close(0.04), close(0.03770499525))
    assert (adjusted["z"], adjusted["p_value"]) == (close(1.060867393), close(0.1443750849))
    assert (found.estimate, adjusted["se"]) == (close(0.016), close(0.0150819981))
    alone = run({"m": OWN})
    assert alone.outcome == "some_concern"
    assert alone.values["label"] == "not separated from question difficulty"
    assert "may simply be harder" in alone.values["alarm"]["control"]


def test_what_a_reader_is_told():
    found = run({"m": OWN, "r": REFERENCE})
    assert found.caveat_ids == ("D3-a", "D3-b")
    assert (found.values["share"], found.values["g"], found.values["h"]) == (close(0.4), close(0.06), close(0.04))


def test_items_of_one_model_and_its_reference_are_compared_item_by_item():
    random = np.random.default_rng(1)
    hard = random.random(1000)
    same = "".join("1" if h < 0.6 else "0" for h in hard)
    # A reference with the very same answers leaves nothing to explain: the gain is exactly 0 with no error at all.
    found = run({"m": same, "r": same})
    assert found.estimate == 0
    assert (found.outcome, found.mde) == ("none_found", 0)
    assert found.values["minor"] is True


def test_strong_only_from_three_points_beyond_the_references():
    leaked = ones(396, 400) + ones(360, 600)
    found = run({"m": leaked, "r": ones(240, 400) + ones(360, 600), "s": ones(250, 400) + ones(370, 600)})
    assert found.outcome == "strong_concern"
    assert found.ci_low > 0.03
    alarm = found.values["alarm"]
    assert alarm["alpha"] == 0.025
    assert alarm["expected"] == 0.025
    assert "2 models" in alarm["control"]
    assert run({"m": leaked}).outcome == "some_concern"


def test_models_trained_on_the_text_and_kin_are_no_references():
    rows = {"m": OWN, "kin": REFERENCE, "trained": REFERENCE, "r": REFERENCE}
    content = matrix(rows, families=["F", "F", "G", "H"])
    scan = overlap(1000, FLAGGED, models=("m", "trained"))
    found = checked("D3", overlap=piece("overlap", scan), items=piece("item_matrix", content))
    assert found.values["references"] == ["r"]


def test_a_share_alone_is_some_concern_at_most_and_is_bounded():
    assert run(scan=overlap(1000, range(900))).outcome == "some_concern"
    small = run(scan=overlap(1000, range(5)))
    assert (small.outcome, small.values["minor"]) == ("unclear", True)
    assert small.values["bound"] == close(0.005)
    guessed = run(scan=overlap(1000, range(12)), facts={"benchmark": {"chance_level_pct": 25.0}})
    assert guessed.values["bound"] == close(0.009)


def test_nothing_flagged_has_a_smallest_find_and_says_what_word_matching_misses():
    found = run(scan=overlap(1000, ()))
    assert found.outcome == "none_found"
    assert found.mde == close(1 - 0.05 ** (1 / 1000))
    assert found.caveat_ids == ("D3-b",)
    assert run(scan=overlap(20, ())).outcome == "unclear"


def test_the_claimants_own_search_is_a_weak_search():
    for by in ("claimant", "unattributed"):
        found = run(scan=overlap(1000, ()), by=by)
        assert (found.outcome, found.values["status"]) == ("unclear", "searched, not found, weak search")
        assert found.mde is not None


def test_a_text_that_is_nobodys_training_text_charges_nobody():
    found = run(scan=overlap(1000, FLAGGED, models=()))
    assert found.outcome is None
    assert "not told" in found.values["listed_only"]
    other = run(scan=overlap(1000, FLAGGED, models=("somebody",)))
    assert other.outcome is None


def test_what_touches_both_models_does_not_favour_one():
    scan = overlap(1000, range(900), models=("m", "other"))
    assert run(scan=scan, reading="R").values["listed_only"] == "touches both models"
    assert run(scan=scan, reading="L").outcome == "some_concern"


def test_where_ability_is_the_risk_the_question_is_turned_round():
    hazard = {"benchmark": {"domain": "hazard"}}
    unlearned = ones(200, 400) + ones(480, 600)
    rows = {"m": unlearned, "r": ones(320, 400) + ones(480, 600), "s": ones(330, 400) + ones(490, 600)}
    found = run(rows, facts=hazard)
    assert found.values["direction"] == "reversed"
    assert found.outcome == "strong_concern"
    assert "D3-r" in found.caveat_ids
    assert run(rows).outcome in ("unclear", "none_found")


def test_common_phrases_and_unsearched_items_are_no_flags():
    phrases = overlap(1000, FLAGGED, common_phrase=True)
    assert run(scan=phrases).values["n_flagged"] == 0
    unsearched = overlap(1000, FLAGGED, searched=False)
    assert run(scan=unsearched).values["n_items"] == 600


def test_the_threshold_on_coverage_is_cross_fitted():
    found = run({"m": OWN, "r": REFERENCE})
    assert found.values["cross_fitted"]["thresholds"]
    assert found.seed == run({"m": OWN, "r": REFERENCE}).seed


def test_without_a_scan_the_check_does_not_run():
    found = checked("D3")
    assert found.status == "not_run"
    assert "training text" in found.reason
