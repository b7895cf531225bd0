"""C1, C2 and C9: places on a board of ratings, of brought votes and of question-by-question results."""

import csv

import numpy as np
import pytest

from auditgen.stats.bootstrap import seed_from
from tests.checks.ranking.brought import brought, check, facts, matrix, table
from tests.shared_data import shared

RANK = {"type": "rank", "comparator": None, "rank": 1, "model": "a"}
NAMES = {"model_id": "a", "benchmark_id": "test"}
SCORES = (0.53, 0.489, 0.46, 0.42, 0.30)


def board(se=0.022, unit_scores=SCORES):
    return {
        "campaign": "c",
        "rows": [{"model_id": m, "model": m.upper(), "score": s, "se": se} for m, s in zip("abcde", unit_scores)],
    }


@pytest.mark.parametrize(
    ("model", "p"), [("a", 0.8999405460), ("b", 0.0919210032), ("c", 0.0080760152), ("d", 6.243561e-05)]
)
def test_chance_of_first_place_from_errors(model, p):
    found = check("C2", RANK, facts(names={**NAMES, "model_id": model}, board=board()))
    assert found.estimate == pytest.approx(p, rel=1e-6)
    assert found.caveat_ids == ("C2-a",)


def test_a_lower_place_needs_no_sentence_about_first():
    assert check("C2", {**RANK, "rank": 2}, facts(names=NAMES, board=board())).caveat_ids == ()


def test_no_place_no_question():
    assert check("C2", {"score": "50.0"}, facts()).status == "not_applicable"


def test_votes_make_a_board():
    half = 0.022 * 1.959963984540054
    rows = [
        {"model": m.upper(), "model_id": m, "rating": s, "low": s - half, "high": s + half, "votes": 1000}
        for m, s in zip("abcde", SCORES)
    ]
    votes = brought("votes", {"benchmark_id": "test", "model_ids": list("abcde"), "rows": rows})
    held = facts(votes, names=NAMES)
    assert check("C2", RANK, held).estimate == pytest.approx(0.8999405460, rel=1e-6)
    sets = check("C1", RANK, held)
    assert (sets.values["rank_low"], sets.values["rank_high"]) == (1, 3)
    nine = check("C9", RANK, held)
    assert nine.values["votes"] == 1000
    assert nine.values["board_place"] == 1
    assert nine.values["not_told_apart"] == 2
    assert nine.caveat_ids == ("C9-a",)


def test_results_with_sizes_make_a_board():
    rows = [{"model": m, "score": s, "n_items": 500} for m, s in zip("abcde", SCORES)]
    found = check("C1", RANK, facts(table(rows), names=NAMES))
    assert found.values["n_models"] == 5
    assert (found.values["rank_low"], found.values["rank_high"]) == (1, 3)


def test_no_board_of_votes_no_c9():
    assert check("C9", RANK, facts(names=NAMES, board=board())).status == "not_applicable"


def test_the_boards_own_rule_counts_intervals_wholly_above():
    rows = board(se=8.0, unit_scores=(1400, 1390, 1340, 1300, 1200))
    test = {"id": "test", "task_format": {"kind": "pairwise_preference"}}
    places = [
        check("C9", RANK, facts(names={**NAMES, "model_id": m}, board=rows, benchmark=test)).values["board_place"]
        for m in "abcde"
    ]
    assert places == [1, 1, 3, 4, 5]


def test_places_of_all_models_answering_the_same_questions():
    # b is a with one answer less, on the very same questions: pairing tells them apart no better, but c is far.
    scores = {"a": "1" * 60 + "0" * 40, "b": "1" * 59 + "0" * 41, "c": "1" * 20 + "0" * 80}
    found = check("C1", RANK, facts(matrix(scores), names=NAMES))
    assert (found.values["rank_low"], found.values["rank_high"]) == (1, 2)


def test_bootstrap_is_seeded_by_the_claim():
    rng = np.random.default_rng(3)
    scores = {m: "".join(map(str, (rng.random(200) < p).astype(int))) for m, p in zip("abc", (0.5, 0.5, 0.4))}
    first = check("C2", RANK, facts(matrix(scores), names=NAMES))
    again = check("C2", RANK, facts(matrix(scores), names=NAMES))
    assert first.values == again.values
    assert first.seed == seed_from("cC2")
    total = sum(check("C2", RANK, facts(matrix(scores), names={**NAMES, "model_id": m})).estimate or 0 for m in "abc")
    assert total == pytest.approx(1.0, abs=1e-9)


def test_swe_bench_first_place():
    path = shared("results/swebench/verified_bash_only_items.csv")
    rows = list(csv.reader(path.open(encoding="utf-8")))[1:]
    broken = "20250720_mini-v0.0.0-claude-3-7-sonnet-20250219"
    scores = {r[0]: "".join(str(int(float(x))) for x in r[1:]) for r in rows if r[0] != broken}
    names = list(scores)
    assert len(names) == 24
    ranked = sorted(names, key=lambda n: -scores[n].count("1"))
    assert scores[ranked[0]].count("1") == 372
    found = check("C2", RANK, facts(matrix(scores), names={"model_id": ranked[0], "benchmark_id": "test"}))
    assert found.estimate == pytest.approx(0.549, abs=0.015)
    drop = check("C7", RANK, facts(matrix(scores), names={"model_id": ranked[0], "benchmark_id": "test"}))
    assert (drop.values["drop_k"], drop.values["other"]) == (2, ranked[1])
    assert drop.values["drop_share"] == pytest.approx(0.004)
