"""D1 through whole audits: what evidence.yaml tells of a test, and the verdict that follows."""

from __future__ import annotations

import pytest

from auditgen.intake.errors import InputError
from tests.checks.leakage.audits import audited, brought, check, g1

CLAIM = {"model": "gpt-4o-2024-08-06", "benchmark": "MMLU-Pro", "score": "72.6", "claimant": "OpenAI"}


def told(place, facts, section="benchmarks", name="benchmark: MMLU-Pro"):
    (place / "evidence.yaml").write_text(f'{section}:\n  - {{{name}, {facts}, citation: "a made-up source"}}\n')
    return brought(place).evidence


@pytest.mark.parametrize(
    ("test", "facts", "found", "charge"),
    [
        ("MMLU-CF", "access: sealed, first_use: never", "sealed", 0),
        ("MMLU-CF", "access: sealed, first_use: 2024-12", "sealed", 0),
        ("MMLU-CF", "access: sealed, first_use: 2024-08", "source_exposed", -1),
        ("MMLU-CF", "access: sealed", "source_exposed", -1),
        ("MMLU-Pro", "access: open", "exposed_with_answers", -2),
        ("MMLU-Pro", "access: gated", "exposed_with_answers", -2),
        ("MMLU-Pro", "access: sealed, first_use: never", "exposed_with_answers", -2),
        ("MMLU-Pro", "newest_item: 2025-03", "mixed", -1),
        ("MMLU-Pro", "newest_item: 2024-08-01", "exposed_with_answers", -2),
        ("MMLU", "newest_item: 2025-03", "mixed", -2),  # a finding is held on this test as a whole
    ],
)
def test_each_class_and_its_price(tmp_path, test, facts, found, charge):
    claim = audited({**CLAIM, "benchmark": test}, told(tmp_path, facts, name=f"benchmark: {test}"))
    assert check(claim, "D1").values["class"] == found
    assert next(d.open for d in claim.verdicts.level.domains if d.domain == "G1") == charge


def test_web_access_takes_a_newer_test_from_not_exposed_to_exposed(tmp_path):
    facts = "first_public_release: 2025-06, source_material: 2025-05, answers_public: yes"
    made = told(tmp_path, facts, name="benchmark: A New Test")
    claim = {**CLAIM, "benchmark": "A New Test"}
    plain = audited(claim, made)
    assert check(plain, "D1").values["class"] == "after"
    assert g1(plain) == 0
    web = audited({**claim, "setting": {"web": "yes"}}, made)
    values = check(web, "D1").values
    assert (values["class"], values["class_by_training"]) == ("exposed_with_answers", "after")
    assert g1(web) == -2
    said = {c.id: c.text for c in web.caveats}
    assert "through the test itself, not through training" in said["D1-w"]
    assert "D1-a" not in said


def test_a_repository_handed_out_is_told_apart_from_training():
    claim = {"model": "o1", "benchmark": "SWE-bench Verified", "score": "48.9", "claimant": "OpenAI"}
    said = {c.id: c.text for c in audited(claim).caveats}
    assert "through the test itself, not through training" in said["D1-e"]
    removed = audited({**claim, "setting": {"repository_history": "removed"}})
    assert "D1-e" not in {c.id for c in removed.caveats}


def test_a_test_of_a_dangerous_skill_says_that_the_direction_turns():
    said = {c.id: c.text for c in audited({**CLAIM, "benchmark": "WMDP"}).caveats}
    assert "Beside them a new model looks safe" in said["D1-r"]


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ("access: secret", "open, gated or sealed"),
        ("first_use: sometime", "a date such as"),
        ("variant_of: GSM8K", "refreshed or perturbed"),
        ("variant_of: no such test, relation: refreshed", "a test of the catalogue"),
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path, facts, words):
    with pytest.raises(InputError, match=words):
        told(tmp_path, facts)
