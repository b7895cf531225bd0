"""Parts that the schemas of the evidence formats share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]

TEXT: Schema = {"type": "string", "minLength": 1}
NAME: Schema = {"type": ["string", "integer"], "description": "name of the item"}
NUMBERS: Schema = {"type": "array", "items": {"type": "number"}, "minItems": 1}
SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
DATE: Schema = {"type": "string", "pattern": r"^\d{4}(-\d{2}(-\d{2})?)?$"}
MONTH: Schema = {"type": "string", "pattern": r"^\d{4}-\d{2}(-\d{2})?$"}
COUNT: Schema = {"type": "integer", "minimum": 0}


def object_schema(title: str, needed: Mapping[str, Schema], free: Mapping[str, Schema], *, more: bool = True) -> Schema:
    return {
        "$schema": DIALECT,
        "title": title,
        "type": "object",
        "properties": {**needed, **free},
        "required": list(needed),
        "additionalProperties": more,
    }
