"""What the reader measures in completions and outputs before the texts are left behind."""

from __future__ import annotations

import json

import pytest

from auditgen.catalogue import open_catalogue
from auditgen.intake.evidence import read_evidence
from auditgen.intake.evidence.answers import recites, refused
from auditgen.stats.ngram import normalise

ABOUT = {"model": "GPT-4", "benchmark": "MMLU"}
LONG = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
)


def read(tmp_path, **files):
    for name, rows in files.items():
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows), encoding="utf-8")
    return read_evidence([tmp_path], open_catalogue())


def done(item, output, reference=LONG, **more):
    return {**ABOUT, "item_id": item, "prefix": "p", "reference": reference, "output": output, **more}


def content(found, kind):
    return next(e.content for e in found.evidence if e.kind == kind)


def test_hits_exact_and_long_runs(tmp_path):
    rows = [
        done("1", f"{LONG} and so on"),
        done("2", f"well, {LONG.upper()}!", reference=f"{LONG} and more words"),
        done("3", LONG.rsplit(" ", 1)[0]),
        done("4", "Boston", reference="Boston."),
        done("5", "I cannot help with that"),
    ]
    groups = content(read(tmp_path, a=rows), "completions")["groups"]
    assert groups["test"] == {
        "n": 5,
        "hits": 3,
        "exact": 2,
        "refused": 1,
        "with_key": 0,
        "with_wrong_key": 0,
        "tries": 1,
    }


def test_tries_are_paired_on_equal_numbers(tmp_path):
    # Three tries at the item and one at its twin: only the first try of each is compared.
    rows = [done("1", o) for o in ("no", "no", LONG)] + [done("t1", "no", control="twin", twin_of="1")]
    found = content(read(tmp_path, a=rows), "completions")
    assert found["groups"]["test"]["hits"] == 1
    assert found["pairs"] == {"both": 0, "only_test": 0, "only_twin": 0, "neither": 1}


def test_twins_without_an_item_are_left_out_and_said(tmp_path):
    found = read(tmp_path, a=[done("1", LONG), done("t", "no", control="twin", twin_of="9")])
    assert content(found, "completions")["pairs"] is None
    assert any("belong to no item" in n for n in found.notes)


def test_answers_count_only_behind_the_question(tmp_path):
    options = f"{LONG} A Paris B Rome"
    rows = [
        done("1", f"{options} Answer: B", reference=options, answer="B"),
        done("2", options, reference=options, answer="Paris"),
        done("3", f"{options} It is Rome", reference=options, answer="Rome", answer_is_wrong=True),
    ]
    test = content(read(tmp_path, a=rows), "completions")["groups"]["test"]
    assert (test["hits"], test["with_key"], test["with_wrong_key"]) == (3, 1, 1)


@pytest.mark.parametrize(
    ("answer", "tail", "found"),
    [("B", "answer is B", True), ("B", "a B c d", False), ("B", "B", True), ("42", "so 42 remain", True),
     ("42", "so 4 2", False), ("the red one", "it is the red one", True), ("", "x", False),
     ("A", "we saw a dog run", False)],
)  # fmt: skip
def test_recited_answers(answer, tail, found):
    assert recites(normalise(answer), normalise(tail)) is found


@pytest.mark.parametrize(
    ("text", "declined"),
    [("", True), ("  \n", True), ("I'm sorry, but I can't do that.", True), ("As an AI, I ...", True),
     ("I cannot provide the text of that test.", True), ("Sorry!", True),
     ("The farmer is sorry that he sold the pears.", False), ("12 + 4 is 16.", False),
     ("We are unable to reproduce the questions of this benchmark here.", True)],
)  # fmt: skip
def test_refusals(text, declined):
    assert refused(text) is declined


def items(n, control=None, word="river"):
    text = (
        "Question {i} asks how many boats of kind {i} cross the {w} {i} times between the harbour of {i} and the isle "
        "of {i}"
    )
    rows = []
    for i in range(n):
        row = {
            "item_id": f"{control or 'q'}{i}",
            "benchmark": "MMLU",
            "question": text.format(i=i, w=word),
            "answer": f"{i + 100}",
        }
        rows.append(row | ({"control": control} if control else {}))
    return rows


