"""D10: standing on tests older and newer than the model."""

import pytest

from auditgen.catalogue import open_catalogue
from auditgen.checks.leakage.vintage_table import Vintages, both_sides, enough
from auditgen.records.evidence import evidence
from tests.checks.leakage.audits import audited, catalogue, check
from tests.checks.leakage.made import checked, piece

OLDER, NEWER = (0.90, 0.80, 0.95, 0.85), (0.60, 0.50, 0.70)


def table(older, newer, peers=20):
    """Tests on which the model is ahead of the given share of contemporaries, all measured everywhere."""
    tests = []
    for i, share in enumerate((*older, *newer)):
        ahead = round(share * peers)
        scores = {f"p{j:02d}": 0.4 if j < ahead else 0.6 for j in range(peers)}
        tests.append(
            {"benchmark_id": f"t{i}", "published": "2023", "older": i < len(older), "campaign": "c", "own": 0.5,
             "scores": scores}
        )  # fmt: skip
    counts = {"n_older": len(older), "n_newer": len(newer), "n_contemporaries": len(both_sides(tests))}
    return {"end": "2024-06-30", **counts, **({"tests": tests} if enough(counts) else {})}


def run(*args, others=None, reading="L", names=None, facts=None, **more):
    models = {"m": table(*args, **more), **(others or {})}
    return checked("D10", reading=reading, names=names, vintage=piece("vintage", {"models": models}), facts=facts)


def test_worked_numbers():
    found = run(OLDER, NEWER)
    assert found.estimate == pytest.approx(0.275, rel=1e-6)
    assert found.p_value == pytest.approx(1 / 35, rel=1e-6)
    assert (found.outcome, found.caveat_ids) == ("some_concern", ("D10-a", "D10-k"))
    assert found.values["exact"] is True
    even = run((0.6, 0.7, 0.5), (0.6, 0.5, 0.7))
    assert even.estimate == pytest.approx(0, abs=1e-12)
    assert even.p_value == pytest.approx(0.7, rel=1e-6)
    assert (even.outcome, even.mde) == ("unclear", None)


def test_models_looked_at_together_share_their_false_alarms():
    """Holm over the family: the smallest of two p-values is doubled, the larger one is kept where it is larger."""
    flat = table((0.6, 0.7, 0.5), (0.6, 0.5, 0.7))
    found = run(OLDER, NEWER, others={"other": flat})
    assert found.p_adjusted == pytest.approx(2 / 35)
    assert (found.outcome, found.values["looked_at"]) == ("unclear", 2)
    # Seven tests cannot give a smaller one: the comparison is said to be too small.
    assert found.caveat_ids == ("D10-b",)
    turned = checked(
        "D10",
        names={"model_id": "other"},
        vintage=piece("vintage", {"models": {"m": table(OLDER, NEWER), "other": flat}}),
    )
    assert turned.p_adjusted == pytest.approx(0.7)


def test_a_model_that_could_not_be_tested_is_no_look():
    found = run(OLDER, NEWER, others={"other": table((0.9, 0.8), NEWER)})
    assert (found.values["looked_at"], found.outcome) == (1, "some_concern")


def test_not_held_against_a_test_that_is_too_new_to_have_been_seen():
    found = run(OLDER, NEWER, names={"not_exposed": True})
    assert (found.outcome, found.values["listed_only"][:12], found.caveat_ids) == (
        "unclear",
        "by its dates",
        ("D10-d",),
    )
    assert found.values["alarm"]["alpha"] == 0.05


def test_what_touches_both_models_does_not_favour_the_one_ahead():
    wide, narrow = (0.95,) * 6, (0.10,) * 6
    both = {"other": table(wide, narrow)}
    assert run(wide, narrow, others=both, reading="R").values["listed_only"] == "touches both models"
    assert run(wide, narrow, others=both, reading="L").outcome == "some_concern"
    alone = {"other": table((0.5, 0.6, 0.5, 0.6), (0.5, 0.6, 0.5, 0.6))}
    assert run(wide, narrow, others=alone, reading="R").outcome == "some_concern"


def test_a_search_that_found_nothing_tells_what_it_could_have_found():
    found = run((0.6, 0.7, 0.5, 0.6, 0.5), (0.6, 0.5, 0.7, 0.6, 0.5))
    assert (found.outcome, found.caveat_ids) == ("unclear", ("D10-c",))
    assert 0 < found.values["smallest_gap"] < 0.2


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
    assert found.caveat_ids == ("D10-k", "D10-r")


