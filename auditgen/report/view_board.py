"""The board behind a claimed place: every place with what fits, the models not told apart, and what would change it."""

from __future__ import annotations

from typing import Any

from auditgen.records.audit_record import AuditedClaim
from auditgen.report.charts.rank_places import Place, rank_picture
from auditgen.report.numerals import finite
from auditgen.report.view_figures import values
from auditgen.report.view_parts import Desk, Exhibit, Figure, Row, in_equal_parts, part_tables

WIDTHS = (8, 36, 13, 14, 13, 16)
ROOM = 24  # lines of a table below the picture
NAMED = 6  # models of a tie group that are named in the sentence
GROUPS = {"ahead": 0, "behind": 2}


def board(desk: Desk, claim: AuditedClaim) -> Exhibit | None:
    """Rank picture of C1 and C2, its table, and drop-k of C7; None where no board with intervals is held."""
    found = values(claim, "C1")
    rows = found.get("rows") or []
    if not rows:
        return None
    w, n = desk.words["board"], desk.numerals
    repeats = {r["model"]: r for r in values(claim, "C2").get("repeats") or []}
    own = next((str(r["model"]) for r in rows if r["word"] == "claimed"), "")
    tied = [str(x) for x in found.get("tie_group") or []]
    label, name = desk.next_figure()
    table = desk.next_table()
    facts = {
        "own": own,
        "n": found["n_models"],
        "shown": len(rows),
        "low": n.whole(found["rank_low"]),
        "high": n.whole(found["rank_high"]),
        "claimed": n.whole(found["claimed"]),
        "tied": len(tied),
        "table": table,
        "where": _where(desk, str(found.get("campaign") or "")),
    }
    key = "outside" if found.get("contradicted") else "wider" if found.get("wider") else "same"
    places = [_place(desk, r, repeats.get(r["model"])) for r in rows]
    figure = Figure(
        name,
        rank_picture(places, str(w["axis"])),
        label,
        w.fill(f"captions.{key}", **facts),
        w.fill("alt", **facts),
        str(w["note_repeats"] if repeats else w["note"]),
    )
    columns = desk.columns("board.columns", WIDTHS, (2, 3, 4))
    unit = str(found.get("unit") or "score")
    cells = [Row(_cells(desk, r, repeats.get(r["model"]), unit), strong=r["word"] == "claimed") for r in rows]
    if not repeats:  # without answers to each question there are no repeats to count
        columns = tuple(
            c for i, c in enumerate(desk.columns("board.columns", (8, 45, 15, 0, 15, 17), (2, 3, 4))) if i != 3
        )
        cells = [Row((*r.cells[:3], *r.cells[4:]), r.strong) for r in cells]
    caption = w.fill("table_caption", **facts)
    parts = in_equal_parts(cells, [c.width for c in columns], ROOM)
    tables = part_tables(desk, table, caption, columns, parts, "tight dense", str(w["table_note"]))
    return Exhibit(figure, tables, text=tuple(_text(desk, claim, tied)))


def _where(desk: Desk, campaign: str) -> str:
    """The board by its citation where the user brought it, else by the name of the campaign."""
    held = desk.evidence.get(campaign)
    return held.citation if held else campaign


def _place(desk: Desk, row: dict[str, Any], repeat: dict[str, Any] | None) -> Place:
    return Place(
        desk.clean(str(row["model"])),
        int(row["place"]),
        repeat["low"] if repeat else None,
        repeat["high"] if repeat else None,
        int(row["place_low"]),
        int(row["place_high"]),
        GROUPS.get(str(row["word"]), 1),
        strong=row["word"] == "claimed",
    )


def _cells(desk: Desk, row: dict[str, Any], repeat: dict[str, Any] | None, unit: str) -> tuple[str, ...]:
    n, w = desk.numerals, desk.words["board"]
    score = n.percent(row["score"]) if unit == "share" else n.significant(row["score"], 4)
    word = desk.words.either("board.words", str(row["word"]), str(row["word"]))
    p = finite(row.get("p_adjusted"))
    if p is not None:
        word = w.fill("with_p", word=word, p=n.p_value(p))
    return (
        n.whole(row["place"]),
        str(row["model"]),
        score,
        n.spread(repeat["low"], repeat["high"], 0) if repeat else n.none,
        n.spread(row["place_low"], row["place_high"], 0),
        word,
    )


def _text(desk: Desk, claim: AuditedClaim, tied: list[str]) -> list[tuple[str, str]]:
    """Tie group, probability of first place, and how few questions decide, as labelled sentences."""
    w, n = desk.words["board"], desk.numerals
    if tied:
        names = tied[:NAMED]
        more = w.count("tied_more", len(tied) - NAMED) if len(tied) > NAMED else ""
        said = w.fill("tied", list=desk.words.series(names) if not more else ", ".join(names) + more)
    else:
        said = str(w["tied_none"])
    text = [(str(w["tied_label"]), said)]
    first = values(claim, "C2")
    if finite(first.get("p_first")) is not None:
        text.append((str(w["first_label"]), w.fill("first", share=_of_100(n.plain, float(first["p_first"])))))
    if half := first.get("survival"):
        told = w.fill("halves", alone=n.plain(100 * half["alone"], 0), shared=n.plain(100 * half["shared"], 0))
        text.append((str(w["halves_label"]), told))
    drop = values(claim, "C7")
    if drop.get("drop_k") is not None:
        facts = {"of": n.whole(drop["n"]), "other": drop.get("other") or ""}
        text.append((str(w["drop_label"]), w.count("drop", int(drop["drop_k"]), **facts)))
    return text


def _of_100(plain: Any, p: float) -> str:
    return "<1" if 0 < p < 0.005 else ">99" if 0.995 < p < 1 else str(plain(100 * p, 0))
