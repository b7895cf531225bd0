"""Turns the claims of one document into a table: comparable cells, copied cells, and the pairs that a table implies."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from auditgen.catalogue import Catalogue
from auditgen.checks.document import Document, TableRow
from auditgen.checks.parties import same_party
from auditgen.checks.setup import claim_setup
from auditgen.records.audit_record import Named
from auditgen.records.claim import Claim, Setting, Source

ENOUGH_EQUAL = 3
MOST_PER_CELL = 2
_LOWER = ("bits_per_byte",)


@dataclass(frozen=True)
class NamedClaim:
    """A claim with its names resolved."""

    claim: Claim
    model: Named
    benchmark: Named
    developer: str | None
    family: str | None
    domain: str | None
    n_items: int | None
    release: str | None


def document_id(claim: Claim) -> str:
    """The document that a claim stands in; claims without a source share the claims file itself."""
    return claim.source or "claims file"


def build_document(id: str, claims: Iterable[NamedClaim], source: Source | None, copied: set[str]) -> Document:
    """All cells of one document."""
    rows = tuple(_row(c, c.claim.id in copied) for c in claims if c.claim.score is not None)
    return Document(id, bool(source and source.one_evaluation), rows)


def _row(c: NamedClaim, copied: bool) -> TableRow:
    claim = c.claim
    assert claim.score is not None
    test = c.benchmark.id or (claim.benchmark or "").strip().lower()
    part = c.benchmark.subset or ""
    share = claim.score.fraction
    return TableRow(
        claim_id=claim.id,
        model=claim.model or "",
        model_key=model_key(c),
        developer=c.developer,
        test=claim.benchmark or "",
        test_key=f"{test}|{part}",
        benchmark_id=c.benchmark.id,
        domain=c.domain,
        subset=part or None,
        metric=claim.metric,
        table=table_of(claim.place),
        weights=str(c.model.weights or "unknown"),
        text=claim.score.text,
        unit=claim.score.unit,
        share=share if share is not None and 0 <= share <= 1 else None,
        n_items=claim.n_items or (c.n_items if not part else None),
        place=claim.place,
        higher_is_better=claim.higher_is_better is not False and claim.score.unit not in _LOWER,
        copied=copied or claim.copied_from is not None,
        own=own_model(c),
        subject=c.claim.subject == "yes" or (c.claim.subject is None and own_model(c)),
        setup=claim_setup(claim),
    )


_COORDINATE = re.compile(r"(?:^|,\s*)(?:L\d+|lines? \d+|page \d+|p\. ?\d+|row\b[^,]*|column\b[^,]*|cell\b[^,]*)", re.I)
_QUOTED = re.compile(r'"[^"]*"')


def table_of(place: str | None) -> str:
    """The table that a place names, without line, row and column: "L9, Base Model, row ..." gives "Base Model"."""
    if not place:
        return ""
    return _COORDINATE.sub("", _QUOTED.sub("", place)).strip(" ,")


def model_key(c: NamedClaim) -> str:
    """Equal for cells that mean the same model in the same version."""
    return f"{c.model.id or (c.claim.model or '').strip().lower()}|{_version(c)}"


def _version(c: NamedClaim) -> str:
    """What tells versions under one name apart: weights, and settings inside the name (effort, precision, mode)."""
    return f"{c.model.weights}|{c.model.version or ''}"


def own_model(c: NamedClaim) -> bool:
    """Whether the claimed model is the claimant's own: by what the claim says, else by the developer's name."""
    if c.claim.subject is not None:
        return c.claim.subject != "no"
    if c.claim.claimant_relation == "developer" and c.developer is None:
        return True
    return same_party(c.claim.claimant, c.developer)


def content_of(document: Document) -> dict[str, Any]:
    """A document as plain data, from which `parse_document` builds it again."""
    return {
        "id": document.id,
        "one_evaluation": document.one_evaluation,
        "rows": [
            {**{k: v for k, v in vars(r).items() if k != "setup"}, "setup": asdict(r.setup)} for r in document.rows
        ],
    }


def copied_cells(catalogue: Catalogue, claims: list[NamedClaim]) -> dict[str, list[str]]:
    """Cells of other developers' models that equal, to the printed digit, a figure of that model's developer.

    Counted only where at least three cells of one column (one model) do so: one equal cell may be chance. Returns the
    claim ids with the ids of the equal results.
    """
    by_model: dict[str, list[NamedClaim]] = {}
    for c in claims:
        if c.model.id and c.benchmark.id and c.claim.score and c.claim.score.unit == "percent" and not own_model(c):
            by_model.setdefault(c.model.id, []).append(c)
    found: dict[str, list[str]] = {}
    for column in by_model.values():
        equal = {}
        for c in column:
            assert c.model.id is not None
            assert c.benchmark.id is not None
            assert c.claim.score is not None
            rows = [
                r.id
                for r in catalogue.results_for(c.model.id, c.benchmark.id)
                if r.measured_by_type == "developer"
                and r.unit == "percent"
                and (r.subset or None) == (c.benchmark.subset or None)
                and abs(r.score - c.claim.score.value) < 1e-9
                and same_party(r.document_party, c.developer)
            ]
            if rows:
                equal[c.claim.id] = rows
        if len(equal) >= ENOUGH_EQUAL:
            found.update(equal)
    return found


def implied_pairs(document: Document, claims: dict[str, NamedClaim]) -> list[tuple[NamedClaim, NamedClaim, str]]:
    """(ahead, behind, reading) for every ranking and step that a table implies.

    R: each of the claimant's own models against each model of another developer on one test, in the direction that
    the figures give. P: each of the claimant's own models against its older ones of the same family, where the newer
    is ahead. If no model is the claimant's own, the best model of each test against each other one. Rows for a part or
    a language of a test imply nothing about the test; they are left out.
    """
    pairs: list[tuple[TableRow, TableRow, str]] = []
    for rows in document.by_test.values():
        usable = _first_cells(rows)
        own = [r for r in usable if r.subject]
        if own:
            for mine in own:
                for other in usable:
                    if other.model_key == mine.model_key or not _one_row(mine, other):
                        continue
                    pair = _step(mine, other, claims) if other.own else _rank(mine, other)
                    if pair:
                        pairs.append(pair)
        elif len(usable) > 1:
            best = max(usable, key=_better)
            pairs += [(best, r, "R") for r in usable if r.model_key != best.model_key and _one_row(best, r)]
    return [(claims[a.claim_id], claims[b.claim_id], reading) for a, b, reading in _closest(pairs, len(document.rows))]


def _first_cells(rows: list[TableRow]) -> list[TableRow]:
    """One cell a model, table, metric and printed test; a second one is a matter for the contradiction check."""
    first: dict[tuple[object, ...], TableRow] = {}
    for r in rows:
        if r.share is not None and r.model and not r.subset:
            first.setdefault((r.model_key, r.test, r.metric, r.table), r)
    return list(first.values())


def _closest(pairs: list[tuple[TableRow, TableRow, str]], n_rows: int) -> list[tuple[TableRow, TableRow, str]]:
    """At most MOST_PER_CELL pairs for each cell of the document, the closest ones, in the order of the document.

    A long table implies more pairs than anybody reads; those with the smallest gaps are the ones in doubt.
    """
    most = MOST_PER_CELL * max(n_rows, 100)
    if len(pairs) <= most:
        return pairs
    order = sorted(range(len(pairs)), key=lambda i: (abs(_better(pairs[i][0]) - _better(pairs[i][1])), i))
    return [pairs[i] for i in sorted(order[:most])]


def _better(row: TableRow) -> float:
    return (row.share or 0.0) * (1 if row.higher_is_better else -1)


def _one_row(a: TableRow, b: TableRow) -> bool:
    """Whether two cells stand side by side: one printed test, metric and table, and not base beside tuned weights."""
    mixed = "base" in (a.weights, b.weights) and a.weights != b.weights
    return not mixed and (a.test, a.metric, a.table) == (b.test, b.metric, b.table)


def _rank(mine: TableRow, other: TableRow) -> tuple[TableRow, TableRow, str] | None:
    return (mine, other, "R") if _better(mine) >= _better(other) else (other, mine, "R")


def _step(mine: TableRow, other: TableRow, claims: dict[str, NamedClaim]) -> tuple[TableRow, TableRow, str] | None:
    """A step from the older to the newer model; nothing is claimed where the newer one is not ahead."""
    first, second = claims[mine.claim_id], claims[other.claim_id]
    if not first.family or first.family != second.family or first.model.weights != second.model.weights:
        return None
    if not first.release or not second.release or first.release <= second.release or _better(mine) < _better(other):
        return None
    return mine, other, "P"


def _as_printed(claim: Claim) -> Setting | None:
    """Setting of the second row, with the metric and the test's name that stand beside its figure."""
    beside = {"metric_as_printed": claim.metric, "test_as_printed": claim.benchmark}
    setting = claim.setting.model_copy(update={k: v for k, v in beside.items() if v})
    return setting if setting.model_dump(exclude_none=True) else None


