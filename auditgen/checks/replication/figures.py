"""Measured figures: which numbers held for a model and test may be set against a claim, and why others may not."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from auditgen.checks.facts import Facts, usable
from auditgen.checks.leakage.d7_fresh_test import own_row, version
from auditgen.checks.parties import same_party
from auditgen.checks.replication.brought_tables import as_result, pair_tables, result_rows
from auditgen.checks.setup import Setup, claim_setup, differences, read_setup, row_setup
from auditgen.records.claim import Claim
from auditgen.records.evidence import Evidence
from auditgen.stats.intervals import score_interval
from auditgen.stats.standard_normal import Z_975

_SECOND_HAND = re.compile(r"press report|the decoder|news (?:site|article)|blog post by a third", re.I)
_OTHER_VERSION = re.compile(r"later (?:api )?version|later snapshot|earlier snapshot|another snapshot|not told", re.I)
_UNVERIFIED = re.compile(r"unverified|not verified|not confirmed for this model|doubtful", re.I)


@dataclass(frozen=True)
class Figure:
    """One figure for the claimed model on the claimed test. `why_not` tells why it is only listed."""

    id: str
    party: str
    party_type: str
    score: float
    n: int | None
    setup: Setup
    setup_text: str | None
    date: str | None
    own: bool
    why_not: str | None

    @property
    def setup_stated(self) -> bool:
        return bool(self.setup_text)


def trained_more(row: Mapping[str, Any]) -> bool:
    """Whether a row is about the model after extra training (practice for the test): not the version released."""
    return "after equal practice" in str(row.get("setting") or "")


def figures(claim: Claim, facts: Facts) -> list[Figure]:
    """All figures held, those of results, replications and pair tables, in the order of the catalogue."""
    mine = claim_setup(claim)
    found = []
    for item in facts.evidence("figures"):
        for id, kind, content in _rows(item):
            read = _from_result if kind == "result" else _from_replication
            made = read(id, content, claim, facts, mine)
            if made is not None:
                found.append(made)
    names = facts.names
    for item, i, brought in result_rows(facts):
        if names.get("model_id") and brought.get("model_id") == names["model_id"]:
            result = as_result(item, i, brought, claim.claimant)
            made = _from_result(result["result_id"], result, claim, facts, mine)
            if made is not None and result["benchmark_id"] == names.get("benchmark_id"):
                found.append(made)
    for table in pair_tables(facts):
        row = own_row(table["rows"], *version(facts))
        if row is not None and usable(table.get("confidence")) and "builder" not in table["tester"]:
            note = str(row.get("note") or "").split(";")[0] or None
            own = same_party(table["tester"], claim.claimant)
            setup = read_setup([note])
            found.append(
                Figure(
                    table["id"],
                    table["tester"],
                    "independent",
                    row["original_score"] / 100,
                    table.get("n_original"),
                    setup,
                    note,
                    None,
                    own,
                    _setup_reason(mine, setup),
                )
            )
    return _without_repeats(found)


def _rows(item: Evidence) -> list[tuple[str, str, Mapping[str, Any]]]:
    """Rows of one piece with their ids and kinds; a brought piece may hold several, with the catalogue's columns."""
    if item.confidence != "brought":
        return [(item.id, item.kind, item.content)]
    rows = item.content.get("rows") or (item.content,)
    known = {"measured_by": item.citation, "confidence": item.confidence, "measured_confidence": item.confidence}
    return [
        (f"{item.id}/{i}", "result" if "score" in row else "replication", {**known, **row})
        for i, row in enumerate(rows)
    ]


def _without_repeats(found: list[Figure]) -> list[Figure]:
    """One entry for figures that one party prints twice."""
    kept: list[Figure] = []
    for f in found:
        twin = next(
            (i for i, k in enumerate(kept) if abs(k.score - f.score) < 1e-9 and same_party(k.party, f.party)), None
        )
        if twin is None:
            kept.append(f)
        elif kept[twin].why_not and not f.why_not:
            kept[twin] = f
    return kept


def _weights_reason(row_weights: str, facts: Facts) -> str | None:
    claimed = str(facts.names.get("model_weights") or "unknown")
    if "unknown" in (row_weights, claimed):
        if row_weights == claimed or claimed != "unknown":
            return None
        return "the claim does not tell whether base or tuned weights were tested"
    return None if row_weights == claimed else f"other weights ({row_weights})"


def _setup_reason(mine: Setup, theirs: Setup) -> str | None:
    """Another number of tries or way to combine them makes another figure, as far as both are told."""
    if theirs.combines_samples and theirs.combining != mine.combining:
        return f"combines several answers ({theirs.combining})"
    if mine.combines_samples and theirs.combining != mine.combining:
        return "counts single answers, the claim combines several"
    return None


