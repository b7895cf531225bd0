"""What each page shows: numbers in their units, ladders that add up, tables that hold every figure's values."""

from __future__ import annotations

from itertools import pairwise

import pytest

from auditgen.records.audit_record import AuditedClaim, AuditRecord
from auditgen.records.verdict import Cap
from auditgen.report.language import load_words
from auditgen.report.numerals import MINUS, Numerals
from auditgen.report.templates_path import TemplateFolders
from auditgen.report.view import build_view
from auditgen.report.view_annex import short_id
from auditgen.report.view_checks import ChecksView, estimate, quantity
from auditgen.report.view_figures import letter, measurements, timeline
from auditgen.report.view_parts import Desk, FindingCell, Row, in_equal_parts, in_parts
from auditgen.report.view_retests import fresh_test, remade_test
from auditgen.report.view_verdict import verdict_view, verdicts_of
from tests.report.sample_claims import ten_claims
from tests.report.sample_parts import check, verdict
from tests.report.sample_record import sample_record

WORDS = load_words("en", TemplateFolders())


@pytest.fixture
def desk(record: AuditRecord) -> Desk:
    return Desk(record, WORDS, Numerals(WORDS), str)


CLAIMS = {c.id: c for c in ten_claims()}


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (0.489, "share of right answers", "48.9% of right answers"),
        (0.042, "share", "4.2 points"),
        (0.051, "points between two printed figures", "5.1 points between two printed figures"),
        (0.489, "fraction", "48.9%"),
        (1, "place", "1 place"),
        (2.5, "months for one doubling", "2.5 months for one doubling"),
        (0.91, "kendall_tau_b", "0.91 (tau)"),
        (14042, None, "14,042"),
        (0.25, None, "0.25"),
    ],
)
def test_estimates_are_printed_in_their_unit(desk: Desk, value: float, unit: str | None, text: str) -> None:
    assert quantity(desk, value, unit) == text


def test_an_estimate_comes_with_interval_p_and_detection_limit(desk: Desk) -> None:
    d7 = check(
        "D7", estimate=0.0066, unit="share", ci_low=-0.04164, ci_high=0.05479, p_value=0.41, mde=0.05, outcome="unclear"
    )
    assert estimate(desk, d7) == f"0.7 points ({MINUS}4.2 to 5.5); p 0.41; could have found 5.0 points"
    one_sided = check("D4", estimate=0.0, unit="fraction", ci_high=0.01487, p_adjusted=0.00001)
    assert estimate(desk, one_sided) == "0.0% (at most 1.5); adjusted p <0.0001"
    assert estimate(desk, check("F3")) == ""


def test_the_ladder_adds_up_and_ends_at_the_points(desk: Desk) -> None:
    for claim in desk.record.claims:
        for v in (claim.verdicts.level, claim.verdicts.ranking, claim.verdicts.progress):
            if v.points is None:
                continue
            rows = verdict_view(desk, v).ladder
            assert all(a.after == b.before for a, b in pairwise(rows))
            assert rows[-1].kind == "end"
            assert rows[-1].after == v.points
            assert rows[-2].after == min([v.raw or 0, *(c.limit for c in v.caps if c.limit is not None)])


def test_a_cap_that_bites_is_a_step_of_the_ladder(desk: Desk) -> None:
    cap = Cap(id="C5", limit=6, bites=True, both=True, reason="The makers withdrew the test.", reason_id="c5")
    view = verdict_view(desk, verdict("L", "Suggested", 13, {"G4": (0, -2)}, "s", "u", caps=(cap,)))
    assert [(r.step, r.charge, r.before, r.after) for r in view.ladder[-2:]] == [
        ("Limit", "at most 6", 11, 6),
        ("End", "", 6, 6),
    ]
    assert view.ladder[-2].reason == "The makers withdrew the test (C5)"


def test_a_total_below_zero_is_told(desk: Desk) -> None:
    view = verdict_view(desk, CLAIMS["c1"].verdicts.level)
    assert view.ladder[-1].charge == f"{MINUS}5, so 0"
    assert (
        view.ladder_caption
        == "The level, step by step: 0 points today, and the same if all questions were answered well"
    )


def test_domain_marks_say_known_and_open(desk: Desk) -> None:
    texts = [d.text for d in verdict_view(desk, CLAIMS["c1"].verdicts.level).domains]
    assert texts == [
        f"open {MINUS}2",
        f"known {MINUS}8, open",
        f"known {MINUS}1",
        f"open {MINUS}2",
        "no charge",
        f"known {MINUS}2, open",
    ]


