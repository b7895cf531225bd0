"""Small logs in the shape of every format, with prompts, commands and paths that must never leave a reader."""

from __future__ import annotations

import io
import json
import struct
import zipfile
import zlib
from copy import deepcopy
from typing import Any

SECRET = "XYZZY-SECRET-QUESTION"
HOME = "/home/alice/private"

INSPECT: dict[str, Any] = {
    "version": 2,
    "status": "success",
    "eval": {
        "run_id": "r1",
        "created": "2025-01-02T03:04:05+00:00",
        "task": "inspect_evals/arc_easy",
        "task_file": f"{HOME}/tasks/arc.py",
        "task_version": 0,
        "dataset": {
            "name": "allenai/ai2_arc",
            "location": f"{HOME}/data",
            "samples": 100,
            "sample_ids": ["a", "b", "c"],
        },
        "model": "openai/gpt-4o",
        "model_base_url": "http://alice-laptop:11434/v1",
        "model_args": {"api_key": "sk-secret"},
        "model_roles": {"grader": {"model": "openai/gpt-4o-mini"}},
        "config": {"limit": 3, "epochs": 1},
        "packages": {"inspect_ai": "0.3.150"},
    },
    "plan": {
        "steps": [{"solver": "multiple_choice", "params": {"cot": True, "template": SECRET}}],
        "config": {"temperature": 0.5, "system_message": SECRET},
    },
    "results": {
        "total_samples": 3,
        "completed_samples": 3,
        "scores": [
            {
                "name": "choice",
                "scorer": "choice",
                "scored_samples": 3,
                "metrics": {
                    "accuracy": {"name": "accuracy", "value": 0.5, "params": {}},
                    "stderr": {"name": "stderr", "value": 0.25, "params": {"cluster": "subject"}},
                },
            }
        ],
    },
    "samples": [
        {
            "id": i,
            "epoch": 1,
            "input": SECRET,
            "target": SECRET,
            "messages": [{"content": SECRET}],
            "metadata": {"subject": "x"},
            "scores": {"choice": {"value": v, "answer": SECRET, "explanation": SECRET}},
        }
        for i, v in (("a", "C"), ("b", "I"), ("c", "P"))
    ],
}

