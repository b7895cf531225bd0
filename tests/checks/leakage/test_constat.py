"""ConStat's controlled models: known truth, and why a clean rephrased test clears nobody."""

import csv

import pytest

from auditgen.intake.evidence import read_evidence
from tests.checks.leakage.audits import audited, catalogue, check, g1
from tests.shared_data import shared

CLAIM = {"model": "Llama-2-7b-chat", "benchmark": "GSM8K", "score": "23.0", "claimant": "Meta"}


@pytest.fixture(scope="module")
def rows():
    with shared("results/constat/controlled_contamination.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def finding(row, test, level):
    """The published estimate of one test as a finding, by the rule of the method: p in percent in the file."""
    p, delta = float(row[f"p_value_{test}"]) / 100, float(row[f"delta_{test}"])
    found = p < level and delta > 0
    control = "compared_p01" if p < 0.01 else "interval"
    words = "contaminated" if found else "not-found"
    return {
        "model": "Llama-2-7b-chat", "benchmark": "GSM8K", "method_family": "performance-gap", "kind": "inflation",
        "result": words, "control": control if found else "none", "reported_by": "independent",
        "value": f"{delta:.1f}", "unit": "points", "year": "2024",
        "citation": f"Dekoninck et al. 2024, controlled model {row['model']}, {test} test",
    }  # fmt: skip


def evidence_of(tmp_path, *findings):
    lines = ["findings:"]
    for f in findings:
        lines.append("- {" + ", ".join(f'{k}: "{v}"' for k, v in f.items()) + "}")
    (tmp_path / "evidence.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return read_evidence([tmp_path], catalogue()).evidence


def test_detection_counts(rows, tmp_path):
    def detected(test, level):
        made = evidence_of(tmp_path, *(finding(r, test, level) for r in rows))
        return sum(e.content["direction"] == "concern" for e in made)

    assert len(rows) == 18
    assert detected("synthetic", 0.05) == 17
    assert detected("synthetic", 0.01) == 16
    assert detected("rephrase", 0.05) == 12


def test_estimates_follow_the_truth(rows):
    from scipy.stats import spearmanr

    truth = [float(r["actual_delta"]) for r in rows]
    estimate = [float(r["delta_synthetic"]) for r in rows]
    assert spearmanr(truth, estimate).statistic == pytest.approx(0.992, abs=5e-4)
    errors = [e - t for e, t in zip(estimate, truth)]
    assert sum(errors) / 18 == pytest.approx(3.6, abs=0.05)
    assert sum(map(abs, errors)) / 18 == pytest.approx(4.0, abs=0.05)


def test_the_four_trained_on_rephrased_items_are_not_cleared_by_the_rephrased_test(rows, tmp_path):
    rephrased = [r for r in rows if "rephrase" in r["model"].rsplit("-", 1)[-1]]
    assert len(rephrased) == 4
    bare = audited(CLAIM)
    for row in rephrased:
        null = finding(row, "rephrase", 0.05)
        assert null["result"] == "not-found"
        claim = audited(CLAIM, evidence_of(tmp_path, null))
        # The null is listed as a reassurance; it clears nothing and moves no point.
        listed = [f for f in check(claim, "D2").values["findings"] if f["id"].startswith("finding-")]
        assert [f["direction"] for f in listed] == ["reassurance"]
        assert g1(claim) <= g1(bare) < 0
        assert claim.verdicts.level.points <= bare.verdicts.level.points
        assert check(claim, "D2").outcome != "none_found"
        # With the synthetic test beside it the same model is charged.
        both = audited(CLAIM, evidence_of(tmp_path, null, finding(row, "synthetic", 0.05)))
        assert g1(both) <= -2
