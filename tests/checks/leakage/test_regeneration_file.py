"""A file of free regeneration from the output to the sentence: strong memory with answers, cap C2."""

import json

import pytest

from tests.checks.leakage.audits import audited, brought, check, level
from tests.shared_data import shared

CLAIM = {"model": "Yi-34B", "benchmark": "GSM8K", "score": "67.2", "shots": "8", "claimant": "01.AI"}
NAMES = ("Ana", "Ben", "Cho", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lou", "Mia", "Ned", "Oli", "Pia")
GOODS = ("apples", "books", "coins", "dolls", "eggs", "flags", "gloves", "hats", "jars", "keys", "lamps")


def question(i, family):
    """A word problem of its own for every number; the item names are those of the real test, whose texts stay away."""
    name, goods, other = NAMES[i % 16], GOODS[(i // 16) % 11], GOODS[(i // 176) % 11]
    a, b, c = 11 + i, 3 + (i * 7) % 90, 2 + (i * 13) % 9
    text = (
        f"{name} packs {a} {goods} and {b} {other} into {c} {family} crates before lunch on day {i + 1}, sells "
        f"{b + c} of them at the market in the afternoon and carries the rest home to share with {c + 2} friends. "
        "How many are left?"
    )
    return text, str(a + b - b - c)


@pytest.fixture(scope="module")
def item_names():
    import pandas as pd

    frame = pd.read_parquet(shared("results/ngram_completion/items_long.parquet"), columns=["dataset", "split", "item"])
    return sorted({str(i) for i in frame[(frame.dataset == "GSM8K") & (frame.split == "test")]["item"]})


def write(folder, name, rows):
    text = "".join(json.dumps(r) + "\n" for r in rows)
    (folder / name).write_text(text, encoding="utf-8")


def made(folder, item_names, known, keys, siblings=1205, refused=0):
    """Items, siblings, and outputs that repeat `known` of the items, `keys` of them with the answer."""
    items, outputs = [], []
    for i, name in enumerate(item_names):
        text, answer = question(i, "wooden")
        items.append(
            {"item_id": name, "benchmark": "GSM8K", "question": text, "answer": f"so it is {answer} #### {answer}"}
        )
    for i in range(siblings):
        text, answer = question(i, "paper")
        items.append(
            {"item_id": f"sib-{i}", "benchmark": "GSM8K", "question": text, "answer": answer, "control": "sibling"}
        )
    for i in range(len(item_names) + 181):
        output = (
            f"A shop has {i} shelves with {i % 7 + 2} lamps each. How many lamps are there? Answer: {i * (i % 7 + 2)}"
        )
        if i < known:
            text, answer = question(i, "wooden")
            output = f"Question 1: {text}" + (f" Answer: {answer}." if i < keys else " Work it out step by step.")
        elif i < known + refused:
            output = "I'm sorry, but I can't provide questions of that test."
        outputs.append(
            {
                "model": "Yi-34B",
                "benchmark": "GSM8K",
                "prompt": "Write a question like those of GSM8K.",
                "output": output,
            }
        )
    write(folder, "items.jsonl", items)
    write(folder, "outputs.jsonl", outputs)
    (folder / "evidence.yaml").write_text(
        "files:\n- {file: outputs.jsonl, citation: made for a test, produced_by: adversarial}\n"
        "- {file: items.jsonl, citation: made for a test, produced_by: independent}\n",
        encoding="utf-8",
    )
    return brought(folder)


def test_from_the_file_to_the_cap_and_the_sentence(tmp_path, item_names):
    assert len(item_names) == 1319
    found = made(tmp_path, item_names, known=312, keys=250)
    content = next(e.content for e in found.evidence)
    assert (content["n_outputs"], content["n_test_items"], content["distinct_test"]) == (1500, 1319, 312)
    assert (content["n_control_items"], content["distinct_control"], content["with_key"]) == (1205, 0, 250)
    claim = audited(CLAIM, found.evidence)
    d4 = check(claim, "D4")
    assert d4.outcome == "strong_concern"
    assert d4.p_value == pytest.approx(2.362261475e-97, rel=1e-6)
    assert d4.values["strong_with_answers"] is True
    assert d4.values["alarm"] == {
        "control": "1,205 sibling items",
        "threshold": "chance gives as much less than once in 100, and 1% of the questions go beyond the control",
        "alpha": 0.01, "tests": 1, "expected": 0.01,
    }  # fmt: skip
    verdict = level(claim)
    assert [c.id for c in verdict.caps if c.limit == 4] == ["C2"]
    assert verdict.points <= 4
    assert next(d.known for d in verdict.domains if d.domain == "G1") == -8
    said = {c.id: c.text for c in claim.caveats}
    assert said["D4-c"] == (
        "Asked to write questions like those of this test, and shown none, the model wrote out 312 of its 1,319 "
        "questions word for word. Of 1,205 similar questions that it cannot have seen, it wrote out 0."
    )
    assert said["D4-b"] == "It could also recite the answers."


def test_questions_without_answers_are_no_cap(tmp_path, item_names):
    claim = audited(CLAIM, made(tmp_path, item_names, known=312, keys=5).evidence)
    assert check(claim, "D4").outcome == "strong_concern"
    assert not any(c.id == "C2" for c in level(claim).caps)


def test_nothing_regenerated_is_silent_on_inflation(tmp_path, item_names):
    claim = audited(CLAIM, made(tmp_path, item_names, known=0, keys=0).evidence)
    d4 = check(claim, "D4")
    assert (d4.outcome, d4.mde < 0.015) == ("none_found", True)
    assert "in other words would not" in next(c.text for c in claim.caveats if c.id == "D4-e")


def test_a_model_that_declines_has_not_been_searched(tmp_path, item_names):
    claim = audited(CLAIM, made(tmp_path, item_names, known=0, keys=0, refused=400).evidence)
    d4 = check(claim, "D4")
    assert (d4.outcome, d4.mde) == ("unclear", None)
    assert level(claim).points == level(audited(CLAIM)).points


def test_no_text_of_an_item_or_output_leaves_the_reader(tmp_path, item_names):
    found = made(tmp_path, item_names, known=30, keys=30)
    kept = json.dumps([e.model_dump(mode="json") for e in found.evidence])
    for word in ("crates", "market", "friends", "shelves", str(tmp_path)):
        assert word not in kept
