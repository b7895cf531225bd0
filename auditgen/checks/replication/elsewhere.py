"""The same two models in every other campaign, test by test: who measured, which was ahead, and how surely."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import fmean
from typing import Any

from auditgen.checks.facts import Facts
from auditgen.checks.parties import same_party
from auditgen.checks.replication.brought_tables import brought_campaigns
from auditgen.checks.replication.campaign_cells import (
    cells_by_part,
    fitting,
    kinds_of_both,
    weights_of_pair,
)
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds
from auditgen.stats.multiplicity import holm
from auditgen.stats.standard_normal import two_sided

MIXED = ("--copied", "--reported-by-others", "--best-of-two")
USUAL = "chat"  # what a model's bare name means among those who use it
_WHOLE = ("", "all", "overall")
_MADE_BY_DEVELOPERS = ("developer", "competitor")
_NO_STAKE = ("independent", "leaderboard", "public_body")
# What the record keeps of an entry.
_TOLD = (
    "party", "party_type", "stake", "campaign", "benchmark", "domain", "name", "parts", "unit", "a", "b", "n", "gap",
    "se", "p_adjusted", "clear", "evidence",
)  # fmt: skip
_TOLD_OF_LISTED = ("party", "campaign", "name", "unit", "gap", "why_not", "evidence")
_NAMES = (
    "model_id", "model_weights", "developer", "comparator_id", "comparator_weights", "comparator_developer",
)  # fmt: skip
_FOUND: dict[tuple[Any, ...], dict[str, Any] | None] = {}
Row = Mapping[str, Any]


def elsewhere(
    claim: Claim, facts: Facts, t: Thresholds, other: str | None = None, *, other_ahead: bool = False
) -> dict[str, Any] | None:
    """Every test on which another party measured both models in one set-up of its own; None where nobody did.

    One entry a party and test: the whole test where it was run, else the mean over its parts. Figures of base and
    tuned weights are never set against each other; where neither name tells which is meant and both kinds were run, the
    tuned ones are shown and `weights_assumed` says so. What one laboratory may have quoted from another is listed, not
    counted. `clear` means: beyond luck after Holm over all entries with an error. Gaps of shares are fractions.
    Counts and `picture` are over parties without a stake. `other` names the second model where a rank names none; with
    `other_ahead` it is the one that the claim puts ahead, and gaps are turned so.
    """
    if safer_is_lower(claim, facts):
        return None  # what others call ahead is ability, not safety
    if other is not None:
        names = facts.names
        own = {"id": names.get("model_id"), "weights": names.get("model_weights"), "developer": names.get("developer")}
        far = {"id": other, "weights": "unknown", "developer": None}
        first, second = (far, own) if other_ahead else (own, far)
        told = {
            "model_id": first["id"], "model_weights": first["weights"], "developer": first["developer"],
            "comparator_id": second["id"], "comparator_weights": second["weights"],
            "comparator_developer": second["developer"],
        }  # fmt: skip
        facts = replace(facts, names={**names, **told})
    names = facts.names
    brought = names.get("benchmark_id") if facts.evidence("results") else None
    key = (
        tuple((e.id, e.sha256, e.produced_by) for role in ("elsewhere", "results") for e in facts.evidence(role)),
        (claim.claimant, claim.measured_by, claim.source, brought, t.tau_good),
        tuple(names.get(k) for k in _NAMES),
    )
    if key not in _FOUND:
        if len(_FOUND) >= 4096:
            _FOUND.clear()
        _FOUND[key] = _of_pair(claim, facts, t)
    made = _FOUND[key]
    return None if made is None else _beside(made, facts)


def safer_is_lower(claim: Claim, facts: Facts) -> bool:
    """Whether the claim puts the model ahead that scores lower on a test of a dangerous skill."""
    return claim.higher_is_better is False and (facts.benchmark or {}).get("domain") == "hazard"


def _beside(made: dict[str, Any], facts: Facts) -> dict[str, Any]:
    """The pair's tests, each set beside the claimed one: is it the same, is it of the same field."""
    test, field = facts.names.get("benchmark_id"), (facts.benchmark or {}).get("domain")
    tests = [
        {**e, "same_test": e["benchmark"] == test, "same_field": bool(field and e["domain"] == field)}
        for e in made["tests"]
    ]
    return {**made, "tests": tests}


