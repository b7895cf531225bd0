"""Where the method's rules contradict its own properties: the smallest cases, pinned so that a change is noticed.

Each test names the property (section G.7 or the list after the worked claims) and shows both sides. They document
limits of the scheme; none of them is an error of the arithmetic.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
from typing import Any

from auditgen.grading.case import Case
from auditgen.grading.findings import decide
from auditgen.grading.thresholds import load_thresholds
from auditgen.records.claim import Asked
from tests.grading.cases import WORDS, check

T = load_thresholds()
DAY = dt.date(2026, 11, 30)
AGREE = {
    "figures": [
        {"id": p, "counted": True, "setup_stated": False, "clear": False, "distance": 0.01, "score": 0.5}
        for p in ("A", "B")
    ],
    "parties": [{"party": "A", "distance": 0.01}, {"party": "B", "distance": 0.01}],
}


def level(source: str = "S3", **checks: dict[str, Any]) -> Case:
    """A level claim with its settings told, 20,000 questions, and what else is given."""
    relation = {"S3": "claimant"}.get(source, "independent")
    base: dict[str, dict[str, Any]] = {
        "A0": {"source_class": source, "tester_relation": relation},
        "A3": {"open_fields": []},
        "B1": {"half_width": 0.01, "n": 20000},
        "D1": {"class": "exposed"},
    }
    made = {k: check(k, v) for k, v in {**base, **checks}.items()}
    return Case(reading="L", claimed=True, relation_kind="level", checks=made, words=WORDS)


def lead(source: str = "S2", **checks: dict[str, Any]) -> Case:
    """A clear lead of 20 points in one set-up, on other tests as well, and what else is given."""
    base: dict[str, dict[str, Any]] = {
        "A0": {"source_class": source, "tester_relation": "independent"},
        "A3": {"sameness": "told"},
        "B2": {"gap": 0.2, "low": 0.15, "high": 0.25, "clear_raw": True},
        "B4": {"clear": True, "m": 1},
        "C3": {"n_tests": 3, "n_clear": 3, "n_clear_same": 3, "n_clear_large": 0, "order_kept": 1.0},
        "D1": {"class": "exposed", "class_other": "exposed"},
        "D9": {"f": 0.3},
    }
    made = {k: check(k, v) for k, v in {**base, **checks}.items()}
    return Case(reading="R", claimed=True, relation_kind="lead", checks=made, words=WORDS)


def result(case: Case) -> tuple[str, int, int]:
    """Finding and both point numbers."""
    decision = decide(case, T)
    assert decision.ladder is not None
    return decision.finding, decision.ladder.points, decision.ladder.points_if_answered


def test_g_a_search_that_found_something_costs_more_than_a_weak_one():
    """Property (g): a claimant that leaves out a moderate sign of its own gains a point where a weak search stays."""
    weak = {"excess": 0.0, "low": -0.05, "high": 0.05, "drops": []}
    both = level("S2", D7=weak, D3={"outcome": "some_concern"})
    assert result(both) == ("Suggested", 8, 11)
    assert result(both.without("D3")) == ("Shown", 9, 13)


def test_g_a_sign_of_leakage_on_a_test_that_dates_call_new_can_be_hidden():
    """Property (g): where dates already answer G1, a moderate sign of the claimant's own lowers points by 2."""
    case = level("S1", D1={"class": "sealed"}, D3={"outcome": "some_concern"})
    assert result(case)[1] == 12
    assert result(case.without("D3"))[1] == 14


def test_g_told_versions_cost_a_point_where_an_outside_tester_answers_for_selection():
    """Property (g): a class S1 tester leaves nothing open in G6, so telling three versions can only cost."""
    told = {"variants": 3, "told": True, "all_reported": False, "overstatement": 0.002}
    case = level("S1", D1={"class": "sealed"}, B5=told)
    assert result(case)[1] == 13
    assert result(case.without("B5"))[1] == 14


def test_g_how_few_questions_carry_a_lead_can_be_hidden_behind_other_tests():
    """Property (g): three other clear tests answer G4, so results by question that show a thin lead can only cost."""
    assert result(lead(C7={"drop_share": 0.03}))[1] == 8
    assert result(lead())[1] == 10


def test_g_declaring_an_unusual_rule_costs_a_point_where_tries_are_not_asked():
    """Property (g): "unusual but declared" is -1; the same rule left out of source and sentence is charged nothing."""
    assert result(level("S2", A3={"open_fields": [], "unusual": "cons@32"}))[1] == 7
    assert result(level("S2", A3={"open_fields": []}))[1] == 8


def test_g_a_second_figure_left_out_is_no_contradiction():
    """Property (g): with G6 answered by agreeing parties, a contradiction in the claimant's own document costs 2."""
    case = level("S3", F2=AGREE, A4={"contradictions": [{"points": 0.01}], "largest": 0.01})
    assert result(case)[1] == 6
    assert result(case.without("A4"))[1] == 8


