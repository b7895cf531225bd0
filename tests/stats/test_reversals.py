"""Pairs that two tests order in opposite ways."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests

from auditgen.stats.reversals import pairs_from_items, pairs_from_scores, reversals


def test_worked_reversals() -> None:
    first = pairs_from_scores((0.93, 0.90, 0.86, 0.80, 0.62), 1319)
    second = pairs_from_scores((0.88, 0.89, 0.84, 0.66, 0.70), 1205)
    assert first.n_clear() == 10
    assert np.nanmax(first.p_adjusted) == pytest.approx(0.005665374886, rel=1e-6)
    assert first.p_adjusted[0, 1] == np.nanmax(first.p_adjusted)
    found = reversals(first, second)
    assert (found.n_pairs, found.n_clear_first, found.n_reversed, found.n_clearly_reversed) == (10, 10, 2, 0)
    top, bottom = found.pairs
    assert (top.ahead, top.behind, bottom.ahead, bottom.behind) == (0, 1, 3, 4)
    assert top.z_second == pytest.approx(-0.7695047707, rel=1e-6)
    assert top.p_adjusted_second == pytest.approx(0.4415937135, rel=1e-6)
    assert bottom.z_second == pytest.approx(-2.106728675, rel=1e-6)
    assert bottom.p_adjusted_second == pytest.approx(0.0702822103, rel=1e-6)
    assert (top.gap_first, top.gap_second) == pytest.approx((0.03, -0.01))


def test_a_clear_reversal_is_found_whichever_model_comes_first() -> None:
    found = reversals(pairs_from_scores((0.5, 0.7, 0.6), 4000), pairs_from_scores((0.7, 0.5, 0.6), 4000))
    assert found.n_clearly_reversed == found.n_reversed == 3
    assert (found.pairs[0].ahead, found.pairs[0].behind) == (1, 0)
    assert found.pairs[0].gap_second < 0


def test_mcnemar_equals_statsmodels() -> None:
    random = np.random.default_rng(6)
    items = (random.random((300, 4)) < (0.8, 0.7, 0.69, 0.2)).astype(float)
    exact, mixed = pairs_from_items(items, exact=True), pairs_from_items(items)
    raw = []
    for i in range(4):
        for j in range(i + 1, 4):
            a, b = items[:, i] == 1, items[:, j] == 1
            table = [[(a & b).sum(), (a & ~b).sum()], [(~a & b).sum(), (~a & ~b).sum()]]
            discordant = table[0][1] + table[1][0]
            p = mcnemar(table, exact=True).pvalue
            raw.append(p)
            assert exact.p_value[i, j] == exact.p_value[j, i] == pytest.approx(p, rel=1e-9)
            expected = p if discordant < 50 else mcnemar(table, exact=False, correction=False).pvalue
            assert mixed.p_value[i, j] == pytest.approx(expected, rel=1e-9)
    holm = multipletests(raw, method="holm")[1]
    assert exact.p_adjusted[np.triu_indices(4, 1)] == pytest.approx(holm, rel=1e-9)
    assert exact.n_pairs == 6


def test_few_discordant_items_use_the_exact_test() -> None:
    items = np.zeros((500, 2))
    items[:25, 0] = items[25:35, 1] = 1
    assert pairs_from_items(items).p_value[0, 1] == pytest.approx(0.01667384780, rel=1e-6)


def test_scores_that_are_not_right_or_wrong() -> None:
    items = np.array([[0.5, 0.25], [1.0, 0.5], [0.0, 0.25], [0.75, 0.5], [1.0, 0.25]])
    found = pairs_from_items(items)
    d = items[:, 0] - items[:, 1]
    assert found.method == "z_paired"
    assert found.z[0, 1] == pytest.approx(d.mean() / (d.std() / np.sqrt(5)))
    with pytest.raises(ValueError, match="0 and 1 only"):
        pairs_from_items(items, exact=True)


def test_none_against_all_on_one_item_is_not_certain() -> None:
    assert pairs_from_scores((1.0, 0.0), 1).p_value[0, 1] == pytest.approx(0.157299, rel=1e-5)
    assert pairs_from_scores((1.0, 1.0), 5).p_value[0, 1] == 1


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.permutations(range(4)))
def test_relabelling_changes_nothing(seed: int, order: list[int]) -> None:
    random = np.random.default_rng(seed)
    one, two = ((random.random((60, 4)) < (0.9, 0.6, 0.5, 0.2)).astype(float) for _ in range(2))
    plain = reversals(pairs_from_items(one), pairs_from_items(two))
    moved = reversals(pairs_from_items(one[:, order]), pairs_from_items(two[:, order]))
    assert {(order[p.ahead], order[p.behind]) for p in moved.pairs} == {(p.ahead, p.behind) for p in plain.pairs}
    assert plain.n_clearly_reversed <= plain.n_reversed <= min(plain.n_clear_first, plain.n_reversed_all)
    swapped = reversals(pairs_from_items(two), pairs_from_items(one))
    assert swapped.n_reversed_all == plain.n_reversed_all
    assert swapped.n_clearly_reversed == plain.n_clearly_reversed


@pytest.mark.parametrize(("scores", "n"), [((0.5, 1.2), 10), ((0.5,), 10), ((0.5, 0.4), 0), ((0.5, np.nan), 10)])
def test_bad_scores_are_refused(scores: tuple, n: int) -> None:
    with pytest.raises(ValueError, match="expected"):
        pairs_from_scores(scores, n)


def test_tests_of_different_models_are_refused() -> None:
    with pytest.raises(ValueError, match="same models"):
        reversals(pairs_from_scores((0.5, 0.4), 9), pairs_from_scores((0.5, 0.4, 0.3), 9))
