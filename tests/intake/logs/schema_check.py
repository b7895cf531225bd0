"""The part of JSON Schema draft 7 that the Every Eval Ever schemas use; tests need no further package for it."""

from __future__ import annotations

import re
from typing import Any

_TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
}
KNOWN = {
    *("$schema", "$ref", "$defs", "version", "description", "default"),
    *("type", "enum", "const", "required", "properties", "additionalProperties", "items", "minItems"),
    *("pattern", "minimum", "maximum", "oneOf", "allOf", "not", "if", "then", "else"),
}


def unknown_words(schema: Any) -> set[str]:
    """Keywords of a schema that this checker does not know: if there are any, its answer is worth nothing."""
    if isinstance(schema, list):
        return set().union(*(unknown_words(s) for s in schema)) if schema else set()
    if not isinstance(schema, dict):
        return set()
    found = set(schema) - KNOWN
    for word, value in schema.items():
        if word in ("properties", "$defs"):
            found |= set().union(*(unknown_words(s) for s in value.values()))
        elif word not in ("required", "enum", "const", "default"):
            found |= unknown_words(value)
    return found


def problems(value: Any, schema: dict[str, Any], root: dict[str, Any], path: str = "") -> list[str]:
    """Every violation, with its place; an empty list means valid."""
    if "$ref" in schema:
        return problems(value, root["$defs"][schema["$ref"].rpartition("/")[2]], root, path)
    found = _own(value, schema, path)
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        found += [f"{path}: {name} is missing" for name in schema.get("required", []) if name not in value]
        for name, child in value.items():
            rest = schema.get("additionalProperties", True)
            if name in properties:
                found += problems(child, properties[name], root, f"{path}/{name}")
            elif rest is False:
                found.append(f"{path}: {name} is not allowed")
            elif isinstance(rest, dict):
                found += problems(child, rest, root, f"{path}/{name}")
    if isinstance(value, list) and "items" in schema:
        for i, child in enumerate(value):
            found += problems(child, schema["items"], root, f"{path}/{i}")
    found += _combined(value, schema, root, path)
    return found


def _own(value: Any, schema: dict[str, Any], path: str) -> list[str]:
    found = []
    if "type" in schema:
        types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        if not any(_is(value, t) for t in types):
            found.append(f"{path}: not of type {types}")
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{path}: {value!r} is not one of {schema['enum']}")
    if "const" in schema and value != schema["const"]:
        found.append(f"{path}: {value!r} is not {schema['const']!r}")
    if "pattern" in schema and isinstance(value, str) and not re.search(schema["pattern"], value):
        found.append(f"{path}: {value!r} does not match")
    if "minItems" in schema and isinstance(value, list) and len(value) < schema["minItems"]:
        found.append(f"{path}: too few items")
    if _is(value, "number"):
        if "minimum" in schema and value < schema["minimum"]:
            found.append(f"{path}: below the minimum")
        if "maximum" in schema and value > schema["maximum"]:
            found.append(f"{path}: above the maximum")
    return found


def _combined(value: Any, schema: dict[str, Any], root: dict[str, Any], path: str) -> list[str]:
    found = []
    if "oneOf" in schema:
        fits = sum(not problems(value, s, root, path) for s in schema["oneOf"])
        if fits != 1:
            found.append(f"{path}: fits {fits} of the alternatives")
    for part in schema.get("allOf", []):
        found += problems(value, part, root, path)
    if "not" in schema and not problems(value, schema["not"], root, path):
        found.append(f"{path}: is what it must not be")
    if "if" in schema:
        branch = "else" if problems(value, schema["if"], root, path) else "then"
        found += problems(value, schema.get(branch, {}), root, path)
    return found


def _is(value: Any, kind: str) -> bool:
    if kind == "number":
        return isinstance(value, int | float) and not isinstance(value, bool)
    if kind == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, _TYPES[kind])