def _of_pair(claim: Claim, facts: Facts, t: Thresholds) -> dict[str, Any] | None:
    """All that does not depend on the claimed test; a document compares the same two models on many."""
    pieces = [*facts.contents("elsewhere"), *brought_campaigns(facts, claim.claimant)]
    told = weights_of_pair(facts, pieces)
    assumed = told == "unknown" and USUAL in kinds_of_both(facts, pieces)
    if assumed:
        told = USUAL
    found: list[dict[str, Any]] = []
    listed: list[dict[str, Any]] = []
    for first, second in _campaigns(pieces, facts):
        if _own(first, claim):
            continue
        for test in sorted(first["tests"].keys() & second["tests"].keys()):
            entry = _entry(first, second, test, told, claim, facts)
            if entry is not None:
                (listed if entry["why_not"] else found).append(entry)
    counted, repeats = _once_each(found)
    counted = _one_a_test(counted)
    listed = sorted(listed + repeats, key=_order)
    if not counted and not listed:
        return None
    _mark_clear(counted)
    counted.sort(key=_order)
    free = [e for e in counted if without_stake(e)]
    return {
        "weights": told,
        "weights_assumed": assumed,
        "parties": _by_party(counted, t),
        "tests": [{k: e[k] for k in _TOLD} for e in counted],
        "listed": [{k: e[k] for k in _TOLD_OF_LISTED} for e in listed],
        **_counts(free),
        "n_parties": len({e["party"] for e in free}),
        "picture": picture(free, t),
    }


def _order(entry: Row) -> tuple[str, str, str]:
    return entry["party"], entry["name"], entry["campaign"]


def _campaigns(pieces: Sequence[Row], facts: Facts) -> list[tuple[Row, Row]]:
    mine = {p["campaign"]: p for p in pieces if p["model_id"] == facts.names.get("model_id")}
    theirs = {p["campaign"]: p for p in pieces if p["model_id"] == facts.names.get("comparator_id")}
    shared = sorted(c for c in mine.keys() & theirs.keys() if not str(c).endswith(MIXED))
    return [(mine[c], theirs[c]) for c in shared]


def _own(piece: Row, claim: Claim) -> bool:
    """Whether a campaign is the claimant's own, or stands in the claim's own document."""
    if claim.source and piece.get("document") == claim.source:
        return True
    parties = (claim.claimant, claim.measured_by)
    return any(same_party(x, y) for x in (piece["party"], piece.get("document_party")) for y in parties)


def _entry(first: Row, second: Row, test: str, told: str, claim: Claim, facts: Facts) -> dict[str, Any] | None:
    names = facts.names
    mine = [r for r in first["rows"] if r["benchmark_id"] == test and fitting(r, names.get("model_weights"), told)]
    theirs = [
        r for r in second["rows"] if r["benchmark_id"] == test and fitting(r, names.get("comparator_weights"), told)
    ]
    size = first["tests"][test].get("n_items")
    parts = cells_by_part(mine, theirs, size)
    if not parts:
        return None
    whole = [cell for part, cell in parts.items() if _is_whole(part)]
    cells = whole or list(parts.values())
    used = [r for r in (*mine, *theirs) if f"result:{r['result_id']}" in {i for c in cells for i in c.ids}]
    errors = [c.se for c in cells]
    known = all(e is not None for e in errors)
    gap = fmean(c.gap for c in cells)
    se = math.sqrt(sum(e * e for e in errors if e is not None)) / len(cells) if known else None
    party = str(used[0].get("party") or first["party"])
    meta = first["tests"][test]
    return {
        "party": party,
        "party_type": str(used[0].get("party_type") or first["party_type"]),
        "stake": any(same_party(party, names.get(k)) for k in ("developer", "comparator_developer")),
        "campaign": first["campaign"],
        "benchmark": test,
        "domain": meta.get("domain"),
        "name": meta["name"],
        "parts": [] if whole else sorted(parts),
        "unit": "share" if used[0]["unit"] == "percent" else str(used[0]["unit"]),
        "a": fmean(c.a for c in cells),
        "b": fmean(c.b for c in cells),
        "n": cells[0].n if len(cells) == 1 else None,
        "gap": gap,
        "se": se,
        "p": two_sided(gap / se) if se else None,
        "evidence": sorted({i for c in cells for i in c.ids}),
        "why_not": _why_not(used, first, claim),
    }


def _is_whole(part: str) -> bool:
    return part.lower().split(" ")[0] in _WHOLE


