"""The checks of a claim: what each planned one found and with which uncertainty, or why it says nothing."""

from __future__ import annotations

from dataclasses import dataclass

from auditgen.records.audit_record import AuditedClaim
from auditgen.records.check_result import CheckResult
from auditgen.report.numerals import finite
from auditgen.report.view_parts import Desk, RankCell, Row, Table, in_equal_parts, part_tables

# Units as the checks name them. A bare "share" is a difference between two shares, so it is printed in points;
# "share of ..." is a share of something named, so it is printed in percent with that name.
POINT_UNITS = {"share", "points", "percentage_points", "gap", "difference"}
PERCENT_UNITS = {"fraction", "percent", "proportion", "probability", "rate", "score", "accuracy"}
SHARE_OF, POINTS_BETWEEN = "share of ", "points "


def check_name(desk: Desk, check_id: str) -> str:
    """The id of a check with its plain name."""
    known = desk.words["checks"]
    return f"{check_id} {known[check_id]['name']}" if check_id in known else check_id


def is_scaled(unit: str | None) -> bool:
    """Whether values in this unit are fractions that are printed times one hundred."""
    known = PERCENT_UNITS | POINT_UNITS
    return unit is not None and (unit in known or unit.startswith((SHARE_OF, POINTS_BETWEEN)))


def quantity(desk: Desk, value: float, unit: str | None) -> str:
    """An estimate in its unit: shares as percent, gaps in points, the rest as a number with its unit's word."""
    n = desk.numerals
    if unit in POINT_UNITS:
        return n.points(value)
    if unit in PERCENT_UNITS:
        return n.percent(value)
    if unit and unit.startswith(SHARE_OF):
        return desk.words.fill("checks_table.share_of", percent=n.percent(value), what=unit.removeprefix(SHARE_OF))
    if unit and unit.startswith(POINTS_BETWEEN):
        return f"{n.points(value)} {unit.removeprefix(POINTS_BETWEEN)}"
    text = n.whole(value) if float(value).is_integer() and abs(value) < 1e15 else n.significant(value)
    if not unit:
        return text
    return f"{text} {desk.words.either('units', unit, unit.replace('_', ' '))}".rstrip()


def interval(desk: Desk, result: CheckResult) -> str:
    """The interval of an estimate in the same unit, rounded outwards; one-sided limits say so."""
    n, low, high = desk.numerals, finite(result.ci_low), finite(result.ci_high)
    if low is None and high is None:
        return ""
    scale = 100.0 if is_scaled(result.unit) else 1.0
    if low is None or high is None:
        side, limit = ("at_least", low) if low is not None else ("at_most", high)
        return desk.words.fill(f"checks_table.{side}", value=n.plain(scale * float(limit or 0)))
    if scale == 1.0 and low.is_integer() and high.is_integer():
        return n.spread(low, high, 0)
    size = max(abs(low), abs(high)) * scale
    return n.spread(scale * low, scale * high, 1 if size >= 2 or scale == 100 else 3)


def estimate(desk: Desk, result: CheckResult) -> str:
    """Estimate, interval, p-value and what the check could have found, in one line; empty where there is none."""
    w, parts = desk.words["checks_table"], []
    if result.estimate is not None:
        text = quantity(desk, result.estimate, result.unit)
        spread = interval(desk, result)
        parts.append(f"{text} ({spread})" if spread else text)
    p = result.p_adjusted if result.p_adjusted is not None else result.p_value
    if p is not None:
        parts.append(w.fill("p_adjusted" if result.p_adjusted is not None else "p", p=desk.numerals.p_value(p)))
    if result.mde is not None and result.outcome in ("none_found", "unclear"):
        # What a share is of was said with the estimate.
        unit = "fraction" if (result.unit or "").startswith(SHARE_OF) else result.unit or "points"
        parts.append(w.fill("mde", mde=quantity(desk, result.mde, unit)))
    return "; ".join(parts)


WIDTHS = (24, 12, 58, 6)


@dataclass(frozen=True)
class ChecksView:
    """The checks of a claim: a table of those with a result, then the others in words, as (what, which) pairs."""

    tables: tuple[Table, ...]
    others: tuple[tuple[str, str], ...]


def checks_view(desk: Desk, claim: AuditedClaim) -> ChecksView:
    """Every planned check, once: a row where there is an outcome or an estimate, else a name and the reason."""
    w, n = desk.words["checks_table"], desk.numerals
    order = {cid: i for i, cid in enumerate(desk.words["checks"])}
    results = sorted(claim.checks, key=lambda c: (order.get(c.check_id, 999), c.check_id))
    rows, silent, everywhere = [], [], []
    idle: list[tuple[str, str, str]] = []
    for c in results:
        name, found = check_name(desk, c.check_id), estimate(desk, c)
        if c.status != "ran":
            if c.check_id in desk.idle_everywhere:
                everywhere.append(c.check_id)
            else:
                idle.append((c.status, str(c.reason or n.none), name))
        elif c.outcome or found:
            outcome = desk.words.either("outcomes", c.outcome or "none", n.none)
            rows.append(Row((name, outcome, _places(c, found or n.none), n.whole(c.n))))
        else:
            silent.append(name)
    others = [(str(w["silent"]), ", ".join(silent) + ".")] if silent else []
    others += idle_lines(desk, idle, w.fill("everywhere", list=", ".join(everywhere)) if everywhere else "")
    tables: tuple[Table, ...] = ()
    if rows:
        ran = sum(c.status == "ran" for c in results)
        columns = desk.columns("checks_table.columns", WIDTHS, (3,))
        caption = w.count("caption", len(results), ran=ran)
        tables = part_tables(desk, desk.next_table(), caption, columns, in_equal_parts(rows, WIDTHS, 40), "tight dense")
    return ChecksView(tables, tuple(others))


def idle_lines(desk: Desk, idle: list[tuple[str, str, str]], last: str = "") -> list[tuple[str, str]]:
    """Checks that did not run, from (status, reason, name): one line a status, the names of one reason together.

    `last` ends the line of those that could not run.
    """
    w, lines = desk.words["checks_table"], []
    for status in ("not_run", "not_applicable"):
        reasons: dict[str, list[str]] = {}
        for _, reason, name in (x for x in idle if x[0] == status):
            reasons.setdefault(reason, []).append(name)
        parts = [w.fill("reason", names=", ".join(names), reason=reason) for reason, names in reasons.items()]
        parts += [last] if last and status == "not_run" else []
        if parts:
            lines.append((str(w[status]), "; ".join(parts) + "."))
    return lines


def _places(found: CheckResult, text: str) -> str | RankCell:
    """The places of C1 as a picture beside the words, where the number of places is known."""
    low, high, places = (finite(found.values.get(k)) for k in ("rank_low", "rank_high", "n_models"))
    if found.check_id != "C1" or low is None or high is None or places is None:
        return text
    claimed = finite(found.values.get("claimed"))
    return RankCell(int(low), int(high), None if claimed is None else int(claimed), int(places), text)
