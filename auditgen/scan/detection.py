"""How much of what a corpus holds the scan finds, by kind of copy: measured on planted copies, told in the record."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from auditgen.scan.parameters import ScanParameters
from auditgen.stats.intervals import score_interval

FIGURES = Path(__file__).with_name("detection_limits.json")  # written by benchmarks/scan_limits.py
# Parameters that decide what is found; the figures hold for no other values.
RULES = (
    *("exact_run", "seed", "coverage", "coverage_short", "shared_run", "common_items", "template_items"),
    "template_slack",
)
KINDS = {
    "verbatim": "copied word for word",
    "recased": "in capitals or title case",
    "unicode": "with other forms of the same characters",
    "truncated": "the first three fifths of the question",
    "edit_15": "one word in 15 replaced",
    "edit_6": "one word in 6 replaced",
    "paraphrase": "four words in ten replaced, five-word pieces shuffled",
    "with_answer": "the question followed by its answer",
    "answer_only": "the written-out answer without its question",
}
BLIND_TO = (
    "questions put in other words throughout",
    "translations",
    "questions in pictures, tables or sound",
    "text that was scanned only in part or could not be read",
)


@cache
def _figures() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(FIGURES.read_text(encoding="utf-8"))
    return read


def detection_limits(parameters: ScanParameters) -> dict[str, Any]:
    """Part `detection_limits` of a record.

    applies: whether the figures were measured with these parameters. kinds: planted and found copies, `rate` with its
    95 % interval (a fraction); short: copies of fewer words than make an exact run. blind_to: what no comparison of
    words can see.
    """
    figures = _figures()
    kinds = []
    for entry in figures["tiers"][parameters.tier]:
        interval = score_interval(k=entry["found"], n=entry["planted"])
        kinds.append(
            {
                **entry,
                "description": KINDS[entry["kind"]],
                "rate": entry["found"] / entry["planted"],
                "ci_low": interval.ci_low,
                "ci_high": interval.ci_high,
                "ci_method": interval.method,
            }
        )
    own = parameters.as_dict()
    return {
        "tier": parameters.tier,
        "applies": all(own[name] == value for name, value in figures["parameters"].items()),
        "measured_on": figures["corpus"],
        "kinds": kinds,
        "blind_to": list(BLIND_TO),
    }
