"""The record: published rules on the worked example, scaffold, boilerplate, short items, answers, rates."""

from __future__ import annotations

import json
import random

import pytest

from auditgen.scan.detection import KINDS
from auditgen.scan.index import build_index
from auditgen.scan.items import Item
from auditgen.scan.parameters import ScanParameters
from auditgen.stats.intervals import score_interval
from tests.scan.corpora import PARTLY, TRAIN, json_lines, run, write_items


def _words(n, seed, prefix="w"):
    random_ = random.Random(seed)
    return " ".join(f"{prefix}{random_.randrange(10**6)}" for _ in range(n))


def _scan(tmp_path, items, texts, **options):
    write_items(tmp_path, items)
    (tmp_path / "a.jsonl").write_bytes(json_lines(texts))
    return run(tmp_path, str(tmp_path / "a.jsonl"), **options)


def test_worked_example_of_the_published_rules(tmp_path):
    """8-grams 12, hits 6, share .5, coverage 13/19; 13-grams 7, hits 1."""
    record = _scan(tmp_path, [{"item_id": "t", "question": TRAIN}], [PARTLY])
    entry = record["items"][0]
    assert entry["gram8_share"] == 0.5
    assert entry["gram8_coverage"] == pytest.approx(0.6842105263, rel=1e-9)
    assert (entry["longest_run"], entry["match"]) == (13, "exact")
    assert entry["coverage_answer"] is None
    rules = record["benchmarks"][0]["published_rules"]
    assert rules == {"gram13_any": 1, "gram8_any": 1, "gram8_share_70": 0, "characters_50_any": 1}


def test_published_8_gram_share_adds_up_over_documents(tmp_path):
    question = _words(20, 1).split()
    texts = [" ".join(question[:12]), " ".join(question[10:]), "nothing else"]
    entry = _scan(tmp_path, [{"item_id": "t", "question": " ".join(question)}], texts)["items"][0]
    assert entry["gram8_share"] == pytest.approx((5 + 3) / 13)
    assert entry["gram8_coverage"] == 1.0


def test_exact_tier_says_that_it_does_not_know_8_grams(tmp_path):
    record = _scan(tmp_path, [{"item_id": "t", "question": TRAIN}], [PARTLY], tier="exact")
    assert record["items"][0]["gram8_share"] is None
    assert record["benchmarks"][0]["published_rules"]["gram8_share_70"] is None
    assert record["items"][0]["match"] == "exact"


def test_edited_copy_is_fuzzy_and_its_exact_tier_sees_nothing(tmp_path):
    words = _words(30, 2).split()
    edited = [f"x{n}" if n % 6 == 5 else word for n, word in enumerate(words)]
    items = [{"item_id": "t", "question": " ".join(words)}]
    assert _scan(tmp_path, items, [" ".join(edited)])["items"][0]["match"] == "fuzzy"
    assert _scan(tmp_path, items, [" ".join(edited)], tier="exact")["items"][0]["match"] == "none"


def test_scaffold_is_no_match(tmp_path):
    """Ten questions of one wording: a text that only has the wording is reported as scaffold, not as a copy."""
    frame = "which of the following statements about the theory of {} is most likely to be true for {}"
    items = [{"item_id": n, "question": frame.format(_words(2, n), _words(2, -n))} for n in range(1, 11)]
    record = _scan(tmp_path, items, [frame.format("nothing new", "other things"), "plain text"])
    assert record["benchmarks"][0]["n_flagged"] == 0
    assert all(entry["common_phrase"] and entry["common_phrase_kind"] == "scaffold" for entry in record["items"])
    assert record["benchmarks"][0]["n_common_phrase"] == 10
    copied = _scan(tmp_path, items, [items[3]["question"]])
    assert [entry["item_id"] for entry in copied["items"] if entry["match"] != "none"] == ["4"]
    assert copied["benchmarks"][0]["n_flagged"] == 1


def test_boilerplate_does_not_become_a_rate(tmp_path):
    """One question quotes a licence that stands in 40 documents; another was really copied, into one of them."""
    licence = _words(30, 5)
    items = [
        {"item_id": "quoting", "question": f"{licence} {_words(14, 6)}"},
        {"item_id": "copied", "question": f"{licence} {_words(14, 7)}"},
        {"item_id": "clean", "question": _words(30, 8)},
    ]
    texts = [f"{_words(20, n)} {licence} {_words(20, n + 100)}" for n in range(101, 141)]
    texts.append(f"before {items[1]['question']} after")
    record = _scan(tmp_path, items, texts)
    quoting, copied, clean = record["items"]
    assert quoting["common_phrase"]
    assert (quoting["common_phrase_kind"], quoting["n_documents"]) == ("boilerplate", 41)
    assert quoting["n_documents_beyond_phrase"] == 0
    assert 0.5 < quoting["common_phrase_share"] < 0.8
    assert not copied["common_phrase"]
    assert (copied["n_documents"], copied["n_documents_beyond_phrase"]) == (41, 1)
    assert clean["match"] == "none"
    benchmark = record["benchmarks"][0]
    assert (benchmark["n_flagged"], benchmark["n_common_phrase"]) == (1, 1)
    interval = score_interval(k=1, n=3)
    assert (benchmark["rate"], benchmark["ci_low"], benchmark["ci_high"]) == (1 / 3, interval.ci_low, interval.ci_high)