def test_the_catalogue_gives_no_false_alarm_on_real_models():
    """Published scores: of all models with enough tests on both sides none is below .05 even without correction."""
    shipped = open_catalogue()
    made = Vintages(shipped).evidence(m.id for m in shipped.models())
    found = [
        checked("D10", vintage=made, names={"model_id": model})
        for model, t in made.content["models"].items()
        if "tests" in t
    ]
    assert len(found) >= 15
    assert {f.outcome for f in found} == {"unclear"}
    assert min(f.p_value for f in found) > 0.05
    assert {f.values["looked_at"] for f in found} == {len(found)}


def test_own_figures_and_parts_of_tests_are_left_out():
    made = Vintages(catalogue()).table("gpt-4o-2024-08-06")
    for test in made["tests"]:
        rows = catalogue()._results("benchmark_id = ?", test["benchmark_id"])
        used = {r.measured_by_type for r in rows if r.campaign == test["campaign"]}
        assert used <= {"independent", "leaderboard", "public_body"}
        assert "gpt-4o-2024-08-06" not in test["scores"]


def test_an_audit_runs_it_on_the_catalogue_and_prints_what_is_missing():
    claim = {"model": "gpt-4o-2024-08-06", "benchmark": "MMLU", "score": "88.7", "claimant": "OpenAI"}
    found = check(audited(claim), "D10")
    assert (found.status, found.outcome, found.values["looked_at"]) == ("ran", "unclear", 1)
    assert found.p_value == pytest.approx(0.142857142857)
    short = check(audited({**claim, "model": "GPT-4.5"}), "D10")
    assert short.status == "not_run"


def _campaign(by, ahead_on_new):
    """A brought results table: GPT-4o and contemporaries on four old and four new tests of the catalogue."""
    old, new = ("mmlu", "gsm8k", "hellaswag", "arc-challenge"), ("aime-2025", "livebench", "simpleqa", "mmlu-cf")
    entries = [m for m in catalogue().models() if (m.release_date or "").startswith(("2024-06", "2024-07", "2024-09"))]
    peers = [m.id for m in entries if m.field_confidence.get("release_date") == "seen"][:12]
    rows = []
    for test in (*old, *new):
        own = 0.9 if test in old or ahead_on_new else 0.1
        for model, score in (("gpt-4o-2024-08-06", own), *((p, 0.5) for p in peers)):
            rows.append(
                {"model": model, "model_id": model, "benchmark_id": test, "task": None, "score": score,
                 "unit": "fraction", "n_items": 500, "higher_is_better": True}
            )  # fmt: skip
    content = {"benchmark_ids": [*old, *new], "model_ids": ["gpt-4o-2024-08-06", *peers], "rows": rows}
    return evidence("brought:r.csv#1", "results", "Example Institute 2026", "brought", by, content)


def test_a_brought_campaign_counts_unless_it_is_the_claimants_own():
    model = "gpt-4o-2024-08-06"
    plain = Vintages(catalogue()).table(model)
    table = Vintages(catalogue(), [_campaign("independent", False)]).table(model)
    assert table["n_older"] + table["n_newer"] > plain["n_older"] + plain["n_newer"]
    assert any(t["campaign"] == "brought:r.csv#1" for t in table["tests"])
    for by in ("claimant", "unattributed"):
        assert Vintages(catalogue(), [_campaign(by, False)]).table(model) == plain


def test_what_a_record_rests_on_stands_in_it():
    """The record alone must give the same table again, with the brought results that went into it."""
    claim = {"model": "gpt-4o-2024-08-06", "benchmark": "GPQA", "score": "53.6", "claimant": "OpenAI"}
    made = audited(claim, [_campaign("independent", False)])
    assert "brought:r.csv#1" in made.facts["roles"]["vintage"]
    assert "brought:r.csv#1" in check(made, "D10").sources
    assert check(made, "D10").values["n_newer"] > check(audited(claim), "D10").values["n_newer"]


def test_a_model_that_falls_behind_on_every_new_test_is_charged_in_g1():
    claim = {"model": "gpt-4o-2024-08-06", "benchmark": "MMLU", "score": "88.7", "claimant": "OpenAI"}
    made = audited(claim, [_campaign("independent", False)])
    found = check(made, "D10")
    assert (found.outcome, found.p_adjusted < 0.05) == ("some_concern", True)
    charge = next(d for d in made.verdicts.level.domains if d.domain == "G1")
    assert charge.known == -2
    level = check(audited(claim, [_campaign("independent", True)]), "D10")
    assert level.outcome == "unclear"
