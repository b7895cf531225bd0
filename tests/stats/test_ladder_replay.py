"""Replay of submissions by the Ladder."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditgen.stats.ladder_replay import ladder_replay


def submissions(only_new: int, only_old: int, n: int = 500) -> np.ndarray:
    """Two submissions: `only_old` items that only the first solves, `only_new` that only the second does."""
    table = np.zeros((n, 2))
    table[: n // 2] = 1
    table[:only_old, 1] = 0
    table[n // 2 : n // 2 + only_new, 1] = 1
    return table


def test_worked_steps() -> None:
    kept = ladder_replay(submissions(12, 9))
    (step,) = kept.steps
    assert (step.gain, step.threshold) == pytest.approx((0.006, 0.009161222626), rel=1e-6)
    assert (step.accepted, kept.best, kept.naive_best, kept.n_records, kept.n_accepted) == (False, 0, 1, 1, 0)
    assert (kept.best_score, kept.naive_best_score) == pytest.approx((0.5, 0.506))
    taken = ladder_replay(submissions(25, 10))
    (step,) = taken.steps
    assert (step.gain, step.threshold) == pytest.approx((0.03, 0.01175584961), rel=1e-6)
    assert (step.accepted, taken.best, taken.n_accepted) == (True, 1, 1)


def test_every_step_is_compared_with_the_accepted_best() -> None:
    table = np.zeros((100, 4))
    table[:50, 0] = table[:49, 1] = table[:60, 2] = table[:40, 3] = 1
    table[60:62, 1] = 1  # two items won, one lost: not above the noise
    found = ladder_replay(table)
    assert [s.compared_with for s in found.steps] == [0, 0, 2]
    assert [s.accepted for s in found.steps] == [False, True, False]
    assert (found.best, found.n_submissions, found.n_items) == (2, 4, 100)


def test_one_submission_has_no_steps() -> None:
    found = ladder_replay([[1.0], [0.0]])
    assert (found.best, found.steps, found.n_records) == (0, (), 0)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 1000), st.integers(2, 12))
def test_properties(seed: int, count: int) -> None:
    table = (np.random.default_rng(seed).random((60, count)) < 0.5).astype(float)
    found = ladder_replay(table)
    assert found.best_score <= found.naive_best_score
    assert found.n_accepted <= found.n_records
    again = ladder_replay(np.column_stack([table, table[:, found.best]]))
    assert not again.steps[-1].accepted  # a copy of the best is no progress


def test_noise_is_accepted_less_often_than_it_sets_records() -> None:
    records = accepted = 0
    for seed in range(30):
        found = ladder_replay((np.random.default_rng(seed).random((500, 60)) < 0.5).astype(float))
        records, accepted = records + found.n_records, accepted + found.n_accepted
    assert accepted < 0.6 * records


def test_bad_input_is_named() -> None:
    with pytest.raises(ValueError, match="empty"):
        ladder_replay([[1.0, np.nan]])
    with pytest.raises(ValueError, match="items x models"):
        ladder_replay([1.0, 0.0])
