"""B3. How big must a gap be before this test could notice it?"""

from __future__ import annotations

from auditgen.checks.facts import Facts
from auditgen.checks.registry import absent, ran
from auditgen.checks.sampling.b1_interval import items
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds
from auditgen.stats.difference import mdd_unpaired

VERSION = "1"


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Smallest gap that two independent runs would show in 4 of 5 cases, at the claimed score (Miller 2024)."""
    p = claim.score.fraction if claim.score else None
    if p is None or not 0 <= p <= 1:
        return absent("B3", "the score is not a share of right answers", applicable=False)
    n, _ = items(claim, facts)
    if n is None:
        return absent("B3", "the number of questions is not known")
    # At 0 or 1 the binomial spread is 0; half an item away stands in, so that a perfect score is not called sharp.
    p = min(max(p, 0.5 / n), 1 - 0.5 / n)
    size = mdd_unpaired(p, n, power=min(t.power, 0.99))
    kind = "none_found" if size <= t.delta_small else "weak" if size <= t.delta_setting else "unclear"
    return ran(
        "B3",
        facts,
        ("benchmark",),
        estimate=size,
        unit="share",
        n=n,
        mde=size,
        caveat_ids=("B3-a",) if facts.reading != "L" else (),
        values={"mdd": size, "size": kind, "power": t.power},
    )
