"""Properties that every verdict must have, whatever the evidence: nothing is gained by hiding, cutting or swapping."""

from __future__ import annotations

import dataclasses
import datetime as dt

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from auditgen.grading.case import Case
from auditgen.grading.findings import Decision, decide
from auditgen.grading.ladder import Ladder, silence_counts
from auditgen.grading.thresholds import load_thresholds
from auditgen.records.claim import Asked
from auditgen.records.verdict import FINDINGS
from tests.grading.case_strategies import worlds
from tests.grading.case_world import MINOR, MODERATE, NONE, SERIOUS, Piece, World
from tests.grading.cases import WORDS, build, check, ladders

T = load_thresholds()
AS_OF = dt.date(2026, 11, 30)
many = settings(max_examples=120, deadline=None, derandomize=True, database=None)


def use(decision: Decision) -> int:
    """Order of findings by use: Shown, Suggested, all others."""
    return {"Shown": 2, "Suggested": 1}.get(decision.finding, 0)


def rungs(decision: Decision) -> Ladder:
    assert decision.ladder is not None
    return decision.ladder


def points(decision: Decision) -> int:
    return rungs(decision).points


def best(decision: Decision) -> int:
    return rungs(decision).points_if_answered


# What grading is told without any check that could be left out: who ran the test, and how far it looked at settings.
ALWAYS_RUN = ("A0", "A3")
# Evidence that only the claimant can give, with its domain. (Its documents and settings stand in the source itself.)
CLAIMANT_HELD = {
    "B1": "G3",
    "B5": "G6",
    "C5": "G4",
    "C7": "G4",
    "C8": "G4",
    "D3": "G1",
    "E1": "G2",
    "E2": "G2",
}


@many
@given(world=worlds())
def test_i_leaving_out_evidence_without_concern_never_helps(world):
    before = decide(world.case(), T)
    for check_id, piece in world.pieces().items():
        if piece.concern != NONE or check_id in ALWAYS_RUN:
            continue
        after = decide(world.case().without(check_id), T)
        assert points(after) <= points(before), check_id
        assert use(after) <= use(before), check_id


@many
@given(world=worlds())
def test_i_hiding_a_minor_or_moderate_problem_that_only_the_claimant_knows_never_helps(world):
    before = decide(world.case(), T)
    for check_id, piece in world.pieces().items():
        if piece.concern not in (MINOR, MODERATE) or check_id not in CLAIMANT_HELD:
            continue
        after = decide(world.case().without(check_id), T)
        state = rungs(after).domain(CLAIMANT_HELD[check_id])
        if state.open is None:
            continue  # other evidence answers the question as well: see test_known_limits.py
        spare = 1 if state.open_points == -1 else 0
        assert points(after) <= points(before) + spare, check_id
        assert use(after) <= use(before) or spare, check_id


@pytest.mark.parametrize("reading", ["L", "R", "P"])
@pytest.mark.parametrize("source", [None, "S2", "S3", "S4"])
@pytest.mark.parametrize("kind", ["level", "threshold", "parity", "lead", "equality", "rank", "rate"])
def test_ii_empty_inputs_never_give_shown_or_suggested(reading, source, kind):
    checks = {} if source is None else {"A0": check("A0", {"source_class": source})}
    decision = decide(Case(reading=reading, claimed=True, relation_kind=kind, checks=checks, words=WORDS), T)
    assert use(decision) == 0
    assert rungs(decision).domain("G1").open_points == -2


@many
@given(world=worlds())
def test_iii_missing_data_never_leave_g1_at_nought(world):
    assume(world.exposure[0] not in ("sealed", "after"))
    searches = ("D3", "D4", "D7", "D8")
    case = world.case().without(*searches)
    f = case.values("D9").get("f")
    assume(world.reading == "L" or f is None or f <= 0.5)
    ladder = rungs(decide(case, T))
    assert ladder.domain("G1").open_points <= -1
    assert not ladder.domain("G1").answered
    without_dates = rungs(decide(case.without("D1", "D2"), T))
    assert without_dates.domain("G1").open_points <= (-2 if world.reading == "L" else -1)