def _why_not(rows: Sequence[Row], piece: Row, claim: Claim) -> str | None:
    for row in rows:
        if row.get("copied") in ("yes", "likely"):
            return "one of the two figures is copied from elsewhere"
        if claim.source and claim.source in (row.get("equal_to") or ()):
            return "one of the two figures stands in the claim's own document"
        competitor = str(row.get("party_type") or piece["party_type"]) in _MADE_BY_DEVELOPERS
        if competitor and row.get("copied") in ("unknown", "one_equal"):
            return "one of the two figures may be quoted, the tester does not say"
    return None


def _once_each(found: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Figures that one laboratory's document prints as another one does count once."""
    counted: list[dict[str, Any]] = []
    repeats = []
    own_runs_first = sorted(found, key=lambda e: (e["party_type"] in _MADE_BY_DEVELOPERS, e["campaign"]))
    for entry in own_runs_first:
        twin = next(
            (
                k
                for k in counted
                if k["benchmark"] == entry["benchmark"]
                and entry["party_type"] in _MADE_BY_DEVELOPERS
                and abs(k["a"] - entry["a"]) < 1e-9
                and abs(k["b"] - entry["b"]) < 1e-9
            ),
            None,
        )
        if twin is None:
            counted.append(entry)
        else:
            repeats.append({**entry, "why_not": f"the same two figures as {twin['party']}"})
    return counted, repeats


def _one_a_test(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One entry a party and test: the run over most questions, the later campaign where they are equal."""
    best: dict[tuple[str, str], dict[str, Any]] = {}
    names: list[str] = []
    for entry in entries:
        party = next((p for p in names if same_party(p, entry["party"])), entry["party"])
        if party == entry["party"] and party not in names:
            names.append(party)
        entry = {**entry, "party": party}
        key = party, entry["benchmark"]
        rank = (not entry["parts"], entry["n"] or 0, entry["campaign"])
        if key not in best or rank > (not best[key]["parts"], best[key]["n"] or 0, best[key]["campaign"]):
            best[key] = entry
    return list(best.values())


def _mark_clear(entries: list[dict[str, Any]]) -> None:
    tested = [e for e in entries if e["p"] is not None]
    for entry in entries:
        entry["p_adjusted"], entry["clear"] = None, False
    for entry, p in zip(tested, holm([e["p"] for e in tested]) if tested else []):
        entry["p_adjusted"], entry["clear"] = float(p), bool(p < 0.05)


def _counts(entries: Sequence[Row]) -> dict[str, int]:
    """Tests by direction: ahead and behind whatever the size, and those of them that are beyond luck."""
    ahead = [e for e in entries if e["gap"] > 1e-9]
    behind = [e for e in entries if e["gap"] < -1e-9]
    return {
        "n_tests": len(entries),
        "n_ahead": len(ahead),
        "n_behind": len(behind),
        "n_clear_ahead": sum(e["clear"] for e in ahead),
        "n_clear_behind": sum(e["clear"] for e in behind),
    }


def _by_party(entries: Sequence[Row], t: Thresholds) -> list[dict[str, Any]]:
    parties: dict[str, list[Row]] = {}
    for entry in entries:
        parties.setdefault(str(entry["party"]), []).append(entry)
    return [
        {
            "party": party,
            "party_type": rows[0]["party_type"],
            "stake": any(r["stake"] for r in rows),
            "without_stake": without_stake(rows[0]),
            **_counts(rows),
            "picture": picture(rows, t),
        }
        for party, rows in sorted(parties.items())
    ]


def without_stake(entry: Row) -> bool:
    """Whether a party without a model of its own measured: only these decide how the pair does elsewhere."""
    return entry["party_type"] in _NO_STAKE and not entry["stake"]


def picture(entries: Sequence[Row], t: Thresholds) -> str | None:
    """How a pair does over several tests; None without any.

    holds: the order is kept on at least `tau_good` of the tests (ties half), beyond luck on one of them, and turned
    round beyond luck on none. reversed: the same the other way. mixed: beyond luck both ways. level: all else.
    """
    if not entries:
        return None
    found = _counts(entries)
    ahead, behind = found["n_clear_ahead"], found["n_clear_behind"]
    if ahead and behind:
        return "mixed"
    kept = (found["n_ahead"] + (found["n_tests"] - found["n_ahead"] - found["n_behind"]) / 2) / found["n_tests"]
    if ahead and kept >= t.tau_good - 1e-9:
        return "holds"
    return "reversed" if behind and 1 - kept >= t.tau_good - 1e-9 else "level"
