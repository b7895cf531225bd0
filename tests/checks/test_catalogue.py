"""Real claims, checked and graded on the shipped catalogue."""

import pytest

from tests.checks.cases import compare, load, real, verify

NAMES = {"L": "level", "R": "ranking", "P": "progress"}


@pytest.mark.parametrize("row", load("catalogue"), ids=lambda r: r["case"])
def test_real_claim(row):
    claim = real(row).claims[0]
    checks = {c.check_id: c for c in claim.checks}
    for check_id, expect in row["checks"].items():
        expected = {"outcome": checks[check_id].outcome, **expect}
        verify(checks[check_id], expected)
    want = dict(row["verdict"])
    reading = want.pop("reading", claim.facts["reading"])
    assert claim.facts["reading"] == reading
    verdict = getattr(claim.verdicts, NAMES[reading])
    if "caps" in want:
        assert [c.id for c in verdict.caps] == want.pop("caps")
    compare(verdict.model_dump(), want, "verdict")


def test_fresh_test_gap_survives_every_dropped_family():
    row = next(r for r in load("catalogue") if r["case"].startswith("Llama 3 70B Instruct"))
    values = next(c for c in real(row).claims[0].checks if c.check_id == "D7").values
    drops = values["drops"]
    assert len(drops) == 14
    assert min(d["excess"] for d in drops) == pytest.approx(0.001173, abs=1e-6)
    assert max(d["excess"] for d in drops) == pytest.approx(0.011383, abs=1e-6)
    assert min(d["high"] for d in drops) == pytest.approx(0.050019, abs=1e-6)
    assert max(d["high"] for d in drops) == pytest.approx(0.061194, abs=1e-6)
    families = {e["family"] for e in drops}
    assert not families & {"Llama 3", "Phi", "Mistral"}


def test_holm_over_a_table_equals_statsmodels():
    from statsmodels.stats.multitest import multipletests

    from tests.checks.cases import run

    scores = ["43.0", "30.0", "49.0", "44.4", "42.5"]
    rows = [{"model": "M", "developer": "X", "test": "T", "text": "50.0", "n_items": 500, "own": True}]
    rows += [{"model": f"Z{i}", "developer": "Z", "test": "T", "text": s, "n_items": 500} for i, s in enumerate(scores)]
    found = []
    for i, score in enumerate(scores):
        claim = {
            "type": "comparative",
            "score": "50.0",
            "comparator": f"Z{i}",
            "comparator_score": score,
            "n_items": 500,
        }
        names = {"row_id": "row0", "other_row_id": f"row{i + 1}"}
        found.append(run("B4", {"reading": "R", "claim": claim, "names": names, "document": rows}).values)
    expected = multipletests([v["p_raw"] for v in found], method="holm")[1]
    assert [v["p_adjusted"] for v in found] == pytest.approx(list(expected), rel=1e-9)
    assert [v["clear"] for v in found] == [p < 0.05 for p in expected]
