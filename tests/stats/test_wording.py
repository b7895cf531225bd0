"""Spread of a score over prompts."""

import numpy as np
import pytest
from scipy.stats import friedmanchisquare, t

from auditgen.stats.wording import pair_under_prompts, prompt_agreement, prompt_spread

SCORES = (0.887, 0.871, 0.842, 0.866, 0.853)


def test_worked_spread() -> None:
    found = prompt_spread(SCORES, 14042, claimed=0.887)
    assert found.mean == pytest.approx(0.8638, rel=1e-9)
    assert found.sd == pytest.approx(0.01722498186, rel=1e-6)
    assert found.item_se == pytest.approx(0.002894547423, rel=1e-6)
    assert found.one_prompt_se == pytest.approx(0.01746649377, rel=1e-6)
    assert (found.ci_low, found.ci_high) == pytest.approx((0.8424123602, 0.8851876398), rel=1e-6)
    assert found.range == pytest.approx(0.045)
    assert (found.claimed_above, found.claimed_is_highest) == (0.9, True)


def test_interval_is_scipys() -> None:
    x = np.array(SCORES)
    low, high = t.interval(0.9, 4, loc=x.mean(), scale=x.std(ddof=1) / np.sqrt(5))
    found = prompt_spread(SCORES, 100, level=0.9)
    assert (found.ci_low, found.ci_high) == pytest.approx((low, high), rel=1e-9)
    assert found.claimed_above is None
    assert found.claimed_is_highest is None


def test_a_claim_in_the_middle() -> None:
    found = prompt_spread(SCORES, 100, claimed=0.86)
    assert (found.claimed_above, found.claimed_is_highest) == (0.4, False)


def test_agreement_of_orders() -> None:
    table = np.array([(0.9, 0.8, 0.7), (0.6, 0.8, 0.7), (0.9, 0.8, 0.5), (0.8, 0.8, 0.7)])
    found = prompt_agreement(table)
    assert found.kendall_w == pytest.approx(friedmanchisquare(*table.T).statistic / (4 * 2))
    assert (found.n_firsts, found.n_firsts_alone, found.best_on_average) == (2, 2, 0)
    assert found.first_share == (1 + 0 + 1 + 0.5) / 4
    assert found.mean_range == pytest.approx((0.3 + 0.0 + 0.2) / 3)


def test_named_pair() -> None:
    found = pair_under_prompts((0.80, 0.75, 0.70, 0.70), (0.75, 0.75, 0.74, 0.73), delta=0.03)
    assert found.flips == (2,)  # 3 points exactly is not more than 3 points
    assert found.mean_gap == pytest.approx(-0.005)
    assert (found.lowest_gap, found.highest_gap) == pytest.approx((-0.04, 0.05))


@pytest.mark.parametrize(
    ("scores", "n", "claimed", "message"),
    [
        ((0.5, 0.6), 10, None, "at least three"),
        ((50, 60, 70), 10, None, "fractions"),
        (SCORES, 0, None, "n_items"),
        (SCORES, 10, 88.7, "claimed"),
        ((0.5, 0.6, np.nan), 10, None, "fractions"),
    ],
)
def test_bad_input_is_named(scores: tuple, n: int, claimed: float | None, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        prompt_spread(scores, n, claimed=claimed)


def test_bad_pairs_are_named() -> None:
    with pytest.raises(ValueError, match="same prompts"):
        pair_under_prompts((0.5,), (0.5, 0.6), delta=0.03)
    with pytest.raises(ValueError, match="delta"):
        pair_under_prompts((0.5,), (0.5,), delta=-1)
