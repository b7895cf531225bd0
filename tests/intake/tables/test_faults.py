"""Faults of real tables, small: each is found, said, and handled without inventing a number."""

import numpy as np
import pytest

from auditgen.intake.errors import InputError
from auditgen.intake.tables import read_table_bytes
from auditgen.intake.tables.contradiction import contradictions
from auditgen.intake.tables.faults import zero_runs
from tests.intake.tables.tables import as_csv, items, note, results

HEAD = ["model", "benchmark", "score"]


def ids(table):
    return {n.id for n in table.notes}


def test_a_row_that_stands_twice_counts_once():
    table = results([HEAD, ["a", "x", 0.5], ["b", "x", 0.6], ["a", "x", 0.5]])
    assert table.models == ("a", "b")
    assert note(table, "duplicate_rows").startswith("1 row repeats")
    assert "several_evaluations" not in ids(table)


def test_several_evaluations_under_one_name_are_entries_of_their_own():
    rows = [
        ["model", "precision", "mmlu", "gsm8k"],
        ["a", "fp16", 70, 60],
        ["b", "fp16", 50, 40],
        ["a", "int4", 65, 41],
    ]
    table = results(rows)
    assert table.models == ("a", "b", "a [2]")
    assert table.scores == pytest.approx(np.array([[0.7, 0.6], [0.5, 0.4], [0.65, 0.41]]))
    assert "differ by up to 19 " in note(table, "several_evaluations")


def test_runs_of_a_long_table_are_evaluations():
    rows = [HEAD]
    for scores in ((0.5, 0.6), (0.7, 0.1)):
        rows += [["a", "x", scores[0]], ["a", "y", scores[1]]]
    rows += [["b", "x", 0.2], ["b", "y", 0.3]]
    table = results(rows)
    assert table.models == ("a", "a [2]", "b")
    assert table.scores.tolist() == [[0.5, 0.6], [0.7, 0.1], [0.2, 0.3]]


def test_an_evaluation_that_repeats_another_is_a_duplicate():
    rows = [HEAD, *[["a", t, 0.5] for t in ("x", "y")] * 2, ["b", "x", 0.2], ["b", "y", 0.3]]
    table = results(rows)
    assert table.models == ("a", "b")
    assert note(table, "duplicate_rows").startswith("2 rows repeat")


def test_scores_that_nobody_can_pair_are_left_out_not_averaged():
    rows = [HEAD, ["b", "x", 0.2], ["b", "y", 0.3], ["b", "z", 0.3], ["c", "x", 0.2], ["c", "y", 0.3], ["c", "z", 0.4]]
    rows += [["a", "x", 0.5], ["a", "x", 0.7], ["a", "y", 0.6], ["a", "z", 0.6]]
    table = results(rows)
    at = table.models.index("a")
    assert np.isnan(table.scores[at, 0])
    assert table.scores[at, 1:].tolist() == [0.6, 0.6]
    assert "that cell is left out" in note(table, "contested_scores")


def test_a_column_that_was_not_understood_is_asked_for():
    """Two rows a model and test, in an order that makes no runs: a column nobody knows tells them apart."""
    rows = [["model", "kind", "benchmark", "score"]]
    for m in "abc":
        rows += [[m, "p", "x", 0.1], [m, "q", "x", 0.2], [m, "p", "y", 0.3], [m, "q", "y", 0.4], [m, "r", "y", 0.5]]
    with pytest.raises(InputError) as error:
        results(rows)
    assert "--where COLUMN=VALUE" in str(error.value)
    assert "'kind' ('p', 'q', 'r')" in str(error.value)
    assert results(rows, where={"kind": "q"}).scores.tolist() == [[0.2, 0.4]] * 3


def test_lower_is_better_by_column_and_by_name():
    rows = [["model", "benchmark", "score", "higher_is_better"]]
    for i, m in enumerate("abcd"):
        rows += [
            [m, "mmlu", 0.5 + 0.01 * i, "true"],
            [m, "odd", 3.5 - i / 10, "false"],
            [m, "wiki perplexity", 9 - i, ""],
        ]
    table = results(rows)
    assert [t.lower_is_better for t in table.tests] == [False, True, True]
    assert "odd, wiki perplexity" in note(table, "lower_is_better")


def test_the_name_of_a_task_about_errors_is_no_error_rate():
    table = results(
        [HEAD, ["a", "salient_translation_error_detection", 0.4], ["b", "salient_translation_error_detection", 0.5]]
    )
    assert table.tests[0].higher_is_better is None


def test_a_test_that_runs_against_all_others_is_suspected_and_said():
    random = np.random.default_rng(1)
    skill = np.linspace(0.2, 0.8, 20)
    rows = [["model", "w", "x", "y", "z", "strange"]] + [
        [f"m{i}", *np.round(s + random.normal(0, 0.02, 4), 4), round(1.2 - s + random.normal(0, 0.02), 4)]
        for i, s in enumerate(skill)
    ]
    table = results(rows)
    assert [t.lower_is_better for t in table.tests] == [False] * 4 + [True]
    assert "strange (tau -0." in note(table, "wrong_way")
    said = results(rows, higher_is_better=frozenset({"strange"}))
    assert not any(t.lower_is_better for t in said.tests)


def test_noise_is_not_suspected():
    random = np.random.default_rng(2)
    rows = [["model", *"uvwxyz"]] + [[f"m{i}", *np.round(random.random(6), 3)] for i in range(30)]
    assert "wrong_way" not in ids(results(rows))


