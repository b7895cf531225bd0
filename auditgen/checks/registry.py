"""The table of checks: what each needs, which readings it speaks to, and the function that runs it."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from auditgen.records.check_result import CheckResult, Outcome, Reading
from auditgen.records.thresholds import Thresholds

if TYPE_CHECKING:
    from auditgen.checks.facts import Facts
    from auditgen.records.claim import Claim

Run = Callable[["Claim", "Facts", Thresholds], CheckResult]


@dataclass(frozen=True)
class Spec:
    """One check. `tier` is the lowest evidence tier it needs; `module` is None where no evidence file is read yet."""

    id: str
    tier: str
    readings: tuple[Reading, ...]
    module: str | None
    pair_only: bool = False


# In the order of the method. Checks without a module need evidence files that this version does not read; they stay
# in every plan, so that a report says what could still be found out and with which evidence.
SPECS: tuple[Spec, ...] = (
    Spec("A0", "I0", ("L", "R", "P"), "claim.a0_source_class"),
    Spec("A1", "I0", ("L",), "claim.a1_granularity"),
    Spec("A2", "I1", ("L", "R"), "claim.a2_floor_ceiling"),
    Spec("A3", "I0", ("L", "R", "P"), "claim.a3_settings"),
    Spec("A4", "I0", ("L", "R", "P"), "claim.a4_contradiction"),
    Spec("A5", "I0", ("L",), "claim.a5_printed_uncertainty"),
    Spec("B1", "I0", ("L",), "sampling.b1_interval"),
    Spec("B2", "I0", ("L", "R", "P"), "sampling.b2_difference"),
    Spec("B3", "I0", ("L", "R", "P"), "sampling.b3_smallest_gap"),
    Spec("B4", "I0", ("R", "P"), "sampling.b4_many_comparisons"),
    Spec("B5", "I1", ("L", "R", "P"), "sampling.b5_best_of_k"),
    Spec("C1", "I2", ("R",), "ranking.c1_rank_sets"),
    Spec("C2", "I2", ("R",), "ranking.c2_first_place"),
    Spec("C3", "I2", ("R", "P"), "ranking.c3_other_tests"),
    Spec("C4", "I2", ("R", "P"), "ranking.c4_reversals"),
    Spec("C5", "I2", ("R",), "ranking.c5_leave_one_out"),
    Spec("C6", "I2", ("R",), "ranking.c6_alternatives"),
    Spec("C7", "I3", ("R", "P"), "ranking.c7_drop_k"),
    Spec("C8", "I2", ("L", "R"), "ranking.c8_wording"),
    Spec("C9", "I1", ("R",), "ranking.c9_vote_boards"),
    Spec("D1", "I1", ("L", "R", "P"), "leakage.d1_exposure"),
    Spec("D2", "I1", ("L", "R", "P"), "leakage.d2_findings"),
    Spec("D3", "I6", ("L", "R", "P"), "leakage.d3_overlap"),
    Spec("D4", "I4", ("L", "R", "P"), "leakage.d4_memory"),
    Spec("D5", "I5", ("L", "R", "P"), "leakage.d5_order"),
    Spec("D6", "I5", ("L", "R", "P"), "leakage.d6_familiarity"),
    Spec("D7", "I2", ("L", "R", "P"), "leakage.d7_fresh_test"),
    Spec("D8", "I3", ("L", "P"), "leakage.d8_before_after"),
    Spec("D9", "I0", ("L", "R", "P"), "leakage.d9_tipping_point"),
    Spec("D10", "I2", ("L", "R"), "leakage.d10_vintage"),
    Spec("E1", "I7", ("R", "P"), "preparation.e1_equal_practice"),
    Spec("E2", "I2", ("P", "R"), "preparation.e2_task_practice"),
    Spec("E3", "I1", ("P",), "preparation.e3_reuse"),
    Spec("F1", "I2", ("L", "R", "P"), "replication.f1_remade"),
    Spec("F2", "I1", ("L", "R", "P"), "replication.f2_replication"),
    Spec("F3", "I0", ("L", "R", "P"), "replication.f3_inference"),
    Spec("F4", "I1", ("L", "R", "P"), "replication.f4_test_quality"),
    Spec("F5", "I0", ("L",), "replication.f5_bundle"),
)

BY_ID = {spec.id: spec for spec in SPECS}


@lru_cache(maxsize=64)
def runner(check_id: str) -> Run | None:
    """The `run` function of a check, imported when first used; None where the check reads no evidence yet."""
    spec = BY_ID[check_id]
    if spec.module is None:
        return None
    module = importlib.import_module(f"auditgen.checks.{spec.module}")
    run: Run = module.run
    return run


def version_of(check_id: str) -> str:
    """Version of a check's formula."""
    spec = BY_ID[check_id]
    if spec.module is None:
        return "0"
    return str(importlib.import_module(f"auditgen.checks.{spec.module}").VERSION)


def ran(check_id: str, facts: Facts, roles: tuple[str, ...] = (), **fields: Any) -> CheckResult:
    """Result of a check that ran, with the hashes of the evidence in `roles` as its inputs."""
    spec = BY_ID[check_id]
    values = fields.pop("values", {})
    outcome: Outcome | None = fields.pop("outcome", None)
    return CheckResult(
        check_id=check_id,
        check_version=version_of(check_id),
        status="ran",
        inputs=facts.hashes(*roles),
        sources=facts.citations(*roles),
        readings=spec.readings,
        outcome=outcome,
        values=values,
        **fields,
    )


def absent(check_id: str, reason: str, *, applicable: bool = True) -> CheckResult:
    """Result of a check that did not run, with the reason in words."""
    return CheckResult(
        check_id=check_id,
        check_version=version_of(check_id),
        status="not_run" if applicable else "not_applicable",
        reason=reason,
        readings=BY_ID[check_id].readings,
    )
