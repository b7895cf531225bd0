"""The sample claims: real sentences, with the findings that the method must give."""

import pytest

from auditgen.audit import Options, audit
from auditgen.intake.claims import read_claims
from auditgen.recompute import against_catalogue, differences
from auditgen.records.audit_record import AuditRecord
from tests.shared_data import ROOT

AS_OF = "2026-11-30"


@pytest.fixture(scope="module")
def record():
    return audit([read_claims(ROOT / "samples" / "claims.yaml")], Options(as_of=AS_OF))


def claim(record, id):
    return next(c for c in record.claims if c.id == id)


def check(record, id, check_id):
    return next(c for c in claim(record, id).checks if c.check_id == check_id)


def test_at_least_twelve_claims(record):
    assert sum(not c.implied for c in record.claims) >= 12


@pytest.mark.parametrize(
    ("id", "finding", "points"),
    [
        ("o1-swe-bench", "Depends on settings", (0, 0)),
        ("gemini-human-experts", "Not shown", (0, 0)),
        ("gpt-4-bar-exam", "Contradicted", None),
        ("gpt-4-humaneval", "Depends on settings", (0, 0)),
        ("gpt-4-mmlu", "Suggested", (5, 7)),
        ("llama-3-70b-gsm8k", "Shown", (11, 11)),
        ("r1-swe-bench", "Depends on settings", None),
        ("r1-swe-bench-caisi", "Depends on settings", None),
        ("safety-report-threshold", "Cannot be checked as worded", None),
        ("safety-report-experts", "Cannot be checked as worded", None),
        ("eva02-imagenet", "Suggested", (8, 11)),
    ],
)
def test_findings_of_the_level(record, id, finding, points):
    verdict = claim(record, id).verdicts.level
    assert verdict.finding == finding
    if points:
        assert (verdict.points, verdict.points_if_answered) == points


def test_o1_arithmetic_and_interval(record):
    a1, b1 = check(record, "o1-swe-bench", "A1"), check(record, "o1-swe-bench", "B1")
    assert (a1.outcome, a1.values["smallest_runs"], a1.values["n_items"]) == ("some_concern", 2, 500)
    assert (b1.ci_low, b1.ci_high) == pytest.approx((0.4454356192, 0.5327321163), abs=1e-6)


def test_o1_ladder_is_the_worked_claim(record):
    verdict = claim(record, "o1-swe-bench").verdicts.level
    assert (verdict.raw, verdict.raw_if_answered, verdict.answered) == (-5, -1, 2)
    assert {c.id for c in verdict.caps} >= {"C5"}


def test_gemini_has_the_parity_cap(record):
    assert "C4" in {c.id for c in claim(record, "gemini-human-experts").verdicts.level.caps}


def test_llama_fresh_test_is_the_pinned_one(record):
    d7 = check(record, "llama-3-70b-gsm8k", "D7")
    assert d7.values["n_references"] == 42
    assert d7.estimate == pytest.approx(0.006575222097, rel=1e-6)
    assert (d7.ci_low, d7.ci_high) == pytest.approx((-0.04164254722, 0.05479299141), rel=1e-6)


def test_two_figures_of_one_report_are_a_contradiction(record):
    found = check(record, "r1-mmmlu-table-3-1", "A4").values["contradictions"]
    assert [(c["a"], c["b"]) for c in found] == [("82.7%", "81.6%")]
    assert found[0]["points"] == pytest.approx(0.011)


def test_the_table_implies_rankings(record):
    implied = [c for c in record.claims if c.implied]
    assert {(c.pair.ahead, c.pair.behind) for c in implied} == {
        ("DeepSeek R1", "OpenAI o1-1217"),
        ("Claude-3.5-Sonnet-1022", "DeepSeek R1"),
    }
    assert {c.verdicts.ranking.finding for c in implied} <= {"Too close to call", "Not comparable"}


def test_every_planned_check_is_in_the_record(record):
    for c in record.claims:
        assert {r.check_id for r in c.checks} == set(record.plan.checks[c.facts["reading"]])
        assert all(r.reason for r in c.checks if r.status != "ran")


def test_same_inputs_same_bytes_and_back(record):
    again = audit([read_claims(ROOT / "samples" / "claims.yaml")], Options(as_of=AS_OF))
    assert again.to_bytes() == record.to_bytes()
    assert AuditRecord.from_bytes(record.to_bytes()).to_bytes() == record.to_bytes()


def test_the_record_recomputes(record):
    assert list(differences(record)) == []
    assert list(against_catalogue(record)) == []


def test_recalled_facts_decide_nothing(record):
    """No charge rests on a finding or figure that is only remembered."""
    for c in record.claims:
        for r in c.checks:
            for f in r.values.get("figures", ()) or r.values.get("findings", ()):
                if "memory" in str(f.get("why_not") or f.get("listed_only") or ""):
                    assert not f.get("counted", False)
