"""F2. Did others get the same figure?"""

from __future__ import annotations

from typing import Any

from auditgen.checks.facts import Facts
from auditgen.checks.parties import same_party
from auditgen.checks.registry import absent, ran
from auditgen.checks.replication.brought_tables import unclear_names
from auditgen.checks.replication.figures import against, figures, standard_error
from auditgen.checks.replication.pairs_elsewhere import pairs_elsewhere
from auditgen.checks.sampling.b1_interval import items
from auditgen.checks.setup import Setup, claim_setup, differences, read_setup
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds
from auditgen.stats.meta import pooled_shares, repeat_interval

VERSION = "1"


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Measured figures of other parties, one figure a party; for a pair, the same pair in other campaigns."""
    if facts.reading != "L":
        return pairs_elsewhere(claim, facts, t)
    score = claim.score.fraction if claim.score else None
    if score is None or not 0 <= score <= 1:
        return absent("F2", "only shares of right answers can be set beside other figures", applicable=False)
    if not any(facts.evidence(role) for role in ("figures", "pairs", "results")):
        nothing = "the catalogue holds no other figure for this model and test"
        return absent("F2", unclear_names(claim, facts) or nothing)
    mine = claim_setup(claim)
    n, _ = items(claim, facts)
    rows = [_same_questions(against(f, score, n, mine), n, t) for f in figures(claim, facts)]
    counted = [r for r in rows if r["counted"]]
    parties = _parties(counted)
    values: dict[str, Any] = {
        "figures": rows,
        "parties": parties,
        "n_parties": len(parties),
        "n_agree": sum(p["distance"] <= t.delta_small + 1e-9 for p in parties),
        "range": [min(r["score"] for r in counted), max(r["score"] for r in counted)] if counted else None,
        "meta": _pooled(counted),
        "same_settings_outside": _repeat(counted, score, n, mine),
    }
    caveats = []
    if any(r["distance"] > t.delta_small + 1e-9 for r in counted):
        caveats.append("F2-a")
    if not parties:
        caveats.append("F2-b")
    return ran(
        "F2",
        facts,
        ("figures", "pairs", "results"),
        estimate=values["n_agree"] / len(parties) if parties else None,
        unit="share of other parties within 3 points",
        n=len(parties),
        outcome="contradicts" if values["same_settings_outside"] else None,
        caveat_ids=tuple(caveats),
        values=values,
    )


def _same_questions(row: dict[str, Any], n: int | None, t: Thresholds) -> dict[str, Any]:
    """Two nearly equal sets of questions count as one; a figure on clearly more or fewer is only listed."""
    if row["counted"] and n and row["n"] and abs(row["n"] - n) > t.same_set * max(n, row["n"]) + 1e-9:
        return {**row, "counted": False, "why_not": f"on another number of questions ({row['n']:,})"}
    return row


def _parties(counted: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One figure a party other than the claimant: fewest differing fields, then the furthest."""
    by_party: dict[str, list[dict[str, Any]]] = {}
    for row in counted:
        if row["claimants_own"]:
            continue
        name = next((p for p in by_party if same_party(p, row["party"])), row["party"])
        by_party.setdefault(name, []).append(row)
    chosen = []
    for party, rows in by_party.items():
        best = min(rows, key=lambda r: (r["differs_in"], -r["distance"], r["id"]))
        chosen.append({"party": party, "score": best["score"], "distance": best["distance"], "figure": best["id"]})
    return sorted(chosen, key=lambda p: (p["distance"], p["party"]))


def _pooled(counted: list[dict[str, Any]]) -> dict[str, float | None] | None:
    """Random-effects mean and prediction interval over at least three figures of known size."""
    sized = [r for r in counted if r["n"] and 0 < r["score"] < 1]
    if len(sized) < 3:
        return None
    found = pooled_shares([r["score"] for r in sized], [r["n"] for r in sized])
    return {
        "mean": found.estimate,
        "tau_squared": found.tau_squared,
        "i_squared": found.i_squared,
        "low": found.pi_low,
        "high": found.pi_high,
        "k": float(found.k),
    }


def _repeat(counted: list[dict[str, Any]], score: float, n: int | None, mine: Setup) -> dict[str, Any] | None:
    """A repeat in the very same stated settings that lies outside its prediction interval."""
    told = mine.stated()
    if len(told) < 2:
        return None
    for row in counted:
        if row["claimants_own"] or not row["setup_stated"]:
            continue
        theirs = read_setup([row["setup"]])
        same = theirs.stated()
        if differences(mine, theirs) or any(same.get(k) != v for k, v in told.items()):
            continue
        first, second = standard_error(score, n), standard_error(row["score"], row["n"])
        if first is None or second is None:
            continue
        expected = repeat_interval(score, first, second)
        if not expected.pi_low <= row["score"] <= expected.pi_high:
            half = (row["high"] - row["low"]) / 2 if row["high"] is not None else None
            return {"party": row["party"], "score": row["score"], "half_width": half, "figure": row["id"]}
    return None
