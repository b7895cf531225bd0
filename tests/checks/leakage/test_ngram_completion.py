"""Published n-gram completion counts on GSM8K: a level on the test alone is not evidence."""

import pytest

from auditgen.intake.evidence import read_evidence
from tests.checks.leakage.audits import audited, catalogue, check, level
from tests.shared_data import shared


@pytest.fixture(scope="module")
def found():
    return read_evidence([shared("results/ngram_completion/items_long.parquet")], catalogue())


def piece(found, model, n="5"):
    return next(
        e.content for e in found.evidence if e.content["model"] == model and e.content["measures"]["n_gram"] == n
    )


@pytest.mark.parametrize(
    ("model", "rate", "items"),
    [
        ("Qwen-1_8B", 0.387, 0.027),
        ("Orca-2-7B", 0.315, 0.014),
        ("ChatGLM3-6B", 0.313, 0.014),
        ("Phi-1_5", 0.156, 0.001),
    ],
)
def test_rates_are_the_published_ones(found, model, rate, items):
    content = piece(found, model)
    assert content["measures"]["exact_continuation_rate"]["test"] == pytest.approx(rate, abs=6e-4)
    test = content["groups"]["test"]
    assert test["hits"] / test["n"] == pytest.approx(items, abs=6e-4)


def test_the_highest_level_is_no_evidence_without_a_control(found):
    claim = {"model": "Qwen-1.8B", "benchmark": "GSM8K", "score": "21.2"}
    d4 = check(audited(claim, found.evidence), "D4")
    assert d4.status == "ran"
    assert (d4.outcome, d4.mde) == ("unclear", None)
    assert "a level on the test alone is not evidence" in d4.values["tests"][0]["why"]
    assert level(audited(claim, found.evidence)).points == level(audited(claim)).points


def test_a_low_level_clears_nobody(found):
    claim = {"model": "Yi-34B", "benchmark": "GSM8K", "score": "67.2"}
    d4 = check(audited(claim, found.evidence), "D4")
    assert (d4.outcome, d4.mde) == ("unclear", None)


def test_grok_against_its_rewritten_twins_shows_no_signal(found):
    content = piece(found, "Grok-1")
    rates = content["measures"]["exact_continuation_rate"]
    assert rates["test"] == pytest.approx(0.169, abs=6e-4)
    assert [round(rates[f"twin:rewritten-{i}"], 3) for i in (1, 2, 3)] == [0.164, 0.161, 0.159]
    claim = {"model": "Grok-1", "benchmark": "GSM8K", "score": "62.9"}
    d4 = check(audited(claim, found.evidence), "D4")
    assert d4.outcome == "unclear"
    assert all(r["p"] is None or r["p"] > 0.05 for r in d4.values["tests"])
