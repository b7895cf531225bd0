"""Results tables, item matrices and draft claims made of logs."""

from __future__ import annotations

import csv
import io
from copy import deepcopy
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditgen.intake.logs import tables
from auditgen.intake.logs.read import read_log
from auditgen.intake.logs.write_tables import converted_files
from tests.intake.logs import seeds


def _contents(name: str):  # type: ignore[no-untyped-def]
    return read_log(seeds.ALL[name][0], name)


def test_result_rows_keep_scale_filter_and_status() -> None:
    rows = tables.result_rows([_contents("lm_eval.json"), _contents("eee.json"), _contents("inspect.json")])
    by_task = {(r["task"], r["filter"]): r for r in rows}
    assert by_task[("gsm8k", "strict-match")]["score"] == 0.75
    assert by_task[("gsm8k", "flexible-extract")]["score"] == 0.8
    assert (by_task[("bench", "")]["score"], by_task[("bench", "")]["unit"]) == (75.5, "percent")
    inspect = by_task[("inspect_evals/arc_easy", "")]
    assert (inspect["status"], inspect["n_items"], inspect["n_total"]) == ("limited", 3, 100)
    assert all(list(r) == list(tables.RESULT_COLUMNS) for r in rows)


def test_item_matrices_never_mix_metrics_and_carry_the_run_status() -> None:
    log = {**deepcopy(seeds.INSPECT), "status": "cancelled"}
    other = deepcopy(seeds.INSPECT)
    other["eval"]["model"] = "openai/other"
    contents = [read_log(seeds.json_bytes(log), "a"), read_log(seeds.json_bytes(other), "b")]
    matrices = tables.item_matrices([*contents, _contents("openai.jsonl")])
    assert sorted(matrices) == ["arc_easy-choice", "test-match-accuracy"]
    rows = matrices["arc_easy-choice"]
    assert {r["model"] for r in rows} == {"openai/gpt-4o", "openai/other"}
    assert [r["correct"] for r in rows[:3]] == [1, 0, 0.5]
    assert [r["run_status"] for r in rows] == ["failed"] * 3 + ["limited"] * 3
    assert {r["cluster"] for r in rows} == {"x"}


def test_names_of_matrices_that_only_differ_in_odd_characters_stay_apart() -> None:
    first, second = deepcopy(seeds.INSPECT), deepcopy(seeds.INSPECT)
    first["eval"]["task"], second["eval"]["task"] = "a b", "a_b"
    matrices = tables.item_matrices([read_log(seeds.json_bytes(x), "x") for x in (first, second)])
    assert sorted(matrices) == ["a_b-choice", "a_b-choice-2"]


def test_claims_are_drafts_with_printed_digits() -> None:
    rows = tables.claim_rows([_contents("README.md"), _contents("inspect.json"), _contents("arena.csv")])
    assert (rows[0]["score"], rows[0]["unit"], rows[0]["shots"]) == ("64.50", "", 5)
    assert (rows[1]["uncertainty"], rows[1]["uncertainty_kind"]) == ("0.25", "se")
    assert (rows[2]["uncertainty"], rows[2]["uncertainty_kind"], rows[2]["unit"]) == ("6.0", "ci95", "rating")
    assert {r["status"] for r in rows} == {"draft"}
    failed = {**deepcopy(seeds.INSPECT), "status": "error"}
    assert tables.claim_rows([read_log(seeds.json_bytes(failed), "x")]) == []


@given(st.floats(min_value=-1e15, max_value=1e15, allow_nan=False).filter(lambda x: x == 0 or abs(x) > 1e-9))
def test_plain_numbers_have_no_exponent_and_few_digits(value: float) -> None:
    text = tables.plain_number(value)
    assert "e" not in text.lower()
    assert sum(c.isdigit() for c in text) <= 18
    assert abs(Decimal(text) - Decimal(repr(value))) <= max(abs(Decimal(repr(value))), Decimal(1)) * Decimal("1e-15")


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@x", "\t=1", " =1", "＝1", "-"])
def test_formulas_are_neutralised(cell: str) -> None:
    assert tables.neutral(cell) == "'" + cell


def test_numbers_and_plain_text_stay() -> None:
    for value in (-1.5, 0, None, True, "", "a=b", "gpt-4"):
        assert tables.neutral(value) == value


def test_a_formula_in_a_model_name_is_text_in_the_csv() -> None:
    files = converted_files([_contents("arena.csv")], "csv", 0)
    row = next(csv.DictReader(io.StringIO(files["results.csv"].decode())))
    assert row["model"].startswith("'=cmd")
    assert row["score"] == "1470.0"


def test_csv_reads_back_with_pandas_and_parquet_agrees() -> None:
    import pandas as pd

    contents = [_contents("lm_eval.json"), _contents("inspect.json"), _contents("openai.jsonl")]
    as_csv, as_parquet = converted_files(contents, "csv", 0), converted_files(contents, "parquet", 0)
    for name, data in as_csv.items():
        if name == "claims.csv":
            continue
        left = pd.read_csv(io.BytesIO(data), keep_default_na=False, na_values=[""])
        right = pd.read_parquet(io.BytesIO(as_parquet[name.replace(".csv", ".parquet")]))
        assert list(left.columns) == list(right.columns)
        assert len(left) == len(right)
        column = "score" if "results" in name else "correct"
        assert left[column].astype(float).tolist() == right[column].astype(float).tolist()


def test_frame_has_the_columns_even_without_rows() -> None:
    frame = tables.frame([], tables.RESULT_COLUMNS)
    assert list(frame.columns) == list(tables.RESULT_COLUMNS)


def test_slug() -> None:
    assert tables.slug("../../etc/passwd") == "etc_passwd"
    assert tables.slug("a b/c:d") == "a_b_c_d"
    assert len(tables.slug("x" * 500)) == 100