LM_EVAL: dict[str, Any] = {
    "results": {
        "gsm8k": {
            "alias": "gsm8k",
            "exact_match,strict-match": 0.75,
            "exact_match_stderr,strict-match": 0.01,
            "exact_match,flexible-extract": 0.8,
            "exact_match_stderr,flexible-extract": "N/A",
        },
        "wikitext": {"word_perplexity,none": 12.5, "word_perplexity_stderr,none": "N/A"},
        "mmlu": {"acc,none": 0.6, "acc_stderr,none": 0.004},
    },
    "group_subtasks": {"mmlu": ["mmlu_law", "mmlu_art"], "gsm8k": []},
    "configs": {"gsm8k": {"doc_to_text": SECRET, "description": SECRET, "dataset_path": "gsm8k", "num_fewshot": 5}},
    "versions": {"gsm8k": 3.0},
    "n-shot": {"gsm8k": 5},
    "higher_is_better": {"gsm8k": {"exact_match": True}},
    "n-samples": {
        "gsm8k": {"original": 1319, "effective": 1319},
        "mmlu_law": {"original": 10, "effective": 10},
        "mmlu_art": {"original": 20, "effective": 20},
    },
    "config": {
        "model": "hf",
        "model_args": f"pretrained=org/model-7b,dtype=auto,cache_dir={HOME},token=hf_secret",
        "limit": None,
        "model_sha": "abc",
    },
    "git_hash": "3196e907",
    "date": 1713525419.7,
    "pretty_env_info": "CPU: alice-laptop " + HOME,
    "system_instruction": SECRET,
    "chat_template": SECRET,
    "lm_eval_version": "0.4.9",
    "model_name": "org/model-7b",
    "task_hashes": {},
}
LM_EVAL_OLD: dict[str, Any] = {
    "results": {"arc": {"acc": 0.5, "acc_stderr": 0.1, "acc_norm": 0.6, "acc_norm_stderr": 0.2}},
    "versions": {"arc": 0},
    "config": {"model_args": f"pretrained={HOME}/checkpoints/my-model,device=cuda", "num_fewshot": 25, "limit": 10},
}
LM_EVAL_SAMPLES: list[Any] = [
    {
        "doc_id": i,
        "doc": {"question": SECRET, "subject": "law", "contest_date": "2024-03-01T00:00:00"},
        "target": SECRET,
        "arguments": {"gen_args_0": {"arg_0": SECRET}},
        "resps": [[SECRET]],
        "filtered_resps": [SECRET],
        "filter": "none",
        "metrics": ["exact_match"],
        "doc_hash": f"d{i}",
        "prompt_hash": f"p{i}",
        "target_hash": f"t{i}",
        "exact_match": v,
    }
    for i, v in enumerate((1.0, 0.0, 0.5))
]
LM_EVAL_TABLE = f"""hf (pretrained={HOME}/Llama-2-7b-hf), gen_kwargs: (None), limit: None, num_fewshot: None
|Tasks|Version|     Filter     |n-shot|  Metric   |   |Value |   |Stderr|
|-----|------:|----------------|-----:|-----------|---|-----:|---|-----:|
|gsm8k|      3|flexible-extract|     5|exact_match|↑  |0.9007|±  |0.0082|
|     |       |strict-match    |     5|exact_match|↑  |0.8840|±  |0.0088|
| - Art|      0|none           |     0|acc        |↑  |0.6667|±  |0.0875|
"""
LM_EVAL_TABLE_OLD = """|  Task  |Version| Metric |Value |   |Stderr|
|--------|------:|--------|-----:|---|-----:|
|arc_easy|      0|acc     |0.5362|±  |0.0102|
|        |       |acc_norm|0.4815|±  |0.0103|
"""
EEE: dict[str, Any] = {
    "schema_version": "0.3.0",
    "evaluation_id": "x/y/1",
    "evaluation_timestamp": "1750000000",
    "retrieved_timestamp": "1750000001",
    "source_metadata": {
        "source_type": "documentation",
        "source_organization_name": "Org",
        "evaluator_relationship": "third_party",
    },
    "eval_library": {"name": "lm_eval", "version": "0.4"},
    "model_info": {"name": "m", "id": "org/m", "additional_details": {}},
    "evaluation_results": [
        {
            "evaluation_name": "bench",
            "source_data": {
                "dataset_name": "bench",
                "source_type": "other",
                "additional_details": {"num_fewshot": "5"},
            },
            "metric_config": {
                "metric_name": "accuracy",
                "metric_unit": "percent",
                "lower_is_better": False,
                "score_type": "continuous",
                "min_score": 0,
                "max_score": 100,
                "llm_scoring": {"judges": [{"model_info": {"id": "org/judge"}}], "input_prompt": SECRET},
            },
            "score_details": {
                "score": 75.5,
                "uncertainty": {
                    "standard_error": {"value": 1.5, "method": "analytic"},
                    "confidence_interval": {"lower": 72.5, "upper": 78.5, "confidence_level": 0.95},
                    "num_samples": 800,
                },
            },
            "generation_config": {
                "generation_args": {
                    "temperature": 0.2,
                    "prompt_template": SECRET,
                    "execution_command": f"python {HOME}/run.py",
                }
            },
        }
    ],
}
EEE_ITEMS: list[Any] = [
    {
        "schema_version": "0.3.0",
        "evaluation_id": "x/y/1",
        "model_id": "org/m",
        "evaluation_name": "bench",
        "sample_id": f"s{i}",
        "interaction_type": "single_turn",
        "input": {"raw": SECRET, "reference": [SECRET]},
        "output": {"raw": [SECRET]},
        "answer_attribution": [],
        "evaluation": {"score": s, "is_correct": c},
    }
    for i, (s, c) in enumerate(((1.0, True), (0.0, False), (0.5, False)))
]
LIGHTEVAL: dict[str, Any] = {
    "config_general": {"model_name": "org/m", "lighteval_sha": "abc", "max_samples": 2, "start_time": 620979.88},
    "results": {
        "harness|arc:challenge|25": {"acc": 0.5, "acc_stderr": 0.1},
        "leaderboard|gsm8k|5|0": {"em": 0.25, "em_stderr": 0.2},
        "all": {"acc": 0.4},
    },
    "versions": {"harness|arc:challenge|25": 0},
    "config_tasks": {"harness|arc:challenge": {"original_num_docs": 1172, "effective_num_docs": 2, "prompt": SECRET}},
}
HELM_STATS: list[Any] = [
    {"name": {"name": "exact_match", "split": "test"}, "count": 1, "sum": 0.5, "mean": 0.5, "stddev": 0.0},
    {
        "name": {"name": "exact_match", "split": "test", "perturbation": {"name": "robustness"}},
        "count": 1,
        "sum": 0.25,
        "mean": 0.25,
    },
    {"name": {"name": "num_instances", "split": "test"}, "count": 1, "sum": 4, "mean": 4.0},
    {"name": {"name": "inference_runtime", "split": "test"}, "count": 1, "sum": 4, "mean": 4.0},
]
OPENAI: list[Any] = [
    {
        "spec": {
            "completion_fns": ["gpt-4"],
            "eval_name": "test-match.s1.v0",
            "base_eval": "test-match",
            "split": "s1",
            "run_config": {"seed": 1, "max_samples": None, "command": f"oaieval gpt-4 --registry {HOME}"},
            "created_at": "2023-04-17 22:08:21.9",
        }
    },
    {"final_report": {"accuracy": 0.5, "boostrap_std": 0.2}},
    {"sample_id": "q.1", "type": "sampling", "data": {"prompt": SECRET, "sampled": SECRET}},
    {"sample_id": "q.1", "type": "match", "data": {"correct": True, "expected": SECRET, "sampled": SECRET}},
    {"sample_id": "q.2", "type": "match", "data": {"correct": False, "expected": SECRET, "sampled": SECRET}},
]
SWE_LISTS = {
    "no_generation": ["django__django-1"],
    "no_logs": [],
    "resolved": ["django__django-2", "astropy__astropy-3"],
}
SWE_DETAILS = {
    "django__django-1": {"cost": 1.0, "resolved": True},
    "django__django-2": {"cost": 1.0, "resolved": False},
}
SWE_REPORT = {
    "total_instances": 4,
    "submitted_ids": ["a-1", "a-2", "a-3"],
    "resolved_ids": ["a-1"],
    "unresolved_ids": ["a-2"],
    "empty_patch_ids": [],
    "error_ids": ["a-3"],
    "schema_version": 2,
}
MODEL_INDEX = f"""---
license: mit
model-index:
- name: Model-7B
  results:
  - dataset: {{name: MMLU (5-Shot), type: cais/mmlu, config: all, split: test, args: {{num_few_shot: 5}}}}
    metrics:
    - {{type: acc, value: 64.50, name: accuracy}}
    source: {{name: Board, url: "https://example.org/x"}}
---
# Card
{SECRET}
"""
COMMUNITY = (
    """- dataset: {id: TIGER-Lab/MMLU-Pro, task_id: mmlu_pro}
  value: 56.10
  date: "2026-01-05"
  source: {name: report, url: "https://example.org/r"}
  notes: """
    + SECRET
    + "\n"
)
ARENA = """rank,rank_stylectrl,model,arena_score,95_pct_ci,votes,organization,license,knowledge_cutoff,url
1,2,=cmd|'/c calc'!A0,1470,+5/-7,26019,Google,Proprietary,,https://example.org
2,1,Model-B,1446,+6/-6,13715,Google,MIT,,https://example.org
"""


