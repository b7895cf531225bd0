"""D8 on real dated results: missing runs are noticed, difficulty is standardised, control rows are shown."""

import csv
import json
import shutil

import pytest

from tests.checks.leakage.audits import audited, brought, check
from tests.shared_data import shared

CLAIM = {"model": "DeepSeek-V3", "benchmark": "LiveCodeBench", "score": "40.5", "claimant": "DeepSeek"}
OWN = "DeepSeek-V3"


def folder(tmp_path, prefix="", dates=(), which=None):
    """An evidence folder from one snapshot: scores, dates of the problems, stated ends of training."""
    root = shared("results/livecodebench")
    for name in ("scores", "items"):
        shutil.copy(root / f"{prefix}{name}.csv", tmp_path / f"{name}.csv")
    with (root / f"{prefix}models.csv").open(encoding="utf-8") as file:
        rows = [(r["model"], r["training_cutoff_or_release"]) for r in csv.DictReader(file)]
    rows = [*rows, *((OWN, d) for d in dates)]
    lines = ["files:"]
    for name in ("scores", "items"):
        lines.append(
            f"- {{file: {name}.csv, benchmark: LiveCodeBench, citation: LiveCodeBench site, produced_by: independent}}"
        )
    lines.append("models:")
    lines += [
        f"- {{model: {json.dumps(m)}, training_cutoff: {d}, citation: LiveCodeBench site}}"
        for m, d in rows
        if which is None or m in which
    ]
    (tmp_path / "evidence.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path


@pytest.fixture
def april(tmp_path):
    found = brought(folder(tmp_path))
    return check(audited(CLAIM, found.evidence), "D8"), found


def test_the_raw_gap_is_the_published_one(april):
    raw = april[0].values["raw"]
    # The page counts three problems of the cut-off day as after it (550 and 505); here they count as before.
    assert (raw["n_before"], raw["n_after"]) == (553, 502)
    assert raw["gap"] == pytest.approx(0.391, abs=0.001)
    assert (raw["low"], raw["high"]) == (pytest.approx(0.340, abs=5e-4), pytest.approx(0.443, abs=1e-3))


def test_the_block_of_zeros_is_noticed_and_said(april):
    d8, found = april
    assert [(b["source"], b["month"], b["n"]) for b in d8.values["missing_runs"]] == [
        ("atcoder", "2025-01", 30),
        ("atcoder", "2025-03", 41),
        ("atcoder", "2025-04", 10),
    ]
    assert d8.values["n_missing"] == 81
    assert d8.values["last_day"] < "2025-01"
    assert any("run may be incomplete" in note for note in found.notes)
    said = [c.text for c in audited(CLAIM, found.evidence).caveats if c.id == "D8-b"]
    assert len(said) == 1
    assert "81 questions of 2025-01, 2025-03 and 2025-04" in said[0]


def test_on_problems_to_december_against_four_references(april):
    d8 = april[0]
    assert d8.values["raw_used"]["gap"] == pytest.approx(0.311, abs=5e-4)
    assert d8.estimate == pytest.approx(0.164, abs=5e-4)
    assert d8.values["se"] == pytest.approx(0.0225, abs=5e-5)
    assert sorted(d8.values["references"]) == [
        "Claude-3-Haiku", "GPT-4-Turbo-2024-04-09", "GPT-4O-2024-08-06", "GPT-4O-mini-2024-07-18",
    ]  # fmt: skip


def test_some_control_rows_fire_so_it_is_no_strong_concern(april):
    d8 = april[0]
    fired = sorted((round(100 * c["estimate"], 1) for c in d8.values["controls"] if c["p"] < 0.05), reverse=True)
    assert len(d8.values["controls"]) == 9
    assert fired == [11.1, 10.0, 5.7]
    assert d8.outcome == "some_concern"
    assert "3 of 9 control rows fired too" in d8.values["alarm"]["control"]
    assert "D8-c" in d8.caveat_ids


def test_with_the_other_snapshots_date_the_report_says_that_it_hangs_on_one_date(tmp_path):
    claim = audited(CLAIM, brought(folder(tmp_path, "snapshot_2025-01-15_", dates=["2024-06-30"])).evidence)
    d8 = check(claim, "D8")
    by_date = {c["date"]: c for c in d8.values["cutoffs"]}
    january = by_date["2023-06-30"]["raw"]
    assert (january["n_before"], january["n_after"]) == (73, 807)
    assert january["gap"] == pytest.approx(0.187, abs=5e-4)
    assert (january["low"], january["high"]) == (pytest.approx(0.085, abs=5e-4), pytest.approx(0.288, abs=5e-4))
    assert by_date["2023-06-30"]["outcome"] == "not testable"
    assert by_date["2024-06-30"]["outcome"] == "some_concern"
    assert d8.values["hangs_on_date"] is True
    said = next(c.text for c in claim.caveats if c.id == "D8-d")
    assert "2023-06-30" in said
    assert "2024-06-30" in said


def test_models_whose_stated_end_of_training_predates_all_problems_are_not_testable(tmp_path):
    claim = {"model": "GPT-4o-mini", "benchmark": "LiveCodeBench", "score": "30.0"}
    found = brought(folder(tmp_path)).evidence
    item = next(e for e in found if e.kind == "item_matrix")
    place = item.content["models"].index("GPT-4O-mini-2024-07-18")
    dates = [c["date"] for c in item.content["cutoffs"][place]]
    assert dates[0] == "2023-04-30"
    d8 = check(audited(claim, found), "D8")
    assert (d8.status, d8.outcome) == ("not_run", None)
    assert "at 2023-04-30 there are 0 questions from before" in d8.reason
