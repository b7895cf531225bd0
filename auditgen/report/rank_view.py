"""What a ranking page shows: sentences, a table of places and two pictures, all from the rank record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from auditgen.records.rank_record import AgreementRow, RankedModel, RankRecord
from auditgen.report.charts.rank_places import MAX_ROWS, Place, rank_picture, rank_slopes
from auditgen.report.rank_words import place_cells, survival_words
from auditgen.report.view_parts import Column, Figure, Row, Table

MOST_ROWS = 200
_AGREEMENTS = 20
_ORDER = {"file": 0, "setup": 1, "published": 2, "test": 3}


@dataclass(frozen=True)
class RankView:
    """The page, every text plain. slope is None without a second test."""

    title: str
    lead: str
    facts: tuple[tuple[str, str], ...]
    changes: tuple[str, ...]
    places: Figure
    table: Table
    slope: Figure | None
    agreement: Table | None
    excluded: tuple[str, ...]
    notes: tuple[str, ...]


def rank_view(record: RankRecord, clean: Callable[[str], str]) -> RankView:
    """Build the page. `clean` makes text writable inside pictures; the template cleans all other text itself."""
    known = any(m.rank_low is not None for m in record.models)
    shown = record.models[:MAX_ROWS]
    picture = rank_picture([_place(m, clean) for m in shown], "place, 1 is first")
    compared = next((r for r in sorted(record.agreement, key=lambda r: _ORDER[r.kind]) if len(r.top) > 2), None)
    cut = (
        f"the first {len(shown)} of {len(record.models)} entries" if len(shown) < len(record.models) else "all entries"
    )
    return RankView(
        title=f"How firm is this ranking? {_name(record)}",
        lead=_lead(record),
        facts=_facts(record),
        changes=record.changes,
        places=Figure(
            "places",
            picture,
            "Figure 1",
            f"Places and their ranges, {cut}",
            f"A chart of {cut}, one a row: the rank and the range of ranks that the data allow. "
            "Table 1 holds the same numbers.",
            "Dot: the rank printed. Box: where it falls in 95 of 100 repeats of the test. Line: every rank that fits "
            "the data. A grey rule parts groups that can be told apart."
            if known
            else "The file states no sampling error: only the printed ranks can be shown.",
        ),
        table=_places(record, known),
        slope=_slope(compared, clean) if compared is not None else None,
        agreement=_agreement(record.agreement),
        excluded=tuple(f"{e.model}: {e.reason}." for e in record.excluded[:50]),
        notes=tuple(n.text for n in record.notes),
    )


def _place(m: RankedModel, clean: Callable[[str], str]) -> Place:
    return Place(clean(m.model), m.rank, m.rank_low, m.rank_high, m.set_low, m.set_high, m.tie_group)


def _name(record: RankRecord) -> str:
    file, ranked = record.input.name, record.input.ranked
    return file if ranked == file else f"{file}: {ranked}"


def _lead(record: RankRecord) -> str:
    first = record.first
    if first.tied:
        return f"{len(first.tied) + 1} entries share the first place with the same score."
    others = len(first.indistinguishable)
    if first.p_first is None:
        return f"{first.model} has the highest score. The file does not tell how exact the scores are."
    if others:
        plural = "entries cannot" if others > 1 else "entry cannot"
        return f"{first.model} has the highest score, and {others} more {plural} be told apart from it."
    if first.on_the_edge:
        return f"{first.model} has the highest score; the next is on the edge of being told apart from it."
    return f"{first.model} is first, and every other entry is clearly behind on this test."


def _facts(record: RankRecord) -> tuple[tuple[str, str], ...]:
    found = [("File", record.input.name), ("Read as", record.input.recognised_by)]
    if record.input.n_items:
        found.append(("Questions", f"{record.input.n_items:,}"))
    if record.pairs.distinguishable is not None:
        found.append(("Pairs told apart", f"{record.pairs.distinguishable:,} of {record.pairs.n:,}"))
    half = record.split_half
    if half is not None and half.mean is not None:
        found.append(("Two random halves agree", f"tau {half.mean:.2f}"))
    if half is not None and half.first_alone is not None:
        found.append(("First place in random halves", survival_words(record.first.model, half)))
    found.append(("Resamples, seed", f"{record.resamples:,}, {record.seed}"))
    found.append(("Made by", f"{record.tool.name} {record.tool.version}"))
    found.append(("SHA-256 of the file", record.input.sha256))
    return tuple(found)


def _places(record: RankRecord, known: bool) -> Table:
    score = {"fraction": "Score, %", "rating": "Rating"}.get(record.unit, "Score")
    columns = [Column("Rank", 7, True), Column("Entry", 34 if known else 55), Column(score, 9, True)]
    columns.append(Column("95% interval", 13 if known else 29, True))
    if known:
        columns += [
            Column("95 of 100 repeats", 10, True), Column("Ranks that fit", 10, True), Column("First, of 100", 7, True),
            Column("Against the first", 10),
        ]  # fmt: skip
    rows = tuple(Row(cells) for cells in place_cells(record, MOST_ROWS, known))
    more = len(record.models) - MOST_ROWS
    note = f"{more:,} more entries stand in the attached record." if more > 0 else ""
    return Table("Table 1", "Places with their ranges", tuple(columns), rows, "tight", note)


def _slope(row: AgreementRow, clean: Callable[[str], str]) -> Figure:
    items = [(clean(m.model), m.rank_a, m.rank_b) for m in row.top]
    tau = "not computable" if row.kendall_tau_b is None else f"{row.kendall_tau_b:.2f}"
    words = ", ".join(f"{m.model} {m.rank_a} and {m.rank_b}" for m in row.top[:5])
    return Figure(
        "slope",
        rank_slopes(items, (clean(row.a), clean(row.b))),
        "Figure 2",
        f"The same entries on another test: {row.a} and {row.b}",
        f"A slope chart of the best {len(row.top)} entries: their places on {row.a} and on {row.b}, {words}.",
        f"Agreement over {row.n_models} entries: tau {tau}. Lines that cross are changes of order; red lines lose or "
        "win the first place.",
    )


def _agreement(rows: tuple[AgreementRow, ...]) -> Table | None:
    if not rows:
        return None
    columns = (
        Column("Test", 26), Column("Against", 26), Column("Entries", 8, True), Column("Tau", 7, True),
        Column("Pairs reversed", 11, True), Column("Clearly on both", 9, True), Column("Largest shift", 13, True),
    )  # fmt: skip
    ordered = sorted(rows, key=lambda r: _ORDER[r.kind])
    cells = [
        Row(
            (
                r.a,
                r.b,
                f"{r.n_models}",
                "none" if r.kendall_tau_b is None else f"{r.kendall_tau_b:.2f}",
                "not counted" if r.reversed_pairs is None else f"{r.reversed_pairs:,} of {r.n_pairs:,}",
                "not known" if r.reversed_clear is None else f"{r.reversed_clear}",
                f"{r.max_rank_shift} places",
            )
        )
        for r in ordered[:_AGREEMENTS]
    ]
    more = len(rows) - _AGREEMENTS
    note = f"{more:,} more comparisons stand in the attached record." if more > 0 else ""
    return Table("Table 2", "Agreement with other tests of the same entries", columns, tuple(cells), "tight", note)
