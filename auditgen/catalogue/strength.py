"""Strength of a published leakage finding: the rubric of check D2 as one readable list of rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

STRENGTHS = ("strong", "moderate", "weak", "inadmissible", "none")
SCOPES = ("model", "family", "group", "set", "corpus")
KINDS = ("presence", "memory", "inflation", "exposure", "selection", "preparation", "in_task", "search_time")
CONTROLS = ("none", "compared", "compared_p01", "regeneration", "interval")
CHANNELS = ("paper", "developer", "post", "press")
METHODS = [
    "overlap",
    "completion",
    "logprob",
    "exchangeability",
    "performance-gap",
    "time-split",
    "self-disclosure",
    "canary",
    "other",
]
RESULTS = ("contaminated", "partial", "not-found", "inconclusive")

Row = Mapping[str, str]


class Derived(NamedTuple):
    """What the rules make of one row of findings.csv."""

    direction: str
    strength: str
    strength_reason: str
    against_interest: bool
    counts: bool
    share_pct: float | None


def _concern(row: Row) -> bool:
    return row["result"] in ("contaminated", "partial")


def _own_report(row: Row) -> bool:
    return row["reported_by"] == "lab" and row["subject_type"] == "model"


# (strength, reason, condition); the first rule that fits decides.
RULES: tuple[tuple[str, str, Callable[[Row], bool]], ...] = (
    (
        "inadmissible",
        "states what was in a corpus nobody outside has",
        lambda r: "inadmissible:" in r["note"],
    ),
    ("none", "unconfirmed (recalled): listed, not charged", lambda r: r["confidence"] != "seen"),
    ("none", "nothing found; not a finding against the claim", lambda r: r["result"] == "not-found"),
    ("none", "has another explanation: listed, not charged", lambda r: r["result"] == "inconclusive"),
    (
        "none",
        "not about leaked test items (selection, preparation, possible exposure, or the fix inside the task)",
        lambda r: r["kind"] in ("selection", "preparation", "exposure", "in_task"),
    ),
    ("none", "training split, not the scored split: listed", lambda r: r["split"] == "train"),
    (
        "none",
        "set-level (at least one member, a whole test, or a public corpus): listed, 0 steps",
        lambda r: r["scope"] in ("group", "set", "corpus"),
    ),
    (
        "strong",
        "admission by the developer",
        lambda r: (
            _own_report(r)
            and r["result"] == "contaminated"
            and r["method_family"] in ("self-disclosure", "completion", "canary")
        ),
    ),
    ("strong", "method with a control, p < 0.01", lambda r: r["control"] == "compared_p01"),
    ("strong", "reproducible regeneration beyond a control", lambda r: r["control"] == "regeneration"),
    ("weak", "press report or post, no peer-readable protocol", lambda r: r["channel"] in ("press", "post")),
    ("moderate", "published overlap", lambda r: r["method_family"] == "overlap"),
    ("moderate", "partial admission by the developer", lambda r: r["method_family"] == "self-disclosure"),
    (
        "moderate",
        "published share of questions answered from leaked pages",
        lambda r: r["kind"] == "search_time" and bool(r["value"]),
    ),
    (
        "moderate",
        "gap on fresh items with an interval, or with both numbers of questions",
        lambda r: r["control"] == "interval",
    ),
    ("moderate", "method with a control, no p-value below 0.01 stated", lambda r: r["control"] == "compared"),
    ("weak", "no control stated", lambda r: True),
)


def derive(row: Row) -> Derived:
    """Derived columns of one row of findings.csv (all values as text).

    Direction: `concern` (contaminated, partial), `reassurance` (not-found), `neither` (inconclusive).
    `against_interest`: the developer reports it about its own model. `counts`: the developer searched for this test
    and gives a number. `share_pct`: flagged share of questions in percent, where one number is given.
    """
    if row["result"] not in RESULTS:
        raise ValueError(f"result: expected one of {', '.join(RESULTS)}, found {row['result']!r}")
    direction = "concern" if _concern(row) else "reassurance" if row["result"] == "not-found" else "neither"
    strength, reason = next((name, why) for name, why, fits in RULES if fits(row))
    share = flagged_share(row)
    counts = (
        _own_report(row) and row["method_family"] == "overlap" and share is not None and row["confidence"] == "seen"
    )
    return Derived(direction, strength, reason, _own_report(row) and _concern(row), counts, share)


SHARE_UNIT = re.compile(r"% of (?:test )?(?:items|questions)(?: flagged)?(?: \(8-gram\)| found online)?\Z")


def flagged_share(row: Row) -> float | None:
    """Flagged share of the test's questions in percent, for overlap findings that give one number; else None."""
    if row["method_family"] != "overlap" or not SHARE_UNIT.match(row["unit"]):
        return None
    return float(row["value"]) if re.fullmatch(r"\d+(?:\.\d+)?", row["value"]) else None


def weaker(strength: str) -> str:
    """One strength less, for a finding on another version (base or chat) of the same model."""
    return {"strong": "moderate", "moderate": "weak", "weak": "none"}.get(strength, strength)