def test_regeneration_counts_distinct_items_by_set(tmp_path):
    test, sealed, train = items(10), items(6, "sealed", "lake"), items(4, "train", "sea")
    outputs = [t["question"] + f" Answer: {t['answer']}" for t in test[:2]]
    outputs += [test[0]["question"]] * 3 + [
        sealed[0]["question"],
        train[0]["question"],
        train[1]["question"],
        "nothing",
        "",
    ]
    rows = [{**ABOUT, "prompt": "p", "output": o} for o in outputs]
    made = content(read(tmp_path, items=test + sealed + train, out=rows), "regeneration")
    assert (made["n_outputs"], made["refused"]) == (10, 1)
    assert (made["n_test_items"], made["distinct_test"], made["with_key"], made["question_only"]) == (10, 2, 2, 0)
    assert (made["n_control_items"], made["distinct_control"], made["control_kinds"]) == (6, 1, ["sealed"])
    assert (made["n_train_items"], made["distinct_train"]) == (4, 2)


def test_phrases_of_several_items_or_of_the_web_are_no_match(tmp_path):
    same = {"benchmark": "MMLU", "question": f"{LONG} and then some more words that differ here", "answer": "1"}
    rows = [{**same, "item_id": "a"}, {**same, "item_id": "b"}, *items(3)]
    rows += [{"item_id": "web", "benchmark": "MMLU", "question": items(1)[0]["question"], "control": "template"}]
    outputs = [{**ABOUT, "output": same["question"]}, {**ABOUT, "output": items(1)[0]["question"]}]
    made = content(read(tmp_path, items=rows, out=outputs), "regeneration")
    assert made["distinct_test"] == 0
    assert made["n_common_phrases"] > 0


def test_wrong_official_answers_are_counted_apart(tmp_path):
    rows = items(3)
    rows[1]["answer_is_wrong"] = True
    outputs = [{**ABOUT, "output": f"{r['question']} The answer is {r['answer']}."} for r in rows]
    made = content(read(tmp_path, items=rows, out=outputs), "regeneration")
    assert (made["with_key"], made["with_wrong_key"]) == (2, 1)


def test_min_k_plus_plus_from_tokens(tmp_path):
    lists = {
        "log_probs": [-0.2, -2.5, -0.1, -4, -1, -0.5, -3, -0.3, -0.8, -1.6],
        "means": [-2, -2.2, -1.5, -3.1, -2.4, -1.9, -2.8, -1.7, -2.1, -2.3],
        "sds": [1.2, 1, 1.1, 1.5, 1.3, 0.9, 1.4, 1.2, 1, 1.1],
    }
    rows = [{**ABOUT, "group": g, **lists} for g in ("test", "control")]
    made = content(read(tmp_path, f=rows), "familiarity")
    assert made["test"] == [pytest.approx(-0.45)]
    assert (made["method"], made["matched"], set(made["auc_by_k"])) == (
        "Min-K%++",
        None,
        {"10", "20", "30", "40", "50"},
    )
    plain = [{**ABOUT, "group": g, "log_probs": lists["log_probs"], "matched": True} for g in ("test", "control")]
    made = content(read(tmp_path, f=plain), "familiarity")
    assert (made["test"], made["method"], made["matched"]) == ([pytest.approx(-3.5)], "Min-K%", True)


def test_order_of_shards_with_different_numbers_of_shuffles(tmp_path):
    rows = [
        {**ABOUT, "shard": 1, "canonical": -10.0, "shuffled": [-11.0, -13.0]},
        {**ABOUT, "shard": 2, "canonical": -20.0, "shuffled": [-20.0, -20.0, -20.0]},
    ]
    made = content(read(tmp_path, o=rows), "order_test")
    assert (made["shards"], made["n_shuffles"], made["exact"], made["exchangeable"]) == ([2.0, 0.0], 2, None, None)
    one = content(read(tmp_path, o=[{**ABOUT, "canonical": -5.0, "shuffled": [-6.0] * 96 + [-4.0] * 3}]), "order_test")
    assert (one["shards"], one["exact"]) == ([], {"ge": 3, "m": 99})


def test_unknown_names_are_said_and_applied_to_nothing(tmp_path):
    row = {**done("1", LONG), "model": "Nobody-9000", "benchmark": "No Such Test"}
    found = read(tmp_path, a=[row])
    made = content(found, "completions")
    assert (made["model_id"], made["benchmark_id"]) == (None, None)
    assert any("'Nobody-9000' is not in the catalogue" in n or "Nobody-9000 is not" in n for n in found.notes)


def test_local_paths_and_long_ids_do_not_leave_the_reader(tmp_path):
    row = {**done("x" * 300, LONG), "model": "/home/somebody/models/secret-run/GPT-4"}
    kept = json.dumps([e.model_dump(mode="json") for e in read(tmp_path, a=[row]).evidence])
    assert "somebody" not in kept
    assert "xxx" not in kept
