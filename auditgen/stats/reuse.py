"""What repeated use of one test can do at most, and which records a cautious referee would have accepted."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditgen.stats.preconditions import count, open_share, share_array

if TYPE_CHECKING:
    import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class LadderStep:
    """One try at a new record: paired mean `gain`, the `threshold` it must exceed, both as fractions."""

    gain: float
    threshold: float
    accepted: bool


def reuse_bound(n: int, k: int, alpha: float = 0.05) -> float:
    """Largest distance between true and observed score among `k` systems fixed in advance, on `n` items.

    sqrt(ln(2k/alpha) / (2n)), a fraction, holds for all k at once with probability 1 - alpha (Hoeffding and union).
    """
    return math.sqrt(math.log(2.0 * count(k, "k") / open_share(alpha, "alpha")) / (2.0 * count(n, "n")))


def ladder_step(only_new: int, only_old: int, n: int) -> LadderStep:
    """Whether a new best is accepted: the mean paired gain must exceed sd(d)/sqrt(n).

    `only_new` items are solved by the newcomer alone, `only_old` by the record holder alone.
    Source: Blum and Hardt 2015, arXiv 1502.04585 (parameter-free Ladder).
    """
    first, second, n = count(only_new, "only_new", 0), count(only_old, "only_old", 0), count(n, "n")
    if first + second > n:
        raise ValueError(f"more items counted ({first + second}) than the test has ({n})")
    gain = (first - second) / n
    threshold = math.sqrt(max(0.0, (first + second) / n - gain * gain) / n)
    return LadderStep(gain, threshold, gain > threshold)


def ladder_replay(scores: npt.ArrayLike) -> tuple[LadderStep, ...]:
    """Replay of systems in order of submission: `scores` has shape (systems, items), fractions.

    The first system is the first record; one step is returned for each later one, against the record of its time.
    """
    rows = share_array(scores, "scores", ndim=2)
    record, steps = rows[0], []
    for row in rows[1:]:
        gains = row - record
        gain, threshold = float(gains.mean()), math.sqrt(float(gains.var()) / gains.size)
        steps.append(LadderStep(gain, threshold, gain > threshold))
        if steps[-1].accepted:
            record = row
    return tuple(steps)
