"""E3. Has the test been used so often that progress may be fitting to it?"""

from __future__ import annotations

from auditgen.checks.facts import Facts
from auditgen.checks.registry import absent, ran
from auditgen.checks.sampling.b1_interval import items
from auditgen.checks.sampling.b2_difference import pair_scores
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds
from auditgen.stats.reuse import reuse_bound

VERSION = "1"


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Worst case for k systems fixed in advance (Hoeffding and union bound; Blum and Hardt 2015 on reuse)."""
    n, _ = items(claim, facts)
    k = facts.names.get("n_systems")
    if n is None or not k:
        return absent("E3", "the number of questions, or of systems tried on this test, is not known")
    bound = reuse_bound(n, int(k))
    scores = pair_scores(claim, facts)
    step = None if scores is None else scores.a - scores.b
    fresh = any(
        p.get("pair_type") in ("refreshed", "perturbed") and p.get("original") == facts.names.get("benchmark_id")
        for p in facts.contents("pairs")
    )
    values = {
        "bound": bound,
        "k": int(k),
        "n": n,
        "step": step,
        "step_within": step is not None and 0 < step < bound,
        "fresh_test": fresh,
    }
    return ran(
        "E3",
        facts,
        ("benchmark", "pairs"),
        estimate=bound,
        unit="share",
        n=n,
        assumptions=(f"{k} systems is the number held in the catalogue, so a lower bound",),
        caveat_ids=("E3-a",) if values["step_within"] else (),
        values=values,
    )
