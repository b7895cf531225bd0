"""Sample files find their run; a run that was saved twice counts once."""

from __future__ import annotations

import hashlib
from copy import deepcopy
from pathlib import Path
from typing import Any

from auditgen.intake.logs.read import read_logs
from tests.intake.logs import seeds

STAMP = "2025-01-01T00-00-00.000001"


def _write(folder: Path, results: dict[str, Any], name: str = f"results_{STAMP}.json") -> None:
    (folder / name).write_bytes(seeds.json_bytes(results))
    (folder / f"samples_gsm8k_{STAMP}.jsonl").write_bytes(seeds.json_lines(seeds.LM_EVAL_SAMPLES))


def _hash() -> str:
    """As the harness computes it: SHA-256 over document, prompt and target hash of all samples."""
    return hashlib.sha256("".join(f"d{i}p{i}t{i}" for i in range(3)).encode()).hexdigest()


def test_found_by_the_hash_whatever_the_names(tmp_path: Path) -> None:
    log = {**deepcopy(seeds.LM_EVAL), "task_hashes": {"gsm8k": _hash()}}
    (tmp_path / "one.json").write_bytes(seeds.json_bytes(log))
    (tmp_path / "two.jsonl").write_bytes(seeds.json_lines(seeds.LM_EVAL_SAMPLES))
    samples = read_logs([tmp_path / "two.jsonl", tmp_path / "one.json"])[0]
    assert {(i.model, i.benchmark) for i in samples.items} == {("org/model-7b", "gsm8k")}
    assert any("found by the hash" in note for note in samples.notes)


def test_found_by_the_time_stamp(tmp_path: Path) -> None:
    _write(tmp_path, seeds.LM_EVAL)
    samples = next(c for c in read_logs([tmp_path]) if c.items)
    assert {(i.model, i.benchmark) for i in samples.items} == {("org/model-7b", "gsm8k")}
    assert any("time stamp" in note for note in samples.notes)


def test_two_models_with_one_hash_are_told_apart_by_the_stamp_or_left(tmp_path: Path) -> None:
    first = {**deepcopy(seeds.LM_EVAL), "task_hashes": {"gsm8k": _hash()}}
    second = {**deepcopy(first), "model_name": "org/other"}
    _write(tmp_path, first)
    (tmp_path / "results_2025-02-02T00-00-00.000001.json").write_bytes(seeds.json_bytes(second))
    samples = next(c for c in read_logs([tmp_path]) if c.items)
    assert {i.model for i in samples.items} == {"org/model-7b"}
    (tmp_path / f"results_{STAMP}.json").rename(tmp_path / "renamed.json")
    samples = next(c for c in read_logs([tmp_path]) if c.items)
    assert {i.model for i in samples.items} == {""}  # never guessed


def test_no_result_file_no_model(tmp_path: Path) -> None:
    (tmp_path / f"samples_gsm8k_{STAMP}.jsonl").write_bytes(seeds.json_lines(seeds.LM_EVAL_SAMPLES))
    (samples,) = read_logs([tmp_path])
    assert {i.model for i in samples.items} == {""}
    assert any("names no model" in note for note in samples.notes)


def test_one_run_in_two_forms_counts_once(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(seeds.json_bytes(seeds.INSPECT))
    (tmp_path / "b.eval").write_bytes(seeds.zip_bytes(seeds.eval_members()))
    first, second = read_logs([tmp_path])
    assert len(first.runs) == 1
    assert (second.runs, second.items) == ((), ())
    assert "holds the same run as a.json" in second.notes[-1]


def test_a_second_run_with_the_same_score_counts(tmp_path: Path) -> None:
    again = deepcopy(seeds.INSPECT)
    again["eval"]["created"] = "2025-01-03T00:00:00+00:00"
    (tmp_path / "a.json").write_bytes(seeds.json_bytes(seeds.INSPECT))
    (tmp_path / "b.json").write_bytes(seeds.json_bytes(again))
    assert [len(c.runs) for c in read_logs([tmp_path])] == [1, 1]


def test_helm_folder_items_ids_and_error(tmp_path: Path) -> None:
    run = tmp_path / "mmlu_run"
    run.mkdir()
    spec = {
        "name": "mmlu:subject=law,model=openai_gpt2",
        "scenario_spec": {"class_name": "x", "args": {"subject": "law"}},
        "adapter_spec": {"model": "openai/gpt2", "max_train_instances": 5, "max_eval_instances": 100},
    }
    items = [
        {
            "instance_id": f"id{i}",
            "train_trial_index": 0,
            "stats": [{"name": {"name": "exact_match", "split": "test"}, "count": 1, "sum": v, "mean": v}],
        }
        for i, v in enumerate((1.0, 1.0, 0.0, 0.0))
    ]
    (run / "run_spec.json").write_bytes(seeds.json_bytes(spec))
    (run / "stats.json").write_bytes(seeds.json_bytes(seeds.HELM_STATS))
    (run / "per_instance_stats.json").write_bytes(seeds.json_bytes(items))
    (run / "scenario_state.json").write_text("{ this file is never opened")
    (contents,) = read_logs([tmp_path])
    (found,) = contents.runs
    assert (found.model, found.benchmark, found.shots, found.n_items) == ("openai/gpt2", "mmlu", 5, 4)
    assert found.stderr is not None
    assert abs(found.stderr - (0.25 / 3) ** 0.5) < 1e-12  # sqrt(p (1 - p) / (n - 1))
    assert found.status == "complete"
    assert [i.item_id for i in contents.items][:2] == ["subject=law/id0", "subject=law/id1"]
