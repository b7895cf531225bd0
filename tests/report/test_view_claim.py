"""Titles, drafts and checks of a claim page: what is claimed, who has read it, what each check found or why not."""

from __future__ import annotations

import re

import pytest

from auditgen.records.audit_record import AuditRecord, Named
from auditgen.records.numbers import PrintedNumber
from auditgen.report.language import load_words
from auditgen.report.numerals import Numerals
from auditgen.report.templates_path import TemplateFolders
from auditgen.report.view import build_view
from auditgen.report.view_checks import checks_view, estimate
from auditgen.report.view_claim import ClaimView, cut, headline
from auditgen.report.view_parts import Desk, RankCell
from tests.report.sample_claims import ten_claims
from tests.report.sample_parts import LONG_MODEL, check
from tests.report.sample_record import sample_record

WORDS = load_words("en", TemplateFolders())
CLAIMS = {c.id: c for c in ten_claims()}


@pytest.fixture
def desk(record: AuditRecord) -> Desk:
    return Desk(record, WORDS, Numerals(WORDS), str)


def named(text: str) -> list[str]:
    """The ids of the checks that a text names, in its order."""
    return [x for x in re.findall(r"\b[A-F]\d{1,2}\b", text) if x in WORDS["checks"]]


def test_every_planned_check_is_listed_once(record: AuditRecord) -> None:
    view = build_view(record, WORDS)
    own = [c for c in record.claims if not c.implied]
    for claim, page in zip(own, view.claims):
        listed = [x for t in page.checks.tables for r in t.rows for x in named(str(r.cells[0]))]
        listed += [x for _, text in page.checks.others for x in named(re.sub(r" \([^()]*\)", "", text))]
        assert sorted(listed) == sorted(c.check_id for c in claim.checks)


def test_results_stand_in_the_table_and_reasons_below_it(record: AuditRecord) -> None:
    checks = build_view(record, WORDS).claims[0].checks
    rows = {str(r.cells[0]).split()[0]: r.cells for t in checks.tables for r in t.rows}
    assert rows["F2"][1:] == ("strong concern", "20.1 points (14.0 to 26.2); adjusted p 0.0410", "5")
    assert all(r[1] != "figure only" or r[2] != "–" for r in rows.values())
    others = dict(checks.others)
    assert set(others) <= {"Ran, and gave facts without a figure:", "Could not run:", "Do not apply:"}
    assert "B3" in named(others["Do not apply:"])


def test_a_reason_that_holds_for_every_claim_is_told_once() -> None:
    idle = "no index of the training text was given (needs tier I6)"
    view = build_view(sample_record([CLAIMS["c1"], CLAIMS["c2"]]), WORDS)
    assert "D3 Word overlap with training text" in view.annex.never_ran[0][1]
    assert idle in view.annex.never_ran[0][1]
    for page in view.claims:
        could_not = dict(page.checks.others)["Could not run:"]
        assert idle not in could_not
        assert could_not.endswith("(ran for no claim; reasons in Annex A).")
    alone = build_view(sample_record([CLAIMS["c1"]]), WORDS)
    assert alone.annex.never_ran == ()
    assert f"D3 Word overlap with training text ({idle})" in dict(alone.claims[0].checks.others)["Could not run:"]


def test_checks_that_could_not_run_for_one_reason_share_it(desk: Desk) -> None:
    idle = [check(x, "not_run", reason="no log was given") for x in ("D5", "D6")]
    claim = CLAIMS["c1"].model_copy(update={"checks": (*idle, check("B2", "not_applicable", reason="one model"))})
    assert checks_view(desk, claim).others == (
        ("Could not run:", "D5 Order of the questions, D6 Familiarity of the text (no log was given)."),
        ("Do not apply:", "B2 Difference between two scores (one model)."),
    )


def test_possible_places_are_drawn_where_the_number_of_places_is_known(desk: Desk) -> None:
    def cells(**values: int) -> list[object]:
        c1 = check("C1", estimate=1.0, unit="place", ci_low=1.0, ci_high=3.0, n=9, values={"rank_low": 1, **values})
        claim = CLAIMS["c5"].model_copy(update={"checks": (c1,)})
        return [r.cells[2] for t in checks_view(desk, claim).tables for r in t.rows]

    assert cells(rank_high=3, claimed=1, n_models=9) == [RankCell(1, 3, 1, 9, "1 place (1 to 3)")]
    assert cells(rank_high=3, claimed=1) == ["1 place (1 to 3)"]


