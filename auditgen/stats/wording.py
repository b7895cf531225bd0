"""Does a score hang on how the question is put: spread over prompts, one-prompt uncertainty, agreement of orders."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from auditgen.stats.alternatives import kendall_w
from auditgen.stats.bootstrap import TIE_DECIMALS, score_matrix


@dataclass(frozen=True)
class PromptSpread:
    """One model under several prompts, scores as fractions.

    sd: over prompts (divisor k - 1). range: highest - lowest. item_se: sampling error of the mean score. one_prompt_se:
    sqrt(item_se^2 + sd^2), the uncertainty of a score under one prompt nobody argued for. ci: t interval of the mean
    over prompts. claimed_above: share of prompts that score below the claimed value, ties half (None without a claim);
    claimed_is_highest: no prompt scores higher.
    """

    mean: float
    sd: float
    low: float
    high: float
    range: float
    item_se: float
    one_prompt_se: float
    ci_low: float
    ci_high: float
    n_prompts: int
    n_items: int
    claimed_above: float | None
    claimed_is_highest: bool | None


@dataclass(frozen=True)
class PromptAgreement:
    """Several models under the same prompts.

    kendall_w: corrected for ties. n_firsts: models that are first or tie for it under some prompt; n_firsts_alone:
    those first without a tie under some prompt. best_on_average: the model with the highest mean; first_share: share
    of the prompts under which it is first, ties split. mean_range: highest - lowest score over the prompts, averaged
    over the models.
    """

    kendall_w: float
    n_firsts: int
    n_firsts_alone: int
    best_on_average: int
    first_share: float
    mean_range: float
    n_prompts: int
    n_models: int


@dataclass(frozen=True)
class PairUnderPrompts:
    """Order of a named pair under each prompt; gaps are ahead - behind, fractions.

    flips: prompts under which the pair is the other way round by more than `delta`.
    """

    mean_gap: float
    lowest_gap: float
    highest_gap: float
    flips: tuple[int, ...]
    delta: float
    n_prompts: int


def prompt_spread(
    scores: Sequence[float], n_items: int, *, claimed: float | None = None, level: float = 0.95
) -> PromptSpread:
    """Spread of one model's score over prompts, at least three, on the same n_items items.

    Raises ValueError on scores outside [0, 1], fewer than three prompts, or no items.
    """
    from scipy.stats import t as student

    x = np.asarray(scores, float)
    if x.ndim != 1 or len(x) < 3 or not ((x >= 0) & (x <= 1)).all():
        raise ValueError("scores: expected at least three fractions between 0 and 1, one a prompt")
    if n_items < 1:
        raise ValueError(f"n_items: expected at least 1; found {n_items}")
    if claimed is not None and not 0 <= claimed <= 1:
        raise ValueError(f"claimed: expected a fraction between 0 and 1; found {claimed}")
    mean, sd = float(x.mean()), float(x.std(ddof=1))
    item_se = math.sqrt(mean * (1 - mean) / n_items)
    half = float(student.ppf((1 + level) / 2, len(x) - 1)) * sd / math.sqrt(len(x))
    above = highest = None
    if claimed is not None:
        gap = np.round(claimed - x, TIE_DECIMALS)
        above = float((gap > 0).mean() + (gap == 0).mean() / 2)
        highest = bool((gap >= 0).all())
    return PromptSpread(
        mean=mean,
        sd=sd,
        low=float(x.min()),
        high=float(x.max()),
        range=float(np.ptp(x)),
        item_se=item_se,
        one_prompt_se=math.hypot(item_se, sd),
        ci_low=mean - half,
        ci_high=mean + half,
        n_prompts=len(x),
        n_items=n_items,
        claimed_above=above,
        claimed_is_highest=highest,
    )


def prompt_agreement(scores: ArrayLike) -> PromptAgreement:
    """Agreement of the orders of several models under several prompts. scores: (prompts, models), none missing."""
    matrix = np.round(score_matrix(scores, min_models=2), TIE_DECIMALS)
    first = matrix == matrix.max(axis=1, keepdims=True)
    n_tied = first.sum(axis=1, keepdims=True)
    best = int(np.argmax(matrix.mean(axis=0)))
    return PromptAgreement(
        kendall_w=kendall_w(matrix),
        n_firsts=int(first.any(axis=0).sum()),
        n_firsts_alone=int((first & (n_tied == 1)).any(axis=0).sum()),
        best_on_average=best,
        first_share=float((first / n_tied)[:, best].mean()),
        mean_range=float(np.ptp(matrix, axis=0).mean()),
        n_prompts=matrix.shape[0],
        n_models=matrix.shape[1],
    )


def pair_under_prompts(ahead: Sequence[float], behind: Sequence[float], *, delta: float) -> PairUnderPrompts:
    """Order of a pair under the same prompts. delta: fraction by which a reversal has to exceed zero to count."""
    a, b = np.asarray(ahead, float), np.asarray(behind, float)
    if a.ndim != 1 or a.shape != b.shape or len(a) == 0 or not np.isfinite(a - b).all():
        raise ValueError("ahead, behind: expected scores of two models under the same prompts, none missing")
    if delta < 0:
        raise ValueError(f"delta: expected at least 0; found {delta}")
    gap = np.round(a - b, TIE_DECIMALS)
    return PairUnderPrompts(
        mean_gap=float(gap.mean()),
        lowest_gap=float(gap.min()),
        highest_gap=float(gap.max()),
        flips=tuple(int(i) for i in np.nonzero(gap < -delta)[0]),
        delta=delta,
        n_prompts=len(gap),
    )
