"""`evidence.yaml`: who made each file, and facts that the catalogue lacks, each with a citation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from auditgen.intake.errors import InputError, Problem, show
from auditgen.intake.evidence.model import Origin
from auditgen.intake.logs.model import LogError
from auditgen.intake.logs.plain_yaml import parse_yaml
from auditgen.intake.logs.privacy import plain

NAMES = ("evidence.yaml", "evidence.yml")
SECTIONS = ("files", "models", "benchmarks", "findings", "replications")
FILE_KEYS = (
    *("file", "kind", "benchmark", "models", "citation", "licence", "date", "produced_by", "matched", "exchangeable"),
    *("where", "notes"),
)
PRODUCERS = ("claimant", "independent", "adversarial")
DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?\Z")


@dataclass(frozen=True)
class Fact:
    """One row of facts with its place in the file, for messages."""

    place: str
    row: Mapping[str, Any]
    citation: str


@dataclass(frozen=True)
class Manifest:
    """What one evidence.yaml says. `files` by the name written there (relative to its folder, with "/")."""

    name: str
    files: Mapping[str, Origin] = field(default_factory=dict)
    facts: Mapping[str, tuple[Fact, ...]] = field(default_factory=dict)


def read_manifest(data: bytes, name: str) -> Manifest:
    """Parse evidence.yaml. Raises InputError, one line for each thing to mend."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            Problem(name, expected="text in UTF-8", found=f"byte {error.start} is none", mend="Save the file as UTF-8.")
        ) from None
    try:
        parsed = parse_yaml(text, name)
    except LogError as error:
        raise InputError(Problem(name, field=error.where, expected=error.expected, found=error.found)) from None
    if parsed in (None, ""):
        return Manifest(name)
    if not isinstance(parsed, dict):
        _refuse(name, None, f"a mapping with {', '.join(SECTIONS)}", type(parsed).__name__)
    for key in parsed:
        if key not in SECTIONS and key != "schema":
            _refuse(name, str(key), f"one of {', '.join(SECTIONS)}", show(str(key)), "Check the spelling.")
    files: dict[str, Origin] = {}
    for place, row in _rows(parsed, "files", name):
        origin_name, origin = _origin(row, place, name)
        if origin_name in files:
            _refuse(name, f"{place}.file", "every file once", f"{show(origin_name)} again")
        files[origin_name] = origin
    facts = {section: tuple(_facts(parsed, section, name)) for section in SECTIONS[1:]}
    return Manifest(name, files, facts)


def _rows(parsed: Mapping[str, Any], section: str, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    rows = parsed.get(section) or []
    if not isinstance(rows, list):
        _refuse(name, section, "a list", type(rows).__name__)
    for number, row in enumerate(rows):
        place = f"{section}[{number}]"
        if not isinstance(row, dict):
            _refuse(name, place, "a mapping", type(row).__name__)
        yield place, row


def _origin(row: Mapping[str, Any], place: str, name: str) -> tuple[str, Origin]:
    for key in row:
        if key not in FILE_KEYS:
            _refuse(name, f"{place}.{key}", f"one of {', '.join(FILE_KEYS)}", show(str(key)), "Check the spelling.")
    file = _text(row, "file", place, name)
    if not file:
        _refuse(name, f"{place}.file", "the name of a file beside evidence.yaml", "nothing")
    made_by = _text(row, "produced_by", place, name).lower() or None
    if made_by is not None and made_by not in PRODUCERS:
        _refuse(name, f"{place}.produced_by", " or ".join(PRODUCERS), show(made_by))
    date = _text(row, "date", place, name) or None
    if date and not DATE.match(date):
        _refuse(name, f"{place}.date", "a date such as 2026-11-30 or 2026-11", show(date))
    models = row.get("models") or []
    if isinstance(models, str):
        models = [models]
    if not isinstance(models, list) or not all(isinstance(m, str) for m in models):
        _refuse(name, f"{place}.models", "a list of names of models", type(models).__name__)
    where = row.get("where") or {}
    if not isinstance(where, dict) or not all(isinstance(v, str) for v in where.values()):
        _refuse(name, f"{place}.where", "columns with the name to keep, such as {suite: BBH}", show(str(where)))
    citation = plain(_text(row, "citation", place, name), 500) or None
    if made_by is not None and citation is None:
        _refuse(
            name, f"{place}.citation", "who published or handed over this file", "nothing",
            "Without a citation leave produced_by out: the file then counts as unattributed.",
        )  # fmt: skip
    return file, Origin(
        citation=citation,
        licence=plain(_text(row, "licence", place, name), 120) or None,
        date=date,
        produced_by=made_by or "unattributed",  # type: ignore[arg-type]
        kind=_text(row, "kind", place, name) or None,
        benchmark=_text(row, "benchmark", place, name) or None,
        models=tuple(models),
        matched=_truth(row, "matched", place, name),
        exchangeable=_truth(row, "exchangeable", place, name),
        where={str(k): v for k, v in where.items()},
        place=f"{name} ({place})",
    )


def _facts(parsed: Mapping[str, Any], section: str, name: str) -> Iterator[Fact]:
    for place, row in _rows(parsed, section, name):
        cited = "citation" if row.get("citation") else "source"
        citation = plain(_text(row, cited, place, name), 500)
        if not citation:
            _refuse(
                name, f"{place}.citation", "where this fact can be looked up", "nothing",
                "A fact without a source is not evidence.",
            )  # fmt: skip
        yield Fact(f"{name} ({place})", row, citation)


def _text(row: Mapping[str, Any], key: str, place: str, name: str) -> str:
    value = row.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        _refuse(name, f"{place}.{key}", "text", type(value).__name__)
    return value.strip()


def _truth(row: Mapping[str, Any], key: str, place: str, name: str) -> bool | None:
    text = _text(row, key, place, name).lower()
    if text not in ("", "true", "yes", "false", "no"):
        _refuse(name, f"{place}.{key}", "true or false", show(text))
    return None if not text else text in ("true", "yes")


def _refuse(name: str, place: str | None, expected: str, found: str, mend: str = "") -> NoReturn:
    raise InputError(Problem(name, field=place, expected=expected, found=found, mend=mend))
