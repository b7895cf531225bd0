"""Cover, one-page summary, and the page on how to read the report."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate

from auditgen.records.audit_record import AuditedClaim
from auditgen.report.charts.comparisons import bar_legend
from auditgen.report.charts.marks import SLUGS
from auditgen.report.view_claim import cut, headline, model_name, rests_on_memory, test_name
from auditgen.report.view_parts import (
    Desk,
    DomainCell,
    Figure,
    FindingCell,
    Row,
    Table,
    in_equal_parts,
    part_tables,
    weigh,
)
from auditgen.report.view_verdict import READINGS, claimed, domain_cells, finding_cell, signed, verdicts_of

MAX_QUOTES, MAX_ASKS = 3, 3
WIDTHS = (37, 21, 21, 21)
DOMAIN_WIDTHS = (25, 20, 9, 10, 9, 9, 9, 9)
MOST_NUMBERS = 6  # claims named before one question
MAX_DRAFTS = 12  # claims named on the cover
# Heights in millimetres, measured on rendered pages: what stands on the summary beside its table.
PAGE_ROOM = 250.0
HEADING, TILES, TABLE_HEAD, LISTS_HEAD, SMALL_LINE = 10.0, 18.0, 13.0, 9.0, 5.0
STANDFIRST_LINE, LIST_LINE, LIST_GAP, ROW_LINE, ROW_GAP = 5.8, 4.75, 0.9, 3.9, 2.1
STANDFIRST_CHARACTERS, LIST_CHARACTERS = 78, 48


@dataclass(frozen=True)
class Tile:
    """How many readings ended with one kind of use."""

    n: str
    label: str
    note: str


@dataclass(frozen=True)
class SummaryView:
    """The one page that most readers read."""

    sentences: tuple[str, ...]
    tiles: tuple[Tile, ...]
    table: Table
    continued: str
    quotes: tuple[str, ...]
    asks: tuple[str, ...]
    dagger: str
    all_claims: tuple[Table, ...]


@dataclass(frozen=True)
class CoverView:
    """The cover."""

    kind: str
    title: str
    subtitle: str
    lead: str
    meta: tuple[tuple[str, str, bool], ...]
    contents: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class HowView:
    """The page on how to read the report."""

    findings: Table
    bar: Figure
    marks: Table


def own_claims(desk: Desk) -> list[AuditedClaim]:
    """The claims of the document itself, without rankings and steps derived from its tables."""
    return [c for c in desk.record.claims if not c.implied]


def summary_rows(desk: Desk, claims: list[AuditedClaim]) -> list[Row]:
    """One row a claim: its headline and the finding on each of the three readings."""
    rows = []
    for i, claim in enumerate(claims, start=1):
        mark = f"\u00a0{desk.words['labels.dagger']}" if rests_on_memory(desk, claim) else ""
        verdicts = verdicts_of(claim)
        cells = tuple(finding_cell(desk, verdicts[r]) for r in READINGS)
        head = desk.words.fill("labels.numbered", n=i, text=headline(desk, claim)) + mark
        rows.append(Row((head, *cells), link=f"claim-{i}"))
    return rows


def _lines(texts: Iterable[str], characters: int) -> int:
    return sum(math.ceil(len(t) / characters) for t in texts)


def _row_height(row: Row) -> float:
    return weigh(row, WIDTHS) * ROW_LINE + ROW_GAP


def summary_view(desk: Desk, room: float = PAGE_ROOM) -> SummaryView:
    """The summary; its table takes what is left of `room` millimetres, so that the page stays one page."""
    w, claims = desk.words["summary"], own_claims(desk)
    rows = summary_rows(desk, claims)
    columns = desk.columns("summary.columns", WIDTHS)
    sentences = tuple(cut(s, 260) for s in desk.record.summary[:3])
    quotes, asks = _quotes(desk, claims), _asks(desk, claims)
    dagger = str(w["dagger"]) if any(rests_on_memory(desk, c) for c in claims) else ""
    lists = max(_lines(x, LIST_CHARACTERS) * LIST_LINE + len(x) * LIST_GAP for x in (quotes, asks))
    left = room - HEADING - TILES - TABLE_HEAD - LISTS_HEAD - lists - (SMALL_LINE if dagger else 0)
    left -= _lines([" ".join(sentences)], STANDFIRST_CHARACTERS) * STANDFIRST_LINE + 3.4
    head = len(rows)
    if sum(_row_height(r) for r in rows) > left:
        left -= SMALL_LINE
        heights = list(accumulate(_row_height(r) for r in rows))
        head = sum(h <= left for h in heights)
    label = desk.next_table()
    cut_off = head < len(rows)
    caption = w.fill("caption_part", n=head, all=len(rows)) if cut_off else str(w["caption"])
    table = Table(label, caption, columns, tuple(rows[:head]), "verdicts")
    further = _by_domain(desk, claims) if len(claims) > 1 else ()
    return SummaryView(
        sentences=sentences,
        tiles=_tiles(desk, claims),
        table=table,
        continued=w.count("continued", len(rows) - head, table=further[0].label) if cut_off else "",
        quotes=quotes,
        asks=asks,
        dagger=dagger,
        all_claims=further,
    )


def _by_domain(desk: Desk, claims: list[AuditedClaim]) -> tuple[Table, ...]:
    """One row a claimed reading: the finding, and what each of the six domains took away."""
    rows = []
    for i, claim in enumerate(claims, start=1):
        mark = f"\u00a0{desk.words['labels.dagger']}" if rests_on_memory(desk, claim) else ""
        for v in claimed(claim):
            reading = str(desk.words[f"readings.{v.reading}"]).lower()
            head = desk.words.fill("summary.by_domain_row", n=i, text=headline(desk, claim, 84), reading=reading) + mark
            rows.append(Row((head, finding_cell(desk, v), *domain_cells(desk, v)), link=f"claim-{i}"))
    if not rows:
        return ()
    first = desk.columns("summary.by_domain_columns", DOMAIN_WIDTHS[:2])
    columns = (*first, *desk.columns("domains_table.columns", DOMAIN_WIDTHS[2:]))
    parts, caption = in_equal_parts(rows, DOMAIN_WIDTHS, 62), str(desk.words["summary.by_domain_caption"])
    return part_tables(desk, desk.next_table(), caption, columns, parts, "domains why")


def _tiles(desk: Desk, claims: list[AuditedClaim]) -> tuple[Tile, ...]:
    found = [v.finding for c in claims for v in claimed(c)]
    shown, suggested = found.count("Shown"), found.count("Suggested")
    counts = {"shown": shown, "suggested": suggested, "other": len(found) - shown - suggested}
    words = desk.words["summary.tiles"]
    return tuple(Tile(str(n), str(words[k]["label"]), str(words[k]["note"])) for k, n in counts.items())


def _quotes(desk: Desk, claims: list[AuditedClaim]) -> tuple[str, ...]:
    """Sentences that may be quoted: those of claims with something shown first, then with something suggested."""
    ranked = []
    for i, claim in enumerate(claims):
        found = {v.finding for v in claimed(claim)}
        if "Shown" in found or "Suggested" in found:
            ranked.append((0 if "Shown" in found else 1, i, claim.quotable))
    return tuple(cut(text, 300) for _, _, text in sorted(ranked)[:MAX_QUOTES])


def _asks(desk: Desk, claims: list[AuditedClaim]) -> tuple[str, ...]:
    """First questions, each once with the claims it is for: those of Open claims first, then the most shared ones."""
    groups: dict[str, list[tuple[bool, int]]] = {}
    for i, claim in enumerate(claims, start=1):
        for v in claimed(claim):
            if v.ask_first:
                groups.setdefault(v.ask_first[0], []).append((v.finding != "Open", i))
                break
    ranked = sorted(groups.items(), key=lambda g: (min(g[1])[0], -len(g[1]), min(g[1])[1]))
    w, asks = desk.words["summary"], []
    for text, members in ranked[:MAX_ASKS]:
        numbers = sorted(i for _, i in members)
        head, more = numbers[:MOST_NUMBERS], len(numbers) - MOST_NUMBERS
        named = ", ".join(map(str, head)) if more > 0 else desk.words.series(head)
        who = w.fill("ask_more", list=named, more=more) if more > 1 else w.count("ask_claims", len(numbers), list=named)
        if more == 1:
            who = w.count("ask_claims", len(numbers), list=desk.words.series(numbers))
        asks.append(w.fill("ask", claims=who, text=cut(text[:1].lower() + text[1:], 220)))
    return tuple(asks)


def cover_view(desk: Desk, manifest_sha256: str, contents: list[tuple[str, str]]) -> CoverView:
    """The cover, with the hash that ties the file to its manifest."""
    r, w, n = desk.record, desk.words["cover"], desk.numerals
    claims = own_claims(desk)
    named = [c for c in claims if c.model.status != "absent"]
    names = list(dict.fromkeys(model_name(desk, c) for c in named))
    tests = list(dict.fromkeys(test_name(desk, c) for c in claims if c.benchmark.status != "absent"))
    some = [cut(x, 40) for x in names if x][:4]
    subtitle = " · ".join(some)
    some_tests = [cut(x, 40) for x in tests if x][:4]
    if some and some_tests:
        subtitle = w.fill("subtitle", models=subtitle, tests=", ".join(some_tests))
    implied = len(r.claims) - len(claims)
    counted = "cover.claims_count" if implied else "cover.claims_alone"
    tiers = sorted({c.tier for c in claims})
    drafts = [i for i, c in enumerate(claims, start=1) if c.claim.status == "draft"]
    which = desk.words.series(drafts) if len(drafts) <= MAX_DRAFTS else ""
    unread = w.count("drafts" if which else "drafts_many", len(drafts), list=which, all=len(claims)) if drafts else None
    meta = [
        (w["prepared_by"], r.prepared_by, False),
        (w["reference"], r.reference, False),
        (w["as_of"], n.day(r.as_of), False),
        (w["claims"], desk.words.count(counted, len(claims), implied=implied), False),
        (w["drafts_label"], unread, False),
        (w["tier"], "; ".join(f"{t} {desk.words.either('tiers', t, '')}".strip() for t in tiers), False),
        (w["profile"], desk.words.either("profiles", r.profile, r.profile) if r.profile else None, False),
        (w["method"], w.fill("method_text", thresholds=r.thresholds.version, catalogue=r.catalogue.version), False),
        (w["made_with"], f"{r.tool.name} {r.tool.version}", False),
        (w["plan"], r.plan.sha256, True),
        (w["manifest"], manifest_sha256, True),
    ]
    return CoverView(
        kind=str(w["kind"]),
        title=r.title,
        subtitle=subtitle,
        lead=r.summary[0] if r.summary else str(w["lead"]),
        meta=tuple((str(k), str(v), mono) for k, v, mono in meta if v),
        contents=tuple(contents),
    )


def how_view(desk: Desk) -> HowView:
    """The reading page: ten findings, the bar, the domain marks."""
    w = desk.words["how"]
    label = desk.next_table()
    rows = tuple(
        Row(
            (
                FindingCell(str(desk.words[f"findings.{s}.word"]), s),
                str(desk.words[f"findings.{s}.means"]),
                str(desk.words[f"findings.{s}.do"]),
            )
        )
        for s in SLUGS.values()
    )
    findings = Table(
        label, str(w["findings_caption"]), desk.columns("how.findings_columns", (28, 33, 39)), rows, "findings"
    )
    figure_label, name = desk.next_figure()
    scale = [str(x) for x in w["bar_words"]]
    picture = bar_legend((scale[0], scale[1], scale[2], scale[3], scale[4], scale[5]))
    bar = Figure(name, picture, figure_label, str(w["bar_caption"]), str(w["bar_alt"]), str(w["bar_note"]))
    return HowView(findings, bar, _marks_table(desk))


def _marks_table(desk: Desk) -> Table:
    w, m, none = desk.words["how"], desk.words["marks"], desk.numerals.none

    def known(size: int) -> DomainCell:
        return DomainCell(size, 0, m.fill("known", known=signed(-size)))

    def opened(size: int) -> DomainCell:
        return DomainCell(0, size, m.fill("open", open=signed(-size)))

    nothing = DomainCell(0, 0, str(m["none"]))
    rows = (
        Row((str(w["marks_rows"][0]), nothing, known(1), known(2), known(4), known(8))),
        Row((str(w["marks_rows"][1]), nothing, opened(1), opened(2), opened(4), none)),
        Row(
            (
                str(w["marks_rows"][2]),
                none,
                DomainCell(1, 2, m.fill("both_open", known=signed(-1), open=signed(-2))),
                DomainCell(2, 2, m.fill("both", known=signed(-2))),
                DomainCell(4, 1, m.fill("both", known=signed(-4))),
                DomainCell(8, 2, m.fill("both", known=signed(-8))),
            )
        ),
    )
    return Table(
        desk.next_table(),
        str(w["marks_caption"]),
        desk.columns("how.marks_columns", (20, 16, 16, 16, 16, 16)),
        rows,
        "domains",
    )
