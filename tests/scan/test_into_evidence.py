"""From a scan to check D3: rates, passages side by side and detection limits arrive, the corpus itself does not."""

from __future__ import annotations

import json

import pytest

from auditgen.catalogue import open_catalogue
from auditgen.intake.evidence import read_evidence
from tests.checks.leakage.made import checked
from tests.scan.corpora import PARTLY, TRAIN, json_lines, run, write_items

SECRET = "words of the corpus that stand beside no question and are nobody's business"
ITEMS = [
    {"item_id": f"q{n}", "benchmark": "MMLU", "answer": "x",
     "question": " ".join(f"word{n}x{step}" for step in range(15 + n))} for n in range(8)
]  # fmt: skip


def _scan_of(tmp_path, texts):
    write_items(tmp_path, [*ITEMS, {"item_id": "train", "benchmark": "MMLU", "question": TRAIN, "answer": "180"}])
    (tmp_path / "a.jsonl").write_bytes(json_lines(texts))
    record = run(tmp_path, str(tmp_path / "a.jsonl"))
    folder = tmp_path / "evidence"
    folder.mkdir()
    (folder / "overlap.json").write_text(json.dumps(record), encoding="utf-8")
    (folder / "evidence.yaml").write_text(
        "files:\n- {file: overlap.json, kind: overlap, models: [Our-7B], benchmark: MMLU, citation: made for a test}\n"
        "models:\n- {model: Our-7B, developer: Our Lab, citation: made for a test}\n", encoding="utf-8",
    )  # fmt: skip
    found = read_evidence([folder], open_catalogue()).evidence
    return record, next(piece for piece in found if piece.kind == "overlap")


def test_passages_rates_and_limits_reach_the_check(tmp_path):
    copies = [str(entry["question"]).upper() for entry in ITEMS[:5]]
    record, scan = _scan_of(tmp_path, [SECRET, PARTLY, *copies])
    model = scan.content["model_ids"][0]
    found = checked("D3", names={"model_id": model}, overlap=scan)
    (rate,) = found.values["by_benchmark"]
    told = record["benchmarks"][0]
    assert rate["n_flagged"] == told["n_flagged"] == 6
    for name in ("rate", "ci_low", "ci_high"):
        assert rate[name] == pytest.approx(told[name], rel=1e-10), name
    passages = found.values["passages"]
    assert [passage["item_id"] for passage in passages] == ["q4", "q3", "q2"]  # whole, and the longest first
    for passage in passages:
        assert passage["passage"] == passage["question"].upper()
        assert passage["longest_run"] == 15 + int(passage["item_id"][1:])
    (limits,) = found.values["detection_limits"]
    assert limits["applies"]
    assert [(k["kind"], k["short"], k["found"], k["planted"]) for k in limits["kinds"]] == [
        (k["kind"], k["short"], k["found"], k["planted"]) for k in record["detection_limits"]["kinds"]
    ]
    assert limits["blind_to"] == record["detection_limits"]["blind_to"]
    assert SECRET not in json.dumps(found.model_dump(mode="json"))


def test_a_text_of_nobody_shows_the_same(tmp_path):
    _, scan = _scan_of(tmp_path, [str(ITEMS[0]["question"])])
    values = checked("D3", names={"model_id": "another"}, overlap=scan).values
    assert values["listed_only"]
    assert [passage["item_id"] for passage in values["passages"]] == ["q0"]
    assert values["by_benchmark"][0]["n_flagged"] == 1


def test_record_of_an_older_scan_has_no_limits_and_no_passages(tmp_path):
    record, scan = _scan_of(tmp_path, [str(ITEMS[0]["question"])])
    for entry in record["items"]:
        entry.pop("question_excerpt", None)
    del record["detection_limits"]
    (tmp_path / "evidence" / "overlap.json").write_text(json.dumps(record), encoding="utf-8")
    old = next(e for e in read_evidence([tmp_path / "evidence"], open_catalogue()).evidence if e.kind == "overlap")
    values = checked("D3", names={"model_id": scan.content["model_ids"][0]}, overlap=old).values
    assert (values["passages"], values["detection_limits"]) == ([], [])
    assert values["n_flagged"] == 1