def json_bytes(value: Any) -> bytes:
    """One JSON document."""
    return json.dumps(value).encode()


def json_lines(values: list[Any]) -> bytes:
    """One JSON document a line."""
    return b"".join(json.dumps(v).encode() + b"\n" for v in values)


def eval_members(log: dict[str, Any] | None = None) -> dict[str, bytes]:
    """Members of an Inspect AI archive."""
    log = deepcopy(INSPECT if log is None else log)
    samples = log.pop("samples")
    start = {"version": 2, "eval": log["eval"], "plan": log["plan"]}
    members = {"_journal/start.json": json_bytes(start), "header.json": json_bytes(log)}
    for sample in samples:
        members[f"samples/{sample['id']}_epoch_1.json"] = json_bytes(sample)
    members["summaries.json"] = json_bytes(
        [{k: s[k] for k in ("id", "epoch", "input", "metadata", "scores")} for s in samples]
    )
    return members


def zip_bytes(members: dict[str, bytes]) -> bytes:
    """A deflated archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()


def raw_zip(name: str, packed: bytes, method: int, crc: int, size: int, flags: int = 0) -> bytes:
    """An archive of one member written by hand: any method, any stated size and checksum."""
    encoded = name.encode()
    common = struct.pack("<HHHHHIIIHH", 20, flags, method, 0, 0, crc, len(packed), size, len(encoded), 0)
    local = b"PK\x03\x04" + common + encoded + packed
    central = b"PK\x01\x02" + struct.pack("<H", 20) + common + struct.pack("<HHHII", 0, 0, 0, 0, 0) + encoded
    return local + central + b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, 1, 1, len(central), len(local), 0)


def raw_zstd(name: str, data: bytes) -> bytes:
    """An archive of one zstd member, as current Inspect AI releases write them."""
    import zstandard

    return raw_zip(name, zstandard.ZstdCompressor().compress(data), 93, zlib.crc32(data), len(data))


ALL: dict[str, tuple[bytes, str]] = {
    "inspect.json": (json_bytes(INSPECT), "inspect_ai"),
    "inspect.eval": (zip_bytes(eval_members()), "inspect_ai"),
    "lm_eval.json": (json_bytes(LM_EVAL), "lm_eval"),
    "lm_eval_old.json": (json_bytes(LM_EVAL_OLD), "lm_eval"),
    "samples_gsm8k_2025-01-01T00-00-00.000001.jsonl": (json_lines(LM_EVAL_SAMPLES), "lm_eval_samples"),
    "table.md": (LM_EVAL_TABLE.encode(), "lm_eval_table"),
    "table_old.md": (LM_EVAL_TABLE_OLD.encode(), "lm_eval_table"),
    "eee.json": (json_bytes(EEE), "every_eval_ever"),
    "eee_samples.jsonl": (json_lines(EEE_ITEMS), "every_eval_ever_items"),
    "results_2024-05-06T07-08-09.1.json": (json_bytes(LIGHTEVAL), "lighteval"),
    "stats.json": (json_bytes(HELM_STATS), "helm"),
    "openai.jsonl": (json_lines(OPENAI), "openai_evals"),
    "swe_lists.json": (json_bytes(SWE_LISTS), "swe_bench"),
    "swe_details.json": (json_bytes(SWE_DETAILS), "swe_bench"),
    "swe_report.json": (json_bytes(SWE_REPORT), "swe_bench"),
    "README.md": (MODEL_INDEX.encode(), "hf_model_index"),
    "mmlu_pro.yaml": (COMMUNITY.encode(), "hf_community_evals"),
    "arena.csv": (ARENA.encode(), "lmarena_csv"),
}
