"""Claims with anything missing, odd or extreme: the audit never raises, and the finding is the expected one."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from auditgen.audit import Options, audit, prepare
from auditgen.catalogue import open_catalogue
from auditgen.checks.registry import SPECS, absent
from auditgen.checks.run import run_checks
from auditgen.grading.plan import planned
from auditgen.grading.thresholds import load_thresholds
from auditgen.judge import judge
from auditgen.records.audit_record import AuditRecord
from auditgen.records.claim import Claim, ClaimsFile, Source
from auditgen.records.numbers import printed
from auditgen.records.verdict import FINDINGS
from tests.checks.cases import claim_of, load

NAMES = {"L": "level", "R": "ranking", "P": "progress"}


def file_of(*claims: Claim, sources: tuple[Source, ...] = ()) -> ClaimsFile:
    return ClaimsFile(claims=claims, sources=sources, name="c.yaml", sha256="0" * 64, recognised_by="test")


def record(*claims: Claim, implied: bool = True, sources: tuple[Source, ...] = ()) -> AuditRecord:
    options = Options(as_of="2026-11-30", implied=implied)
    return audit([file_of(*claims, sources=sources)], options, open_catalogue())


def verdict_of(claim):
    return getattr(claim.verdicts, NAMES[claim.facts["reading"]])


@pytest.mark.parametrize("row", load("robustness"), ids=lambda r: r["case"])
def test_odd_claims(row):
    found = record(claim_of({"model": None, "benchmark": None, **row["claim"]}), implied=False).claims[0]
    verdict = verdict_of(found)
    expect = row["expect"]
    assert found.facts["reading"] == expect.get("reading", "L")
    assert verdict.finding == expect["finding"], (verdict.sentence, verdict.points, verdict.points_if_answered)
    if "line" in expect:
        assert verdict.line == expect["line"]
    if "asks" in expect:
        assert expect["asks"] in verdict.ask_first[0]
    for reading in {"L", "R", "P"} - {found.facts["reading"]}:
        assert getattr(found.verdicts, NAMES[reading]).finding == "Not claimed"


def test_every_planned_check_is_in_the_record_and_says_why_it_did_not_run():
    for row in load("robustness"):
        claim = record(claim_of({"model": None, "benchmark": None, **row["claim"]}), implied=False).claims[0]
        assert [c.check_id for c in claim.checks] == list(planned(claim.facts["reading"]))
        for check in claim.checks:
            assert check.status == "ran" or check.reason


def test_checks_without_evidence_say_which_evidence_they_need():
    claim = record(Claim(id="c", model="o1", benchmark="GSM8K", score=printed("50.0", "percent"))).claims[0]
    reasons = {c.check_id: c.reason or "" for c in claim.checks}
    assert "question-by-question" in reasons["D8"]
    assert "training text" in reasons["D3"]
    assert "half a question" in reasons["D4"]


def test_an_absent_result_carries_no_outcome():
    for spec in SPECS:
        result = absent(spec.id, "why")
        assert (result.status, result.outcome, result.readings) == ("not_run", None, spec.readings)


def test_no_claims_at_all():
    found = record()
    assert found.claims == ()
    assert found.summary == ()


def test_the_same_audit_gives_the_same_bytes():
    claims = [
        Claim(id=f"c{i}", model=m, benchmark=b, score=printed(s, "percent"), source="doc", model_developer=d, subset=p)
        for i, (m, d, b, p, s) in enumerate(
            [
                ("o1", "OpenAI", "GSM8K", None, "95.0"),
                ("Claude 3 Opus", "Anthropic", "GSM8K", None, "91.0"),
                ("o1", "OpenAI", "MATH", None, "80.0"),
                ("Claude 3 Opus", "Anthropic", "MATH", None, "60.1"),
                ("o1", "OpenAI", "MMLU", "virology", "60.0"),
                ("Claude 3 Opus", "Anthropic", "MMLU", "virology", "59.0"),
                ("o1", "OpenAI", "MMLU", "anatomy", "70.0"),
                ("Claude 3 Opus", "Anthropic", "MMLU", "anatomy", "75.0"),
            ]
        )
    ]
    sources = (Source(id="doc", publisher="OpenAI", date="2025-01-01"),)
    first = record(*claims, sources=sources)
    assert any(c.implied for c in first.claims)
    assert first.to_bytes() == record(*claims, sources=sources).to_bytes()
    assert AuditRecord.from_bytes(first.to_bytes()).to_bytes() == first.to_bytes()


CATALOGUE = open_catalogue()
bounded = settings(deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow])
MODELS = st.sampled_from(
    [
        None,
        "",
        "o1",
        "GPT-4",
        "Llama 3 70B Instruct",
        "Gemini Ultra",
        "unnamed frontier models",
        "Model \u2603 \u0416",
        "x" * 400,
    ]
)
TESTS = st.sampled_from(
    [
        None,
        "",
        "SWE-bench Verified",
        "HumanEval",
        "GSM8K",
        "MMLU",
        "MGSM",
        "ImageNet",
        "Chatbot Arena",
        "Uniform Bar Exam",
        "no such test",
        "unnamed exam",
        "ARC",
        "y" * 400,
    ]
)
STATEMENTS = st.sampled_from(["{not} a {template}", "The model understands law at human level.", "50% better"])
RELATIONS = st.sampled_from(["developer", "competitor", "independent_evaluator", "public_body", "leaderboard", "other"])
DATES = st.sampled_from([None, "2024", "2024-05", "2023-03-15", "2023-02-30", "last summer"])
UNITS = ("percent", "fraction", "points", "rating", "percentile", "rank", "count", "ratio", "medal", "months", "other")


@st.composite
def numbers(draw, shares=False):
    """A printed number: usually a share, now and then out of range or in another unit."""
    text = draw(st.sampled_from(["0", "100", "48.9", "99.95", "0.0", "50", "1", "130.5", "-3.0", "0.001", "12,345"]))
    unit = draw(
        st.sampled_from(("percent", "percent", "fraction") if shares else ("percent", "percent", "percent", *UNITS))
    )
    return printed(text, unit)


@st.composite
def claims(draw):
    """Any Claim that the readers can hand on, and some that they would refuse."""

    def maybe(strategy):
        return draw(st.one_of(st.none(), strategy))

    type_ = draw(st.sampled_from(("absolute", "absolute", "comparative", "rank", "threshold", "human_parity", "trend")))
    setting = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "n_runs": st.sampled_from([1, 2, 64]),
                "variants_tried": st.sampled_from([1, 2, 27, 100_000]),
                "all_runs_reported": st.booleans(),
                "combining": st.sampled_from(["maj@32", "pass@1", "best of 4", "?"]),
                "scaffold": st.sampled_from(["Agentless", "{brace}"]),
                "temperature": st.sampled_from(["0", "0.7", "default"]),
                "web": st.sampled_from(["yes", "no"]),
            },
        )
    )
    return Claim.model_validate(
        {
            "id": "c",
            "type": type_,
            "model": draw(MODELS),
            "benchmark": draw(TESTS),
            "statement": maybe(STATEMENTS),
            "score": maybe(numbers()),
            "comparator": maybe(MODELS),
            "comparator_score": maybe(numbers()),
            "baseline_model": maybe(MODELS) if type_ == "trend" else None,
            "baseline_score": maybe(numbers()),
            "threshold": maybe(numbers()),
            "threshold_side": maybe(st.sampled_from(["over", "at_least", "under", "at_most"])),
            "difference": maybe(numbers()),
            "difference_unit": maybe(st.sampled_from(["points", "months_per_doubling"])),
            "uncertainty": maybe(numbers(shares=True)),
            "uncertainty_low": maybe(numbers(shares=True)),
            "uncertainty_high": maybe(numbers(shares=True)),
            "uncertainty_kind": maybe(st.sampled_from(["se", "ci95", "ci90", "sd", "unstated"])),
            "n_items": maybe(st.sampled_from([1, 2, 30, 500, 14042, 10**12])),
            "comparator_n_items": maybe(st.sampled_from([1, 500])),
            "rank": maybe(st.sampled_from([1, 2, 50])),
            "peer_group": maybe(st.just("ten models")),
            "human_group": maybe(st.just("experts")),
            "relation": maybe(st.sampled_from(["beats", "at_least", "equal", "within", "reaches", "comparable"])),
            "higher_is_better": maybe(st.booleans()),
            "subset": maybe(st.sampled_from(["virology", "no such part"])),
            "language": maybe(st.sampled_from(["Swahili", "Klingon"])),
            "metric": maybe(st.sampled_from(["accuracy", "pass@10", "Elo", "F1"])),
            "shots": maybe(st.sampled_from(["0", "5", "few"])),
            "as_of": draw(DATES),
            "claimant": maybe(st.sampled_from(["OpenAI", "Meta", "a blog"])),
            "claimant_relation": maybe(
                st.sampled_from(
                    ["developer", "competitor", "independent_evaluator", "public_body", "leaderboard", "other"]
                )
            ),
            "measured_by": maybe(st.sampled_from(["OpenAI", "Epoch AI"])),
            "copied_from": maybe(st.just("Meta")),
            "item_results_open": maybe(st.booleans()),
            "setting": setting,
        }
    )


@settings(
    max_examples=120, deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
@given(claim=claims())
def test_no_claim_breaks_an_audit(claim):
    found = record(claim, implied=False).claims[0]
    verdict = verdict_of(found)
    assert verdict.finding in FINDINGS
    assert verdict.finding != "Not claimed"
    assert verdict.sentence
    assert verdict.use
    assert found.quotable
    named = (claim.model or "").strip() and not (claim.model or "").startswith("unnamed")
    if not named and claim.difference_unit != "months_per_doubling":
        assert verdict.finding == "Cannot be checked as worded"


@settings(bounded, max_examples=40)
@given(made=st.lists(claims(), min_size=2, max_size=5))
def test_no_document_breaks_an_audit(made):
    rows = [c.model_copy(update={"id": f"c{i}", "source": "doc"}) for i, c in enumerate(made)]
    sources = (Source(id="doc", publisher="OpenAI", date="2025-01-01", one_evaluation=True),)
    found = record(*rows, sources=sources)
    assert len([c for c in found.claims if not c.implied]) == len(rows)


@settings(bounded, max_examples=30)
@given(claim=claims())
def test_grading_again_from_the_check_results_gives_the_same(claim):
    from auditgen.grading.wording import wording

    job = prepare([file_of(claim)], CATALOGUE, "2026-11-30", implied=False)[0]
    t = load_thresholds()
    results = run_checks(job.claim, job.facts, planned(job.reading), t)
    first = judge(job.claim, job.facts, results, t, wording("en"))
    again = judge(job.claim, job.facts, list(results), t, wording("en"))
    assert first == again
    assert run_checks(job.claim, job.facts, planned(job.reading), t) == results
