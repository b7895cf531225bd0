"""The same two models on other tests: in campaigns of other parties, by who measured, and in the claim's document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from auditgen.records.audit_record import AuditedClaim
from auditgen.report.charts.gap_rows import MAX_ROWS, Gap, gap_picture
from auditgen.report.numerals import finite
from auditgen.report.view_figures import values
from auditgen.report.view_parts import Column, Desk, Exhibit, Figure, Row, in_equal_parts, part_tables
from auditgen.stats.standard_normal import Z_975

MOST_ROWS = 40
MOST_LISTED = 12  # tests of one party that are named though they do not count
ROOM = 24  # lines of a table: below a picture it seldom has more
WIDTHS = (26, 22, 11, 11, 9, 21)
Entry = Mapping[str, Any]


def pairs_elsewhere(desk: Desk, claim: AuditedClaim) -> tuple[Exhibit, ...]:
    """One exhibit a pair: the two models of a comparison or a step, or a rank's model and those next to it."""
    found = values(claim, "F2")
    own = str(claim.claim.model or claim.model.name or desk.words["measurements.model"])
    if found.get("elsewhere"):
        other = claim.claim.comparator or claim.claim.baseline_model or str(desk.words["measurements.other_model"])
        pairs = [(own, other, found["elsewhere"])]
    else:  # as the board has them: the one above comes first
        pairs = [
            (str(x["other"]), own, x["elsewhere"]) if x.get("above") else (own, str(x["other"]), x["elsewhere"])
            for x in found.get("neighbours") or []
        ]
    return tuple(_exhibit(desk, *pair) for pair in pairs)


def _exhibit(desk: Desk, own: str, other: str, wider: Entry) -> Exhibit:
    w = desk.words["pair"]
    tests = sorted(wider["tests"], key=_order)
    free = wider["n_tests"] > 0
    counts = wider if free else _all(wider["parties"])
    facts = {
        "own": own,
        "other": other,
        "n": counts["n_tests"],
        "ahead": counts["n_ahead"],
        "behind": counts["n_behind"],
    }
    key = str(wider["picture"]) if free else "stake" if tests else "listed"
    told = w.fill(f"captions.{key}", **facts)
    figure, table = None, ""
    drawn = [e for e in tests if e["unit"] == "share"]
    if len(drawn) > 1:
        label, name = desk.next_figure()
        table = desk.next_table()
        sides = w.fill("ahead_of", name=desk.clean(other)), w.fill("ahead_of", name=desk.clean(own))
        svg = gap_picture([_gap(desk, e) for e in drawn], sides)
        more = w.fill("more_drawn", n=len(drawn) - MAX_ROWS) if len(drawn) > MAX_ROWS else ""
        alt = w.fill("alt", **facts, table=table)
        figure = Figure(name, svg, label, told, alt, f"{w['note']} {more}".rstrip())
    elif tests:
        table = desk.next_table()
    rows = [_row(desk, e) for e in tests]
    note = w.fill("more", n=len(rows) - MOST_ROWS) if len(rows) > MOST_ROWS else ""
    heads = dict(enumerate(desk.columns("pair.columns", WIDTHS, (2, 3, 4))))
    columns = tuple(Column({2: own, 3: other}.get(i, c.name), c.width, c.numeric) for i, c in heads.items())
    caption = w.fill("table_caption", own=own, other=other)
    parts = in_equal_parts(rows[:MOST_ROWS], WIDTHS, ROOM)
    tables = part_tables(desk, table, caption, columns, parts, "tight dense", note) if rows else ()
    text = [(str(w["by_party"]), "; ".join(_party(desk, p) for p in wider["parties"]) + ".")] if tests else []
    text += _listed(desk, wider["listed"])
    if wider.get("weights_assumed"):
        text.insert(0, ("", str(w["assumed"])))
    if figure is None:
        text.insert(0, ("", told + "."))
    return Exhibit(figure, tables, text=tuple(text))


def _order(entry: Entry) -> tuple[bool, str, bool, str]:
    """Parties without a stake first; inside a party the claimed test first."""
    stake = entry["stake"] or entry["party_type"] not in ("independent", "leaderboard", "public_body")
    return stake, str(entry["party"]), not entry.get("same_test"), str(entry["name"])


def _all(parties: Sequence[Entry]) -> dict[str, int]:
    return {k: sum(int(p[k]) for p in parties) for k in ("n_tests", "n_ahead", "n_behind")}


def _who(desk: Desk, entry: Entry) -> str:
    kind = desk.words.either("pair.kinds", "stake" if entry.get("stake") else str(entry.get("party_type")), "")
    return f"{entry['party']} ({kind})" if kind else str(entry["party"])


def _name(desk: Desk, entry: Entry) -> str:
    name = str(entry["name"])
    if parts := entry.get("parts"):
        name = desk.words.count("pair.parts", len(parts), test=name, part=parts[0])
    return desk.words.fill("pair.same_test", test=name) if entry.get("same_test") else name


def _gap(desk: Desk, e: Entry) -> Gap:
    gap, se = 100 * float(e["gap"]), finite(e.get("se"))
    half = None if se is None else 100 * Z_975 * se
    return Gap(
        desk.clean(_who(desk, e)),
        desk.clean(_name(desk, e)),
        gap,
        None if half is None else gap - half,
        None if half is None else gap + half,
        bool(e["clear"]),
        bool(e.get("same_test")),
    )


def _row(desk: Desk, e: Entry) -> Row:
    n, share = desk.numerals, e["unit"] == "share"
    a, b = (n.percent(e[k]) if share else n.significant(e[k]) for k in ("a", "b"))
    gap = n.gap(e["gap"], signed=True) if share else n.significant(e["gap"])
    who = _who(desk, e) + "".join(sorted({desk.dagger(i) for i in e["evidence"]}))
    return Row((_name(desk, e), who, a, b, gap, _luck(desk, e)), strong=bool(e.get("same_test")))


