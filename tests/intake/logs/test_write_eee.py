"""Every Eval Ever records from every format: valid by the project's own schema, readable again, without prompts."""

from __future__ import annotations

import hashlib
import json
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from auditgen.intake.logs.model import LogContents
from auditgen.intake.logs.read import read_log
from auditgen.intake.logs.write_eee import eee_files
from tests.intake.logs import seeds
from tests.intake.logs.schema_check import problems, unknown_words
from tests.shared_data import shared

NOW = 1_790_000_000


@cache
def _schema(name: str) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(shared(f"formats/every_eval_ever/{name}").read_text())
    return schema


def _records(contents: LogContents) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    files = eee_files(contents, NOW)
    aggregates = [json.loads(data) for name, data in files.items() if name.endswith(".json")]
    items = [json.loads(line) for name, d in files.items() if name.endswith(".jsonl") for line in d.splitlines()]
    return aggregates, items


def _contents(name: str) -> LogContents:
    return read_log(seeds.ALL[name][0], name)


def test_the_checker_knows_every_word_of_the_schemas() -> None:
    for name in ("eval.schema.json", "instance_level_eval.schema.json"):
        assert unknown_words(_schema(name)) == set()
        assert _schema(name)["version"] == "0.3.0"


def test_the_checker_accepts_the_genuine_record_and_sees_faults() -> None:
    schema = _schema("eval.schema.json")
    genuine = json.loads(shared("formats/every_eval_ever/f3a1c0de-4b2e-4c1a-9f6d-1b7e5a2c8d40.json").read_text())
    assert problems(genuine, schema, schema) == []
    for fault in (
        lambda r: r.pop("eval_library"),
        lambda r: r.update(extra=1),
        lambda r: r["evaluation_results"][0]["score_details"].update(score="0.5"),
        lambda r: r["evaluation_results"][0]["source_data"].update(source_type="nowhere"),
        lambda r: r["evaluation_results"][0]["metric_config"].pop("max_score"),
        lambda r: r["detailed_evaluation_results"].update(file_path="elsewhere.jsonl"),
        lambda r: r["source_metadata"].update(evaluator_relationship="friend"),
    ):
        faulty = deepcopy(genuine)
        fault(faulty)
        assert problems(faulty, schema, schema) != []


@pytest.mark.parametrize("name", seeds.ALL)
def test_valid_by_schema(name: str) -> None:
    aggregate, item = _schema("eval.schema.json"), _schema("instance_level_eval.schema.json")
    records, lines = _records(_contents(name))
    for record in records:
        assert problems(record, aggregate, aggregate) == []
    for line in lines:
        assert problems(line, item, item) == []


@pytest.mark.parametrize("name", [n for n in seeds.ALL if _contents(n).runs and n != "swe_lists.json"])
def test_scores_survive_the_round_trip(name: str) -> None:
    before = _contents(name)
    after = [read_log(d, "r.json") for n, d in eee_files(before, NOW).items() if n.endswith(".json")]
    runs = [run for contents in after for run in contents.runs]
    kept = [run for run in before.runs if run.score is not None]
    assert len(runs) == len(kept)
    for old, new in zip(sorted(kept, key=lambda r: r.model), sorted(runs, key=lambda r: r.model), strict=True):
        assert (new.score, new.stderr, new.n_items, new.shots) == (old.score, old.stderr, old.n_items, old.shots)
        assert new.ci == old.ci
        assert new.model == (old.model or "unknown")
        if old.unit not in ("", "other"):  # the schema has no word for a number that is no share
            assert new.unit == old.unit


def test_items_are_linked_counted_and_empty_of_text() -> None:
    contents = _contents("inspect.json")
    files = eee_files(contents, NOW)
    (record_name,) = [n for n in files if n.endswith(".json")]
    record = json.loads(files[record_name])
    about = record["detailed_evaluation_results"]
    data = files[about["file_path"]]
    assert about["checksum"] == hashlib.sha256(data).hexdigest()
    assert about["total_rows"] == 3 == len(data.splitlines())
    ids = {r["evaluation_result_id"] for r in record["evaluation_results"]}
    for line in map(json.loads, data.splitlines()):
        assert line["evaluation_result_id"] in ids
        assert line["evaluation_id"] == record["evaluation_id"]
        assert line["input"] == {"raw": "", "reference": []}
        assert line["output"] == {"raw": []}
    assert [json.loads(x)["evaluation"]["is_correct"] for x in data.splitlines()] == [True, False, False]


def test_failed_runs_say_so_and_missing_values_are_left_out() -> None:
    log = {**deepcopy(seeds.INSPECT), "status": "error"}
    (record,), _ = _records(read_log(seeds.json_bytes(log), "x"))
    assert record["evaluation_results"][0]["score_details"]["details"]["status"] == "failed"
    text = json.dumps(seeds.INSPECT).replace('"value": 0.5', '"value": NaN')
    assert eee_files(read_log(text.encode(), "x"), NOW) == {}


def test_same_log_same_files() -> None:
    assert eee_files(_contents("lm_eval.json"), NOW) == eee_files(_contents("lm_eval.json"), NOW)
    assert set(eee_files(_contents("lm_eval.json"), NOW)) != set(eee_files(_contents("lm_eval_old.json"), NOW))


def test_genuine_logs_are_valid_too() -> None:
    schema, item = _schema("eval.schema.json"), _schema("instance_level_eval.schema.json")
    for path in (
        *sorted(shared("formats/inspect_ai").iterdir()),
        *sorted(shared("formats/lm_eval").iterdir()),
        *sorted(shared("formats/helm").iterdir()),
        *sorted(shared("formats/openai_evals").iterdir()),
        *sorted(shared("formats/hf_model_index").iterdir()),
        *sorted(shared("formats/lmarena_csv").iterdir()),
    ):
        records, lines = _records(read_log(path))
        assert all(problems(record, schema, schema) == [] for record in records)
        assert all(problems(line, item, item) == [] for line in lines)
