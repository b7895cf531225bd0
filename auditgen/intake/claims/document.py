"""The claims file as a whole: heading, sources, rows by status, ids, limits."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Any

from auditgen.intake.claims.claim_row import read_row
from auditgen.intake.claims.ledger import Ledger
from auditgen.intake.claims.limits import MAX_CLAIMS, MAX_SOURCES
from auditgen.intake.claims.names import FILE_FIELDS, SOURCE_FIELDS, canonical, did_you_mean, nearest
from auditgen.intake.claims.nodes import Fields, Items, Node, Scalar, describe
from auditgen.intake.claims.values import Values
from auditgen.intake.errors import show
from auditgen.records.claim import LONG, SHORT, Claim, Source

SCHEMA = "auditgen-claims/1"
_SHA256 = re.compile(r"^[0-9a-f]{64}$")
_ADDRESS = re.compile(r"^https?://[^\s/]\S*$", re.IGNORECASE)
_BARE = "Begin with `claims:` and one `- model: ...` a claim; `auditgen init DIR` writes an example."


@dataclass(frozen=True, slots=True)
class Document:
    """What a claims file says, without the bytes it came from."""

    heading: dict[str, str]
    sources: tuple[Source, ...]
    claims: tuple[Claim, ...]


def read_document(
    root: Node | None, ledger: Ledger, today: date, *, accept_drafts: bool, sources: Items | None = None
) -> Document:
    """Read a bare list of claims or a mapping with `claims`. Problems go to the ledger, which the caller asks."""
    heading: dict[str, str] = {}
    rows: Node | None = root
    listed: Node | None = sources
    if isinstance(root, Fields):
        nodes = _top(root, ledger)
        heading = _heading(nodes, ledger, today)
        rows, listed = nodes.get("claims"), nodes.get("sources", sources)
        if rows is None:
            ledger.problem(root, field="claims", expected="a list under claims", found="no claims", mend=_BARE)
            return Document(heading, (), ())
    if isinstance(rows, Items) and not rows.values and ledger.problems:
        return Document(heading, (), ())
    if not isinstance(rows, Items) or not rows.values:
        found = describe(rows) if rows is not None else "nothing"
        ledger.problem(rows, field="claims", expected="a list of claims", found=found, mend=_BARE)
        return Document(heading, (), ())
    if len(rows.values) > MAX_CLAIMS:
        found = f"{len(rows.values):,}"
        ledger.problem(rows, expected=f"at most {MAX_CLAIMS:,} claims", found=found, mend="Split the file.")
        return Document(heading, (), ())
    known = _sources(listed, ledger, today)
    claims = _claims(rows, ledger, today, accept_drafts)
    _check_sources(claims, rows, known, ledger)
    return Document(heading, known, tuple(claims))


def _top(root: Fields, ledger: Ledger) -> dict[str, Node]:
    nodes: dict[str, Node] = {}
    for key, node in root.entries:
        if key.text not in FILE_FIELDS:
            mend = did_you_mean(key.text, FILE_FIELDS)
            ledger.problem(key, field=key.text[:60], expected="a known field", found=show(key.text), mend=mend)
        nodes.setdefault(key.text, node)
    return nodes


def _heading(nodes: dict[str, Node], ledger: Ledger, today: date) -> dict[str, str]:
    values = Values(nodes, ledger, today)
    schema = values.text("schema", SHORT)
    if schema is not None and schema != SCHEMA:
        values.problem("schema", SCHEMA, mend="This version reads no other.")
    read = {"title": values.text("title", SHORT), "prepared_by": values.text("prepared_by", SHORT),
            "date": values.day("date")}  # fmt: skip
    return {name: text for name, text in read.items() if text is not None}


def _claims(rows: Items, ledger: Ledger, today: date, accept_drafts: bool) -> list[Claim]:
    taken = {id_: row for row in rows.values if isinstance(row, Fields) and (id_ := _plain(row, "id"))}
    first_use: dict[str, int] = {}
    claims: list[Claim] = []
    drafts: list[Node] = []
    rejected = 0
    for number, row in enumerate(rows.values, start=1):
        if not isinstance(row, Fields) or not row.entries:
            mend = "Write `- model: ...` with its fields below."
            ledger.problem(row, field="claims", expected="a claim with fields", found=describe(row), mend=mend)
            continue
        status = _plain(row, "status").lower()
        if status == "rejected":
            rejected += 1
            continue
        if status == "draft" and not accept_drafts:
            drafts.append(row)
            continue
        own_id = _id(row, number, taken, first_use, ledger, today)
        if own_id is None:
            continue
        claims += read_row(row, own_id, ledger, today)
        if len(claims) > MAX_CLAIMS:
            ledger.problem(
                row,
                expected=f"at most {MAX_CLAIMS:,} claims",
                found="more with lists written out",
                mend="Split the file.",
            )
            break
    _repeated_variants(claims, ledger)
    if rejected:
        ledger.note(f"{rejected:,} rejected claim" + ("s were" if rejected > 1 else " was") + " left out")
    if drafts:
        ledger.problem(
            drafts[0],
            field="status",
            expected="confirmed claims",
            found=f"{len(drafts):,} of {len(rows.values):,} still draft, the first on line {drafts[0].line}",
            mend="Check each against its source and write status: confirmed or rejected, or use --accept-drafts.",
        )
    elif not claims and not ledger.problems:
        ledger.problem(rows, expected="at least one claim", found="none that is not rejected", mend=_BARE)
    return claims


def _plain(row: Fields, field: str) -> str:
    """A field's text before the row is read; empty where there is none."""
    for key, node in row.entries:
        if canonical(key.text) == field and isinstance(node, Scalar):
            return node.text.strip()
    return ""