def test_drafts_are_called_drafts_on_the_cover_and_on_their_page() -> None:
    draft = CLAIMS["c1"].model_copy(update={"claim": CLAIMS["c1"].claim.model_copy(update={"status": "draft"})})
    view = build_view(sample_record([draft, CLAIMS["c2"]]), WORDS)
    assert ("Not confirmed by a person", "claim 1 is a draft that no person has compared with its source", False) in (
        view.cover.meta
    )
    assert [bool(p.draft) for p in view.claims] == [True, False]
    assert "Not confirmed by a person" not in {k for k, _, _ in build_view(sample_record(), WORDS).cover.meta}


def headline_of(desk: Desk, **fields: object) -> str:
    claim = CLAIMS["c1"].claim.model_copy(update={"comparator": None, **fields})
    names = {"model": Named(as_written=claim.model, status="absent"), "benchmark": CLAIMS["c2"].benchmark}
    return headline(desk, CLAIMS["c1"].model_copy(update={"type": claim.type, "claim": claim, **names}))


def test_headlines_of_limits_and_people_say_what_is_claimed(desk: Desk) -> None:
    ninety = PrintedNumber(text="90", value=90, decimals=0, unit="percent")
    leading = {"model": "unnamed: leading models", "score": None}
    limit = {"type": "threshold", "threshold": ninety, **leading}
    assert headline_of(desk, **limit, relation="beats") == "Leading models: over 90% on GSM8K"
    assert headline_of(desk, **limit, threshold_side="at_most") == "Leading models: at most 90% on GSM8K"
    parity = {"type": "human_parity", "human_group": "human experts", **leading}
    assert headline_of(desk, **parity, relation="reaches") == "Leading models: as good as human experts on GSM8K"
    exceeds = {**parity, "relation": "exceeds", "score": ninety}
    assert headline_of(desk, **exceeds) == "Leading models: 90% on GSM8K, better than human experts"
    trend = {"type": "trend", "baseline_model": None, **leading}
    assert headline_of(desk, **trend) == "Leading models: progress on GSM8K"


@pytest.mark.parametrize(
    ("text", "shown"),
    [("90", "90th"), ("1", "1st"), ("52", "52nd"), ("83", "83rd"), ("11", "11th"), ("12", "12th"), ("13", "13th")],
)
def test_percentiles_are_ordinals(desk: Desk, text: str, shown: str) -> None:
    number = PrintedNumber(text=text, value=float(text), decimals=0, unit="percentile")
    assert desk.numerals.printed(number) == f"{shown} percentile"


def test_headlines_are_short_and_keep_both_ends_of_a_name(desk: Desk) -> None:
    text = headline(desk, CLAIMS["c7"])
    assert len(text) <= 110
    assert text.startswith("Meridian-Ultra")
    assert "0042: 97% on no test named" in text
    assert headline(desk, CLAIMS["c3"]) == "GPT-4 (86.4%) ahead of GPT-3.5 (70.0%) on MMLU"
    assert headline(desk, CLAIMS["c5"]) == "Claude Opus 4.5: place 1 on SWE-bench Verified"
    assert headline(desk, CLAIMS["c10"]) == "Sealed-1: 61% on Private Test"
    assert cut("abc", 3) == "abc"
    assert len(cut(LONG_MODEL, 20)) <= 20


def test_a_claim_without_a_score_has_no_dash_in_its_headline(desk: Desk) -> None:
    claim = CLAIMS["c8"]
    unscored = claim.model_copy(update={"claim": claim.claim.model_copy(update={"score": None})})
    assert headline(desk, unscored) == "通义千问-Max on C-Eval 中文测试, against human experts"


def test_a_bare_figure_is_not_quoted_as_a_sentence() -> None:
    def page(quote: str) -> ClaimView:
        claim = CLAIMS["c1"].claim.model_copy(update={"quote": quote})
        (only,) = build_view(sample_record([CLAIMS["c1"].model_copy(update={"claim": claim})]), WORDS).claims
        return only

    bare, worded = page("48.9 ± 2.1"), page("o1 reaches 48.9%")
    assert (bare.statement, bare.quoted) == (CLAIMS["c1"].statement, False)
    assert "Printed there as “48.9 ± 2.1”." in bare.source
    assert (worded.statement, worded.quoted) == ("o1 reaches 48.9%", True)
    assert "Printed there" not in worded.source


def test_what_could_have_been_found_names_its_unit_once(desk: Desk) -> None:
    a1 = check("A1", estimate=0.5, unit="share of figures that would pass", mde=0.5, outcome="none_found")
    assert estimate(desk, a1) == "50.0% of figures that would pass; could have found 50.0%"
