"""How much leakage would explain a score away, and how much a known leak can add."""

from __future__ import annotations

from dataclasses import dataclass

from auditgen.stats.preconditions import share


@dataclass(frozen=True, slots=True)
class TippingPoint:
    """Share of items that would have to be leaked; the limits carry the interval of the sceptical level."""

    estimate: float
    ci_low: float
    ci_high: float


def leaked_share_needed(score: float, sceptical: float) -> float:
    """Share f of items that, if leaked and then always solved, lifts `sceptical` to `score`: (s - t)/(1 - t).

    Both are success fractions. 0 where the score does not exceed the sceptical level: nothing is to be explained.
    """
    s, t = share(score, "score"), share(sceptical, "sceptical")
    return (s - t) / (1.0 - t) if s > t else 0.0


def tipping_point(score: float, sceptical: float, sceptical_low: float, sceptical_high: float) -> TippingPoint:
    """As `leaked_share_needed`, with limits from the interval [sceptical_low, sceptical_high] of the level."""
    if not sceptical_low <= sceptical <= sceptical_high:
        raise ValueError(f"sceptical level {sceptical} lies outside its interval {sceptical_low} to {sceptical_high}")
    return TippingPoint(
        leaked_share_needed(score, sceptical),
        leaked_share_needed(score, sceptical_high),
        leaked_share_needed(score, sceptical_low),
    )


def inflation_ceiling(leaked_share: float, sceptical: float) -> float:
    """Most that a leak of `leaked_share` of the items can add to a true level `sceptical`: w(1 - t), a fraction."""
    return share(leaked_share, "leaked_share") * (1.0 - share(sceptical, "sceptical"))
