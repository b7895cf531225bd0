"""Candidates from sentences: types, subjects, tests; and the sentences that claim nothing."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from auditgen.intake.claims import read_claims_bytes
from auditgen.intake.documents.draft import draft_file
from auditgen.intake.documents.draft_file import to_yaml
from auditgen.intake.documents.prose import candidates_in
from auditgen.intake.documents.vocabulary import Vocabulary
from tests.intake.documents.reading import extraction_of

CASES = yaml.safe_load((Path(__file__).parent / "cases_sentences.yaml").read_text(encoding="utf-8"))
WORDS = Vocabulary()


@pytest.mark.parametrize("case", CASES, ids=[c["text"][:50] for c in CASES])
def test_sentence_claims_what_the_case_says(case: dict[str, Any]) -> None:
    read = []
    for found in candidates_in(case["text"], WORDS):
        f = found.fields
        side = f.get("score") or f.get("threshold") or f.get("comparator") or f.get("rank") or f.get("human_group")
        read.append(" | ".join((found.type, found.model, f.get("benchmark", "-"), side or "-")))
    assert sorted(read) == sorted(case["claims"])


def test_candidates_are_low_named_as_written_and_readable_as_claims() -> None:
    text = "# Report\n\n" + "\n\n".join(c["text"] for c in CASES)
    result = extraction_of(text, "report.md")
    assert len(result.drafts) == sum(len(c["claims"]) for c in CASES)
    assert {d.confidence for d in result.drafts} == {"low"}
    lines = text.split("\n")
    for draft in result.drafts:
        assert draft.fields["quote"] in lines[(draft.spot.line or 0) - 1]
        assert len(draft.fields["quote"].split()) <= 20
        assert "model_id" not in draft.fields
    claims = read_claims_bytes(to_yaml(draft_file(result)), "drafts.yaml", accept_drafts=True).claims
    assert len(claims) == len(result.drafts)
