"""B4. If we look at many gaps, how many will look real by luck?"""

from __future__ import annotations

from typing import Any

from auditgen.checks.document import TableRow, document_of
from auditgen.checks.facts import Facts
from auditgen.checks.registry import absent, ran
from auditgen.checks.sampling.b1_interval import items
from auditgen.checks.sampling.b2_difference import gap_test
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds
from auditgen.stats.best_of_k import overstatement
from auditgen.stats.difference import unpaired_difference
from auditgen.stats.multiplicity import holm, on_the_edge

VERSION = "1"


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Holm step-down inside the family: one document, claimed model, reading and test (Holm 1979)."""
    own = gap_test(claim, facts)
    if own is None:
        return absent("B4", "the gap could not be tested")
    n, _ = items(claim, facts)
    others = _family(claim, facts, n or own.n)
    adjusted = holm([own.p_value, *others])[0]
    clear = bool(adjusted < 0.05)
    values: dict[str, Any] = {
        "family": "the claimed model against each other model of this table on this test",
        "m": 1 + len(others),
        "p_raw": own.p_value,
        "p_adjusted": float(adjusted),
        "clear": clear and own.estimate > 0,
        "edge": on_the_edge(float(adjusted)),
        "within_best_of_k": False,
    }
    k = claim.setting.variants_tried
    if k and k > 1 and not claim.setting.all_runs_reported:
        values["within_best_of_k"] = own.estimate < overstatement(own.se, k)
    caveats = (("B4-a",) if values["m"] > 1 else ()) + (("B4-b",) if values["edge"] else ())
    return ran(
        "B4",
        facts,
        ("document", "items"),
        estimate=own.estimate,
        unit="share",
        p_value=own.p_value,
        p_adjusted=float(adjusted),
        family=values["family"],
        caveat_ids=caveats,
        values=values,
    )


def _family(claim: Claim, facts: Facts, n: int) -> list[float]:
    """p-values of the other comparisons of the family, in the order of the document."""
    document = document_of(facts)
    if document is None:
        return []
    rows = [facts.names.get("row_id"), facts.names.get("other_row_id")]
    own = document.row(str(rows[0])) if rows[0] else None
    if own is None or own.share is None:
        return []
    p_values = []
    for row in document.by_test.get(own.test_key, ()):
        if (
            row.claim_id in rows
            or row.share is None
            or row.model_key == own.model_key
            or not _same_kind(own, row, facts)
        ):
            continue
        p_values.append(unpaired_difference(own.share, own.n_items or n, row.share, row.n_items or n).p_value)
    return p_values


def _same_kind(own: TableRow, row: TableRow, facts: Facts) -> bool:
    """Comparisons of the same reading: with another developer's model (R) or with one of the same developer (P)."""
    same_developer = own.developer is not None and own.developer == row.developer
    return same_developer == (facts.reading == "P")
