"""The same pair in other campaigns: who else measured both models, in one set-up of its own, and what came out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from auditgen.checks.facts import Facts, usable
from auditgen.checks.parties import same_party
from auditgen.checks.ranking.boards import next_models
from auditgen.checks.registry import absent, ran
from auditgen.checks.replication.brought_tables import as_result, result_rows, unclear_names
from auditgen.checks.replication.campaign_cells import fitting
from auditgen.checks.replication.elsewhere import MIXED, elsewhere, safer_is_lower
from auditgen.checks.replication.figures import trained_more
from auditgen.checks.sampling.b2_difference import pair_scores
from auditgen.checks.setup import claim_setup, comparator_setup, differences, row_setup
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds
from auditgen.stats.difference import unpaired_difference
from auditgen.stats.tipping import leaked_share_needed

_ROLES = ("figures", "comparator_figures", "elsewhere", "results")
_NOBODY = "nobody else held in the catalogue measured both models on this test in one set-up"
_OTHER_SENSE = "the lower score is claimed as the safer one; the order that others found is about ability"
_NO_NEIGHBOUR = "no campaign held in the catalogue measured this model beside the next one of its board"
Row = Mapping[str, Any]


def pairs_elsewhere(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Only rows of one campaign, test, part, metric, set-up and kind of weights are compared.

    `pairs` holds this test, `elsewhere` every test of other parties, by who measured. A rank is compared with the
    models next to it on its board.
    """
    if claim.type == "rank":
        return _neighbours(claim, facts, t)
    entries, listed = _split(_same_test(claim, facts))
    wider = elsewhere(claim, facts, t)
    if not entries and not listed and wider is None:
        reason = _OTHER_SENSE if safer_is_lower(claim, facts) else unclear_names(claim, facts) or _NOBODY
        return absent("F2", reason)
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
        "pairs_listed": listed,
        "pair_agrees": bool(clean) and not backward,
        "n_pair_parties": len(clean) if not backward else 0,
        "shown_ahead_clearly": bool(forward) or _own_clear(claim, facts),
        "reversed_clear": _reversal(worst) if worst else None,
        "worst_reversal_same_test": (
            {"gap": -min(r["gap"] for r in down), "party": min(down, key=lambda r: r["gap"])["party"]} if down else None
        ),
        "elsewhere": wider,
        **_told(wider),
    }
    return ran(
        "F2",
        facts,
        _ROLES,
        estimate=len(clean) / len(parties) if parties else None,
        unit="share of other parties that find the same order clearly",
        n=len(parties),
        caveat_ids=elsewhere_caveats(wider),
        values=values,
    )


def _told(wider: Mapping[str, Any] | None) -> dict[str, Any]:
    """The figures that the caveats quote: tests of parties without a stake, and "ahead on k of n" for each party."""
    if wider is None or not wider["n_tests"]:
        return {}
    free = [p for p in wider["parties"] if p["without_stake"]]
    return {
        "n_elsewhere": wider["n_tests"],
        "n_elsewhere_ahead": wider["n_ahead"],
        "n_elsewhere_behind": wider["n_behind"],
        "who_elsewhere": [f"{p['party']} {p['n_ahead']}/{p['n_tests']}" for p in free],
    }


def elsewhere_caveats(wider: Mapping[str, Any] | None) -> tuple[str, ...]:
    """Caveat that tells how the pair does elsewhere, and one that names who measured."""
    if wider is None or not wider["n_tests"]:
        return ()
    picture = {"holds": "F2-c", "level": "F2-d", "reversed": "F2-e", "mixed": "F2-f"}.get(str(wider["picture"]))
    return (picture, "F2-g") if picture else ()


