"""D10. Does the model stand higher, against models of its own time, on tests older than itself than on later ones?"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from auditgen.checks.facts import Facts
from auditgen.checks.leakage.search import SIGNS, SOME, ability_is_the_risk, alarm
from auditgen.checks.registry import absent, ran
from auditgen.records.check_result import CheckResult, Outcome
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds

VERSION = "1"
TESTS, CONTEMPORARIES, GAP = 3, 5, 0.10


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Gap in standing between older and newer tests, by moving the labels; never above some concern."""
    table = next((c for c in facts.contents("vintage") if c["model_id"] == facts.names.get("model_id")), None)
    if table is None:
        return absent("D10", "no scores of this model and its contemporaries on older and newer tests are held")
    tests = list(table["tests"])
    older, newer = sum(x["older"] for x in tests), sum(not x["older"] for x in tests)
    peers = _both_sides(tests)
    missing = _missing(older, newer, len(peers))
    if missing:
        return absent("D10", missing)
    import numpy as np

    from auditgen.stats.vintage import ahead_of, standing_gap

    sign = -1.0 if ability_is_the_risk(facts) else 1.0
    own = [sign * x["own"] for x in tests]
    others = [[sign * x["scores"].get(p, np.nan) for p in peers] for x in tests]
    ahead = ahead_of(own, others)
    seed = int.from_bytes(hashlib.sha256(f"{claim.id}D10".encode()).digest()[:8], "big")
    found = standing_gap(ahead, [x["older"] for x in tests], seed=seed)
    looked_at = int(table.get("looked_at") or 1)
    # The smallest of several p-values under Holm's rule; for the others it errs on the side of no finding.
    adjusted = min(1.0, found.p_value * looked_at)
    concern = adjusted < SOME and found.estimate >= GAP
    outcome: Outcome = "some_concern" if concern else "unclear"
    values: dict[str, Any] = {
        "gap": found.estimate, "older": found.older, "newer": found.newer, "n_older": older, "n_newer": newer,
        "n_contemporaries": found.n_contemporaries, "exact": found.exact, "n_assignments": found.n_assignments,
        "looked_at": looked_at, "end": table["end"], "status": SIGNS if concern else "not searched",
        "smallest_p": _smallest_p(older, newer, looked_at), "direction": "reversed" if sign < 0 else "usual",
        "tests": [
            {
                "benchmark_id": x["benchmark_id"], "published": x["published"], "older": x["older"],
                "standing": _mean(row), "n": int(np.isfinite(row).sum()), "campaign": x["campaign"],
            }
            for x, row in zip(tests, ahead)
        ],
    }  # fmt: skip
    if concern:
        control = f"{found.n_contemporaries} models released within nine months, measured on both sides"
        values["alarm"] = alarm(control, "adjusted p below .05 and a gap of .10 or more", SOME, looked_at)
    caveats = ["D10-a"] if concern and sign > 0 else []
    if values["smallest_p"] >= SOME:
        caveats.append("D10-b")
    if sign < 0:
        caveats.append("D10-r")
    return ran(
        "D10", facts, ("vintage",), estimate=found.estimate, unit="share of contemporaries beaten", n=older + newer,
        p_value=found.p_value, p_adjusted=adjusted, family=f"{looked_at} models looked at together", outcome=outcome,
        caveat_ids=tuple(caveats), seed=None if found.exact else seed, values=values,
        assumptions=("older and newer tests ask for the same kind of skill",),
    )  # fmt: skip


def _both_sides(tests: list[Mapping[str, Any]]) -> list[str]:
    """Contemporaries measured on an older and on a newer test."""
    sides: dict[str, set[bool]] = {}
    for test in tests:
        for peer in test["scores"]:
            sides.setdefault(peer, set()).add(bool(test["older"]))
    return sorted(p for p, both in sides.items() if len(both) == 2)


def _missing(older: int, newer: int, peers: int) -> str:
    """Which of the conditions does not hold, in words; empty if all do."""
    found = []
    if older < TESTS:
        found.append(f"{older} tests published before the model was finished")
    if newer < TESTS:
        found.append(f"{newer} tests published after it")
    if peers < CONTEMPORARIES:
        found.append(f"{peers} models of the same time measured on both")
    needed = f"; at least {TESTS} older and {TESTS} newer tests and {CONTEMPORARIES} models are needed"
    return "only " + " and ".join(found) + needed if found else ""


def _mean(row: Any) -> float | None:
    import numpy as np

    return float(np.nanmean(row)) if np.isfinite(row).any() else None


def _smallest_p(older: int, newer: int, looked_at: int) -> float:
    """Smallest adjusted p that this many tests can give at all: above .05 the comparison cannot tell."""
    from math import comb

    return min(1.0, looked_at / min(comb(older + newer, older), 20_000))
