"""Reference models of check D7: the stored list, and the rule it must agree with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from auditgen.catalogue.measurements import D7References, Finding, PairRow, PairTable
from auditgen.catalogue.record import freeze
from auditgen.catalogue.strength import weaker

if TYPE_CHECKING:
    from auditgen.catalogue.store import Catalogue

EXCLUDING = ("name", "family")  # group rows ("at least one member") are listed and stay in
MINOR_SHARE_PCT = 1.0  # a flagged share w up to this cannot move a score t by a whole point: w(1 - t) < 1


def read_list(
    stored: Mapping[str, Any],
    table: PairTable,
    family: str | None,
    line: str | None,
    model_id: str | None,
    family_of: Mapping[str, str],
) -> D7References:
    """The references of one pair table.

    Left out: rows excluded by `name` or `family`, unusable rows, and, where a model under audit is given, the model
    and its family. A row without a model id belongs to the family written in the pair table.
    """
    barred = {e["model"]: e for e in stored["excluded"] if e["basis"] in EXCLUDING}
    unusable = set(stored.get("unusable_rows") or ())
    rows: list[PairRow] = []
    excluded: list[Mapping[str, Any]] = []
    for row in table.rows:
        own = family_of.get(row.model_id) == family if row.model_id else row.family in (family, line)
        if model_id and row.model_id == model_id:
            excluded.append({"model": row.model, "basis": "own_model", "findings": []})
        elif family and own:
            excluded.append({"model": row.model, "basis": "own_family", "findings": []})
        elif row.model in barred:
            excluded.append(barred[row.model])
        elif row.model in unusable:
            excluded.append({"model": row.model, "basis": "unusable", "findings": []})
        else:
            rows.append(row)
    return D7References(
        original=table.original,
        variant=table.variant,
        tester=table.tester,
        as_of=str(stored["as_of"]),
        confidence=stored["confidence"],
        rows=tuple(rows),
        excluded=freeze(excluded),
        listed=freeze([e for e in stored["excluded"] if e["basis"] not in EXCLUDING]),
        caution=stored.get("caution", ""),
        source=stored["source"],
    )


def excludes(finding: Finding, weights: str) -> bool:
    """Whether a finding takes a row with these weights out of the references.

    Moderate or strong (one strength less for other weights than the finding names), about the model by name or about
    a family of which every member is meant, on the whole test and its scored split. A flagged share that cannot move
    the score by a whole point takes nobody out.
    """
    known = "unknown" not in (finding.weights, weights)
    strength = weaker(finding.strength) if known and finding.weights != weights else finding.strength
    minor = finding.share_pct is not None and finding.share_pct <= MINOR_SHARE_PCT
    return (
        strength in ("moderate", "strong")
        and finding.scope in ("model", "family")
        and finding.direction == "concern"
        and finding.split != "train"
        and not finding.subset
        and not minor
    )


def rule_exclusions(catalogue: Catalogue, table: PairTable) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Model as written -> (basis, finding ids) for every row of a table that the rule leaves out."""
    test = table.original.partition("@")[0].partition(":")[0]
    lines = {g: {catalogue.line(f) for f in families} for g, families in catalogue.groups.items()}
    by_family = [f for f in catalogue.findings_for(None, test) if f.scope == "family"]
    left_out = {}
    for row in table.rows:
        about: Iterable[Finding] = catalogue.findings_for(row.model_id, test) if row.model_id else ()
        named = [f for f in about if excludes(f, row.weights)]
        if not row.model_id:
            named = [f for f in by_family if row.family in lines[f.group] and excludes(f, row.weights)]
        if named:
            basis = "name" if any(f.scope == "model" for f in named) else "family"
            left_out[row.model] = basis, tuple(f.finding_id for f in named)
    return left_out
