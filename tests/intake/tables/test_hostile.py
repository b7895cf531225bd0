"""Bad and hostile tables: one clear line each, never a traceback, never a guess."""

import contextlib
import io
import zipfile

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditgen.intake.errors import InputError
from auditgen.intake.tables import Choices, opening, read_table, read_table_bytes
from auditgen.intake.tables import csv_grid as csv_module
from tests.intake.tables.tables import as_csv, as_parquet, as_xlsx, items, results


def refused(data: bytes, name: str = "table.csv", **choices) -> str:
    with pytest.raises(InputError) as error:
        read_table_bytes(data, name, Choices(**choices))
    text = str(error.value)
    assert all(line.startswith((name, "... and")) for line in text.splitlines())
    assert "Traceback" not in text
    return text


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "an empty file"),
        (b"\xef\xbb\xbf \n\n", "an empty file"),
        (b"model,score\n", "no row"),
        (b"# only a remark\n", "blank lines and remarks only"),
        (b"%PDF-1.7 ...", "a PDF document"),
        (b"\x1f\x8b\x08", "a gzip archive"),
        (b'{"a": 1}', "auditgen convert"),
        (b"<html></html>", "HTML or XML"),
        ("model,score\na,1\n".encode("utf-16"), "UTF-16"),
        (b"model,score\na,\xff\n", "byte 0xFF at byte 15"),
        (b"model,score\na,1\x00\n", "a zero byte"),
        (b'model,score\n"a,1\n', "complete CSV"),
        (b"model,benchmark,score\na,x,0.5\nb,x,0.5,0.7\n", "line 3: expected 3 cells as in the header, found 4"),
        (b"model,benchmark,score\na,x,0.5\nb,x\n", "line 3: expected 3 cells as in the header, found 2"),
        (b"model,model,score\na,b,1\n", "in columns 1 and 2"),
        (b"model,benchmark,score\na,x,good\nb,x,0.5\n", "line 2, column 3 (score): expected a score, found 'good'"),
        (b"model,benchmark,score\na,x,1e999\nb,x,0.5\n", "line 2, column 3 (score)"),
        (b"model,benchmark,score\n,x,0.5\nb,x,0.5\n", "line 2, column 1 (model): expected a model"),
        (b"model,benchmark,score\na,x,0.5\n", "found 1 models"),
        (
            b"model,benchmark,score,n_items\na,x,0.5,137999999999999\nb,x,0.5,9\n",
            "line 2, column 4 (n_items): expected a number of items from 0 to 1,000,000,000,000, found 1.38e+14",
        ),
        (b"model,benchmark,score,n_items\na,x,0.5,9\nb,x,0.5,-9\n", "line 3, column 4 (n_items)"),
        (b"model,benchmark,score\na,x,\nb,x,n/a\n", "at least one score"),
        (b"colour,shape\nred,round\nblue,square\n", "tried: results table long"),
        (b"model,item,correct\na,q1,maybe\nb,q1,1\n", "line 2, column 3 (correct): expected 1 or 0, found 'maybe'"),
        (b"item,a,b\nq1,1,0\nq1,0,1\n", "'q1' in several rows"),
        (b"model,item,correct\na,q1,1\nb,q1,1\n", "at least 2 items"),
        (b"PK\x03\x04" + b"x" * 50, "no workbook"),
        (b"PAR1 broken PAR1", "a broken file"),
    ],
)  # fmt: skip
def test_one_clear_line(data, said):
    assert said in refused(data)


def test_rows_and_columns_that_do_not_exist():
    data = b"model,benchmark,score\na,x,0.5\nb,x,0.6\n"
    assert "no column 'judge'" in refused(data, where={"judge": "one"})
    assert "There are 'x'" in refused(data, where={"benchmark": "y"})
    assert "The columns are 'model', 'benchmark', 'score'" in refused(data, score=("result",))


def test_items_of_two_benchmarks_are_not_mixed():
    rows = [["model", "benchmark", "item", "correct"]] + [[m, b, "q1", 1] for m in "ab" for b in ("mmlu", "gsm8k")]
    assert "--where benchmark=NAME" in refused(as_csv(rows))
    rows = [["model", "item", "correct", "filter"]] + [[m, f"q{i}", 1, f] for m in "ab" for i in (1, 2) for f in "st"]
    assert "--where filter=NAME" in refused(as_csv(rows))
    assert items(rows, where={"filter": "s"}).scores.shape == (2, 2)


def test_names_are_made_fit_to_print_and_cut():
    rows = [["model", "benchmark", "score"], ["evil\x1b[31m\u202e" + "x" * 500, "x", 0.5], ["<b>b</b>", "x", 0.6]]
    table = results(rows)
    assert "\x1b" not in table.models[0]
    assert "\u202e" not in table.models[0]
    assert len(table.models[0]) == 200
    assert table.models[1] == "<b>b</b>"


def test_formulas_and_bombs_in_workbooks():
    rows = [["model", "benchmark", "score"], ["a", "x", "=1+1"], ["b", "x", 0.5]]
    assert "found a formula" in refused(as_xlsx(rows), "table.xlsx")
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", "<a/>")
        archive.writestr("xl/worksheets/sheet1.xml", b" " * 500_000_000)
    assert "MB unpacked" in refused(stream.getvalue(), "table.xlsx")
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("xl/workbook.xml", '<!DOCTYPE x [<!ENTITY a "b">]><a/>')
    assert "document type" in refused(stream.getvalue(), "table.xlsx")


def test_columns_of_lists_in_parquet_are_refused():
    rows = [["model", "scores"], ["a", [1, 2]], ["b", [3, 4]]]
    assert "expected a column of numbers, text or dates" in refused(as_parquet(rows), "table.parquet")


def test_limits(monkeypatch):
    monkeypatch.setattr(csv_module, "MAX_CELLS", 10)
    assert "at most 10 cells" in refused(as_csv([["model", "score"]] + [[f"m{i}", 1] for i in range(9)]))


def test_a_flood_of_rows_for_one_model_is_refused():
    data = as_csv([["model", "benchmark", "score"]] + [["a", "x", i / 1000] for i in range(60)] + [["b", "x", 0.5]])
    assert "expected at most 50 evaluations of a model, found 60 rows of 'a'" in refused(data)


def test_files_that_cannot_be_opened(tmp_path, monkeypatch):
    with pytest.raises(InputError, match=r"none\.csv: expected a table, found no such file"):
        read_table(tmp_path / "none.csv")
    with pytest.raises(InputError, match="found a folder"):
        read_table(tmp_path)
    (tmp_path / "big.csv").write_bytes(b"model,score\na,1\nb,2\n")
    monkeypatch.setattr(opening, "MAX_BYTES", 10)
    with pytest.raises(InputError, match="Save it as Parquet"):
        read_table(tmp_path / "big.csv")


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data):
    with contextlib.suppress(InputError):
        assert read_table_bytes(data, "table.csv").models


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["a", "b", "c", "", "a\x00"]), st.sampled_from(["x", "y"]),
                  st.sampled_from(["0.5", "", "88.7", "1", "true", "x", "-3", "1e5", "5%"])),
        max_size=12,
    )
)  # fmt: skip
def test_any_small_table_is_read_or_refused(rows):
    with contextlib.suppress(InputError):
        table = read_table_bytes(as_csv([["model", "benchmark", "score"], *rows]), "table.csv")
        assert np.isfinite(table.scores).sum() <= len(rows)
        assert len(set(table.models)) == len(table.models)
