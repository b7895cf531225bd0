"""One row or mapping made into claims: every field read, the fields that its type needs asked for."""

from __future__ import annotations

from datetime import date
from typing import Any, get_args

from pydantic import ValidationError

from auditgen.intake.claims.expand import expand
from auditgen.intake.claims.ledger import Ledger
from auditgen.intake.claims.names import CLAIM_FIELDS, canonical, did_you_mean, own_column, split_dotted
from auditgen.intake.claims.nodes import Fields, Node, Scalar
from auditgen.intake.claims.persons import read_asked, read_judgement
from auditgen.intake.claims.scores import Figures
from auditgen.intake.claims.setting import read_setting
from auditgen.intake.claims.values import Values
from auditgen.intake.errors import show
from auditgen.records.claim import (
    LONG,
    SHORT,
    Claim,
    ClaimantRelation,
    ClaimType,
    Relation,
    Status,
    Weights,
)

_ALL_TYPES = get_args(ClaimType)
SIDES = ("over", "at_least", "under", "at_most")
_CHOICES: dict[str, tuple[str, ...]] = {
    "relation": get_args(Relation),
    "claimant_relation": get_args(ClaimantRelation),
    "subject": ("yes", "own", "no"),
    "threshold_side": SIDES,
    "status": get_args(Status),
}
_DATES = ("model_version_date", "baseline_date", "as_of")
_FLAGS = ("higher_is_better", "item_results_open", "plan_fixed_before")
_LONG_TEXTS = ("statement", "quote", "notes")
_READ_ELSEWHERE = {
    "id", "type", "weights", "shots", "comparator_shots", "setting", "comparator_setting", "source_class",
    "construct_link", "asked", "rank", "unit_note", "difference_unit", "uncertainty_kind", "looked_for", "line",
    *_CHOICES, *_DATES, *_FLAGS,
}  # fmt: skip


def _text_limits() -> dict[str, int]:
    """The plain text fields of the record and their longest length, taken from the record itself."""
    limits = {}
    for name, field in Claim.model_fields.items():
        limit = next((m.max_length for m in field.metadata if hasattr(m, "max_length")), None)
        if limit is not None and name not in _READ_ELSEWHERE:
            limits[name] = limit
    return limits


TEXTS = _text_limits()
# What a claim of each type cannot do without, and how to mend it.
NEEDED: dict[str, tuple[tuple[str, str], ...]] = {
    "absolute": (("benchmark", "Name the test."), ("score", "Write the figure, or another type.")),
    "comparative": (("comparator", "Name what it is compared with."),),
    "rank": (("rank", "Write the rank as a whole number, 1 for the first."),),
    "threshold": (("benchmark", "Name the test."), ("threshold", "Write the figure that is said to be passed.")),
    "human_parity": (),
    "trend": (),
}
_FROM = ("baseline_model", "baseline_date", "period")
# Given in a row of another type, these say that the type may be wrong.
_OF_TYPE = {"comparator": "comparative", "rank": "rank", "threshold": "threshold", "human_group": "human_parity"}


def sort_fields(row: Fields, ledger: Ledger) -> tuple[dict[str, Node], dict[str, list[tuple[str, Node]]]]:
    """The fields of a row under their names, and the dotted ones ("setting.scaffold") under their stem."""
    nodes: dict[str, Node] = {}
    dotted: dict[str, list[tuple[str, Node]]] = {}
    for key, node in row.entries:
        name = canonical(key.text) if len(key.text) <= 100 else key.text
        at = node if row.table else key
        stem = split_dotted(name)
        if own_column(name):
            ledger.note(f"{show(key.text)} was not read: a field of the analyst's own")
        elif stem is not None:
            dotted.setdefault(stem[0], []).append((stem[1], node))
        elif name not in CLAIM_FIELDS:
            ledger.problem(
                at,
                field=name[:60],
                expected="a known field",
                found=show(key.text),
                mend=did_you_mean(name, CLAIM_FIELDS),
            )
        elif name in nodes:
            ledger.problem(
                at,
                field=name,
                expected="each field once",
                found=f"{show(key.text)} again",
                mend="Delete one of the two.",
            )
        else:
            nodes[name] = node
    return nodes, dotted


def read_row(row: Fields, id_: str, ledger: Ledger, today: date) -> list[Claim]:
    """The claims of one row: one, or one for each test or comparator in a list. Problems go to the ledger."""
    before = len(ledger.problems)
    nodes, dotted = sort_fields(row, ledger)
    variants = expand(nodes, ledger, table=row.table) if len(ledger.problems) == before else []
    claims = []
    for i, variant in enumerate(variants, start=1):
        several = len(variants) > 1
        claim = _claim(variant, dotted, f"{id_}-{i}" if several else id_, row.line, ledger, today)
        if claim is None:
            break
        if several and claim.group is None:
            claim = claim.model_copy(update={"group": id_})
        claims.append(claim)
    return claims


