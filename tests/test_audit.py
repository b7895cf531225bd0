"""The pipeline from outside: what a claim's words do to the statement that is audited."""

from auditgen.audit import Options, audit
from auditgen.intake.claims import read_claims_bytes


def audited(text, **options):
    record = audit([read_claims_bytes(text.encode(), "c.yaml")], Options(as_of="2026-11-30", **options))
    return record.claims[0]


LOSES = """
claims:
  - {model: GPT-4o-2024-08-06, type: comparative, comparator: Claude 3.5 Sonnet (October 2024), relation: loses,
     benchmark: SWE-bench Verified, score: "38.8", comparator_score: "50.8", unit: percent, claimant: DeepSeek}
"""


def test_losing_is_read_as_the_other_one_ahead():
    claim = audited(LOSES)
    assert claim.claim.model == "Claude 3.5 Sonnet (October 2024)"
    assert claim.claim.score.text == "50.8"
    assert "GPT-4o" in claim.claim.comparator
    assert claim.verdicts.ranking.finding != "Contradicted"
    assert "behind" in claim.claim.notes


def test_turning_is_done_once():
    from auditgen.checks.tables import turned_to_winner

    claim = audited(LOSES).claim
    assert turned_to_winner(claim) == claim


def test_a_board_in_the_catalogue_names_the_group():
    claim = audited(
        'claims:\n  - {model: Gemini 2.5 Pro, type: rank, rank: 1, benchmark: Chatbot Arena, as_of: "2025-08-04"}\n'
    )
    assert claim.verdicts.ranking.finding != "Cannot be checked as worded"


def test_tier_says_what_was_reached():
    assert audited('claims:\n  - {model: nobody-knows, benchmark: nothing, score: "5.0"}\n').tier == "I0"
    assert audited('claims:\n  - {model: o1, benchmark: SWE-bench Verified, score: "48.9"}\n').tier in ("I1", "I2")


def test_a_value_that_says_nothing_alone_is_quoted_with_its_words():
    claim = audited(
        'claims:\n  - {model: DeepSeek R1, benchmark: MMMLU, score: "82.7", unit: percent, n_items: 1400,\n'
        "     claimant: CAISI, claimant_relation: public_body, setting: {max_tokens: 8K}}\n"
    )
    assert "reported by CAISI (answers of at most 8K tokens)" in claim.verdicts.level.use


def test_a_set_up_is_quoted_in_words_not_with_the_names_of_fields():
    claim = audited(
        'claims:\n  - {model: DeepSeek R1, benchmark: MMMLU, score: "82.7", unit: percent, n_items: 1400,\n'
        "     claimant: CAISI, claimant_relation: public_body, setting: {exclusions: 100 questions a language}}\n"
    )
    assert "reported by CAISI (100 questions a language)" in claim.verdicts.level.use
    assert "=" not in claim.verdicts.level.use