@many
@given(world=worlds(sized=True))
def test_iv_half_the_questions_never_help(world):
    # A line that the printed score misses is looked at by itself, below.
    assume(world.line is None or world.score > world.line)
    before, after = decide(world.case(), T), decide(world.halved().case(), T)
    assert points(after) <= points(before)
    assert use(after) <= use(before)


@many
@given(world=worlds(reading="R", kind="lead"))
def test_v_a_statement_and_its_reverse_are_never_both_usable(world):
    assert use(decide(world.case(), T)) == 0 or use(decide(world.swapped().case(), T)) == 0


@many
@given(world=worlds(reading="P"))
def test_v_a_step_and_its_reverse_are_never_both_usable(world):
    assert use(decide(world.case(), T)) == 0 or use(decide(world.swapped().case(), T)) == 0


@many
@given(world=worlds())
def test_vi_answers_can_only_add_to_what_is_shown_today(world):
    decision = decide(world.case(), T)
    assert 0 <= points(decision) <= best(decision) <= 16
    if decision.contrary is not None:
        assert 0 <= decision.contrary.ladder.points <= decision.contrary.ladder.points_if_answered <= 16


WELL = {
    "L": {
        "G1": {"D3": Piece({}, NONE, "none_found", 0.01)},
        "G2": {"A3": Piece({"open_fields": []})},
        "G3": {"B1": Piece({"half_width": 0.01, "n": 20000})},
        "G4": {"C8": Piece({"range": 0.01})},
        "G6": {"B5": Piece({"variants": 1, "told": True, "all_reported": True})},
    },
    "pair": {
        "G1": {"D7": Piece({"excess": 0.0, "low": -0.02, "high": 0.02, "drops": []})},
        "G2": {"A3": Piece({"sameness": "told", "differing": []})},
        "G6": {"B5": Piece({"variants": 1, "told": True, "all_reported": True})},
    },
}
BADLY = {
    "L": {
        "G1": {"D3": Piece({}, MODERATE, "some_concern")},
        "G2": {"A3": Piece({"open_fields": [], "unusual": "pass@10"}, MINOR)},
        "G3": {"B1": Piece({"half_width": 0.08, "n": 100}, MODERATE)},
        "G4": {"C8": Piece({"range": 0.08}, MODERATE)},
        "G6": {"B5": Piece({"variants": 2, "told": True, "all_reported": False, "overstatement": 0.002}, MINOR)},
    },
    "pair": {
        "G1": {"D7": Piece({"excess": 0.04, "low": 0.01, "high": 0.07, "drops": []}, MODERATE)},
        "G6": {"B5": Piece({"variants": 2, "told": True, "all_reported": False, "overstatement": 0.002}, MINOR)},
    },
}
# What else an answer about settings settles: the number of tries, the subset, what the number counts.
SETTLED = {
    "A1": Piece({"feasible": True}, NONE, "none_found", 0.5),
    "A2": Piece({"below_chance": False}),
    "A5": Piece({"partial_run": False, "denominator": None}),
}


def answered(world: World, domain: str, answers: dict[str, dict[str, dict[str, Piece]]]) -> Case | None:
    """The case after a question was answered; None where that answer does not exist for the reading."""
    table = answers["L" if world.reading == "L" else "pair"]
    if domain not in table:
        return None
    case = world.case()
    results = {k: v.result(k) for k, v in table[domain].items()}
    if domain == "G2" and world.reading == "L":
        for check_id, piece in SETTLED.items():
            old = case.checks.get(check_id)
            if old is not None and old.outcome != "strong_concern":
                kept = {**old.values, **piece.values}
                results[check_id] = dataclasses.replace(piece, values=kept).result(check_id)
        old_a3 = case.values("A3").get("omitted_combining")
        values = {**results["A3"].values, "omitted_combining": old_a3}
        results["A3"] = check("A3", values)
    return dataclasses.replace(case, checks={**case.checks, **results})


