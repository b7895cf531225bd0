"""The exported JSON Schemas follow the records, and the schema of the claims file follows what is read."""

import json
from typing import Any

import pytest
import yaml

from auditgen.intake.claims.names import CLAIM_FIELDS, FILE_FIELDS, SOURCE_FIELDS
from auditgen.records.audit_record import AuditRecord
from auditgen.records.schema import SCHEMAS, schema


def refers(part: Any):
    """Every $ref below a part of a schema."""
    if isinstance(part, dict):
        if "$ref" in part:
            yield part["$ref"]
        for value in part.values():
            yield from refers(value)
    elif isinstance(part, list):
        for value in part:
            yield from refers(value)


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_reference_leads_somewhere(name):
    built = schema(name)
    assert built["$schema"].endswith("2020-12/schema")
    json.dumps(built)
    for ref in refers(built):
        assert ref.removeprefix("#/$defs/") in built["$defs"], ref


def test_claims_schema_names_what_the_reader_reads():
    built = schema("claims")
    assert set(built["properties"]) == FILE_FIELDS
    # Two names are synonyms for tables only: the reader of documents writes them.
    assert set(built["$defs"]["Claim"]["properties"]) == CLAIM_FIELDS - {"subject_model"}
    assert set(built["$defs"]["Source"]["properties"]) == SOURCE_FIELDS


def test_record_schema_uses_the_printed_names():
    assert "schema" in schema("record")["properties"]
    assert set(schema("record")["required"]) <= {f.alias or n for n, f in AuditRecord.model_fields.items()}


def test_unknown_name():
    with pytest.raises(KeyError):
        schema("nothing")


def fits(value: Any, part: dict[str, Any], root: dict[str, Any]) -> bool:
    """A validator for the few keywords that the claims schema uses."""
    if "$ref" in part:
        return fits(value, root["$defs"][part["$ref"].removeprefix("#/$defs/")], root)
    if "anyOf" in part and not any(fits(value, option, root) for option in part["anyOf"]):
        return False
    if "const" in part and value != part["const"]:
        return False
    if "enum" in part and value not in part["enum"]:
        return False
    kinds = {"string": str, "number": int | float, "integer": int, "boolean": bool, "array": list, "object": dict}
    kinds["null"] = type(None)
    types = part.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(isinstance(value, kinds[t]) for t in types):
        return False
    if isinstance(value, str) and len(value) > part.get("maxLength", len(value)):
        return False
    if isinstance(value, list) and "items" in part:
        return all(fits(v, part["items"], root) for v in value)
    if isinstance(value, dict) and "properties" in part:
        known = part["properties"]
        if set(part.get("required", [])) - set(value) or (set(value) - set(known) and not part["additionalProperties"]):
            return False
        return all(fits(v, known[k], root) for k, v in value.items() if k in known)
    return True


# Dates and words stay text, as an editor with a YAML 1.2 schema reads them.
class Plain(yaml.BaseLoader):
    pass


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("claims: [{model: A, benchmark: M, score: '88.70', unit: percent}]", True),
        ("claims: [{model: A, benchmark: [M, N], score: ['88.7', '5'], setting: {cot: 'yes'}, rank: unknown}]", True),
        ("claims: [{model: A, setting: 'cot=yes', n_items: unknown, type: rank, rank: '1', as_of: '2024-05'}]", True),
        ("claims: [{benchmark: M}]", False),
        ("claims: [{model: A, scroe: '5'}]", False),
        ("claims: [{model: A, type: ranking}]", False),
        ("claims: [{model: A, score: {text: '5'}}]", False),
        ("claim: []", False),
    ],
)
def test_claims_schema_accepts_what_is_read(text, right):
    built = schema("claims")
    assert fits(yaml.load(text, Plain), built, built) is right
