"""The keywords of JSON Schema that the evidence schemas use; an unknown keyword is an error."""

from __future__ import annotations

import re
from typing import Any

TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,), "array": (list,), "string": (str,), "number": (int, float), "integer": (int,),
    "boolean": (bool,), "null": (type(None),),
}  # fmt: skip
KNOWN = {
    "$schema", "title", "description", "type", "properties", "required", "additionalProperties", "enum", "const",
    "minLength", "minimum", "maximum", "items", "minItems", "anyOf", "pattern",
}  # fmt: skip


def is_type(value: Any, name: str) -> bool:
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, TYPES[name])


def problems(value: Any, schema: dict[str, Any], place: str = "") -> list[str]:
    """What is wrong with a value, one line each."""
    assert set(schema) <= KNOWN, set(schema) - KNOWN
    types = schema.get("type")
    if types is not None and not any(is_type(value, t) for t in ([types] if isinstance(types, str) else types)):
        return [f"{place}: {value!r} is no {types}"]
    found = []
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{place}: {value!r} is none of {schema['enum']}")
    if "const" in schema and value != schema["const"]:
        found.append(f"{place}: {value!r} is not {schema['const']!r}")
    if isinstance(value, str):
        if len(value) < schema.get("minLength", 0):
            found.append(f"{place}: too short")
        if "pattern" in schema and not re.search(schema["pattern"], value):
            found.append(f"{place}: {value!r} does not fit {schema['pattern']}")
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if number and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        found.append(f"{place}: {value} out of range")
    if isinstance(value, list):
        if len(value) < schema.get("minItems", 0):
            found.append(f"{place}: too few")
        for i, item in enumerate(value):
            found += problems(item, schema.get("items", {}), f"{place}[{i}]")
    if isinstance(value, dict):
        found += [f"{place}.{k} is missing" for k in schema.get("required", ()) if k not in value]
        known = schema.get("properties", {})
        for key, part in value.items():
            if key in known:
                found += problems(part, known[key], f"{place}.{key}")
            elif schema.get("additionalProperties") is False:
                found.append(f"{place}.{key} is not known")
    if "anyOf" in schema and all(problems(value, {**s, "type": schema.get("type")} if "type" not in s and types else s,
                                          place) for s in schema["anyOf"]):  # fmt: skip
        found.append(f"{place}: fits none of the alternatives")
    return found
