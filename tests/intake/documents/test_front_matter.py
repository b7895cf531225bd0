"""The model-index of a model card: every metric one row, complete as far as the format carries."""

from auditgen.intake.documents.extract import About, extract_documents
from auditgen.intake.documents.opening import read_document
from tests.intake.documents.reading import extraction_of

CARD = """---
license: apache-2.0
model-index:
- name: NeuralBeagle14-7B
  results:
  - task: {type: text-generation}
    dataset:
      name: AI2 Reasoning Challenge (25-Shot)
      type: ai2_arc
      config: ARC-Challenge
      split: test
      args:
        num_few_shot: 25
    metrics:
    - type: acc_norm
      value: 72.90
      name: normalized accuracy
    source:
      name: Open LLM Leaderboard
      url: https://example.org
  - task: {type: text-generation}
    dataset: {name: TruthfulQA (0-shot), type: truthful_qa, split: validation}
    metrics:
    - type: mc2
      value: 69.93
    - type: mc1
      value: not measured
---

# NeuralBeagle14-7B

| Model | TruthfulQA |
|---|---|
| NeuralBeagle14-7B | 70.32 |
"""


def test_every_metric_is_a_complete_row() -> None:
    drafts = [d for d in extraction_of(CARD, "README.md").drafts if "front matter" in d.fields["place"]]
    assert len(drafts) == 2
    first = drafts[0].fields
    assert (first["model"], first["benchmark"], first["score"]) == (
        "NeuralBeagle14-7B",
        "AI2 Reasoning Challenge",
        "72.90",
    )
    assert (first["metric"], first["shots"], first["split"], first["unit"]) == ("acc_norm", "25", "test", "percent")
    assert first["measured_by"] == "Open LLM Leaderboard"
    lines = CARD.split("\n")
    for draft in drafts:
        assert draft.spot.line is not None
        assert draft.fields["quote"] in lines[draft.spot.line - 1]


def test_the_card_against_its_own_text() -> None:
    found = extraction_of(CARD, "README.md").contradictions
    assert [(c.a, c.b, str(c.points), c.kind) for c in found] == [("69.93", "70.32", "0.39", "possible")]


def test_front_matter_that_is_no_yaml_is_said_and_the_text_is_still_read() -> None:
    result = extraction_of(CARD.replace("license: apache-2.0", "license: [apache"), "README.md")
    assert any("front matter is not plain YAML" in note for note in result.notes)
    assert [d.fields["score"] for d in result.drafts] == ["70.32"]


def test_lines_under_the_front_matter_keep_their_numbers() -> None:
    document = read_document(CARD.encode(), "README.md")
    table = extract_documents([document], About()).drafts[-1]
    assert CARD.split("\n")[(table.spot.line or 0) - 1].startswith("| NeuralBeagle14-7B | 70.32")
