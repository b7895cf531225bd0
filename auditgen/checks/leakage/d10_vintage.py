"""D10. Does the model stand higher, against models of its own time, on tests older than itself than on later ones?"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from auditgen.checks.facts import Facts
from auditgen.checks.leakage.search import ALARMS, NOT_SEARCHED, SIGNS, SOME, ability_is_the_risk, alarm
from auditgen.checks.leakage.vintage_table import FEWEST_CONTEMPORARIES, FEWEST_TESTS, both_sides
from auditgen.checks.registry import absent, ran
from auditgen.records.check_result import CheckResult, Outcome
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds

if TYPE_CHECKING:
    from auditgen.stats.vintage import StandingGap

VERSION = "2"
GAP = 0.10
Table = Mapping[str, Any]


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Gap in standing between older and newer tests, by moving the labels; never above some concern.

    Holm over every model of the audit that can be looked at. On a test that the model cannot have seen the gap is
    listed, not counted; where the model behind shows it too, it does not favour the one ahead.
    """
    item = next((e for e in facts.evidence("vintage") if e.kind == "vintage"), None)
    mine = str(facts.names.get("model_id"))
    table = item.content["models"].get(mine) if item is not None else None
    if item is None or table is None:
        return absent("D10", "no scores of this model and its contemporaries on older and newer tests are held")
    if not table.get("tests"):
        return absent("D10", _missing(table))
    sign = -1.0 if ability_is_the_risk(facts) else 1.0
    family = _family(_Looked(item.sha256, sign, item.content["models"]))
    found, adjusted, looked_at = family[mine].gap, family[mine].adjusted, len(family)
    concern = adjusted < SOME and found.estimate >= GAP
    listed = _listed_only(facts, family) if concern else None
    outcome: Outcome = "some_concern" if concern and listed is None else "unclear"
    values: dict[str, Any] = {
        "gap": found.estimate, "older": found.older, "newer": found.newer, "n_older": found.n_older,
        "n_newer": found.n_newer, "n_contemporaries": found.n_contemporaries, "exact": found.exact,
        "n_assignments": found.n_assignments, "smallest_gap": found.critical, "looked_at": looked_at,
        "end": table["end"], "status": SIGNS if concern else NOT_SEARCHED,
        "smallest_p": _smallest_p(found, looked_at), "direction": "reversed" if sign < 0 else "usual",
        "tests": list(family[mine].tests),
    }  # fmt: skip
    if concern:
        control = f"{found.n_contemporaries} models released within nine months, measured on both sides"
        # Holm keeps the chance of any false alarm in the whole family at alpha, however many models are looked at.
        threshold = "chance gives as much less than once in 20 over all models looked at, and the gap is 10% or more"
        values["alarm"] = alarm(control, threshold, SOME)
        if listed:
            values["listed_only"] = listed
    caveats = ["D10-a"] if concern and not listed and sign > 0 else []
    if outcome == "some_concern":
        caveats.append(ALARMS["D10"])
    if values["smallest_p"] >= SOME:
        caveats.append("D10-b")
    elif not concern and found.critical is not None and sign > 0:
        caveats.append("D10-c")
    if listed:
        caveats.append("D10-d")
    if sign < 0:
        caveats.append("D10-r")
    return ran(
        "D10", facts, ("vintage",), estimate=found.estimate, unit="share of contemporaries beaten",
        mde=None if concern else found.critical, n=found.n_older + found.n_newer,
        p_value=found.p_value, p_adjusted=adjusted,
        family=f"{looked_at} models looked at together", outcome=outcome,
        caveat_ids=tuple(caveats), seed=None if found.exact else _seed(mine), values=values,
        assumptions=("older and newer tests ask for the same kind of skill",),
    )  # fmt: skip


def _listed_only(facts: Facts, family: Mapping[str, _Tested]) -> str | None:
    """Why a gap in standing is not held against this claim."""
    if facts.names.get("not_exposed"):
        return "by its dates the model cannot have seen this test"
    other = family.get(str(facts.names.get("comparator_id")))
    if facts.reading != "L" and other is not None and other.adjusted < SOME and other.gap.estimate >= GAP:
        return "touches both models"
    return None


@dataclass(frozen=True)
class _Looked:
    """The tables of one audit, told apart by the hash of their evidence; many claims ask for the same."""

    sha256: str
    sign: float
    models: Mapping[str, Table] = field(compare=False)


@dataclass(frozen=True)
class _Tested:
    """One model of the family: its gap, p after Holm, and its standing test by test."""

    gap: StandingGap
    adjusted: float
    tests: tuple[dict[str, Any], ...]


@lru_cache(maxsize=16)
def _family(looked: _Looked) -> dict[str, _Tested]:
    """Every model with enough tests, by id."""
    import numpy as np

    from auditgen.stats.multiplicity import holm
    from auditgen.stats.vintage import ahead_of, standing_gap

    gaps, tests = {}, {}
    for model, table in looked.models.items():
        rows = table.get("tests")
        if not rows:
            continue
        peers = both_sides(rows)
        ahead = ahead_of(
            [looked.sign * x["own"] for x in rows],
            [[looked.sign * x["scores"].get(p, np.nan) for p in peers] for x in rows],
        )
        gaps[model] = standing_gap(ahead, [x["older"] for x in rows], seed=_seed(model))
        tests[model] = tuple(
            {
                "benchmark_id": x["benchmark_id"], "published": x["published"], "older": x["older"],
                "standing": _mean(row), "n": int(np.isfinite(row).sum()), "campaign": x["campaign"],
            }
            for x, row in zip(rows, ahead)
        )  # fmt: skip
    held = holm([g.p_value for g in gaps.values()]).tolist()
    return {m: _Tested(gaps[m], p, tests[m]) for m, p in zip(gaps, held)}


def _seed(model_id: str) -> int:
    """The gap is a property of the model: every claim about it draws the same numbers."""
    return int.from_bytes(hashlib.sha256(f"{model_id}D10".encode()).digest()[:8], "big")


def _missing(table: Table) -> str:
    """Which of the conditions does not hold, in words."""
    found = []
    if table["n_older"] < FEWEST_TESTS:
        found.append(f"{_tests_held(table['n_older'])} published before the model was finished")
    if table["n_newer"] < FEWEST_TESTS:
        found.append(f"{_tests_held(table['n_newer'])} published after it")
    if table["n_contemporaries"] < FEWEST_CONTEMPORARIES:
        found.append(f"{table['n_contemporaries'] or 'no'} models of the same time measured on both")
    needed = f"at least {FEWEST_TESTS} older and {FEWEST_TESTS} newer tests and {FEWEST_CONTEMPORARIES} such models"
    return f"{' and '.join(found)} held; {needed} are needed"


def _tests_held(n: int) -> str:
    return "1 test" if n == 1 else f"{n or 'no'} tests"


def _mean(row: Any) -> float | None:
    import numpy as np

    return float(np.nanmean(row)) if np.isfinite(row).any() else None


def _smallest_p(found: StandingGap, looked_at: int) -> float:
    """Smallest adjusted p that this many tests can give at all: above .05 the comparison cannot tell."""
    return min(1.0, looked_at / (found.n_assignments if found.exact else found.n_assignments + 1))