def _from_result(id: str, row: Mapping[str, Any], claim: Claim, facts: Facts, mine: Setup) -> Figure | None:
    if row.get("unit") != "percent":
        return None
    setup = row_setup(row)
    own = bool(row.get("claimants_own")) or same_party(row.get("measured_by"), claim.measured_by or claim.claimant)
    subset, wanted = row.get("subset") or None, claim.subset or claim.language
    why = None
    if claim.source and row.get("document") == claim.source:
        why = "stands in the claim's own document"
    elif own and abs(row["score"] - (claim.score.value if claim.score else -1)) < 1e-9:
        why = "the claimed figure itself"
    elif subset != wanted and not _nearly_whole(row, claim, facts, wanted):
        why = f"another part of the test ({subset or 'whole test'})"
    elif trained_more(row):
        why = "after extra training"
    elif row.get("copied") in ("yes", "likely"):
        why = "copied from elsewhere"
    elif row.get("measured_by_type") == "competitor" and row.get("copied") != "no":
        why = "may be quoted, the tester does not say"
    elif claim.source and claim.source in (row.get("equal_to") or ()):
        why = "the same number stands in the claim's own document"
    elif row.get("measured_by_type") == "unattributed":
        why = "the file does not say who measured"
    elif not usable(row.get("confidence")):
        why = "from memory, not confirmed"
    elif _UNVERIFIED.search(f"{row.get('setting') or ''} {row.get('note') or ''}"):
        why = "not verified"
    why = why or _weights_reason(str(row.get("weights") or "unknown"), facts) or _setup_reason(mine, setup)
    text = "; ".join(
        t for t in (f"{row['shots']}-shot" if row.get("shots") else "", str(row.get("setting") or "")) if t
    )
    n = row.get("n_items") or (facts.catalogue_n(wanted) if not subset else None)
    return Figure(
        id,
        str(row.get("measured_by")),
        str(row.get("measured_by_type")),
        row["score"] / 100,
        n,
        setup,
        text or None,
        str(row.get("date") or "") or None,
        own,
        why,
    )


SAME_SET = 0.10


def _nearly_whole(row: Mapping[str, Any], claim: Claim, facts: Facts, wanted: str | None) -> bool:
    """Whether two sets of questions differ by so few that they count as one (`same_set`); both sizes are printed."""
    mine, theirs = claim.n_items or facts.catalogue_n(wanted), row.get("n_items")
    if wanted is not None or not mine or not theirs:
        return False
    return abs(mine - theirs) <= SAME_SET * max(mine, theirs)


def _from_replication(id: str, row: Mapping[str, Any], claim: Claim, facts: Facts, mine: Setup) -> Figure | None:
    value = row.get("measured_value")
    if value is None or row.get("metric") in ("rank", "F1"):
        return None
    setting = str(row.get("measured_setting") or "")
    setup = read_setup([setting])
    own = same_party(row.get("measured_by"), claim.measured_by or claim.claimant) or (
        row.get("measured_by_type") == "same-lab" and same_party(row.get("claimed_by"), claim.claimant)
    )
    why = None
    n, size = row.get("n_items"), facts.catalogue_n(claim.subset)
    if not usable(row.get("measured_confidence")):
        why = "from memory, not confirmed"
    elif _SECOND_HAND.search(str(row.get("source") or "")):
        why = "read second-hand, in a press report"
    elif _OTHER_VERSION.search(str(row.get("note") or "")) or "earlier" in setting:
        why = "another version of the model"
    elif _UNVERIFIED.search(str(row.get("note") or "")):
        why = "not verified"
    elif claim.subset or claim.language:
        why = "another part of the test (whole test)"
    elif row.get("record_type") == "benchmark-repair":
        why = "on a repaired test"
    elif re.search(r"\blow (?:reasoning )?effort\b|\(low", str(row.get("model") or "")):
        why = "at low reasoning effort"
    return Figure(
        id,
        str(row.get("measured_by")),
        str(row.get("measured_by_type")),
        value / 100,
        n or size,
        setup,
        setting if setting and setting != "as reported" else None,
        str(row.get("year") or "") or None,
        own,
        why or _setup_reason(mine, setup),
    )


def standard_error(p: float, n: int | None) -> float | None:
    """Plain binomial standard error; half an item away from 0 and 1 so that it never vanishes."""
    if not n:
        return None
    q = min(max(p, 0.5 / n), 1 - 0.5 / n)
    return math.sqrt(q * (1 - q) / n)


def against(figure: Figure, score: float, n: int | None, mine: Setup) -> dict[str, Any]:
    """A figure as the record keeps it: distance to the claim, and whether that is beyond luck."""
    first, second = standard_error(score, n), standard_error(figure.score, figure.n)
    distance = abs(figure.score - score)
    clear = bool(first and second and distance > Z_975 * math.hypot(first, second))
    interval = score_interval(figure.score, figure.n) if figure.n and 0 <= figure.score <= 1 else None
    return {
        "id": figure.id,
        "party": figure.party,
        "party_type": figure.party_type,
        "score": figure.score,
        "n": figure.n,
        "low": interval.ci_low if interval else None,
        "high": interval.ci_high if interval else None,
        "setup": figure.setup_text,
        "setup_stated": figure.setup_stated,
        "differs_in": len(differences(mine, figure.setup)),
        "claimants_own": figure.own,
        "counted": figure.why_not is None,
        "why_not": figure.why_not,
        "date": figure.date,
        "distance": distance,
        "clear": clear,
    }