def test_the_strip_has_every_measurement_in_its_table(desk: Desk) -> None:
    found = measurements(desk, CLAIMS["c1"])
    assert found
    assert found.figure
    rows = found.tables[0].rows
    assert [r.cells[0] for r in rows] == ["a", "b", "c", "d", "e", "f"]
    assert rows[0].cells[4:7] == ("48.9%", "44.4 to 53.4", "–")
    assert rows[4].cells[4:8] == ("29.1%", "25.2 to 33.3", f"{MINUS}19.8", "")
    assert rows[5].cells[2:3] == ("Cuadron et al. †",)
    assert rows[5].cells[7] == "low reasoning effort"
    assert found.figure.caption == "Other measurements lie between 29.1% and 48.0%; the claim is 48.9%"
    assert "guessing 0%" in found.figure.svg
    assert "ceiling 83.6%" in found.figure.svg


def test_a_compared_model_stands_beside_the_claim(desk: Desk) -> None:
    found = measurements(desk, CLAIMS["c3"])
    assert found
    assert found.tables[0].rows[-1].cells[1] == "Compared with GPT-3.5"
    assert found.tables[0].rows[-1].cells[6] == f"{MINUS}16.4"


def test_scores_that_are_no_shares_have_no_strip(desk: Desk) -> None:
    assert measurements(desk, CLAIMS["c4"]) is None


def test_a_lone_figure_with_nothing_around_it_is_not_drawn(desk: Desk) -> None:
    found = measurements(desk, CLAIMS["c7"])
    assert found
    assert found.figure is None
    assert found.tables[0].rows[0].cells[3:6] == ("–", "97%", "–")


def test_the_timeline_tells_dates_with_their_precision(desk: Desk) -> None:
    found = timeline(desk, CLAIMS["c1"])
    assert found
    assert found.figure
    assert found.tables == ()
    days = ["2022", "October 2023", "1 October 2023", "5 December 2024", "16 April 2025", "23 February 2026"]
    said = found.text[0][1].split("; ")
    assert len(said) == len(days)
    assert all(day in text for day, text in zip(days, said))
    assert found.figure.alt.endswith("The text below gives every date.")
    assert found.figure.caption == "The material behind the questions was public before the model was finished"


def test_one_date_is_told_without_a_picture(desk: Desk) -> None:
    found = timeline(desk, CLAIMS["c2"])
    assert found
    assert found.figure is None
    assert "unconfirmed" in found.text[0][1]


def test_the_scatter_has_every_reference_in_its_tables(desk: Desk) -> None:
    found = fresh_test(desk, CLAIMS["c2"])
    assert found
    assert found.layout == "columns"
    assert sum(len(t.rows) for t in found.tables) == 29
    assert found.tables[0].rows[0].cells == ("Llama-3-70B Instruct", "90.0%", "91.4%")


def test_the_slope_picture_needs_a_pair_of_this_model(desk: Desk) -> None:
    found = remade_test(desk, CLAIMS["c2"])
    assert found
    assert found.figure
    assert found.figure.caption == "Llama-3-70B Instruct loses 1.4 points on the re-made test"
    assert remade_test(desk, CLAIMS["c1"]) is None


def test_the_summary_counts_readings_not_claims(record: AuditRecord) -> None:
    summary = build_view(record, WORDS).summary
    assert [t.n for t in summary.tiles] == ["3", "2", "7"]
    assert len(summary.table.rows) == 10
    assert summary.continued == ""
    assert len(summary.quotes) <= 3
    assert summary.asks[0].startswith("Claim 4: ")


def test_many_claims_continue_in_a_table_of_all() -> None:
    claims = [c.model_copy(update={"id": f"{c.id}-{i}"}) for i in range(4) for c in CLAIMS.values()]
    summary = build_view(sample_record(claims), WORDS).summary
    shown = len(summary.table.rows)
    assert 4 <= shown < 40
    assert f"first {shown} of 40 claims" in summary.table.caption
    assert summary.continued == f"{40 - shown} more claims are in Table 2."
    rows = [r for t in summary.all_claims for r in t.rows]
    assert len(rows) == sum(v.finding != "Not claimed" for c in claims for v in verdicts_of(c).values())
    assert {r.link for r in rows} == {f"claim-{i}" for i in range(1, 41)}


def test_a_single_claim_shows_its_domains_itself(record: AuditRecord) -> None:
    alone = build_view(sample_record([CLAIMS["c1"]]), WORDS)
    assert alone.summary.all_claims == ()
    assert alone.claims[0].domains
    many = build_view(record, WORDS)
    assert [p.domains is not None for p in many.claims] == [len(p.verdicts) > 1 for p in many.claims]


def test_one_question_for_several_claims_is_asked_once(record: AuditRecord) -> None:
    asks = build_view(record, WORDS).summary.asks
    texts = [x.partition(": ")[2] for x in asks]
    assert len(set(texts)) == len(texts)
    many = [CLAIMS["c1"].model_copy(update={"id": f"c{i}"}) for i in range(9)]
    (ask,) = build_view(sample_record(many), WORDS).summary.asks
    assert ask.startswith("Claims 1, 2, 3, 4, 5, 6 and 3 others: ")
    (ask,) = build_view(sample_record(many[:3]), WORDS).summary.asks
    assert ask.startswith("Claims 1, 2 and 3: ")