def _neighbours(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """The model of a rank claim and those next to it, on the tests of other parties; gaps as the board has them."""
    found = [
        {"other": near.name, "other_id": near.id, "above": near.above, "elsewhere": wider}
        for near in next_models(facts)
        if (wider := elsewhere(claim, facts, t, near.id, other_ahead=near.above)) is not None
    ]
    if not found:
        return absent("F2", unclear_names(claim, facts) or _NO_NEIGHBOUR)
    return ran("F2", facts, _ROLES, n=len(found), unit="models next to it", values={"pairs": [], "neighbours": found})


def _same_test(claim: Claim, facts: Facts) -> list[dict[str, Any]]:
    """Entries for the claimed test and part, one a campaign and set-up."""
    mine = _rows(facts, "figures", "model_id", claim)
    theirs = _rows(facts, "comparator_figures", "comparator_id", claim)
    told = _kind_of_weights(facts, mine, theirs)
    found = []
    for campaign in sorted(mine.keys() & theirs.keys()):
        a_rows = [r for r in mine[campaign] if fitting(r, facts.names.get("model_weights"), told)]
        b_rows = [r for r in theirs[campaign] if fitting(r, facts.names.get("comparator_weights"), told)]
        if a_rows and b_rows and not _own(a_rows[0], claim):
            found += _entries(campaign, a_rows, b_rows, claim, facts)
    return found


def _rows(facts: Facts, role: str, who: str, claim: Claim) -> dict[str, list[Row]]:
    """Result rows of one model by campaign, those of brought tables among them."""
    found: dict[str, list[Row]] = {}
    wanted = claim.subset or claim.language or ""
    for item in facts.evidence(role):
        row = item.content
        if item.kind == "result" and not str(row["campaign"]).endswith(MIXED) and usable(row.get("confidence")):
            found.setdefault(str(row["campaign"]), []).append(row)
    test, model = facts.names.get("benchmark_id"), facts.names.get(who)
    for item, i, brought in result_rows(facts):
        if model and brought.get("model_id") == model and brought.get("benchmark_id") == test:
            found.setdefault(item.id, []).append(as_result(item, i, brought, claim.claimant))
    return {
        campaign: kept
        for campaign, rows in found.items()
        if (
            kept := [
                r
                for r in rows
                if r.get("unit") == "percent" and not trained_more(r) and (r.get("subset") or "") == wanted
            ]
        )
    }


def _kind_of_weights(facts: Facts, *sides: Mapping[str, Sequence[Row]]) -> str:
    """As told for one of the two, else the only kind that both were run with; base and tuned are never mixed."""
    for told in (facts.names.get("model_weights"), facts.names.get("comparator_weights")):
        if told and told != "unknown":
            return str(told)
    kinds = [{str(r.get("weights")) for rows in side.values() for r in rows} - {"unknown", "None"} for side in sides]
    shared = kinds[0] & kinds[1]
    return shared.pop() if len(shared) == 1 else "unknown"


def _own(row: Row, claim: Claim) -> bool:
    if row.get("claimants_own") or (claim.source and row.get("document") == claim.source):
        return True
    return any(same_party(row.get(k), claim.claimant) for k in ("measured_by", "document_party"))


def _entries(
    campaign: str, a_rows: Sequence[Row], b_rows: Sequence[Row], claim: Claim, facts: Facts
) -> list[dict[str, Any]]:
    """One entry a set-up in which both were run; the mean where one set-up was run more than once."""
    setups = sorted({_setup(r) for r in a_rows} & {_setup(r) for r in b_rows})
    pairs = [([r for r in a_rows if _setup(r) == s], [r for r in b_rows if _setup(r) == s]) for s in setups]
    alone = len(a_rows) == 1 == len(b_rows) and (a_rows[0].get("metric") or "") == (b_rows[0].get("metric") or "")
    # One run of each under one protocol: its words may differ in what decides nothing (who served the model).
    if not pairs and alone and not differences(row_setup(a_rows[0]), row_setup(b_rows[0])):
        pairs = [(list(a_rows), list(b_rows))]
    return [_entry(campaign, a, b, claim, facts) for a, b in pairs]


def _setup(row: Row) -> tuple[str, ...]:
    return tuple(str(row.get(k) or "") for k in ("metric", "shots", "setting", "measured_by"))


def _entry(campaign: str, a_rows: Sequence[Row], b_rows: Sequence[Row], claim: Claim, facts: Facts) -> dict[str, Any]:
    a, b = a_rows[0], b_rows[0]
    pa, pb = (fmean(r["score"] for r in rows) / 100 for rows in (a_rows, b_rows))
    whole = not (claim.subset or claim.language)
    n_a, n_b = (r.get("n_items") or (facts.catalogue_n() if whole else None) for r in (a, b))
    turn = 1 if a.get("higher_is_better", True) else -1
    gap = turn * (pa - pb)
    z = p = None
    clear = False
    if n_a and n_b and 0 <= pa <= 1 and 0 <= pb <= 1:
        found = unpaired_difference(pa, n_a, pb, n_b)
        z, p, clear = found.z * turn, found.p_value, found.p_value < 0.05
    names = facts.names
    return {
        "party": a["measured_by"],
        "party_type": a["measured_by_type"],
        "tester_stake": any(same_party(a["measured_by"], names.get(k)) for k in ("developer", "comparator_developer")),
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
        "evidence": [f"result:{r['result_id']}" for r in (*a_rows, *b_rows)],
        "why_not": _why_not((*a_rows, *b_rows), claim),
    }


def _why_not(rows: Sequence[Row], claim: Claim) -> str | None:
    """Why a pair is only listed: a figure that may have been quoted is nobody's second measurement."""
    for row in rows:
        if row.get("copied") in ("yes", "likely"):
            return "one of the two figures is copied from elsewhere"
        if claim.source and claim.source in (row.get("equal_to") or ()):
            return "one of the two figures stands in the claim's own document"
        if row.get("measured_by_type") == "competitor" and row.get("copied") in ("unknown", "one_equal"):
            return "one of the two figures may be quoted, the tester does not say"
        if row.get("measured_by_type") == "unattributed":
            return "the file does not say who measured"
    return None


def _split(entries: Sequence[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Entries that count, and those only listed. The same two figures in two developers' documents count once."""
    counted: list[dict[str, Any]] = []
    listed = []
    by_developers = ("developer", "competitor")
    for entry in sorted(entries, key=lambda e: e["party_type"] in by_developers):
        same = [k for k in counted if abs(k["a"] - entry["a"]) < 1e-9 and abs(k["b"] - entry["b"]) < 1e-9]
        if entry["why_not"]:
            listed.append(entry)
        elif same and entry["party_type"] in by_developers:
            listed.append({**entry, "why_not": f"the same two figures as {same[0]['party']}"})
        else:
            counted.append(entry)
    return sorted(counted, key=lambda e: e["campaign"]), sorted(listed, key=lambda e: e["campaign"])


def _own_clear(claim: Claim, facts: Facts) -> bool:
    """Whether the claim's own two figures, from one set-up, show it clearly ahead."""
    scores = pair_scores(claim, facts)
    if scores is None or scores.n_a is None or scores.n_b is None:
        return False
    apart = facts.names.get("copied_side") or facts.names.get("measured_apart")
    if apart or differences(claim_setup(claim), comparator_setup(claim)):
        return False
    return unpaired_difference(scores.a, scores.n_a, scores.b, scores.n_b).ci_low > 0


def _reversal(worst: Row) -> dict[str, Any]:
    f = leaked_share_needed(worst["b"], worst["a"]) if worst["a"] < 1 and worst["b"] > worst["a"] else None
    return {
        "party": worst["party"],
        "gap": -worst["gap"],
        "f": f,
        "campaign": worst["campaign"],
        "setup": worst["setup"],
        "tester_stake": worst["tester_stake"],
    }