def turned_to_winner(claim: Claim) -> Claim:
    """ "X loses to Y" as "Y is ahead of X": the statement that is audited, with both figures and set-ups exchanged."""
    if claim.relation != "loses" or claim.comparator is None:
        return claim
    own = claim.setting if claim.setting != Setting() else None
    remark = f"The source puts {claim.model} behind; audited as {claim.comparator} ahead."
    return claim.model_copy(
        update={
            "relation": "beats",
            "model": claim.comparator,
            "model_id": claim.comparator_id,
            "comparator": claim.model,
            "comparator_id": claim.model_id,
            "score": claim.comparator_score,
            "comparator_score": claim.score,
            "n_items": claim.comparator_n_items or claim.n_items,
            "comparator_n_items": claim.n_items,
            "shots": claim.comparator_shots or claim.shots,
            "comparator_shots": claim.shots,
            "setting": claim.comparator_setting or Setting(),
            "comparator_setting": own,
            "measured_by": claim.comparator_measured_by or claim.measured_by,
            "comparator_measured_by": claim.measured_by,
            "model_developer": None,
            "subject": None,
            "statement": claim.statement,
            "notes": "; ".join(n for n in (claim.notes, remark) if n),
        }
    )


def derived_claim(ahead: NamedClaim, behind: NamedClaim, reading: str) -> Claim:
    """The comparative claim that two cells imply."""
    a, b = ahead.claim, behind.claim
    return a.model_copy(
        update={
            "id": f"{a.id} > {b.id}",
            "type": "trend" if reading == "P" else "comparative",
            "statement": None,
            "comparator": b.model,
            "comparator_id": behind.model.id,
            "comparator_score": b.score,
            "comparator_n_items": b.n_items,
            "comparator_shots": b.shots,
            "comparator_setting": _as_printed(b),
            "baseline_model": b.model if reading == "P" else None,
            "relation": "beats",
            "quote": None,
            "asked": (),
            "construct_link": None,
        }
    )