def test_g_a_second_figure_of_the_claimants_own_costs_a_point():
    """Property (g): another stated figure of the claimant 3 to 5 points away is charged in G2; silence is not."""
    own = {"id": "o", "counted": True, "claimants_own": True, "setup_stated": True, "setup": "card", "clear": False}
    case = level("S2", F2={"figures": [{**own, "distance": 0.04, "score": 0.5}], "parties": []})
    assert result(case)[1] == 7
    assert result(case.without("F2"))[1] == 8


def test_m_a_claimant_that_leaves_a_reversed_test_out_of_its_table_gains_two_points():
    """Properties (g) and (m): the choice of tests in a claimant's own table is the claimant's."""
    tests = {"n_tests": 5, "n_clear": 4, "n_clear_same": 4, "n_clear_large": 0, "order_kept": 0.8}
    shown = lead(C3={**tests, "worst_reversal_same_field": {"name": "T", "gap": 0.04}})
    assert result(shown)[1] == 8
    assert result(lead(C3={**tests, "n_tests": 4, "order_kept": 1.0}))[1] == 10


def test_iv_fewer_questions_blur_a_missed_line():
    """Property (iv): a printed score under its own line is Contradicted on many questions, a level on few."""
    missed = {"threshold": 0.9, "inside_interval": False, "threshold_other_side": {"score": 0.89, "threshold": 0.9}}
    many = level("S1", D1={"class": "sealed"}, B2=missed)
    few = level(
        "S1", D1={"class": "sealed"}, B2={"threshold": 0.9, "inside_interval": True}, B1={"half_width": 0.03, "n": 500}
    )
    assert result(many)[0] == "Contradicted"
    assert result(few)[0] == "Shown"
    assert result(few)[1] < result(many)[1]


def test_v_without_scores_both_directions_of_a_lead_can_be_suggested():
    """Property (v): without figures nothing tells the directions apart; a class S1 tester starts high enough."""
    case = lead("S1", D1={"class": "sealed", "class_other": "sealed"}, D9={"f": None}).without("B2", "B4", "C3")
    assert result(case) == ("Suggested", 11, 12)


def test_vii_equal_practice_is_an_answer_and_a_credit():
    """Property (vii): equal practice that keeps the order raises the best case as well (U3, and C8 is lifted)."""
    before = lead("S2")
    after = dataclasses.replace(before, checks={**before.checks, "E1": check("E1", {"order_after": "kept"})})
    assert result(before)[2] == 12
    assert result(after)[2] == 16


def test_vii_the_number_of_questions_is_an_answer_and_a_credit():
    """Property (vii): once the gap can be tested and is clear, a large lead earns U4 in the best case as well."""
    before = lead(
        "S3", B2={"gap": 0.2}, D9={"f": 0.6}, A0={"source_class": "S3", "tester_relation": "claimant"}
    ).without("B4")
    after = lead("S3", D9={"f": 0.6}, A0={"source_class": "S3", "tester_relation": "claimant"})
    before_ladder, after_ladder = decide(before, T).ladder, decide(after, T).ladder
    assert before_ladder is not None
    assert after_ladder is not None
    assert (before_ladder.raw_if_answered, after_ladder.raw_if_answered) == (10, 12)


def test_vii_a_second_moderate_sign_costs_more_than_silence():
    """Property (vii): beside a moderate finding by others, a search that finds a moderate sign makes it two (-4)."""
    finding = {"id": "F", "who": "Team", "what": "w", "counted_strength": "moderate", "direction": "concern"}
    before = level("S2", D2={"findings": [{**finding, "listed_only": None}]})
    after = dataclasses.replace(before, checks={**before.checks, "D3": check("D3", {"outcome": "some_concern"})})
    assert result(before)[1] == 8
    assert result(after)[1] == 6


def test_viii_a_refused_re_made_test_beats_a_shown_large_drop():
    """Property (viii): where the sentence speaks beyond the test, a shown drop contradicts it; a refusal costs 4."""
    own = {"old": 0.9, "new": 0.75, "drop": 0.15, "drop_high": 0.16, "only_new": False, "variant": "V2"}
    refused = dataclasses.replace(
        level("S2"), speaks_beyond_test=True, as_of=DAY, asked=(Asked(domain="G4", on=DAY, in_submission=True),)
    )
    shown = dataclasses.replace(level("S2", F1={"own": own, "others": None}), speaks_beyond_test=True)
    assert result(refused)[0] == "Suggested"
    assert result(shown)[0] == "Contradicted"
    assert result(refused)[1] == result(shown)[1]


def test_viii_a_refused_number_of_questions_beats_a_shown_unclear_gap():
    """Property (viii): an unclear gap is too close to call whatever its points; a gap that nobody may test is not."""
    asked = (Asked(domain="G3", on=DAY, in_submission=True),)
    refused = dataclasses.replace(lead("S1", B2={"gap": 0.2}).without("B4"), as_of=DAY, asked=asked)
    shown = lead("S1", B2={"gap": 0.2, "low": -0.1, "high": 0.5, "clear_raw": False}, B4={"clear": False, "m": 1})
    assert result(refused)[0] == "Shown"
    assert result(shown)[0] == "Too close to call"
    assert result(refused)[1] == result(shown)[1]
