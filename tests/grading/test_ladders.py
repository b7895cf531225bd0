"""The worked claims: every ladder reproduces both point numbers, answered, caps and finding."""

import pytest

from auditgen.grading.findings import certainty, decide
from auditgen.grading.thresholds import load_thresholds
from auditgen.grading.verdict import grade
from auditgen.grading.wording import wording
from tests.grading.cases import build, ladders


@pytest.mark.parametrize("row", ladders(), ids=lambda r: r["case"].split(".")[0])
def test_worked_claim(row):
    case, want = build(row), row["expect"]
    decision = decide(case, load_thresholds())
    ladder = decision.ladder
    assert decision.finding == want["finding"], [(d.domain, d.known, d.open) for d in ladder.domains]
    got = {
        "raw": ladder.raw,
        "raw_if_answered": ladder.raw_if_answered,
        "points": ladder.points,
        "if_answered": ladder.points_if_answered,
        "answered": ladder.answered,
        "caps": [c.id for c in ladder.caps],
        "certainty": certainty(ladder.points),
        "finding": decision.finding,
    }
    if decision.contrary:
        got["contrary"] = [decision.contrary.ladder.points, decision.contrary.ladder.points_if_answered]
    assert {k: got.get(k) for k in want} == want


@pytest.mark.parametrize("row", ladders(), ids=lambda r: r["case"].split(".")[0])
def test_every_worked_claim_has_words(row):
    verdict = grade(build(row), load_thresholds(), wording("en"))
    assert verdict.sentence
    assert verdict.use
    assert "{" not in verdict.sentence + verdict.use + "".join(s.reason for s in verdict.ladder)
    assert len(verdict.ask_first) <= 3


def test_edge_of_a_point_is_said_to_depend_on_a_cut_off():
    row = next(r for r in ladders() if r["case"].startswith("3 L"))
    verdict = grade(build(row), load_thresholds(), wording("en"))
    assert "delta_small" in {s.threshold for s in verdict.sensitive_to}
