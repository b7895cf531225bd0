"""Claims files: YAML, CSV, XLSX or JSON in, a ClaimsFile out, or one clear line for each thing to mend."""

from __future__ import annotations

import hashlib
from datetime import date
from pathlib import Path

from auditgen.intake.claims.csv_form import read_csv
from auditgen.intake.claims.document import read_document
from auditgen.intake.claims.hygiene import clean
from auditgen.intake.claims.json_form import read_json
from auditgen.intake.claims.ledger import Ledger
from auditgen.intake.claims.nodes import Items, Node
from auditgen.intake.claims.opening import read_bytes
from auditgen.intake.claims.recognise import recognise
from auditgen.intake.claims.yaml_form import read_yaml
from auditgen.intake.errors import InputError
from auditgen.records.claim import ClaimsFile

LONGEST_NAME = 120


def read_claims(path: str | Path, *, accept_drafts: bool = False, today: date | None = None) -> ClaimsFile:
    """Read a claims file of any form, recognised by its content.

    Scores keep their printed text; their unit is stated, or inferred and said so in `unit_note` and `notes`. Rows
    `rejected` are left out; rows `draft` are refused unless `accept_drafts`. `today` (default: the day of the call)
    bounds dates. Raises InputError with a Problem for each thing to mend.
    """
    data, name = read_bytes(path)
    return read_claims_bytes(data, name, accept_drafts=accept_drafts, today=today)


def read_claims_bytes(data: bytes, name: str, *, accept_drafts: bool = False, today: date | None = None) -> ClaimsFile:
    """Read the bytes of a claims file; `name` is shown in messages and its suffix breaks ties. See `read_claims`."""
    base = clean(name.replace("\\", "/").rsplit("/", 1)[-1]).text[-LONGEST_NAME:] or "claims"
    ledger = Ledger(base)
    recognised = recognise(data, base, ledger)
    reason = recognised.reason
    sources: Items | None = None
    root: Node | None
    if recognised.text is None:
        from auditgen.intake.claims.xlsx_form import read_xlsx

        root, sources, sheet = read_xlsx(data, ledger)
        reason = f"{reason}, sheet {sheet}"
    elif recognised.form == "csv":
        root = read_csv(recognised.text, ledger)
    elif recognised.form == "json":
        root = read_json(recognised.text, ledger)
    else:
        root = read_yaml(recognised.text, ledger)
    document = read_document(root, ledger, today or date.today(), accept_drafts=accept_drafts, sources=sources)
    if ledger.problems:
        raise InputError(sorted(ledger.problems, key=lambda p: (p.line or 0, p.column or 0)))
    return ClaimsFile(
        **document.heading,
        sources=document.sources,
        claims=document.claims,
        name=base,
        sha256=hashlib.sha256(data).hexdigest(),
        recognised_by=clean(reason).text,
        notes=ledger.notes,
    )


__all__ = ["InputError", "read_claims", "read_claims_bytes"]
