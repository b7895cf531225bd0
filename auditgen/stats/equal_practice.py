"""Does the order hold when every model practises first: agreement, gains and the lead before and after."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from auditgen.stats.difference import Difference, unpaired_difference


@dataclass(frozen=True)
class LeadChange:
    """Lead of a named pair before and after equal practice, each with its unpaired test; fractions.

    reversed: strictly the other way round afterwards.
    """

    before: Difference
    after: Difference
    reversed: bool


@dataclass(frozen=True)
class EqualPractice:
    """Order and gains before and after equal practice.

    tau_before_after, tau_before_outside, tau_after_outside: tau-b (the last two None without an outside test).
    gains: after - before, one a model.
    """

    tau_before_after: float
    tau_before_outside: float | None
    tau_after_outside: float | None
    gains: tuple[float, ...]
    order_before: tuple[int, ...]
    order_after: tuple[int, ...]
    n_models: int


def equal_practice(
    before: Sequence[float], after: Sequence[float], outside: Sequence[float] | None = None
) -> EqualPractice:
    """Compare scores of the same models before and after practice, and both with another test where given.

    Any unit, higher is better. order: model indices from best to worst. At least two models.
    """
    from scipy.stats import kendalltau

    x, y = _scores(before, "before"), _scores(after, "after")
    z = None if outside is None else _scores(outside, "outside")
    if len(x) != len(y) or (z is not None and len(z) != len(x)):
        raise ValueError("before, after, outside: expected the same models in each")

    def tau(a: np.ndarray, b: np.ndarray) -> float:
        return float(kendalltau(np.round(a, 9), np.round(b, 9)).statistic)

    return EqualPractice(
        tau_before_after=tau(x, y),
        tau_before_outside=None if z is None else tau(x, z),
        tau_after_outside=None if z is None else tau(y, z),
        gains=tuple(float(g) for g in np.round(y - x, 12)),
        order_before=tuple(int(i) for i in np.argsort(-x, kind="stable")),
        order_after=tuple(int(i) for i in np.argsort(-y, kind="stable")),
        n_models=len(x),
    )


def lead_change(
    before: tuple[float, float], after: tuple[float, float], n_items: int, *, level: float = 0.95
) -> LeadChange:
    """Lead of the first over the second model of a pair, before and after. Scores are fractions on n_items items.

    z uses sqrt(p q / n + r s / n), conservative when both answered the same items. Raises ValueError on scores outside
    [0, 1] or no items.
    """
    first = unpaired_difference(before[0], n_items, before[1], n_items, level)
    second = unpaired_difference(after[0], n_items, after[1], n_items, level)
    return LeadChange(first, second, round(first.estimate, 9) * round(second.estimate, 9) < 0)


def _scores(values: Sequence[float], name: str) -> np.ndarray:
    x = np.asarray(values, float)
    if x.ndim != 1 or len(x) < 2 or not np.isfinite(x).all():
        raise ValueError(f"{name}: expected finite scores of at least two models")
    return x
