"""Thirteen hand-checked claim documents: every row comes out as it was written, or is refused for a named reason."""

import csv
import io

import pytest

from auditgen.intake.claims import read_claims, read_claims_bytes
from auditgen.intake.errors import InputError
from tests.shared_data import shared

# Claims in prose: these rows do not say what they are compared with, or since when.
INCOMPLETE = {
    "caisi-deepseek-2025": {161: "comparator", 162: "score", 163: "comparator", 164: "comparator", 167: "comparator"},
    "hf-model-index-neuralbeagle14-7b": {46: "comparator"},
    "intl-ai-safety-report-2026": {6: "baseline_model", 14: "baseline_model"},
}
CLAIMS = {
    "caisi-deepseek-2025": 166, "deepseek-r1-paper-pdf": 209, "deepseek-r1-readme": 175, "deepseek-v3-readme": 292,
    "hf-model-index-neuralbeagle14-7b": 45, "intl-ai-safety-report-2026": 15, "kimi-k2-readme": 264,
    "llama-3-1-model-card": 158, "llama-3-3-model-card": 36, "llama-4-model-card": 58,
    "openai-multilingual-mmlu": 150, "openai-simple-evals-readme": 214, "qwen-readme-cn": 151,
}  # fmt: skip
UNITS = {
    "percent (ANLS)": "percent", "percent success": "percent", "points (chrF)": "points", "problems solved": "count",
    "bits_per_byte (lower is better)": "bits_per_byte", "months per doubling": "months", "": None,
}  # fmt: skip


@pytest.mark.parametrize("slug", CLAIMS)
def test_round_trip(slug):
    path = shared(f"claim-documents/{slug}/claims.csv")
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == CLAIMS[slug]
    incomplete = INCOMPLETE.get(slug, {})
    if incomplete:
        with pytest.raises(InputError) as caught:
            read_claims(path)
        assert {p.line: p.field for p in caught.value.problems} == incomplete
    kept = [row for line, row in enumerate(rows, start=2) if line not in incomplete]
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]))
    writer.writeheader()
    writer.writerows(kept)
    claims = read_claims_bytes(out.getvalue().encode(), "claims.csv").claims
    assert len(claims) == len(kept)
    for row, claim in zip(kept, claims):
        assert (claim.model, claim.benchmark, claim.type) == (row["model"], row["benchmark"], row["claim_type"])
        assert (claim.place, claim.shots or "", claim.metric or "") == (row["location"], row["shots"], row["metric"])
        assert claim.quote == " ".join(row["verbatim"].split())
        assert claim.subject == row["is_subject_model"]
        if claim.type == "absolute":
            assert claim.score.text == row["score"]
            assert claim.score.unit == UNITS.get(row["unit"], row["unit"])
            assert claim.score.value == float(row["score"])
        elif row["score"] and row["unit"] not in ("medal", "problems solved"):
            figure = claim.threshold or claim.score
            assert claim.rank == int(row["score"]) if claim.rank else figure.text == row["score"].lstrip(">")
        if row["setting"]:
            assert claim.setting.model_dump(exclude_none=True)


def test_lower_is_better_is_kept():
    claims = read_claims(shared("claim-documents/deepseek-v3-readme/claims.csv")).claims
    pile = [c for c in claims if c.benchmark == "Pile-test"]
    assert len(pile) == 4
    assert all(c.higher_is_better is False and c.score.unit == "bits_per_byte" for c in pile)
