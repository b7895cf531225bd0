"""Replay of a sequence of results by the Ladder: a new best counts only when it is more than noise."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from auditgen.stats.bootstrap import score_matrix


@dataclass(frozen=True)
class LadderStep:
    """One submission against the best accepted so far. gain: mean paired difference; threshold: sd / sqrt(n)."""

    submission: int
    compared_with: int
    score: float
    gain: float
    threshold: float
    accepted: bool


@dataclass(frozen=True)
class LadderReplay:
    """Outcome of a replay. best: submission that holds the ladder at the end; naive_best: the one with the top score.

    n_records: submissions that beat every earlier printed score; n_accepted: those that the ladder accepts (the
    first is accepted by definition and not counted).
    """

    best: int
    best_score: float
    naive_best: int
    naive_best_score: float
    n_records: int
    n_accepted: int
    n_submissions: int
    n_items: int
    steps: tuple[LadderStep, ...]


def ladder_replay(submissions: ArrayLike) -> LadderReplay:
    """Replay submissions in the order in which they were made.

    submissions: (items, submissions), columns in time order, one score an item, none missing. A submission becomes the
    new best only if its mean paired gain over the best so far exceeds sd(differences) / sqrt(n): the parameter-free
    Ladder (Blum & Hardt 2015, arXiv 1502.04585).
    """
    matrix = score_matrix(submissions)
    n, count = matrix.shape
    scores = matrix.mean(axis=0)
    best, steps = 0, []
    for k in range(1, count):
        d = matrix[:, k] - matrix[:, best]
        gain = float(d.mean())
        threshold = float(d.std()) / math.sqrt(n)
        accepted = gain > threshold + 1e-12
        steps.append(LadderStep(k, best, float(scores[k]), gain, threshold, accepted))
        if accepted:
            best = k
    records = np.round(scores[1:], 9) > np.round(np.maximum.accumulate(scores)[:-1], 9)
    naive = int(np.argmax(np.round(scores, 9)))
    return LadderReplay(
        best=best,
        best_score=float(scores[best]),
        naive_best=naive,
        naive_best_score=float(scores[naive]),
        n_records=int(records.sum()),
        n_accepted=sum(step.accepted for step in steps),
        n_submissions=count,
        n_items=n,
        steps=tuple(steps),
    )
