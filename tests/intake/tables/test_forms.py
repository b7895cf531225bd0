"""The same results in every layout and every kind of file give the same table."""

import numpy as np
import pytest

from auditgen.intake.tables import Choices, ItemMatrix, read_table_bytes
from tests.intake.tables.tables import FORMS, as_csv, items, note, results

LONG = [
    ["model", "benchmark", "score", "unit", "n_items", "stderr"],
    ["Ada 7B", "mmlu", 70.5, "percent", 14042, 0.4],
    ["Ada 7B", "gsm8k", 61.25, "percent", 1319, 1.3],
    ["Bert-2", "mmlu", 72, "percent", 14042, 0.4],
    ["Bert-2", "gsm8k", 50, "percent", 1319, 1.4],
]
WIDE = [["model", "params_b", "mmlu", "gsm8k"], ["Ada 7B", 7, 70.5, 61.25], ["Bert-2", 2, 72, 50]]
ANSWERS = {"Ada": [1, 0, 1, 1, 0, 1], "Bert": [0, 0, 1, 1, 0, 0], "Cleo": [1, 1, 1, 0, 0, 1]}
ITEM_NAMES = ["q1", "q2", "q3", "q4", "q5", "q6"]


@pytest.mark.parametrize("form", sorted(FORMS))
def test_results_long(form):
    table = results(LONG, form)
    assert table.models == ("Ada 7B", "Bert-2")
    assert [t.name for t in table.tests] == ["mmlu", "gsm8k"]
    assert [t.unit for t in table.tests] == ["fraction", "fraction"]
    assert table.scores == pytest.approx(np.array([[0.705, 0.6125], [0.72, 0.5]]))
    assert table.n_items.tolist() == [[14042, 1319], [14042, 1319]]
    assert table.stderr == pytest.approx(np.array([[0.004, 0.013], [0.004, 0.014]]))
    assert "long" in table.recognised_by
    assert table.notes == ()


@pytest.mark.parametrize("form", sorted(FORMS))
def test_results_wide(form):
    table = results(WIDE, form)
    assert [t.name for t in table.tests] == ["mmlu", "gsm8k"]
    assert table.scores == pytest.approx(results(LONG).scores)
    assert "mmlu" in note(table, "unit_inferred")
    assert np.isnan(table.n_items).all()


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_separators(separator):
    table = read_table_bytes(as_csv(LONG, separator), "table.csv")
    assert table.scores == pytest.approx(results(LONG).scores)


def test_decimal_comma_where_the_file_is_not_parted_by_commas():
    data = b"model;benchmark;score;unit\nAda;mmlu;70,5;percent\nBert;mmlu;72,0;percent\n"
    assert read_table_bytes(data, "table.csv").scores == pytest.approx(np.array([[0.705], [0.72]]))


def test_a_percent_sign_is_a_unit():
    table = results([["model", "benchmark", "score"], ["a", "x", "0.5%"], ["b", "x", "0.9 %"]])
    assert table.scores.ravel().tolist() == pytest.approx([0.005, 0.009])
    assert table.notes == ()


def test_fractions_stay_and_are_not_remarked():
    table = results([["model", "benchmark", "score"], ["a", "x", 0.5], ["b", "x", 0.904]])
    assert table.scores.ravel().tolist() == [0.5, 0.904]
    assert table.tests[0].unit == "fraction"


@pytest.mark.parametrize("form", sorted(FORMS))
@pytest.mark.parametrize("layout", ["long", "item_rows"])
def test_item_matrix(form, layout):
    matrix = items(_layout(layout), form)
    assert matrix.models == ("Ada", "Bert", "Cleo")
    assert matrix.items == tuple(ITEM_NAMES)
    assert matrix.scores.T.tolist() == [ANSWERS[m] for m in matrix.models]
    assert matrix.binary
    assert matrix.unit == "fraction"


def _layout(layout):
    if layout == "long":
        return [["model", "item", "correct"]] + [
            [m, i, a] for m, answers in ANSWERS.items() for i, a in zip(ITEM_NAMES, answers)
        ]
    if layout == "item_rows":
        return [["item", *ANSWERS]] + [[i, *(a[k] for a in ANSWERS.values())] for k, i in enumerate(ITEM_NAMES)]
    return [["model", *ITEM_NAMES]] + [[m, *a] for m, a in ANSWERS.items()]


@pytest.mark.parametrize("form", sorted(FORMS))
def test_item_matrix_a_model_a_row(form):
    rows = [["model", *(f"q{i}" for i in range(30))]] + [[m, *(a * 5)] for m, a in ANSWERS.items()]
    matrix = items(rows, form)
    assert matrix.models == ("Ada", "Bert", "Cleo")
    assert matrix.scores.T.tolist() == [a * 5 for a in ANSWERS.values()]


def test_few_columns_a_model_a_row_need_the_word_of_a_person():
    data = as_csv(_layout("model_rows"))
    assert not isinstance(read_table_bytes(data, "t.csv"), ItemMatrix)
    forced = read_table_bytes(data, "t.csv", Choices(form="item_matrix"))
    assert isinstance(forced, ItemMatrix)
    assert forced.items == tuple(ITEM_NAMES)


def test_answers_in_words_and_holes():
    rows = [
        ["model", "item", "correct"],
        ["a", "q1", "true"],
        ["a", "q2", "False"],
        ["b", "q1", "wrong"],
        ["b", "q2", ""],
    ]
    matrix = items(rows)
    assert matrix.scores[:, 0].tolist() == [1, 0]
    assert np.isnan(matrix.scores[1, 1])
    assert "1 of 4 answers are missing" in note(matrix, "missing_cells")