def _id(
    row: Fields, number: int, taken: dict[str, Fields], first_use: dict[str, int], ledger: Ledger, today: date
) -> str | None:
    node = next((n for key, n in row.entries if canonical(key.text) == "id"), None)
    values = Values({"id": node} if node is not None else {}, ledger, today)
    before = len(ledger.problems)
    id_ = values.text("id", 100)
    if len(ledger.problems) > before:
        return None
    if id_ is None:
        id_ = f"c{number}" if f"c{number}" not in taken else f"row-{number}"
    line = first_use.setdefault(id_, row.line)
    if id_ in first_use and line != row.line:
        ledger.problem(
            node or row,
            field="id",
            expected="each id once",
            found=f"{show(id_)} on line {line} and line {row.line}",
            mend="Change one of the two.",
        )
        return None
    return id_


def _repeated_variants(claims: list[Claim], ledger: Ledger) -> None:
    """Ids made for the parts of a list ("a-1") must not meet an id that was written."""
    seen: dict[str, int | None] = {}
    for claim in claims:
        if claim.id in seen:
            at = Scalar("", claim.line or 1, 0)
            found = f"{show(claim.id)} on line {seen[claim.id]} and line {claim.line}"
            ledger.problem(at, field="id", expected="each id once", found=found, mend="Change one of the two.")
        seen.setdefault(claim.id, claim.line)


def _sources(node: Node | None, ledger: Ledger, today: date) -> tuple[Source, ...]:
    if node is None or (isinstance(node, Scalar) and not node.text.strip()):
        return ()
    if not isinstance(node, Items) or len(node.values) > MAX_SOURCES:
        ledger.problem(
            node,
            field="sources",
            expected=f"a list of at most {MAX_SOURCES:,} sources",
            found=describe(node),
            mend="Write `- id: ...` with title, publisher and url below.",
        )
        return ()
    sources: dict[str, Source] = {}
    for item in node.values:
        source = _source(item, ledger, today)
        if source is None:
            continue
        if source.id in sources:
            ledger.problem(
                item,
                field="sources.id",
                expected="each source once",
                found=f"{show(source.id)} again",
                mend="Change one of the two.",
            )
        sources.setdefault(source.id, source)
    return tuple(sources.values())


def _source(item: Node, ledger: Ledger, today: date) -> Source | None:
    before = len(ledger.problems)
    if not isinstance(item, Fields):
        ledger.problem(
            item,
            field="sources",
            expected="a source with fields",
            found=describe(item),
            mend="Write `- id: ...` with title, publisher and url below.",
        )
        return None
    nodes: dict[str, Node] = {}
    for key, node in item.entries:
        name = re.sub(r"[\s\-]+", "_", key.text.strip().lower())
        if name not in SOURCE_FIELDS or name in nodes:
            expected = "each field once" if name in nodes else "a known field"
            ledger.problem(
                node if item.table else key,
                field=f"sources.{name[:60]}",
                expected=expected,
                found=show(key.text),
                mend=did_you_mean(name, SOURCE_FIELDS),
            )
        else:
            nodes[name] = node
    values = Values(nodes, ledger, today, prefix="sources.")
    short = ("title", "publisher", "file", "kind", "licence")
    read: dict[str, Any] = {name: values.text(name, SHORT) for name in short}
    read |= {"id": values.text("id", 200), "date": values.day("date"), "accessed": values.day("accessed", whole=True)}
    read["one_evaluation"] = values.flag("one_evaluation")
    read["url"] = values.text("url", LONG)
    if read["url"] is not None and not _ADDRESS.match(read["url"]):
        values.problem("url", "an address that starts with https://", mend="Leave it empty if there is none.")
    if read["file"] is not None:
        # A report names files, never the folders of the person who prepared it.
        read["file"] = re.split(r"[/\\]", read["file"])[-1] or None
    sha256 = values.text("sha256", SHORT)
    read["sha256"] = sha256.lower() if sha256 else None
    if read["sha256"] and not _SHA256.match(read["sha256"]):
        values.problem("sha256", "64 hexadecimal digits")
    if read["id"] is None and len(ledger.problems) == before:
        ledger.problem(item, field="sources.id", expected="an id for each source", found="nothing", mend="Add id: ...")
    return Source(**read) if len(ledger.problems) == before else None


def _check_sources(claims: list[Claim], rows: Items, sources: tuple[Source, ...], ledger: Ledger) -> None:
    """Where sources are listed, a claim must name one of them; without a list its source is free text."""
    ids = {source.id for source in sources}
    told: set[tuple[str, int | None]] = set()
    for claim in claims:
        if not ids or claim.source is None or claim.source in ids or (claim.source, claim.line) in told:
            continue
        told.add((claim.source, claim.line))
        near = nearest(claim.source, ids)
        mend = f"Did you mean {near}?" if near else "Add it under sources."
        ledger.problem(
            Scalar("", claim.line or 1, 0),
            field="source",
            expected="the id of a listed source",
            found=show(claim.source),
            mend=mend,
        )
