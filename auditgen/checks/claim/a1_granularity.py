"""A1. Could this exact percentage come out of a test with this many questions?"""

from __future__ import annotations

import re

from auditgen.checks.facts import Facts, part_of
from auditgen.checks.registry import absent, ran
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds
from auditgen.stats.granularity import reachable

VERSION = "1"
# A mean of unequal parts, partial credit or a text score is not k right answers out of n.
_NOT_A_COUNT = re.compile(
    r"macro|weighted|\baverage|mean of|\bf1\b|bleu|rouge|chrf|\belo\b|\bratings?\b|\bpartial|\bmcc\b|anls|normali[sz]ed"
    r"|win[- ]rate",
    re.I,
)


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Exact arithmetic on the printed digits (GRIM test, Brown and Heathers 2017)."""
    if claim.score is None or not claim.score.is_share:
        return absent("A1", "the score is not a share of right answers", applicable=False)
    if claim.metric and _NOT_A_COUNT.search(claim.metric):
        return absent("A1", f"the metric ({claim.metric}) is not a count of right answers", applicable=False)
    if facts.names.get("below_chance"):
        return absent("A1", "the score lies below guessing, so it is probably on another scale", applicable=False)
    n = claim.n_items or facts.catalogue_n(part_of(claim))
    if n is None:
        return absent("A1", "the number of questions is not known")
    text = claim.score.percent_text
    assert text is not None
    if not 0 <= float(text) <= 100:
        return absent("A1", "the score is outside 0 to 100", applicable=False)
    runs = claim.setting.n_runs or 1
    found = reachable(text, n, runs)
    declared = bool(claim.setting.exclusions) or part_of(claim) is not None
    values = {
        "n_items": n,
        "told_runs": claim.setting.n_runs,
        "text": text,
        "decimals": found.decimals,
        "feasible": found.feasible,
        "k_low": found.k[0] if found.k else None,
        "k_high": found.k[1] if found.k else None,
        "smallest_runs": found.smallest_runs,
        "by_cutting": found.by_cutting,
        "cutting_k": found.cutting_k[0] if found.cutting_k else None,
        "declared_subset": declared,
        "share_reachable": found.share_reachable,
    }
    if not found.applicable:
        return absent("A1", f"with {n:,} questions every printed figure can be reached", applicable=False)
    common = {"estimate": found.share_reachable, "unit": "share of figures that would pass", "n": n, "values": values}
    if found.feasible:
        return ran(
            "A1",
            facts,
            ("benchmark",),
            outcome="none_found",
            mde=1 - found.share_reachable,
            caveat_ids=("A1-b",),
            **common,
        )
    explained = found.smallest_runs is not None or found.by_cutting or declared
    return ran(
        "A1",
        facts,
        ("benchmark",),
        outcome="some_concern" if explained else "strong_concern",
        caveat_ids=("A1-a",),
        **common,
    )
