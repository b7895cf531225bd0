"""JSON Schema of what goes in and comes out, exported from the records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic import BaseModel

from auditgen.records.audit_record import AuditRecord
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim, ClaimsFile, Setting, Source
from auditgen.records.evidence import Evidence
from auditgen.records.rank_record import RankRecord
from auditgen.records.verdict import Verdict

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_FIGURE = {
    "description": "The number as printed, with its zeros: in quotes, or bare. A list follows a list in `benchmark`.",
    "anyOf": [{"type": "string"}, {"type": "number"}, {"type": "array", "items": {"type": ["string", "number"]}}],
}
_TEXT = {"anyOf": [{"type": "string"}, {"type": "null"}]}
# Written by the reader of claims files, not by people.
_FILLED_BY_READER = ("looked_for", "line")


def claims_input() -> dict[str, Any]:
    """The claims file as a person writes it in YAML or JSON: figures as printed, `unit` beside them.

    The record keeps figures as objects (text, value, decimals, unit); here each is the text it is read from.
    """
    schema = Claim.model_json_schema()
    defs = schema["$defs"]
    del defs["PrintedNumber"]
    fields: dict[str, Any] = {n: p for n, p in schema["properties"].items() if n not in _FILLED_BY_READER}
    fields = {name: _as_written(part) for name, part in fields.items()}
    fields["unit"] = dict(_TEXT)
    fields["standard_error"] = _FIGURE
    for name in ("benchmark", "benchmark_id", "comparator", "comparator_id"):
        fields[name] = {"anyOf": [*_TEXT["anyOf"], {"type": "array", "items": {"type": "string"}}]}
    for name in ("n_items", "shots", "rank"):
        fields[name] = {"anyOf": [*fields[name]["anyOf"], {"type": ["string", "integer", "array"]}]}
    for name in ("setting", "comparator_setting"):
        fields[name] = {"anyOf": [{"type": "object"}, *_TEXT["anyOf"]]}
    defs["Claim"] = {"type": "object", "properties": fields, "required": ["model"], "additionalProperties": False}
    defs["Source"] = Source.model_json_schema()
    top = ClaimsFile.model_json_schema()["properties"]
    return {
        "$schema": DIALECT,
        "title": "auditgen-claims/1",
        "$defs": {name: defs[name] for name in sorted(defs) if name != "Setting"},
        "type": "object",
        "properties": {
            "schema": {"const": "auditgen-claims/1"},
            **{name: top[name] for name in ("title", "prepared_by", "date")},
            "sources": {"type": "array", "items": {"$ref": "#/$defs/Source"}},
            "claims": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/Claim"}},
        },
        "required": ["claims"],
        "additionalProperties": False,
    }


def _as_written(part: dict[str, Any]) -> dict[str, Any]:
    """One property of the record as people write it: figures as text, yes and no, and `unknown` for "not found"."""
    options: list[dict[str, Any]] = part.get("anyOf") or [
        {k: v for k, v in part.items() if k not in ("title", "default")}
    ]
    if any(option.get("$ref") == "#/$defs/PrintedNumber" for option in options):
        return dict(_FIGURE)
    written = list(options)
    if any(option.get("type") == "boolean" for option in options):
        written.append({"enum": ["yes", "no"]})
    if not any(option.get("type") == "string" and "enum" not in option for option in options):
        written.append({"const": "unknown"})
    return {"anyOf": written}


def _of(record: type[BaseModel]) -> Callable[[], dict[str, Any]]:
    return lambda: {"$schema": DIALECT, **record.model_json_schema(by_alias=True)}


SCHEMAS: dict[str, tuple[str, Callable[[], dict[str, Any]]]] = {
    "claims": ("the claims file as it is written in YAML or JSON", claims_input),
    "claims-read": ("a claims file after it was read", _of(ClaimsFile)),
    "claim": ("one claim as the record keeps it", _of(Claim)),
    "setting": ("how a score was made", _of(Setting)),
    "source": ("a document that claims stand in", _of(Source)),
    "evidence": ("one piece of evidence in the record", _of(Evidence)),
    "check": ("the result of one check", _of(CheckResult)),
    "verdict": ("the verdict on one reading of a claim", _of(Verdict)),
    "rank": ("the record of auditgen rank", _of(RankRecord)),
    "record": ("the audit record: everything a report says, and why", _of(AuditRecord)),
}


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of that name. Raises KeyError for names not in SCHEMAS."""
    return SCHEMAS[name][1]()
