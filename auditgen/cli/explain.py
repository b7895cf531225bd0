"""`auditgen explain`: what a check asks and cannot say, what a term means, why a cut-off is where it is."""

from __future__ import annotations

import difflib
import importlib
import inspect
from collections.abc import Iterator, Mapping
from typing import Any

import click

_TIERS = {
    "I0": "the claim alone",
    "I1": "the catalogue's facts",
    "I2": "a table of results",
    "I3": "question-by-question results",
    "I4": "what the model wrote when shown half a question",
    "I5": "log-probabilities",
    "I6": "the training text or an index of it",
    "I7": "a new run after equal practice",
}
_READINGS = {"L": "level", "R": "ranking", "P": "progress"}


@click.command()
@click.argument("topic", metavar="CHECK-OR-TERM", nargs=-1, required=True)
def explain(topic: tuple[str, ...]) -> None:
    """Explain a check (B1), a finding (Open), a cut-off (delta_small) or a term (scaffold).

    Example: auditgen explain D7
    """
    from auditgen.resources import template_yaml

    words = template_yaml("locale/en/report.yaml")
    wanted = " ".join(topic).strip()
    lines = list(_check(wanted.upper(), words) or _finding(wanted, words) or _threshold(wanted) or _term(wanted, words))
    if not lines:
        near = difflib.get_close_matches(wanted.lower(), [n.lower() for n in names(words)], n=3, cutoff=0.4)
        hint = f" Did you mean {', '.join(near)}?" if near else " Try a check such as B1 or a term such as scaffold."
        raise click.UsageError(f"nothing is called '{wanted}'.{hint}")
    click.echo("\n".join(lines))


def names(words: Mapping[str, Any]) -> list[str]:
    """Everything that can be explained."""
    from auditgen.checks.registry import BY_ID
    from auditgen.grading.thresholds import load_thresholds
    from auditgen.records.verdict import FINDINGS

    terms = [g["term"] for g in words["glossary"]]
    return [*BY_ID, *FINDINGS, *(t.name for t in load_thresholds()), *terms]


def _check(wanted: str, words: Mapping[str, Any]) -> list[str]:
    from auditgen.checks.registry import BY_ID

    spec = BY_ID.get(wanted)
    if spec is None:
        return []
    told = words["checks"][spec.id]
    lines = [f"{spec.id}  {told['name']}"]
    if spec.module:
        module = importlib.import_module(f"auditgen.checks.{spec.module}")
        question = (module.__doc__ or "").strip().removeprefix(f"{spec.id}. ")
        method = " ".join((inspect.getdoc(module.run) or "").split())
        lines += ["", f"Asks: {question}", f"How: {method}"]
    else:
        lines += ["", "This version reads no evidence for this check; every report lists it with what it would need."]
    readings = ", ".join(_READINGS[r] for r in spec.readings)
    lines += [
        f"Needs: {_TIERS[spec.tier]} ({spec.tier})",
        f"Speaks to: {readings}",
        f"Can say: {told['can']}",
        f"Cannot say: {told['cannot']}",
        f"Uncertainty: {told['uncertainty']}",
        *_caveats(spec.id),
    ]
    return lines


def _caveats(check_id: str) -> Iterator[str]:
    from auditgen.resources import template_yaml

    table = template_yaml("caveats/en.yaml")
    for name, row in table.items():
        if isinstance(row, dict) and row.get("check") == check_id:
            yield f"Caveat {name}, printed when {row['when']}: {row['text']}"


def _finding(wanted: str, words: Mapping[str, Any]) -> list[str]:
    for name, told in words["findings"].items():
        if wanted.lower() in (str(name).lower(), str(told.get("word", "")).lower()):
            return [f"{told.get('word', name)} (finding)", "", str(told["means"]), str(told["do"])]
    return []


def _threshold(wanted: str) -> list[str]:
    from auditgen.grading.thresholds import load_thresholds

    for t in load_thresholds():
        if t.name == wanted.lower():
            value = f"{100 * t.value:g} points" if t.kind == "points" else f"{t.value:g}"
            return [f"{t.name} = {value} (cut-off, version {load_thresholds().version})", "", t.why]
    return []


def _term(wanted: str, words: Mapping[str, Any]) -> list[str]:
    low = wanted.lower()
    for row in words["glossary"]:
        forms = [row["term"].lower(), row["term"].lower().split(" (")[0], *row["term"].lower().split(", ")]
        if low in forms:
            return [row["term"], "", row["means"]]
    return []
