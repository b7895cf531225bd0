"""What each reader makes of the traps that its format is known for."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from auditgen.intake.logs.model import EvalRun, LogContents
from auditgen.intake.logs.read import read_log
from tests.intake.logs import seeds


def _read(value: Any, name: str = "log.json") -> LogContents:
    return read_log(seeds.json_bytes(value), name)


def _run(contents: LogContents, **wanted: Any) -> EvalRun:
    found = [r for r in contents.runs if all(getattr(r, k) == v for k, v in wanted.items())]
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize("name", seeds.ALL)
def test_every_seed_is_recognised(name: str) -> None:
    data, expected = seeds.ALL[name]
    assert read_log(data, name).source_format == expected
    assert read_log(data, "").source_format == expected


# Inspect AI


def test_inspect_settings_counts_and_clustered_error() -> None:
    run = _read(seeds.INSPECT).runs[0]
    assert (run.score, run.stderr, run.stderr_method) == (0.5, 0.25, "clustered by subject")
    assert (run.n_items, run.n_total, run.status) == (3, 100, "limited")
    assert run.setting["temperature"] == "0.5"
    assert run.setting["cot"] == "yes"
    assert run.setting["judge"] == "openai/gpt-4o-mini"


def test_inspect_letters_words_numbers_and_parts() -> None:
    log = deepcopy(seeds.INSPECT)
    values: list[Any] = ["C", "I", "P", "N", 0.25, True, "yes", "essay", {"style": 1, "facts": "I"}, None]
    log["samples"] = [{"id": i, "epoch": 1, "scores": {"s": {"value": v}}} for i, v in enumerate(values)]
    items = _read(log).items
    assert [(i.score, i.correct) for i in items] == [
        (1.0, True),
        (0.0, False),
        (0.5, None),
        (0.0, False),
        (0.25, None),
        (1.0, True),
        (1.0, True),
        (None, None),
        (1.0, True),
        (0.0, False),
        (None, None),
    ]
    assert [i.scorer for i in items[8:10]] == ["s:style", "s:facts"]


@pytest.mark.parametrize("status", ["error", "cancelled", "started", "", None])
def test_inspect_run_without_success_is_failed(status: str | None) -> None:
    log = {**deepcopy(seeds.INSPECT), "status": status}
    assert _read(log).runs[0].status == "failed"


def test_inspect_invalidated_partial_and_complete() -> None:
    log = {**deepcopy(seeds.INSPECT), "invalidated": True}
    assert _read(log).runs[0].status == "failed"
    log = deepcopy(seeds.INSPECT)
    log["eval"]["config"]["limit"] = None
    assert _read(log).runs[0].status == "partial"
    log["eval"]["dataset"]["samples"] = 3
    assert _read(log).runs[0].status == "complete"


def test_inspect_repetitions_are_not_items() -> None:
    log = deepcopy(seeds.INSPECT)
    log["eval"]["config"]["epochs"] = 4
    log["results"]["completed_samples"] = 12
    log["results"]["scores"][0]["scored_samples"] = 12
    del log["eval"]["dataset"]["sample_ids"]
    assert _read(log).runs[0].n_items == 3


def test_inspect_nan_empty_scores_and_several_reducers() -> None:
    text = (
        json.dumps(seeds.INSPECT).replace('"value": 0.5', '"value": NaN').replace('"value": 0.25', '"value": Infinity')
    )
    run = read_log(text.encode(), "x").runs[0]
    assert (run.score, run.stderr) == (None, None)
    log = deepcopy(seeds.INSPECT)
    log["results"]["scores"] = []
    contents = _read(log)
    assert contents.runs == ()
    assert any("no score" in note for note in contents.notes)
    log = deepcopy(seeds.INSPECT)
    second = deepcopy(log["results"]["scores"][0])
    log["results"]["scores"][0]["reducer"], second["reducer"] = "mean", "pass_at_2"
    log["results"]["scores"].append(second)
    assert [r.filter for r in _read(log).runs] == ["mean", "pass_at_2"]


def test_inspect_accuracy_outside_its_range_loses_its_unit() -> None:
    log = deepcopy(seeds.INSPECT)
    log["results"]["scores"][0]["metrics"]["accuracy"]["value"] = 66.7
    run = _read(log).runs[0]
    assert (run.score, run.unit) == (66.7, "")
    assert "outside 0 to 1" in run.notes[0]


def test_eval_archive_journal_only_is_failed_but_its_items_are_read() -> None:
    members = seeds.eval_members()
    del members["header.json"]
    members["_journal/summaries/10.json"] = seeds.json_bytes([{"id": "z", "epoch": 1, "scores": {"s": {"value": "I"}}}])
    members["_journal/summaries/2.json"] = members.pop("summaries.json")
    contents = read_log(seeds.zip_bytes(members), "x.eval")
    assert [i.item_id for i in contents.items] == ["a", "b", "c", "z"]
    assert contents.runs == ()
    assert any("never finished" in note for note in contents.notes)


def test_eval_archive_without_summaries_reads_samples() -> None:
    members = seeds.eval_members()
    del members["summaries.json"]
    assert len(read_log(seeds.zip_bytes(members), "x.eval").items) == 3


def test_eval_archive_with_zstd_member() -> None:
    header = seeds.eval_members()["header.json"]
    contents = read_log(seeds.raw_zstd("header.json", header), "x.eval")
    assert contents.runs[0].score == 0.5


# lm-evaluation-harness


def test_lm_eval_filters_groups_units_and_counts() -> None:
    contents = _read(seeds.LM_EVAL)
    strict = _run(contents, task="gsm8k", filter="strict-match")
    flexible = _run(contents, task="gsm8k", filter="flexible-extract")
    assert (strict.score, strict.stderr, strict.n_items, strict.shots) == (0.75, 0.01, 1319, 5)
    assert (flexible.score, flexible.stderr) == (0.8, None)
    group = _run(contents, task="mmlu")
    assert (group.n_items, group.n_total) == (30, 30)
    assert any("aggregate over 2 subtasks" in note for note in group.notes)
    perplexity = _run(contents, task="wikitext")
    assert (perplexity.unit, perplexity.higher_is_better) == ("other", False)
    assert strict.date == "2024-04-19T11:16:59Z"
    assert strict.setting["chat_template"] == "yes"


def test_lm_eval_old_limited_and_local_model() -> None:
    run = _run(_read(seeds.LM_EVAL_OLD), metric="acc_norm")
    assert (run.model, run.score, run.stderr, run.shots) == ("my-model", 0.6, 0.2, 25)
    assert run.status == "limited"
    assert any("local folder" in note for note in run.notes)


def test_lm_eval_short_of_items_without_a_limit_is_partial() -> None:
    log = deepcopy(seeds.LM_EVAL)
    log["n-samples"]["gsm8k"]["effective"] = 100
    assert _run(_read(log), task="gsm8k", filter="strict-match").status == "partial"


def test_lm_eval_score_outside_its_range_loses_its_unit() -> None:
    log = deepcopy(seeds.LM_EVAL_OLD)
    log["results"]["arc"]["acc"] = 50.0
    assert _run(_read(log), metric="acc").unit == ""
    log["results"]["arc"] = {"bleu": 31.2}
    assert _read(log).runs[0].unit == "points"


def test_lm_eval_groups_that_contain_themselves_end() -> None:
    log = deepcopy(seeds.LM_EVAL)
    log["group_subtasks"] = {"mmlu": ["a"], "a": ["mmlu", "a"]}
    assert _run(_read(log), task="mmlu").n_items is None


def test_lm_eval_cache_folder_gives_the_public_name() -> None:
    log = deepcopy(seeds.LM_EVAL_OLD)
    log["config"]["model_args"] = "pretrained=/root/.cache/huggingface/hub/models--org--name-7b/snapshots/abc123"
    assert _read(log).runs[0].model == "org/name-7b"


def test_lm_eval_samples_items() -> None:
    contents = read_log(seeds.json_lines(seeds.LM_EVAL_SAMPLES), "samples_gsm8k_2025-01-01T00-00-00.1.jsonl")
    assert [(i.item_id, i.score, i.correct, i.cluster, i.date) for i in contents.items] == [
        ("0", 1.0, True, "law", "2024-03-01T00:00:00"),
        ("1", 0.0, False, "law", "2024-03-01T00:00:00"),
        ("2", 0.5, None, "law", "2024-03-01T00:00:00"),
    ]
    assert contents.items[0].benchmark == "gsm8k"


def test_lm_eval_printed_tables() -> None:
    runs = read_log(seeds.LM_EVAL_TABLE.encode(), "t.md").runs
    assert [(r.model, r.task, r.filter, r.score, r.stderr, r.shots) for r in runs] == [
        ("Llama-2-7b-hf", "gsm8k", "flexible-extract", 0.9007, 0.0082, 5),
        ("Llama-2-7b-hf", "gsm8k", "strict-match", 0.884, 0.0088, 5),
        ("Llama-2-7b-hf", "Art", "none", 0.6667, 0.0875, 0),
    ]
    assert runs[1].score_text == "0.8840"
    assert runs[0].ci is None  # the sign means one standard error, not an interval
    old = read_log(seeds.LM_EVAL_TABLE_OLD.encode(), "t.md").runs
    assert [(r.task, r.metric, r.score) for r in old] == [("arc_easy", "acc", 0.5362), ("arc_easy", "acc_norm", 0.4815)]


# Every Eval Ever


def test_eee_uncertainty_unit_shots() -> None:
    run = _read(seeds.EEE).runs[0]
    assert (run.score, run.unit, run.stderr, run.ci, run.ci_level) == (75.5, "percent", 1.5, (72.5, 78.5), 0.95)
    assert (run.n_items, run.shots, run.date) == (800, 5, "2025-06-15T15:06:40Z")
    assert run.setting["judge"] == "org/judge"


def test_eee_early_schema_and_described_shots() -> None:
    log = deepcopy(seeds.EEE)
    log["schema_version"] = "0.1.0"
    result = log["evaluation_results"][0]
    log["source_data"] = {"dataset_name": "MMLU"}
    del result["source_data"]
    result["metric_config"] = {"evaluation_description": "Accuracy, 5-shot CoT", "min_score": 0, "max_score": 1}
    result["score_details"] = {"score": 0.009}
    run = _read(log).runs[0]
    assert (run.benchmark, run.shots, run.unit, run.score) == ("MMLU", 5, "fraction", 0.009)


def test_eee_contradictions_are_noted() -> None:
    log = deepcopy(seeds.EEE)
    log["evaluation_results"][0]["metric_config"]["metric_unit"] = "proportion"
    run = _read(log).runs[0]
    assert run.unit == ""
    assert "contradicts itself" in run.notes[0]
    log = deepcopy(seeds.EEE)
    log["evaluation_results"][0]["score_details"]["score"] = 120
    assert "outside the stated range" in _read(log).runs[0].notes[0]


def test_eee_item_file_beside_the_record(tmp_path: Path) -> None:
    import hashlib

    data = seeds.json_lines(seeds.EEE_ITEMS)
    log = deepcopy(seeds.EEE)
    log["detailed_evaluation_results"] = {
        "file_path": "data/a/b/c/../../../../items.jsonl",
        "hash_algorithm": "sha256",
        "checksum": hashlib.sha256(data).hexdigest(),
    }
    (tmp_path / "record.json").write_bytes(seeds.json_bytes(log))
    (tmp_path / "items.jsonl").write_bytes(data)
    contents = read_log(tmp_path / "record.json")
    assert [(i.item_id, i.correct) for i in contents.items] == [("s0", True), ("s1", False), ("s2", None)]
    (tmp_path / "items.jsonl").write_bytes(data + b"\n")
    contents = read_log(tmp_path / "record.json")
    assert contents.items == ()
    assert any("checksum" in note for note in contents.notes)


# The others


def test_helm_split_perturbation_and_n() -> None:
    contents = _read(seeds.HELM_STATS)
    run = contents.runs[0]
    assert len(contents.runs) == 1
    assert (run.score, run.n_items, run.stderr) == (0.5, 4, None)
    assert any("1 statistics on perturbed copies" in note for note in contents.notes)


def test_lighteval_keys_average_and_date() -> None:
    contents = _read(seeds.LIGHTEVAL, "results_2024-05-06T07-08-09.1.json")
    arc = _run(contents, benchmark="arc:challenge")
    assert (arc.shots, arc.n_items, arc.n_total, arc.status, arc.date) == (
        25,
        2,
        1172,
        "limited",
        "2024-05-06T07:08:09",
    )
    assert _run(contents, benchmark="gsm8k").shots == 5
    assert len(contents.runs) == 2


def test_openai_report_before_events_spread_and_mismatch() -> None:
    run = read_log(seeds.json_lines(seeds.OPENAI), "x").runs[0]
    assert (run.score, run.stderr, run.stderr_method, run.n_items) == (0.5, 0.2, "bootstrap", 2)
    assert run.notes == ()
    log = deepcopy(seeds.OPENAI)
    log[1]["final_report"]["accuracy"] = 0.9
    assert "items in the same log give 0.5000" in read_log(seeds.json_lines(log), "x").runs[0].notes[0]
    del log[1]
    contents = read_log(seeds.json_lines(log), "x")
    assert contents.runs == ()
    assert len(contents.items) == 2


def test_swe_bench_three_forms() -> None:
    lists = _read(seeds.SWE_LISTS)
    assert lists.runs[0].score is None  # the size of the split is not in the file
    assert [(i.item_id, i.correct, i.cluster) for i in lists.items][:1] == [
        ("django__django-2", True, "django__django")
    ]
    details = _read(seeds.SWE_DETAILS).runs[0]
    assert (details.score, details.n_items) == (0.5, 2)
    report = _read(seeds.SWE_REPORT).runs[0]
    assert (report.score, report.n_items, report.status) == (0.25, 4, "partial")


def test_model_index_keeps_printed_digits_and_notes_contradiction() -> None:
    run = read_log(seeds.MODEL_INDEX.encode(), "README.md").runs[0]
    assert (run.score, run.score_text, run.shots, run.unit) == (64.5, "64.50", 5, "")
    other = seeds.MODEL_INDEX.replace("num_few_shot: 5", "num_few_shot: 0")
    run = read_log(other.encode(), "README.md").runs[0]
    assert run.shots == 0
    assert run.notes == ("the name says 5-shot, the field says 0",)


def test_community_evals() -> None:
    run = read_log(seeds.COMMUNITY.encode(), "x.yaml").runs[0]
    assert (run.benchmark, run.task, run.score_text, run.date) == (
        "TIGER-Lab/MMLU-Pro",
        "mmlu_pro",
        "56.10",
        "2026-01-05",
    )


def test_arena_interval_is_not_a_standard_error() -> None:
    run = read_log(seeds.ARENA.encode(), "x.csv").runs[0]
    assert (run.score, run.unit, run.ci, run.stderr) == (1470.0, "rating", (1463.0, 1475.0), None)
    assert (run.setting["rank"], run.setting["rank_stylectrl"]) == ("1", "2")