def test_tries_of_one_item_count_as_one_item():
    rows = [["model", "item", "correct", "epoch"]] + [
        [m, q, a, e] for m, q, a, e in [("a", "q1", 1, 1), ("a", "q1", 0, 2), ("a", "q2", 1, 1), ("a", "q2", 1, 2),
                                        ("b", "q1", 0, 1), ("b", "q1", 0, 2), ("b", "q2", 1, 1), ("b", "q2", 0, 2)]
    ]  # fmt: skip
    matrix = items(rows)
    assert matrix.scores.tolist() == [[0.5, 0.0], [1.0, 0.5]]
    assert "do not count as further items" in note(matrix, "repeated_items")


def test_clusters_dates_and_parts_of_items():
    rows = [["item", "passage", "subject", "date", "a", "b"]] + [
        [f"q{i}", f"p{i // 2}", f"s{i % 2}", f"2025-01-{i + 1:02d}", i % 2, 1 - i % 2] for i in range(8)
    ]
    matrix = items(rows)
    assert matrix.models == ("a", "b")
    assert matrix.clusters == ("p0", "p0", "p1", "p1", "p2", "p2", "p3", "p3")
    assert matrix.parts["subject"] == ("s0", "s1") * 4
    assert matrix.dates is not None
    assert matrix.dates[7] == "2025-01-08"


def test_groups_in_the_names_of_items_are_said():
    rows = [["item", "a", "b"]] + [[f"repo{i % 3}-{i}", i % 2, 1] for i in range(30)]
    matrix = items(rows)
    assert set(matrix.parts["name of the item"]) == {"repo0", "repo1", "repo2"}
    assert "3 groups" in note(matrix, "groups_from_names")


def test_columns_on_another_scale_are_no_models():
    rows = [["item", "class_id", "words", "a", "b", "c", "d", "e", "f", "g", "h"]] + [
        [f"q{i}", 100 + i, 300 + i, *[(i + k) % 2 for k in range(8)]] for i in range(6)
    ]
    matrix = items(rows)
    assert matrix.models == tuple("abcdefgh")
    assert "words" in note(matrix, "columns_left_out")


def test_percent_answers_become_fractions_and_other_scales_stay():
    percent = items([["item", "a", "b"], ["q1", 0, 100], ["q2", 70, 100], ["q3", 100, 30]])
    assert percent.scores[:, 0].tolist() == [0, 0.7, 1]
    note(percent, "unit_inferred")
    preference = items([["item", "a", "b"], ["q1", 1.0, 2.0], ["q2", 1.5, 1.25], ["q3", 2.0, 1.0]])
    assert preference.unit == "as_printed"
    assert preference.scores[:, 0].tolist() == [1, 1.5, 2]
    assert "from 1 to 2" in note(preference, "unit_unknown")


def test_vote_board():
    rows = [
        ["model", "score", "ci_plus", "ci_minus", "votes", "rank"],
        ["a", 1287, 3, 4, 42046, 1],
        ["b", 1267, 5, 5, 999, 2],
    ]
    table = results(rows)
    assert table.tests[0].unit == "rating"
    assert table.ci_low.ravel().tolist() == [1283, 1262]
    assert table.ci_high.ravel().tolist() == [1290, 1272]
    assert len(table.tests) == 1


def test_equal_preparation_and_prompts():
    rows = [["model", "benchmark", "setting", "score"]] + [
        [m, b, s, 0.5 + 0.01 * i] for i, (m, b, s) in enumerate(
            (m, b, s) for m in "abc" for b in ("x", "y") for s in ("before", "after"))
    ]  # fmt: skip
    table = results(rows)
    assert table.setup == ("setting",)
    assert [t.name for t in table.tests] == ["x · before", "x · after", "y · before", "y · after"]
    prompts = [["model", "benchmark", "prompt", "score"]] + [
        [m, "x", p, 0.5] for m in "abc" for p in ("one", "two", "three")
    ]
    table = results(prompts)
    assert table.prompt == "prompt"
    assert len(table.tests) == 3


def test_a_metric_that_goes_with_its_benchmark_is_no_second_measurement():
    rows = [["model", "benchmark", "metric", "score"]] + [
        [m, b, k, 0.5] for m in "ab" for b, k in (("mmlu", "acc"), ("gsm8k", "exact_match"))
    ]
    table = results(rows)
    assert table.setup == ()
    assert [t.name for t in table.tests] == ["mmlu", "gsm8k"]


def test_a_mark_on_the_model_is_no_second_measurement():
    rows = [["model", "mode", "score"], ["a", "community", 0.4], ["b", "verified", 0.5], ["c", "community", 0.6]]
    table = results(rows, score=("score",))
    assert table.setup == ()
    assert table.scores.ravel().tolist() == [0.4, 0.5, 0.6]


def test_rows_are_chosen_by_value():
    table = results(LONG, where={"benchmark": "gsm8k"})
    assert [t.name for t in table.tests] == ["gsm8k"]


def test_converted_tables_are_read_back():
    """The columns that `auditgen convert` writes."""
    rows = [
        ["model", "item", "correct", "cluster", "date", "benchmark", "metric", "scorer", "filter", "score", "epoch"],
        *[[m, i, 1, "", "", "gsm8k", "acc", "", "", 1.0, 1] for m in ("a", "b") for i in ("q1", "q2", "q3")],
    ]
    matrix = items(rows)
    assert matrix.benchmark == "gsm8k"
    assert matrix.scores.shape == (3, 2)