def _luck(desk: Desk, e: Entry) -> str:
    """Whether a gap is more than luck, with its adjusted p where the numbers of questions are known."""
    w, p = desk.words["pair"], finite(e.get("p_adjusted"))
    word = str(w["clear" if e["clear"] else "unknown" if p is None else "not_clear"])
    return word if p is None else w.fill("with_p", word=word, p=desk.numerals.p_value(p))


def _listed(desk: Desk, listed: Sequence[Entry]) -> list[tuple[str, str]]:
    """What is known but does not count, by reason: party, tests and gaps; the same gap of one test once."""
    n = desk.numerals
    found: dict[str, dict[str, list[str]]] = {}
    for e in listed:
        gap = n.gap(e["gap"], signed=True) if e["unit"] == "share" else n.significant(e["gap"])
        tests = found.setdefault(str(e["why_not"]), {}).setdefault(str(e["party"]), [])
        if (told := f"{e['name']} {gap}") not in tests:
            tests.append(told)
    return [
        (
            desk.words.fill("pair.not_counted", why=why),
            "; ".join(
                f"{party}: {', '.join(tests[:MOST_LISTED])}{_more(desk, tests)}" for party, tests in by_party.items()
            )
            + ".",
        )
        for why, by_party in found.items()
    ]


def _more(desk: Desk, tests: Sequence[str]) -> str:
    return desk.words.fill("pair.more_listed", n=len(tests) - MOST_LISTED) if len(tests) > MOST_LISTED else ""


def _party(desk: Desk, p: Entry) -> str:
    text = desk.words.fill("pair.party", who=_who(desk, p), ahead=p["n_ahead"], n=p["n_tests"])
    for side in ("ahead", "behind"):
        if p[f"n_clear_{side}"]:
            text += desk.words.fill(f"pair.party_{side}", n=p[f"n_clear_{side}"])
    return text


def same_document(desk: Desk, claim: AuditedClaim) -> Exhibit | None:
    """The other tests of the claim's own document on which both models stand (C3)."""
    tests = values(claim, "C3").get("tests") or []
    if not tests:
        return None
    w, n = desk.words["document_tests"], desk.numerals
    own = str(claim.claim.model or claim.model.name or desk.words["measurements.model"])
    other = claim.claim.comparator or claim.claim.baseline_model or str(desk.words["measurements.other_model"])
    ahead = sum(e["gap"] > 1e-9 for e in tests)
    ordered = sorted(tests, key=lambda e: (-e["gap"], str(e["name"])))
    facts = {
        "own": own,
        "other": other,
        "n": len(tests),
        "ahead": ahead,
        "behind": sum(e["gap"] < -1e-9 for e in tests),
    }
    figure = None
    table = ""
    if len(tests) > 1:
        label, name = desk.next_figure()
        table = desk.next_table()
        sides = [desk.words.fill("pair.ahead_of", name=desk.clean(x)) for x in (other, own)]
        gaps = [Gap("", desk.clean(str(e["name"])), 100 * e["gap"], clear=bool(e["clear"])) for e in ordered]
        alt = w.fill("alt", **facts, table=table)
        figure = Figure(name, gap_picture(gaps, (sides[0], sides[1])), label, w.fill("caption", **facts), alt,
                        str(desk.words["pair.note_rings"]))  # fmt: skip
    table = table or desk.next_table()
    rows = []
    for e in ordered[:MOST_ROWS]:
        gap = n.gap(e["gap"], signed=True)
        rows.append(Row((str(e["name"]), n.percent(e["a"]), n.percent(e["b"]), gap, _luck(desk, e))))
    widths = (40, 14, 14, 10, 22)
    heads = desk.columns("document_tests.columns", widths, (1, 2, 3))
    columns = tuple(Column({1: own, 2: other}.get(i, c.name), c.width, c.numeric) for i, c in enumerate(heads))
    parts = in_equal_parts(rows, widths, ROOM)
    return Exhibit(figure, part_tables(desk, table, w.fill("table_caption", **facts), columns, parts, "tight dense"))


def agreement_across_tests(desk: Desk, claim: AuditedClaim) -> Exhibit | None:
    """How the other tests of a brought table order its models, beside the claimed test (C3)."""
    found = values(claim, "C3").get("agreement") or []
    if not found:
        return None
    w, n = desk.words["agreement"], desk.numerals
    ordered = sorted(found, key=lambda e: (-e["kendall_tau_b"], str(e["name"])))
    rows = [
        Row(
            (
                str(e["name"]),
                n.whole(e["n_models"]),
                n.plain(e["kendall_tau_b"], 2),
                n.plain(e["weighted_tau"], 2),
                n.plain(e["spearman"], 2),
                n.percent(e["top_k_jaccard"], 0),
            )
        )
        for e in ordered[:MOST_ROWS]
    ]
    columns = desk.columns("agreement.columns", (34, 11, 13, 15, 13, 14), (1, 2, 3, 4, 5))
    note = str(w["note"])
    if len(ordered) > MOST_ROWS:
        note += " " + desk.words.fill("pair.more", n=len(ordered) - MOST_ROWS)
    held = desk.evidence.get(str(ordered[0]["where"]))
    caption = w.fill("caption", test=claim.benchmark.name or claim.benchmark.as_written or "",
                     where=held.citation if held else ordered[0]["where"])  # fmt: skip
    parts = in_equal_parts(rows, [c.width for c in columns], 40)
    return Exhibit(None, part_tables(desk, desk.next_table(), caption, columns, parts, "tight dense", note))
