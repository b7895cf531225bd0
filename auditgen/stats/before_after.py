"""Step in a model's score at its training cut-off, beyond the step that a reference shows."""

from __future__ import annotations

import math
from dataclasses import dataclass

from auditgen.stats.intervals import share_variance
from auditgen.stats.preconditions import count
from auditgen.stats.standard_normal import half_width, upper_tail


@dataclass(frozen=True, slots=True)
class Solved:
    """`k` of `n` questions solved."""

    k: int
    n: int

    def __post_init__(self) -> None:
        if count(self.k, "k", 0) > count(self.n, "n"):
            raise ValueError(f"k must lie between 0 and n = {self.n}, found {self.k}")

    @property
    def share(self) -> float:
        """Fraction solved."""
        return self.k / self.n


@dataclass(frozen=True, slots=True)
class BeforeAfter:
    """Difference in differences, a fraction: (model before - after) - (reference before - after).

    `p_one_sided` tests "no step" against "better before". The interaction on the logit scale is `None` where a cell
    is 0 or full: its odds are then not finite.
    """

    estimate: float
    se: float
    z: float
    p_one_sided: float
    ci_low: float
    ci_high: float
    logit_interaction: float | None
    logit_se: float | None


def difference_in_differences(
    model_before: Solved, model_after: Solved, reference_before: Solved, reference_after: Solved, level: float = 0.95
) -> BeforeAfter:
    """Excess step of the model at the cut-off; standard error from four independent binomials (`share_variance`).

    Same items for model and reference make the true error smaller (they are positively correlated), so this form is
    cautious. Idea: Roberts et al. 2023, arXiv 2310.10628.
    """
    cells = (model_before, model_after, reference_before, reference_after)
    signs = (1.0, -1.0, -1.0, 1.0)
    estimate = math.fsum(sign * cell.share for sign, cell in zip(signs, cells, strict=True))
    se = math.sqrt(math.fsum(share_variance(cell.share, cell.n) for cell in cells))
    z = estimate / se
    half = half_width(level) * se
    interaction: float | None = None
    logit_se: float | None = None
    if all(0 < cell.k < cell.n for cell in cells):
        interaction = math.fsum(sign * math.log(cell.k / (cell.n - cell.k)) for sign, cell in zip(signs, cells))
        logit_se = math.sqrt(math.fsum(1.0 / cell.k + 1.0 / (cell.n - cell.k) for cell in cells))
    return BeforeAfter(estimate, se, z, upper_tail(z), estimate - half, estimate + half, interaction, logit_se)