def test_holes_and_unequal_numbers_of_items():
    rows = [["model", "benchmark", "score", "n_items"], ["a", "x", 0.5, 133], ["b", "x", 0.6, 132], ["a", "y", 0.5, 50]]
    table = results(rows)
    assert "1 of 4 cells are empty; 1 of 2 models" in note(table, "missing_cells")
    assert "x (132 to 133)" in note(table, "unequal_n")


def test_a_flag_that_marks_nearly_everything():
    rows = [["model", "flagged", "mmlu", "gsm8k"]] + [
        [f"m{i}", "FALSE" if i == 7 else "TRUE", 50 + i, 40] for i in range(40)
    ]
    table = results(rows)
    assert "true for 39 of 40 rows" in note(table, "flag_inverted")
    rows = [["model", "flagged", "mmlu", "gsm8k"]] + [
        [f"m{i}", "TRUE" if i == 7 else "FALSE", 50 + i, 40] for i in range(40)
    ]
    assert "flag_inverted" not in ids(results(rows))


def test_units_that_cannot_be_true():
    rows = [["model", "benchmark", "score", "unit"], ["a", "x", 88.7, "fraction"], ["b", "x", 0.5, "fraction"]]
    with pytest.raises(
        InputError, match=r"table.csv \(x\): expected scores up to 1, since the unit is fraction, found 88.7"
    ):
        results(rows)


def board(n_items=400, n_models=6, seed=3):
    """Answers of models of rising skill on items of falling difficulty."""
    random = np.random.default_rng(seed)
    chance = 1 / (1 + np.exp(-(np.linspace(-1, 1, n_models) + random.normal(0, 1, (n_items, 1)))))
    return (random.random((n_items, n_models)) < chance).astype(float)


def test_a_block_of_zeros_is_found_with_its_place():
    scores = board()
    assert zero_runs(scores) == []
    scores[100:160, 4] = 0
    ((model, first, length, expected),) = zero_runs(scores)
    assert (model, first <= 100, first + length >= 160) == (4, True, True)
    assert expected > 20
    rows = [["item", *"abcdef"]] + [[f"q{i}", *row.astype(int)] for i, row in enumerate(scores)]
    assert "e has no right answer on" in note(items(rows), "zero_block")


def test_chance_zeros_of_a_weak_model_are_no_block():
    scores = board()
    scores[:, 0] = np.random.default_rng(4).random(400) < 0.03
    assert zero_runs(scores) == []


def test_the_same_answers_under_two_names():
    scores = board()
    scores[:, 2] = scores[:, 1]
    rows = [["item", *"abcdef"]] + [[f"q{i}", *row.astype(int)] for i, row in enumerate(scores)]
    assert "b and c" in note(items(rows), "same_answers")


def test_several_evaluations_in_an_item_file():
    rows = [["model", *(f"q{i}" for i in range(24))]] + [[m, *[k % 2] * 24] for k, m in enumerate(["a", "b", "a", "c"])]
    matrix = items(rows)
    assert matrix.models == ("a", "b", "a [2]", "c")
    note(matrix, "several_evaluations")


def test_an_item_file_that_contradicts_its_leaderboard():
    scores = board()
    rows = [["item", *"abcdef"]] + [[f"q{i}", *row.astype(int)] for i, row in enumerate(scores)]
    matrix = items(rows)
    mean = 100 * scores.mean(axis=0)
    printed = [["entry", "folder", "resolved_pct"]] + [[f"System {m}", m, round(p, 2)] for m, p in zip("abcde", mean)]
    printed[1][2] += 0.13
    printed[3][2] += 30
    found, notes = contradictions(matrix, results(printed))
    assert [(c.model, c.n_items) for c in found] == [("c", 400)]
    assert found[0].from_items == pytest.approx(mean[2] / 100)
    assert found[0].printed == pytest.approx(printed[3][2] / 100)
    assert {n.id for n in notes} == {"differs_from_leaderboard", "not_on_leaderboard"}


def test_a_leaderboard_of_other_models_is_refused():
    matrix = items([["item", "a", "b"], ["q1", 1, 0], ["q2", 0, 1]])
    with pytest.raises(InputError, match="none of them"):
        contradictions(matrix, results([HEAD, ["c", "x", 0.5], ["d", "x", 0.6]]))


def test_boards_are_not_mixed():
    data = as_csv([["leaderboard", "model", "score"], ["one", "a", 1], ["two", "a", 2], ["two", "b", 3]])
    with pytest.raises(InputError, match="expected one leaderboard at a time, found 2: 'one', 'two'"):
        read_table_bytes(data, "boards.csv")


def test_one_model_under_two_spellings_is_pointed_out_not_merged():
    names = ("claude-sonnet-4-20250514", "claude-4-sonnet-20250514", "gpt-5", "gpt-5-mini")
    table = results([HEAD, *[[m, "x", 0.5 + i / 100] for i, m in enumerate(names)]])
    assert table.models == names
    assert note(table, "names_alike").endswith("kept apart: claude-sonnet-4-20250514 and claude-4-sonnet-20250514.")
    matrix = items([["item", *names], ["q1", 1, 0, 1, 1], ["q2", 0, 1, 1, 0]])
    assert "claude-4-sonnet" in note(matrix, "names_alike")
