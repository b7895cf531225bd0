"""The same pair in other campaigns: who else measured both models, in one set-up of its own, and what came out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from auditgen.checks.facts import Facts, usable
from auditgen.checks.parties import same_party
from auditgen.checks.registry import absent, ran
from auditgen.checks.replication.figures import trained_more
from auditgen.checks.sampling.b2_difference import pair_scores
from auditgen.checks.setup import claim_setup, comparator_setup, differences
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds
from auditgen.stats.difference import unpaired_difference
from auditgen.stats.tipping import leaked_share_needed

_MIXED = ("--copied", "--reported-by-others", "--best-of-two")


def pairs_elsewhere(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Only rows of one campaign, test, part, metric and set-up are compared; weights as the claim states them."""
    mine = _rows(facts, "figures", str(facts.names.get("model_weights")))
    theirs = _rows(facts, "comparator_figures", str(facts.names.get("comparator_weights")))
    entries = []
    for campaign in sorted(mine.keys() & theirs.keys()):
        entry = _entry(campaign, mine[campaign], theirs[campaign], claim, facts)
        if entry is not None:
            entries.append(entry)
    if not entries:
        return absent("F2", "nobody else held in the catalogue measured both models on this test in one set-up")
    parties: dict[str, list[dict[str, Any]]] = {}
    for entry in entries:
        name = next((p for p in parties if same_party(p, entry["party"])), entry["party"])
        parties.setdefault(name, []).append(entry)
    forward = [p for p, rows in parties.items() if any(r["clear"] and r["gap"] > 0 for r in rows)]
    backward = [r for r in entries if r["clear"] and r["gap"] < 0]
    clean = [p for p in forward if not any(r["clear"] and r["gap"] < 0 for r in parties[p])]
    worst = min(backward, key=lambda r: (r["gap"], r["campaign"]), default=None)
    down = [r for r in entries if r["gap"] < 0]
    values: dict[str, Any] = {
        "pairs": entries,
        "pair_agrees": bool(clean) and not backward,
        "n_pair_parties": len(clean) if not backward else 0,
        "shown_ahead_clearly": bool(forward) or _own_clear(claim, facts),
        "reversed_clear": _reversal(worst) if worst else None,
        "worst_reversal_same_test": (
            {"gap": -min(r["gap"] for r in down), "party": min(down, key=lambda r: r["gap"])["party"]} if down else None
        ),
    }
    return ran(
        "F2",
        facts,
        ("figures", "comparator_figures"),
        estimate=len(clean) / len(parties),
        unit="share of other parties that find the same order clearly",
        n=len(parties),
        values=values,
    )


def _rows(facts: Facts, role: str, weights: str) -> dict[str, list[Mapping[str, Any]]]:
    """Usable result rows of one model by campaign."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for item in facts.evidence(role):
        row = item.content
        if item.kind != "result" or row.get("unit") != "percent" or row.get("copied") in ("yes", "likely"):
            continue
        if not usable(row.get("confidence")) or str(row["campaign"]).endswith(_MIXED):
            continue
        # Rows of another version never serve; where the claim does not tell the weights, only rows that need none do.
        if row.get("weights") not in (weights, "unknown") or trained_more(row):
            continue
        found.setdefault(str(row["campaign"]), []).append(row)
    return found


def _entry(
    campaign: str, a_rows: list[Mapping[str, Any]], b_rows: list[Mapping[str, Any]], claim: Claim, facts: Facts
) -> dict[str, Any] | None:
    first = a_rows[0]
    if same_party(first["measured_by"], claim.claimant) or (claim.source and first["document"] == claim.source):
        return None
    wanted = claim.subset or claim.language or ""
    matches = []
    for a in a_rows:
        for b in b_rows:
            same = all((a.get(k) or "") == (b.get(k) or "") for k in ("subset", "metric", "shots", "setting"))
            if same and (a.get("subset") or "") == wanted:
                matches.append((a, b))
    if not matches and len(a_rows) == 1 and len(b_rows) == 1:
        a, b = a_rows[0], b_rows[0]
        if all((a.get(k) or "") == (b.get(k) or "") for k in ("subset", "metric")) and (a.get("subset") or "") == wanted:
            matches = [(a, b)]
    if not matches:
        return None
    a, b = matches[0]
    pa, pb = a["score"] / 100, b["score"] / 100
    n_a, n_b = (r.get("n_items") or (facts.catalogue_n() if not wanted else None) for r in (a, b))
    turn = 1 if a.get("higher_is_better", True) else -1
    gap = turn * (pa - pb)
    z = p = None
    clear = False
    if n_a and n_b and 0 <= pa <= 1 and 0 <= pb <= 1:
        found = unpaired_difference(pa, n_a, pb, n_b)
        z, p, clear = found.z * turn, found.p_value, found.p_value < 0.05
    return {
        "party": a["measured_by"],
        "party_type": a["measured_by_type"],
        "campaign": campaign,
        "a": pa,
        "b": pb,
        "n": min(n_a, n_b) if n_a and n_b else None,
        "gap": gap,
        "z": z,
        "p": p,
        "clear": clear,
        "same_direction": gap > 0,
        "setup": "; ".join(str(a[k]) for k in ("shots", "setting", "metric") if a.get(k)) or None,
        "evidence": [f"result:{a['result_id']}", f"result:{b['result_id']}"],
    }


def _own_clear(claim: Claim, facts: Facts) -> bool:
    """Whether the claim's own two figures, from one set-up, show it clearly ahead."""
    scores = pair_scores(claim, facts)
    if scores is None or scores.n_a is None or scores.n_b is None:
        return False
    apart = facts.names.get("copied_side") or facts.names.get("measured_apart")
    if apart or differences(claim_setup(claim), comparator_setup(claim)):
        return False
    return unpaired_difference(scores.a, scores.n_a, scores.b, scores.n_b).ci_low > 0


def _reversal(worst: Mapping[str, Any]) -> dict[str, Any]:
    f = leaked_share_needed(worst["b"], worst["a"]) if worst["a"] < 1 and worst["b"] > worst["a"] else None
    return {"party": worst["party"], "gap": -worst["gap"], "f": f, "campaign": worst["campaign"], "setup": worst["setup"]}
