"""E2. Is "newer is better" partly "newer has practised for this kind of test"?"""

import csv
from collections import defaultdict

import pytest

from auditgen.intake.errors import InputError
from auditgen.stats.task_practice import hinged_practice
from tests.checks.leakage.audits import audited, brought
from tests.checks.leakage.audits import check as result
from tests.checks.ranking.brought import PAIR, check, facts
from tests.shared_data import shared

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


def study(task, chosen):
    """Log compute, newer (trained in or after November 2023) and score of the base models of the published study."""
    root = shared("results/training_on_test_task")
    with (root / "models.csv").open() as file:
        models = {r["model"]: r for r in csv.DictReader(file) if r["pretraining_flops"]}
    scores = defaultdict(list)
    with (root / "scores_long.csv").open() as file:
        for r in csv.DictReader(file):
            if r["setting"] == "base" and r["benchmark"] == task and chosen(r):
                scores[r["model"]].append(float(r["score"]))
    return [(m, models[m], s[0]) for m, s in scores.items() if m in models and len(s) == 1]


CHOSEN = {
    "mmlu": lambda r: r["metric"].startswith("acc") and r["n_entries"],
    "gsm8k": lambda r: r["metric"] == "exact_match,flexible-extract",
}


@pytest.mark.parametrize(("task", "chance", "theta", "se"), [("mmlu", 0.25, 6.82, 1.81), ("gsm8k", 0, 16.83, 2.68)])
def test_theta_of_the_published_study(task, chance, theta, se):
    import math

    rows = study(task, CHOSEN[task])
    compute = [math.log10(float(m["pretraining_flops"])) for _, m, _ in rows]
    found = hinged_practice(
        compute, [m["train_date_yymm"] >= "2311" for _, m, _ in rows], [s for *_, s in rows], chance
    )
    assert found.n == 53
    assert 100 * found.step == pytest.approx(theta, abs=0.005)
    assert 100 * found.ols_se == pytest.approx(se, abs=0.005)
    assert found.ci_low > 0


def folder(place, task="gsm8k", name="GSM8K"):
    """The study as a brought table."""
    lines = ["model,benchmark,score,unit,compute,trained"]
    for model, m, score in study(task, CHOSEN[task]):
        trained = f"20{m['train_date_yymm'][:2]}-{m['train_date_yymm'][2:]}"
        lines.append(f"{model},{name},{score},fraction,{m['pretraining_flops']},{trained}")
    place.mkdir(exist_ok=True)
    (place / "study.csv").write_text("\n".join(lines))
    (place / "evidence.yaml").write_text(
        'files:\n  - {file: study.csv, citation: "Dominguez-Olmedo 2024, tables", produced_by: independent}\n'
    )
    return place


STEP = {
    "type": "comparative", "model": "Llama 3 70B", "comparator": "Llama 2 70B", "benchmark": "GSM8K", "score": "70.0",
    "comparator_score": "60.0", "claimant": "Meta",
}  # fmt: skip


def test_a_brought_study_reaches_the_verdict(tmp_path):
    found = audited(STEP, brought(folder(tmp_path)).evidence)
    e2 = result(found, "E2")
    assert e2.status == "ran"
    assert [r["form"] for r in e2.values["rows"]] == ["hinge", "straight line"]
    assert 100 * e2.estimate == pytest.approx(16.83, abs=0.005)
    assert e2.values["two_sides"]
    assert not e2.values["step_larger"]
    assert set(e2.values["rows"][0]["shifts"]) == {"2023-05", "2024-05"}
    verdict = found.verdicts.progress if found.facts["reading"] == "P" else found.verdicts.ranking
    assert next(d for d in verdict.domains if d.domain == "G2").known <= -4


def test_estimates_of_a_source_are_read_in_points(tmp_path):
    table = "benchmark,theta,low,high,form,version,date,source\nGSM8K,17.0,11.6,22.4,hinge,arXiv v2,2023-11,D 2024\n"
    (tmp_path / "theta.csv").write_text(table)
    e2 = result(audited(STEP, brought(tmp_path).evidence), "E2")
    assert (e2.estimate, e2.ci_low, e2.ci_high) == (pytest.approx(0.17), pytest.approx(0.116), pytest.approx(0.224))


def test_the_claimants_own_null_softens_nothing(tmp_path):
    head = "benchmark,theta,low,high,form,version,date\n"
    (tmp_path / "theirs.csv").write_text(head + "GSM8K,17.0,11.6,22.4,hinge,v2,2023-11\n")
    (tmp_path / "own.csv").write_text(head + "GSM8K,0.1,-5,5,straight,v1,2023-11\n")
    listed = "files:\n  - {file: theirs.csv, citation: D 2024, produced_by: independent}\n"
    for by, disagree in (("claimant", False), ("independent", True)):
        own = f"  - {{file: own.csv, citation: Meta 2024, produced_by: {by}}}\n"
        (tmp_path / "evidence.yaml").write_text(listed + own)
        assert result(audited(STEP, brought(tmp_path).evidence), "E2").values["forms_disagree"] is disagree


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("benchmark,theta,low,high,form,version,date\nGSM8K,17,18,22,hinge,v2,2023-11\n", "low <= theta <= high"),
        ("benchmark,theta,low,high,form,version,date\nGSM8K,17,11,22,hinge,v2,2023\n", "a month or day"),
        ("model,benchmark,score,compute,trained\nm,GSM8K,17,58,2023-11\n", "compute in FLOP"),
        ("model,benchmark,score,compute,trained\nm,GSM8K,170,5e22,2023-11\n", "share of right answers"),
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path, table, words):
    (tmp_path / "t.csv").write_text(table)
    with pytest.raises(InputError, match=words):
        brought(tmp_path)


def test_nine_models_are_no_study(tmp_path):
    rows = "".join(f"m{i},GSM8K,{30 + i},{1 + i}e22,2023-{i + 3:02d}\n" for i in range(9))
    (tmp_path / "t.csv").write_text("model,benchmark,score,compute,trained\n" + rows)
    made = brought(tmp_path)
    assert any("at least 10 are needed" in n for n in made.notes)
    assert result(audited(STEP, made.evidence), "E2").status == "not_run"
