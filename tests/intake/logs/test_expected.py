"""Every value of the reference table EXPECTED.csv comes back from the reader of its file."""

from __future__ import annotations

import csv
import re
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from auditgen.intake.logs.model import EvalRun, LogContents, LogError
from auditgen.intake.logs.read import read_log
from tests.shared_data import shared, shared_root

FOLDER = "formats"
BROKEN = "lighteval/results_example_from_docs.json"


def _rows() -> list[dict[str, str]]:
    table = shared_root() / FOLDER / "EXPECTED.csv"
    return list(csv.DictReader(table.open(encoding="utf-8"))) if table.exists() else []


ROWS = _rows()


@cache
def _read(file: str) -> LogContents:
    path = shared(f"{FOLDER}/{file}")
    if file == BROKEN:  # printed in the documentation with two trailing commas: mended here, refused as it is
        return read_log(re.sub(rb",(\s*})", rb"\1", path.read_bytes()), path.name)
    return read_log(path)


def _label(run: EvalRun) -> str:
    """The metric as the reference table writes it for each format."""
    if run.source_format == "inspect_ai":
        return f"{run.scorer}/{run.metric}"
    if run.source_format == "lm_eval":
        return f"{run.metric},{run.filter}" if run.filter else run.metric
    return f"{run.metric}/{run.split}" if run.source_format == "helm" else run.metric


def _moment(text: str) -> float:
    if text.isdigit():
        return float(text)
    moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def _same_number(got: float | None, expected: str) -> bool:
    return got is None if not expected else got is not None and abs(got - float(expected)) <= 1e-9


@pytest.mark.skipif(bool(ROWS), reason="the reference table is here; its rows are tested one by one")
def test_reference_table_absent() -> None:
    shared(f"{FOLDER}/EXPECTED.csv")


def test_the_reference_table_is_whole() -> None:
    shared(f"{FOLDER}/EXPECTED.csv")
    assert len(ROWS) == 49
    assert len({row["format"] for row in ROWS}) == 8


@pytest.mark.parametrize("row", ROWS, ids=[f"{i}-{r['file'][:40]}" for i, r in enumerate(ROWS)])
def test_row(row: dict[str, str]) -> None:
    contents = _read(row["file"])
    assert contents.source_format == row["format"]
    runs = [
        run for run in contents.runs if (run.model, run.task, _label(run)) == (row["model"], row["task"], row["metric"])
    ]
    assert len(runs) == 1, [(r.model, r.task, _label(r)) for r in contents.runs][:5]
    run = runs[0]
    assert _same_number(run.score, row["score"])
    if row["format"] == "lmarena_csv":
        up, down = re.findall(r"[+-](\d+)", row["stderr"])
        assert run.ci == (run.score - float(down), run.score + float(up)) if run.score else False
        assert run.ci_level == 0.95
        assert run.stderr is None
        assert run.setting["votes"] + " votes" == row["n"]
        assert run.n_items is None
        return
    if run.stderr_method == "computed from the items":
        assert row["stderr"] == ""  # not in the file: computed, and said so
    else:
        assert _same_number(run.stderr, row["stderr"])
    assert ("" if run.n_items is None else str(run.n_items)) == row["n"]
    assert ("" if run.shots is None else str(run.shots)) == row["shots"]
    assert bool(run.date) == bool(row["date"])
    if row["date"]:
        assert int(_moment(run.date)) == int(_moment(row["date"]))
    version = row["harness_version"].strip().replace("not stated", "")
    got = f"{run.harness} {run.harness_version}" if row["format"] == "every_eval_ever" else run.harness_version
    assert got.strip() == version
    if row["items_with_correctness"]:
        assert len({(i.item_id, i.epoch) for i in contents.items if i.correct is not None}) == int(
            row["items_with_correctness"]
        )


def _known_files() -> list[str]:
    return sorted({row["file"] for row in ROWS})


@pytest.mark.parametrize("file", [f for f in _known_files() if not f.startswith("helm/")])
def test_recognised_without_a_name(file: str) -> None:
    path = shared(f"{FOLDER}/{file}")
    if file == BROKEN:
        with pytest.raises(LogError, match=r"line 88 column 5"):
            read_log(path.read_bytes(), "")
        return
    expected = next(row["format"] for row in ROWS if row["file"] == file)
    contents = read_log(path.read_bytes(), "")
    assert contents.source_format == expected
    assert contents.recognised_by


def test_no_run_beyond_the_table_except_where_it_samples() -> None:
    """The table lists every run of a file, but only three rows of the arena and one metric of HELM."""
    for file in _known_files():
        if not file.startswith(("lmarena", "helm")):
            assert len(_read(file).runs) == sum(row["file"] == file for row in ROWS), file


def test_the_same_run_in_three_forms_gives_the_same_scores() -> None:
    """One run as JSON, as deflated archive and as zstd archive."""

    def essence(file: str) -> Any:
        contents = _read(file)
        return (
            [
                (r.model, r.task, r.scorer, r.metric, r.score, r.stderr, r.n_items, r.n_total, r.status)
                for r in contents.runs
            ],
            [(i.item_id, i.score, i.correct, i.scorer) for i in contents.items],
        )

    assert essence("inspect_ai/arc_qwen.json") == essence("inspect_ai/arc_qwen_zstd.eval")
    assert essence("inspect_ai/log_formats.json") == essence("inspect_ai/log_formats.eval")


def test_traps_of_the_genuine_files() -> None:
    mmlu = _read("inspect_ai/mmlu-summary-choices.eval").runs[0]
    assert (mmlu.status, mmlu.n_items, mmlu.n_total) == ("limited", 1, 14042)
    assert "not certainty" in mmlu.notes[0]
    assert _read("inspect_ai/2025-05-12_no-samples.json").runs[0].status == "failed"
    gsm8k = _read("lm_eval/v0.4-2024_gsm8k.json").runs
    assert [(r.filter, r.unit) for r in gsm8k] == [("strict-match", "fraction"), ("flexible-extract", "fraction")]
    assert gsm8k[0].setting["temperature"] == "0.0"
    card = _read("hf_model_index/NeuralBeagle14-7B_README.md").runs
    assert {run.unit for run in card} == {""}
    assert card[4].score_text == "82.4"
    docs = _read(BROKEN).runs
    assert {(r.status, r.n_total) for r in docs} == {("limited", 1319)}
    helm = next(f for f in _known_files() if f.startswith("helm/"))
    exact = next(r for r in _read(helm).runs if r.metric == "exact_match" and r.split == "test")
    # 1 right of 9: s / sqrt(n) = sqrt(p (1 - p) / (n - 1)) = 1/9
    assert exact.stderr == pytest.approx(1 / 9, rel=1e-12)


def test_sample_file_beside_its_results(tmp_path: Path) -> None:
    from auditgen.intake.logs.read import read_logs

    contents = read_logs([shared(f"{FOLDER}/lm_eval")])
    samples = next(c for c in contents if c.source_format == "lm_eval_samples")
    assert {i.model for i in samples.items} == {
        "RylanSchaeffer/mem_Qwen3-93M_minerva_math_rep_0_sbst_1.0000_epch_1_ot_1"
    }
    assert {i.benchmark for i in samples.items} == {"math_perturbed_full"}
    assert len(samples.items) == 10
    assert any("time stamp" in note for note in samples.notes)
