"""How much flagged items lift a score: raw gain, gain beyond reference models, cross-fitted threshold."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

THRESHOLDS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)  # coverage, fractions of an item's tokens


@dataclass(frozen=True)
class GroupCounts:
    """Correct answers of one model on flagged and on clean items."""

    flagged_correct: float
    flagged_items: int
    clean_correct: float
    clean_items: int

    def __post_init__(self) -> None:
        for name, right, n in (
            ("flagged", self.flagged_correct, self.flagged_items),
            ("clean", self.clean_correct, self.clean_items),
        ):
            if n < 1 or not 0 <= right <= n:
                raise ValueError(f"{name}: expected at least 1 item and 0 to {n} correct; found {right} of {n}")

    @property
    def flagged(self) -> float:
        """Share correct on flagged items."""
        return self.flagged_correct / self.flagged_items

    @property
    def clean(self) -> float:
        """Share correct on clean items."""
        return self.clean_correct / self.clean_items


@dataclass(frozen=True)
class EstimatedGain:
    """Overall minus clean score, w (p_flagged - p_clean), fractions. z, p_value: two-sided test of equal shares."""

    estimate: float
    se: float
    ci_low: float
    ci_high: float
    z: float
    p_value: float
    overall: float
    flagged: float
    clean: float
    share_flagged: float


@dataclass(frozen=True)
class AdjustedGain:
    """Gain beyond that of reference models, w [(p_d - p_c) - (r_d - r_c)]; p_value one-sided (gain above 0)."""

    estimate: float
    se: float
    ci_low: float
    ci_high: float
    difference: float
    difference_se: float
    z: float
    p_value: float
    share_flagged: float
    n_references: int


@dataclass(frozen=True)
class CrossFittedGain:
    """Mean of the gains of two halves, each at the threshold chosen on the other half; p_value one-sided.

    thresholds: the one applied to each half; shares_flagged: share flagged in that half.
    """

    estimate: float
    se: float
    ci_low: float
    ci_high: float
    p_value: float
    thresholds: tuple[float, float]
    shares_flagged: tuple[float, float]
    adjusted: bool
    n_items: int


def estimated_gain(counts: GroupCounts, *, level: float = 0.95) -> EstimatedGain:
    """Raw gain from the flagged items. It mixes leakage with how hard the flagged items are."""
    from scipy.stats import norm

    p_d, p_c = counts.flagged, counts.clean
    n_d, n_c = counts.flagged_items, counts.clean_items
    w = n_d / (n_d + n_c)
    estimate, se = w * (p_d - p_c), w * math.sqrt(_binomial_variance(counts))
    pooled = (counts.flagged_correct + counts.clean_correct) / (n_d + n_c)
    pooled_se = math.sqrt(pooled * (1 - pooled) * (1 / n_d + 1 / n_c))
    z = (p_d - p_c) / pooled_se if pooled_se > 0 else 0.0
    half = float(norm.ppf((1 + level) / 2)) * se
    return EstimatedGain(
        estimate=estimate,
        se=se,
        ci_low=estimate - half,
        ci_high=estimate + half,
        z=z,
        p_value=float(2 * norm.sf(abs(z))),
        overall=p_c + estimate,
        flagged=p_d,
        clean=p_c,
        share_flagged=w,
    )


def adjusted_gain(counts: GroupCounts, references: Sequence[GroupCounts], *, level: float = 0.95) -> AdjustedGain:
    """Gain beyond the references' from counts alone; the references did not see the corpus.

    Several references are averaged and their average carries the variance of a single model, because they answered
    the same items: more references do not make the flagged items fewer. With item results use `adjusted_gain_items`.
    """
    if not references:
        raise ValueError("references: expected at least one reference model")
    w = counts.flagged_items / (counts.flagged_items + counts.clean_items)
    for reference in references:
        if (reference.flagged_items, reference.clean_items) != (counts.flagged_items, counts.clean_items):
            raise ValueError("references: expected the same flagged and clean items as the audited model")
    mean = GroupCounts(
        sum(r.flagged_correct for r in references) / len(references),
        counts.flagged_items,
        sum(r.clean_correct for r in references) / len(references),
        counts.clean_items,
    )
    difference = (counts.flagged - counts.clean) - (mean.flagged - mean.clean)
    se = math.sqrt(_binomial_variance(counts) + _binomial_variance(mean))
    return _adjusted(difference, se, w, len(references), level)


def adjusted_gain_items(
    own: ArrayLike, references: ArrayLike, flagged: Sequence[bool], *, level: float = 0.95
) -> AdjustedGain:
    """Gain beyond the references' from item results: own minus mean of the references, flagged against clean items.

    own: (items,). references: (items, models). flagged: one flag an item; at least two items on each side.
    """
    mine, theirs, flag = np.asarray(own, float), np.asarray(references, float), np.asarray(flagged, bool)
    if mine.ndim != 1 or theirs.ndim != 2 or not len(mine) == len(theirs) == len(flag) or theirs.shape[1] == 0:
        raise ValueError("own (items,), references (items, models), flagged (items,): expected the same items")
    if not (np.isfinite(mine).all() and np.isfinite(theirs).all()):
        raise ValueError("own, references: expected a result in every cell; keep the items that all models have")
    if min(int(flag.sum()), int((~flag).sum())) < 2:
        raise ValueError("flagged: expected at least two flagged and two clean items")
    difference, se = _mean_difference(mine - theirs.mean(axis=1), flag)
    return _adjusted(difference, se, float(flag.mean()), theirs.shape[1], level)


def cross_fitted_gain(
    coverage: Sequence[float],
    correct: ArrayLike,
    *,
    seed: int,
    references: ArrayLike | None = None,
    thresholds: Sequence[float] = THRESHOLDS,
    min_group: int = 10,
    level: float = 0.95,
) -> CrossFittedGain:
    """Gain at a coverage threshold that is chosen on the other half of the items, so that the choice cannot flatter.

    An item is flagged where coverage >= threshold. On one random half the threshold with the largest clear gain
    (interval of the flagged-clean difference above 0; else the largest z) is chosen and the gain estimated on the
    other half; then the halves swap. Only thresholds that leave min_group items on both sides of both halves count.
    correct: (items,), 0/1 or shares. references: (items, models), subtracted item by item where given.
    Raises ValueError where no threshold leaves enough items.
    """
    from scipy.stats import norm

    x, y = np.asarray(coverage, float), np.asarray(correct, float)
    if x.ndim != 1 or x.shape != y.shape or not ((x >= 0) & (x <= 1)).all() or not np.isfinite(y).all():
        raise ValueError("coverage, correct: expected one value an item, coverage between 0 and 1, none missing")
    if references is not None:
        theirs = np.asarray(references, float)
        if theirs.ndim != 2 or len(theirs) != len(y) or not np.isfinite(theirs).all():
            raise ValueError("references: expected (items, models) for the same items, none missing")
        y = y - theirs.mean(axis=1)
    order = np.random.default_rng(seed).permutation(len(x))
    halves = order[: len(x) // 2], order[len(x) // 2 :]
    usable = [
        t for t in thresholds if all(min((x[h] >= t).sum(), (x[h] < t).sum()) >= max(2, min_group) for h in halves)
    ]
    if not usable:
        raise ValueError(f"thresholds: none leaves {min_group} flagged and {min_group} clean items in both halves")
    critical = float(norm.ppf((1 + level) / 2))
    gains, errors, chosen, shares = [], [], [], []
    for choose, estimate in (halves, halves[::-1]):
        threshold = _clearest(x[choose], y[choose], usable, critical)
        flag = x[estimate] >= threshold
        difference, se = _mean_difference(y[estimate], flag)
        gains.append(float(flag.mean()) * difference)
        errors.append(float(flag.mean()) * se)
        chosen.append(threshold)
        shares.append(float(flag.mean()))
    gain, se = sum(gains) / 2, math.hypot(*errors) / 2
    return CrossFittedGain(
        estimate=gain,
        se=se,
        ci_low=gain - critical * se,
        ci_high=gain + critical * se,
        p_value=float(norm.sf(gain / se)) if se > 0 else float(gain <= 0),
        thresholds=(chosen[0], chosen[1]),
        shares_flagged=(shares[0], shares[1]),
        adjusted=references is not None,
        n_items=len(x),
    )


def _clearest(coverage: Floats, outcome: Floats, thresholds: Sequence[float], critical: float) -> float:
    best: tuple[bool, float, float] | None = None
    for threshold in thresholds:
        difference, se = _mean_difference(outcome, coverage >= threshold)
        z = difference / se if se > 0 else math.copysign(math.inf, difference) if difference else 0.0
        clear = z > critical
        flag_share = float((coverage >= threshold).mean())
        candidate = (clear, flag_share * difference if clear else z, -threshold)
        best = candidate if best is None else max(best, candidate)
    assert best is not None
    return -best[2]


def _mean_difference(values: Floats, flag: NDArray[np.bool_]) -> tuple[float, float]:
    d, c = values[flag], values[~flag]
    return float(d.mean() - c.mean()), math.sqrt(d.var(ddof=1) / len(d) + c.var(ddof=1) / len(c))


def _binomial_variance(counts: GroupCounts) -> float:
    p_d, p_c = counts.flagged, counts.clean
    return p_d * (1 - p_d) / counts.flagged_items + p_c * (1 - p_c) / counts.clean_items


def _adjusted(difference: float, se: float, w: float, n_references: int, level: float) -> AdjustedGain:
    from scipy.stats import norm

    z = difference / se if se > 0 else 0.0
    half = float(norm.ppf((1 + level) / 2)) * w * se
    return AdjustedGain(
        estimate=w * difference,
        se=w * se,
        ci_low=w * difference - half,
        ci_high=w * difference + half,
        difference=difference,
        difference_se=se,
        z=z,
        p_value=float(norm.sf(z)),
        share_flagged=w,
        n_references=n_references,
    )
