"""The stand-alone ranking on tables whose right answer is worked out by hand or printed in the method."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from auditgen.intake.errors import InputError
from auditgen.intake.tables import Choices, read_table_bytes
from auditgen.ranking import RankOptions, rank
from auditgen.records.rank_record import RankRecord
from tests.intake.tables.tables import as_csv
from tests.ranking.making import item_rows, notes, of, ranked, scores_with_errors

FAST = RankOptions(seed=1, resamples=500)


class TestWorkedNumbers:
    """Numbers that the method prints (sections B and C)."""

    def test_rank_sets_and_probability_of_first_place(self):
        record = ranked(scores_with_errors((0.53, 0.489, 0.46, 0.42, 0.30), [0.022] * 5), RankOptions(seed=0))
        assert [(m.set_low, m.set_high) for m in record.models] == [(1, 3), (1, 4), (1, 4), (2, 4), (5, 5)]
        expected = (0.8999405460, 0.0919210032, 0.0080760152, 6.243561e-05, 6.8e-17)
        assert [m.p_first for m in record.models] == pytest.approx(expected, rel=1e-2, abs=1e-9)
        assert record.models[0].p_first == pytest.approx(0.8999405460, rel=1e-6)
        assert record.first.p_first == record.models[0].p_first

    def test_paired_items(self):
        """n = 500, both 230, only A 25, only B 10: exact McNemar .01667384780, flip after 16 items."""
        scores = np.zeros((500, 2))
        scores[:230] = 1
        scores[230:255, 0] = 1
        scores[255:265, 1] = 1
        record = ranked(item_rows(scores, ["A", "B"]), FAST)
        (against,) = record.first.against
        assert (against.only_first, against.only_other) == (25, 10)
        assert against.p_value == pytest.approx(0.01667384780, rel=1e-8)
        assert against.word == "behind"
        assert (record.first.drop_k, record.first.drop_share) == (16, 0.032)
        assert record.first.lead == pytest.approx(0.03)
        assert (record.models[0].score, record.models[1].score) == (0.51, 0.48)

    def test_the_same_gap_is_invisible_in_totals(self):
        record = ranked([["model", "benchmark", "score", "n_items"], ["A", "x", 0.51, 500], ["B", "x", 0.48, 500]])
        (against,) = record.first.against
        assert against.p_value == pytest.approx(0.3425402613, rel=1e-8)
        assert against.word == "cannot be told apart"
        assert record.first.indistinguishable == ("B",)
        assert "unpaired" in notes(record)

    def test_agreement(self):
        a = (88.7, 86.4, 83.7, 81.9, 79.5, 77.4, 70.0, 68.9)
        b = (62.0, 64.1, 58.3, 58.3, 50.2, 52.0, 41.0, 43.5)
        rows = [["model", "one", "two"]] + [[f"m{i}", x, y] for i, (x, y) in enumerate(zip(a, b))]
        (row,) = ranked(rows, RankOptions(tests=("one",), against=("two",))).agreement
        assert row.kendall_tau_b == pytest.approx(0.7637626158, rel=1e-9)
        assert row.weighted_tau == pytest.approx(0.7566372130, rel=1e-9)
        assert row.spearman == pytest.approx(0.9221722217, rel=1e-9)

    def test_reversals_that_are_not_luck(self):
        """Ten pairs clear on test 1; two reversed on test 2, none of them clearly."""
        one, two = (0.93, 0.90, 0.86, 0.80, 0.62), (0.88, 0.89, 0.84, 0.66, 0.70)
        rows = [["model", "benchmark", "score", "n_items"]]
        rows += [[f"m{i}", "one", x, 1319] for i, x in enumerate(one)]
        rows += [[f"m{i}", "two", x, 1205] for i, x in enumerate(two)]
        (row,) = ranked(rows, RankOptions(tests=("one",), against=("two",))).agreement
        assert (row.n_pairs, row.clear_a, row.reversed_of_clear, row.reversed_clear) == (10, 10, 2, 0)
        assert row.reversed_pairs == 2

    def test_leave_one_task_out(self):
        tasks = ((82, 60, 71, 90), (80, 66, 70, 84), (75, 69, 72, 80), (70, 50, 60, 88))
        rows = [["model", "t1", "t2", "t3", "t4"]] + [[f"m{i + 1}", *t] for i, t in enumerate(np.array(tasks))]
        record = ranked(rows)
        assert [m.score for m in record.models] == pytest.approx([0.7575, 0.75, 0.74, 0.67])
        by_task = {row.dropped: row for row in record.leave_one_out}
        assert by_task["t1"].first == ("m1", "m3")
        assert by_task["t1"].kendall_tau_b == pytest.approx(0.5477225575, rel=1e-9)
        assert by_task["t4"].first == ("m2", "m3")
        assert by_task["t4"].kendall_tau_b == pytest.approx(0.1825741858, rel=1e-9)
        assert not by_task["t2"].first_changed
        assert not by_task["t3"].first_changed
        assert record.alternatives is not None
        assert record.alternatives.diversity == pytest.approx(0.675)

    def test_irrelevant_alternatives(self):
        """Win rates .5, .6, .4: B first; without C: A first."""
        scores = {"A": (3, 3, 1, 1, 2), "B": (2, 2, 3, 3, 1), "C": (1, 1, 2, 2, 3)}
        rows = [["model", *(f"t{i}" for i in range(5))]] + [[m, *s] for m, s in scores.items()]
        record = ranked(rows, RankOptions(rule="mean_win_rate"))
        assert {m.model: round(m.score, 9) for m in record.models} == {"A": 0.5, "B": 0.6, "C": 0.4}
        assert record.first.model == "B"
        assert record.alternatives is not None
        removed = {row.removed: row for row in record.alternatives.removals}
        assert (removed["C"].first, removed["C"].first_changed) == (("A",), True)
        assert (removed["A"].first, removed["A"].first_changed) == (("B",), False)
        # B itself was first: that another is first without it is no surprise
        assert not removed["B"].first_changed

    def test_equal_preparation(self):
        before, after = (61, 58.5, 55, 49, 47.5), (66, 68.5, 64, 57, 60.5)
        rows = [["model", "benchmark", "setting", "score"]]
        for i, (x, y) in enumerate(zip(before, after)):
            for t in ("s", "t"):
                rows += [[f"m{i}", t, "before", x], [f"m{i}", t, "after", y]]
        record = ranked(rows)
        assert record.preparation is not None
        assert record.preparation.kendall_tau_b == pytest.approx(0.6)
        assert record.preparation.mean_gain == pytest.approx(0.09)
        assert (record.preparation.n_models, record.preparation.n_tests) == (5, 2)
        assert record.first.model == "m0"


class TestTies:
    def test_exact_ties_share_a_place(self):
        rows = [["model", "benchmark", "score", "n_items"], *[[m, "x", s, 164] for m, s in
                (("a", 0.963), ("b", 0.963), ("c", 0.927), ("d", 0.2))]]  # fmt: skip
        record = ranked(rows)
        assert [m.rank for m in record.models] == [1, 1, 3, 4]
        assert record.first.tied == ("b",)
        assert record.first.against[0].word == "tied"
        assert any("share first place" in text for text in record.changes)
        assert not any("Take away" in text for text in record.changes)

    def test_tie_groups_end_at_the_first_clear_step(self):
        record = ranked(scores_with_errors((0.9, 0.89, 0.6, 0.59, 0.58), [0.01] * 5))
        assert [m.tie_group for m in record.models] == [1, 1, 2, 2, 2]

    def test_without_sampling_error_only_equal_scores_are_tied(self):
        record = ranked([["model", "benchmark", "score"], ["a", "x", 0.5], ["b", "x", 0.5], ["c", "x", 0.49]])
        assert [m.tie_group for m in record.models] == [1, 1, 2]
        assert [m.rank for m in record.models] == [1, 1, 3]
        assert all(m.ci_low is None and m.rank_low is None and m.p_first is None for m in record.models)
        assert record.pairs.distinguishable is None
        assert "no_sampling_error" in notes(record)

    def test_on_the_edge_is_neither_behind_nor_tied(self):
        """Two entries, 42 against 23 items: p .0248; with a second comparison Holm makes it .0496."""
        scores = np.zeros((300, 3))
        scores[:100] = 1
        scores[100:142, 0] = 1
        scores[142:165, 2] = 1
        scores[100:142, 1] = 1
        scores[142:143, 1] = 1
        scores[100:101, 1] = 0
        record = ranked(item_rows(scores, ["A", "B", "C"]), FAST)
        by_name = {a.model: a for a in record.first.against}
        assert by_name["C"].p_adjusted == pytest.approx(2 * 0.02481197457, rel=1e-6)
        assert by_name["C"].word == "on the edge"
        assert record.first.on_the_edge == ("C",)
        assert any("could turn it either way" in text for text in record.changes)


class TestItems:
    def board(self, n_items=300, n_models=8, seed=5):
        random = np.random.default_rng(seed)
        chance = 1 / (1 + np.exp(-(np.linspace(-1, 1, n_models) + random.normal(0, 1, (n_items, 1)))))
        return (random.random((n_items, n_models)) < chance).astype(int)

    def test_same_bytes_with_any_number_of_workers(self):
        table = read_table_bytes(as_csv(item_rows(self.board())), "t.csv")
        one, two = (rank(table, RankOptions(resamples=3000, workers=w)).to_bytes() for w in (1, 2))
        assert one == two

    def test_the_seed_comes_from_the_file_and_can_be_set(self):
        rows = item_rows(self.board())
        assert ranked(rows).to_bytes() == ranked(rows).to_bytes()
        assert ranked(rows).seed < 2**53
        a, b = ranked(rows, RankOptions(seed=1)), ranked(rows, RankOptions(seed=2))
        assert a.models[0].p_first != b.models[0].p_first
        assert [m.rank for m in a.models] == [m.rank for m in b.models]

    def test_the_record_reads_back(self):
        record = ranked(item_rows(self.board()), FAST)
        data = record.to_bytes()
        assert RankRecord.from_bytes(data).to_bytes() == data
        assert json.loads(data)["schema"] == "auditgen-rank/1"
        with pytest.raises(ValidationError):
            RankRecord.from_bytes(data.replace(b'"seed"', b'"seeds"'))

    def test_families_of_items_widen_the_interval(self):
        base = np.repeat(self.board(60), 5, axis=0)
        alone = ranked(item_rows(base), FAST)
        together = ranked(item_rows(base, passage=[f"p{i // 5}" for i in range(300)]), FAST)
        width = [m.ci_high - m.ci_low for m in (of(alone, "m3"), of(together, "m3"))]
        assert width[1] > 1.8 * width[0]
        p = [a.p_value for r in (alone, together) for a in r.first.against if a.model == "m0"]
        assert p[1] > p[0]
        assert "clusters" in notes(together)

    def test_cluster_test_is_the_cluster_robust_z(self):
        from auditgen.stats.difference import item_difference
        from auditgen.stats.reversals import pairs_from_items

        random = np.random.default_rng(8)
        scores = (random.random((210, 3)) < 0.6).astype(float)
        labels = [f"c{int(k)}" for k in random.integers(0, 70, 210)]
        tests = pairs_from_items(scores, clusters=labels)
        expected = item_difference(scores[:, 0] - scores[:, 1], labels)
        assert abs(tests.z[0, 1]) == pytest.approx(abs(expected.estimate / expected.se), rel=1e-9)

    def test_groups_of_items_are_left_out_one_by_one(self):
        scores = self.board(90, 4)
        record = ranked(item_rows(scores, subject=[f"s{i % 3}" for i in range(90)]), FAST)
        assert [(row.dropped, row.kind, row.n) for row in record.leave_one_out] == [
            (f"s{k}", "category", 30) for k in range(3)
        ]
        keep = [i for i in range(90) if i % 3 != 1]
        best = scores[keep].mean(axis=0)
        assert set(record.leave_one_out[1].first) == {f"m{k}" for k in range(4) if best[k] == best.max()}

    def test_items_that_some_lack_are_not_compared(self):
        rows = item_rows(self.board(60, 4))
        rows[5][2] = ""
        record = ranked(rows, FAST)
        assert of(record, "m0").n_items == 59
        for row in rows[1:45]:
            row[2] = ""
        with pytest.raises(InputError, match="--leave-out 'm1' \\(44\\)"):
            ranked(rows, FAST)
        record = ranked(rows, RankOptions(seed=1, resamples=500, leave_out=("m1",)))
        assert record.excluded[0].model == "m1"
        assert "m1" not in {m.model for m in record.models}

    def test_other_files_are_compared_by_name(self):
        a, b = self.board(seed=5), self.board(seed=6)
        tables = [read_table_bytes(as_csv(item_rows(s)), n) for s, n in ((a, "a.csv"), (b[:, ::-1], "b.csv"))]
        record = rank(tables[0], FAST, compare=[tables[1]])
        (row,) = record.agreement
        assert (row.a, row.b, row.kind, row.n_models) == ("a.csv", "b.csv", "file", 8)
        change = b[:, ::-1].mean(axis=0) - a.mean(axis=0)
        assert row.mean_change == pytest.approx(change.mean())
        assert record.compared[0].name == "b.csv"
        strangers = read_table_bytes(as_csv(item_rows(a, [f"other{k}" for k in range(8)])), "c.csv")
        assert "not_compared" in notes(rank(tables[0], FAST, compare=[strangers]))

    def test_an_entry_that_changes_unlike_all_others_is_named(self):
        a = self.board(400, 12)
        random = np.random.default_rng(9)
        b = np.where(random.random(a.shape) < 0.03, 1 - a, a)
        b[:, 6] = random.random(400) < 0.05
        tables = [read_table_bytes(as_csv(item_rows(s)), n) for s, n in ((a, "a.csv"), (b, "b.csv"))]
        (row,) = rank(tables[0], FAST, compare=[tables[1]]).agreement
        assert row.outliers == ("m6",)


class TestTables:
    def test_set_ups_are_compared_never_averaged(self):
        rows = [["model", "judge", "score"]]
        for i, m in enumerate("abcd"):
            rows += [[m, "one", 0.5 + 0.1 * i], [m, "two", 0.9 - 0.1 * i]]
        record = ranked(rows)
        assert record.input.ranked == "one"
        assert record.models[0].score == pytest.approx(0.8)
        (row,) = record.agreement
        assert (row.kind, row.b, row.kendall_tau_b) == ("setup", "two", pytest.approx(-1))
        assert any("On two the first is a" in text for text in record.changes)

    def test_the_newest_snapshot_is_ranked(self):
        rows = [["model", "snapshot", "score"]]
        for i, m in enumerate("abcd"):
            rows += [[m, "2024-06-19", 0.5 + 0.1 * i], [m, "2025-08-04", 0.9 - 0.1 * i]]
        assert ranked(rows).input.ranked == "2025-08-04"

    def test_wordings_are_averaged_and_told(self):
        scores = {"a": (0.9, 0.5, 0.7), "b": (0.6, 0.7, 0.8), "c": (0.1, 0.2, 0.3)}
        rows = [["model", "task", "prompt", "score"]] + [
            [m, t, f"p{k}", s] for m, own in scores.items() for t in ("x", "y") for k, s in enumerate(own)
        ]
        record = ranked(rows)
        assert of(record, "a").score == pytest.approx(0.7)
        assert [p.test for p in record.prompts] == ["x", "y"]
        assert (record.prompts[0].n_firsts, record.prompts[0].n_prompts) == (2, 3)

    def test_tests_where_less_is_better_stay_out_of_means_and_are_turned_for_comparing(self):
        rows = [["model", "acc_a", "acc_b", "perplexity"]] + [[f"m{i}", 50 + i, 40 + i, 20 - i] for i in range(6)]
        record = ranked(rows)
        assert record.models[0].score == pytest.approx((0.55 + 0.45) / 2)
        turned = next(r for r in record.agreement if "turned" in r.b)
        assert turned.kendall_tau_b == pytest.approx(1)

    def test_an_entry_without_rivals_has_no_win_rate(self):
        """c alone took the third test; once b took it too, b cannot be left out, since a and c share nothing."""
        rows = [["model", "x", "y", "z"], ["a", 50, 60, ""], ["b", 40, 30, ""], ["c", "", "", 10]]
        record = ranked(rows, RankOptions(rule="mean_win_rate"))
        assert [m.model for m in record.models] == ["a", "b"]
        assert [e.model for e in record.excluded] == ["c"]
        rows = [["model", "x", "y", "z"], ["a", 50, 60, ""], ["b", 40, 30, 20], ["c", "", "", 10]]
        record = ranked(rows, RankOptions(rule="mean_win_rate"))
        assert {m.model: m.score for m in record.models} == {"a": 1, "b": pytest.approx(1 / 3), "c": 0}
        assert record.leave_one_out == ()
        assert record.alternatives is not None
        assert record.alternatives.n_removals == 2

    def test_incomplete_entries_are_said(self):
        rows = [["model", "x", "y"], ["a", 50, 60], ["b", 40, ""], ["c", 30, 70]]
        record = ranked(rows)
        assert [m.model for m in record.models] == ["a", "c"]
        assert record.excluded[0].model == "b"
        assert "1 of 2" in record.excluded[0].reason
        assert "incomplete_entries" in notes(record)
        assert {m.model for m in ranked(rows, RankOptions(rule="mean_win_rate")).models} == {"a", "b", "c"}

    def test_printed_means_are_compared_not_ranked(self):
        rows = [["model", "average", "x", "y"]] + [[f"m{i}", 60 + i, 50 + i, 70 + i] for i in range(4)]
        record = ranked(rows)
        published = next(r for r in record.agreement if r.kind == "published")
        assert published.b == "average"
        assert published.mean_change == pytest.approx(0)
        assert record.input.ranked == "mean of 2 tests"

    def test_categories_count_alike(self):
        rows = [["model", "category", "task", "score"]]
        for m, s in (("a", (90, 90, 10)), ("b", (60, 60, 60))):
            rows += [[m, c, t, v] for (c, t), v in zip((("math", "t1"), ("math", "t2"), ("code", "t3")), s)]
        record = ranked(rows)
        assert record.rule == "mean_of_categories"
        assert {m.model: round(m.score, 9) for m in record.models} == {"a": 0.5, "b": 0.6}
        assert ranked(rows, RankOptions(rule="mean_score")).first.model == "a"

    def test_vote_board(self):
        rows = [["model", "score", "ci_plus", "ci_minus", "votes"], ["a", 1300, 5, 5, 900], ["b", 1292, 4, 4, 900],
                ["c", 1250, 5, 5, 900]]  # fmt: skip
        record = ranked(rows)
        assert record.unit == "rating"
        assert record.first.intervals_reaching == 1
        assert (record.models[0].ci_low, record.models[0].ci_high) == (1295, 1305)
        assert any("other votes" in text for text in record.changes)
        assert "votes" in notes(record)

    def test_one_long_table_is_cut_for_comparing(self, monkeypatch):
        from auditgen import ranking_totals

        monkeypatch.setattr(ranking_totals, "MOST_PAIRED", 5)
        rows = scores_with_errors([0.9 - 0.01 * i for i in range(9)], [0.02] * 9)
        record = ranked(rows)
        assert [m.rank for m in record.models] == list(range(1, 10))
        assert [m.rank_low is None for m in record.models] == [False] * 5 + [True] * 4
        assert record.pairs.n == 10
        assert "long_table" in notes(record)

    def test_what_cannot_be_ranked_is_refused_in_one_line(self):
        rows = [["model", "x", "y"], ["a", 50, ""], ["b", "", 60]]
        with pytest.raises(InputError, match="expected at least 2 entries with a score on every test, found 0 of 2"):
            ranked(rows)
        with pytest.raises(InputError, match="expected the name of a test, found 'z'"):
            ranked([["model", "x", "y"], ["a", 1, 2], ["b", 1, 2]], RankOptions(tests=("z",)))
        with pytest.raises(InputError, match="entries to leave out that are in the table"):
            ranked([["model", "x", "y"], ["a", 1, 2], ["b", 1, 2]], RankOptions(leave_out=("z",)))
        with pytest.raises(InputError, match="resamples"):
            ranked([["model", "x", "y"], ["a", 1, 2], ["b", 1, 2]], RankOptions(resamples=5))
        with pytest.raises(InputError, match="column category"):
            ranked([["model", "x", "y"], ["a", 1, 2], ["b", 1, 2]], RankOptions(rule="mean_of_categories"))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.integers(0, 1), min_size=4, max_size=4), min_size=3, max_size=25))
def test_any_item_matrix_gives_consistent_ranks(scores):
    rows = item_rows(np.array(scores))
    table = read_table_bytes(as_csv(rows), "t.csv", Choices(form="item_matrix"))
    record = rank(table, RankOptions(seed=0, resamples=200))
    means = np.array(scores).mean(axis=0)
    for m in record.models:
        assert m.rank == 1 + int((means > means[int(m.model[1])] + 1e-9).sum())
        assert m.ci_low <= m.score <= m.ci_high
        assert 1 <= m.rank_low <= m.rank_high <= 4
        assert 1 <= m.set_low <= m.rank <= m.set_high <= 4
    assert sum(m.p_first for m in record.models) == pytest.approx(1)
    assert [m.tie_group for m in record.models] == sorted(m.tie_group for m in record.models)


def test_wrong_leaderboard():
    table = read_table_bytes(as_csv([["model", "x", "y"], ["a", 1, 2], ["b", 1, 2]]), "t.csv", Choices())
    with pytest.raises(InputError, match="expected an item matrix to hold against a leaderboard"):
        rank(table, FAST, leaderboard=table)