def test_open_questions_without_a_charge_join_the_row_of_their_domain(desk: Desk) -> None:
    view = verdict_view(desk, CLAIMS["c1"].verdicts.level)
    steps = [r.step for r in view.ladder]
    assert len(steps) == len(set(steps))
    joined = [r.reason for r in view.ladder if "Also open: " in r.reason]
    assert len(joined) == sum(s.kind == "open" and s.points == 0 for s in CLAIMS["c1"].verdicts.level.ladder) > 0
    light = verdict("L", "Suggested", 13, {"G4": (0, -2), "G6": (-1, 0)}, "s", "u")
    light = light.model_copy(update={"ladder": tuple(s for s in light.ladder if s.points)})
    note = verdict_view(desk, light).ladder_note
    assert note == "Nothing taken off and no open question: Leakage, Set-up, Precision, Inference."


def test_implied_rankings_are_grouped_and_contradictions_told_once(record: AuditRecord) -> None:
    view = build_view(record, WORDS)
    assert view.implied
    assert sorted(t.caption for t in view.implied.tables) == [
        "README of DeepSeek-R1: GSM8K",
        "README of DeepSeek-R1: MMLU",
    ]
    assert sum(len(t.rows) for t in view.implied.tables) == 12
    (clash,) = view.contradictions
    assert clash.rows[0].cells == (
        "DeepSeek-R1, MMLU", "88.5% (README, line 96)", "90.8% (paper, table 4)", "2.3", "contradiction",
    )  # fmt: skip
    assert len(clash.rows) == 1


def test_recalled_evidence_is_marked_unconfirmed(record: AuditRecord) -> None:
    rows = {str(r.cells[2]).split()[0]: r.cells for t in build_view(record, WORDS).annex.evidence for r in t.rows}
    assert str(rows["RP055"][1]).endswith("unconfirmed")
    assert str(rows["RP055"][0]).endswith("†")
    assert str(rows["RP002"][1]).endswith("seen")


def test_evidence_of_one_citation_shares_a_row() -> None:
    from auditgen.records.evidence import evidence

    some = [
        evidence(f"finding:CF{i}@gpt-4", "finding", "Elazar et al. 2023", "seen", "catalogue", {"i": i})
        for i in range(3)
    ]
    (table,) = build_view(sample_record(evidence=tuple(some)), WORDS).annex.evidence
    assert table.rows[0].cells[2] == ", ".join(f"CF{i} {e.sha256[:8]}" for i, e in enumerate(some))
    assert short_id("document:claims file") == "document:claims file"


def test_thresholds_are_printed_with_value_and_reason(record: AuditRecord) -> None:
    rows = {str(r.cells[0]): r.cells[1:] for t in build_view(record, WORDS).annex.thresholds for r in t.rows}
    assert rows["small gap (delta_small)"] == ("3.0 points", "About what prompt wording commonly moves.")
    assert rows["good agreement (tau_good)"][0] == "0.80 (80%)"
    assert rows["fewest reference models (ref_min)"][0] == "5"
    assert rows["own_rule"][0] == "0.25"


def test_sensitive_findings_are_listed_with_what_they_become(record: AuditRecord) -> None:
    (table,) = build_view(record, WORDS).annex.sensitivity
    words = [[c.word for c in r.cells if isinstance(c, FindingCell)] for r in table.rows]
    assert ["Depends on settings", "Depends on settings", "Not shown"] in words
    assert ["Too close to call", "Too close to call", "Suggested"] in words


def test_regulation_stands_only_where_a_profile_is_set(record: AuditRecord) -> None:
    assert build_view(sample_record(profile=None), WORDS).annex.regulation == ()
    assert build_view(record, WORDS).annex.regulation


def test_letters_go_on_after_z() -> None:
    assert [letter(i) for i in (0, 25, 26, 51, 52, 701, 702)] == ["a", "z", "aa", "az", "ba", "zz", "aaa"]


def test_tables_are_cut_before_they_cross_a_page() -> None:
    rows = [Row((str(i), "word " * 40)) for i in range(30)]
    parts = in_parts(rows, (10, 90), 20)
    assert [r for p in parts for r in p] == rows
    assert len(parts) > 2
    sizes = [len(p) for p in in_equal_parts(rows, (10, 90), 20)]
    assert max(sizes) - min(sizes) <= 2
    assert in_parts([], (10, 90), 20) == []


@pytest.mark.parametrize("claim", list(CLAIMS.values()), ids=list(CLAIMS))
def test_every_claim_alone_makes_a_view(claim: AuditedClaim) -> None:
    view = build_view(sample_record([claim], profile=None), WORDS)
    assert len(view.claims) == 1
    bare = claim.model_copy(update={"checks": (), "caveats": (), "says": (), "questions": (), "quotable": ""})
    assert build_view(sample_record([bare], profile=None, evidence=()), WORDS).claims[0].checks == ChecksView((), ())
