"""YAML with every scalar as text ("72.50" keeps its zero), under limits on depth, size and aliases."""

from __future__ import annotations

from typing import Any

from auditgen.intake.logs.limits import MAX_YAML_BYTES, MAX_YAML_DEPTH, MAX_YAML_NODES, too_big
from auditgen.intake.logs.model import LogError


def parse_yaml(text: str, file: str, first_line: int = 1) -> Any:
    """Lists, mappings and text of one YAML document. Raises LogError with the line for anything else.

    The events are counted before anything is built, so that neither nesting nor aliases can blow up.
    """
    import yaml

    if len(text) > MAX_YAML_BYTES:
        raise too_big(file, "YAML", MAX_YAML_BYTES)
    loader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    depth = nodes = 0
    try:
        for event in yaml.parse(text, Loader=loader):
            nodes += 1
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
            line = first_line + (event.start_mark.line if event.start_mark else 0)
            if isinstance(event, yaml.AliasEvent):
                raise _bad(file, line, "an alias (*name)", "write the repeated part out")
            if depth > MAX_YAML_DEPTH or nodes > MAX_YAML_NODES:
                raise _bad(file, line, "YAML nested too deep or too long", "split the file")
        return yaml.load(text, Loader=loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise _bad(
            file, first_line + (mark.line if mark else 0), error.problem or "broken YAML", "mend that line"
        ) from None
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        if isinstance(error, LogError):
            raise
        raise _bad(file, first_line, "broken YAML", "mend the YAML") from None


def _bad(file: str, line: int, found: str, mend: str) -> LogError:
    return LogError(file, where=f"line {line}", expected="plain YAML", found=found[:160], mend=mend)
