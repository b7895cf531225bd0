"""Models and tests that only evidence.yaml knows: their claims are audited with everything that was brought."""

from pathlib import Path

import pytest

from auditgen.audit import Options, audit
from auditgen.catalogue import open_catalogue
from auditgen.intake.claims import read_claims_bytes
from auditgen.intake.errors import InputError
from auditgen.intake.evidence import read_evidence
from tests.shared_data import shared

SAMPLES = Path(__file__).parent.parent / "samples" / "evidence"
CLAIMS = """
claims:
  - {id: level, model: Example-7B, benchmark: Example Arithmetic, score: "74.0", unit: percent, claimant: Example Lab}
  - id: lead
    type: comparative
    statement: "Example-7B beats Other-6B on Example Arithmetic."
    model: Example-7B
    comparator: other-6b
    benchmark: Example Arithmetic
    score: "74.0"
    comparator_score: "60.0"
    unit: percent
    claimant: Example Lab
  - {id: stranger, model: Nobody-9B, benchmark: Example Arithmetic, score: "74.0", unit: percent}
"""
OTHER = """
models:
  - {model: Nobody-9B, developer: Nobody, release_date: 2024-06-30, citation: "Nobody 2024"}
"""


def audited(*evidence, claims=CLAIMS):
    catalogue = open_catalogue()
    brought = read_evidence(evidence, catalogue)
    file = read_claims_bytes(claims.encode(), "claims.yaml")
    record = audit([file], Options(as_of="2026-11-30"), catalogue, brought=brought.evidence, inputs=brought.inputs)
    return {c.id: c for c in record.claims}


@pytest.fixture(scope="module")
def claims():
    return audited(SAMPLES)


def check(claim, id):
    return next(c for c in claim.checks if c.check_id == id)


def test_a_model_of_evidence_yaml_is_matched_by_its_name_and_says_so(claims):
    level = claims["level"]
    assert (level.model.status, level.model.matched_by) == ("matched", "evidence.yaml")
    assert (level.benchmark.status, level.benchmark.n_items) == ("matched", 1200)
    assert claims["lead"].comparator.status == "matched"
    assert level.facts["names"]["developer"] == "Example Lab"


def test_its_dates_number_of_questions_and_overlap_reach_the_checks(claims):
    level = claims["level"]
    # The dates of its questions run past the model's release: some cannot have been seen.
    assert check(level, "D1").values["class"] == "mixed"
    assert check(level, "B1").n == 1200
    assert {check(level, d).status for d in ("D2", "D3", "D4", "D5", "D6")} == {"ran"}


def test_answers_to_every_question_serve_a_comparison(claims):
    lead = claims["lead"]
    assert check(lead, "C7").status == "ran"
    assert check(lead, "E1").status == "ran"


def test_a_name_that_nobody_tells_of_stays_unknown(claims):
    stranger = claims["stranger"]
    assert (stranger.model.status, stranger.model.id) == ("unknown", None)
    assert check(stranger, "D1").status == "not_run"


def test_two_lists_of_one_name_both_count(tmp_path):
    own = tmp_path / "evidence.yaml"
    own.write_text(OTHER, encoding="utf-8")
    found = audited(own, SAMPLES)
    assert found["level"].model.status == found["stranger"].model.status == "matched"


FIRST = """
claims:
  - id: first
    type: rank
    statement: "Claude 4.5 Opus is first on SWE-bench Verified (bash only)."
    model: 20251124_mini-v1.16.0_claude-opus-4-5-20251101
    benchmark: SWE-bench Verified
    rank: 1
    peer_group: entries of the bash-only leaderboard
    claimant: Anthropic
"""
LIST = """
files:
  - {file: verified_bash_only_items.csv, kind: item_matrix, benchmark: SWE-bench Verified, produced_by: independent,
     citation: "SWE-bench, bash-only leaderboard, results per task, 2025"}
models:
  - {model: 20251124_mini-v1.16.0_claude-opus-4-5-20251101, developer: Anthropic, release_date: 2025-11-24,
     citation: "Anthropic, November 2025"}
"""


def test_first_on_swe_bench_verified_with_the_answers_to_every_task(tmp_path):
    matrix = shared("results/swebench/verified_bash_only_items.csv")
    said = tmp_path / "evidence.yaml"
    said.write_text(LIST, encoding="utf-8")
    claim = audited(said, matrix, claims=FIRST)["first"]
    assert (check(claim, "C1").values["rank_low"], check(claim, "C1").values["rank_high"]) == (1, 3)
    assert check(claim, "C2").estimate == pytest.approx(0.549, abs=0.015)
    assert check(claim, "C7").values["drop_k"] == 2
    assert claim.verdicts.ranking.finding == "Too close to call"
    assert "the models placed next to it" in claim.quotable


def test_a_list_given_alone_brings_the_files_it_lists():
    alone, whole = audited(SAMPLES / "evidence.yaml"), audited(SAMPLES)
    assert check(alone["level"], "D4") == check(whole["level"], "D4")


@pytest.mark.parametrize("file", ["absent.csv", "../claims.yaml"])
def test_a_listed_file_that_is_not_beside_the_list_is_refused(tmp_path, file):
    folder = tmp_path / "inside"
    folder.mkdir()
    (tmp_path / "claims.yaml").write_text("model,score\n", encoding="utf-8")
    (folder / "evidence.yaml").write_text(f"files:\n  - {{file: {file}, kind: results}}\n", encoding="utf-8")
    with pytest.raises(InputError, match="no file"):
        audited(folder / "evidence.yaml")


def test_a_file_that_is_not_there_is_said(tmp_path):
    with pytest.raises(InputError, match="expected evidence, found no such file"):
        audited(tmp_path / "absent.csv")


def test_a_list_of_another_name_is_refused_with_the_name_it_needs(tmp_path):
    other = tmp_path / "ev.yaml"
    other.write_text(OTHER, encoding="utf-8")
    with pytest.raises(InputError, match=r"call it evidence\.yaml"):
        audited(other)
