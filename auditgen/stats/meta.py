"""Several measurements of one score: what a repeat should give, pooled mean, spread between testers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from auditgen.stats.intervals import t_quantile
from auditgen.stats.preconditions import count, finite, finite_array, not_negative, open_share, share_array
from auditgen.stats.standard_normal import half_width

if TYPE_CHECKING:
    import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class RepeatInterval:
    """Where a second measurement in the same set-up should fall; fractions."""

    estimate: float
    pi_low: float
    pi_high: float
    se: float

    def holds(self, score: float) -> bool:
        """Whether a repeated score lies inside."""
        return self.pi_low <= finite(score, "score") <= self.pi_high


@dataclass(frozen=True, slots=True)
class Pooled:
    """Random-effects mean of `k` measurements.

    `tau_squared` is the variance between testers, `i_squared` the share of all variation that lies between them, `q`
    Cochran's statistic with its p-value. [pi_low, pi_high] is where the next tester should land (95%, t on k - 2 df);
    `None` for fewer than three measurements.
    """

    estimate: float
    se: float
    ci_low: float
    ci_high: float
    fixed_estimate: float
    fixed_se: float
    tau_squared: float
    i_squared: float
    q: float
    q_p_value: float
    pi_low: float | None
    pi_high: float | None
    k: int


@dataclass(frozen=True, slots=True)
class Spread:
    """Scores of one model under several set-ups; `sd` on n - 1, `range` = highest - lowest, all fractions."""

    mean: float
    sd: float
    low: float
    high: float
    range: float
    n: int


def repeat_interval(score: float, se: float, repeat_se: float, level: float = 0.95) -> RepeatInterval:
    """s +- z * sqrt(SE_1^2 + SE_2^2): prediction interval of a repeat in the same set-up (Patil et al. 2016)."""
    centre = finite(score, "score")
    error = math.hypot(not_negative(se, "se"), not_negative(repeat_se, "repeat_se"))
    half = half_width(level) * error
    return RepeatInterval(centre, centre - half, centre + half, error)


def dersimonian_laird(estimates: npt.ArrayLike, ses: npt.ArrayLike, level: float = 0.95) -> Pooled:
    """Random-effects mean by DerSimonian and Laird 1986, prediction interval after Higgins et al. 2009.

    `estimates` and `ses` have shape (k,), k >= 2; standard errors must be above 0.
    """
    from scipy.special import chdtrc

    y = finite_array(estimates, "estimates", minimum=2)
    errors = finite_array(ses, "ses", minimum=2)
    if y.size != errors.size:
        raise ValueError(f"estimates and ses must have one length, found {y.size} and {errors.size}")
    if errors.min() <= 0.0:
        raise ValueError("standard errors must be above 0")
    level = open_share(level, "level")
    k = int(y.size)
    w = 1.0 / errors**2
    total = float(w.sum())
    fixed = float(w @ y) / total
    q = float(w @ (y - fixed) ** 2)
    tau_squared = max(0.0, (q - (k - 1)) / (total - float(w @ w) / total))
    random = 1.0 / (errors**2 + tau_squared)
    mean = float(random @ y) / float(random.sum())
    se = 1.0 / math.sqrt(float(random.sum()))
    half = half_width(level) * se
    pi_low: float | None = None
    pi_high: float | None = None
    if k > 2:
        reach = t_quantile(0.5 + level / 2.0, k - 2) * math.sqrt(tau_squared + se * se)
        pi_low, pi_high = mean - reach, mean + reach
    return Pooled(
        estimate=mean,
        se=se,
        ci_low=mean - half,
        ci_high=mean + half,
        fixed_estimate=fixed,
        fixed_se=1.0 / math.sqrt(total),
        tau_squared=tau_squared,
        i_squared=max(0.0, (q - (k - 1)) / q) if q > 0.0 else 0.0,
        q=q,
        q_p_value=float(chdtrc(k - 1, q)),
        pi_low=pi_low,
        pi_high=pi_high,
        k=k,
    )


def pooled_shares(scores: npt.ArrayLike, n_items: npt.ArrayLike, level: float = 0.95) -> Pooled:
    """As `dersimonian_laird` for scores (fractions, shape (k,)) on `n_items` questions each (scalar or shape (k,)).

    A score of exactly 0 or 1 has a plain standard error of 0, which would give it all the weight; it gets the error
    of half an item instead.
    """
    p = share_array(scores, "scores", minimum=2)
    n = np.broadcast_to(np.array([count(v, "n_items") for v in np.ravel(np.asarray(n_items)).tolist()], float), p.shape)
    inner = np.clip(p, 0.5 / n, 1.0 - 0.5 / n)
    return dersimonian_laird(p, np.sqrt(inner * (1.0 - inner) / n), level)


def spread(scores: npt.ArrayLike) -> Spread:
    """Mean, sd and range of one model's scores (fractions) over scaffolds or set-ups; at least two."""
    values = share_array(scores, "scores", minimum=2)
    low, high = float(values.min()), float(values.max())
    return Spread(float(values.mean()), float(values.std(ddof=1)), low, high, high - low, int(values.size))