@many
@given(world=worlds())
def test_vii_a_good_answer_never_lowers_points_and_leaves_the_best_case(world):
    before = decide(world.case(), T)
    for state in rungs(before).domains:
        if state.open is None or state.known is not None:
            continue
        case = answered(world, state.domain, WELL)
        if case is None:
            continue
        after = decide(case, T)
        assert points(after) >= points(before), state.domain
        assert best(after) == best(before), state.domain


@many
@given(world=worlds())
def test_vii_a_minor_or_moderate_answer_costs_at_most_what_silence_costs(world):
    before = decide(world.case(), T)
    for state in rungs(before).domains:
        if state.open is None or state.known is not None:
            continue
        case = answered(world, state.domain, BADLY)
        if case is None:
            continue
        after = decide(case, T)
        allowed = 1 if state.open.points == -1 else 0
        assert points(after) >= points(before) - allowed, state.domain


SHOWN_SERIOUS = {
    "L": {
        "G1": {"D3": Piece({}, SERIOUS, "some_concern"), "D4": Piece({}, SERIOUS, "some_concern")},
        "G3": {"B1": Piece({"half_width": 0.2, "n": 20}, SERIOUS)},
        "G4": {"C8": Piece({"range": 0.2}, SERIOUS)},
        "G6": {"A4": Piece({"contradictions": [{"points": 0.051}], "largest": 0.051}, SERIOUS)},
    },
    "pair": {
        "G2": {"E1": Piece({"order_after": "unclear"}, SERIOUS)},
        "G4": {"C7": Piece({"drop_share": 0.001}, SERIOUS)},
        "G6": {"A4": Piece({"contradictions": [{"points": 0.051}], "largest": 0.051}, SERIOUS)},
    },
}


@many
@given(world=worlds())
def test_viii_refusing_never_beats_showing_the_same_thing_as_serious(world):
    before = decide(world.case(), T)
    table = SHOWN_SERIOUS["L" if world.reading == "L" else "pair"]
    for state in rungs(before).domains:
        if state.open is None or state.domain not in table:
            continue
        asked = (Asked.model_validate({"domain": state.domain, "on": AS_OF, "in_submission": True}),)
        refused = decide(world.case(asked=asked, as_of=AS_OF), T)
        results = {k: v.result(k) for k, v in table[state.domain].items()}
        case = world.case()
        # C8 of one reading must not hide that the other evidence of the domain is still missing.
        shown = decide(dataclasses.replace(case, checks={**case.checks, **results}), T)
        assert refused.finding != "Open"
        assert points(refused) <= points(shown), state.domain
        assert use(refused) <= use(shown), state.domain


@given(days=st.integers(0, 60))
@settings(deadline=None, derandomize=True, database=None)
def test_silence_counts_from_twenty_working_days(days):
    on = AS_OF - dt.timedelta(days=days)
    working = sum((on + dt.timedelta(days=i + 1)).weekday() < 5 for i in range(days))
    assert silence_counts(on, False, AS_OF) == (working >= 20)
    assert silence_counts(on, True, AS_OF)


def test_silence_needs_dates():
    assert not silence_counts(None, False, AS_OF)
    assert not silence_counts(AS_OF, False, None)


REACHED: set[str] = set()


@settings(max_examples=700, deadline=None, derandomize=True, database=None)
@given(world=worlds(), named=st.sampled_from(("all", "all", "all", "no model", "no test", "no group", "not claimed")))
def collect(world, named):
    missing = {"no model": "has_model", "no test": "has_benchmark", "no group": "has_group", "not claimed": "claimed"}
    changes = {missing[named]: False} if named in missing else {}
    REACHED.add(decide(world.case(**changes), T).finding)


def test_generated_cases_reach_every_finding():
    collect()
    assert set(FINDINGS) == REACHED


def test_the_same_case_gives_the_same_decision_every_time():
    for row in ladders():
        assert decide(build(row), T) == decide(build(row), T.fresh())
