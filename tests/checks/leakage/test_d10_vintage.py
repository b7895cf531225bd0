"""D10: standing on tests older and newer than the model."""

import pytest

from auditgen.catalogue import open_catalogue
from auditgen.checks.leakage.vintage_table import vintage_evidence
from tests.checks.leakage.made import checked, piece

OLDER, NEWER = (0.90, 0.80, 0.95, 0.85), (0.60, 0.50, 0.70)


def table(older, newer, peers=20, looked_at=1):
    """Tests on which the model is ahead of the given share of 20 contemporaries, all measured everywhere."""
    tests = []
    for i, share in enumerate((*older, *newer)):
        ahead = round(share * peers)
        scores = {f"p{j:02d}": 0.4 if j < ahead else 0.6 for j in range(peers)}
        tests.append(
            {"benchmark_id": f"t{i}", "published": "2023", "older": i < len(older), "campaign": "c", "own": 0.5,
             "scores": scores}
        )  # fmt: skip
    return {"model_id": "m", "end": "2024-06-30", "looked_at": looked_at, "tests": tests}


def run(*args, **more):
    facts = more.pop("facts", None)
    return checked("D10", vintage=piece("vintage", table(*args, **more)), facts=facts)


def test_worked_numbers():
    found = run(OLDER, NEWER)
    assert found.estimate == pytest.approx(0.275, rel=1e-6)
    assert found.p_value == pytest.approx(1 / 35, rel=1e-6)
    assert (found.outcome, found.caveat_ids) == ("some_concern", ("D10-a",))
    assert found.values["exact"] is True
    even = run((0.6, 0.7, 0.5), (0.6, 0.5, 0.7))
    assert even.estimate == pytest.approx(0, abs=1e-12)
    assert even.p_value == pytest.approx(0.7, rel=1e-6)
    assert (even.outcome, even.mde) == ("unclear", None)


def test_models_looked_at_together_share_their_false_alarms():
    found = run(OLDER, NEWER, looked_at=2)
    assert found.p_adjusted == pytest.approx(2 / 35)
    assert found.outcome == "unclear"
    # Seven tests cannot give a smaller one: the comparison is said to be too small.
    assert found.caveat_ids == ("D10-b",)


def test_never_strong():
    assert run((0.95,) * 8, (0.05,) * 8).outcome == "some_concern"


@pytest.mark.parametrize(
    ("older", "newer", "peers", "words"),
    [
        ((0.9, 0.8), NEWER, 20, "2 tests published before"),
        (OLDER, (0.5, 0.6), 20, "2 tests published after"),
        (OLDER, NEWER, 4, "4 models of the same time"),
    ],
)
def test_too_few_says_which(older, newer, peers, words):
    found = run(older, newer, peers=peers)
    assert found.status == "not_run"
    assert words in found.reason


def test_where_ability_is_the_risk_the_gap_is_turned_round():
    found = run(NEWER, OLDER, facts={"benchmark": {"domain": "hazard"}})
    assert (found.outcome, found.estimate > 0) == ("some_concern", True)
    assert found.caveat_ids == ("D10-r",)


def test_the_catalogue_gives_no_false_alarm_on_real_models():
    """Published scores, 19 models with enough tests on both sides: none below .05 even without correction."""
    catalogue = open_catalogue()
    ran = []
    for model in ("gpt-4o-2024-08-06", "llama-3.1-70b", "claude-3-opus", "gemini-1.5-pro-002"):
        made = vintage_evidence(catalogue, model)
        assert made is not None
        found = checked("D10", vintage=made, names={"model_id": model})
        if found.status == "ran":
            ran.append(found)
            assert found.outcome == "unclear"
            assert all(t["published"] for t in found.values["tests"])
    assert ran


def test_own_figures_and_parts_of_tests_are_left_out():
    catalogue = open_catalogue()
    made = vintage_evidence(catalogue, "gpt-4o-2024-08-06")
    campaigns = {t["campaign"] for t in made.content["tests"]}
    for test in made.content["tests"]:
        rows = [
            r for r in catalogue._results("benchmark_id = ?", test["benchmark_id"]) if r.campaign == test["campaign"]
        ]
        assert {r.measured_by_type for r in rows} <= {"independent", "leaderboard", "public_body"}
    assert campaigns
    assert "gpt-4o-2024-08-06" not in made.content["contemporaries"]
