"""`auditgen schema`: the schema on standard output, a list of names, and a clear refusal."""

import json

import pytest
from click.testing import CliRunner

from auditgen.cli.schema import schema as command
from auditgen.records.schema import SCHEMAS, schema


@pytest.mark.parametrize("name", SCHEMAS)
def test_print(name):
    result = CliRunner().invoke(command, [name])
    assert result.exit_code == 0
    assert json.loads(result.output) == schema(name)


def test_list():
    result = CliRunner().invoke(command, ["--list"])
    assert result.exit_code == 0
    names = [line.split()[0] for line in result.output.splitlines()]
    assert names[: len(SCHEMAS)] == list(SCHEMAS)
    assert {"evidence-overlap", "evidence-completions"} <= set(names)


def test_names_that_are_not_there():
    result = CliRunner().invoke(command, ["verdicts"])
    assert result.exit_code == 2
    assert "There is no schema 'verdicts'. Did you mean verdict?" in result.output
    result = CliRunner().invoke(command, [])
    assert result.exit_code == 2
    assert "One of claims, claims-read" in result.output