def _claim(
    nodes: dict[str, Node], dotted: dict[str, list[tuple[str, Node]]], id_: str, line: int, ledger: Ledger, today: date
) -> Claim | None:
    before = len(ledger.problems)
    values = Values(nodes, ledger, today)
    read: dict[str, Any] = {"id": id_, "line": line, "type": values.choice("type", _ALL_TYPES) or "absolute"}
    type_ = read["type"]
    read |= {name: values.text(name, limit, lines=name in _LONG_TEXTS) for name, limit in TEXTS.items()}
    read |= {name: values.choice(name, choices) for name, choices in _CHOICES.items()}
    read |= {name: values.day(name) for name in _DATES}
    read |= {name: values.flag(name) for name in _FLAGS}
    read |= {name: values.shots(name) for name in ("shots", "comparator_shots")}
    read["weights"] = values.choice("weights", get_args(Weights), unknown=True)
    read["asked"] = read_asked(nodes.get("asked"), ledger, today)
    for name in ("source_class", "construct_link"):
        read[name] = read_judgement(name, nodes.get(name), dotted.get(name, []), ledger, today)
    looked_for: list[str] = []
    for name in ("setting", "comparator_setting"):
        setting, missed = read_setting(name, nodes.get(name), dotted.get(name, []), ledger, today)
        looked_for += missed
        if name == "setting" or setting.model_dump(exclude_none=True):
            read[name] = setting
    figures = Figures(values, type_, read["metric"])
    for name, value in figures.all().items():
        read[name] = value if read.get(name) is None else read[name]
    read["rank"] = values.whole("rank", 1_000_000)
    _defaults(read, figures, values)
    if len(ledger.problems) == before:
        _need(read, type_, values)
    read["looked_for"] = tuple(dict.fromkeys([*values.looked_for, *looked_for]))
    if len(ledger.problems) > before:
        return None
    return _record({k: v for k, v in read.items() if v is not None}, values)


def _defaults(read: dict[str, Any], figures: Figures, values: Values) -> None:
    """What the type implies, and the notes that the figures left."""
    if read["type"] == "comparative" and read["relation"] is None:
        read["relation"] = "beats"
    if read["type"] == "threshold":
        side, told = read["threshold_side"], figures.sides[0] if figures.sides else None
        if side and told and side != told:
            values.problem("threshold_side", f"{told} as in the threshold", mend="Mend one of the two.")
        read["threshold_side"] = side or told or "over"
    notes = [read["notes"], *figures.notes]
    read["notes"] = "; ".join(n for n in notes if n) or None
    unit_notes = [values.text("unit_note", SHORT), *figures.unit_notes]
    read["unit_note"] = "; ".join(dict.fromkeys(n for n in unit_notes if n)) or None
    for name, limit in (("notes", LONG), ("unit_note", SHORT)):
        if len(read[name] or "") > limit:
            values.problem(
                name, f"at most {limit:,} characters", f"{len(read[name]):,} with added remarks", "Shorten it."
            )


def _need(read: dict[str, Any], type_: str, values: Values) -> None:
    for name, mend in (("model", 'Write it as in the source, or "unnamed: leading models".'), *NEEDED[type_]):
        if read.get(name) is None:
            _missing(name, read, mend, values)
    if type_ == "trend" and not any(read.get(name) for name in _FROM):
        mend = "Say what it improved from, or since when."
        _missing("baseline_model", read, mend, values, "baseline_model, baseline_date or period")
    for name, other in _OF_TYPE.items():
        if type_ in ("absolute", "rank") and other != type_ and read.get(name) is not None:
            said = f"{name} stands in a claim of type {type_}; for a claim about it write type: {other}"
            values.ledger.note(said, read["line"])


def _missing(name: str, read: dict[str, Any], mend: str, values: Values, expected: str | None = None) -> None:
    type_, line = read["type"], read["line"]
    found = "unknown" if name in values.looked_for else "nothing"
    node = values.nodes.get(name)
    at = node if isinstance(node, Scalar) else Scalar("", line, 0)
    values.ledger.problem(
        at, field=name, expected=f"{expected or name} for a claim of type {type_}", found=found, mend=mend
    )


def _record(read: dict[str, Any], values: Values) -> Claim | None:
    try:
        return Claim(**read)
    except ValidationError as error:
        # The readers above hold every rule of the record; this is the last guard should the record grow stricter.
        for one in error.errors(include_url=False):
            values.problem(str(one["loc"][0]) if one["loc"] else "claim", one["msg"].lower())
        return None
