"""Whether a printed percentage can come out of a whole number of right answers (GRIM test)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import gcd

from auditgen.stats.preconditions import count

MOST_RUNS = 32
"""Largest number of averaged runs that is tried as an explanation."""

_PERCENT = re.compile(r"(\d{1,3})(?:\.(\d{0,12}))?\s*%?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Granularity:
    """Which numbers of right answers fit a printed percentage.

    `k` first and last count of right answers out of `n_items * n_runs` that rounds to the text, `None` if none does;
    `smallest_runs` fewest averaged runs (1..32) that make it possible; `cutting_k` first and last count out of
    `n_items` that gives the text when digits are cut off instead of rounded; `share_reachable` fraction of all
    printable values that some count reaches (1 - share is the power of the check); `applicable` is False when there
    are so many items that every printable value can be reached.
    """

    feasible: bool
    k: tuple[int, int] | None
    smallest_runs: int | None
    by_cutting: bool
    cutting_k: tuple[int, int] | None
    share_reachable: float
    applicable: bool
    decimals: int
    n_items: int
    n_runs: int


def reachable(text: str, n_items: int, n_runs: int = 1) -> Granularity:
    """Counts of right answers that a percentage printed as `text` allows.

    `text` is the percentage as printed ("48.9", "67.0", "90.04", "93.0%"): trailing zeros are digits. All arithmetic
    is on whole numbers, so it is exact; both ends of the rounding interval count, so any rounding rule passes.
    Raises ValueError for text that is not a percentage between 0 and 100 and for counts below 1.
    Published source: Brown and Heathers 2017 (the GRIM test).
    """
    match = _PERCENT.fullmatch(text.strip()) if isinstance(text, str) else None
    if match is None:
        raise ValueError(f"expected a percentage as printed, such as '48.9', found {text!r}")
    digits = match[2] or ""
    decimals = len(digits)
    scale = 100 * 10**decimals  # printed values lie at j / scale of the whole, j = 0 .. scale
    printed = int(match[1] + digits)
    if printed > scale:
        raise ValueError(f"expected a percentage between 0 and 100, found {text!r}")
    n = count(n_items, "n_items")
    runs = count(n_runs, "n_runs")
    k = _rounding_range(printed, scale, n * runs)
    smallest = runs if k is not None and runs == 1 else _fewest_runs(printed, scale, n)
    cutting = _cutting_range(printed, scale, n)
    return Granularity(
        feasible=k is not None,
        k=k,
        smallest_runs=smallest,
        by_cutting=cutting is not None,
        cutting_k=cutting,
        share_reachable=_reachable_count(scale, n * runs) / (scale + 1),
        applicable=n * runs < scale,
        decimals=decimals,
        n_items=n,
        n_runs=runs,
    )


def share_reachable(decimals: int, n_items: int, n_runs: int = 1) -> float:
    """Fraction of the values printable with `decimals` digits after the point that `n_items * n_runs` can reach."""
    scale = 100 * 10 ** count(decimals, "decimals", 0)
    return _reachable_count(scale, count(n_items, "n_items") * count(n_runs, "n_runs")) / (scale + 1)


def _rounding_range(printed: int, scale: int, total: int) -> tuple[int, int] | None:
    low = max(0, -((1 - 2 * printed) * total // (2 * scale)))  # ceiling of (2j-1)/(2 scale) of the total
    high = min(total, (2 * printed + 1) * total // (2 * scale))
    return (low, high) if low <= high else None


def _cutting_range(printed: int, scale: int, total: int) -> tuple[int, int] | None:
    low = -(-printed * total // scale)
    high = min(total, -(-(printed + 1) * total // scale) - 1)  # strictly below the next printable value
    return (low, high) if low <= high else None


def _fewest_runs(printed: int, scale: int, n: int) -> int | None:
    for runs in range(1, MOST_RUNS + 1):
        if _rounding_range(printed, scale, n * runs) is not None:
            return runs
    return None


def _reachable_count(scale: int, total: int) -> int:
    if total >= scale:
        return scale + 1
    # Each count reaches one printable value; two when it falls exactly half-way, i.e. 2*k*scale/total is odd.
    step = gcd(2 * scale, total)
    half_way = (step + 1) // 2 if (2 * scale // step) % 2 else 0
    return total + 1 + half_way
