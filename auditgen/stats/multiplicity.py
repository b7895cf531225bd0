"""P-values adjusted for many looks: Holm, Benjamini-Hochberg, and the zone called "on the edge"."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from auditgen.stats.preconditions import share

if TYPE_CHECKING:
    import numpy.typing as npt

EDGE_LOW, EDGE_HIGH = 0.04, 0.06


def holm(p_values: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Holm 1979 step-down adjusted p-values (family-wise error), shape (m,), in the order given."""
    raw = _p_values(p_values)
    order = np.argsort(raw, kind="stable")
    stepped = np.maximum.accumulate(raw[order] * np.arange(raw.size, 0, -1))
    adjusted = np.empty_like(raw)
    adjusted[order] = np.minimum(1.0, stepped)
    return adjusted


def benjamini_hochberg(p_values: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Benjamini-Hochberg 1995 adjusted p-values (false discovery rate), shape (m,), in the order given."""
    raw = _p_values(p_values)
    order = np.argsort(raw, kind="stable")[::-1]
    stepped = np.minimum.accumulate(raw[order] * raw.size / np.arange(raw.size, 0, -1))
    adjusted = np.empty_like(raw)
    adjusted[order] = np.minimum(1.0, stepped)
    return adjusted


def on_the_edge(p_adjusted: float) -> bool:
    """Whether an adjusted p lies between .04 and .06 (ends included): another sample could turn it either way."""
    return EDGE_LOW <= share(p_adjusted, "p_adjusted") <= EDGE_HIGH


def _p_values(values: npt.ArrayLike) -> npt.NDArray[np.float64]:
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 1:
        raise ValueError(f"p-values must be one list, found {array.ndim} dimensions")
    if not ((array >= 0.0) & (array <= 1.0)).all():  # NaN fails both comparisons
        raise ValueError("p-values must be numbers between 0 and 1, found one outside or missing")
    return array
