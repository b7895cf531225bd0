"""Several figures in one cell: which part of the test, which metric or which shots each of them belongs to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from auditgen.intake.documents.drafting import Draft
from auditgen.intake.documents.naming import TestName, setting_key


def figure_parts(test: TestName, head: str, stub: str, n: int) -> tuple[TestName, tuple[str, ...] | None]:
    """The test of a cell of `n` figures without the names of its parts, and these names, if a label gives them.

    The label of the test speaks first, then the head of the column, then the head over the names.
    """
    several = part_words(test.label.written, n)
    if several is not None:
        return replace(test, name=several[0] or test.name), several[1]
    two = (pair_words(" ".join((test.label.written, head))) or pair_words(stub)) if n == 2 else None
    return (replace(test, name=_without_pair(test.name, two)), two) if two else (test, None)


def name_part(draft: Draft, names: Sequence[str] | None, part: int) -> None:
    """Say on a draft which of the figures of its cell it is; that nothing says so lowers its confidence."""
    if names is None:
        draft.doubt("low", "several numbers in one cell, and no word for which is which")
        return
    key, value = setting_key(names[part], names)
    draft.fields.pop("metric" if key == "metric" else "", None)
    draft.state(key, value)
    draft.flags.append("two numbers in one cell" if len(names) == 2 else "several numbers in one cell")
    draft.key_words = (*draft.key_words, names[part])


_TWO = re.compile(r"(?<![\w/])([A-Za-z][\w@.+]*(?:\s?->\s?[\w]+)?)\s?/\s?([A-Za-z][\w@.+]*(?:\s?->\s?[\w]+)?)(?![\w/])")


def pair_words(text: str) -> tuple[str, str] | None:
    """The two names of a two-number cell, if a label gives two: "eng->kgv/kgv->eng", "EM/F1"."""
    found = [m for m in _TWO.finditer(text) if m[1].lower() not in ("w", "n", "macro_avg", "average") and m[1] != m[2]]
    if not found and (shots := _TWO_SHOTS.search(text)):
        return f"{shots[1]}-shot", f"{shots[2]}-shot"
    return (found[-1][1], found[-1][2]) if found else None


def part_words(text: str, n: int) -> tuple[str, tuple[str, ...]] | None:
    """The name and the `n` parts that a label gives for the figures of one cell: "Libri dev | test", "A / B / C"."""
    for mark in (r"\s*\|\s*", r"\s+/\s+"):
        parts = re.split(mark, text.strip())
        if len(parts) != n or not all(re.search(r"\w", p) for p in parts):
            continue
        size = max(len(p.split()) for p in parts[1:])
        first = parts[0].split()
        return " ".join(first[:-size]), (" ".join(first[-size:]), *parts[1:])
    return None


def model_parts(text: str, n: int) -> tuple[str, ...] | None:
    """The `n` models that one label gives for the figures of a cell: "CWM / CWM + tts", "gpt-oss-20B (low / high)"."""
    bracket = re.fullmatch(r"(.*\S)\s*\(([^()]*/[^()]*)\)", text)
    parts = re.split(r"\s+/\s+", bracket[2] if bracket else text)
    if len(parts) != n or not all(re.search(r"\w", p) for p in parts):
        return None
    return tuple(f"{bracket[1]} ({p.strip()})" for p in parts) if bracket else tuple(parts)


_TWO_SHOTS = re.compile(
    r"(?<![\w/])(\d{1,2}|zero|one|few)(?:[- ]?shot)?\s?/\s?(\d{1,2}|few|many)[- ]?shot\b", re.IGNORECASE
)


def _without_pair(name: str, names: tuple[str, str]) -> str:
    """ "STS-B P/S" as "STS-B": two metrics behind a name are no part of it; two halves of it are ("MNLI-m/mm")."""
    paired = rf"\s+[(]?{re.escape(names[0])}\s?/\s?{re.escape(names[1])}[)]?\Z"
    return (re.sub(paired, "", name) or name) if "->" not in name else name