def test_popular_question_is_not_taken_for_boilerplate(tmp_path):
    question = _words(25, 9)
    record = _scan(tmp_path, [{"item_id": "t", "question": question}], [f"{n} {question} {n}" for n in range(60)])
    entry = record["items"][0]
    assert not entry["common_phrase"]
    assert (entry["n_documents"], len(entry["documents"])) == (60, 20)
    assert record["benchmarks"][0]["n_flagged"] == 1


def test_short_questions_are_matched_whole_or_not_at_all(tmp_path):
    items = [
        {"item_id": "seven", "question": "who wrote the famous old green book"},
        {"item_id": "four", "question": "who wrote green books"},
    ]
    whole, nearly = "they ask who wrote the famous old green book here", "who wrote the famous old green car"
    record = _scan(tmp_path, items, [whole, nearly,
                                     "who wrote green books"])  # fmt: skip
    seven, four = record["items"]
    assert (seven["match"], seven["short"], seven["searched"], seven["n_documents"]) == ("exact", True, True, 1)
    assert (four["match"], four["short"], four["searched"]) == ("none", True, False)
    assert record["benchmarks"][0]["n_short"] == 2
    assert record["benchmarks"][0]["n_not_searched"] == 1
    assert any("not searched" in note["text"] for note in record["notes"])
    exact = _scan(tmp_path, items, ["they ask who wrote the famous old green book here"], tier="exact")
    assert exact["items"][0]["match"] == "exact"


def test_answers_are_counted_apart(tmp_path):
    question, solution = _words(20, 20), _words(25, 21)
    items = [{"item_id": "long", "question": question, "answer": solution},
             {"item_id": "brief", "question": _words(20, 22), "answer": "forty two"}]  # fmt: skip
    texts = [
        f"only the solution {solution}",
        f"{items[1]['question']} and it is forty two of course",
        f"forty two far away {_words(150, 23)} {items[1]['question']}",
    ]
    long, brief = _scan(tmp_path, items, texts)["items"]
    assert (long["match"], long["n_documents_answer_only"], long["coverage_answer"]) == ("none", 1, 1.0)
    assert long["documents"][0]["match"] == "answer_only"
    assert [document["coverage_answer"] for document in brief["documents"]] == [1.0, 0.0]


def test_record_states_what_it_rests_on(tmp_path):
    import hashlib

    record = _scan(tmp_path, [{"item_id": "t", "question": TRAIN}], [PARTLY], hash_corpus=True)
    manifest = record["manifest"]
    assert record["schema"] == "auditgen-overlap/1"
    assert manifest["items"]["sha256"] == hashlib.sha256((tmp_path / "items.jsonl").read_bytes()).hexdigest()
    assert manifest["files"][0]["sha256"] == hashlib.sha256((tmp_path / "a.jsonl").read_bytes()).hexdigest()
    assert record["parameters"]["exact_run"] == 13
    assert str(tmp_path) not in json.dumps(record)
    assert json.loads(json.dumps(record)) == record


def test_index_changes_with_items_and_only_with_them():
    parameters = ScanParameters()
    one = build_index([Item("1", "b", TRAIN, "x")], parameters)
    assert one.fingerprint() == build_index([Item("2", "c", TRAIN, "x")], parameters).fingerprint()
    assert one.fingerprint() != build_index([Item("1", "b", TRAIN + " more", "x")], parameters).fingerprint()


@pytest.mark.parametrize(
    "wrong",
    [{"tier": "other"}, {"exact_run": 5}, {"exact_run": 100}, {"coverage": 0.0}, {"coverage": 1.5}, {"seed": 4}],
)
def test_parameters_out_of_range_are_refused(wrong):
    with pytest.raises(ValueError, match=r"expected|supported"):
        ScanParameters(**wrong)


def test_record_says_what_it_could_have_found(tmp_path):
    """The figures hold for the parameters they were measured with, and are said not to for others."""
    items = [{"item_id": "t", "question": TRAIN}]
    limits = _scan(tmp_path, items, [PARTLY])["detection_limits"]
    assert (limits["tier"], limits["applies"]) == ("fuzzy", True)
    kinds = {(kind["kind"], kind["short"]): kind for kind in limits["kinds"]}
    assert {kind for kind, _ in kinds} == set(KINDS)
    for kind in limits["kinds"]:
        interval = score_interval(k=kind["found"], n=kind["planted"])
        assert kind["rate"] == kind["found"] / kind["planted"]
        assert (kind["ci_low"], kind["ci_high"]) == (interval.ci_low, interval.ci_high)
    assert kinds["verbatim", False]["rate"] == 1.0
    assert kinds["paraphrase", False]["rate"] < 0.2
    assert "translations" in limits["blind_to"]
    assert not _scan(tmp_path, items, [PARTLY], exact_run=10)["detection_limits"]["applies"]
    assert _scan(tmp_path, items, [PARTLY], tier="exact")["detection_limits"]["applies"]


def test_question_is_quoted_only_beside_what_was_found(tmp_path):
    items = [{"item_id": "long", "question": f"{TRAIN}\n {_words(60, 4)}"}, {"item_id": "b", "question": _words(20, 5)}]
    found, other = _scan(tmp_path, items, [PARTLY])["items"]
    assert found["question_excerpt"].startswith(TRAIN)
    assert len(found["question_excerpt"]) == 200
    assert "question_excerpt" not in other
